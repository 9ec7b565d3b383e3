/* multichannel: signals of several channels, where the running Pd has them (0.54 and newer).
 *
 * One binary serves old and new Pd: what newer Pd adds is looked up when the object is made, and without it
 * nothing of its longer t_signal is read. */
#ifndef HZ_PD_MULTICHANNEL_H
#define HZ_PD_MULTICHANNEL_H

#include "m_pd.h"

typedef void (*hz_setmultiout)(t_signal **signal, int channels);

typedef struct hz_multichannel {
    hz_setmultiout set; /* NULL: this Pd has plain signals only */
} hz_multichannel;

hz_multichannel hz_multichannel_find(void);

/* Returns the flag that tells Pd that our class handles several channels itself, or 0 where Pd does not know it. */
int hz_multichannel_class_flag(void);

/* Counts the channels of a signal that comes in. */
int hz_multichannel_count(const hz_multichannel *m, const t_signal *signal);

/* Gives an outlet its channels and with them its memory. A Pd that has plain signals has done so already. */
void hz_multichannel_open(const hz_multichannel *m, t_signal **outlet, int channels);

#endif
