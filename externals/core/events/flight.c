/* flight: the bodies apart, up to the touch inside a sample. */
#include "internal.h"

#include <math.h>

/* How often a step with a touch in it is halved, at most. */
enum { MOST_HALVINGS = 12 };

/* Whether a step of this length turns the fastest mode far. */
static int is_long(const hz_contact_system *s, double d)
{
    return fmax(fmax(s->striker->body.highest, s->striker->ringing.highest), s->object.highest) * d > 0.3;
}

/* Whether the bodies meet in a step of flight that was looked at; then also the length after which they have. */
static int meets(hz_contact_system *s, const hz_look *k, double *d)
{
    *d = k->length;
    if (s->striker->eta + k->r.du > 0)
        return 1;
    return s->striker->v > 0 && k->r.v < 0 && hz_event_turns_inside(s, k, d);
}

void hz_flight_touch(hz_events *e, hz_contact_system *s)
{
    hz_contact_system_snap_touch(s);
    hz_contact_phase_begin(e, s);
}

double hz_flight_step(hz_events *e, hz_contact_system *s, double left)
{
    double part = left, d;
    if (hz_events_meets(s)) {
        hz_flight_touch(e, s);
        return 0;
    }
    hz_look k = hz_pair_look(s, part * s->h);
    int met = meets(s, &k, &d);
    if (met && (hz_events_bound(e) - s->substeps <= 1 || hz_contact_system_work(s) == HZ_WORK_PASSIVE)) {
        hz_contact_phase_cross(e, s, left * s->h);
        return left;
    }
    for (int i = 0; i < MOST_HALVINGS && met && s->modes > 1 && is_long(s, part * s->h); i++) {
        part = hz_contact_phase_rounded(s, 0.5 * part); /* else it might be a later touch that is found */
        k = hz_pair_look(s, part * s->h);
        met = meets(s, &k, &d);
    }
    if (met) {
        k = hz_pair_look(s, d);
        k = hz_pair_look(s, hz_event_touch(s, &k));
        part = k.length / s->h;
    }
    hz_pair_take(s, &k, 0, 0);
    if (met)
        hz_flight_touch(e, s);
    else
        hz_contact_system_measure(s);
    return part;
}
