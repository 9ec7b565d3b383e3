/* pole_kernel: the numbers of a column, and the loops over modes that poles and their finding have in common. */
#ifndef HZ_POLE_KERNEL_H
#define HZ_POLE_KERNEL_H

#include "contact_poles.h"

/* A quadratic s^2 + 2 sigma s + x = (s - c)^2 + turn has two roots; a function of s on both of them at once is a number
 * re + im E with E = s - c and E^2 = -turn. That is a complex number where the roots are a pair, and just as well a
 * number where they are real or coincide (poles:ring). */
typedef struct hz_polering {
    double re, im;
} hz_polering;

static inline hz_polering hz_polering_times(hz_polering a, hz_polering b, double turn)
{
    return (hz_polering){ a.re * b.re - turn * a.im * b.im, a.re * b.im + a.im * b.re };
}

static inline hz_polering hz_polering_inverse(hz_polering a, double turn)
{
    double norm = a.re * a.re + turn * a.im * a.im;
    return (hz_polering){ a.re / norm, -a.im / norm };
}

/* Where functions are evaluated: s = c + E (e = 1), or one real s = c (e = 0). A mode's s^2 + 2 sigma s + x is there
 * ak + bk E + 2 (sigma - ns) s + (x - nx): measured from the mode that is near, so that it keeps its digits. A real s
 * is measured from 0, and the polynomial of the one mode that has a root near there is `own` (poles:near); near = -1:
 * of none. */
typedef struct hz_polepoint {
    double c, turn, e, ak, bk, ns, nx, own;
    int near;
} hz_polepoint;

/* What a kernel works on: rows in, sums or rows out. */
typedef struct hz_polework {
    int from, n, plain;         /* modes, from a whole slab on; the common kind */
    int skip_mode, skip_column; /* left out of the product, or -1 */
    hz_polering sum, product, out;
    double tau, below, above, below1, above1; /* the undamped function and its slopes */
    const double *q, *p;
    double y, r, *to_q, *to_p;
} hz_polework;

/* Of all modes that feel the contact. */
static inline hz_polework hz_polework_of(const hz_poles *k)
{
    return (hz_polework){ .n = k->coupled, .plain = k->plain, .skip_mode = -1, .skip_column = -1 };
}

/* poles:undamped  the sums below and above a mode, and their slopes. */
void hz_polekernel_undamped(const hz_poles *k, const hz_polepoint *at, hz_polework *w);
/* poles:secular  the sum of receptances, and the product of all modes' polynomials over all columns'. */
void hz_polekernel_secular(const hz_poles *k, const hz_polepoint *at, hz_polework *w);
/* Adds a column's state (y, r = E y) to the modes'. */
void hz_polekernel_leave(const hz_poles *k, const hz_polepoint *at, hz_polework *w);
/* A row over the modes, as the column's element; without rows the column's length. */
void hz_polekernel_row(const hz_poles *k, const hz_polepoint *at, hz_polework *w);
/* poles:enter  the transform of eta', or in the second form of eta. */
void hz_polekernel_enter(const hz_poles *k, const hz_polepoint *at, hz_polework *w);
void hz_polekernel_direct(const hz_poles *k, const hz_polepoint *at, hz_polework *w);

#endif
