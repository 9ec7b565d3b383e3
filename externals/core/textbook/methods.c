/* methods: the textbook methods, one step a sample: what they have in common. */
#include "methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "core/events/contact_phase.h"

typedef struct method {
    void (*prepare)(hz_bank *m, hz_textbook_body *s, double h);
    void (*begin)(hz_collide *c, int anew); /* derives its memory; anew: nothing of the old one is left */
    hz_done (*step)(hz_collide *c, const hz_outer *o);
    int centred; /* it steps from the places of two samples */
    int may_run; /* its energy may run away */
} method;

static const method methods[HZ_METHODS] = {
    [HZ_AM1] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_am1, 0, 1 },
    [HZ_VERLET] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_verlet, 0, 1 },
    [HZ_HEUN] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_heun, 0, 1 },
    [HZ_RK4] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_rk4, 0, 1 },
    [HZ_TWOPOINT] = { hz_one_step_prepare, hz_one_step_begin, hz_two_point_step, 0, 0 },
    [HZ_THREEPOINT] = { hz_centred_prepare, hz_centred_begin, hz_centred_threepoint, 1, 0 },
    [HZ_QUADRATISED] = { hz_centred_prepare, hz_centred_begin, hz_centred_quadratised, 1, 0 },
};

/* What is said where a method cannot do what it is asked to. */
static const char *const slowed = "method: some frequencies are too high for its step to be stable, they are lowered",
                         *const ran_away = "method: its energy runs away in so hard a contact, twopoint steps in",
                         *const needs_wall = "correct: it needs 'object wall', contacts are left as they are";

/* How much more energy than was put in a method may come to: schemes:runaway. */
static const double excess = 4;

/* ---- memory ---- */

enum { ROWS = 17 };

static int body_init(hz_textbook_body *s, int room)
{
    double **rows[ROWS] = { &s->mass, &s->spring, &s->loss, &s->load, &s->drive, &s->gain, &s->ease, &s->past, &s->s,
                            &s->c,    &s->b,      &s->way,  &s->pull, &s->q,     &s->v,    &s->dq,   &s->dv };
    size_t n = room > 0 ? (size_t)room : 1;
    *s = (hz_textbook_body){ .memory = calloc(ROWS * n, sizeof(double)) };
    for (size_t k = 0; s->memory && k < ROWS; k++)
        *rows[k] = s->memory + k * n;
    return s->memory != NULL;
}

int hz_textbook_init(hz_textbook *s, int room_b)
{
    *s = (hz_textbook){ 0 };
    return body_init(&s->a, 1) && body_init(&s->b, room_b);
}

void hz_textbook_free(hz_textbook *s)
{
    free(s->a.memory);
    free(s->b.memory);
    *s = (hz_textbook){ 0 };
}

void hz_textbook_copy(hz_textbook *to, const hz_textbook *from, int modes)
{
    hz_textbook_body a = to->a, b = to->b;
    size_t bytes = sizeof(double) * (size_t)modes;
    *to = *from;
    to->a = a;
    to->b = b;
    a.way[0] = from->a.way[0];
    a.pull[0] = from->a.pull[0];
    memcpy(b.way, from->b.way, bytes);
    memcpy(b.pull, from->b.pull, bytes);
}

/* ---- energy ---- */

void hz_textbook_energy(const hz_collide *c, hz_energy *out)
{
    const hz_textbook *s = &c->schemes;
    *out = (hz_energy){ .contact = hz_law_potential(&c->law, c->eta) };
    if (s->method == HZ_TWOPOINT) { /* its steps are the bodies' own */
        hz_bank_energy(&c->a, out);
        hz_bank_energy(&c->b, out);
    } else if (methods[s->method].centred) {
        hz_centred_energy(&c->a, &s->a, c->h, out);
        hz_centred_energy(&c->b, &s->b, c->h, out);
        out->contact = s->method == HZ_QUADRATISED ? 0.5 * s->psi * s->psi
                                                   : 0.5 * (out->contact + hz_law_potential(&c->law, s->before));
    } else {
        hz_one_step_energy(&c->a, &s->a, out);
        hz_one_step_energy(&c->b, &s->b, out);
    }
}

/* What a body has without the energy of its place in gravity. */
static double vigour_of(const hz_bank *m, const hz_textbook_body *s)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += s->mass[i] * (m->v[i] * m->v[i] + s->spring[i] * m->q[i] * m->q[i]);
    return 0.5 * sum;
}

static double vigour(const hz_collide *c)
{
    return vigour_of(&c->a, &c->schemes.a) + vigour_of(&c->b, &c->schemes.b) + hz_law_potential(&c->law, c->eta);
}

/* ---- a method's memory ---- */

int hz_method_is_centred(const hz_collide *c)
{
    return methods[c->schemes.method].centred;
}

void hz_method_begin(hz_collide *c)
{
    methods[c->schemes.method].begin(c, 1);
}

int hz_method_is_held(const hz_collide *c)
{
    return c->eta > 0 || (c->schemes.method == HZ_THREEPOINT && c->schemes.before > 0);
}

static void begin(hz_collide *c, int anew)
{
    hz_textbook *s = &c->schemes;
    methods[s->method].begin(c, anew);
    double now = vigour(c);
    s->budget = s->watched ? s->budget + fmax(now - s->vigour, 0) : now;
    s->vigour = now;
    s->watched = methods[s->method].may_run;
    if (hz_method_is_held(c) && !c->touching) { /* nobody saw it touch */
        c->touching = 1;
        c->touch = (hz_contact_phase){ .record.v_in = c->v, .unresolved = 1 };
        c->schemes.x_max = 0;
    } else if (!hz_method_is_held(c)) {
        c->touching = 0;
    }
}

