/* centred: threepoint and quadratised: from the places of two samples to the next one. */
#include "internal.h"

#include <math.h>

void hz_centred_prepare(hz_bank *m, hz_textbook_body *s, double h)
{
    s->g = s->g_v = 0;
    for (int i = 0; i < m->n; i++) {
        /* schemes:centred  coefficients with which the recursion has the mode's own poles, and its own stiffness */
        double omega = sqrt(s->spring[i]), sigma = 0.5 * s->loss[i], fade = exp(-2 * sigma * h);
        hz_oscillator k = hz_oscillator_step(omega, sigma, h);
        double lighter = 2 * (k.s * k.s + k.b * (1 - k.c)) / (h * h * (1 + fade));
        double ease = -expm1(-2 * sigma * h) / (1 + fade);
        s->s[i] = k.s;
        s->c[i] = k.c;
        s->b[i] = k.b;
        s->past[i] = 1 / lighter;
        s->mass[i] /= lighter;
        s->spring[i] *= lighter;
        s->load[i] *= lighter;
        s->drive[i] *= lighter;
        s->gain[i] = 1 / (1 + ease);
        s->ease[i] = ease;
        s->g += h * h * m->weight[i] * s->drive[i] * s->gain[i];
    }
}

/* schemes:centred  the acceleration of mode i where it has no spring, as the exact step of a free mode wants it. */
static inline double rate_of(const hz_textbook_body *s, int i, double force)
{
    return s->past[i] * (s->load[i] + s->drive[i] * force);
}

/* What a mode went in the last sample, from where it is and how fast: the exact step backwards. */
static void begin_body(const hz_bank *m, hz_textbook_body *s, double h, double force)
{
    for (int i = 0; i < m->n; i++) {
        double fade = exp(-s->loss[i] * h), rate = rate_of(s, i, force);
        double back = s->s[i] * m->v[i] - (s->c[i] - fade) * m->q[i] + (s->c[i] * s->b[i] - s->s[i] * s->s[i]) * rate;
        s->way[i] = back / fade;
    }
}

static double port_way(const hz_bank *m, const hz_textbook_body *s)
{
    double way = 0;
    for (int i = 0; i < m->n; i++)
        way += m->weight[i] * s->way[i];
    return way;
}

/* The contact's force as it may be at the present place: in contacts much briefer than a sample it would give the
 * bodies more than all their energy within half of one, and then it is that which counts. */
static double present_force(const hz_collide *c)
{
    double inverse = hz_bank_compliance(&c->a) + hz_bank_compliance(&c->b);
    double speed = sqrt(c->v * c->v + 2 * inverse * hz_law_potential(&c->law, c->eta));
    return fmin(hz_law_force(&c->law, c->eta, c->v), 2 * speed / (c->h * inverse));
}

void hz_centred_begin(hz_collide *c, int anew)
{
    hz_textbook *s = &c->schemes;
    double elastic = hz_law_potential(&c->law, c->eta);
    if (anew)
        s->force = present_force(c);
    begin_body(&c->a, &s->a, c->h, -s->force);
    begin_body(&c->b, &s->b, c->h, s->force);
    s->slid = c->slide * c->h;
    s->before = c->eta - (port_way(&c->a, &s->a) - port_way(&c->b, &s->b) - s->slid);
    double deep = s->before - c->eta, energy = 0.5 * c->a.mass[0] * c->v * c->v + elastic;
    if (anew && deep > 0 && hz_law_potential(&c->law, s->before) > energy) { /* a place that it cannot have been at */
        s->a.way[0] += deep;
        s->before = c->eta;
    }
    if (anew)
        s->psi = sqrt(2 * fmin(elastic, hz_law_potential(&c->law, 0.5 * (s->before + c->eta))));
}

void hz_centred_energy(const hz_bank *m, const hz_textbook_body *s, double h, hz_energy *add)
{
    double kinetic = 0, potential = 0;
    for (int i = 0; i < m->n; i++) {
        double q = m->q[i], q_before = q - s->way[i], v = s->way[i] / h;
        kinetic += 0.5 * s->mass[i] * v * v;
        potential += s->mass[i] * (0.5 * s->spring[i] * q * q_before - s->load[i] * (0.5 * (q + q_before) + m->origin));
    }
    add->kinetic += kinetic;
    add->potential += potential;
}

/* The next way of a mode under a force. */
static inline double next_way(const hz_bank *m, const hz_textbook_body *s, int i, double h, double force)
{
    double push = s->load[i] + s->drive[i] * force - s->spring[i] * m->q[i];
    return ((1 - s->ease[i]) * s->way[i] + h * h * push) * s->gain[i];
}

/* The port's way over this sample and the last one, if its force were this. */
static double two_ways(const hz_bank *m, const hz_textbook_body *s, double h, double force)
{
    double way = 0;
    for (int i = 0; i < m->n; i++)
        way += m->weight[i] * (s->way[i] + next_way(m, s, i, h, force));
    return way;
}

