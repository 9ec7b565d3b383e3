/* free_wall: a contact with a rigid wall, by a mass that nothing else pushes. */
#ifndef HZ_FREE_WALL_H
#define HZ_FREE_WALL_H

#include "internal.h"

/* What stays constant in such a contact, G(v) + phi(eta)/m, J/kg; 0 where it leaves faster than 1/mu. */
double hz_free_wall_level(const hz_law *l, double mass, double eta, double v);
/* How deep it goes. */
double hz_free_wall_depth(const hz_law *l, double mass, double level);
/* Puts the end of a step that was solved where the contact goes through: its force and what comes of it. */
void hz_free_wall_put(const hz_law *l, double mass, double level, const hz_tilted_equation *q, hz_tilted_push *x);

#endif
