/* barrier_contacts: how the contacts of a string with what is in its way are put together, and kept from starting
 * inside each other. */
#ifndef HZ_BARRIER_CLASS_CONTACTS_H
#define HZ_BARRIER_CLASS_CONTACTS_H

#include "barrier.h"

/* Puts all contacts together anew, for the bodies as they stand. Contacts under way go on. */
void hz_barrier_contacts_arrange(hz_barrier *x);
/* Joint i holds another place of the string now: what it shares with the others. */
void hz_barrier_contacts_couple(hz_barrier *x, int i);
/* Compressions as the bodies stand; what contacts kept from before is forgotten. */
void hz_barrier_contacts_measure(hz_barrier *x);
/* The contact of a joint is over. */
void hz_barrier_contacts_end(hz_barrier *x, hz_barrier_contact *j, double v_out);

/* Compressions of the knot as they are, for hold_out. */
void hz_barrier_contacts_held(const hz_barrier *x, double *held);
/* The string was put elsewhere, but not through what is in its way: it is moved out until no compression, now or a
 * sample ago, is greater than it was (of the row, what it holds still), or than a touch. */
void hz_barrier_contacts_hold_out(hz_barrier *x, const double *held);
/* How much deeper than `held` the string, as it was put, is in anything. */
double hz_barrier_contacts_over(const hz_barrier *x, const double *held);
/* The string was put where it comes to rest: hammer and mass, which may be further up, are put under it; and what it
 * lies on was not further up a sample ago: a second string that falls is stopped, with anything else the string goes
 * along. */
void hz_barrier_contacts_make_room(hz_barrier *x);
/* What is in the way was put elsewhere: where more would be stored in contacts than `held`, it is lowered until
 * nothing touches. */
void hz_barrier_contacts_lower(hz_barrier *x, double held);

static inline int hz_barrier_contacts_is_there(double height)
{
    return height > 0.5 * HZ_BARRIER_NOTHING;
}

#endif
