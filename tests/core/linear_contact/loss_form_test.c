/* lossform: what pole pairs lose, against the integral of the power along their motion. */
#include "core/linear_contact/loss_form.h"
#include "tests/tools/test.h"

enum { MOST = 8, MOST_ROWS = 9, PARTS = 4000 };

typedef struct setup {
    int n, rows;
    double sigma[MOST], x[MOST], q[MOST], p[MOST];
    double weight[MOST_ROWS], row_q[MOST_ROWS][MOST], row_p[MOST_ROWS][MOST];
} setup;

static void draw(setup *s, dice *d)
{
    s->n = 1 + dice_of(d, MOST);
    s->rows = 1 + dice_of(d, MOST_ROWS);
    for (int i = 0; i < s->n; i++) {
        double w = 2 * M_PI * dice_log(d, 20, 1000);
        s->sigma[i] = dice_log(d, 1, 100);
        s->x[i] = w * w;
        s->q[i] = dice_even(d, -1, 1) / w;
        s->p[i] = dice_even(d, -1, 1);
    }
    for (int k = 0; k < s->rows; k++) {
        s->weight[k] = dice_log(d, 0.1, 10);
        for (int i = 0; i < s->n; i++) {
            s->row_q[k][i] = dice_even(d, -1, 1) * sqrt(s->x[i]);
            s->row_p[k][i] = dice_even(d, -1, 1);
        }
    }
}

/* Where the pairs are after a time. */
static void move(const setup *s, double t, double *q, double *p)
{
    for (int i = 0; i < s->n; i++) {
        double sigma = s->sigma[i], x = s->x[i];
        double w = sqrt(x - sigma * sigma), c = exp(-sigma * t) * cos(w * t), b = exp(-sigma * t) * sin(w * t) / w;
        q[i] = s->q[i] * (c + sigma * b) + s->p[i] * b;
        p[i] = s->p[i] * (c - sigma * b) - s->q[i] * x * b;
    }
}

static double power(const setup *s, double t)
{
    double q[MOST], p[MOST], sum = 0;
    move(s, t, q, p);
    for (int k = 0; k < s->rows; k++) {
        double row = 0;
        for (int i = 0; i < s->n; i++)
            row += s->row_q[k][i] * q[i] + s->row_p[k][i] * p[i];
        sum += s->weight[k] * row * row;
    }
    return sum;
}

/* Simpson's rule. */
static double lost(const setup *s, double time)
{
    double sum = power(s, 0) + power(s, time);
    for (int k = 1; k < PARTS; k++)
        sum += (k % 2 ? 4 : 2) * power(s, time * k / PARTS);
    return sum * time / (3 * PARTS);
}

static void derive(hz_loss_form *f, const setup *s, int rows)
{
    hz_loss_form_pairs b = { s->sigma, s->x };
    hz_loss_form_open(f, &b, s->n);
    for (int k = 0; k < rows; k++)
        hz_loss_form_add(f, s->weight[k], s->row_q[k], s->row_p[k]);
    if (rows == s->rows)
        hz_loss_form_close(f, &b);
}

TEST(the_form_is_the_integral_of_the_power)
{
    CLAIMS(c, CLAIM("loss form: off the integral of the power", 3e-10), CLAIM("loss form: a copy of it, off it", 0));
    dice d = { claim_seed(1) };
    hz_loss_form f, copy;
    assert_true(hz_loss_form_init(&f, MOST) && hz_loss_form_init(&copy, MOST));
    for (int t = 0; t < claim_trials(40); t++) {
        setup s;
        double q[MOST], p[MOST], diff_q[MOST], diff_p[MOST], sum_q[MOST], sum_p[MOST], time = dice_log(&d, 1e-3, 1e-2);
        draw(&s, &d);
        derive(&f, &s, dice_of(&d, s.rows)); /* given up on the way, which leaves nothing */
        derive(&f, &s, s.rows);
        move(&s, time, q, p);
        for (int i = 0; i < s.n; i++) {
            diff_q[i] = s.q[i] - q[i];
            diff_p[i] = s.p[i] - p[i];
            sum_q[i] = s.q[i] + q[i];
            sum_p[i] = s.p[i] + p[i];
        }
        double loss = hz_loss_form_step(&f, diff_q, diff_p, sum_q, sum_p);
        claim_near(&c[0], loss, lost(&s, time), "trial %d, %d pairs, %d rows", t, s.n, s.rows);
        hz_loss_form_copy(&copy, &f);
        claim_near(&c[1], hz_loss_form_step(&copy, diff_q, diff_p, sum_q, sum_p), loss, "trial %d", t);
    }
    hz_loss_form_free(&f);
    hz_loss_form_free(&copy);
}
