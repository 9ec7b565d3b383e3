/* pole_pairs: a bank of pole pairs. Each pair is two numbers that move on their own, and it is stepped exactly.
 *
 *     q' = p,  p' = -x q - 2 sigma p          a pair: a vibration, a drift (x = 0) or two decays     pairs:motion
 *     q' = -sigma q,  p' = -x p               a split pair: two decays that are far apart
 *
 * Each body in flight is such a bank, and so are both bodies together in contact. Constant loads move the place
 * about which a pair swings, so its q and p are counted from that place. A pair that drifts has no such place, and a
 * slow one has it far away: these feel the loads as an acceleration (pairs:slow). What is read from the bank is a
 * weighted sum of all q and p, a row: the compression, its rate and its integral, the displacement of a port, the
 * pickups. A step is three shears, so that a vibration without damping keeps its energy however many steps there are
 * (pairs:shears). */
#ifndef HZ_POLE_PAIRS_H
#define HZ_POLE_PAIRS_H

#include "core/base/simd.h"

enum { HZ_GRAVITY, HZ_FORCE_A, HZ_FORCE_B, HZ_ROD, HZ_LOADS };

typedef struct hz_pole_pair_row {
    double *q, *p;
    double rod;               /* what a unit of rod adds to it */
    double held_by[HZ_LOADS]; /* what a unit of each load adds to it if all pairs are where the loads hold them */
} hz_pole_pair_row;

/* What a step of this length does: q += t2 p; p = d2 p - s q; q = d1 q + t1 p. Of those that drift or are slow, in the
 * order of their list: how far a unit of speed and a unit of acceleration take them, and what a unit of speed is slowed
 * by (pairs:slow). */
typedef struct hz_pole_pair_step {
    double length, *t2, *s, *d2, *d1, *t1, *coast, *way, *slowing;
} hz_pole_pair_step;

enum { HZ_STEP_SAMPLE, HZ_STEP_PART, HZ_STEP_BLOCK, HZ_STEPS };

typedef struct hz_pole_pairs {
    enum hz_simd lanes; /* how wide its loops are */
    int n, room, pickups, drifting;
    int mixed;                 /* the pickups read displacements from p too, and velocities from q */
    double *sigma, *x, *delta; /* delta = x - sigma^2 */
    int *split, *drift;        /* whether a pair is split; the numbers of those that drift or are slow */
    double slow; /* rad/s, set by the owner: a pair that is loaded and slower than this is slow; 0: none */
    double *q, *p, *next_q, *next_p;
    double *low_q, *low_p, *next_low_q, *next_low_p; /* of those: what rounding left of their sums */
    hz_pole_pair_row eta, rate, sum;                 /* the compression, its rate and its integral */
    hz_pole_pair_row port;           /* the displacement of the body's port; of both bodies together: of body a's */
    hz_pole_pair_row *place, *speed; /* of each pickup */
    double amount[HZ_LOADS];         /* of each load */
    double *load_q[HZ_LOADS], *load_p[HZ_LOADS]; /* what a unit of each adds to q' and p' */
    double *held_q[HZ_LOADS], *held_p[HZ_LOADS]; /* where a unit of each holds a pair */
    /* Of those that drift or are slow: the acceleration by the loads, and what the loads add to q'. Of a split pair:
     * what they add to q' and to p'. */
    double *push, *slip;
    double *lift_q, *lift_p; /* how a rod that is 1 m longer moves a pair, counted from where the rod holds it */
    double held_eta;         /* the compression where the loads would hold those that are slow */
    double give;             /* how far vibrations of a unit of energy can move the compression, squared: pairs:swing */
    /* pairs:bulge */
    double bend;                /* the acceleration of the compression by a motion of size 1, at most */
    double size;                /* the motion is at most this large; infinite: nobody has looked */
    double *sized_q;            /* what q^2 counts in the square of the size */
    double held_size[HZ_LOADS]; /* how large it is where a unit of each load holds the pairs */
    int acting, acts[HZ_LOADS]; /* how many loads do anything here, and which */
    double fastest;             /* rad/s */
    double quickest;            /* 1/s, the greatest modulus of a pole */
    int parts;                  /* of a sample, set by the owner */
    hz_pole_pair_step step[HZ_STEPS];
    double *qq, *qp, *pq, *pp; /* what a sample does, as mode_ring wants it */
    /* How pairs move, for their series: q' = whole p + split_q q, p' = pull_p q + split_p p. `whole` is 1, or 0 of a
     * split pair. */
    double *whole, *split_q, *pull_p, *split_p;
    double *memory;
    void *numbers;
} hz_pole_pairs;

