/* series: a short step of both bodies, in contact or in flight, by Taylor's series of the joined system. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/root.h"

#define HZ_SIMD_TEXT "core/linear_contact/series_lanes.h"
#include "core/base/simd.h"

static const double most_turn = 3.3; /* rad: no pole turns farther in a step; a sample of flight is one below 23 kHz */

double hz_series_length(const hz_linear_contact *x, double time)
{
    return time / fmax(1, ceil(time * x->fastest[x->touching] / most_turn));
}

void hz_series_tables(hz_series_numbers *s)
{
    double factorial = 1, last = 1e-18;
    for (int k = 0; k < HZ_SERIES_TERMS + 2; k++) {
        factorial *= k > 0 ? k : 1;
        s->part[k] = k > 0 ? 1. / k : 0;
        s->factorial[k] = factorial;
        s->inverse[k] = 1 / factorial;
        s->turn[k] = k > 0 ? pow(last * factorial, 1. / k) : 0;
    }
}

/* So many terms leave out less than rounding does. */
static int terms_of(const hz_linear_contact *x, double turn)
{
    int terms = 1;
    while (terms < HZ_SERIES_TERMS - 2 && turn > x->numbers_of.turn[terms])
        terms++;
    return terms + 2;
}

/* series:free  The derivatives of the rate without a force, from this state on. */
static void moments(const hz_linear_contact *x, const double *q, const double *p, const double *load_q,
                    const double *load_p, double d, int terms, double *out)
{
    typedef void kernel(const hz_pairs *, const double *, const double *, const double *, const double *, double, int,
                        hz_slab *);
    static kernel *const all[] = HZ_SIMD_ALL(moments);
    hz_slab sum[HZ_SERIES_TERMS];
    memset(sum, 0, sizeof *sum * (size_t)terms);
    all[x->r.lanes](&x->r, q, p, load_q, load_p, d, terms, sum);
    for (int k = 0; k < terms; k++)
        out[k] = hz_simd_sum(&sum[k]);
}

/* series:joined  A unit of the contact's impulse moves the modes by their drives. Counted in samples. */
void hz_series_prepare(hz_linear_contact *x)
{
    _Alignas(64) static const double nothing[HZ_LINEAR_CONTACT_MOST + 4 * HZ_SIMD_SLAB] = { 0 };
    hz_pairs *r = &x->r;
    moments(x, r->drive_q, r->drive_p, nothing, nothing, x->h, HZ_SERIES_TERMS, x->response);
}

/* series:joined  Adds to the derivatives of the rate what the contact's force does to them, and finds the force's. All
 * are counted in steps: the rate's of order k times d^(k + 1), the compression's and the force's times d^k. */
static void join(const hz_linear_contact *x, double d, int terms, double *rate, double *force)
{
    double answer[HZ_SERIES_TERMS], part = d / x->h, power = part, k = x->params.stiffness, c = x->params.damping / d;
    for (int m = 0; m < terms; m++) {
        answer[m] = x->response[m] * power;
        power *= part;
    }
    for (int s = 0; s < terms; s++) {
        double eta = s > 0 ? rate[s - 1] : x->eta, f = k * eta + c * rate[s];
        force[s] = f;
        for (int t = s + 1; t < terms; t++)
            rate[t] -= answer[t - 1 - s] * f * d;
    }
}

void hz_series_look(const hz_linear_contact *x, double d, hz_path *path)
{
    double rate[HZ_SERIES_TERMS], force[HZ_SERIES_TERMS] = { 0 };
    int terms = terms_of(x, d * x->fastest[x->touching]);
    moments(x, x->r.q, x->r.p, x->r.load_q, x->r.load_p, d, terms, rate);
    rate[0] += x->slip * d;
    if (x->touching)
        join(x, d, terms, rate, force);
    path->d = d;
    path->terms = terms;
    path->eta[0] = x->eta;
    path->force[0] = force[0];
    path->of_eta.parts = path->of_force.parts = 0;
    for (int k = 1; k < terms; k++) {
        path->eta[k] = rate[k - 1] * x->numbers_of.inverse[k];
        path->force[k] = force[k] * x->numbers_of.inverse[k];
    }
    for (int k = 0; k < terms && x->slack; k++) /* the force that there would be */
        path->force[k] = x->params.stiffness * path->eta[k] +
                         (k + 1 < terms ? x->params.damping / d * (k + 1) * path->eta[k + 1] : 0);
}

