/* pair_step: one step of two bodies and of the contact between them. */
#include "pair_step.h"

#include <math.h>
#include <string.h>

int hz_pair_is_all(const double *x, int n, double value)
{
    if (!x || n < 1)
        return 1;
    /* The first has the value, and each of the others is the one before it. */
    return memcmp(x, &value, sizeof value) == 0 && memcmp(x + 1, x, sizeof *x * (size_t)(n - 1)) == 0;
}

/* A step of a body that was looked at without a force, and what a force adds. */
static inline hz_reach answers(const hz_tilted_reach *alone, const hz_mode_step *step, double force)
{
    return (hz_reach){ alone->du + step->g * force, alone->v + step->g_v * force, step->g, step->g_v };
}

/* What the compression sees of a striker and an object. */
static inline hz_reach seen(const hz_contact_system *s, const hz_reach *a, const hz_reach *b, double length)
{
    return (hz_reach){ a->du - b->du - s->slide * length, a->v - b->v - s->slide, a->g + b->g, a->g_v + b->g_v };
}

/* pair:ringing  Adds to the reach of a striker's mass that of the modes in which it rings. */
static inline void add_ringing(hz_reach *a, const hz_reach *ringing)
{
    a->du += ringing->du;
    a->v += ringing->v;
    a->g += ringing->g;
    a->g_v += ringing->g_v;
}

/* A look without a force at the modes of a body; what an outer force adds comes to `r`. */
static hz_tilted_reach look_alone(hz_bank *m, double length, double outer, hz_reach *r)
{
    const hz_mode_step *step = hz_bank_even_step(m, length);
    *r = hz_bank_look(m, step, 0);
    hz_tilted_reach alone = { .du = r->du, .v = r->v };
    *r = answers(&alone, step, outer);
    return alone;
}

hz_look hz_pair_look(hz_contact_system *s, double length)
{
    hz_bank *striker = &s->striker->body, *ringing = &s->striker->ringing;
    hz_look k = { .length = length };
    hz_work_spend(&s->work, 1);
    hz_reach a = hz_bank_look(striker, hz_bank_step(striker, length), s->outer.striker), b = { 0 };
    if (ringing->n > 0) {
        k.ringing = look_alone(ringing, length, 0, &b);
        add_ringing(&a, &b);
        b = (hz_reach){ 0 };
    }
    if (s->object.n > 0)
        k.object = look_alone(&s->object, length, s->outer.object, &b);
    k.r = seen(s, &a, &b, length);
    return k;
}

const hz_tilted_columns *hz_pair_columns(hz_contact_system *s, double length)
{
    hz_bank *const of[] = { &s->striker->body, &s->striker->ringing, &s->object };
    hz_tilted_columns *c = &s->striker->columns[s->object.latest];
    if (c->length == length)
        return c;
    hz_mobility all = { 0 };
    for (int i = 0; i < 3; i++) {
        if (of[i]->n == 0)
            continue;
        hz_mobility m = hz_bank_mobility(of[i], hz_bank_step(of[i], length));
        all = (hz_mobility){ all.g + m.g, all.g_v + m.g_v, all.e + m.e, all.e_v + m.e_v, all.k + m.k };
    }
    *c = hz_tilted_columns_of(&all, length);
    return c;
}

hz_look hz_pair_look_tilted(hz_contact_system *s, double length, hz_tilted_equation *q)
{
    return hz_pair_look_with(s, length, NULL, q);
}

