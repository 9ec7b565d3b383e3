/* collide: two modal bodies and a contact law, solved event by event. */
#include "collide.h"

#include <math.h>
#include <string.h>

enum { LEAST_BOUND = 128 };

static const double two_pi = 6.283185307179586, log_2 = 0.6931471805599453;

/* What is left of a quantity where its zero was located, as a part of what it was. */
static const double rounding = 1e-9;

/* A step of Newton's method that is the last, as a part of what it changes. */
static const double small_step = 1e-8;

/* How much of the progress is velocity run, the rest being depth run; and how many marks more than the resolution there
 * are, since a sample's even parts cannot all be short. Both are where the worst contact time of a few 10,000 random
 * contacts is best. */
enum { MORE_MARKS = 4 };
static const double speed_share = 0.45;

int hz_collide_init(hz_collide *c, int room_b, int pickups)
{
    *c = (hz_collide){ 0 };
    if (!hz_modal_init(&c->a, 1, 0) || !hz_modal_init(&c->b, room_b, pickups)) {
        hz_collide_free(c);
        return 0;
    }
    c->a.n = 1;
    c->a.weight[0] = 1;
    c->a.mass[0] = 1;
    return 1;
}

void hz_collide_free(hz_collide *c)
{
    hz_modal_free(&c->a);
    hz_modal_free(&c->b);
}

int hz_collide_bound(const hz_collide *c)
{
    int twice = 2 * c->params.resolution;
    return twice > LEAST_BOUND ? twice : LEAST_BOUND;
}

void hz_collide_energy(const hz_collide *c, hz_energy *out)
{
    *out = (hz_energy){ .contact = c->touching ? c->touch.elastic : 0 };
    hz_modal_energy(&c->a, out);
    hz_modal_energy(&c->b, out);
}

void hz_collide_accounts(const hz_collide *c, hz_accounts *out)
{
    hz_energy now;
    hz_ledger blank;
    hz_collide_energy(c, &now);
    hz_ledger_open(&blank, hz_energy_total(&now));
    hz_ledger_read(c->booked ? &c->ledger : &blank, &now, out);
}

int hz_collide_finite(const hz_collide *c)
{
    if (c->flown) /* the object's energy was a number, or there had been no flight; ringing adds none */
        return isfinite(c->a.q[0]) && isfinite(c->a.v[0]);
    hz_energy now;
    hz_collide_energy(c, &now);
    return isfinite(hz_energy_total(&now)) && isfinite(c->eta) && isfinite(c->v);
}

static double stored(const hz_collide *c)
{
    hz_energy now;
    hz_collide_energy(c, &now);
    return hz_energy_total(&now);
}

static void adjust(hz_collide *c, double before)
{
    hz_sum_add(&c->ledger.adjusted, stored(c) - before);
}

/* Reads the compression from where the bodies are. */
static void measure(hz_collide *c)
{
    c->flown = 0;
    c->eta = hz_modal_displacement(&c->a) - hz_modal_displacement(&c->b);
    c->v = hz_modal_velocity(&c->a) - hz_modal_velocity(&c->b);
}

/* What the contact holds at the present compression, and what mass it feels. */
static void compress(hz_collide *c)
{
    c->touch.spring = hz_law_spring(&c->law, c->eta);
    c->touch.elastic = hz_law_potential(&c->law, c->eta);
    c->touch.inverse = hz_modal_compliance(&c->a) + hz_modal_compliance(&c->b);
}

/* ---- one step ---- */

/* What the sample is given: the outer force on each body's port, and whether the books are kept. */
typedef struct outer {
    double a, b;
    int ledger;
} outer;

/* A step of length d without contact force, as the compression sees it. */
typedef struct look {
    hz_stride *a, *b;
    hz_reach r;
} look;

static look look_ahead(hz_collide *c, double d, outer o)
{
    look k = { .a = hz_modal_stride(&c->a, d), .b = hz_modal_stride(&c->b, d) };
    hz_reach a = hz_modal_look(&c->a, k.a, o.a), b = hz_modal_look(&c->b, k.b, o.b);
    k.r = (hz_reach){ a.du - b.du, a.v - b.v, a.g + b.g, a.g_v + b.g_v };
    return k;
}

/* Takes a step with this force of the contact. The bodies answer to the sum of the forces, not to one after the other:
 * a strong load that the contact balances must not leave its rounding behind. Returns the way the compression went. Books:
 * ledger:flows. */
