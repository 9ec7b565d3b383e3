/* bodies: what a linear contact is made of is derived from two bodies and a contact, while the motion goes on. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/oscillator.h"

/* contact:steps  A decay that is faster than so much in a sample, T60 in two samples, is taken for that. */
#define FASTEST_LOSS 3.2

/* ---- the pairs of a body ---- */

/* The modes of a body and the contact's force on them, at their place in the rows; sign: what the force does to it. */
static void describe_modes(hz_linear_contact *x, hz_linear_contact_body *b, const hz_modes *m, double sign)
{
    hz_pairs *r = &x->r;
    for (int i = 0; i < m->n; i++) {
        int at = b->at + i;
        double omega = m->omega[i], sigma = omega > 0 ? fmin(m->sigma[i], x->fastest_loss) : 0; /* else it is free */
        b->scale[i] = sqrt(m->mass[i]);
        x->sigma[at] = r->sigma[at] = sigma;
        x->x[at] = r->x[at] = omega * omega;
        r->delta[at] = (omega - sigma) * (omega + sigma);
        x->port[at] = r->eta_q[at] = r->drive_p[at] = sign * m->weight[i] / b->scale[i];
        r->eta_p[at] = r->drive_q[at] = 0;
        r->loss[at] = 2 * sigma;
        /* Gravity moves what can move freely: such a mode is a body's translation, seen alike from everywhere. */
        b->pull[i] = omega == 0 && m->weight[i] != 0 ? b->scale[i] / m->weight[i] : 0;
    }
}

/* coupling:pairs  What damping couples has pairs of its own. */
static void describe_coupling(hz_linear_contact *x, hz_linear_contact_body *b, const hz_modes *m)
{
    hz_pairs *r = &x->r;
    hz_coupled_damping *c = &b->coupling;
    int at = b->at;
    hz_coupled_damping_copy(c, m->coupled);
    if (c->n == 0)
        return;
    size_t bytes = sizeof(double) * (size_t)c->n;
    memset(x->sigma + at, 0, bytes);
    memset(r->loss + at, 0, bytes); /* the loss of these is the coupling's */
    memcpy(r->sigma + at, c->sigma, bytes);
    memcpy(r->x + at, c->x, bytes);
    memcpy(r->delta + at, c->delta, bytes);
    hz_coupled_damping_row(c, x->port + at, 0, r->eta_q + at, r->eta_p + at);
    hz_coupled_damping_pairs(c, r->drive_q + at, r->drive_p + at);
    hz_loss_form_row(&c->form, r->drive_q + at, r->drive_p + at, r->form_q + at, r->form_p + at);
}

/* What the pickups of a body read; `first` is the number of its first one. */
static void describe_pickups(hz_linear_contact *x, const hz_linear_contact_body *b, const hz_modes *m, int first)
{
    const hz_coupled_damping *c = &b->coupling;
    for (int k = 0; k < b->pickups; k++) {
        double *place_q = x->place[2 * (first + k)] + b->at, *place_p = x->place[2 * (first + k) + 1] + b->at;
        double *speed_q = x->speed[2 * (first + k)] + b->at, *speed_p = x->speed[2 * (first + k) + 1] + b->at;
        for (int i = 0; i < m->n; i++) {
            place_q[i] = speed_p[i] = k < m->pickups ? m->heard[k][i] / b->scale[i] : 0;
            place_p[i] = speed_q[i] = 0;
        }
        if (c->n > 0) {
            hz_coupled_damping_row(c, speed_p, 1, speed_q, speed_p);
            hz_coupled_damping_row(c, place_q, 0, place_q, place_p);
        }
    }
}

/* ---- what follows for both ---- */

/* pairs:shears  A time of flight as three shears. A half turn is taken out first, so that the tangent stays below 1.
 * What creeps takes the diagonal form, which keeps the digits of a soft spring. */
