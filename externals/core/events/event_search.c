/* event_search: where inside a step a contact turns, parts or is met. */
#include "event_search.h"

#include <math.h>

hz_arc hz_event_arc(const hz_collide *c, const hz_look *k, double pull)
{
    double d = k->a->length, u = k->r.du / d, v = k->r.v;
    double over = (u - c->v) / d - 0.5 * pull, end = (v - c->v) / d - pull; /* u3 d + u4 d^2, 3 u3 d + 4 u4 d^2 */
    double g2 = 0.5 * (hz_bank_compliance(&c->a) + hz_bank_compliance(&c->b));
    double g = (k->r.g / d / d - g2) / d, g_v = (k->r.g_v / d - 2 * g2) / d; /* g3 + g4 d, 3 g3 + 4 g4 d */
    return (hz_arc){ .v = c->v,
                     .a = pull,
                     .u3 = (4 * over - end) / d,
                     .u4 = (end - 3 * over) / (d * d),
                     .g2 = g2,
                     .g3 = 4 * g - g_v,
                     .g4 = (g_v - 3 * g) / d,
                     .exact = c->b.n <= 1 || hz_event_is_long(c, d) };
}

int hz_event_is_long(const hz_collide *c, double d)
{
    return fmax(c->a.highest, c->b.highest) * d > 0.3;
}

static hz_reach arc_at(hz_collide *c, const hz_arc *w, double t)
{
    if (w->exact)
        return hz_step_look(c, t).r;
    return (hz_reach){ .du = t * (w->v + t * (0.5 * w->a + t * (w->u3 + t * w->u4))),
                       .v = w->v + t * (w->a + t * (3 * w->u3 + t * 4 * w->u4)),
                       .g = t * t * (w->g2 + t * (w->g3 + t * w->g4)),
                       .g_v = t * (2 * w->g2 + t * (3 * w->g3 + t * 4 * w->g4)) };
}

/* A quantity that is positive at the start of the step and not at its end, as a function of the step's length. */
typedef double (*quantity)(hz_collide *c, const hz_arc *w, double d);

/* Turn: the velocity that would be left if the force were the one of a step that ends at rest (collide:turn). */
static double event_turn(hz_collide *c, const hz_arc *w, double d)
{
    hz_reach r = arc_at(c, w, d);
    double f = r.v / r.g_v;
    hz_slope g = hz_law_gradient(&c->law, c->eta, c->touch.elastic, c->eta + (r.du - r.g * f));
    double left = r.v - r.g_v * g.value * hz_law_psi(&c->law, c->v, 0).value;
    return c->v > 0 ? left : -left;
}

/* Parting: the compression left if the force were the one of a step that ends without (collide:parting). */
static double event_parting(hz_collide *c, const hz_arc *w, double d)
{
    hz_reach r = arc_at(c, w, d);
    double f = (c->eta + r.du) / r.g;
    double psi = hz_law_psi(&c->law, c->v, r.v - r.g_v * f).value;
    return c->eta + r.du - r.g * (c->touch.elastic / c->eta) * (psi > 0 ? psi : 0);
}

/* Touch: what is left of the gap in free flight. */
static double event_touch(hz_collide *c, const hz_arc *w, double d)
{
    return -(c->eta + arc_at(c, w, d).du);
}

/* A free turn: the velocity left in flight. */
static double event_apex(hz_collide *c, const hz_arc *w, double d)
{
    return arc_at(c, w, d).v;
}

/* Where in (0, d) the event is, to rounding: secants inside a bracket, halving the weight of an end that stays
 * (Anderson and Bjorck). `start` is the quantity at 0, counted as positive whatever its rounding says. */
static double locate(hz_collide *c, quantity what, const hz_arc *w, double start, double d)
{
    double low = 0, high = d, at_low = start > 0 ? start : 0, at_high = what(c, w, d);
    if (!(at_high < 0))
        return d;
    for (int i = 0; i < 100 && high - low > 1e-16 * high; i++) {
        double t = at_low > 0 ? low + (high - low) * (at_low / (at_low - at_high)) : 0.5 * (low + high);
        if (!(t > low && t < high))
            t = 0.5 * (low + high);
        double y = what(c, w, t);
        if (!(t > low && t < high) || y == 0)
            return t;
        if (y > 0) {
            double keep = 1 - y / at_low;
            low = t;
            at_high *= at_low > 0 ? (keep > 0 ? keep : 0.5) : 1;
            at_low = y;
        } else {
            double keep = 1 - y / at_high;
            high = t;
            at_low *= keep > 0 ? keep : 0.5;
            at_high = y;
        }
    }
    return high;
}

/* The touch near a time, to rounding, by Newton's method on looks; outside of (0, d) where that fails. */
static double touch_near(hz_collide *c, double t, double d)
{
    for (int i = 0; i < 6; i++) {
        hz_reach r = hz_step_look(c, t).r;
        double step = (c->eta + r.du) / r.v;
        if (fabs(step) < 1e-14 * d)
            return t;
        t -= step;
        if (!(r.v > 0 && t > 0 && t < d))
            break;
    }
    return -1;
}

double hz_event_touch(hz_collide *c, const hz_look *k, double d)
{
    const hz_arc exact = { .exact = 1 };
    hz_arc way = hz_event_arc(c, k, hz_step_acceleration(c));
    if (!way.exact) {
        double t = touch_near(c, hz_event_locate(c, HZ_TOUCH, &way, d), d);
        if (t > 0 && t < d)
            return t;
    }
    return hz_event_locate(c, HZ_TOUCH, &exact, d);
}

double hz_event_locate(hz_collide *c, enum hz_event what, const hz_arc *w, double d)
{
    switch (what) {
    case HZ_TURN:
        return locate(c, event_turn, w, fabs(c->v), d);
    case HZ_PARTING:
        return locate(c, event_parting, w, c->eta, d);
    case HZ_TOUCH:
        return locate(c, event_touch, w, -c->eta, d);
    case HZ_APEX:
        return locate(c, event_apex, w, c->v, d);
    default:
        return d;
    }
}
