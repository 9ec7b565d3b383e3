/* linear_contact_prepare: what both phases of a linear contact are made of is derived from two bodies and a contact,
 * while the motion goes on. */
#include "internal.h"

#include <math.h>
#include <string.h>

/* ---- the bodies, as the poles want them ---- */

/* One body, at its place in the rows over all modes; sign: what the contact's force does to it. */
static void describe_body(hz_linear_contact *x, const hz_modes *m, int at, double sign)
{
    for (int i = 0; i < m->n; i++) {
        double omega = m->omega[i], sigma = omega > 0 ? m->sigma[i] : 0; /* what has no frequency is free */
        x->sigma[at + i] = sigma;
        x->x[at + i] = omega * omega;
        x->pair_delta[at + i] = (omega - sigma) * (omega + sigma);
        x->port[at + i] = sign * m->weight[i] / sqrt(m->mass[i]);
    }
    size_t bytes = sizeof(double) * (size_t)m->n;
    memcpy(x->pair_sigma + at, x->sigma + at, bytes);
    memcpy(x->pair_x + at, x->x + at, bytes);
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

static int is_coupled(const hz_modes *m)
{
    return m->coupled && m->coupled->n > 0;
}

static hz_contact_poles_modes describe(hz_linear_contact *x, const hz_linear_contact_params *p, const hz_modes *a,
                                       const hz_modes *b)
{
    describe_body(x, a, 0, 1);
    describe_body(x, b, a->n, -1);
    return (hz_contact_poles_modes){ .n = a->n + b->n,
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
}

/* The same without any losses, where there always are poles: for an object that has no old ones to keep. */
static hz_contact_poles_modes describe_lossless(hz_linear_contact *x)
{
    x->asked[0].modes.coupled = x->asked[1].modes.coupled = NULL;
    x->params.damping = 0;
    hz_contact_poles_modes modes = describe(x, &x->params, &x->asked[0].modes, &x->asked[1].modes);
    for (int i = 0; i < modes.n; i++) {
        x->sigma[i] = x->pair_sigma[i] = 0;
        x->pair_delta[i] = x->x[i];
    }
    return modes;
}

/* ---- the motion that goes on ---- */

/* What is kept over a change is each mode's displacement and velocity, as modal:retune and phases:heavier have it. */
static void keep_motion(hz_linear_contact_body *b, const double *square, const double *q, const double *p)
{
    for (int i = 0; i < b->n; i++) {
        b->keep_q[i] = q[i] / b->scale[i];
        b->keep_v[i] = p[i] / b->scale[i];
        b->keep_omega[i] = sqrt(square[i]);
    }
}

/* The motion of a body's modes that were kept, as the new ones have it. */
static void take_over_motion(hz_linear_contact *x, hz_linear_contact_body *b, const hz_modes *m, int at)
{
    for (int i = 0; i < m->n; i++) {
        int from = m->from ? m->from[i] : i;
        double q = 0, v = 0, scale = sqrt(m->mass[i]);
        if (from >= 0 && from < b->n) {
            double part = fmin(1, b->scale[from] / scale); /* phases:heavier */
            q = b->keep_q[from];
            v = b->keep_v[from];
            hz_modes_retune(m, i, b->keep_omega[from], &q, &v);
            v *= part;
            q *= m->omega[i] > 0 ? part : 1;
        }
        x->q[at + i] = q * scale;
        x->p[at + i] = v * scale;
    }
}

double hz_linear_contact_compliance(const hz_linear_contact *x)
{
    double compliance = 0;
    for (int i = 0; i < x->a.n + x->b.n; i++)
        compliance += x->x[i] > 0 ? x->port[i] * x->port[i] / x->x[i] : 0;
    return compliance;
}

void hz_linear_contact_move_apart(hz_linear_contact *x, double way, double compliance)
{
    for (int i = 0; i < x->a.n + x->b.n; i++) {
        if (x->drift > 0)
            x->q[i] -= x->x[i] == 0 ? way * x->port[i] / x->drift : 0;
        else if (compliance > 0 && x->x[i] > 0)
            x->q[i] -= way * x->port[i] / x->x[i] / compliance;
    }
}

/* phases:yield  The motion in q is of bodies that were changed, eta what they would be compressed by. They give way
 * until contact and bodies together hold no more than they did, and lie still if they did. Returns the compression that
 * is left. */
static double yield(hz_linear_contact *x, double eta, double old_eta, double old_stiffness)
{
    double compliance = hz_linear_contact_compliance(x), k = x->params.stiffness, stays = fmin(k, old_stiffness),
           to = fmin(eta, 0);
    if (compliance == 0 && !(x->drift > 0)) /* Two walls stay where they are. */
        return eta;
    if (x->touching)
        to = x->drift > 0 ? stays / k * old_eta : (eta + stays * compliance * old_eta) / (1 + k * compliance);
    if (to != eta)
        hz_linear_contact_move_apart(x, eta - to, compliance);
    return to;
}

/* ---- the bodies in flight ---- */

/* A look at a part of a sample turns the fastest pair by 0.8 rad at most (phases:locate). */
static int parts_of(const hz_pole_pairs *b, double h)
{
    enum { MOST_PARTS = 16 };
    double parts = ceil(b->fastest * h / 0.8);
    return parts > MOST_PARTS ? MOST_PARTS : parts > 1 ? (int)parts : 1;
}

/* The body as its modes and pairs are, without its motion. */
static void take_over_body(hz_linear_contact *x, hz_linear_contact_body *b, const hz_modes *m, int at)
{
    hz_pole_pairs *bank = &b->bank;
    double sign = b == &x->a ? 1 : -1;
    int n = m->n, force = b == &x->a ? HZ_FORCE_A : HZ_FORCE_B;
    if (!m->coupled)
        hz_coupled_damping_copy(&b->coupling, NULL);
    hz_pole_pairs_resize(bank, n);
    for (int i = 0; i < n; i++) {
        b->scale[i] = sqrt(m->mass[i]);
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
        bank->load_q[force][i] = sign * x->drive_q[at + i];
        bank->load_p[force][i] = sign * x->drive_p[at + i];
        for (int k = 0; k < b->pickups; k++) {
            double heard = k < m->pickups ? m->heard[k][i] / b->scale[i] : 0;
            bank->place[k].q[i] = bank->speed[k].p[i] = heard;
            bank->place[k].p[i] = bank->speed[k].q[i] = 0;
        }
    }
    b->kept_for = b->last_for = 0;
    bank->mixed = b->coupling.n > 0;
    if (bank->mixed)
        hz_coupled_damping_row(&b->coupling, x->port + at, 1, bank->rate.q, bank->rate.p);
    for (int k = 0; k < b->pickups && bank->mixed; k++) {
        hz_coupled_damping_row(&b->coupling, bank->speed[k].p, 1, bank->speed[k].q, bank->speed[k].p);
        hz_coupled_damping_row(&b->coupling, bank->place[k].q, 0, bank->place[k].q, bank->place[k].p);
    }
    b->n = n;
}

/* pairs:slow  What goes less than 0.01 rad in a sample. */
static double slow_for(double h)
{
    return 0.01 / h;
}

/* Both bodies' banks, which take their steps together. */
static void prepare_flight(hz_linear_contact *x)
{
    hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank };
    int parts = 1;
    for (int k = 0; k < 2; k++) {
        banks[k]->slow = slow_for(x->h);
        hz_pole_pairs_prepare(banks[k], x->h);
        int own = parts_of(banks[k], x->h);
        parts = own > parts ? own : parts;
    }
    for (int k = 0; k < 2; k++) {
        banks[k]->parts = parts;
        hz_pole_pairs_length(banks[k], HZ_STEP_PART, x->h / parts);
    }
}

/* ---- both bodies in contact ---- */

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

/* A row over the pairs of one body as a row over the columns. */
static void row_of_columns(hz_linear_contact *x, const hz_linear_contact_body *b, const hz_pole_pair_row *row,
                           hz_pole_pair_row *to)
{
    int at = b == &x->a ? 0 : x->a.n;
    size_t all = sizeof(double) * (size_t)x->joined.n, own = sizeof(double) * (size_t)b->n;
    memset(x->rq, 0, all);
    memset(x->rp, 0, all);
    memcpy(x->rq + at, row->q, own);
    memcpy(x->rp + at, row->p, own);
    hz_contact_poles_row(&x->poles, x->rq, x->rp, to->q, to->p);
}

/* A unit of a load as both bodies feel it, in rq and rp. What drifts takes up the rod, if anything does; else the rod
 * presses on both. */
static void load_on_pairs(hz_linear_contact *x, int load)
{
    double pressed = load == HZ_ROD && x->drift == 0 ? -x->params.stiffness : 0;
    for (int i = 0; i < x->joined.n; i++) {
        const hz_pole_pairs *bank = i < x->a.n ? &x->a.bank : &x->b.bank;
        int own = i < x->a.n ? i : i - x->a.n;
        x->rq[i] = load == HZ_ROD ? pressed * x->drive_q[i] : bank->load_q[load][own];
        x->rp[i] = load == HZ_ROD ? pressed * x->drive_p[i] : bank->load_p[load][own];
    }
}

/* The columns of the poles as a bank. */
static void begin_contact(hz_linear_contact *x)
{
    hz_contact_poles *poles = &x->poles;
    hz_pole_pairs *j = &x->joined;
    int n = x->a.n + x->b.n;
    size_t bytes = sizeof(double) * (size_t)n;
    double *rows[][2] = { { j->sigma, poles->sigma },  { j->x, poles->x },         { j->delta, poles->delta },
                          { j->eta.q, poles->eta_q },  { j->eta.p, poles->eta_p }, { j->rate.q, poles->rate_q },
                          { j->rate.p, poles->rate_p } };
    hz_pole_pairs_resize(j, n);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        memcpy(rows[i][0], rows[i][1], bytes);
    memcpy(j->split, poles->split, sizeof(int) * (size_t)n);
    x->drift = 0;
    for (int i = 0; i < n; i++)
        x->drift += x->x[i] == 0 ? x->port[i] * x->port[i] : 0;
    j->eta.rod = x->drift > 0 ? 0 : 1;
}

/* phases:surface  What a thicker surface does to the columns: what drifts is so much farther on, and the compression
 * grows. Where nothing drifts, the rod alone takes it up. */
static void lift_on_columns(hz_linear_contact *x)
{
    for (int i = 0; i < x->a.n + x->b.n; i++) {
        x->rq[i] = x->drift > 0 && x->x[i] == 0 ? x->port[i] / x->drift : 0;
        x->rp[i] = 0;
    }
    hz_contact_poles_enter(&x->poles, x->rq, x->rp, x->drift > 0, x->joined.lift_q, x->joined.lift_p);
}

/* The same, counted from where a unit of the rod holds the columns. */
static void count_lift(hz_linear_contact *x)
{
    for (int i = 0; i < x->joined.n; i++) {
        x->joined.lift_q[i] -= x->joined.held_q[HZ_ROD][i];
        x->joined.lift_p[i] -= x->joined.held_p[HZ_ROD][i];
    }
}

/* What is read from them: the port, then the place and the speed of each pickup; the loads on them; and what a surface
 * does. Returns whether there is a row of this number. */
static int contact_row(hz_linear_contact *x, int row)
{
    hz_pole_pairs *j = &x->joined;
    int pickups = x->a.pickups + x->b.pickups, k = (row - 1) / 2, load = row - 1 - 2 * pickups;
    hz_linear_contact_body *b = k < x->a.pickups ? &x->a : &x->b;
    int own = k < x->a.pickups ? k : k - x->a.pickups;
    if (row == 0) {
        row_of_columns(x, &x->a, &x->a.bank.port, &j->port);
        j->port.rod = rod_in(x, x->a.bank.port.q, 0, x->a.n);
    } else if (load >= 0 && load < HZ_LOADS) {
        load_on_pairs(x, load);
        hz_contact_poles_enter(&x->poles, x->rq, x->rp, 0, j->load_q[load], j->load_p[load]);
    } else if (load < 0 && row % 2 == 1) {
        row_of_columns(x, b, &b->bank.place[own], &j->place[k]);
        j->place[k].rod = rod_in(x, b->bank.place[own].q, b == &x->a ? 0 : x->a.n, b->n);
    } else if (load < 0) {
        row_of_columns(x, b, &b->bank.speed[own], &j->speed[k]);
    } else if (load == HZ_LOADS) {
        lift_on_columns(x);
    }
    return load <= HZ_LOADS;
}

static void end_contact(hz_linear_contact *x)
{
    hz_pole_pairs *j = &x->joined;
    j->slow = slow_for(x->h);
    j->mixed = 1;
    hz_pole_pairs_prepare(j, x->h);
    j->parts = parts_of(j, x->h);
    hz_pole_pairs_length(j, HZ_STEP_PART, x->h / j->parts);
    count_lift(x);
}

/* ---- all of it ---- */

/* Adds the motion at every pickup to what fades, before a change, or takes it from there, after it. */
static void hear(hz_linear_contact *x, double sign)
{
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < x->a.pickups + x->b.pickups; k++)
            x->offset[d][k] += sign * hz_linear_contact_motion(x, k, d);
}

