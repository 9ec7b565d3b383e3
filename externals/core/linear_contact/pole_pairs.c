/* pole_pairs: a bank of pole pairs, each two numbers that move on their own, stepped exactly. */
#include "pole_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/modal/mode_ring.h"

static const double tiny = 1e-100; /* smaller numbers become zero */

/* ---- one pair ---- */

/* What a time t makes of a pair: q1 = qq q + qp p, p1 = pq q + pp p. */
typedef struct turn {
    double qq, qp, pq, pp;
} turn;

/* cos(w t) and sin(w t)/w without their decay, for w^2 = delta. Where they are nearly a line they are found by their
 * series (modal:critical). */
static void swing_of(double delta, double t, double *c, double *s)
{
    double z = delta * t * t;
    if (z < 1e-4) {
        *c = 1 - z * (1.0 / 2 - z * (1.0 / 24 - z * (1.0 / 720 - z / 40320)));
        *s = t * (1 - z * (1.0 / 6 - z * (1.0 / 120 - z * (1.0 / 5040 - z / 362880))));
    } else {
        double w = sqrt(delta);
        *c = cos(w * t);
        *s = sin(w * t) / w;
    }
}

static int swings(double delta, double x, double t)
{
    return x > 0 && delta * t * t > -1e-4;
}

/* pairs:motion */
static turn turn_of(int split, double sigma, double x, double delta, double t)
{
    if (split)
        return (turn){ exp(-sigma * t), 0, 0, exp(-x * t) };
    if (x == 0)
        return (turn){ 1, sigma * t > 1e-300 ? -expm1(-2 * sigma * t) / (2 * sigma) : t, 0, exp(-2 * sigma * t) };
    if (swings(delta, x, t)) {
        double c, s, d = sigma > 0 ? exp(-sigma * t) : 1;
        swing_of(delta, t, &c, &s);
        return (turn){ d * (c + sigma * s), d * s, -d * x * s, d * (c - sigma * s) };
    }
    double spread = sqrt(-delta), fast = sigma + spread, slow = x / fast;
    double first = exp(-slow * t), second = exp(-fast * t), s = first * -expm1(-2 * spread * t) / (2 * spread);
    return (turn){ (fast * first - slow * second) / (2 * spread), s, -x * s,
                   (fast * second - slow * first) / (2 * spread) };
}

/* pairs:shears  the same as three shears. A half turn is taken out first, so that the tangent stays below 1. */
static void shears_of(const hz_pole_pairs *b, hz_pole_pair_step *st, int i)
{
    double sigma = b->sigma[i], x = b->x[i], delta = b->delta[i], t = st->length;
    turn m = turn_of(b->split[i], sigma, x, delta, t);
    st->t1[i] = 0;
    if (b->split[i] || !swings(delta, x, t)) {
        st->t2[i] = m.qq > 0 ? m.qp / m.qq : 0;
        st->s[i] = -m.pq;
        st->d1[i] = m.qq;
        st->d2[i] = b->split[i] ? m.pp : x == 0 ? m.pp : m.qq > 0 ? exp(-2 * sigma * t) / m.qq : 0;
        return;
    }
    double c, s, d = sigma > 0 ? exp(-sigma * t) : 1, sign = 1;
    swing_of(delta, t, &c, &s);
    if (c < 0)
        c = -c, s = -s, sign = -1;
    double tangent = s / (1 + c);
    st->t2[i] = sigma > 0 ? (delta * tangent + sigma) / x : tangent;
    st->t1[i] = sigma > 0 ? (delta * tangent - sigma) / x : tangent;
    st->s[i] = sign * d * x * s;
    st->d1[i] = st->d2[i] = sign * d;
}

/* ---- life ---- */

static size_t padded(int room)
{
    size_t groups = ((size_t)room + HZ_MODE_RING_GROUP - 1) / HZ_MODE_RING_GROUP;
    return (groups > 0 ? groups : 1) * HZ_MODE_RING_GROUP;
}

static double *carve(double **memory, size_t n)
{
    double *row = *memory;
    *memory += n;
    return row;
}

