/* pair_step: one step of two bodies and of the contact between them, by law:gradient. */
#include "pair_step.h"

/* A step of a body that was looked at without a force, and what a force adds. */
static inline hz_reach answers(const hz_reach *alone, const hz_mode_step *step, double force)
{
    return (hz_reach){ alone->du + step->g * force, alone->v + step->g_v * force, step->g, step->g_v };
}

hz_look hz_pair_look(hz_contact_system *s, double length)
{
    hz_bank *striker = &s->striker->body, *object = &s->object;
    hz_look k = { .length = length };
    hz_work_spend(&s->work, 1);
    hz_reach a = hz_bank_look(striker, hz_bank_step(striker, length), s->outer.striker), b = { 0 };
    if (object->n > 0) {
        const hz_mode_step *step = hz_bank_even_step(object, length);
        k.object = hz_bank_look(object, step, 0);
        b = answers(&k.object, step, s->outer.object);
    }
    k.r = (hz_reach){ a.du - b.du - s->slide * length, a.v - b.v - s->slide, a.g + b.g, a.g_v + b.g_v };
    return k;
}

/* Takes a step of modes that was looked at without a force. */
static hz_reach take_modes(hz_bank *m, hz_mode_step *step, const hz_reach *alone, double force)
{
    if (m->n == 1) /* a mass answers to its last bit */
        return hz_bank_take(m, step, force, 0);
    hz_bank_move(m, step, force, 0);
    return answers(alone, step, force);
}

static hz_reach take_striker(hz_contact_system *s, double length, double force)
{
    hz_bank *body = &s->striker->body;
    hz_mode_step *step = hz_bank_step(body, length);
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.dissipated, hz_bank_loss(body, step, s->outer.striker - force, 0));
    hz_reach a = hz_bank_take(body, step, s->outer.striker - force, 0);
    if (s->outer.ledger)
        hz_sum_add(&s->ledger.supplied, s->outer.striker * a.du);
    return a;
}

static hz_reach take_object(hz_contact_system *s, const hz_look *k, double force)
{
    const hz_outer *outer = &s->outer;
    s->object.origin += s->slide * k->length;
    if (s->object.n == 0)
        return (hz_reach){ 0 };
    hz_mode_step *step = hz_bank_step(&s->object, k->length);
    if (outer->ledger)
        hz_sum_add(&s->ledger.dissipated, hz_bank_loss(&s->object, step, outer->object + force, 0));
    hz_reach b = take_modes(&s->object, step, &k->object, outer->object + force);
    if (outer->ledger)
        hz_sum_add(&s->ledger.supplied, outer->object * b.du);
    return b;
}

double hz_pair_take(hz_contact_system *s, const hz_look *k, double force)
{
    hz_reach a = take_striker(s, k->length, force), b = take_object(s, k, force);
    double slid = s->slide * k->length;
    hz_work_spend(&s->work, 2);
    s->substeps++;
    hz_contact_system_push(s, force, k->length);
    if (s->outer.ledger && slid != 0) /* the table holds against the contact */
        hz_sum_add(&s->ledger.supplied, -force * slid);
    return hz_contact_system_advance(s, a.du, b.du, slid, a.v - b.v - s->slide);
}

hz_push hz_pair_solve(const hz_contact_system *s, const hz_look *k, double guess)
{
    hz_force_equation e = { &s->law, s->striker->eta, s->striker->elastic, s->striker->v, k->r, k->length };
    return hz_force_gradient(&e, guess);
}
