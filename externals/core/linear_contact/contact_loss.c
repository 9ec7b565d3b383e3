/* contact_loss: the energy that two bodies and their contact lose over a step. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/oscillator.h"

/* ---- flight ---- */

/* phases:loss  The modes of a body over a time of flight, from the state at its beginning, in closed form. */
static double loss_of_modes(const hz_linear_contact_body *body, double d, const double *q, const double *p)
{
    const hz_pole_pairs *b = &body->bank;
    double loss = 0;
    for (int i = body->coupling.n; i < b->n; i++) {
        if (b->sigma[i] == 0)
            continue;
        double omega = sqrt(b->x[i]), sigma = b->sigma[i], cc, ss;
        hz_oscillator k = hz_oscillator_step(omega, sigma, d);
        hz_oscillator_integrate(omega, sigma, d, &k, &cc, &ss);
        double push = b->push[i] - b->x[i] * q[i];
        loss += 2 * sigma * (cc * p[i] * p[i] + k.s * k.s * p[i] * push + ss * push * push);
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

/* phases:loss  Adds the squares whose sum is the power that a body loses: those of the velocities of damped modes, and
 * those of the rows of its coupled damping. */
static void add_body(hz_linear_contact *x, const hz_linear_contact_body *b, int at)
{
    size_t bytes = sizeof(double) * (size_t)x->joined.n;
    memset(x->rq, 0, bytes);
    memset(x->rp, 0, bytes);
    for (int i = 0; i < b->coupling.n; i++)
        add_square(x, hz_coupled_damping_square(&b->coupling, i, x->rq + at, x->rp + at));
    memset(x->rq, 0, bytes);
    memset(x->rp, 0, bytes);
    for (int i = at + b->coupling.n; i < at + b->n; i++) {
        if (x->sigma[i] == 0)
            continue;
        x->rp[i] = 1;
        add_square(x, 2 * x->sigma[i]);
        x->rp[i] = 0;
    }
}

static void derive(hz_linear_contact *x)
{
    hz_pole_pairs *j = &x->joined;
    hz_loss_form_pairs pairs = { j->split, j->sigma, j->x };
    hz_loss_form_open(&x->form, &pairs, j->n);
    add_body(x, &x->a, 0);
    add_body(x, &x->b, x->a.n);
    if (x->params.damping > 0)
        hz_loss_form_add(&x->form, x->params.damping, j->rate.q, j->rate.p);
    hz_loss_form_close(&x->form, &pairs);
}

/* Whether anything is lost in contact at all. */
static int loses(const hz_linear_contact *x)
{
    int damped = x->params.damping > 0 || x->a.coupling.n > 0 || x->b.coupling.n > 0;
    for (int i = 0; i < x->joined.n; i++)
        damped |= x->sigma[i] > 0;
    return damped;
}

static double loss_in_contact(hz_linear_contact *x)
{
    hz_pole_pairs *j = &x->joined;
    if (x->loss == HZ_LOSS_UNKNOWN) {
        int counted = j->n + x->a.coupling.n + x->b.coupling.n;
        x->loss = !loses(x)                                 ? HZ_LOSS_NONE
                  : counted > HZ_LINEAR_CONTACT_MOST_BOOKED ? HZ_LOSS_NOT_BOOKED
                                                            : HZ_LOSS_BY_FORM;
        if (x->loss == HZ_LOSS_BY_FORM)
            derive(x);
    }
    if (x->loss != HZ_LOSS_BY_FORM)
        return 0;
    return loss_by_form(x, j, &x->form, x->owed_q, x->owed_p);
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
