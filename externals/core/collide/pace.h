/* pace: how fast what happens in a contact goes, and so how long a step may be (collide:pace). */
#ifndef HZ_COLLIDE_PACE_H
#define HZ_COLLIDE_PACE_H

#include <math.h>

#include "internal.h"

/* A stride, whose force runs along a curve, may last so many times as long as a step whose force runs straight. */
static const double stride_share = 1.6;
/* How much the damping's own rate counts beside that of the swing, and that of the fastest mode where the bodies part
 * faster than the contact can follow. */
static const double damping_share = 0.9, mode_share = 0.5;
/* collide:creeping  Bodies that part nearly as fast as that hardly push each other: where 1 + mu v is under one over
 * this, it does not matter how fast the rest of the force decays. */
static const double creeping = 1e2;
/* A step that parts is no longer than so many times what the present velocity takes for it. */
static const double sure_parting = 1.5;
/* A compression that is so small a part of the deepest is none when the bodies part. */
static const double nothing_left = 1e-8;

/* collide:pace  The rate of what happens at a compression, 1/s, where so many press at once. */
static inline double hz_collide_pace(const hz_collide *c, const hz_contact_striker *k, int touches, double spring,
                                     double eta, double v)
{
    const hz_contact_system *s = &c->system;
    double mean = 1 + s->law.damping * v, inverse = k->inverse + (touches - 1) * s->object.inverse_mass;
    if (!(eta > 0))
        return 0;
    if (mean < 0) /* no force holds them: what rings may bring it back */
        return mode_share * hz_collide_greater(s->object.fastest, k->ringing.fastest);
    double drag = s->law.damping * spring * inverse * hz_collide_lesser(creeping * mean, 1);
    double swing = s->law.exponent * spring * hz_collide_greater(mean, 1) * inverse / eta + k->body.spring[0];
    return sqrt(swing) + damping_share * drag;
}

/* Whether bodies part and hold nothing any more: their force may need steps without end, and one passive step serves.
 */
static inline int hz_collide_is_over(const hz_contact_striker *k)
{
    return k->v < 0 && k->eta < nothing_left * k->record.x_max;
}

/* How long the next step of a contact may be, in samples: a step whose force runs straight, and a stride. */
static inline double hz_collide_longest(const hz_collide *c, const hz_step *g, const hz_step_striker *p, double left,
                                        double *stride)
{
    const hz_contact_striker *k = p->its;
    double h = c->system.h, next = p->touch->next, rate = p->touch->rate;
    if (rate < 0 || g->touches > 1)
        rate = hz_collide_pace(c, k, g->touches, p->touch->spring, k->eta, k->v);
    double most = rate > 0 ? p->touch->stretch * g->share / rate : HUGE_VAL;
    double d = hz_collide_lesser(next, most), far = hz_collide_lesser(next, stride_share * most);
    if (k->v < 0) { /* it may part soon, but a step takes some time even where eta is nothing to rounding */
        double parting = hz_collide_greater(-sure_parting * k->eta / k->v, 1e-9 * left * h);
        d = hz_collide_lesser(d, parting);
        far = hz_collide_lesser(far, parting);
    }
    *stride = far / h;
    return d / h;
}

#endif
