/* linear_contact: two modal bodies that are one linear system while they touch and two while they do not. */
#include "linear_contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact_loss.h"
#include "phase_switching.h"

/* ---- life ---- */

static double *carve(double **memory, int n)
{
    double *row = *memory;
    *memory += n;
    return row;
}

static int body_init(hz_linear_contact_body *b, int room, int pickups, double **memory)
{
    b->room = room;
    b->pickups = pickups;
    b->scale = carve(memory, room);
    b->weight = carve(memory, room);
    b->pull = carve(memory, room);
    b->keep_q = carve(memory, room);
    b->keep_v = carve(memory, room);
    b->keep_omega = carve(memory, room);
    b->heard = calloc((size_t)pickups + 1, sizeof *b->heard);
    for (int k = 0; b->heard && k < pickups; k++)
        b->heard[k] = carve(memory, room);
    return b->heard && hz_pole_pairs_init(&b->bank, room, pickups) && hz_coupled_damping_init(&b->coupling);
}

int hz_linear_contact_init(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b)
{
    int all = room_a + room_b, booked = all < HZ_LINEAR_CONTACT_MOST_BOOKED ? all : HZ_LINEAR_CONTACT_MOST_BOOKED;
    size_t numbers = (size_t)room_a * (size_t)(6 + pickups_a) + (size_t)room_b * (size_t)(6 + pickups_b) +
                     19 * (size_t)all + 2 * (size_t)(pickups_a + pickups_b) + 4 * (size_t)booked * (size_t)booked;
    *x = (hz_linear_contact){ 0 };
    x->memory = calloc(numbers + 1, sizeof *x->memory);
    double *at = x->memory;
    if (!at || !body_init(&x->a, room_a, pickups_a, &at) || !body_init(&x->b, room_b, pickups_b, &at) ||
        !hz_pole_pairs_init(&x->joined, all, pickups_a + pickups_b) || !hz_contact_poles_init(&x->poles[0], all) ||
        !hz_contact_poles_init(&x->poles[1], all) || !hz_loss_form_init(&x->form, booked)) {
        hz_linear_contact_free(x);
        return 0;
    }
    double **rows[] = { &x->q,         &x->p,           &x->rq,         &x->rp,      &x->sigma,
                        &x->x,         &x->delta,       &x->port,       &x->shown_q, &x->shown_p,
                        &x->column_q,  &x->column_p,    &x->pair_sigma, &x->pair_x,  &x->pair_delta,
                        &x->pair_port, &x->pair_port_p, &x->drive_q,    &x->drive_p };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = carve(&at, all);
    for (int d = 0; d < 2; d++)
        x->offset[d] = carve(&at, pickups_a + pickups_b);
    x->unit = at;
    x->h = 1;
    x->reach = NAN;
    return 1;
}

void hz_linear_contact_free(hz_linear_contact *x)
{
    free(x->memory);
    free(x->a.heard);
    free(x->b.heard);
    hz_linear_contact_body *bodies[] = { &x->a, &x->b };
    for (int k = 0; k < 2; k++) {
        hz_pole_pairs_free(&bodies[k]->bank);
        hz_coupled_damping_free(&bodies[k]->coupling);
    }
    hz_pole_pairs_free(&x->joined);
    hz_contact_poles_free(&x->poles[0]);
    hz_contact_poles_free(&x->poles[1]);
    hz_loss_form_free(&x->form);
    *x = (hz_linear_contact){ 0 };
}

/* ---- state ---- */

/* All modes' q and p as they are, those of a first. */
static void gather(const hz_linear_contact *x, double *q, double *p)
{
    if (x->touching) {
        hz_phase_switching_modes(x, q, p);
        return;
    }
    hz_phase_switching_read(x, q, p);
}

/* Sets the state of the present phase, eta being what it is. */
static void spread(hz_linear_contact *x, const double *q, const double *p)
{
    if (x->touching) {
        hz_phase_switching_enter(x, q, p);
        return;
    }
    hz_phase_switching_write(x, q, p);
    x->reach = NAN;
}

