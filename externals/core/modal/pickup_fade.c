/* pickup_fade: what is heard of an object that was changed goes over a block from what it was to what it is. */
#include "pickup_fade.h"

#include <stdlib.h>
#include <string.h>

int hz_pickup_fade_init(hz_pickup_fade *g, int room, int pickups)
{
    size_t n = (size_t)pickups * (HZ_FADE_CHUNK + 2);
    *g = (hz_pickup_fade){ .pickups = pickups };
    g->memory = calloc(n + 1, sizeof *g->memory);
    g->audio = calloc(2 * (size_t)pickups + 1, sizeof *g->audio);
    if (!g->memory || !g->audio || !hz_pickup_fade_grow(g, room)) {
        hz_pickup_fade_free(g);
        return 0;
    }
    g->was = g->memory;
    g->offset[0] = g->was + (size_t)pickups * HZ_FADE_CHUNK;
    g->offset[1] = g->offset[0] + pickups;
    return 1;
}

int hz_pickup_fade_grow(hz_pickup_fade *g, int room)
{
    double *row = realloc(g->row, ((size_t)room + 1) * sizeof *row);
    g->row = row ? row : g->row;
    return row != NULL;
}

void hz_pickup_fade_free(hz_pickup_fade *g)
{
    free(g->row);
    free(g->memory);
    free(g->audio);
    *g = (hz_pickup_fade){ 0 };
}

double hz_pickup_fade_heard(const hz_pickup_fade *g, hz_motion motion, const void *owner, int pickup, int displacement)
{
    if (!g->pending)
        return motion(owner, pickup, displacement);
    return motion(owner, g->pickups + pickup, displacement) + g->offset[displacement != 0][pickup];
}

/* The weights by which a pickup goes on hearing each mode as it did, those of new modes as it will; whether they differ
 * from what it will hear. */
static int keep_weights(hz_pickup_fade *g, hz_bank *b, const hz_modes *object, int pickup)
{
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

void hz_pickup_fade_describe(hz_pickup_fade *g, hz_bank *b, const hz_modes *object, hz_motion motion, const void *owner)
{
    int walls = b->n == 0 && object->n == 0, silent = b->n > 0 && object->n > 0 && hz_bank_is_silent(b);
    int differs = 0, some = g->pickups < object->pickups ? g->pickups : object->pickups;
    if (!g->pending && (walls || silent)) {
        hz_bank_describe(b, object);
        return;
    }
    for (int p = 0; p < some; p++) {
        for (int d = 0; d < 2; d++)
            g->offset[d][p] = hz_pickup_fade_heard(g, motion, owner, p, d);
    }
    for (int p = 0; p < some; p++)
        differs |= keep_weights(g, b, object, p);
    hz_bank_describe(b, object);
    for (int p = 0; p < some; p++)
        for (int d = 0; d < 2; d++) {
            g->offset[d][p] -= motion(owner, g->pickups + p, d);
            differs |= g->offset[d][p] != 0;
        }
    g->pending = differs;
}

void hz_pickup_fade_rows(hz_pickup_fade *g, double *const *audio, int at)
{
    for (int p = 0; p < g->pickups; p++) {
        g->audio[p] = audio[p] + at;
        g->audio[g->pickups + p] = g->was + p * HZ_FADE_CHUNK;
    }
}

void hz_pickup_fade_mix(hz_pickup_fade *g, int at, int n, int all, int displacement)
{
    const double *offset = g->offset[displacement != 0];
    for (int p = 0; p < g->pickups; p++)
        for (int i = 0; i < n; i++) { /* collide:glide */
            double *out = &g->audio[p][i], left = 1 - (at + i + 1.0) / all;
            *out += left * (g->audio[g->pickups + p][i] + offset[p] - *out);
        }
}
