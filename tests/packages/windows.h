/* windows: what the stand-in takes from POSIX and Windows does not have. It is included before each of its files. */
#ifndef HZ_PACKAGES_WINDOWS_H
#define HZ_PACKAGES_WINDOWS_H

#ifdef _WIN32
#include <direct.h>
#include <stdio.h>
#include <string.h>

/* What the stand-in defines and Pd's header does not name is shown too. */
struct _signal;
__declspec(dllexport) void signal_setmultiout(struct _signal **signal, int channels);

/* One folder is enough for a program that makes one. */
static inline char *mkdtemp(char *name)
{
    char *end = strrchr(name, '/');
    if (end)
        memmove(name, end + 1, strlen(end));
    return _mkdir(name) == 0 ? name : NULL;
}

#endif

#endif
