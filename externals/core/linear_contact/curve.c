/* curve: a stretch of contact from end to end. The force is a polynomial, and the modes answer to it exactly. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/oscillator.h"

#define HZ_SIMD_TEXT "core/linear_contact/curve_lanes.h"
#include "core/base/simd.h"

enum { LEGENDRE = HZ_LEGENDRE, SHAPES = HZ_FORCE_SHAPES, LONG = LEGENDRE + SHAPES + 2, POWERS = 34 };

/* ---- Legendre's polynomials over the stretch ---- */

/* 1/(2 l + 1) */
#define EIGHT(l)                                                                                                       \
    1. / (2 * (l) + 1), 1. / (2 * (l) + 3), 1. / (2 * (l) + 5), 1. / (2 * (l) + 7), 1. / (2 * (l) + 9),                \
        1. / (2 * (l) + 11), 1. / (2 * (l) + 13), 1. / (2 * (l) + 15)
static const double odd[] = { EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24), EIGHT(32), EIGHT(40), EIGHT(48) };

/* Those of the powers of y from -1 to 1. */
static void expand_powers(double power[POWERS][LEGENDRE])
{
    memset(power, 0, sizeof(double) * POWERS * LEGENDRE);
    power[0][0] = 1;
    for (int k = 1; k < POWERS; k++)
        for (int l = 0; l < LEGENDRE; l++)
            power[k][l] = (l > 0 ? power[k - 1][l - 1] * l / (2 * l - 1) : 0) +
                          (l + 1 < LEGENDRE ? power[k - 1][l + 1] * (l + 1) / (2 * l + 3) : 0);
}

/* curve:integral  The integral from the beginning on: n coefficients make n + 1. */
static void integrate(const double *c, int n, double length, double *to)
{
    double part[LONG + 1];
    for (int l = 0; l < n; l++)
        part[l] = 0.5 * length * c[l] * odd[l];
    part[n] = part[n + 1] = 0;
    to[0] = part[0] - part[1];
    for (int l = 1; l <= n; l++)
        to[l] = part[l - 1] - part[l + 1];
}

/* curve:answer  What a force of each shape does to the rate, from what an impulse does: the convolution of both. Below
 * the diagonal the recurrence is stable; above, the matrix is what it is below. */
static void convolve(const double *impulse, double length, int shapes, double answer[SHAPES][SHAPES])
{
    double before[LONG] = { 0 }, now[LONG] = { 0 }, sum[LONG];
    integrate(impulse, LEGENDRE, length, before);
    integrate(before, LONG - 1, length, sum);
    for (int l = 0; l < LONG; l++)
        now[l] = 2 / length * sum[l] - before[l];
    for (int k = 0; k < shapes; k++) {
        for (int j = k; j < shapes; j++) {
            answer[k][j] = before[j];
            answer[j][k] = ((j + k) % 2 ? -1 : 1) * (2. * k + 1) / (2. * j + 1) * before[j];
        }
        integrate(now, LONG - 1, length, sum);
        for (int l = 0; l < LONG; l++) {
            double next = before[l] + 2 * (2 * k + 3) / length * sum[l];
            before[l] = now[l];
            now[l] = next;
        }
    }
}

/* ---- what is derived ---- */

/* curve:shapes  So many serve a contact that turns so far by itself. */
static int shapes_for(double turn)
{
    return turn < 3.3 ? 8 : turn < 9 ? 16 : SHAPES;
}

static void derive_modes(hz_linear_contact *x, hz_force_curve *g)
{
    static void (*const expand[])(const hz_pairs *, const double *, const double *, double, int,
                                  const double(*)[LEGENDRE], double *) = HZ_SIMD_ALL(expand);
    const hz_pairs *r = &x->r;
    double power[POWERS][LEGENDRE], half = 0.5 * g->length, *way = g->coast, *rate = g->rate;
    for (int i = 0; i < r->n; i++) {
        hz_oscillator k = hz_oscillator_step(sqrt(r->x[i]), r->sigma[i], half);
        way[i] = k.s;
        rate[i] = k.c;
    }
    expand_powers(power);
    expand[r->lanes](r, way, rate, half, POWERS, (const double(*)[LEGENDRE])power, g->table);
    for (int i = 0; i < r->n; i++) {
        hz_oscillator k = hz_oscillator_step(sqrt(r->x[i]), r->sigma[i], g->length);
        g->coast[i] = k.s;
        g->rate[i] = k.c;
        g->way[i] = k.b;
    }
}