/* Keeps the motion; in contact, how much more the compression is than the modes say. */
static double keep(hz_linear_contact *x)
{
    double beyond = x->touching ? x->eta - (x->rod - x->surface) : x->surface;
    hz_phase_switching_read(x, x->q, x->p);
    for (int i = 0; i < x->a.n + x->b.n && x->touching; i++)
        beyond -= x->port[i] * x->q[i];
    keep_motion(&x->a, x->x, x->q, x->p);
    keep_motion(&x->b, x->x + x->a.n, x->q + x->a.n, x->p + x->a.n);
    return beyond;
}

/* Takes over what was derived beside, with the motion that goes on. */
static void adopt(hz_linear_contact *x)
{
    hz_linear_contact *y = x->beside;
    const hz_modes *a = &y->asked[0].modes, *b = &y->asked[1].modes;
    hz_energy before = { 0 };
    double old_eta = x->eta, old_stiffness = x->params.stiffness, eta = 0;
    if (x->ready) {
        before = hz_linear_contact_before(x);
        if (x->slack)
            hz_phase_switching_tighten(x);
        eta = keep(x);
        hear(x, 1);
    }
    take_over_motion(x, &x->a, a, 0);
    take_over_motion(x, &x->b, b, a->n);
    hz_linear_contact_exchange(x, y);
    for (int i = 0; i < a->n + b->n; i++)
        eta += x->port[i] * x->q[i];
    eta = yield(x, eta, old_eta, old_stiffness);
    hz_phase_switching_put(x, x->touching, x->q, x->p, x->touching || eta == 0 ? eta : NAN);
    if (x->ready) {
        hz_linear_contact_adjust(x, &before);
        hear(x, -1);
    } else {
        enum hz_linear_contact_waits waits = x->waits;
        hz_linear_contact_reset(x);
        x->waits = waits;
    }
    x->ready = 1;
}

