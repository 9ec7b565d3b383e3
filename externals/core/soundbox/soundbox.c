/* soundbox: the body that a string sounds through. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/oscillator.h"
#include "core/base/units.h"

#define HZ_SIMD_TEXT "core/soundbox/soundbox_lanes.h"
#include "core/base/simd.h"

static const double highest_part = 0.45; /* A resonance over this part of the sample rate is left out. */
static const double steady_under = 20;   /* Hz; no body sounds by what is slower. */
static const double careful = 0.01;      /* soundbox:paid  So much of what the string pays at least it takes at most. */
static const double faint = 1e-20;       /* N^2 s; resonances that hold less, of a silent string, hold nothing. */

typedef void (*swing)(hz_soundbox_rows *r, const double *force, int n, double *velocity, hz_soundbox_sums *sums);

int hz_soundbox_init(hz_soundbox *b, int pickups)
{
    *b = (hz_soundbox){ .pickups = pickups, .still = 1, .fresh = 2, .lanes = hz_simd_best() };
    b->rows = hz_memory_new(sizeof *b->rows + (size_t)pickups * sizeof(hz_soundbox_row));
    return b->rows != NULL;
}

void hz_soundbox_free(hz_soundbox *b)
{
    hz_memory_free(b->rows);
    *b = (hz_soundbox){ 0 };
}

void hz_soundbox_rest(hz_soundbox *b)
{
    memset(b->rows->q, 0, sizeof b->rows->q);
    memset(b->rows->v, 0, sizeof b->rows->v);
    b->last[0] = b->last[1] = b->steady = b->paid = 0;
    b->still = 1;
    b->fresh = 2;
}

/* ---- numbers ---- */

/* soundbox:step  At resonance each moves with 1 m/s under 1 N. */
static void prepare_mode(hz_soundbox_rows *r, int i, double freq, double quality, double h)
{
    double omega = 2 * HZ_PI * freq, sigma = 0.5 * omega / quality, mass = 0.5 / sigma, spring = omega * omega, cc, ss;
    hz_oscillator o = hz_oscillator_step(omega, sigma, h);
    hz_oscillator_integrate(omega, sigma, h, &o, &cc, &ss);
    r->omega[i] = omega;
    r->sigma[i] = sigma;
    r->qv[i] = o.s;
    r->vv[i] = o.c;
    r->qq[i] = 1 - spring * o.b;
    r->vq[i] = -spring * o.s;
    r->gives[i] = 1 / (mass * spring);
    r->loss_vv[i] = cc;
    r->loss_vq[i] = -spring * o.s * o.s;
    r->loss_qq[i] = spring * spring * ss;
    r->mass[i] = 0.5 * mass;
    r->stiffness[i] = 0.5 * mass * spring;
}

/* One that is left out. */
static void clear_mode(hz_soundbox *b, int i)
{
    hz_soundbox_rows *r = b->rows;
    r->omega[i] = r->sigma[i] = r->q[i] = r->v[i] = r->qq[i] = r->qv[i] = r->vq[i] = r->vv[i] = r->gives[i] = 0;
    r->loss_vv[i] = r->loss_vq[i] = r->loss_qq[i] = r->mass[i] = r->stiffness[i] = 0;
    for (int p = 0; p < b->pickups; p++)
        r->heard[p][i] = 0;
}

/* Sets the resonances apart, each at its place, so that half the sum of left and right is what one pickup hears. */
static void spread_modes(hz_soundbox_rows *r)
{
    static const double width = 0.6;
    double all = 0, off = 0;
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i++) {
        all += r->heard[0][i] * r->heard[0][i];
        off += r->heard[0][i] * r->heard[0][i] * hz_stereo_place(i);
    }
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i++) {
        double at = width * (hz_stereo_place(i) - off / all), middle = r->heard[0][i];
        r->heard[0][i] = middle * (1 - at);
        r->heard[1][i] = middle * (1 + at);
    }
}

static void prepare_modes(hz_soundbox *b)
{
    double freq[HZ_SOUNDBOX_MODES], quality[HZ_SOUNDBOX_MODES];
    hz_soundbox_modes(b->kind, b->pickups, freq, quality, b->rows->heard);
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i++)
        if (freq[i] * b->h < highest_part)
            prepare_mode(b->rows, i, freq[i], quality[i], b->h);
        else
            clear_mode(b, i);
    if (b->spread)
        spread_modes(b->rows);
}

