/* linear: the little linear algebra of complex numbers that the analysis needs. GSL has no eigenvalues of a complex
 * matrix that is not Hermitian. Matrices are stored row after row. */
#ifndef HZ_LISTEN_LINEAR_H
#define HZ_LISTEN_LINEAR_H

#include "complex.h"

/* The eigenvalues of a Hermitian matrix, the largest first, and its eigenvectors as the columns of v. It is destroyed.
 * listen:jacobi */
void hz_linear_hermitian(hz_complex *a, int n, double *value, hz_complex *v);

/* The eigenvalues of any matrix, which is destroyed. Returns 0 if they were not found. listen:schur */
int hz_linear_eigenvalues(hz_complex *a, int n, hz_complex *value);

/* Solves a x = b for several right sides, which stand in the columns of b and become the solutions. a is destroyed.
 * Returns 0 if it is singular. */
int hz_linear_solve(hz_complex *a, int n, hz_complex *b, int sides);

/* Turns the lower half of a Hermitian positive matrix into its factor. Returns 0 if it is not positive. */
int hz_linear_factor(hz_complex *a, int n);
/* Solves with that factor, in place. */
void hz_linear_back(const hz_complex *factor, int n, hz_complex *b);

/* The discrete Fourier transform of n numbers, a power of two, in place. */
void hz_linear_transform(hz_complex *x, int n);

#endif