void hz_linear_contact_energy(const hz_linear_contact *x, hz_energy *out)
{
    double *q = x->shown_q, *p = x->shown_p, twice_kinetic = 0, twice_potential = 0;
    gather(x, q, p);
    for (int i = 0; i < x->a.n + x->b.n; i++) {
        double pull = i < x->a.n ? x->a.pull[i] : x->b.pull[i - x->a.n];
        twice_kinetic += p[i] * p[i];
        twice_potential += x->x[i] * q[i] * q[i] - 2 * x->params.gravity * pull * q[i];
    }
    double eta = x->touching ? x->eta : 0;
    *out = (hz_energy){ 0.5 * twice_kinetic, 0.5 * twice_potential, 0.5 * x->params.stiffness * eta * eta };
}

static double stored(const hz_linear_contact *x)
{
    hz_energy now;
    hz_linear_contact_energy(x, &now);
    return hz_energy_total(&now);
}

void hz_linear_contact_accounts(const hz_linear_contact *x, hz_accounts *out)
{
    hz_energy now;
    hz_linear_contact_energy(x, &now);
    hz_ledger_read(&x->ledger, &now, out);
}

int hz_linear_contact_finite(const hz_linear_contact *x)
{
    double sum = x->eta + x->rate;
    const hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank, &x->joined };
    for (int k = x->touching ? 2 : 0; k < (x->touching ? 3 : 2); k++)
        for (int i = 0; i < banks[k]->n; i++)
            sum += banks[k]->q[i] + banks[k]->p[i];
    return isfinite(sum);
}

static void adjust(hz_linear_contact *x, const hz_energy *before)
{
    hz_energy after;
    hz_linear_contact_energy(x, &after);
    hz_ledger_adjust(&x->ledger, before, &after);
}

/* Reads the compression from where the bodies are. */
static void measure(hz_linear_contact *x)
{
    x->bias = 0;
    hz_phase_switching_measure(x);
}

/* ---- what the bodies are ---- */

/* A body's modes as the poles want them, at their place in the rows over all modes; sign: what the contact's force does
 * to them. */
static void describe(hz_linear_contact *x, const hz_modes *m, int at, double sign)
{
    for (int i = 0; i < m->n; i++) {
        double omega = m->omega[i], sigma = omega > 0 ? m->sigma[i] : 0; /* what has no frequency is free */
        x->sigma[at + i] = sigma;
        x->x[at + i] = omega * omega;
        x->delta[at + i] = (omega - sigma) * (omega + sigma);
        x->port[at + i] = sign * m->weight[i] / sqrt(m->mass[i]);
    }
    size_t bytes = sizeof(double) * (size_t)m->n;
    memcpy(x->pair_sigma + at, x->sigma + at, bytes);
    memcpy(x->pair_x + at, x->x + at, bytes);
    memcpy(x->pair_delta + at, x->delta + at, bytes);
    memcpy(x->pair_port + at, x->port + at, bytes);
    memset(x->pair_port_p + at, 0, bytes);
    memset(x->drive_q + at, 0, bytes);
    memcpy(x->drive_p + at, x->port + at, bytes);
    const hz_coupled_damping *c = m->coupled;
    if (!c || c->n == 0)
        return;
    bytes = sizeof(double) * (size_t)c->n; /* coupling:pairs */
    memset(x->sigma + at, 0, bytes);       /* the loss of these is the coupling's */
    memcpy(x->pair_sigma + at, c->sigma, bytes);
    memcpy(x->pair_x + at, c->x, bytes);
    memcpy(x->pair_delta + at, c->delta, bytes);
    hz_coupled_damping_row(c, x->port + at, 0, x->pair_port + at, x->pair_port_p + at);
    hz_coupled_damping_pairs(c, x->drive_q + at, x->drive_p + at);
}

/* What is kept over a change is each mode's displacement and velocity, as modal:retune and phases:heavier have it. */
static void keep_motion(hz_linear_contact_body *b, const double *square, const double *q, const double *p)
{
    for (int i = 0; i < b->n; i++) {
        b->keep_q[i] = q[i] / b->scale[i];
        b->keep_v[i] = p[i] / b->scale[i];
        b->keep_omega[i] = sqrt(square[i]);
    }
}

