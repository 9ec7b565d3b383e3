/* mode_step: the steps of a bank. Here their numbers are derived; here they are looked at and taken. */
#include "internal.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/base/oscillator.h"

/* What a step may turn or damp a mode by, at most, before it is halved: up to there modal:pade is right to rounding. */
static const double brief = 0.1;

/* A step of this length, halved until it is brief for the modes of the slab that begins at this one. */
static inline double brief_part(const hz_bank *m, double length, int at)
{
    double part = length;
    while (m->swiftest[at] * part > brief)
        part *= 0.5;
    return part;
}

#define HZ_SIMD_TEXT "core/modal/mode_step_lanes.h"
#include "core/base/simd.h"

/* So many halvings are half a turn of the fastest mode. Beyond a turn b may vanish, and only closed forms keep its
 * digits. */
enum { MOST_HALVINGS = 5 };
/* A step that turns or damps a mode by more than this is derived mode by mode. */
static const double most_turn = 1e6;

/* ---- what a step does ---- */

void hz_mode_step_weigh(const hz_bank *m, hz_mode_step *st)
{
    st->g = st->g_v = st->tilt_u = st->tilt_v = st->tilt_m = 0;
    for (int i = 0; i < m->n; i++) {
        double w = m->weight[i];
        st->du_v[i] = w * st->s[i];
        st->du_q[i] = w * (m->spring[i] * st->b[i]);
        st->v_v[i] = w * (1 - st->less[i]);
        st->v_q[i] = w * (m->spring[i] * st->s[i]);
        st->m_v[i] = w * st->e_v[i];
        st->m_q[i] = w * (m->spring[i] * st->e[i]);
        st->tilt_u += m->answer[i] * st->e[i];
        st->tilt_v += m->answer[i] * st->e_v[i];
        st->tilt_m += m->answer[i] * st->k[i];
        st->g += m->answer[i] * st->b[i];
        st->g_v += m->answer[i] * st->s[i];
    }
}

/* modal:area  The part by which a step without loss changes area. */
static long double area_off(double spring, double s, double b, double less)
{
    long double x = (long double)spring * b;
    return (long double)spring * s * s + x * less - x - less;
}

/* Of the numbers next to b, the one with which some `less` keeps area best. */
static void keep_area(double spring, double s, double *b, double *less)
{
    double best_b = *b, best_less = *less;
    long double least = fabsl(area_off(spring, s, *b, *less));
    for (int k = -1; k <= 1; k++) {
        double near = *b * (1 + k * 0x1p-52), rest = 1 - spring * near;
        double fit = (double)(*less + area_off(spring, s, near, *less) / rest);
        long double off = fabsl(area_off(spring, s, near, fit));
        if (fabs(rest) > 1e-3 && off < least) {
            least = off;
            best_b = near;
            best_less = fit;
        }
    }
    *b = best_b;
    *less = best_less;
}

/* modal:tilt  what a unit of tilt adds to the mode's displacement, velocity and moment; k its step. */
static void tilt_one(hz_mode_step *st, int i, double t, const hz_oscillator_tilt *k)
{
    double b = st->b[i];
    st->e[i] = (k->b1 - 0.5 * t * b) / t;
    st->e_v[i] = (b - 0.5 * t * st->s[i]) / t;
    st->k[i] = (t * (k->b1 - 0.25 * t * b) - k->b2) / (t * t);
}

/* The numbers of one mode by the forms that are right for any step. */
static void derive_mode(const hz_bank *m, hz_mode_step *st, int i)
{
    double t = st->length;
    hz_oscillator k = hz_oscillator_step(m->omega[i], m->sigma[i], t);
    st->s[i] = k.s;
    st->b[i] = k.b;
    st->less[i] = m->twice[i] * k.s + m->spring[i] * k.b; /* modal:step */
    if (m->twice[i] == 0 && m->spring[i] > 0)
        keep_area(m->spring[i], k.s, &st->b[i], &st->less[i]);
    hz_oscillator_tilt tilt = hz_oscillator_tilted(m->omega[i], m->sigma[i], t, &k);
    tilt_one(st, i, t, &tilt);
}