/* The rate of compression that follows from a state without a force: so many coefficients, of which four are found at
 * a time. */
static void listen(const hz_linear_contact *x, const hz_force_curve *g, const double *q, const double *p, int shapes,
                   double *out)
{
    static void (*const hears[])(const hz_pairs *, const double *, const double *, double *, double *) =
        HZ_SIMD_ALL(hear);
    static void (*const listens[])(const double *, const double *, int, const double *, hz_slab *) =
        HZ_SIMD_ALL(listen);
    _Alignas(64) double now[HZ_LINEAR_CONTACT_MOST + 4 * HZ_SIMD_SLAB], push[HZ_LINEAR_CONTACT_MOST + 4 * HZ_SIMD_SLAB];
    hears[x->r.lanes](&x->r, q, p, now, push);
    for (int l = 0; l < shapes; l += 4) {
        hz_slab sum[4];
        listens[x->r.lanes](now, push, x->r.n, g->table + l * HZ_SIMD_SLAB, sum);
        for (int k = 0; k < 4 && l + k < shapes; k++)
            out[l + k] = hz_simd_sum(&sum[k]);
    }
}

/* Inverts the left half of a; the right half becomes the inverse. With pivots. */
static void invert(int n, double a[SHAPES][2 * SHAPES])
{
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(a[i][c]) > fabs(a[pivot][c]))
                pivot = i;
        for (int k = 0; k < 2 * n && pivot != c; k++) {
            double other = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = other;
        }
        double scale = 1 / a[c][c];
        for (int k = 0; k < 2 * n; k++)
            a[c][k] *= scale;
        for (int i = 0; i < n; i++)
            for (int k = 2 * n - 1; k >= c && i != c; k--)
                a[i][k] -= a[i][c] * a[c][k];
    }
}

/* curve:force  What spring and damper make of a rate of compression: (k J + c) w. */
static void resist(const hz_linear_contact *x, const double *rate, int n, double length, double *force)
{
    double way[SHAPES + 1];
    integrate(rate, n, length, way);
    for (int l = 0; l < n; l++)
        force[l] = x->params.stiffness * way[l] + x->params.damping * rate[l];
}

/* curve:solve  The inverse of 1 + (k J + c) V. */
static void derive_force(hz_linear_contact *x, hz_force_curve *g)
{
    double impulse[LEGENDRE], a[SHAPES][2 * SHAPES] = { { 0 } }, rate[SHAPES], force[SHAPES];
    int m = g->shapes;
    listen(x, g, x->r.drive_q, x->r.drive_p, LEGENDRE, impulse);
    convolve(impulse, g->length, m, g->answer);
    for (int j = 0; j < m; j++) {
        memcpy(rate, g->answer[j], sizeof rate);
        resist(x, rate, m, g->length, force);
        for (int i = 0; i < m; i++)
            a[i][j] = force[i] + (i == j);
        a[j][m + j] = 1;
    }
    invert(m, a);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            g->inverse[j][i] = a[i][m + j];
}

static void derive(hz_linear_contact *x, hz_force_curve *g, double length)
{
    double turn = x->fastest[1] * length;
    g->length = length;
    g->loaded = 0;
    g->shapes = x->widest * length <= HZ_CURVE_TURN * (1 + 1e-9) ? shapes_for(turn) : 0;
    if (g->shapes == 0)
        return;
    derive_modes(x, g);
    derive_force(x, g);
}

static void derive_load(hz_linear_contact *x, hz_force_curve *g)
{
    double push[LEGENDRE] = { 0 }, rate[LEGENDRE + 1];
    int shapes = g->shapes < LEGENDRE ? g->shapes + 1 : LEGENDRE;
    listen(x, g, x->r.load_q, x->r.load_p, shapes, push);
    integrate(push, shapes, g->length, rate);
    memcpy(g->load, rate, sizeof(double) * (size_t)g->shapes);
    g->load[0] += x->slip;
    g->loaded = 1;
}

/* ---- a stretch ---- */

/* The force's shapes, the rate of compression and the compression. */
typedef struct stretch {
    double force[SHAPES], rate[SHAPES], eta[SHAPES + 1];
} stretch;

/* curve:solve  f = (k J + c) w + k eta with w = free - V f. What the first solution leaves of it is solved again: where
 * the contact is stiff the inverse has lost digits. */
