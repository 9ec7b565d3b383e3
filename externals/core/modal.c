/* modal: a body as a bank of modes, stepped exactly for a force that is constant over the step. */
#include "modal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ring.h"

enum { SERIES = 11 };

/* Whether a step is so brief for a mode that its closed forms would lose digits and ten terms of the series suffice. */
static int is_brief(double x, double y)
{
    return x < 0.05 && y < 0.05;
}

/* modal:series  the terms k[n] t^n of s(t), for x = sigma t and y = omega t: s = t (k[1] + k[2] + ...). */
static void series(double x, double y, double *k)
{
    k[0] = 0;
    k[1] = 1;
    for (int n = 2; n < SERIES; n++)
        k[n] = -(2 * x * (n - 1) * k[n - 1] + y * y * k[n - 2]) / (n * (n - 1));
}

/* (1 - exp(-r t))/r, which is t for r = 0. */
static double spent(double r, double t)
{
    return r * t > 1e-300 ? -expm1(-r * t) / r : t;
}

/* The impulse response s(t) of q'' + 2 sigma q' + omega^2 q, its derivative c and its integral b (modal:step), by
 * whichever of its forms keeps its digits: the power series for a brief step, else damped rotation or two decays. */
hz_mode_step hz_modal_mode(double omega, double sigma, double t)
{
    double x = sigma * t, y = omega * t;
    if (x + y == 0) /* a free mass: what the series would find */
        return (hz_mode_step){ .s = t, .c = 1, .b = 0.5 * t * t };
    if (is_brief(x, y)) {
        double k[SERIES], s = 0, c = 0, b = 0;
        series(x, y, k);
        for (int n = SERIES - 1; n > 0; n--) {
            s += k[n];
            c += n * k[n];
            b += k[n] / (n + 1);
        }
        return (hz_mode_step){ .s = s * t, .c = c, .b = b * t * t };
    }
    hz_mode_step m;
    double apart = (x - y) * (x + y);
    if (fabs(apart) < 1e-3 && y > 0.5 * x) {
        /* modal:critical  nearly equal decays: the even functions of their distance by their series */
        double decay = exp(-x), ch1 = apart * (1.0 / 2 + apart * (1.0 / 24 + apart * (1.0 / 720 + apart / 40320)));
        double sh1 = apart * (1.0 / 6 + apart * (1.0 / 120 + apart * (1.0 / 5040 + apart / 362880)));
        m.s = t * decay * (1 + sh1);
        m.c = decay * (1 + ch1 - x * (1 + sh1));
        double past = x < 1 ? decay * (expm1(x) - x) : -expm1(-x) - decay * x; /* neither cancels nor overflows */
        m.b = (past - decay * (ch1 + x * sh1)) / (omega * omega);
    } else if (x < y) {
        double w = sqrt((omega - sigma) * (omega + sigma)), decay = exp(-x);
        double half = sin(0.5 * w * t), sine = sin(w * t) / w;
        m.s = decay * sine;
        m.c = decay * (cos(w * t) - sigma * sine);
        /* 1 - c - 2 sigma s with its cancellation done by hand */
        m.b = (decay * (2 * half * half - sigma * sine) - expm1(-x)) / (omega * omega);
    } else {
        double spread = sqrt((sigma - omega) * (sigma + omega)), fast = sigma + spread;
        double slow = omega * omega / fast, first = exp(-slow * t);
        m.s = first * spent(2 * spread, t);
        m.c = first - fast * m.s;
        m.b = (spent(slow, t) - spent(fast, t)) / (2 * spread);
    }
    return m;
}

/* modal:loss  the integral of s^2 over the step. */
static double loss_of_push(double omega, double sigma, double t, const hz_mode_step *m)
{
    double x = sigma * t, y = omega * t;
    if (is_brief(x, y)) {
        double k[SERIES], sum = 0;
        series(x, y, k);
        for (int n = SERIES; n >= 2; n--) {
            double square = 0; /* the term n of s^2 */
            for (int i = 1; i < n; i++)
                square += k[i] * k[n - i];
            sum += square / (n + 1);
        }
        return sum * t * t * t;
    }
    if (omega > 0.5 * sigma)
        return (0.5 * (spent(2 * sigma, t) - m->s * m->c) - sigma * m->s * m->s) / (omega * omega);
    double spread = sqrt((sigma - omega) * (sigma + omega)), fast = sigma + spread, slow = omega * omega / fast;
    return (spent(2 * slow, t) - 2 * spent(slow + fast, t) + spent(2 * fast, t)) / (4 * spread * spread);
}

