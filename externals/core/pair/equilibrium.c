/* equilibrium: where a striker that is pressed on the object comes to rest. */
#include "equilibrium.h"

#include <math.h>

#include "core/base/root.h"

/* collide:equilibrium  How far the striker is left from its equilibrium when it presses the object with a force f; this
 * falls with f. */
static double left(const hz_contact_system *s, double f)
{
    const hz_bank *striker = &s->striker->body;
    double spring = striker->mass[0] * striker->omega[0] * striker->omega[0];
    double give = s->object.static_compliance + s->striker->ringing.static_compliance + (spring > 0 ? 1 / spring : 0);
    double free = striker->origin;
    if (spring > 0)
        free += striker->load * striker->mass[0] / spring;
    else
        return striker->load * striker->mass[0] - f; /* a free mass presses with its weight */
    return free - give * f - pow(f / s->law.stiffness, 1 / s->law.exponent);
}

/* The force with which the striker presses the object when everything is at rest; 0 where it does not reach it. */
static double push_of(const hz_contact_system *s)
{
    double high = 1e-300;
    if (!(left(s, 0) > 0))
        return 0;
    while (left(s, high) > 0)
        high *= 1e6;
    hz_root r = hz_root_between(1e-6 * high, high);
    while (hz_root_halve(&r, -left(s, r.x)))
        ;
    return r.low;
}

/* Bends modes as a force at their port does. */
static void press(hz_bank *b, double push)
{
    for (int i = 0; i < b->n; i++)
        b->q[i] = b->omega[i] > 0 ? b->weight[i] * push / (b->mass[i] * b->omega[i] * b->omega[i]) : 0;
}

void hz_equilibrium_find(hz_contact_system *s)
{
    double push = push_of(s);
    if (push == 0)
        return;
    s->outer = (hz_outer){ 0 };
    press(&s->object, push);
    press(&s->striker->ringing, -push);
    hz_contact_system_lay(s, pow(push / s->law.stiffness, 1 / s->law.exponent));
    hz_contact_system_touch(s);
}
