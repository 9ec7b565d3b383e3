/* mode_file: the modes of an object as a text that can be kept, exchanged and edited by hand.
 *
 *     hertz-modes 1                           the form of the file and its version
 *     # freq decay mass weight pickups        anything behind a # is a comment
 *     440 1.5 0.1 1 0.7 -0.3                  a mode: Hz, s to -60 dB (0: no loss), kg, the weight at the
 *     1213.8 0.8 0.1 -0.6 0.2 0.5             strike point, then the weight at each pickup, if any
 *     end                                     so that a file that was cut off is known
 *
 * Numbers have as many digits as their double needs: what is written reads back the same to the last bit. */
#ifndef HZ_FAMILY_MODE_FILE_H
#define HZ_FAMILY_MODE_FILE_H

#include "pd/class.h"
#include "pd/decimal.h"

enum { HZ_MODE_FREQ, HZ_MODE_DECAY, HZ_MODE_MASS, HZ_MODE_WEIGHT, HZ_MODE_COLUMNS }; /* pickups follow */

/* A file may hold this: what these rows take (a pickup takes what the weight does), so many modes, so many pickups. */
typedef struct hz_mode_file_bounds {
    const hz_param *column[HZ_MODE_COLUMNS];
    int modes, pickups;
} hz_mode_file_bounds;

typedef struct hz_mode_file {
    int n, columns; /* so many modes of so many numbers: HZ_MODE_COLUMNS and one a pickup */
    double *value;  /* mode after mode; whoever has it frees it */
} hz_mode_file;

/* Makes room for n modes of so many columns, all zero. Returns 0 if there is no memory. */
int hz_mode_file_make(hz_mode_file *m, int n, int columns);

/* Reads a whole text. Returns 0 if it was refused; then `fault` says why, and there is nothing to free. */
int hz_mode_file_parse(hz_mode_file *m, const hz_mode_file_bounds *b, const char *text, size_t length, hz_fault *fault);

/* Says whether all numbers are within the bounds, so that the text could be read again. `fault.line` counts modes. */
int hz_mode_file_check(const hz_mode_file *m, const hz_mode_file_bounds *b, hz_fault *fault);

/* Returns the text, which the caller frees, or NULL if there is no memory. */
char *hz_mode_file_text(const hz_mode_file *m);

#endif
