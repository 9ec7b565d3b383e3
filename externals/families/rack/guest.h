/* guest: an object of any name in the canvas of the object that holds it, its host, wired to the host. */
#ifndef HZ_RACK_GUEST_H
#define HZ_RACK_GUEST_H

#include "m_pd.h"

/* The inlets and outlets of a host. */
enum { HZ_HOST_MESSAGES, HZ_HOST_LEFT, HZ_HOST_RIGHT, HZ_HOST_ANSWERS };
enum { HZ_HOST_SIGNALS = 4, HZ_HOST_TO_GUEST = HZ_HOST_SIGNALS, HZ_HOST_SWITCH, HZ_HOST_INFO };

typedef struct hz_guest {
    t_object *host;
    t_canvas *canvas; /* It holds both. */
    t_object *box;    /* NULL: there is no guest. */
    int of_library;
} hz_guest;

/* Makes the object that the atoms name, of the library first, and connects messages and answers. The guest before
 * goes. Returns 0 if there is no such object; then it stays. */
int hz_guest_load(hz_guest *g, int argc, const t_atom *argv);
void hz_guest_drop(hz_guest *g);

/* Connects the signals. A class of the library has so many audio outlets. Returns whether the right channel has one of
 * its own. */
int hz_guest_wire(hz_guest *g, int audio, int is_stereo);

/* The patch of a guest that is an instrument, or NULL. */
const t_canvas *hz_guest_patch(const hz_guest *g);

#endif