static void take_over(hz_linear_contact *x, hz_linear_contact_body *b, const hz_modes *m, int at)
{
    hz_pole_pairs *bank = &b->bank;
    double sign = b == &x->a ? 1 : -1;
    int n = m->n;
    hz_coupled_damping *c = &b->coupling;
    hz_coupled_damping_copy(c, m->coupled);
    hz_pole_pairs_resize(bank, n);
    for (int i = 0; i < n; i++) {
        int from = m->from ? m->from[i] : i;
        int stays = from >= 0 && from < b->n;
        double q = stays ? b->keep_q[from] : 0, v = stays ? b->keep_v[from] : 0;
        if (stays) {
            double less = fmin(1, b->scale[from] / sqrt(m->mass[i])); /* phases:heavier */
            hz_modes_retune(m, i, b->keep_omega[from], &q, &v);
            v *= less;
            q *= m->omega[i] > 0 ? less : 1;
        }
        x->q[at + i] = q;
        x->p[at + i] = v;
    }
    for (int i = 0; i < n; i++) {
        b->scale[i] = sqrt(m->mass[i]);
        b->weight[i] = m->weight[i];
        x->q[at + i] *= b->scale[i];
        x->p[at + i] *= b->scale[i];
        bank->sigma[i] = x->pair_sigma[at + i];
        bank->x[i] = x->pair_x[at + i];
        bank->delta[i] = x->pair_delta[at + i];
        bank->eta.q[i] = x->pair_port[at + i];
        bank->eta.p[i] = x->pair_port_p[at + i];
        bank->rate.q[i] = 0;
        bank->rate.p[i] = x->port[at + i];
        bank->port.q[i] = sign * bank->eta.q[i];
        bank->port.p[i] = sign * bank->eta.p[i];
        /* Gravity moves what can move freely: such a mode is a body's translation, seen alike from everywhere. */
        b->pull[i] = x->x[at + i] == 0 && m->weight[i] != 0 ? b->scale[i] / m->weight[i] : 0;
        bank->load_p[HZ_GRAVITY][i] = b->pull[i]; /* which is none on what is coupled */
        bank->load_q[sign > 0 ? HZ_FORCE_A : HZ_FORCE_B][i] = sign * x->drive_q[at + i];
        bank->load_p[sign > 0 ? HZ_FORCE_A : HZ_FORCE_B][i] = sign * x->drive_p[at + i];
        for (int k = 0; k < b->pickups; k++) {
            double heard = k < m->pickups ? m->heard[k][i] / b->scale[i] : 0;
            bank->place[k].q[i] = bank->speed[k].p[i] = heard;
            bank->place[k].p[i] = bank->speed[k].q[i] = 0;
        }
    }
    if (c->n > 0)
        hz_coupled_damping_row(c, x->port + at, 1, bank->rate.q, bank->rate.p);
    for (int k = 0; k < b->pickups && c->n > 0; k++) {
        hz_coupled_damping_row(c, bank->speed[k].p, 1, bank->speed[k].q, bank->speed[k].p);
        hz_coupled_damping_row(c, bank->place[k].q, 0, bank->place[k].q, bank->place[k].p);
    }
    bank->mixed = c->n > 0;
    b->n = n;
}

static int parts_of(const hz_pole_pairs *b, double h)
{
    enum { MOST_PARTS = 16 };
    double parts = ceil(b->fastest * h / 0.8);
    return parts > MOST_PARTS ? MOST_PARTS : parts > 1 ? (int)parts : 1;
}

static void bank_prepare(hz_pole_pairs *b, double h)
{
    hz_pole_pairs_prepare(b, h, 1, 1);
    b->parts = parts_of(b, h);
    hz_pole_pairs_length(b, HZ_STEP_PART, h / b->parts);
}

/* What a unit of rod adds to a row over the modes, in contact: the modes that drift are that much farther on in the
 * columns. */
static double rod_in(const hz_linear_contact *x, const double *row, int at, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (x->x[at + i] == 0 && x->drift > 0)
            sum -= row[i] * x->port[at + i] / x->drift;
    return sum;
}

/* Puts a row over a body's pairs among those over all. */
static void lay(hz_linear_contact *x, const hz_pole_pair_row *row, int at, int n)
{
    memcpy(x->rq + at, row->q, sizeof(double) * (size_t)n);
    memcpy(x->rp + at, row->p, sizeof(double) * (size_t)n);
}

