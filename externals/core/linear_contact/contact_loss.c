/* contact_loss: the energy that two bodies and their contact lose over a step. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/oscillator.h"

/* ---- flight ---- */

/* What a time of flight does to a mode: the integrals of c^2 and s^2, and s^2 itself. */
typedef struct squares {
    double cc, square, ss;
} squares;

static squares squares_of(const hz_pole_pairs *b, int i, double d)
{
    double omega = sqrt(b->x[i]), sigma = b->sigma[i], cc, ss;
    hz_oscillator k = hz_oscillator_step(omega, sigma, d);
    hz_oscillator_integrate(omega, sigma, d, &k, &cc, &ss);
    return (squares){ cc, k.s * k.s, ss };
}

/* Most flights that are booked last a sample or a block. When a length comes twice in a row, what it does is kept. */
static void keep_squares(hz_linear_contact_body *body, double d)
{
    int again = d == body->last_for;
    body->last_for = d;
    if (!again || d == body->kept_for)
        return;
    for (int i = body->coupling.n; i < body->bank.n; i++) {
        squares k = squares_of(&body->bank, i, d);
        body->kept_cc[i] = k.cc;
        body->kept_square[i] = k.square;
        body->kept_ss[i] = k.ss;
    }
    body->kept_for = d;
}

/* phases:loss  The modes of a body over a time of flight, from the state at its beginning, in closed form. */
static double loss_of_modes(const hz_linear_contact_body *body, double d, const double *q, const double *p)
{
    const hz_pole_pairs *b = &body->bank;
    double loss = 0;
    for (int i = body->coupling.n; i < b->n; i++) {
        if (b->sigma[i] == 0)
            continue;
        squares k = d == body->kept_for ? (squares){ body->kept_cc[i], body->kept_square[i], body->kept_ss[i] }
                                        : squares_of(b, i, d);
        double push = b->push[i] - b->x[i] * q[i];
        loss += 2 * b->sigma[i] * (k.cc * p[i] * p[i] + k.square * p[i] * push + k.ss * push * push);
    }
    return loss;
}

/* phases:loss  The pairs of a bank by a form over the first of them, from this state to the present one. */
static double loss_by_form(hz_linear_contact *x, const hz_pole_pairs *b, hz_loss_form *form, const double *q,
                           const double *p)
{
    double *diff_q = x->rq, *diff_p = x->rp, *sum_q = x->q, *sum_p = x->p;
    for (int i = 0; i < b->n; i++) {
        diff_q[i] = q[i] - b->q[i];
        diff_p[i] = p[i] - b->p[i];
        sum_q[i] = q[i] + b->q[i];
        sum_p[i] = p[i] + b->p[i];
    }
    hz_pole_pairs_count_from_held(b, sum_q, sum_p);
    return hz_loss_form_step(form, diff_q, diff_p, sum_q, sum_p);
}

static double loss_in_flight(hz_linear_contact *x)
{
    hz_linear_contact_body *bodies[] = { &x->a, &x->b };
    double loss = 0;
    for (int k = 0; k < 2; k++) {
        const double *q = x->owed_q + (k ? x->a.n : 0), *p = x->owed_p + (k ? x->a.n : 0);
        keep_squares(bodies[k], x->owed_time);
        loss += loss_of_modes(bodies[k], x->owed_time, q, p);
        if (bodies[k]->coupling.n > 0)
            loss += loss_by_form(x, &bodies[k]->bank, &bodies[k]->coupling.form, q, p);
    }
    return loss;
}

/* ---- contact ---- */

/* Adds the square of a row over the pairs, which stands in x->rq and x->rp. */
static void add_square(hz_linear_contact *x, double weight)
{
    hz_contact_poles_row(&x->poles, x->rq, x->rp, x->q, x->p);
    hz_loss_form_add(&x->form, weight, x->q, x->p);
}

/* phases:loss  Adds the square that tells what mode i of both bodies loses: that of its velocity or, if it is coupled,
 * one of the rows of its body's coupled damping. */
static void add_mode(hz_linear_contact *x, int i)
{
    const hz_linear_contact_body *b = i < x->a.n ? &x->a : &x->b;
    size_t bytes = sizeof(double) * (size_t)x->joined.n;
    int at = i < x->a.n ? 0 : x->a.n;
    memset(x->rq, 0, bytes);
    memset(x->rp, 0, bytes);
    if (i - at < b->coupling.n) {
        add_square(x, hz_coupled_damping_square(&b->coupling, i - at, x->rq + at, x->rp + at));
    } else if (x->sigma[i] > 0) {
        x->rp[i] = 1;
        add_square(x, 2 * x->sigma[i]);
    }
}

/* Whether anything is lost in contact at all. */
static int loses(const hz_linear_contact *x)
{
    int damped = x->params.damping > 0 || x->a.coupling.n > 0 || x->b.coupling.n > 0;
    for (int i = 0; i < x->joined.n; i++)
        damped |= x->sigma[i] > 0;
    return damped;
}

static enum hz_contact_loss loss_of(const hz_linear_contact *x)
{
    int counted = x->joined.n + x->a.coupling.n + x->b.coupling.n;
    return !loses(x) ? HZ_LOSS_NONE : counted > HZ_LINEAR_CONTACT_MOST_BOOKED ? HZ_LOSS_NOT_BOOKED : HZ_LOSS_BY_FORM;
}

double hz_contact_loss_derive(hz_linear_contact *x)
{
    hz_pole_pairs *j = &x->joined;
    hz_loss_form_pairs pairs = { j->split, j->sigma, j->x };
    enum hz_contact_loss loss = loss_of(x);
    double n = j->n;
    int at = x->form_at++;
    if (loss == HZ_LOSS_BY_FORM && at == 0) {
        hz_loss_form_open(&x->form, &pairs, j->n);
        if (x->params.damping > 0)
            hz_loss_form_add(&x->form, x->params.damping, j->rate.q, j->rate.p);
    }
    if (loss != HZ_LOSS_BY_FORM || at == 2 * j->n) {
        x->loss = loss;
        return 10 * n;
    }
    if (at < j->n) {
        add_mode(x, at);
        return 2 * n * n + 50 * n;
    }
    hz_loss_form_solve(&x->form, &pairs, at - j->n);
    return 100 * n;
}

static double loss_in_contact(hz_linear_contact *x)
{
    return x->loss == HZ_LOSS_BY_FORM ? loss_by_form(x, &x->joined, &x->form, x->owed_q, x->owed_p) : 0;
}

/* ---- both ---- */

void hz_contact_loss_owe(hz_linear_contact *x, double d)
{
    const hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank, &x->joined };
    if (x->owed_time == 0)
        for (int k = x->touching ? 2 : 0, at = 0; k < (x->touching ? 3 : 2); at += banks[k++]->n) {
            memcpy(x->owed_q + at, banks[k]->q, sizeof(double) * (size_t)banks[k]->n);
            memcpy(x->owed_p + at, banks[k]->p, sizeof(double) * (size_t)banks[k]->n);
        }
    x->owed_time += d;
}

void hz_contact_loss_book(hz_linear_contact *x)
{
    if (x->owed_time > 0)
        hz_sum_add(&x->ledger.dissipated, x->touching ? loss_in_contact(x) : loss_in_flight(x));
    x->owed_time = 0;
}
