/* linear_contact: two modal bodies that are one linear system while they touch and two while they do not.
 *
 *     in contact   f = k eta + c eta',  eta = u_a - u_b        R 9
 *     in flight    f = 0
 *
 * Each phase goes on by its own exact solution, in its own coordinates: modes in flight, the columns of poles in
 * contact. Switching is `exact`, at the zero of eta inside the sample, or by `offset`, as R 2.2 has it: a rigid rod, as
 * long as the gap is at the last sample before the touch, makes the contact begin on that sample (phases:offset). */
#ifndef HZ_LINEAR_CONTACT_H
#define HZ_LINEAR_CONTACT_H

#include "core/base/contact_report.h"
#include "coupled_damping.h"
#include "core/base/ledger.h"
#include "loss_form.h"
#include "core/modal/mode_bank.h"
#include "pole_pairs.h"
#include "contact_poles.h"

typedef struct hz_linear_contact_params {
    double stiffness, damping, gravity; /* N/m, N s/m, m/s^2 */
    int offset;                         /* the paper's switching */
} hz_linear_contact_params;

/* With the ledger on, the loss in contact is booked for at most so many modes of both bodies together: for a mass and
 * 100 modes. Its form is derived in one go, which takes 8 million instructions for so many. Modes that damping couples
 * count twice, because each of them takes three times as long. */
enum { HZ_LINEAR_CONTACT_MOST_BOOKED = 101 };

/* Switches in one sample before the rest of it is taken in contact whatever happens (phases:bound). */
enum { HZ_LINEAR_CONTACT_BOUND = 24 };

typedef struct hz_linear_contact_body {
    int n, pickups, room;
    double *scale;                        /* sqrt(mass): a mode's q is that times its displacement */
    double *pull;                         /* what a unit of gravity does to a mode that drifts */
    double *keep_q, *keep_v, *keep_omega; /* of each mode before a change */
    hz_coupled_damping coupling; /* between its modes and the pairs of the bank, where damping couples the first ones */
    hz_pole_pairs bank;          /* in flight */
} hz_linear_contact_body;

/* How the loss in contact is booked, with the ledger on. */
enum hz_contact_loss { HZ_LOSS_UNKNOWN, HZ_LOSS_NONE, HZ_LOSS_BY_FORM, HZ_LOSS_NOT_BOOKED };

typedef struct hz_linear_contact {
    hz_linear_contact_params params;
    double h;
    hz_linear_contact_body a, b;
    hz_pole_pairs joined;      /* both bodies in contact: the columns */
    hz_contact_poles poles[2]; /* the one in use, and one to be prepared: where that fails, everything stays */
    int pole, ready;
    enum hz_contact_loss loss;
    hz_loss_form form;        /* of the joined bank */
    double drift;             /* sum of port^2 of the modes that drift: they take up the rod, if there are any */
    double *sigma, *x, *port; /* of all modes, those of a first */
    double *pair_sigma, *pair_x, *pair_delta, *pair_port, *pair_port_p, *drive_q, *drive_p; /* of all pairs */
    /* The state, which phase_switching.c writes. */
    int touching;
    double eta, rate; /* compression and its rate, at present */
    double bias;      /* in flight: how much more eta is than the modes say, by rounding */
    double rod;       /* of this contact: phases:offset */
    double force[2];  /* from outside, on a and b, of the present sample */
    double reach;     /* how far vibrations can move eta in flight; NaN: not known */
    double look;      /* how far ahead the next look in contact goes */
    hz_contact record;
    int unresolved; /* the contact was taken as it came: it is not reported */
    /* Of the last sample. */
    int switches;
    double into; /* how far into the sample the last switch came, s */
    double impulse;
    hz_ledger ledger;
    double
        *offset[2]; /* what fades over the next block: what would jump at each pickup, as velocity and displacement */
    double *q, *p, *rq, *rp;                         /* room for vectors over all modes */
    double *shown_q, *shown_p, *column_q, *column_p; /* and for who looks at the state */
    double *unit;                                    /* and for deriving the loss form */
    double *memory;
    void (*ended)(void *owner, const hz_contact *c);
    void *owner;
} hz_linear_contact;

/* One block of signals; rows that are NULL are not wanted, or for forces: zero. */
typedef struct hz_linear_contact_io {
    int n;
    const double *force_a, *force_b; /* N */
    double *const *audio;            /* of each pickup of a, then of b */
    int displacement;
    double *force; /* N, mean over the sample */
    double *const *meter;
    int ledger;
} hz_linear_contact_io;

int hz_linear_contact_init(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b);
void hz_linear_contact_free(hz_linear_contact *x);
/* Derives everything anew, the motion going on; what that does to the stored energy is booked as adjusted. 0: the poles
 * of the contact were not found, and all stays as it was. */
int hz_linear_contact_prepare(hz_linear_contact *x, const hz_linear_contact_params *p, const hz_modes *a,
                              const hz_modes *b, double h);
/* Everything at rest, a leaning on b where gravity presses it there; the books are opened. */
void hz_linear_contact_reset(hz_linear_contact *x);
void hz_linear_contact_calm(hz_linear_contact *x); /* likewise, but the books go on */
/* a at the surface's present place, its contact point moving with velocity v; or so high above it and at rest. What
 * cannot move freely is bent there, or struck there. */
void hz_linear_contact_strike(hz_linear_contact *x, double v);
void hz_linear_contact_drop(hz_linear_contact *x, double height);
/* 0: with the ledger on, bodies of more than HZ_LINEAR_CONTACT_MOST_BOOKED modes have touched and their loss in contact
 * is not booked: it stays in the residual. */
int hz_linear_contact_run(hz_linear_contact *x, const hz_linear_contact_io *io);

/* The motion at a pickup, of a first; and what is heard there, with what fades of a change. */
double hz_linear_contact_motion(const hz_linear_contact *x, int pickup, int displacement);
double hz_linear_contact_heard(const hz_linear_contact *x, int pickup, int displacement);
/* Displacements of the modes of a (0) or b (1). */
void hz_linear_contact_modes(const hz_linear_contact *x, int body, double *q);
void hz_linear_contact_energy(const hz_linear_contact *x, hz_energy *out);
void hz_linear_contact_accounts(const hz_linear_contact *x, hz_accounts *out);
int hz_linear_contact_finite(const hz_linear_contact *x);

#endif