int hz_pole_pairs_init(hz_pole_pairs *b, int room, int pickups)
{
    size_t n = padded(room), rows = 3 + 4 + 8 + 4 * (size_t)pickups + 4 * HZ_LOADS + 2 + 8 * HZ_STEPS + 4 + 4 + 7;
    *b = (hz_pole_pairs){ .room = room, .pickups = pickups, .lanes = hz_simd_best() };
    b->memory = hz_memory_new(rows * n * sizeof(double));
    b->numbers = calloc(2 * n, sizeof(int));
    b->place = calloc(2 * (size_t)pickups + 1, sizeof *b->place);
    if (!b->memory || !b->numbers || !b->place) {
        hz_pole_pairs_free(b);
        return 0;
    }
    b->split = b->numbers;
    b->drift = b->split + n;
    b->speed = b->place + pickups;
    double *at = b->memory;
    double **own[] = { &b->sigma,   &b->x,          &b->delta,      &b->q,      &b->p,     &b->next_q,  &b->next_p,
                       &b->eta.q,   &b->eta.p,      &b->rate.q,     &b->rate.p, &b->sum.q, &b->sum.p,   &b->port.q,
                       &b->port.p,  &b->push,       &b->qq,         &b->qp,     &b->pq,    &b->pp,      &b->low_q,
                       &b->low_p,   &b->next_low_q, &b->next_low_p, &b->slip,   &b->whole, &b->split_q, &b->pull_p,
                       &b->split_p, &b->sized_q,    &b->lift_q,     &b->lift_p };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        *own[i] = carve(&at, n);
    for (int k = 0; k < 2 * pickups; k++) {
        b->place[k].q = carve(&at, n);
        b->place[k].p = carve(&at, n);
    }
    for (int k = 0; k < HZ_LOADS; k++) {
        double **load[] = { &b->load_q[k], &b->load_p[k], &b->held_q[k], &b->held_p[k] };
        for (int i = 0; i < 4; i++)
            *load[i] = carve(&at, n);
    }
    for (int k = 0; k < HZ_STEPS; k++) {
        hz_pole_pair_step *st = &b->step[k];
        double **each[] = { &st->coast, &st->way, &st->slowing, &st->t2, &st->s, &st->d2, &st->d1, &st->t1 };
        for (int i = 0; i < 8; i++)
            *each[i] = carve(&at, n);
    }
    return 1;
}

void hz_pole_pairs_free(hz_pole_pairs *b)
{
    hz_memory_free(b->memory);
    free(b->numbers);
    free(b->place);
    *b = (hz_pole_pairs){ 0 };
}

void hz_pole_pairs_resize(hz_pole_pairs *b, int n)
{
    size_t all = padded(b->room);
    for (double *row = b->memory; n < b->n && row < b->step[HZ_STEPS - 1].t1 + all; row += all)
        memset(row + n, 0, sizeof(double) * (size_t)(b->n - n));
    b->n = n;
}

/* ---- coefficients ---- */

/* All rows that loads shift: number r, or NULL behind the last. */
static hz_pole_pair_row *row_held(hz_pole_pairs *b, int r)
{
    hz_pole_pair_row *rows[] = { &b->eta, &b->rate, &b->sum, &b->port };
    return r < 4 ? rows[r] : r - 4 < 2 * b->pickups ? &b->place[r - 4] : NULL;
}

/* What a unit of each load adds to a row. */
static void derive_held(const hz_pole_pairs *b, hz_pole_pair_row *row)
{
    for (int k = 0; k < HZ_LOADS; k++) {
        double held = k == HZ_ROD ? row->rod : 0;
        for (int i = 0; i < b->n; i++)
            held += row->q[i] * b->held_q[k][i] + row->p[i] * b->held_p[k][i];
        row->held_by[k] = held;
    }
}

double hz_pole_pairs_held(const hz_pole_pairs *b, const hz_pole_pair_row *row)
{
    double held = 0;
    for (int j = 0; j < b->acting; j++)
        held += b->amount[b->acts[j]] * row->held_by[b->acts[j]];
    return held;
}

