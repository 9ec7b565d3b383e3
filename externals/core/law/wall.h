/* wall: what becomes of a mass that hits a rigid wall under the contact law, in closed form.
 *
 * The mass enters the contact at the compression velocity v_in > 0 and leaves it at v_out < 0. */
#ifndef HZ_WALL_H
#define HZ_WALL_H

#include "law.h"

double hz_wall_vout(double mu, double v_in);                    /* wall:vout */
double hz_wall_xmax(const hz_law *l, double mass, double v_in); /* wall:xmax */
double hz_wall_damping(double e, double v_in);                  /* wall:restitution: mu for |v_out| = e v_in */

/* A free mass that touches a wall at v_in goes along an orbit of v and eta: wall:phase. */
typedef struct hz_wall_orbit {
    double mass, damping, start; /* kg, s/m, and G(v_in) */
    double v_out, x_max;
} hz_wall_orbit;

hz_wall_orbit hz_wall_orbit_of(const hz_law *l, double mass, double v_in);
/* The velocity where the contact holds so much energy, which is about `guess`: on the way out if that is negative. */
double hz_wall_orbit_velocity(const hz_wall_orbit *o, double elastic, double guess);

typedef struct hz_bounce {
    double v_out, x_max, f_max, time;
} hz_bounce;

/* All of it, the time to 1e-6 for mu v_in up to 10. */
hz_bounce hz_wall_bounce(const hz_law *l, double mass, double v_in);

#endif