hz_look hz_pair_look_with(hz_contact_system *s, double length, const hz_look *other, hz_tilted_equation *q)
{
    hz_bank *striker = &s->striker->body, *ringing = &s->striker->ringing, *object = &s->object;
    hz_look k = { .length = length };
    hz_work_spend(&s->work, 1);
    hz_mode_step *step = hz_bank_step(striker, length);
    hz_tilted_reach alone = hz_bank_look_tilted(striker, step, s->outer.striker);
    hz_reach a = { alone.du, alone.v, step->g, step->g_v }, b = { 0 };
    double moment = alone.moment;
    if (ringing->n > 0) {
        step = hz_bank_step(ringing, length);
        k.ringing = hz_bank_look_tilted(ringing, step, 0);
        b = answers(&k.ringing, step, 0);
        add_ringing(&a, &b);
        moment += k.ringing.moment;
        b = (hz_reach){ 0 };
    }
    if (object->n > 0) {
        step = hz_bank_step(object, length);
        k.object = other ? other->object : hz_bank_look_tilted(object, step, 0);
        b = answers(&k.object, step, s->outer.object);
        moment -= k.object.moment - step->tilt_u * s->outer.object;
    }
    k.r = seen(s, &a, &b, length);
    *q = (hz_tilted_equation){ .columns = hz_pair_columns(s, length), .run = k.r.du, .v_end = k.r.v, .moment = moment };
    return k;
}

/* Adds what one body does to the way of the contact, multiplied by `times`. */
static void add_reach(hz_tilted_reach *to, const hz_tilted_reach *of, double times)
{
    to->du += times * of->du;
    to->v += times * of->v;
    to->moment += times * of->moment;
    to->arch += times * of->arch;
    to->sway += times * of->sway;
    to->hump += times * of->hump;
}

hz_pair_stride hz_pair_stride_of(hz_contact_system *s, int samples)
{
    hz_contact_striker *k = s->striker;
    hz_curve_columns *c = &k->strides[hz_which_stride(samples)];
    const hz_stride *of[] = { hz_bank_stride(&k->body, samples),
                              k->ringing.n > 0 ? hz_bank_stride(&k->ringing, samples) : NULL,
                              s->object.n > 0 ? hz_bank_stride(&s->object, samples) : NULL };
    if (c->samples != samples) {
        hz_tilted_reach by[HZ_CURVE_SHAPES] = { 0 };
        for (int i = 0; i < 3; i++)
            for (int shape = 0; of[i] && shape < HZ_CURVE_SHAPES; shape++)
                add_reach(&by[shape], &of[i]->by[shape], 1);
        *c = hz_curve_columns_of(by, samples * s->h, samples);
    }
    return (hz_pair_stride){ of[0], of[1], of[2], c };
}

hz_tilted_equation hz_pair_stride_equation(hz_contact_system *s, const hz_pair_stride *g, const hz_tilted_reach *object,
                                           double spring)
{
    hz_contact_striker *k = s->striker;
    hz_tilted_reach r = hz_bank_look_stride(&k->body, g->striker);
    add_reach(&r, &g->striker->by[0], s->outer.striker);
    if (g->ringing) {
        hz_tilted_reach rings = hz_bank_look_stride(&k->ringing, g->ringing);
        add_reach(&r, &rings, 1);
    }
    if (g->object) {
        add_reach(&r, object, -1);
        add_reach(&r, &g->object->by[0], -s->outer.object);
    }
    return (hz_tilted_equation){ .law = &s->law,
                                 .columns = &g->columns->tied,
                                 .curve = g->columns,
                                 .eta = k->eta,
                                 .v = k->v,
                                 .spring = spring,
                                 .elastic = k->elastic,
                                 .run = r.du - s->slide * g->columns->tied.length,
                                 .v_end = r.v - s->slide,
                                 .moment = r.moment,
                                 .arch = r.arch,
                                 .sway = r.sway,
                                 .hump = r.hump };
}

/* Takes a step of modes that was looked at without a force. */
static hz_reach take_modes(hz_bank *m, hz_mode_step *step, const hz_tilted_reach *alone, double force, double tilt)
{
    if (m->n == 1) /* a mass answers to its last bit */
        return hz_bank_take(m, step, force, tilt);
    hz_bank_move(m, step, force, tilt);
    return (hz_reach){ alone->du + (step->g * force + step->tilt_u * tilt),
                       alone->v + (step->g_v * force + step->tilt_v * tilt), step->g, step->g_v };
}