/* ---- polynomials ---- */

/* The value of a polynomial; its slope; and how that bends. */
typedef struct place {
    double value, slope, bend;
} place;

static place look(const double *c, int terms, double u)
{
    place at = { 0, 0, 0 };
    for (int k = terms - 1; k >= 0; k--) {
        at.bend = at.bend * u + 2 * at.slope;
        at.slope = at.slope * u + at.value;
        at.value = at.value * u + c[k];
    }
    return at;
}

/* By how much a polynomial is off its beginning at most. */
static double spread(const double *c, int terms)
{
    double sum = 0;
    for (int k = 1; k < terms; k++)
        sum += fabs(c[k]);
    return sum;
}

/* contact:looks  Looks at a polynomial at the ends of eight parts, once; of one that rises or falls all along, at its
 * end. */
static void look_around(const double *c, int terms, hz_looks *at)
{
    double value[HZ_LOOKS] = { 0 }, slope[HZ_LOOKS] = { 0 }, u[HZ_LOOKS], bends = 0;
    if (at->parts > 0)
        return;
    for (int k = 2; k < terms; k++)
        bends += k * fabs(c[k]);
    if (fabs(c[1]) > bends) {
        place end = look(c, terms, 1);
        *at = (hz_looks){ 1, { c[0], end.value }, { c[1], end.slope } };
        return;
    }
    for (int j = 0; j < HZ_LOOKS; j++)
        u[j] = (j + 1.) / HZ_LOOKS;
    for (int k = terms - 1; k >= 0; k--)
        for (int j = 0; j < HZ_LOOKS; j++) {
            slope[j] = slope[j] * u[j] + value[j];
            value[j] = value[j] * u[j] + c[k];
        }
    *at = (hz_looks){ HZ_LOOKS, { c[0] }, { c[1] } };
    memcpy(at->value + 1, value, sizeof value);
    memcpy(at->slope + 1, slope, sizeof slope);
}

/* Where way times the polynomial is greatest in a part of the looks; it rises at its beginning and falls at its end. */
static double top(const double *c, int terms, double way, const hz_looks *looks, int part)
{
    double low = (double)part / looks->parts, from = looks->slope[part], to = looks->slope[part + 1];
    hz_root r = hz_root_from(low, low + 1. / looks->parts, low + from / (from - to) / looks->parts);
    r.small = 1e-9;
    place at;
    do
        at = look(c, terms, r.x);
    while (hz_root_newton(&r, -way * at.slope, -way * at.bend));
    return r.x;
}

/* Where way times the polynomial, which is not positive at `low`, becomes positive before `high`. */
static double crossing(const double *c, int terms, double way, double low, double high)
{
    hz_root r = hz_root_between(low, high);
    r.small = 1e-9;
    place at;
    do
        at = look(c, terms, r.x);
    while (hz_root_newton(&r, way * at.value, way * at.slope));
    return r.x;
}

/* The first place where way times the polynomial becomes positive; -1: it does not. What begins at zero is on the side
 * that the next coefficient tells. */
