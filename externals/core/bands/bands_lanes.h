/* The loops over the bands, compiled for each width by core/base/simd.h. */

#include "core/base/power_lanes.h"

/* bands:filter  One section for LANES bands: x is scaled already. */
#define SECTION(y, x, s1, s2)                                                                                          \
    VEC y = (x) + s1;                                                                                                  \
    s1 = s2 - a1 * y;                                                                                                  \
    s2 = -((x) + a2 * y)

/* bands:tail  n samples of force. */
TARGET void EACH(feed)(hz_band_rows *r, const double *force, int n)
{
    for (int i = 0; i < HZ_BANDS; i += LANES) {
        const VEC a1 = AT(r->a1, i), a2 = AT(r->a2, i), scale = AT(r->force_scale, i), power = AT(r->power, i);
        VEC s1 = AT(r->force[0], i), s2 = AT(r->force[1], i), t1 = AT(r->force[2], i), t2 = AT(r->force[3], i);
        VEC due = AT(r->due, i);
        for (int k = 0; k < n; k++) {
            VEC x = scale * force[k];
            SECTION(y, x, s1, s2);
            SECTION(z, y, t1, t2);
            due += power * (z * z);
        }
        AT(r->due, i) = due;
        AT(r->force[0], i) = s1, AT(r->force[1], i) = s2, AT(r->force[2], i) = t1, AT(r->force[3], i) = t2;
    }
}

/* bands:sound  n samples of noise of some slabs of bands, of which those of band i stand from noise[i *
 * HZ_BAND_STRETCH] on, VEC by VEC. */
TARGET void EACH(hiss)(hz_band_rows *r, int from, int to, int n, double *noise)
{
    for (int i = from; i < to; i += LANES) {
        const VEC a1 = AT(r->a1, i), a2 = AT(r->a2, i), scale = AT(r->noise_scale, i);
        VEC s1 = AT(r->noise[0], i), s2 = AT(r->noise[1], i), t1 = AT(r->noise[2], i), t2 = AT(r->noise[3], i);
        BITS dice = *(BITS *)(uintptr_t)(r->dice + i);
        for (int k = 0; k < n; k++) {
            dice ^= dice << 13; /* xorshift: Marsaglia 2003 */
            dice ^= dice >> 7;
            dice ^= dice << 17;
            VEC x = scale * (EACH(number)((dice >> 12) | 0x3ff0000000000000ULL) - 1.5);
            SECTION(y, x, s1, s2);
            SECTION(z, y, t1, t2);
            AT(noise, i * HZ_BAND_STRETCH + k * LANES) = z;
        }
        *(BITS *)(uintptr_t)(r->dice + i) = dice;
        AT(r->noise[0], i) = s1, AT(r->noise[1], i) = s2, AT(r->noise[2], i) = t1, AT(r->noise[3], i) = t2;
    }
}

/* What a pickup hears of it. */
TARGET void EACH(hear)(hz_band_pickup *pickup, int from, int to, const double *noise, int n, hz_slab *sum)
{
    for (int k = 0; k < n; k++)
        sum[k] = (hz_slab){ { 0 } };
    for (int i = from; i < to; i += LANES) {
        VEC gain = AT(pickup->gain, i);
        const VEC slope = AT(pickup->slope, i);
        for (int k = 0; k < n; k++) {
            gain += slope;
            AT(sum[k].lane, i % HZ_SIMD_SLAB) += gain * AT(noise, i * HZ_BAND_STRETCH + k * LANES);
        }
        AT(pickup->gain, i) = gain;
    }
}

#undef SECTION
