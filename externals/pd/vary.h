/* vary: a sound like the present one, drawn at random, and where the dice begin. */
#ifndef HZ_PD_VARY_H
#define HZ_PD_VARY_H

#include "class.h"

void hz_vary(void *object, int argc, const t_atom *argv);
extern const hz_param hz_vary_args[2];

/* The dice of a new object begin elsewhere each time; `seed` says where, and answers with it. */
void hz_vary_begin(hz_object *o);
void hz_seed(void *object, int argc, const t_atom *argv);
extern const hz_param hz_seed_args[1];

#endif