static double first_crossing(const double *c, int terms, double way, int from_zero, hz_looks *looks)
{
    int zeros = from_zero;
    while (zeros < terms && c[zeros] == 0)
        zeros++;
    const double *first = c + zeros; /* divided by its zeros at the beginning */
    if (zeros == terms || way * *first > 0)
        return zeros == terms ? -1 : 0;
    if (fabs(*first) > spread(first, terms - zeros))
        return -1;
    look_around(c, terms, looks);
    for (int j = 0; j < looks->parts; j++) {
        double low = (double)j / looks->parts, high = (j + 1.) / looks->parts;
        if (way * looks->slope[j] > 0 && way * looks->slope[j + 1] <= 0) {
            double there = top(c, terms, way, looks, j);
            if (way * look(c, terms, there).value > 0)
                return crossing(first, terms - zeros, way, low, there);
        }
        if (way * looks->value[j + 1] > 0)
            return crossing(first, terms - zeros, way, low, high);
    }
    return -1;
}

/* ---- what happens on a path ---- */

/* When the force ends (way -1) or begins again (1); -1: it does not. A force that has just crossed zero starts there
 * but for rounding. */
static double end_of_force(const hz_linear_contact *x, hz_path *path, double way)
{
    int from_zero = fabs(path->force[0]) < 1e-12 * hz_contact_force(x, fabs(x->eta), fabs(x->rate));
    return first_crossing(path->force, path->terms, way, from_zero, &path->of_force);
}

/* When the bodies touch or part. What has just left the other side starts at zero, but for rounding. */
static double end_of_distance(const hz_linear_contact *x, hz_path *path)
{
    double way = x->touching || x->slack ? -1 : 1;
    int from_zero = way * path->eta[0] > 0 && way * path->eta[1] < 0;
    return first_crossing(path->eta, path->terms, way, from_zero, &path->of_eta);
}

hz_switch hz_path_switch(const hz_linear_contact *x, hz_path *path)
{
    int forced = x->touching && hz_contact_slackens(x);
    double at = forced ? end_of_force(x, path, -1) : end_of_distance(x, path);
    enum hz_switch_kind kind = forced ? HZ_SWITCH_LOOSEN : x->touching || x->slack ? HZ_SWITCH_PART : HZ_SWITCH_TOUCH;
    double again = x->slack ? end_of_force(x, path, 1) : -1;
    if (again >= 0 && (at < 0 || again < at)) {
        at = again;
        kind = HZ_SWITCH_TIGHTEN;
    }
    return (hz_switch){ at < 0 ? HZ_SWITCH_NOTHING : kind, at };
}

/* The greatest value up to a place, if it is greater than what is known. */
static void raise(const double *c, int terms, double to, hz_looks *looks, double *most)
{
    if (c[0] + spread(c, terms) <= *most)
        return;
    look_around(c, terms, looks);
    *most = fmax(*most, fmax(c[0], look(c, terms, to).value));
    for (int j = 0; j < looks->parts && j < to * looks->parts; j++)
        if (looks->slope[j] > 0 && looks->slope[j + 1] <= 0) {
            double there = top(c, terms, 1, looks, j);
            *most = fmax(*most, there < to ? look(c, terms, there).value : 0);
        }
}

void hz_path_note(hz_linear_contact *x, hz_path *path, double u)
{
    raise(path->eta, path->terms, u, &path->of_eta, &x->record.x_max);
    if (x->params.damping > 0)
        raise(path->force, path->terms, u, &path->of_force, &x->record.f_max);
    else
        x->record.f_max = fmax(x->record.f_max, x->params.stiffness * x->record.x_max);
}

/* ---- the step ---- */

/* Gauss's nodes and weights between 0 and 1. */
static const double node[HZ_SERIES_NODES] = { 0.01304673574141414, 0.06746831665550774, 0.1602952158504878,
                                              0.2833023029353764,  0.4255628305091844,  0.5744371694908156,
                                              0.7166976970646236,  0.8397047841495122,  0.9325316833444923,
                                              0.9869532642585859 };
static const double weight[HZ_SERIES_NODES] = { 0.03333567215434407, 0.07472567457529030, 0.1095431812579910,
                                                0.1346333596549982,  0.1477621123573764,  0.1477621123573764,
                                                0.1346333596549982,  0.1095431812579910,  0.07472567457529030,
                                                0.03333567215434407 };