/* ---- parameters ---- */

/* Returns whether a mode had to be slowed. */
static int body_prepare(hz_collide *c, hz_bank *m, hz_textbook_body *s)
{
    int any = 0;
    for (int i = 0; i < m->n; i++) {
        double slow = 1, x = m->sigma[i] * c->h, y = m->omega[i] * c->h;
        if (x + y > 0)
            slow = fmin(hz_method_stable(c->params.method, x, y), 1);
        any |= slow < 1;
        s->mass[i] = m->mass[i] / (slow * slow);
        s->spring[i] = slow * slow * m->omega[i] * m->omega[i];
        s->loss[i] = 2 * slow * m->sigma[i];
        s->load[i] = slow * slow * m->load[i];
        s->drive[i] = m->weight[i] / s->mass[i];
    }
    methods[c->params.method].prepare(m, s, c->h);
    return any;
}

/* What quadratised holds in psi, as the new law has it. */
static void convert_psi(hz_collide *c, const hz_law *old)
{
    double more = hz_law_potential(&c->law, c->eta) / hz_law_potential(old, c->eta);
    if (more > 0 && isfinite(more))
        c->schemes.psi *= sqrt(more);
}

void hz_textbook_prepare(hz_collide *c)
{
    hz_textbook *s = &c->schemes;
    hz_law_params law = c->params.law;
    hz_law old = s->law;
    int anew = s->method != c->params.method || s->h != c->h;
    s->method = c->params.method;
    s->h = c->h;
    if (c->params.duration)
        law.stiffness = hz_method_stiffness(c);
    if (c->params.correct && c->b.n > 0)
        hz_method_remark(c, needs_wall);
    c->law = s->law = hz_law_prepare(&law);
    if (!anew)
        convert_psi(c, &old);
    if (body_prepare(c, &c->a, &s->a) | body_prepare(c, &c->b, &s->b))
        hz_method_remark(c, slowed);
    begin(c, anew);
}

void hz_textbook_begin(hz_collide *c)
{
    begin(c, 1);
}

void hz_textbook_leave(hz_collide *c)
{
    hz_contact record = c->touch.record;
    int unresolved = c->touch.unresolved;
    c->schemes.watched = 0;
    if (c->touching && c->eta > 0) {
        hz_contact_phase_begin(c, 0);
        c->touch.record = record;
        c->touch.unresolved = unresolved;
    } else {
        c->touching = 0;
    }
}

static void settle(hz_bank *m, hz_textbook_body *s)
{
    const double none = 1e-100;
    for (int i = 0; i < m->n; i++)
        if (fabs(m->q[i]) < none && fabs(m->v[i]) < none && fabs(s->way[i]) < none)
            m->q[i] = m->v[i] = s->way[i] = s->pull[i] = 0;
}

void hz_textbook_settle(hz_collide *c)
{
    if (!c->touching)
        settle(&c->b, &c->schemes.b);
}

/* ---- runaways ---- */

static void keep(const hz_bank *m, hz_textbook_body *s)
{
    memcpy(s->q, m->q, sizeof(double) * (size_t)m->n);
    memcpy(s->v, m->v, sizeof(double) * (size_t)m->n);
}

static void give_back(hz_bank *m, const hz_textbook_body *s)
{
    memcpy(m->q, s->q, sizeof(double) * (size_t)m->n);
    memcpy(m->v, s->v, sizeof(double) * (size_t)m->n);
}

/* schemes:runaway  a step of a method that may make energy, replaced where it makes far too much. */
static hz_done guarded(hz_collide *c, const hz_outer *o)
{
    hz_textbook *s = &c->schemes;
    double eta = c->eta, v = c->v;
    keep(&c->a, &s->a);
    keep(&c->b, &s->b);
    hz_done done = methods[s->method].step(c, o);
    double weight = s->a.mass[0] * s->a.load[0], now = vigour(c), put_in = s->budget;
    put_in += fabs((o->a + weight) * done.way_a) + fabs(o->b * done.way_b) + fabs(done.force * done.slid);
    if (!(now <= excess * put_in && isfinite(put_in))) {
        give_back(&c->a, &s->a);
        give_back(&c->b, &s->b);
        c->eta = eta;
        c->v = v;
        s->force = hz_law_force(&c->law, eta, v);
        done = hz_two_point_step(c, o);
        methods[c->schemes.method].begin(c, 1);
        hz_method_remark(c, ran_away);
        s->vigour = vigour(c);
        return done;
    }
    s->budget = now < put_in ? put_in - (put_in - now) * fmin(c->h, 1) : put_in; /* in a second it is forgotten */
    s->vigour = now;
    return done;
}

/* ---- a sample ---- */

/* Reads the compression from where the bodies are: its increments are summed only as long as they touch. */
static void measure(hz_collide *c)
{
    double eta = c->eta;
    hz_collide_measure(c);
    c->schemes.before += c->eta - eta;
}

void hz_textbook_sample(hz_collide *c, const hz_outer *o)
{
    const method *m = &methods[c->schemes.method];
    double eta = c->eta, v = c->v, table = c->b.origin + c->slide * c->h;
    c->impulse = 0;
    c->substeps = 0;
    hz_done done = m->may_run ? guarded(c, o) : m->step(c, o);
    c->b.origin = table;
    c->impulse += done.force * c->h;
    c->substeps = 1;
    if (o->ledger) { /* schemes:flows */
        hz_sum_add(&c->ledger.dissipated, done.lost);
        hz_sum_add(&c->ledger.supplied, o->a * done.way_a + o->b * done.way_b);
        hz_sum_add(&c->ledger.supplied, -done.force * done.slid);
    }
    hz_method_follow(c, o, eta, v);
    if (!c->touching)
        measure(c);
}
