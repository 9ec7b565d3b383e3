/* contact_phase: a contact under way, from touch to parting, resolved by sub-steps. */
#ifndef HZ_CONTACT_PHASE_H
#define HZ_CONTACT_PHASE_H

#include "events.h"

/* Begins a contact at the present state; what acts on the bodies stays the same for so many seconds, at least. */
void hz_contact_phase_begin(hz_events *e, hz_contact_system *s, double ahead);
/* Goes on with a contact that another solver began. */
void hz_contact_phase_resume(hz_events *e, hz_contact_system *s, double ahead);
/* Derives what the contact holds at the present compression. */
void hz_contact_phase_compress(hz_events *e, hz_contact_system *s);
/* The surface has changed its velocity at once: spreads the sub-steps over what is to come. */
void hz_contact_phase_jolt(hz_events *e, hz_contact_system *s);
/* One sub-step of a contact, at most `left` long, both as parts of the sample; what it took. */
double hz_contact_phase_step(hz_events *e, hz_contact_system *s, double left);
/* A step across whatever happens in it: passive at any length, so it serves when the sample's sub-steps are used up
 * and where nothing of the contact can be heard. */
void hz_contact_phase_cross(hz_events *e, hz_contact_system *s, double d);

#endif
