/* string_equilibrium: where a string comes to rest on what is in its way, pressed by its finger: a pluck begins from
 * there. */
#ifndef HZ_STRING_EQUILIBRIUM_H
#define HZ_STRING_EQUILIBRIUM_H

#include "barrier.h"

/* What draws the string aside, with the force that would draw it so far if nothing were in its way. */
typedef struct hz_pick {
    hz_string_port port;
    double amplitude;
} hz_pick;

/* Leaves the shape in x->rest, from 0 to string.n; with a pick, which may be NULL, the one in which that holds it. At
 * most HZ_REST_ROUNDS solutions of a banded system; obstacles stay where they are, but a mass gives way as its spring
 * does. */
enum { HZ_REST_ROUNDS = 40 };
void hz_string_equilibrium_find(hz_barrier *x, const hz_pick *pick);

#endif
