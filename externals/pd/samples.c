/* samples: how the numbers of a model become the samples of an outlet, and those of an inlet numbers. */
#include "samples.h"

#include <math.h>

#include "core/base/units.h"

static const double LEAST = 1e-30, GREATEST = 1e38;

void hz_samples_convert(enum hz_unit unit, hz_pickup *p, double *x, int n, double h)
{
    /* A velocity is known if the last block had one. The first sample after a change of unit is silent, and not a
     * click. */
    double before = p->known ? p->velocity : x[0];

    p->velocity = x[n - 1];
    p->known = unit != HZ_DISPLACEMENT;
    if (unit != HZ_ACCELERATION)
        return;
    for (int i = n - 1; i > 0; i--)
        x[i] = (x[i] - x[i - 1]) / h;
    x[0] = (x[0] - before) / h;
}

#define HZ_SIMD_TEXT "pd/samples_lanes.h"
#include "core/base/simd.h"

void hz_samples_write(const double *x, t_sample *out, int n, double from, double to)
{
    static void (*const writes[])(const double *, t_sample *, int, double, double) = HZ_SIMD_ALL(write);
    writes[hz_simd_best()](x, out, n, from, (to - from) / n);
}

void hz_samples_fade(t_sample *out, int n, double last)
{
    for (int i = 0; i < n; i++) {
        double old = (double)(n - 1 - i) / n;
        out[i] = (t_sample)(old * last + (1 - old) * out[i]);
    }
}

/* Adds two samples. Each may be as large as a signal may be, and their sum too large. */
static t_sample sum(t_sample a, t_sample b)
{
    t_sample both = a + b;
    return fabs((double)both) <= GREATEST ? both : 0;
}

void hz_samples_add(const t_sample *x, t_sample *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = sum(out[i], x[i]);
}

void hz_samples_ease(t_sample *out, int n, double step, double slope, int left, int length)
{
    enum { BEND = 32 }; /* The slope with which it begins is gone after so many samples. */

    if (!(fabs(step) <= GREATEST))
        return;

    for (int i = 0; i < n && i < left; i++) {
        int t = length - left + i + 1;
        double bent = t < BEND ? slope * t * (1 - (double)t / BEND) * (1 - (double)t / BEND) : 0;
        double add = (step + bent) * 0.5 * (1 - cos(HZ_PI * (left - i) / (length + 1.0)));
        out[i] = sum(out[i], (t_sample)add);
    }
}

int hz_samples_read(const t_sample *in, double *x, int n)
{
    static int (*const reads[])(const t_sample *, double *, int) = HZ_SIMD_ALL(read);
    return reads[hz_simd_best()](in, x, n);
}
