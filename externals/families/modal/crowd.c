/* crowd: the modes of a shape that are not computed, as bands of energy, and the noise of what strikes. */
#include "crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"

const double hz_crowd_none = -200;

/* bands:stroke  The striker's part: dB at 1 kHz, and dB an octave. */
typedef struct stroke {
    double level, slope;
} stroke;

static stroke stroke_on(hz_shape_kind kind)
{
    switch (kind) {
    case HZ_MEMBRANE:
    case HZ_DRUM:
        return (stroke){ -53, -1.5 };
    case HZ_PLATE:
    case HZ_DISC:
    case HZ_FREEDISC:
        return (stroke){ -58, 0 };
    case HZ_STRING:
        return (stroke){ -58, 0 };
    case HZ_BOWL:
        return (stroke){ -57, 3 };
    default: /* bars, blocks, small metal */
        return (stroke){ -42, 3 };
    }
}

static double decibels(double x)
{
    return pow(10, 0.1 * x);
}

static double stroke_part(hz_shape_kind kind, double db, double freq)
{
    stroke s = stroke_on(kind);
    double octaves = log2(freq / 1000), high = freq / 8000;
    return decibels(s.level + s.slope * octaves + db) / (1 + high * high * (high * high));
}

/* bands:load  The part of a band that lies above the last mode. */
static double part_above(int band, double last)
{
    double part = (hz_band_edge(band + 1) - last) / hz_band_width(band);
    return fmin(fmax(part, 0), 1);
}

/* bands:load  A skin is pressed over a patch, a quarter as wide as a ball of wood of the striker's mass: shorter waves
 * get less. */
static double patch(hz_shape_kind kind, double wave, double mass)
{
    double radius = 0.02 * cbrt(mass), turn = wave * radius;
    return kind == HZ_MEMBRANE || kind == HZ_DRUM ? pow(1 + turn * turn, -1.5) : 1;
}

/* bands:cascade  1/(J s) in a plate, a disc or a bowl of this thickness. Skins and strings have none, for tension holds
 * them, and bars, whose sides are free. */
static double cascade(const hz_shape_params *shape, double mass, double freq)
{
    double far = 2 * HZ_PI * freq * shape->thickness;
    int thin =
        shape->kind == HZ_PLATE || shape->kind == HZ_DISC || shape->kind == HZ_FREEDISC || shape->kind == HZ_BOWL;
    if (!thin || !(far > 0))
        return 0;
    return 10 * freq / (0.5 * mass * far * far);
}

/* How many modes lie below an edge. */
static int below(const hz_modes *m, double edge)
{
    int n = 0;
    for (int i = 0; i < m->n; i++)
        n += m->omega[i] < 2 * HZ_PI * edge;
    return n;
}

/* The weight of each pickup in the mean over the bands that have modes, of which the highest have most. */
static void hear_stroke(hz_crowd *c, const hz_modes *m, double mass)
{
    for (int p = 0; p < m->pickups; p++) {
        double sum = 0;
        int bands = 0;
        for (int k = 0; k < HZ_BANDS; k++) {
            double squares = 0, low = 2 * HZ_PI * hz_band_edge(k), high = 2 * HZ_PI * hz_band_edge(k + 1);
            int n = 0;
            for (int i = 0; i < m->n; i++)
                if (m->omega[i] >= low && m->omega[i] < high) {
                    squares += m->heard[p][i] * m->heard[p][i];
                    n++;
                }
            sum += n > 0 ? sqrt(squares / n) : 0;
            bands += n > 0;
        }
        c->stroke_heard[p] = bands > 0 ? sum / bands / sqrt(mass) : 0;
    }
}

/* A body of lists has in each band what the lists say. */
static hz_shape_crowd listed(const hz_body *b, const hz_crowd_wanted *w, int band)
{
    double freq = hz_band_middle(band), modes = w->bands[band < w->n_bands ? band : w->n_bands - 1];
    double decay = w->decays[band < w->n_decays ? band : w->n_decays - 1];
    return (hz_shape_crowd){ .density = modes / hz_band_width(band),
                             .sigma = hz_sigma_of(decay) * (b->key > 0 ? b->key : 1),
                             .radiated = hz_shape_monopole(2 * HZ_PI * freq) };
}