static double take(hz_collide *c, const look *k, double force, outer o)
{
    hz_ledger *l = &c->ledger;
    if (o.ledger) {
        hz_sum_add(&l->dissipated, hz_modal_loss(&c->a, k->a, o.a - force));
        hz_sum_add(&l->dissipated, hz_modal_loss(&c->b, k->b, o.b + force));
    }
    hz_reach a = hz_modal_take(&c->a, k->a, o.a - force), b = hz_modal_take(&c->b, k->b, o.b + force);
    c->eta += a.du - b.du;
    c->v = a.v - b.v;
    c->impulse += force * k->a->length;
    c->substeps++;
    if (o.ledger) {
        hz_sum_add(&l->supplied, o.a * a.du);
        hz_sum_add(&l->supplied, o.b * b.du);
    }
    return a.du - b.du;
}

/* The force of a step, and where it leads. */
typedef struct push {
    double force, eta, v;
    double loss; /* of the contact */
} push;

/* How a discrete force answers to a trial force, and its growth with it. */
typedef struct answer {
    double force, slope; /* of the elastic part times the mean of 1 + mu v */
    double elastic, elastic_slope;
} answer;

/* law:exactloss at a trial force; NaN where it has no meaning. */
static answer answer_exact(const hz_collide *c, const look *k, double f)
{
    hz_slope d = hz_law_gradient(&c->law, c->eta, c->touch.elastic, c->eta + (k->r.du - k->r.g * f));
    hz_slope p = hz_law_psi(&c->law, c->v, k->r.v - k->r.g_v * f);
    double elastic_slope = -d.slope * k->r.g;
    return (answer){ d.value * p.value, elastic_slope * p.value - d.value * p.slope * k->r.g_v, d.value, elastic_slope };
}

/* law:gradient at a trial force, clamped so that it never pulls. */
static answer answer_gradient(const hz_collide *c, const look *k, double f)
{
    double run = k->r.du - k->r.g * f, mu = c->law.damping / k->a->length, mean = 1 + mu * run;
    hz_slope d = hz_law_gradient(&c->law, c->eta, c->touch.elastic, c->eta + run);
    double elastic_slope = -d.slope * k->r.g;
    if (!(mean > 0))
        return (answer){ 0, 0, d.value, elastic_slope };
    return (answer){ d.value * mean, elastic_slope * mean - d.value * mu * k->r.g, d.value, elastic_slope };
}

typedef answer (*answering)(const hz_collide *c, const look *k, double f);

static double between(double low, double high)
{
    if (high < 4 * low)
        return 0.5 * (low + high);
    return low > 0 ? sqrt(low) * sqrt(high) : 1e-3 * high;
}

/* The force that is its own answer. The answer falls with the force, so there is exactly one; Newton's steps are kept
 * inside the bracket that the signs seen so far leave (collide:scalar). */
static push solve(const hz_collide *c, const look *k, answering at, double guess)
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
            next = high < HUGE_VAL ? between(low, high) : 2 * low + s.force;
        f = next;
        s = at(c, k, f);
    }
    double run = k->r.du - k->r.g * f;
    return (push){ f, c->eta + run, k->r.v - k->r.g_v * f, (f - s.elastic) * run };
}

/* Solves a step by law:exactloss, or where that has no answer by law:gradient. */
static push contact_force(const hz_collide *c, const look *k, double guess)
{
    push p = solve(c, k, answer_exact, guess);
    if (!(p.loss >= -1e-14 * fabs(p.force * (p.eta - c->eta)))) /* negative beyond rounding, or not a number */
        p = solve(c, k, answer_gradient, guess);
    return p;
}

static double free_acceleration(const hz_collide *c, outer o)
{
    return hz_modal_acceleration(&c->a, o.a) - hz_modal_acceleration(&c->b, o.b);
}

/* ---- events ---- */

/* The compression's way over a step that was looked at, without contact force, and the compliance: what the events of a
 * sub-step are located on. Over a bank of modes it is a polynomial through both ends (collide:arc), so that looking for an
 * event costs nothing a mode; the step to the event is then solved exactly. */
typedef struct arc {
    double v, a, u3, u4; /* way: v t + a t^2/2 + u3 t^3 + u4 t^4 */
    double g2, g3;       /* compliance: g2 t^2 + g3 t^3 */
    int exact;           /* few modes, or too fast ones for a polynomial: every length is looked at */
} arc;

