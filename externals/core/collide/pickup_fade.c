/* pickup_fade: what is heard of an object that was changed goes over a block from what it was to what it is. */
#include "pickup_fade.h"

#include <stdlib.h>
#include <string.h>

#include "collide.h"

enum { CHUNK = 64 }; /* samples at a time */

int hz_pickup_fade_init(hz_pickup_fade *g, int room, int pickups)
{
    size_t n = (size_t)room + (size_t)pickups * (CHUNK + 2);
    *g = (hz_pickup_fade){ .pickups = pickups };
    g->memory = calloc(n + 1, sizeof *g->memory);
    g->audio = calloc(2 * (size_t)pickups + 1, sizeof *g->audio);
    if (!g->memory || !g->audio) {
        hz_pickup_fade_free(g);
        return 0;
    }
    g->row = g->memory;
    g->was = g->row + room;
    g->offset[0] = g->was + (size_t)pickups * CHUNK;
    g->offset[1] = g->offset[0] + pickups;
    return 1;
}

void hz_pickup_fade_free(hz_pickup_fade *g)
{
    free(g->memory);
    free(g->audio);
    *g = (hz_pickup_fade){ 0 };
}

double hz_pickup_fade_motion(const hz_collide *c, int row, int displacement)
{
    if (c->b.n > 0)
        return hz_bank_heard(&c->b, row, displacement);
    return displacement ? hz_bank_displacement(&c->a) : hz_bank_velocity(&c->a);
}

double hz_pickup_fade_heard(const hz_collide *c, int pickup, int displacement)
{
    const hz_pickup_fade *g = &c->glide;
    if (!g->pending)
        return hz_pickup_fade_motion(c, pickup, displacement);
    return hz_pickup_fade_motion(c, g->pickups + pickup, displacement) + g->offset[displacement != 0][pickup];
}

/* The weights by which a pickup goes on hearing each mode as it did, those of new modes as it will; whether they differ
 * from what it will hear. */
static int keep_weights(hz_collide *c, const hz_modes *object, int pickup)
{
    hz_pickup_fade *g = &c->glide;
    hz_bank *b = &c->b;
    double *was = b->heard[g->pickups + pickup];
    const double *now = g->pending ? was : b->heard[pickup];
    int n = object->n < b->room ? object->n : b->room, differs = 0;
    for (int i = 0; i < n; i++) {
        int from = object->from ? object->from[i] : i;
        g->row[i] = from >= 0 && from < b->n ? now[from] : object->heard[pickup][i];
        differs |= g->row[i] != object->heard[pickup][i];
    }
    memcpy(was, g->row, sizeof *was * (size_t)n);
    for (int i = n; i < b->n; i++)
        was[i] = 0;
    return differs;
}

void hz_pickup_fade_describe(hz_collide *c, const hz_modes *object)
{
    hz_pickup_fade *g = &c->glide;
    int walls = c->b.n == 0 && object->n == 0, silent = c->b.n > 0 && object->n > 0 && hz_bank_is_silent(&c->b);
    int differs = 0, some = g->pickups < object->pickups ? g->pickups : object->pickups;
    if (!g->pending && (walls || silent)) {
        hz_bank_describe(&c->b, object);
        return;
    }
    for (int p = 0; p < some; p++) {
        for (int d = 0; d < 2; d++)
            g->offset[d][p] = hz_pickup_fade_heard(c, p, d);
    }
    for (int p = 0; p < some; p++)
        differs |= keep_weights(c, object, p);
    hz_bank_describe(&c->b, object);
    for (int p = 0; p < some; p++)
        for (int d = 0; d < 2; d++) {
            g->offset[d][p] -= hz_pickup_fade_motion(c, g->pickups + p, d);
            differs |= g->offset[d][p] != 0;
        }
    g->pending = differs;
}

void hz_pickup_fade_block(hz_collide *c, const hz_collide_io *io, void (*run)(hz_collide *c, const hz_collide_io *io))
{
    hz_pickup_fade *g = &c->glide;
    if (!g->pending) {
        run(c, io);
        return;
    }
    const double *offset = g->offset[io->displacement != 0];
    c->b.pickups = 2 * g->pickups;
    for (int at = 0; at < io->n; at += CHUNK) {
        double *meter[HZ_METERS];
        hz_collide_io part = *io;
        part.n = io->n - at < CHUNK ? io->n - at : CHUNK;
        part.force_a = io->force_a ? io->force_a + at : NULL;
        part.force_b = io->force_b ? io->force_b + at : NULL;
        part.table = io->table ? io->table + at : NULL;
        part.force = io->force + at;
        part.audio = g->audio;
        part.meter = meter;
        for (int m = 0; m < HZ_METERS; m++)
            meter[m] = io->meter[m] ? io->meter[m] + at : NULL;
        for (int p = 0; p < g->pickups; p++) {
            g->audio[p] = io->audio[p] + at;
            g->audio[g->pickups + p] = g->was + p * CHUNK;
        }
        run(c, &part);
        for (int p = 0; p < g->pickups; p++)
            for (int i = 0; i < part.n; i++) { /* collide:glide */
                double *out = &g->audio[p][i], left = 1 - (at + i + 1.0) / io->n;
                *out += left * (g->audio[g->pickups + p][i] + offset[p] - *out);
            }
    }
    c->b.pickups = g->pickups;
    g->pending = 0;
}
