/* solve: the forces of all contacts in a step that was looked at. */
#include <math.h>
#include <string.h>

#include "core/base/root.h"
#include "free_wall.h"

/* How often the forces of several contacts are sought, at most. */
enum { MOST_ROUNDS = 20 };
/* A change of the forces that is none, as a part of the largest. */
static const double settled = 1e-14, nearly_settled = 1e-12;

/* The force that the last step lets expect, as its parabola goes on. */
static void expect(const hz_collide *c, const hz_step *g, hz_step_striker *p)
{
    const hz_collide_touch *t = p->touch;
    const hz_law *l = &c->system.law;
    double d = g->length;
    if (t->spring == 0) {
        p->x.tilt = hz_law_force(l, p->its->eta + p->its->v * d, p->its->v);
        p->x.force = p->x.tilt / (l->exponent + 1);
    } else {
        p->x.tilt = d * (t->slope + t->bend * d);
        p->x.force = hz_collide_greater(p->starts + 0.5 * p->x.tilt - t->bend * d * d * (1.0 / 6), 0);
    }
}

/* ---- several ---- */

static void add_up(hz_step *g)
{
    g->all = (hz_collide_force){ 0 };
    EACH_TOUCH(p, g)
    {
        g->all.mean += p->x.force;
        g->all.tilt += p->x.tilt;
    }
}

/* The step of a contact as the forces of the others leave it. */
static hz_tilted_equation beside_others(const hz_step *g, const hz_step_striker *p, double force, double tilt)
{
    const hz_mobility *o = &g->mobility;
    hz_tilted_equation q = p->q;
    q.run -= o->g * force + o->e * tilt;
    q.v_end -= o->g_v * force + o->e_v * tilt;
    q.moment += o->e * force - o->k * tilt;
    return q;
}

/* The force and tilt x that solve `a x = y`. */
static hz_collide_force divided(const hz_tilted_answer *a, const hz_collide_force *y)
{
    double one = 1 / (a->ff * a->tt - a->ft * a->tf);
    return (hz_collide_force){ (a->tt * y->mean - a->ft * y->tilt) * one, (a->ff * y->tilt - a->tf * y->mean) * one };
}

static hz_collide_force times(const hz_tilted_answer *a, const hz_collide_force *x)
{
    return (hz_collide_force){ a->ff * x->mean + a->ft * x->tilt, a->tf * x->mean + a->tt * x->tilt };
}

/* collide:several  Newton's step for all forces: each contact's answer to the others is two numbers, so that the sum of
 * all forces is two unknowns. `others` are the forces beside which each was solved. */
static void move_together(hz_step *g, const hz_collide_force *others)
{
    const hz_tilted_columns by = hz_tilted_columns_of(&g->mobility, g->length);
    double alone = 1 - g->touches;
    hz_tilted_answer kept = { alone, 0, 0, alone }, share[HZ_MOST_STRIKERS];
    hz_collide_force all = { 0 }, own[HZ_MOST_STRIKERS];
    EACH_TOUCH(p, g)
    {
        long i = p - g->of;
        hz_tilted_answer b = hz_force_tilted_answer(&p->solved, &p->x, &by);
        hz_collide_force moved = times(&b, &others[i]), at = { p->x.force - moved.mean, p->x.tilt - moved.tilt };
        b.ff++;
        b.tt++;
        own[i] = divided(&b, &at);
        double one = 1 / (b.ff * b.tt - b.ft * b.tf);
        share[i] = (hz_tilted_answer){ b.tt * one, -b.ft * one, -b.tf * one, b.ff * one };
        kept = (hz_tilted_answer){ kept.ff + share[i].ff, kept.ft + share[i].ft, kept.tf + share[i].tf,
                                   kept.tt + share[i].tt };
        all = (hz_collide_force){ all.mean + own[i].mean, all.tilt + own[i].tilt };
    }
    all = divided(&kept, &all);
    EACH_TOUCH(p, g)
    {
        long i = p - g->of;
        hz_collide_force shared = times(&share[i], &all);
        p->x.force = own[i].mean + (all.mean - shared.mean);
        p->x.tilt = own[i].tilt + (all.tilt - shared.tilt);
    }
}