/* The columns of the present poles as a bank, with all that is read from them. */
static void join(hz_linear_contact *x)
{
    hz_contact_poles *poles = &x->poles[x->pole];
    hz_pole_pairs *j = &x->joined;
    int n = x->a.n + x->b.n, na = x->a.n;
    size_t bytes = sizeof(double) * (size_t)n;
    hz_pole_pairs_resize(j, n);
    memcpy(j->sigma, poles->sigma, bytes);
    memcpy(j->x, poles->x, bytes);
    memcpy(j->delta, poles->delta, bytes);
    memcpy(j->split, poles->split, sizeof(int) * (size_t)n);
    memcpy(j->eta.q, poles->eta_q, bytes);
    memcpy(j->eta.p, poles->eta_p, bytes);
    memcpy(j->rate.q, poles->rate_q, bytes);
    memcpy(j->rate.p, poles->rate_p, bytes);
    x->drift = 0;
    for (int i = 0; i < n; i++)
        x->drift += x->x[i] == 0 ? x->port[i] * x->port[i] : 0;
    j->eta.rod = x->drift > 0 ? 0 : 1;
    for (int body = 0; body < 2; body++) {
        hz_linear_contact_body *b = body ? &x->b : &x->a;
        int at = body ? na : 0, first = body ? x->a.pickups : 0;
        memset(x->rq, 0, bytes);
        memset(x->rp, 0, bytes);
        if (!body) {
            lay(x, &b->bank.port, at, b->n);
            hz_contact_poles_row(poles, x->rq, x->rp, j->port.q, j->port.p);
            j->port.rod = rod_in(x, b->bank.port.q, 0, b->n);
        }
        for (int k = 0; k < b->pickups; k++) {
            lay(x, &b->bank.place[k], at, b->n);
            hz_contact_poles_row(poles, x->rq, x->rp, j->place[first + k].q, j->place[first + k].p);
            j->place[first + k].rod = rod_in(x, b->bank.place[k].q, at, b->n);
            lay(x, &b->bank.speed[k], at, b->n);
            hz_contact_poles_row(poles, x->rq, x->rp, j->speed[first + k].q, j->speed[first + k].p);
        }
    }
    for (int k = 0; k < HZ_LOADS; k++) {
        lay(x, &(hz_pole_pair_row){ .q = x->a.bank.load_q[k], .p = x->a.bank.load_p[k] }, 0, na);
        lay(x, &(hz_pole_pair_row){ .q = x->b.bank.load_q[k], .p = x->b.bank.load_p[k] }, na, x->b.n);
        for (int i = 0; i < n && k == HZ_ROD; i++) {
            x->rq[i] = x->drift > 0 ? 0 : -x->params.stiffness * x->drive_q[i];
            x->rp[i] = x->drift > 0 ? 0 : -x->params.stiffness * x->drive_p[i];
        }
        hz_contact_poles_enter(poles, x->rq, x->rp, 0, j->load_q[k], j->load_p[k]);
    }
    j->slow = 0.01 / x->h;
    bank_prepare(j, x->h);
    x->loss = HZ_LOSS_UNKNOWN;
}

/* phases:yield  Moves the bodies' contact points apart by so much: what drifts goes, or both are bent as a force would
 * bend them. */
static void move_apart(hz_linear_contact *x, double way, double give)
{
    for (int i = 0; i < x->a.n + x->b.n; i++) {
        if (x->drift > 0)
            x->q[i] -= x->x[i] == 0 ? way * x->port[i] / x->drift : 0;
        else if (give > 0 && x->x[i] > 0)
            x->q[i] -= way * x->port[i] / x->x[i] / give;
    }
}

/* phases:yield  The motion in q is of bodies that were changed, eta what they would be compressed by: they give way
 * until contact and bodies together hold no more than they did, and lie still if they did. */
static void yield(hz_linear_contact *x, double eta, double old_eta, double old_stiffness)
{
    double give = 0, k = x->params.stiffness, stays = fmin(k, old_stiffness), to = fmin(eta, 0);
    for (int i = 0; i < x->a.n + x->b.n; i++)
        give += x->x[i] > 0 ? x->port[i] * x->port[i] / x->x[i] : 0;
    if (x->touching)
        to = x->drift > 0 ? stays / k * old_eta : (eta + stays * give * old_eta) / (1 + k * give);
    if (to != eta)
        move_apart(x, eta - to, give);
    x->eta = to;
}

