/* look: where modes and masses would go in a step without the contacts' forces. */
#include "internal.h"

#include <stddef.h>

/* Where the object's modes go without any force. A step of whole samples may have been looked at when the last one was
 * taken. */
static void look_at_object(hz_span *c, hz_step *g)
{
    hz_bank *b = &c->system.object;
    g->object = (hz_tilted_reach){ 0 };
    g->mobility = (hz_mobility){ 0 };
    g->stride = NULL;
    if (b->n == 0)
        return;
    if (g->samples > 1) {
        g->stride = hz_bank_stride(b, g->samples);
        if (c->ahead != g->samples)
            c->walk.next = hz_bank_look_stride(b, g->stride);
    } else if (g->touches == 0 && g->kind == HZ_STEP_SOLVED) { /* nothing tilts it */
        g->step = hz_bank_even_step(b, g->length);
        hz_reach r = hz_bank_look(b, g->step, 0);
        g->mobility.g = r.g;
        g->mobility.g_v = r.g_v;
        g->object.du = r.du;
        g->object.v = r.v;
        c->ahead = 0;
        return;
    } else {
        g->step = hz_bank_step(b, g->length);
        g->mobility = hz_bank_mobility(b, g->step);
        if (g->samples == 0) {
            g->object = hz_bank_look_tilted(b, g->step, 0);
            return;
        }
        if (c->ahead != 1)
            c->walk.next = hz_bank_look_tilted(b, g->step, 0);
    }
    g->object = c->walk.next;
    c->ahead = g->samples;
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
static const hz_tilted_columns *columns_of(hz_span *c, const hz_step *g, hz_contact_striker *k)
{
    hz_tilted_columns *known = &k->columns[c->system.object.latest];
    if (known->length == g->length)
        return known;
    hz_mobility all = g->mobility;
    if (hz_span_is_free(k)) { /* modal:tilt of a mass */
        double d = g->length, inverse = k->body.inverse_mass;
        all.g += 0.5 * d * d * inverse;
        all.g_v += d * inverse;
        all.e -= d * d * inverse * (1.0 / 12);
    }
    for (int i = hz_span_is_free(k); i < 2; i++) {
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

/* Where a striker goes that is not in contact over a stride, or over a shorter step. */
static hz_tilted_reach look_at_striker(const hz_step *g, hz_step_striker *p)
{
    hz_bank *body = &p->its->body, *ringing = &p->its->ringing;
    hz_tilted_reach r;
    if (g->samples > 1 && p->its->touching) {
        const hz_stride *mass = hz_bank_stride(body, g->samples);
        r = hz_bank_look_stride(body, mass);
        if (p->outer != 0)
            add(&r, &mass->by[0], p->outer);
        if (ringing->n > 0)
            p->ringing = hz_bank_look_stride(ringing, hz_bank_stride(ringing, g->samples));
    } else {
        double d = g->length, a = body->load + p->outer * body->inverse_mass;
        if (hz_span_is_free(p->its))
            r = (hz_tilted_reach){ .du = d * (body->v[0] + 0.5 * d * a),
                                   .v = body->v[0] + d * a,
                                   .moment = d * d * a * (1.0 / 12) };
        else
            r = hz_bank_look_tilted(body, hz_bank_step(body, d), p->outer);
        if (ringing->n > 0)
            p->ringing = hz_bank_look_tilted(ringing, hz_bank_step(ringing, g->length), 0);
    }
    if (ringing->n > 0)
        add(&r, &p->ringing, 1);
    return r;
}

/* The equation of a striker's force: where it starts, and where all leads without the contacts' forces. */
static void look_at_pair(hz_span *c, const hz_step *g, hz_step_striker *p, const hz_tilted_reach *object)
{
    const hz_contact_system *s = &c->system;
    hz_contact_striker *k = p->its;
    hz_tilted_reach r = look_at_striker(g, p);
    p->q.law = &s->law;
    p->q.orbit = NULL; /* free_wall.c sees to it */
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
        p->q.curve = curve_columns_of(g, k);
        p->q.columns = &p->q.curve->tied;
    } else {
        p->q.columns = columns_of(c, g, k);
    }
}

void hz_span_look(hz_span *c, hz_step *g)
{
    double outer = c->system.outer.object;
    if (g->kind == HZ_STEP_REST || g->kind == HZ_STEP_FLIGHT)
        return;
    look_at_object(c, g);
    hz_tilted_reach object = g->object;
    if (g->stride && outer != 0) {
        add(&object, &g->stride->by[0], outer);
    } else if (outer != 0) {
        object.du += g->mobility.g * outer;
        object.v += g->mobility.g_v * outer;
        object.moment -= g->mobility.e * outer;
    }
    for (int k = 0; k < g->n; k++)
        look_at_pair(c, g, &g->of[k], &object);
}
