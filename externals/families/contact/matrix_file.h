/* matrix_file: three matrices as a text: their size n, then mass, stiffness and damping, row by row, 1 + 3 n n decimal
 * numbers with blanks between them and nothing else. It knows nothing of Pd, so that a fuzzer can call it. */
#ifndef HZ_FAMILY_MATRIX_FILE_H
#define HZ_FAMILY_MATRIX_FILE_H

#include <stddef.h>

enum { HZ_MATRICES = 3 };

/* A text was refused for this. */
typedef struct hz_matrix_file_fault {
    char given[80], allowed[80];
} hz_matrix_file_fault;

/* Returns the size that a text begins with, 0 where it is none. */
int hz_matrix_file_size(const char *text, size_t length, int most);

/* Returns the size, at most `most`, with the matrices in one piece of memory, which the caller frees. Returns 0 if the
 * text was refused; then `values` is NULL. */
int hz_matrix_file_parse(const char *text, size_t length, int most, double **values, hz_matrix_file_fault *fault);

#endif
