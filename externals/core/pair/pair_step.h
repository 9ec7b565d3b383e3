/* pair_step: one step of two bodies and of the contact between them: looked at, solved, taken. The force is constant
 * over the step, and the striker does not ring. */
#ifndef HZ_PAIR_STEP_H
#define HZ_PAIR_STEP_H

#include "contact_system.h"
#include "core/law/force_solver.h"

/* A step of some length without contact force. */
typedef struct hz_look {
    double length;
    hz_reach r;      /* as the compression sees it */
    hz_reach object; /* without any force */
} hz_look;

hz_look hz_pair_look(hz_contact_system *s, double length);
/* Solves it by law:gradient, from a guess at the force: passive at any length and whatever happens in it. */
hz_push hz_pair_solve(const hz_contact_system *s, const hz_look *k, double guess);
/* Takes it with this force of the contact. The bodies answer to the sum of the forces, not to one after the other: a
 * strong load that the contact balances must not leave its rounding behind. Returns the way the compression went.
 * Books: ledger:flows. */
double hz_pair_take(hz_contact_system *s, const hz_look *k, double force);

#endif
