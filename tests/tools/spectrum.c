/* spectrum: how strong a sound is where, and how high its fundamental. */
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fft_complex.h>

/* What is needed for so many samples, and is kept, since most tests ask for the same few numbers of them. */
typedef struct kit {
    int n;
    gsl_fft_complex_wavetable *table;
    gsl_fft_complex_workspace *work;
    double *window;
} kit;

static const kit *kit_for(int n)
{
    enum { KEPT = 16 };
    static kit kits[KEPT];
    static int next;
    for (int i = 0; i < KEPT; i++)
        if (kits[i].n == n)
            return &kits[i];
    kit *k = &kits[next++ % KEPT];
    if (k->n > 0) {
        gsl_fft_complex_workspace_free(k->work);
        gsl_fft_complex_wavetable_free(k->table);
        free(k->window);
    }
    *k = (kit){ n, gsl_fft_complex_wavetable_alloc((size_t)n), gsl_fft_complex_workspace_alloc((size_t)n),
                calloc((size_t)n, sizeof *k->window) };
    for (int i = 0; i < n; i++)
        k->window[i] = 0.5 * (1 - cos(2 * M_PI * i / n));
    return k;
}

spectrum spectrum_padded(const double *x, int n, int room, double rate)
{
    spectrum s = { .n = room / 2, .bin = rate / room };
    double *z = calloc((size_t)room * 2, sizeof *z);
    const double *window = kit_for(n)->window;
    for (int i = 0; i < n; i++)
        z[2 * i] = x[i] * window[i];
    const kit *k = kit_for(room);
    gsl_fft_complex_forward(z, 1, (size_t)room, k->table, k->work);
    s.power = calloc((unsigned)room / 2, sizeof *s.power); /* gcc 14 thinks of an n below 0. */
    for (int i = 0; i < s.n; i++)
        s.power[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
    free(z);
    return s;
}

spectrum spectrum_of(const double *x, int n, double rate)
{
    return spectrum_padded(x, n, n, rate);
}

void spectrum_free(spectrum *s)
{
    free(s->power);
}

double spectrum_band(const spectrum *s, double low, double high)
{
    double sum = 0;
    for (int k = (int)fmax(0, low / s->bin - 1); k < s->n && k * s->bin <= high; k++)
        if (k * s->bin >= low)
            sum += s->power[k];
    return sum;
}

double spectrum_centroid(const spectrum *s, double high)
{
    double sum = 0, weight = 0;
    for (int k = 0; k < s->n && k * s->bin <= high; k++) {
        sum += s->power[k] * k * s->bin;
        weight += s->power[k];
    }
    return sum / weight;
}

double spectrum_peak(const spectrum *s, double low, double high)
{
    int best = 1;
    for (int k = 1; k + 1 < s->n; k++)
        if (k * s->bin >= low && k * s->bin <= high && (best == 1 || s->power[k] > s->power[best]))
            best = k;
    double a = log(s->power[best - 1]), b = log(s->power[best]), c = log(s->power[best + 1]);
    return s->bin * (best + 0.5 * (a - c) / (a - 2 * b + c));
}