/* Adds the motion at every pickup to what fades, before a change, or takes it from there, after it. */
static void hear(hz_linear_contact *x, double sign)
{
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < x->a.pickups + x->b.pickups; k++)
            x->offset[d][k] += sign * hz_linear_contact_motion(x, k, d);
}

static int is_coupled(const hz_modes *m)
{
    return m->coupled && m->coupled->n > 0;
}

int hz_linear_contact_prepare(hz_linear_contact *x, const hz_linear_contact_params *p, const hz_modes *a,
                              const hz_modes *b, double h)
{
    double eta = x->touching ? x->eta - x->rod : 0, old_eta = x->eta, old_stiffness = x->params.stiffness;
    hz_energy before = { 0 };
    if (x->ready) {
        hz_linear_contact_energy(x, &before);
        gather(x, x->q, x->p);
        for (int i = 0; i < x->a.n + x->b.n && x->touching; i++)
            eta -= x->port[i] * x->q[i];
        keep_motion(&x->a, x->x, x->q, x->p);
        keep_motion(&x->b, x->x + x->a.n, x->q + x->a.n, x->p + x->a.n);
    }
    double *were[] = { x->sigma, x->x, x->delta, x->port }, *now[] = { x->rq, x->rp, x->q, x->p };
    size_t bytes = sizeof(double) * (size_t)(x->a.room + x->b.room);
    for (int i = 0; i < 4; i++)
        memcpy(now[i], were[i], bytes);
    describe(x, a, 0, 1);
    describe(x, b, a->n, -1);
    hz_contact_poles_modes modes = { .n = a->n + b->n,
                                     .plain = !is_coupled(a) && !is_coupled(b),
                                     .sigma = x->pair_sigma,
                                     .x = x->pair_x,
                                     .delta = x->pair_delta,
                                     .port = x->pair_port,
                                     .port_p = x->pair_port_p,
                                     .drive_q = x->drive_q,
                                     .drive_p = x->drive_p,
                                     .stiffness = p->stiffness,
                                     .damping = p->damping };
    x->failed = !hz_contact_poles_prepare(&x->poles[!x->pole], &modes);
    if (x->failed && x->ready) { /* the old poles are of the old bodies, so those stay too */
        for (int i = 0; i < 4; i++)
            memcpy(were[i], now[i], bytes);
        return 0;
    }
    hz_modes lossless[2] = { *a, *b };
    if (x->failed) { /* there is nothing to keep: without losses there always are poles */
        lossless[0].coupled = lossless[1].coupled = NULL;
        a = &lossless[0];
        b = &lossless[1];
        describe(x, a, 0, 1);
        describe(x, b, a->n, -1);
        for (int i = 0; i < modes.n; i++) {
            x->sigma[i] = x->pair_sigma[i] = 0;
            x->delta[i] = x->pair_delta[i] = x->x[i];
        }
        modes.damping = 0;
        modes.plain = 1;
        hz_contact_poles_prepare(&x->poles[!x->pole], &modes);
    }
    if (x->ready)
        hear(x, 1);
    x->pole = !x->pole;
    x->params = *p;
    x->params.damping = modes.damping;
    x->h = h;
    x->rod = 0; /* phases:yield */
    take_over(x, &x->a, a, 0);
    take_over(x, &x->b, b, a->n);
    bank_prepare(&x->a.bank, h);
    bank_prepare(&x->b.bank, h);
    x->a.bank.parts = x->b.bank.parts = x->a.bank.parts > x->b.bank.parts ? x->a.bank.parts : x->b.bank.parts;
    hz_pole_pairs_length(&x->a.bank, HZ_STEP_PART, h / x->a.bank.parts);
    hz_pole_pairs_length(&x->b.bank, HZ_STEP_PART, h / x->b.bank.parts);
    for (int i = 0; i < a->n + b->n; i++)
        eta += x->port[i] * x->q[i];
    join(x);
    yield(x, eta, old_eta, old_stiffness);
    int touched = x->touching, meets = x->eta == 0;
    spread(x, x->q, x->p);
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    if (!touched)
        measure(x);
    if (!touched && meets) { /* by definition */
        x->bias = -x->eta;
        x->eta = 0;
    }
    hz_phase_switching_settle(x);
    if (x->ready) {
        adjust(x, &before);
        hear(x, -1);
    } else {
        hz_linear_contact_reset(x);
    }
    x->ready = 1;
    return !x->failed;
}

