/* matrices: a body given by its mass, stiffness and damping matrices, decomposed by GSL when they are set. */
#ifndef HZ_FAMILY_MATRICES_H
#define HZ_FAMILY_MATRICES_H

#include "core/linear_contact/coupled_damping.h"
#include "families/modal/body.h"
#include "matrix_file.h"

/* Three matrices, and what their decomposition found. */
typedef struct hz_matrices {
    int n;          /* So many masses they have. */
    char *text;     /* The file that they come from, which `solve` reads; NULL: arrays. */
    size_t length;  /* its length */
    double *values; /* the matrices of mass, stiffness and damping, row by row */
    double *row;    /* the modes: n frequencies, n decays, n rows of n displacements, each mode of mass 1 */
    hz_coupled_damping coupling; /* what couples the first modes */
    hz_fault fault;              /* Says why they are no body; without text: they are one. */
    char wrong[80], file[120];
} hz_matrices;

enum { HZ_MATRICES_MOST = HZ_COUPLED_DAMPING_MOST }; /* They have so many masses at most. */

/* Takes M, K, C from so many names: three Pd arrays, row by row, or one text file that holds n, then all three. Returns
 * NULL if there is no memory. */
hz_matrices *hz_matrices_read(const hz_body *b, const char *const name[3], int given);

/* Reads their text and decomposes them. Any thread may do so, and several at a time. */
void hz_matrices_solve(void *matrices);

/* Makes the error of matrices that are no body, which keeps `before` masses. */
void hz_matrices_refuse(const hz_body *b, const hz_matrices *m, int before);

void hz_matrices_free(void *matrices);

#endif
