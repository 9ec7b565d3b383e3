/* event_search: where inside a step of flight the bodies meet. */
#include "internal.h"

#include <math.h>

#include "core/base/root.h"

/* Between two places in a step, of which the velocity is positive at one and negative at the other, the compression
 * does not go further than so many times what the sum of these speeds would take it. */
static const double sure_way = 4;

double hz_event_touch(hz_contact_system *s, const hz_look *k)
{
    double eta = s->striker->eta, v = s->striker->v, d = k->length, bend = (k->r.du / d - v) / d;
    hz_root r = hz_root_from(1e-30 * d, d, -2 * eta / (v + sqrt(fmax(v * v - 4 * bend * eta, 0))));
    hz_reach at;
    r.small = 1e-8; /* the square of it is rounding */
    do
        at = hz_pair_look(s, r.x).r;
    while (hz_root_newton(&r, eta + at.du, at.v));
    return r.x;
}

int hz_event_turns_inside(hz_contact_system *s, const hz_look *k, double *d)
{
    double eta = s->striker->eta, before = eta, v0 = s->striker->v, v1 = k->r.v;
    hz_root r = hz_root_secant_from(0, -v0, *d, -v1);
    hz_reach at;
    do {
        if (before + sure_way * (v0 - v1) * (r.high - r.low) < 0)
            return 0;
        at = hz_pair_look(s, r.x).r;
        if (at.v > 0) {
            before = eta + at.du;
            v0 = at.v;
        } else {
            v1 = at.v;
        }
    } while (!(eta + at.du > 0) && hz_root_secant(&r, -at.v));
    *d = r.x;
    return eta + at.du > 0;
}
