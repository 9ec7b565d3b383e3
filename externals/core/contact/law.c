/* law: the contact law, its two discrete forces, and the closed forms for a wall. */
#include "law.h"

/* Where |eta1 - eta0| is under this part of their sum, law:gradient is its series. */
static const double near_ends = 1.0 / 32;

hz_law hz_law_prepare(const hz_law_params *p)
{
    double a = p->exponent;
    return (hz_law){
        .stiffness = p->stiffness,
        .exponent = a,
        .damping = p->damping,
        .potential = p->stiffness / (a + 1),
        .near2 = a * (a - 1) / 6,
        .near4 = a * (a - 1) * (a - 2) * (a - 3) / 120,
        .near6 = a * (a - 1) * (a - 2) * (a - 3) * (a - 4) * (a - 5) / 5040,
        .power = hz_power_prepare(a),
    };
}

hz_slope hz_law_gradient(const hz_law *l, double eta0, double phi0, double eta1)
{
    double sum = eta0 + eta1, step = eta1 - eta0, r = step / sum, r2 = r * r;
    if (sum > 0 && fabs(r) < near_ends) {
        /* law:gradient-near  the quotient loses its digits here */
        double middle = 0.5 * sum;
        double f = hz_law_spring(l, middle);
        double value = f * (1 + r2 * (l->near2 + r2 * (l->near4 + r2 * l->near6)));
        double bend = r * (2 * l->near2 + 4 * l->near4 * r2) * (1 - r);
        return (hz_slope){ value, 0.5 * (l->exponent * value + f * bend) / middle };
    }
    double f1 = hz_law_spring(l, eta1);
    double phi1 = eta1 > 0 ? f1 * eta1 / (l->exponent + 1) : 0;
    if (step == 0)
        return (hz_slope){ f1, 0 };      /* both ends at the same place out of contact */
    double value = (phi1 - phi0) / step; /* law:gradient  C 8b, W 34 */
    return (hz_slope){ value, (f1 - value) / step };
}

/* (atanh(w)/w - 1)/w^2, the part of a logarithm that differences must not lose. */
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
    return (0.5 * log(ratio) / w - 1) / z; /* ratio = (1 + w)/(1 - w) */
}

