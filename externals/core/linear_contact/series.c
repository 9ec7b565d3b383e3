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

/* So many terms leave out less than rounding does. */
static int terms_of(double turn)
{
    double term = 1;
    int terms = 3;
    for (int k = 1; k < HZ_SERIES_TERMS; k++) {
        term *= turn / k;
        if (term < 1e-18)
            break;
        terms = k + 2;
    }
    return terms < HZ_SERIES_TERMS ? terms : HZ_SERIES_TERMS;
}

/* series:free  The derivatives of the rate without a force, from this state on. */
static void moments(const hz_linear_contact *x, const double *q, const double *p, const double *load_q,
                    const double *load_p, double d, int terms, double *out)
{
    typedef void kernel(const hz_pairs *, const double *, const double *, const double *, const double *, double, int,
                        hz_slab *);
    static kernel *const any[] = HZ_SIMD_ALL(moments), *const plain[] = HZ_SIMD_ALL(plain_moments);
    hz_slab sum[HZ_SERIES_TERMS];
    memset(sum, 0, sizeof *sum * (size_t)terms);
    (x->r.mixed ? any : plain)[x->r.lanes](&x->r, q, p, load_q, load_p, d, terms, sum);
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
    double rate[HZ_SERIES_TERMS], force[HZ_SERIES_TERMS] = { 0 }, factorial = 1;
    int terms = terms_of(d * x->fastest[x->touching]);
    moments(x, x->r.q, x->r.p, x->r.load_q, x->r.load_p, d, terms, rate);
    rate[0] += x->slip * d;
    if (x->touching)
        join(x, d, terms, rate, force);
    path->d = d;
    path->terms = terms;
    path->eta[0] = x->eta;
    path->force[0] = force[0];
    for (int k = 1; k < terms; k++) {
        factorial *= 1. / k;
        path->eta[k] = rate[k - 1] * factorial;
        path->force[k] = force[k] * factorial;
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

static double value(const double *c, int terms, double u)
{
    double sum = 0;
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * u + c[k];
    return sum;
}

/* By how much a polynomial is off its beginning at most. */
static double spread(const double *c, int terms)
{
    double sum = 0;
    for (int k = 1; k < terms; k++)
        sum += fabs(c[k]);
    return sum;
}

/* contact:looks  The places where it is looked at: a piece that turns a pole by 3.3 rad has eight. */
enum { LOOKS = 8 };

static void look_around(const double *c, int terms, double to, place *at)
{
    double value[LOOKS + 1] = { 0 }, slope[LOOKS + 1] = { 0 }, u[LOOKS + 1];
    for (int j = 0; j <= LOOKS; j++)
        u[j] = to * j / LOOKS;
    for (int k = terms - 1; k >= 0; k--)
        for (int j = 0; j <= LOOKS; j++) {
            slope[j] = slope[j] * u[j] + value[j];
            value[j] = value[j] * u[j] + c[k];
        }
    for (int j = 0; j <= LOOKS; j++)
        at[j] = (place){ value[j], slope[j], 0 };
}

/* Where way times the polynomial is greatest between two places; it rises at the first and falls at the other. */
static double top(const double *c, int terms, double way, double low, double high)
{
    hz_root r = hz_root_between(low, high);
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
    place at;
    do
        at = look(c, terms, r.x);
    while (hz_root_newton(&r, way * at.value, way * at.slope));
    return r.x;
}

/* The first place where way times the polynomial becomes positive; -1: it does not. Where it begins at 0, the next
 * coefficient tells on which side it goes on. */
static double first_crossing(const double *c, int terms, double way)
{
    while (terms > 0 && c[0] == 0)
        c++, terms--;
    if (terms == 0 || way * c[0] > 0)
        return terms == 0 ? -1 : 0;
    if (fabs(c[0]) > spread(c, terms))
        return -1;
    place at[LOOKS + 1];
    look_around(c, terms, 1, at);
    for (int j = 1; j <= LOOKS; j++) {
        double low = (j - 1.) / LOOKS, high = (double)j / LOOKS;
        if (way * at[j - 1].slope > 0 && way * at[j].slope <= 0) {
            double there = top(c, terms, way, low, high);
            if (way * value(c, terms, there) > 0)
                return crossing(c, terms, way, low, there);
        }
        if (way * at[j].value > 0)
            return crossing(c, terms, way, low, high);
    }
    return -1;
}

/* ---- what happens on a path ---- */

/* When the force ends (way -1) or begins again (1); -1: it does not. A force that has just crossed zero starts there
 * but for rounding. */
static double end_of_force(const hz_linear_contact *x, const hz_path *path, double way)
{
    double force[HZ_SERIES_TERMS], size = hz_contact_force(x, fabs(x->eta), fabs(x->rate));
    memcpy(force, path->force, sizeof force);
    if (fabs(force[0]) < 1e-12 * size)
        force[0] = 0;
    return first_crossing(force, path->terms, way);
}

/* When the bodies touch or part. What has just left the other side starts at zero, but for rounding. */
static double end_of_distance(const hz_linear_contact *x, const hz_path *path)
{
    double eta[HZ_SERIES_TERMS], way = x->touching || x->slack ? -1 : 1;
    memcpy(eta, path->eta, sizeof eta);
    if (way * eta[0] > 0 && way * eta[1] < 0)
        eta[0] = 0;
    return first_crossing(eta, path->terms, way);
}

hz_switch hz_path_switch(const hz_linear_contact *x, const hz_path *path)
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
static void raise(const double *c, int terms, double to, double *most)
{
    place at[LOOKS + 1];
    if (c[0] + spread(c, terms) <= *most)
        return;
    look_around(c, terms, to, at);
    *most = fmax(*most, fmax(at[0].value, at[LOOKS].value));
    for (int j = 1; j <= LOOKS; j++)
        if (at[j - 1].slope > 0 && at[j].slope <= 0) {
            double there = top(c, terms, 1, to * (j - 1) / LOOKS, to * j / LOOKS);
            *most = fmax(*most, value(c, terms, there));
        }
}

void hz_path_note(hz_linear_contact *x, const hz_path *path, double u)
{
    raise(path->eta, path->terms, u, &x->record.x_max);
    if (x->params.damping > 0)
        raise(path->force, path->terms, u, &x->record.f_max);
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
static void lose(hz_linear_contact *x, const double *force, double d, int terms, const double *inverse)
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
            power[g][k] *= inverse[k];
    }
    all[x->r.lanes](&x->r, d, terms, force, (const double(*)[HZ_SERIES_TERMS])power, weight, &sum);
    hz_sum_add(&x->ledger.dissipated, hz_simd_sum(&sum) / d);
    if (x->r.mixed)
        x->owed_work += hz_losses_of_work(x, force, inverse, d, terms);
}

/* The modes' next state but for what drifts; returns their rate. */
static double advance(const hz_linear_contact *x, const double *force, double d, int terms, const double *inverse)
{
    static void (*const all[])(const hz_pairs *, double, int, const double *, const double *, hz_slab *) =
        HZ_SIMD_ALL(advance);
    hz_slab sum;
    all[x->r.lanes](&x->r, d, terms, force, inverse, &sum);
    return hz_simd_sum(&sum);
}

/* Derivatives counted in a step from coefficients of powers, and the inverses of their factorials. */
static void derivatives(const double *powers, int terms, double *force, double *inverse)
{
    double factorial = 1;
    for (int k = 0; k < terms; k++) {
        factorial *= k > 0 ? k : 1;
        force[k] = powers[k] * factorial;
        inverse[k] = 1 / factorial;
    }
}

void hz_series_walk(hz_linear_contact *x, const double *powers, double d)
{
    hz_pairs *r = &x->r;
    double force[HZ_SERIES_TERMS], inverse[HZ_SERIES_TERMS], *q = r->q, *p = r->p;
    derivatives(powers, HZ_SERIES_TERMS, force, inverse);
    lose(x, force, d, HZ_SERIES_TERMS, inverse);
    advance(x, force, d, HZ_SERIES_TERMS, inverse);
    r->q = r->next_q;
    r->p = r->next_p;
    r->next_q = q;
    r->next_p = p;
}

hz_lead hz_series_step(hz_linear_contact *x, const hz_path *path, double u, int booked, double *impulse)
{
    double powers[HZ_SERIES_TERMS] = { 0 }, force[HZ_SERIES_TERMS], inverse[HZ_SERIES_TERMS];
    double d = u * path->d, power = 1, way = 0;
    int terms = terms_of(d * x->fastest[x->touching]);
    terms = terms < path->terms ? terms : path->terms;
    *impulse = 0;
    for (int k = 0; k < terms; k++) {
        powers[k] = x->touching ? path->force[k] * power : 0;
        power *= u;
        *impulse += powers[k] / (k + 1) * d;
        way += powers[k] / ((k + 1) * (k + 2)) * d * d;
    }
    derivatives(powers, terms, force, inverse);
    if (booked) {
        lose(x, force, d, terms, inverse);
        hz_sum_add(&x->ledger.dissipated, loss_of_damper(x, path, d));
    }
    double rate = advance(x, force, d, terms, inverse);
    hz_lead more = hz_phases_drift(x, d, *impulse, way);
    return (hz_lead){ value(path->eta, path->terms, u), rate + x->slip + more.rate };
}