static int is_still(const hz_pole_pairs *b, int i)
{
    return b->split[i] ? b->sigma[i] == 0 : b->x[i] == 0;
}

/* pairs:slow  Of a split pair the slower decay counts. */
static int is_slow(const hz_pole_pairs *b, int i)
{
    double load = 0;
    for (int k = 0; k < HZ_LOADS; k++)
        load += fabs(b->load_q[k][i]) + fabs(b->load_p[k][i]);
    return load > 0 && (b->split[i] ? b->sigma[i] < b->slow : b->x[i] < b->slow * b->slow);
}

/* Whether not only the q but also the p of a slow pair feels the loads as an acceleration: the faster decay of a split
 * pair need not be slow. */
static int is_all_slow(const hz_pole_pairs *b, int i)
{
    return !b->split[i] || b->x[i] < b->slow;
}

/* Where a unit of a load holds a pair. */
static void held_by(const hz_pole_pairs *b, int k, int i, double *q, double *p)
{
    double sigma = b->sigma[i], x = b->x[i], lq = b->load_q[k][i], lp = b->load_p[k][i];
    int still = is_still(b, i);
    if (b->split[i]) {
        *q = still ? 0 : lq / sigma;
        *p = lp / x;
    } else {
        *q = still ? 0 : (lp + 2 * sigma * lq) / x;
        *p = still ? 0 : -lq;
    }
}

/* How far a unit of acceleration takes a pair in a time t if it is at rest before: y'' = 1 - 2 sigma y' - x y. */
static double moved(double sigma, double x, double t, const turn *m)
{
    enum { MOST_TERMS = 30 };
    if (2 * sigma * t + x * t * t > 0.5) {
        double delta = x - sigma * sigma, spread = sqrt(fmax(-delta, 0)), fast = sigma + spread, slow = x / fast;
        if (x == 0)
            return (t - m->qp) / (2 * sigma);
        if (swings(delta, x, t))
            return (1 - m->qq) / x;
        return (-expm1(-slow * t) / slow + expm1(-fast * t) / fast) / (2 * spread);
    }
    double before = 0, term = 0.5 * t * t, sum = term; /* of Taylor's series */
    for (int n = 1; n < MOST_TERMS && fabs(term) + fabs(before) > 1e-18 * sum; n++) {
        double next = -t * (2 * sigma * term + x * t * before / (n + 1)) / (n + 2);
        before = term;
        term = next;
        sum += term;
    }
    return sum;
}

/* What a time makes of a pair that drifts or is slow: how far a unit of speed and a unit of acceleration take it, and
 * what a unit of speed is slowed by; of a split pair, how far units of push and of slip take its q and its p. */
typedef struct slow_turn {
    double coast, way, slowing;
} slow_turn;

static slow_turn slow_of(const hz_pole_pairs *b, int i, double t)
{
    double sigma = b->sigma[i], x = b->x[i];
    if (b->split[i])
        return (slow_turn){ sigma > 0 ? -expm1(-sigma * t) / sigma : t, -expm1(-x * t) / x, 0 };
    turn m = turn_of(0, sigma, x, b->delta[i], t);
    double way = moved(sigma, x, t, &m);
    return (slow_turn){ m.qp, way, x * way + 2 * sigma * m.qp };
}

static void step_prepare(hz_pole_pairs *b, int which, double length)
{
    hz_pole_pair_step *st = &b->step[which];
    st->length = length;
    for (int i = 0; i < b->n; i++)
        shears_of(b, st, i);
    for (int d = 0; d < b->drifting; d++) {
        slow_turn m = slow_of(b, b->drift[d], length);
        st->coast[d] = m.coast;
        st->way[d] = m.way;
        st->slowing[d] = m.slowing;
    }
}

void hz_pole_pairs_length(hz_pole_pairs *b, int which, double length)
{
    if (b->step[which].length != length)
        step_prepare(b, which, length);
}

/* pairs:bulge  The weight of each pair in the size of the motion, what that size can do at most, and what the loads do
 * to it. */
