/* vary: a sound like the present one, drawn at random. */
#ifndef HZ_PD_VARY_H
#define HZ_PD_VARY_H

#include "class.h"

/* Changes the numbers of the sound at random. */
void hz_vary_draw(hz_object *o, double amount);
void hz_vary(void *object, int argc, const t_atom *argv);
extern const hz_param hz_vary_args[2];

#endif