/* The next piece of what is derived beside, and about how many instructions it takes. */
static double go_on(hz_linear_contact *x)
{
    hz_linear_contact *y = x->beside;
    const hz_modes *a = &y->asked[0].modes, *b = &y->asked[1].modes;
    double n = a->n + b->n;
    switch (y->stage) {
    case HZ_DERIVE_POLES:
        if (hz_contact_poles_go(&y->poles))
            return hz_pole_search_is_guessing(&y->poles) ? 60 * n + 1200 : 25 * n + 800;
        y->stage = hz_contact_poles_found(&y->poles) ? HZ_DERIVE_BODIES : HZ_DERIVE_NOTHING;
        if (y->stage == HZ_DERIVE_NOTHING && !x->ready) {
            hz_contact_poles_modes modes = describe_lossless(y);
            hz_contact_poles_prepare(&y->poles, &modes);
            x->not_found = 1;
            y->stage = HZ_DERIVE_BODIES;
        }
        return n;
    case HZ_DERIVE_BODIES:
        take_over_body(y, &y->a, a, 0);
        take_over_body(y, &y->b, b, a->n);
        prepare_flight(y);
        begin_contact(y);
        y->row = 0;
        y->stage = HZ_DERIVE_ROWS;
        return 1800 * n;
    case HZ_DERIVE_ROWS:
        if (!contact_row(y, y->row++))
            y->stage = HZ_DERIVE_CONTACT;
        return 4 * n * n + 150 * n;
    case HZ_DERIVE_CONTACT:
        end_contact(y);
        y->loss = HZ_LOSS_UNKNOWN;
        y->form_at = 0;
        y->stage = HZ_DERIVE_LOSS;
        return 1800 * n;
    case HZ_DERIVE_LOSS:
        if (x->booked && y->loss == HZ_LOSS_UNKNOWN)
            return hz_contact_loss_derive(y);
        adopt(x);
        y->stage = HZ_DERIVE_READY;
        return 8 * n * n + 500 * n;
    default:
        return 0;
    }
}

