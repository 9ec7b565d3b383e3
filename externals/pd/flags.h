/* flags: creation arguments, written -name value... */
#ifndef HZ_PD_FLAGS_H
#define HZ_PD_FLAGS_H

#include "class.h"

/* A parameter that a flag has set. */
typedef struct hz_flag {
    int table, row;
} hz_flag;

/* Reads all arguments; each wrong one gives an error and changes nothing. Lists what was set in the order
 * written, in `set`, which has room for argc. Returns how many. */
int hz_flags_read(hz_object *o, int argc, const t_atom *argv, hz_flag *set);

#endif
