/* internal: the parts of the event-driven solver, and what they show each other. */
#ifndef HZ_EVENTS_INTERNAL_H
#define HZ_EVENTS_INTERNAL_H

#include "core/pair/pair_step.h"
#include "events.h"

/* ---- events: what a sample may do ---- */

/* The most sub-steps taken in one sample. */
int hz_events_bound(const hz_events *e);
/* Makes a striker the present one, for solver and system. */
static inline void hz_events_turn(hz_events *e, hz_contact_system *s, int k)
{
    hz_contact_system_turn(s, k);
    e->phase = &e->phases[k];
}
/* Whether a striker that does not touch meets the object now. */
static inline int hz_events_meets(const hz_contact_system *s)
{
    return s->striker->eta >= 0 && s->striker->v > 0;
}
/* One step of the present striker, at most `left` long, both as parts of the sample; what it took. */
double hz_events_step(hz_events *e, hz_contact_system *s, double left);

/* ---- flight: the bodies apart, up to the touch inside a sample ---- */

/* The bodies touch now: a contact begins. */
void hz_flight_touch(hz_events *e, hz_contact_system *s);
/* One step of flight, at most `left` long, both as parts of the sample; what it took. It may end with a touch. */
double hz_flight_step(hz_events *e, hz_contact_system *s, double left);

/* ---- contact_phase: a contact under way, from touch to parting, resolved by sub-steps ---- */

/* Begins a contact at the present state. */
void hz_contact_phase_begin(hz_events *e, hz_contact_system *s);
/* Goes on with a contact that another solver began. */
void hz_contact_phase_resume(hz_events *e, hz_contact_system *s);
/* Derives what the contact holds at the present compression. */
void hz_contact_phase_compress(hz_events *e, hz_contact_system *s);
/* The same after parameters changed. */
void hz_contact_phase_prepare(hz_events *e, hz_contact_system *s);
/* The surface has changed its velocity at once: the sub-steps are no longer than for a contact that begins. */
void hz_contact_phase_jolt(hz_events *e, hz_contact_system *s);
/* One sub-step of a contact, at most `left` long, both as parts of the sample; what it took. */
double hz_contact_phase_step(hz_events *e, hz_contact_system *s, double left);
/* As many samples from `at` on as a contact that is under way or begins now takes by whole steps and strides, with
 * their rows; 0: none. */
int hz_contact_phase_samples(hz_events *e, hz_contact_system *s, const hz_collide_io *io, int at);
/* The parts of such a sub-step, for one that several contacts take together.
 *
 * How long it may be, as a part of the sample of which so much is left, with so many sub-steps to spare, where the
 * contact swings so many times faster than it would alone; */
double hz_contact_phase_part(const hz_events *e, const hz_contact_system *s, double left, int spare, double faster);
/* such a part of which the numbers are kept; */
double hz_contact_phase_rounded(const hz_contact_system *s, double part);
/* mean and tilt of the force to begin with; */
void hz_contact_phase_expect(const hz_events *e, const hz_contact_system *s, double d, double *force, double *tilt);
/* whether one that was solved came out, and whether it may be taken; */
int hz_contact_phase_is_solved(const hz_tilted_push *x);
int hz_contact_phase_is_good(const hz_events *e, const hz_contact_system *s, const hz_tilted_push *x, double d);
/* where in it, from 0 to 1, the contact ends, or 1; */
double hz_contact_phase_ends(const hz_contact_system *s, const hz_tilted_push *x, double d);
/* the force with which it starts, and what comes of it when the bodies have taken it. */
double hz_contact_phase_starts(const hz_events *e, const hz_contact_system *s);
void hz_contact_phase_record(hz_contact_system *s, const hz_tilted_push *x, double starts, double d);
void hz_contact_phase_took(hz_events *e, hz_contact_system *s, const hz_tilted_push *x, double d);
/* Whether the bodies part and hold nothing any more: there a force that damping makes all but zero may need steps
 * without end, and one step across serves. */
int hz_contact_phase_is_over(const hz_contact_system *s);
/* A step across everything leads the contact under way to this velocity. Unless it hardly changes that, the contact is
 * not reported. */
void hz_contact_phase_doubt(hz_contact_system *s, double v);
/* What a step across everything comes to, as one that was solved. */
hz_tilted_push hz_contact_phase_across(const hz_contact_system *s, const hz_push *p);
/* Whether the motion of a contact cannot be heard. */
int hz_contact_phase_is_quiet(const hz_events *e, const hz_contact_system *s);
/* A step across whatever happens in it: passive at any length, so it serves when the sample's sub-steps are used up
 * and where nothing of the contact can be heard. */
void hz_contact_phase_cross(hz_events *e, hz_contact_system *s, double d);

/* ---- several: several strikers on one object ---- */

/* One sample of them all. */
void hz_several_sample(hz_events *e, hz_contact_system *s);

/* ---- resting_block: a body that lies on another while nothing of both can be heard: a block of it at once ---- */

/* Runs a block at rest; 0 if the bodies are not at rest, or if something must be known of every sample (collide:rest).
 */
int hz_resting_block(hz_events *e, hz_contact_system *s, const hz_collide_io *io);

/* ---- event_search: where inside a step of flight the bodies meet ---- */

/* Of a flight that was looked at, with a velocity that is positive at its start and negative at its end: whether the
 * compression is positive somewhere before it has turned. Then *d is such a place. */
int hz_event_turns_inside(hz_contact_system *s, const hz_look *k, double *d);
/* Where in a flight that was looked at, and that ends inside, the bodies touch, to rounding of the gap. */
double hz_event_touch(hz_contact_system *s, const hz_look *k);

#endif
