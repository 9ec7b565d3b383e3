/* look: where modes and masses would go in a step without the contacts' forces. */
#include "internal.h"

#include <stddef.h>

/* The mean of a unit of hump (hz_stride), which a steady velocity feels. */
static const double hump_mean = 2.0 / 15;

/* Whether nothing tilts it: a step of flight. */
static int is_even(const hz_step *g)
{
    return g->samples <= 1 && g->touches == 0 && g->kind == HZ_STEP_SOLVED;
}

/* What a step of this length does to the object. */
static void find_step(hz_bank *object, hz_step *g)
{
    g->mobility = (hz_mobility){ 0 };
    g->step = NULL;
    g->stride = NULL;
    if (object->n == 0)
        return;
    if (g->samples > 1) {
        g->stride = hz_bank_stride(object, g->samples);
    } else if (is_even(g)) {
        g->step = hz_bank_even_step(object, g->length);
        g->mobility.g = g->step->g;
        g->mobility.g_v = g->step->g_v;
    } else {
        g->step = hz_bank_step(object, g->length);
        g->mobility = hz_bank_mobility(object, g->step);
    }
}

/* Where the object's modes go without any force. A step of whole samples may have been looked at when the last one was
 * taken. */
static void look_at_object(hz_collide *c, hz_step *g)
{
    hz_bank *b = &c->system.object;
    g->object = &g->looked;
    if (b->n == 0) {
        g->looked = (hz_tilted_reach){ 0 };
    } else if (is_even(g)) {
        hz_reach r = hz_bank_look(b, g->step, 0);
        g->looked = (hz_tilted_reach){ .du = r.du, .v = r.v };
        c->ahead = 0;
    } else if (g->samples == 0) {
        g->looked = hz_bank_look_tilted(b, g->step, 0);
    } else {
        if (c->ahead != g->samples)
            c->walk.next = g->stride ? hz_bank_look_stride(b, g->stride) : hz_bank_look_tilted(b, g->step, 0);
        g->object = &c->walk.next;
        c->ahead = g->samples;
    }
}

static void add(hz_tilted_reach *to, const hz_tilted_reach *of, double times)
{
    to->du += times * of->du;
    to->v += times * of->v;
    to->moment += times * of->moment;
    to->arch += times * of->arch;
    to->sway += times * of->sway;
    to->hump += times * of->hump;
}

/* What a force at its port does to the striker, mass and modes, and to the object. */
static const hz_tilted_columns *columns_of(hz_collide *c, const hz_step *g, hz_contact_striker *k)
{
    hz_tilted_columns *known = &k->columns[c->system.object.latest];
    if (known->length == g->length)
        return known;
    hz_mobility all = g->mobility;
    if (hz_collide_is_free(k)) { /* modal:tilt of a mass */
        double d = g->length, inverse = k->body.inverse_mass;
        all.g += 0.5 * d * d * inverse;
        all.g_v += d * inverse;
        all.e -= d * d * inverse * (1.0 / 12);
    }
    for (int i = hz_collide_is_free(k); i < 2; i++) {
        hz_bank *m = i ? &k->ringing : &k->body;
        if (m->n == 0)
            continue;
        hz_mobility one = hz_bank_mobility(m, hz_bank_step(m, g->length));
        all = (hz_mobility){ all.g + one.g, all.g_v + one.g_v, all.e + one.e, all.e_v + one.e_v, all.k + one.k };
    }
    *known = hz_tilted_columns_of(&all, g->length);
    return known;
}

static const hz_curve_columns *curve_columns_of(const hz_step *g, hz_contact_striker *k)
{
    hz_curve_columns *known = &k->strides[hz_which_stride(g->samples)];
    if (known->samples == g->samples)
        return known;
    const hz_stride *of[] = { hz_bank_stride(&k->body, g->samples),
                              k->ringing.n > 0 ? hz_bank_stride(&k->ringing, g->samples) : NULL, g->stride };
    hz_tilted_reach by[HZ_CURVE_SHAPES] = { 0 };
    for (int i = 0; i < 3; i++)
        for (int shape = 0; of[i] && shape < HZ_CURVE_SHAPES; shape++)
            add(&by[shape], &of[i]->by[shape], 1);
    *known = hz_curve_columns_of(by, g->length, g->samples);
    return known;
}