static void derive_bulge(hz_pole_pairs *b)
{
    b->bend = 0;
    b->size = INFINITY;
    for (int i = 0; i < b->n; i++) {
        double sigma = b->sigma[i], x = b->x[i], eq = fabs(b->eta.q[i]), ep = fabs(b->eta.p[i]);
        double of_q = sqrt(x + 4 * sigma * sigma), bend_q = eq * of_q, bend_p = ep * (x + 4 * sigma * sigma);
        b->sized_q[i] = b->split[i] ? 1 : x;
        b->bend += b->split[i] ? pow(eq * sigma * sigma, 2) + pow(ep * x * x, 2) : pow(bend_q + bend_p, 2);
    }
    b->bend = sqrt(b->bend);
    b->acting = 0;
    for (int k = 0; k < HZ_LOADS; k++) {
        double size = 0;
        int acts = 0;
        for (int i = 0; i < b->n; i++) {
            acts |= b->load_q[k][i] != 0 || b->load_p[k][i] != 0;
            size += b->sized_q[i] * b->held_q[k][i] * b->held_q[k][i] + b->held_p[k][i] * b->held_p[k][i];
        }
        b->held_size[k] = sqrt(size);
        hz_pole_pair_row *row;
        for (int r = 0; (row = row_held(b, r)); r++)
            acts |= row->held_by[k] != 0;
        if (acts)
            b->acts[b->acting++] = k;
    }
}

void hz_pole_pairs_prepare(hz_pole_pairs *b, double h)
{
    b->drifting = 0;
    b->fastest = b->quickest = 0;
    for (int i = 0; i < b->n; i++) {
        double sigma = b->sigma[i], x = b->x[i];
        int still = is_still(b, i), slow = still || is_slow(b, i);
        if (slow)
            b->drift[b->drifting++] = i;
        double overdamped = sigma + sqrt(fmax(-b->delta[i], 0));
        b->fastest = fmax(b->fastest, b->split[i] ? x : fmax(sqrt(x), sigma));
        b->quickest = fmax(b->quickest, b->split[i] ? fmax(x, sigma) : fmax(sqrt(x), x > 0 ? overdamped : 2 * sigma));
        for (int k = 0; k < HZ_LOADS; k++) {
            held_by(b, k, i, &b->held_q[k][i], &b->held_p[k][i]);
            b->held_q[k][i] = slow ? 0 : b->held_q[k][i];
            b->held_p[k][i] = slow && is_all_slow(b, i) ? 0 : b->held_p[k][i];
        }
        if (b->split[i]) {
            b->sum.q[i] = still ? 0 : -b->eta.q[i] / sigma;
            b->sum.p[i] = -b->eta.p[i] / x;
        } else {
            b->sum.q[i] = still ? 0 : b->eta.p[i] - 2 * sigma * b->eta.q[i] / x;
            b->sum.p[i] = still ? 0 : -b->eta.q[i] / x;
        }
    }
    step_prepare(b, HZ_STEP_SAMPLE, h);
    b->step[HZ_STEP_PART].length = b->step[HZ_STEP_BLOCK].length = 0;
    for (int i = 0; i < b->n; i++) {
        turn m = turn_of(b->split[i], b->sigma[i], b->x[i], b->delta[i], h);
        b->qq[i] = m.qq;
        b->qp[i] = m.qp;
        b->pq[i] = m.pq;
        b->pp[i] = m.pp;
        b->push[i] = b->slip[i] = 0;
        b->whole[i] = b->split[i] ? 0 : 1;
        b->split_q[i] = b->split[i] ? -b->sigma[i] : 0;
        b->pull_p[i] = b->split[i] ? 0 : -b->x[i];
        b->split_p[i] = b->split[i] ? -b->x[i] : -2 * b->sigma[i];
    }
    b->give = b->held_eta = 0;
    for (int i = 0; i < b->n; i++)
        if (b->x[i] > 0 && !b->split[i])
            b->give += b->eta.q[i] * b->eta.q[i] / b->x[i] + b->eta.p[i] * b->eta.p[i];
    for (int k = 0; k < HZ_LOADS; k++)
        b->amount[k] = 0;
    hz_pole_pair_row *row;
    for (int r = 0; (row = row_held(b, r)); r++)
        derive_held(b, row);
    derive_bulge(b);
}

