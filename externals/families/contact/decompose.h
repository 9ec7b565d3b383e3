/* decompose: modes and pole pairs of M x'' + C x' + K x = 0, by GSL, when matrices are set. It knows nothing of Pd. */
#ifndef HZ_FAMILY_DECOMPOSE_H
#define HZ_FAMILY_DECOMPOSE_H

#include "core/linear_contact/coupled_damping.h"

/* Takes n by n matrices, row by row, as symmetric. Fills in the modes, those that damping couples first, and what
 * couples them. Each mode has mass 1, an omega, a sigma, and a row of n displacements. The damping of what drifts is
 * not used. Returns NULL, or what is wrong, and then nothing is of use. GSL's error handler must be off. */
const char *hz_decompose(int n, const double *mass, const double *stiffness, const double *damping, double *omega,
                         double *sigma, double *shapes, hz_coupled_damping *coupling);

#endif