/* ---- excitation ---- */

/* Everything at rest, as at creation. */
static void still(hz_linear_contact *x)
{
    int n = x->a.n + x->b.n;
    memset(x->q, 0, sizeof(double) * (size_t)n);
    memset(x->p, 0, sizeof(double) * (size_t)n);
    x->touching = 0;
    x->force[0] = x->force[1] = x->longest = 0;
    hz_phase_switching_load(x, 0, 0);
    spread(x, x->q, x->p);
    measure(x);
    hz_phase_switching_rest(x);
    memset(x->offset[0], 0, sizeof(double) * 2 * (size_t)(x->a.pickups + x->b.pickups)); /* and [1], which follows */
}

void hz_linear_contact_reset(hz_linear_contact *x)
{
    still(x);
    hz_ledger_open(&x->ledger, stored(x));
}

void hz_linear_contact_calm(hz_linear_contact *x)
{
    hz_energy before;
    hz_linear_contact_energy(x, &before);
    still(x);
    adjust(x, &before);
}

/* Puts the contact point of a so far above the surface: what drifts is moved; what cannot is bent as a force there
 * would bend it. */
static void place(hz_linear_contact *x, double height, double v)
{
    double free_answer = 0, give = 0, answer = 0, eta = 0;
    double *q = x->q, *p = x->p;
    gather(x, q, p);
    x->touching = 0;
    x->rod = 0;
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    for (int i = 0; i < x->a.n; i++) {
        double w2 = x->port[i] * x->port[i];
        answer += w2;
        if (x->x[i] == 0)
            free_answer += w2;
        else
            give += w2 / x->x[i];
    }
    for (int i = 0; i < x->a.n; i++)
        if (x->x[i] > 0 || free_answer > 0)
            q[i] = p[i] = 0;
    for (int i = x->a.n; i < x->a.n + x->b.n; i++)
        eta += x->port[i] * q[i];
    double way = -height - (free_answer > 0 ? eta : 0); /* of a's port, from where its modes are at rest */
    for (int i = 0; i < x->a.n; i++) {
        if (free_answer > 0 && x->x[i] == 0) {
            q[i] = x->port[i] * way / free_answer;
            p[i] = x->port[i] * v / free_answer;
        } else if (free_answer == 0) {
            q[i] = height != 0 && give > 0 ? x->port[i] / x->x[i] * way / give : q[i];
            p[i] += answer > 0 ? x->port[i] * v / answer : 0;
        }
    }
    spread(x, q, p);
    measure(x);
    if (free_answer > 0) { /* it is there by definition */
        x->bias += -height - x->eta;
        x->eta = -height;
    }
    hz_phase_switching_settle(x);
}

void hz_linear_contact_strike(hz_linear_contact *x, double v)
{
    hz_energy before;
    hz_linear_contact_energy(x, &before);
    place(x, 0, v);
    adjust(x, &before);
}

void hz_linear_contact_drop(hz_linear_contact *x, double height)
{
    hz_energy before;
    hz_linear_contact_energy(x, &before);
    place(x, height, 0);
    adjust(x, &before);
}

/* ---- reading ---- */

double hz_linear_contact_motion(const hz_linear_contact *x, int pickup, int displacement)
{
    const hz_pole_pairs *bank = x->touching ? &x->joined : pickup < x->a.pickups ? &x->a.bank : &x->b.bank;
    int k = x->touching || pickup < x->a.pickups ? pickup : pickup - x->a.pickups;
    return hz_pole_pairs_row(bank, displacement ? &bank->place[k] : &bank->speed[k]);
}

double hz_linear_contact_heard(const hz_linear_contact *x, int pickup, int displacement)
{
    return hz_linear_contact_motion(x, pickup, displacement) + x->offset[displacement != 0][pickup];
}

void hz_linear_contact_modes(const hz_linear_contact *x, int body, double *q)
{
    const hz_linear_contact_body *b = body ? &x->b : &x->a;
    gather(x, x->shown_q, x->shown_p);
    for (int i = 0; i < b->n; i++)
        q[i] = x->shown_q[(body ? x->a.n : 0) + i] / b->scale[i];
}
