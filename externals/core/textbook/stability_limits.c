/* stability_limits: what a method's step must be given for its times to be right: modes slow enough, contacts as long
 * as they last. */
#include <math.h>

#include "core/base/units.h"
#include "internal.h"

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
        return fmin((x < 0.3 * y ? 2.82 : 2.6) / y, 2.78 / fast);
    case HZ_THREEPOINT:
    case HZ_QUADRATISED:
        return 2.9 / fmax(x, y);
    default:
        return 1;
    }
}

void hz_method_remark(const hz_textbook *x, enum hz_textbook_remark what)
{
    if (x->remark)
        x->remark(x->owner, what);
}

/* schemes:duration  the stiffness with which a contact of exponent 1 lasts as long as it should. */
double hz_method_stiffness(const hz_textbook *x, const hz_contact_system *s)
{
    const hz_contact_params *p = &s->params;
    int two = x->method == HZ_TWOPOINT;
    double angle = s->h * sqrt(p->law.stiffness / p->mass), most = (1 - 1e-6) * HZ_PI / (two ? 1 : 2);
    if ((!two && x->method != HZ_THREEPOINT) || p->law.exponent != 1 || s->object.n > 0) {
        hz_method_remark(x, HZ_DURATION_NEEDS_LINE);
        return p->law.stiffness;
    }
    if (angle > most)
        hz_method_remark(x, HZ_DURATION_TOO_BRIEF);
    angle = fmin(angle, most);
    double half = tan(0.5 * angle),
           beta = two ? half * half : 2 * sin(0.5 * angle) * sin(0.5 * angle) / cos(angle); /* C 15, 16 */
    return (two ? 4 : 2) * beta * p->mass / (s->h * s->h);
}