/* contact:loss  What the damper loses until a part of the path. */
static double loss_of_damper(const hz_linear_contact *x, const hz_path *path, double d)
{
    double loss = 0;
    for (int g = 0; g < HZ_SERIES_NODES; g++) {
        double rate = look(path->eta, path->terms, node[g] * d / path->d).slope / path->d;
        loss += x->params.damping * weight[g] * rate * rate;
    }
    return loss * d;
}

/* contact:loss  Books what the modes lose in a step under a force, and notes the work of the forces on the loss forms
 * of what damping couples. */
static void lose(hz_linear_contact *x, const double *force, double d, int terms)
{
    typedef void kernel(const hz_pairs *, double, int, const double *, const double(*)[HZ_SERIES_TERMS], const double *,
                        hz_slab *);
    static kernel *const all[] = HZ_SIMD_ALL(lose);
    double power[HZ_SERIES_NODES][HZ_SERIES_TERMS];
    hz_slab sum;
    for (int g = 0; g < HZ_SERIES_NODES; g++) {
        power[g][0] = 1;
        for (int k = 1; k < terms; k++)
            power[g][k] = power[g][k - 1] * node[g];
        for (int k = 1; k < terms; k++)
            power[g][k] *= x->numbers_of.inverse[k];
    }
    all[x->r.lanes](&x->r, d, terms, force, (const double(*)[HZ_SERIES_TERMS])power, weight, &sum);
    hz_sum_add(&x->ledger.dissipated, hz_simd_sum(&sum) / d);
    if (x->r.mixed)
        x->owed_work += hz_losses_of_work(x, force, d, terms);
}

/* The modes' next state but for what drifts; returns their rate. */
static double advance(const hz_linear_contact *x, const double *force, double d, int terms)
{
    static void (*const all[])(const hz_pairs *, double, int, const double *, const double *, hz_slab *) =
        HZ_SIMD_ALL(advance);
    hz_slab sum;
    all[x->r.lanes](&x->r, d, terms, force, x->numbers_of.inverse, &sum);
    return hz_simd_sum(&sum);
}

void hz_series_walk(hz_linear_contact *x, const double *powers, double d)
{
    hz_pairs *r = &x->r;
    double force[HZ_SERIES_TERMS], *q = r->q, *p = r->p;
    for (int k = 0; k < HZ_SERIES_TERMS; k++)
        force[k] = powers[k] * x->numbers_of.factorial[k];
    lose(x, force, d, HZ_SERIES_TERMS);
    advance(x, force, d, HZ_SERIES_TERMS);
    r->q = r->next_q;
    r->p = r->next_p;
    r->next_q = q;
    r->next_p = p;
}

hz_lead hz_series_step(hz_linear_contact *x, const hz_path *path, double u, int booked, double *impulse)
{
    const hz_series_numbers *n = &x->numbers_of;
    double force[HZ_SERIES_TERMS] = { 0 }, d = u * path->d, power = 1, sum = 0, way = 0;
    int terms = terms_of(x, d * x->fastest[x->touching]);
    terms = terms < path->terms ? terms : path->terms;
    for (int k = 0; k < terms && x->touching; k++) {
        double part = path->force[k] * power;
        force[k] = part * n->factorial[k];
        power *= u;
        sum += part * n->part[k + 1];
        way += part * n->part[k + 1] * n->part[k + 2];
    }
    *impulse = sum * d;
    if (booked) {
        lose(x, force, d, terms);
        hz_sum_add(&x->ledger.dissipated, loss_of_damper(x, path, d));
    }
    double rate = advance(x, force, d, terms);
    hz_lead more = hz_phases_drift(x, d, *impulse, way * d * d);
    return (hz_lead){ look(path->eta, path->terms, u).value, rate + x->slip + more.rate };
}
