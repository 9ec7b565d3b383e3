/* contact_phase: a contact under way, from touch to parting, resolved by sub-steps. */
#include "internal.h"
#include "core/base/units.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/contact/wall.h"

static const double log_2 = 0.6931471805599453;

/* How much of the progress is velocity run, the rest being depth run; and how many marks more than the resolution there
 * are, since a sample's even parts cannot all be short. Both are where the worst contact time of a few 10,000 random
 * contacts is best. */
enum { MORE_MARKS = 4 };
static const double speed_share = 0.45;

/* What it costs to expect how a contact will run, in sums over the modes; and the fewest sub-steps of a contact. */
enum { EXPECT_WORK = 6, FEWEST = 8 };

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

void hz_contact_phase_compress(hz_events *e, hz_contact_system *s)
{
    hz_contact_phase *p = &e->phase;
    p->spring = p->impulse ? 0 : hz_law_spring(&s->law, s->striker.eta);
    hz_contact_system_hold(s, p->impulse ? 0 : hz_law_potential(&s->law, s->striker.eta));
}

/* collide:progress  how far changes of velocity and of compression by dv and deta bring the contact. The way in is
 * measured in velocity's logarithm, for damping slows it exponentially before the turn; so is the way out, where the
 * velocity may come near its last value soon and creep. An object that moves may throw the striker off faster than a
 * wall. */
static double progress(const hz_events *e, double v, double dv, double deta)
{
    double out = e->phase.speed_out, way = v > 0 ? (v + out) * e->phase.falls : greater(2 * out + v, -v) * log_2;
    return 0.5 * (speed_share * fabs(dv) / way + (1 - speed_share) * fabs(deta) / e->phase.depth);
}

/* At what rate the contact's spring swings the mass that it feels, rad/s. */
static double swing(const hz_contact_system *s, double spring, double eta)
{
    return eta > 0 ? sqrt(s->law.exponent * spring * s->inverse / eta) : 0;
}

/* The rate of progress at a state, 1/s. Once the contact lasts longer than a bounce it is that of the spring's swing at
 * least; on an object that gives way, and so may swing from the start, twice its mean with that (collide:progress). */
static double pace(const hz_events *e, const hz_contact_system *s, double v, double pull, double spring, double eta)
{
    double run = progress(e, v, pull, v);
    if (s->object.n == 0 && e->phase.progress < 1)
        return run;
    double turns = swing(s, spring, eta) / (2 * HZ_PI), least = e->phase.progress < 1 ? 0 : turns;
    if (s->object.n > 0)
        least = greater(least, 2 * sqrt(run * turns));
    return greater(run, least);
}

/* collide:progress  the run of velocity and of depth that a wall would give at this speed, or the standing load does.
 */
static void expect(hz_events *e, const hz_contact_system *s, double v)
{
    double inverse = s->inverse;
    double load = hz_contact_system_acceleration(s) / inverse, a = s->law.exponent;
    double sag = load > 0 ? pow(load / s->law.potential, 1 / a) : 0, sway = load > 0 ? sqrt(load * sag * inverse) : 0;
    double out = v > 0 ? -hz_wall_vout(s->law.damping, v) : 0;
    double depth = v > 0 ? hz_wall_xmax(&s->law, 1 / inverse, v) : 0;
    e->phase.speed_out = greater(out, sway);
    e->phase.falls = log1p(greater(v, sway) / e->phase.speed_out);
    e->phase.depth = greater(greater(depth, sag), s->striker.eta);
    e->phase.speed = greater(v, sway);
    e->phase.progress = 0;
}

void hz_contact_phase_resume(hz_events *e, hz_contact_system *s, double ahead)
{
    double v = s->striker.v;
    s->work.left -= EXPECT_WORK;
    e->phase = (hz_contact_phase){ 0 };
    hz_contact_phase_compress(e, s);
    expect(e, s, v > 0 ? v : 0);
    hz_impulse_contact_begin(e, s, ahead);
}

void hz_contact_phase_begin(hz_events *e, hz_contact_system *s, double ahead)
{
    hz_contact_system_touch(s);
    hz_contact_phase_resume(e, s, ahead);
}