static arc arc_over(const hz_collide *c, const look *k, double pull)
{
    double d = k->a->length, u = k->r.du / d, v = k->r.v;
    double fast = fmax(c->a.highest, c->b.highest) * d;
    double over = (u - c->v) / d - 0.5 * pull, end = (v - c->v) / d - pull; /* u3 d + u4 d^2, 3 u3 d + 4 u4 d^2 */
    double g = k->r.g / (d * d), g_v = k->r.g_v / d;
    return (arc){ .v = c->v, .a = pull, .u3 = (4 * over - end) / d, .u4 = (end - 3 * over) / (d * d),
                  .g2 = 3 * g - g_v, .g3 = (g_v - 2 * g) / d, .exact = c->b.n == 0 || fast > 0.3 };
}

static hz_reach arc_at(hz_collide *c, const arc *w, double t, outer o)
{
    if (w->exact)
        return look_ahead(c, t, o).r;
    return (hz_reach){ .du = t * (w->v + t * (0.5 * w->a + t * (w->u3 + t * w->u4))),
                       .v = w->v + t * (w->a + t * (3 * w->u3 + t * 4 * w->u4)),
                       .g = t * t * (w->g2 + t * w->g3),
                       .g_v = t * (2 * w->g2 + 3 * t * w->g3) };
}

/* A quantity that is positive at the start of the step and not at its end, as a function of the step's length. */
typedef double (*quantity)(hz_collide *c, const arc *w, double d, outer o);

/* Turn: the velocity that would be left if the force were the one of a step that ends at rest (collide:turn). */
static double event_turn(hz_collide *c, const arc *w, double d, outer o)
{
    hz_reach r = arc_at(c, w, d, o);
    double f = r.v / r.g_v;
    hz_slope g = hz_law_gradient(&c->law, c->eta, c->touch.elastic, c->eta + (r.du - r.g * f));
    double left = r.v - r.g_v * g.value * hz_law_psi(&c->law, c->v, 0).value;
    return c->v > 0 ? left : -left;
}

/* Parting: the compression left if the force were the one of a step that ends without (collide:parting). */
static double event_parting(hz_collide *c, const arc *w, double d, outer o)
{
    hz_reach r = arc_at(c, w, d, o);
    double f = (c->eta + r.du) / r.g;
    double psi = hz_law_psi(&c->law, c->v, r.v - r.g_v * f).value;
    return c->eta + r.du - r.g * (c->touch.elastic / c->eta) * (psi > 0 ? psi : 0);
}

/* Touch: what is left of the gap in free flight. */
static double event_touch(hz_collide *c, const arc *w, double d, outer o)
{
    return -(c->eta + arc_at(c, w, d, o).du);
}

/* A free turn: the velocity left in flight. */
static double event_apex(hz_collide *c, const arc *w, double d, outer o)
{
    return arc_at(c, w, d, o).v;
}

/* Where in (0, d) the event is, to rounding: secants inside a bracket, halving the weight of an end that stays
 * (Anderson and Bjorck). `start` is the quantity at 0, counted as positive whatever its rounding says. */
static double locate(hz_collide *c, quantity what, const arc *w, double start, double d, outer o)
{
    double low = 0, high = d, at_low = start > 0 ? start : 0, at_high = what(c, w, d, o);
    if (!(at_high < 0))
        return d;
    for (int i = 0; i < 100 && high - low > 1e-16 * high; i++) {
        double t = at_low > 0 ? low + (high - low) * (at_low / (at_low - at_high)) : 0.5 * (low + high);
        if (!(t > low && t < high))
            t = 0.5 * (low + high);
        double y = what(c, w, t, o);
        if (!(t > low && t < high) || y == 0)
            return t;
        if (y > 0) {
            double keep = 1 - y / at_low;
            low = t;
            at_high *= at_low > 0 ? (keep > 0 ? keep : 0.5) : 1;
            at_low = y;
        } else {
            double keep = 1 - y / at_high;
            high = t;
            at_low *= keep > 0 ? keep : 0.5;
            at_high = y;
        }
    }
    return high;
}

/* ---- contact ---- */

