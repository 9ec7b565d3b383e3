/* pole_kernel: the numbers of a column, and the loops over modes that poles and their finding have in common. */
#ifndef HZ_POLE_KERNEL_H
#define HZ_POLE_KERNEL_H

#include "contact_poles.h"

/* A quadratic s^2 + 2 sigma s + x = (s - c)^2 + turn has two roots; a function of s on both of them at once is a number
 * re + im E with E = s - c and E^2 = -turn. That is a complex number where the roots are a pair, and just as well a
 * number where they are real or coincide (poles:ring). */
typedef struct hz_pole_ring {
    double re, im;
} hz_pole_ring;

static inline hz_pole_ring hz_pole_ring_times(hz_pole_ring a, hz_pole_ring b, double turn)
{
    return (hz_pole_ring){ a.re * b.re - turn * a.im * b.im, a.re * b.im + a.im * b.re };
}

static inline hz_pole_ring hz_pole_ring_inverse(hz_pole_ring a, double turn)
{
    double norm = a.re * a.re + turn * a.im * a.im;
    return (hz_pole_ring){ a.re / norm, -a.im / norm };
}

/* Where functions are evaluated: s = c + E (e = 1), or one real s = c (e = 0). A mode's s^2 + 2 sigma s + x is there
 * ak + bk E + 2 (sigma - ns) s + (x - nx): measured from the mode that is near, so that it keeps its digits. A real s
 * is measured from 0, and the polynomial of the one mode that has a root near there is `own` (poles:near); near = -1:
 * of none. */
typedef struct hz_pole_point {
    double c, turn, e, ak, bk, ns, nx, own;
    int near;
} hz_pole_point;

/* What a kernel works on: rows in, sums or rows out. */
typedef struct hz_pole_work {
    int from, n, plain;         /* modes, from a whole slab on; the common kind */
    int skip_mode, skip_column; /* left out of the product, or -1 */
    hz_pole_ring sum, product, out;
    double tau, below, above, below1, above1; /* the undamped function and its slopes */
    const double *q, *p;
    double y, r, *to_q, *to_p;
} hz_pole_work;

/* Of all modes that feel the contact. */
static inline hz_pole_work hz_pole_work_of(const hz_contact_poles *k)
{
    return (hz_pole_work){ .n = k->coupled, .plain = k->plain, .skip_mode = -1, .skip_column = -1 };
}

/* poles:undamped  the sums below and above a mode, and their slopes. */
void hz_pole_kernel_undamped(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* poles:secular  the sum of receptances, and the product of all modes' polynomials over all columns'. */
void hz_pole_kernel_secular(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* Adds a column's state (y, r = E y) to the modes'. */
void hz_pole_kernel_leave(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* A row over the modes, as the column's element; without rows the column's length. */
void hz_pole_kernel_row(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* poles:enter  the transform of eta', or in the second form of eta. */
void hz_pole_kernel_enter(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
void hz_pole_kernel_direct(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);

#endif
