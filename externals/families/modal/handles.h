/* handles: contacttime, brightness and bigger, which a musician turns, beside the rows that they set. */
#ifndef HZ_FAMILY_HANDLES_H
#define HZ_FAMILY_HANDLES_H

#include "striker.h"

/* The law of the contact with its brightness. */
hz_law_params hz_handles_law(const hz_striker_own *own);
/* How long the contact of a bang with a wall takes, ms. */
double hz_handles_contact_time(const hz_striker_own *own);
/* Sets the stiffness so that it takes so long, within its range. */
void hz_handles_set_contact_time(hz_striker *x, double wanted);
/* Makes striker and body so many times as large as they were at 1, as far
 * as their rows go. */
void hz_handles_enlarge(hz_striker *x, double wanted);

#endif
