/* bow_friction: friction between a bow and the string under it. */
#include "bow_friction.h"

#include <stddef.h>

#include "core/base/root.h"
#include "core/base/units.h"

void hz_bow_prepare(hz_bow *b, const hz_bow_params *p, double h)
{
    b->params = *p;
    b->h = h;
    b->root = sqrt(2 * p->curve) * exp(0.5);
    b->compliance = 1 / p->stiffness;
    b->per_stribeck = 1 / p->stribeck;
}

void hz_bow_rest(hz_bow *b)
{
    b->z = b->rate = b->grew = 0;
}

double hz_bow_resistance(const hz_bow *b, double force, double v)
{
    return force * b->root * exp(-b->params.curve * v * v); /* bow:curve */
}

double hz_bow_energy(const hz_bow *b)
{
    return 0.5 * b->params.stiffness * b->z * b->z;
}

/* A step of the bristles. Its unknown is the rate of their deflection, which counts positive in the direction in which
 * the bow slides (bow:bristle-step). */
typedef struct slide {
    const hz_bow *bow;
    const hz_bow_load *load;
    double sign;       /* of that direction */
    double force;      /* of the bow */
    double z, damping; /* z at the start of the step, and the damping used */
    double elastic;    /* deflection up to which all is elastic */
} slide;

/* What follows from a trial rate. */
typedef struct state {
    double rate, mean;  /* of the deflection */
    double force, v;    /* friction; relative velocity */
    double miss, slope; /* what has to be zero, and how it grows with the rate */
} state;

/* The relative velocity under a friction, both in the direction of sliding. */
static double answer(const slide *s, double force)
{
    const hz_bow_load *l = s->load;
    double v = l->free - l->mobility * s->sign * force;
    if (l->more)
        v += l->more(l->of, s->sign * force);
    return s->sign * v;
}

/* The whole state. `last` is another rate that was looked at: the slope of a curved load is the chord's between the
 * two. */
static state look(const slide *s, double rate, const state *last)
{
    const hz_bow *b = s->bow;
    const hz_bow_params *p = &b->params;
    double mean = s->z + 0.5 * b->h * rate;
    state x = { .rate = rate, .mean = mean, .force = p->stiffness * mean + s->damping * rate };
    x.v = answer(s, x.force);
    double y = x.v * b->per_stribeck, drop = (p->stick - p->slip) * s->force * b->compliance * exp(-y * y),
           most = p->slip * s->force * b->compliance + drop, /* z_ss: from there on all slides */
        yields = 1, bend = 0, shift = 0;                     /* alpha, its slopes */
    if (mean <= s->elastic) {
        yields = 0;
    } else if (mean < most) {
        double per_width = 1 / (most - s->elastic), sine = sin(HZ_PI * (mean - 0.5 * (most + s->elastic)) * per_width);
        yields = 0.5 * (1 + sine);
        bend = 0.5 * HZ_PI * sqrt(1 - sine * sine) * per_width; /* the cosine, for |angle| <= pi/2 */
        shift = bend * (mean - s->elastic) * per_width;
    }
    double per_most = 1 / most, part = yields * mean * per_most; /* alpha z/z_ss */
    double by_mean = x.v * (bend * mean + yields) * per_most,
           by_v = part - 1 + x.v * (part + shift * mean) * per_most * 2 * y * b->per_stribeck * drop,
           falls = s->load->more && last && last->rate != rate
                       ? (x.v - last->v) / (rate - last->rate)
                       : -s->load->mobility * (p->stiffness * 0.5 * b->h + s->damping);
    x.miss = rate - x.v + x.v * part;
    x.slope = 1 + 0.5 * b->h * by_mean + by_v * falls;
    return x;
}

/* Where the line of a load that is straight leads at a rate: all that look() finds without the friction law. */
static state along(const slide *s, double rate)
{
    double mean = s->z + 0.5 * s->bow->h * rate, force = s->bow->params.stiffness * mean + s->damping * rate;
    return (state){ .rate = rate, .mean = mean, .force = force, .v = answer(s, force) };
}

/* The root lies between `low`, where the bristles bend faster than they may, and `high`. Newton's method starts from
 * the rate of the last step. It squares its error, so that from a ten millionth on the next place is the root. */
