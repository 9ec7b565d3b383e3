/* resting_block: a body that lies on another while nothing of both can be heard: a block of it at once. */
#ifndef HZ_RESTING_BLOCK_H
#define HZ_RESTING_BLOCK_H

#include "events.h"

/* Runs a block at rest; 0 if the bodies are not at rest, or if something must be known of every sample (collide:rest).
 */
int hz_resting_block(hz_events *e, hz_contact_system *s, const hz_collide_io *io);

#endif