/* Begins a contact at the present state. */
static void touch_down(hz_collide *c, outer o)
{
    c->touching = 1;
    c->touch = (hz_touch){ .record.v_in = c->v };
    compress(c);
    double v = c->v > 0 ? c->v : 0, inverse = c->touch.inverse;
    /* collide:progress  the run of velocity and of depth that a wall would give, or the standing load does */
    double load = free_acceleration(c, o) / inverse, a = c->law.exponent;
    double sag = load > 0 ? pow(load / c->law.potential, 1 / a) : 0, sway = load > 0 ? sqrt(load * sag * inverse) : 0;
    double out = v > 0 ? -hz_wall_vout(c->law.damping, v) : 0;
    double depth = v > 0 ? hz_wall_xmax(&c->law, 1 / inverse, v) : 0;
    c->touch.speed_out = fmax(out, sway);
    c->touch.falls = log1p(fmax(v, sway) / c->touch.speed_out);
    c->touch.depth = fmax(fmax(depth, sag), c->eta);
}

/* Ends the contact where it stands and reports it. */
static void part(hz_collide *c)
{
    c->touching = 0;
    c->touch.record.v_out = c->v;
    if (c->ended)
        c->ended(c->owner, c->touch.unresolved ? 0 : &c->touch.record);
}

/* collide:progress  how far changes of velocity and of compression by dv and deta bring the contact. The way in is
 * measured in velocity's logarithm, for damping slows it exponentially before the turn; so is the way out, where the
 * velocity may come near its last value soon and creep. */
static double progress(const hz_collide *c, double v, double dv, double deta)
{
    double way = v > 0 ? (v + c->touch.speed_out) * c->touch.falls : (2 * c->touch.speed_out + v) * log_2;
    return 0.5 * (speed_share * fabs(dv) / way + (1 - speed_share) * fabs(deta) / c->touch.depth);
}

/* What a step was located to end with, if anything. */
enum event { NO_EVENT, TURN, PARTING };

static void contact_take(hz_collide *c, const look *k, double force, outer o, enum event event)
{
    hz_contact *r = &c->touch.record;
    double eta = c->eta, v = c->v, elastic = c->touch.elastic;
    double run = take(c, k, force, o);
    if (event == TURN && fabs(c->v) < rounding * fabs(v))
        c->v = 0;
    if (event == PARTING && fabs(c->eta) < rounding * eta)
        c->eta = 0;
    if (o.ledger && c->law.damping > 0) /* the viscous part of the force times the way it went */
        hz_sum_add(&c->ledger.dissipated, (force - hz_law_gradient(&c->law, eta, elastic, c->eta).value) * run);
    c->touch.spring = hz_law_spring(&c->law, c->eta);
    c->touch.elastic = c->touch.spring * c->eta / (c->law.exponent + 1);
    c->touch.progress += progress(c, 0.5 * (v + c->v), c->v - v, run);
    c->touch.steps++;
    r->duration += k->a->length;
    r->x_max = fmax(r->x_max, c->eta);
    r->f_max = fmax(r->f_max, hz_law_damped(&c->law, c->touch.spring, c->v));
}

/* A step across whatever happens in it: passive at any length, so it serves when the sample's sub-steps are used up
 * and where nothing of the contact can be heard. */
static void step_across(hz_collide *c, double d, outer o)
{
    look k = look_ahead(c, d, o);
    if (!c->touching)
        touch_down(c, o);
    c->touch.unresolved = 1;
    push p = solve(c, &k, answer_gradient, hz_law_damped(&c->law, c->touch.spring, c->v));
    contact_take(c, &k, p.force, o, NO_EVENT);
    if (!(c->eta > 0))
        part(c);
}

/* The rate of progress at a state, 1/s; once the contact lasts longer than a bounce, at least that of its spring. */
static double pace(const hz_collide *c, double v, double pull, double spring)
{
    double run = progress(c, v, pull, v);
    return c->touch.progress < 1 ? run : fmax(run, spring / two_pi);
}

