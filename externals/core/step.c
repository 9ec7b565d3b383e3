/* step: one step of two bodies and the contact between them. */
#include "step.h"

#include <math.h>

/* A step of Newton's method that is the last, as a part of what it changes. */
static const double small_step = 1e-8;

hz_look hz_step_look(hz_collide *c, double d, hz_outer o)
{
    hz_look k = { .a = hz_modal_stride(&c->a, d), .b = hz_modal_stride(&c->b, d) };
    hz_reach a = hz_modal_look(&c->a, k.a, o.a), b = hz_modal_look(&c->b, k.b, o.b);
    k.r = (hz_reach){ a.du - b.du - c->slide * d, a.v - b.v - c->slide, a.g + b.g, a.g_v + b.g_v };
    return k;
}

double hz_step_take(hz_collide *c, const hz_look *k, double force, hz_outer o)
{
    hz_ledger *l = &c->ledger;
    if (o.ledger) {
        hz_sum_add(&l->dissipated, hz_modal_loss(&c->a, k->a, o.a - force));
        hz_sum_add(&l->dissipated, hz_modal_loss(&c->b, k->b, o.b + force));
    }
    hz_reach a = hz_modal_take(&c->a, k->a, o.a - force), b = hz_modal_take(&c->b, k->b, o.b + force);
    double slid = c->slide * k->a->length, run = a.du - b.du - slid;
    c->b.origin += slid;
    c->eta += run;
    c->v = a.v - b.v - c->slide;
    c->impulse += force * k->a->length;
    c->substeps++;
    if (o.ledger) {
        hz_sum_add(&l->supplied, o.a * a.du);
        hz_sum_add(&l->supplied, o.b * b.du);
        if (slid != 0) /* the table holds against the contact */
            hz_sum_add(&l->supplied, -force * slid);
    }
    return run;
}

/* How a discrete force answers to a trial force, and its growth with it. */
typedef struct answer {
    double force, slope; /* of the elastic part times the mean of 1 + mu v */
    double elastic, elastic_slope;
} answer;

/* law:exactloss at a trial force; NaN where it has no meaning. */
static answer answer_exact(const hz_collide *c, const hz_look *k, double f)
{
    hz_slope d = hz_law_gradient(&c->law, c->eta, c->touch.elastic, c->eta + (k->r.du - k->r.g * f));
    hz_slope p = hz_law_psi(&c->law, c->v, k->r.v - k->r.g_v * f);
    double elastic_slope = -d.slope * k->r.g;
    return (answer){ d.value * p.value, elastic_slope * p.value - d.value * p.slope * k->r.g_v, d.value,
                     elastic_slope };
}

/* law:gradient at a trial force, clamped so that it never pulls. */
static answer answer_gradient(const hz_collide *c, const hz_look *k, double f)
{
    double run = k->r.du - k->r.g * f, mu = c->law.damping / k->a->length, mean = 1 + mu * run;
    hz_slope d = hz_law_gradient(&c->law, c->eta, c->touch.elastic, c->eta + run);
    double elastic_slope = -d.slope * k->r.g;
    if (!(mean > 0))
        return (answer){ 0, 0, d.value, elastic_slope };
    return (answer){ d.value * mean, elastic_slope * mean - d.value * mu * k->r.g, d.value, elastic_slope };
}

typedef answer (*answering)(const hz_collide *c, const hz_look *k, double f);

double hz_step_between(double low, double high)
{
    if (high < 4 * low)
        return 0.5 * (low + high);
    return low > 0 ? sqrt(low) * sqrt(high) : 1e-3 * high;
}

/* The force that is its own answer. The answer falls with the force, so there is exactly one; Newton's steps are kept
 * inside the bracket that the signs seen so far leave (collide:scalar). */
static hz_push solve(const hz_collide *c, const hz_look *k, answering at, double guess)
{
    double low = 0, high = HUGE_VAL, f = guess > 0 ? guess : 0;
    answer s = at(c, k, f);
    for (int i = 0; i < 200 && s.force == s.force; i++) {
        double miss = f - s.force, next = f - miss / (1 - s.slope), change = fabs(next - f);
        /* Newton's error is squared by each step, so after one that is small for the force and for its answer there is
         * nothing left to find; nor is there below rounding. */
        int small = change <= small_step * f && change * -s.slope <= small_step * s.force;
        if (small || change <= 4e-16 * f) {
            s.elastic += s.elastic_slope * (next - f);
            f = next;
            break;
        }
        if (miss > 0)
            high = f;
        else
            low = f;
        /* Newton's step where it stays inside; a slow one is helped every third time by halving the bracket, in its
         * logarithm as long as the ends are far apart: forces may range over fifty decades. */
        if (!(next > low && next < high) || (i > 8 && i % 3 == 0))
            next = high < HUGE_VAL ? hz_step_between(low, high) : 2 * low + s.force;
        f = next;
        s = at(c, k, f);
    }
    double run = k->r.du - k->r.g * f;
    return (hz_push){ f, c->eta + run, k->r.v - k->r.g_v * f, (f - s.elastic) * run };
}

hz_push hz_step_solve(const hz_collide *c, const hz_look *k, double guess)
{
    hz_push p = solve(c, k, answer_exact, guess);
    if (!(p.loss >= -1e-14 * fabs(p.force * (p.eta - c->eta)))) /* negative beyond rounding, or not a number */
        p = solve(c, k, answer_gradient, guess);
    return p;
}

hz_push hz_step_solve_across(const hz_collide *c, const hz_look *k, double guess)
{
    return solve(c, k, answer_gradient, guess);
}

double hz_step_acceleration(const hz_collide *c, hz_outer o)
{
    return hz_modal_acceleration(&c->a, o.a) - hz_modal_acceleration(&c->b, o.b);
}
