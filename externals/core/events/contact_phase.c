/* contact_phase: a contact under way, from touch to parting, resolved by sub-steps. */
#include "internal.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Sub-steps of a short contact (collide:pace): by default, by default on a wall, which has no modes, and where the work
 * limit is near. */
enum { USUAL = 12, USUAL_ON_WALL = 24, FEWEST = 8 };

/* How often a step that did not come out is halved, at most. */
enum { MOST_HALVINGS = 12 };
/* The time of a contact is about so many times the time to its depth at the speed of impact. */
static const double time_of_depth = 2.5;
/* One that has lasted so many times as long does not end soon. */
static const double long_time = 4;
/* A sub-step takes so much of the time of the spring's swing, over the number of sub-steps of a contact; a step that
 * begins where the spring is still slack may take so many times as much. */
static const double swing_share = 6, slack_share = 2.5;
/* Where nobody asks for a number of sub-steps, a step may take up to so many times as much as that. It grows by so much
 * from step to step while the energy bends the force by less than the first of these parts; beyond the second it takes
 * no more than its share. */
static const double most_stretch = 3, growth = 1.5, easy_bent = 2e-6, hard_bent = 2e-5;
/* A stride, whose force runs along a curve, may last so many times as long as a step whose force runs straight. The
 * energy may bend its force by this part, at most, and what bends it tells of so much less error. */
static const double stride_share = 1.6, most_bent_stride = 2e-4, stride_bent = 0.1;
/* A stride of eight samples is taken where its sway, its hump and what its curve leaves out are each at most this part
 * of its force. It is tried once CALM strides of four samples had curves as smooth. If it fails, the count of these
 * begins again at FAILED. */
static const double most_curl = 1e-4, curl_grows = 16;
enum { CALM = 2, FAILED = -16 };
/* A step that parts is no longer than so many times what the present velocity takes for it. */
static const double sure_parting = 1.5;
/* A step that is longer by this than it should be is not divided. */
static const double nearly_next = 1.05;
/* How much the damping's own rate counts beside that of the swing. */
static const double damping_share = 0.9;
/* 1 + mu v of bodies that leave at nearly -1/mu counts as so much for the pace, at least. */
static const double least_mean = 1e-4;
/* The energy may bend the force of a step by this part, at most. */
static const double most_bent = 0.05;
/* What the balance of a step's energies may miss, as a part of them. */
static const double most_missed = 1e-12;
/* A step to the parting aims at a gap of this part of the compression, so that nothing is left of it. */
static const double beyond = 1e-3;
/* A compression that is so small a part of the deepest is none when the bodies part. */
static const double nothing_left = 1e-8;
/* A step across that changes the velocity by less than this part of that of impact leaves a report right. */
static const double little = 1e-3;
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
    p->spring = hz_law_spring(&s->law, s->striker->eta);
    p->slope = p->bend = 0;
    hz_contact_system_hold(s, hz_law_potential(&s->law, s->striker->eta));
}

/* By how many sub-steps a contact is resolved: as many as are asked for, or where work is short as few as still tell
 * how it ends. */
static int sub_steps(const hz_events *e, const hz_contact_system *s)
{
    int wanted = e->resolution > 0 ? e->resolution : s->modes > 0 ? USUAL : USUAL_ON_WALL;
    return hz_contact_system_work(s) == HZ_WORK_RESOLVED || wanted < FEWEST ? wanted : FEWEST;
}

/* collide:pace  The rate of what happens at a compression: of the spring's swing, and of the damping. Bodies that creep
 * apart at nearly 1/mu hardly feel it. */
static double pace(const hz_contact_system *s, double spring, double eta, double v)
{
    double drag = s->law.damping * spring * s->striker->inverse, mean = 1 + s->law.damping * v;
    if (!(eta > 0))
        return 0;
    double rate = sqrt(s->law.exponent * spring * greater(mean, 1) * s->striker->inverse / eta) + damping_share * drag;
    return mean < 1 ? rate * sqrt(sqrt(greater(mean, least_mean))) : rate;
}

