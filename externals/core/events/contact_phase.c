/* contact_phase: a contact under way, from touch to parting, resolved by sub-steps. */
#include "internal.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* By how many sub-steps a short contact is resolved where nobody asks for more, and where work is short (collide:pace).
 */
enum { USUAL = 12, FEWEST = 8 };

/* How often a step that did not come out is halved, at most. */
enum { MOST_HALVINGS = 12 };

/* The time of a contact is about so many times the time to its depth at the speed of impact. */
static const double time_of_depth = 2.5;
/* A sub-step takes so much of the time of the spring's swing, over the number of sub-steps of a contact; a step that
 * begins where the spring is still slack may take so many times as much. */
static const double swing_share = 6, slack_share = 2.5;
/* Where nobody asks for a number of sub-steps, a step may take up to so many times as much as that. It grows by so much
 * from step to step while the energy bends the force by less than the first of these parts; beyond the second it takes
 * no more than its share. */
static const double most_stretch = 3, growth = 1.5, easy_bent = 2e-6, hard_bent = 2e-5;
/* A step that parts is no longer than so many times what the present velocity takes for it. */
static const double sure_parting = 1.5;
/* A step that is longer by this than it should be is not divided. */
static const double nearly_next = 1.05;
/* How much the damping's own rate counts beside that of the swing. */
static const double damping_share = 0.9;
/* The energy may bend the force of a step by this part, at most. */
static const double most_bent = 0.05;
/* What the balance of a step's energies may miss, as a part of them. */
static const double most_missed = 1e-12;
/* A step to the parting aims at a gap of this part of the compression, so that nothing is left of it. */
static const double beyond = 1e-3;
/* A compression that is so small a part of the deepest is none when the bodies part. */
static const double nothing_left = 1e-8;
/* A step ends where the force ceases or sets in, unless that is so near to one of its ends, in parts of it. */
static const double near_kink = 0.01;
/* A dip within a step, of the compression, is looked into where it is deeper than this part of what is at the ends. */
static const double shallow = 0.3;

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
    hz_contact_phase *p = e->phase;
    p->spring = p->impulse ? 0 : hz_law_spring(&s->law, s->striker->eta);
    p->slope = p->bend = 0;
    hz_contact_system_hold(s, p->impulse ? 0 : hz_law_potential(&s->law, s->striker->eta));
}

/* By how many sub-steps a contact is resolved: as many as are asked for, or where work is short as few as still tell
 * how it ends. */
static int sub_steps(const hz_events *e, const hz_contact_system *s)
{
    int wanted = e->resolution > 0 ? e->resolution : USUAL;
    return hz_contact_system_work(s) == HZ_WORK_RESOLVED || wanted < FEWEST ? wanted : FEWEST;
}

/* collide:pace  The rate of what happens at a compression: of the spring's swing, and of the damping. */
static double pace(const hz_contact_system *s, double spring, double eta, double v)
{
    double drag = s->law.damping * spring * s->inverse, mean = 1 + greater(s->law.damping * v, 0);
    return eta > 0 ? sqrt(s->law.exponent * spring * mean * s->inverse / eta) + damping_share * drag : 0;
}

double hz_contact_phase_depth_time(const hz_contact_system *s)
{
    double v = fabs(s->striker->v), a1 = s->law.exponent + 1;
    double energy = 0.5 * v * v / (s->inverse * (1 + s->law.damping * v * (2.0 / 3)));
    double depth = greater(pow(energy / s->law.potential, 1 / a1), s->striker->eta);
    return depth > 0 ? depth / v : s->h;
}

/* collide:pace  How long the first sub-step of a contact may be: a part of the time that the contact would take. */
static double first_length(const hz_events *e, const hz_contact_system *s)
{
    return time_of_depth * hz_contact_phase_depth_time(s) / sub_steps(e, s);
}

void hz_contact_phase_resume(hz_events *e, hz_contact_system *s, double ahead)
{
    *e->phase = (hz_contact_phase){ .stretch = 1 };
    hz_contact_phase_compress(e, s);
    if (s->modes == 0)
        hz_wall_phase_expect(e, s, greater(s->striker->v, 0));
    else
        e->phase->next = first_length(e, s);
    hz_impulse_contact_begin(e, s, ahead);
}