/* Each force is sought beside the others, until none changes. */
static int solve_several(hz_collide *c, hz_step *g)
{
    double before = HUGE_VAL;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        double change = 0, largest = 0;
        hz_collide_force others[HZ_MOST_STRIKERS];
        add_up(g);
        EACH_TOUCH(p, g)
        {
            hz_collide_force was = { p->x.force, p->x.tilt }, rest = { g->all.mean - was.mean, g->all.tilt - was.tilt };
            hz_work_spend(&c->system.work, round > 0); /* the first is part of a step's price */
            others[p - g->of] = rest;
            p->solved = beside_others(g, p, rest.mean, rest.tilt);
            hz_force_tilted(&p->solved, was.mean, was.tilt, &p->x);
            if (!(p->x.force == p->x.force))
                return 0;
            change = fmax(change, fabs(p->x.force - was.mean) + fabs(p->x.tilt - was.tilt));
            largest = fmax(largest, fabs(p->x.force) + fabs(p->x.tilt));
        }
        if (change <= settled * largest || (change <= nearly_settled * largest && change > 0.5 * before))
            return 1; /* it is rounding */
        move_together(g, others);
        before = change;
    }
    return 0;
}

/* ---- a passive step ---- */

/* A striker's force where all forces together are so large: with that sum given, it falls as it grows. */
static hz_push passive_force(const hz_step *g, hz_step_striker *p, double sum)
{
    const hz_mobility *o = &g->mobility;
    hz_tilted_equation q = beside_others(g, p, sum, 0);
    double give = 0, give_v = 0;
    for (int i = 0; i < 2; i++) {
        hz_bank *m = i ? &p->its->ringing : &p->its->body;
        if (m->n == 0)
            continue;
        hz_mobility one = hz_bank_mobility(m, hz_bank_step(m, g->length));
        give += one.g;
        give_v += one.g_v;
    }
    hz_force_equation e = {
        q.law, q.eta, p->its->touching ? p->its->elastic : 0, q.v, { q.run, q.v_end, give, give_v }, g->length
    };
    if (g->n == 1) { /* alone it moves the object too */
        e.r.g += o->g;
        e.r.g_v += o->g_v;
    }
    return hz_force_gradient(&e, p->x.force);
}

/* By how much the forces that answer to a sum fall short of it. */
static double short_of(hz_step *g, double sum)
{
    double all = 0;
    for (hz_step_striker *p = g->of; p < g->of + g->n; p++)
        all += p->x.force = passive_force(g, p, sum).force;
    return sum - all;
}

/* What a passive step comes to, as one that was solved. */
static hz_tilted_push pushed(const hz_step_striker *p, const hz_push *f)
{
    const hz_law *l = p->q.law;
    double spring = hz_law_spring(l, f->eta);
    return (hz_tilted_push){ .force = f->force,
                             .v = f->v,
                             .run = f->eta - p->its->eta,
                             .eta = f->eta,
                             .spring = spring,
                             .elastic = hz_law_potential(l, f->eta),
                             .pushes = hz_law_damped(l, spring, f->v),
                             .loss = hz_collide_greater(f->loss, 0), /* but for rounding */
                             .v_half = 0.5 * (p->its->v + f->v),
                             .pushes_half = f->force };
}

/* Also a striker that does not touch yet may meet the object in it. */
static void solve_passively(hz_step *g)
{
    double sum = 0;
    for (hz_step_striker *p = g->of; p < g->of + g->n; p++)
        p->x.force = p->its->touching ? p->starts : 0;
    if (g->n > 1) {
        double none = -short_of(g, 0);
        if (none > 0) {
            hz_root r = hz_root_secant_from(0, -none, none, short_of(g, none));
            while (hz_root_secant(&r, short_of(g, r.x)))
                ;
            sum = r.x;
        }
    }
    g->all = (hz_collide_force){ 0 };
    for (hz_step_striker *p = g->of; p < g->of + g->n; p++) {
        hz_push f = passive_force(g, p, sum);
        p->x = pushed(p, &f);
        g->all.mean += f.force;
    }
}

