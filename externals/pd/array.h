/* array: how models read and write the arrays of Pd. */
#ifndef HZ_PD_ARRAY_H
#define HZ_PD_ARRAY_H

#include "class.h"

/* Returns the array of this name and how many numbers it has, or NULL where there is none, or no number in it. Pd
 * prints an error where there are two of this name, so that only messages may call this and all others but
 * hz_array_holds. */
t_word *hz_array_look(t_symbol *name, int *n);

/* Does the same, with an error under `subject` where there is none. */
t_word *hz_array_find(hz_object *o, const char *subject, t_symbol *name, int *n);

/* Lets Pd draw the array again, after it was written. */
void hz_array_drawn(t_symbol *name);

/* An array that the audio thread reads in every block. It is looked up by its name in messages, where DSP starts, and
 * after the name has come to mean something else or the array has gone or changed its length: the block that sees this
 * sets a clock, which looks it up before the next block. So Pd may say from the lookup that there are two arrays of one
 * name, but never from perform, and memory that Pd has freed is never read. */
typedef struct hz_array {
    t_symbol *name;  /* NULL or "": none is wanted */
    t_pd *bound;     /* what Pd had under that name at the lookup */
    t_gpointer held; /* Pd says by it whether the array is alive and has its length. */
    t_word *words;   /* NULL: there was no array, or an empty one */
    int n;
    t_clock *again;
} hz_array;

/* Returns 0 if there is no memory. */
int hz_array_make(hz_array *a);
void hz_array_free(hz_array *a);

/* Looks the array up. Only messages and the start of DSP may call this. */
void hz_array_look_up(hz_array *a, const char *name);

/* Says whether what was found is still what the name means. If it is not, it must not be read, and it is looked up
 * before the next block. */
int hz_array_holds(hz_array *a, const char *name);

#endif
