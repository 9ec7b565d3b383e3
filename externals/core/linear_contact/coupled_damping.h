/* coupled_damping: modes that are coupled by their damping, and the pole pairs that they have together.
 *
 *     u' = v,  v' = -omega^2 u - C v             modes of mass 1, C full            coupling:modes
 *     (u, v) = out (q, p),  (q, p) = in (u, v)   q' = p,  p' = -x q - 2 sigma p     coupling:pairs
 *
 * Energies, loads and pickups are described in modes. Only the banks and the poles of the contact are described in
 * pairs. */
#ifndef HZ_COUPLED_DAMPING_H
#define HZ_COUPLED_DAMPING_H

#include "loss_form.h"

enum { HZ_COUPLED_DAMPING_MOST = 128 };

typedef struct hz_coupled_damping {
    int n;                     /* the first n modes of a body are coupled, and are n pairs */
    double *sigma, *x, *delta; /* of the pairs */
    double *out, *in;          /* 2 n by 2 n, row by row, found at set-up (coupling:decompose) */
    double *loss, *row;        /* v' C v = sum loss (row v)^2: n, and n by n */
    hz_loss_form form;         /* what the pairs lose by that over a time */
} hz_coupled_damping;

/* Room for HZ_COUPLED_DAMPING_MOST modes; none are coupled yet. */
int hz_coupled_damping_init(hz_coupled_damping *c);
void hz_coupled_damping_free(hz_coupled_damping *c);
void hz_coupled_damping_copy(hz_coupled_damping *to,
                             const hz_coupled_damping *from); /* from may be NULL: nothing is coupled */

/* Derives the form when all else is there. It takes of the order of n^3 steps, at set-up. */
void hz_coupled_damping_close(hz_coupled_damping *c);

/* The state of a body, in place: from pairs to modes and back. */
void hz_coupled_damping_modes(const hz_coupled_damping *c, double *q, double *p);
void hz_coupled_damping_pairs(const hz_coupled_damping *c, double *q, double *p);
/* The pairs lose power as a sum of n squares: row k over the pairs, and the weight of its square. */
double hz_coupled_damping_square(const hz_coupled_damping *c, int k, double *row_q, double *row_p);
/* Turns weights of the displacements, or of the velocities, of the modes into the row over the pairs that reads the
 * same. Only the first n numbers are written. */
void hz_coupled_damping_row(const hz_coupled_damping *c, const double *weight, int velocity, double *row_q,
                            double *row_p);

#endif
