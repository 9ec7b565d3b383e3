/* The loops over the resonances, compiled for each width by core/base/simd.h. */

/* soundbox:step  n samples of force. The velocities of resonance i stand from v[i * HZ_SOUNDBOX_STRETCH] on, VEC by
 * VEC. */
INLINE void EACH(swing)(hz_soundbox_rows *r, const double *force, int n, double *velocity, hz_soundbox_sums *sums,
                        int booked)
{
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i += LANES) {
        const int lane = i % HZ_SIMD_SLAB;
        const VEC qq = AT(r->qq, i), qv = AT(r->qv, i), vq = AT(r->vq, i), vv = AT(r->vv, i), gives = AT(r->gives, i);
        VEC q = AT(r->q, i), v = AT(r->v, i);
        for (int k = 0; k < n; k++) {
            const VEC bent = gives * force[k], way = q - bent, next = bent + (qq * way + qv * v);
            AT(sums->work[k].lane, lane) += force[k] * (next - q);
            if (booked)
                AT(sums->loss[k].lane, lane) +=
                    (AT(r->loss_vv, i) * v + AT(r->loss_vq, i) * way) * v + AT(r->loss_qq, i) * (way * way);
            v = vq * way + vv * v;
            q = next;
            AT(velocity, i * HZ_SOUNDBOX_STRETCH + k * LANES) = v;
            if (booked) {
                AT(sums->kinetic[k].lane, lane) += AT(r->mass, i) * (v * v);
                AT(sums->potential[k].lane, lane) += AT(r->stiffness, i) * (q * q);
            }
        }
        AT(r->q, i) = q, AT(r->v, i) = v;
    }
}

TARGET void EACH(swing_alone)(hz_soundbox_rows *r, const double *force, int n, double *velocity, hz_soundbox_sums *sums)
{
    EACH(swing)(r, force, n, velocity, sums, 0);
}

TARGET void EACH(swing_booked)(hz_soundbox_rows *r, const double *force, int n, double *velocity,
                               hz_soundbox_sums *sums)
{
    EACH(swing)(r, force, n, velocity, sums, 1);
}

INLINE VEC EACH(none)(void)
{
    return (VEC){ 0 };
}

/* What a pickup hears. */
TARGET void EACH(hear)(const double *heard, const double *velocity, int n, hz_slab *sum)
{
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i += LANES) {
        const VEC weight = AT(heard, i);
        for (int k = 0; k < n; k++) {
            VEC *at = &AT(sum[k].lane, i % HZ_SIMD_SLAB);
            const VEC part = weight * AT(velocity, i * HZ_SOUNDBOX_STRETCH + k * LANES);
            *at = part + (i < HZ_SIMD_SLAB ? EACH(none)() : *at);
        }
    }
}