int hz_pole_pairs_init(hz_pole_pairs *b, int room, int pickups);
void hz_pole_pairs_free(hz_pole_pairs *b);
/* Sets how many pairs there are. Those beyond are zeros to every sum. */
void hz_pole_pairs_resize(hz_pole_pairs *b, int n);
/* Derives the step of a sample, the places where loads hold the pairs, and the row of the integral. The owner has
 * set n, sigma, x, delta, split, the other rows and the loads. All loads are 0 then, and the other kept steps have
 * no length yet. */
void hz_pole_pairs_prepare(hz_pole_pairs *b, double h);
/* Makes a kept step this long, if it is not. */
void hz_pole_pairs_length(hz_pole_pairs *b, int which, double length);

/* The state as it is, not counted from where the loads hold the pairs. */
void hz_pole_pairs_read(const hz_pole_pairs *b, double *q, double *p);
void hz_pole_pairs_write(hz_pole_pairs *b, const double *q, const double *p);
void hz_pole_pairs_load(hz_pole_pairs *b, const double *amount);
/* The rod becomes so much longer, and the state moves as the owner has said in the rows of the lift. */
void hz_pole_pairs_lift(hz_pole_pairs *b, double way);

/* Puts every pair where the loads hold it. */
void hz_pole_pairs_hold(hz_pole_pairs *b);
/* The q and p of slow pairs are not counted from where the loads hold them. This counts the sum of two states from
 * there, for those pairs too. */
void hz_pole_pairs_count_from_held(const hz_pole_pairs *b, double *sum_q, double *sum_p);

/* A look at a step: the compression and its rate after it. The step has a kept length or any length, and
 * hz_pole_pairs_take then takes it. */
typedef struct hz_pole_pairs_look {
    double eta, rate;
} hz_pole_pairs_look;
hz_pole_pairs_look hz_pole_pairs_step(hz_pole_pairs *b, int which);
hz_pole_pairs_look hz_pole_pairs_any(hz_pole_pairs *b, double t);
hz_pole_pairs_look hz_pole_pairs_probe(const hz_pole_pairs *b, double t); /* a look that cannot be taken */
hz_pole_pairs_look hz_pole_pairs_now(const hz_pole_pairs *b);
void hz_pole_pairs_take(hz_pole_pairs *b);
/* The compression over a step of length d from now on: adds so many coefficients of its series in powers of the part of
 * the step (pairs:series). */
enum { HZ_POLE_PAIRS_SERIES = 22 };
void hz_pole_pairs_series(const hz_pole_pairs *b, double d, int terms, double *eta);
/* So many terms are needed for a step in which the quickest pole goes so far; 0: too many. */
int hz_pole_pairs_terms(double way);
/* What a row reads when all pairs are where the loads hold them. */
double hz_pole_pairs_held(const hz_pole_pairs *b, const hz_pole_pair_row *row);
double hz_pole_pairs_row(const hz_pole_pairs *b, const hz_pole_pair_row *row);
/* What a pickup reads now. */
double hz_pole_pairs_heard(const hz_pole_pairs *b, int pickup, int displacement);
/* How much the step that was looked at last changes what a row reads. */
double hz_pole_pairs_change(const hz_pole_pairs *b, const hz_pole_pair_row *row);
/* How far vibrations can move the compression from where the loads hold it (pairs:swing). */
double hz_pole_pairs_swing(const hz_pole_pairs *b);
/* How far the loads can take a pair that drifts or is slow within a time t, beyond where it goes by itself. */
double hz_pole_pairs_pushed(const hz_pole_pairs *b, int i, double t);
/* How far the compression can rise above a straight line between the two ends of a step of this length (pairs:bulge).
 * With `anew` the size of the motion is found anew; else it is what is known of it. */
double hz_pole_pairs_bulge(hz_pole_pairs *b, double t, int anew);
/* Adds n samples (at most HZ_MODE_RING_STRETCH) of a pickup's free ringing to out. The state stays where it is. */
void hz_pole_pairs_ring(hz_pole_pairs *b, int n, int pickup, int displacement, double *out);
/* Numbers that are so small that they would become subnormal become zero. */
void hz_pole_pairs_flush(hz_pole_pairs *b);

#endif
