/* flight: the bodies apart, up to the touch inside a sample or for many samples at once. A room of collide. */
#ifndef HZ_FLIGHT_H
#define HZ_FLIGHT_H

#include "core/pair/pair_step.h"

/* One step of flight, at most `left` long, both as parts of the sample; what it took. It may end with a touch. */
double hz_flight_step(hz_collide *c, double left);
/* As many whole samples from sample `at` of the block on as there is certainly no contact in; how many. */
int hz_flight_samples(hz_collide *c, const hz_collide_io *io, int at);

#endif