/* Where a striker's mass goes under what acts on it besides the contact. */
static hz_tilted_reach look_at_mass(const hz_step *g, const hz_step_striker *p)
{
    hz_bank *body = &p->its->body;
    double d = g->length, v = body->v[0], a = body->load + p->outer * body->inverse_mass;
    if (g->samples > 1 && p->its->touching) {
        const hz_stride *mass = hz_bank_stride(body, g->samples);
        const hz_tilted_reach *by = &mass->load;
        hz_tilted_reach r = { 0 };
        if (hz_collide_is_free(p->its))
            return (hz_tilted_reach){ d * v + a * by->du, v + a * by->v, a * by->moment,
                                      a * by->arch,       a * by->sway,  hump_mean * d * v + a * by->hump };
        r = hz_bank_look_stride(body, mass);
        add(&r, &mass->by[0], p->outer);
        return r;
    }
    if (hz_collide_is_free(p->its))
        return (hz_tilted_reach){ .du = d * (v + 0.5 * d * a), .v = v + d * a, .moment = d * d * a * (1.0 / 12) };
    return hz_bank_look_tilted(body, hz_bank_step(body, d), p->outer);
}

/* Where a striker goes that is not in contact over a stride, or over a shorter step. */
static hz_tilted_reach look_at_striker(const hz_step *g, hz_step_striker *p)
{
    hz_bank *ringing = &p->its->ringing;
    hz_tilted_reach r = look_at_mass(g, p);
    if (ringing->n > 0) {
        p->ringing = g->samples > 1 && p->its->touching
                         ? hz_bank_look_stride(ringing, hz_bank_stride(ringing, g->samples))
                         : hz_bank_look_tilted(ringing, hz_bank_step(ringing, g->length), 0);
        add(&r, &p->ringing, 1);
    }
    return r;
}

/* What does not change from step to step of one length. */
static void set_up(hz_collide *c, const hz_step *g, hz_step_striker *p)
{
    p->q.law = &c->system.law;
    if (!p->its->touching)
        return;
    if (g->samples > 1) {
        p->q.curve = curve_columns_of(g, p->its);
        p->q.columns = &p->q.curve->tied;
    } else {
        p->q.columns = columns_of(c, g, p->its);
    }
}

/* The equation of a striker's force: where it starts, and where all leads without the contacts' forces. */
static void look_at_pair(hz_collide *c, const hz_step *g, hz_step_striker *p, const hz_tilted_reach *object)
{
    const hz_contact_system *s = &c->system;
    const hz_contact_striker *k = p->its;
    hz_tilted_reach r = look_at_striker(g, p);
    p->q.eta = k->eta;
    p->q.v = k->v;
    p->q.run = r.du - object->du - s->slide * g->length;
    p->q.v_end = r.v - object->v - s->slide;
    p->q.moment = r.moment - object->moment;
    if (!k->touching)
        return;
    p->q.spring = p->touch->spring;
    p->q.elastic = k->elastic;
    p->starts = hz_law_damped(&s->law, p->touch->spring, k->v);
    if (g->samples > 1) {
        p->q.arch = r.arch - object->arch;
        p->q.sway = r.sway - object->sway;
        p->q.hump = r.hump - object->hump;
    }
}

/* What a constant force adds to it. */
static void push_object(const hz_step *g, double force, hz_tilted_reach *to)
{
    if (g->stride) {
        add(to, &g->stride->by[0], force);
    } else {
        to->du += g->mobility.g * force;
        to->v += g->mobility.g_v * force;
        to->moment -= g->mobility.e * force;
    }
}

void hz_collide_look(hz_collide *c, hz_step *g)
{
    double outer = c->system.outer.object;
    if (g->kind == HZ_STEP_REST || g->kind == HZ_STEP_FLIGHT)
        return;
    if (!g->again) {
        find_step(&c->system.object, g);
        for (int k = 0; k < g->n; k++)
            set_up(c, g, &g->of[k]);
    }
    look_at_object(c, g);
    const hz_tilted_reach *object = g->object;
    hz_tilted_reach pushed;
    if (outer != 0) {
        pushed = *object;
        push_object(g, outer, &pushed);
        object = &pushed;
    }
    for (int k = 0; k < g->n; k++)
        look_at_pair(c, g, &g->of[k], object);
}
