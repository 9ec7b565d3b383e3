/* stroke: the gesture of a hand that draws something over something else: force and speed, which begin and end softly
 * and may be bent on the way. */
#ifndef HZ_STROKE_H
#define HZ_STROKE_H

#include "units.h"

#include <math.h>

typedef struct hz_stroke {
    double speed, force;               /* m/s, N: at present, but for its two ends */
    double wanted_speed, wanted_force; /* they go there in a hundredth of a second */
    double from_speed, from_force;     /* it takes over from a stroke that had these */
    long long gone, left;              /* samples; left < 0: it goes on until the hand is lifted */
    int rise, press, fall;             /* samples: of the speed, of the force, and of both at the end */
} hz_stroke;

/* How far it is into its beginning, by speed and by force, and from its end: 0 to 1. */
typedef struct hz_stroke_ends {
    double rise, press, fall;
} hz_stroke_ends;

/* Begins a stroke of so many seconds, or 0: until it is lifted. Its ends last so long, in seconds. */
static inline hz_stroke hz_stroke_begin(double force, double speed, double seconds, const hz_stroke_ends *ends,
                                        double h)
{
    return (hz_stroke){ .speed = speed,
                        .force = force,
                        .wanted_speed = speed,
                        .wanted_force = force,
                        .left = seconds > 0 ? (long long)fmin(seconds / h, 1e18) : -1,
                        .rise = (int)fmin(fmax(ends->rise / h, 1), 1e9),
                        .press = (int)fmax(ends->press / h, 1),
                        .fall = (int)fmax(ends->fall / h, 1) };
}

static inline void hz_stroke_bend(hz_stroke *s, double force, double speed)
{
    s->wanted_force = force;
    s->wanted_speed = speed;
}

static inline void hz_stroke_lift(hz_stroke *s)
{
    if (s->left < 0 || s->left > s->gone + s->fall)
        s->left = s->gone + s->fall;
}

/* Takes it on by a sample. Returns 0, and it is at rest, if it is over. */
static inline int hz_stroke_next(hz_stroke *s, double h, hz_stroke_ends *ends)
{
    static const double bends = 0.01; /* s */
    if (s->left == 0 || (s->left > 0 && s->gone >= s->left)) {
        *s = (hz_stroke){ 0 };
        return 0;
    }
    double way = fmin(h / bends, 1), fall = s->left < 0 ? 1 : (double)(s->left - s->gone) / s->fall;
    s->gone++;
    s->speed += way * (s->wanted_speed - s->speed);
    s->force += way * (s->wanted_force - s->force);
    *ends = (hz_stroke_ends){ .rise = fmin(1, (double)s->gone / s->rise),
                              .press = fmin(1, (double)s->gone / s->press),
                              .fall = fmin(1, fall) };
    return 1;
}

#endif
