/* matrix_file: three matrices as a text: their size n, then mass, stiffness and damping, row by row, 1 + 3 n n decimal
 * numbers with blanks between them and nothing else. It knows nothing of Pd, so that a fuzzer can call it. */
#ifndef HZ_FAMILY_MATRIX_FILE_H
#define HZ_FAMILY_MATRIX_FILE_H

#include <stddef.h>

enum { HZ_MATRICES = 3 };

/* What a text is refused for. */
typedef struct hz_matrix_file_fault {
    char given[80], allowed[80];
} hz_matrix_file_fault;

/* The size, at most `most`, and the matrices in one piece of memory, to be freed. 0: refused, and `values` is NULL. */
int hz_matrix_file_parse(const char *text, size_t length, int most, double **values, hz_matrix_file_fault *fault);

#endif
