/* contact_loss: what two bodies and their contact lose over a step. */
#include "contact_loss.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/base/oscillator.h"

/* Multiplications: in a sample, a quarter of its time; and before a form is left to later samples. */
enum { MOST_SPANS = 12, IN_A_SAMPLE = 1 << 14, AT_ONCE = 1 << 20, OF_A_BLOCK = 300, OF_A_ROW = 8 };

/* ---- flight ---- */

/* phases:loss  what the modes lose over a step of flight, in closed form. */
static double loss_of_modes(const hz_linear_contact_body *body, double d)
{
    const hz_pole_pairs *b = &body->bank;
    double loss = 0;
    for (int i = body->coupling.n; i < b->n; i++) {
        if (b->sigma[i] == 0)
            continue;
        double omega = sqrt(b->x[i]), sigma = b->sigma[i], cc, ss, p = b->p[i];
        hz_oscillator k = hz_oscillator_step(omega, sigma, d);
        hz_oscillator_integrate(omega, sigma, d, &k, &cc, &ss);
        double push = b->push[i] - b->x[i] * b->q[i];
        loss += 2 * sigma * (cc * p * p + k.s * k.s * p * push + ss * push * push);
    }
    return loss;
}

/* phases:loss  and what the coupled pairs lose, by their body's form. */
static double loss_of_pairs(hz_linear_contact_body *body)
{
    hz_pole_pairs *b = &body->bank;
    hz_coupled_damping *c = &body->coupling;
    double fall[4][HZ_COUPLED_DAMPING_MOST];
    if (c->n == 0)
        return 0;
    for (int i = 0; i < c->n; i++) {
        fall[0][i] = b->q[i] - b->next_q[i];
        fall[1][i] = b->p[i] - b->next_p[i];
        fall[2][i] = b->q[i] + b->next_q[i];
        fall[3][i] = b->p[i] + b->next_p[i];
    }
    return hz_loss_form_step(&c->form, fall[0], fall[1], fall[2], fall[3]);
}

void hz_contact_loss_in_flight(hz_linear_contact *x, double d)
{
    hz_sum_add(&x->ledger.dissipated,
               loss_of_modes(&x->a, d) + loss_of_modes(&x->b, d) + loss_of_pairs(&x->a) + loss_of_pairs(&x->b));
}

/* ---- contact, by its form ---- */

/* The rows that lose in contact: of each mode, of each coupling's losers, of the damper. One of them, as the columns
 * have it; its weight, or 0. */
static double loser(hz_linear_contact *x, int k, const double **row_q, const double **row_p)
{
    hz_pole_pairs *j = &x->joined;
    double weight = 0;
    *row_q = j->next_q;
    *row_p = j->next_p;
    memset(x->rq, 0, sizeof(double) * (size_t)j->n);
    memset(x->rp, 0, sizeof(double) * (size_t)j->n);
    if (k < j->n) {
        weight = 2 * x->sigma[k];
        x->rp[k] = 1;
    } else if (k < j->n + x->a.coupling.n) {
        weight = hz_coupled_damping_loser(&x->a.coupling, k - j->n, x->rq, x->rp);
    } else if (k < j->n + x->a.coupling.n + x->b.coupling.n) {
        weight = hz_coupled_damping_loser(&x->b.coupling, k - j->n - x->a.coupling.n, x->rq + x->a.n, x->rp + x->a.n);
    } else {
        *row_q = j->rate.q;
        *row_p = j->rate.p;
        return x->params.damping;
    }
    if (weight > 0)
        hz_contact_poles_row(&x->poles[x->pole], x->rq, x->rp, j->next_q, j->next_p);
    return weight;
}

/* Goes on with the form until it is there or so many multiplications were done. */
static void derive(hz_linear_contact *x, long most)
{
    hz_pole_pairs *j = &x->joined;
    hz_loss_form_pairs pairs = { j->split, j->sigma, j->x };
    int losers = j->n + x->a.coupling.n + x->b.coupling.n + 1;
    long side = 2 * (long)j->n, done = 0;
    if (x->losers == 0)
        hz_loss_form_open(&x->form, &pairs, j->n);
    for (; x->losers < losers && done < most; x->losers++) {
        const double *row_q, *row_p;
        double weight = loser(x, x->losers, &row_q, &row_p);
        done += side;
        if (weight > 0) {
            hz_loss_form_add(&x->form, weight, row_q, row_p);
            done += side * side / 2 + OF_A_ROW * (long)j->n * (x->losers < j->n ? HZ_SIMD_SLAB : j->n);
        }
    }
    while (x->losers == losers && x->form.closed < x->form.n && done < most) {
        done += OF_A_BLOCK * (long)(x->form.closed + 1);
        hz_loss_form_close(&x->form, &pairs, 1);
    }
    x->has_form = x->losers == losers && x->form.closed == x->form.n;
    if (x->has_form && x->form.owes)
        hz_sum_add(&x->ledger.dissipated, hz_loss_form_pay(&x->form));
}

