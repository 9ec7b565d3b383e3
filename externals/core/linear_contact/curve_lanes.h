/* The loops of curve, compiled for each width by core/base/simd.h: a slab of eight pairs in each round. */

/* curve:modes  Legendre's coefficients of a unit impulse's rate and way from their Taylor coefficients in the middle of
 * the stretch, by those of the powers. `half` is half the stretch. */
TARGET void EACH(expand)(const hz_pairs *r, const double *way, const double *rate, double half, int terms,
                         const double (*power)[HZ_LEGENDRE], double *table)
{
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB, table += 2 * HZ_LEGENDRE * HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            double *of_rate = table + j * LANES, *of_way = of_rate + HZ_LEGENDRE * HZ_SIMD_SLAB;
            VEC s = AT(way, i), d = AT(rate, i);
            for (int l = 0; l < HZ_LEGENDRE; l++)
                AT(of_rate, l * HZ_SIMD_SLAB) = AT(of_way, l * HZ_SIMD_SLAB) = s * 0;
            for (int k = 0; k < terms; k++) {
                for (int l = k % 2; l <= k && l < HZ_LEGENDRE; l += 2) {
                    AT(of_rate, l * HZ_SIMD_SLAB) = AT(of_rate, l * HZ_SIMD_SLAB) + d * power[k][l];
                    AT(of_way, l * HZ_SIMD_SLAB) = AT(of_way, l * HZ_SIMD_SLAB) + s * power[k][l];
                }
                const VEC next = d * (half / (k + 1));
                d = (AT(r->spring, i) * s + AT(r->damper, i) * d) * (half / (k + 1));
                s = next;
            }
        }
}

/* curve:free  What a state says of the rate of compression: it is `now` times what a unit impulse's rate becomes and
 * `push` times its way. */
TARGET void EACH(hear)(const hz_pairs *r, const double *q, const double *p, double *now, double *push)
{
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC rate_q = AT(r->rate_q, i), rate_p = AT(r->rate_p, i), zq = AT(q, i), zp = AT(p, i);
            AT(now, i) = rate_q * zq + rate_p * zp;
            AT(push, i) = rate_q * (zp - AT(r->damper, i) * zq) + rate_p * (AT(r->spring, i) * zq);
        }
}

/* Legendre's coefficients of it: four of them. */
TARGET void EACH(listen)(const double *now, const double *push, int n, const double *table, hz_slab *sum)
{
    SUM(first);
    SUM(second);
    SUM(third);
    SUM(fourth);
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB, table += 2 * HZ_LEGENDRE * HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const double *of_rate = table + j * LANES, *of_way = of_rate + HZ_LEGENDRE * HZ_SIMD_SLAB;
            const VEC a = AT(now, i), b = AT(push, i);
            first[j] += a * AT(of_rate, 0) + b * AT(of_way, 0);
            second[j] += a * AT(of_rate, HZ_SIMD_SLAB) + b * AT(of_way, HZ_SIMD_SLAB);
            third[j] += a * AT(of_rate, 2 * HZ_SIMD_SLAB) + b * AT(of_way, 2 * HZ_SIMD_SLAB);
            fourth[j] += a * AT(of_rate, 3 * HZ_SIMD_SLAB) + b * AT(of_way, 3 * HZ_SIMD_SLAB);
        }
    LEAVE(first, sum[0]);
    LEAVE(second, sum[1]);
    LEAVE(third, sum[2]);
    LEAVE(fourth, sum[3]);
}

/* curve:modes  Adds to the next state what the force does to it: `force` has its shapes' shares in what a unit impulse
 * leaves. The rate after it is left in `sum`. */
TARGET void EACH(yield)(const hz_pairs *r, const double *table, int shapes, const double *force, hz_slab *sum)
{
    double *next_q = r->next_q, *next_p = r->next_p;
    SUM(rate);
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB, table += 2 * HZ_LEGENDRE * HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const double *of_rate = table + j * LANES, *of_way = of_rate + HZ_LEGENDRE * HZ_SIMD_SLAB;
            VEC fast = AT(of_rate, 0) * force[0], far = AT(of_way, 0) * force[0];
            VEC odd_fast = AT(of_rate, HZ_SIMD_SLAB) * force[1], odd_far = AT(of_way, HZ_SIMD_SLAB) * force[1];
            for (int l = 2; l < shapes; l += 2) {
                fast += AT(of_rate, l * HZ_SIMD_SLAB) * force[l];
                far += AT(of_way, l * HZ_SIMD_SLAB) * force[l];
                odd_fast += AT(of_rate, (l + 1) * HZ_SIMD_SLAB) * force[l + 1];
                odd_far += AT(of_way, (l + 1) * HZ_SIMD_SLAB) * force[l + 1];
            }
            fast += odd_fast;
            far += odd_far;
            const VEC drive_q = AT(r->drive_q, i), drive_p = AT(r->drive_p, i);
            const VEC q = AT(next_q, i) - (drive_q * (fast - AT(r->damper, i) * far) + drive_p * far);
            const VEC p = AT(next_p, i) - (drive_p * fast + drive_q * (AT(r->spring, i) * far));
            AT(next_q, i) = q;
            AT(next_p, i) = p;
            rate[j] += AT(r->rate_q, i) * q + AT(r->rate_p, i) * p;
        }
    LEAVE(rate, *sum);
}

/* The product of a matrix, given by columns, with a vector: n is a multiple of eight. */
TARGET void EACH(product)(const double (*column)[HZ_FORCE_SHAPES], const double *by, int n, double *out)
{
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB) {
        SUM(sum);
        for (int k = 0; k < n; k++)
            LANES_OF(slab) sum[j] += LOOSE(column[k], i) * by[k];
        LANES_OF(slab) LOOSE(out, i) = sum[j];
    }
}
