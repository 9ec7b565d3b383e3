/* pair_step: one step of two bodies and the contact between them. */
#include "pair_step.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

int hz_outer_is_all(const double *x, int n, double value)
{
    uint64_t all, one, other = 0; /* without a branch, so that it can be vector code */
    memcpy(&all, &value, sizeof all);
    for (int i = 0; x && i < n; i++) {
        memcpy(&one, &x[i], sizeof one);
        other |= one ^ all;
    }
    return other == 0;
}

hz_look hz_step_look(hz_collide *c, double d)
{
    hz_look k = { .a = hz_bank_step(&c->a, d) };
    c->budget--;
    hz_reach a = hz_bank_look(&c->a, k.a, c->outer.a), b = { 0 };
    if (c->b.n > 0) {
        k.b = hz_bank_step(&c->b, d);
        b = k.alone = hz_bank_look(&c->b, k.b, 0);
        b.du += b.g * c->outer.b;
        b.v += b.g_v * c->outer.b;
    }
    k.r = (hz_reach){ a.du - b.du - c->slide * d, a.v - b.v - c->slide, a.g + b.g, a.g_v + b.g_v };
    return k;
}

/* Moves body b under a force, and keeps what the contact will ask for next. */
static hz_reach take_b(hz_collide *c, const hz_look *k, double force)
{
    hz_reach r = k->alone;
    if (c->b.n == 0)
        return r;
    if (c->b.n == 1) { /* a mass answers to its last bit */
        r = hz_bank_take(&c->b, k->b, force);
        c->touch.surge = hz_bank_acceleration(&c->b, 0);
        return r;
    }
    c->touch.surge = hz_bank_move(&c->b, k->b, force);
    r.du += r.g * force;
    r.v += r.g_v * force;
    return r;
}

double hz_step_take(hz_collide *c, const hz_look *k, double force)
{
    hz_ledger *l = &c->ledger;
    if (c->outer.ledger) {
        hz_sum_add(&l->dissipated, hz_bank_loss(&c->a, k->a, c->outer.a - force));
        hz_sum_add(&l->dissipated, hz_bank_loss(&c->b, k->b, c->outer.b + force));
    }
    hz_reach a = hz_bank_take(&c->a, k->a, c->outer.a - force), b = take_b(c, k, c->outer.b + force);
    double slid = c->slide * k->a->length, run = a.du - b.du - slid;
    c->b.origin += slid;
    c->eta += run;
    c->v = a.v - b.v - c->slide;
    c->impulse += force * k->a->length;
    c->substeps++;
    if (c->outer.ledger) {
        hz_sum_add(&l->supplied, c->outer.a * a.du);
        hz_sum_add(&l->supplied, c->outer.b * b.du);
        if (slid != 0) /* the table holds against the contact */
            hz_sum_add(&l->supplied, -force * slid);
    }
    return run;
}

static hz_force_equation scalar(const hz_collide *c, const hz_look *k)
{
    return (hz_force_equation){ &c->law, c->eta, c->touch.elastic, c->v, k->r, k->a->length };
}

hz_push hz_step_solve(hz_collide *c, const hz_look *k, double guess)
{
    hz_force_equation s = scalar(c, k);
    hz_push p = hz_force_exactloss(&s, guess);
    c->budget -= p.iterations;
    if (!(p.loss >= -1e-14 * fabs(p.force * (p.eta - c->eta)))) /* negative beyond rounding, or not a number */
        p = hz_step_solve_across(c, k, guess);
    return p;
}

hz_push hz_step_solve_across(hz_collide *c, const hz_look *k, double guess)
{
    hz_force_equation s = scalar(c, k);
    hz_push p = hz_force_gradient(&s, guess);
    c->budget -= p.iterations;
    return p;
}

double hz_step_surge(const hz_collide *c)
{
    return hz_bank_acceleration(&c->a, c->outer.a) - (c->touch.surge + hz_bank_compliance(&c->b) * c->outer.b);
}

double hz_step_acceleration(const hz_collide *c)
{
    return hz_bank_acceleration(&c->a, c->outer.a) - hz_bank_acceleration(&c->b, c->outer.b);
}
