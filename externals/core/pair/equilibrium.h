/* equilibrium: where a striker that is pressed on the object comes to rest. */
#ifndef HZ_EQUILIBRIUM_H
#define HZ_EQUILIBRIUM_H

#include "contact_system.h"

/* Both bodies are at rest. Where the striker presses the object, both give way until their forces balance, and the
 * contact is under way. */
void hz_equilibrium_find(hz_contact_system *s);

#endif