int hz_modal_init(hz_modal *m, int room, int pickups)
{
    enum { OWN = 13, EACH = 6 };
    size_t rows = OWN + EACH * HZ_STRIDES + (size_t)pickups;
    size_t groups = ((size_t)room + HZ_RING_GROUP - 1) / HZ_RING_GROUP, n = groups > 0 ? groups * HZ_RING_GROUP : HZ_RING_GROUP;
    *m = (hz_modal){ .room = room, .pickups = pickups };
    m->memory = aligned_alloc(64, rows * n * sizeof(double));
    m->heard = calloc((size_t)pickups + 1, sizeof *m->heard);
    if (!m->memory || !m->heard) {
        hz_modal_free(m);
        return 0;
    }
    memset(m->memory, 0, rows * n * sizeof(double));
    double **own[OWN] = { &m->mass, &m->omega, &m->sigma, &m->weight, &m->load, &m->q,
                          &m->v,    &m->qq,    &m->qv,    &m->vq,     &m->vv,
                          &m->drive, &m->spring };
    double *row = m->memory;
    for (int i = 0; i < OWN; i++, row += n)
        *own[i] = row;
    for (int p = 0; p < pickups; p++, row += n)
        m->heard[p] = row;
    for (int k = 0; k < HZ_STRIDES; k++) {
        hz_stride *st = &m->stride[k];
        double **each[EACH] = { &st->s, &st->c, &st->b, &st->less, &st->ivv, &st->iaa };
        for (int i = 0; i < EACH; i++, row += n)
            *each[i] = row;
    }
    return 1;
}

void hz_modal_free(hz_modal *m)
{
    free(m->memory);
    free(m->heard);
    *m = (hz_modal){ 0 };
}

void hz_modal_describe(hz_modal *m, const hz_modes *modes)
{
    int n = modes->n < m->room ? modes->n : m->room;
    size_t bytes = sizeof(double) * (size_t)n;
    memcpy(m->mass, modes->mass, bytes);
    memcpy(m->omega, modes->omega, bytes);
    memcpy(m->sigma, modes->sigma, bytes);
    memcpy(m->weight, modes->weight, bytes);
    for (int p = 0; p < m->pickups && p < modes->pickups; p++) {
        memcpy(m->heard[p], modes->heard[p], bytes);
        for (int i = n; i < m->n; i++)
            m->heard[p][i] = 0;
    }
    for (int i = 0; i < n && modes->from; i++) { /* qq and qv are derived anew after this, so they may serve */
        int from = modes->from[i];
        m->qq[i] = from >= 0 && from < m->n ? m->q[from] : 0;
        m->qv[i] = from >= 0 && from < m->n ? m->v[from] : 0;
    }
    if (modes->from) {
        memcpy(m->q, m->qq, bytes);
        memcpy(m->v, m->qv, bytes);
    }
    for (int i = n; i < m->n; i++) /* what no longer exists is zeros to the ring */
        m->q[i] = m->v[i] = m->weight[i] = m->load[i] = m->drive[i] = m->spring[i] = m->qq[i] = m->qv[i] = m->vq[i] = m->vv[i] = 0;
    m->n = n;
}

void hz_modal_copy(hz_modal *to, const hz_modal *from)
{
    size_t bytes = sizeof(double) * (size_t)from->n;
    hz_modal_describe(to, &(hz_modes){ .n = from->n, .mass = from->mass, .omega = from->omega, .sigma = from->sigma,
                                       .weight = from->weight, .pickups = from->pickups,
                                       .heard = (const double *const *)from->heard });
    to->origin = from->origin;
    memcpy(to->load, from->load, bytes);
    memcpy(to->q, from->q, bytes);
    memcpy(to->v, from->v, bytes);
}

static void stride_prepare(const hz_modal *m, hz_stride *st, double length)
{
    st->length = length;
    st->g = st->g_v = 0;
    st->has_loss = 0;
    for (int i = 0; i < m->n; i++) {
        hz_mode_step k = hz_modal_mode(m->omega[i], m->sigma[i], length);
        double push = m->weight[i] * m->weight[i] / m->mass[i];
        st->s[i] = k.s;
        st->c[i] = k.c;
        st->b[i] = k.b;
        st->less[i] = 2 * m->sigma[i] * k.s + m->omega[i] * m->omega[i] * k.b; /* modal:step */
        st->g += push * k.b;
        st->g_v += push * k.s;
    }
}

