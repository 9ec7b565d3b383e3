/* contact_poles: two modal bodies while a spring and a damper join them.
 *
 *     each mode:    q' = p,  p' = -x q - 2 sigma p - port f,  eta = sum port q      poles:modes
 *     the contact:  f = k eta + c eta'
 *
 * q counts in sqrt(kg) m, so that the energy of a mode is (p^2 + x q^2)/2 and one number, its signed port, drives
 * and reads it. While the contact lasts this is one linear system; its poles are the zeros of 1 + (k + c s) G(s)
 * with G = sum port^2/(s^2 + 2 sigma s + x) (poles:secular). A column is a pair of poles: a vibration, two decays
 * that are nearly equal, or two decays that are far apart (`split`). Finding all poles takes of the order of n^2
 * steps. Nothing is allocated, and no dense matrix is formed. */
#ifndef HZ_CONTACT_POLES_H
#define HZ_CONTACT_POLES_H

#include "core/base/simd.h"

/* The modes of both bodies, n in each row. If damping couples the modes of a body they are not `plain`: the force
 * then drives q too, and the compression reads p too: q' = p - drive_q f, p' = ... - drive_p f, eta = sum port q +
 * port_p p. */
typedef struct hz_contact_poles_modes {
    int n, plain;
    const double *sigma, *x,
        *delta; /* delta = x - sigma^2, which the owner knows to more digits than a difference has */
    const double *port, *port_p, *drive_q, *drive_p;
    double stiffness, damping;
} hz_contact_poles_modes;

/* A real pole is measured from a place near it, s = place + off. The place is a real root of a mode (of its two decays
 * the slow or the fast one), the middle of a vibration's two roots, or 0 (mode -1). */
typedef struct hz_contact_poles_root {
    double s, off;
    int mode, fast;
} hz_contact_poles_root;

/* How far the search for the poles has come. It guesses, then sweeps; where that fails, damping or contact grow in
 * steps; at last the columns are refined. */
typedef struct hz_pole_progress {
    enum { HZ_SEARCH_GUESS, HZ_SEARCH_SWEEP, HZ_SEARCH_DONE } stage;
    enum { HZ_SEARCH_BEGINS, HZ_SEARCH_GROWS, HZ_SEARCH_REFINES } phase;
    int column, pass;          /* the next column; the passes that were swept in a row */
    double worst, before;      /* the largest correction of this pass, and of the one before */
    int attempt, step, steps;  /* of growing: so many steps to a doubling, the last is 0 */
    double stiffness, damping; /* of the contact when it has grown */
    int found;
} hz_pole_progress;

typedef struct hz_contact_poles {
    enum hz_simd lanes; /* how wide its loops are */
    int room, n, coupled, plain, undamped;
    double k, c;
    /* The columns that feel the contact (`coupled`) come first, then the modes that do not feel it. */
    double *sigma, *x, *delta;               /* of a split column sigma and x are its two rates of decay */
    double *eta_q, *eta_p, *rate_q, *rate_p; /* how the compression and its rate are read from a column's state */
    int *split;
    int sweeps;   /* that the last prepare took */
    int refining; /* the columns are found, and only their last digits are looked for */
    hz_pole_progress search;
    enum { HZ_POLES_SEARCH, HZ_POLES_FIT, HZ_POLES_COLUMNS, HZ_POLES_DONE } stage; /* of what is derived */
    int next;                                                                      /* the next mode to fit, or column */
    hz_contact_poles_modes modes;                                                  /* as the owner described them */
    /* All that follows is for contact_poles and pole_search alone: sorted modes, their groups, offsets of the columns'
     * polynomials. */
    int groups, *order, *first, *last, *member;
    double *ms, *mx, *md, *mo, *mo2, *mi1, *mi2, *g0, *g1, *fit, *mirror;
    int *near_mode;
    double *near_s, *near_x, *near_d, *a, *b; /* s^2 + 2 sigma s + x of the near mode less (a + b s) */
    hz_contact_poles_root *one, *two;         /* of a split column */
    hz_contact_poles_root *real;              /* room for all real roots */
    double *norm, *r0, *r1, *in0, *in1, *eta0, *eta1;
    double *wq, *wp, *whole_s, *whole_d, *no_mode, *no_column, *only, *low;
    double *alone, *one_high, *one_low, *two_high, *two_low; /* whether a column is split, and its roots in two parts */
    /* Two rows of each column: 1/P of each mode at its point, or of a split column at both its points. */
    double *rows;
    double *of_a, *of_b, *to_a, *to_b; /* a number for each row */
    double *memory;
    int *numbers;
} hz_contact_poles;

int hz_contact_poles_init(hz_contact_poles *k, int room);
void hz_contact_poles_free(hz_contact_poles *k);

/* Finds poles and residues. 0: a pole did not converge, and nothing here is of use. */
int hz_contact_poles_prepare(hz_contact_poles *k, const hz_contact_poles_modes *m);
/* The same in pieces. Each call of _go takes of the order of n steps and returns whether there is more to do; the rows
 * of `m` must stay until there is not. Then _found says what came of it. */
void hz_contact_poles_begin(hz_contact_poles *k, const hz_contact_poles_modes *m);
int hz_contact_poles_go(hz_contact_poles *k);
int hz_contact_poles_found(const hz_contact_poles *k);

/* Turns the state of the modes, and the compression, into the state of the columns; and back. A load is turned in the
 * same way: its q is what it adds to q', its p what it adds to p', and eta is 0. */
void hz_contact_poles_enter(hz_contact_poles *k, const double *q, const double *p, double eta, double *column_q,
                            double *column_p);
void hz_contact_poles_leave(const hz_contact_poles *k, const double *column_q, const double *column_p, double *q,
                            double *p);
/* Turns a row over the modes (it reads the sum of row_q q + row_p p) into the row over the columns that reads the
 * same. */
void hz_contact_poles_row(hz_contact_poles *k, const double *row_q, const double *row_p, double *column_q,
                          double *column_p);

#endif