/* soundbox:paid  The resonances take the most from a tone of 1 N, over what that costs the string, at this frequency or
 * that. */
static double dearest(const hz_soundbox_rows *r)
{
    double most = 0;
    for (int k = 0; k < HZ_SOUNDBOX_MODES; k++) {
        double takes = 0, omega = r->omega[k];
        for (int i = 0; i < HZ_SOUNDBOX_MODES; i++) {
            double loss = 2 * r->sigma[i] * omega, spring = r->omega[i] * r->omega[i] - omega * omega;
            takes += r->mass[i] > 0 ? loss * loss / (spring * spring + loss * loss) : 0;
        }
        most = omega > 0 ? fmax(most, takes / (omega * omega)) : most;
    }
    return most;
}

void hz_soundbox_prepare(hz_soundbox *b, const hz_soundbox_params *p, double h)
{
    int other = p->kind != b->kind || h != b->h || p->spread != b->spread;
    b->kind = p->kind;
    b->spread = p->spread;
    b->h = h;
    if (other)
        hz_soundbox_rest(b);
    if (b->kind == HZ_SOUNDBOX_NONE)
        return;
    if (other)
        prepare_modes(b);
    if (other)
        b->dearest = dearest(b->rows);
    b->steadies = -expm1(-2 * HZ_PI * steady_under * h);
    b->share = b->dearest > 0 ? careful * p->least_loss / b->dearest : 0; /* None sounds at so low a rate. */
}

/* ---- what it holds, and what is heard ---- */

static double units_held(const hz_soundbox_rows *r)
{
    double sum = 0;
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i++)
        sum += r->mass[i] * r->v[i] * r->v[i] + r->stiffness[i] * r->q[i] * r->q[i];
    return sum;
}

double hz_soundbox_held(const hz_soundbox *b)
{
    return b->still ? 0 : b->share * units_held(b->rows);
}

double hz_soundbox_heard(const hz_soundbox *b, int pickup)
{
    double sum = 0;
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i++)
        sum += b->rows->heard[pickup][i] * b->rows->v[i];
    return sum;
}

/* soundbox:step  The velocity that each step leaves of a force that turns by the same angle from sample to sample. */
double hz_soundbox_gain(const hz_soundbox *b, int pickup, double omega)
{
    const hz_soundbox_rows *r = b->rows;
    double c = cos(omega * b->h), s = sin(omega * b->h), re = 0, im = 0;
    for (int i = 0; i < HZ_SOUNDBOX_MODES; i++) {
        double trace = r->qq[i] + r->vv[i], area = r->qq[i] * r->vv[i] - r->qv[i] * r->vq[i];
        double below_re = c * c - s * s - trace * c + area, below_im = 2 * c * s - trace * s;
        double scale = r->heard[pickup][i] * r->vq[i] * r->gives[i] / (below_re * below_re + below_im * below_im);
        re += scale * ((1 - c) * below_re - s * below_im);
        im -= scale * ((1 - c) * below_im + s * below_re);
    }
    return hypot(re, im);
}

/* ---- samples ---- */

void hz_soundbox_begin(hz_soundbox *b, double least_loss)
{
    b->price = least_loss / b->h;
}

/* The force without what is steady of it, and what its changes, over two samples each, have cost the string by each
 * sample, J. */
static void take_force(hz_soundbox *b, const hz_soundbox_block *c, int from, int n, double *force, double *paid)
{
    double sum = b->paid;
    for (int k = 0; k < n; k++) {
        double now = c->audio[0][c->at + from + k], moved = c->force ? c->force[from + k] : now;
        double change = 0.5 * (moved - b->last[1]);
        sum += b->fresh > 0 ? 0 : b->price * change * change;
        b->last[1] = b->last[0];
        b->last[0] = moved;
        b->fresh -= b->fresh > 0;
        b->steady += b->steadies * (now - b->steady);
        force[k] = now - b->steady;
        paid[k] = sum;
    }
}

/* Whether nothing is taken in a stretch that is not there. */
static int can_pay(const hz_soundbox *b, const hz_soundbox_sums *sums, const double *paid, int n, double *taken)
{
    *taken = 0;
    for (int k = 0; k < n; k++) {
        *taken += b->share * hz_simd_sum(&sums->work[k]);
        if (*taken > paid[k])
            return 0;
    }
    return 1;
}

