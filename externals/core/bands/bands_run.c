/* bands_run: what comes into the bands while sound runs, where it goes, and what is heard of it. */
#include "internal.h"

#include <math.h>
#include <string.h>

#define HZ_SIMD_TEXT "core/bands/bands_lanes.h"
#include "core/base/simd.h"

static const double faint = 1e-14; /* of the most that there was: then it is over */
static const double even = 1e-4;   /* A force that changes by less, as a part of it, brings nothing. */
static const double sure = 0.5;    /* bands:stroke  This part of a bound on the loss may be taken. */
static const double most = 0.9;    /* What parts faster, times its damping, may not push as its law says. */

/* What is found of a chunk, J. */
typedef struct pages {
    double lost[HZ_BANDS], stroke;   /* by each broad mode, and by the contacts */
    double grown;                    /* all of that so far */
    double heat;                     /* what has left the bands so far */
    double q[HZ_BANDS], v[HZ_BANDS]; /* where the broad modes are, while they ring alone */
} pages;

/* ---- what the broad modes lose ---- */

static double energy_of(const hz_bank *m, int i, double q, double v)
{
    return 0.5 * (m->mass[i] * v * v + m->stiffness[i] * q * q);
}

static void look(hz_bands *b, const hz_bank *body, double elastic)
{
    for (int k = 0; k < b->n; k++) {
        int i = b->first + k;
        b->rows->q[k] = body->q[i];
        b->rows->v[k] = body->v[i];
        b->rows->energy[k] = energy_of(body, i, body->q[i], body->v[i]);
    }
    b->elastic = elastic;
    b->fresh = 0;
}

/* bands:paid  Of a mode that rings alone that is what it has no more; else at least what the mean velocity lost. */
static void collect(const hz_bands *b, const hz_bands_chunk *c, int alone, pages *p)
{
    const hz_band_rows *r = b->rows;
    for (int k = 0; k < b->n; k++) {
        int i = b->first + k;
        double q = c->body->q[i], now = energy_of(c->body, i, q, c->body->v[i]), way = q - r->q[k];
        double lost = alone ? r->energy[k] - now : c->body->lossy[i] * way * way / (c->n * b->h);
        p->lost[k] = lost > 0 ? lost : 0;
        p->grown += p->lost[k];
    }
}

/* bands:stroke  The contacts lose at least what the mean compression does; of that the bands take what is due. */
static void collect_stroke(hz_bands *b, const hz_bands_chunk *c, pages *p)
{
    double impulse = 0, rise = c->elastic - b->elastic;
    for (int k = 0; k < c->n; k++)
        impulse += c->force[c->at + k] * b->h;
    double rest = impulse - c->damping * rise;
    b->due += 0.5 * b->strokes * c->v_in * impulse;
    if (!(rest > 0) || !(-c->damping * c->v_out < most))
        return;
    double lost = sure * c->damping * rise * rise / rest, most_now = b->due;
    if (c->ledger) { /* A solver may book a loss some samples later. */
        double booked = hz_sum_value(&c->ledger->dissipated) - b->booked - p->grown;
        most_now = booked < most_now ? (booked > 0 ? booked : 0) : most_now;
    }
    p->stroke = lost < most_now ? lost : most_now;
    b->due -= p->stroke;
    p->grown += p->stroke;
}

/* A chunk is over: what was lost in it is there to be taken. Returns how much that is. */
static double deposit(hz_bands *b, const pages *p)
{
    double sum = p->stroke;
    for (int k = 0; k < b->n; k++) {
        b->rows->paid[b->band[k]] += p->lost[k];
        sum += p->lost[k];
    }
    b->paid += p->stroke;
    return sum;
}

/* ---- the reservoirs ---- */

/* Moves what a band is due, as far as it is paid, into its reservoir, and lets all of it decay; how much of it has. */
static double move_tail(hz_band_rows *r)
{
    double heat = 0;
    for (int k = 0; k < HZ_BANDS; k++) {
        double some = r->due[k] < r->paid[k] ? r->due[k] : r->paid[k], left = r->paid[k] - some;
        double decayed = r->held[k] * r->less[k], lapsed = left * r->lapse[k];
        r->due[k] = (r->due[k] - some) * (1 - r->lapse[k]);
        r->paid[k] = left - lapsed;
        r->held[k] += some - decayed;
        heat += decayed + lapsed;
    }
    return heat;
}

