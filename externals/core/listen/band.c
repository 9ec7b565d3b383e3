/* band: a part of the spectrum, moved to 0 Hz and sampled more rarely. */
#include "internal.h"

#include <stdlib.h>

#include "core/base/units.h"
#include "linear.h"

/* listen:bands */
static const double sharp = 5; /* taps for each sample that is kept and each half of them that is used */
static const double beta = 8;  /* of Kaiser's window: -80 dB */

static double bessel0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; k < 60 && term > 1e-17 * sum; k++) {
        term *= 0.25 * x * x / ((double)k * k);
        sum += term;
    }
    return sum;
}

static void design(hz_listen_band *b)
{
    double sum = 0, half = 0.5 * (b->taps - 1), cut = HZ_PI / b->every;
    for (int k = 0; k < b->taps; k++) {
        double t = k - half, off = t / (half + 0.5);
        b->filter[k] = (t == 0 ? cut : sin(cut * t) / t) * bessel0(beta * sqrt(fmax(1 - off * off, 0)));
        sum += b->filter[k];
    }
    b->gain = 0;
    for (int k = 0; k < b->taps; k++) {
        b->filter[k] /= sum;
        b->gain += b->filter[k] * b->filter[k];
    }
}

int hz_listen_band_make(hz_listen_band *b, double rate, int every, int n)
{
    *b = (hz_listen_band){ .rate = rate / every, .wide = 0.5 * rate / every, .every = every };
    b->taps = (int)(2 * sharp * every);
    b->n = n > b->taps ? (n - b->taps) / every + 1 : 0;
    b->filter = malloc((size_t)b->taps * sizeof *b->filter);
    b->turned = malloc((size_t)b->taps * sizeof *b->turned);
    b->own = malloc((size_t)(b->n + 1) * sizeof *b->own);
    b->y = b->own;
    if (!b->filter || !b->turned || !b->own)
        return 0;
    design(b);
    return 1;
}

void hz_listen_band_free(hz_listen_band *b)
{
    free(b->filter);
    free(b->turned);
    free(b->own);
    *b = (hz_listen_band){ 0 };
}

static hz_complex turn(const hz_listen_band *b, double samples)
{
    double way = fmod(b->centre / (b->rate * b->every) * samples, 1);
    return hz_c(cos(2 * HZ_PI * way), -sin(2 * HZ_PI * way));
}

void hz_listen_band_aim(hz_listen_band *b, double centre)
{
    b->centre = centre;
    for (int k = 0; k < b->taps; k++)
        b->turned[k] = hz_c_scale(turn(b, k), b->filter[k]);
}

void hz_listen_band_take(hz_listen_band *b, double centre, const float *x, int n)
{
    hz_listen_band_aim(b, centre);
    for (int i = 0; i < b->n && i * b->every + b->taps <= n; i++) {
        const float *from = x + i * b->every;
        double re = 0, im = 0;
        for (int k = 0; k < b->taps; k++) {
            re += b->turned[k].re * (double)from[k];
            im += b->turned[k].im * (double)from[k];
        }
        b->y[i] = hz_c_mul(hz_c(re, im), turn(b, (double)i * b->every));
    }
}

void hz_listen_band_take_complex(hz_listen_band *b, double centre, const hz_complex *x, int n)
{
    hz_listen_band_aim(b, centre);
    for (int i = 0; i < b->n && i * b->every + b->taps <= n; i++) {
        const hz_complex *from = x + i * b->every;
        hz_complex sum = { 0 };
        for (int k = 0; k < b->taps; k++)
            sum = hz_c_add(sum, hz_c_mul(b->turned[k], from[k]));
        b->y[i] = hz_c_mul(sum, turn(b, (double)i * b->every));
    }
}

hz_complex hz_listen_band_gain(const hz_listen_band *b, hz_complex s)
{
    double h = 1 / (b->rate * b->every);
    hz_complex z = hz_c_exp(hz_c(s.re * h, (s.im - 2 * HZ_PI * b->centre) * h)), power = { 1, 0 }, sum = { 0 };
    for (int k = 0; k < b->taps; k++) {
        sum = hz_c_add(sum, hz_c_scale(power, b->filter[k]));
        power = hz_c_mul(power, z);
    }
    return sum;
}

/* ---- noise ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* listen:noise  In the used half of the band, of stretches of the last third: the median of their spectra. */
double hz_listen_floor(const hz_complex *y, int n)
{
    enum { LENGTH = 64, STRETCHES = 16 };
    double power[LENGTH * STRETCHES], window = 0;
    int found = 0, from = n - n / 3;
    for (int i = 0; i < LENGTH; i++)
        window += pow(sin(HZ_PI * (i + 0.5) / LENGTH), 4);
    for (int at = n - LENGTH, i = 0; i < STRETCHES && at >= 0 && (at >= from || i == 0); i++, at -= LENGTH / 2) {
        hz_complex z[LENGTH];
        for (int k = 0; k < LENGTH; k++)
            z[k] = hz_c_scale(y[at + k], pow(sin(HZ_PI * (k + 0.5) / LENGTH), 2));
        hz_linear_transform(z, LENGTH);
        for (int k = 0; k < LENGTH; k++)
            if (k < LENGTH / 4 || k >= LENGTH - LENGTH / 4)
                power[found++] = hz_c_square(z[k]) / window;
    }
    if (found == 0)
        return 0;
    qsort(power, (size_t)found, sizeof *power, by_size);
    return power[found / 2] / 0.6931471805599453; /* The median of an exponential distribution is ln 2 of its mean. */
}
