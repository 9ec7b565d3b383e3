/* The loops of a loss form, compiled for each width by core/base/simd.h. */

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

/* Of each of two rows of n numbers the sums of its products with s and with d: s of the first, d of the first, s of the
 * second, d of the second. What does not fill a slab is left out. */
TARGET void EACH(along)(const double *row0, const double *row1, const double *s, const double *d, int n, hz_slab sum[4])
{
    SUM(s0);
    SUM(d0);
    SUM(s1);
    SUM(d1);
    for (int slab = 0; slab + HZ_SIMD_SLAB <= n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC of_s = LOOSE(s, i), of_d = LOOSE(d, i), r0 = LOOSE(row0, i), r1 = LOOSE(row1, i);
            s0[j] += r0 * of_s;
            d0[j] += r0 * of_d;
            s1[j] += r1 * of_s;
            d1[j] += r1 * of_d;
        }
    LEAVE(s0, sum[0]);
    LEAVE(d0, sum[1]);
    LEAVE(s1, sum[2]);
    LEAVE(d1, sum[3]);
}