void hz_contact_phase_begin(hz_events *e, hz_contact_system *s, double ahead)
{
    hz_contact_system_touch(s);
    hz_contact_phase_resume(e, s, ahead);
}

void hz_contact_phase_jolt(hz_events *e, hz_contact_system *s)
{
    if (!(s->striker->eta > 0)) /* it has only just touched: flight says whether it still does */
        hz_contact_system_forget(s);
    else if (s->modes == 0 && fabs(s->striker->v) > 2 * e->phase->speed) {
        hz_wall_phase_expect(e, s, fabs(s->striker->v));
    } else if (s->modes > 0 && !e->phase->impulse) {
        e->phase->next = lesser(e->phase->next, first_length(e, s));
        e->phase->slope = e->phase->bend = 0;
    }
}

/* Within a step the velocity is taken as the parabola through both ends and half way: v + p t + q t^2, t up to 1. */
typedef struct parabola {
    double v, p, q;
} parabola;

static parabola parabola_of(const hz_contact_system *s, const hz_tilted_push *x)
{
    double v = s->striker->v;
    return (parabola){ v, 4 * x->v_half - x->v - 3 * v, 2 * (x->v - 2 * x->v_half + v) };
}

/* The compression at a part t of the step, by the parabola. */
static double within(const hz_contact_system *s, const parabola *w, double t, double d)
{
    return s->striker->eta + d * t * (w->v + t * (0.5 * w->p + t * (1.0 / 3) * w->q));
}

/* Where in the step the velocity is zero, when its ends have two signs. */
static double turn_of(const parabola *w)
{
    double root = sqrt(greater(w->p * w->p - 4 * w->q * w->v, 0));
    return -2 * w->v / (w->p + copysign(root, -w->v));
}

/* Where in the step the compression comes down to this, by the parabola, in (0, 1]. */
static double time_at(const hz_contact_system *s, const parabola *w, double eta, double d)
{
    double low = 0, high = 1;
    for (int i = 0; i < 30; i++) {
        double t = 0.5 * (low + high);
        *(within(s, w, t, d) > eta ? &low : &high) = t;
    }
    return high;
}

/* Whether the bodies may part in the step and meet again: it turns from parting to meeting, and comes near to nothing
 * between. */
static int dips(const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    if (!(s->striker->v < 0 && x->v > 0))
        return 0;
    parabola w = parabola_of(s, x);
    return within(s, &w, turn_of(&w), d) < shallow * lesser(s->striker->eta, x->eta);
}

/* The deepest compression and the greatest force of a step. */
void hz_contact_phase_record(hz_contact_system *s, const hz_tilted_push *x, double starts, double d)
{
    hz_contact *r = &s->striker->record;
    double deepest = greater(s->striker->eta, x->eta), greatest = greater(starts, x->pushes);
    if (s->striker->v > 0 && x->v <= 0) {
        parabola w = parabola_of(s, x);
        deepest = greater(deepest, within(s, &w, turn_of(&w), d));
    }
    double bend = starts - 2 * x->pushes_half + x->pushes, lean = 0.5 * (x->pushes - starts);
    if (bend < 0 && fabs(lean) < -bend)
        greatest = greater(greatest, x->pushes_half - 0.5 * lean * lean / bend);
    r->x_max = greater(r->x_max, deepest);
    r->f_max = greater(r->f_max, greatest);
    r->duration += d;
}

double hz_contact_phase_starts(const hz_events *e, const hz_contact_system *s)
{
    return hz_law_damped(&s->law, e->phase->spring, s->striker->v);
}

/* Takes a step that was solved. */
static void contact_take(hz_events *e, hz_contact_system *s, const hz_look *k, const hz_tilted_push *x)
{
    hz_contact_phase_record(s, x, hz_contact_phase_starts(e, s), k->length);
    hz_pair_take(s, k, x->force, x->tilt);
    hz_contact_phase_took(e, s, x, k->length);
}