static inline hz_reach take_striker(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    const hz_outer *outer = &s->outer;
    hz_bank *body = &s->striker->body, *ringing = &s->striker->ringing;
    hz_mode_step *step = hz_bank_step(body, k->length);
    if (outer->ledger)
        hz_sum_add(&s->ledger.dissipated, hz_bank_loss(body, step, outer->striker - force, -tilt));
    hz_reach a = hz_bank_take(body, step, outer->striker - force, -tilt);
    if (outer->ledger)
        hz_sum_add(&s->ledger.supplied, outer->striker * a.du);
    if (ringing->n > 0) {
        step = hz_bank_step(ringing, k->length);
        if (outer->ledger)
            hz_sum_add(&s->ledger.dissipated, hz_bank_loss(ringing, step, -force, -tilt));
        hz_reach r = take_modes(ringing, step, &k->ringing, -force, -tilt);
        add_ringing(&a, &r);
    }
    return a;
}

static inline hz_reach take_object(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    const hz_outer *outer = &s->outer;
    hz_work_spend(&s->work, 2);
    s->substeps++;
    s->object.origin += s->slide * k->length;
    if (s->object.n == 0)
        return (hz_reach){ 0 };
    hz_mode_step *step = hz_bank_step(&s->object, k->length);
    if (outer->ledger)
        hz_sum_add(&s->ledger.dissipated, hz_bank_loss(&s->object, step, outer->object + force, tilt));
    hz_reach b = take_modes(&s->object, step, &k->object, outer->object + force, tilt);
    if (outer->ledger)
        hz_sum_add(&s->ledger.supplied, outer->object * b.du);
    return b;
}

static inline double take_compression(hz_contact_system *s, const hz_look *k, const hz_reach *striker,
                                      const hz_reach *object, double force)
{
    double slid = s->slide * k->length;
    hz_contact_system_push(s, force, k->length);
    if (s->outer.ledger && slid != 0) /* the table holds against the contact */
        hz_sum_add(&s->ledger.supplied, -force * slid);
    return hz_contact_system_advance(s, striker->du, object->du, slid, striker->v - object->v - s->slide);
}

hz_reach hz_pair_take_striker(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    return take_striker(s, k, force, tilt);
}

hz_reach hz_pair_take_object(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    return take_object(s, k, force, tilt);
}

double hz_pair_take_compression(hz_contact_system *s, const hz_look *k, const hz_reach *striker, const hz_reach *object,
                                double force)
{
    return take_compression(s, k, striker, object, force);
}

double hz_pair_take(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    hz_reach a = take_striker(s, k, force, tilt), b = take_object(s, k, force, tilt);
    return take_compression(s, k, &a, &b, force);
}

static hz_force_equation equation(const hz_contact_system *s, const hz_look *k)
{
    return (hz_force_equation){ &s->law, s->striker->eta, s->striker->elastic, s->striker->v, k->r, k->length };
}

hz_tilted_push hz_pair_solve(const hz_contact_system *s, hz_tilted_equation *q, double spring, double force,
                             double tilt)
{
    *q = (hz_tilted_equation){ .law = &s->law,
                               .columns = q->columns,
                               .orbit = q->orbit,
                               .eta = s->striker->eta,
                               .v = s->striker->v,
                               .spring = spring,
                               .elastic = s->striker->elastic,
                               .run = q->run,
                               .v_end = q->v_end,
                               .moment = q->moment };
    hz_tilted_push x;
    hz_force_tilted(q, force, tilt, &x);
    return x;
}

hz_push hz_pair_solve_across(hz_contact_system *s, const hz_look *k, double guess)
{
    hz_force_equation e = equation(s, k);
    hz_push p = hz_force_gradient(&e, guess);
    return p;
}
