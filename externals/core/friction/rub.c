/* rub: the gesture of the hand. */
#include "internal.h"

#include "core/base/units.h"

#include <math.h>

static const double press_time = 0.01, lift_time = 0.03, bend_time = 0.01; /* s */

void hz_friction_rub(hz_friction *x, double force, double speed, double seconds, double rise)
{
    if (!x->ready)
        return;
    x->rub = (hz_rub){ .speed = speed,
                       .force = force,
                       .left = seconds > 0 ? (long long)fmin(seconds / x->h, 1e18) : -1,
                       .rise = (int)fmin(fmax(rise / x->h, 1), 1e9),
                       .press = (int)fmax(press_time / x->h, 1),
                       .fall = (int)fmax(lift_time / x->h, 1) };
    hz_friction_bend(x, force, speed);
}

void hz_friction_bend(hz_friction *x, double force, double speed)
{
    x->rub.wanted_force = force;
    x->rub.wanted_speed = speed;
}

void hz_friction_lift(hz_friction *x)
{
    hz_rub *r = &x->rub;
    if (r->left < 0 || r->left > r->gone + r->fall)
        r->left = r->gone + r->fall;
}

/* From 0 to 1 with flat ends. */
static double swell(double part)
{
    return part < 1 ? 0.5 - 0.5 * cos(HZ_PI * part) : 1;
}

void hz_rub_next(hz_rub *r, double h, double *force, double *speed)
{
    *force = *speed = 0;
    if (r->left == 0 || (r->left > 0 && r->gone >= r->left)) {
        *r = (hz_rub){ 0 };
        return;
    }
    double way = fmin(h / bend_time, 1), out = r->left < 0 ? 1 : (double)(r->left - r->gone) / r->fall;
    r->gone++;
    r->speed += way * (r->wanted_speed - r->speed);
    r->force += way * (r->wanted_force - r->force);
    *speed = r->speed * swell((double)r->gone / r->rise);
    *force = r->force * swell(fmin((double)r->gone / r->press, out));
}
