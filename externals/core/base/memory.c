/* memory: aligned rows. C11's aligned_alloc is missing on Windows and on older Macs. */
#define _POSIX_C_SOURCE 200809L /* for posix_memalign */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

#ifdef _WIN32

#include <malloc.h>

static void *take(size_t bytes)
{
    return _aligned_malloc(bytes, ALIGNMENT);
}

void hz_memory_free(void *memory)
{
    _aligned_free(memory);
}

#else

static void *take(size_t bytes)
{
    void *memory = NULL;
    return posix_memalign(&memory, ALIGNMENT, bytes) == 0 ? memory : NULL;
}

void hz_memory_free(void *memory)
{
    free(memory);
}

#endif

void *hz_memory_new(size_t bytes)
{
    void *memory = take(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}
