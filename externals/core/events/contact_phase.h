/* contact_phase: a contact under way, from touch to parting, resolved by sub-steps. A room of collide. */
#ifndef HZ_CONTACT_PHASE_H
#define HZ_CONTACT_PHASE_H

#include "core/pair/pair_step.h"

/* Begins a contact at the present state; what acts on the bodies stays the same for so many seconds, at least. */
void hz_contact_phase_begin(hz_collide *c, double ahead);
/* What the contact holds at the present compression, and what mass it feels. */
void hz_contact_phase_compress(hz_collide *c);
/* Ends the contact where it stands and reports it. */
void hz_contact_phase_part(hz_collide *c);
/* The surface has changed its velocity at once: spreads the sub-steps over what is to come. */
void hz_contact_phase_jolt(hz_collide *c);
/* One sub-step of a contact, at most `left` long, both as parts of the sample; what it took. */
double hz_contact_phase_step(hz_collide *c, double left);
/* A step across whatever happens in it: passive at any length, so it serves when the sample's sub-steps are used up
 * and where nothing of the contact can be heard. */
void hz_contact_phase_cross(hz_collide *c, double d);

#endif