static void shears(const hz_pairs *r, hz_shears *st, int i)
{
    double sigma = r->sigma[i], x = r->x[i], delta = r->delta[i], h = st->length;
    double d = sigma > 0 ? exp(-sigma * h) : 1;
    hz_oscillator k = hz_oscillator_step(sqrt(x), sigma, h);
    st->t1[i] = 0;
    if (x == 0) {
        st->t2[i] = h;
        st->s[i] = 0;
        st->d1[i] = st->d2[i] = 1;
    } else if (delta * h * h > -1e-4 && (x > 4 * sigma * sigma || x * h * h > 0.25)) {
        double c = (k.c + sigma * k.s) / d, s = k.s / d, sign = 1;
        if (c < 0)
            c = -c, s = -s, sign = -1;
        double tangent = s / (1 + c);
        st->t2[i] = sigma > 0 ? (delta * tangent + sigma) / x : tangent;
        st->t1[i] = sigma > 0 ? (delta * tangent - sigma) / x : tangent;
        st->s[i] = sign * d * x * s;
        st->d1[i] = st->d2[i] = sign * d;
    } else {
        double qq = k.c + 2 * sigma * k.s;
        st->t2[i] = k.s / qq;
        st->s[i] = x * k.s;
        st->d1[i] = qq;
        st->d2[i] = exp(-2 * sigma * h) / qq;
    }
}

void hz_bodies_shears(const hz_pairs *r, hz_shears *step, double length)
{
    step->length = length;
    for (int i = 0; i < r->n; i++)
        shears(r, step, i);
}

static void derive_pairs(hz_linear_contact *x)
{
    hz_pairs *r = &x->r;
    x->drifting = 0;
    x->drift_square = x->give = x->bend = 0;
    for (int i = 0; i < r->n; i++) {
        double sigma = r->sigma[i], square = r->x[i];
        hz_oscillator k = hz_oscillator_step(sqrt(square), sigma, x->h);
        r->spring[i] = -square;
        r->damper[i] = -2 * sigma;
        r->rate_q[i] = -square * r->eta_p[i];
        r->rate_p[i] = r->eta_q[i] - 2 * sigma * r->eta_p[i];
        r->coast[i] = k.s;
        r->way[i] = k.b;
        r->qq[i] = k.c + 2 * sigma * k.s;
        r->qp[i] = k.s;
        r->pq[i] = -square * k.s;
        r->pp[i] = k.c;
        r->sized_q[i] = square;
        r->sized_p[i] = square > 0;
        if (square > 0) {
            x->give += r->eta_q[i] * r->eta_q[i] / square + r->eta_p[i] * r->eta_p[i];
            x->bend += pow(fabs(r->rate_q[i]) + fabs(r->rate_p[i]) * sqrt(square + 4 * sigma * sigma), 2);
        } else if (r->eta_q[i] != 0) {
            x->drift[x->drifting++] = i;
            x->drift_square += r->eta_q[i] * r->eta_q[i];
        }
    }
    x->bend = sqrt(x->bend);
    hz_bodies_shears(r, &r->sample, x->h);
    r->block.length = 0;
}

/* contact:steps  No pole of the bodies is faster, nor one of both in contact. */
static void derive_speed(hz_linear_contact *x)
{
    double square = 0, damping = 0, mobility = 0;
    const hz_linear_contact_body *bodies[] = { &x->a, &x->b };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < bodies[k]->n; i++) {
            int at = bodies[k]->at + i;
            const hz_coupled_damping *c = &bodies[k]->coupling;
            square = fmax(square, fmax(x->x[at], x->r.x[at]));
            damping = fmax(damping, fmax(2 * x->r.sigma[at], i < c->n ? c->loss[i] : 0));
            mobility += x->port[at] * x->port[at];
        }
    x->widest = fmax(sqrt(square), damping);
    x->fastest[0] = sqrt(square) + damping;
    x->fastest[1] = sqrt(square + x->params.stiffness * mobility) + damping + x->params.damping * mobility;
}

double hz_bodies_compliance(const hz_linear_contact *x)
{
    double compliance = 0;
    for (int i = 0; i < x->r.n; i++)
        compliance += x->x[i] > 0 ? x->port[i] * x->port[i] / x->x[i] : 0;
    return compliance;
}

