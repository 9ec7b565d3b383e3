/* matrices: a body given by its mass, stiffness and damping matrices, decomposed by GSL when they are set. */
#ifndef HZ_FAMILY_MATRICES_H
#define HZ_FAMILY_MATRICES_H

#include "core/linear_contact/coupled_damping.h"
#include "families/modal/body.h"

/* Reads M, K, C from three Pd arrays, row by row, or from one text file that holds n, then all three. Fills in the
 * modes, each of mass 1 with a row of n displacements, and what couples the first of them, and returns n. Matrices that
 * are no body get one error; then nothing changes and `before` is returned. */
int hz_matrices_take(const hz_body *b, const char *const name[3], int given, int before, int most, double *omega,
                     double *sigma, double *shapes, hz_coupled_damping *coupling);

#endif
