/* audition: how loud a model is, tried where nobody hears it. */
#ifndef HZ_PD_AUDITION_H
#define HZ_PD_AUDITION_H

#include "class.h"

enum { HZ_AUDITION_MOST = 32 }; /* pickups */

/* The largest sample of any pickup, in the object's unit, until the first contact is an attack old; without one, in an
 * attack's time. `run` runs a block of the model, without inputs, knowing whether the bodies have met. */
double hz_audition_peak(hz_object *o, double h, void (*run)(hz_object *o, const hz_io *io, int met));

#endif
