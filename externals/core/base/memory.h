/* memory: rows for vector code, which begin at a multiple of 64 bytes. */
#ifndef HZ_MEMORY_H
#define HZ_MEMORY_H

#include <stddef.h>

/* Returns so many bytes that are zero, or NULL. Only hz_memory_free takes them back. */
void *hz_memory_new(size_t bytes);
void hz_memory_free(void *memory);

#endif
