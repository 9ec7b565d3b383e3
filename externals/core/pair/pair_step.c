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

/* What the compression sees of both bodies, with the object's reach without any force. */
static hz_reach seen(const hz_contact_system *s, const hz_reach *a, const hz_reach *alone, double length)
{
    double outer = s->outer.object;
    return (hz_reach){ a->du - (alone->du + alone->g * outer) - s->slide * length,
                       a->v - (alone->v + alone->g_v * outer) - s->slide, a->g + alone->g, a->g_v + alone->g_v };
}

/* pair:ringing  Adds to the reach of a striker's mass that of the modes in which it rings. */
static void add_ringing(hz_reach *a, const hz_reach *ringing)
{
    a->du += ringing->du;
    a->v += ringing->v;
    a->g += ringing->g;
    a->g_v += ringing->g_v;
}

hz_look hz_pair_look(hz_contact_system *s, double length)
{
    hz_bank *striker = &s->striker->body, *ringing = &s->striker->ringing, *object = &s->object;
    hz_look k = { .length = length };
    s->work.left--;
    hz_reach a = hz_bank_look(striker, hz_bank_step(striker, length), s->outer.striker);
    if (ringing->n > 0) {
        k.ringing = hz_bank_look(ringing, hz_bank_step(ringing, length), 0);
        add_ringing(&a, &k.ringing);
    }
    if (object->n > 0)
        k.alone = hz_bank_look(object, hz_bank_step(object, length), 0);
    k.r = seen(s, &a, &k.alone, length);
    return k;
}

/* Adds what a tilt changes on another bank of modes. */
static void add_tilted(hz_tilted_reach *t, const hz_tilted_reach *of)
{
    t->e += of->e;
    t->e_v += of->e_v;
    t->k += of->k;
}

hz_look hz_pair_look_tilted(hz_contact_system *s, double length, hz_tilted_reach *t)
{
    return hz_pair_look_with(s, length, NULL, t);
}

hz_look hz_pair_look_with(hz_contact_system *s, double length, const hz_look *other, hz_tilted_reach *t)
{
    hz_bank *striker = &s->striker->body, *ringing = &s->striker->ringing, *object = &s->object;
    hz_look k = { .length = length };
    s->work.left -= !other;
    hz_reach a = hz_bank_look_tilted(striker, hz_bank_step(striker, length), s->outer.striker, t);
    if (ringing->n > 0) {
        hz_tilted_reach of_ringing;
        k.ringing = hz_bank_look_tilted(ringing, hz_bank_step(ringing, length), 0, &of_ringing);
        add_ringing(&a, &k.ringing);
        t->moment += of_ringing.moment;
        add_tilted(t, &of_ringing);
    }
    if (other) {
        k.alone = other->alone;
        k.tilted = other->tilted;
    } else if (object->n > 0) {
        k.alone = hz_bank_look_tilted(object, hz_bank_step(object, length), 0, &k.tilted);
    }
    t->moment -= k.tilted.moment - k.tilted.e * s->outer.object;
    add_tilted(t, &k.tilted);
    k.r = seen(s, &a, &k.alone, length);
    return k;
}

/* Takes a step of modes that was looked at without a force; `pull` becomes the acceleration that their port then has.
 */
static hz_reach take_modes(hz_bank *m, hz_mode_step *step, const hz_reach *alone, double force, double tilt,
                           double *pull)
{
    hz_reach r = *alone;
    if (m->n == 1) { /* a mass answers to its last bit */
        r = hz_bank_take(m, step, force, tilt);
        *pull = hz_bank_acceleration(m, 0);
        return r;
    }
    *pull = hz_bank_move(m, step, force, tilt);
    r.du += r.g * force + step->tilt_u * tilt;
    r.v += r.g_v * force + step->tilt_v * tilt;
    return r;
}

hz_reach hz_pair_take_striker(hz_contact_system *s, const hz_look *k, double force, double tilt)
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
        double pull;
        hz_reach r = take_modes(ringing, step, &k->ringing, -force, -tilt, &pull);
        add_ringing(&a, &r);
    }
    return a;
}

hz_reach hz_pair_take_object(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    const hz_outer *outer = &s->outer;
    hz_reach b = k->alone;
    s->work.left -= 2;
    s->substeps++;
    s->object.origin += s->slide * k->length;
    if (s->object.n == 0)
        return b;
    hz_mode_step *step = hz_bank_step(&s->object, k->length);
    if (outer->ledger)
        hz_sum_add(&s->ledger.dissipated, hz_bank_loss(&s->object, step, outer->object + force, tilt));
    b = take_modes(&s->object, step, &k->alone, outer->object + force, tilt, &s->surge);
    if (outer->ledger)
        hz_sum_add(&s->ledger.supplied, outer->object * b.du);
    return b;
}

double hz_pair_take_compression(hz_contact_system *s, const hz_look *k, const hz_reach *striker, const hz_reach *object,
                                double force)
{
    double slid = s->slide * k->length;
    hz_contact_system_push(s, force, k->length);
    if (s->outer.ledger && slid != 0) /* the table holds against the contact */
        hz_sum_add(&s->ledger.supplied, -force * slid);
    return hz_contact_system_advance(s, striker->du, object->du, slid, striker->v - object->v - s->slide);
}

double hz_pair_take(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    hz_reach a = hz_pair_take_striker(s, k, force, tilt), b = hz_pair_take_object(s, k, force, tilt);
    return hz_pair_take_compression(s, k, &a, &b, force);
}

static hz_force_equation equation(const hz_contact_system *s, const hz_look *k)
{
    return (hz_force_equation){ &s->law, s->striker->eta, s->striker->elastic, s->striker->v, k->r, k->length };
}

/* What force and tilt do in a step of this length: derived when a length comes up for the first time. */
static const hz_tilted_columns *columns(hz_contact_system *s, const hz_look *k, const hz_tilted_reach *t)
{
    hz_tilted_columns *c = &s->striker->columns[s->object.n > 0 ? s->object.latest : HZ_PART_STEP];
    if (c->length != k->length)
        *c = hz_tilted_columns_of(&k->r, t, k->length);
    return c;
}

hz_tilted_push hz_pair_solve(hz_contact_system *s, const hz_look *k, const hz_tilted_reach *t, double spring,
                             double force, double tilt)
{
    hz_tilted_equation q = { .law = &s->law,
                             .columns = columns(s, k, t),
                             .eta = s->striker->eta,
                             .v = s->striker->v,
                             .spring = spring,
                             .elastic = s->striker->elastic,
                             .run = k->r.du,
                             .v_end = k->r.v,
                             .moment = t->moment };
    return hz_force_tilted(&q, force, tilt);
}

hz_push hz_pair_solve_wall(hz_contact_system *s, const hz_look *k, double guess)
{
    hz_force_equation e = equation(s, k);
    hz_push p = hz_force_exactloss(&e, guess);
    if (!(p.loss >= -1e-14 * fabs(p.force * (p.eta - s->striker->eta)))) /* negative beyond rounding, or not a number */
        p = hz_pair_solve_across(s, k, guess);
    return p;
}

hz_push hz_pair_solve_across(hz_contact_system *s, const hz_look *k, double guess)
{
    hz_force_equation e = equation(s, k);
    hz_push p = hz_force_gradient(&e, guess);
    return p;
}
