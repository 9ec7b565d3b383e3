/* linear_contact: two modal bodies that are one linear system while they touch and two while they do not.
 *
 *     in contact   f = k eta + c eta',  eta = u_a - u_b + surface        R 9
 *     in flight    f = 0
 *
 * The state stays in the modes of the bodies, always; contact is a flag. A short step is Taylor's series of the joined
 * system, which yields the compression as a polynomial: touch, turn and parting are its roots (series.c). A sample that
 * lies in contact from end to end is one Galerkin step, in which the force is a polynomial and the modes answer to it
 * exactly (curve.c). A sample of flight is an exact step of each mode.
 *
 * Switching is `exact`, at the zero of eta inside the sample, or by `offset` as in R 2.2: a rigid rod fills the gap
 * that is left at the last sample before the touch, so that the contact begins on that sample (contact:offset), or
 * `naive`, at the first sample inside, which makes energy there and loses energy where the contact ends
 * (contact:naive). A surface may move between the bodies, which are then compressed by so much more (contact:surface).
 * The damper pulls on the bodies just before they part, as in R, or it does not (contact:slack). */
#ifndef HZ_LINEAR_CONTACT_H
#define HZ_LINEAR_CONTACT_H

#include "core/base/contact_report.h"
#include "core/base/ledger.h"
#include "core/linear_contact/coupled_damping.h"
#include "core/modal/mode_bank.h"

enum hz_switching { HZ_SWITCH_EXACT, HZ_SWITCH_OFFSET, HZ_SWITCH_NAIVE };

typedef struct hz_linear_contact_params {
    double stiffness, damping, gravity; /* N/m, N s/m, m/s^2 */
    enum hz_switching switching;
    int slackens; /* the damper does not pull (contact:slack) */
} hz_linear_contact_params;

/* Bodies may have so many modes together; coupled ones may be 128 in each. */
enum { HZ_LINEAR_CONTACT_MOST = 256 };

/* After so many switches in one sample the rest of it is taken as it comes; after twice as many, whatever happens
 * (contact:bound). */
enum { HZ_LINEAR_CONTACT_BOUND = 24 };
/* Bodies of n modes together may switch so often in 64 samples, and twice as often more if they did less before. When
 * these are used up, a contact goes on until there are more (contact:bound). */
static inline double hz_linear_contact_switches(int n)
{
    return n > 85 ? 16384.0 / n : 192;
}

typedef struct hz_linear_contact_body {
    int n, pickups, room;
    int at;                               /* its pairs begin there in the rows over all pairs */
    double *scale;                        /* sqrt(mass): a mode's q is that times its displacement */
    double *pull;                         /* what a unit of gravity does to a mode that drifts */
    double *keep_q, *keep_v, *keep_omega; /* of each mode before a change */
    double last_for, kept_for;            /* how long the last flight was, and for which time the squares are kept */
    hz_coupled_damping coupling;          /* between its modes and its pairs, where damping couples the first ones */
} hz_linear_contact_body;

/* The most terms of a series, and the most shapes of a force curve; and so many of Legendre's polynomials make the
 * motion of a mode. */
enum { HZ_SERIES_TERMS = 36, HZ_FORCE_SHAPES = 24, HZ_LEGENDRE = 24 };

/* 1/k, k!, 1/k!, and how far a pole may turn that so many terms suffice. */
typedef struct hz_series_numbers {
    double part[HZ_SERIES_TERMS + 2], factorial[HZ_SERIES_TERMS + 2], inverse[HZ_SERIES_TERMS + 2],
        turn[HZ_SERIES_TERMS + 2];
} hz_series_numbers;

/* A stretch of contact of one length: what the modes do in it, and what makes the force's shapes from their state. A
 * shape is one of Legendre's polynomials. */
typedef struct hz_force_curve {
    double length;
    int shapes;    /* 0: there is no such curve */
    int loaded;    /* what the loads do is derived */
    double *table; /* of each slab of pairs Legendre's coefficients: of a unit impulse's rate, then of its way */
    double *coast, *rate, *way; /* its way and its rate at the end, and the integral of its way */
    /* Column by column: of the rate of compression to the force, and the inverse of what the force solves. */
    double answer[HZ_FORCE_SHAPES][HZ_FORCE_SHAPES], inverse[HZ_FORCE_SHAPES][HZ_FORCE_SHAPES];
    double load[HZ_FORCE_SHAPES]; /* the rate of compression by the loads */
} hz_force_curve;

/* What a time of flight does to each pair: q += t2 p; p = d2 p - s q; q = d1 q + t1 p. */
typedef struct hz_shears {
    double length, *t2, *s, *d2, *d1, *t1;
} hz_shears;

/* Rows over all pairs of both bodies. */
typedef struct hz_pairs {
    enum hz_simd lanes;
    int n, room; /* with the padding between the bodies */
    int mixed;   /* the pickups read displacements from p too, and velocities from q */
    double *x, *sigma, *delta;
    double *spring, *damper;         /* -x and -2 sigma */
    double *eta_q, *eta_p;           /* what the compression reads */
    double *rate_q, *rate_p;         /* and its rate */
    double *drive_q, *drive_p;       /* what the contact's force takes from q' and p' */
    double *load_q, *load_p;         /* what gravity and the forces from outside add to them */
    double *q, *p, *next_q, *next_p; /* the state */
    hz_shears sample, block;
    double *coast, *way;       /* how far a unit of speed and one of acceleration take a pair in a sample */
    double *moved_q, *moved_p; /* what the loads do to a pair in a sample */
    double *qq, *qp, *pq, *pp; /* a sample of flight, as mode_ring wants it */
    double *sized_q, *sized_p; /* what q^2 and p^2 count in the square of the motion's size */
    double *loss;              /* 2 sigma of a mode that damping does not couple */
    double *form_q, *form_p;   /* what a coupled body's loss form makes of a unit of force */
    double *kept_cc, *kept_square, *kept_ss; /* what a flight of a time that comes again costs each mode */
} hz_pairs;