/* ---- all ---- */

void hz_collide_find_end(const hz_collide *c, hz_step *g)
{
    const hz_mobility *o = &g->mobility;
    double force = c->system.outer.object + g->all.mean, tilt = g->all.tilt;
    g->end = *g->object;
    if (g->samples > 1) {
        hz_curve curve = { { force, tilt } };
        EACH_TOUCH(p, g)
        {
            curve.of[2] = p->x.arch;
            curve.of[3] = p->x.sway;
            curve.of[4] = p->x.hump;
        }
        if (!g->stride)
            return;
        hz_reach end = hz_stride_leads(g->stride, g->object, &curve);
        g->end.du = end.du;
        g->end.v = end.v;
        for (int k = 0; k < HZ_CURVE_SHAPES; k++)
            g->end.moment += g->stride->by[k].moment * curve.of[k];
        return;
    }
    g->end.du += o->g * force + o->e * tilt;
    g->end.v += o->g_v * force + o->e_v * tilt;
    g->end.moment += o->k * tilt - o->e * force;
}

/* Where one that flies comes to: nothing pushes it. */
static void fly_on(const hz_step *g, hz_step_striker *p, double outer)
{
    double du = g->object->du, v = g->object->v, moment = g->object->moment;
    if (g->stride) {
        du += g->stride->by[0].du * outer;
        v += g->stride->by[0].v * outer;
        moment += g->stride->by[0].moment * outer;
    } else {
        du += g->mobility.g * outer;
        v += g->mobility.g_v * outer;
        moment -= g->mobility.e * outer;
    }
    p->x.force = p->x.tilt = 0;
    p->x.run = p->q.run - (g->end.du - du);
    p->x.eta = p->its->eta + p->x.run;
    p->x.v = p->q.v_end - (g->end.v - v);
    p->q.moment -= g->end.moment - moment; /* what judges the way asks for it */
}

static void fly_beside(hz_collide *c, hz_step *g)
{
    hz_collide_find_end(c, g);
    for (hz_step_striker *p = g->of; p < g->of + g->n; p++)
        if (!p->its->touching)
            fly_on(g, p, c->system.outer.object);
}

/* The force of one, also of a stride, and in each of its samples. */
static void solve_one(hz_collide *c, hz_step *g, hz_step_striker *p)
{
    hz_tilted_push *x = &p->x;
    expect(c, g, p);
    if (g->samples > 1) {
        hz_force_curved(&p->q, x->force, x->tilt, x);
        hz_curve_in_parts(&(hz_curve){ { x->force, x->tilt, x->arch, x->sway, x->hump } }, g->samples, &p->parts);
    } else {
        hz_force_tilted(&p->q, x->force, x->tilt, x);
        p->parts.force[0] = x->force;
        p->parts.tilt[0] = x->tilt;
    }
    g->all = (hz_collide_force){ x->force, x->tilt };
    g->found = x->force == x->force;
}

/* A free mass on a wall goes where its level says. */
static void follow_level(hz_step *g, hz_step_striker *p)
{
    p->level_end = p->level;
    if (g->found)
        hz_free_wall_put(p->q.law, p->its->body.mass[0], p->load, &p->level_end, &p->q, &p->x);
    g->all = (hz_collide_force){ p->x.force, p->x.tilt };
}

void hz_collide_solve(hz_collide *c, hz_step *g)
{
    g->found = 1;
    if (g->kind == HZ_STEP_REST || g->kind == HZ_STEP_FLIGHT)
        return;
    if (g->kind != HZ_STEP_SOLVED) {
        solve_passively(g);
        return;
    }
    if (g->touches == 1) {
        solve_one(c, g, g->touching[0]);
        if (g->touching[0]->level > 0)
            follow_level(g, g->touching[0]);
    } else {
        EACH_TOUCH(p, g) expect(c, g, p);
        g->found = g->touches == 0 || solve_several(c, g);
        add_up(g);
    }
    if (g->touches < g->n)
        fly_beside(c, g);
}