/* How long the next step may be, in shares: what bent the force of this one, and of the one before, tells the error. */
static void stretch_on(const hz_events *e, hz_contact_phase *p, double bent)
{
    double worse = greater(bent, 0.5 * p->bent);
    p->bent = bent;
    if (e->resolution > 0 || worse > hard_bent)
        p->stretch = 1;
    else if (worse < easy_bent)
        p->stretch = lesser(growth * p->stretch, most_stretch);
}

void hz_contact_phase_took(hz_events *e, hz_contact_system *s, const hz_tilted_push *x, double d)
{
    hz_contact_phase *p = e->phase;
    double rate = 1 / d;
    stretch_on(e, p, x->bent);
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.dissipated, x->loss);
    p->spring = x->spring;
    s->striker->elastic = x->elastic;
    /* The parabola of the force over the step, to guess at the next. */
    p->bend = 6 * (x->pushes - x->force - 0.5 * x->tilt) * (rate * rate);
    p->slope = x->tilt * rate + p->bend * d;
    if (!(s->striker->eta > 0)) { /* the gap that is left took time */
        if (s->striker->v < 0)
            s->striker->record.duration -= lesser(s->striker->eta / s->striker->v, d);
        hz_contact_system_part(s, 1);
    }
}

hz_tilted_push hz_contact_phase_across(const hz_contact_system *s, const hz_push *p)
{
    double spring = hz_law_spring(&s->law, p->eta);
    return (hz_tilted_push){ .force = p->force,
                             .v = p->v,
                             .eta = p->eta,
                             .spring = spring,
                             .elastic = hz_law_potential(&s->law, p->eta),
                             .pushes = hz_law_damped(&s->law, spring, p->v),
                             .loss = p->loss,
                             .v_half = 0.5 * (s->striker->v + p->v),
                             .pushes_half = p->force };
}

int hz_contact_phase_is_over(const hz_contact_system *s)
{
    return s->striker->v < 0 && s->striker->eta < nothing_left * s->striker->record.x_max;
}

/* One step of this length, whatever happens in it; 0, with nothing done, where it would end as fast as `most`. */
static int cross(hz_events *e, hz_contact_system *s, double d, double most)
{
    hz_look k = hz_pair_look(s, d);
    hz_push p = hz_pair_solve_across(s, &k, hz_contact_phase_starts(e, s));
    if (most < HUGE_VAL && !(fabs(p.v) < most))
        return 0;
    if (!hz_contact_phase_is_over(s) &&
        (most == HUGE_VAL ||
         !(p.eta > 0))) /* what is out of hearing and stays is resolved as well as it can be heard */
        s->striker->unresolved = 1;
    hz_tilted_push x = hz_contact_phase_across(s, &p);
    contact_take(e, s, &k, &x);
    e->phase->slope = e->phase->bend = 0;
    e->phase->stretch = 1;
    return 1;
}

void hz_contact_phase_cross(hz_events *e, hz_contact_system *s, double d)
{
    if (!s->striker->touching)
        hz_contact_phase_begin(e, s, 0);
    cross(e, s, d, HUGE_VAL);
}

int hz_contact_phase_is_quiet(const hz_events *e, const hz_contact_system *s)
{
    double quiet = s->params.quiet, spring = e->phase->spring;
    if (!(fabs(s->striker->v) < quiet))
        return 0;
    double pull = hz_contact_system_acceleration(s) - s->inverse * hz_law_damped(&s->law, spring, s->striker->v);
    return fabs(pull) < quiet * greater(pace(s, spring, s->striker->eta, 0), 1 / s->h);
}

/* A part of the sample as long as this, or with many modes the nearest whose numbers are kept (hz_bank_step): 8 to 16
 * of a grain that is the whole halved so and so often. What such parts leave of a sample is one again, mostly. */
double hz_contact_phase_rounded(const hz_contact_system *s, double part)
{
    if (s->modes <= 1)
        return part;
    uint64_t bits; /* of the fraction three are left */
    memcpy(&bits, &part, sizeof bits);
    bits = (bits + (1ull << 48)) >> 49 << 49;
    memcpy(&part, &bits, sizeof bits);
    return part;
}

