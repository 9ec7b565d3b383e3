/* note: what keys play.
 *
 * A list of two numbers at the first inlet is a note, pitch and velocity, and so is the message `note`. A float is a
 * pitch at the last velocity. Velocity 0 lets a key go: where it is the key that sounds, a hand is laid on that damps
 * everything in `release` seconds, unless `release` lets it ring. */
#ifndef HZ_PD_NOTE_H
#define HZ_PD_NOTE_H

#include "class.h"

/* Plays a float, a list of numbers, or the message `note`. Returns 0 if the message is none of these. */
int hz_note_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv);

/* The verb `sustain`: while the pedal is down, what is let go rings on. */
void hz_note_sustain(void *object, int argc, const t_atom *argv);
extern const hz_param hz_sustain_args[1];

#endif
