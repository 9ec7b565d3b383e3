/* contact_system: an object, the striker that meets it, and the contact between them.
 *
 * The compression is eta = u_striker - u_object: positive while the two bodies press each other. A wall is an object of
 * no modes. A table may carry the object: it moves the object's origin, linearly over each sample, and nothing else of
 * it (collide:table).
 *
 * The functions below are the only code that writes eta, its velocity v and the striker's place. A solver (solver.h)
 * decides when they are called. */
#ifndef HZ_CONTACT_SYSTEM_H
#define HZ_CONTACT_SYSTEM_H

#include "core/base/contact_report.h"
#include "core/base/ledger.h"
#include "core/law/law.h"
#include "core/law/tilted_force.h"
#include "core/modal/mode_bank.h"
#include "work_limit.h"

typedef struct hz_contact_params {
    hz_law_params law;
    double mass, suspension, rest, gravity; /* the striker: kg, Hz (0: free), m, m/s^2 */
    double quiet;                           /* motion of the contact that is slower than this (m/s) cannot be heard */
} hz_contact_params;

/* What acts on the bodies in the present sample. */
typedef struct hz_outer {
    double striker, object; /* the outer force on the present striker's mass and on the object's port, N */
    double hand;            /* the force on the striker that was struck last */
    int ledger;             /* the books are kept */
} hz_outer;

/* A striker, its contact with the object, and the report of that contact. It is a mass, and may ring besides: its port
 * is displaced by both (pair:ringing). */
typedef struct hz_contact_striker {
    hz_bank body;    /* its mass: one mode */
    hz_bank ringing; /* the modes in which it rings; without any it is rigid */
    int struck;      /* how many strikes there had been when it was struck last; 0: never */
    double eta, v;   /* the compression and its velocity */
    double elastic;  /* the energy that the compression holds, as the solver that runs has it */
    double impulse;  /* of the contact over the present sample, N s */
    double inverse;  /* of the mass that the contact feels at first: the compliance of both ports */
    int touching;    /* a contact is under way ... */
    hz_contact record;
    int unresolved; /* ... and was not followed from its touch, or not step by step: it is counted, but not reported */
    hz_tilted_columns columns[HZ_BANK_STEPS]; /* for each step that the object knows, if the length is the same */
    hz_curve_columns strides[HZ_STRIDES];     /* and for each stride */
} hz_contact_striker;

enum { HZ_MOST_STRIKERS = 8, HZ_MOST_STRIKER_PICKUPS = 32 };

typedef struct hz_contact_system {
    hz_contact_params params;
    hz_law law;
    double h;
    hz_bank object;
    hz_contact_striker *striker; /* the present one, of which the functions below speak */
    hz_contact_striker *strikers;
    int n, most;  /* so many of them are in play, of so many */
    int last;     /* this one was struck last */
    int strikes;  /* since the reset */
    int modes;    /* how many modes a contact moves: the object's and those in which a striker rings */
    double slide; /* velocity of the table over the sample; where the table is, is the object's origin */
    hz_outer outer;
    hz_ledger ledger;
    hz_work_limit work;
    int substeps; /* taken in the present sample */
    /* Called at the end of a contact; with NULL for one that is counted but not reported. May be NULL itself. */
    void (*ended)(void *owner, const hz_contact *c);
    void *owner;
} hz_contact_system;

/* One block of signals; rows that are NULL are not wanted, or for forces: zero. */
typedef struct hz_collide_io {
    int n;
    const double *force_a, *force_b; /* N: on the striker, towards the object; on the object, away from the striker */
    const double *table;  /* m, away from the striker, at the end of each sample; NULL: it stays where it is */
    double *const *audio; /* each pickup's velocity, or displacement; of a wall, that of the striker's mass */
    double *const *ring;  /* the same of the pickups of the strikers, each of which hears them all; may be NULL */
    int displacement;
    double *force;        /* N, mean over the sample */
    double *const *meter; /* HZ_METERS rows, each may be NULL */
    int ledger;           /* keep the accounts at every step */
} hz_collide_io;

/* Whether a signal, if there is one, has this value all along, to the bit. */
int hz_signal_is_all(const double *x, int n, double value);
/* How many samples from this one on are given the same, up to so many, as far as is known. */
int hz_contact_system_even(const hz_contact_system *s, const hz_collide_io *io, int i, int most);

int hz_contact_system_init(hz_contact_system *s, int room, int pickups);
/* Makes room for so many strikers; and for so many modes in which each of them rings, and for its pickups, of which
 * there is one at least, and always the same number. Both return 0 if there is no memory. */
int hz_contact_system_add_strikers(hz_contact_system *s, int strikers);
int hz_contact_system_let_ring(hz_contact_system *s, int room, int pickups);
void hz_contact_system_free(hz_contact_system *s);
/* Derives the law and the striker from the parameters. The striker stays where it is. */
void hz_contact_system_describe(hz_contact_system *s, const hz_contact_params *p);
/* Derives the steps of both bodies after they were described, for samples of length h. A striker that touches goes
 * along with the object's surface, which was at `surface` before; where a striker that does not touch would now be
 * inside a new object, it is put on its surface. */
