/* step_search: what happens inside a step that was looked at: where the bodies touch or part, how deep a contact goes
 * and how great its force becomes. */
#include <math.h>

#include "internal.h"

enum { MOST_PROBES = 60 };

static hz_pole_pairs_look probe(const hz_linear_contact *x, double t)
{
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

/* The root of a cubic between a place where its sign is that of `low` and one where it is not. */
static double cubic_root(const cubic *c, double low, double high, int rising)
{
    double t = 0.5 * (low + high);
    for (int i = 0; i < 50; i++) {
        double f = cubic_at(c, t), slope = cubic_slope(c, t);
        if ((f > 0) == rising)
            high = t;
        else
            low = t;
        double next = t - f / slope;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        if (fabs(next - t) < 1e-6 * high)
            return next;
        t = next;
    }
    return t;
}

/* Where the cubic has its extremum, and what eta may be there at most or least: it errs by a part of what it varies by.
 */
static double cubic_extremum(hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double *eta)
{
    cubic c = cubic_of(from, to, d), rate = { c.c1, 2 * c.c2, 3 * c.c3, 0 };
    double t = cubic_root(&rate, 0, d, from.rate < 0), doubt = 0.02 * d * (fabs(from.rate) + fabs(to.rate));
    *eta = cubic_at(&c, t) + (from.rate > 0 ? doubt : -doubt);
    return t;
}

/* ---- on the exact solution ---- */

/* Where eta, whose sign at 0 is known by `rising`, crosses zero before d: Newton's method inside the bracket
 * (phases:locate). If eta is 0 at 0, that is not the crossing: eta/t is followed instead. Away from it by d only
 * rounding may be left. */
static double crossing(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d, int rising)
{
    double low = 0, high = d;
    int from_zero = from.eta == 0;
    cubic c = cubic_of(from, to, d);
    if (from_zero)
        c = (cubic){ c.c1, c.c2, c.c3, 0 };
    double t = cubic_root(&c, 0, d, rising);
    for (int i = 0; i < MOST_PROBES; i++) {
        hz_pole_pairs_look at = probe(x, t);
        double f = from_zero ? at.eta / t : at.eta, slope = from_zero ? (at.rate - f) / t : at.rate;
        if ((f > 0) == rising)
            high = t;
        else
            low = t;
        double next = t - f / slope, change = fabs(next - t);
        if (change <= 1e-15 * d)
            return next > 0 && next < d ? next : t;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        /* Newton's error is squared by each step: after a small one the next is nothing. */
        if (change < 1e-9 * d && next > low && next < high)
            return next;
        if (high - low <= 4e-16 * high)
            return high;
        t = next;
    }
    return high;
}

/* The place of an extremum inside a step over which the rate changes its sign. */
static double extremum(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d,
                       double *eta)
{
    double low = 0, high = d, r_low = from.rate, r_high = to.rate, t = cubic_extremum(from, to, d, eta);
    for (int i = 0; i < 8; i++) {
        hz_pole_pairs_look at = probe(x, t);
        *eta = at.eta;
        if ((at.rate > 0) == (r_low > 0))
            low = t, r_low = at.rate;
        else
            high = t, r_high = at.rate;
        double next = low - r_low * (high - low) / (r_high - r_low);
        if (fabs(at.rate) <= 1e-8 * (fabs(from.rate) + fabs(to.rate)) || !(next > low && next < high))
            break;
        t = next;
    }
    return t;
}

double hz_step_search_switch(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    int flies = !x->touching;
    double way = flies ? 1 : -1; /* the sign of eta on the other side */
    if (way * to.eta > 0) {
        if (!flies && from.eta <= 0 && from.rate <= 0)
            return 0;
        from.eta = flies ? fmin(from.eta, 0) : from.eta;
        return crossing(x, from, to, d, flies);
    }
    /* There and back inside the step. */
    if (!(way * from.rate > 0 && way * to.rate < 0) || (!flies && from.eta <= 0))
        return -1;
    hz_pole_pairs_look top = { 0, 0 };
    double where = cubic_extremum(from, to, d, &top.eta);
    if (way * top.eta > 0)
        where = extremum(x, from, to, d, &top.eta);
    return way * top.eta > 0 ? crossing(x, from, top, where, flies) : -1;
}

/* ---- the record of a contact ---- */

static void note(const hz_linear_contact *x, hz_pole_pairs_look at, hz_contact *record)
{
    record->x_max = fmax(record->x_max, at.eta);
    record->f_max = fmax(record->f_max, hz_contact_force(x, at.eta, at.rate));
}

/* Of a damped contact, the places where the force of the cubic is greatest or least; the exact force is noted there. */
static void note_force(const hz_linear_contact *x, const cubic *c, double d, hz_contact *record)
{
    double k = x->params.stiffness, m = x->params.damping;
    double a = 3 * k * c->c3, b = 2 * k * c->c2 + 6 * m * c->c3, e = k * c->c1 + 2 * m * c->c2;
    double root = b * b - 4 * a * e;
    if (!(root >= 0))
        return;
    double s = -0.5 * (b + copysign(sqrt(root), b)), t[2] = { s / a, e / s };
    for (int i = 0; i < 2; i++)
        if (t[i] > 0 && t[i] < d && hz_contact_force(x, cubic_at(c, t[i]), cubic_slope(c, t[i])) > record->f_max) {
            hz_pole_pairs_look at = probe(x, t[i]);
            record->f_max = fmax(record->f_max, hz_contact_force(x, at.eta, at.rate));
        }
}

void hz_step_search_record(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d,
                           hz_contact *record)
{
    hz_pole_pairs_look deepest = { 0, 0 };
    note(x, to, record);
    if (from.rate > 0 && to.rate <= 0)
        cubic_extremum(from, to, d, &deepest.eta);
    if (deepest.eta > record->x_max) {
        extremum(x, from, to, d, &deepest.eta);
        note(x, deepest, record);
    }
    if (x->params.damping > 0) {
        cubic c = cubic_of(from, to, d);
        note_force(x, &c, d, record);
    }
}