hz_slope hz_law_psi(const hz_law *l, double v0, double v1)
{
    double mu = l->damping;
    if (mu == 0)
        return (hz_slope){ 1, 0 };
    int turned = v0 * v1 < 0; /* beyond the turn the mean stays what it was there */
    double z0 = mu * v0, z1 = turned ? 0 : mu * v1, p0 = 1 + z0, p1 = 1 + z1;
    if (!(p0 > 0))
        return (hz_slope){ NAN, 0 };
    if (!(p1 > 0))
        return (hz_slope){ 0, 0 }; /* the mean's limit as p1 falls to 0: beyond, the force would pull */
    double mean = 0.5 * (z0 + z1), p = 1 + mean, w = 0.5 * (z1 - z0) / p;
    if (w == 0)
        return (hz_slope){ p, 0.5 * mu };
    /* law:exactloss-stable  no difference of near numbers is left in it */
    double psi = p / (1 - w * w * atanh_rest(w, p1 / p0) / mean);
    double run = 2 * w * p * mean;
    double slope = fabs(w) > 1e-6 ? z1 * psi * (p1 - psi) / (p1 * run) : 0.5;
    return (hz_slope){ psi, turned ? 0 : mu * slope };
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

/* The two velocities z = mu v at which z - log(1 + z) = c: wall:phase  P 3, where c is what is left of
 * mu^2 G when the elastic energy is taken off. Both iterations are Newton's on a convex function from
 * the outer side of the root, so they approach it from that side and never leave it. */
static double root_touching(double c)
{
    double z = c + sqrt(2 * c);
    for (int i = 0; i < 60; i++) {
        double next = z - (log_rest(z) - c) * (1 + z) / z;
        if (!(next < z && next > 0))
            break;
        z = next;
    }
    return z;
}

static double root_parting(double c)
{
    double y = -(c + sqrt(2 * c)); /* of log(1 + z), so that 1 + z may be as small as it likes */
    for (int i = 0; i < 60; i++) {
        double next = y - (exp_rest(y) - c) / expm1(y);
        if (!(next > y && next < 0))
            break;
        y = next;
    }
    return expm1(y);
}

/* Under this mu v the damping is lost in rounding, and its formulas underflow. */
static const double no_damping = 1e-140;

double hz_wall_vout(double mu, double v_in)
{
    double z = mu * v_in;
    return z < no_damping ? -v_in : root_parting(log_rest(z)) / mu; /* wall:vout  P 6 */
}

double hz_wall_vout_fit(double mu, double v_in)
{
    double z = mu * v_in;
    if (z < no_damping)
        return -v_in;
    /* wall:vout~  P 7 with the coefficients of P 8 for n = 4, arranged so that no digits cancel for small z:
     * 1 - b exp(-2 z) = -(expm1(-2 z) + (b - 1) exp(-2 z)) */
    double b1 = z * (1 + z * (2.0 / 3 + z * (2.0 / 9 + z * (14.0 / 135))));
    return (expm1(-2 * z) + b1 * exp(-2 * z)) / mu;
}

/* G(v_in) = v_in/mu - log(1 + mu v_in)/mu^2, which tends to v_in^2/2. */
static double wall_energy(double mu, double v_in)
{
    double z = mu * v_in;
    return z < no_damping ? 0.5 * v_in * v_in : log_rest(z) / mu / mu;
}

double hz_wall_xmax(const hz_law *l, double mass, double v_in)
{
    /* wall:xmax  P 4 */
    return pow(mass * wall_energy(l->damping, v_in) / l->potential, 1 / (l->exponent + 1));
}

/* 1/|v| on the way in and on the way out, where so much of G is left to go. */
static void slownesses(double mu, double left, double *in, double *out)
{
    double c = left * mu * mu;
    *in = *out = 1 / sqrt(2 * left);
    if (c > no_damping) {
        *in = mu / root_touching(c);
        *out = -mu / root_parting(c);
    }
}

double hz_wall_tau(const hz_law *l, double mass, double v_in)
{
    /* wall:tau  P 9, as the integral of dx/|v| on the way in and on the way out, x = x_max (1 - s^2), by
     * tanh-sinh quadrature over s: it crowds its points at both ends, where the integrand is not smooth. */
    double mu = l->damping, a1 = l->exponent + 1;
    double energy = wall_energy(mu, v_in), sum = 0;
    const double step = 1.0 / 32;
    for (int i = -112; i <= 112; i++) {
        double t = i * step, e = 1.5707963267948966 * sinh(t);
        double s = 1 / (1 + exp(-2 * e)), rest = 1 / (1 + exp(2 * e)); /* s and 1 - s */
        double weight = 1.5707963267948966 * cosh(t) * 2 * s * rest;
        double left = energy * (s < 0.5 ? -expm1(a1 * log1p(-s * s)) : 1 - pow(rest * (1 + s), a1));
        double slow, fast;
        slownesses(mu, left, &fast, &slow);
        if (weight * s > 0 && left > 0)
            sum += weight * 2 * s * (fast + slow);
    }
    return hz_wall_xmax(l, mass, v_in) * sum * step;
}

/* The same to 1e-6, mostly at once. */
static void nearly_slownesses(double mu, double left, double *in, double *out)
{
    double fast = sqrt(2 * left), s = mu * fast, even = 1 + s * s * (1.0 / 36 + s * s / 4320);
    double odd = s * (1.0 / 3 - s * s * (1.0 / 270 - s * s / 17010));
    if (s > 0.3) {
        slownesses(mu, left, in, out);
        return;
    }
    *in = 1 / (fast * (even + odd)); /* wall:near */
    *out = 1 / (fast * (even - odd));
}

/* The greatest of K eta^a (1 + mu eta') on the way in. */
static double greatest_force(const hz_law *l, double x_max, double z_in)
{
    /* wall:fmax */
    double part = l->exponent / (l->exponent + 1);
    if (z_in < no_damping)
        return hz_law_spring(l, x_max);
    double c = log_rest(z_in), z = c / part;
    for (int i = 0; i < 60; i++) {
        double next = z - (log_rest(z) + part * z - c) / (z / (1 + z) + part);
        if (!(next < z && next > 0))
            break;
        z = next;
    }
    return hz_law_spring(l, x_max * pow(part * z / c, 1 / (l->exponent + 1))) * (1 + z);
}

/* Where the spring has taken up the energy, per mass, and what a load adds to it: wall:loaded. */
static double turns_at(const hz_law *l, double mass, double energy, double load)
{
    double spring = l->potential / mass, a = l->exponent;
    double x = pow(energy / spring, 1 / (a + 1)) + (load > 0 ? pow(load / spring, 1 / a) : 0);
    for (int i = 0; i < 60; i++) {
        double force = spring * hz_power_of(&l->power, x);
        double next = x - (force * x - load * x - energy) / ((a + 1) * force - load);
        if (!(next < x && next > 0))
            break;
        x = next;
    }
    return x;
}

hz_bounce hz_wall_bounce(const hz_law *l, double mass, double v_in, double load)
{
    /* wall:loaded  by Gauss's eight points */
    static const double point[] = { 0.019855071751231884, 0.10166676129318663, 0.2372337950418355, 0.4082826787521751 };
    static const double part[] = { 0.050614268145188130, 0.11119051722668724, 0.15685332293894364,
                                   0.18134189168918100 };
    double mu = l->damping, a1 = l->exponent + 1, energy = wall_energy(mu, v_in), out = hz_wall_vout(mu, v_in);
    double x = turns_at(l, mass, energy, load), full = energy + load * x, time = 0, swept = 0;
    for (int i = 0; i < 8; i++) {
        double s = i < 4 ? point[i] : 1 - point[7 - i], width = part[i < 4 ? i : 7 - i] * 2 * s * x, slow, fast;
        nearly_slownesses(mu, -full * expm1(a1 * log1p(-s * s)) - load * x * s * s, &fast, &slow);
        time += width * (fast + slow);
        swept += width * (1 / (fast + mu) + 1 / fmax(slow - mu, 1e-9 * slow));
    }
    double square = out * out - 2 * mu * load * swept * (1 + mu * out);
    double bare = load == 0 ? x : hz_wall_xmax(l, mass, v_in);
    return (hz_bounce){ .v_out = square > 0 ? -sqrt(square) : 0,
                        .x_max = x,
                        .f_max = greatest_force(l, bare, mu * v_in) * hz_power_of(&l->power, x / bare),
                        .time = time };
}

double hz_wall_damping(double e, double v_in)
{
    /* wall:restitution  |v_out|/v_in falls from 1 to 0 as mu v_in grows: bisect its logarithm. */
    double low = -40, high = 60;
    if (e >= 1)
        return 0;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        if (-hz_wall_vout(exp(middle), 1) > e)
            low = middle;
        else
            high = middle;
    }
    return exp(0.5 * (low + high)) / v_in;
}
