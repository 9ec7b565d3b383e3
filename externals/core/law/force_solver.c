/* force_solver: the one equation of a step, whose unknown is the contact's force. */
#include "force_solver.h"

#include "core/base/root.h"

/* A step of Newton's method that is the last one, as a part of the force that it changes. */
static const double small_step = 1e-8;

/* The force with which the law answers to a trial force, and how it grows with the trial. */
typedef struct answer {
    double force, slope; /* of the elastic part times the mean of 1 + mu v */
    double elastic, elastic_slope;
} answer;

/* law:gradient at a trial force, clamped so that it never pulls. */
static answer answer_gradient(const hz_force_equation *s, double f)
{
    double run = s->r.du - s->r.g * f, mu = s->law->damping / s->length, mean = 1 + mu * run;
    hz_slope d = hz_law_gradient(s->law, s->eta, s->elastic, s->eta + run);
    double elastic_slope = -d.slope * s->r.g;
    if (!(mean > 0))
        return (answer){ 0, 0, d.value, elastic_slope };
    return (answer){ d.value * mean, elastic_slope * mean - d.value * mu * s->r.g, d.value, elastic_slope };
}

/* law:force where the trial force leads. */
static answer answer_end(const hz_force_equation *s, double f)
{
    double eta = s->eta + (s->r.du - s->r.g * f), mu = s->law->damping, mean = 1 + mu * (s->r.v - s->r.g_v * f);
    double spring = hz_law_spring(s->law, eta), elastic_slope = eta > 0 ? -s->r.g * s->law->exponent * spring / eta : 0;
    if (!(mean > 0))
        return (answer){ 0, 0, spring, elastic_slope };
    return (answer){ spring * mean, elastic_slope * mean - spring * mu * s->r.g_v, spring, elastic_slope };
}

typedef answer (*answering)(const hz_force_equation *s, double f);

/* Newton's steps are kept inside the bracket that the signs seen so far leave. The search is not one of root.h: the
 * bracket has no upper end at first, and the last step is judged by force and answer. */
static inline hz_push solve(const hz_force_equation *p, answering at, double guess)
{
    double low = -1, high = HUGE_VAL, f = guess > 0 ? guess : 0; /* no force at all may be the answer, so 0 is inside */
    double before = HUGE_VAL;
    answer s = at(p, f);
    int i = 0;
    for (; i < 200 && s.force == s.force; i++) {
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
        if (high < HUGE_VAL && high - low <= 4e-16 * high) /* no number is nearer */
            break;
        if (next < 0 && low < 0)
            next = 0;
        /* Newton's step where it stays inside and is not slow; else the bracket is halved, in its logarithm as long as
         * the ends are far apart: forces may range over fifty decades. */
        if (!(next > low && next < high) || (i > 2 && change > 0.5 * before))
            next = high < HUGE_VAL ? hz_root_middle(fmax(low, 0), high) : 2 * low + s.force;
        before = fabs(next - f);
        f = next;
        s = at(p, f);
    }
    double run = p->r.du - p->r.g * f;
    return (hz_push){ f, p->eta + run, p->r.v - p->r.g_v * f, (f - s.elastic) * run, i + 1 };
}

hz_push hz_force_gradient(const hz_force_equation *s, double guess)
{
    return solve(s, answer_gradient, guess);
}

hz_push hz_force_end(const hz_force_equation *s, double guess)
{
    if (!(answer_end(s, 0).force > 0)) /* it has parted by then: Newton's steps would only come near 0 */
        return (hz_push){ 0, s->eta + s->r.du, s->r.v, 0, 1 };
    return solve(s, answer_end, guess);
}
