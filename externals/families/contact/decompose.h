/* decompose: modes and pole pairs of M x'' + C x' + K x = 0, by GSL, when matrices are set; knows nothing of Pd. */
#ifndef HZ_FAMILY_DECOMPOSE_H
#define HZ_FAMILY_DECOMPOSE_H

#include "core/linear_contact/coupled_damping.h"

/* n by n matrices, row by row, which are taken as symmetric. Fills in the modes (each of mass 1: omega, sigma, and n by
 * n displacements, a row each), those that damping couples first, and what couples them. NULL, or what is wrong, and
 * then nothing is of use. Damping of what drifts is not used. */
const char *hz_decompose(int n, const double *mass, const double *stiffness, const double *damping, double *omega,
                         double *sigma, double *shapes, hz_coupled_damping *coupling);

#endif
