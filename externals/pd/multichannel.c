/* multichannel: signals of several channels, where the running Pd has them. */
#define _GNU_SOURCE /* for RTLD_DEFAULT */
#include "multichannel.h"

#include <dlfcn.h>
#include <string.h>

/* This is CLASS_MULTICHANNEL of m_pd.h since Pd 0.54. The header that we build with may be older. */
enum { HZ_CLASS_MULTICHANNEL = 0x10 };

hz_multichannel hz_multichannel_find(void)
{
    return (hz_multichannel){ .set = (hz_setmultiout)dlsym(RTLD_DEFAULT, "signal_setmultiout") };
}

int hz_multichannel_class_flag(void)
{
    return hz_multichannel_find().set ? HZ_CLASS_MULTICHANNEL : 0;
}

void hz_multichannel_open(const hz_multichannel *m, t_signal **outlet, int channels)
{
    if (m->set)
        m->set(outlet, channels);
}

/* The beginning of t_signal in a Pd that has channels. */
typedef struct hz_new_signal {
    int length;
    t_sample *samples;
    t_float rate;
    int channels;
} hz_new_signal;

int hz_multichannel_count(const hz_multichannel *m, const t_signal *signal)
{
    hz_new_signal now;

    if (!m->set)
        return 1;
    memcpy(&now, signal, sizeof now);
    return now.channels;
}
