/* ramp: a number that moves to its goal in a straight line, over a block or at a greatest speed: what takes longer. */
#ifndef HZ_RAMP_H
#define HZ_RAMP_H

#include <math.h>

typedef struct hz_ramp {
    double at, goal;
    double step; /* in each sample, until the goal is reached */
} hz_ramp;

static inline void hz_ramp_put(hz_ramp *l, double at)
{
    *l = (hz_ramp){ .at = at, .goal = at };
}

/* Aims at a goal that is to be reached in n samples, but no faster than `most` a sample. Where that is too slow, the
 * ramp is not there after n samples, and the caller aims again. */
static inline void hz_ramp_aim(hz_ramp *l, double goal, int n, double most)
{
    l->goal = goal;
    l->step = fmin(fmax((goal - l->at) / n, -most), most);
}

static inline void hz_ramp_go(hz_ramp *l)
{
    l->at = fabs(l->goal - l->at) <= 1.000001 * fabs(l->step) ? l->goal : l->at + l->step;
}

#endif