void hz_contact_phase_jolt(hz_events *e, hz_contact_system *s)
{
    double speed = fabs(s->striker.v);
    if (!(s->striker.eta > 0)) /* it has only just touched: flight says whether it still does */
        hz_contact_system_forget(s);
    else if (!e->phase.impulse && speed > 2 * e->phase.speed) {
        expect(e, s, speed);
        e->phase.steps = 0;
    }
}

static void contact_take(hz_events *e, hz_contact_system *s, const hz_look *k, const hz_push *p, enum hz_event event)
{
    hz_contact *r = &s->striker.record;
    double eta = s->striker.eta, v = s->striker.v, elastic = s->striker.elastic;
    double force = p->force, run = hz_pair_take(s, k, force);
    if (event == HZ_EVENT_TURN && (fabs(s->striker.v) < hz_event_rounding * fabs(v) || p->v == 0))
        hz_contact_system_snap_turn(s);
    if (event == HZ_EVENT_PARTING && fabs(s->striker.eta) < hz_event_rounding * eta)
        hz_contact_system_snap_touch(s);
    if (s->outer.ledger && s->law.damping > 0) /* the viscous part of the force times the way it went */
        hz_sum_add(&s->ledger.dissipated, (force - hz_law_gradient(&s->law, eta, elastic, eta + run).value) * run);
    e->phase.spring = hz_law_spring(&s->law, s->striker.eta);
    s->striker.elastic = e->phase.spring * s->striker.eta / (s->law.exponent + 1);
    e->phase.progress += progress(e, 0.5 * (v + s->striker.v), s->striker.v - v, run);
    e->phase.steps++;
    r->duration += k->length;
    r->x_max = greater(r->x_max, s->striker.eta);
    r->f_max = greater(r->f_max, hz_law_damped(&s->law, e->phase.spring, s->striker.v));
}

/* One step of this length, whatever happens in it; 0, with nothing done, where it would end as fast as `most`. */
static int cross(hz_events *e, hz_contact_system *s, double d, double most)
{
    hz_look k = hz_pair_look(s, d);
    hz_push p = hz_pair_solve_across(s, &k, hz_law_damped(&s->law, e->phase.spring, s->striker.v));
    if (most < HUGE_VAL && !(fabs(p.v) < most))
        return 0;
    if (most == HUGE_VAL || !(p.eta > 0)) /* what is out of hearing and stays is resolved as well as it can be heard */
        s->striker.unresolved = 1;
    contact_take(e, s, &k, &p, HZ_EVENT_NONE);
    if (!(s->striker.eta > 0))
        hz_contact_system_part(s, 1);
    return 1;
}

void hz_contact_phase_cross(hz_events *e, hz_contact_system *s, double d)
{
    if (!s->striker.touching)
        hz_contact_phase_begin(e, s, 0);
    cross(e, s, d, HUGE_VAL);
}

/* Whether the motion of a contact cannot be heard, when this pulls at it. */
static int is_quiet(const hz_events *e, const hz_contact_system *s, double pull)
{
    double quiet = s->params.quiet;
    return fabs(s->striker.v) < quiet &&
           fabs(pull) < quiet * greater(swing(s, e->phase.spring, s->striker.eta), 1 / s->h);
}

/* By how many sub-steps a contact is resolved: as many as are asked for, or where work is short as few as still tell
 * how it ends. */
static int sub_steps(const hz_events *e, const hz_contact_system *s)
{
    return hz_contact_system_work(s) == HZ_WORK_RESOLVED || e->resolution < FEWEST ? e->resolution : FEWEST;
}

/* How long the next sub-step of a contact may be, and a guess at its force; 0 where its motion now cannot be heard, if
 * that is wanted. */
static double substep(const hz_events *e, const hz_contact_system *s, double *guess, int want_quiet)
{
    double inverse = s->inverse, outside = hz_contact_system_surge(s);
    double pull = outside - inverse * hz_law_damped(&s->law, e->phase.spring, s->striker.v);
    if (want_quiet && is_quiet(e, s, pull))
        return 0;
    double mark = 1.0 / (sub_steps(e, s) + MORE_MARKS), ahead = mark * (e->phase.steps + 1) - e->phase.progress;
    ahead = lesser(greater(ahead, 0.5 * mark), 1.5 * mark);
    /* The state half way there, at the present rate, and the rate that it has. */
    double half = lesser(0.5 * ahead / pace(e, s, s->striker.v, pull, e->phase.spring, s->striker.eta), 0.5 * s->h);
    double v = s->striker.v + half * pull, eta = s->striker.eta + half * 0.5 * (s->striker.v + v),
           spring = hz_law_spring(&s->law, eta);
    *guess = hz_law_damped(&s->law, spring, v);
    return ahead / pace(e, s, v, outside - inverse * *guess, spring, eta);
}

