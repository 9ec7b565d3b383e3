/* preset: named settings, applied as if they were sent as messages. */
#ifndef HZ_PD_PRESET_H
#define HZ_PD_PRESET_H

#include "class.h"

/* Returns the preset that one atom names, or NULL after an error that tells the names. */
const hz_preset *hz_preset_find(hz_object *o, int argc, const t_atom *argv);

void hz_preset_apply(hz_object *o, const hz_preset *preset);

#endif
