/* seed: where the random numbers of an object begin.
 *
 * An object has one seed for all its voices. `seed` sets it, and a new object has another one each time. `vary` throws
 * dice of its own from there. What an excitation draws depends on the running seed alone, a whole number that moves on
 * with each excitation: so a sound that is told, stored or saved carries it, and goes on from there to the bit. */
#ifndef HZ_PD_SEED_H
#define HZ_PD_SEED_H

#include "pd/class.h"

enum { HZ_MOST_SEED = 1000000 };

/* A new object begins elsewhere each time. */
void hz_seed_begin(hz_object *o);

/* The verb, which answers with the seed, and its argument. */
void hz_seed(void *object, int argc, const t_atom *argv);
extern const hz_param hz_seed_args[1];

/* The running seed; -1: nothing of the sound is drawn, and it has none. Putting -1 does nothing. */
int hz_seed_now(const hz_object *o);
void hz_seed_put(hz_object *o, int seed);

/* Goes back to where the seed was set last. */
void hz_seed_restart(hz_object *o);

/* Whether a message of a file sets the seed. */
int hz_seed_is(int argc, const t_atom *argv);

#endif