static state solve(const slide *s, double low, double high, int *steps)
{
    const hz_bow *b = s->bow;
    hz_root rate = hz_root_from(low, high, s->sign * (s->load->more ? b->rate : b->rate + b->grew));
    state x = look(s, rate.x, NULL), before = x;
    for (int more = 1; more; before = x, x = look(s, rate.x, &before)) {
        ++*steps;
        if (fabs(x.miss) <= 1e-14 * (fabs(x.rate) + fabs(x.v)))
            break;
        more = hz_root_newton(&rate, x.miss, x.slope);
        if (!s->load->more && fabs(x.miss) <= 1e-7 * (fabs(x.rate) + fabs(x.v)))
            return along(s, rate.x);
    }
    return x;
}

/* bow:firm  All elastic: the bristles bend as fast as the bow moves over the string, F = s0 z + stiff v. Solved for the
 * force: where a newton gives way much, it is a small difference of large ones, and a rate found first would leave it
 * no digits. */
static state firm(const slide *s)
{
    const hz_bow_params *p = &s->bow->params;
    const hz_bow_load *l = s->load;
    double stiff = p->stiffness * 0.5 * s->bow->h + s->damping, share = 1 / (1 + l->mobility * stiff);
    double force = (p->stiffness * s->z + stiff * l->free) * share,
           rate = (l->free - l->mobility * p->stiffness * s->z) * share;
    if (l->more) {
        double reach = stiff * l->more(l->of, force);
        hz_root f = hz_root_between(force + fmin(reach, 0), force + fmax(reach, 0));
        while (hz_root_halve(&f, f.x - p->stiffness * s->z - stiff * answer(s, f.x)))
            ;
        force = f.x;
        /* Of the two lines that meet there, the one that tells the rate with more digits. */
        double rough = (fabs(force) + p->stiffness * fabs(s->z)) / stiff,
               line = fabs(l->free) + l->mobility * fabs(force);
        rate = rough < line ? (force - p->stiffness * s->z) / stiff : answer(s, force);
    }
    return (state){ .rate = rate, .mean = s->z + 0.5 * s->bow->h * rate, .force = force, .v = rate };
}

/* One step with this much damping, in the direction in which the bow moves over the string. */
static state step_with(const hz_bow *b, double force, const hz_bow_load *load, double damping, double *sign, int *steps)
{
    const hz_bow_params *p = &b->params;
    slide s = { .bow = b, .load = load, .sign = 1, .force = force, .z = b->z, .damping = damping };
    s.elastic = p->plastic * p->slip * force / p->stiffness;
    state x = firm(&s);
    ++*steps;
    *sign = x.rate < 0 ? -1 : 1;
    x.rate *= *sign;
    x.mean *= *sign;
    x.force *= *sign;
    x.v *= *sign;
    if (fabs(x.mean) <= s.elastic || x.mean * x.rate <= 0)
        return x;
    s.sign = *sign;
    s.z *= *sign;
    return solve(&s, (s.elastic - s.z) * 2 / b->h, x.rate, steps);
}

/* bow:passive  What is lost by sliding, W: what of v the bristles do not follow. */
static double sliding(const hz_bow *b, const state *x)
{
    return x->v > x->rate ? b->params.stiffness * x->mean * (x->v - x->rate) : 0;
}

hz_bow_step hz_bow_bristle(hz_bow *b, double force, const hz_bow_load *load)
{
    const hz_bow_params *p = &b->params;
    hz_bow_step step = { .velocity = load->free };
    double held = hz_bow_energy(b), most = force > 0 ? p->stick * force / p->stiffness : 0;
    if (!(fabs(b->z) <= most)) /* bow:release */
        b->z = copysign(most, b->z);
    step.lost = held - hz_bow_energy(b);
    if (!(force > 0)) {
        if (load->more)
            step.velocity += load->more(load->of, 0);
        return step;
    }
    double sign;
    state x = step_with(b, force, load, p->damping * force, &sign, &step.steps);
    double lost = sliding(b, &x) + p->damping * force * x.rate * x.v;
    if (lost < 0) { /* bow:passive */
        x = step_with(b, force, load, 0, &sign, &step.steps);
        lost = sliding(b, &x);
    }
    b->grew = sign * x.rate - b->rate;
    b->rate = sign * x.rate;
    b->z += b->h * b->rate;
    step.force = sign * x.force;
    step.velocity = sign * x.v;
    step.lost += b->h * lost;
    return step;
}