void hz_contact_system_prepare(hz_contact_system *s, double h, double surface, int new_object);
/* collide:slide  One of so many steps by which the weights of the object's port go straight to others. */
void hz_contact_system_shift(hz_contact_system *s, const double *weight, int steps);

/* Makes a striker the present one. */
static inline void hz_contact_system_turn(hz_contact_system *s, int k)
{
    s->striker = &s->strikers[k];
    s->outer.striker = k == s->last ? s->outer.hand : 0;
}
/* Makes the striker the present one that a strike takes: one that does nothing and is not expected back, else one that
 * is not in play yet, else the one that was struck longest ago, if possible without contact. */
void hz_contact_system_choose(hz_contact_system *s);

/* A sample begins: no force and no sub-step in it so far. */
static inline void hz_contact_system_begin_sample(hz_contact_system *s)
{
    for (int k = 0; k < s->n; k++)
        s->strikers[k].impulse = 0;
    s->substeps = 0;
    hz_work_recover(&s->work, 1);
}

/* ---- the compression ---- */

/* Reads the compression from where the bodies are. */
void hz_contact_system_measure(hz_contact_system *s);
/* A step moved the ports by so much and the table by `slid`, and left the compression with the velocity v. Returns the
 * way that the compression went. */
double hz_contact_system_advance(hz_contact_system *s, double du_striker, double du_object, double slid, double v);
/* A step of a solver leaves a striker's compression and its velocity like this. */
static inline void hz_contact_striker_leave(hz_contact_striker *k, double eta, double v)
{
    k->eta = eta;
    k->v = v;
}
/* The solver knows the compression and its velocity better than the steps so far say: they are these. */
void hz_contact_system_refine(hz_contact_system *s, double eta, double v);
/* Moves the striker until the compression is this. */
void hz_contact_system_place(hz_contact_system *s, double eta);
/* Moves the striker and changes its velocity, until the compression and its velocity are these. */
void hz_contact_system_put(hz_contact_system *s, double eta, double v);
/* Lays the striker on the object at this compression, at rest. */
void hz_contact_system_lay(hz_contact_system *s, double eta);
/* Puts the striker so far off the surface's present place, with this velocity; the contact under way is forgotten.
 * Where that would press a suspended striker farther against its spring than the surface at rest would, it pays with
 * its velocity; where that is not enough, it stays where it is, also in contact, and gets the velocity there. So a
 * strike never adds more than its kinetic energy, and what the suspension holds when the surface is at rest
 * (pair:launch). */
void hz_contact_system_launch(hz_contact_system *s, double v, double distance);
/* The contact pushed with this force for so long. */
static inline void hz_contact_system_push(hz_contact_system *s, double force, double time)
{
    s->striker->impulse += force * time;
}
/* The compression holds this energy; what a step would have left besides is found anew. */
void hz_contact_system_hold(hz_contact_system *s, double elastic);

/* ---- the table ---- */

/* Puts the table at a place, and whatever stands on it or over it along. */
void hz_contact_system_place_table(hz_contact_system *s, double place);
/* The table sets out for where it is at the end of the sample. Returns whether its velocity is another one. */
int hz_contact_system_slide(hz_contact_system *s, double place);

/* ---- rest ---- */

/* Both bodies come to rest and the table returns to its origin. The striker is at its place of rest, even if the object
 * is in the way (equilibrium.h). */
void hz_contact_system_rest(hz_contact_system *s);

/* Both bodies come to rest where the table and the striker's place of rest are; a free striker touches. */
void hz_contact_system_calm(hz_contact_system *s);

/* ---- the contact under way ---- */

/* A contact begins at the present velocity. */
void hz_contact_system_touch(hz_contact_system *s);
/* The contact under way is none: it is neither reported nor counted. */
void hz_contact_system_forget(hz_contact_system *s);
/* The contact has ended with this velocity; `told`: it is worth a report. */
void hz_contact_system_part(hz_contact_system *s, double v, int told);

/* ---- work, accelerations and energy ---- */

/* How contacts may be solved now (work_limit.h). */
static inline enum hz_work hz_contact_system_work(const hz_contact_system *s)
{
    return s->modes > 0 ? hz_work_now(&s->work) : HZ_WORK_RESOLVED;
}

/* Where a striker's port is, its velocity, and its acceleration under an outer force on the mass: pair:ringing. */
double hz_contact_striker_displacement(const hz_contact_striker *k);
double hz_contact_striker_velocity(const hz_contact_striker *k);
double hz_contact_striker_acceleration(const hz_contact_striker *k, double outer);
/* Energy of the bodies, and of the contact as the loop of steps counts it. */
void hz_contact_system_energy(const hz_contact_system *s, hz_energy *out);

#endif