void hz_contact_loss_go_on(hz_linear_contact *x, int n)
{
    if (x->losers > 0 && !x->has_form)
        derive(x, (long)n * IN_A_SAMPLE);
}

void hz_contact_loss_settle(hz_linear_contact *x)
{
    if (x->form.owes)
        derive(x, LONG_MAX);
}

void hz_contact_loss_owed(const hz_linear_contact *x, hz_accounts *now)
{
    if (!x->form.owes)
        return;
    now->value[HZ_DISSIPATED] += x->was_residual - now->value[HZ_RESIDUAL];
    now->value[HZ_RESIDUAL] = x->was_residual;
}

void hz_contact_loss_looked(hz_linear_contact *x)
{
    hz_pole_pairs *j = &x->joined;
    double *diff_q = x->rq, *diff_p = x->rp, *sum_q = x->q, *sum_p = x->p;
    for (int i = 0; i < j->n; i++) {
        diff_q[i] = j->q[i] - j->next_q[i];
        diff_p[i] = j->p[i] - j->next_p[i];
        sum_q[i] = j->q[i] + j->next_q[i];
        sum_p[i] = j->p[i] + j->next_p[i];
    }
    hz_pole_pairs_from_lean(j, sum_q, sum_p);
    if (x->has_form)
        hz_sum_add(&x->ledger.dissipated, hz_loss_form_step(&x->form, diff_q, diff_p, sum_q, sum_p));
    else
        hz_loss_form_owe(&x->form, diff_q, diff_p, sum_q, sum_p);
}

/* ---- contact, by quadrature ---- */

/* Gauss and Legendre's ten points, the positive half. */
static const double node_at[] = { 0.14887433898163121, 0.43339539412924719, 0.67940956829902441, 0.86506336668898451,
                                  0.97390652851717172 };
static const double node_weight[] = { 0.29552422471475287, 0.26926671930999636, 0.21908636251598204,
                                      0.14945134915058059, 0.06667134430868814 };

static double loss_rate(hz_linear_contact *x, double t)
{
    hz_pole_pairs *j = &x->joined;
    double loss = 0, damped = x->a.coupling.n + x->b.coupling.n;
    for (int i = 0; i < j->n; i++)
        damped += x->sigma[i];
    hz_pole_pairs_look at = hz_pole_pairs_any(j, t);
    if (damped > 0) {
        for (int i = 0; i < j->n; i++)
            for (int k = 0; k < HZ_LOADS; k++) {
                j->next_q[i] += j->amount[k] * j->held_q[k][i];
                j->next_p[i] += j->amount[k] * j->held_p[k][i];
            }
        hz_contact_poles_leave(&x->poles[x->pole], j->next_q, j->next_p, x->rq, x->rp);
        for (int i = 0; i < j->n; i++)
            loss += 2 * x->sigma[i] * x->rp[i] * x->rp[i];
        hz_coupled_damping_modes(&x->a.coupling, x->rq, x->rp);
        hz_coupled_damping_modes(&x->b.coupling, x->rq + x->a.n, x->rp + x->a.n);
        loss +=
            hz_coupled_damping_loss(&x->a.coupling, x->rp) + hz_coupled_damping_loss(&x->b.coupling, x->rp + x->a.n);
    }
    return loss + x->params.damping * at.rate * at.rate;
}

/* Very many modes: by quadrature, in even spans of the fastest column as far as they go. */
static double loss_by_quadrature(hz_linear_contact *x, double d)
{
    double loss = 0;
    int spans = (int)fmin(fmax(ceil(x->joined.fastest * d / 2.8), 1), MOST_SPANS);
    for (int i = 0; i < spans; i++)
        for (int k = 0; k < 5; k++) {
            double half = 0.5 * d / spans, middle = (2 * i + 1) * half;
            loss += half * node_weight[k] *
                    (loss_rate(x, middle - half * node_at[k]) + loss_rate(x, middle + half * node_at[k]));
        }
    return loss;
}

int hz_contact_loss_in_contact(hz_linear_contact *x, double d)
{
    if (x->joined.n > x->form.room) {
        hz_sum_add(&x->ledger.dissipated, loss_by_quadrature(x, d));
        return 0;
    }
    if (x->losers == 0)
        derive(x, AT_ONCE);
    if (!x->has_form && !x->form.owes) {
        hz_accounts now;
        hz_linear_contact_accounts(x, &now);
        x->was_residual = now.value[HZ_RESIDUAL];
    }
    return 1;
}
