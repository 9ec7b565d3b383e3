/* mode_stride: walks of a bank by whole steps, one at a time or several in a stride. */
#include "internal.h"

#include <string.h>

#define HZ_SIMD_TEXT "core/modal/mode_stride_lanes.h"
#include "core/base/simd.h"

/* modal:stride  Mean and tilt of each shape in each whole step. */
static const hz_curve_parts shapes[HZ_STRIDES][HZ_CURVE_SHAPES] = {
    {
        { { 1, 1 }, { 0, 0 } },
        { { -1.0 / 4, 1.0 / 4 }, { 1.0 / 2, 1.0 / 2 } },
        { { 0, 0 }, { -3.0 / 2, 3.0 / 2 } },
        { { 5.0 / 8, -5.0 / 8 }, { -1.0 / 4, -1.0 / 4 } },
        { { 2.0 / 15, 2.0 / 15 }, { -1.0 / 5, 1.0 / 5 } },
    },
    {
        { { 1, 1, 1, 1 }, { 0, 0, 0, 0 } },
        { { -3.0 / 8, -1.0 / 8, 1.0 / 8, 3.0 / 8 }, { 1.0 / 4, 1.0 / 4, 1.0 / 4, 1.0 / 4 } },
        { { 3.0 / 8, -3.0 / 8, -3.0 / 8, 3.0 / 8 }, { -9.0 / 8, -3.0 / 8, 3.0 / 8, 9.0 / 8 } },
        { { 45.0 / 64, 35.0 / 64, -35.0 / 64, -45.0 / 64 }, { 29.0 / 32, -31.0 / 32, -31.0 / 32, 29.0 / 32 } },
        { { 47.0 / 240, 17.0 / 240, 17.0 / 240, 47.0 / 240 }, { 3.0 / 20, -1.0 / 5, 1.0 / 5, -3.0 / 20 } },
    },
    {
        { { 1, 1, 1, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 0, 0 } },
        { { -7.0 / 16, -5.0 / 16, -3.0 / 16, -1.0 / 16, 1.0 / 16, 3.0 / 16, 5.0 / 16, 7.0 / 16 },
          { 1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8 } },
        { { 21.0 / 32, 3.0 / 32, -9.0 / 32, -15.0 / 32, -15.0 / 32, -9.0 / 32, 3.0 / 32, 21.0 / 32 },
          { -21.0 / 32, -15.0 / 32, -9.0 / 32, -3.0 / 32, 3.0 / 32, 9.0 / 32, 15.0 / 32, 21.0 / 32 } },
        { { 245.0 / 512, 475.0 / 512, 405.0 / 512, 155.0 / 512, -155.0 / 512, -405.0 / 512, -475.0 / 512,
            -245.0 / 512 },
          { 209.0 / 256, 29.0 / 256, -91.0 / 256, -151.0 / 256, -151.0 / 256, -91.0 / 256, 29.0 / 256, 209.0 / 256 } },
        { { 617.0 / 3840, 887.0 / 3840, 467.0 / 3840, 77.0 / 3840, 77.0 / 3840, 467.0 / 3840, 887.0 / 3840,
            617.0 / 3840 },
          { 77.0 / 320, -1.0 / 16, -21.0 / 160, -19.0 / 320, 19.0 / 320, 21.0 / 160, 1.0 / 16, -77.0 / 320 } },
    },
};

/* What is odd about the middle has the other sign behind it. */
static inline void parts_of(const hz_curve *c, const hz_curve_parts *s, int samples, hz_curve_parts *p)
{
    for (int k = 0, last = samples - 1; k < samples / 2; k++) {
        double even = c->of[0] + (c->of[2] * s[2].force[k] + c->of[4] * s[4].force[k]);
        double odd = c->of[1] * s[1].force[k] + c->of[3] * s[3].force[k];
        double leans = c->of[1] * s[1].tilt[k] + c->of[3] * s[3].tilt[k];
        double turns = c->of[2] * s[2].tilt[k] + c->of[4] * s[4].tilt[k];
        p->force[k] = even + odd;
        p->force[last - k] = even - odd;
        p->tilt[k] = leans + turns;
        p->tilt[last - k] = leans - turns;
    }
}

