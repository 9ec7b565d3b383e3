/* multichannel: signals of several channels, where the running Pd has them. */
#include "block.h"

#include <string.h>
#ifdef _WIN32
#include <windows.h>
#endif

/* This is CLASS_MULTICHANNEL of m_pd.h since Pd 0.54. The header that we build with may be older. */
enum { HZ_CLASS_MULTICHANNEL = 0x10 };

#ifdef _WIN32
/* The Pd that has loaded us is the one that makes our classes. */
hz_multichannel hz_multichannel_find(void)
{
    enum { OF_ADDRESS = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT };
    HMODULE pd;
    if (!GetModuleHandleExA(OF_ADDRESS, (LPCSTR)(uintptr_t)class_new, &pd))
        return (hz_multichannel){ NULL };
    return (hz_multichannel){ .set = (hz_setmultiout)(uintptr_t)GetProcAddress(pd, "signal_setmultiout") };
}
#elif defined __GNUC__
/* A weak reference is NULL where the Pd that has loaded us has no such function. */
#ifdef __APPLE__
extern void signal_setmultiout(t_signal **signal, int channels) __attribute__((weak_import));
#else
extern void signal_setmultiout(t_signal **signal, int channels) __attribute__((weak));
#endif
hz_multichannel hz_multichannel_find(void)
{
    return (hz_multichannel){ .set = signal_setmultiout };
}
#else
hz_multichannel hz_multichannel_find(void)
{
    return (hz_multichannel){ NULL };
}
#endif

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
