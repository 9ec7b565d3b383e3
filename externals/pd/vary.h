/* vary: a sound like the present one, drawn at random. */
#ifndef HZ_PD_VARY_H
#define HZ_PD_VARY_H

#include "class.h"

void hz_vary(void *object, int argc, const t_atom *argv);
extern const hz_param hz_vary_args[2];

#endif
