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
static double present_force(const hz_contact_system *s)
{
    double inverse = s->striker->body.inverse_mass + s->object.inverse_mass;
    double speed = sqrt(s->striker->v * s->striker->v + 2 * inverse * hz_law_potential(&s->law, s->striker->eta));
    return fmin(hz_law_force(&s->law, s->striker->eta, s->striker->v), 2 * speed / (s->h * inverse));
}

void hz_centred_begin(hz_textbook *x, hz_contact_system *s, int anew)
{
    double elastic = hz_law_potential(&s->law, s->striker->eta);
    if (anew)
        x->force = present_force(s);
    begin_body(&s->striker->body, &x->striker, s->h, -x->force);
    begin_body(&s->object, &x->object, s->h, x->force);
    x->slid = s->slide * s->h;
    x->before =
        s->striker->eta - (port_way(&s->striker->body, &x->striker) - port_way(&s->object, &x->object) - x->slid);
    double deep = x->before - s->striker->eta,
           energy = 0.5 * s->striker->body.mass[0] * s->striker->v * s->striker->v + elastic;
    if (anew && deep > 0 && hz_law_potential(&s->law, x->before) > energy) { /* a place that it cannot have been at */
        x->striker.way[0] += deep;
        x->before = s->striker->eta;
    }
    if (anew)
        x->psi = sqrt(2 * fmin(elastic, hz_law_potential(&s->law, 0.5 * (x->before + s->striker->eta))));
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
static hz_done take(hz_textbook *x, hz_contact_system *s, double force)
{
    double h = s->h, slid = s->slide * h, du_a, du_b, eta = s->striker->eta;
    hz_done done = { .force = force, .slid = 0.5 * (slid + x->slid) };
    done.way_a = 0.5 * go(&s->striker->body, &x->striker, h, s->outer.striker - force, &du_a, &done.lost);
    done.way_b = 0.5 * go(&s->object, &x->object, h, s->outer.object + force, &du_b, &done.lost);
    hz_contact_system_advance(s, du_a, du_b, slid, s->striker->v);
    x->before = eta;
    x->slid = slid;
    x->force = s->striker->eta > 0 || (x->method == HZ_THREEPOINT && eta > 0) ? force : 0; /* if it still pushes */
    double v = velocity(&s->striker->body, &x->striker, s->outer.striker - x->force) -
               velocity(&s->object, &x->object, s->outer.object + x->force) - s->slide;
    hz_contact_system_refine(s, s->striker->eta, v);
    return done;
}

/* The way of the compression over this sample and the last one, without the contact's force. */
static double free_ways(const hz_textbook *x, const hz_contact_system *s)
{
    return two_ways(&s->striker->body, &x->striker, s->h, s->outer.striker) -
           two_ways(&s->object, &x->object, s->h, s->outer.object) - (x->slid + s->slide * s->h);
}

hz_done hz_centred_threepoint(hz_textbook *x, hz_contact_system *s)
{
    /* schemes:threepoint  C 7, W 32 */
    double before = x->before, elastic = hz_law_potential(&s->law, before);
    hz_force_equation step = { .law = &s->law,
                               .eta = before,
                               .elastic = elastic,
                               .v = s->striker->v,
                               .length = 2 * s->h,
                               .r = { .du = free_ways(x, s), .g = x->striker.g + x->object.g } };
    hz_push p = hz_force_gradient(&step, x->force);
    x->iterations = p.iterations;
    hz_done done = take(x, s, p.force);
    double run = s->striker->eta - before, time = 2 * s->h, spring = hz_method_elastic(&s->law, p.force, run, time);
    hz_contact_system_refine(s, hz_method_depth(&s->law, before, s->striker->eta, spring, step.r.du), s->striker->v);
    double gradient = hz_law_gradient(&s->law, before, elastic, s->striker->eta).value;
    done.lost += 0.5 * hz_method_loss(&s->law, gradient, run, time);
    return done;
}

hz_done hz_centred_quadratised(hz_textbook *x, hz_contact_system *s)
{
    /* schemes:quadratised  W 10 to 18 */
    double h = s->h, old = x->psi, spring = hz_law_spring(&s->law, s->striker->eta), free = free_ways(x, s);
    double g = hz_law_root_slope(&s->law, spring, s->striker->eta);
    double viscous = 0.5 * s->law.damping * spring / h, stiff = 0.25 * g * g + viscous,
           give = x->striker.g + x->object.g;
    double run = (free - give * old * g) / (1 + give * stiff), force = (old * g + stiff * free) / (1 + give * stiff);
    x->iterations = 0;
    x->psi = old + 0.5 * g * run;
    double lost = 0.5 * viscous * run * run, shed = 0;
    if (!(force > 0)) { /* it never pulls: what psi holds beyond is let go */
        force = 0;
        x->psi = fmin(fmax(old + 0.5 * g * free, 0), fmax(old, 0));
        lost = 0;
        shed = 0.5 * (old - x->psi) * (old + x->psi);
    }
    hz_done done = take(x, s, force);
    if (!(s->striker->eta > 0)) {
        shed += 0.5 * x->psi * x->psi;
        x->psi = 0;
    }
    done.lost += lost;
    done.shed = shed;
    return done;
}