void hz_bodies_move_apart(const hz_linear_contact *x, double way, double compliance, double *q)
{
    for (int i = 0; i < x->r.n; i++) {
        if (x->drift_square > 0)
            q[i] -= x->x[i] == 0 ? way * x->port[i] / x->drift_square : 0;
        else if (compliance > 0 && x->x[i] > 0)
            q[i] -= way * x->port[i] / x->x[i] / compliance;
    }
}

void hz_bodies_load(hz_linear_contact *x)
{
    hz_pairs *r = &x->r;
    double pushed = 0, size = 0;
    x->slip = 0;
    for (int i = 0; i < r->n; i++) {
        double force = i < x->b.at ? x->force[0] : -x->force[1];
        double q = force * r->drive_q[i], p = force * r->drive_p[i];
        r->load_q[i] = q;
        r->load_p[i] = p;
        r->moved_q[i] = (r->coast[i] - r->damper[i] * r->way[i]) * q + r->way[i] * p;
        r->moved_p[i] = r->coast[i] * p + r->spring[i] * r->way[i] * q;
    }
    for (int d = 0; d < x->drifting; d++) {
        int i = x->drift[d];
        double pull = i < x->b.at ? x->a.pull[i] : x->b.pull[i - x->b.at];
        r->load_p[i] += x->params.gravity * pull;
        r->moved_q[i] = r->moved_p[i] = 0; /* it takes its own steps */
    }
    for (int i = 0; i < r->n; i++) {
        x->slip += r->eta_q[i] * r->load_q[i] + r->eta_p[i] * r->load_p[i];
        size += r->sized_q[i] * r->load_q[i] * r->load_q[i] + r->sized_p[i] * r->load_p[i] * r->load_p[i];
        pushed += r->rate_q[i] * r->load_q[i] + r->rate_p[i] * r->load_p[i];
    }
    x->pushed = fabs(pushed);
    x->load_size = sqrt(size);
    x->curve.loaded = x->rest.loaded = 0;
}

/* ---- the motion that goes on ---- */

/* What is kept over a change is each mode's displacement and velocity, as modal:retune and contact:heavier have it. */
static void keep_motion(hz_linear_contact_body *b, const double *square, const double *q, const double *p)
{
    for (int i = 0; i < b->n; i++) {
        b->keep_q[i] = q[b->at + i] / b->scale[i];
        b->keep_v[i] = p[b->at + i] / b->scale[i];
        b->keep_omega[i] = sqrt(square[b->at + i]);
    }
}

/* The motion of a body's modes that were kept, as the new ones have it. */
static void take_over_motion(const hz_linear_contact_body *b, const hz_modes *m, double *q, double *p)
{
    for (int i = 0; i < m->n; i++) {
        int from = m->from ? m->from[i] : i;
        double u = 0, v = 0, scale = sqrt(m->mass[i]);
        if (from >= 0 && from < b->n) {
            double part = fmin(1, b->scale[from] / scale); /* contact:heavier */
            u = b->keep_q[from];
            v = b->keep_v[from];
            hz_modes_retune(m, i, b->keep_omega[from], &u, &v);
            v *= part;
            u *= m->omega[i] > 0 ? part : 1;
        }
        q[i] = u * scale;
        p[i] = v * scale;
    }
}

/* contact:yield  The motion in q is of bodies that were changed, eta what they would be compressed by. They give way
 * until contact and bodies together hold no more than they did, and lie still if they did. Returns the compression that
 * is left. */
static double yield(hz_linear_contact *x, double eta, double old_eta, double old_stiffness, double *q)
{
    double compliance = hz_bodies_compliance(x), k = x->params.stiffness, stays = fmin(k, old_stiffness),
           to = fmin(eta, 0);
    if (compliance == 0 && !(x->drift_square > 0)) /* Two walls stay where they are. */
        return eta;
    if (x->touching)
        to = x->drift_square > 0 ? stays / k * old_eta : (eta + stays * compliance * old_eta) / (1 + k * compliance);
    if (to != eta)
        hz_bodies_move_apart(x, eta - to, compliance, q);
    return to;
}

/* Adds the motion at every pickup to what fades, before a change, or takes it from there, after it. */
static void hear(hz_linear_contact *x, double sign)
{
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < x->a.pickups + x->b.pickups; k++)
            x->offset[d][k] += sign * hz_linear_contact_motion(x, k, d);
}

