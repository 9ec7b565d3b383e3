/* textbook: the textbook methods as one solver: what they have in common. */
#include "textbook.h"

#include <math.h>
#include <string.h>

#include "core/pair/free_flight.h"
#include "internal.h"

typedef struct method {
    void (*prepare)(hz_bank *m, hz_textbook_body *s, double h);
    void (*begin)(hz_textbook *x, hz_contact_system *s,
                  int anew); /* derives its memory; anew: nothing of the old one is left */
    hz_done (*step)(hz_textbook *x, hz_contact_system *s);
    int centred; /* it steps from the places of two samples */
    int may_run; /* its energy may run away */
    int flies;   /* in flight its steps are the bodies' own, so that many samples may be taken at once */
} method;

static const method methods[HZ_METHODS] = {
    [HZ_AM1] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_am1, 0, 1, 0 },
    [HZ_VERLET] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_verlet, 0, 1, 0 },
    [HZ_HEUN] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_heun, 0, 1, 0 },
    [HZ_RK4] = { hz_one_step_prepare, hz_one_step_begin, hz_one_step_rk4, 0, 1, 0 },
    [HZ_TWOPOINT] = { hz_one_step_prepare, hz_one_step_begin, hz_two_point_step, 0, 0, 1 },
    [HZ_THREEPOINT] = { hz_centred_prepare, hz_centred_begin, hz_centred_threepoint, 1, 0, 0 },
    [HZ_QUADRATISED] = { hz_centred_prepare, hz_centred_begin, hz_centred_quadratised, 1, 0, 0 },
};

/* How much more energy than was put in a method may come to: schemes:runaway. */
static const double excess = 4;

/* ---- energy ---- */

