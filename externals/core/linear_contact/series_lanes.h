/* The loops of series, compiled for each width by core/base/simd.h. A round takes two vectors at a time, since each
 * term waits for the one before; rows are padded for that. */

#define PAIR_OF(at) for (int j = 0, i = (at); j < 2; j++, i += LANES)
#define LANE_OF(i) ((i) % HZ_SIMD_SLAB)

/* series:free  Adds to `sum` the derivatives of the rate under the loads and without a force, of order 0 to terms - 1,
 * times d to the power of their order plus one. Of pairs that nothing couples, which are not `mixed`, the rate reads p
 * alone. */
INLINE void EACH(any_moments)(const hz_pairs *r, const double *from_q, const double *from_p, const double *load_q,
                              const double *load_p, double d, int terms, hz_slab *sum, int mixed)
{
    for (int at = 0; at < r->n; at += 2 * LANES) {
        VEC spring[2], damper[2], rate_q[2], rate_p[2], q[2], p[2];
        PAIR_OF(at)
        {
            spring[j] = AT(r->spring, i) * (d * d);
            damper[j] = AT(r->damper, i) * d;
            rate_q[j] = AT(r->rate_q, i) * d;
            rate_p[j] = AT(r->rate_p, i);
            q[j] = AT(from_q, i);
            p[j] = AT(from_p, i) * d;
            AT(sum[0].lane, LANE_OF(i)) =
                AT(sum[0].lane, LANE_OF(i)) + (mixed ? rate_q[j] * q[j] + rate_p[j] * p[j] : rate_p[j] * p[j]);
            VEC next = p[j];
            if (mixed)
                next += AT(load_q, i) * d;
            p[j] = spring[j] * q[j] + (damper[j] * p[j] + AT(load_p, i) * (d * d));
            q[j] = next;
        }
        for (int k = 1; k < terms; k++)
            UNROLLED PAIR_OF(at)
            {
                AT(sum[k].lane, LANE_OF(i)) =
                    AT(sum[k].lane, LANE_OF(i)) + (mixed ? rate_q[j] * q[j] + rate_p[j] * p[j] : rate_p[j] * p[j]);
                const VEC next = p[j];
                p[j] = spring[j] * q[j] + damper[j] * p[j];
                q[j] = next;
            }
    }
}

TARGET void EACH(moments)(const hz_pairs *r, const double *from_q, const double *from_p, const double *load_q,
                          const double *load_p, double d, int terms, hz_slab *sum)
{
    if (r->mixed)
        EACH(any_moments)(r, from_q, from_p, load_q, load_p, d, terms, sum, 1);
    else
        EACH(any_moments)(r, from_q, from_p, load_q, load_p, d, terms, sum, 0);
}

/* series:step  The state after a time d under a force with these derivatives, counted in d; what drifts is not yet
 * right. The rate after it is left in `sum`. Of pairs that are not mixed the force drives p alone. */
INLINE void EACH(any_advance)(const hz_pairs *r, double d, int terms, const double *force, const double *inverse,
                              hz_slab *sum, int mixed)
{
    double *next_q = r->next_q, *next_p = r->next_p;
    const int n = r->n;
    memset(sum, 0, sizeof *sum);
    for (int at = 0; at < n; at += 2 * LANES) {
        VEC spring[2], damper[2], dq[2], dp[2], q[2], p[2], to_q[2], to_p[2];
        PAIR_OF(at)
        {
            spring[j] = AT(r->spring, i) * (d * d);
            damper[j] = AT(r->damper, i) * d;
            dq[j] = AT(r->drive_q, i) * d;
            dp[j] = AT(r->drive_p, i) * (d * d);
            q[j] = AT(r->q, i);
            p[j] = AT(r->p, i) * d;
            VEC next = p[j];
            if (mixed)
                next += AT(r->load_q, i) * d - dq[j] * force[0];
            p[j] = (spring[j] * q[j] + (AT(r->load_p, i) * (d * d) - dp[j] * force[0])) + damper[j] * p[j];
            q[j] = next;
            to_q[j] = q[j];
            to_p[j] = p[j];
        }
        for (int k = 2; k < terms; k++)
            UNROLLED PAIR_OF(at)
            {
                VEC next = p[j];
                if (mixed)
                    next -= dq[j] * force[k - 1];
                p[j] = (spring[j] * q[j] - dp[j] * force[k - 1]) + damper[j] * p[j];
                q[j] = next;
                to_q[j] += q[j] * inverse[k];
                to_p[j] += p[j] * inverse[k];
            }
        PAIR_OF(at)
        {
            to_q[j] += AT(r->q, i);
            to_p[j] = AT(r->p, i) + to_p[j] * (1 / d);
            AT(next_q, i) = to_q[j];
            AT(next_p, i) = to_p[j];
            AT(sum->lane, LANE_OF(i)) =
                AT(sum->lane, LANE_OF(i)) + (AT(r->rate_q, i) * to_q[j] + AT(r->rate_p, i) * to_p[j]);
        }
    }
}

TARGET void EACH(advance)(const hz_pairs *r, double d, int terms, const double *force, const double *inverse,
                          hz_slab *sum)
{
    if (r->mixed)
        EACH(any_advance)(r, d, terms, force, inverse, sum, 1);
    else
        EACH(any_advance)(r, d, terms, force, inverse, sum, 0);
}

/* contact:loss  What the modes lose in that step: the squares of their velocities at Gauss's nodes. `power` has the
 * powers of each node over the factorials, one node after the other. */
TARGET void EACH(lose)(const hz_pairs *r, double d, int terms, const double *force,
                       const double (*power)[HZ_SERIES_TERMS], const double *weight, hz_slab *sum)
{
    const int n = r->n;
    SUM(all);
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC spring = AT(r->spring, i) * (d * d), damper = AT(r->damper, i) * d;
            const VEC dq = AT(r->drive_q, i) * d, dp = AT(r->drive_p, i) * (d * d);
            VEC q = AT(r->q, i), p = AT(r->p, i) * d, at[HZ_SERIES_NODES], square = p * 0;
            for (int g = 0; g < HZ_SERIES_NODES; g++)
                at[g] = p;
            VEC next = p + (AT(r->load_q, i) * d - dq * force[0]);
            p = (spring * q + (AT(r->load_p, i) * (d * d) - dp * force[0])) + damper * p;
            q = next;
            for (int k = 1; k < terms; k++) {
                for (int g = 0; g < HZ_SERIES_NODES; g++)
                    at[g] += p * power[g][k];
                next = p - dq * force[k];
                p = (spring * q - dp * force[k]) + damper * p;
                q = next;
            }
            for (int g = 0; g < HZ_SERIES_NODES; g++)
                square += at[g] * at[g] * weight[g];
            all[j] += AT(r->loss, i) * square;
        }
    LEAVE(all, *sum);
}

#undef PAIR_OF
#undef LANE_OF
