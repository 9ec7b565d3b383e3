/* root: where a function of one number that rises is zero.
 *
 * The caller asks for the function's value at place after place; the search narrows the bracket that holds the root:
 *
 *     hz_root r = hz_root_from(low, high, guess);
 *     do
 *         value = ... at r.x, and its slope
 *     while (hz_root_newton(&r, value, slope));
 *
 * Afterwards r.x is the root, and r.low and r.high are the nearest places on its two sides that were looked at. Three
 * ways can follow a value: hz_root_newton, hz_root_secant and hz_root_halve; the last one wants no more of it than its
 * sign, so that a question with the answers no (-1) and yes (1) will do. A function that falls is given with its sign
 * turned. Only the sign must rise: the function may be flat, jump, or be infinitely steep.
 *
 * There is one rule of stopping. A search ends where the value is zero, where no number lies between the ends of the
 * bracket, where Newton's step changes the place by rounding alone, and at the latest after HZ_ROOT_MOST values. A
 * value that is not a number ends it, too, and then the root is not a number. */
#ifndef HZ_ROOT_H
#define HZ_ROOT_H

#include <math.h>

enum { HZ_ROOT_MOST = 200 };

typedef struct hz_root {
    double x;               /* where the value is asked for; at last the root */
    double low, high;       /* the root lies between them */
    double at_low, at_high; /* values there, of hz_root_secant alone; it makes them smaller to draw the chord nearer */
    double small;           /* a step of Newton's method that is the last one, as a part of x */
    double before;          /* length of the last step */
    int values;             /* so many were asked for */
} hz_root;

/* Between two ends: their middle, or that of their logarithms where they have one sign and are far apart. */
static inline double hz_root_middle(double low, double high)
{
    double near = low < 0 ? -high : low, far = low < 0 ? -low : high; /* of one sign, seen from 0 */
    if (!(near >= 0 && far >= 4 * near))
        return 0.5 * (low + high);
    return copysign(near > 0 ? sqrt(near) * sqrt(far) : 1e-3 * far, low + high);
}

/* A search between two ends from a guess; from their middle where the guess does not lie between them or at one of
 * them. Newton's error is squared by each step, so a caller whose function is smooth may set `small` to 1e-8. */
static inline hz_root hz_root_from(double low, double high, double guess)
{
    double x = guess >= low && guess <= high ? guess : hz_root_middle(low, high);
    return (hz_root){ .x = x, .low = low, .high = high, .small = 4e-16, .before = HUGE_VAL };
}

/* A search from the middle of the bracket. */
static inline hz_root hz_root_between(double low, double high)
{
    return hz_root_from(low, high, NAN);
}

/* Takes in the value at x. Returns 0 if the search ends there. */
static inline int hz_root_narrow(hz_root *r, double value)
{
    r->values++;
    if (value < 0)
        r->low = r->x;
    else if (value > 0)
        r->high = r->x;
    else if (value != value)
        r->x = value;
    return value < 0 || value > 0;
}

/* Goes to the next place, which is the root if it is no other than an end. */
static inline int hz_root_go(hz_root *r, double next)
{
    r->before = fabs(next - r->x);
    r->x = next;
    return next > r->low && next < r->high && r->values < HZ_ROOT_MOST;
}

/* Halves the bracket, in its logarithm where its ends are far apart. */
static inline int hz_root_halve(hz_root *r, double value)
{
    return hz_root_narrow(r, value) && hz_root_go(r, hz_root_middle(r->low, r->high));
}

/* Newton's step where it stays inside the bracket and is not slow; else the bracket is halved. */
static inline int hz_root_newton(hz_root *r, double value, double slope)
{
    if (!hz_root_narrow(r, value))
        return 0;
    double step = slope > 0 && slope < HUGE_VAL ? -value / slope : HUGE_VAL, next = r->x + step;
    if (fabs(step) <= r->small * fabs(r->x) && next >= r->low && next <= r->high) {
        r->x = next;
        return 0;
    }
    int slow = r->values > 3 && fabs(step) > 0.5 * r->before;
    return hz_root_go(r, next > r->low && next < r->high && !slow ? next : hz_root_middle(r->low, r->high));
}

/* Where the chord between the ends is zero; their middle where it has no such place. Where that is an end to rounding,
 * it is the next number inside, from which the bracket closes. */
static inline double hz_root_chord(const hz_root *r)
{
    double x = r->low + (r->high - r->low) * (r->at_low / (r->at_low - r->at_high)), rounding = 2.3e-16 * fabs(x);
    if (!(r->at_low < 0 && r->high - r->low > 2 * rounding))
        return 0.5 * (r->low + r->high);
    return x < r->low + rounding ? r->low + rounding : x > r->high - rounding ? r->high - rounding : x;
}

/* A search by secants, from the values at both ends. The one at `low` counts as negative even if it is 0. */
static inline hz_root hz_root_secant_from(double low, double at_low, double high, double at_high)
{
    hz_root r = { .low = low, .high = high, .at_low = fmin(at_low, 0), .at_high = at_high, .before = HUGE_VAL };
    r.x = hz_root_chord(&r);
    return r;
}

/* The chord's zero. The value of an end that stays is made smaller by the part that the other one's fell by, so that
 * both ends come in (Anderson and Bjorck); if they still do not, every other place is the middle. */
static inline int hz_root_secant(hz_root *r, double value)
{
    if (!hz_root_narrow(r, value))
        return 0;
    double *moved = value < 0 ? &r->at_low : &r->at_high, *stays = value < 0 ? &r->at_high : &r->at_low;
    double keep = 1 - value / *moved;
    if (*moved != 0)
        *stays *= keep > 0 ? keep : 0.5;
    *moved = value;
    return hz_root_go(r, r->values > 20 && r->values % 2 ? hz_root_middle(r->low, r->high) : hz_root_chord(r));
}

#endif
