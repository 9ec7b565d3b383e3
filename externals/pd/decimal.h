/* decimal: numbers in text files, and how such a text is read. They are those of C, whatever the program's locale makes
 * of a decimal point. Nothing here knows Pd. */
#ifndef HZ_PD_DECIMAL_H
#define HZ_PD_DECIMAL_H

#include <stddef.h>

/* Reads a finite decimal number of n characters. Returns 0 if they are anything else. strtod alone would take 0x10, nan
 * and inf too. */
int hz_decimal_read(const char *s, size_t n, double *x);

/* Writes a number with so many digits at most. Returns its length, which is under HZ_DECIMAL_ROOM up to 17 digits. */
enum { HZ_DECIMAL_ROOM = 40 };
int hz_decimal_write(char *to, size_t room, int digits, double x);

/* What is left of a text or of a line. */
typedef struct hz_words {
    const char *at, *end;
} hz_words;

/* Takes the next word, which ends at a blank. Returns its length, 0 where there is none. */
size_t hz_words_next(hz_words *w, const char **word);

/* Why a text was refused: what stands in a line, which counts from 1, and what may stand there. */
typedef struct hz_fault {
    int line;
    char given[80], allowed[120];
} hz_fault;

/* Quotes up to `most` of n characters, with question marks for what cannot be printed and an ellipsis for the rest, and
 * says what may stand in their place. Returns 0. */
__attribute__((format(printf, 5, 6))) int hz_fault_say(hz_fault *f, const char *given, size_t n, size_t most,
                                                       const char *allowed, ...);

#endif
