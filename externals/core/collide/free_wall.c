/* free_wall: a contact with a rigid wall, by a free mass (collide:level).
 *
 * If nothing else pushes it, G(v) + phi(eta)/m stays what it is (wall:phase), so a step of any length is put on that
 * curve: v_out and x_max come out of the closed forms, and only the time has an error. Under a load b, m/s^2 towards
 * the wall, b eta is taken off that level, and it changes by -b mu v^2/(1 + mu v) in a second. */
#include "free_wall.h"

#include <math.h>

#include "core/base/root.h"

/* What is no more than that, of a velocity, is rounding. */
static const double rounding = 1e-15;

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

double hz_free_wall_level(const hz_law *l, double mass, double load, double eta, double v)
{
    if (!(1 + l->damping * v > 0))
        return 0;
    return motion_of(l->damping, v) + hz_law_potential(l, eta) / mass - load * eta;
}

/* The compression at which phi(eta)/m - load eta is so much, near a guess. */
static double compression_of(const hz_law *l, double mass, double load, double held, double guess)
{
    if (load == 0)
        return pow(mass * hz_collide_greater(held, 0) / l->potential, 1 / (l->exponent + 1));
    hz_root r = hz_root_from(0.5 * guess, 2 * guess, guess);
    double spring;
    do
        spring = hz_law_spring(l, r.x) / mass;
    while (hz_root_newton(&r, spring * r.x / (l->exponent + 1) - load * r.x - held, spring - load));
    return r.x;
}

double hz_free_wall_depth(const hz_law *l, double mass, double load, double level, double guess)
{
    return compression_of(l, mass, load, level, guess);
}

/* What the load does to the level in a step, by Simpson's rule: -load mu v^2/(1 + mu v) in a second. */
static double slipped(const hz_law *l, double load, double length, double v0, double v_half, double v1)
{
    double mu = l->damping, v[] = { v0, v_half, v1 }, part[] = { 1, 4, 1 }, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += 1 + mu * v[i] > 0 ? part[i] * v[i] * v[i] / (1 + mu * v[i]) : 0;
    return -load * mu * sum * length * (1.0 / 6);
}

void hz_free_wall_put(const hz_law *l, double mass, double load, double *level, const hz_tilted_equation *q,
                      hz_tilted_push *x)
{
    double d = q->columns->length, mu = l->damping, spring = hz_law_spring(l, x->eta);
    const hz_tilted_push solved = *x;
    if (load != 0 && mu > 0)
        *level += slipped(l, load, d, q->v, x->v_half, x->v);
    double elastic = hz_law_potential(l, x->eta), left = *level - elastic / mass + load * x->eta;
    /* Of the velocity and the compression at the end, the one follows that the other says better. */
    double by_v = fabs(x->v) / (1 + mu * x->v) * sqrt(2 * *level), by_eta = spring / mass * x->eta;
    if (spring > 2 * mass * fabs(load) && 1 + mu * x->v > 0 && (by_v < by_eta || !(left > 0))) {
        double was = x->eta;
        x->eta = compression_of(l, mass, load, *level - hz_collide_lesser(motion_of(mu, x->v), *level), was);
        x->run += x->eta - was;
        x->tilt += 12 * mass / (d * d) * (x->eta - was);
        x->spring = hz_law_spring(l, x->eta);
        x->elastic = hz_law_potential(l, x->eta);
    } else {
        double v = velocity_of(mu, hz_collide_greater(left, 0), x->v), off = v - x->v;
        double more = fabs(off) > rounding * fabs(v) ? -off * mass / d : 0;
        more = hz_collide_greater(more, -x->force); /* it never pulls */
        x->force += more;
        x->v = q->v_end - x->force * d / mass;
        x->tilt += 6 * more; /* the way stays what it is */
        x->spring = spring;
        x->elastic = elastic;
    }
    const hz_led *by_force = &q->columns->by_force, *by_tilt = &q->columns->by_tilt;
    double moment = q->moment + by_force->moment * x->force + by_tilt->moment * x->tilt;
    x->pushes = hz_law_damped(l, x->spring, x->v);
    double loss = x->force * x->run + x->tilt * moment - (x->elastic - q->elastic);
    x->loss = mu > 0 ? hz_collide_greater(loss, 0) : 0;
    if (load == 0 || loss >= 0)
        return;
    *x = solved; /* the level is not known well enough to say how little is lost */
    *level = hz_free_wall_level(l, mass, load, x->eta, x->v);
}
