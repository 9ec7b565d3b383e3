/* flight: the bodies apart, up to the touch inside a sample. */
#ifndef HZ_FLIGHT_H
#define HZ_FLIGHT_H

#include "events.h"

/* One step of flight, at most `left` long, both as parts of the sample; what it took. It may end with a touch. */
double hz_flight_step(hz_events *e, hz_contact_system *s, double left);

#endif
