/* preset: named settings, applied as if they were sent as messages. */
#ifndef HZ_PD_PRESET_H
#define HZ_PD_PRESET_H

#include "class.h"

/* The preset of this name, or NULL. */
const hz_preset *hz_preset_find(const hz_class *c, const char *name);

void hz_preset_apply(hz_object *o, const hz_preset *preset);

#endif