/* How long the next sub-step of a contact may be, 0 where nothing of its motion can be heard; and a guess at its force. */
static double substep(const hz_collide *c, outer o, double *guess)
{
    double inverse = c->touch.inverse, outside = free_acceleration(c, o);
    double force = hz_law_damped(&c->law, c->touch.spring, c->v), pull = outside - inverse * force;
    double spring = c->eta > 0 ? sqrt(c->law.exponent * c->touch.spring * inverse / c->eta) : 0;
    *guess = force;
    if (fabs(c->v) < c->params.quiet && fabs(pull) < c->params.quiet * fmax(spring, 1 / c->h))
        return 0;
    double mark = 1.0 / (c->params.resolution + MORE_MARKS), ahead = mark * (c->touch.steps + 1) - c->touch.progress;
    ahead = fmin(fmax(ahead, 0.5 * mark), 1.5 * mark);
    /* The rate at the start, and with it the rate half way there. */
    double half = fmin(0.5 * ahead / pace(c, c->v, pull, spring), 0.5 * c->h);
    double v = c->v + half * pull, eta = c->eta + half * 0.5 * (c->v + v);
    *guess = hz_law_force(&c->law, eta, v);
    pull = outside - inverse * *guess;
    return ahead / pace(c, v, pull, spring);
}

/* One sub-step of a contact, at most `left` long; what it took. */
static double contact_step(hz_collide *c, double left, outer o)
{
    int spare = hz_collide_bound(c) - c->substeps;
    double guess, next = substep(c, o, &guess);
    if (spare <= 1 || next == 0) {
        step_across(c, left, o);
        return left;
    }
    double parts = rint(left / next + 0.1); /* even parts of what is left of the sample, rather short than long */
    if (c->touch.progress > 1) /* it may last, so what is left must do for all of the sample */
        parts = fmin(parts, spare - 1);
    double d = parts > 1 ? left / parts : left;
    if (c->b.n > 0 && parts > 1) { /* a length that was taken before is spared its coefficients */
        d = hz_modal_near(&c->b, d);
        hz_modal_keep(&c->b, d);
    }
    look k = look_ahead(c, d, o);
    push p = contact_force(c, &k, guess);
    enum event event = c->v * p.v < 0 ? TURN : p.eta < 0 ? PARTING : NO_EVENT;
    arc way = arc_over(c, &k, free_acceleration(c, o));
    if (event != NO_EVENT) {
        d = event == TURN ? locate(c, event_turn, &way, fabs(c->v), d, o) : locate(c, event_parting, &way, c->eta, d, o);
        k = look_ahead(c, d, o);
        p = contact_force(c, &k, p.force);
    }
    if (event == TURN && p.eta < 0 && c->eta > 0) { /* it turned in flight: it had parted before */
        event = PARTING;
        d = locate(c, event_parting, &way, c->eta, d, o);
        k = look_ahead(c, d, o);
        p = contact_force(c, &k, p.force);
    }
    contact_take(c, &k, p.force, o, event);
    if (!(c->eta > 0))
        part(c);
    return d;
}

/* ---- flight ---- */

static double flight_step(hz_collide *c, double left, outer o)
{
    if (c->eta >= 0 && c->v > 0) {
        c->eta = 0; /* it can only be rounding */
        touch_down(c, o);
        return 0;
    }
    const arc exact = { .exact = 1 };
    look k = look_ahead(c, left, o);
    double end = c->eta + k.r.du, d = left;
    if (c->v > 0 && k.r.v < 0 && end <= 0) { /* an apex inside: does it reach the surface? */
        double apex = locate(c, event_apex, &exact, c->v, left, o);
        if (c->eta + look_ahead(c, apex, o).r.du > 0)
            end = 1, d = apex;
    }
    if (end > 0) {
        if (hz_collide_bound(c) - c->substeps <= 1) {
            step_across(c, left, o);
            return left;
        }
        d = locate(c, event_touch, &exact, -c->eta, d, o);
    }
    k = look_ahead(c, d, o);
    take(c, &k, 0, o);
    if (end > 0) {
        c->eta = 0;
        touch_down(c, o);
    } else {
        measure(c);
    }
    return d;
}

/* ---- samples ---- */

static void sample(hz_collide *c, outer o)
{
    double left = c->h;
    c->impulse = 0;
    c->substeps = 0;
    while (left > 0) {
        double d = c->touching ? contact_step(c, left, o) : flight_step(c, left, o);
        left -= d;
        if (left < 1e-15 * c->h)
            left = 0;
    }
}

static void write_meters(const hz_collide *c, double *const *meter, int i)
{
    hz_accounts now;
    hz_collide_accounts(c, &now);
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        if (meter[k])
            meter[k][i] = now.value[k];
}

