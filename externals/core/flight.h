/* flight: the bodies apart, up to the touch inside a sample or for a whole block at once. A room of collide. */
#ifndef HZ_FLIGHT_H
#define HZ_FLIGHT_H

#include "step.h"

/* One step of flight, at most `left` long; what it took. It may end with a touch. */
double hz_flight_step(hz_collide *c, double left, hz_outer o);
/* A whole block without contact; 0 if there may be one, or if something must be known of every sample. */
int hz_flight_block(hz_collide *c, const hz_collide_io *io);

#endif
