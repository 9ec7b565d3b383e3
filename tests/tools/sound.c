/* sound: what a recording of a sound is like, in figures. */
#include "sound.h"

#include <math.h>
#include <stdlib.h>

#include "loudness.h"
#include "spectrum.h"

const double sound_times[SOUND_TIMES] = { 0, 0.1, 0.5 };

/* A recording, and where in it the sound begins. */
typedef struct recording {
    const double *x;
    int n, onset;
    double rate;
} recording;

static double decibels(double power)
{
    return power > 0 ? fmax(10 * log10(power), -300) : -300;
}

/* Returns the first sample that is over a hundredth of the peak. */
static int find_onset(const double *x, int n, double peak)
{
    int i = 0;
    while (i < n && fabs(x[i]) <= 0.01 * peak)
        i++;
    return i < n ? i : 0;
}

double sound_attack(const double *x, int n, double rate)
{
    int width = (int)(0.001 * rate), begin = -1, end = -1;
    double most = 0;
    for (int pass = 0; pass < 2; pass++) {
        double sum = 0;
        for (int i = 0; i < n && end < 0; i++) {
            sum += x[i] * x[i] - (i >= width ? x[i - width] * x[i - width] : 0);
            if (!pass)
                most = fmax(most, sum);
            else if (begin < 0 && sum >= 0.01 * most)
                begin = i;
            if (pass && sum >= 0.81 * most)
                end = i;
        }
    }
    return begin >= 0 && end >= 0 ? (end - begin) / rate : NAN;
}

/* A band of an octave around a frequency: twice a filter of the second order with Q 1.41. */
static void octave_filter(double *x, int n, double middle, double rate)
{
    double w = 2 * M_PI * fmin(middle, 0.45 * rate) / rate, alpha = sin(w) / (2 * M_SQRT2), a0 = 1 + alpha;
    double b = alpha / a0, a1 = -2 * cos(w) / a0, a2 = (1 - alpha) / a0;
    for (int pass = 0; pass < 2; pass++) {
        double s1 = 0, s2 = 0;
        for (int i = 0; i < n; i++) {
            double in = x[i], out = b * in + s1;
            s1 = -a1 * out + s2;
            s2 = -b * in - a2 * out;
            x[i] = out;
        }
    }
}

/* Schroeder: the energy that is still to come falls as the sound does. */
static double decay_of(const recording *r, double middle, double *energy)
{
    double *y = malloc(sizeof *y * (size_t)r->n), left = 0, at[2] = { NAN, NAN };
    for (int i = 0; i < r->n; i++)
        y[i] = r->x[i];
    octave_filter(y, r->n, middle, r->rate);
    for (int i = r->n - 1; i >= 0; i--)
        y[i] = left += y[i] * y[i];
    *energy = left;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < r->n; i++)
            if (y[i] < left * (k ? 0.01 : 0.316227766)) {
                at[k] = i / r->rate;
                break;
            }
    free(y);
    return 4 * (at[1] - at[0]);
}

static void decays_of(const recording *r, double decay[SOUND_OCTAVES])
{
    double energy[SOUND_OCTAVES], most = 0;
    for (int k = 0; k < SOUND_OCTAVES; k++) {
        decay[k] = decay_of(r, 62.5 * pow(2, k), &energy[k]);
        most = fmax(most, energy[k]);
    }
    for (int k = 0; k < SOUND_OCTAVES; k++)
        if (energy[k] < 1e-6 * most)
            decay[k] = NAN;
}

/* The spectrum of so many samples from a sample on; what is outside is silent. */
static spectrum spectrum_at(const recording *r, int from, int n)
{
    double *y = calloc((size_t)n, sizeof *y);
    for (int i = 0; i < n; i++)
        y[i] = from + i >= 0 && from + i < r->n ? r->x[from + i] : 0;
    spectrum s = spectrum_of(y, n, r->rate);
    free(y);
    return s;
}

static void centroids_of(const recording *r, double peak, double *centroid)
{
    for (int k = 0; k < SOUND_TIMES; k++) {
        spectrum s = spectrum_at(r, r->onset - 1024 * (k == 0) + (int)(sound_times[k] * r->rate), 2048);
        double power = spectrum_band(&s, 0, r->rate);
        centroid[k] = power > 1e-9 * peak * peak * 2048 ? spectrum_centroid(&s, r->rate) : NAN;
        spectrum_free(&s);
    }
}

