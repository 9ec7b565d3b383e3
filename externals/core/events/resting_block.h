/* resting_block: a body that lies on another, and nothing of both can be heard: a block of it at once. A room of
 * collide. */
#ifndef HZ_RESTING_BLOCK_H
#define HZ_RESTING_BLOCK_H

#include "core/collide/collide.h"

/* Runs a block at rest; 0 if the bodies are not at rest, or if something must be known of every sample (collide:rest).
 */
int hz_resting_block(hz_collide *c, const hz_collide_io *io);

#endif
