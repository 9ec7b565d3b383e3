/* coupled_damping: modes that are coupled by their damping, and the pole pairs that they have together. */
#include "coupled_damping.h"

#include <stdlib.h>
#include <string.h>

int hz_coupled_damping_init(hz_coupled_damping *c)
{
    size_t n = HZ_COUPLED_DAMPING_MOST;
    *c = (hz_coupled_damping){ 0 };
    c->sigma = calloc(9 * n * n + 4 * n, sizeof *c->sigma);
    if (!c->sigma || !hz_loss_form_init(&c->form, HZ_COUPLED_DAMPING_MOST)) {
        hz_coupled_damping_free(c);
        return 0;
    }
    c->x = c->sigma + n;
    c->delta = c->x + n;
    c->loss = c->delta + n;
    c->row = c->loss + n;
    c->out = c->row + n * n;
    c->in = c->out + 4 * n * n;
    return 1;
}

void hz_coupled_damping_free(hz_coupled_damping *c)
{
    free(c->sigma);
    hz_loss_form_free(&c->form);
    *c = (hz_coupled_damping){ 0 };
}

void hz_coupled_damping_copy(hz_coupled_damping *to, const hz_coupled_damping *from)
{
    to->n = from ? from->n : 0;
    if (to->n == 0)
        return;
    size_t n = (size_t)to->n, row = n * sizeof(double);
    memcpy(to->sigma, from->sigma, row);
    memcpy(to->x, from->x, row);
    memcpy(to->delta, from->delta, row);
    memcpy(to->loss, from->loss, row);
    memcpy(to->row, from->row, n * row);
    memcpy(to->out, from->out, 4 * n * row);
    memcpy(to->in, from->in, 4 * n * row);
    hz_loss_form_copy(&to->form, &from->form);
}

void hz_coupled_damping_close(hz_coupled_damping *c)
{
    hz_loss_form_pairs pairs = { c->sigma, c->x };
    double row_q[HZ_COUPLED_DAMPING_MOST], row_p[HZ_COUPLED_DAMPING_MOST];
    hz_loss_form_open(&c->form, &pairs, c->n);
    for (int k = 0; k < c->n; k++) {
        double weight = hz_coupled_damping_square(c, k, row_q, row_p);
        hz_loss_form_add(&c->form, weight, row_q, row_p);
    }
    hz_loss_form_close(&c->form, &pairs);
}

static void turn(const hz_coupled_damping *c, const double *by, double *q, double *p)
{
    double turned[2 * HZ_COUPLED_DAMPING_MOST];
    int n = c->n;
    for (int i = 0; i < 2 * n; i++) {
        const double *row = by + (size_t)i * 2 * (size_t)n;
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += row[j] * q[j] + row[n + j] * p[j];
        turned[i] = sum;
    }
    for (int i = 0; i < n; i++) {
        q[i] = turned[i];
        p[i] = turned[n + i];
    }
}

void hz_coupled_damping_modes(const hz_coupled_damping *c, double *q, double *p)
{
    turn(c, c->out, q, p);
}

void hz_coupled_damping_pairs(const hz_coupled_damping *c, double *q, double *p)
{
    turn(c, c->in, q, p);
}

void hz_coupled_damping_row(const hz_coupled_damping *c, const double *weight, int velocity, double *row_q,
                            double *row_p)
{
    double sum[2 * HZ_COUPLED_DAMPING_MOST] = { 0 };
    int n = c->n;
    for (int i = 0; i < n; i++) {
        const double *row = c->out + (size_t)(velocity ? n + i : i) * 2 * (size_t)n;
        for (int j = 0; j < 2 * n; j++)
            sum[j] += weight[i] * row[j];
    }
    for (int j = 0; j < n; j++) {
        row_q[j] = sum[j];
        row_p[j] = sum[n + j];
    }
}

double hz_coupled_damping_square(const hz_coupled_damping *c, int k, double *row_q, double *row_p)
{
    hz_coupled_damping_row(c, c->row + (size_t)k * (size_t)c->n, 1, row_q, row_p);
    return c->loss[k];
}
