/* crowd: what the bands take of the samples that are over. */
#include <math.h>
#include <stddef.h>

#include "internal.h"

/* The energy that the compressions are worth by the contact law (bands:stroke). */
static double elastic(const hz_collide *c)
{
    const hz_contact_system *s = &c->system;
    double sum = 0;
    for (int k = 0; k < s->n; k++)
        sum += s->strikers[k].touching ? hz_law_potential(&s->law, s->strikers[k].eta) : 0;
    return sum;
}

void hz_collide_begin_crowd(hz_collide *c)
{
    if (c->bands.feeds)
        hz_bands_begin(&c->bands, &c->system.object, elastic(c), &c->system.ledger);
}

/* Energy moves up while nothing touches. What flies before the object keeps its place, and is not met by that. */
static void cascade(hz_collide *c, int n, int ledger)
{
    hz_contact_system *s = &c->system;
    double nearest = -HUGE_VAL;
    for (int k = 0; k < s->n; k++) {
        if (s->strikers[k].touching)
            return;
        nearest = hz_collide_greater(nearest, s->strikers[k].eta);
    }
    if (!hz_bands_cascade(&c->bands, &s->object, n, nearest, ledger ? &s->ledger : NULL))
        return;
    c->ahead = 0;
    for (int k = s->n - 1; k >= 0; k--) {
        hz_contact_system_turn(s, k);
        hz_contact_system_measure(s);
    }
}

void hz_collide_feed_crowd(hz_collide *c, const hz_collide_io *io, int from, int to)
{
    const hz_contact_system *s = &c->system;
    const hz_contact_striker *last = &s->strikers[s->last];
    double v_out = last->v;
    if (to == from || (!c->bands.feeds && !c->bands.sounds))
        return;
    for (int k = 0; k < s->n; k++)
        v_out = s->strikers[k].touching ? fmin(v_out, s->strikers[k].v) : v_out;
    hz_bands_run(&c->bands, &(hz_bands_chunk){ .body = &s->object,
                                               .at = from,
                                               .n = to - from,
                                               .force = io->force,
                                               .push = io->force_b,
                                               .elastic = elastic(c),
                                               .damping = s->law.damping,
                                               .v_in = last->record.v_in,
                                               .v_out = v_out,
                                               .audio = io->audio,
                                               .rows = s->object.pickups,
                                               .displacement = io->displacement,
                                               .ledger = io->ledger ? &c->system.ledger : NULL,
                                               .meter = io->meter });
    if (c->bands.awake)
        cascade(c, to - from, io->ledger);
}
