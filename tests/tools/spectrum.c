/* spectrum: how strong a sound is where, and how high its fundamental. */
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fft_complex.h>

spectrum spectrum_of(const double *x, int n, double rate)
{
    spectrum s = { .n = n / 2, .bin = rate / n };
    double *z = calloc((size_t)n * 2, sizeof *z);
    gsl_fft_complex_wavetable *table = gsl_fft_complex_wavetable_alloc((size_t)n);
    gsl_fft_complex_workspace *work = gsl_fft_complex_workspace_alloc((size_t)n);
    for (int i = 0; i < n; i++)
        z[2 * i] = x[i] * 0.5 * (1 - cos(2 * M_PI * i / n));
    gsl_fft_complex_forward(z, 1, (size_t)n, table, work);
    s.power = calloc((size_t)s.n, sizeof *s.power);
    for (int k = 0; k < s.n; k++)
        s.power[k] = z[2 * k] * z[2 * k] + z[2 * k + 1] * z[2 * k + 1];
    gsl_fft_complex_workspace_free(work);
    gsl_fft_complex_wavetable_free(table);
    free(z);
    return s;
}

void spectrum_free(spectrum *s)
{
    free(s->power);
}

double spectrum_band(const spectrum *s, double low, double high)
{
    double sum = 0;
    for (int k = 0; k < s->n; k++)
        if (k * s->bin >= low && k * s->bin <= high)
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
