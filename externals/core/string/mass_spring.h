/* mass_spring: a mass, free or on a damped spring, that steps explicitly beside a string.
 *
 *     m w'' = -m omega^2 (w - rest) - 2 m sigma w' + forces        bob:equation  W 19
 *
 * The step has the poles of the exact motion, so frequency and decay are right, and it is passive at any frequency.
 *
 * Its coefficients are not taken from base/oscillator, though its poles are the same. From the s and b of that step the
 * coefficient `spring` would come out as 4 (omega^2 b + sigma s) less 2 (1 - exp(-2 sigma h)), and where the damping is
 * large and the spring slow, nearly all digits of these two cancel. */
#ifndef HZ_MASS_SPRING_H
#define HZ_MASS_SPRING_H

#include "core/base/ledger.h"
#include "core/base/units.h"

#include <math.h>

typedef struct hz_mass_spring {
    double mass, h;
    double spring;            /* a of bob:step; without loss 4 sin^2(omega h/2) */
    double loss;              /* tanh(sigma h) */
    double compliance;        /* h^2/(mass (1 + loss)): what a newton adds to the next place */
    double w, d, d1;          /* the place, its change in the last step, and its change in the next one */
    double rest, rest_before; /* where the spring hangs now and where it hung a sample ago */
} hz_mass_spring;

/* bob:step  (1 + loss) d1 = (1 - loss) d - a (w - rest) with loss = tanh(sigma h) and a from the poles. */
static inline void hz_mass_spring_prepare(hz_mass_spring *b, double mass, double omega, double sigma, double h)
{
    double x = sigma * h, y = omega * h, square = (y - x) * (y + x), turn = sqrt(fabs(square)),
           swing = sin(0.5 * fmin(turn, 0.9 * HZ_PI));
    double turned = square > 0 ? 2 * expm1(-x) * expm1(-x) + 8 * exp(-x) * swing * swing
                               : 2 * expm1(-x - turn) * expm1(-y * y / (x + turn));
    if (b->h > 0)
        b->d *= h / b->h; /* it moves on as fast as it did */
    b->mass = mass;
    b->h = h;
    b->loss = tanh(x);
    b->spring = omega > 0 ? turned / (1 + exp(-2 * x)) : 0;
    b->compliance = h * h / (mass * (1 + b->loss));
}

/* The step without forces. */
static inline void hz_mass_spring_predict(hz_mass_spring *b)
{
    b->d1 = b->d - (2 * b->loss * b->d + b->spring * (b->w - b->rest)) / (1 + b->loss);
}

static inline void hz_mass_spring_push(hz_mass_spring *b, double force)
{
    b->d1 += b->compliance * force;
}

static inline double hz_mass_spring_way(const hz_mass_spring *b)
{
    return b->d1 + b->d;
}

static inline double hz_mass_spring_loss(const hz_mass_spring *b)
{
    double way = hz_mass_spring_way(b);
    return 0.5 * b->loss * b->mass / (b->h * b->h) * way * way;
}

/* The work done by whatever holds the spring, if that will be at `next`. */
static inline double hz_mass_spring_work(const hz_mass_spring *b, double next)
{
    return -0.5 * b->spring * b->mass / (b->h * b->h) * (b->w - b->rest) * (next - b->rest_before);
}

static inline void hz_mass_spring_commit(hz_mass_spring *b, double next)
{
    b->w += b->d1;
    b->d = b->d1;
    b->rest_before = b->rest;
    b->rest = next;
}

static inline int hz_mass_spring_is_still(const hz_mass_spring *b)
{
    return b->d == 0 && (b->spring == 0 || b->w == b->rest);
}

/* Rounding would keep a mass away from its place of rest for ever. Once it is so near that nothing else is left, it is
 * put there. */
static inline void hz_mass_spring_settle(hz_mass_spring *b)
{
    double near = 1e-12 * fabs(b->rest) + 1e-100;
    if (fabs(b->d) >= near || b->rest != b->rest_before || (b->spring > 0 && fabs(b->w - b->rest) >= near))
        return;
    b->d = 0;
    if (b->spring > 0)
        b->w = b->rest;
}

/* bob:energy  m/(2 h^2) (d^2 + a e^n e^(n-1)), e = w - rest: between the samples, as string:energy. */
static inline void hz_mass_spring_energy(const hz_mass_spring *b, hz_energy *add)
{
    double scale = 0.5 * b->mass / (b->h * b->h);
    add->kinetic += scale * b->d * b->d;
    add->potential += scale * b->spring * (b->w - b->rest) * (b->w - b->d - b->rest_before);
}

#endif