/* Finds the strongest local maximum that is not listed yet. Returns 0 if there is none above -60 dB. */
static int next_partial(const spectrum *s, const int *listed, int n)
{
    int best = 0;
    for (int k = 15; k + 1 < s->n; k++) {
        int is = s->power[k] > s->power[k - 1] && s->power[k] >= s->power[k + 1];
        for (int p = 0; p < n; p++)
            is &= abs(k - listed[p]) > 3;
        if (is && (best == 0 || s->power[k] > s->power[best]))
            best = k;
    }
    return n > 0 && best > 0 && s->power[best] < 1e-6 * s->power[listed[0]] ? 0 : best;
}

static int rising(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void partials_of(const recording *r, sound *f)
{
    spectrum s = spectrum_at(r, r->onset + (int)(0.01 * r->rate), (int)r->rate);
    int at[SOUND_PARTIALS], n = 0;
    while (n < SOUND_PARTIALS && (at[n] = next_partial(&s, at, n)) > 0)
        n++;
    double most = n > 0 ? s.power[at[0]] : 0;
    qsort(at, (size_t)n, sizeof *at, rising);
    for (int p = 0; p < SOUND_PARTIALS; p++) {
        f->partial[p] = p < n ? spectrum_peak(&s, (at[p] - 0.5) * s.bin, (at[p] + 0.5) * s.bin) : NAN;
        f->strength[p] = p < n ? decibels(s.power[at[p]] / most) : NAN;
    }
    spectrum_free(&s);
}

/* ---- what two sounds have in common ---- */

static void trajectory_of(const recording *r, double field[SOUND_FRAMES][SOUND_BANDS])
{
    /* s: the frames begin here, and the last one ends */
    static const double edge[SOUND_FRAMES + 1] = { 0,    0.01, 0.02, 0.03, 0.04, 0.05, 0.075,
                                                   0.12, 0.2,  0.35, 0.65, 1.25, 2.45 };
    double most = 0;
    for (int t = 0; t < SOUND_FRAMES; t++) {
        int n = (int)lrint((edge[t + 1] - edge[t]) * r->rate), room = n < 2048 ? 2048 : n;
        double *y = calloc((size_t)room * 2, sizeof *y);
        int from = r->onset + (int)lrint(edge[t] * r->rate);
        for (int i = 0; i < n && from + i < r->n; i++) /* in the middle of the window, where it is nearly 1 */
            y[room - n / 2 + i] = r->x[from + i];
        spectrum s = spectrum_of(y, 2 * room, r->rate);
        for (int b = 0; b < SOUND_BANDS; b++) {
            double low = 25 * pow(2, (b - 0.5) / 3);
            field[t][b] = spectrum_band(&s, low, low * pow(2, 1. / 3)) / ((double)n * room);
            most = fmax(most, field[t][b]);
        }
        spectrum_free(&s);
        free(y);
    }
    for (int t = 0; t < SOUND_FRAMES; t++)
        for (int b = 0; b < SOUND_BANDS; b++)
            field[t][b] = most > 0 ? fmax(decibels(field[t][b] / most), -60) : -60;
}

double sound_distance(const sound *a, const sound *b)
{
    double sum = 0;
    int fields = 0;
    for (int t = 0; t < SOUND_FRAMES; t++)
        for (int k = 0; k < SOUND_BANDS; k++) {
            double x = a->trajectory[t][k], y = b->trajectory[t][k];
            sum += (x - y) * (x - y);
            fields += x > -60 || y > -60;
        }
    return fields > 0 ? sqrt(sum / fields) : 0;
}

/* ---- all of it ---- */

static double lasting(const recording *r)
{
    double all = 0, left = 0;
    int i = r->n - 1;
    for (int k = 0; k < r->n; k++)
        all += r->x[k] * r->x[k];
    for (; i > 0 && (left += r->x[i] * r->x[i]) < 1e-3 * all; i--)
        ;
    return fmax(0, i - r->onset) / r->rate;
}

sound sound_of(const float *x, int n, double rate)
{
    sound f = { 0 };
    double *y = malloc(sizeof *y * (size_t)n), peak = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        peak = fmax(peak, fabs(y[i]));
        sum += y[i];
        if (i > 0)
            f.jump = fmax(f.jump, fabs(y[i] - y[i - 1]));
    }
    recording r = { y, n, find_onset(y, n, peak), rate };
    f.peak = decibels(peak * peak);
    f.mean = sum / n;
    f.loudness = loudness_momentary(y, n, rate);
    f.attack = sound_attack(y, n, rate);
    f.lasts = lasting(&r);
    decays_of(&r, f.decay);
    centroids_of(&r, peak, f.centroid);
    partials_of(&r, &f);
    spectrum s = spectrum_of(y, n & ~63, rate);
    f.high = decibels(spectrum_band(&s, 16000, rate) / spectrum_band(&s, 0, rate));
    spectrum_free(&s);
    trajectory_of(&r, f.trajectory);
    free(y);
    return f;
}