/* How long a contact that begins now takes to go as deep as it will, about: at the present velocity. */
static double depth_time(const hz_contact_system *s)
{
    double v = fabs(s->striker->v), a1 = s->law.exponent + 1;
    double energy = 0.5 * v * v / (s->striker->inverse * (1 + s->law.damping * v * (2.0 / 3)));
    double depth = greater(pow(energy / s->law.potential, 1 / a1), s->striker->eta);
    return depth > 0 ? depth / v : s->h;
}

/* collide:pace  How long the first sub-step of a contact may be: a part of the time that the contact would take. */
static double first_length(const hz_events *e, const hz_contact_system *s)
{
    return time_of_depth * depth_time(s) / sub_steps(e, s);
}

void hz_contact_phase_resume(hz_events *e, hz_contact_system *s)
{
    *e->phase = (hz_contact_phase){ .stretch = 1 };
    hz_contact_phase_compress(e, s);
    e->phase->next = first_length(e, s);
    e->phase->soon = long_time * e->phase->next * sub_steps(e, s);
}

/* wall:phase  Whether nothing but the wall pushes the striker. */
static int is_free(const hz_contact_system *s)
{
    const hz_bank *body = &s->striker->body;
    return s->modes == 0 && body->omega[0] == 0 && body->load == 0 && s->outer.striker == 0;
}

void hz_contact_phase_begin(hz_events *e, hz_contact_system *s)
{
    hz_contact_striker *k = s->striker;
    hz_contact_system_touch(s);
    hz_contact_phase_resume(e, s);
    if (is_free(s) && k->eta == 0 && k->v > 0)
        e->phase->orbit = hz_wall_orbit_of(&s->law, k->body.mass[0], k->v);
}

void hz_contact_phase_prepare(hz_events *e, hz_contact_system *s)
{
    hz_wall_orbit *o = &e->phase->orbit;
    hz_contact_phase_compress(e, s);
    if (o->mass > 0) {
        hz_wall_orbit now = hz_wall_orbit_of(&s->law, s->striker->body.mass[0], s->striker->record.v_in);
        if (!is_free(s) || now.mass != o->mass || now.v_out != o->v_out || now.x_max != o->x_max)
            o->mass = 0;
    }
}