void hz_contact_phase_expect(const hz_events *e, const hz_contact_system *s, double d, double *force, double *tilt)
{
    const hz_contact_phase *p = e->phase;
    double v = s->striker->v;
    if (p->spring == 0) {
        *tilt = hz_law_force(&s->law, s->striker->eta + v * d, v);
        *force = *tilt / (s->law.exponent + 1);
    } else {
        *tilt = d * (p->slope + p->bend * d);
        *force = greater(hz_contact_phase_starts(e, s) + 0.5 * *tilt - p->bend * d * d * (1.0 / 6), 0);
    }
}

/* A step of a length: what was looked at, and the force that came out, from the one that the last step lets expect. */
typedef struct trial {
    hz_look look;
    hz_tilted_push push;
} trial;

static trial try(const hz_events *e, hz_contact_system *s, double d)
{
    hz_tilted_equation q;
    double force, tilt;
    trial t = { .look = hz_pair_look_tilted(s, d, &q) };
    hz_contact_phase_expect(e, s, d, &force, &tilt);
    t.push = hz_pair_solve(s, &q, e->phase->spring, force, tilt);
    return t;
}

/* Its force does not pull, and its energies agree. */
int hz_contact_phase_is_solved(const hz_tilted_push *x)
{
    return x->force >= 0 && x->bent < most_bent && x->missed < most_missed;
}

/* Whether a step that ends at this rate may be taken, if its length may be this part of what the rate says. */
static inline int is_good(const hz_contact_system *s, const hz_tilted_push *x, double d, double rate, double most)
{
    return hz_contact_phase_is_solved(x) && rate * d < most && !(x->eta > 0 && dips(s, x, d));
}

int hz_contact_phase_is_good(const hz_events *e, const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    return is_good(s, x, d, pace(s, x->spring, x->eta, x->v), slack_share * (swing_share / sub_steps(e, s)));
}

double hz_contact_phase_part(const hz_events *e, const hz_contact_system *s, double left, int spare, double faster)
{
    const hz_contact_phase *p = e->phase;
    double h = s->h, part = left, share = p->stretch * swing_share / sub_steps(e, s);
    double rate = faster * pace(s, p->spring, s->striker->eta, s->striker->v), next = p->next;
    if (share < next * rate)
        next = share / rate;
    if (left * h > nearly_next * next) {
        double parts = lesser(ceil(left * h / next - 0.05), spare - 1); /* what is left must do for the sample */
        if (parts > 1)
            part = left / parts;
        if (parts > 1 && 1.1 * parts < spare) /* rounded they may become a sixteenth more */
            part = hz_contact_phase_rounded(s, part);
    }
    if (s->striker->v < 0) { /* it may part soon, but a step takes some time even where eta is nothing to rounding */
        double most = greater(sure_parting * s->striker->eta / -s->striker->v / h, 1e-9 * left);
        if (most < part)
            part = lesser(part, hz_contact_phase_rounded(s, most));
    }
    return part;
}

/* Where in the step the law's force ceases, or sets in again, because the bodies part as fast as 1/mu; 1 if nowhere. */
static double kink_of(const hz_contact_system *s, const hz_tilted_push *x)
{
    double mu = s->law.damping;
    if (!(1 + mu * lesser(s->striker->v, x->v) < 0 && 1 + mu * greater(s->striker->v, x->v) > 0))
        return 1;
    parabola w = parabola_of(s, x);
    w.v += 1 / mu;
    double t = turn_of(&w);
    return t > near_kink && t < 1 - near_kink ? t : 1;
}

double hz_contact_phase_ends(const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    double kink = kink_of(s, x);
    if (!(hz_contact_phase_is_solved(x) && x->eta < -beyond * s->striker->eta && s->striker->eta > 0))
        return kink;
    parabola w = parabola_of(s, x);
    return lesser(kink, time_at(s, &w, -0.5 * beyond * s->striker->eta, d));
}

/* Whether the next step may last so long, before it is solved, where what happens has this rate. */
static inline int may_last(const hz_events *e, const hz_contact_system *s, double d, double rate, double share)
{
    const hz_contact_striker *k = s->striker;
    const hz_contact_phase *p = e->phase;
    if (d > nearly_next * p->next || d * rate > nearly_next * p->stretch * share)
        return 0;
    if (k->v < 0 && (sure_parting * k->eta < -k->v * d || hz_contact_phase_is_over(s)))
        return 0;
    return !(fabs(k->v) < s->params.quiet && hz_contact_phase_is_quiet(e, s));
}

