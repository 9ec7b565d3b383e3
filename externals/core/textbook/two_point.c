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

hz_done hz_two_point_step(hz_collide *c, const hz_outer *o)
{
    /* schemes:twopoint  C 8, with the bodies' exact steps; take books what they lose and are given */
    (void)o; /* a step knows it */
    double eta = c->eta, elastic = hz_law_potential(&c->law, eta);
    hz_look k = hz_step_look(c, c->h);
    c->touch.elastic = elastic;
    hz_push p = hz_step_solve_across(c, &k, c->schemes.force);
    double run = hz_step_take(c, &k, p.force);
    c->eta = hz_method_depth(&c->law, eta, c->eta, hz_method_elastic(&c->law, p.force, run, c->h), run);
    c->schemes.iterations = p.iterations;
    c->schemes.force = p.force;
    double gradient = hz_law_gradient(&c->law, eta, elastic, c->eta).value;
    return (hz_done){ .lost = hz_method_loss(&c->law, gradient, run, c->h) };
}
