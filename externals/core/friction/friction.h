/* friction: what a hand rubs, and what it rubs with: two bodies of modes that stick and slip on each other.
 *
 *     F = s0 z + s1 N z' + s2 N v,  z' = v (1 - alpha(z, v) z/z_ss(v)),  v = V + u_a' - u_b'     friction:equation
 *
 * F drags b along and holds a back; N presses them together; the surface of a passes the contact with the speed V of
 * the hand. Either body may be a wall: a hand that does not ring, or a table. The bristles are those of a bow
 * (core/grid/bow_friction.h), the modes are stepped exactly, and one equation of one unknown is solved in each step
 * (friction:step). So books balance to rounding, whatever the step. */
#ifndef HZ_FRICTION_H
#define HZ_FRICTION_H

#include "core/base/contact_report.h"
#include "core/base/ledger.h"
#include "core/base/ramp.h"
#include "core/base/stroke.h"
#include "core/grid/bow_friction.h"
#include "core/modal/mode_bank.h"
#include "core/modal/pickup_fade.h"
#include "profile.h"

enum { HZ_FRICTION_MOST_STEPS = 64 }; /* in a sample */

typedef struct hz_friction_params {
    hz_bow_params bristles;
    hz_profile_params profile;
    int steps; /* in each sample; 0: as many as it takes (friction:steps) */
} hz_friction_params;

typedef struct hz_friction_body {
    hz_bank bank;
    hz_pickup_fade fade;
    double *slide_to; /* weights that the port glides to ... */
    int sliding;      /* ... in so many samples */
} hz_friction_body;

/* What acts in one sample. */
typedef struct hz_friction_load {
    double force, speed, push; /* N, m/s, N */
    int ledger;
} hz_friction_load;

typedef struct hz_friction_pair {
    hz_friction_params params;
    double h;
    int ready;
    hz_friction_body a, b;
    hz_bow bow;
    hz_profile profile;
    hz_profile_drawn drawn;
    hz_stroke rub;
    double rubs[2];        /* N, m/s: what the hand does of itself at present */
    double way;            /* m: a has gone so far over b */
    int fewest;            /* steps in a sample, for what the bristles do of themselves */
    hz_friction_load load; /* of the last sample */
    int still;             /* nothing moves as long as this load stays */
    double force, speed;   /* of the last step: friction, and a over b */
    /* What goes on: sticking or slipping, since when, and what it has lost. */
    int slips;
    double since, lost, fastest, strongest;
    double slipping;      /* of the last step: friction:slip */
    double before, brief; /* s: how long the stretch before this one was, and the briefer of the last two */
    double impulse;       /* of friction, N s, in the present sample */
    hz_ledger ledger;
    void (*ended)(void *owner, const hz_contact *c);
    void *owner;
} hz_friction;

/* One block of signals. A signal that is NULL is zero; a meter that is NULL is not wanted. */
typedef struct hz_friction_io {
    int n;
    const double *force, *speed, *push; /* of the hand, N and m/s; on b, N */
    double *const *audio;               /* of each pickup of a, then of b */
    int displacement;
    double *friction; /* N, mean over the sample */
    double *const *meter;
    int ledger;
} hz_friction_io;

int hz_friction_init(hz_friction *x, int room_a, int pickups_a, int room_b, int pickups_b);
/* Makes room for more modes, and all goes on as it was. Returns 0 if there is no memory; then nothing has changed. */
int hz_friction_grow(hz_friction *x, int room_a, int room_b);
void hz_friction_free(hz_friction *x);
/* Takes over other bodies, other friction, another step, while the motion goes on. What that does to the stored energy
 * is booked as adjusted. */
void hz_friction_prepare(hz_friction *x, const hz_friction_params *p, const hz_modes *a, const hz_modes *b, double h);
/* The port of a (0) or b (1) glides to these weights over n samples. */
void hz_friction_slide(hz_friction *x, int body, const double *weight, int modes, int n);
/* Everything comes to rest, the hand is lifted. With `reset` the books are opened anew. */
void hz_friction_reset(hz_friction *x);
void hz_friction_calm(hz_friction *x);

/* The hand rubs with this force and speed for so long; 0: until it is lifted. The speed rises over `rise` seconds. */
void hz_friction_rub(hz_friction *x, double force, double speed, double seconds, double rise);
void hz_friction_bend(hz_friction *x, double force, double speed);
void hz_friction_lift(hz_friction *x);

void hz_friction_run(hz_friction *x, const hz_friction_io *io);

/* What a pickup hears; those of a come first. */
double hz_friction_heard(const hz_friction *x, int pickup, int displacement);
void hz_friction_hear_anew(hz_friction *x);
void hz_friction_energy(const hz_friction *x, hz_energy *out);
void hz_friction_accounts(const hz_friction *x, hz_accounts *out);
int hz_friction_finite(const hz_friction *x);

#endif