/* Goes there. Returns the port's way over both samples, in `du` that of the new one alone. */
static double go(hz_bank *m, hz_textbook_body *s, double h, double force, double *du, double *lost)
{
    double both = 0, alone = 0, loss = 0;
    for (int i = 0; i < m->n; i++) {
        double way = next_way(m, s, i, h, force), two = s->way[i] + way;
        loss += s->mass[i] * s->ease[i] * two * two;
        both += m->weight[i] * two;
        alone += m->weight[i] * way;
        m->q[i] += way;
        s->way[i] = way;
    }
    *lost += 0.5 * loss / (h * h);
    *du = alone;
    return both;
}

/* The velocity at the end, which the recursion itself does not know: by the exact step that goes this way. */
static double velocity(hz_bank *m, const hz_textbook_body *s, double force)
{
    double v_port = 0;
    for (int i = 0; i < m->n; i++) {
        double omega2 = s->spring[i] * s->past[i];
        double push = rate_of(s, i, force) - omega2 * (m->q[i] - s->way[i]);
        m->v[i] = s->c[i] * (s->way[i] - s->b[i] * push) / s->s[i] + s->s[i] * push;
        v_port += m->weight[i] * m->v[i];
    }
    return v_port;
}

/* Both bodies go under this force of the contact. */
static hz_done take(hz_collide *c, const hz_outer *o, double force)
{
    hz_textbook *s = &c->schemes;
    double h = c->h, slid = c->slide * h, du_a, du_b, eta = c->eta;
    hz_done done = { .force = force, .slid = 0.5 * (slid + s->slid) };
    done.way_a = 0.5 * go(&c->a, &s->a, h, o->a - force, &du_a, &done.lost);
    done.way_b = 0.5 * go(&c->b, &s->b, h, o->b + force, &du_b, &done.lost);
    c->eta += du_a - du_b - slid;
    s->before = eta;
    s->slid = slid;
    s->force = c->eta > 0 || (s->method == HZ_THREEPOINT && eta > 0) ? force : 0; /* if it still pushes */
    c->v = velocity(&c->a, &s->a, o->a - s->force) - velocity(&c->b, &s->b, o->b + s->force) - c->slide;
    return done;
}

/* The way of the compression over this sample and the last one, without the contact's force. */
static double free_ways(const hz_collide *c, const hz_outer *o)
{
    const hz_textbook *s = &c->schemes;
    return two_ways(&c->a, &s->a, c->h, o->a) - two_ways(&c->b, &s->b, c->h, o->b) - (s->slid + c->slide * c->h);
}

hz_done hz_centred_threepoint(hz_collide *c, const hz_outer *o)
{
    /* schemes:threepoint  C 7, W 32 */
    hz_textbook *s = &c->schemes;
    double before = s->before, elastic = hz_law_potential(&c->law, before);
    hz_force_equation step = { .law = &c->law,
                               .eta = before,
                               .elastic = elastic,
                               .v = c->v,
                               .length = 2 * c->h,
                               .r = { .du = free_ways(c, o), .g = s->a.g + s->b.g } };
    hz_push p = hz_force_gradient(&step, s->force);
    s->iterations = p.iterations;
    hz_done done = take(c, o, p.force);
    double run = c->eta - before, time = 2 * c->h;
    c->eta =
        hz_method_depth(&c->law, before, c->eta, hz_method_elastic(&c->law, p.force, run, time), c->eta - s->before);
    double gradient = hz_law_gradient(&c->law, before, elastic, c->eta).value;
    done.lost += 0.5 * hz_method_loss(&c->law, gradient, run, time);
    return done;
}

hz_done hz_centred_quadratised(hz_collide *c, const hz_outer *o)
{
    /* schemes:quadratised  W 10 to 18 */
    hz_textbook *s = &c->schemes;
    double h = c->h, a = c->law.exponent, old = s->psi, spring = hz_law_spring(&c->law, c->eta), free = free_ways(c, o);
    double g = c->eta > 0 ? sqrt(0.5 * (a + 1) * spring / c->eta) : 0; /* W 12 */
    double viscous = 0.5 * c->law.damping * spring / h, stiff = 0.25 * g * g + viscous, give = s->a.g + s->b.g;
    double run = (free - give * old * g) / (1 + give * stiff), force = old * g + stiff * run;
    s->iterations = 0;
    s->psi = old + 0.5 * g * run;
    double lost = 0.5 * viscous * run * run;
    if (!(force > 0)) { /* it never pulls: what psi holds beyond is let go */
        force = 0;
        s->psi = fmin(fmax(old + 0.5 * g * free, 0), fmax(old, 0));
        lost = 0.5 * (old - s->psi) * (old + s->psi);
    }
    hz_done done = take(c, o, force);
    if (!(c->eta > 0)) {
        lost += 0.5 * s->psi * s->psi;
        s->psi = 0;
    }
    done.lost += lost;
    return done;
}
