/* wall_phase: a contact with a rigid wall, from touch to parting. There law:exactloss makes speeds and depth exact by
 * any number of sub-steps; they are spread over the motion, so that the time is right, too (collide:progress). */
#include "internal.h"
#include "core/base/root.h"
#include "core/base/units.h"

#include <math.h>

#include "core/law/wall.h"

static const double log_2 = 0.6931471805599453;

/* How much of the progress is velocity run, the rest being depth run; and how many marks more than the resolution there
 * are, since a sample's even parts cannot all be short. Both are where the worst contact time of a few 10,000 random
 * contacts is best. */
enum { MORE_MARKS = 4 };
static const double speed_share = 0.45;

/* What is left of a quantity where its zero was located, as a part of what it was. */
static const double event_rounding = 1e-9;
/* By so many sub-steps a contact is resolved where nobody asks for more. */
enum { USUAL = 64 };

static double greater(double a, double b)
{
    return a > b ? a : b;
}

/* collide:progress  how far changes of velocity and of compression by dv and deta bring the contact. The way in is
 * measured in velocity's logarithm, for damping slows it exponentially before the turn; so is the way out, where the
 * velocity may come near its last value soon and creep. An object that moves may throw the striker off faster than a
 * wall. */
static double progress(const hz_events *e, double v, double dv, double deta)
{
    double out = e->phase->speed_out, way = v > 0 ? (v + out) * e->phase->falls : greater(2 * out + v, -v) * log_2;
    return 0.5 * (speed_share * fabs(dv) / way + (1 - speed_share) * fabs(deta) / e->phase->depth);
}

/* The rate of progress at a state, 1/s; once the contact lasts longer than a bounce that of the spring's swing at
 * least. */
static double pace(const hz_events *e, const hz_contact_system *s, double v, double pull, double spring, double eta)
{
    double run = progress(e, v, pull, v);
    if (e->phase->progress < 1 || !(eta > 0))
        return run;
    return greater(run, sqrt(s->law.exponent * spring * s->inverse / eta) / (2 * HZ_PI));
}

/* collide:progress  the run of velocity and of depth that a wall would give at this speed, or the standing load does.
 */
void hz_wall_phase_expect(hz_events *e, const hz_contact_system *s, double v)
{
    double inverse = s->inverse;
    double load = hz_contact_system_acceleration(s) / inverse, a = s->law.exponent;
    double sag = load > 0 ? pow(load / s->law.potential, 1 / a) : 0, sway = load > 0 ? sqrt(load * sag * inverse) : 0;
    double out = v > 0 ? -hz_wall_vout(s->law.damping, v) : 0;
    double depth = v > 0 ? hz_wall_xmax(&s->law, 1 / inverse, v) : 0;
    e->phase->speed_out = greater(out, sway);
    e->phase->falls = log1p(greater(v, sway) / e->phase->speed_out);
    e->phase->depth = greater(greater(depth, sag), s->striker->eta);
    e->phase->speed = greater(v, sway);
    e->phase->progress = 0;
    e->phase->steps = 0;
}

/* What a step is aimed at: the velocity of the compression is zero at its end, or the compression is. */
enum event { NO_EVENT, TURN, PARTING };

/* A step that was looked at and solved. */
typedef struct stage {
    double d;
    hz_look k;
    hz_push p;
    enum event event; /* that happens in it */
} stage;

static void take(hz_events *e, hz_contact_system *s, const stage *g)
{
    hz_contact *r = &s->striker->record;
    double eta = s->striker->eta, v = s->striker->v, elastic = s->striker->elastic;
    double force = g->p.force, run = hz_pair_take(s, &g->k, force, 0);
    if (g->event == TURN && (fabs(s->striker->v) < event_rounding * fabs(v) || g->p.v == 0))
        hz_contact_system_snap_turn(s);
    if (g->event == PARTING && fabs(s->striker->eta) < event_rounding * eta)
        hz_contact_system_snap_touch(s);
    if (s->outer.ledger && s->law.damping > 0) /* the viscous part of the force times the way it went */
        hz_sum_add(&s->ledger.dissipated, (force - hz_law_gradient(&s->law, eta, elastic, eta + run).value) * run);
    e->phase->spring = hz_law_spring(&s->law, s->striker->eta);
    s->striker->elastic = e->phase->spring * s->striker->eta / (s->law.exponent + 1);
    e->phase->progress += progress(e, 0.5 * (v + s->striker->v), s->striker->v - v, run);
    e->phase->steps++;
    r->duration += g->k.length;
    r->x_max = greater(r->x_max, s->striker->eta);
    r->f_max = greater(r->f_max, hz_law_damped(&s->law, e->phase->spring, s->striker->v));
    if (!(s->striker->eta > 0))
        hz_contact_system_part(s, 1);
}

