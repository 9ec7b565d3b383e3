/* The loop of a loss form, compiled for each width by core/base/simd.h. */

/* Adds four rows, each times its number, to the first n numbers of another one. */
TARGET void EACH(add_four)(double *to, const double *const row[4], const double times[4], int n)
{
    const double *const r0 = row[0], *const r1 = row[1], *const r2 = row[2], *const r3 = row[3];
    const double t0 = times[0], t1 = times[1], t2 = times[2], t3 = times[3];
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        LOOSE(to, i) = LOOSE(to, i) + t0 * LOOSE(r0, i) + t1 * LOOSE(r1, i) + t2 * LOOSE(r2, i) + t3 * LOOSE(r3, i);
    for (; i < n; i++)
        to[i] = to[i] + t0 * r0[i] + t1 * r1[i] + t2 * r2[i] + t3 * r3[i];
}