/* ---- state ---- */

/* Adds to a state where the loads hold the pairs (way 1), or takes it off (-1). */
static void count_from_rest(const hz_pole_pairs *b, double way, double *q, double *p)
{
    for (int j = 0; j < b->acting; j++) {
        int k = b->acts[j];
        double amount = way * b->amount[k];
        const double *held_q = b->held_q[k], *held_p = b->held_p[k];
        for (int i = 0; i < b->n && amount != 0; i++) {
            q[i] += amount * held_q[i];
            p[i] += amount * held_p[i];
        }
    }
}

void hz_pole_pairs_read(const hz_pole_pairs *b, double *q, double *p)
{
    memcpy(q, b->q, sizeof(double) * (size_t)b->n);
    memcpy(p, b->p, sizeof(double) * (size_t)b->n);
    count_from_rest(b, 1, q, p);
}

void hz_pole_pairs_write(hz_pole_pairs *b, const double *q, const double *p)
{
    size_t bytes = sizeof(double) * (size_t)b->n;
    b->size = INFINITY;
    memset(b->low_q, 0, bytes);
    memset(b->low_p, 0, bytes);
    memcpy(b->q, q, bytes);
    memcpy(b->p, p, bytes);
    count_from_rest(b, -1, b->q, b->p);
}

void hz_pole_pairs_hold(hz_pole_pairs *b)
{
    b->size = INFINITY;
    memset(b->q, 0, sizeof(double) * (size_t)b->n);
    memset(b->p, 0, sizeof(double) * (size_t)b->n);
    for (int d = 0; d < b->drifting; d++) {
        int i = b->drift[d];
        b->low_q[i] = b->low_p[i] = 0;
        for (int k = 0; k < HZ_LOADS; k++) {
            double q, p;
            held_by(b, k, i, &q, &p);
            b->q[i] += b->amount[k] * q;
            b->p[i] += is_all_slow(b, i) ? b->amount[k] * p : 0;
        }
    }
}

void hz_pole_pairs_count_from_held(const hz_pole_pairs *b, double *sum_q, double *sum_p)
{
    for (int d = 0; d < b->drifting; d++)
        for (int k = 0; k < HZ_LOADS; k++) {
            double q, p;
            int i = b->drift[d];
            held_by(b, k, i, &q, &p);
            sum_q[i] -= 2 * b->amount[k] * q;
            sum_p[i] -= is_all_slow(b, i) ? 2 * b->amount[k] * p : 0;
        }
}

/* pairs:slow  what a time with these numbers adds to a pair that drifts or is slow. */
static void slow_by(const hz_pole_pairs *b, int i, const slow_turn *m, double *q, double *p)
{
    double sigma = b->sigma[i], x = b->x[i];
    if (b->split[i]) {
        *q = (b->push[i] - sigma * b->q[i]) * m->coast;
        *p = (b->slip[i] - x * b->p[i]) * m->way;
        return;
    }
    double speed = b->p[i] + b->slip[i], pull = b->push[i] - x * b->q[i];
    *q = speed * m->coast + (b->low_p[i] * m->coast + pull * m->way);
    *p = pull * m->coast - speed * m->slowing;
}

/* The sum of a number and a smaller change, and in `low` what rounding left of them, this time and before. */
static double add(double x, double change, double *low)
{
    change += *low;
    double sum = x + change, was = sum - x;
    *low = (x - (sum - was)) + (change - was);
    return sum;
}

/* A pair that drifts goes far in small steps. Its steps are summed with compensation, or the work of its weight
 * would be lost in rounding. The step is a kept one, or a time t. */
