/* script: inputs of fuzzers as texts that can be read: a line is a message, a parameter or an event.
 *
 * A target says what a random line is. The mutator, which libFuzzer calls by its name, adds such lines, takes lines
 * away, moves and repeats them, and changes single words; now and then it lets libFuzzer change bytes. */
#ifndef HZ_FUZZ_SCRIPT_H
#define HZ_FUZZ_SCRIPT_H

#include "tests/tools/test.h"

enum { SCRIPT_LINE = 400, SCRIPT_WORDS = 200 }; /* the longest line; the most words of a line */

/* The target: writes a random line for the script as it is (which ends with a 0). */
void script_line(dice *d, const char *script, char line[SCRIPT_LINE]);

/* The next line of a script, cut into words; their number, or -1: the script is over. */
typedef struct script {
    const char *at, *end;
    char line[SCRIPT_LINE];
    char *word[SCRIPT_WORDS];
} script;
int script_next(script *s);

/* A number as a word; 0: it is none. */
int script_number(const char *word, double *x);

/* Writes a random value between two numbers: evenly, or evenly in the logarithm, or one of the ends. */
void script_value(dice *d, double low, double high, double usual, int whole, char *text, size_t room);
/* A word that is no good value, a number mostly. */
const char *script_hostile(dice *d);
const char *script_one_of(dice *d, const char *const *words, int n);

/* libFuzzer's own. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t size_a, const uint8_t *b, size_t size_b, uint8_t *out,
                                 size_t most, unsigned seed);

#endif
