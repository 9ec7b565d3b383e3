/* string_dispersion: the stencil of a string on a grid, fitted to the dispersion of the stiff string. */
#include "string_dispersion.h"
#include "core/base/units.h"

#include "core/base/root.h"

/* The fit is meant to be good up to this part of the sample rate, which is 3.5 kHz at 44.1 kHz. */
static const double good = 0.08;

/* ---- theory ---- */

static double omega_of(const hz_string_wave *w, double b)
{
    return b * sqrt(w->speed2 + w->bending2 * b * b); /* string:theory */
}

/* The wave number at which the theory has this omega. */
static double number_of(const hz_string_wave *w, double omega)
{
    double c = w->speed2, d = sqrt(c * c + 4 * w->bending2 * omega * omega);
    return omega * sqrt(2 / (c + d));
}

/* string:clamped  Positive while omega is under that of the lowest mode, negative above it. */
static double clamped_excess(const hz_string_wave *w, double omega)
{
    double b = number_of(w, omega), half = 0.5 * w->length;
    double q = sqrt(b * b + w->speed2 / w->bending2);
    return b * half < HZ_PI ? b * sin(b * half) + q * tanh(q * half) * cos(b * half) : -1;
}

double hz_string_wave_lowest(const hz_string_wave *w)
{
    double low = omega_of(w, HZ_PI / w->length);
    if (!w->clamped || !(w->bending2 > 0))
        return low / (2 * HZ_PI);
    hz_root r = hz_root_between(low, omega_of(w, 2 * HZ_PI / w->length));
    while (hz_root_halve(&r, -clamped_excess(w, r.x)))
        ;
    return r.x / (2 * HZ_PI);
}

int hz_string_wave_tune(hz_string_wave *w, double freq)
{
    double b = HZ_PI / w->length, omega = 2 * HZ_PI * freq;
    double stiffless = omega * omega / (b * b) - w->bending2 * b * b;
    w->speed2 = fmax(stiffless, 0);
    if (!w->clamped || !(w->bending2 > 0))
        return stiffless >= 0;
    hz_root r = hz_root_between(0, w->speed2);
    w->speed2 = 0;
    if (hz_string_wave_lowest(w) >= freq)
        return 0;
    do
        w->speed2 = r.x;
    while (hz_root_halve(&r, clamped_excess(w, omega)));
    w->speed2 = r.x;
    return 1;
}

/* ---- fit ---- */

/* The a(s)/s that a wave of b radians a metre should have. The backward difference of the loss takes a part of it away.
 */
static double wanted(const hz_string_wave *w, double b, double s, double loss, double h)
{
    double half = sin(0.5 * fmin(omega_of(w, b) * h, HZ_PI));
    return (2 - loss * s) * 2 * half * half / s; /* string:fit-loss */
}

static double squared_sine(double b, double spacing)
{
    double half = sin(0.5 * b * spacing);
    return 4 * half * half;
}

/* a(s) + 2 loss s, which decides whether the scheme is passive. */
static double bound(const hz_string_dispersion *f, double s)
{
    return s * (f->c[0] + 2 * f->loss + s * (f->c[1] + s * f->c[2]));
}

/* string:passive  0 <= a and a + 2 loss s <= 4 for every s from that of the lowest mode to 4. A stencil that is above
 * by rounding alone is scaled down. */
static int make_passive(hz_string_dispersion *f, int n)
{
    double *c = f->c, first = squared_sine(HZ_PI / n, 1), most = fmax(bound(f, first), bound(f, 4)), c2 = 3 * c[2];
    double turns = c[1] * c[1] - c2 * (c[0] + 2 * f->loss); /* of bound' = 0 */
    if (c2 != 0 && turns >= 0)
        for (int side = -1; side <= 1; side += 2) {
            double s = (side * sqrt(turns) - c[1]) / c2;
            if (s > first && s < 4)
                most = fmax(most, bound(f, s));
        }
    double low = fmin(c[0] + first * (c[1] + first * c[2]), c[0] + 4 * (c[1] + 4 * c[2])),
           turn = c[2] != 0 ? -0.5 * c[1] / c[2] : -1;
    if (turn > first && turn < 4)
        low = fmin(low, c[0] + turn * (c[1] + turn * c[2]));
    if (!(most <= 4 + 1e-9) || !(low >= 0))
        return 0;
    for (int i = 0; most > 4 && i < 3; i++)
        c[i] *= 4 / most;
    return 1;
}

