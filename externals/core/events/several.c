/* several: several strikers on one object (collide:several).
 *
 * Strikers that are surely far from the surface during a sample fly over it by themselves. If one is left, it goes as
 * if it were alone. Several take their steps together: each step is as long as the contact allows that wants the
 * shortest, the forces are found together, and it ends where one of them meets the object. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/root.h"

/* How often a step is halved, and how often the forces are sought, at most. */
enum { MOST_HALVINGS = 12, MOST_ROUNDS = 20 };

/* A change of the forces that is none, as a part of the largest. */
static const double settled = 1e-14, nearly_settled = 1e-12;
/* A striker that gets to the surface in so small a part of a sample is there. */
static const double at_surface = 1e-12;

/* Mean and tilt of a force. */
typedef struct pair {
    double force, tilt;
} pair;

/* A striker that takes part in the step, and what was found for it. */
typedef struct member {
    int striker;
    int presses; /* it is in contact */
    hz_look look;
    hz_tilted_equation q;
    hz_tilted_push x;
    hz_reach reach;
    double starts;
    /* While forces are sought: its equation, the forces of the others in it, and what the next round takes from it. */
    hz_tilted_equation solved;
    pair others, own;
    hz_tilted_answer share;
} member;

/* A step of several strikers. `event` is the member that touches at its end, or NULL. */
typedef struct crew {
    int n, pressing;
    member of[HZ_MOST_STRIKERS];
    double d;
    hz_mobility object; /* what force and tilt do to it in the step */
    double force, tilt; /* of all contacts together */
    member *event;
} crew;

#define EACH_MEMBER(m, c) for (member *m = (c)->of; m < (c)->of + (c)->n; m++)

static void turn(hz_events *e, hz_contact_system *s, const member *m)
{
    hz_events_turn(e, s, m->striker);
}

/* ---- who takes part ---- */

/* Whether a striker surely does not reach a surface that is so fast at most, within a time. */
static int is_far(const hz_contact_system *s, int k, double surface, double time)
{
    const hz_contact_striker *its = &s->strikers[k];
    const hz_bank *body = &its->body;
    if (its->touching)
        return 0;
    double spring = body->omega[0] * body->q[0], speed = sqrt(body->v[0] * body->v[0] + spring * spring);
    double pull = fabs(body->load) + (k == s->last ? fabs(s->outer.hand) * body->inverse_mass : 0);
    if (its->ringing.n > 0) {
        hz_survey r = hz_bank_survey(&its->ringing);
        speed += sqrt(2 * (r.kinetic + r.potential) * its->ringing.inverse_mass);
    }
    return its->eta + (speed + pull * time + surface) * time < 0;
}

/* The energy that a striker may bring to the object within a time. */
static double brings(const hz_contact_system *s, const hz_contact_striker *its, double time)
{
    hz_survey r = hz_bank_survey(&its->ringing);
    double v = its->body.v[0], spring = its->body.omega[0] * its->body.q[0];
    double elastic = its->touching ? its->elastic : 0,
           pull = fabs(s->outer.hand) + fabs(its->body.load) * its->body.mass[0];
    return elastic + r.kinetic + r.potential + 0.5 * its->body.mass[0] * (v * v + spring * spring) +
           fabs(v) * time * pull;
}

/* collide:several  How fast the surface can be, at most, within a time: strikers that touch bring it energy, and those
 * that may come to it so fast. */
static double fastest_surface(const hz_contact_system *s, double time)
{
    double outer = fabs(s->outer.object) * s->object.inverse_mass * time + fabs(s->slide), speed = outer;
    if (s->object.n == 0)
        return speed;
    hz_survey o = hz_bank_survey(&s->object);
    double energy = o.kinetic + o.potential;
    int counted[HZ_MOST_STRIKERS] = { 0 }, more = 1;
    while (more) {
        more = 0;
        speed = sqrt(2 * energy * s->object.inverse_mass) + outer;
        for (int k = 0; k < s->n; k++)
            if (!counted[k] && !is_far(s, k, speed, time)) {
                energy += brings(s, &s->strikers[k], time);
                counted[k] = more = 1;
            }
    }
    return speed;
}

/* Flies a striker that meets nothing. */
static void fly_alone(hz_events *e, hz_contact_system *s, int k)
{
    hz_look look = { .length = s->h };
    hz_events_turn(e, s, k);
    hz_pair_take_striker(s, &look, 0, 0);
    hz_contact_system_measure(s);
}

