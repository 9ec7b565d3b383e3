/* contact_loss: what two bodies and their contact lose over a step that was looked at, J (phases:loss). */
#ifndef HZ_CONTACT_LOSS_H
#define HZ_CONTACT_LOSS_H

#include "linear_contact.h"

double hz_contact_loss_in_flight(hz_linear_contact *x, double d);
/* The first call after the poles have changed derives the loss form. */
double hz_contact_loss_in_contact(hz_linear_contact *x);

#endif
