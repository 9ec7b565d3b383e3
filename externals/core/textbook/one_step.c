/* one_step: am1, verlet, heun and rk4: from places and velocities to those of the next sample. */
#include "internal.h"

#include <stddef.h>

void hz_one_step_prepare(hz_bank *m, hz_textbook_body *s, double h)
{
    s->g = s->g_v = 0;
    for (int i = 0; i < m->n; i++) {
        s->gain[i] = 1 / (1 + 0.5 * h * (s->loss[i] + 0.5 * h * s->spring[i])); /* am1:mode */
        s->g += 0.25 * h * h * m->weight[i] * s->drive[i] * s->gain[i];
        s->g_v += 0.5 * h * m->weight[i] * s->drive[i] * s->gain[i];
    }
}

/* The acceleration of a mode at a place and a velocity, by the contact's force and what is its own. */
static inline double pull_of(const hz_textbook_body *s, int i, double force, double q, double v)
{
    return s->load[i] + s->drive[i] * force - s->spring[i] * q - s->loss[i] * v;
}

static void begin_body(const hz_bank *m, hz_textbook_body *s, double force, double *power)
{
    for (int i = 0; i < m->n; i++) {
        s->pull[i] = pull_of(s, i, force, m->q[i], m->v[i]);
        *power += s->mass[i] * s->loss[i] * m->v[i] * m->v[i];
    }
}

void hz_one_step_begin(hz_textbook *x, hz_contact_system *s, int anew)
{
    (void)anew;
    double spring = hz_law_spring(&s->law, s->striker->eta);
    x->force = hz_law_damped(&s->law, spring, s->striker->v);
    x->power = hz_method_loss(&s->law, spring, s->striker->v, 1);
    if (x->method == HZ_AM1) /* which loses by its modes' mean velocity, not at the ends */
        return;
    begin_body(&s->striker->body, &x->striker, -x->force, &x->power);
    begin_body(&s->object, &x->object, x->force, &x->power);
}

void hz_one_step_energy(const hz_bank *m, const hz_textbook_body *s, hz_energy *add)
{
    double kinetic = 0, potential = 0;
    for (int i = 0; i < m->n; i++) {
        kinetic += 0.5 * s->mass[i] * m->v[i] * m->v[i];
        potential += s->mass[i] * (0.5 * s->spring[i] * m->q[i] * m->q[i] - s->load[i] * (m->q[i] + m->origin));
    }
    add->kinetic += kinetic;
    add->potential += potential;
}

/* ---- am1 ---- */

/* am1:mode  looks where the trapezoidal rule leads under this sum of the forces at both ends; or goes there. */
static hz_reach trapezoid(hz_bank *m, const hz_textbook_body *s, double h, double forces, double *lost)
{
    hz_reach r = { .g = s->g, .g_v = s->g_v };
    double loss = 0;
    for (int i = 0; i < m->n; i++) {
        double push = h * (s->load[i] - s->spring[i] * m->q[i]) + 0.5 * h * s->drive[i] * forces;
        double both = (2 * m->v[i] + push) * s->gain[i], way = 0.5 * h * both; /* both: velocities of both ends */
        r.du += m->weight[i] * way;
        r.v += m->weight[i] * (both - m->v[i]);
        if (lost) {
            loss += 0.25 * h * s->mass[i] * s->loss[i] * both * both;
            m->v[i] = both - m->v[i];
            m->q[i] += way;
        }
    }
    if (lost)
        *lost += loss;
    return r;
}

hz_done hz_one_step_am1(hz_textbook *x, hz_contact_system *s)
{
    /* am1:step  P 20 by the K-method: the two sums over modes that do not know the new force, then Newton */
    double h = s->h, slid = s->slide * h, old = x->force, lost = 0;
    hz_reach a = trapezoid(&s->striker->body, &x->striker, h, 2 * s->outer.striker - old, NULL);
    hz_reach b = trapezoid(&s->object, &x->object, h, 2 * s->outer.object + old, NULL);
    hz_force_equation step = {
        .law = &s->law,
        .eta = s->striker->eta,
        .v = s->striker->v,
        .length = h,
        .r = { .du = a.du - b.du - slid, .v = a.v - b.v - s->slide, .g = a.g + b.g, .g_v = a.g_v + b.g_v }
    };
    hz_push p = hz_force_end(&step, old);
    x->iterations = p.iterations;
    x->force = p.force;
    a = trapezoid(&s->striker->body, &x->striker, h, 2 * s->outer.striker - (old + p.force), &lost);
    b = trapezoid(&s->object, &x->object, h, 2 * s->outer.object + (old + p.force), &lost);
    hz_contact_system_advance(s, a.du, b.du, slid, a.v - b.v - s->slide);
    double power = hz_method_loss(&s->law, hz_law_spring(&s->law, s->striker->eta), s->striker->v, 1);
    lost += 0.5 * h * (x->power + power);
    x->power = power;
    return (hz_done){ .force = 0.5 * (old + p.force), .lost = lost, .way_a = a.du, .way_b = b.du, .slid = slid };
}

/* ---- verlet and heun ---- */

/* predict:step  places of the next sample, and velocities as they are predicted at `part` of the step. Leaves the
 * velocities of half a step in the body, which the corrector goes on from. */
