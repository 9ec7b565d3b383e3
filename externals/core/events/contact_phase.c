/* contact_phase: a contact under way, from touch to parting, resolved by sub-steps. */
#include "contact_phase.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/contact/wall.h"
#include "impulse_contact.h"
#include "event_search.h"

static const double two_pi = 6.283185307179586, log_2 = 0.6931471805599453;

/* How much of the progress is velocity run, the rest being depth run; and how many marks more than the resolution there
 * are, since a sample's even parts cannot all be short. Both are where the worst contact time of a few 10,000 random
 * contacts is best. */
enum { MORE_MARKS = 4, FEWEST_MARKS = 8 };
static const double speed_share = 0.45;

/* How often a step with an event in it is halved, at most. */
enum { MOST_HALVINGS = 12 };

/* As fmin and fmax, but for what is not a number: the library's are calls. */
static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

void hz_contact_phase_compress(hz_collide *c)
{
    c->touch.spring = c->touch.brief ? 0 : hz_law_spring(&c->law, c->eta);
    c->touch.elastic = c->touch.brief ? 0 : hz_law_potential(&c->law, c->eta);
    c->touch.surge = hz_bank_acceleration(&c->b, 0);
    c->touch.inverse = hz_bank_compliance(&c->a) + hz_bank_compliance(&c->b);
}

/* collide:progress  how far changes of velocity and of compression by dv and deta bring the contact. The way in is
 * measured in velocity's logarithm, for damping slows it exponentially before the turn; so is the way out, where the
 * velocity may come near its last value soon and creep. An object that moves may throw the striker off faster than a
 * wall. */
static double progress(const hz_collide *c, double v, double dv, double deta)
{
    double out = c->touch.speed_out, way = v > 0 ? (v + out) * c->touch.falls : greater(2 * out + v, -v) * log_2;
    return 0.5 * (speed_share * fabs(dv) / way + (1 - speed_share) * fabs(deta) / c->touch.depth);
}

/* At what rate the contact's spring swings the mass that it feels, rad/s. */
static double swing(const hz_collide *c, double spring, double eta)
{
    return eta > 0 ? sqrt(c->law.exponent * spring * c->touch.inverse / eta) : 0;
}

/* The rate of progress at a state, 1/s. Once the contact lasts longer than a bounce it is that of the spring's swing at
 * least; on an object that gives way, and so may swing from the start, twice its mean with that (collide:progress). */
static double pace(const hz_collide *c, double v, double pull, double spring, double eta)
{
    double run = progress(c, v, pull, v);
    if (c->b.n == 0 && c->touch.progress < 1)
        return run;
    double turns = swing(c, spring, eta) / two_pi, least = c->touch.progress < 1 ? 0 : turns;
    if (c->b.n > 0)
        least = greater(least, 2 * sqrt(run * turns));
    return greater(run, least);
}

/* collide:budget  by how many sub-steps a contact is resolved: fewer where less than a third of the budget is left. */
static double marks(const hz_collide *c)
{
    double share = 3 * hz_collide_budget(c), all = c->params.resolution;
    return share < 1 ? greater(share * all, lesser(all, FEWEST_MARKS)) : all;
}

/* collide:progress  the run of velocity and of depth that a wall would give at this speed, or the standing load does.
 */
static void expect(hz_collide *c, double v)
{
    double inverse = c->touch.inverse;
    double load = hz_step_acceleration(c) / inverse, a = c->law.exponent;
    double sag = load > 0 ? pow(load / c->law.potential, 1 / a) : 0, sway = load > 0 ? sqrt(load * sag * inverse) : 0;
    double out = v > 0 ? -hz_wall_vout(c->law.damping, v) : 0;
    double depth = v > 0 ? hz_wall_xmax(&c->law, 1 / inverse, v) : 0;
    c->touch.speed_out = greater(out, sway);
    c->touch.falls = log1p(greater(v, sway) / c->touch.speed_out);
    c->touch.depth = greater(greater(depth, sag), c->eta);
    c->touch.speed = greater(v, sway);
    c->touch.progress = 0;
}

