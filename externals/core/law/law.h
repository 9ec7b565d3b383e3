/* law: the contact law and its discrete force.
 *
 *     f(eta, eta') = K eta^a (1 + mu eta')      eta > 0, else 0        law:force
 *     phi(eta)     = K/(a+1) [eta]_+^(a+1)                             law:potential
 *
 * eta is the compression (m), positive while the bodies touch. */
#ifndef HZ_LAW_H
#define HZ_LAW_H

#include "core/base/power.h"

typedef struct hz_law_params {
    double stiffness; /* K, N/m^a */
    double exponent;  /* a */
    double damping;   /* mu, s/m */
} hz_law_params;

typedef struct hz_law {
    double stiffness, exponent, damping;
    double potential;                 /* K/(a+1) */
    double near2, near4, near6;       /* coefficients of law:gradient-near */
    double series2, series3, series4; /* of (1 + r)^a after 1 and a */
    hz_power power;                   /* for the exponent a */
} hz_law;

hz_law hz_law_prepare(const hz_law_params *p);

/* The elastic part of law:force. */
static inline double hz_law_spring(const hz_law *l, double eta)
{
    return eta > 0 ? l->stiffness * hz_power_of(&l->power, eta) : 0;
}

/* The compression whose elastic part of law:force is this. */
double hz_law_compression(const hz_law *l, double spring);

/* law:force from its elastic part. It never pulls. */
static inline double hz_law_damped(const hz_law *l, double spring, double v)
{
    double mean = 1 + l->damping * v;
    return mean > 0 ? spring * mean : 0;
}

static inline double hz_law_force(const hz_law *l, double eta, double v)
{
    return hz_law_damped(l, hz_law_spring(l, eta), v);
}

/* law:potential  P 13 */
static inline double hz_law_potential(const hz_law *l, double eta)
{
    return eta > 0 ? hz_law_spring(l, eta) * eta / (l->exponent + 1) : 0;
}

/* W 12  The slope of sqrt(2 phi), which quadratised methods work with, from the elastic force at eta. */
static inline double hz_law_root_slope(const hz_law *l, double spring, double eta)
{
    return eta > 0 ? sqrt(0.5 * (l->exponent + 1) * spring / eta) : 0;
}

/* A discrete force and how it grows with the compression at the end of the step. */
typedef struct hz_slope {
    double value, slope;
} hz_slope;

/* law:gradient: the elastic force that exchanges exactly phi(eta1) - phi(eta0). phi0 = phi(eta0). */
hz_slope hz_law_gradient(const hz_law *l, double eta0, double phi0, double eta1);

#endif