static hz_pole_pairs_look drifts(hz_pole_pairs *b, const hz_pole_pair_step *kept, double t, hz_pole_pairs_look look)
{
    for (int d = 0; d < b->drifting; d++) {
        int i = b->drift[d];
        double q, p, was_q = b->next_q[i], was_p = b->next_p[i];
        slow_turn m = kept ? (slow_turn){ kept->coast[d], kept->way[d], kept->slowing[d] } : slow_of(b, i, t);
        slow_by(b, i, &m, &q, &p);
        b->next_low_q[i] = b->low_q[i];
        b->next_low_p[i] = b->low_p[i];
        b->next_q[i] = add(b->q[i], q, &b->next_low_q[i]);
        b->next_p[i] = add(b->p[i], p, &b->next_low_p[i]);
        look.eta += b->eta.q[i] * (b->next_q[i] - was_q) + b->eta.p[i] * (b->next_p[i] - was_p);
        look.rate += b->rate.q[i] * (b->next_q[i] - was_q) + b->rate.p[i] * (b->next_p[i] - was_p);
    }
    return look;
}

/* ---- the inner loops ---- */

#define HZ_SIMD_TEXT "core/linear_contact/pole_pairs_lanes.h"
#include "core/base/simd.h"

/* Adds so much of a row to the state. */
static void move(hz_pole_pairs *b, double way, const double *row_q, const double *row_p)
{
    static void (*const moves[])(hz_pole_pairs *, double, const double *, const double *) = HZ_SIMD_ALL(move);
    moves[b->lanes](b, way, row_q, row_p);
}

/* What follows from the amounts of the loads: how those that drift or are slow are pulled, and what the rows read. */
static void feel_loads(hz_pole_pairs *b)
{
    const double *amount = b->amount;
    b->held_eta = 0;
    for (int d = 0; d < b->drifting; d++) {
        int i = b->drift[d];
        b->push[i] = b->slip[i] = 0;
        for (int k = 0; k < HZ_LOADS; k++) {
            double q, p;
            held_by(b, k, i, &q, &p);
            if (b->split[i]) {
                b->push[i] += amount[k] * b->load_q[k][i];
                b->slip[i] += is_all_slow(b, i) ? amount[k] * b->load_p[k][i] : 0;
            } else {
                b->push[i] += amount[k] * (b->load_p[k][i] + 2 * b->sigma[i] * b->load_q[k][i]);
                b->slip[i] += amount[k] * b->load_q[k][i];
            }
            b->held_eta += amount[k] * (b->eta.q[i] * q + (is_all_slow(b, i) ? b->eta.p[i] * p : 0));
        }
    }
}

void hz_pole_pairs_load(hz_pole_pairs *b, const double *amount)
{
    int changed = 0;
    for (int j = 0; j < b->acting; j++) {
        int k = b->acts[j];
        double more = amount[k] - b->amount[k];
        if (more == 0)
            continue;
        changed = 1;
        b->size += fabs(more) * b->held_size[k];
        move(b, -more, b->held_q[k], b->held_p[k]);
    }
    memcpy(b->amount, amount, sizeof b->amount);
    if (changed)
        feel_loads(b);
}

void hz_pole_pairs_lift(hz_pole_pairs *b, double way)
{
    b->amount[HZ_ROD] += way;
    b->size = INFINITY;
    move(b, way, b->lift_q, b->lift_p);
    feel_loads(b);
}

static double row_of(const hz_pole_pairs *b, const hz_pole_pair_row *row, const double *q, const double *p)
{
    static void (*const reads[])(const hz_pole_pairs *, const hz_pole_pair_row *, const double *, const double *,
                                 hz_slab *) = HZ_SIMD_ALL(read);
    hz_slab sum;
    reads[b->lanes](b, row, q, p, &sum);
    return hz_simd_sum(&sum) + hz_pole_pairs_held(b, row);
}

hz_pole_pairs_look hz_pole_pairs_step(hz_pole_pairs *b, int which)
{
    static void (*const shears[])(hz_pole_pairs *, const hz_pole_pair_step *, hz_slab *) = HZ_SIMD_ALL(shear);
    hz_slab sum[2];
    shears[b->lanes](b, &b->step[which], sum);
    hz_pole_pairs_look look = { hz_simd_sum(&sum[0]) + hz_pole_pairs_held(b, &b->eta),
                                hz_simd_sum(&sum[1]) + hz_pole_pairs_held(b, &b->rate) };
    return drifts(b, &b->step[which], 0, look);
}