/* Goes through the sample with the present striker alone. */
static void go_alone(hz_events *e, hz_contact_system *s)
{
    for (double left = 1; left > 0;) {
        left -= hz_events_step(e, s, left);
        if (left < 1e-15)
            left = 0;
    }
}

/* ---- a step together ---- */

/* Looks at a step of this length; the object once. */
static void look(hz_events *e, hz_contact_system *s, crew *c, double d)
{
    const hz_look *object = NULL;
    c->d = d;
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        m->look = hz_pair_look_with(s, d, object, &m->q);
        m->starts = hz_contact_phase_starts(e, s);
        object = &m->look;
    }
    c->object = hz_bank_mobility(&s->object, hz_bank_step(&s->object, d));
}

/* The step of a member as the forces of the others leave it. */
static hz_tilted_equation beside_others(const crew *c, const member *m)
{
    double force = c->force - m->x.force, tilt = c->tilt - m->x.tilt;
    const hz_mobility *o = &c->object;
    hz_tilted_equation q = m->q;
    q.run -= o->g * force + o->e * tilt;
    q.v_end -= o->g_v * force + o->e_v * tilt;
    q.moment += o->e * force - o->k * tilt;
    return q;
}

/* Finds the force of a member beside those of the others. Returns by how much it changed; not a number where it was not
 * found. */
static double solve_one(hz_events *e, hz_contact_system *s, const crew *c, member *m)
{
    turn(e, s, m);
    m->solved = beside_others(c, m);
    m->others = (pair){ c->force - m->x.force, c->tilt - m->x.tilt };
    hz_tilted_push x = hz_pair_solve(s, &m->solved, e->phase->spring, m->x.force, m->x.tilt);
    double change = fabs(x.force - m->x.force) + fabs(x.tilt - m->x.tilt);
    m->x = x;
    return change;
}

static void add_up(crew *c)
{
    c->force = c->tilt = 0;
    EACH_MEMBER(m, c)
    {
        c->force += m->x.force;
        c->tilt += m->x.tilt;
    }
}

/* The force and tilt that solve `a x = y`. */
static pair divided(const hz_tilted_answer *a, const pair *y)
{
    double one = 1 / (a->ff * a->tt - a->ft * a->tf);
    return (pair){ (a->tt * y->force - a->ft * y->tilt) * one, (a->ff * y->tilt - a->tf * y->force) * one };
}

static pair times(const hz_tilted_answer *a, const pair *x)
{
    return (pair){ a->ff * x->force + a->ft * x->tilt, a->tf * x->force + a->tt * x->tilt };
}

/* collide:several  Newton's step for all forces: where each member's answer to the others leads if they all move. */
static void move_together(crew *c)
{
    const hz_tilted_columns others = hz_tilted_columns_of(&c->object, c->d);
    double alone = 1 - c->pressing;
    hz_tilted_answer kept = { alone, 0, 0, alone };
    pair all = { 0 };
    EACH_MEMBER(m, c)
    {
        if (!m->presses)
            continue;
        hz_tilted_answer b = hz_force_tilted_answer(&m->solved, &m->x, &others);
        pair moved = times(&b, &m->others), at = { m->x.force - moved.force, m->x.tilt - moved.tilt };
        b.ff++;
        b.tt++;
        m->own = divided(&b, &at);
        double one = 1 / (b.ff * b.tt - b.ft * b.tf);
        m->share = (hz_tilted_answer){ b.tt * one, -b.ft * one, -b.tf * one, b.ff * one };
        kept = (hz_tilted_answer){ kept.ff + m->share.ff, kept.ft + m->share.ft, kept.tf + m->share.tf,
                                   kept.tt + m->share.tt };
        all = (pair){ all.force + m->own.force, all.tilt + m->own.tilt };
    }
    all = divided(&kept, &all);
    EACH_MEMBER(m, c)
    {
        pair shared = times(&m->share, &all);
        if (m->presses) {
            m->x.force = m->own.force + (all.force - shared.force);
            m->x.tilt = m->own.tilt + (all.tilt - shared.tilt);
        }
    }
}

/* Finds all forces of a step that was looked at, each beside the others until none changes. Returns whether they were
 * found. */
