/* jitter: no two strokes of a hand are alike. */
#ifndef HZ_FAMILY_JITTER_H
#define HZ_FAMILY_JITTER_H

#include "pd/class.h"

/* How the present stroke differs from the one that is meant. With all 0 it is that one. */
typedef struct hz_jitter {
    double speed, hardness; /* the logarithms of their factors */
    double place[2];        /* drawn: by how much of what a hand misses its place */
} hz_jitter;

/* What the row `human` of a class says besides its range from 0 to 1. */
#define HZ_JITTER_ROW                                                                                                  \
    .flags = HZ_NEXT | HZ_KEPT | HZ_STEADY | HZ_DRAWS,                                                                 \
    .doc = "How much strokes differ, as those of a player do. 1: level by 1.3 dB, also place and hardness. 0: not at " \
           "all. The same seed makes the same strokes, and a preset leaves the parameter as it is."

/* Draws the next stroke. Returns whether it differs from the last one. */
int hz_jitter_draw(hz_jitter *s, hz_object *o, double human);

/* Where a place is struck that is meant to be at x, from 0 to 1, and at an angle in turns. A hand is the more careful
 * the nearer it is to an edge. */
double hz_jitter_place(const hz_jitter *s, int which, double x);
double hz_jitter_angle(const hz_jitter *s, double turns);

#endif