void hz_curve_in_parts(const hz_curve *c, int samples, hz_curve_parts *p)
{
    if (samples == 4)
        parts_of(c, shapes[1], 4, p);
    else if (samples == 2)
        parts_of(c, shapes[0], 2, p);
    else
        parts_of(c, shapes[2], 8, p);
}

/* The numbers that a look tells, from the sums over the modes. */
static inline hz_tilted_reach reach_of(const hz_slab *sum, int looks)
{
    double to[HZ_STRIDE_LOOKS] = { 0 };
    for (int r = 0; r < looks; r++)
        to[r] = hz_simd_sum(&sum[r]);
    return (hz_tilted_reach){ to[0], to[1], to[2], to[3], to[4], to[5] };
}

/* What the numbers of the bank and of a whole step add to those that stand together for a walk. */
static void gather(const hz_bank *m, double *walk, int rows)
{
    const hz_mode_step *one = &m->step[HZ_WHOLE_STEP];
    const double *const from[HZ_WALK_LOOKS] = { m->drive, m->spring, one->s, one->b, one->less, one->e, one->e_v };
    for (int at = 0; at < m->n; at += HZ_SIMD_SLAB)
        for (int r = 0; r < HZ_WALK_LOOKS; r++)
            memcpy(walk + at * rows + r * HZ_SIMD_SLAB, from[r] + at, HZ_SIMD_SLAB * sizeof(double));
}

/* The same of a walk by whole steps, once. */
static void gather_line(hz_bank *m)
{
    const hz_mode_step *one = &m->step[HZ_WHOLE_STEP];
    const double *const looks[] = { one->du_v, one->du_q, one->v_v, one->v_q, one->m_v, one->m_q };
    gather(m, m->walk[0], HZ_WALK_LINE_ROWS);
    for (int i = 0; i < (m->n + HZ_SIMD_SLAB - 1) / HZ_SIMD_SLAB * HZ_SIMD_SLAB; i++) {
        double *to = m->walk[0] + i / HZ_SIMD_SLAB * HZ_SIMD_SLAB * HZ_WALK_LINE_ROWS + i % HZ_SIMD_SLAB;
        for (int r = 0; r < 2 * HZ_LINE_LOOKS; r++)
            to[(HZ_WALK_LOOKS + r) * HZ_SIMD_SLAB] = r < 4 ? looks[r][i] : -looks[r][i];
    }
    m->walks = 1;
}

static void derive(hz_bank *m, hz_stride *g)
{
    static void (*const derives[])(const hz_bank *, double *, int, const hz_curve_parts *,
                                   hz_slab(*)[HZ_STRIDE_LOOKS]) = HZ_SIMD_ALL(derive_stride);
    hz_slab sum[1 + HZ_CURVE_SHAPES][HZ_STRIDE_LOOKS] = { 0 };
    double *walk = m->walk[1 + hz_which_stride(g->samples)];
    hz_bank_mobility(m, &m->step[HZ_WHOLE_STEP]); /* sees to its tilts */
    gather(m, walk, HZ_WALK_STRIDE_ROWS);
    derives[m->lanes](m, walk, g->samples, shapes[hz_which_stride(g->samples)], sum);
    g->load = reach_of(sum[0], HZ_STRIDE_LOOKS);
    for (int by = 0; by < HZ_CURVE_SHAPES; by++)
        g->by[by] = reach_of(sum[1 + by], HZ_STRIDE_LOOKS);
    g->derived = 1;
    m->derived++;
}

hz_stride *hz_bank_stride(hz_bank *m, int samples)
{
    hz_stride *g = &m->stride[hz_which_stride(samples)];
    g->samples = samples;
    if (!g->derived)
        derive(m, g);
    return g;
}

hz_reach hz_stride_leads(const hz_stride *g, const hz_tilted_reach *look, const hz_curve *c)
{
    const hz_tilted_reach *by = g->by;
    hz_reach r = { .du = look->du, .v = look->v };
    for (int k = 0; k < HZ_CURVE_SHAPES; k++) {
        r.du += by[k].du * c->of[k];
        r.v += by[k].v * c->of[k];
    }
    return r;
}

/* The same walks of all widths. */
static void (*const walks[])(hz_bank *, const double *, int, int, const hz_curve_parts *, const double *, int,
                             hz_slab *, hz_slab *) = HZ_SIMD_ALL(walk);

