/* The step of a string's points, compiled for each width by core/base/simd.h. */

/* Left to the compiler's vectors, for neighbours are loads from anywhere. `keeps`: the forces are wanted. */
INLINE void EACH(sweep)(const hz_string_kernel *w, double s0, double s1, double s2, int keeps)
{
    const double *restrict u = w->u, *restrict d = w->d, keep = w->keep, loss = w->loss;
    double *restrict s = w->s, *restrict u1 = w->u1, *restrict d1 = w->d1, *restrict forces = w->force;
    const int n = w->n;
#pragma GCC unroll 4
    APART
    for (int i = -2; i <= n + 2; i++)
        s[i] = (u[i] - u[i - 1]) - (u[i + 1] - u[i]);
#pragma GCC unroll 4
    APART
    for (int i = 1; i < n; i++) {
        double force = s0 * s[i] + s1 * (s[i - 1] + s[i + 1]) + s2 * (s[i - 2] + s[i + 2]);
        double bend = (d[i] - d[i - 1]) - (d[i + 1] - d[i]);
        double way = (keep * d[i] - loss * bend) - force;
        if (keeps)
            forces[i] = force;
        d1[i] = way;
        u1[i] = u[i] + way;
    }
}

/* string:step  The second difference is taken as a difference of differences, so that rounding is that of the slope and
 * not that of the place; then every sum is of numbers of one size. Weights s0, s1, s2 of the second difference belong
 * to this point and to those one and two points off. */
TARGET void EACH(step)(const hz_string_kernel *w)
{
    const double s0 = w->c[0] + 2 * w->c[1] + 6 * w->c[2], s1 = -w->c[1] - 4 * w->c[2], s2 = w->c[2];
#if LANES == 8
    const double keep = w->keep, loss = w->loss;
    const int n = w->n;
    /* Neighbours come out of registers, since loads across a cache line would take most of the time: `next` minus
     * itself is the difference of each point to the one after it. */
    const double *u = w->u, *d = w->d;
    VEC before = AT(u, -8), here = AT(u, 0), after = AT(u, 8);
    VEC e_before = SHIFT(before, here, 1) - before, e = SHIFT(here, after, 1) - here;
    VEC s_before = SHIFT(e_before, e_before, 7) - e_before, s = SHIFT(e_before, e, 7) - e;
    VEC d_before = AT(d, -8), d_here = AT(d, 0), f_before = SHIFT(d_before, d_here, 1) - d_before;
    for (int i = 0; i < n; i += 8) {
        VEC beyond = AT(u, i + 16), e_after = SHIFT(after, beyond, 1) - after, s_after = SHIFT(e, e_after, 7) - e_after;
        VEC d_after = AT(d, i + 8), f = SHIFT(d_here, d_after, 1) - d_here, bend = SHIFT(f_before, f, 7) - f;
        VEC force = s0 * s + s1 * (SHIFT(s_before, s, 7) + SHIFT(s, s_after, 1)) +
                    s2 * (SHIFT(s_before, s, 6) + SHIFT(s, s_after, 2));
        VEC way = (keep * d_here - loss * bend) - force;
        if (w->force)
            AT(w->force, i) = force;
        AT(w->d1, i) = way;
        AT(w->u1, i) = here + way;
        here = after, after = beyond;
        e = e_after;
        s_before = s, s = s_after;
        d_here = d_after, f_before = f;
    }
#else
    if (w->force)
        EACH(sweep)(w, s0, s1, s2, 1);
    else
        EACH(sweep)(w, s0, s1, s2, 0);
#endif
}
