/* profile: how rough what is rubbed is, along the way that it is rubbed. */
#include "profile.h"

#include "core/base/units.h"

#include <math.h>
#include <stdint.h>

/* Farther than this the way has no digits for a grain left, and it is read from the beginning. */
static const double farthest = 1e9;

void hz_profile_prepare(hz_profile *p, const hz_profile_params *params)
{
    double square = 0;
    p->params = *params;
    p->per_grain = 1 / params->grain;
    for (int k = 0; k < HZ_PROFILE_OCTAVES; k++) {
        p->level[k] = pow(10, params->slope * k / 20);
        square += p->level[k] * p->level[k];
    }
    for (int k = 0; k < HZ_PROFILE_OCTAVES; k++)
        p->level[k] *= sqrt(3 / square); /* Heights between -1 and 1 have a mean square of 1/3. */
}

/* A number from -1 to 1 that belongs to grain i of an octave: the finisher of MurmurHash3. */
static double dice(int64_t i, int octave)
{
    uint64_t x = (uint64_t)i * 0x9e3779b97f4a7c15u + (uint64_t)octave * 0xbf58476d1ce4e5b9u + 1;
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    x ^= x >> 33;
    return (double)(int64_t)x * 0x1p-63;
}

/* 0 to 1 with flat ends. */
static double smooth(double x)
{
    return x * x * (3 - 2 * x);
}

/* What is left of grains of which a sample passes so many: none from one on. */
static double resolved(double grains)
{
    return grains < 0.5 ? 1 : grains < 1 ? 2 - 2 * grains : 0;
}

static double noise(const hz_profile *p, double x, double step)
{
    double sum = 0;
    for (int k = 0; k < HZ_PROFILE_OCTAVES; k++, x *= 2, step *= 2) {
        double left = resolved(step), whole = floor(x), part = smooth(x - whole);
        if (left == 0)
            break;
        double here = dice((int64_t)whole, k), next = dice((int64_t)whole + 1, k);
        sum += left * p->level[k] * (here + part * (next - here));
    }
    return sum;
}

/* Ridges with valleys between them, each of its own height and place. */
static double ridges(const hz_profile *p, double x, double step)
{
    double whole = floor(x), part = x - whole, stray = p->params.stray;
    double top = 0.5 + 0.25 * stray * dice((int64_t)whole, 1), height = 1 + 0.5 * stray * dice((int64_t)whole, 0);
    double off = part < top ? (top - part) / top : (part - top) / (1 - top);
    return resolved(step) * (height * (1 + cos(HZ_PI * off)) - 1);
}

/* An array from a place on, which is a part of its length; between two numbers on the straight line. */
static double drawn_at(const hz_profile_drawn *d, double place)
{
    double x = (place - floor(place)) * d->n, whole = floor(x);
    int i = (int)whole % d->n;
    double here = d->at(d->of, i), next = d->at(d->of, (i + 1) % d->n);
    return here + (x - whole) * (next - here);
}

/* Each pass of the array begins somewhere else, as far as `stray` says, and fades into the next. */
static double array(const hz_profile *p, const hz_profile_drawn *d, double x, double step)
{
    double whole = floor(x), part = smooth(x - whole), stray = 0.5 * p->params.stray;
    double here = drawn_at(d, x + stray * dice((int64_t)whole, 0));
    if (stray > 0)
        here += part * (drawn_at(d, x + stray * dice((int64_t)whole + 1, 0)) - here);
    return resolved(step) * here;
}

double hz_profile_at(const hz_profile *p, const hz_profile_drawn *drawn, double way, double step)
{
    double x = way * p->per_grain, steps = fabs(step) * p->per_grain;
    x = fabs(x) < farthest ? x : fmod(x, farthest);
    switch (p->params.kind) {
    case HZ_PROFILE_NOISE:
        return noise(p, x, steps);
    case HZ_PROFILE_RIDGES:
        return ridges(p, x, steps);
    case HZ_PROFILE_ARRAY:
        break;
    }
    return drawn && drawn->n > 0 ? array(p, drawn, x, steps) : 0;
}
