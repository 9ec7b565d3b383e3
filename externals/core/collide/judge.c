/* judge: whether a step may be taken, or how much shorter it is to be. */
#include <math.h>

#include "pace.h"

/* A step may be so many times longer than its share at the pace with which it ends. */
static const double end_share = 1.5;
/* The energy may bend the force of a step, and of a stride, by this part, at most. */
static const double most_bent = 0.05, most_bent_stride = 2e-4;
/* A stride of eight samples is taken where its sway, its hump and what its curve leaves out are together at most this
 * part of its force (collide:stride). */
static const double most_curl = 1e-4;
/* What the balance of a step's energies may miss, as a part of them. */
static const double most_missed = 1e-12;
/* A step to the parting aims at a gap of half this part of the compression, so that nothing is left of it; and of the
 * depth, for one that is all but over. */
static const double beyond = 1e-3, beyond_depth = 1e-6;
/* A step ends where the force ceases or sets in, unless that is so near to one of its ends, in parts of it. */
static const double near_kink = 0.01;
/* A force that is so small a part of the greatest is none. */
static const double no_force = 1e-9;
/* A dip within a step, of the compression, is looked into where it is deeper than this part of what is at the ends. */
static const double shallow = 0.3;
/* Within a step the fastest mode may turn so far, in radians, for the way to be a polynomial. */
static const double most_turn = 0.3;

/* ---- contacts ---- */

/* Within a step the velocity is taken as the parabola through both ends and half way: v + p t + q t^2, t up to 1. */
typedef struct parabola {
    double v, p, q;
} parabola;

static parabola parabola_of(const hz_step_striker *p)
{
    double v = p->its->v;
    return (parabola){ v, 4 * p->x.v_half - p->x.v - 3 * v, 2 * (p->x.v - 2 * p->x.v_half + v) };
}

/* The compression at a part t of the step, by the parabola. */
static double within(const hz_step_striker *p, const parabola *w, double t, double d)
{
    return p->its->eta + d * t * (w->v + t * (0.5 * w->p + t * (1.0 / 3) * w->q));
}

/* Where in the step the velocity is zero, when its ends have two signs. */
static double turn_of(const parabola *w)
{
    double root = sqrt(hz_collide_greater(w->p * w->p - 4 * w->q * w->v, 0));
    return -2 * w->v / (w->p + copysign(root, -w->v));
}

/* Where in the step the compression comes down to this, by the parabola, in (0, 1]; as near as `beyond` asks for. */
static double time_at(const hz_step_striker *p, double eta, double d)
{
    parabola w = parabola_of(p);
    double low = 0, high = 1;
    for (int i = 0; i < 18; i++) {
        double t = 0.5 * (low + high);
        *(within(p, &w, t, d) > eta ? &low : &high) = t;
    }
    return high;
}

/* Whether the bodies may part in the step and meet again: it turns from parting to meeting, and comes near to nothing
 * between. */
static int dips(const hz_step_striker *p, double d)
{
    if (!(p->its->v < 0 && p->x.v > 0 && p->x.eta > 0))
        return 0;
    parabola w = parabola_of(p);
    return within(p, &w, turn_of(&w), d) < shallow * hz_collide_lesser(p->its->eta, p->x.eta);
}

/* Its force does not pull, in no sample of a stride, and its energies agree. */
static int is_solved(const hz_step *g, const hz_step_striker *p)
{
    const hz_tilted_push *x = &p->x;
    if (!(x->force >= 0 && x->loss >= 0 && x->missed < most_missed &&
          x->bent < (g->samples > 1 ? most_bent_stride : most_bent)))
        return 0;
    for (int k = 0; k < g->samples && g->samples > 1; k++)
        if (!(p->parts.force[k] >= 0))
            return 0;
    return 1;
}

/* Whether a stride of eight samples leaves as good as nothing out. */
static int is_calm(const hz_collide *c, const hz_step *g, const hz_tilted_push *x)
{
    const hz_law *l = &c->system.law;
    double left = (0.1 * g->length * l->exponent * x->spring / x->eta + l->damping * x->spring) * x->stray;
    return fabs(x->sway) + fabs(x->hump) + left < most_curl * x->force;
}