static double move_stroke(hz_bands *b)
{
    hz_band_rows *r = b->rows;
    double some = b->strokes > 0 ? b->paid / b->strokes : 0, heat = 0;
    for (int k = 0; k < HZ_BANDS; k++) {
        double decayed = r->struck[k] * b->struck_less;
        r->struck[k] += some * r->stroke[k] - decayed;
        heat += decayed;
    }
    b->due *= 1 - r->lapse[HZ_BANDS - 1];
    b->paid = 0;
    return heat;
}

/* Empties the reservoirs in which too little is to be heard, where nothing comes in. Returns how much that was. */
static double drop(hz_bands *b)
{
    hz_band_rows *r = b->rows;
    double left = 0, bound = b->still ? faint * b->peak : 0;
    int rings = 0;
    for (int k = 0; k < HZ_BANDS; k++) {
        double held = r->held[k] + r->struck[k];
        if (held <= bound) {
            left += held;
            r->held[k] = r->struck[k] = 0;
        } else {
            rings |= 1 << k / HZ_SIMD_SLAB;
        }
    }
    b->heard = rings | b->rings; /* What rings no more fades in one stretch. */
    b->rings = rings;
    return left;
}

/* bands:sound  Each pickup's factors go to those of the present energies over the next stretch. */
static void aim(hz_bands *b, int displacement)
{
    const hz_band_rows *r = b->rows;
    const double *tone = r->tone[displacement != 0];
    for (int p = 0; p < b->pickups; p++) {
        hz_band_pickup *its = &hz_band_pickups(b)[p];
        for (int k = 0; k < HZ_BANDS; k++) {
            double goal = sqrt(tone[k] * (its->tail[k] * r->held[k] + its->stroke[k] * r->struck[k]));
            its->slope[k] = (goal - its->gain[k]) / HZ_BAND_STRETCH;
        }
    }
}

/* They are there at once: another unit is heard, or nothing of what was heard before. */
static void jump(hz_bands *b, int displacement)
{
    aim(b, displacement);
    for (int p = 0; p < b->pickups; p++) {
        hz_band_pickup *its = &hz_band_pickups(b)[p];
        for (int k = 0; k < HZ_BANDS; k++) {
            its->gain[k] += HZ_BAND_STRETCH * its->slope[k];
            its->slope[k] = 0;
        }
    }
    b->displaced = displacement;
    b->heard = 3;
    b->anew = 0;
}

/* The factors have come to 0. */
static void hush(hz_bands *b)
{
    for (int p = 0; p < b->pickups; p++) {
        memset(hz_band_pickups(b)[p].gain, 0, sizeof(hz_band_row));
        memset(hz_band_pickups(b)[p].slope, 0, sizeof(hz_band_row));
    }
}

/* A stretch is over. Returns what has become heat. */
static double turn(hz_bands *b, int displacement)
{
    double heat = move_tail(b->rows) + move_stroke(b), held = 0;
    for (int k = 0; k < HZ_BANDS; k++)
        held += b->rows->held[k] + b->rows->struck[k];
    b->peak = held > b->peak ? held : b->peak;
    heat += drop(b);
    b->peak = b->rings ? b->peak : 0;
    if (b->heard)
        aim(b, displacement);
    else
        hush(b);
    b->sounds = b->heard != 0;
    return heat;
}

/* ---- samples ---- */

static double force_at(const hz_bands_chunk *c, int k)
{
    return c->force[c->at + k] + (c->push ? c->push[c->at + k] : 0);
}

/* Sees whether the force changes. Returns whether there is any. */
static int watch(hz_bands *b, const hz_bands_chunk *c)
{
    int changes = 0, some = 0;
    for (int k = 0; k < c->n; k++) {
        double force = force_at(c, k);
        changes |= fabs(force - b->steady) > even * fabs(b->steady);
        some |= force != 0;
    }
    if (changes) {
        b->steady = force_at(c, c->n - 1);
        b->fresh |= b->still;
        b->still = b->calm = 0;
    } else if (!b->still) {
        b->calm += c->n;
    }
    return some;
}

static void feed(hz_bands *b, const hz_bands_chunk *c, int from, int n)
{
    static void (*const feeds[])(hz_band_rows *, const double *, int) = HZ_SIMD_ALL(feed);
    double force[HZ_BAND_STRETCH];
    for (int k = 0; k < n; k++)
        force[k] = force_at(c, from + k) - b->offset;
    feeds[b->lanes](b->rows, force, n);
}