static int solve(hz_events *e, hz_contact_system *s, crew *c)
{
    EACH_MEMBER(m, c)
    {
        m->x = (hz_tilted_push){ 0 };
        turn(e, s, m);
        if (m->presses)
            hz_contact_phase_expect(e, s, c->d, &m->x.force, &m->x.tilt);
    }
    double before = HUGE_VAL;
    for (int i = 0; i < MOST_ROUNDS; i++) {
        double change = 0, largest = 0;
        add_up(c);
        EACH_MEMBER(m, c)
        {
            if (!m->presses)
                continue;
            hz_work_spend(&s->work, i > 0); /* the first is part of a sub-step's price */
            change = fmax(change, solve_one(e, s, c, m));
            largest = fmax(largest, fabs(m->x.force) + fabs(m->x.tilt));
            if (!(m->x.force == m->x.force))
                return 0;
        }
        if (c->pressing < 2 || change <= settled * largest ||
            (change <= nearly_settled * largest && change > 0.5 * before)) { /* it is rounding */
            add_up(c);
            return 1;
        }
        move_together(c);
        before = change;
    }
    return 0;
}

/* Looks at a step of this length and finds its forces. */
static int find(hz_events *e, hz_contact_system *s, crew *c, double d)
{
    look(e, s, c, d);
    return solve(e, s, c);
}

/* Whether the step came out for all contacts, and whether it may be taken. */
static int is_solved(const crew *c)
{
    for (const member *m = c->of; m < c->of + c->n; m++)
        if (m->presses && !hz_contact_phase_is_solved(&m->x))
            return 0;
    return 1;
}

static int is_good(hz_events *e, hz_contact_system *s, crew *c)
{
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        if (m->presses && !hz_contact_phase_is_good(e, s, &m->x, c->d))
            return 0;
    }
    return 1;
}

/* ---- what happens to those without force ---- */

/* Where a member without force is at the end of the step: compression and velocity. */
static double compression_of(const hz_contact_system *s, const crew *c, const member *m, double *v)
{
    hz_tilted_equation q = beside_others(c, m);
    *v = q.v_end;
    return s->strikers[m->striker].eta + q.run;
}

/* Whether the step leads a member without force over the surface. */
static int crosses(const hz_contact_system *s, const crew *c, const member *m)
{
    double v;
    return !m->presses && s->strikers[m->striker].eta < 0 && compression_of(s, c, m, &v) > 0;
}

/* collide:several  Whether a member without force may have touched and left inside the step: it came and goes, and the
 * lines of both speeds meet beyond the surface, or beyond half its way there. */
static int may_graze(const hz_contact_system *s, const crew *c, const member *m)
{
    const hz_contact_striker *its = &s->strikers[m->striker];
    double v, eta = compression_of(s, c, m, &v), came = its->v;
    if (m->presses || !(came > 0 && v < 0))
        return 0;
    return its->eta + 2 * came * (eta - its->eta - v * c->d) / (came - v) > 0;
}

/* Whether no contact is missed in a step whose forces were found. */
static int misses_none(const hz_contact_system *s, const crew *c)
{
    for (const member *m = c->of; m < c->of + c->n; m++)
        if (may_graze(s, c, m))
            return 0;
    return 1;
}

/* Shortens the step to where a member crosses the surface, to rounding, by Newton's method: a little more of the step
 * takes it on as fast as it is at its end. Returns whether the forces were found. */
static int shorten(hz_events *e, hz_contact_system *s, crew *c, member *m)
{
    const hz_contact_striker *its = &s->strikers[m->striker];
    double v, eta = compression_of(s, c, m, &v);
    hz_root r = hz_root_from(0, c->d, c->d * (its->eta / (its->eta - eta)));
    r.small = 1e-12;
    do {
        if (!find(e, s, c, r.x))
            return 0;
        eta = compression_of(s, c, m, &v);
    } while (hz_root_newton(&r, eta, v));
    c->event = m;
    return find(e, s, c, r.x);
}

/* Shortens the step to the first that crosses. */
static int up_to_event(hz_events *e, hz_contact_system *s, crew *c)
{
    EACH_MEMBER(m, c)
    if (m != c->event && crosses(s, c, m) && !shorten(e, s, c, m))
        return 0;
    return 1;
}

/* ---- how long it is ---- */

