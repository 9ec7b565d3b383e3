/* creation_flags: the arguments of an object at its creation, written -name value... */
#ifndef HZ_PD_CREATION_FLAGS_H
#define HZ_PD_CREATION_FLAGS_H

#include "class.h"

/* A parameter that a flag has set. */
typedef struct hz_creation_flag {
    int table, row;
} hz_creation_flag;

/* The parameters that the flags have set, in the order in which they were written. */
typedef struct hz_creation_flags {
    hz_creation_flag *set;
    int n, room;
    const struct hz_preset *preset; /* the last one; NULL: none */
    int changes;                    /* A flag sets what rings or is heard otherwise than the preset. */
    int gain;                       /* A flag sets gain, which stays. */
} hz_creation_flags;

/* Reads all arguments. Each wrong one makes an error and changes nothing. -preset <name> stands for the settings of the
 * preset. The caller frees the list. */
void hz_creation_flags_read(hz_object *o, int argc, const t_atom *argv, hz_creation_flags *flags);

#endif
