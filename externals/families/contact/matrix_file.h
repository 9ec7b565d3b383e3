/* matrix_file: three matrices as a text: their size n, then mass, stiffness and damping, row by row, 1 + 3 n n decimal
 * numbers with blanks between them and nothing else. */
#ifndef HZ_FAMILY_MATRIX_FILE_H
#define HZ_FAMILY_MATRIX_FILE_H

#include "pd/decimal.h"

enum { HZ_MATRICES = 3 };

/* Returns the size that a text begins with, at most `most`, 0 where it is none. */
int hz_matrix_file_size(const char *text, size_t length, int most);

/* Returns the size, with the matrices in one piece of memory, which the caller frees. Returns 0 if the text was
 * refused; then `values` is NULL. */
int hz_matrix_file_parse(const char *text, size_t length, int most, double **values, hz_fault *fault);

#endif
