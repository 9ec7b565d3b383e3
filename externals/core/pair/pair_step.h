/* pair_step: one step of two bodies and of the contact between them: looked at, solved, taken. */
#ifndef HZ_PAIR_STEP_H
#define HZ_PAIR_STEP_H

#include "contact_system.h"
#include "core/law/force_solver.h"
#include "core/law/tilted_force.h"

/* Whether a signal, if there is one, has this value all along, to the bit. */
int hz_pair_is_all(const double *x, int n, double value);

/* A step of some length without contact force. The step is found again by its length when it is taken, so any number of
 * looks may be held at once. */
typedef struct hz_look {
    double length;
    hz_reach r;              /* as the compression sees it */
    hz_tilted_reach object;  /* without any force; the moment only where the step is to be tilted */
    hz_tilted_reach ringing; /* the modes in which the striker rings, likewise */
} hz_look;

hz_look hz_pair_look(hz_contact_system *s, double length);
/* The same for a step that is to be tilted: what the equation of its force takes from the bodies is written to `q`. */
hz_look hz_pair_look_tilted(hz_contact_system *s, double length, hz_tilted_equation *q);
/* The same where another striker has looked at such a step already, so that the object need not; NULL: none has. */
hz_look hz_pair_look_with(hz_contact_system *s, double length, const hz_look *other, hz_tilted_equation *q);

/* What force and tilt do to the compression in a step of this length: derived when it comes up for the first time. */
const hz_tilted_columns *hz_pair_columns(hz_contact_system *s, double length);

/* A stride of so many samples, 2, 4 or 8 (hz_stride): what it does to the bodies and to the compression. */
typedef struct hz_pair_stride {
    const hz_stride *striker, *ringing, *object;
    const hz_curve_columns *columns;
} hz_pair_stride;

hz_pair_stride hz_pair_stride_of(hz_contact_system *s, int samples);
/* The equation of its force, from a look at the object. */
hz_tilted_equation hz_pair_stride_equation(hz_contact_system *s, const hz_pair_stride *g, const hz_tilted_reach *object,
                                           double spring);
/* Takes a step with this force of the contact, by its mean and tilt. The bodies answer to the sum of the forces, not to
 * one after the other: a strong load that the contact balances must not leave its rounding behind. Returns the way the
 * compression went. Books: ledger:flows. */
double hz_pair_take(hz_contact_system *s, const hz_look *k, double force, double tilt);
/* The same in three parts, for a step of several strikers: each of them, with the force of its contact; the object
 * once, with the forces of all; and the compression of each. The first two return where the body has come. */
hz_reach hz_pair_take_striker(hz_contact_system *s, const hz_look *k, double force, double tilt);
hz_reach hz_pair_take_object(hz_contact_system *s, const hz_look *k, double force, double tilt);
double hz_pair_take_compression(hz_contact_system *s, const hz_look *k, const hz_reach *striker, const hz_reach *object,
                                double force);

/* Solves a step of a contact from a guess at the force's mean and tilt; `spring` is the elastic force now. The force is
 * not a number where the step is too long. `q` is from the look. */
hz_tilted_push hz_pair_solve(const hz_contact_system *s, hz_tilted_equation *q, double spring, double force,
                             double tilt);
/* Solves a step by law:gradient: passive at any length and whatever happens in it. */
hz_push hz_pair_solve_across(hz_contact_system *s, const hz_look *k, double guess);

#endif
