/* rub: the gesture of the hand. */
#include "internal.h"

#include "core/base/units.h"

#include <math.h>

static const double press_time = 0.01, lift_time = 0.03; /* s */

/* A rub that follows another takes over from it, for a hand that let go would pluck what it holds. */
void hz_friction_rub(hz_friction *x, double force, double speed, double seconds, double rise)
{
    if (!x->ready)
        return;
    x->rub = hz_stroke_begin(force, speed, seconds, &(hz_stroke_ends){ rise, press_time, lift_time }, x->h);
    x->rub.from_force = x->rubs[0];
    x->rub.from_speed = x->rubs[1];
}

void hz_friction_bend(hz_friction *x, double force, double speed)
{
    hz_stroke_bend(&x->rub, force, speed);
}

void hz_friction_lift(hz_friction *x)
{
    hz_stroke_lift(&x->rub);
}

/* From 0 to 1 with flat ends. */
static double swell(double part)
{
    return part < 1 ? 0.5 - 0.5 * cos(HZ_PI * part) : 1;
}

void hz_rub_next(hz_friction *x)
{
    hz_stroke *s = &x->rub;
    hz_stroke_ends ends;
    x->rubs[0] = x->rubs[1] = 0;
    if (!hz_stroke_next(s, x->h, &ends))
        return;
    double press = swell(ends.press), rise = swell(ends.rise), fall = swell(ends.fall);
    x->rubs[0] = s->force * fmin(press, fall) + s->from_force * (1 - press) * fall;
    x->rubs[1] = s->speed * rise + s->from_speed * (1 - rise);
}
