/* internal: the parts of the event-driven solver, and what they show each other. */
#ifndef HZ_EVENTS_INTERNAL_H
#define HZ_EVENTS_INTERNAL_H

#include "core/pair/pair_step.h"
#include "events.h"

/* ---- events: what a sample may do ---- */

/* The most sub-steps taken in one sample. */
int hz_events_bound(const hz_events *e);

/* ---- flight: the bodies apart, up to the touch inside a sample ---- */

/* One step of flight, at most `left` long, both as parts of the sample; what it took. It may end with a touch. */
double hz_flight_step(hz_events *e, hz_contact_system *s, double left);

/* ---- contact_phase: a contact under way, from touch to parting, resolved by sub-steps ---- */

/* Begins a contact at the present state; what acts on the bodies stays the same for so many seconds, at least. */
void hz_contact_phase_begin(hz_events *e, hz_contact_system *s, double ahead);
/* Goes on with a contact that another solver began. */
void hz_contact_phase_resume(hz_events *e, hz_contact_system *s, double ahead);
/* Derives what the contact holds at the present compression. */
void hz_contact_phase_compress(hz_events *e, hz_contact_system *s);
/* How long a contact that begins now takes to go as deep as it will, about: at the present velocity. */
double hz_contact_phase_depth_time(const hz_contact_system *s);
/* The surface has changed its velocity at once: the sub-steps are no longer than for a contact that begins. */
void hz_contact_phase_jolt(hz_events *e, hz_contact_system *s);
/* One sub-step of a contact, at most `left` long, both as parts of the sample; what it took. */
double hz_contact_phase_step(hz_events *e, hz_contact_system *s, double left);
/* A step across whatever happens in it: passive at any length, so it serves when the sample's sub-steps are used up
 * and where nothing of the contact can be heard. */
void hz_contact_phase_cross(hz_events *e, hz_contact_system *s, double d);

/* ---- wall_phase: a contact with a rigid wall ---- */

/* Expects how velocity and compression will run after a touch at this speed. */
void hz_wall_phase_expect(hz_events *e, const hz_contact_system *s, double v);
/* One sub-step of it, at most `left` long, both as parts of the sample; what it took. There are `spare` left. */
double hz_wall_phase_step(hz_events *e, hz_contact_system *s, double left, int spare);

/* ---- impulse_contact: a contact so short that the bodies feel it as one thrust ---- */

/* Whether a contact that begins now, what acts staying the same for a time `ahead`, is as exact by one thrust as by the
 * sub-steps that the limit of work leaves it (collide:brief); then it is under way. */
int hz_impulse_contact_begin(hz_events *e, hz_contact_system *s, double ahead);
/* One step of such a contact, at most `left` long, both as parts of the sample; what it took. */
double hz_impulse_contact_step(hz_events *e, hz_contact_system *s, double left);

/* ---- resting_block: a body that lies on another while nothing of both can be heard: a block of it at once ---- */

/* Runs a block at rest; 0 if the bodies are not at rest, or if something must be known of every sample (collide:rest).
 */
int hz_resting_block(hz_events *e, hz_contact_system *s, const hz_collide_io *io);

/* ---- event_search: where inside a step a contact turns, parts or is met ---- */

/* The compression's way over a step of flight that was looked at: what the events in it are located on. Over a bank of
 * modes it is a polynomial through both ends (collide:arc), so that looking for an event costs nothing a mode. */
typedef struct hz_arc {
    double v, a, u3, u4; /* way: v t + a t^2/2 + u3 t^3 + u4 t^4 */
    int exact;           /* few modes, or too fast ones for a polynomial: every length is looked at */
} hz_arc;

/* The way of a step that was looked at; `pull` is the acceleration at its start. */
hz_arc hz_event_arc(const hz_contact_system *s, const hz_look *k, double pull);
/* Whether a step of this length turns the fastest mode too far for a polynomial. */
int hz_event_is_long(const hz_contact_system *s, double d);

/* In flight, where no force acts between the bodies: Parting: the compression of a contact that is one thrust is zero.
 * Touch: the gap is. Apex: the velocity is. */
enum hz_event { HZ_EVENT_PARTING, HZ_EVENT_TOUCH, HZ_EVENT_APEX };

/* Where in (0, d) the event is, to rounding; d where there is none. */
double hz_event_locate(hz_contact_system *s, enum hz_event what, const hz_arc *w, double d);
/* Where in (0, d) of a flight that was looked at the bodies touch, to rounding of the gap. */
double hz_event_touch(hz_contact_system *s, const hz_look *k, double d);

#endif