/* ---- a step of two samples ---- */

/* Its mean force in one of the two. */
static inline double half_force(const hz_tilted_push *x, int second)
{
    return second ? x->force + 0.25 * x->tilt : x->force - 0.25 * x->tilt;
}

/* collide:two  Takes one of the two. The compression is what the step of both says when the second is taken. */
static void take_half(hz_events *e, hz_contact_system *s)
{
    hz_two_samples *w = &e->phase->two;
    double force = half_force(&w->push, w->second), tilt = 0.5 * w->push.tilt;
    hz_tilted_equation q;
    hz_look k = hz_pair_look_tilted(s, s->h, &q);
    hz_reach a = hz_pair_take_striker(s, &k, force, tilt), b = hz_pair_take_object(s, &k, force, tilt);
    double run = hz_pair_take_compression(s, &k, &a, &b, force);
    const hz_tilted_columns *c = q.columns;
    s->striker->elastic +=
        force * run + tilt * (q.moment + c->by_force.moment * force + c->by_tilt.moment * tilt) - 0.5 * w->push.loss;
    w->du += a.du;
    if (s->object.n == 1) { /* a mass answers to its last bit */
        w->du_object += b.du;
        w->v_object = b.v;
    }
    if (w->second)
        hz_contact_system_refine(s, w->eta + (w->du - w->du_object - s->slide * (2 * s->h)),
                                 a.v - w->v_object - s->slide);
}

/* Its first sample; 0, with nothing done, where a step may not last so long. */
static int take_first(hz_events *e, hz_contact_system *s)
{
    hz_contact_phase *p = e->phase;
    double d = 2 * s->h, rate = pace(s, p->spring, s->striker->eta, s->striker->v);
    if (!s->outer.steady || hz_contact_system_work(s) != HZ_WORK_RESOLVED ||
        !may_last(e, s, d, rate, swing_share / sub_steps(e, s)))
        return 0;
    trial t = try(e, s, d);
    const hz_tilted_push *x = &t.push;
    if (!hz_contact_phase_is_good(e, s, x, d) || hz_contact_phase_ends(s, x, d) < 1)
        return 0;
    hz_contact_phase_record(s, x, hz_contact_phase_starts(e, s), d);
    p->two = (hz_two_samples){ .push = *x, .eta = s->striker->eta };
    if (s->object.n > 1) {
        const hz_mode_step *step = hz_bank_step(&s->object, d);
        double force = s->outer.object + x->force;
        p->two.du_object = t.look.object.du + (step->g * force + step->tilt_u * x->tilt);
        p->two.v_object = t.look.object.v + (step->g_v * force + step->tilt_v * x->tilt);
    }
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.dissipated, 0.5 * x->loss);
    take_half(e, s);
    p->two.second = 1;
    return 1;
}

static void take_second(hz_events *e, hz_contact_system *s)
{
    hz_contact_phase *p = e->phase;
    hz_tilted_push x = p->two.push;
    take_half(e, s);
    p->two.second = 0;
    x.loss *= 0.5; /* the other half was booked */
    hz_contact_phase_took(e, s, &x, 2 * s->h);
    p->next = 4 * s->h;
}