/* modal:loss, derived only where the ledger asks for it. */
static void loss_prepare(const hz_modal *m, hz_stride *st)
{
    st->has_loss = 1;
    for (int i = 0; i < m->n; i++) {
        hz_mode_step k = { st->s[i], st->c[i], st->b[i] };
        st->ivv[i] = 0.5 * (spent(2 * m->sigma[i], st->length) + k.s * k.c);
        st->iaa[i] = loss_of_push(m->omega[i], m->sigma[i], st->length, &k);
    }
}

void hz_modal_prepare(hz_modal *m, double h)
{
    hz_stride *whole = &m->stride[HZ_WHOLE_STEP];
    stride_prepare(m, whole, h);
    for (int k = HZ_PART_STEP; k < HZ_STRIDES; k++)
        m->stride[k].length = -1; /* whatever it was, it is no more */
    m->give = m->highest = 0;
    m->drifting = 0;
    for (int i = 0; i < m->n; i++) { /* modal:step with the push of the spring alone */
        double spring = m->omega[i] * m->omega[i];
        m->spring[i] = spring;
        m->drive[i] = m->weight[i] / m->mass[i];
        m->qq[i] = 1 - spring * whole->b[i];
        m->qv[i] = whole->s[i];
        m->vq[i] = -spring * whole->s[i];
        m->vv[i] = whole->c[i];
        m->highest = m->omega[i] > m->highest ? m->omega[i] : m->highest;
        if (spring == 0)
            m->drifting = i + 1;
        else
            m->give += m->weight[i] * m->weight[i] / (m->mass[i] * spring);
    }
}

void hz_modal_ring(hz_modal *m, int n, double *const *out, int displacement)
{
    hz_ring r = { .modes = (m->n + HZ_RING_GROUP - 1) / HZ_RING_GROUP * HZ_RING_GROUP, .q = m->q, .v = m->v,
                  .qq = m->qq, .qv = m->qv, .vq = m->vq, .vv = m->vv };
    for (int from = 0; from < n; from += HZ_RING_STRETCH) {
        int some = n - from < HZ_RING_STRETCH ? n - from : HZ_RING_STRETCH;
        for (int p = 0; p < m->pickups; p++) {
            r.weight = m->heard[p];
            hz_ring_run(&r, some, out[p] + from, displacement, p == m->pickups - 1);
        }
    }
}

double hz_modal_swing(const hz_modal *m, double t)
{
    /* modal:swing */
    hz_energy e = { 0 };
    double drift = 0;
    hz_modal_energy(m, &e);
    for (int i = 0; i < m->drifting; i++)
        drift += fabs(m->weight[i]) * (fabs(m->q[i]) + fabs(m->v[i]) * t);
    return sqrt(2 * (e.kinetic + e.potential) * m->give) + drift;
}

int hz_modal_is_silent(const hz_modal *m)
{
    for (int i = 0; i < m->n; i++)
        if (m->q[i] != 0 || m->v[i] != 0)
            return 0;
    return 1;
}

double hz_modal_heard(const hz_modal *m, int pickup, int displacement)
{
    const double *weight = m->heard[pickup], *x = displacement ? m->q : m->v;
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += weight[i] * x[i];
    return sum;
}

hz_stride *hz_modal_stride(hz_modal *m, double length)
{
    for (int k = 0; k < HZ_STRIDES; k++)
        if (length == m->stride[k].length)
            return &m->stride[k];
    stride_prepare(m, &m->stride[HZ_PART_STEP], length);
    return &m->stride[HZ_PART_STEP];
}

void hz_modal_keep(hz_modal *m, double length)
{
    for (int k = HZ_KEPT_STEPS; k < HZ_STRIDES; k++)
        if (length == m->stride[k].length)
            return;
    stride_prepare(m, &m->stride[HZ_KEPT_STEPS + m->oldest], length);
    m->oldest = (m->oldest + 1) % (HZ_STRIDES - HZ_KEPT_STEPS);
}

double hz_modal_near(const hz_modal *m, double length)
{
    double best = length, off = 0.1 * length;
    for (int k = HZ_KEPT_STEPS; k < HZ_STRIDES; k++)
        if (fabs(m->stride[k].length - length) < off) {
            best = m->stride[k].length;
            off = fabs(best - length);
        }
    return best;
}

/* The acceleration of mode i at the start of a step, its own damping left out: what s and b answer to. */
static inline double mode_push(const hz_modal *m, int i, double force)
{
    return force * m->weight[i] / m->mass[i] + m->load[i] - m->omega[i] * m->omega[i] * m->q[i];
}

