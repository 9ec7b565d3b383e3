/* collide: two modal bodies and a contact law, solved event by event.
 *
 * Body a is the striker, body b what it meets; a wall is a body b of no modes. The compression is
 * eta = u_a - u_b. A table may carry body b: it moves the body's origin, linearly over each sample, and nothing else of
 * it (collide:table). Flight takes whole samples; touch, turn and parting are located inside the sample, and between
 * them a contact is resolved by sub-steps that are spread evenly over its motion (collide:progress). */
#ifndef HZ_COLLIDE_H
#define HZ_COLLIDE_H

#include "core/base/contact_report.h"
#include "pickup_fade.h"
#include "core/contact/law.h"
#include "core/base/ledger.h"
#include "core/modal/mode_bank.h"
#include "core/textbook/methods.h"

typedef struct hz_collide_params {
    hz_law_params law;
    double mass, suspension, rest, gravity; /* the striker: kg, Hz (0: free), m, m/s^2 */
    int resolution;                         /* sub-steps a contact is resolved by */
    double quiet;                           /* contact motion slower than this (m/s) cannot be heard */
    enum hz_method method;                  /* the event-driven one is HZ_EXACT; the rest of this is for the others: */
    int correct, duration;                  /* schemes:correct, schemes:duration */
} hz_collide_params;

/* What a contact that is one thrust waits for: it, or the parting. */
enum hz_impulse_contact { HZ_NOT_BRIEF, HZ_BEFORE_THRUST, HZ_AFTER_THRUST };

/* What is known of the contact under way. */
typedef struct hz_contact_phase {
    hz_contact record;
    double spring, elastic;                /* elastic force and energy of the present compression */
    double surge;                          /* acceleration of body b's port, left to itself */
    double inverse;                        /* of the mass that the contact feels at first: the ports' compliance */
    double speed, speed_out, falls, depth; /* how far velocity and compression will run: collide:progress */
    double progress;                       /* from 0 at touch to about 1 at parting */
    int steps;                             /* taken in it */
    enum hz_impulse_contact brief;         /* collide:brief; what it holds of force and energy is then none */
    double due, rebound;                   /* s until the thrust; how much of the velocity that turns back, at most 1 */
    int unresolved;                        /* a step had to be taken without locating its events */
} hz_contact_phase;

/* What a sample is given: the outer force on each body's port, and whether the books are kept. */
struct hz_outer {
    double a, b;
    int ledger;
};

struct hz_collide {
    hz_collide_params params;
    hz_law law;
    double h;
    hz_bank a, b;
    hz_outer outer; /* of the present sample */
    int even;       /* the next one is given the same */
    /* state */
    double eta, v; /* compression and its velocity */
    double slide;  /* velocity of the table over the sample; where it is, is b's origin */
    int placed;    /* the table has been put where its signal begins */
    int touching;
    hz_contact_phase touch;
    hz_ledger ledger;
    int booked;     /* the ledger counts the flows */
    int asleep;     /* the last block was one of rest, out of hearing: collide:rest */
    int flown;      /* the last block was flight: eta and v are not measured */
    int budget;     /* of work that many modes leave: collide:budget */
    int unsettled;  /* samples since what dies out was last made zero */
    double impulse; /* of the contact over the sample, N s */
    int substeps;   /* taken in the sample */
    /* Called at the end of a contact; with NULL for one that was counted but not resolved. May be NULL itself. */
    void (*ended)(void *owner, const hz_contact *c);
    /* Called where a method cannot do what it is asked to, each time anew; may be NULL. The text stays. */
    void (*remark)(void *owner, const char *text);
    void *owner;
    hz_textbook schemes;
    hz_pickup_fade glide;
};

/* One block of signals; rows that are NULL are not wanted, or for forces: zero. */
struct hz_collide_io {
    int n;
    const double *force_a, *force_b; /* N: towards the object; away from the striker */
    const double *table;  /* m, away from the striker, at the end of each sample; NULL: it stays where it is */
    double *const *audio; /* each pickup's velocity, or displacement; of a wall, the striker's */
    int displacement;
    double *force;        /* N, mean over the sample */
    double *const *meter; /* HZ_METERS rows, each may be NULL */
    int ledger;           /* keep the accounts at every step */
};

int hz_collide_init(hz_collide *c, int room_b, int pickups);
void hz_collide_free(hz_collide *c);
void hz_collide_copy(hz_collide *to, const hz_collide *from);

/* Derives everything anew for the time step h; `object` says what body b is, or NULL that it stays what it was. What
 * that does to the stored energy is booked as adjusted; the motion goes on from where it is, and what is heard of it
 * glides over the next block. Where the surface is another one, a striker that touches goes along with it, and none is
 * inside it. */
void hz_collide_prepare(hz_collide *c, const hz_collide_params *p, const hz_modes *object, double h);
/* Motion and books to zero, the striker at its place of rest. */
void hz_collide_reset(hz_collide *c);
/* Motion to zero where table and place of rest are, booked; the striker touches. */
void hz_collide_calm(hz_collide *c);
/* Puts the striker so far off the surface's present place, moving with velocity v. */
void hz_collide_strike(hz_collide *c, double v, double distance);

/* A pickup's velocity, or displacement, at present, as it is heard; of a wall, the striker's. */
double hz_collide_heard(const hz_collide *c, int pickup, int displacement);
void hz_collide_run(hz_collide *c, const hz_collide_io *io);

void hz_collide_energy(const hz_collide *c, hz_energy *out);
void hz_collide_accounts(const hz_collide *c, hz_accounts *out);
int hz_collide_finite(const hz_collide *c);
/* What is left of the budget for sub-steps, from 1 down to 0 where there is none; of a wall always 1. */
double hz_collide_budget(const hz_collide *c);
/* Whether nothing is left at all, for contacts that are one thrust and for looking ahead neither. */
int hz_collide_is_spent(const hz_collide *c);
/* What so many samples add to it. */
void hz_collide_recover(hz_collide *c, int samples);
/* Reads the compression from where the bodies are. */
void hz_collide_measure(hz_collide *c);
/* Writes a sample of the meters, with the energy as it is then. */
void hz_collide_show(const hz_collide *c, const hz_energy *now, const hz_collide_io *io, int i);
/* The most sub-steps taken in one sample. */
int hz_collide_bound(const hz_collide *c);

#endif
