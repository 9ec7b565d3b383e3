/* inlet: what comes in beside the messages.
 *
 * One rule holds for every signal inlet. Where a signal is connected, the signal counts, zero included. A float that
 * was sent to the inlet counts until `reset` or `panic`. Where there is neither, the inlet is absent: a force is 0, and
 * a parameter of the same meaning holds.
 *
 * Pd fills an inlet that is not connected with one number. That number is kept at a NaN with bits of its own, by which
 * an absent inlet is known; any other NaN counts as 0. The first inlet takes floats and lists as notes; its number is
 * set by a message of its name, `force 2`. */
#ifndef HZ_PD_INLET_H
#define HZ_PD_INLET_H

#include "class.h"

enum { HZ_INLETS = 8 }; /* No class has more. */

typedef struct hz_inlets {
    t_inlet *right[HZ_INLETS]; /* all but the first, which belongs to the object itself */
} hz_inlets;

/* Makes the inlets of the class, all of them absent. */
void hz_inlets_make(hz_object *o);

/* Takes back the floats that were sent. */
void hz_inlets_clear(hz_object *o);

/* Puts a number to the first inlet if a message has its name. Returns 0 if it has not. */
int hz_inlets_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv);

/* Says whether a signal is that of an absent inlet. */
int hz_inlets_is_absent(const t_sample *in, int n);

#endif
