/* orbit: a mass on a rigid wall, apart from the core: long double, bisection and GSL's quadrature. */
#include "orbit.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <math.h>

long double orbit_rest(long double z)
{
    if (fabsl(z) > 0.1L)
        return z - log1pl(z);
    long double s = 0; /* z^2/2 - z^3/3 + ... */
    for (int k = 24; k >= 2; k--)
        s = 1.0L / k - z * s;
    return z * z * s;
}

/* On the way out 1 + z = exp(-q), which keeps the digits of a z close to -1. */
static long double rest_of_log(long double q)
{
    if (q > 0.1L)
        return expm1l(-q) + q;
    long double s = 0; /* q^2/2! - q^3/3! + ... */
    for (int k = 20; k >= 2; k--)
        s = (1 - q * s) / k;
    return q * q * s;
}

/* The unknown of either way that solves rest(q) = c, which grows with q. */
static long double root_unknown(long double c, int sign)
{
    long double low = 0, high = c + 2 * sqrtl(c);
    for (int i = 0; i < 200 && high - low > 1e-19L * high; i++) {
        long double q = (low + high) / 2;
        *((sign > 0 ? orbit_rest(q) : rest_of_log(q)) < c ? &low : &high) = q;
    }
    return (low + high) / 2;
}

long double orbit_root(long double c, int sign)
{
    long double q = root_unknown(c, sign);
    return sign > 0 ? q : expm1l(-q);
}

double orbit_v_out(double mu, double v_in)
{
    return mu == 0 ? -v_in : (double)(orbit_root(orbit_rest((long double)mu * v_in), -1) / mu);
}

static long double energy_of(long double mu, long double v)
{
    return mu == 0 ? v * v / 2 : orbit_rest(mu * v) / mu / mu;
}

/* The compression at which this much of G is in the spring. */
static long double depth(const orbit *o, long double stored)
{
    long double a1 = o->law.exponent + 1.0L;
    return powl(a1 * o->mass / o->law.stiffness * stored, 1 / a1);
}

double orbit_x_max(const orbit *o)
{
    return (double)depth(o, energy_of(o->law.damping, o->v_in));
}

/* The integrand of P 9 in s, where D = s^(a+1) is how far the velocity is from the end of the leg, in units of
 * v_in, K = m = 1. `past` is 1 + mu v at that end. G between the ends is integrated exactly. */
typedef struct leg {
    double a, z_end, past, mu;
    int sign;
} leg;

static double slowness(double s, void *p)
{
    const leg *l = p;
    double far = pow(s, l->a + 1), here = l->past - l->sign * l->mu * far, stored;
    if (!(far > 0))
        far = 0;
    if (l->mu == 0) {
        stored = far * (1 - 0.5 * far);
    } else {
        long double y = l->sign * (long double)l->mu * far / l->past; /* 1 + mu v = past (1 - y) */
        /* y z_end + (y + log(1 - y)), of which the second part is the small one for small y */
        stored = (double)((y * l->z_end - orbit_rest(-y)) / l->mu / l->mu);
        if (y < -10) /* and here its parts are large and cancel */
            stored = (double)((log1pl(-y) - l->mu * (long double)far) / l->mu / l->mu);
    }
    return (l->a + 1) * pow(far / stored, l->a / (l->a + 1)) / here;
}

static double time_of(leg *l, double length)
{
    gsl_integration_workspace *w = gsl_integration_workspace_alloc(1000);
    gsl_function f = { slowness, l };
    double end = pow(length, 1 / (l->a + 1)), sum, error;
    gsl_set_error_handler_off(); /* which else ends the program where rounding keeps it from 1e-11 */
    gsl_integration_qags(&f, 1e-300, end, 0, 1e-11, 1000, w, &sum, &error);
    gsl_integration_workspace_free(w);
    return sum;
}

double orbit_tau(const orbit *o)
{
    double a = o->law.exponent, mu = o->law.damping * o->v_in;
    long double q = mu > 0 ? root_unknown(orbit_rest(mu), -1) : 0, z_out = mu > 0 ? expm1l(-q) : -1;
    leg in = { a, mu, 1 + mu, mu, 1 }, out = { a, (double)z_out, (double)expl(-q), mu, -1 };
    double sum = time_of(&in, 1) + time_of(&out, mu > 0 ? (double)(-z_out / mu) : 1);
    /* back from units of v_in: (m/K)^(1/(a+1)) ((a+1) v_in^(a-1))^(-...) as P 9 has it */
    return pow(o->mass / o->law.stiffness, 1 / (a + 1)) * pow(a + 1, -a / (a + 1)) * pow(o->v_in, (1 - a) / (a + 1)) *
           sum;
}

double orbit_tau_of(const hz_law *l, double mass, double v_in)
{
    return orbit_tau(&(orbit){ { l->stiffness, l->exponent, l->damping }, mass, v_in });
}

double orbit_v_out_fit(double mu, double v_in)
{
    /* arranged so that no digits cancel for small z: 1 - b exp(-2 z) = -(expm1(-2 z) + (b - 1) exp(-2 z)) */
    double z = mu * v_in, b1 = z * (1 + z * (2.0 / 3 + z * (2.0 / 9 + z * (14.0 / 135))));
    return z == 0 ? -v_in : (expm1(-2 * z) + b1 * exp(-2 * z)) / mu;
}

static double force_at(const orbit *o, double v)
{
    long double mu = o->law.damping, left = energy_of(mu, o->v_in) - energy_of(mu, v);
    return left > 0 ? o->law.stiffness * powl(depth(o, left), o->law.exponent) * (1 + mu * v) : 0;
}

/* The force has one maximum on the way in: golden section. */
double orbit_f_max(const orbit *o)
{
    double low = 0, high = o->v_in, part = 0.6180339887498949;
    for (int i = 0; i < 100; i++) {
        double a = high - part * (high - low), b = low + part * (high - low);
        if (force_at(o, a) < force_at(o, b))
            low = a;
        else
            high = b;
    }
    return force_at(o, 0.5 * (low + high));
}

double orbit_stiffness(const orbit *o, double tau)
{
    orbit unit = *o;
    unit.law.stiffness = 1;
    return pow(orbit_tau(&unit) / tau, o->law.exponent + 1);
}
