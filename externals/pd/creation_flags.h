/* creation_flags: creation arguments, written -name value... */
#ifndef HZ_PD_CREATION_FLAGS_H
#define HZ_PD_CREATION_FLAGS_H

#include "class.h"

/* A parameter that a flag has set. */
typedef struct hz_creation_flag {
    int table, row;
} hz_creation_flag;

/* What the flags have set, in the order written. */
typedef struct hz_creation_flags {
    hz_creation_flag *set;
    int n, room;
} hz_creation_flags;

/* Reads all arguments; each wrong one gives an error and changes nothing. -preset <name> stands for the preset's
 * settings. The list is the caller's to free. */
void hz_creation_flags_read(hz_object *o, int argc, const t_atom *argv, hz_creation_flags *flags);

#endif
