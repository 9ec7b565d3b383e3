/* wall: what becomes of a mass that hits a rigid wall under the contact law, in closed form. */
#include "wall.h"

#include <math.h>

#include "core/base/root.h"

/* (atanh(w)/w - 1)/w^2, the part of a logarithm that differences must not lose; ratio is (1 + w)/(1 - w). */
static double atanh_rest(double w, double ratio)
{
    double z = w * w;
    if (z < 0.004)
        return 1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13)))));
    if (z < 0.0625) {
        double s = 0;
        for (int k = 27; k >= 3; k -= 2)
            s = s * z + 1.0 / k;
        return s;
    }
    return (0.5 * log(ratio) / w - 1) / z;
}

/* z - log(1 + z) without cancellation, z > -1. */
static double log_rest(double z)
{
    double w = z / (2 + z);
    return w * (z - 2 * w * w * atanh_rest(w, 1 + z));
}

/* exp(y) - 1 - y without cancellation. */
static double exp_rest(double y)
{
    if (fabs(y) > 0.5)
        return expm1(y) - y;
    double s = 0;
    for (int k = 17; k >= 2; k--)
        s = (s * y + 1) / k; /* nested: 1/2! + y/3! + ... times 1/y^2 */
    return s * y * y;
}

/* A search by Newton's method. These functions are so smooth that a step this small is the last one. */
static hz_root smooth_root(double low, double high, double guess)
{
    hz_root r = hz_root_from(low, high, guess);
    r.small = 1e-8;
    return r;
}

/* The two velocities z = mu v at which z - log(1 + z) = c, from a guess or the end outside: wall:phase  P 3, where c is
 * what is left of mu^2 G when the elastic energy is taken off. */
static double root_touching(double c, double guess)
{
    double most = c + sqrt(2 * c);
    hz_root z = smooth_root(0, most, guess < most ? guess : most);
    while (hz_root_newton(&z, log_rest(z.x) - c, z.x / (1 + z.x)))
        ;
    return z.x;
}

static double root_parting(double c, double guess)
{
    double least = -(c + sqrt(2 * c)); /* of y = log(1 + z), so that 1 + z may be as small as it likes */
    double y_guess = log1p(guess);
    hz_root y = smooth_root(least, 0, y_guess > least ? y_guess : least);
    while (hz_root_newton(&y, c - exp_rest(y.x), -expm1(y.x)))
        ;
    return expm1(y.x);
}

/* Under this mu v the damping is lost in rounding, and its formulas underflow. */
static const double no_damping = 1e-140;

double hz_wall_vout(double mu, double v_in)
{
    double z = mu * v_in;
    return z < no_damping ? -v_in : root_parting(log_rest(z), -1) / mu; /* wall:vout  P 6 */
}

/* G(v) = v/mu - log(1 + mu v)/mu^2, which tends to v^2/2. */
static double wall_energy(double mu, double v)
{
    double z = mu * v;
    return fabs(z) < no_damping ? 0.5 * v * v : log_rest(z) / mu / mu;
}

double hz_wall_xmax(const hz_law *l, double mass, double v_in)
{
    /* wall:xmax  P 4 */
    return pow(mass * wall_energy(l->damping, v_in) / l->potential, 1 / (l->exponent + 1));
}

/* The velocity on the way in or out where so much of G is left to go; it is about `guess`, which says which way. */
static double velocity(double mu, double left, double guess)
{
    double c = left * mu * mu;
    if (!(c > no_damping))
        return copysign(sqrt(2 * left), guess);
    return (guess < 0 ? root_parting(c, mu * guess) : root_touching(c, mu * guess)) / mu;
}

/* The greatest of K eta^a (1 + mu eta') on the way in. */
static double greatest_force(const hz_law *l, double x_max, double z_in)
{
    /* wall:fmax */
    double part = l->exponent / (l->exponent + 1);
    if (z_in < no_damping)
        return hz_law_spring(l, x_max);
    double c = log_rest(z_in);
    hz_root z = smooth_root(0, c / part, c / part);
    while (hz_root_newton(&z, log_rest(z.x) + part * z.x - c, z.x / (1 + z.x) + part))
        ;
    return hz_law_spring(l, x_max * pow(part * z.x / c, 1 / (l->exponent + 1))) * (1 + z.x);
}

hz_bounce hz_wall_bounce(const hz_law *l, double mass, double v_in)
{
    /* wall:tau  The integral by Gauss's eight points. */
    static const double point[] = { 0.019855071751231884, 0.10166676129318663, 0.2372337950418355, 0.4082826787521751 };
    static const double part[] = { 0.050614268145188130, 0.11119051722668724, 0.15685332293894364,
                                   0.18134189168918100 };
    double mu = l->damping, energy = wall_energy(mu, v_in), x_max = hz_wall_xmax(l, mass, v_in), time = 0;
    for (int i = 0; i < 8; i++) {
        double s = i < 4 ? point[i] : 1 - point[7 - i], width = part[i < 4 ? i : 7 - i] * 2 * s * x_max;
        double left = -energy * expm1((l->exponent + 1) * log1p(-s * s));
        time += width / velocity(mu, left, v_in) - width / velocity(mu, left, -HUGE_VAL);
    }
    return (hz_bounce){
        .v_out = hz_wall_vout(mu, v_in), .x_max = x_max, .f_max = greatest_force(l, x_max, mu * v_in), .time = time
    };
}

double hz_wall_damping(double e, double v_in)
{
    /* wall:restitution  |v_out|/v_in falls from 1 to 0 as mu v_in grows. */
    if (e >= 1)
        return 0;
    hz_root z = hz_root_between(1e-18, 1e26);
    while (hz_root_halve(&z, hz_wall_vout(z.x, 1) + e))
        ;
    return z.x / v_in;
}
