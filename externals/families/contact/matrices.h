/* matrices: a body given by its mass, stiffness and damping matrices, decomposed by GSL when they are set. */
#ifndef HZ_FAMILY_MATRICES_H
#define HZ_FAMILY_MATRICES_H

#include "core/linear_contact/coupled_damping.h"
#include "families/modal/body.h"

/* Three matrices that were read, and what their decomposition found. */
typedef struct hz_matrices {
    int n;             /* So many masses they have. */
    double *values;    /* the matrices of mass, stiffness and damping, row by row */
    double *row;       /* the modes: n frequencies, n decays, n rows of n displacements, each mode of mass 1 */
    const char *wrong; /* Says why they are no body. NULL: they are one. */
    hz_coupled_damping coupling; /* what couples the first modes */
    char text[120], file[120];
} hz_matrices;

/* Reads M, K, C from three Pd arrays, row by row, or from one text file that holds n, then all three. Returns NULL
 * after an error, which says that the body keeps `before` masses. */
hz_matrices *hz_matrices_read(const hz_body *b, const char *const name[3], int given, int before, int most);

/* Decomposes them. Any thread may do so, and several at a time. */
void hz_matrices_solve(void *matrices);

/* Makes the error of matrices that are no body, which keeps `before` masses. */
void hz_matrices_refuse(const hz_body *b, const hz_matrices *m, int before);

void hz_matrices_free(void *matrices);

#endif
