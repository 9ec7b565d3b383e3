/* pole_pairs: a bank of pole pairs, each two numbers that move on their own, stepped exactly.
 *
 *     q' = p,  p' = -x q - 2 sigma p          a pair: vibration, drift (x = 0) or decays        pairs:motion
 *     q' = -sigma q,  p' = -x p               a split one: two decays that are far apart
 *
 * Both bodies in flight, and both together in contact, are such banks. Constant loads move the place about which a pair
 * swings, so q and p are counted from there; only what drifts feels them as acceleration, and what is so slow that it
 * has far to go there (pairs:slow). Rows read the bank: the compression, its rate, its integral, the displacement of a
 * port, pickups. A step is three shears, so that a vibration without damping keeps its energy however many there are
 * (pairs:shears). */
#ifndef HZ_POLE_PAIRS_H
#define HZ_POLE_PAIRS_H

#include "core/base/simd.h"

enum { HZ_GRAVITY, HZ_FORCE_A, HZ_FORCE_B, HZ_ROD, HZ_LOADS };

typedef struct hz_pole_pair_row {
    double *q, *p, rest; /* rest: what it reads where all pairs are where the loads hold them */
    double rod;          /* and what a unit of rod adds to that */
} hz_pole_pair_row;

/* A length of step and what it does: q += t2 p; p = d2 p - s q; q = d1 q + t1 p. */
typedef struct hz_pole_pair_step {
    double length, *t2, *s, *d2, *d1, *t1;
} hz_pole_pair_step;

enum { HZ_STEP_SAMPLE, HZ_STEP_PART, HZ_STEP_BLOCK, HZ_STEPS };

typedef struct hz_pole_pairs {
    enum hz_simd lanes; /* how wide its loops are */
    int n, room, pickups, drifting;
    int mixed;                 /* pickups hear displacements from p too, and velocities from q */
    double *sigma, *x, *delta; /* delta = x - sigma^2 */
    int *split, *drift;        /* which drift, or are slow */
    double slow;               /* rad/s, the owner's: what is loaded and slower; 0: nothing is */
    double *q, *p, *next_q, *next_p;
    double *low_q, *low_p, *next_low_q, *next_low_p; /* what rounding left of what drifts */
    hz_pole_pair_row eta, rate, sum,
        port; /* compression, its rate and integral; what a body's port, or body a's, is displaced */
    hz_pole_pair_row *place, *speed;             /* of each pickup */
    double amount[HZ_LOADS];                     /* of each load */
    double *load_q[HZ_LOADS], *load_p[HZ_LOADS]; /* what a unit of each adds to q' and p' */
    double *held_q[HZ_LOADS], *held_p[HZ_LOADS]; /* where a unit of each holds a pair */
    double *push,
        *slip;   /* acceleration of what drifts or is slow, and what is added to its q'; of a split one, to q' and p' */
    double lean; /* the compression where the loads would hold what is slow */
    double fastest; /* rad/s */
    int parts;      /* the owner's: in a sample */
    hz_pole_pair_step step[HZ_STEPS];
    double *qq, *qp, *pq, *pp; /* a sample, as ring wants it */
    double *memory;
    void *numbers;
} hz_pole_pairs;

int hz_pole_pairs_init(hz_pole_pairs *b, int room, int pickups);
void hz_pole_pairs_free(hz_pole_pairs *b);
/* How many pairs there are; those beyond are zeros to every sum. */
void hz_pole_pairs_resize(hz_pole_pairs *b, int n);
/* Derives the step of a sample, places of rest and the integral's row after n, sigma, x, delta, split, rows and loads
 * were set. All loads are 0 then, and the other kept steps have no length yet. */
void hz_pole_pairs_prepare(hz_pole_pairs *b, double h);
/* Makes a kept step this long, if it is not. */
void hz_pole_pairs_length(hz_pole_pairs *b, int which, double length);

/* The state as it is, not as counted from where the loads hold it; and back. */
void hz_pole_pairs_read(const hz_pole_pairs *b, double *q, double *p);
void hz_pole_pairs_write(hz_pole_pairs *b, const double *q, const double *p);
void hz_pole_pairs_load(hz_pole_pairs *b, const double *amount);

/* Everything is where the loads hold it. */
void hz_pole_pairs_lean(hz_pole_pairs *b);
/* Takes from the sum of two states twice that place of what is slow, which q and p are not counted from. */
void hz_pole_pairs_from_lean(const hz_pole_pairs *b, double *sum_q, double *sum_p);

/* The compression and its rate after a step that is not taken yet: one of the kept lengths, or any; hz_pole_pairs_take
 * then takes it. */
typedef struct hz_pole_pairs_look {
    double eta, rate;
} hz_pole_pairs_look;
hz_pole_pairs_look hz_pole_pairs_step(hz_pole_pairs *b, int which);
hz_pole_pairs_look hz_pole_pairs_any(hz_pole_pairs *b, double t);
hz_pole_pairs_look hz_pole_pairs_probe(const hz_pole_pairs *b, double t); /* the same without the state */
hz_pole_pairs_look hz_pole_pairs_now(const hz_pole_pairs *b);
void hz_pole_pairs_take(hz_pole_pairs *b);
double hz_pole_pairs_row(const hz_pole_pairs *b, const hz_pole_pair_row *row);
/* How far the compression can be from its rest, vibrations alone. */
double hz_pole_pairs_swing(const hz_pole_pairs *b);
/* Adds n samples (at most HZ_MODE_RING_STRETCH) of a pickup's free ringing to out, the state staying where it is. */
void hz_pole_pairs_ring(hz_pole_pairs *b, int n, int pickup, int displacement, double *out);
void hz_pole_pairs_rest(hz_pole_pairs *b); /* what is nothing becomes zero */

#endif
