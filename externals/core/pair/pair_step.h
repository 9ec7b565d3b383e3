/* pair_step: one step of two bodies and the contact between them: looked at, solved, taken. A room of collide. */
#ifndef HZ_PAIR_STEP_H
#define HZ_PAIR_STEP_H

#include "core/collide/collide.h"
#include "core/contact/force_solver.h"

/* Whether a signal, if there is one, has this value all along, to the bit. */
int hz_outer_is_all(const double *x, int n, double value);

/* A step of length d without contact force, as the compression sees it. */
typedef struct hz_look {
    hz_mode_step *a, *b;
    hz_reach r;
    hz_reach alone; /* of body b, without any force */
} hz_look;

hz_look hz_step_look(hz_collide *c, double d);

/* Takes a step with this force of the contact. The bodies answer to the sum of the forces, not to one after the other:
 * a strong load that the contact balances must not leave its rounding behind. Returns the way the compression went.
 * Books: ledger:flows. */
double hz_step_take(hz_collide *c, const hz_look *k, double force);

/* Solves a step by law:exactloss, or where that has no answer by law:gradient. */
hz_push hz_step_solve(hz_collide *c, const hz_look *k, double guess);
/* Solves a step by law:gradient: passive at any length and whatever happens in it. */
hz_push hz_step_solve_across(hz_collide *c, const hz_look *k, double guess);

/* The compression's acceleration at present without contact force. */
double hz_step_acceleration(const hz_collide *c);
/* The same in a contact, known from its last step. */
double hz_step_surge(const hz_collide *c);

#endif