static void add(double *row, int i, double x)
{
    if (row)
        row[i] += x;
}

/* Adds to the meters what the body holds. `heat` is what it has made of what the string had lost, so far. */
static void show(const hz_soundbox *b, const hz_soundbox_block *c, const hz_soundbox_sums *sums, int from, int n,
                 double heat)
{
    for (int k = 0; k < n; k++) {
        double kinetic = b->share * hz_simd_sum(&sums->kinetic[k]),
               potential = b->share * hz_simd_sum(&sums->potential[k]);
        heat += b->share * (hz_simd_sum(&sums->loss[k]) - hz_simd_sum(&sums->work[k]));
        int i = c->at + from + k;
        add(c->meter[HZ_STORED], i, kinetic + potential);
        add(c->meter[HZ_KINETIC], i, kinetic);
        add(c->meter[HZ_POTENTIAL], i, potential);
        add(c->meter[HZ_DISSIPATED], i, heat);
        add(c->meter[HZ_RESIDUAL], i, kinetic + potential + heat);
    }
}

static void hear(const hz_soundbox *b, const hz_soundbox_block *c, int from, int n, const double *velocity)
{
    static void (*const hears[])(const double *, const double *, int, hz_slab *) = HZ_SIMD_ALL(hear);
    hz_slab sum[HZ_SOUNDBOX_STRETCH];
    for (int p = 0; p < c->pickups; p++) {
        hears[b->lanes](b->rows->heard[p], velocity, n, sum);
        for (int k = 0; k < n; k++)
            c->audio[p][c->at + from + k] = hz_simd_sum(&sum[k]);
    }
}

/* Moves the body over some samples. Returns what has become heat, without what it took of the string's loss, J. */
static double stretch(hz_soundbox *b, const hz_soundbox_block *c, int from, int n, double before)
{
    static const swing alone[] = HZ_SIMD_ALL(swing_alone), booked[] = HZ_SIMD_ALL(swing_booked);
    swing moves = (c->ledger ? booked : alone)[b->lanes];
    double force[HZ_SOUNDBOX_STRETCH], paid[HZ_SOUNDBOX_STRETCH], taken, heat = 0;
    _Alignas(64) double velocity[HZ_SOUNDBOX_MODES * HZ_SOUNDBOX_STRETCH];
    hz_soundbox_row q, v;
    hz_soundbox_sums sums = { 0 };
    take_force(b, c, from, n, force, paid);
    memcpy(q, b->rows->q, sizeof q);
    memcpy(v, b->rows->v, sizeof v);
    moves(b->rows, force, n, velocity, &sums);
    if (!can_pay(b, &sums, paid, n, &taken)) {
        memset(force, 0, sizeof force);
        memcpy(b->rows->q, q, sizeof q);
        memcpy(b->rows->v, v, sizeof v);
        sums = (hz_soundbox_sums){ 0 };
        moves(b->rows, force, n, velocity, &sums);
        taken = 0;
    }
    b->paid = paid[n - 1] - taken;
    for (int k = 0; c->ledger && k < n; k++)
        heat += b->share * (hz_simd_sum(&sums.loss[k]) - hz_simd_sum(&sums.work[k]));
    if (c->ledger)
        show(b, c, &sums, from, n, before);
    hear(b, c, from, n, velocity);
    return heat;
}

static int is_silent(const hz_soundbox_block *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->audio[0][c->at + i] != 0)
            return 0;
    return 1;
}

void hz_soundbox_run(hz_soundbox *b, const hz_soundbox_block *c)
{
    int silent = is_silent(c);
    double heat = 0;
    for (int from = 0, n; from < c->n && !(b->still && silent); from += n) {
        n = c->n - from < HZ_SOUNDBOX_STRETCH ? c->n - from : HZ_SOUNDBOX_STRETCH;
        heat += stretch(b, c, from, n, heat);
    }
    for (int p = 1; p < c->pickups && b->still && silent; p++)
        memset(c->audio[p] + c->at, 0, (size_t)c->n * sizeof **c->audio);
    b->still &= silent;
    if (silent && !b->still && units_held(b->rows) < faint) {
        heat += b->share * units_held(b->rows);
        hz_soundbox_rest(b);
    }
    if (c->ledger)
        hz_sum_add(&c->ledger->dissipated, heat);
}
