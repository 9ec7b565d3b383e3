/* string_partials: the partials of a string, as they sound at present. */
#include "string_grid.h"

#include <math.h>

#include "core/base/units.h"

/* So many points at a time, and so many sums beside each other: a processor adds several numbers at once. */
enum { POINTS = 64, LANES = 8 };

static hz_string_partial partial_of(const hz_string *s, int k, double held)
{
    const hz_string_wave *w = &s->wave;
    double lowest = HZ_PI / w->length, b = k * lowest / held;
    double supported = sqrt(w->speed2 + w->bending2 * lowest * lowest) * lowest / (2 * HZ_PI);
    double clamped = supported > 0 ? hz_string_wave_lowest(w) / supported : 1; /* a slack, limp string has no tone */
    return (hz_string_partial){
        .freq = clamped * b * sqrt(w->speed2 + w->bending2 * b * b) / (2 * HZ_PI),
        .sigma = s->params.sigma0 + s->params.sigma1 * b * b,
    };
}

/* Adds what the points from `first` to `end` - 1 are of the shapes of n partials from k on. Each shape follows from the
 * two before it: sin((k + 1) x) = 2 cos x sin(k x) - sin((k - 1) x). */
static void add_points(const hz_string *s, int first, int end, int k, double angle, hz_string_partial *out, int n)
{
    double twice[POINTS] = { 0 }, now[POINTS] = { 0 }, before[POINTS] = { 0 }, u[POINTS] = { 0 }, d[POINTS] = { 0 };
    for (int i = first; i < end; i++) {
        double x = angle * i;
        twice[i - first] = 2 * cos(x);
        now[i - first] = sin(k * x);
        before[i - first] = sin((k - 1) * x);
        u[i - first] = s->u[i];
        d[i - first] = s->d[i];
    }
    for (int p = 0; p < n; p++) {
        double sum_u[LANES] = { 0 }, sum_d[LANES] = { 0 };
        for (int i = 0; i < POINTS; i += LANES)
            for (int l = 0; l < LANES; l++) {
                double shape = now[i + l];
                sum_u[l] += shape * u[i + l];
                sum_d[l] += shape * d[i + l];
                now[i + l] = twice[i + l] * shape - before[i + l];
                before[i + l] = shape;
            }
        for (int l = 0; l < LANES; l++) {
            out[p].displacement += sum_u[l];
            out[p].velocity += sum_d[l];
        }
    }
}

int hz_string_partials(const hz_string *s, int k, double held, double highest, hz_string_partial *out, int most)
{
    double spaces = held * s->n;
    int end = (int)ceil(spaces), n = 0;
    for (; n < most && k + n < spaces; n++) {
        out[n] = partial_of(s, k + n, held);
        if (!(out[n].freq > 0 && out[n].freq <= highest))
            break;
    }
    for (int i = 1; i < end; i += POINTS)
        add_points(s, i, i + POINTS < end ? i + POINTS : end, k, HZ_PI / spaces, out, n);
    for (int p = 0; p < n; p++) {
        out[p].displacement *= 2 / spaces;
        out[p].velocity *= 2 / (spaces * s->h);
    }
    return n;
}
