/* two_point: law:gradient over whole samples, the bodies by their exact steps. */
#include <math.h>

#include "internal.h"

double hz_method_depth(const hz_law *l, double from, double to, double elastic_force, double way)
{
    double depth = fmax(to, 0);
    if (!(elastic_force > 0 && fabs(to) < -0.01 * from))
        return to;
    for (int i = 0; i < 8; i++) /* each brings two digits or more */
        depth = pow(elastic_force * (depth - from) / l->potential, 1 / (l->exponent + 1));
    return fabs(depth - to) < 1e-14 * (fabs(way) - from) ? depth : to;
}

hz_done hz_two_point_step(hz_textbook *x, hz_contact_system *s)
{
    /* schemes:twopoint  C 8, with the bodies' exact steps; take books what they lose and are given */
    double eta = s->striker->eta, elastic = hz_law_potential(&s->law, eta);
    hz_look k = hz_pair_look(s, s->h);
    s->striker->elastic = elastic;
    hz_push p = hz_pair_solve(s, &k, x->force);
    double run = hz_pair_take(s, &k, p.force);
    double spring = hz_method_elastic(&s->law, p.force, run, s->h);
    hz_contact_system_refine(s, hz_method_depth(&s->law, eta, s->striker->eta, spring, k.r.du), s->striker->v);
    x->iterations = p.iterations;
    x->force = p.force;
    double gradient = hz_law_gradient(&s->law, eta, elastic, s->striker->eta).value;
    return (hz_done){ .lost = hz_method_loss(&s->law, gradient, run, s->h) };
}