int hz_linear_contact_is_deriving(const hz_linear_contact *x)
{
    return x->beside->stage < HZ_DERIVE_READY;
}

int hz_linear_contact_is_hard(const hz_linear_contact *x)
{
    return x->beside->stage == HZ_DERIVE_POLES && x->beside->poles.search.phase == HZ_SEARCH_GROWS;
}

double hz_linear_contact_derive(hz_linear_contact *x, double work)
{
    double spent = 0;
    while (spent < work && hz_linear_contact_is_deriving(x))
        spent += go_on(x);
    if (hz_linear_contact_is_deriving(x))
        return spent;
    x->not_found |= x->beside->stage == HZ_DERIVE_NOTHING;
    x->beside->stage = HZ_DERIVE_READY;
    if (x->waits != HZ_WAITS_NOT && !x->waits_for_next)
        hz_linear_contact_excite(x);
    while (spent < work && x->booked && x->loss == HZ_LOSS_UNKNOWN)
        spent += hz_contact_loss_derive(x);
    return spent;
}

static void ask(hz_linear_contact_body *b, hz_linear_contact_asked *asked, const hz_modes *m)
{
    size_t bytes = sizeof(double) * (size_t)m->n;
    memcpy(asked->mass, m->mass, bytes);
    memcpy(asked->omega, m->omega, bytes);
    memcpy(asked->sigma, m->sigma, bytes);
    memcpy(asked->weight, m->weight, bytes);
    for (int p = 0; p < m->pickups && p < b->pickups; p++)
        memcpy(asked->heard[p], m->heard[p], bytes);
    if (m->from)
        memcpy(asked->from, m->from, sizeof(int) * (size_t)m->n);
    hz_coupled_damping_copy(&b->coupling, m->coupled);
    asked->modes = (hz_modes){ .n = m->n,
                               .mass = asked->mass,
                               .omega = asked->omega,
                               .sigma = asked->sigma,
                               .weight = asked->weight,
                               .from = m->from ? asked->from : NULL,
                               .heard_as = m->heard_as,
                               .pickups = m->pickups < b->pickups ? m->pickups : b->pickups,
                               .heard = (const double *const *)asked->heard,
                               .coupled = b->coupling.n > 0 ? &b->coupling : NULL };
}

static void derive_at_once(hz_linear_contact *x)
{
    hz_linear_contact_derive(x, HUGE_VAL);
    x->fresh = 1;
}

void hz_linear_contact_change(hz_linear_contact *x, const hz_linear_contact_params *params, const hz_modes *a,
                              const hz_modes *b, double h)
{
    hz_linear_contact *y = x->beside;
    y->params = *params;
    y->h = h;
    ask(&y->a, &y->asked[0], a);
    ask(&y->b, &y->asked[1], b);
    hz_contact_poles_modes modes = describe(y, &y->params, &y->asked[0].modes, &y->asked[1].modes);
    hz_contact_poles_begin(&y->poles, &modes);
    y->stage = HZ_DERIVE_POLES;
    x->not_found = 0;
    if (!x->ready || h != x->h)
        derive_at_once(x);
}

int hz_linear_contact_prepare(hz_linear_contact *x, const hz_linear_contact_params *params, const hz_modes *a,
                              const hz_modes *b, double h)
{
    hz_linear_contact_change(x, params, a, b, h);
    derive_at_once(x);
    return !x->not_found;
}
