/* pair_step: one step of two bodies and of the contact between them. */
#include "pair_step.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

int hz_pair_is_all(const double *x, int n, double value)
{
    uint64_t all, one, other = 0; /* without a branch, so that it can be vector code */
    memcpy(&all, &value, sizeof all);
    for (int i = 0; x && i < n; i++) {
        memcpy(&one, &x[i], sizeof one);
        other |= one ^ all;
    }
    return other == 0;
}

hz_look hz_pair_look(hz_contact_system *s, double length)
{
    hz_look k = { .length = length };
    hz_bank *striker = &s->striker.body, *object = &s->object;
    s->work.left--;
    hz_reach a = hz_bank_look(striker, hz_bank_step(striker, length), s->outer.striker), b = { 0 };
    if (object->n > 0) {
        b = k.alone = hz_bank_look(object, hz_bank_step(object, length), 0);
        b.du += b.g * s->outer.object;
        b.v += b.g_v * s->outer.object;
        b.moment -= b.e * s->outer.object;
    }
    k.r = (hz_reach){ a.du - b.du - s->slide * length,
                      a.v - b.v - s->slide,
                      a.g + b.g,
                      a.g_v + b.g_v,
                      a.moment - b.moment,
                      a.e + b.e,
                      a.e_v + b.e_v,
                      a.k + b.k };
    return k;
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
    r.du += r.g * force + r.e * tilt;
    r.v += r.g_v * force + r.e_v * tilt;
    return r;
}

double hz_pair_take(hz_contact_system *s, const hz_look *k, double force, double tilt)
{
    const hz_outer *outer = &s->outer;
    hz_ledger *l = &s->ledger;
    s->work.left -= 2;
    hz_mode_step *step_a = hz_bank_step(&s->striker.body, k->length);
    hz_mode_step *step_b = s->object.n > 0 ? hz_bank_step(&s->object, k->length) : NULL;
    if (outer->ledger) {
        hz_sum_add(&l->dissipated, hz_bank_loss(&s->striker.body, step_a, outer->striker - force, -tilt));
        hz_sum_add(&l->dissipated, hz_bank_loss(&s->object, step_b, outer->object + force, tilt));
    }
    hz_reach a = hz_bank_take(&s->striker.body, step_a, outer->striker - force, -tilt);
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
    return (hz_force_equation){ &s->law, s->striker.eta, s->striker.elastic, s->striker.v, k->r, k->length };
}

hz_tilted_push hz_pair_solve(hz_contact_system *s, const hz_look *k, double spring, double force, double tilt)
{
    return hz_force_tilted(&(hz_tilted_equation){ .law = &s->law,
                                                  .eta = s->striker.eta,
                                                  .v = s->striker.v,
                                                  .spring = spring,
                                                  .elastic = s->striker.elastic,
                                                  .r = k->r,
                                                  .length = k->length },
                           force, tilt);
}

hz_push hz_pair_solve_wall(hz_contact_system *s, const hz_look *k, double guess)
{
    hz_force_equation e = equation(s, k);
    hz_push p = hz_force_exactloss(&e, guess);
    if (!(p.loss >= -1e-14 * fabs(p.force * (p.eta - s->striker.eta)))) /* negative beyond rounding, or not a number */
        p = hz_pair_solve_across(s, k, guess);
    return p;
}

hz_push hz_pair_solve_across(hz_contact_system *s, const hz_look *k, double guess)
{
    hz_force_equation e = equation(s, k);
    hz_push p = hz_force_gradient(&e, guess);
    return p;
}