static void hear(hz_bands *b, const hz_bands_chunk *c, int from, int n)
{
    static void (*const hisses[])(hz_band_rows *, int, int, int, double *) = HZ_SIMD_ALL(hiss);
    static void (*const hears[])(hz_band_pickup *, int, int, const double *, int, hz_slab *) = HZ_SIMD_ALL(hear);
    _Alignas(64) double noise[HZ_BAND_ROW * HZ_BAND_STRETCH];
    hz_slab sum[HZ_BAND_STRETCH];
    int low = b->heard & 1 ? 0 : HZ_SIMD_SLAB, high = b->heard & 2 ? HZ_BANDS : HZ_SIMD_SLAB;
    if (!b->heard)
        return;
    hisses[b->lanes](b->rows, low, high, n, noise);
    for (int p = 0; p < b->pickups; p++) {
        hears[b->lanes](&hz_band_pickups(b)[p], low, high, noise, n, sum);
        for (int row = p; row < c->rows; row += b->pickups)
            for (int k = 0; k < n; k++)
                c->audio[row][c->at + from + k] += hz_simd_sum(&sum[k]);
    }
}

/* What the broad modes have lost by now, of those that ring alone. */
static void ring(hz_bands *b, const hz_bands_chunk *c, pages *p)
{
    const hz_bank *m = c->body;
    double left = 0, all = 0;
    for (int k = 0; k < b->n; k++) {
        int i = b->first + k;
        double q = m->qq[i] * p->q[k] + m->qv[i] * p->v[k];
        p->v[k] = m->vq[i] * p->q[k] + m->vv[i] * p->v[k];
        p->q[k] = q;
        left += energy_of(m, i, p->q[k], p->v[k]);
        all += b->rows->energy[k];
    }
    p->grown = all - left;
}

static void add(double *row, int i, double x)
{
    if (row)
        row[i] += x;
}

/* Adds to the meters what the bands hold. */
static void show(hz_bands *b, const hz_bands_chunk *c, int from, int n, int alone, pages *p)
{
    double held = hz_bands_held(b);
    for (int k = c->at + from; k < c->at + from + n; k++) {
        if (alone)
            ring(b, c, p);
        add(c->meter[HZ_STORED], k, held + p->grown);
        add(c->meter[HZ_KINETIC], k, 0.5 * (held + p->grown));
        add(c->meter[HZ_POTENTIAL], k, 0.5 * (held + p->grown));
        add(c->meter[HZ_DISSIPATED], k, p->heat - p->grown);
        add(c->meter[HZ_RESIDUAL], k, held + p->heat);
    }
}

static void run(hz_bands *b, const hz_bands_chunk *c, int alone, pages *p)
{
    for (int from = 0, n; from < c->n; from += n) {
        n = c->n - from < HZ_BAND_STRETCH - b->phase ? c->n - from : HZ_BAND_STRETCH - b->phase;
        if (!b->still)
            feed(b, c, from, n);
        if (b->sounds)
            hear(b, c, from, n);
        if (c->ledger)
            show(b, c, from, n, alone, p);
        b->phase = (b->phase + n) % HZ_BAND_STRETCH;
        if (b->phase == 0)
            p->heat += turn(b, c->displacement);
    }
}

void hz_bands_run(hz_bands *b, const hz_bands_chunk *c)
{
    int pushed = b->feeds && watch(b, c), looked = !b->still && !b->fresh, alone = looked && !pushed;
    pages p = { 0 };
    b->awake |= pushed && b->cascades;
    if (b->anew || c->displacement != b->displaced)
        jump(b, c->displacement);
    if (b->still && !b->sounds)
        return;
    if (looked)
        collect(b, c, alone, &p);
    if (looked && b->strokes > 0)
        collect_stroke(b, c, &p);
    if (alone) {
        memcpy(p.q, b->rows->q, sizeof p.q);
        memcpy(p.v, b->rows->v, sizeof p.v);
        p.grown = 0;
    }
    run(b, c, alone, &p);
    double lost = deposit(b, &p);
    if (!b->still)
        look(b, c->body, c->elastic);
    if (!b->still && b->calm >= b->lasts)
        p.heat += hz_bands_stop(b);
    if (b->still && !b->sounds)
        b->phase = 0;
    if (c->ledger)
        hz_bands_book(b, c->ledger, p.heat - lost);
}

void hz_bands_begin(hz_bands *b, const hz_bank *body, double elastic, const hz_ledger *ledger)
{
    b->booked = hz_sum_value(&ledger->dissipated);
    if (!b->still)
        look(b, body, elastic);
}
