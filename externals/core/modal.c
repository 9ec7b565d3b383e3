/* modal: a body as a bank of modes, stepped exactly for a force that is constant over the step. */
#include "modal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One mode's numbers for a step of length t. */
typedef struct mode_step {
    double s, c, b, ivv, iaa;
} mode_step;

/* The impulse response s(t) of q'' + 2 sigma q' + omega^2 q, its derivative c and its integral b (modal:step), by
 * whichever of its forms keeps its digits: the power series for a brief step, else damped rotation or two decays. */
static mode_step mode_prepare(double omega, double sigma, double t)
{
    double x = sigma * t, y = omega * t, y2 = y * y;
    mode_step m;
    if (x + y == 0) /* a free mass: what the series below would find */
        return (mode_step){ .s = t, .c = 1, .b = 0.5 * t * t, .ivv = t, .iaa = t * t * t / 3 };
    if (x < 0.02 && y2 < 4e-4) {
        /* modal:series  s/t, c and b/t^2 from the recurrence that the equation gives their coefficients */
        double k0 = 0, k1 = 1, s = 1, c = 1, b = 0.5;
        for (int k = 2; k <= 9; k++) {
            double k2 = -(2 * x * (k - 1) * k1 + y2 * k0) / (k * (k - 1));
            s += k2;
            c += k * k2;
            b += k2 / (k + 1);
            k0 = k1;
            k1 = k2;
        }
        m = (mode_step){ .s = s * t, .c = c, .b = b * t * t };
    } else if (x < y) {
        double w = sqrt((omega - sigma) * (omega + sigma)), decay = exp(-x);
        double half = sin(0.5 * w * t), sine = sin(w * t) / w;
        m.s = decay * sine;
        m.c = decay * (cos(w * t) - sigma * sine);
        /* 1 - c - 2 sigma s with its cancellation done by hand */
        m.b = (decay * (2 * half * half - sigma * sine) - expm1(-x)) / (omega * omega);
    } else {
        double spread = sqrt((sigma - omega) * (sigma + omega)), fast = sigma + spread;
        double slow = omega * omega / fast, gap = 2 * spread * t;
        /* (1 - exp(-r t))/r, which is t for r = 0 */
        double e_slow = slow > 0 ? -expm1(-slow * t) / slow : t, e_fast = -expm1(-fast * t) / fast;
        double rise = gap > 1e-8 ? -expm1(-gap) / (2 * spread) : t; /* of the difference of the two decays */
        m.s = exp(-slow * t) * rise;
        m.c = exp(-slow * t) - fast * m.s;
        m.b = gap > 1e-3 ? (e_slow - e_fast) / (2 * spread) : (1 - m.c - 2 * sigma * m.s) / (omega * omega);
    }
    /* modal:loss  the integrals of c^2 and s^2 over the step */
    double e = x > 0 ? -expm1(-2 * x) / (2 * sigma) : t, sc = m.s * m.c;
    m.ivv = 0.5 * (e + sc);
    m.iaa = x < 0.02 && y2 < 4e-4 ? t * t * t * (1.0 / 3 + x * (-0.5) + (7 * x * x - y2) / 15)
            : omega > 0           ? (0.5 * (e - sc) - sigma * m.s * m.s) / (omega * omega)
                        : (t - 2 * e - 0.5 * expm1(-4 * x) * 0.5 / sigma) / (4 * sigma * sigma);
    return m;
}

int hz_modal_init(hz_modal *m, int room)
{
    enum { OWN = 7, EACH = 5 };
    size_t rows = OWN + EACH * HZ_STRIDES, n = room > 0 ? (size_t)room : 1;
    *m = (hz_modal){ .room = room, .memory = calloc(rows * n, sizeof(double)) };
    if (!m->memory)
        return 0;
    double **own[OWN] = { &m->mass, &m->omega, &m->sigma, &m->weight, &m->load, &m->q, &m->v };
    double *row = m->memory;
    for (int i = 0; i < OWN; i++, row += n)
        *own[i] = row;
    for (int k = 0; k < HZ_STRIDES; k++) {
        hz_stride *st = &m->stride[k];
        double **each[EACH] = { &st->s, &st->c, &st->b, &st->ivv, &st->iaa };
        for (int i = 0; i < EACH; i++, row += n)
            *each[i] = row;
    }
    return 1;
}

