/* rubbed: two bodies of modes that rub on each other. */
#include "rubbed.h"

#include <math.h>
#include <string.h>

enum { STATE = 4 * RUBBED_MOST + 2, STAGES = 7 }; /* q and v of each mode, z, and the integral of v^2 */

void rubbed_draw(rubbed *r, dice *d)
{
    double stick = dice_log(d, 0.3, 1.2);
    *r = (rubbed){ .a = dice_once(d, 2) ? 0 : 1, .b = 1 + dice_of(d, 2) };
    for (int i = 0; i < r->a + r->b; i++) {
        r->mass[i] = dice_log(d, 0.01, 1);
        r->omega[i] = 2 * M_PI * dice_log(d, 50, 1500);
        r->sigma[i] = 6.9 / dice_log(d, 0.05, 2);
        r->weight[i] = dice_even(d, 0.5, 1);
    }
    r->force = dice_log(d, 0.1, 20);
    r->speed = dice_log(d, 0.01, 1);
    r->bristles = (hz_bow_params){ .stiffness = dice_log(d, 1e4, 1e6),
                                   .damping = dice_log(d, 0.05, 1),
                                   .viscosity = dice_once(d, 2) ? 0 : dice_log(d, 0.01, 0.2),
                                   .stick = stick,
                                   .slip = stick * dice_even(d, 0.2, 0.8),
                                   .stribeck = dice_log(d, 0.01, 0.3),
                                   .plastic = dice_even(d, 0.3, 0.9) };
}

/* ---- the rhythm ---- */

/* A slip begins when the integral of v^2 is `square`. */
static void slip_begins(rhythm *r, double t, double from, double square)
{
    if (t < from)
        return;
    r->rms = r->slips == 0 ? square : r->rms;
    if (r->slips++ > 0) {
        double period = t - r->last;
        r->longest = fmax(r->longest, period);
        r->shortest = r->slips == 2 ? period : fmin(r->shortest, period);
        r->sum += period;
        r->stuck += t - r->end;
    }
    r->square = square;
    r->last = t;
}

static void finish(rhythm *r)
{
    int periods = r->slips - 1;
    r->period = r->sum / periods;
    r->uneven = (r->longest - r->shortest) / r->period;
    r->stick = r->stuck / r->sum;
    r->rms = sqrt((r->square - r->rms) / r->sum);
}

/* ---- the integrator ---- */

double rubbed_bristles(const rubbed *r, double z, double v, double *force)
{
    const hz_bow_params *p = &r->bristles;
    double x = v / p->stribeck, weak = p->slip + (p->stick - p->slip) * exp(-x * x);
    double most = r->force * weak / p->stiffness, elastic = p->plastic * p->slip * r->force / p->stiffness, alpha = 0;
    if (z * v > 0 && fabs(z) > elastic)
        alpha = fabs(z) >= most ? 1 : 0.5 + 0.5 * sin(M_PI * (fabs(z) - 0.5 * (most + elastic)) / (most - elastic));
    double rate = v * (1 - alpha * fabs(z) / most), damping = p->damping * r->force;
    if (p->stiffness * z * (v - rate) + damping * rate * v < 0)
        damping = 0;
    *force = p->stiffness * z + damping * rate + p->viscosity * r->force * v;
    return rate;
}

static double sliding_speed(const rubbed *r, const double *y)
{
    int n = r->a + r->b;
    double v = r->speed;
    for (int i = 0; i < n; i++)
        v += (i < r->a ? 1 : -1) * r->weight[i] * y[n + i];
    return v;
}

static double friction_at(const rubbed *r, const double *y)
{
    double force;
    rubbed_bristles(r, y[2 * (r->a + r->b)], sliding_speed(r, y), &force);
    return force;
}

/* Over 0 where the bristles follow less than half of the motion. */
static double slipping(const rubbed *r, const double *y)
{
    double force, v = sliding_speed(r, y), rate = rubbed_bristles(r, y[2 * (r->a + r->b)], v, &force);
    return v == 0 ? -0.5 : 0.5 - rate / v;
}

static void slopes(const rubbed *r, const double *y, double *d)
{
    int n = r->a + r->b;
    double force, v_b = 0;
    d[2 * n] = rubbed_bristles(r, y[2 * n], sliding_speed(r, y), &force);
    for (int i = 0; i < n; i++) {
        d[i] = y[n + i];
        d[n + i] = -2 * r->sigma[i] * y[n + i] - r->omega[i] * r->omega[i] * y[i] +
                   (i < r->a ? -1 : 1) * r->weight[i] * force / r->mass[i];
        v_b += i < r->a ? 0 : r->weight[i] * y[n + i];
    }
    d[2 * n + 1] = v_b * v_b;
}

