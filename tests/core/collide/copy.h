/* copy: a second body or collision that goes on like the first. */
#ifndef HZ_TEST_COPY_H
#define HZ_TEST_COPY_H

#include "core/collide/collide.h"

/* Copies parameters and state; `to` was made, with room for as many modes. */
void copy_bank(hz_bank *to, const hz_bank *from);
void copy_collide(hz_collide *to, const hz_collide *from);

#endif