static hz_reach predict(hz_bank *m, hz_textbook_body *s, double h, double part, double outer)
{
    hz_reach r = { 0 };
    for (int i = 0; i < m->n; i++) {
        double pull = s->pull[i] += s->drive[i] * outer, half = m->v[i] + 0.5 * h * pull, way = h * half;
        m->q[i] += way;
        r.du += m->weight[i] * way;
        r.v += m->weight[i] * (m->v[i] + part * h * pull);
        m->v[i] = half;
    }
    return r;
}

/* Corrects the velocities by the forces at the end. Returns the power that the modes lose there. */
static double correct(hz_bank *m, hz_textbook_body *s, double h, double part, double force, double outer, double *v_end)
{
    double power = 0, v_port = 0;
    for (int i = 0; i < m->n; i++) {
        double predicted = m->v[i] + (part - 0.5) * h * s->pull[i];
        double pull = pull_of(s, i, force, m->q[i], predicted);
        power += s->mass[i] * s->loss[i] * predicted * predicted;
        m->v[i] += 0.5 * h * (pull + s->drive[i] * outer);
        s->pull[i] =
            pull; /* Heun of P's Table 1 takes this one, not one at the corrected velocity, into the next step */
        v_port += m->weight[i] * m->v[i];
    }
    *v_end = v_port;
    return power;
}

static hz_done predict_and_correct(hz_textbook *x, hz_contact_system *s, double part)
{
    double h = s->h, slid = s->slide * h, old = x->force, v_a, v_b;
    hz_reach a = predict(&s->striker->body, &x->striker, h, part, s->outer.striker),
             b = predict(&s->object, &x->object, h, part, s->outer.object);
    double v = a.v - b.v - s->slide;
    hz_contact_system_advance(s, a.du, b.du, slid, v);
    double spring = hz_law_spring(&s->law, s->striker->eta);
    x->force = hz_law_damped(&s->law, spring, v);
    double power = correct(&s->striker->body, &x->striker, h, part, -x->force, s->outer.striker, &v_a) +
                   correct(&s->object, &x->object, h, part, x->force, s->outer.object, &v_b) +
                   hz_method_loss(&s->law, spring, v, 1);
    double lost = 0.5 * h * (x->power + power);
    hz_contact_system_refine(s, s->striker->eta, v_a - v_b - s->slide);
    x->power = power;
    return (hz_done){ .force = 0.5 * (old + x->force), .lost = lost, .way_a = a.du, .way_b = b.du, .slid = slid };
}

hz_done hz_one_step_verlet(hz_textbook *x, hz_contact_system *s)
{
    return predict_and_correct(x, s, 0.5); /* P 21 */
}

hz_done hz_one_step_heun(hz_textbook *x, hz_contact_system *s)
{
    return predict_and_correct(x, s, 1); /* P 22 */
}

/* ---- rk4 ---- */

enum { STAGES = 4 };

/* How much each stage counts, and how far from the start of the step the next one is; behind the last one, the end. */
static const double share[STAGES] = { 1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6 }, reach[STAGES] = { 0.5, 0.5, 1, 1 };

/* Gathers a stage's rates and moves on to where the next is evaluated; after the last, to the end of the step. The body
 * begins the step at s->q, s->v. Returns the power the modes lose at this stage; the port's way and velocity at the
 * next. */
static double stage(hz_bank *m, hz_textbook_body *s, double h, int k, double force, hz_reach *next)
{
    double power = 0, du = 0, v = 0;
    for (int i = 0; i < m->n; i++) {
        double rate = m->v[i], pull = pull_of(s, i, force, m->q[i], rate), to_q, to_v;
        power += s->mass[i] * s->loss[i] * rate * rate;
        s->dq[i] = (k > 0 ? s->dq[i] : 0) + share[k] * rate;
        s->dv[i] = (k > 0 ? s->dv[i] : 0) + share[k] * pull;
        to_q = h * (k < STAGES - 1 ? reach[k] * rate : s->dq[i]);
        to_v = h * (k < STAGES - 1 ? reach[k] * pull : s->dv[i]);
        m->q[i] = s->q[i] + to_q;
        m->v[i] = s->v[i] + to_v;
        du += m->weight[i] * to_q;
        v += m->weight[i] * m->v[i];
    }
    next->du = du;
    next->v = v;
    return power;
}

hz_done hz_one_step_rk4(hz_textbook *x, hz_contact_system *s)
{
    /* P 23; the books' rates are further unknowns of the same rule: schemes:flows */
    double h = s->h, eta = s->striker->eta, v = s->striker->v;
    hz_done done = { .slid = s->slide * h };
    hz_reach a, b;
    for (int k = 0; k < STAGES; k++) {
        double spring = hz_law_spring(&s->law, eta), force = hz_law_damped(&s->law, spring, v);
        double power = hz_method_loss(&s->law, spring, v, 1);
        power += stage(&s->striker->body, &x->striker, h, k, s->outer.striker - force, &a);
        power += stage(&s->object, &x->object, h, k, s->outer.object + force, &b);
        done.lost += h * share[k] * power;
        done.force += share[k] * force;
        eta = s->striker->eta + (a.du - b.du - reach[k] * done.slid);
        v = a.v - b.v - s->slide;
    }
    done.way_a = a.du;
    done.way_b = b.du;
    hz_contact_system_refine(s, eta, v);
    x->force = hz_law_force(&s->law, eta, v);
    return done;
}
