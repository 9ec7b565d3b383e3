/* stability_limits: what a method's step must be given for its times to be right: modes slow enough, contacts as long
 * as they last. */
#include <math.h>

#include "internal.h"

static const char *const needs_line =
                             "duration: it needs 'method twopoint' or 'threepoint', 'exponent 1' and 'object wall', "
                             "contacts are left as they are",
                         *const too_brief =
                             "duration: this contact is briefer than the shortest of the method, which is one sample "
                             "with twopoint, two with threepoint";

/* schemes:slow  What a mode's time must be stretched by for the method to be stable, x = sigma h and y = omega h; at
 * most 1 is used. */
double hz_method_stable(enum hz_method m, double x, double y)
{
    double damped = m == HZ_HEUN ? 2 * x : x, fast = x > y ? x + sqrt((x - y) * (x + y)) : 0;
    switch (m) {
    case HZ_VERLET:
    case HZ_HEUN:
        return 1.99 / (damped + sqrt(damped * damped + y * y));
    case HZ_RK4:
        return fmin((x < 0.3 * y ? 2.82 : 2.6) / y, fast > 0 ? 2.78 / fast : 1);
    case HZ_THREEPOINT:
    case HZ_QUADRATISED:
        return 2.9 / fmax(x, y);
    default:
        return 1;
    }
}

void hz_method_remark(const hz_collide *c, const char *text)
{
    if (c->remark)
        c->remark(c->owner, text);
}

/* schemes:duration  the stiffness with which a contact of exponent 1 lasts as long as it should. */
double hz_method_stiffness(const hz_collide *c)
{
    const hz_collide_params *p = &c->params;
    int two = p->method == HZ_TWOPOINT;
    double angle = c->h * sqrt(p->law.stiffness / p->mass), most = (1 - 1e-6) * 3.141592653589793 / (two ? 1 : 2);
    if ((!two && p->method != HZ_THREEPOINT) || p->law.exponent != 1 || c->b.n > 0) {
        hz_method_remark(c, needs_line);
        return p->law.stiffness;
    }
    if (angle > most)
        hz_method_remark(c, too_brief);
    angle = fmin(angle, most);
    double half = tan(0.5 * angle),
           beta = two ? half * half : 2 * sin(0.5 * angle) * sin(0.5 * angle) / cos(angle); /* C 15, 16 */
    return (two ? 4 : 2) * beta * p->mass / (c->h * c->h);
}