static void find_force(const hz_linear_contact *x, const hz_force_curve *g, stretch *s)
{
    static void (*const products[])(const double(*)[SHAPES], const double *, int, double *) = HZ_SIMD_ALL(product);
    double left[SHAPES], more[SHAPES], answer[SHAPES];
    int m = g->shapes, rounds = m > 16 ? 3 : m > 8 ? 2 : 1;
    listen(x, g, x->r.q, x->r.p, m, s->rate);
    for (int i = 0; i < m; i++) {
        s->rate[i] += g->load[i];
        s->force[i] = 0;
    }
    for (int round = 0; round < rounds; round++) {
        resist(x, s->rate, m, g->length, left);
        left[0] += x->params.stiffness * x->eta;
        for (int i = 0; i < m; i++)
            left[i] -= s->force[i];
        products[x->r.lanes](g->inverse, left, m, more);
        products[x->r.lanes](g->answer, more, m, answer);
        for (int i = 0; i < m; i++) {
            s->force[i] += more[i];
            s->rate[i] -= answer[i];
        }
    }
    integrate(s->rate, m, g->length, s->eta);
    s->eta[0] += x->eta;
}

/* By how much it is off its mean at most. */
static double spread(const double *c, int n)
{
    double sum = 0;
    for (int l = 1; l < n; l++)
        sum += fabs(c[l]);
    return sum;
}

/* curve:looks  Whether the shapes tell all of the motion: the end is right to the square of what the last ones are. */
static int is_resolved(const hz_force_curve *g, const stretch *s)
{
    const double *last = &s->rate[g->shapes - 2], enough = 1e-5;
    return fabs(last[0]) + fabs(last[1]) <= enough * (fabs(s->rate[0]) + spread(s->rate, g->shapes));
}

/* curve:looks  Whether it is sure that the bodies do not part. */
static int is_sure(const hz_linear_contact *x, const hz_force_curve *g, const stretch *s)
{
    return s->eta[0] > spread(s->eta, g->shapes + 1) &&
           !(hz_contact_slackens(x) && s->force[0] <= spread(s->force, g->shapes));
}

/* Whether it is sure that the contact goes no deeper than it was, or not within the stretch. */
static int is_known(const hz_linear_contact *x, const hz_force_curve *g, const stretch *s)
{
    int m = g->shapes, straight = fabs(s->rate[0]) > spread(s->rate, m);
    int deep = s->eta[0] + spread(s->eta, m + 1) > x->record.x_max && !straight;
    int hard = s->force[0] + spread(s->force, m) > x->record.f_max && (x->params.damping > 0 || !straight);
    return !deep && !hard;
}

/* The sum of Legendre's polynomials at a place from -1 to 1 (Clenshaw). */
static double value(const double *c, int n, double y)
{
    double above = 0, far = 0;
    for (int l = n - 1; l > 0; l--) {
        double next = c[l] + (2. * l + 1) / (l + 1) * y * above - (l + 1.) / (l + 2) * far;
        far = above;
        above = next;
    }
    return c[0] + y * above - 0.5 * far;
}

/* Looks at many places: notes how deep and how hard the contact is there. Returns whether the bodies stay together. */
static int look_around(hz_linear_contact *x, const hz_force_curve *g, const stretch *s)
{
    enum { PLACES = 48 };
    double nearest = HUGE_VAL, softest = HUGE_VAL;
    for (int j = 0; j <= PLACES; j++) {
        double y = 2. * j / PLACES - 1, eta = value(s->eta, g->shapes + 1, y), force = value(s->force, g->shapes, y);
        nearest = fmin(nearest, eta);
        softest = fmin(softest, force);
        x->record.x_max = fmax(x->record.x_max, eta);
        x->record.f_max = fmax(x->record.f_max, force);
    }
    return nearest > 0 && !(hz_contact_slackens(x) && softest < 0);
}

/* The step without a force. */
static void fly(hz_linear_contact *x, const hz_force_curve *g)
{
    hz_pairs *r = &x->r;
    if (g->length == x->h) {
        hz_phases_fly(x);
        return;
    }
    for (int i = 0; i < r->n; i++) {
        double q = r->q[i], p = r->p[i], s = g->coast[i], c = g->rate[i], b = g->way[i];
        r->next_q[i] = (c - r->damper[i] * s) * q + s * p + (s - r->damper[i] * b) * r->load_q[i] + b * r->load_p[i];
        r->next_p[i] = r->spring[i] * s * q + c * p + r->spring[i] * b * r->load_q[i] + s * r->load_p[i];
    }
}

