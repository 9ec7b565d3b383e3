/* wall: a mass on a rigid wall in closed form.
 *
 * On the orbit  m G(v) + K x^(a+1)/(a+1) = m G(v_in),  G(v) = v/mu - log(1 + mu v)/mu^2   (Papetti et al., eq. 3) */
#include "wall.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* mu^2 G(v) of y = mu v; y - log(1 + y) has lost its digits where y is small. */
static long double g_of(long double y)
{
    return fabsl(y) < 1e-5L ? y * y * (0.5L - y / 3 + y * y / 4) : y - log1pl(y);
}

/* The y of one sign with g_of(y) = g. Bisection in q, where y = q on the way in and 1 + y = exp(-q) on the
 * way out, so that a y close to -1 keeps its digits. */
static long double root_of(long double g, int sign)
{
    long double low = 0, high = g + sqrtl(2 * g) + 1;
    for (int i = 0; i < 80; i++) {
        long double q = (low + high) / 2, y = sign > 0 ? q : expm1l(-q);
        long double at = sign > 0 || fabsl(y) < 1e-5L ? g_of(y) : y + q;
        *(at < g ? &low : &high) = q;
    }
    return sign > 0 ? low : expm1l(-low);
}

/* Returns the velocity at compression x, on the way in (sign 1) or out (-1). */
static double velocity(const wall_case *c, double x, int sign)
{
    double done = c->stiffness * pow(x, c->exponent + 1) / ((c->exponent + 1) * c->mass); /* of G */
    if (c->damping == 0)
        return sign * sqrt(fmax(0, c->v_in * c->v_in - 2 * done));
    long double mu = c->damping, g = g_of(mu * c->v_in) - mu * mu * done;
    return (double)(root_of(g > 0 ? g : 0, sign) / mu);
}

double wall_v_out(double damping, double v_in)
{
    wall_case c = { 1, 1, 1, damping, v_in };
    return velocity(&c, 0, -1);
}

static double x_max(const wall_case *c)
{
    double mu = c->damping;
    double g = mu == 0 ? c->v_in * c->v_in / 2 : (double)g_of((long double)mu * c->v_in) / (mu * mu);
    return pow((c->exponent + 1) * c->mass * g / c->stiffness, 1 / (c->exponent + 1));
}

/* The time of a leg is the integral of dx/|v|, regular in s with x = x_max (1 - s^2); midpoints miss the turn. */
wall_answer wall_solve(const wall_case *c, int points)
{
    wall_answer r = { velocity(c, 0, -1), x_max(c), 0, 0 };
    for (int leg = 1; leg >= -1; leg -= 2)
        for (int i = 0; i < points; i++) {
            double s = (i + 0.5) / points, x = r.x_max * (1 - s * s), v = velocity(c, x, leg);
            r.duration += 2 * s * r.x_max / (points * fabs(v));
            r.f_max = fmax(r.f_max, c->stiffness * pow(x, c->exponent) * (1 + c->damping * v));
        }
    return r;
}

/* Time goes as K^(-1/(a+1)). */
double wall_stiffness_for(const wall_case *c, double duration)
{
    wall_case soft = *c;
    soft.stiffness = 1e6;
    double k = 1e6 * pow(wall_solve(&soft, 100).duration / duration, c->exponent + 1);
    return wall_typed(fmin(1e17, fmax(1, k)));
}

double wall_typed(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", x);
    return strtod(text, NULL);
}
