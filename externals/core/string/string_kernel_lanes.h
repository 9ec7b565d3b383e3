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
    if (w->force)
        EACH(sweep)(w, s0, s1, s2, 1);
    else
        EACH(sweep)(w, s0, s1, s2, 0);
}