void hz_modal_free(hz_modal *m)
{
    free(m->memory);
    *m = (hz_modal){ 0 };
}

void hz_modal_copy(hz_modal *to, const hz_modal *from)
{
    size_t bytes = sizeof(double) * (size_t)from->n;
    to->n = from->n;
    to->origin = from->origin;
    memcpy(to->mass, from->mass, bytes);
    memcpy(to->omega, from->omega, bytes);
    memcpy(to->sigma, from->sigma, bytes);
    memcpy(to->weight, from->weight, bytes);
    memcpy(to->load, from->load, bytes);
    memcpy(to->q, from->q, bytes);
    memcpy(to->v, from->v, bytes);
}

static void stride_prepare(const hz_modal *m, hz_stride *st, double length)
{
    st->length = length;
    st->g = st->g_v = 0;
    for (int i = 0; i < m->n; i++) {
        mode_step k = mode_prepare(m->omega[i], m->sigma[i], length);
        double push = m->weight[i] * m->weight[i] / m->mass[i];
        st->s[i] = k.s;
        st->c[i] = k.c;
        st->b[i] = k.b;
        st->ivv[i] = k.ivv;
        st->iaa[i] = k.iaa;
        st->g += push * k.b;
        st->g_v += push * k.s;
    }
}

void hz_modal_prepare(hz_modal *m, double h)
{
    stride_prepare(m, &m->stride[HZ_WHOLE_STEP], h);
    stride_prepare(m, &m->stride[HZ_PART_STEP], h);
}

const hz_stride *hz_modal_stride(hz_modal *m, double length)
{
    if (length == m->stride[HZ_WHOLE_STEP].length)
        return &m->stride[HZ_WHOLE_STEP];
    hz_stride *st = &m->stride[HZ_PART_STEP];
    if (length != st->length)
        stride_prepare(m, st, length);
    return st;
}

/* The acceleration of mode i at the start of a step, its own damping left out: what s and b answer to. */
static double mode_push(const hz_modal *m, int i, double force)
{
    return force * m->weight[i] / m->mass[i] + m->load[i] - m->omega[i] * m->omega[i] * m->q[i];
}

hz_reach hz_modal_look(const hz_modal *m, const hz_stride *st, double force)
{
    hz_reach r = { .g = st->g, .g_v = st->g_v };
    for (int i = 0; i < m->n; i++) {
        double push = mode_push(m, i, force); /* modal:step */
        r.du += m->weight[i] * (st->s[i] * m->v[i] + st->b[i] * push);
        r.v += m->weight[i] * (st->c[i] * m->v[i] + st->s[i] * push);
    }
    return r;
}

hz_reach hz_modal_take(hz_modal *m, const hz_stride *st, double force)
{
    hz_reach r = { .g = st->g, .g_v = st->g_v };
    for (int i = 0; i < m->n; i++) {
        double push = mode_push(m, i, force), dq = st->s[i] * m->v[i] + st->b[i] * push;
        m->v[i] = st->c[i] * m->v[i] + st->s[i] * push;
        m->q[i] += dq;
        r.du += m->weight[i] * dq;
        r.v += m->weight[i] * m->v[i];
    }
    return r;
}

double hz_modal_loss(const hz_modal *m, const hz_stride *st, double force)
{
    double loss = 0;
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
    for (int i = 0; i < m->n; i++) {
        double w = m->omega[i] * m->q[i];
        add->kinetic += 0.5 * m->mass[i] * m->v[i] * m->v[i];
        add->potential += m->mass[i] * (0.5 * w * w - m->load[i] * (m->q[i] + m->origin));
    }
}