double hz_contact_phase_step(hz_events *e, hz_contact_system *s, double left)
{
    hz_contact_phase *p = e->phase;
    int spare = hz_events_bound(e) - s->substeps;
    double h = s->h;
    if (p->two.second) {
        take_second(e, s);
        return left;
    }
    if (p->impulse)
        return hz_impulse_contact_step(e, s, left);
    if (spare <= 1 || hz_contact_system_work(s) == HZ_WORK_PASSIVE) {
        hz_contact_phase_cross(e, s, left * h);
        return left;
    }
    if (hz_contact_phase_is_quiet(e, s) && cross(e, s, left * h, 2 * s->params.quiet))
        return left;
    if (s->modes == 0)
        return hz_wall_phase_step(e, s, left, spare);
    if (left == 1 && take_first(e, s))
        return left;
    double part = hz_contact_phase_part(e, s, left, spare, 1), ends;
    if (hz_contact_phase_is_over(s)) {
        cross(e, s, part * h, HUGE_VAL);
        return part;
    }
    trial t = try(e, s, part * h);
    int halvings = spare > 4 ? 0 : MOST_HALVINGS;
    for (; halvings < MOST_HALVINGS && !hz_contact_phase_is_good(e, s, &t.push, t.look.length); halvings++) {
        part = hz_contact_phase_rounded(s, 0.5 * part);
        t = try(e, s, part * h);
    }
    if ((ends = hz_contact_phase_ends(s, &t.push, t.look.length)) < 1) {
        part *= ends;
        t = try(e, s, part * h);
    }
    for (; halvings < MOST_HALVINGS && !hz_contact_phase_is_solved(&t.push); halvings++) {
        part *= 0.5;
        t = try(e, s, part * h);
    }
    if (!hz_contact_phase_is_solved(&t.push)) { /* nothing came out, at any length */
        cross(e, s, part * h, HUGE_VAL);
        return part;
    }
    p->next = 2 * t.look.length;
    contact_take(e, s, &t.look, &t.push);
    return part;
}

/* ---- whole samples ---- */

/* Whether whole samples of a contact can be taken with nobody looking at what is between. */
static int goes_by_samples(const hz_events *e, const hz_contact_system *s, const hz_collide_io *io)
{
    const hz_contact_striker *k = s->striker;
    return k->touching && !e->phase->impulse && !e->phase->two.second && s->object.n > 0 && s->object.pickups > 0 &&
           k->ringing.n == 0 && !io->ring && !io->ledger && !io->meter[HZ_POSITION] && !io->meter[HZ_COMPRESSION] &&
           hz_contact_system_work(s) == HZ_WORK_RESOLVED; /* each of them adds to the work that is allowed */
}

/* Books the work of so many samples. Each of them begins with what the work limit gives back and then takes one
 * sub-step, which is three sums over the modes. After the last sub-step nothing is given back. */
static void count(hz_contact_system *s, int samples)
{
    s->substeps = 1;
    hz_work_spend(&s->work, 3 * (samples - 1));
    hz_work_recover(&s->work, samples);
    hz_work_spend(&s->work, 3);
}

/* Steps of so many samples: those of both bodies, and what a force does in them. */
typedef struct stride {
    hz_mode_step *striker, *object;
    const hz_tilted_columns *columns;
} stride;

/* A run of samples of a contact, taken by steps of one or two. */
typedef struct whole_samples {
    stride of[2];
    hz_bank_walk walk; /* of the object */
    int ahead;         /* it has looked ahead so many samples; 0: it has not */
    double share;      /* of the spring's swing that a step takes before it is stretched */
    double rate;       /* of what happens in the contact now: collide:pace */
} whole_samples;

/* The steps of so many samples, with the object looked at. */
static inline const stride *stride_of(hz_contact_system *s, whole_samples *w, int samples)
{
    stride *g = &w->of[samples - 1];
    double d = samples * s->h;
    if (!g->striker)
        *g = (stride){ hz_bank_step(&s->striker->body, d), hz_bank_step(&s->object, d), hz_pair_columns(s, d) };
    if (w->ahead != samples)
        w->walk.next = hz_bank_look_tilted(&s->object, g->object, 0);
    w->ahead = samples;
    return g;
}

/* The equation of the next step. */
static inline hz_tilted_equation whole_equation(const hz_events *e, const hz_contact_system *s, const stride *g,
                                                const hz_tilted_reach *object)
{
    const hz_contact_striker *k = s->striker;
    double outer = s->outer.object;
    hz_tilted_reach a = hz_bank_look_tilted_one(&k->body, g->striker, s->outer.striker);
    return (hz_tilted_equation){ .law = &s->law,
                                 .columns = g->columns,
                                 .eta = k->eta,
                                 .v = k->v,
                                 .spring = e->phase->spring,
                                 .elastic = k->elastic,
                                 .run = a.du - (object->du + g->object->g * outer) - s->slide * g->columns->length,
                                 .v_end = a.v - (object->v + g->object->g_v * outer) - s->slide,
                                 .moment = a.moment - (object->moment - g->object->tilt_u * outer) };
}

