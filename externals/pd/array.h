/* array: Pd's arrays, as models read and write them. */
#ifndef HZ_PD_ARRAY_H
#define HZ_PD_ARRAY_H

#include "class.h"

/* The array of this name and how many numbers it has; NULL where there is none, or no number in it. Pd says where there
 * are two of this name: from messages only, as all but hz_array_holds. */
t_word *hz_array_look(t_symbol *name, int *n);

/* The same, with an error under `subject` where there is none. */
t_word *hz_array_find(hz_object *o, const char *subject, t_symbol *name, int *n);

/* After writing: Pd draws it again. */
void hz_array_drawn(t_symbol *name);

/* An array that the audio thread reads in every block. It is looked up by its name in messages, where DSP starts, and
 * after the name has come to mean something else or the array has gone or changed its length: the block that sees this
 * sets a clock, which looks it up before the next block. So Pd may say from the lookup that there are two arrays of one
 * name, but never from perform, and memory that Pd has freed is never read. */
typedef struct hz_array {
    t_symbol *name;  /* NULL or "": none is wanted */
    t_pd *bound;     /* what Pd had under that name at the lookup */
    t_gpointer held; /* Pd tells by it whether the array is alive and has its length */
    t_word *words;   /* NULL: there was none, or an empty one */
    int n;
    t_clock *again;
} hz_array;

int hz_array_make(hz_array *a); /* 0: no memory */
void hz_array_free(hz_array *a);

/* Looks it up. From messages and where DSP starts only. */
void hz_array_look_up(hz_array *a, const char *name);

/* Whether what was found is still what the name means. If not it must not be read; it is looked up before the next
 * block. */
int hz_array_holds(hz_array *a, const char *name);

#endif