typedef struct hz_linear_contact {
    hz_linear_contact_params params;
    double h;
    int ready;
    hz_linear_contact_body a, b;
    hz_pairs r;
    double **place, **speed;                         /* of each pickup: rows for q, then for p, over its body's pairs */
    double *x, *sigma, *port;                        /* of all modes, at the places of their pairs */
    int drifting, *drift;                            /* the modes that drift */
    double *low_q, *low_p, *next_low_q, *next_low_p; /* of those: what rounding left of their sums */
    double drift_square;                             /* sum of port^2 of those: they take up a rod, if there are any */
    double fastest[2];                               /* 1/s: no pole is faster, in flight and in contact */
    double fastest_loss;                             /* 1/s, of a mode */
    double widest;                                   /* 1/s: no mode alone has a faster pole */
    double give; /* how far vibrations of a unit of energy can move the compression, squared */
    double bend; /* the acceleration of the compression by a motion of size 1, at most */
    hz_series_numbers numbers_of;
    double response[HZ_SERIES_TERMS]; /* derivatives of the rate after a unit of impulse, in powers of h */
    hz_force_curve curve, rest;       /* of a sample, and of what is left of one */
    /* The state: only phases.c writes it. */
    int touching;
    int slack;        /* the bodies are still inside each other, but without a force, as in flight (contact:slack) */
    int still;        /* nothing moves, and nothing pushes */
    double eta, rate; /* compression and its rate, at present */
    double bias;      /* in flight: how much more eta is than the modes say */
    double rod;       /* of this contact: contact:offset */
    double surface;   /* what lies between the bodies, m */
    double force[2];  /* from outside, on a and b, of the present sample */
    double slip;      /* what the loads add to the rate at once */
    double load_size; /* what the loads can add to the size of the motion, 1/s */
    double pushed;    /* the acceleration of the compression by the loads */
    double size;      /* the motion is at most this large; infinite: nobody has looked */
    double reach;     /* how far vibrations can move eta in flight; NaN: that is not known now */
    int placed;       /* the surface has begun where its signal does */
    double made;      /* where contacts began by naive switching, J, since something was put in */
    int guarded;      /* it would have made too much, and a rod stood in: contact:naive */
    /* Of the present contact. */
    hz_contact record;
    int unresolved; /* it is not reported: it was taken as it came (contact:bound) */
    /* Of the last sample. */
    int switches;
    double into;    /* how far into the sample the last switch came, s */
    double impulse; /* of the force, N s */
    hz_ledger ledger;
    double owed_time, *owed_q, *owed_p; /* since when what is lost in flight is not booked, and the state of then */
    double owed_work;                   /* of the force on a loss form, in contact */
    double switches_left;               /* so many may still come in this block */
    double *offset[2]; /* velocity and displacement that each pickup still hears of a change: they fade over a block */
    double *shown_q, *shown_p; /* room for those who look at the state */
    double *memory, *rows;
    void *numbers;
    void (*ended)(void *owner, const hz_contact *c);
    void *owner;
} hz_linear_contact;

/* One block of signals. A force that is NULL is zero; a meter that is NULL is not wanted. */
typedef struct hz_linear_contact_io {
    int n;
    const double *force_a, *force_b; /* N */
    const double *surface;           /* m, at the end of each sample; NULL: it stays as it is */
    double *const *audio;            /* of each pickup of a, then of b */
    int displacement;
    double *force; /* N, mean over the sample */
    double *const *meter;
    int ledger;
} hz_linear_contact_io;

int hz_linear_contact_init(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b);
void hz_linear_contact_free(hz_linear_contact *x);
/* Takes over other bodies, another contact, another step, while the motion goes on. What that does to the stored energy
 * is booked as adjusted. */
void hz_linear_contact_prepare(hz_linear_contact *x, const hz_linear_contact_params *p, const hz_modes *a,
                               const hz_modes *b, double h);
/* Everything comes to rest; where gravity presses a against b, it rests there. The books are opened anew. */
void hz_linear_contact_reset(hz_linear_contact *x);
void hz_linear_contact_calm(hz_linear_contact *x); /* the same, but the books go on */
/* Strike puts body a at the surface of b where that is now, and its contact point moves with velocity v. Drop puts
 * it so high above the surface, at rest. A body a that nothing lets drift is struck where it is, or bent as far. */
void hz_linear_contact_strike(hz_linear_contact *x, double v);
void hz_linear_contact_drop(hz_linear_contact *x, double height);
void hz_linear_contact_run(hz_linear_contact *x, const hz_linear_contact_io *io);

/* The motion at a pickup; those of a come first. What is heard there is the motion and what still fades of a change. */
double hz_linear_contact_motion(const hz_linear_contact *x, int pickup, int displacement);
double hz_linear_contact_heard(const hz_linear_contact *x, int pickup, int displacement);
/* What is heard begins as it is now: nothing of what was heard before a change fades. */
void hz_linear_contact_hear_anew(hz_linear_contact *x);
/* Displacements and velocities of the modes of a (0) or b (1). */
void hz_linear_contact_modes(const hz_linear_contact *x, int body, double *q, double *v);
void hz_linear_contact_energy(const hz_linear_contact *x, hz_energy *out);
void hz_linear_contact_accounts(const hz_linear_contact *x, hz_accounts *out);
int hz_linear_contact_finite(const hz_linear_contact *x);

#endif
