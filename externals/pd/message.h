/* message: what the first inlet understands. */
#ifndef HZ_PD_MESSAGE_H
#define HZ_PD_MESSAGE_H

#include "class.h"

/* Handles every message: it is the method that Pd calls for any selector. */
void hz_message(hz_object *o, t_symbol *selector, int argc, t_atom *argv);

/* Prints the error of a message, parameter or flag whose beginning names nothing. */
void hz_message_unknown(hz_object *o, const char *what, const t_symbol *selector, int argc, const t_atom *argv);

/* Handles a float. It is a method of its own, because Pd would take it for the number of an unconnected inlet. */
void hz_message_float(hz_object *o, t_floatarg x);

/* ---- notes ---- */

/* A list of two numbers at the first inlet is a note, pitch and velocity, and so is the message `note`. A float is a
 * pitch at the last velocity. Velocity 0 is a note-off: if the key sounds, everything is damped in `release` seconds,
 * unless `release` lets it ring. The first plays any of these, and returns 0 if the message is none. The second is the
 * verb `sustain`: while the pedal is down, what is released rings on. */
int hz_note_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv);
void hz_note_sustain(void *object, int argc, const t_atom *argv);
extern const hz_param hz_sustain_args[1];

/* ---- a sound like the present one, drawn at random ---- */

void hz_vary(void *object, int argc, const t_atom *argv);
extern const hz_param hz_vary_args[2];

#endif
