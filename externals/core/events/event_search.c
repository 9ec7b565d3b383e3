/* event_search: where inside a step of flight the bodies meet. */
#include "internal.h"

#include <math.h>

#include "core/base/root.h"

/* Between two places in a step, of which the velocity is positive at one and negative at the other, the compression
 * does not go further than so many times what the sum of these speeds would take it. */
static const double sure_way = 4;

hz_arc hz_event_arc(const hz_contact_system *s, const hz_look *k, double pull)
{
    double d = k->length, u = k->r.du / d, v = k->r.v;
    double over = (u - s->striker->v) / d - 0.5 * pull,
           end = (v - s->striker->v) / d - pull; /* u3 d + u4 d^2, 3 u3 d + 4 u4 d^2 */
    return (hz_arc){ .v = s->striker->v,
                     .a = pull,
                     .u3 = (4 * over - end) / d,
                     .u4 = (end - 3 * over) / (d * d),
                     .exact = s->modes <= 1 || hz_event_is_long(s, d) };
}

int hz_event_is_long(const hz_contact_system *s, double d)
{
    return fmax(fmax(s->striker->body.highest, s->striker->ringing.highest), s->object.highest) * d > 0.3;
}

static hz_reach arc_at(hz_contact_system *s, const hz_arc *w, double t)
{
    if (w->exact)
        return hz_pair_look(s, t).r;
    return (hz_reach){ .du = t * (w->v + t * (0.5 * w->a + t * (w->u3 + t * w->u4))),
                       .v = w->v + t * (w->a + t * (3 * w->u3 + t * 4 * w->u4)) };
}

/* Where in (0, d) the gap closes, to rounding, and not so near to 0 that a step of that length has no numbers; d where
 * it does not. It is open at 0, whatever its rounding says. */
static double gap_closes(hz_contact_system *s, const hz_arc *w, double d)
{
    double end = s->striker->eta + arc_at(s, w, d).du;
    if (!(end > 0))
        return d;
    hz_root r = hz_root_secant_from(1e-30 * d, s->striker->eta, d, end);
    while (hz_root_secant(&r, s->striker->eta + arc_at(s, w, r.x).du))
        ;
    return r.x;
}

/* The touch near a time, to rounding, by Newton's method on looks; outside of (0, d) where that fails. */
static double touch_near(hz_contact_system *s, double t, double d)
{
    for (int i = 0; i < 6 && t > 0 && t < d; i++) {
        hz_reach r = hz_pair_look(s, t).r;
        double step = (s->striker->eta + r.du) / r.v;
        if (fabs(step) < 1e-14 * d)
            return t;
        if (!(r.v > 0))
            break;
        t -= step;
    }
    return -1;
}

double hz_event_touch(hz_contact_system *s, const hz_look *k, double d)
{
    const hz_arc exact = { .exact = 1 };
    hz_arc way = hz_event_arc(s, k, hz_contact_system_acceleration(s));
    if (!way.exact) {
        double t = touch_near(s, gap_closes(s, &way, d), d);
        if (t > 0 && t < d)
            return t;
    }
    return gap_closes(s, &exact, d);
}

int hz_event_turns_inside(hz_contact_system *s, const hz_look *k, double *d)
{
    hz_arc way = hz_event_arc(s, k, hz_contact_system_acceleration(s));
    double before = s->striker->eta, v0 = s->striker->v, v1 = way.exact ? k->r.v : arc_at(s, &way, *d).v;
    hz_root r = hz_root_secant_from(0, -v0, *d, -v1);
    hz_reach at;
    do {
        if (before + sure_way * (v0 - v1) * (r.high - r.low) < 0)
            return 0;
        at = arc_at(s, &way, r.x);
        if (at.v > 0) {
            before = s->striker->eta + at.du;
            v0 = at.v;
        } else {
            v1 = at.v;
        }
    } while (hz_root_secant(&r, -at.v));
    *d = r.x;
    return s->striker->eta + hz_pair_look(s, *d).r.du > 0;
}
