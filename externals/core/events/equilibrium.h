/* equilibrium: where a striker that is pressed on the object comes to rest. A room of collide. */
#ifndef HZ_EQUILIBRIUM_H
#define HZ_EQUILIBRIUM_H

#include "core/collide/collide.h"

/* Puts everything at rest: where the striker's place of rest is inside the object, or its weight presses, it leans on
 * the object, and what gives has given (collide:lean). */
void hz_equilibrium_find(hz_collide *c);

#endif