void hz_mode_step_prepare(const hz_bank *m, hz_mode_step *st, double length)
{
    st->length = length;
    st->has_loss = st->wide = 0;
    st->has_tilt = st->weighed = 1;
    for (int i = 0; i < m->n; i++)
        derive_mode(m, st, i);
    hz_mode_step_weigh(m, st);
}

/* The same for a bank of one mode, which is often a free mass. What only tilted steps ask for is left for later. */
static void derive_one(const hz_bank *m, hz_mode_step *st, double t)
{
    hz_oscillator k = { t, 1, 0.5 * t * t };
    if (m->fastest > 0)
        k = hz_oscillator_step(m->omega[0], m->sigma[0], t);
    st->length = t;
    st->has_loss = st->has_tilt = st->wide = 0;
    st->weighed = 1;
    st->s[0] = k.s;
    st->b[0] = k.b;
    st->less[0] = m->twice[0] * k.s + m->spring[0] * k.b;
    st->g = m->answer[0] * k.b;
    st->g_v = m->answer[0] * k.s;
}

/* Derives of it what was left for later. */
static void derive_tilt_of_one(const hz_bank *m, hz_mode_step *st)
{
    double t = st->length;
    hz_oscillator k = { st->s[0], 1 - st->less[0], st->b[0] };
    hz_oscillator_tilt tilt = { t * t * t / 6, t * t * t * t / 24 };
    if (m->fastest > 0)
        tilt = hz_oscillator_tilted(m->omega[0], m->sigma[0], t, &k);
    tilt_one(st, 0, t, &tilt);
    st->tilt_m = m->answer[0] * st->k[0];
    st->tilt_u = m->answer[0] * st->e[0];
    st->tilt_v = m->answer[0] * st->e_v[0];
    st->has_tilt = 1;
}

/* Whether a step swings so far, in radians, that doubling would lose digits. What only decays keeps them. */
static int is_far(double swing)
{
    return swing > brief * (1 << MOST_HALVINGS);
}

/* The same for all modes at once in vector code; those that swing too far for it follow one by one. `tilted`: also what
 * tilted steps ask for. */
static void derive(const hz_bank *m, hz_mode_step *st, double length, int tilted)
{
    static void (*const derives[])(const hz_bank *, hz_mode_step *) = HZ_SIMD_ALL(derive);
    static void (*const derives_even[])(const hz_bank *, hz_mode_step *) = HZ_SIMD_ALL(derive_even);
    if (m->n == 1) {
        derive_one(m, st, length);
        return;
    }
    if (!(m->fastest * length < most_turn)) {
        hz_mode_step_prepare(m, st, length);
        return;
    }
    st->length = length;
    st->has_loss = 0;
    st->weighed = 1;
    st->has_tilt = tilted;
    st->wide = !is_far(m->highest * length);
    (tilted ? derives : derives_even)[m->lanes](m, st);
    if (!st->wide) {
        for (int i = 0; i < m->n; i++)
            if (is_far(m->omega[i] * length))
                derive_mode(m, st, i);
        hz_mode_step_weigh(m, st);
    }
}

/* Derives what weights and masses have changed, by the code that derived it before, so that the bits are the same as if
 * all of the step were derived anew. */
static void weigh_again(const hz_bank *m, hz_mode_step *st)
{
    static void (*const weighs[])(const hz_bank *, hz_mode_step *) = HZ_SIMD_ALL(weigh);
    st->weighed = 1;
    if (st->wide)
        weighs[m->lanes](m, st);
    else
        hz_mode_step_weigh(m, st);
}

/* Derives what was left for later. */
static void derive_tilt(const hz_bank *m, hz_mode_step *st)
{
    if (m->n == 1)
        derive_tilt_of_one(m, st);
    else
        derive(m, st, st->length, 1);
}

/* What one mode loses, by the forms that are right for any step. */
static void integrate_mode(const hz_bank *m, hz_mode_step *st, int i)
{
    hz_oscillator k = { st->s[i], 1 - st->less[i], st->b[i] };
    double t = st->length, s = k.s, b = k.b;
    hz_oscillator_integrate(m->omega[i], m->sigma[i], t, &k, &st->ivv[i], &st->iaa[i]);
    double bb = hz_oscillator_square(m->omega[i], m->sigma[i], t, &k, st->iaa[i]);
    st->ivt[i] = (s * b - st->iaa[i]) / t - 0.25 * s * s;
    st->iat[i] = 0.5 * (b * b / t - st->iaa[i]);
    st->itt[i] = (bb / t - 0.5 * b * b) / t + 0.25 * st->iaa[i];
}

