/* level: the gain follows the body, the unit and what is heard, but nothing that a player plays.
 *
 * A class estimates how loud its reference blow is, from its parameters alone (`loudness` in class.h). Where something
 * changes that rings or is heard, gain goes by the estimate of before over the estimate of now. What is told within
 * one block is one change. `gain` by a message or flag fixes it, and `level` lets it follow again. */
#ifndef HZ_PD_LEVEL_H
#define HZ_PD_LEVEL_H

#include "class.h"

typedef struct hz_level {
    double before; /* The reference blow was so loud before a change, with a gain of 1; 0: nothing has changed. */
    int awaited;   /* The next block sets the gain so that it peaks at ... */
    double wanted; /* ... so many dBFS. */
} hz_level;

/* Is called before a change of what rings or is heard. Only messages may call it. */
void hz_level_begin(hz_object *o);
/* Adjusts gain for the changes, as soon as it is needed. The audio thread may call it if nothing is marked. */
void hz_level_end(hz_object *o);
/* Forgets the changes: a preset or sound brings a gain of its own. */
void hz_level_drop(hz_object *o);

/* Makes the reference blow as loud as that of a box without flags, where gain follows. A laboratory's body keeps
 * its units. */
void hz_level_plain(hz_object *o);
/* Lets gain stay where it is, or follow. */
void hz_level_fix(hz_object *o, int fixed);

/* Sets gain so that the reference blow peaks at `level` dBFS, and lets it follow. Returns 0 if no gain does. */
int hz_level_set(hz_object *o, double level);
/* The same in the next block, or as soon as it is needed, if a gain does. */
void hz_level_await(hz_object *o, double level);

/* How loud the reference blow is with a gain of 1, at the pitch that was set by itself or the last note's; 0: nothing
 * is heard of it. Only messages may call it. */
double hz_level_now(hz_object *o, int noted);

#endif
