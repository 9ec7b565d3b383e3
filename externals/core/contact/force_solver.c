/* force_solver: the one equation of a step, whose unknown is the contact's force. */
#include "force_solver.h"

#include "core/base/root.h"

/* A step of Newton's method that is the last one, as a part of the force that it changes. */
static const double small_step = 1e-8;

/* The force with which the law answers to a trial force, and how it grows with the trial. */
typedef struct answer {
    double force, slope; /* of the elastic part times the mean of 1 + mu v */
    double elastic, elastic_slope;
    double room; /* by how much the trial can grow until law:exactloss ends; it falls to 0 there, ever steeper */
} answer;

/* law:exactloss at a trial force. It is not a number where the law has no meaning. */
static answer answer_exact(const hz_force_equation *s, double f)
{
    hz_slope d = hz_law_gradient(s->law, s->eta, s->elastic, s->eta + (s->r.du - s->r.g * f));
    hz_slope p = hz_law_psi(s->law, s->v, s->r.v - s->r.g_v * f);
    double elastic_slope = -d.slope * s->r.g;
    double rate = s->law->damping * s->r.g_v;
    return (answer){ d.value * p.value, elastic_slope * p.value - d.value * p.slope * s->r.g_v, d.value, elastic_slope,
                     rate > 0 ? (1 + s->law->damping * s->r.v) / rate - f : HUGE_VAL };
}

/* law:gradient at a trial force, clamped so that it never pulls. */
static answer answer_gradient(const hz_force_equation *s, double f)
{
    double run = s->r.du - s->r.g * f, mu = s->law->damping / s->length, mean = 1 + mu * run;
    hz_slope d = hz_law_gradient(s->law, s->eta, s->elastic, s->eta + run);
    double elastic_slope = -d.slope * s->r.g;
    if (!(mean > 0))
        return (answer){ 0, 0, d.value, elastic_slope, HUGE_VAL };
    return (answer){ d.value * mean, elastic_slope * mean - d.value * mu * s->r.g, d.value, elastic_slope, HUGE_VAL };
}

/* law:force where the trial force leads. */
static answer answer_end(const hz_force_equation *s, double f)
{
    double eta = s->eta + (s->r.du - s->r.g * f), mu = s->law->damping, mean = 1 + mu * (s->r.v - s->r.g_v * f);
    double spring = hz_law_spring(s->law, eta), elastic_slope = eta > 0 ? -s->r.g * s->law->exponent * spring / eta : 0;
    if (!(mean > 0))
        return (answer){ 0, 0, spring, elastic_slope, HUGE_VAL };
    return (answer){ spring * mean, elastic_slope * mean - spring * mu * s->r.g_v, spring, elastic_slope, HUGE_VAL };
}

typedef answer (*answering)(const hz_force_equation *s, double f);

/* Newton's steps are kept inside the bracket that the signs seen so far leave. The search is not one of root.h: the
 * bracket has no upper end at first, law:exactloss may end at some force, and the last step is judged by force and
 * answer. It runs at every sub-step of a contact, where a more general form would be dearer. */
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
        if (high < HUGE_VAL && high - low <= 4e-16 * high) /* it is where law:exactloss ends: no number is nearer */
            break;
        if (next < 0 && low < 0)
            next = 0;
        if (next - f > 0.5 * s.room && s.room > 0) /* Newton's step in the logarithm of what room is left */
            next = f - s.room * expm1((f - next) / s.room);
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

