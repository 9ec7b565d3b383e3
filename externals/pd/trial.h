/* trial: how loud an excitation is, tried on a model that nobody hears.
 *
 * The model of a trial stands beside that of the object, which sounds on. Both are run by the same functions of the
 * class, so that the one takes the place of the other while it runs. A trial is run in pieces, each of which is bounded
 * by the work that it does, and so is the whole. */
#ifndef HZ_PD_TRIAL_H
#define HZ_PD_TRIAL_H

#include "audition.h"
#include "verb.h"

typedef struct hz_trial hz_trial;

/* Makes a model for a trial. Returns NULL if there is no memory. Only messages and clocks may call this and what
 * follows. */
hz_trial *hz_trial_new(hz_object *o);

/* Begins the trial of an excitation with the present parameters: of one that comes first, or of one that comes when
 * what excites lies where it fell. What is marked must have reached the object's model, for a shape tells only once how
 * its modes moved. */
void hz_trial_begin(hz_trial *t, const hz_deed *excitation, int lies);

/* Goes on for about so many instructions, and at most a few blocks more. Returns whether there is more to hear. */
int hz_trial_go(hz_trial *t, double work);

/* How loud it was so far in all pickups, in the unit that the object had when the trial began: the largest sample, and
 * the sum of the squares. */
hz_heard hz_trial_heard(const hz_trial *t);

/* How long after the excitation it begins to sound, s: when what falls lands. What is heard at once begins at 0, but
 * what still grows when the trial ends, as a string that has hardly begun to move under its bow, begins after seconds,
 * and so does what hardly sounds before the bow is lifted. */
double hz_trial_begins(const hz_trial *t);

/* What the trial has cost so far, about, in instructions. */
double hz_trial_worked(const hz_trial *t);

/* Ends a trial, while the object is still there. NULL is none. */
void hz_trial_free(hz_trial *t);

#endif