void hz_contact_phase_begin(hz_collide *c, double ahead)
{
    c->touching = 1;
    c->budget -= 6; /* what it expects takes about as long */
    c->touch = (hz_contact_phase){ .record.v_in = c->v };
    hz_contact_phase_compress(c);
    expect(c, c->v > 0 ? c->v : 0);
    hz_impulse_contact_begin(c, marks(c), ahead);
}

void hz_contact_phase_jolt(hz_collide *c)
{
    if (!(c->eta > 0)) /* it has only just touched: flight says whether it still does */
        c->touching = 0;
    else if (!c->touch.brief && fabs(c->v) > 2 * c->touch.speed) {
        expect(c, fabs(c->v));
        c->touch.steps = 0;
    }
}

void hz_contact_phase_part(hz_collide *c)
{
    c->touching = 0;
    c->touch.record.v_out = c->v;
    if (c->ended)
        c->ended(c->owner, c->touch.unresolved ? 0 : &c->touch.record);
}

static void contact_take(hz_collide *c, const hz_look *k, const hz_push *p, enum hz_event event)
{
    hz_contact *r = &c->touch.record;
    double eta = c->eta, v = c->v, elastic = c->touch.elastic;
    double force = p->force, run = hz_step_take(c, k, force);
    if (event == HZ_TURN && (fabs(c->v) < hz_event_rounding * fabs(v) || p->v == 0))
        c->v = 0;
    if (event == HZ_PARTING && fabs(c->eta) < hz_event_rounding * eta)
        c->eta = 0;
    if (c->outer.ledger && c->law.damping > 0) /* the viscous part of the force times the way it went */
        hz_sum_add(&c->ledger.dissipated, (force - hz_law_gradient(&c->law, eta, elastic, eta + run).value) * run);
    c->touch.spring = hz_law_spring(&c->law, c->eta);
    c->touch.elastic = c->touch.spring * c->eta / (c->law.exponent + 1);
    c->touch.progress += progress(c, 0.5 * (v + c->v), c->v - v, run);
    c->touch.steps++;
    r->duration += k->a->length;
    r->x_max = greater(r->x_max, c->eta);
    r->f_max = greater(r->f_max, hz_law_damped(&c->law, c->touch.spring, c->v));
}

/* One step of this length, whatever happens in it; 0, with nothing done, where it would end as fast as `most`. */
static int cross(hz_collide *c, double d, double most)
{
    hz_look k = hz_step_look(c, d);
    hz_push p = hz_step_solve_across(c, &k, hz_law_damped(&c->law, c->touch.spring, c->v));
    if (most < HUGE_VAL && !(fabs(p.v) < most))
        return 0;
    if (most == HUGE_VAL || !(p.eta > 0)) /* what is out of hearing and stays is resolved as well as it can be heard */
        c->touch.unresolved = 1;
    contact_take(c, &k, &p, HZ_NO_EVENT);
    if (!(c->eta > 0))
        hz_contact_phase_part(c);
    return 1;
}

void hz_contact_phase_cross(hz_collide *c, double d)
{
    if (!c->touching)
        hz_contact_phase_begin(c, 0);
    cross(c, d, HUGE_VAL);
}

/* Whether the motion of a contact cannot be heard, when this pulls at it. */
static int is_quiet(const hz_collide *c, double pull)
{
    double quiet = c->params.quiet;
    return fabs(c->v) < quiet && fabs(pull) < quiet * greater(swing(c, c->touch.spring, c->eta), 1 / c->h);
}

/* How long the next sub-step of a contact may be, and a guess at its force; 0 where its motion now cannot be heard, if
 * that is wanted. */
static double substep(const hz_collide *c, double *guess, int want_quiet)
{
    double inverse = c->touch.inverse, outside = hz_step_surge(c);
    double pull = outside - inverse * hz_law_damped(&c->law, c->touch.spring, c->v);
    if (want_quiet && is_quiet(c, pull))
        return 0;
    double mark = 1.0 / (marks(c) + MORE_MARKS), ahead = mark * (c->touch.steps + 1) - c->touch.progress;
    ahead = lesser(greater(ahead, 0.5 * mark), 1.5 * mark);
    /* The state half way there, at the present rate, and the rate that it has. */
    double half = lesser(0.5 * ahead / pace(c, c->v, pull, c->touch.spring, c->eta), 0.5 * c->h);
    double v = c->v + half * pull, eta = c->eta + half * 0.5 * (c->v + v), spring = hz_law_spring(&c->law, eta);
    *guess = hz_law_damped(&c->law, spring, v);
    return ahead / pace(c, v, outside - inverse * *guess, spring, eta);
}