void hz_mode_step_integrate(const hz_bank *m, hz_mode_step *st)
{
    st->has_loss = 1;
    for (int i = 0; i < m->n; i++)
        integrate_mode(m, st, i);
}

/* The same in vector code, as derive. */
static void derive_loss(const hz_bank *m, hz_mode_step *st)
{
    static void (*const derives[])(const hz_bank *, hz_mode_step *) = HZ_SIMD_ALL(derive_loss);
    if (m->n == 1 || !(m->fastest * st->length < most_turn)) {
        hz_mode_step_integrate(m, st);
        return;
    }
    derives[m->lanes](m, st);
    for (int i = 0; is_far(m->highest * st->length) && i < m->n; i++)
        if (is_far(m->omega[i] * st->length))
            integrate_mode(m, st, i);
    st->has_loss = 1;
}

/* Whether a length is one that comes again: a whole step times 8 to 15, halved any number of times. If so, `leading` is
 * its leading bits. */
static int is_kept(const hz_bank *m, double length, unsigned *leading)
{
    double part = length / m->step[HZ_WHOLE_STEP].length * (1 + 1e-12);
    uint64_t bits;
    memcpy(&bits, &part, sizeof bits);
    *leading = (unsigned)(bits >> 49);
    return bits << 15 >> 28 == 0; /* but for rounding */
}

/* Which of its steps a bank has for this length, be it there or still to be derived. */
static int place_of(const hz_bank *m, double length)
{
    enum { KEPT = HZ_BANK_STEPS - HZ_KEPT_STEPS, TRIES = 4 };
    unsigned leading;
    if (length == m->step[HZ_WHOLE_STEP].length)
        return HZ_WHOLE_STEP;
    if (m->n <= 1 || !is_kept(m, length, &leading))
        return HZ_PART_STEP;
    for (unsigned k = 0; k < TRIES; k++) {
        unsigned at = HZ_KEPT_STEPS + (leading + k) % KEPT;
        if (m->step[at].length == length || m->step[at].length < 0)
            return (int)at;
    }
    return (int)(HZ_KEPT_STEPS + leading % KEPT); /* it has one of few places; if all are taken, it gets the first */
}

hz_mode_step *hz_bank_find_step(hz_bank *m, double length, int tilted)
{
    m->latest = place_of(m, length);
    hz_mode_step *st = &m->step[m->latest];
    if (length != st->length) {
        derive(m, st, length, tilted || m->latest != HZ_PART_STEP); /* a kept one is asked for all, sooner or later */
        m->derived++;
    } else if (!st->weighed) {
        weigh_again(m, st);
        m->derived++; /* the limit of work counts it so */
    }
    return st;
}

/* ---- taking it ---- */

/* Where a bank of many modes comes to, from the sums over them. */
static hz_reach look_of_many(const hz_mode_step *st, const hz_slab *sum, double force)
{
    double du = hz_simd_sum(&sum[0]), v = hz_simd_sum(&sum[1]);
    return (hz_reach){ du + st->g * force, v + st->g_v * force, st->g, st->g_v };
}

hz_reach hz_bank_look(const hz_bank *m, const hz_mode_step *st, double force)
{
    static void (*const looks[])(const hz_bank *, const hz_mode_step *, hz_slab *) = HZ_SIMD_ALL(look);
    hz_slab sum[2];
    if (m->n == 1)
        return hz_bank_look_one(m, st, force);
    looks[m->lanes](m, st, sum);
    return look_of_many(st, sum, force);
}

double hz_bank_drift(const hz_bank *m, const hz_mode_step *st)
{
    static void (*const drifts[])(const hz_bank *, const hz_mode_step *, hz_slab *) = HZ_SIMD_ALL(drift);
    hz_slab sum;
    if (m->n == 1)
        return hz_bank_look_one(m, st, 0).du;
    drifts[m->lanes](m, st, &sum);
    return hz_simd_sum(&sum);
}