void hz_contact_phase_jolt(hz_events *e, hz_contact_system *s)
{
    if (!(s->striker->eta > 0)) /* it has only just touched: flight says whether it still does */
        hz_contact_system_forget(s);
    else {
        /* The contact becomes at least as deep as now. Its greatest depth is found only where that is too little. */
        double most = e->phase->next * sub_steps(e, s) * fabs(s->striker->v);
        if (!(time_of_depth * s->striker->eta >= most))
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

/* Where in the step the compression comes down to this, by the parabola, in (0, 1]; as near as `beyond` asks for. */
static double time_at(const hz_contact_system *s, const parabola *w, double eta, double d)
{
    double low = 0, high = 1;
    for (int i = 0; i < 18; i++) {
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

/* Whether the next stride may be one of eight samples, after a step that took so long. */
static void calm_on(hz_contact_phase *p, const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    double curl = fabs(x->sway) + fabs(x->hump);
    if (d > (HZ_MOST_STRIDE - 1) * s->h)
        p->calm = CALM;
    else if (p->calm < 0 || (x->sway != 0 && curl_grows * curl < most_curl * x->force))
        p->calm++;
    else
        p->calm = 0;
}

/* The bodies have parted in a step of this length, and have flown over the gap that there is. */
static void part(hz_events *e, hz_contact_system *s, double d)
{
    hz_contact_striker *k = s->striker;
    double flown = k->v < 0 ? lesser(k->eta / k->v, d) : 0;
    k->record.duration -= flown;
    if (e->phase->orbit.mass > 0)
        k->record.x_max = e->phase->orbit.x_max;
    hz_contact_system_part(s, k->v - flown * hz_contact_system_acceleration(s), 1);
}

void hz_contact_phase_took(hz_events *e, hz_contact_system *s, const hz_tilted_push *x, double d)
{
    hz_contact_phase *p = e->phase;
    double rate = 1 / d;
    calm_on(p, s, x, d);
    stretch_on(e, p, x->sway != 0 ? stride_bent * x->bent : x->bent);
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.dissipated, x->loss);
    p->spring = x->spring;
    s->striker->elastic = x->elastic;
    /* The parabola of the force over the step, to guess at the next. */
    p->bend = 6 * (x->pushes - x->force - 0.5 * x->tilt) * (rate * rate);
    p->slope = x->tilt * rate + p->bend * d;
    if (x->sway != 0) {
        p->bend += (30 * x->sway - 20 * x->hump) * (rate * rate);
        p->slope += (10 * x->sway - 4 * x->hump) * rate;
    }
    if (!(s->striker->eta > 0))
        part(e, s, d);
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
                             .loss = greater(p->loss, 0), /* but for rounding */
                             .v_half = 0.5 * (s->striker->v + p->v),
                             .pushes_half = p->force };
}

void hz_contact_phase_doubt(hz_contact_system *s, double v)
{
    hz_contact_striker *k = s->striker;
    if (!(fabs(v - k->v) < little * fabs(k->record.v_in)))
        k->unresolved = 1;
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
    if (!hz_contact_phase_is_over(s) && (most == HUGE_VAL || !(p.eta > 0)))
        hz_contact_phase_doubt(s, p.v);
    hz_tilted_push x = hz_contact_phase_across(s, &p);
    e->phase->orbit.mass = 0;
    contact_take(e, s, &k, &x);
    e->phase->slope = e->phase->bend = 0;
    e->phase->stretch = 1;
    return 1;
}

void hz_contact_phase_cross(hz_events *e, hz_contact_system *s, double d)
{
    if (!s->striker->touching)
        hz_contact_phase_begin(e, s);
    cross(e, s, d, HUGE_VAL);
}

int hz_contact_phase_is_quiet(const hz_events *e, const hz_contact_system *s)
{
    double quiet = s->params.quiet, spring = e->phase->spring;
    if (!(fabs(s->striker->v) < quiet))
        return 0;
    double pull =
        hz_contact_system_acceleration(s) - s->striker->inverse * hz_law_damped(&s->law, spring, s->striker->v);
    return fabs(pull) < quiet * greater(pace(s, spring, s->striker->eta, 0), 1 / s->h);
}

/* Returns the part of the sample itself with at most one mode. With more modes the part is rounded to two bits of
 * fraction, which makes it 4, 5, 6 or 7 times a power of one half. A bank keeps the numbers of steps of such lengths.
 * The rest of the sample then has a length of three bits. The bank mostly keeps the numbers of such steps too
 * (hz_bank_step). */
double hz_contact_phase_rounded(const hz_contact_system *s, double part)
{
    if (s->modes <= 1)
        return part;
    uint64_t bits; /* of the fraction two are left */
    memcpy(&bits, &part, sizeof bits);
    bits = (bits + (1ull << 49)) >> 50 << 50;
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
    q.orbit = e->phase->orbit.mass > 0 ? &e->phase->orbit : NULL;
    hz_contact_phase_expect(e, s, d, &force, &tilt);
    t.push = hz_pair_solve(s, &q, e->phase->spring, force, tilt);
    return t;
}

/* Its force does not pull, it loses nothing less than nothing, and its energies agree. */
int hz_contact_phase_is_solved(const hz_tilted_push *x)
{
    return x->force >= 0 && x->loss >= 0 && x->bent < most_bent && x->missed < most_missed;
}

/* Whether a step that ends at this rate may be taken, if its length may be this part of what the rate says. */
static inline int is_good(const hz_contact_system *s, const hz_tilted_push *x, double d, double rate, double most)
{
    return hz_contact_phase_is_solved(x) && rate * d < most && !(x->eta > 0 && dips(s, x, d));
}

/* How many times its share the length of a step may be at the pace with which it ends. */
static inline double most_pace(const hz_events *e)
{
    return slack_share + (e->phase->stretch - 1);
}

int hz_contact_phase_is_good(const hz_events *e, const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    return is_good(s, x, d, pace(s, x->spring, x->eta, x->v), most_pace(e) * (swing_share / sub_steps(e, s)));
}

double hz_contact_phase_part(const hz_events *e, const hz_contact_system *s, double left, int spare, double faster)
{
    const hz_contact_phase *p = e->phase;
    double h = s->h, part = left, share = p->stretch * swing_share / sub_steps(e, s);
    double rate = faster * pace(s, p->spring, s->striker->eta, s->striker->v), next = p->next;
    if (share < next * rate)
        next = share / rate;
    if (left * h > nearly_next * next) {
        int ends_soon = s->striker->record.duration < p->soon && 4 * spare > hz_events_bound(e);
        double parts = ceil(left * h / next - 0.05);
        if (!ends_soon) /* what is left must do for the sample */
            parts = lesser(parts, spare - 1);
        if (parts > 1)
            part = left / parts;
        if (parts > 1 && (ends_soon || 1.2 * parts < spare)) /* rounded they may become an eighth more */
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

/* Whether a step that was solved ends before its length does. */
static inline int ends_before(const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    if (x->eta > 0 && !(1 + s->law.damping * lesser(s->striker->v, x->v) < 0))
        return 0;
    return hz_contact_phase_ends(s, x, d) < 1;
}

/* Whether the next step may last so long, before it is solved, where what happens has this rate. The contact is not
 * quiet. */
static inline int may_last(const hz_events *e, const hz_contact_system *s, double d, double rate, double share)
{
    const hz_contact_striker *k = s->striker;
    const hz_contact_phase *p = e->phase;
    if (d > nearly_next * p->next || d * rate > nearly_next * p->stretch * share)
        return 0;
    return !(k->v < 0 && (sure_parting * k->eta < -k->v * d || hz_contact_phase_is_over(s)));
}

/* ---- strides ---- */

/* Whether a stride of so many samples is tried: one of eight waits until it may be expected to do. */
static inline int is_tried(const hz_contact_phase *p, int samples)
{
    return samples < HZ_MOST_STRIDE || p->calm >= CALM;
}

/* Whether a stride of eight samples leaves as good as nothing out. */
static int is_calm(const hz_contact_system *s, const hz_tilted_push *x, double d)
{
    double slope = s->law.exponent * x->spring / x->eta;
    double left = (0.1 * d * slope + s->law.damping * x->spring) * x->stray;
    return fabs(x->sway) + fabs(x->hump) + left < most_curl * x->force;
}

/* The force of a stride from a guess, in its samples; whether it may be taken. */
static inline int solve_stride(const hz_events *e, const hz_contact_system *s, const hz_tilted_equation *q,
                               double share, hz_tilted_push *x, hz_curve_parts *part, double *rate)
{
    double force, tilt, d = q->columns->length;
    if (q->curve->samples == HZ_MOST_STRIDE)
        e->phase->calm = FAILED; /* unless it is taken */
    hz_contact_phase_expect(e, s, d, &force, &tilt);
    hz_force_curved(q, force, tilt, x);
    *rate = pace(s, x->spring, x->eta, x->v);
    if (!(x->bent < most_bent_stride) || !is_good(s, x, d, *rate, most_pace(e) * share) || ends_before(s, x, d))
        return 0;
    if (q->curve->samples == HZ_MOST_STRIDE && !is_calm(s, x, d))
        return 0;
    hz_curve_in_parts(&(hz_curve){ { x->force, x->tilt, x->arch, x->sway, x->hump } }, q->curve->samples, part);
    for (int k = 0; k < q->curve->samples; k++)
        if (!(part->force[k] >= 0)) /* nowhere does it pull */
            return 0;
    return 1;
}

/* collide:stride  Takes a sample of one. The compression is what the whole stride says when the last is taken. */
static void take_part(hz_events *e, hz_contact_system *s)
{
    hz_stride_taken *w = &e->phase->stride;
    double force = w->part.force[w->taken], tilt = w->part.tilt[w->taken];
    hz_tilted_equation q;
    hz_look k = hz_pair_look_tilted(s, s->h, &q);
    hz_reach a = hz_pair_take_striker(s, &k, force, tilt), b = hz_pair_take_object(s, &k, force, tilt);
    double run = hz_pair_take_compression(s, &k, &a, &b, force);
    const hz_tilted_columns *c = q.columns;
    s->striker->elastic += force * run + tilt * (q.moment + c->by_force.moment * force + c->by_tilt.moment * tilt) -
                           w->push.loss / w->samples;
    w->du += a.du;
    if (s->object.n == 1) { /* a mass answers to its last bit */
        w->du_object += b.du;
        w->v_object = b.v;
    }
    if (++w->taken == w->samples)
        hz_contact_system_refine(s, w->eta + (w->du - w->du_object - s->slide * (w->samples * s->h)),
                                 a.v - w->v_object - s->slide);
}

/* Takes the next sample of the stride under way. */
static void go_on(hz_events *e, hz_contact_system *s)
{
    hz_contact_phase *p = e->phase;
    hz_stride_taken *w = &p->stride;
    hz_tilted_push x = w->push;
    double d = w->samples * s->h;
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.dissipated, x.loss / w->samples);
    take_part(e, s);
    if (w->taken < w->samples)
        return;
    x.loss = 0; /* it was booked */
    hz_contact_phase_took(e, s, &x, d);
    p->next = 2 * d;
    w->samples = 0;
}

/* Begins a stride; 0, with nothing done, where a step may not last so long. */
static int begin_stride(hz_events *e, hz_contact_system *s, int samples)
{
    hz_contact_phase *p = e->phase;
    double d = samples * s->h, rate = pace(s, p->spring, s->striker->eta, s->striker->v);
    double share = stride_share * swing_share / sub_steps(e, s);
    if (s->outer.steady < samples || hz_contact_system_work(s) != HZ_WORK_RESOLVED || !is_tried(p, samples) ||
        !may_last(e, s, d, rate, share))
        return 0;
    hz_stride_taken w = { .samples = samples, .eta = s->striker->eta };
    hz_pair_stride g = hz_pair_stride_of(s, samples);
    hz_tilted_reach look = { 0 };
    if (g.object)
        look = hz_bank_look_stride(&s->object, g.object);
    hz_tilted_equation q = hz_pair_stride_equation(s, &g, &look, p->spring);
    q.orbit = p->orbit.mass > 0 ? &p->orbit : NULL;
    if (!solve_stride(e, s, &q, share, &w.push, &w.part, &rate))
        return 0;
    if (s->object.n > 1) {
        hz_curve curve = { { s->outer.object + w.push.force, w.push.tilt, w.push.arch, w.push.sway, w.push.hump } };
        hz_reach end = hz_stride_leads(g.object, &look, &curve);
        w.du_object = end.du;
        w.v_object = end.v;
    }
    hz_contact_phase_record(s, &w.push, hz_contact_phase_starts(e, s), d);
    p->stride = w;
    go_on(e, s);
    return 1;
}

double hz_contact_phase_step(hz_events *e, hz_contact_system *s, double left)
{
    hz_contact_phase *p = e->phase;
    int spare = hz_events_bound(e) - s->substeps;
    double h = s->h;
    if (p->stride.samples > 0) {
        go_on(e, s);
        return left;
    }
    if (spare <= 1 || hz_contact_system_work(s) == HZ_WORK_PASSIVE) {
        hz_contact_phase_cross(e, s, left * h);
        return left;
    }
    int quiet = hz_contact_phase_is_quiet(e, s);
    if (quiet && cross(e, s, left * h, 2 * s->params.quiet))
        return left;
    if (!is_free(s))
        p->orbit.mass = 0;
    for (int samples = HZ_MOST_STRIDE; !quiet && left == 1 && samples > 1; samples /= 2)
        if (begin_stride(e, s, samples))
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
    if (k->touching && e->phase->stride.samples > 0)
        return 0;
    return s->object.pickups > 0 && k->ringing.n == 0 && !io->ring && !io->ledger && !io->meter[HZ_POSITION] &&
           !io->meter[HZ_COMPRESSION] &&
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

/* A run of samples of a contact, taken by whole steps and strides. */
typedef struct whole_samples {
    hz_mode_step *striker, *object;    /* whole steps ... */
    const hz_tilted_columns *columns;  /* ... of both */
    hz_pair_stride stride[HZ_STRIDES]; /* those of two samples, of four and of eight, once they are asked for */
    hz_bank_walk walk;                 /* of the object */
    int ahead;                         /* it has looked ahead so many samples; 0: it has not */
    double share;                      /* of the spring's swing that a step takes before it is stretched */
    double rate;                       /* of what happens in the contact now: collide:pace */
} whole_samples;

/* The equation of the next whole step. */
static inline hz_tilted_equation whole_equation(const hz_events *e, hz_contact_system *s, whole_samples *w)
{
    const hz_contact_striker *k = s->striker;
    double outer = s->outer.object;
    if (!w->striker) {
        w->striker = hz_bank_step(&s->striker->body, s->h);
        w->object = hz_bank_step(&s->object, s->h);
        w->columns = hz_pair_columns(s, s->h);
    }
    if (w->ahead != 1)
        w->walk.next = hz_bank_look_tilted(&s->object, w->object, 0);
    w->ahead = 1;
    const hz_tilted_reach *object = &w->walk.next;
    hz_tilted_reach a = hz_bank_look_tilted_one(&k->body, w->striker, s->outer.striker);
    return (hz_tilted_equation){ .law = &s->law,
                                 .columns = w->columns,
                                 .eta = k->eta,
                                 .v = k->v,
                                 .spring = e->phase->spring,
                                 .elastic = k->elastic,
                                 .run = a.du - (object->du + w->object->g * outer) - s->slide * s->h,
                                 .v_end = a.v - (object->v + w->object->g_v * outer) - s->slide,
                                 .moment = a.moment - (object->moment - w->object->tilt_u * outer) };
}

/* The equation of the next stride of so many samples. */
static inline hz_tilted_equation stride_equation(const hz_events *e, hz_contact_system *s, whole_samples *w,
                                                 int samples)
{
    hz_pair_stride *g = &w->stride[hz_which_stride(samples)];
    if (!g->columns)
        *g = hz_pair_stride_of(s, samples);
    if (w->ahead != samples)
        w->walk.next = hz_bank_look_stride(&s->object, g->object);
    w->ahead = samples;
    return hz_pair_stride_equation(s, g, &w->walk.next, e->phase->spring);
}

/* Takes the striker over so many samples. */
static inline hz_reach take_mass(hz_contact_system *s, int samples, const hz_curve_parts *part)
{
    hz_bank *m = &s->striker->body;
    hz_reach end = { 0 };
    double du = 0;
    for (int k = 0; k < samples; k++) {
        end = hz_bank_take_one(m, &m->step[HZ_WHOLE_STEP], s->outer.striker - part->force[k], -part->tilt[k]);
        du += end.du;
    }
    end.du = du;
    return end;
}

/* Solves a whole step as solve_stride does a stride. */
static inline int solve_whole(const hz_events *e, const hz_contact_system *s, const hz_tilted_equation *q, double share,
                              hz_tilted_push *x, hz_curve_parts *part, double *rate)
{
    double force, tilt;
    hz_contact_phase_expect(e, s, s->h, &force, &tilt);
    hz_force_tilted(q, force, tilt, x);
    *rate = pace(s, x->spring, x->eta, x->v);
    part->force[0] = x->force;
    part->tilt[0] = x->tilt;
    return is_good(s, x, s->h, *rate, most_pace(e) * share) && !ends_before(s, x, s->h);
}

/* So many samples by one step, as hz_contact_phase_step would take them; 0, with nothing done, where that does
 * otherwise. */
static int take_whole(hz_events *e, hz_contact_system *s, whole_samples *w, int samples, const hz_collide_io *io,
                      int at)
{
    double d = samples * s->h, rate, share = samples > 1 ? stride_share * w->share : w->share;
    if (!is_tried(e->phase, samples) || !may_last(e, s, d, w->rate, share))
        return 0;
    hz_tilted_equation q = samples > 1 ? stride_equation(e, s, w, samples) : whole_equation(e, s, w);
    hz_tilted_push x;
    hz_curve_parts part;
    if (!(samples > 1 ? solve_stride(e, s, &q, share, &x, &part, &rate)
                      : solve_whole(e, s, &q, share, &x, &part, &rate)))
        return 0;
    hz_contact_phase_record(s, &x, hz_contact_phase_starts(e, s), d);
    hz_reach a = take_mass(s, samples, &part);
    for (int k = 0; k < samples; k++) { /* as impulse over time, which rounds */
        s->striker->impulse = part.force[k] * s->h;
        io->force[at + k] = s->striker->impulse / s->h;
    }
    hz_curve curve = { { x.force + s->outer.object, x.tilt, x.arch, x.sway, x.hump } };
    for (int k = 0; s->outer.object != 0 && k < samples; k++)
        part.force[k] += s->outer.object;
    hz_bank_walk_on(&s->object, samples, &curve, &part, &w->walk, at, io->audio, io->displacement);
    hz_contact_system_advance(s, a.du, w->walk.du, s->slide * d, a.v - w->walk.v - s->slide);
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
    if (hz_contact_system_slide(s, table) && s->striker->touching)
        hz_contact_phase_jolt(e, s);
}

/* Prepares a run of samples. A contact that begins now is begun. Returns whether there is one. */
static int begin_samples(hz_events *e, hz_contact_system *s, whole_samples *w)
{
    const hz_contact_striker *k = s->striker;
    if (!k->touching) {
        if (!hz_events_meets(s)) /* the table draws the object away */
            return 0;
        s->substeps = 0;
        hz_flight_touch(e, s);
    }
    w->share = swing_share / sub_steps(e, s);
    w->rate = pace(s, e->phase->spring, k->eta, k->v);
    return 1;
}

int hz_contact_phase_samples(hz_events *e, hz_contact_system *s, const hz_collide_io *io, int at)
{
    if (!goes_by_samples(e, s, io))
        return 0;
    whole_samples w = { .ahead = 0 };
    s->outer = (hz_outer){ 0 };
    int i = at, same = at, still = !io->force_a && !io->force_b && !io->table && s->slide == 0;
    for (int some = 1; some > 0 && i < io->n && (i == at || s->striker->touching); i += some) {
        double table = io->table ? io->table[i] : s->object.origin;
        if (i >= same) {
            if (!still)
                act(e, s, io, i, table);
            same = still ? io->n : i + hz_contact_system_even(s, io, i, io->n);
        }
        if (i == at && !begin_samples(e, s, &w))
            break;
        if (fabs(s->striker->v) < s->params.quiet) /* one sample by itself finds out whether the contact is quiet */
            break;
        some = 0;
        for (int samples = HZ_MOST_STRIDE; some == 0 && samples > 0; samples /= 2)
            some = same - i < samples ? 0 : take_whole(e, s, &w, samples, io, i);
        if (some > 0)
            s->object.origin = table; /* without the rounding on the way */
    }
    if (i > at)
        count(s, i - at);
    e->unsettled += i - at;
    return i - at;
}
