/* event_search: where inside a step a contact turns, parts or is met. */
#ifndef HZ_EVENT_SEARCH_H
#define HZ_EVENT_SEARCH_H

#include "core/pair/pair_step.h"

/* What is left of a quantity where its zero was located, as a part of what it was. */
static const double hz_event_rounding = 1e-9;

/* The compression's way over a step that was looked at, without contact force, and the compliance: what the events of a
 * sub-step are located on. Over a bank of modes it is a polynomial through both ends (collide:arc), so that looking for
 * an event costs nothing a mode; the step to the event is then solved exactly. */
typedef struct hz_arc {
    double v, a, u3, u4; /* way: v t + a t^2/2 + u3 t^3 + u4 t^4 */
    double g2, g3, g4;   /* compliance: g2 t^2 + g3 t^3 + g4 t^4 */
    int exact;           /* few modes, or too fast ones for a polynomial: every length is looked at */
} hz_arc;

/* The way of a step that was looked at; `pull` is the acceleration at its start. */
hz_arc hz_event_arc(const hz_contact_system *s, const hz_look *k, double pull);
/* Whether a step of this length turns the fastest mode too far for a polynomial. */
int hz_event_is_long(const hz_contact_system *s, double d);

/* Turn: the velocity of a contact is zero. Parting: its compression is. Touch: the gap is, in flight. Apex: the
 * velocity is, in flight. */
enum hz_event { HZ_EVENT_NONE, HZ_EVENT_TURN, HZ_EVENT_PARTING, HZ_EVENT_TOUCH, HZ_EVENT_APEX };

/* Where in (0, d) the event is, to rounding; d where there is none. */
double hz_event_locate(hz_contact_system *s, enum hz_event what, const hz_arc *w, double d);
/* Where in (0, d) of a flight that was looked at the bodies touch, to rounding of the gap. */
double hz_event_touch(hz_contact_system *s, const hz_look *k, double d);

#endif
