/* rattle: one unilateral contact between two places of grid bodies, over one step. */
#include "rattle.h"

hz_rattle hz_rattle_prepare(const hz_law_params *law, enum hz_rattle_method method, double h)
{
    int curved = method == HZ_RATTLE_CLOSED && law->exponent != 1;
    return (hz_rattle){ .law = hz_law_prepare(law), .method = curved ? HZ_RATTLE_NEWTON : method, .h = h };
}

/* grid:closed  The discrete force is linear in r where contact lasts through the step, and leads to a square where it
 * begins or ends in it. */
static double closed(const hz_law *l, double before, double free, double give)
{
    double q = give * l->stiffness;
    if (before > 0) {
        double r = (free - q * before) / (1 + 0.5 * q);
        return before + r > 0 ? r : 0.5 * (free - sqrt(free * free + 2 * q * before * before));
    }
    double reach = before + free; /* without contact; > 0 here */
    return (free - q * before + sqrt(free * free - 2 * q * before * reach)) / (2 + q);
}

/* grid:newton  r - free + give D(before, before + r) grows with r and is convex: from the right Newton falls to its root. */
static double newton(const hz_law *l, double before, double free, double give)
{
    double phi = hz_law_potential(l, before), r = free, low = -INFINITY, high = free;
    for (int i = 0; i < 100; i++) {
        hz_slope d = hz_law_gradient(l, before, phi, before + r);
        double miss = r - free + give * d.value;
        if (miss == 0)
            break;
        if (miss > 0)
            high = r;
        else
            low = r;
        double next = r - miss / (1 + give * d.slope);
        if (!(next > low && next < high)) {
            if (low == -INFINITY || high - low <= 1e-15 * fabs(r))
                break;
            next = 0.5 * (low + high);
        }
        r = next;
    }
    return r;
}

double hz_rattle_root(const hz_law *l, double eta)
{
    return sqrt(0.5 * l->stiffness * (l->exponent + 1)) * (l->exponent == 1 ? 1 : pow(eta, 0.5 * (l->exponent - 1)));
}

/* grid:release  No force: what was held is let go, but for what the new compression holds. */
static hz_rattle_step released(const hz_rattle *t, double before, double free)
{
    double lost = 0.5 * (hz_law_potential(&t->law, before) - hz_law_potential(&t->law, before + free));
    return (hz_rattle_step){ .r = free, .lost = lost };
}

/* grid:quadratised */
static hz_rattle_step quadratised(const hz_rattle *t, double psi, double now, double free, double give, double drag)
{
    if (now > 0) {
        double g = hz_rattle_root(&t->law, now), slope = 0.25 * g * g + drag;
        double r = (free - give * psi * g) / (1 + give * slope), force = psi * g + slope * r;
        if (force >= 0)
            return (hz_rattle_step){ .r = r, .force = force, .lost = 0.5 * drag * r * r, .psi = psi + 0.5 * g * r };
    }
    return (hz_rattle_step){ .r = free, .lost = 0.5 * psi * psi };
}

hz_rattle_step hz_rattle_solve(const hz_rattle *t, double psi, double before, double now, double free, double give)
{
    const hz_law *l = &t->law;
    /* grid:damping  linear in r, so that it only scales what the bodies answer */
    double drag = now > 0 && l->damping > 0 ? l->damping * hz_law_spring(l, now) / (2 * t->h) : 0;
    if (t->method == HZ_RATTLE_QUADRATISED)
        return quadratised(t, psi, now, free, give, drag);
    double share = 1 / (1 + give * drag), dragged = free * share, r = dragged;
    if (before > 0 || before + dragged > 0)
        r = (t->method == HZ_RATTLE_CLOSED ? closed : newton)(l, before, dragged, give * share);
    double force = drag * r;
    if (before > 0 || before + r > 0)
        force += hz_law_gradient(l, before, hz_law_potential(l, before), before + r).value;
    if (force < 0)
        return released(t, before, free);
    return (hz_rattle_step){ .r = free - give * force, .force = force, .lost = 0.5 * drag * r * r };
}

double hz_rattle_energy(const hz_rattle *t, double psi, double eta0, double eta1)
{
    if (t->method == HZ_RATTLE_QUADRATISED)
        return 0.5 * psi * psi;
    return 0.5 * (hz_law_potential(&t->law, eta0) + hz_law_potential(&t->law, eta1));
}
