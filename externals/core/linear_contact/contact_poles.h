/* contact_poles: two modal bodies while a spring and a damper join them.
 *
 *     each mode:    q' = p,  p' = -x q - 2 sigma p - port f,  eta = sum port q      poles:modes
 *     the contact:  f = k eta + c eta'
 *
 * q counts in sqrt(kg) m, so that the energy of a mode is (p^2 + x q^2)/2 and one number, its signed port, drives and
 * reads it. While the contact lasts this is one linear system; its poles are the zeros of 1 + (k + c s) G(s) with
 * G = sum port^2/(s^2 + 2 sigma s + x) (poles:secular). A column is a pair of poles: a vibration, two decays that are
 * nearly one, or, `split`, two decays that are far apart. All costs are O(n^2), nothing allocates, and no dense matrix
 * is formed. */
#ifndef HZ_CONTACT_POLES_H
#define HZ_CONTACT_POLES_H

#include "core/base/simd.h"

/* Modes as they enter: n of each. Unless `plain`, the force drives q too and p is heard too (a body whose damping
 * couples its modes): q' = p - drive_q f, p' = ... - drive_p f, eta = sum port q + port_p p. */
typedef struct hz_contact_poles_modes {
    int n, plain;
    const double *sigma, *x, *delta; /* delta = x - sigma^2, which the owner knows better than a difference */
    const double *port, *port_p, *drive_q, *drive_p;
    double stiffness, damping;
} hz_contact_poles_modes;

/* A real pole beside the place of a mode: the real root of its own that is near (of two decays the slow or the fast
 * one), or the middle of its two. mode -1: beside 0. */
typedef struct hz_contact_poles_root {
    double s, off; /* s = that place + off */
    int mode, fast;
} hz_contact_poles_root;

typedef struct hz_contact_poles {
    enum hz_simd lanes; /* how wide its loops are */
    int room, n, coupled, plain, undamped;
    double k, c;
    /* Columns: the coupled ones first, then modes that do not feel the contact. */
    double *sigma, *x, *delta;               /* of a column; of a split one sigma and x are its two rates of decay */
    double *eta_q, *eta_p, *rate_q, *rate_p; /* the compression and its velocity, read from a column's state */
    int *split;
    int sweeps; /* that the last prepare took */
    int close;  /* the columns are found, and only their last digits are looked for */
    /* The rest is poles' own: sorted modes, their groups, offsets of the columns' polynomials. */
    int groups, *order, *first, *last, *member;
    double *ms, *mx, *md, *mo, *mo2, *mi1, *mi2, *g0, *g1, *fit, *mirror;
    int *near_mode;
    double *near_s, *near_x, *near_d, *a, *b; /* s^2 + 2 sigma s + x of the near mode less (a + b s) */
    hz_contact_poles_root *one, *two, *loose; /* of a split column */
    double *norm, *r0, *r1, *in0, *in1, *eta0, *eta1;
    double *wq, *wp, *rq, *rp, *whole, *no_mode, *no_column, *only, *low;
    double *memory;
    int *numbers;
} hz_contact_poles;

int hz_contact_poles_init(hz_contact_poles *k, int room);
void hz_contact_poles_free(hz_contact_poles *k);

/* Finds poles and residues. 0: a root did not converge, and nothing here is of use. */
int hz_contact_poles_prepare(hz_contact_poles *k, const hz_contact_poles_modes *m);

/* The state of the modes and the compression, as states of the columns; and back. A load is a state too: its q what it
 * adds to q', its p what it adds to p', with eta 0. */
void hz_contact_poles_enter(hz_contact_poles *k, const double *q, const double *p, double eta, double *column_q,
                            double *column_p);
void hz_contact_poles_leave(const hz_contact_poles *k, const double *column_q, const double *column_p, double *q,
                            double *p);
/* What hears the modes so (a sum of row_q q + row_p p) hears the columns so. */
void hz_contact_poles_row(hz_contact_poles *k, const double *row_q, const double *row_p, double *column_q,
                          double *column_p);

#endif
