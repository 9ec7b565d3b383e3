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

hz_look hz_pair_look(hz_contact_system *s, double length)
{
    hz_bank *striker = &s->striker->body, *object = &s->object;
    hz_reach alone = { 0 };
    s->work.left--;
    hz_reach a = hz_bank_look(striker, hz_bank_step(striker, length), s->outer.striker);
    if (object->n > 0)
        alone = hz_bank_look(object, hz_bank_step(object, length), 0);
    return (hz_look){ length, seen(s, &a, &alone, length), alone };
}

hz_look hz_pair_look_tilted(hz_contact_system *s, double length, hz_tilted_reach *t)
{
    hz_bank *striker = &s->striker->body, *object = &s->object;
    hz_reach alone = { 0 };
    hz_tilted_reach of_object = { 0 };
    s->work.left--;
    hz_reach a = hz_bank_look_tilted(striker, hz_bank_step(striker, length), s->outer.striker, t);
    if (object->n > 0)
        alone = hz_bank_look_tilted(object, hz_bank_step(object, length), 0, &of_object);
    t->moment -= of_object.moment - of_object.e * s->outer.object;
    t->e += of_object.e;
    t->e_v += of_object.e_v;
    t->k += of_object.k;
    return (hz_look){ length, seen(s, &a, &alone, length), alone };
}

/* Moves the object under a force, and keeps what the contact will ask for next. */
static hz_reach take_object(hz_contact_system *s, const hz_look *k, hz_mode_step *step, double force, double tilt)
{
    hz_reach r = k->alone;
    if (s->object.n == 0)
        return r;
    if (s->object.n == 1) { /* a mass answers to its last bit */
        r = hz_bank_take(&s->object, step, force, tilt);
        s->surge = hz_bank_acceleration(&s->object, 0);
        return r;
    }
    s->surge = hz_bank_move(&s->object, step, force, tilt);
    r.du += r.g * force + step->tilt_u * tilt;
    r.v += r.g_v * force + step->tilt_v * tilt;
    return r;
}

double hz_pair_take(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    const hz_outer *outer = &s->outer;
    hz_ledger *l = &s->ledger;
    s->work.left -= 2;
    hz_mode_step *step_a = hz_bank_step(&s->striker->body, k->length);
    hz_mode_step *step_b = s->object.n > 0 ? hz_bank_step(&s->object, k->length) : NULL;
    if (outer->ledger) {
        hz_sum_add(&l->dissipated, hz_bank_loss(&s->striker->body, step_a, outer->striker - force, -tilt));
        hz_sum_add(&l->dissipated, hz_bank_loss(&s->object, step_b, outer->object + force, tilt));
    }
    hz_reach a = hz_bank_take(&s->striker->body, step_a, outer->striker - force, -tilt);
    hz_reach b = take_object(s, k, step_b, outer->object + force, tilt);
    double slid = s->slide * k->length;
    s->object.origin += slid;
    double run = hz_contact_system_advance(s, a.du, b.du, slid, a.v - b.v - s->slide);
    hz_contact_system_push(s, force, k->length);
    s->substeps++;
    if (outer->ledger) {
        hz_sum_add(&l->supplied, outer->striker * a.du);
        hz_sum_add(&l->supplied, outer->object * b.du);
        if (slid != 0) /* the table holds against the contact */
            hz_sum_add(&l->supplied, -force * slid);
    }
    return run;
}

static hz_force_equation equation(const hz_contact_system *s, const hz_look *k)
{
    return (hz_force_equation){ &s->law, s->striker->eta, s->striker->elastic, s->striker->v, k->r, k->length };
}

hz_tilted_push hz_pair_solve(hz_contact_system *s, const hz_look *k, const hz_tilted_reach *t, double spring,
                             double force, double tilt)
{
    return hz_force_tilted(&(hz_tilted_equation){ .law = &s->law,
                                                  .eta = s->striker->eta,
                                                  .v = s->striker->v,
                                                  .spring = spring,
                                                  .elastic = s->striker->elastic,
                                                  .r = k->r,
                                                  .t = t,
                                                  .length = k->length },
                           force, tilt);
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
