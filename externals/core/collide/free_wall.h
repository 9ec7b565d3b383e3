/* free_wall: a contact with a rigid wall, by a free mass. */
#ifndef HZ_FREE_WALL_H
#define HZ_FREE_WALL_H

#include "internal.h"

/* The level of such a contact under a load, m/s^2 towards the wall, J/kg: G(v) + phi(eta)/m - load eta. It is 0 where
 * it leaves faster than 1/mu. */
double hz_free_wall_level(const hz_law *l, double mass, double load, double eta, double v);
/* How deep it goes, near a guess. */
double hz_free_wall_depth(const hz_law *l, double mass, double load, double level, double guess);
/* Puts the end of a step that was solved where the contact goes through, its force and what comes of it, and takes the
 * level along. */
void hz_free_wall_put(const hz_law *l, double mass, double load, double *level, const hz_tilted_equation *q,
                      hz_tilted_push *x);

#endif