double hz_collide_heard(const hz_collide *c, int pickup, int displacement)
{
    if (c->b.n > 0)
        return hz_modal_heard(&c->b, pickup, displacement);
    return displacement ? hz_modal_displacement(&c->a) : hz_modal_velocity(&c->a);
}

static int is_zero(const double *x, int n)
{
    for (int i = 0; x && i < n; i++)
        if (x[i] != 0)
            return 0;
    return 1;
}

/* Flies a free striker that nothing pushes over a block in one step; 0, with the striker where it was, if it comes within
 * reach of the object. */
static int fly_free(hz_collide *c, int n, double reach)
{
    double v = c->a.v[0], x = c->a.origin + c->a.q[0], d = n * c->h;
    hz_modal_keep(&c->a, d);
    hz_stride *st = hz_modal_stride(&c->a, d);
    hz_reach r = hz_modal_look(&c->a, st, 0);
    if (!(fmax(x, x + r.du) + 0.125 * d * fabs(r.v - v) <= reach))
        return 0;
    hz_modal_take(&c->a, st, 0);
    return 1;
}

/* Flies the striker alone over a block; 0, with the striker where it was, if it comes within reach of the object. */
static int fly(hz_collide *c, const hz_collide_io *io, double reach)
{
    double q = c->a.q[0];
    double start = c->a.v[0], v = start, x = c->a.origin + q;
    hz_stride *whole = hz_modal_stride(&c->a, c->h);
    for (int i = 0; i < io->n; i++) {
        hz_reach r = hz_modal_take(&c->a, whole, io->force_a ? io->force_a[i] : 0);
        double from = x, rise = 0.125 * c->h * fabs(r.v - v); /* what a parabola rises above its ends */
        x = c->a.origin + c->a.q[0];
        v = r.v;
        if (!(fmax(from, x) + rise <= reach)) {
            c->a.q[0] = q;
            c->a.v[0] = start;
            return 0;
        }
        if (c->b.n == 0)
            io->audio[0][i] = io->displacement ? x : v;
        if (io->meter[HZ_POSITION])
            io->meter[HZ_POSITION][i] = x;
        io->force[i] = 0;
    }
    return 1;
}

/* A whole block without contact; 0 if there may be one, or if something must be known of every sample. */
static int flight_block(hz_collide *c, const hz_collide_io *io)
{
    if (c->touching || io->ledger || io->meter[HZ_COMPRESSION] || c->a.omega[0] * c->h > 0.5)
        return 0;
    if (c->b.n > 0 && !is_zero(io->force_b, io->n))
        return 0;
    size_t bytes = sizeof(double) * (size_t)io->n;
    int silent = hz_modal_is_silent(&c->b);
    double reach = silent ? 0 : -hz_modal_swing(&c->b, io->n * c->h);
    int unheard = c->b.n > 0 && !io->meter[HZ_POSITION] && c->a.omega[0] == 0 && is_zero(io->force_a, io->n);
    if (!(unheard ? fly_free(c, io->n, reach) : fly(c, io, reach)))
        return 0;
    if (unheard)
        memset(io->force, 0, bytes);
    if (c->b.n == 0) {
        for (int p = 1; p < c->b.pickups; p++)
            memcpy(io->audio[p], io->audio[0], bytes);
    } else {
        for (int p = 0; p < c->b.pickups; p++)
            memset(io->audio[p], 0, bytes);
        if (!silent)
            hz_modal_ring(&c->b, io->n, io->audio, io->displacement);
    }
    c->substeps = 1;
    c->flown = 1;
    return 1;
}

static void samples(hz_collide *c, const hz_collide_io *io)
{
    if (c->flown)
        measure(c);
    double *const *meter = io->meter;
    int metered = 0;
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        metered |= io->ledger && meter[k];
    for (int i = 0; i < io->n; i++) {
        outer o = { io->force_a ? io->force_a[i] : 0, io->force_b ? io->force_b[i] : 0, io->ledger };
        sample(c, o);
        for (int p = 0; p < c->b.pickups; p++)
            io->audio[p][i] = hz_collide_heard(c, p, io->displacement);
        io->force[i] = c->impulse / c->h;
        if (meter[HZ_POSITION])
            meter[HZ_POSITION][i] = hz_modal_displacement(&c->a);
        if (meter[HZ_COMPRESSION])
            meter[HZ_COMPRESSION][i] = c->eta;
        if (metered)
            write_meters(c, meter, i);
    }
}

