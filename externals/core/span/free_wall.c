/* free_wall: a contact with a rigid wall, by a mass that nothing else pushes.
 *
 * There G(v) + phi(eta)/m stays what it is (wall:phase), so a step of any length is put on that curve: v_out and x_max
 * come out of the closed forms, and only the time has an error. */
#include "free_wall.h"

#include <math.h>

#include "core/base/root.h"

/* What is no more than that, of a velocity, is rounding. */
static const double rounding = 1e-14;

/* z - log(1 + z) without cancellation, z > -1. */
static double log_rest(double z)
{
    double w = z / (2 + z), sum = 0;
    if (fabs(w) > 0.2)
        return z - log1p(z);
    for (int k = 23; k >= 3; k -= 2)
        sum = sum * w * w + 1.0 / k;
    return w * (z - 2 * w * w * sum);
}

/* G(v) = v/mu - log(1 + mu v)/mu^2, which tends to v^2/2. */
static double motion_of(double mu, double v)
{
    double z = mu * v;
    return fabs(z) < 1e-140 ? 0.5 * v * v : log_rest(z) / mu / mu;
}

/* The velocity of this sign at which G is so much. */
static double velocity_of(double mu, double motion, double sign)
{
    double c = motion * mu * mu, far = c + sqrt(2 * c);
    if (c < 1e-280)
        return copysign(sqrt(2 * motion), sign);
    if (sign > 0) {
        hz_root z = hz_root_from(0, far, far);
        z.small = 1e-8;
        while (hz_root_newton(&z, log_rest(z.x) - c, z.x / (1 + z.x)))
            ;
        return z.x / mu;
    }
    hz_root y = hz_root_from(-far, 0, -far); /* of log(1 + z): 1 + z may be as small as it likes */
    y.small = 1e-8;
    while (hz_root_newton(&y, c - log_rest(expm1(y.x)), -expm1(y.x)))
        ;
    return expm1(y.x) / mu;
}

double hz_free_wall_level(const hz_law *l, double mass, double eta, double v)
{
    if (!(1 + l->damping * v > 0))
        return 0;
    return motion_of(l->damping, v) + hz_law_potential(l, eta) / mass;
}

double hz_free_wall_depth(const hz_law *l, double mass, double level)
{
    return pow(mass * level / l->potential, 1 / (l->exponent + 1));
}

void hz_free_wall_put(const hz_law *l, double mass, double level, const hz_tilted_equation *q, hz_tilted_push *x)
{
    double d = q->columns->length, mu = l->damping, elastic = hz_law_potential(l, x->eta),
           left = level - elastic / mass;
    double held = x->eta > 0 ? (l->exponent + 1) * elastic / x->eta : 0, depth = hz_free_wall_depth(l, mass, level);
    /* Of the velocity and the compression at the end, the one follows that the other says better. */
    int by_v = !(left > 0) || (x->eta > 0 && 1 + mu * x->v > 0 &&
                               fabs(x->v) / (1 + mu * x->v) * sqrt(2 * level) < held / mass * depth);
    if (by_v) {
        double motion = hz_span_lesser(motion_of(mu, x->v), level), was = x->eta;
        x->elastic = mass * (level - motion);
        x->eta = pow(x->elastic / l->potential, 1 / (l->exponent + 1));
        x->run += x->eta - was;
        x->tilt += 12 * mass / (d * d) * (x->eta - was);
    } else {
        double v = velocity_of(mu, left, x->v), off = v - x->v;
        double more = fabs(off) > rounding * fabs(v) ? -off * mass / d : 0;
        more = hz_span_greater(more, -x->force); /* it never pulls */
        x->force += more;
        x->v = q->v_end - x->force * d / mass;
        x->tilt += 6 * more; /* the way stays what it is */
        x->elastic = elastic;
    }
    const hz_led *by_force = &q->columns->by_force, *by_tilt = &q->columns->by_tilt;
    double moment = q->moment + by_force->moment * x->force + by_tilt->moment * x->tilt;
    x->spring = hz_law_spring(l, x->eta);
    x->pushes = hz_law_damped(l, x->spring, x->v);
    x->loss = hz_span_greater(x->force * x->run + x->tilt * moment - (x->elastic - q->elastic), 0);
}
