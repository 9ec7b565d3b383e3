/* loudness: how loud a sound is, after ITU-R BS.1770-4. */
#include "loudness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The standard lists coefficients for 48 kHz. These are the analogue filters that they were made from, which others
 * derived from them (De Man, Evaluation of Implementations of the EBU R128 Loudness Measurement, 2018). */
static const double shelf_freq = 1681.974450955533, shelf_decibels = 3.999843853973347, shelf_q = 0.7071752369554196,
                    shelf_middle = 0.4996667741545416, high_pass_freq = 38.13547087602444,
                    high_pass_q = 0.5003270373238773;

void loudness_filters(double rate, double shelf[5], double high_pass[5])
{
    double k = tan(M_PI * shelf_freq / rate), high = pow(10, shelf_decibels / 20), middle = pow(high, shelf_middle);
    double a0 = 1 + k / shelf_q + k * k;
    shelf[0] = (high + middle * k / shelf_q + k * k) / a0;
    shelf[1] = 2 * (k * k - high) / a0;
    shelf[2] = (high - middle * k / shelf_q + k * k) / a0;
    shelf[3] = 2 * (k * k - 1) / a0;
    shelf[4] = (1 - k / shelf_q + k * k) / a0;
    k = tan(M_PI * high_pass_freq / rate);
    a0 = 1 + k / high_pass_q + k * k;
    high_pass[0] = high_pass[2] = 1;
    high_pass[1] = -2;
    high_pass[3] = 2 * (k * k - 1) / a0;
    high_pass[4] = (1 - k / high_pass_q + k * k) / a0;
}

static void filter(const double c[5], double *x, int n)
{
    double s1 = 0, s2 = 0;
    for (int i = 0; i < n; i++) {
        double in = x[i], out = c[0] * in + s1;
        s1 = c[1] * in - c[3] * out + s2;
        s2 = c[2] * in - c[4] * out;
        x[i] = out;
    }
}

double loudness_momentary(const double *x, int n, double rate)
{
    int window = (int)lrint(0.4 * rate), hop = (int)lrint(0.01 * rate);
    double shelf[5], high_pass[5], most = 0, sum = 0;
    double *y = malloc(sizeof *y * (size_t)n);
    memcpy(y, x, sizeof *y * (size_t)n);
    loudness_filters(rate, shelf, high_pass);
    filter(shelf, y, n);
    filter(high_pass, y, n);
    for (int i = 0; i < n; i++) {
        sum += y[i] * y[i] - (i >= window ? y[i - window] * y[i - window] : 0);
        if ((i + 1) % hop == 0 || i == n - 1)
            most = fmax(most, sum / window);
    }
    free(y);
    return most > 0 ? fmax(-200, 10 * log10(most) - 0.691) : -200;
}