void hz_collide_run(hz_collide *c, const hz_collide_io *io)
{
    if (io->ledger && !c->booked) /* flows were not counted so far, so the books begin with what is there */
        hz_ledger_open(&c->ledger, stored(c));
    c->booked = io->ledger;
    if (!flight_block(c, io))
        samples(c, io);
}

/* ---- life ---- */

void hz_collide_copy(hz_collide *to, const hz_collide *from)
{
    hz_modal a = to->a, b = to->b;
    *to = *from;
    to->a = a;
    to->b = b;
    hz_modal_copy(&to->a, &from->a);
    hz_modal_copy(&to->b, &from->b);
    hz_collide_prepare(to, &from->params, NULL, from->h);
}

void hz_collide_prepare(hz_collide *c, const hz_collide_params *p, const hz_modes *object, double h)
{
    double before = stored(c), place = hz_modal_displacement(&c->a);
    c->params = *p;
    c->h = h;
    c->law = hz_law_prepare(&p->law);
    c->a.mass[0] = p->mass;
    c->a.omega[0] = two_pi * p->suspension;
    c->a.load[0] = p->gravity;
    c->a.origin = p->suspension > 0 ? p->rest : 0; /* a free mass rests anywhere */
    c->a.q[0] = place - c->a.origin;
    if (object)
        hz_modal_describe(&c->b, object);
    hz_modal_prepare(&c->a, h);
    hz_modal_prepare(&c->b, h);
    measure(c);
    if (!c->touching && object && c->eta > rounding * fabs(place)) /* the object was moved into the striker */
        touch_down(c, (outer){ 0 });
    compress(c);
    adjust(c, before);
}

/* How far the striker is left from its equilibrium when it leans on the object with a force f: falls with f. */
static double lean_left(const hz_collide *c, double f)
{
    double spring = c->a.mass[0] * c->a.omega[0] * c->a.omega[0];
    double give = c->b.give + (spring > 0 ? 1 / spring : 0), free = c->a.origin;
    if (spring > 0)
        free += c->a.load[0] * c->a.mass[0] / spring;
    else
        return c->a.load[0] * c->a.mass[0] - f; /* a free mass leans with its weight */
    return free - give * f - pow(f / c->law.stiffness, 1 / c->law.exponent);
}

/* Puts everything at rest: where the striker's place of rest is inside the object, or its weight presses, it leans on
 * the object, and what gives has given (collide:lean). */
static void lean(hz_collide *c)
{
    double low = 0, high = 1e-300;
    if (!(lean_left(c, 0) > 0)) {
        c->a.q[0] = c->a.omega[0] > 0 ? c->a.load[0] / (c->a.omega[0] * c->a.omega[0]) : 0;
        measure(c);
        return;
    }
    while (lean_left(c, high) > 0)
        low = high, high *= 1e6;
    for (int i = 0; i < 200; i++) {
        double f = between(low, high);
        *(lean_left(c, f) > 0 ? &low : &high) = f;
    }
    double eta = pow(low / c->law.stiffness, 1 / c->law.exponent);
    for (int i = 0; i < c->b.n; i++)
        c->b.q[i] = c->b.omega[i] > 0 ? c->b.weight[i] * low / (c->b.mass[i] * c->b.omega[i] * c->b.omega[i]) : 0;
    c->a.q[0] = hz_modal_displacement(&c->b) + eta - c->a.origin;
    measure(c);
    c->eta = eta;
    touch_down(c, (outer){ 0 });
}

void hz_collide_reset(hz_collide *c)
{
    for (int i = 0; i < c->a.n; i++)
        c->a.q[i] = c->a.v[i] = 0;
    for (int i = 0; i < c->b.n; i++)
        c->b.q[i] = c->b.v[i] = 0;
    c->touching = 0;
    c->touch = (hz_touch){ 0 };
    measure(c);
    lean(c);
    hz_ledger_open(&c->ledger, stored(c));
    c->booked = 1;
}

void hz_collide_strike(hz_collide *c, double v, double distance)
{
    double before = stored(c);
    c->a.q[0] = hz_modal_displacement(&c->b) - distance - c->a.origin;
    c->a.v[0] = v;
    c->touching = 0;
    measure(c);
    if (distance == 0)
        c->eta = 0;
    adjust(c, before);
}