hz_push hz_force_exactloss(const hz_force_equation *s, double guess)
{
    return solve(s, answer_exact, guess);
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

/* ---- a force that runs straight over the step ---- */

/* Newton's last step, as a part of the force: what it leaves is the square of that. */
static const double tilted_small = 3e-3;
enum { MOST_NEWTON = 16, MOST_ENERGY = 12 };

/* The law at a place: the elastic force, the force, and how it grows with compression and velocity. */
typedef struct place {
    double spring, force, by_eta, by_v;
} place;

static inline place place_of(const hz_law *l, double eta, double v)
{
    double spring = hz_law_spring(l, eta), mean = 1 + l->damping * v;
    if (!(mean > 0 && eta > 0))
        return (place){ .spring = spring };
    return (place){ spring, spring * mean, l->exponent * spring * mean / eta, spring * l->damping };
}

/* Where a mean and a tilt lead, or by how much a unit of each changes it: at the end, the moment, and half way. */
typedef struct led {
    double run, v, moment, half, v_half;
} led;

/* Half way, by the ends and the moment: collide:tilt. `first` is the velocity at the start. */
static inline led led_of(double run, double v, double moment, double first, double length)
{
    return (led){ run, v, moment, 0.5 * run + length * (v - first) * 0.03125 - 1.875 * moment,
                  1.5 * run / length - 0.25 * (first + v) };
}

static inline led led_on(const led *at, const led *by_force, const led *by_tilt, double force, double tilt)
{
    return (led){ at->run + (by_force->run * force + by_tilt->run * tilt),
                  at->v + (by_force->v * force + by_tilt->v * tilt),
                  at->moment + (by_force->moment * force + by_tilt->moment * tilt),
                  at->half + (by_force->half * force + by_tilt->half * tilt),
                  at->v_half + (by_force->v_half * force + by_tilt->v_half * tilt) };
}

/* An equation with what is derived from it once. */
typedef struct tilted {
    const hz_tilted_equation *s;
    led free, by_force, by_tilt;
    double starts; /* force of the law at the start */
} tilted;

/* Newton's method for the mean and the tilt that the law has at both ends and half way. Returns whether it came to an
 * end. */
static inline int collocate(const tilted *x, double *force, double *tilt)
{
    const hz_tilted_equation *s = x->s;
    const led *f = &x->by_force, *t = &x->by_tilt;
    for (int i = 0; i < MOST_NEWTON; i++) {
        led at = led_on(&x->free, f, t, *force, *tilt);
        place end = place_of(s->law, s->eta + at.run, at.v), half = place_of(s->law, s->eta + at.half, at.v_half);
        double end_f = end.by_eta * f->run + end.by_v * f->v, end_t = end.by_eta * t->run + end.by_v * t->v;
        double half_f = half.by_eta * f->half + half.by_v * f->v_half;
        double half_t = half.by_eta * t->half + half.by_v * t->v_half;
        double miss_f = *force - (x->starts + 4 * half.force + end.force) * (1.0 / 6);
        double miss_t = *tilt - (end.force - x->starts);
        double ff = 1 - (4 * half_f + end_f) * (1.0 / 6), ft = -(4 * half_t + end_t) * (1.0 / 6);
        double tf = -end_f, tt = 1 - end_t, one = 1 / (ff * tt - ft * tf);
        double df = (ft * miss_t - tt * miss_f) * one, dt = (tf * miss_f - ff * miss_t) * one;
        *force += df;
        *tilt += dt;
        if (fabs(df) + fabs(dt) <= tilted_small * (fabs(*force) + end.force))
            return 1;
    }
    return 0;
}

/* What the contact loses in the step, by Simpson's rule. */
static inline double loss_of(const tilted *x, const led *at, const place *half, const place *end)
{
    const hz_tilted_equation *s = x->s;
    double lost = (x->starts - s->spring) * s->v + 4 * (half->force - half->spring) * at->v_half +
                  (end->force - end->spring) * at->v;
    return s->law->damping > 0 && lost > 0 ? lost * s->length * (1.0 / 6) : 0;
}

/* The change of elastic energy on the way to a place with this elastic force. */
static inline double stored_on(const hz_tilted_equation *s, double run, double spring)
{
    double eta = s->eta + run;
    if (fabs(run) * 32 < s->eta + eta)
        return hz_law_gradient(s->law, s->eta, s->elastic, eta).value * run;
    return (eta > 0 ? spring * eta / (s->law->exponent + 1) : 0) - s->elastic;
}

/* collide:tilt  Bends the force along the velocity until its work is what the contact stores and loses. */
static hz_tilted_push spend(const tilted *x, double force, double tilt)
{
    const hz_tilted_equation *s = x->s;
    led at = led_on(&x->free, &x->by_force, &x->by_tilt, force, tilt);
    double mean = at.run, lean = 12 * at.moment, bent = 0, loss = 0, stored = 0;
    led by = led_on(&(led){ 0 }, &x->by_force, &x->by_tilt, mean, lean);
    place half = place_of(s->law, s->eta + at.half, at.v_half), end = { 0 };
    double small = HUGE_VAL, missed = 0;
    for (int i = 0;; i++) {
        end = place_of(s->law, s->eta + at.run, at.v);
        stored = stored_on(s, at.run, end.spring);
        if (force == 0 && tilt == 0) { /* the bodies leave faster than the contact can follow: what it held is lost */
            loss = -stored;
            break;
        }
        if (i == 0)
            loss = loss_of(x, &at, &half, &end);
        double off = stored + loss - (force * at.run + tilt * at.moment);
        double size = s->elastic + fabs(stored) + loss + fabs(force * at.run);
        double slope = (end.spring - force) * by.run - tilt * by.moment - mean * at.run - lean * at.moment;
        missed = fabs(off) / size;
        if (fabs(off) <= 1e-16 * size || (i > 2 && !(fabs(off) < 0.5 * small)))
            break;
        small = fabs(off);
        double more = -off / slope;
        if (i == MOST_ENERGY || !(more == more && fabs(more) < HUGE_VAL))
            break;
        bent += more;
        force += more * mean;
        tilt += more * lean;
        at = led_on(&at, &by, &(led){ 0 }, more, 0);
        small = fabs(off);
    }
    double eta = s->eta + at.run;
    return (hz_tilted_push){ .force = force,
                             .tilt = tilt,
                             .run = at.run,
                             .v = at.v,
                             .eta = eta,
                             .spring = end.spring,
                             .elastic = eta > 0 ? end.spring * eta / (s->law->exponent + 1) : 0,
                             .pushes = end.force,
                             .loss = loss,
                             .v_half = at.v_half,
                             .pushes_half = half.force,
                             .missed = missed,
                             .bent = fabs(bent) * (fabs(mean) + 0.5 * fabs(lean)) /
                                     (fabs(force) + fabs(tilt) + s->spring + end.spring + 1e-300) };
}

hz_tilted_push hz_force_tilted(const hz_tilted_equation *s, double force, double tilt)
{
    const hz_reach *r = &s->r;
    const hz_tilted_reach *t = s->t;
    tilted x = { .s = s,
                 .free = led_of(r->du, r->v, t->moment, s->v, s->length),
                 .by_force = led_of(-r->g, -r->g_v, t->e, 0, s->length),
                 .by_tilt = led_of(-t->e, -t->e_v, -t->k, 0, s->length),
                 .starts = hz_law_damped(s->law, s->spring, s->v) };
    if (!collocate(&x, &force, &tilt))
        return (hz_tilted_push){ .force = NAN };
    return spend(&x, force, tilt);
}
