/* memory: aligned rows. C11's aligned_alloc is missing on Windows and on older Macs, and only calloc knows which memory
 * is zero already: a large piece that is fresh from the system costs nothing until it is written to. */
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

void *hz_memory_new(size_t bytes)
{
    unsigned char *whole = bytes < SIZE_MAX - ALIGNMENT ? calloc(1, bytes + ALIGNMENT) : NULL;
    if (!whole)
        return NULL;
    unsigned shift = ALIGNMENT - (unsigned)((uintptr_t)whole % ALIGNMENT);
    whole[shift - 1] = (unsigned char)shift; /* Before the rows stands how far they are from the beginning. */
    return whole + shift;
}

void hz_memory_free(void *memory)
{
    unsigned char *rows = memory;
    if (rows)
        free(rows - rows[-1]);
}