/* Where in the step the law's force ceases, or sets in again, because the bodies part as fast as 1/mu; 1 if nowhere. */
static double kink_of(const hz_collide *c, const hz_step_striker *p)
{
    double mu = c->system.law.damping, v0 = p->its->v, v1 = p->x.v;
    if (!(1 + mu * v0 < 0 || 1 + mu * v1 < 0) || !(p->its->eta > 0) || p->level > 0)
        return 1;
    double force = hz_collide_greater(p->starts, hz_collide_greater(p->x.pushes_half, p->x.pushes));
    if (force < no_force * p->its->record.f_max)
        return 1;
    if (!(1 + mu * hz_collide_greater(v0, v1) > 0)) /* at neither end is there a force; half way there may be */
        return 1 + mu * p->x.v_half > 0 ? 0.5 : 1;
    parabola w = parabola_of(p);
    w.v += 1 / mu;
    double t = turn_of(&w);
    return t > near_kink && t < 1 - near_kink ? t : 1;
}

/* How much of the step a contact may take. */
static double judge_contact(const hz_collide *c, const hz_step *g, hz_step_striker *p)
{
    const hz_contact_striker *k = p->its;
    double d = g->length;
    p->rate = hz_collide_pace(c, k, g->touches, p->x.spring, p->x.eta, p->x.v);
    if (!is_solved(g, p) ||
        !(p->rate * d < (end_share + p->touch->stretch) * (g->samples > 1 ? stride_share : 1) * g->share) ||
        dips(p, d) || (g->samples == HZ_MOST_STRIDE && !is_calm(c, g, &p->x)))
        return 0.5;
    double kink = kink_of(c, p), gap;
    if (!(p->x.eta < 0 && k->eta > 0))
        return kink;
    gap = beyond * k->eta + beyond_depth * k->record.x_max;
    return p->x.eta < -gap ? hz_collide_lesser(kink, time_at(p, -0.5 * gap, d)) : kink;
}

/* ---- strikers in flight ---- */

/* Within a step of flight the way is taken as the polynomial with both ends and their velocities: of fourth degree,
 * with the moment of the velocity too (collide:tilt), or where nobody touches and that is not known, of third. */
static double on_way(const hz_step *g, const hz_step_striker *p, double t)
{
    double d = g->length, run = p->x.run, a = p->its->v * d, b = p->x.v * d, rest = 1 - t;
    double bow = g->touches > 0 ? 30 * ((b - a) * (1.0 / 12) - p->q.moment) : 0;
    return p->its->eta + t * t * (run * (3 - 2 * t) - b * rest + bow * rest * rest) + a * t * rest * rest;
}

/* How much of the step brings a striker to the surface, if it comes to it. */
static double judge_flight(const hz_collide *c, const hz_step *g, const hz_step_striker *p)
{
    const hz_contact_striker *k = p->its;
    double d = g->length, high = 1, low = 0, turn = k->v / (k->v - p->x.v);
    if (p->x.eta > 0) {
        if (p->x.v > 0 && p->x.eta <= hz_collide_near(c, k, p->x.v))
            return 1;
    } else if (k->v > 0 && p->x.v < 0 && on_way(g, p, turn) > 0) {
        high = turn; /* a graze */
    } else {
        return 1;
    }
    double fastest =
        hz_collide_greater(c->system.object.highest, hz_collide_greater(k->ringing.highest, k->body.highest));
    if (d * fastest > most_turn) /* where it comes is not known well enough */
        return 0.5;
    if (k->eta >= 0) /* it leaves slower than what follows it */
        return 0.5;
    for (int i = 0; i < 48; i++) {
        double t = 0.5 * (low + high);
        *(on_way(g, p, t) > 0 ? &high : &low) = t;
    }
    return high;
}

int hz_collide_judge(const hz_collide *c, hz_step *g, double *part)
{
    double most = 1, quiet = 2 * c->system.params.quiet;
    if (g->kind == HZ_STEP_QUIET) {
        *part = g->otherwise;
        for (const hz_step_striker *p = g->of; p < g->of + g->n; p++)
            if (!(fabs(p->x.v) < quiet) && (p->its->touching || p->x.eta > 0))
                return 0;
        return 1;
    }
    if (g->kind != HZ_STEP_SOLVED)
        return 1;
    for (hz_step_striker *p = g->of; p < g->of + g->n && g->found; p++)
        most = hz_collide_lesser(most, p->its->touching ? judge_contact(c, g, p) : judge_flight(c, g, p));
    if (!g->found || most == 0.5)
        *part = hz_collide_ladder(0.5 * g->part);
    else
        *part = most * g->part;
    return g->found && most >= 1;
}
