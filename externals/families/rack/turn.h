/* turn: what turns the parameters of a guest: a knob on the screen, and the controllers that were learned. */
#ifndef HZ_RACK_TURN_H
#define HZ_RACK_TURN_H

#include "mount.h"

/* knob <place> <parameter...> [<from> <to>]: the place is from 0 to 1. Without ends they are those of the parameter. */
void hz_turn_knob(hz_mount *x, int argc, t_atom *argv);

/* look <parameter...> [<from> <to>] answers state knob <place> <value> <from> <to> <log|lin>, and state knob 0 0 where
 * the guest has none of this name. */
void hz_turn_look(hz_mount *x, int argc, t_atom *argv);

/* learn <parameter...> [<from> <to>]: the controller that moves next turns it. map names the controller, forget leaves
 * the parameter to none, and control <controller> <value> says that one moves, from 0 to 127. */
void hz_turn_learn(hz_mount *x, int argc, t_atom *argv);
void hz_turn_map(hz_mount *x, int argc, t_atom *argv);
void hz_turn_forget(hz_mount *x, int argc, t_atom *argv);
void hz_turn_control(hz_mount *x, int argc, t_atom *argv);

#endif