/* Takes the striker over so many samples. */
static inline hz_reach take_mass(hz_contact_system *s, int samples, const hz_tilted_push *x)
{
    hz_bank *m = &s->striker->body;
    const hz_mode_step *step = &m->step[HZ_WHOLE_STEP];
    double outer = s->outer.striker;
    if (samples == 1)
        return hz_bank_take_one(m, step, outer - x->force, -x->tilt);
    hz_reach first = hz_bank_take_one(m, step, outer - half_force(x, 0), -0.5 * x->tilt);
    hz_reach second = hz_bank_take_one(m, step, outer - half_force(x, 1), -0.5 * x->tilt);
    second.du += first.du;
    return second;
}

/* So many samples by one step, as hz_contact_phase_step would take them; 0, with nothing done, where that does
 * otherwise. */
static int take_whole(hz_events *e, hz_contact_system *s, whole_samples *w, int samples, const hz_collide_io *io,
                      int at)
{
    double force, tilt, d = samples * s->h;
    if (!may_last(e, s, d, w->rate, w->share))
        return 0;
    const stride *g = stride_of(s, w, samples);
    hz_tilted_equation q = whole_equation(e, s, g, &w->walk.next);
    hz_contact_phase_expect(e, s, d, &force, &tilt);
    hz_tilted_push x = hz_force_tilted(&q, force, tilt);
    double rate = pace(s, x.spring, x.eta, x.v);
    if (!is_good(s, &x, d, rate, slack_share * w->share) || hz_contact_phase_ends(s, &x, d) < 1)
        return 0;
    hz_contact_phase_record(s, &x, hz_contact_phase_starts(e, s), d);
    hz_reach a = take_mass(s, samples, &x);
    hz_bank_walk_on(&s->object, g->object, samples, s->outer.object, x.force, x.tilt, &w->walk, at, io->audio,
                    io->displacement);
    hz_contact_system_advance(s, a.du, w->walk.du, s->slide * d, a.v - w->walk.v - s->slide);
    for (int k = 0; k < samples; k++) {
        s->striker->impulse = 0;
        hz_contact_system_push(s, samples > 1 ? half_force(&x, k) : x.force, s->h);
        io->force[at + k] = s->striker->impulse / s->h;
    }
    hz_contact_phase_took(e, s, &x, d);
    e->phase->next = 2 * d;
    w->rate = rate;
    return samples;
}

/* What acts in a sample. */
static void act(hz_events *e, hz_contact_system *s, const hz_collide_io *io, int i, double table)
{
    s->outer.striker = s->outer.hand = io->force_a ? io->force_a[i] : 0;
    s->outer.object = io->force_b ? io->force_b[i] : 0;
    if (hz_contact_system_slide(s, table))
        hz_contact_phase_jolt(e, s);
}

int hz_contact_phase_samples(hz_events *e, hz_contact_system *s, const hz_collide_io *io, int at)
{
    hz_events_turn(e, s, 0);
    if (!goes_by_samples(e, s, io))
        return 0;
    const hz_contact_striker *k = s->striker;
    whole_samples w = { .share = swing_share / sub_steps(e, s), .rate = pace(s, e->phase->spring, k->eta, k->v) };
    s->outer = (hz_outer){ 0 };
    int i = at, still = !io->force_a && !io->force_b && !io->table && s->slide == 0;
    for (int some = 1; some > 0 && i < io->n && k->touching; i += some) {
        double table = io->table ? io->table[i] : s->object.origin;
        if (!still)
            act(e, s, io, i, table);
        int even = still ? i + 1 < io->n : hz_contact_system_is_even(s, io, i);
        some = even ? take_whole(e, s, &w, 2, io, i) : 0;
        if (some == 0 && k->touching)
            some = take_whole(e, s, &w, 1, io, i);
        if (some > 0)
            s->object.origin = table; /* without the rounding on the way */
    }
    if (i > at)
        count(s, i - at);
    e->unsettled += i - at;
    return i - at;
}
