/* ode: contacts between hammers and a modal object by GSL's eighth-order integrator, apart from the core. */
#ifndef HZ_TEST_ODE_H
#define HZ_TEST_ODE_H

#include "core/collide/collide.h"

/* From the present state of the collision, of which only the parameters and coordinates are read: the flight to the
 * next touch if there is any within `most` seconds, and the contact to its end, to about 1e-11. Constant forces act on
 * the bodies. Returns 0 if no contact ends in time. */
int ode_contact(const hz_collide *c, double force_a, double force_b, double most, hz_contact *out);

/* Runs all hammers so long, whatever they meet, and writes the velocities of their masses. A hammer that is inside the
 * object feels the law. */
void ode_run(const hz_collide *c, double seconds, double *v);

#endif
