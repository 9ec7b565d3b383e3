/* message: what the first inlet understands. */
#ifndef HZ_PD_MESSAGE_H
#define HZ_PD_MESSAGE_H

#include "class.h"

/* Every message comes here: Pd's catch-all method. */
void hz_message(hz_object *o, t_symbol *selector, int argc, t_atom *argv);

#endif
