/* bow: friction between a bow and the string under it. */
#include "bow.h"

#include <math.h>

static const double pi = 3.141592653589793;

void hz_bow_prepare(hz_bow *b, const hz_bow_params *p, double h)
{
    b->params = *p;
    b->h = h;
    b->root = sqrt(2 * p->curve) * exp(0.5);
}

double hz_bow_resistance(const hz_bow *b, double force, double v)
{
    return force * b->root * exp(-b->params.curve * v * v); /* bow:curve */
}

double hz_bow_curve(const hz_bow *b, double v)
{
    return v * hz_bow_resistance(b, 1, v);
}

double hz_bow_energy(const hz_bow *b)
{
    return 0.5 * b->params.stiffness * b->z * b->z;
}

double hz_bow_sliding(const hz_bow *b, double v)
{
    const hz_bow_params *p = &b->params;
    double x = v / p->stribeck;
    double sign = (v > 0) - (v < 0);
    return sign * (p->slip + (p->stick - p->slip) * exp(-x * x)) + p->viscosity * v;
}

/* What is to be zero in one step of the bristles, as a function of the rate of their deflection, which counts positive in the
 * direction in which the bow slides (bow:bristle-step). */
typedef struct slide {
    const hz_bow *bow;
    const hz_bow_load *load;
    double sign;               /* of that direction */
    double force;              /* of the bow */
    double z, damping;         /* z at the start of the step, and the damping used */
    double elastic;            /* deflection up to which all is elastic */
} slide;

typedef struct state {
    double rate, mean;     /* of the deflection */
    double force, v;       /* friction; relative velocity */
    double part;           /* of v that slides */
    double miss, slope;
} state;

static double answer(const slide *s, double force)
{
    const hz_bow_load *l = s->load;
    double v = l->free - l->give * s->sign * force;
    if (l->more)
        v += l->more(l->of, s->sign * force);
    return s->sign * v;
}

static state look(const slide *s, double rate)
{
    const hz_bow_params *p = &s->bow->params;
    double half = 0.5 * s->bow->h, mean = s->z + half * rate;
    state x = { .rate = rate, .mean = mean, .force = p->stiffness * mean + s->damping * rate };
    x.v = answer(s, x.force);
    double fall = -s->load->give * (p->stiffness * half + s->damping);
    double y = x.v / p->stribeck, drop = (p->stick - p->slip) * s->force * exp(-y * y);
    double most = (p->slip * s->force + drop) / p->stiffness, yields = 1, bend = 0; /* z_ss and alpha */
    if (mean <= s->elastic) {
        yields = 0;
    } else if (mean < most) {
        double width = most - s->elastic, turn = pi * (mean - 0.5 * (most + s->elastic)) / width;
        double sine = sin(turn);
        yields = 0.5 * (1 + sine);
        bend = 0.5 * pi * sqrt(1 - sine * sine) / width; /* the cosine, for |turn| <= pi/2 */
    }
    double part = x.part = yields * mean / most; /* alpha z/z_ss */
    double along = half * (bend * mean + yields) / most, with_v = part / most * 2 * y / p->stribeck * drop / p->stiffness;
    x.miss = rate - x.v * (1 - part);
    x.slope = 1 - fall * (1 - part) + x.v * (along + with_v * fall);
    return x;
}

/* The root lies between `low`, where the bristles bend faster than they may, and `high`: Newton, and halving where it leaves. */
static state solve(const slide *s, double low, double high, int *steps)
{
    double rate = s->sign * s->bow->rate;
    if (!(rate > low && rate < high))
        rate = low < 0 && high > 0 ? 0 : 0.5 * (low + high); /* sliding changes the deflection little */
    state x = look(s, rate);
    for (int n = 1; n < 200; n++) {
        ++*steps;
        if (fabs(x.miss) <= 1e-14 * (fabs(rate) + fabs(x.v)))
            break;
        if (x.miss > 0)
            high = rate;
        else
            low = rate;
        double next = rate - x.miss / x.slope;
        if (!(next > low && next < high) || n % 6 == 5)
            next = 0.5 * (low + high);
        if (next == rate)
            break;
        rate = next;
        x = look(s, rate);
    }
    return x;
}

/* All elastic: the bristles bend as fast as the bow moves over the string. */
static double firm_rate(const slide *s)
{
    const hz_bow_params *p = &s->bow->params;
    const hz_bow_load *l = s->load;
    double half = 0.5 * s->bow->h, stiff = p->stiffness * half + s->damping;
    double rate = (l->free - l->give * p->stiffness * s->z) / (1 + l->give * stiff);
    if (!l->more)
        return rate;
    double reach = fabs(rate) + fabs(l->more(l->of, p->stiffness * s->z + stiff * rate)), low = rate - reach, high = rate + reach;
    for (int i = 0; i < 100 && high - low > 1e-16 * reach; i++) {
        rate = 0.5 * (low + high);
        if (rate - answer(s, p->stiffness * s->z + stiff * rate) > 0)
            high = rate;
        else
            low = rate;
    }
    return rate;
}

/* One step with this much damping, in the direction in which the bow moves over the string. */
static state stride(const hz_bow *b, double force, const hz_bow_load *load, double damping, double *sign, int *steps)
{
    const hz_bow_params *p = &b->params;
    slide s = { .bow = b, .load = load, .sign = 1, .force = force, .z = b->z, .damping = damping };
    s.elastic = p->plastic * p->slip * force / p->stiffness;
    double rate = firm_rate(&s), mean = s.z + 0.5 * b->h * rate;
    ++*steps;
    *sign = rate < 0 ? -1 : 1;
    if (fabs(mean) <= s.elastic || mean * rate <= 0)
        return (state){ .rate = *sign * rate, .mean = *sign * mean, .force = *sign * (p->stiffness * mean + damping * rate), .v = *sign * rate };
    s.sign = *sign;
    s.z *= *sign;
    return solve(&s, (s.elastic - s.z) * 2 / b->h, *sign * rate, steps);
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
    state x = stride(b, force, load, p->damping * force, &sign, &step.steps);
    double lost = p->stiffness * x.mean * x.part * x.v + p->damping * force * x.rate * x.v;
    if (lost < 0) { /* bow:passive */
        x = stride(b, force, load, 0, &sign, &step.steps);
        lost = p->stiffness * x.mean * x.part * x.v;
    }
    b->rate = sign * x.rate;
    b->z += b->h * b->rate;
    step.force = sign * x.force;
    step.velocity = sign * x.v;
    step.lost += b->h * lost;
    return step;
}