/* How long the next sub-step may be, and a guess at its force. */
static double substep(const hz_events *e, const hz_contact_system *s, double *guess)
{
    double inverse = s->inverse, outside = hz_bank_acceleration(&s->striker->body, s->outer.striker);
    double pull = outside - inverse * hz_law_damped(&s->law, e->phase->spring, s->striker->v);
    double mark = 1.0 / ((e->resolution > 0 ? e->resolution : USUAL) + MORE_MARKS);
    double ahead = fmin(fmax(mark * (e->phase->steps + 1) - e->phase->progress, 0.5 * mark), 1.5 * mark);
    /* The state half way there, at the present rate, and the rate that it has. */
    double half = fmin(0.5 * ahead / pace(e, s, s->striker->v, pull, e->phase->spring, s->striker->eta), 0.5 * s->h);
    double v = s->striker->v + half * pull, eta = s->striker->eta + half * 0.5 * (s->striker->v + v),
           spring = hz_law_spring(&s->law, eta);
    *guess = hz_law_damped(&s->law, spring, v);
    return ahead / pace(e, s, v, outside - inverse * *guess, spring, eta);
}

static stage stage_of(hz_contact_system *s, double d, double guess)
{
    stage g = { .d = d, .k = hz_pair_look(s, d) };
    g.p = hz_pair_solve_wall(s, &g.k, guess);
    g.event = s->striker->v * g.p.v < 0 ? TURN : g.p.eta < 0 ? PARTING : NO_EVENT;
    return g;
}

/* Turn: the velocity that would be left if the force were the one of a step that ends at rest (collide:turn). */
static double left_at_turn(hz_contact_system *s, double d)
{
    hz_reach r = hz_pair_look(s, d).r;
    double f = r.v / r.g_v;
    hz_slope g = hz_law_gradient(&s->law, s->striker->eta, s->striker->elastic, s->striker->eta + (r.du - r.g * f));
    double left = r.v - r.g_v * g.value * hz_law_psi(&s->law, s->striker->v, 0).value;
    return s->striker->v > 0 ? left : -left;
}

/* Parting: the compression left if the force were the one of a step that ends without (collide:parting). */
static double left_at_parting(hz_contact_system *s, double d)
{
    hz_reach r = hz_pair_look(s, d).r;
    double f = (s->striker->eta + r.du) / r.g;
    double psi = hz_law_psi(&s->law, s->striker->v, r.v - r.g_v * f).value;
    return s->striker->eta + r.du - r.g * (s->striker->elastic / s->striker->eta) * (psi > 0 ? psi : 0);
}

/* Where in (0, d) the event is, to rounding; d where there is none. */
static double locate(hz_contact_system *s, enum event what, double d)
{
    double (*const left)(hz_contact_system *, double) = what == TURN ? left_at_turn : left_at_parting;
    double start = what == TURN ? fabs(s->striker->v) : s->striker->eta, end = left(s, d);
    if (!(end < 0))
        return d;
    hz_root r = hz_root_secant_from(0, -start, d, -end);
    while (hz_root_secant(&r, -left(s, r.x)))
        ;
    return r.x;
}

/* The step up to the event. */
static stage up_to(hz_contact_system *s, const stage *g)
{
    stage t = stage_of(s, locate(s, g->event, g->d), g->p.force);
    t.event = g->event;
    if (t.event == TURN && t.p.eta < 0 && s->striker->eta > 0) { /* it turned in flight: it had parted before */
        t = stage_of(s, locate(s, PARTING, t.d), t.p.force);
        t.event = PARTING;
    }
    return t;
}

double hz_wall_phase_step(hz_events *e, hz_contact_system *s, double left, int spare)
{
    double guess, h = s->h, next = substep(e, s, &guess);
    double parts = rint(left * h / next + 0.1); /* even parts of what is left of the sample, rather short than long */
    if (e->phase->progress > 1)                 /* it may last: what is left must do for the sample */
        parts = fmin(parts, spare - 1);
    double part = parts > 1 ? left / parts : left;
    stage g = stage_of(s, part * h, guess);
    if (g.event != NO_EVENT) {
        g = up_to(s, &g);
        part = g.d / h;
    }
    take(e, s, &g);
    return part;
}
