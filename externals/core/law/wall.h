/* wall: what becomes of a mass that hits a rigid wall under the contact law, in closed form.
 *
 * The mass enters the contact at the compression velocity v_in > 0 and leaves it at v_out < 0. */
#ifndef HZ_WALL_H
#define HZ_WALL_H

#include "law.h"

double hz_wall_vout(double mu, double v_in);                    /* wall:vout */
double hz_wall_xmax(const hz_law *l, double mass, double v_in); /* wall:xmax */
double hz_wall_damping(double e, double v_in);                  /* wall:restitution: mu for |v_out| = e v_in */

typedef struct hz_bounce {
    double v_out, x_max, f_max, time;
} hz_bounce;

/* All of it, the time to 1e-6 for mu v_in up to 10. */
hz_bounce hz_wall_bounce(const hz_law *l, double mass, double v_in);

#endif
