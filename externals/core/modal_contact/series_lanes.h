/* The loops of series, compiled for each width by core/base/simd.h: a slab of eight pairs in each round. */

/* series:free  Adds to `sum` the derivatives of the rate under the loads and without a force, of order 0 to terms - 1,
 * times d to the power of their order plus one. */
TARGET void EACH(moments)(const hz_modal_pairs *r, const double *from_q, const double *from_p, const double *load_q,
                          const double *load_p, double d, int terms, hz_slab *sum)
{
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC spring = AT(r->spring, i) * (d * d), damper = AT(r->damper, i) * d;
            const VEC rate_q = AT(r->rate_q, i) * d, rate_p = AT(r->rate_p, i);
            VEC q = AT(from_q, i), p = AT(from_p, i) * d;
            AT(sum[0].lane, j * LANES) = AT(sum[0].lane, j * LANES) + (rate_q * q + rate_p * p);
            VEC next = p + AT(load_q, i) * d;
            p = spring * q + (damper * p + AT(load_p, i) * (d * d));
            q = next;
            AT(sum[1].lane, j * LANES) = AT(sum[1].lane, j * LANES) + (rate_q * q + rate_p * p);
            for (int k = 2; k < terms; k++) {
                next = p;
                p = spring * q + damper * p;
                q = next;
                AT(sum[k].lane, j * LANES) = AT(sum[k].lane, j * LANES) + (rate_q * q + rate_p * p);
            }
        }
}

/* The same for pairs that nothing couples, of which the rate reads p alone. */
TARGET void EACH(plain_moments)(const hz_modal_pairs *r, const double *from_q, const double *from_p,
                                const double *load_q, const double *load_p, double d, int terms, hz_slab *sum)
{
    (void)load_q;
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC spring = AT(r->spring, i) * (d * d), damper = AT(r->damper, i) * d, rate_p = AT(r->rate_p, i);
            VEC q = AT(from_q, i), p = AT(from_p, i) * d;
            AT(sum[0].lane, j * LANES) = AT(sum[0].lane, j * LANES) + rate_p * p;
            VEC next = p;
            p = spring * q + (damper * p + AT(load_p, i) * (d * d));
            q = next;
            AT(sum[1].lane, j * LANES) = AT(sum[1].lane, j * LANES) + rate_p * p;
            for (int k = 2; k < terms; k++) {
                next = p;
                p = spring * q + damper * p;
                q = next;
                AT(sum[k].lane, j * LANES) = AT(sum[k].lane, j * LANES) + rate_p * p;
            }
        }
}

/* series:step  The state after a time d under a force with these coefficients; what drifts is not yet right. The rate
 * after it is left in `sum`. */
TARGET void EACH(advance)(const hz_modal_pairs *r, double d, int terms, const double *force, const double *inverse,
                          hz_slab *sum)
{
    const double *drive_q = r->drive_q, *drive_p = r->drive_p;
    double *next_q = r->next_q, *next_p = r->next_p;
    const int n = r->n;
    SUM(rate);
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC spring = AT(r->spring, i) * (d * d), damper = AT(r->damper, i) * d;
            const VEC dq = AT(drive_q, i) * d, dp = AT(drive_p, i) * (d * d);
            VEC q = AT(r->q, i), p = AT(r->p, i) * d;
            VEC next = p + (AT(r->load_q, i) * d - dq * force[0]);
            p = spring * q + (damper * p + (AT(r->load_p, i) * (d * d) - dp * force[0]));
            q = next;
            VEC to_q = q, to_p = p;
            for (int k = 2; k < terms; k++) {
                next = (p - dq * force[k - 1]) * inverse[k];
                p = (spring * q + (damper * p - dp * force[k - 1])) * inverse[k];
                q = next;
                to_q += q;
                to_p += p;
            }
            to_q += AT(r->q, i);
            to_p = AT(r->p, i) + to_p * (1 / d);
            AT(next_q, i) = to_q;
            AT(next_p, i) = to_p;
            rate[j] += AT(r->rate_q, i) * to_q + AT(r->rate_p, i) * to_p;
        }
    LEAVE(rate, *sum);
}

/* contact:loss  What the modes lose in that step: the squares of their velocities at Gauss's nodes. `power` has the
 * powers of each node, one node after the other. */
TARGET void EACH(lose)(const hz_modal_pairs *r, double d, int terms, const double *force, const double *inverse,
                       const double (*power)[HZ_MODAL_TERMS], const double *weight, hz_slab *sum)
{
    const int n = r->n;
    SUM(all);
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            const VEC spring = AT(r->spring, i) * (d * d), damper = AT(r->damper, i) * d;
            const VEC dq = AT(r->drive_q, i) * d, dp = AT(r->drive_p, i) * (d * d);
            VEC q = AT(r->q, i), p = AT(r->p, i) * d, at[HZ_MODAL_NODES], square = p * 0;
            for (int g = 0; g < HZ_MODAL_NODES; g++)
                at[g] = p;
            VEC next = p + (AT(r->load_q, i) * d - dq * force[0]);
            p = spring * q + (damper * p + (AT(r->load_p, i) * (d * d) - dp * force[0]));
            q = next;
            for (int g = 0; g < HZ_MODAL_NODES; g++)
                at[g] += p * power[g][1];
            for (int k = 2; k < terms; k++) {
                next = (p - dq * force[k - 1]) * inverse[k];
                p = (spring * q + (damper * p - dp * force[k - 1])) * inverse[k];
                q = next;
                for (int g = 0; g < HZ_MODAL_NODES; g++)
                    at[g] += p * power[g][k];
            }
            for (int g = 0; g < HZ_MODAL_NODES; g++)
                square += at[g] * at[g] * weight[g];
            all[j] += AT(r->loss, i) * square;
        }
    LEAVE(all, *sum);
}
