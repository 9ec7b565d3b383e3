/* step_search: what happens inside a step that was looked at: where the bodies touch or part, how deep a contact goes
 * and how great its force becomes. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/root.h"

/* The exact solution over a step: by its series where that is right to rounding, which is found once and then costs
 * little; else mode by mode. */
typedef struct path {
    const hz_linear_contact *x;
    double length;
    int terms, found; /* of the series; 0: there is none */
    int missed;       /* a look was left out, because no switch was left for it */
    int looks;        /* mode by mode, so far */
    double eta[HZ_POLE_PAIRS_SERIES];
} path;

static void begin(path *of, const hz_linear_contact *x, double length)
{
    of->x = x;
    of->length = length;
    of->found = 0;
    of->looks = of->missed = 0;
}

static void find_series(path *of)
{
    const hz_linear_contact *x = of->x;
    const hz_pole_pairs *a = x->touching ? &x->joined : &x->a.bank, *b = x->touching ? &x->joined : &x->b.bank;
    of->found = 1;
    of->terms = hz_pole_pairs_terms(of->length * fmax(a->quickest, b->quickest));
    if (of->terms == 0)
        return;
    memset(of->eta, 0, sizeof of->eta);
    if (x->touching) {
        hz_pole_pairs_series(&x->joined, of->length, of->terms, of->eta);
        return;
    }
    hz_pole_pairs_series(&x->a.bank, of->length, of->terms, of->eta);
    hz_pole_pairs_series(&x->b.bank, of->length, of->terms, of->eta);
    of->eta[0] += x->bias;
}

static hz_pole_pairs_look probe_series(const path *of, double t)
{
    double s = t / of->length, eta = 0, slope = 0;
    for (int k = of->terms - 1; k >= 0; k--) {
        slope = slope * s + eta;
        eta = eta * s + of->eta[k];
    }
    return (hz_pole_pairs_look){ eta, slope / of->length };
}

static hz_pole_pairs_look probe(path *of, double t)
{
    const hz_linear_contact *x = of->x;
    if (!of->found)
        find_series(of);
    if (of->terms > 0)
        return probe_series(of, t);
    of->looks++;
    if (x->touching)
        return hz_pole_pairs_probe(&x->joined, t);
    hz_pole_pairs_look a = hz_pole_pairs_probe(&x->a.bank, t), b = hz_pole_pairs_probe(&x->b.bank, t);
    return (hz_pole_pairs_look){ a.eta + b.eta + x->bias, a.rate + b.rate };
}

/* ---- a cubic through both ends of the step ---- */

/* The cubic with these values and slopes at 0 and d. */
typedef struct cubic {
    double c0, c1, c2, c3;
} cubic;

static cubic cubic_of(hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    double mean = (to.eta - from.eta) / d;
    return (cubic){ from.eta, from.rate, (3 * mean - 2 * from.rate - to.rate) / d,
                    (from.rate + to.rate - 2 * mean) / (d * d) };
}

static double cubic_at(const cubic *c, double t)
{
    return c->c0 + t * (c->c1 + t * (c->c2 + t * c->c3));
}

static double cubic_slope(const cubic *c, double t)
{
    return c->c1 + t * (2 * c->c2 + t * 3 * c->c3);
}

/* The root of a cubic that rises (way 1) or falls (-1) between 0 and d. */
static double cubic_root(const cubic *c, double d, double way)
{
    hz_root r = hz_root_between(0, d);
    r.small = 1e-6;
    while (hz_root_newton(&r, way * cubic_at(c, r.x), way * cubic_slope(c, r.x)))
        continue;
    return r.x;
}

/* Where the cubic has its extremum, and what eta may be there at most or least: it errs by a part of what it varies by.
 */
static double cubic_extremum(hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double *eta)
{
    cubic c = cubic_of(from, to, d), rate = { c.c1, 2 * c.c2, 3 * c.c3, 0 };
    double t = cubic_root(&rate, d, from.rate < 0 ? 1 : -1), doubt = 0.02 * d * (fabs(from.rate) + fabs(to.rate));
    *eta = cubic_at(&c, t) + (from.rate > 0 ? doubt : -doubt);
    return t;
}