/* Keeps the motion; returns how much more the compression is than the modes say, without a rod. */
static double keep(hz_linear_contact *x)
{
    if (x->slack)
        hz_phases_tighten(x);
    double beyond = x->touching ? x->eta - x->rod : x->surface;
    hz_phases_read(x, x->shown_q, x->shown_p);
    for (int i = 0; i < x->r.n && x->touching; i++)
        beyond -= x->port[i] * x->shown_q[i];
    keep_motion(&x->a, x->x, x->shown_q, x->shown_p);
    keep_motion(&x->b, x->x, x->shown_q, x->shown_p);
    return beyond;
}

/* Rows are zero where there is no pair. */
static void clear(hz_linear_contact *x, int a, int b)
{
    size_t gap = (size_t)(x->b.at - a), rest = (size_t)(x->r.room - x->b.at - b);
    for (double *row = x->rows; row < x->curve.table; row += x->r.room) {
        memset(row + a, 0, gap * sizeof(double));
        memset(row + x->b.at + b, 0, rest * sizeof(double));
    }
    for (int k = 0; k < 2 * (x->a.pickups + x->b.pickups); k++) {
        double *others[] = { x->place[k], x->speed[k] };
        int of_a = k < 2 * x->a.pickups;
        for (int i = 0; i < 2; i++)
            memset(of_a ? others[i] + x->b.at : others[i], 0, sizeof(double) * (size_t)(of_a ? b : a));
    }
}

static void describe(hz_linear_contact *x, const hz_modes *a, const hz_modes *b)
{
    x->a.n = a->n;
    x->b.n = b->n;
    x->b.at = (a->n + HZ_SIMD_SLAB - 1) / HZ_SIMD_SLAB * HZ_SIMD_SLAB;
    x->r.n = (x->b.at + b->n + 2 * HZ_SIMD_SLAB - 1) / (2 * HZ_SIMD_SLAB) * (2 * HZ_SIMD_SLAB);
    clear(x, a->n, b->n);
    describe_modes(x, &x->a, a, 1);
    describe_modes(x, &x->b, b, -1);
    describe_coupling(x, &x->a, a);
    describe_coupling(x, &x->b, b);
    describe_pickups(x, &x->a, a, 0);
    describe_pickups(x, &x->b, b, x->a.pickups);
    x->r.mixed = x->a.coupling.n > 0 || x->b.coupling.n > 0;
    x->a.kept_for = x->a.last_for = x->b.kept_for = x->b.last_for = 0;
}

void hz_linear_contact_prepare(hz_linear_contact *x, const hz_linear_contact_params *params, const hz_modes *a,
                               const hz_modes *b, double h)
{
    double q[HZ_LINEAR_CONTACT_MOST + 4 * HZ_SIMD_SLAB] = { 0 }, p[HZ_LINEAR_CONTACT_MOST + 4 * HZ_SIMD_SLAB] = { 0 };
    double old_eta = x->eta, old_stiffness = x->params.stiffness, eta = 0;
    hz_energy before = { 0 };
    if (x->ready) {
        before = hz_linear_contact_before(x);
        hear(x, 1);
        eta = keep(x);
    }
    int at = (a->n + HZ_SIMD_SLAB - 1) / HZ_SIMD_SLAB * HZ_SIMD_SLAB;
    take_over_motion(&x->a, a, q, p);
    take_over_motion(&x->b, b, q + at, p + at);
    x->params = *params;
    x->h = h;
    x->fastest_loss = FASTEST_LOSS / h;
    describe(x, a, b);
    derive_pairs(x);
    derive_speed(x);
    hz_series_prepare(x);
    x->curve.length = x->rest.length = 0;
    for (int i = 0; i < x->r.n; i++)
        eta += x->port[i] * q[i];
    eta = yield(x, eta, old_eta, old_stiffness, q);
    hz_bodies_load(x);
    hz_phases_put(x, x->touching, q, p, x->touching || eta == 0 ? eta : NAN);
    if (x->ready) {
        hz_linear_contact_adjust(x, &before);
        hear(x, -1);
    } else {
        hz_linear_contact_reset(x);
    }
    x->ready = 1;
}