static void describe(hz_crowd *c, hz_body *b, const hz_modes *m, const hz_crowd_wanted *w)
{
    const hz_body_description *d = &b->described;
    hz_shape_params shape = d->shape;
    int is_listed = b->in_shape == 0;
    double last = is_listed ? 0 : hz_body_freq_of(m->omega[m->n - 1]), mass = is_listed ? b->mass[0] : b->shape.mass;
    shape.tuning = d->tuning;
    shape.decay_factors = d->factors;
    for (int k = 0; k < HZ_BANDS; k++) {
        double freq = hz_band_middle(k), above = part_above(k, last);
        hz_shape_crowd crowd = is_listed ? listed(b, w, k) : hz_shape_beyond(&b->shape, &shape, m->n, freq);
        int is = freq < w->limit, has = is && above > 0 && w->crowd > hz_crowd_none;
        double size = is_listed ? 1 : patch(shape.kind, crowd.wave, w->mass);
        c->bands.mobility[k] = has ? crowd.density * above * decibels(w->crowd) * size / (4 * mass) : 0;
        c->bands.sigma[k] = hz_body_sigma(b, m->n, 2 * HZ_PI * freq, crowd.sigma);
        if (b->hand > 0)
            c->bands.sigma[k] = hz_sigma_of(b->hand);
        c->bands.stroke[k] =
            is && !is_listed && w->stroke > hz_crowd_none ? stroke_part(shape.kind, w->stroke, freq) : 0;
        c->bands.cascade[k] = is && !is_listed ? w->cascade * cascade(&shape, mass, freq) : 0;
        for (int p = 0; p < m->pickups; p++)
            c->heard[p * HZ_BANDS + k] =
                d->boxed && !is_listed ? 0 : (hz_body_radiates(b) ? crowd.radiated : 1) / sqrt(mass);
    }
    for (int k = 0; k <= HZ_BANDS; k++)
        c->bands.below[k] = below(m, hz_band_edge(k));
    hz_modes heard = hz_body_middle(b, *m);
    hear_stroke(c, &heard, d->boxed ? HUGE_VAL : mass); /* a soundbox hears no noise */
    for (int p = heard.pickups; p < m->pickups; p++)
        c->stroke_heard[p] = c->stroke_heard[0];
}

/* Adds a broad mode for each band that has a mobility. Its motion goes on where there was one. */
static void add_modes(hz_crowd *c, hz_body *b, hz_modes *modes)
{
    for (int i = 0; i < modes->n; i++)
        b->from[i] = modes->from ? modes->from[i] : i < c->listed ? i : -1;
    for (int k = 0; k < HZ_BANDS; k++) {
        int i = modes->n;
        if (!(c->bands.mobility[k] > 0)) {
            c->mode[k] = 0;
            continue;
        }
        hz_band_mode(k, c->bands.mobility[k], &b->mass[i], &b->omega[i], &b->sigma[i]);
        b->damped[i] = b->sigma[i];
        b->weight[i] = 1;
        for (int p = 0; p < b->pickups; p++)
            b->heard[p][i] = b->middle[i] = 0;
        b->from[i] = c->mode[k] - 1;
        c->mode[k] = ++modes->n;
    }
    modes->from = b->from;
    c->listed = c->bands.first;
}

int hz_crowd_init(hz_crowd *c, int pickups)
{
    size_t n = (size_t)pickups;
    c->heard = calloc(n * (HZ_BANDS + 1), sizeof *c->heard);
    c->row = calloc(n, sizeof *c->row);
    if (!c->heard || !c->row)
        return 0;
    c->stroke_heard = c->heard + n * HZ_BANDS;
    for (size_t p = 0; p < n; p++)
        c->row[p] = c->heard + p * HZ_BANDS;
    return 1;
}

void hz_crowd_free(hz_crowd *c)
{
    free(c->heard);
    free(c->row);
    *c = (hz_crowd){ 0 };
}

/* True where there is nothing that could sound. */
static int has_none(const hz_body *b, const hz_crowd_wanted *w)
{
    int crowded = w->crowd > hz_crowd_none, is_listed = b->in_shape == 0;
    if (!is_listed)
        return !crowded && w->stroke <= hz_crowd_none && w->cascade == 0;
    double modes = 0;
    for (int k = 0; k < w->n_bands; k++)
        modes += w->bands[k];
    return !(hz_object_number(b->o, b->table, HZ_BODY_OBJECT) == HZ_BODY_LISTED && b->made.n > 0 && crowded &&
             modes > 0);
}

const hz_bands_params *hz_crowd_join(hz_crowd *c, hz_body *b, hz_modes *modes, const hz_crowd_wanted *w)
{
    if (has_none(b, w)) {
        c->listed = modes->n;
        memset(c->mode, 0, sizeof c->mode);
        c->bands.heard = NULL;
        return NULL;
    }
    describe(c, b, modes, w);
    c->bands.first = modes->n;
    add_modes(c, b, modes);
    c->bands.heard = c->row;
    c->bands.stroke_heard = c->stroke_heard;
    return &c->bands;
}
