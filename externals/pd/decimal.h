/* decimal: numbers in text files. They are those of C, whatever the program's locale makes of a decimal point. */
#ifndef HZ_PD_DECIMAL_H
#define HZ_PD_DECIMAL_H

#include <stddef.h>

/* Reads a finite decimal number of n characters. Returns 0 if they are anything else. strtod alone would take 0x10, nan
 * and inf too. */
int hz_decimal_read(const char *s, size_t n, double *x);

/* Writes a number with so many digits at most. Returns its length, which is under HZ_DECIMAL_ROOM up to 17 digits. */
enum { HZ_DECIMAL_ROOM = 40 };
int hz_decimal_write(char *to, size_t room, int digits, double x);

/* Copies what stands in a file into the text of an error, with question marks for what cannot be printed. What is
 * longer than the room ends in an ellipsis. */
void hz_decimal_quote(char *to, size_t room, const char *s, size_t n);

#endif
