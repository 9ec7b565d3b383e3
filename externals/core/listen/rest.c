/* rest: what is left of a hit when its modes are taken away, and what tells of the striker and of the room. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"

/* ---- what is no mode: listen:rest ---- */

static void take_away(const hz_listen_hit *h, hz_listen_sound *s, float *rest)
{
    memcpy(rest, s->x, (size_t)s->n * sizeof *rest);
    for (int k = 0; k < h->n; k++) {
        const hz_listen_mode *m = &h->mode[k];
        hz_complex z = hz_c_exp(hz_c(-m->sigma / s->rate, 2 * HZ_PI * m->freq / s->rate)),
                   x = hz_c(m->size * cos(m->phase), m->size * sin(m->phase));
        for (int i = 0; i < s->n; i++) {
            rest[i] -= (float)x.re;
            x = hz_c_mul(x, z);
        }
    }
    s->x = rest;
}

/* The slope of the logarithms of some powers, per frame; the loud ones weigh more: listen:rest */
static double slope_of(const double *power, int n)
{
    double all = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        double weight = sqrt(power[i]);
        all += weight, x += weight * i, xx += weight * i * i;
        y += weight * log(power[i]), xy += weight * i * log(power[i]);
    }
    return n > 1 ? (all * xy - x * y) / (all * xx - x * x) : 0;
}

/* Describes one band: its mean square at the beginning, and how fast it decays. */
static void describe(const hz_complex *y, int n, double rate, double noise, double *level, double *loss)
{
    enum { FRAMES = 80 };
    static const double frame = 0.012, quickest = 140, slowest = 0.5; /* s, 1/s */
    double power[FRAMES], sum = 0, all = 0;
    int length = (int)fmax(rint(frame * rate), 2), frames = 0;
    for (; frames < FRAMES && (frames + 1) * length <= n; frames++) {
        power[frames] = 0;
        for (int i = 0; i < length; i++)
            power[frames] += hz_c_square(y[frames * length + i]) / length;
        power[frames] -= noise;
        if (power[frames] <= fmax(noise, 1e-4 * power[0]))
            break;
        sum += power[frames] * length / rate;
    }
    *level = 0;
    *loss = quickest;
    if (frames == 0)
        return;
    if (frames > 1)
        *loss = fmin(fmax(-0.5 * slope_of(power, frames) * rate / length, slowest), quickest);
    all = frames * length / rate;
    *level = 2 * *loss * sum / (1 - exp(-2 * *loss * all));
}

int hz_listen_rest(const hz_listen_sound *sound, hz_listen_hit *h)
{
    hz_listen_sound s = *sound;
    float *rest = malloc((size_t)s.n * sizeof *rest);
    int good = rest != NULL;
    if (good)
        take_away(h, &s, rest);
    for (int b = 0; b < HZ_BANDS && good; b++) {
        hz_listen_band band = { 0 };
        double wide = hz_band_width(b), middle = 0.5 * (hz_band_edge(b) + hz_band_edge(b + 1));
        if (hz_band_edge(b + 1) > 0.5 * s.rate)
            break;
        good = hz_listen_band_make(&band, s.rate, (int)fmax(s.rate / (2 * wide), 1), s.n);
        if (good && band.n > 2) {
            hz_listen_band_take(&band, middle, s.x, s.n);
            describe(band.y, band.n, band.rate, hz_listen_floor(band.y, band.n), &h->rest[b], &h->loss[b]);
            h->rest[b] *= 2 * wide / (band.gain * s.rate);
        }
        hz_listen_band_free(&band);
    }
    free(rest);
    return good;
}

/* ---- hum ---- */

/* listen:hum  Takes away what does not decay at a multiple of the mains' frequency. */
void hz_listen_unhum(hz_listen_hit *h)
{
    int kept = 0;
    for (int k = 0; k < h->n; k++) {
        const hz_listen_mode *m = &h->mode[k];
        double fifty = m->freq - 50 * rint(m->freq / 50), sixty = m->freq - 60 * rint(m->freq / 60);
        int stays = m->sigma * (h->until - h->from) < 0.35 && m->freq < 1000;
        if (stays && fmin(fabs(fifty), fabs(sixty)) < 0.2)
            h->hum = h->hum > 0 ? h->hum : m->freq;
        else
            h->mode[kept++] = *m;
    }
    h->n = kept;
}

/* ---- the striker: listen:striker ---- */

double hz_listen_pulse(double freq, double contact)
{
    double x = 2 * freq * contact;
    return 1 / sqrt(1 + x * x * x * x);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How far the logarithms of the sizes are from those of a contact that lasts so long, in the mean. */
static double misfit(const hz_listen_hit *h, double contact)
{
    double off[HZ_LISTEN_MODES], sorted[HZ_LISTEN_MODES], sum = 0;
    for (int k = 0; k < h->n; k++)
        off[k] = sorted[k] = log(h->mode[k].size / hz_listen_pulse(h->mode[k].freq, contact));
    qsort(sorted, (size_t)h->n, sizeof *sorted, by_size);
    for (int k = 0; k < h->n; k++)
        sum += fabs(off[k] - sorted[h->n / 2]);
    return sum / h->n;
}

double hz_listen_contact(const hz_listen_hit *h)
{
    enum { FEW = 5 };
    static const double shortest = 3e-5, longest = 0.02, worth = 0.9;
    double best = misfit(h, 0) * worth, found = 0;
    if (h->n < FEW)
        return 0;
    for (double t = shortest; t < longest; t *= 1.05) {
        double is = misfit(h, t);
        if (is < best)
            best = is, found = t;
    }
    return found;
}

/* ---- the room: listen:room ---- */

double hz_listen_room(const hz_listen_hit *h)
{
    double decay[HZ_BANDS];
    int n = 0;
    for (int b = 4; b < HZ_BANDS; b++)
        if (h->rest[b] > 0)
            decay[n++] = HZ_SIXTY_DB / h->loss[b];
    qsort(decay, (size_t)n, sizeof *decay, by_size);
    return n >= 4 && decay[n - 1] < 2.5 * decay[0] && decay[n / 2] > 0.15 && decay[n / 2] < 5 ? decay[n / 2] : 0;
}
