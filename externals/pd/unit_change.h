/* unit_change: a message that sets what is heard, `unit` or `hear`, leaves the present excitation as loud as it was. */
#ifndef HZ_PD_UNIT_CHANGE_H
#define HZ_PD_UNIT_CHANGE_H

#include "class.h"

/* Takes a message that sets a parameter, as hz_values_message does. Where its row is a HZ_MEASURE, gain goes along. */
int hz_unit_change_message(hz_object *o, const t_symbol *name, int argc, const t_atom *argv);

#endif
