/* array: Pd's arrays, as models read and write them. Only looking for one is allowed in the audio thread. */
#ifndef HZ_PD_ARRAY_H
#define HZ_PD_ARRAY_H

#include "class.h"

/* The array of this name and how many numbers it has; NULL where there is none, or no number in it. */
t_word *hz_array_look(t_symbol *name, int *n);

/* The same, with an error under `subject` where there is none. */
t_word *hz_array_find(hz_object *o, const char *subject, t_symbol *name, int *n);

/* After writing: Pd draws it again. */
void hz_array_drawn(t_symbol *name);

#endif