hz_tilted_reach hz_bank_look_tilted(const hz_bank *m, hz_mode_step *st, double force)
{
    static void (*const looks[])(const hz_bank *, const hz_mode_step *, hz_slab *) = HZ_SIMD_ALL(look_tilted);
    hz_slab sum[3];
    if (!st->has_tilt)
        derive_tilt(m, st);
    if (m->n == 1)
        return hz_bank_look_tilted_one(m, st, force);
    looks[m->lanes](m, st, sum);
    hz_reach r = look_of_many(st, sum, force);
    return (hz_tilted_reach){ .du = r.du, .v = r.v, .moment = hz_simd_sum(&sum[2]) - st->tilt_u * force };
}

hz_mobility hz_bank_mobility(const hz_bank *m, hz_mode_step *st)
{
    if (!st->has_tilt)
        derive_tilt(m, st);
    return (hz_mobility){ st->g, st->g_v, st->tilt_u, st->tilt_v, st->tilt_m };
}

void hz_bank_move(hz_bank *m, hz_mode_step *st, double force, double tilt)
{
    static void (*const moves[])(hz_bank *, const hz_mode_step *, double, double) = HZ_SIMD_ALL(move);
    static void (*const tilted[])(hz_bank *, const hz_mode_step *, double, double) = HZ_SIMD_ALL(move_tilted);
    if (tilt != 0 && !st->has_tilt)
        derive_tilt(m, st);
    if (m->n == 1)
        hz_bank_take_one(m, st, force, tilt);
    else
        (tilt != 0 ? tilted : moves)[m->lanes](m, st, force, tilt);
}

hz_reach hz_bank_take(hz_bank *m, hz_mode_step *st, double force, double tilt)
{
    if (m->n == 1) {
        if (tilt != 0 && !st->has_tilt)
            derive_tilt_of_one(m, st);
        return hz_bank_take_one(m, st, force, tilt);
    }
    hz_reach r = hz_bank_look(m, st, force);
    hz_bank_move(m, st, force, tilt);
    r.du += st->tilt_u * tilt;
    r.v += st->tilt_v * tilt;
    return r;
}

double hz_bank_loss(const hz_bank *m, hz_mode_step *st, double force, double tilt)
{
    static void (*const losses[])(const hz_bank *, const hz_mode_step *, double, double, hz_slab *) = HZ_SIMD_ALL(loss);
    hz_slab sum;
    if (m->n == 0 || m->damped == 0)
        return 0;
    if (!st->has_loss)
        derive_loss(m, st);
    losses[m->lanes](m, st, force, tilt, &sum);
    return hz_simd_sum(&sum);
}

void hz_bank_settle(hz_bank *m)
{
    static void (*const settles[])(double *, int, double) = HZ_SIMD_ALL(settle);
    settles[m->lanes](m->q, m->n, 1e-100);
    settles[m->lanes](m->v, m->n, 1e-100);
}

int hz_bank_is_silent(const hz_bank *m)
{
    static int (*const anys[])(const double *, const double *, int) = HZ_SIMD_ALL(any);
    return !anys[m->lanes](m->q, m->v, m->n);
}

/* ---- sums ---- */

double hz_mode_step_product(const hz_bank *m, const double *x, const double *y)
{
    static void (*const products[])(const double *, const double *, int, hz_slab *) = HZ_SIMD_ALL(product);
    hz_slab sum;
    if (m->n == 1)
        return x[0] * y[0];
    products[m->lanes](x, y, m->n, &sum);
    return hz_simd_sum(&sum);
}

hz_survey hz_mode_step_survey(const hz_bank *m)
{
    static void (*const surveys[])(const hz_bank *, hz_slab *) = HZ_SIMD_ALL(survey);
    hz_slab sum[4];
    if (m->n == 1) {
        double q = m->q[0], v = m->v[0], half = 0.5 * m->mass[0];
        return (hz_survey){ m->weight[0] * q, m->weight[0] * v, half * v * v,
                            half * (m->spring[0] * q * q - 2 * m->load * (q + m->origin)) };
    }
    surveys[m->lanes](m, sum);
    return (hz_survey){ hz_simd_sum(&sum[0]), hz_simd_sum(&sum[1]), 0.5 * hz_simd_sum(&sum[2]),
                        0.5 * hz_simd_sum(&sum[3]) };
}
