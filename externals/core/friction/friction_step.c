/* friction_step: one sample of friction. */
#include "internal.h"

#include <math.h>

/* ---- how many steps ---- */

/* In one step bristles and bodies turn by so much at most, radians. */
static const double most_turn = 0.35;

int hz_friction_fewest(const hz_friction *x)
{
    double stiffness = x->params.bristles.stiffness;
    double turn = x->h * sqrt(stiffness * (x->a.bank.inverse_mass + x->b.bank.inverse_mass));
    int n = 1;
    while (n < HZ_FRICTION_MOST_STEPS && turn > most_turn * n)
        n *= 2;
    return n;
}

/* friction:steps  Those that this sample is taken in: a stretch as brief as the last ones has several. */
static int steps_now(const hz_friction *x, double force)
{
    static const double in_brief = 40;
    enum { MOST = 4 };
    if (x->params.steps > 0)
        return x->params.steps;
    int n = force > 0 ? x->fewest : 1;
    while (n < MOST && x->brief > 0 && x->brief * n < in_brief * x->h)
        n *= 2;
    return n;
}

/* ---- sticking and slipping ---- */

/* friction:slip  How much more than half of the motion the bristles do not follow. */
static double slipping(const hz_friction *x, double v)
{
    return v != 0 ? 0.5 - x->bow.rate / v : -0.5;
}

/* What went on ends after a part of a step of length k. */
static void tell(hz_friction *x, double after)
{
    hz_contact c = { .kind = x->slips ? HZ_SLIP : HZ_STICK,
                     .duration = x->since + after,
                     .energy = x->lost,
                     .v_in = x->fastest,
                     .f_max = x->strongest };
    if (x->ended && x->since > 0)
        x->ended(x->owner, &c);
    x->brief = fmin(c.duration, x->before);
    x->before = c.duration;
    x->since = -after;
    x->lost = x->fastest = x->strongest = 0;
}

/* The middles of two steps of length k lie on the two sides of the change: how far behind the end of the first it is.
 * Where the motion turns, all bristles follow at once; else slipping goes on a straight line. */
static double crossing(const hz_friction *x, double v, double now, double k)
{
    double before = x->speed * v < 0 ? fabs(x->speed) : fabs(x->slipping),
           after = x->speed * v < 0 ? fabs(v) : fabs(now);
    return k * (before / (before + after) - 0.5);
}

static void follow(hz_friction *x, const hz_bow_step *st, double k)
{
    double now = slipping(x, st->velocity);
    if ((now > 0) != x->slips) {
        tell(x, x->since > 0 ? crossing(x, st->velocity, now, k) : 0);
        x->slips = !x->slips;
    }
    x->since += k;
    x->lost += st->lost;
    x->fastest = fmax(x->fastest, fabs(st->velocity));
    x->strongest = fmax(x->strongest, fabs(st->force));
    x->slipping = now;
}

static void part_ways(hz_friction *x)
{
    tell(x, 0);
    x->since = x->slips = 0;
    x->slipping = x->brief = x->before = 0;
}

/* ---- a step ---- */

/* friction:step */
static void step(hz_friction *x, const hz_friction_load *l, double force, double k)
{
    hz_bank *a = &x->a.bank, *b = &x->b.bank;
    hz_mode_step *of_a = hz_bank_even_step(a, k), *of_b = hz_bank_even_step(b, k);
    double leads_a = hz_bank_drift(a, of_a), leads_b = hz_bank_drift(b, of_b) + of_b->g * l->push;
    double per_step = 1 / k, mobility = (of_a->g + of_b->g) * per_step, thick = x->params.bristles.viscosity * force;
    double yields = 1 / (1 + mobility * thick);
    hz_bow_load load = { .free = yields * (l->speed + (leads_a - leads_b) * per_step), .mobility = yields * mobility };
    x->bow.h = k;
    hz_bow_step st = hz_bow_bristle(&x->bow, force, &load);
    st.force += thick * st.velocity;
    st.lost += k * thick * st.velocity * st.velocity;
    if (l->ledger) { /* friction:passive */
        double on_b = st.force + l->push;
        hz_sum_add(&x->ledger.dissipated,
                   st.lost + hz_bank_loss(a, of_a, -st.force, 0) + hz_bank_loss(b, of_b, on_b, 0));
        hz_sum_add(&x->ledger.supplied, k * st.force * l->speed);
        if (l->push != 0)
            hz_sum_add(&x->ledger.supplied, l->push * (leads_b + of_b->g * st.force));
    }
    hz_bank_move(a, of_a, -st.force, 0);
    hz_bank_move(b, of_b, st.force + l->push, 0);
    if (force > 0)
        follow(x, &st, k);
    else if (x->since > 0)
        part_ways(x);
    x->force = st.force;
    x->speed = st.velocity;
    x->way += k * st.velocity;
    x->impulse += k * st.force;
}

void hz_friction_sample(hz_friction *x, const hz_friction_load *l)
{
    double force = l->force;
    if (force > 0 && x->params.profile.depth > 0) { /* friction:profile */
        double height = hz_profile_at(&x->profile, &x->drawn, x->way, x->h * x->speed);
        force *= fmax(1 + x->params.profile.depth * height, 0);
    }
    int n = steps_now(x, force);
    double k = x->h / n;
    x->impulse = 0;
    x->load = *l;
    x->still = 0;
    for (int i = 0; i < n; i++)
        step(x, l, force, k);
}
