/* impulse_contact: a contact so short that the bodies feel it as one thrust. */
#include "internal.h"

#include <math.h>

#include "core/law/wall.h"

/* How far modes may turn in such a contact, in radians, if so many sub-steps are the alternative, and at most. */
static const double turn = 0.2, turn_steps = 64, most_turn = 0.55;
/* How much a load may change the velocity, as a part of it; the steps that there must be room for; and what the closed
 * forms of a bounce cost, in sums over the modes. */
static const double most_load = 2;
/* Where so many times the speed of the rebound is less than that of impact, the thrust must be as much nearer. */
static const double weak_rebound = 10;
enum { MOST_STEPS = 12, BOUNCE_WORK = 12 };

/* How far modes may turn in a contact that is one thrust, now. */
static double allowed_turn(const hz_events *e, const hz_contact_system *s)
{
    double steps = e->resolution > 0 ? e->resolution : turn_steps;
    return hz_contact_system_work(s) == HZ_WORK_RESOLVED ? fmin(turn * turn_steps / steps, most_turn) : most_turn;
}

int hz_impulse_contact_begin(hz_events *e, hz_contact_system *s, double ahead)
{
    const hz_bank *a = &s->striker->body, *r = &s->striker->ringing, *b = &s->object;
    double v = s->striker->v, inverse = s->inverse;
    if (!(s->modes > 0 && s->striker->eta == 0 && v > s->params.quiet && ahead > 0 &&
          hz_events_bound(e) - s->substeps > MOST_STEPS))
        return 0;
    double most = allowed_turn(e, s), square = most * most;
    double bend = (a->square_rates + r->square_rates + b->square_rates) / inverse;
    double drag = (a->decay_rates + r->decay_rates + b->decay_rates) / inverse;
    double time = 2 * hz_contact_phase_depth_time(s); /* at least */
    if (!(time < s->h && time * (time * bend + 4 * drag) < square))
        return 0;
    double back = -hz_wall_vout(s->law.damping, v), load = hz_contact_system_acceleration(s);
    square *= fmin(1, weak_rebound * back / v);
    time = 1.6 * hz_wall_xmax(&s->law, 1 / inverse, v) * (1 / v + 1 / back); /* about */
    double pulls = fabs(load) * time / v;                                    /* of v */
    if (!(time < s->h && time * (time * bend + 4 * drag) < square && pulls < most_load &&
          pulls * fmin(s->law.damping * v, 1) < square))
        return 0;
    hz_work_spend(&s->work, BOUNCE_WORK);
    hz_bounce k = hz_wall_bounce(&s->law, 1 / inverse, v, load);
    if (!(1.1 * k.time < ahead && fabs(load) * k.time < -most_load * k.v_out))
        return 0;
    double thrown = v + load * k.time - k.v_out, way = k.time * (v + 0.5 * load * k.time);
    e->phase->impulse = HZ_BEFORE_THRUST;
    e->phase->due = fmin(fmax(k.time - way / thrown, 0), k.time);
    e->phase->rebound = fmin(-k.v_out / v, 1);
    s->striker->record.x_max = k.x_max;
    s->striker->record.f_max = k.f_max;
    return 1;
}

/* Both bodies fly on; the compression grows or shrinks without force. */
static void take(hz_contact_system *s, const hz_look *k)
{
    hz_pair_take(s, k, 0, 0);
    s->striker->record.duration += k->length;
}

static void fly(hz_contact_system *s, double d)
{
    hz_look k = hz_pair_look(s, d);
    take(s, &k);
}

static void thrust(hz_events *e, hz_contact_system *s)
{
    double v = s->striker->v, rebound = e->phase->rebound;
    double fall =
        2 * hz_contact_system_acceleration(s) * s->striker->eta; /* the load has done so much since the touch */
    double out = -sqrt(fmin(fmax(rebound * rebound * (v * v - fall) + fall, 0), v * v));
    double push = hz_contact_system_thrust(s, out);
    e->phase->impulse = HZ_AFTER_THRUST;
    if (s->outer.ledger) {
        hz_sum_add(&s->ledger.dissipated, 0.5 * push * (v + out));
        if (s->slide != 0)
            hz_sum_add(&s->ledger.supplied, -push * s->slide);
    }
}

/* Flies on until they part, or as long as that. */
static double leave(hz_contact_system *s, double most)
{
    double eta = s->striker->eta, v = s->striker->v;
    hz_look k = hz_pair_look(s, v < 0 ? fmin(most, 1.25 * eta / -v) : most);
    int parts = eta + k.r.du < 0;
    if (parts) {
        hz_arc way = hz_event_arc(s, &k, hz_contact_system_acceleration(s));
        k = hz_pair_look(s, hz_event_locate(s, HZ_EVENT_PARTING, &way, k.length));
    }
    take(s, &k);
    if (parts && fabs(s->striker->eta) < 1e-6 * eta)
        hz_contact_system_snap_touch(s);
    return k.length;
}

/* What acts is not what it was when this began, and presses them together before they are apart: the striker is put on
 * the surface. */
static void put_out(hz_contact_system *s)
{
    hz_energy before = { 0 }, after = { 0 };
    hz_bank_energy(&s->striker->body, &before);
    hz_contact_system_place(s, 0);
    hz_bank_energy(&s->striker->body, &after);
    hz_sum_add(&s->ledger.adjusted, hz_energy_total(&after) - hz_energy_total(&before));
}

double hz_impulse_contact_due(const hz_events *e)
{
    return e->phase->impulse == HZ_BEFORE_THRUST ? e->phase->due : HUGE_VAL;
}

void hz_impulse_contact_took(hz_events *e, hz_contact_system *s, double d)
{
    hz_contact_phase *p = e->phase;
    s->striker->record.duration += d;
    p->due -= d;
    if (p->impulse == HZ_BEFORE_THRUST && p->due <= 1e-15 * s->h && s->striker->v > 0)
        thrust(e, s);
    if (p->impulse == HZ_AFTER_THRUST && !(s->striker->v < 0))
        put_out(s);
    if (!(s->striker->eta > 0))
        hz_contact_system_part(s, 1);
}

double hz_impulse_contact_step(hz_events *e, hz_contact_system *s, double left)
{
    hz_contact_phase *p = e->phase;
    double took = left * s->h;
    if (p->impulse == HZ_AFTER_THRUST && !(s->striker->v < 0)) {
        put_out(s);
        took = 0;
    } else if (p->impulse == HZ_AFTER_THRUST) {
        took = leave(s, took);
    } else if (p->due > took) {
        fly(s, took);
        p->due -= took;
    } else {
        took = p->due;
        fly(s, took);
        if (s->striker->v > 0)
            thrust(e, s);
    }
    if (!(s->striker->eta > 0))
        hz_contact_system_part(s, 1);
    return took / s->h;
}
