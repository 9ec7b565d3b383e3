/* events: the event-driven solver as a table of functions. */
#include "internal.h"

#include <math.h>

#include "core/pair/free_flight.h"

enum { LEAST_BOUND = 128, SETTLE_EVERY = 64 };

int hz_events_bound(const hz_events *e)
{
    int most = 4 * e->resolution;
    return most > LEAST_BOUND ? most : LEAST_BOUND;
}

double hz_events_step(hz_events *e, hz_contact_system *s, double left)
{
    return s->striker->touching ? hz_contact_phase_step(e, s, left) : hz_flight_step(e, s, left);
}

static void prepare(void *own, hz_contact_system *s)
{
    hz_events *e = own;
    e->asleep = 0;
    for (int k = s->n - 1; k >= 0; k--) {
        hz_events_turn(e, s, k);
        hz_contact_phase_prepare(e, s);
    }
}

static void begin(void *own, hz_contact_system *s)
{
    hz_events *e = own;
    e->asleep = 0;
    hz_events_turn(e, s, (int)(s->striker - s->strikers));
    if (!s->striker->touching)
        return;
    if (s->striker->eta > 0)
        hz_contact_phase_resume(e, s);
    else
        hz_contact_system_forget(s);
}

static void leave(void *own)
{
    (void)own;
}

static void sample(void *own, hz_contact_system *s)
{
    hz_events *e = own;
    double left = 1; /* of the sample; exact as long as no event cuts it */
    e->unsettled++;
    if (s->n > 1) {
        hz_several_sample(e, s);
        return;
    }
    hz_events_turn(e, s, 0);
    if (s->striker->touching && s->outer.jolted)
        hz_contact_phase_jolt(e, s);
    while (left > 0) {
        left -= hz_events_step(e, s, left);
        if (left < 1e-15)
            left = 0;
    }
}

static int skip(void *own, hz_contact_system *s, const hz_collide_io *io, int at)
{
    if (at == 0 && hz_resting_block(own, s, io))
        return io->n;
    if (s->n > 1)
        return hz_free_flight(s, io, at);
    hz_events_turn(own, s, 0);
    if (!s->striker->touching && !hz_events_meets(s))
        return hz_free_flight(s, io, at);
    return s->object.n > 0 ? hz_contact_phase_samples(own, s, io, at) : 0;
}

static void settle(void *own, hz_contact_system *s)
{
    hz_events *e = own;
    if (e->unsettled < SETTLE_EVERY)
        return;
    hz_bank_settle(&s->object);
    for (int k = 0; k < s->n; k++)
        if (s->strikers[k].ringing.n > 0)
            hz_bank_settle(&s->strikers[k].ringing);
    e->unsettled = 0;
}

static void energy(const void *own, const hz_contact_system *s, hz_energy *out)
{
    (void)own;
    hz_contact_system_energy(s, out);
}

const hz_solver hz_events_solver = { prepare, begin, leave, sample, skip, settle, energy };
