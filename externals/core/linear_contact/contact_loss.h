/* contact_loss: what two bodies and their contact lose over a step, for the books of phases (phases:loss). */
#ifndef HZ_CONTACT_LOSS_H
#define HZ_CONTACT_LOSS_H

#include "linear_contact.h"

/* Books what a step of flight loses, which was looked at. */
void hz_contact_loss_in_flight(hz_linear_contact *x, double d);
/* Before a step of contact is looked at: 1, if the form books it once it was looked at; else it is booked, and looking
 * was undone. */
int hz_contact_loss_in_contact(hz_linear_contact *x, double d);
void hz_contact_loss_looked(hz_linear_contact *x);

/* The form of a contact of many modes is found while sound runs, so much of it in n samples as these have time for. */
void hz_contact_loss_go_on(hz_linear_contact *x, int n);
/* All the rest at once: before what it is of changes. */
void hz_contact_loss_settle(hz_linear_contact *x);
/* Until it is there, what is owed is what is missing: in accounts that were read without it. */
void hz_contact_loss_owed(const hz_linear_contact *x, hz_accounts *now);

#endif