/* How long the step may be for a member, as a part of the sample of which so much is left. */
static double part_for(hz_events *e, hz_contact_system *s, const crew *c, const member *m, double left, int spare)
{
    if (!m->presses)
        return left;
    turn(e, s, m);
    /* collide:several  The object gives way to all of them, so that each swings faster. */
    double faster = sqrt(1 + (c->pressing - 1) * s->object.inverse_mass / s->striker->inverse);
    return hz_contact_phase_part(e, s, left, spare, faster);
}

static double part_of(hz_events *e, hz_contact_system *s, const crew *c, double left)
{
    int spare = hz_events_bound(e) - s->substeps;
    double part = left;
    for (const member *m = c->of; m < c->of + c->n; m++)
        part = fmin(part, part_for(e, s, c, m, left, spare));
    return part;
}

/* ---- taking it ---- */

/* Whether somebody who is at the surface moves in; then its contact begins. */
static int begins(hz_events *e, hz_contact_system *s, const crew *c)
{
    int some = 0;
    for (const member *m = c->of; m < c->of + c->n; m++) {
        const hz_contact_striker *its = &s->strikers[m->striker];
        if (its->touching || !(its->v > 0 && its->eta >= -at_surface * its->v * s->h))
            continue;
        turn(e, s, m);
        hz_flight_touch(e, s);
        some = 1;
    }
    return some;
}

/* All bodies take the step. */
static void take(hz_events *e, hz_contact_system *s, crew *c)
{
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        if (m->presses)
            hz_contact_phase_record(s, &m->x, m->starts, c->d);
        m->reach = hz_pair_take_striker(s, &m->look, m->x.force, m->x.tilt);
    }
    hz_reach object = hz_pair_take_object(s, &c->of[0].look, c->force, c->tilt);
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        hz_pair_take_compression(s, &m->look, &m->reach, &object, m->x.force);
    }
}

/* What comes of it for each. */
static void follow(hz_events *e, hz_contact_system *s, crew *c)
{
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        if (m->presses)
            hz_contact_phase_took(e, s, &m->x, c->d);
        else if (m == c->event)
            hz_contact_system_snap_touch(s);
        else
            hz_contact_system_measure(s);
    }
}

/* ---- a step across everything ---- */

/* The push of a member of which all forces together are so large, from a guess at its force. */
static hz_push across_one(hz_events *e, hz_contact_system *s, const crew *c, const member *m, double sum)
{
    const hz_mobility *o = &c->object;
    hz_look k = m->look;
    turn(e, s, m);
    k.r.du -= o->g * sum;
    k.r.v -= o->g_v * sum;
    k.r.g -= o->g;
    k.r.g_v -= o->g_v;
    return hz_pair_solve_across(s, &k, m->x.force);
}

/* By how much the forces that answer to a sum of forces fall short of it. */
static double short_of(hz_events *e, hz_contact_system *s, crew *c, double sum)
{
    double all = 0;
    EACH_MEMBER(m, c) all += m->x.force = across_one(e, s, c, m, sum).force;
    return sum - all;
}

/* What comes of a sum that has been found. */
static void answer_to(hz_events *e, hz_contact_system *s, crew *c, double sum)
{
    EACH_MEMBER(m, c)
    {
        hz_push p = across_one(e, s, c, m, sum);
        m->x = hz_contact_phase_across(s, &p);
    }
    add_up(c);
}

/* One step of this length, passive whatever happens in it (collide:several); 0, with nothing done, where some contact
 * would end as fast as `most`. `over`: it is as brief as what is left of a contact that is over. */
static int cross(hz_events *e, hz_contact_system *s, crew *c, double d, double most, int over)
{
    look(e, s, c, d);
    EACH_MEMBER(m, c) m->x = (hz_tilted_push){ .force = m->starts };
    double none = -short_of(e, s, c, 0), sum = none;
    if (none > 0) {
        hz_root r = hz_root_secant_from(0, -none, none, short_of(e, s, c, none));
        while (hz_root_secant(&r, short_of(e, s, c, r.x)))
            ;
        sum = r.x;
    }
    answer_to(e, s, c, sum);
    EACH_MEMBER(m, c)
    if (most < HUGE_VAL && !(fabs(m->x.v) < most))
        return 0;
    EACH_MEMBER(m, c)
    {
        hz_contact_striker *its = &s->strikers[m->striker];
        turn(e, s, m);
        if (!its->touching && (m->x.eta > 0 || m->x.force > 0))
            hz_contact_phase_begin(e, s);
        if (its->touching) {
            m->presses = 1;
            if (!over && (most == HUGE_VAL || !(m->x.eta > 0)))
                hz_contact_phase_doubt(s, m->x.v);
        }
    }
    take(e, s, c);
    follow(e, s, c);
    EACH_MEMBER(m, c) e->phases[m->striker].slope = e->phases[m->striker].bend = 0;
    return 1;
}

