/* bessel: the Bessel functions of round bodies, in C11 and nothing else.
 *
 * The mathematical library has J_n only under POSIX and I_n not at all. Here both come from one idea, Miller's: their
 * recurrences are stable when run downward, so start with anything far above the order that matters, and settle the
 * scale by a sum that is known. A pass gives every order below on its way.
 *
 * Cost of a pass: 2 to 3 ns for each of its steps, which are about x + 11.5 x^(1/3) + 4 for J. */
#include "internal.h"

#include <math.h>

/* What a recurrence starts with: any number will do from which the growth neither overflows nor stays zero. */
static const double seed = 1e-280;

/* Under this x, the terms in x^2 are lost beside 1. */
static const double nearly_zero = 1e-8;

void hz_bessel_j(int n, double x, double *j)
{
    if (x < nearly_zero) {
        for (int k = 0; k <= n; k++)
            j[k] = k == 0 ? 1 : k == 1 ? 0.5 * x : 0;
        return;
    }
    /* bessel:miller  from the order `top` on, J is under 1e-17 */
    int top = (int)(x + 11.5 * cbrt(x) + 4);
    double two = 2 / x, above = 0, here = seed, even = 0;
    for (int i = n; i >= top; i--)
        j[i] = 0;
    for (int k = top; k > 0; k--) {
        double below = k * two * here - above;
        above = here;
        here = below;
        if (k - 1 <= n)
            j[k - 1] = here;
        if (k & 1)
            even += here;
    }
    double scale = 1 / (2 * even - here); /* J_0 + 2 J_2 + 2 J_4 + ... = 1 */
    for (int i = 0; i <= n && i < top; i++)
        j[i] *= scale;
}

/* At this order I is under 1e-17 of I_n. */
static int order_to_start(int n, double x)
{
    return (int)(sqrt((double)n * n + 80 * x) + 8);
}

double hz_bessel_i(int n, double x)
{
    if (x < nearly_zero) {
        double y = 1 - x;
        for (int k = 1; k <= n; k++)
            y *= 0.5 * x / k;
        return y;
    }
    double two = 2 / x, above = 0, here = seed, sum = 0, wanted = 0;
    for (int k = order_to_start(n, x); k > 0; k--) {
        double below = k * two * here + above;
        above = here;
        here = below;
        sum += above;
        if (k == n)
            wanted = above;
    }
    /* bessel:scaled  I_0 + 2 I_1 + 2 I_2 + ... = e^x */
    return (n ? wanted : here) / (here + 2 * sum);
}

void hz_bessel_i_ratios(int n, double x, double *ratio)
{
    double r = 0;
    for (int k = order_to_start(n, x); k >= 0; k--) {
        r = x / (2 * (k + 1) + x * r); /* bessel:ratio */
        if (k <= n)
            ratio[k] = r;
    }
}
