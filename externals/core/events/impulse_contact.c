/* impulse_contact: a contact so short that the bodies feel it as one thrust. */
#include "impulse_contact.h"

#include <math.h>

#include "core/contact/wall.h"

#include "event_search.h"
#include "contact_phase.h"

/* How far modes may turn in such a contact, in radians, if so many sub-steps are the alternative, and at most. */
static const double turn = 0.2, turn_steps = 64, most_turn = 0.55;
/* How much a load may change the velocity, as a part of it; and the steps that there must be room for. */
static const double most_load = 2;
enum { MOST_STEPS = 12 };

int hz_impulse_contact_begin(hz_collide *c, double marks, double ahead)
{
    double v = c->v, inverse = c->touch.inverse;
    if (!(c->b.n > 0 && c->eta == 0 && v > c->params.quiet && ahead > 0 &&
          hz_collide_bound(c) - c->substeps > MOST_STEPS))
        return 0;
    double most = fmin(turn * turn_steps / marks, most_turn), square = most * most, load = hz_step_acceleration(c);
    double time = 1.6 * c->touch.depth * (1 / v + 1 / c->touch.speed_out); /* about */
    double bend = (c->a.bend + c->b.bend) / inverse, drag = (c->a.drag + c->b.drag) / inverse;
    double pulls = fabs(load) * time / v; /* a part of the velocity */
    if (!(time < c->h && time * (time * bend + 4 * drag) < square && pulls < most_load &&
          pulls * fmin(c->law.damping * v, 1) < square))
        return 0;
    c->budget -= 12; /* what the closed forms take */
    hz_bounce k = hz_wall_bounce(&c->law, 1 / inverse, v, load);
    if (!(1.1 * k.time < ahead && fabs(load) * k.time < -most_load * k.v_out))
        return 0;
    double thrown = v + load * k.time - k.v_out, way = k.time * (v + 0.5 * load * k.time);
    c->touch.brief = HZ_BEFORE_THRUST;
    c->touch.due = fmin(fmax(k.time - way / thrown, 0), k.time);
    c->touch.rebound = fmin(-k.v_out / v, 1);
    c->touch.record.x_max = k.x_max;
    c->touch.record.f_max = k.f_max;
    return 1;
}

/* Both bodies fly on; the compression grows or shrinks without force. */
static void take(hz_collide *c, const hz_look *k)
{
    hz_step_take(c, k, 0);
    c->touch.record.duration += k->a->length;
}

static void fly(hz_collide *c, double d)
{
    hz_look k = hz_step_look(c, d);
    take(c, &k);
}

static void thrust(hz_collide *c)
{
    double v = c->v, fall = 2 * hz_step_acceleration(c) * c->eta; /* the load has done so much since the touch */
    double out = -sqrt(fmin(fmax(c->touch.rebound * c->touch.rebound * (v * v - fall) + fall, 0), v * v));
    double push = (v - out) / c->touch.inverse;
    c->touch.brief = HZ_AFTER_THRUST;
    hz_bank_kick(&c->a, -push);
    hz_bank_kick(&c->b, push);
    c->v = out;
    c->impulse += push;
    if (c->outer.ledger) {
        hz_sum_add(&c->ledger.dissipated, 0.5 * push * (v + out));
        if (c->slide != 0)
            hz_sum_add(&c->ledger.supplied, -push * c->slide);
    }
}

/* Flies on until they part, or as long as that. */
static double leave(hz_collide *c, double most)
{
    double eta = c->eta;
    hz_look k = hz_step_look(c, c->v < 0 ? fmin(most, 1.25 * eta / -c->v) : most);
    int parts = eta + k.r.du < 0;
    if (parts) {
        hz_arc way = hz_event_arc(c, &k, hz_step_acceleration(c));
        k = hz_step_look(c, hz_event_locate(c, HZ_PARTING, &way, k.a->length));
    }
    take(c, &k);
    if (parts && fabs(c->eta) < 1e-6 * eta)
        c->eta = 0;
    return k.a->length;
}

/* What acts is not what it was when this began, and presses them together before they are apart: the striker is put on
 * the surface. */
static void put_out(hz_collide *c)
{
    hz_energy before = { 0 }, after = { 0 };
    hz_bank_energy(&c->a, &before);
    c->a.q[0] -= c->eta;
    c->eta = 0;
    hz_bank_energy(&c->a, &after);
    hz_sum_add(&c->ledger.adjusted, hz_energy_total(&after) - hz_energy_total(&before));
}

double hz_impulse_contact_step(hz_collide *c, double left)
{
    double took = left * c->h;
    if (c->touch.brief == HZ_AFTER_THRUST && !(c->v < 0)) {
        put_out(c);
        took = 0;
    } else if (c->touch.brief == HZ_AFTER_THRUST) {
        took = leave(c, took);
    } else if (c->touch.due > took) {
        fly(c, took);
        c->touch.due -= took;
    } else {
        took = c->touch.due;
        fly(c, took);
        if (c->v > 0)
            thrust(c);
    }
    if (!(c->eta > 0))
        hz_contact_phase_part(c);
    return took / c->h;
}