static int all_are_quiet(hz_events *e, hz_contact_system *s, crew *c)
{
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        if (!(m->presses && hz_contact_phase_is_quiet(e, s)))
            return 0;
    }
    return 1;
}

static int some_are_over(hz_events *e, hz_contact_system *s, crew *c)
{
    int some = 0;
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        some |= m->presses && hz_contact_phase_is_over(s);
    }
    return some;
}

/* One step of them all, at most `left` long, both as parts of the sample; what it took. */
static double step(hz_events *e, hz_contact_system *s, crew *c, double left)
{
    int spare = hz_events_bound(e) - s->substeps;
    c->event = NULL;
    if (begins(e, s, c))
        return 0;
    c->pressing = 0;
    EACH_MEMBER(m, c)
    {
        m->presses = s->strikers[m->striker].touching;
        c->pressing += m->presses;
    }
    double part = part_of(e, s, c, left);
    if (spare <= 1 || hz_contact_system_work(s) == HZ_WORK_PASSIVE)
        return cross(e, s, c, left * s->h, HUGE_VAL, 0) ? left : 0;
    if (all_are_quiet(e, s, c) && cross(e, s, c, left * s->h, 2 * s->params.quiet, 0))
        return left;
    if (some_are_over(e, s, c)) {
        cross(e, s, c, part * s->h, HUGE_VAL, 1);
        return part;
    }
    int found = find(e, s, c, part * s->h), halvings = spare > 4 ? 0 : MOST_HALVINGS;
    for (; halvings < MOST_HALVINGS && !(found && is_good(e, s, c) && misses_none(s, c)); halvings++) {
        part = hz_contact_phase_rounded(s, 0.5 * part);
        found = find(e, s, c, part * s->h);
    }
    double ends = 1, good = part * s->h; /* what ends it early tells nothing of how long the next may be */
    EACH_MEMBER(m, c)
    {
        turn(e, s, m);
        if (found && m->presses)
            ends = fmin(ends, hz_contact_phase_ends(s, &m->x, c->d));
    }
    if (ends < 1) {
        part *= ends;
        found = find(e, s, c, part * s->h);
    }
    for (; halvings < MOST_HALVINGS && !(found && is_solved(c)); halvings++) {
        part *= 0.5;
        found = find(e, s, c, part * s->h);
        good = part * s->h;
    }
    if (!(found && is_solved(c) && up_to_event(e, s, c) && is_solved(c))) {
        cross(e, s, c, part * s->h, HUGE_VAL, 0);
        return part;
    }
    if (c->event)
        part = c->d / s->h;
    EACH_MEMBER(m, c) e->phases[m->striker].next = m->presses ? 2 * good : e->phases[m->striker].next;
    take(e, s, c);
    follow(e, s, c);
    return part;
}

void hz_several_sample(hz_events *e, hz_contact_system *s)
{
    crew c = { 0 };
    int near[HZ_MOST_STRIKERS], n = 0;
    double surface = fastest_surface(s, s->h), origin = s->object.origin;
    for (int k = 0; k < s->n; k++)
        if ((near[k] = !is_far(s, k, surface, s->h)))
            c.of[n++].striker = k;
    c.n = n;
    if (n == 0 || s->object.n == 0) { /* strikers on a wall do not feel each other */
        near[s->last] = 1;
        c.of[0].striker = s->last;
        c.n = 1;
    }
    for (int k = 0; k < s->n; k++) {
        hz_events_turn(e, s, k);
        if (s->object.n == 0) /* each goes along with the table from where that was */
            s->object.origin = origin;
        if (near[k] && s->outer.jolted && s->striker->touching)
            hz_contact_phase_jolt(e, s);
        if (near[k] && (c.n == 1 || s->object.n == 0))
            go_alone(e, s);
    }
    for (double left = c.n > 1 && s->object.n > 0; left > 0;) {
        left -= step(e, s, &c, left);
        if (left < 1e-15)
            left = 0;
    }
    for (int k = 0; k < s->n; k++)
        if (!near[k])
            fly_alone(e, s, k);
}
