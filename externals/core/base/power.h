/* power: x^a for x >= 0 at a fixed exponent a.
 *
 * Contact laws mostly have exponents that are whole or half numbers (1 felt,
 * 3/2 spheres, 5/2, 3 ...): those are products and at most one square root,
 * within HZ_POWER_ERROR. Every other exponent is libm's pow, within one unit
 * in the last place. Vector code raises many numbers at once in a form of its own. */
#ifndef HZ_POWER_H
#define HZ_POWER_H

#include <math.h>

#define HZ_POWER_ERROR 1e-15 /* relative, of every exponent */

typedef struct hz_power {
    double exponent;
    double high, low; /* the exponent in two parts, the first so short that its products with whole numbers are exact */
    int halves;       /* twice the exponent if that is a whole number to 12, else -1 */
} hz_power;

hz_power hz_power_prepare(double exponent);

static inline double hz_power_of(const hz_power *p, double x)
{
    if (p->halves == 3) /* spheres: what is asked most */
        return x * sqrt(x);
    if (p->halves < 0)
        return pow(x, p->exponent);
    int n = p->halves >> 1;
    double x2 = x * x, y = n & 1 ? x : 1;
    if (n & 2)
        y *= x2;
    if (n & 4)
        y *= x2 * x2;
    return p->halves & 1 ? y * sqrt(x) : y;
}

#endif
