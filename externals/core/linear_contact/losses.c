/* losses: the energy that two bodies lose over a time. In contact the modes' own losses are booked step by step
 * (series.c); here are those of flight, and those of what damping couples. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/oscillator.h"

/* ---- modes in flight ---- */

/* What a time of flight does to a mode: the integrals of c^2 and s^2, and s^2 itself. */
typedef struct squares {
    double cc, square, ss;
} squares;

static squares squares_of(const hz_pairs *r, int i, double d)
{
    double omega = sqrt(r->x[i]), sigma = r->sigma[i], cc, ss;
    hz_oscillator k = hz_oscillator_step(omega, sigma, d);
    hz_oscillator_integrate(omega, sigma, d, &k, &cc, &ss);
    return (squares){ cc, k.s * k.s, ss };
}

/* Most flights that are booked last a sample or a block. When a length comes twice in a row, what it does is kept. */
static void keep_squares(hz_linear_contact *x, hz_linear_contact_body *b, double d)
{
    hz_pairs *r = &x->r;
    int again = d == b->last_for;
    b->last_for = d;
    if (!again || d == b->kept_for)
        return;
    for (int i = b->at + b->coupling.n; i < b->at + b->n; i++) {
        squares k = squares_of(r, i, d);
        r->kept_cc[i] = k.cc;
        r->kept_square[i] = k.square;
        r->kept_ss[i] = k.ss;
    }
    b->kept_for = d;
}

/* contact:loss  The modes of a body over a time of flight, from the state at its beginning, in closed form. */
static double loss_of_modes(const hz_linear_contact *x, const hz_linear_contact_body *b, double d)
{
    const hz_pairs *r = &x->r;
    const double *q = x->owed_q, *p = x->owed_p;
    double loss = 0;
    for (int i = b->at + b->coupling.n; i < b->at + b->n; i++) {
        if (r->loss[i] == 0)
            continue;
        squares k =
            d == b->kept_for ? (squares){ r->kept_cc[i], r->kept_square[i], r->kept_ss[i] } : squares_of(r, i, d);
        double push = r->load_p[i] - r->x[i] * q[i];
        loss += r->loss[i] * (k.cc * p[i] * p[i] + k.square * p[i] * push + k.ss * push * push);
    }
    return loss;
}

/* ---- what damping couples ---- */

/* contact:loss  From the state that was to the present one. In flight it is counted from where the forces hold the
 * pairs; in contact the forces' work is known. */
static double loss_by_form(hz_linear_contact *x, hz_linear_contact_body *b)
{
    const hz_pairs *r = &x->r;
    double diff_q[HZ_COUPLED_DAMPING_MOST], diff_p[HZ_COUPLED_DAMPING_MOST];
    double sum_q[HZ_COUPLED_DAMPING_MOST], sum_p[HZ_COUPLED_DAMPING_MOST];
    for (int i = 0; i < b->coupling.n; i++) {
        int at = b->at + i;
        double q = x->owed_q[at], p = x->owed_p[at], a = r->load_q[at], c = r->load_p[at];
        double held_q = x->touching ? 0 : (c + 2 * r->sigma[at] * a) / r->x[at], held_p = x->touching ? 0 : -a;
        diff_q[i] = q - r->q[at];
        diff_p[i] = p - r->p[at];
        sum_q[i] = q + r->q[at] - 2 * held_q;
        sum_p[i] = p + r->p[at] - 2 * held_p;
    }
    return hz_loss_form_step(&b->coupling.form, diff_q, diff_p, sum_q, sum_p);
}

/* The derivatives, counted in the step, of what the form makes of the motion of a body under the contact's force. */
static void work_rate(const hz_linear_contact *x, const hz_linear_contact_body *b, const double *force, double d,
                      int terms, double *rate)
{
    const hz_pairs *r = &x->r;
    for (int i = b->at; i < b->at + b->coupling.n; i++) {
        double q = r->q[i], p = r->p[i];
        for (int k = 0; k < terms; k++) {
            rate[k] += r->form_q[i] * q + r->form_p[i] * p;
            double push = k == 0, next = d * (p + push * r->load_q[i] - r->drive_q[i] * force[k]);
            p = d * (r->spring[i] * q + r->damper[i] * p + push * r->load_p[i] - r->drive_p[i] * force[k]);
            q = next;
        }
    }
}

double hz_losses_of_work(const hz_linear_contact *x, const double *force, double d, int terms)
{
    const hz_linear_contact_body *bodies[] = { &x->a, &x->b };
    const double *inverse = x->numbers_of.inverse;
    double work = 0;
    for (int body = 0; body < 2; body++) {
        double rate[HZ_SERIES_TERMS] = { 0 }, outer = body ? -x->force[1] : x->force[0];
        if (bodies[body]->coupling.n == 0)
            continue;
        work_rate(x, bodies[body], force, d, terms, rate);
        for (int s = 0; s < terms; s++)
            for (int t = 0; t < terms; t++)
                work += 2 * d * ((s == 0 ? outer : 0) - force[s]) * inverse[s] * rate[t] * inverse[t] / (s + t + 1);
    }
    return work;
}

/* ---- both ---- */

void hz_losses_owe(hz_linear_contact *x, double d)
{
    if (x->owed_time == 0) {
        memcpy(x->owed_q, x->r.q, sizeof(double) * (size_t)x->r.n);
        memcpy(x->owed_p, x->r.p, sizeof(double) * (size_t)x->r.n);
    }
    x->owed_time += d;
}

void hz_losses_book(hz_linear_contact *x)
{
    hz_linear_contact_body *bodies[] = { &x->a, &x->b };
    double loss = x->touching ? x->owed_work : 0;
    for (int k = 0; k < 2 && x->owed_time > 0; k++) {
        if (!x->touching) {
            keep_squares(x, bodies[k], x->owed_time);
            loss += loss_of_modes(x, bodies[k], x->owed_time);
        }
        if (bodies[k]->coupling.n > 0)
            loss += loss_by_form(x, bodies[k]);
    }
    if (x->owed_time > 0)
        hz_sum_add(&x->ledger.dissipated, loss);
    x->owed_time = x->owed_work = 0;
}
