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

#endif