void hz_method_energy(const hz_textbook *x, const hz_contact_system *s, hz_energy *out)
{
    *out = (hz_energy){ .contact = hz_law_potential(&s->law, s->striker->eta) };
    if (x->method == HZ_TWOPOINT) { /* its steps are the bodies' own */
        hz_bank_energy(&s->striker->body, out);
        hz_bank_energy(&s->object, out);
    } else if (methods[x->method].centred) {
        hz_centred_energy(&s->striker->body, &x->striker, s->h, out);
        hz_centred_energy(&s->object, &x->object, s->h, out);
        out->contact = x->method == HZ_QUADRATISED ? 0.5 * x->psi * x->psi
                                                   : 0.5 * (out->contact + hz_law_potential(&s->law, x->before));
    } else {
        hz_one_step_energy(&s->striker->body, &x->striker, out);
        hz_one_step_energy(&s->object, &x->object, out);
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

static double vigour(const hz_textbook *x, const hz_contact_system *s)
{
    return vigour_of(&s->striker->body, &x->striker) + vigour_of(&s->object, &x->object) +
           hz_law_potential(&s->law, s->striker->eta);
}

/* ---- a method's memory ---- */

int hz_method_is_centred(const hz_textbook *x)
{
    return methods[x->method].centred;
}

void hz_method_begin(hz_textbook *x, hz_contact_system *s)
{
    methods[x->method].begin(x, s, 1);
}

int hz_method_is_held(const hz_textbook *x, const hz_contact_system *s)
{
    return s->striker->eta > 0 || (x->method == HZ_THREEPOINT && x->before > 0);
}

static void begin_method(hz_textbook *x, hz_contact_system *s, int anew)
{
    methods[x->method].begin(x, s, anew);
    double now = vigour(x, s);
    x->put_in = x->watched ? x->put_in + fmax(now - x->vigour, 0) : now;
    x->vigour = now;
    x->watched = methods[x->method].may_run;
    if (hz_method_is_held(x, s) && !s->striker->touching) { /* nobody saw it touch */
        hz_contact_system_touch(s);
        s->striker->unresolved = 1;
        x->x_max = 0;
    } else if (!hz_method_is_held(x, s)) {
        hz_contact_system_forget(s);
    }
}

/* ---- parameters ---- */

/* Returns whether a mode had to be slowed. */
static int body_prepare(const hz_textbook *x, hz_bank *m, hz_textbook_body *s)
{
    int any = 0;
    for (int i = 0; i < m->n; i++) {
        double slow = 1, loss = m->sigma[i] * x->h, turn = m->omega[i] * x->h;
        if (loss + turn > 0)
            slow = fmin(hz_method_stable(x->method, loss, turn), 1);
        any |= slow < 1;
        s->mass[i] = m->mass[i] / (slow * slow);
        s->spring[i] = slow * slow * m->omega[i] * m->omega[i];
        s->loss[i] = 2 * slow * m->sigma[i];
        s->load[i] = slow * slow * m->load;
        s->drive[i] = m->weight[i] / s->mass[i];
    }
    methods[x->method].prepare(m, s, x->h);
    return any;
}

/* What quadratised holds in psi, as the new law has it. A law that is stiffer found the bodies pressed more than they
 * are now, with the same force. */
static void convert_psi(hz_textbook *x, const hz_contact_system *s, const hz_law *old)
{
    double eta = s->striker->eta, force = hz_law_spring(&s->law, eta);
    double was = force > hz_law_spring(old, eta) ? hz_law_compression(old, force) : eta;
    double more = hz_law_potential(&s->law, eta) / hz_law_potential(old, was);
    if (more > 0 && isfinite(more))
        x->psi *= sqrt(more);
}

static void prepare(void *own, hz_contact_system *s)
{
    hz_textbook *x = own;
    hz_law_params law = s->params.law;
    hz_law old = x->law;
    int anew = x->method != x->wanted || x->h != s->h;
    x->method = x->wanted;
    x->h = s->h;
    if (!x->duration)
        x->stiffer = 1;
    else
        law.stiffness = hz_method_stiffness(x, s);
    if (x->correct && s->object.n > 0)
        hz_method_remark(x, HZ_CORRECT_NEEDS_WALL);
    s->law = x->law = hz_law_prepare(&law);
    if (!anew)
        convert_psi(x, s, &old);
    if (body_prepare(x, &s->striker->body, &x->striker) | body_prepare(x, &s->object, &x->object))
        hz_method_remark(x, HZ_MODES_LOWERED);
    begin_method(x, s, anew);
}

static void begin(void *own, hz_contact_system *s)
{
    begin_method(own, s, 1);
}

static void leave(void *own)
{
    hz_textbook *x = own;
    x->method = HZ_EXACT;
    x->watched = 0;
}

static void settle_body(hz_bank *m, hz_textbook_body *s)
{
    const double none = 1e-100;
    for (int i = 0; i < m->n; i++)
        if (fabs(m->q[i]) < none && fabs(m->v[i]) < none && fabs(s->way[i]) < none)
            m->q[i] = m->v[i] = s->way[i] = s->pull[i] = 0;
}

static void settle(void *own, hz_contact_system *s)
{
    hz_textbook *x = own;
    if (methods[x->method].flies)
        hz_bank_settle(&s->object);
    else if (!s->striker->touching)
        settle_body(&s->object, &x->object);
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
static hz_done guarded(hz_textbook *x, hz_contact_system *s)
{
    double eta = s->striker->eta, v = s->striker->v;
    keep(&s->striker->body, &x->striker);
    keep(&s->object, &x->object);
    hz_done done = methods[x->method].step(x, s);
    double weight = x->striker.mass[0] * x->striker.load[0], now = vigour(x, s), put_in = x->put_in;
    put_in += fabs((s->outer.striker + weight) * done.way_a) + fabs(s->outer.object * done.way_b) +
              fabs(done.force * done.slid);
    if (!(now <= excess * put_in && isfinite(put_in))) {
        give_back(&s->striker->body, &x->striker);
        give_back(&s->object, &x->object);
        hz_contact_system_refine(s, eta, v);
        x->force = hz_law_force(&s->law, eta, v);
        done = hz_two_point_step(x, s);
        methods[x->method].begin(x, s, 1);
        hz_method_remark(x, HZ_ENERGY_RAN_AWAY);
        x->vigour = vigour(x, s);
        return done;
    }
    x->put_in = now < put_in ? put_in - (put_in - now) * fmin(s->h, 1) : put_in; /* in a second it is forgotten */
    x->vigour = now;
    return done;
}

/* ---- a sample ---- */

/* Reads the compression from where the bodies are: its increments are summed only as long as they touch. */
static void measure(hz_textbook *x, hz_contact_system *s)
{
    double eta = s->striker->eta;
    hz_contact_system_measure(s);
    x->before += s->striker->eta - eta;
}

static void sample(void *own, hz_contact_system *s)
{
    hz_textbook *x = own;
    const method *m = &methods[x->method];
    if (x->duration && !s->striker->touching)
        hz_method_time(x, s);
    double eta = s->striker->eta, v = s->striker->v, table = s->object.origin + s->slide * s->h;
    hz_done done = m->may_run ? guarded(x, s) : m->step(x, s);
    s->object.origin = table;
    hz_contact_system_push(s, done.force, s->h);
    s->substeps = 1;
    if (s->outer.ledger) { /* schemes:flows */
        hz_sum_add(&s->ledger.dissipated, done.lost);
        hz_sum_add(&s->ledger.shed, done.shed);
        hz_sum_add(&s->ledger.supplied, s->outer.striker * done.way_a + s->outer.object * done.way_b);
        hz_sum_add(&s->ledger.supplied, -done.force * done.slid);
    }
    hz_method_follow(x, s, eta, v);
    if (!s->striker->touching)
        measure(x, s);
}

static void energy(const void *own, const hz_contact_system *s, hz_energy *out)
{
    hz_method_energy(own, s, out);
}

static int skip(void *own, hz_contact_system *s, const hz_collide_io *io, int at)
{
    const hz_textbook *x = own;
    return methods[x->method].flies ? hz_free_flight(s, io, at) : 0;
}

const hz_solver hz_textbook_solver = { prepare, begin, leave, sample, skip, settle, energy };