double hz_pole_pairs_row(const hz_pole_pairs *b, const hz_pole_pair_row *row)
{
    return row_of(b, row, b->q, b->p);
}

double hz_pole_pairs_heard(const hz_pole_pairs *b, int pickup, int displacement)
{
    static void (*const reads[])(const hz_pole_pairs *, const double *, const double *, hz_slab *) =
        HZ_SIMD_ALL(read_one);
    const hz_pole_pair_row *row = displacement ? &b->place[pickup] : &b->speed[pickup];
    hz_slab sum;
    if (b->mixed)
        return hz_pole_pairs_row(b, row);
    reads[b->lanes](b, displacement ? row->q : row->p, displacement ? b->q : b->p, &sum);
    return hz_simd_sum(&sum) + hz_pole_pairs_held(b, row);
}

hz_pole_pairs_look hz_pole_pairs_now(const hz_pole_pairs *b)
{
    return (hz_pole_pairs_look){ hz_pole_pairs_row(b, &b->eta), hz_pole_pairs_row(b, &b->rate) };
}

double hz_pole_pairs_change(const hz_pole_pairs *b, const hz_pole_pair_row *row)
{
    double change = 0;
    for (int i = 0; i < b->n; i++)
        change += row->q[i] * (b->next_q[i] - b->q[i]) + row->p[i] * (b->next_p[i] - b->p[i]);
    for (int d = 0; d < b->drifting; d++) {
        int i = b->drift[d];
        change += row->q[i] * (b->next_low_q[i] - b->low_q[i]) + row->p[i] * (b->next_low_p[i] - b->low_p[i]);
    }
    return change;
}

hz_pole_pairs_look hz_pole_pairs_any(hz_pole_pairs *b, double t)
{
    static void (*const moves[])(hz_pole_pairs *, double, int) = HZ_SIMD_ALL(moved);
    int terms = hz_pole_pairs_terms(b->quickest * t);
    if (terms > 0)
        moves[b->lanes](b, t, terms);
    for (int i = 0; i < b->n && terms == 0; i++) {
        turn m = turn_of(b->split[i], b->sigma[i], b->x[i], b->delta[i], t);
        b->next_q[i] = m.qq * b->q[i] + m.qp * b->p[i];
        b->next_p[i] = m.pq * b->q[i] + m.pp * b->p[i];
    }
    hz_pole_pairs_look look = { row_of(b, &b->eta, b->next_q, b->next_p), row_of(b, &b->rate, b->next_q, b->next_p) };
    return drifts(b, NULL, t, look);
}

hz_pole_pairs_look hz_pole_pairs_probe(const hz_pole_pairs *b, double t)
{
    hz_pole_pairs_look look = { hz_pole_pairs_held(b, &b->eta), hz_pole_pairs_held(b, &b->rate) };
    for (int i = 0, d = 0; i < b->n; i++) {
        turn m = turn_of(b->split[i], b->sigma[i], b->x[i], b->delta[i], t);
        double q = m.qq * b->q[i] + m.qp * b->p[i], p = m.pq * b->q[i] + m.pp * b->p[i];
        if (d < b->drifting && b->drift[d] == i) {
            double more_q, more_p;
            slow_turn by = slow_of(b, i, t);
            slow_by(b, i, &by, &more_q, &more_p);
            q = b->q[i] + more_q;
            p = b->p[i] + more_p;
            d++;
        }
        look.eta += b->eta.q[i] * q + b->eta.p[i] * p;
        look.rate += b->rate.q[i] * q + b->rate.p[i] * p;
    }
    return look;
}

int hz_pole_pairs_terms(double way)
{
    enum { LOADS_ENTER = 2 }; /* a load first moves a pair in the term of that order */
    double term = 1;
    int terms = 1;
    for (; term > 1e-18 && terms < HZ_POLE_PAIRS_SERIES - LOADS_ENTER; terms++)
        term *= way / terms;
    return term > 1e-18 ? 0 : terms + LOADS_ENTER;
}