/* curve:step  Where the stretch leads. */
static hz_lead lead(hz_linear_contact *x, const hz_force_curve *g, const stretch *s)
{
    static void (*const yields[])(const hz_pairs *, const double *, int, const double *, hz_slab *) =
        HZ_SIMD_ALL(yield);
    double force[SHAPES], length = g->length;
    hz_slab sum;
    for (int l = 0; l < g->shapes; l++)
        force[l] = s->force[l] * length * (l % 2 ? -1 : 1) * odd[l];
    fly(x, g);
    yields[x->r.lanes](&x->r, g->table, g->shapes, force, &sum);
    double way = 0.5 * length * length * (s->force[0] - s->force[1] / 3);
    hz_lead more = hz_phases_drift(x, length, s->force[0] * length, way);
    return (hz_lead){ x->eta + s->rate[0] * length, hz_simd_sum(&sum) + x->slip + more.rate };
}

/* ---- what is lost ---- */

/* curve:pieces  A sum of Legendre's polynomials over a part of the stretch, in powers of that part. */
static void in_powers(const double *c, int n, double from, double part, double *to)
{
    double before[HZ_SERIES_TERMS] = { 0 }, now[HZ_SERIES_TERMS] = { 1 }, y = 2 * from - 1, slope = 2 * part;
    memset(to, 0, sizeof(double) * HZ_SERIES_TERMS);
    for (int l = 0; l < n; l++) {
        double next[HZ_SERIES_TERMS];
        for (int k = 0; k < HZ_SERIES_TERMS; k++) {
            to[k] += c[l] * now[k];
            next[k] = ((2 * l + 1) * (y * now[k] + (k > 0 ? slope * now[k - 1] : 0)) - l * before[k]) / (l + 1);
        }
        memcpy(before, now, sizeof before);
        memcpy(now, next, sizeof now);
    }
}

/* contact:loss  Books what is lost: by the damper, and by the modes, which are taken along in pieces. */
static void book(hz_linear_contact *x, const hz_force_curve *g, const stretch *s)
{
    hz_pairs *r = &x->r;
    size_t bytes = sizeof(double) * (size_t)r->n;
    int pieces = g->shapes / 2;
    for (int l = 0; l < g->shapes; l++)
        hz_sum_add(&x->ledger.dissipated, x->params.damping * g->length * s->rate[l] * s->rate[l] / (2 * l + 1));
    memcpy(x->shown_q, r->q, bytes);
    memcpy(x->shown_p, r->p, bytes);
    for (int i = 0; i < pieces; i++) {
        double force[HZ_SERIES_TERMS];
        in_powers(s->force, g->shapes, (double)i / pieces, 1. / pieces, force);
        hz_series_walk(x, force, g->length / pieces);
    }
    memcpy(r->q, x->shown_q, bytes);
    memcpy(r->p, x->shown_p, bytes);
}

/* ---- what the others ask for ---- */

int hz_curve_step(hz_linear_contact *x, hz_force_curve *g, double length, enum hz_curve_looks looks, int booked,
                  hz_lead *to, double *impulse)
{
    stretch s;
    if (g->length != length)
        derive(x, g, length);
    if (g->shapes == 0)
        return 0;
    if (!g->loaded)
        derive_load(x, g);
    find_force(x, g, &s);
    if (looks == HZ_CURVE_SURE && !is_sure(x, g, &s))
        return 0;
    if (looks < HZ_CURVE_STIFF && !(is_resolved(g, &s) && is_known(x, g, &s)))
        return 0;
    if (looks >= HZ_CURVE_STIFF && !look_around(x, g, &s) && looks == HZ_CURVE_STIFF)
        return 0;
    if (booked)
        book(x, g, &s);
    *to = lead(x, g, &s);
    *impulse = s.force[0] * length;
    x->record.x_max = fmax(x->record.x_max, fmax(x->eta, to->eta));
    x->record.f_max = fmax(x->record.f_max, hz_contact_force(x, x->eta, x->rate));
    x->record.f_max = fmax(x->record.f_max, hz_contact_force(x, to->eta, to->rate));
    return 1;
}