/* ---- on the exact solution ---- */

/* Where eta crosses zero before d, from below (way 1) or from above (-1), by Newton's method (phases:locate). If eta
 * is 0 at 0, that is not the crossing: eta/t is followed instead. Away from it by d only rounding may be left. */
static double crossing(path *of, hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double way)
{
    int from_zero = from.eta == 0;
    cubic c = cubic_of(from, to, d);
    if (from_zero)
        c = (cubic){ c.c1, c.c2, c.c3, 0 };
    hz_root r = hz_root_from(0, d, cubic_root(&c, d, way));
    r.small = 1e-9; /* an error is squared by each step: after a small one the next is nothing */
    double value, slope;
    do {
        hz_pole_pairs_look at = probe(of, r.x);
        value = !from_zero ? at.eta : r.x > 0 ? at.eta / r.x : from.rate;
        slope = !from_zero ? at.rate : r.x > 0 ? (at.rate - value) / r.x : c.c1;
    } while (hz_root_newton(&r, way * value, way * slope));
    return r.x;
}

/* The place of an extremum inside a step over which the rate changes its sign. */
static double extremum(path *of, hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double *eta)
{
    double way = from.rate < 0 ? 1 : -1, enough = 1e-8 * (fabs(from.rate) + fabs(to.rate));
    hz_root r = hz_root_secant_from(0, way * from.rate, d, way * to.rate);
    r.x = cubic_extremum(from, to, d, eta);
    hz_pole_pairs_look at;
    do {
        at = probe(of, r.x);
        *eta = at.eta;
    } while (fabs(at.rate) > enough && hz_root_secant(&r, way * at.rate));
    return r.x;
}

/* When the bodies touch or part, s; -1: they do not. */
static double end_of_distance(path *of, hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    int flies = !of->x->touching && !of->x->slack;
    double way = flies ? 1 : -1; /* the sign of eta on the other side */
    if (way * to.eta > 0) {
        /* What is at zero already, or beyond it, and does not come from the other side, switches at once. That holds
         * for a body that is laid on another at rest, too. */
        if (way * from.eta >= 0 && way * from.rate >= 0)
            return 0;
        from.eta = flies ? fmin(from.eta, 0) : from.eta;
        return crossing(of, from, to, d, way);
    }
    /* There and back inside the step. That is passed over where no switch is left (phases:bound). */
    if (!(way * from.rate > 0 && way * to.rate < 0) || (!flies && from.eta <= 0) || of->x->switches_left <= 0)
        return -1;
    hz_pole_pairs_look top = { 0, 0 };
    double where = cubic_extremum(from, to, d, &top.eta);
    if (way * top.eta > 0)
        where = extremum(of, from, to, d, &top.eta);
    return way * top.eta > 0 ? crossing(of, from, top, where, way) : -1;
}

/* ---- where a damper would pull (phases:slack) ---- */

static double force_of(const path *of, hz_pole_pairs_look at)
{
    return hz_contact_force(of->x, at.eta, at.rate);
}

/* Where the force of the cubic is greatest or least; returns how many such places there are. */
static int force_extrema(const path *of, const cubic *c, double *t)
{
    double k = of->x->params.stiffness, m = of->x->params.damping;
    double a = 3 * k * c->c3, b = 2 * k * c->c2 + 6 * m * c->c3, e = k * c->c1 + 2 * m * c->c2;
    double root = b * b - 4 * a * e;
    if (!(root >= 0))
        return 0;
    double s = -0.5 * (b + copysign(sqrt(root), b));
    t[0] = s / a;
    t[1] = e / s;
    return 2;
}

/* Where the force crosses zero before d, upward (way 1) or downward (-1), by secants: it may be as steep as a damper of
 * any strength makes it. Nothing is lost by an error here, because the spring keeps what it holds. */
static double force_crossing(path *of, hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double way)
{
    double k = of->x->params.stiffness, c = of->x->params.damping;
    double enough = 1e-13 * (k * (fabs(from.eta) + fabs(to.eta)) + c * (fabs(from.rate) + fabs(to.rate))), value;
    hz_root r = hz_root_secant_from(0, way * force_of(of, from), d, way * force_of(of, to));
    do
        value = way * force_of(of, probe(of, r.x));
    while (fabs(value) > enough && hz_root_secant(&r, value));
    return r.x;
}

