/* likeness: how far a sound is from a recording. */
#include "likeness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "loudness.h"
#include "sound.h"
#include "spectrum.h"

static const double from[LIKENESS_TIMES] = { 0, 0.15, 0.9 }, to[LIKENESS_TIMES] = { 0.05, 0.25, 1.1 };

/* What a room or a microphone adds under 20 Hz is no sound: a high pass of the second order. */
static void remove_rumble(double *x, int n, double rate)
{
    double k = tan(M_PI * 20 / rate), a0 = 1 + M_SQRT2 * k + k * k, a1 = 2 * (k * k - 1) / a0,
           a2 = (1 - M_SQRT2 * k + k * k) / a0, s1 = 0, s2 = 0;
    for (int i = 0; i < n; i++) {
        double in = x[i] / a0, out = in + s1;
        s1 = -2 * in - a1 * out + s2;
        s2 = in - a2 * out;
        x[i] = out;
    }
}

/* The first sample over a hundredth of the peak. */
static int find_onset(const double *x, int n)
{
    double peak = 0;
    int i = 0;
    for (int k = 0; k < n; k++)
        peak = fmax(peak, fabs(x[k]));
    while (i < n - 1 && fabs(x[i]) <= 0.01 * peak)
        i++;
    return i;
}

/* The levels of thirds in a stretch; as zeros lie behind it, the bins are 1 Hz apart at every rate. */
static void thirds_of(const double *x, int n, double rate, double level[LIKENESS_THIRDS])
{
    spectrum s = spectrum_padded(x, n, (int)rate & ~3, rate);
    double scale = 2 / (0.375 * n * 2 * s.n); /* 3/8 is the mean of the squared window */
    for (int b = 0; b < LIKENESS_THIRDS; b++) {
        double middle = 1000 * pow(2, (b - 14) / 3.), power = NAN;
        if (middle * pow(2, 1 / 6.) < rate / 2)
            power = scale * spectrum_band(&s, middle * pow(2, -1 / 6.), middle * pow(2, 1 / 6.));
        level[b] = 10 * log10(power + 1e-30);
    }
    spectrum_free(&s);
}

/* The partials are those of 30 to 530 ms. In 50 ms each is 40 Hz wide to both sides, as the window has it. */
static double outside_of(const double *x, int n, double rate)
{
    int begin = (int)(0.03 * rate), brief = (int)(0.05 * rate), length = (int)fmin(0.5 * rate, n - begin);
    if (length < brief)
        return NAN;
    int second = (int)rate & ~3;
    spectrum late = spectrum_padded(x + begin, length, second, rate), early = spectrum_padded(x, brief, second, rate);
    double whole = spectrum_band(&early, 0, rate), left;
    for (int p = 0; p < 14; p++) {
        int best = 20;
        for (int k = 20; k < late.n; k++)
            if (late.power[k] > late.power[best])
                best = k;
        for (int k = best - 40; k <= best + 40; k++)
            if (k >= 0 && k < late.n) {
                early.power[k] = 0;
                late.power[k] *= abs(k - best) > 8;
            }
    }
    left = spectrum_band(&early, 0, rate);
    spectrum_free(&late);
    spectrum_free(&early);
    return 10 * log10(left / whole + 1e-30);
}

likeness likeness_of(const double *x, int n, double rate)
{
    likeness l = { 0 };
    double *y = malloc(sizeof *y * (size_t)n);
    memcpy(y, x, sizeof *y * (size_t)n);
    remove_rumble(y, n, rate);
    int onset = find_onset(y, n), left = n - onset;
    double *z = y + onset;
    l.loudness = loudness_momentary(z, left, rate);
    l.attack = sound_attack(z, left, rate);
    l.outside = outside_of(z, left, rate);
    for (int t = 0; t < LIKENESS_TIMES; t++) {
        int begin = (int)(from[t] * rate), end = (int)(to[t] * rate);
        if (left < (begin + end) / 2) {
            for (int b = 0; b < LIKENESS_THIRDS; b++)
                l.level[t][b] = NAN;
            continue;
        }
        thirds_of(z + begin, (int)fmin(end, left) - begin, rate, l.level[t]);
        for (int b = 0; b < LIKENESS_THIRDS; b++)
            l.level[t][b] += -18 - l.loudness;
    }
    free(y);
    return l;
}

void likeness_distance(const likeness *ours, const likeness *recording, double d[LIKENESS_TIMES])
{
    double floor = -1e9;
    for (int b = 0; b < LIKENESS_THIRDS; b++)
        floor = fmax(floor, recording->level[0][b] - 60);
    for (int t = 0; t < LIKENESS_TIMES; t++) {
        double sum = 0;
        int thirds = 0;
        for (int b = 0; b < LIKENESS_THIRDS; b++) {
            double x = ours->level[t][b], y = recording->level[t][b];
            if (isnan(x + y) || (x <= floor && y <= floor))
                continue;
            sum += pow(fmax(x, floor) - fmax(y, floor), 2);
            thirds++;
        }
        d[t] = thirds ? sqrt(sum / thirds) : NAN;
    }
}
