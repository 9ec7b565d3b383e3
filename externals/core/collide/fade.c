/* fade: a block in which what is heard goes from what it was before a change to what it is. */
#include <stddef.h>

#include "internal.h"

void hz_collide_run_fading(hz_collide *c, const hz_collide_io *io)
{
    hz_pickup_fade *g = &c->fade;
    hz_bank *b = &c->system.object;
    b->pickups = 2 * g->pickups;
    for (int at = 0; at < io->n; at += HZ_FADE_CHUNK) {
        double *meter[HZ_METERS], *ring[HZ_MOST_STRIKER_PICKUPS];
        hz_collide_io part = *io;
        part.n = io->n - at < HZ_FADE_CHUNK ? io->n - at : HZ_FADE_CHUNK;
        part.force_a = io->force_a ? io->force_a + at : NULL;
        part.force_b = io->force_b ? io->force_b + at : NULL;
        part.table = io->table ? io->table + at : NULL;
        part.force = io->force + at;
        part.audio = g->audio;
        for (int p = 0; io->ring && p < c->system.strikers->ringing.pickups; p++)
            ring[p] = io->ring[p] + at;
        part.ring = io->ring ? ring : NULL;
        part.meter = meter;
        for (int m = 0; m < HZ_METERS; m++)
            meter[m] = io->meter[m] ? io->meter[m] + at : NULL;
        hz_pickup_fade_rows(g, io->audio, at);
        hz_collide_run_part(c, &part);
        hz_pickup_fade_mix(g, at, part.n, io->n, io->displacement);
    }
    b->pickups = g->pickups;
    g->pending = 0;
}

/* collide:glide */
void hz_collide_fade_ringing(hz_collide *c, const hz_collide_io *io)
{
    int pickups = c->system.strikers->ringing.pickups;
    const double *jump = c->ringing_jump + (io->displacement ? pickups : 0);
    for (int p = 0; io->ring && p < pickups; p++)
        for (int i = 0; i < io->n; i++)
            io->ring[p][i] += jump[p] * (1 - (i + 1.0) / io->n);
    c->ringing_fades = 0;
}
