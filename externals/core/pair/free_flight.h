/* free_flight: many samples at once, as long as the bodies cannot meet. */
#ifndef HZ_FREE_FLIGHT_H
#define HZ_FREE_FLIGHT_H

#include "contact_system.h"

/* Flies from sample `at` of the block on, as many samples as the bodies surely stay apart, and fills their rows.
 * Returns how many that were; 0: a contact is near, or something acts that wants every sample. */
int hz_free_flight(hz_contact_system *s, const hz_collide_io *io, int at);

#endif