/* Sums over modes run in lanes, so that one need not wait for the other; rows are zeros up to whole groups of lanes. */
enum { LANES = 4 };

static inline double lanes_sum(const double *x)
{
    return (x[0] + x[2]) + (x[1] + x[3]);
}

/* The same push without its divisions and products of parameters. */
static inline double lane_push(const hz_modal *m, int i, double force)
{
    return force * m->drive[i] + m->load[i] - m->spring[i] * m->q[i];
}

hz_reach hz_modal_look(const hz_modal *m, const hz_stride *st, double force)
{
    double du[LANES] = { 0 }, v[LANES] = { 0 };
    for (int at = 0; at < m->n; at += LANES)
        for (int k = 0; k < LANES; k++) {
            int i = at + k;
            double push = lane_push(m, i, force); /* modal:step */
            du[k] += m->weight[i] * (st->s[i] * m->v[i] + st->b[i] * push);
            v[k] += m->weight[i] * (st->c[i] * m->v[i] + st->s[i] * push);
        }
    return (hz_reach){ .du = lanes_sum(du), .v = lanes_sum(v), .g = st->g, .g_v = st->g_v };
}

hz_reach hz_modal_take(hz_modal *m, const hz_stride *st, double force)
{
    if (m->n == 1) { /* a mass: it flies alone most of its time */
        double push = lane_push(m, 0, force), dq = st->s[0] * m->v[0] + st->b[0] * push;
        m->v[0] += st->s[0] * push - st->less[0] * m->v[0];
        m->q[0] += dq;
        return (hz_reach){ m->weight[0] * dq, m->weight[0] * m->v[0], st->g, st->g_v };
    }
    double du[LANES] = { 0 }, v[LANES] = { 0 };
    for (int at = 0; at < m->n; at += LANES)
        for (int k = 0; k < LANES; k++) {
            int i = at + k;
            double push = lane_push(m, i, force), dq = st->s[i] * m->v[i] + st->b[i] * push;
            double next = m->v[i] + (st->s[i] * push - st->less[i] * m->v[i]); /* rounds the change only */
            m->v[i] = next;
            m->q[i] += dq;
            du[k] += m->weight[i] * dq;
            v[k] += m->weight[i] * next;
        }
    return (hz_reach){ .du = lanes_sum(du), .v = lanes_sum(v), .g = st->g, .g_v = st->g_v };
}

double hz_modal_loss(const hz_modal *m, hz_stride *st, double force)
{
    double loss = 0;
    if (!st->has_loss)
        loss_prepare(m, st);
    for (int i = 0; i < m->n; i++) {
        double push = mode_push(m, i, force), v = m->v[i];
        loss += 2 * m->sigma[i] * m->mass[i] *
                (st->ivv[i] * v * v + st->s[i] * st->s[i] * v * push + st->iaa[i] * push * push);
    }
    return loss;
}

double hz_modal_displacement(const hz_modal *m)
{
    double u = 0;
    for (int i = 0; i < m->n; i++)
        u += m->weight[i] * m->q[i];
    return m->origin + u;
}

double hz_modal_velocity(const hz_modal *m)
{
    double v = 0;
    for (int i = 0; i < m->n; i++)
        v += m->weight[i] * m->v[i];
    return v;
}

double hz_modal_compliance(const hz_modal *m)
{
    double c = 0;
    for (int i = 0; i < m->n; i++)
        c += m->weight[i] * m->weight[i] / m->mass[i];
    return c;
}

double hz_modal_acceleration(const hz_modal *m, double outer)
{
    double a = 0;
    for (int i = 0; i < m->n; i++)
        a += m->weight[i] * (mode_push(m, i, outer) - 2 * m->sigma[i] * m->v[i]);
    return a;
}

void hz_modal_energy(const hz_modal *m, hz_energy *add)
{
    double kinetic[LANES] = { 0 }, potential[LANES] = { 0 };
    for (int at = 0; at < m->n; at += LANES)
        for (int k = 0; k < LANES; k++) {
            int i = at + k;
            kinetic[k] += m->mass[i] * (m->v[i] * m->v[i]);
            potential[k] += m->mass[i] * (m->omega[i] * m->q[i] * (m->omega[i] * m->q[i]) -
                                          2 * m->load[i] * (m->q[i] + m->origin));
        }
    add->kinetic += 0.5 * lanes_sum(kinetic);
    add->potential += 0.5 * lanes_sum(potential);
}
