/* multichannel: signals of several channels, where the running Pd has them. */
#include "block.h"

#include <string.h>
#ifdef _WIN32
#include <windows.h>
#endif

#ifdef _WIN32
/* The Pd that has loaded us is the one that makes our classes. */
hz_setmultiout hz_multichannel(void)
{
    enum { OF_ADDRESS = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT };
    HMODULE pd;
    if (!GetModuleHandleExA(OF_ADDRESS, (LPCSTR)(uintptr_t)class_new, &pd))
        return NULL;
    return (hz_setmultiout)(uintptr_t)GetProcAddress(pd, "signal_setmultiout");
}
#elif defined __GNUC__
/* A weak reference is NULL where the Pd that has loaded us has no such function. */
#ifdef __APPLE__
extern void signal_setmultiout(t_signal **signal, int channels) __attribute__((weak_import));
#else
extern void signal_setmultiout(t_signal **signal, int channels) __attribute__((weak));
#endif
hz_setmultiout hz_multichannel(void)
{
    return signal_setmultiout;
}
#else
hz_setmultiout hz_multichannel(void)
{
    return NULL;
}
#endif

/* The beginning of t_signal in a Pd that has channels. */
typedef struct hz_new_signal {
    int length;
    t_sample *samples;
    t_float rate;
    int channels;
} hz_new_signal;

int hz_multichannel_count(const t_signal *signal)
{
    hz_new_signal now;

    if (!hz_multichannel())
        return 1;
    memcpy(&now, signal, sizeof now);
    return now.channels;
}