void hz_pole_pairs_series(const hz_pole_pairs *b, double d, int terms, double *eta)
{
    static void (*const all[])(const hz_pole_pairs *, double, int, hz_slab *) = HZ_SIMD_ALL(series);
    hz_slab sum[HZ_POLE_PAIRS_SERIES];
    memset(sum, 0, sizeof *sum * (size_t)terms);
    all[b->lanes](b, d, terms, sum);
    for (int k = 0; k < terms; k++)
        eta[k] += hz_simd_sum(&sum[k]);
    eta[0] += hz_pole_pairs_held(b, &b->eta);
}

void hz_pole_pairs_take(hz_pole_pairs *b)
{
    double *q = b->q, *p = b->p;
    b->q = b->next_q;
    b->p = b->next_p;
    b->next_q = q;
    b->next_p = p;
    for (int d = 0; d < b->drifting; d++) {
        int i = b->drift[d];
        b->low_q[i] = b->next_low_q[i];
        b->low_p[i] = b->next_low_p[i];
    }
}

double hz_pole_pairs_swing(const hz_pole_pairs *b)
{
    /* pairs:swing */
    double energy = 0;
    for (int i = 0; i < b->n; i++)
        if (b->x[i] > 0 && !b->split[i])
            energy += b->p[i] * b->p[i] + b->x[i] * b->q[i] * b->q[i];
    return sqrt(energy * b->give);
}

double hz_pole_pairs_pushed(const hz_pole_pairs *b, int i, double t)
{
    double push = fabs(b->push[i]), slip = fabs(b->slip[i]), way = 0.5 * t * t;
    if (b->split[i])
        return (fabs(b->eta.q[i]) * push + fabs(b->eta.p[i]) * slip) * t;
    return fabs(b->eta.q[i]) * (slip * t + push * way) +
           fabs(b->eta.p[i]) * (push * t + slip * (b->x[i] * way + 2 * b->sigma[i] * t));
}

double hz_pole_pairs_bulge(hz_pole_pairs *b, double t, int anew)
{
    static void (*const sizes[])(const hz_pole_pairs *, hz_slab *) = HZ_SIMD_ALL(size);
    double more = 0;
    if (anew || b->drifting > 0) { /* what loads push becomes larger */
        hz_slab sum;
        sizes[b->lanes](b, &sum);
        b->size = sqrt(hz_simd_sum(&sum));
    }
    for (int d = 0; d < b->drifting; d++)
        more += 2 * hz_pole_pairs_pushed(b, b->drift[d], t);
    return 0.125 * t * t * b->bend * b->size + more;
}

void hz_pole_pairs_ring(hz_pole_pairs *b, int n, int pickup, int displacement, double *out)
{
    hz_pole_pair_row *row = displacement ? &b->place[pickup] : &b->speed[pickup];
    hz_mode_ring r = { .lanes = b->lanes,
                       .modes = (b->n + HZ_MODE_RING_GROUP - 1) / HZ_MODE_RING_GROUP * HZ_MODE_RING_GROUP,
                       .q = b->q,
                       .v = b->p,
                       .qq = b->qq,
                       .qv = b->qp,
                       .vq = b->pq,
                       .vv = b->pp };
    for (int other = 0; other <= b->mixed; other++) {
        int q = (displacement != 0) != other;
        r.weight = q ? row->q : row->p;
        if (n == HZ_MODE_RING_STRETCH)
            hz_mode_ring_hear_whole(&r, out, q);
        else
            hz_mode_ring_hear(&r, n, out, q, 0);
    }
}

void hz_pole_pairs_flush(hz_pole_pairs *b)
{
    for (int i = 0; i < b->n; i++) {
        b->q[i] = fabs(b->q[i]) < tiny ? 0 : b->q[i];
        b->p[i] = fabs(b->p[i]) < tiny ? 0 : b->p[i];
    }
}