/* When the force ends (way -1) or begins again (1), s; -1: it does not. */
static double end_of_force(path *of, hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double way)
{
    double before = way * force_of(of, from), after = way * force_of(of, to), t[2];
    if (after > 0)
        return before >= 0 ? 0 : force_crossing(of, from, to, d, way);
    cubic c = cubic_of(from, to, d);
    int n = before < 0 && of->x->switches_left > 0 ? force_extrema(of, &c, t) : 0; /* there and back inside the step */
    for (int i = 0; i < n; i++) {
        hz_pole_pairs_look at = { cubic_at(&c, t[i]), cubic_slope(&c, t[i]) };
        if (!(t[i] > 0 && t[i] < d && way * force_of(of, at) > 0))
            continue;
        at = probe(of, t[i]);
        if (way * force_of(of, at) > 0)
            return force_crossing(of, from, at, t[i], way);
    }
    return -1;
}

static hz_switch first_switch(path *of, hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    const hz_linear_contact *x = of->x;
    if (x->touching && hz_contact_slackens(x)) {
        double at = end_of_force(of, from, to, d, -1);
        return (hz_switch){ at < 0 ? HZ_SWITCH_NOTHING : HZ_SWITCH_LOOSEN, at, 0 };
    }
    double at = end_of_distance(of, from, to, d);
    if (x->slack) {
        double end = at < 0 ? d : at;
        double again = end_of_force(of, from, at < 0 ? to : probe(of, end), end, 1);
        if (again >= 0)
            return (hz_switch){ HZ_SWITCH_TIGHTEN, again, 0 };
    }
    if (at < 0)
        return (hz_switch){ HZ_SWITCH_NOTHING, at, 0 };
    return (hz_switch){ x->touching || x->slack ? HZ_SWITCH_PART : HZ_SWITCH_TOUCH, at, 0 };
}

hz_switch hz_step_search_switch(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    path of;
    begin(&of, x, d);
    hz_switch found = first_switch(&of, from, to, d);
    found.looks = of.looks;
    return found;
}

/* ---- the record of a contact ---- */

/* Returns whether there is a look left inside the step. A look by the series is free. A look mode by mode counts as a
 * switch, of which enough stay for a block. */
static int may_look(path *of)
{
    if (!of->found)
        find_series(of);
    int may = of->terms > 0 || of->x->switches_left > hz_linear_contact_switches(of->x->joined.n);
    of->missed |= !may;
    return may;
}

static void note(const hz_linear_contact *x, hz_pole_pairs_look at, hz_contact *record)
{
    record->x_max = fmax(record->x_max, at.eta);
    record->f_max = fmax(record->f_max, hz_contact_force(x, at.eta, at.rate));
}

/* Of a damped contact, the places where the force of the cubic is greatest or least; the exact force is noted there. */
static void note_force(path *of, const cubic *c, double d, hz_contact *record)
{
    const hz_linear_contact *x = of->x;
    double t[2];
    int n = force_extrema(of, c, t);
    for (int i = 0; i < n; i++)
        if (t[i] > 0 && t[i] < d && hz_contact_force(x, cubic_at(c, t[i]), cubic_slope(c, t[i])) > record->f_max &&
            may_look(of)) {
            hz_pole_pairs_look at = probe(of, t[i]);
            record->f_max = fmax(record->f_max, hz_contact_force(x, at.eta, at.rate));
        }
}

int hz_step_search_record(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d,
                          hz_contact *record)
{
    hz_pole_pairs_look deepest = { 0, 0 };
    path of;
    begin(&of, x, d);
    note(x, to, record);
    if (from.rate > 0 && to.rate <= 0)
        cubic_extremum(from, to, d, &deepest.eta);
    if (deepest.eta > record->x_max && may_look(&of)) {
        extremum(&of, from, to, d, &deepest.eta);
        note(x, deepest, record);
    }
    if (x->params.damping > 0) {
        cubic c = cubic_of(from, to, d);
        note_force(&of, &c, d, record);
    }
    return of.missed ? -1 : of.looks;
}