/* A part of the sample as long as this, or with many modes the nearest whose stride is kept (hz_bank_step): 8 to 16
 * of a grain that is the whole halved so and so often. What such parts leave of a sample is one again, mostly. */
static double rounded(const hz_collide *c, double part)
{
    if (c->b.n <= 1)
        return part;
    uint64_t bits; /* of the fraction three are left */
    memcpy(&bits, &part, sizeof bits);
    bits = (bits + (1ull << 48)) >> 49 << 49;
    memcpy(&part, &bits, sizeof bits);
    return part;
}

/* A step that was looked at and solved. */
typedef struct stage {
    double d;
    hz_look k;
    hz_push p;
    enum hz_event event; /* that happens in it */
} stage;

static stage stage_of(hz_collide *c, double d, double guess)
{
    stage s = { .d = d, .k = hz_step_look(c, d) };
    s.p = hz_step_solve(c, &s.k, guess);
    s.event = c->v * s.p.v < 0 ? HZ_TURN : s.p.eta < 0 ? HZ_PARTING : HZ_NO_EVENT;
    return s;
}

/* The step up to the event. */
static stage up_to(hz_collide *c, const stage *s)
{
    hz_arc way = hz_event_arc(c, &s->k, hz_step_acceleration(c));
    stage t = stage_of(c, hz_event_locate(c, s->event, &way, s->d), s->p.force);
    t.event = s->event;
    if (t.event == HZ_TURN && t.p.eta < 0 && c->eta > 0) { /* it turned in flight: it had parted before */
        t = stage_of(c, hz_event_locate(c, HZ_PARTING, &way, t.d), t.p.force);
        t.event = HZ_PARTING;
    }
    if (way.exact)
        return t;
    if (t.event == HZ_TURN && fabs(t.p.v) < 1e-4 * fabs(c->v))
        t.p.v = 0; /* as good as at rest: what is left of the velocity changes the mean of law:exactloss by as little */
    for (int i = 0; i < 3 && t.event == HZ_PARTING && fabs(t.p.eta) > hz_event_rounding * c->eta; i++) {
        double d = t.d - t.p.eta / t.p.v; /* it must part, or there is another step before it does */
        if (!(d > 0 && d <= s->d))
            break;
        t = stage_of(c, d, t.p.force);
        t.event = HZ_PARTING;
    }
    return t;
}

double hz_contact_phase_step(hz_collide *c, double left)
{
    int spare = hz_collide_bound(c) - c->substeps;
    double guess, next, h = c->h;
    if (c->touch.brief)
        return hz_impulse_contact_step(c, left);
    if (spare <= 1 || hz_collide_budget(c) == 0) {
        hz_contact_phase_cross(c, left * h);
        return left;
    }
    next = substep(c, &guess, 1);
    if (next == 0 && cross(c, left * h, 2 * c->params.quiet))
        return left;
    if (next == 0) /* it does not stay so */
        next = substep(c, &guess, 0);
    double parts = rint(left * h / next + 0.1); /* even parts of what is left of the sample, rather short than long */
    if (c->touch.progress > 1 ||
        (c->b.n > 0 && parts < 4 * spare)) /* it may last: what is left must do for the sample */
        parts = lesser(parts, spare - 1);
    double part = parts > 1 ? left / parts : left;
    if (parts > 1 && 1.1 * parts < spare) /* rounded they may become a sixteenth more */
        part = rounded(c, part);
    stage s = stage_of(c, part * h, guess);
    for (int i = 0; i < MOST_HALVINGS && s.event != HZ_NO_EVENT && c->b.n > 1 && hz_event_is_long(c, s.d); i++) {
        part = rounded(c, 0.5 * part); /* collide:arc wants a shorter step */
        s = stage_of(c, part * h, guess);
    }
    if (s.event != HZ_NO_EVENT) {
        s = up_to(c, &s);
        part = s.d / h;
    }
    contact_take(c, &s.k, &s.p, s.event);
    if (!(c->eta > 0))
        hz_contact_phase_part(c);
    return part;
}
