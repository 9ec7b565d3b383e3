/* coupled_damping: modes whose damping couples them, as the pole pairs they have together.
 *
 *     u' = v,  v' = -omega^2 u - C v             modes of mass 1, C full            coupling:modes
 *     (u, v) = out (q, p),  (q, p) = in (u, v)   q' = p,  p' = -x q - 2 sigma p     coupling:pairs
 *
 * Energy, loads and what is seen or heard are told in modes; only the banks, and the poles of the contact, are told in
 * pairs. */
#ifndef HZ_COUPLED_DAMPING_H
#define HZ_COUPLED_DAMPING_H

#include "loss_form.h"

enum { HZ_COUPLING_MOST = 128 };

typedef struct hz_coupling {
    int n;                     /* a body's first so many modes, and as many pairs */
    double *sigma, *x, *delta; /* of the pairs */
    double *out, *in;          /* 2 n by 2 n, row by row; found at set-up (coupling:decompose) */
    double *loss, *row;        /* v' C v = sum loss (row v)^2: n, and n by n */
    hz_lossform form;          /* and what the pairs lose by it over a time */
    double *work;              /* 2 n */
} hz_coupling;

/* Room for HZ_COUPLING_MOST modes; none are coupled yet. */
int hz_coupling_init(hz_coupling *c);
void hz_coupling_free(hz_coupling *c);
void hz_coupling_copy(hz_coupling *to, const hz_coupling *from); /* from may be NULL: nothing is coupled */

/* Finds the form, once all else is there: n^3 steps, at set-up. */
void hz_coupling_close(hz_coupling *c);

/* The state of a body, in place: from pairs to modes and back. */
void hz_coupling_modes(const hz_coupling *c, double *q, double *p);
void hz_coupling_pairs(const hz_coupling *c, double *q, double *p);
/* The row over the pairs by whose square, so often as is returned, they lose. */
double hz_coupling_loser(const hz_coupling *c, int k, double *row_q, double *row_p);
/* What hears the displacements (or the velocities) of the modes by these weights hears the pairs so. Only the first n
 * are written. */
void hz_coupling_row(const hz_coupling *c, const double *weight, int velocity, double *row_q, double *row_p);
/* What the modes lose at these velocities, W. */
double hz_coupling_loss(const hz_coupling *c, const double *v);

#endif
