/* equilibrium: where a striker that is pressed on the object comes to rest. */
#include "equilibrium.h"

#include <math.h>

#include "core/base/root.h"
#include "contact_phase.h"

/* How far the striker is left from its equilibrium when it leans on the object with a force f: falls with f. */
static double lean_left(const hz_collide *c, double f)
{
    double spring = c->a.mass[0] * c->a.omega[0] * c->a.omega[0];
    double give = c->b.give + (spring > 0 ? 1 / spring : 0), free = c->a.origin;
    if (spring > 0)
        free += c->a.load[0] * c->a.mass[0] / spring;
    else
        return c->a.load[0] * c->a.mass[0] - f; /* a free mass leans with its weight */
    return free - give * f - pow(f / c->law.stiffness, 1 / c->law.exponent);
}

void hz_equilibrium_find(hz_collide *c)
{
    double low = 0, high = 1e-300;
    if (!(lean_left(c, 0) > 0)) {
        c->a.q[0] = c->a.omega[0] > 0 ? c->a.load[0] / (c->a.omega[0] * c->a.omega[0]) : 0;
        hz_collide_measure(c);
        return;
    }
    while (lean_left(c, high) > 0)
        low = high, high *= 1e6;
    for (int i = 0; i < 200; i++) {
        double f = hz_root_middle(low, high);
        *(lean_left(c, f) > 0 ? &low : &high) = f;
    }
    double eta = pow(low / c->law.stiffness, 1 / c->law.exponent);
    for (int i = 0; i < c->b.n; i++)
        c->b.q[i] = c->b.omega[i] > 0 ? c->b.weight[i] * low / (c->b.mass[i] * c->b.omega[i] * c->b.omega[i]) : 0;
    c->a.q[0] = hz_bank_displacement(&c->b) + eta - c->a.origin;
    hz_collide_measure(c);
    c->eta = eta;
    c->outer = (hz_outer){ 0 };
    hz_contact_phase_begin(c, 0);
}
