/* stability_limits: modes slow enough for a method's step, and what a method has to say. */
#include <math.h>

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