/* The wave number up to which the fit is meant to be good, at least half a mode above the fundamental. */
static double reach(const hz_string_wave *w, int n, double h)
{
    double b1 = HZ_PI / w->length, f1 = omega_of(w, b1) * h / (2 * HZ_PI);
    double edge = fmax(good, fmin(2.5 * f1, 0.4));
    double b = 0.95 * number_of(w, 2 * HZ_PI * edge / h);
    return fmin(fmax(b, 1.5 * b1), 0.9 * n * b1);
}

/* string:fit  a(s)/s is a parabola through three points, as Newton writes it. */
static int fit_bulk(hz_string_dispersion *f, const hz_string_wave *w, int n, double h)
{
    double spacing = w->length / n, b0 = HZ_PI / w->length, b2 = reach(w, n, h), b1 = b0 + 0.6 * (b2 - b0);
    double s0 = squared_sine(b0, spacing), s1 = squared_sine(b1, spacing), s2 = squared_sine(b2, spacing);
    double y0 = wanted(w, b0, s0, f->loss, h), y1 = wanted(w, b1, s1, f->loss, h), y2 = wanted(w, b2, s2, f->loss, h);
    double d01 = (y1 - y0) / (s1 - s0), d12 = (y2 - y1) / (s2 - s1), d012 = (d12 - d01) / (s2 - s0);
    f->c[2] = d012;
    f->c[1] = d01 - d012 * (s0 + s1);
    f->c[0] = y0 - s0 * (d01 - d012 * s1);
    return make_passive(f, n);
}

/* string:fit-clamped  The compliance of the points next to both ends where A is `a`: a sum over the modes of one
 * symmetry (the first is 1 or 2) of the supported grid, each by what a force at these points does to it. With `bounds`
 * A counts as the passivity condition sees it. */
static double end_compliance(const hz_string_dispersion *f, int n, int first, double a, int bounds)
{
    double sum = 0;
    for (int m = first; m < n; m += 2) {
        double theta = HZ_PI * m / n, s = squared_sine(theta, 1), at = sin(theta);
        double own = bounds ? bound(f, s) : s * (f->c[0] + s * (f->c[1] + s * f->c[2]));
        sum += at * at / (own - a);
    }
    return 4 * sum / n;
}

/* Clamped ends are supported ones with a spring at the points next to them, which makes the lowest mode right. */
static int clamp_ends(hz_string_dispersion *f, const hz_string_wave *w, int n, double h)
{
    double half = sin(fmin(HZ_PI * hz_string_wave_lowest(w) * h, 0.5 * HZ_PI)), s1 = squared_sine(HZ_PI / n, 1);
    double compliance = end_compliance(f, n, 1, (2 - f->loss * s1) * 2 * half * half, 0);
    if (compliance > 0)
        return 0;
    f->end = -1 / compliance;
    return f->end * end_compliance(f, n, 1, 4, 1) >= -1 && f->end * end_compliance(f, n, 2, 4, 1) >= -1;
}

int hz_string_dispersion_make(hz_string_dispersion *f, const hz_string_wave *w, int n, double h)
{
    double spacing = w->length / n;
    *f = (hz_string_dispersion){ .loss = 2 * w->loss1 * h / (spacing * spacing) };
    if (omega_of(w, HZ_PI / w->length) * h >= HZ_PI)
        return 0;
    return fit_bulk(f, w, n, h) && (!w->clamped || !(w->bending2 > 0) || clamp_ends(f, w, n, h));
}

int hz_string_dispersion_coarsest(const hz_string_wave *w, int most, double h)
{
    hz_string_dispersion f;
    for (int n = HZ_STRING_FEWEST; n <= most; n *= 2)
        if (hz_string_dispersion_make(&f, w, n, h))
            return n;
    return 0;
}

int hz_string_dispersion_spaces(const hz_string_wave *w, int most, double h)
{
    hz_string_dispersion f;
    int low = hz_string_dispersion_coarsest(w, most, h), high = most + 1;
    while (low > 0 && high - low > 1) { /* whole numbers, which base/root does not look for */
        int middle = low + (high - low) / 2;
        if (hz_string_dispersion_make(&f, w, middle, h))
            low = middle;
        else
            high = middle;
    }
    return low;
}