/* A step of length h; returns its error over the tolerance. */
static double leap(const rubbed *r, const double *y, double h, double tolerance, const double *size, double *to)
{
    static const double a[STAGES][STAGES - 1] = { { 0 },
                                                  { 1 / 5. },
                                                  { 3 / 40., 9 / 40. },
                                                  { 44 / 45., -56 / 15., 32 / 9. },
                                                  { 19372 / 6561., -25360 / 2187., 64448 / 6561., -212 / 729. },
                                                  { 9017 / 3168., -355 / 33., 46732 / 5247., 49 / 176.,
                                                    -5103 / 18656. },
                                                  { 35 / 384., 0, 500 / 1113., 125 / 192., -2187 / 6784., 11 / 84. } };
    static const double off[STAGES] = {
        71 / 57600., 0, -71 / 16695., 71 / 1920., -17253 / 339200., 22 / 525., -1 / 40.
    };
    int n = 2 * (r->a + r->b) + 2;
    double k[STAGES][STATE], error = 0;
    for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < s; j++)
                sum += a[s][j] * k[j][i];
            to[i] = y[i] + h * sum;
        }
        slopes(r, to, k[s]);
    }
    for (int i = 0; i < n - 1; i++) {
        double sum = 0;
        for (int s = 0; s < STAGES; s++)
            sum += off[s] * k[s][i];
        error = fmax(error, fabs(h * sum) / (tolerance * (fabs(y[i]) + size[i])));
    }
    return error;
}

/* The time within a step of length h at which slipping changes its sign. */
static double crossing(const rubbed *r, const double *y, double h, double before, const double *size)
{
    double low = 0, high = h, mid[STATE];
    for (int i = 0; i < 40; i++) {
        double t = 0.5 * (low + high);
        leap(r, y, t, 1, size, mid);
        *(slipping(r, mid) * before > 0 ? &low : &high) = t;
    }
    return high;
}

int rubbed_integrate(const rubbed *r, double tolerance, double from, double to, rhythm *out)
{
    enum { MOST_STEPS = 4000000 };
    int n = r->a + r->b;
    double y[STATE] = { 0 }, next[STATE], size[STATE] = { 0 }, t = 0, h = 1e-7, before = slipping(r, y);
    *out = (rhythm){ .slips = 0 };
    for (int i = 0; i < n; i++) {
        size[n + i] = 1e-2 * r->speed;
        size[i] = size[n + i] / r->omega[i];
    }
    size[2 * n] = 1e-2 * r->bristles.slip * r->force / r->bristles.stiffness;
    for (int k = 0; t < to; k++) {
        int reaches = t < from && t + h >= from;
        double used = reaches ? from - t : fmin(h, to - t), error = leap(r, y, used, tolerance, size, next);
        if (k > MOST_STEPS)
            return 0;
        if (error <= 1) {
            double after = slipping(r, next);
            if (before < 0 && after > 0)
                slip_begins(out, t + crossing(r, y, used, before, size), from, next[2 * n + 1]);
            else if (before > 0 && after < 0)
                out->end = t + crossing(r, y, used, before, size);
            out->strongest = fmax(out->strongest, friction_at(r, next));
            memcpy(y, next, sizeof y);
            t = reaches ? from : t + used;
            before = after;
        }
        h = fmin(used * fmin(fmax(0.9 * pow(error + 1e-12, -0.2), 0.2), 5), 1e-4);
    }
    finish(out);
    return 1;
}

/* ---- the library ---- */

typedef struct listener {
    rhythm *out;
    double t, from, square;
} listener;

static void ended(void *owner, const hz_contact *c)
{
    listener *l = owner;
    l->t += c->duration;
    if (c->kind == HZ_STICK)
        slip_begins(l->out, l->t, l->from, l->square);
    else
        l->out->end = l->t;
}

static void begin(hz_friction *x, const rubbed *r, double rate, int steps)
{
    static const double one[RUBBED_MOST] = { 1, 1, 1, 1 };
    static const double *const heard[] = { one };
    hz_friction_params p = { .bristles = r->bristles, .steps = steps, .profile.grain = 1 };
    hz_modes a = { r->a, r->mass, r->omega, r->sigma, r->weight, .pickups = 1, .heard = heard };
    int k = r->a;
    const double *const by_port[] = { r->weight + k };
    hz_modes b = { r->b, r->mass + k, r->omega + k, r->sigma + k, r->weight + k, .pickups = 1, .heard = by_port };
    hz_friction_init(x, RUBBED_MOST, 1, RUBBED_MOST, 1);
    hz_friction_prepare(x, &p, &a, &b, 1 / rate);
}

/* A sample; returns the speed of the contact point of b. */
static double sample(hz_friction *x, double force, double speed, double *friction)
{
    double of_a, of_b, *audio[] = { &of_a, &of_b }, *meter[HZ_METERS] = { 0 };
    hz_friction_run(
        x, &(hz_friction_io){
               .n = 1, .force = &force, .speed = &speed, .audio = audio, .friction = friction, .meter = meter });
    return of_b;
}

void rubbed_play(const rubbed *r, double rate, int steps, double from, double to, rhythm *out)
{
    hz_friction x;
    listener l = { .out = out, .from = from };
    *out = (rhythm){ .slips = 0 };
    begin(&x, r, rate, steps);
    x.ended = ended;
    x.owner = &l;
    for (int i = 0, n = (int)(to * rate); i < n; i++) {
        double friction, v = sample(&x, r->force, r->speed, &friction);
        l.square += v * v / rate;
        out->strongest = fmax(out->strongest, friction);
    }
    finish(out);
    hz_friction_free(&x);
}

void rubbed_trace(const rubbed *r, double rate, const double *speed, int n, double *friction, double *v)
{
    hz_friction x;
    begin(&x, r, rate, 0);
    for (int i = 0; i < n; i++)
        v[i] = sample(&x, r->force, speed[i], friction + i);
    hz_friction_free(&x);
}