hz_tilted_reach hz_bank_look_stride(hz_bank *m, const hz_stride *g)
{
    const double *walk = m->walk[1 + hz_which_stride(g->samples)];
    if (m->n == 1) {
        double to[HZ_STRIDE_LOOKS], q = m->q[0], v = m->v[0];
        for (int r = 0; r < HZ_STRIDE_LOOKS; r++)
            to[r] =
                walk[(HZ_WALK_LOOKS + 2 * r) * HZ_SIMD_SLAB] * v - walk[(HZ_WALK_LOOKS + 2 * r + 1) * HZ_SIMD_SLAB] * q;
        const hz_tilted_reach *by = &g->load;
        return (hz_tilted_reach){ m->load * by->du + to[0],   m->load * by->v + to[1],    m->load * by->moment + to[2],
                                  m->load * by->arch + to[3], m->load * by->sway + to[4], m->load * by->hump + to[5] };
    }
    hz_slab next[HZ_STRIDE_LOOKS];
    walks[m->lanes](m, walk, HZ_STRIDE_LOOKS, 0, NULL, NULL, 0, next, NULL);
    return reach_of(next, HZ_STRIDE_LOOKS);
}

/* Whole steps of a bank of one mode. */
static void walk_one(hz_bank *m, const hz_stride *g, int whole, const hz_curve_parts *part, hz_bank_walk *w,
                     double *heard, int displacement)
{
    w->du = 0;
    for (int k = 0; k < whole; k++) {
        hz_reach r = hz_bank_take_one(m, &m->step[HZ_WHOLE_STEP], part->force[k], part->tilt[k]);
        w->du += r.du;
        w->v = r.v;
        heard[k] = m->heard[0][0] * (displacement ? m->q : m->v)[0];
    }
    w->next = g ? hz_bank_look_stride(m, g) : hz_bank_look_tilted_one(m, &m->step[HZ_WHOLE_STEP], 0);
}

/* Whole steps of a bank of many modes. */
static void walk_many(hz_bank *m, const hz_stride *g, int whole, const hz_curve_parts *part, hz_bank_walk *w,
                      double *heard, int displacement)
{
    hz_slab next[HZ_STRIDE_LOOKS], hears[HZ_MOST_STRIDE];
    if (!g && !m->walks)
        gather_line(m);
    const double *walk = m->walk[g ? 1 + hz_which_stride(g->samples) : 0];
    int looks = g ? HZ_STRIDE_LOOKS : HZ_LINE_LOOKS;
    walks[m->lanes](m, walk, looks, whole, part, m->heard[0], displacement, next, hears);
    w->next = reach_of(next, looks);
    for (int k = 0; k < whole; k++)
        heard[k] = hz_simd_sum(&hears[k]);
}

void hz_bank_walk_on(hz_bank *m, int samples, const hz_curve *c, const hz_curve_parts *part, hz_bank_walk *w, int at,
                     double *const *out, int displacement)
{
    void (*const walk)(hz_bank *, const hz_stride *, int, const hz_curve_parts *, hz_bank_walk *, double *, int) =
        m->n == 1 ? walk_one : walk_many;
    const hz_mode_step *one = &m->step[HZ_WHOLE_STEP];
    const hz_stride *g = samples > 1 ? &m->stride[hz_which_stride(samples)] : NULL;
    hz_reach end;
    if (g) {
        end = hz_stride_leads(g, &w->next, c);
    } else {
        end.du = w->next.du + (one->g * c->of[0] + one->tilt_u * c->of[1]);
        end.v = w->next.v + (one->g_v * c->of[0] + one->tilt_v * c->of[1]);
    }
    if (m->pickups == 1) {
        walk(m, g, samples, part, w, out[0] + at, displacement);
    } else {
        double way = 0;
        for (int k = 0; k < samples; k++) {
            walk(m, g, 1, &(hz_curve_parts){ { part->force[k] }, { part->tilt[k] } }, w, out[0] + at + k, displacement);
            way += w->du;
            for (int p = 1; p < m->pickups; p++)
                out[p][at + k] = hz_bank_heard(m, p, displacement);
        }
        w->du = way;
    }
    if (m->n > 1) {
        w->du = end.du;
        w->v = end.v;
    }
}