/* A part of the sample as long as this, or with many modes the nearest whose numbers are kept (hz_bank_step): 8 to 16
 * of a grain that is the whole halved so and so often. What such parts leave of a sample is one again, mostly. */
static double rounded(const hz_contact_system *s, double part)
{
    if (s->object.n <= 1)
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

static stage stage_of(hz_contact_system *s, double d, double guess)
{
    stage g = { .d = d, .k = hz_pair_look(s, d) };
    g.p = hz_pair_solve(s, &g.k, guess);
    g.event = s->striker.v * g.p.v < 0 ? HZ_EVENT_TURN : g.p.eta < 0 ? HZ_EVENT_PARTING : HZ_EVENT_NONE;
    return g;
}

/* The step up to the event. */
static stage up_to(hz_contact_system *s, const stage *g)
{
    hz_arc way = hz_event_arc(s, &g->k, hz_contact_system_acceleration(s));
    stage t = stage_of(s, hz_event_locate(s, g->event, &way, g->d), g->p.force);
    t.event = g->event;
    if (t.event == HZ_EVENT_TURN && t.p.eta < 0 && s->striker.eta > 0) { /* it turned in flight: it had parted before */
        t = stage_of(s, hz_event_locate(s, HZ_EVENT_PARTING, &way, t.d), t.p.force);
        t.event = HZ_EVENT_PARTING;
    }
    if (way.exact)
        return t;
    if (t.event == HZ_EVENT_TURN && fabs(t.p.v) < 1e-4 * fabs(s->striker.v))
        t.p.v = 0; /* as good as at rest: what is left of the velocity changes the mean of law:exactloss by as little */
    for (int i = 0; i < 3 && t.event == HZ_EVENT_PARTING && fabs(t.p.eta) > hz_event_rounding * s->striker.eta; i++) {
        double d = t.d - t.p.eta / t.p.v; /* it must part, or there is another step before it does */
        if (!(d > 0 && d <= g->d))
            break;
        t = stage_of(s, d, t.p.force);
        t.event = HZ_EVENT_PARTING;
    }
    return t;
}

double hz_contact_phase_step(hz_events *e, hz_contact_system *s, double left)
{
    int spare = hz_events_bound(e) - s->substeps;
    double guess, next, h = s->h;
    if (e->phase.impulse)
        return hz_impulse_contact_step(e, s, left);
    if (spare <= 1 || hz_contact_system_work(s) == HZ_WORK_PASSIVE) {
        hz_contact_phase_cross(e, s, left * h);
        return left;
    }
    next = substep(e, s, &guess, 1);
    if (next == 0 && cross(e, s, left * h, 2 * s->params.quiet))
        return left;
    if (next == 0) /* it does not stay so */
        next = substep(e, s, &guess, 0);
    double parts = rint(left * h / next + 0.1); /* even parts of what is left of the sample, rather short than long */
    if (e->phase.progress > 1 ||
        (s->object.n > 0 && parts < 4 * spare)) /* it may last: what is left must do for the sample */
        parts = lesser(parts, spare - 1);
    double part = parts > 1 ? left / parts : left;
    if (parts > 1 && 1.1 * parts < spare) /* rounded they may become a sixteenth more */
        part = rounded(s, part);
    stage g = stage_of(s, part * h, guess);
    for (int i = 0; i < MOST_HALVINGS && g.event != HZ_EVENT_NONE && s->object.n > 1 && hz_event_is_long(s, g.d); i++) {
        part = rounded(s, 0.5 * part); /* collide:arc wants a shorter step */
        g = stage_of(s, part * h, guess);
    }
    if (g.event != HZ_EVENT_NONE) {
        g = up_to(s, &g);
        part = g.d / h;
    }
    contact_take(e, s, &g.k, &g.p, g.event);
    if (!(s->striker.eta > 0))
        hz_contact_system_part(s, 1);
    return part;
}
