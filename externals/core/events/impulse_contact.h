/* impulse_contact: a contact so short that the bodies feel it as one thrust. */
#ifndef HZ_IMPULSE_CONTACT_H
#define HZ_IMPULSE_CONTACT_H

#include "events.h"

/* Whether a contact that begins now, what acts staying the same for a time `ahead`, is as exact by one thrust as by the
 * sub-steps that the limit of work leaves it (collide:brief); then it is under way. */
int hz_impulse_contact_begin(hz_events *e, hz_contact_system *s, double ahead);
/* One step of such a contact, at most `left` long, both as parts of the sample; what it took. */
double hz_impulse_contact_step(hz_events *e, hz_contact_system *s, double left);

#endif
