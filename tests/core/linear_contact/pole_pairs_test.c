/* pole_pairs: how far the compression may rise above a straight line within a step, against many looks inside it. */
#include "core/linear_contact/pole_pairs.h"
#include "tests/tools/claim.h"
#include "tests/tools/dice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 12, LOOKS = 200 };
static const double h = 1 / 44100.;

/* A bank of vibrations, and where `kinds` allow it of drifts and of split pairs, which loads push. */
static void draw(hz_pole_pairs *b, dice *d, int kinds)
{
    assert_true(hz_pole_pairs_init(b, MOST, 0));
    hz_pole_pairs_resize(b, dice_of(d, MOST) + 1);
    b->slow = 0.01 / h;
    for (int i = 0; i < b->n; i++) {
        double omega = dice_log(d, 10, 6e5);
        b->x[i] = omega * omega;
        b->sigma[i] = dice_log(d, 1e-4, 2) * omega;
        b->split[i] = kinds && dice_once(d, 4);
        if (b->split[i]) {
            b->sigma[i] = !dice_once(d, 4) ? dice_log(d, 1, 1e4) : 0;
            b->x[i] = 1e5 * dice_even(d, 0.2, 1);
        } else if (kinds && dice_once(d, 4)) {
            b->x[i] = 0;
        }
        b->delta[i] = b->x[i] - b->sigma[i] * b->sigma[i];
        b->eta.q[i] = dice_even(d, -1, 1);
        b->eta.p[i] = dice_even(d, -1, 1) / (1e3 + omega) * (dice_once(d, 2));
        b->rate.p[i] = b->eta.q[i];
        b->load_p[HZ_FORCE_A][i] = dice_even(d, -1, 1);
        b->load_q[HZ_FORCE_A][i] = kinds ? dice_even(d, -1, 1) / (1e3 + omega) : 0;
    }
    hz_pole_pairs_prepare(b, h);
}

static void set_going(hz_pole_pairs *b, dice *d)
{
    double q[MOST], p[MOST];
    for (int i = 0; i < b->n; i++) {
        double size = dice_log(d, 1e-3, 1);
        p[i] = dice_even(d, -size, size);
        q[i] = dice_even(d, -size, size) / (1 + sqrt(b->x[i]));
    }
    hz_pole_pairs_write(b, q, p);
}

/* How far the compression goes above the straight line in a sample. */
static double highest(const hz_pole_pairs *b)
{
    double from = hz_pole_pairs_now(b).eta, to = hz_pole_pairs_probe(b, h).eta, most = 0;
    for (int k = 1; k < LOOKS; k++) {
        double part = k / (double)LOOKS;
        most = fmax(most, hz_pole_pairs_probe(b, part * h).eta - (from + part * (to - from)));
    }
    return most;
}

static void bulges_are_bounds(void **state)
{
    (void)state;
    claim c[] = { { .name = "bulge: what is seen, of the bound", .allowed = 1 },
                  { .name = "bulge: the same of what is known after other loads and steps", .allowed = 1 },
                  { .name = "bulge: of one pair, the bound over what can be seen", .allowed = 1.05 } };
    dice d = { claim_seed(41) };
    for (int t = 0; t < claim_trials(2000); t++) {
        hz_pole_pairs b;
        draw(&b, &d, t % 2);
        set_going(&b, &d);
        assert_true(isinf(hz_pole_pairs_bulge(&b, h, 0)) || b.drifting > 0);
        for (int k = 0; k < 10; k++) {
            double amount[HZ_LOADS] = { [HZ_FORCE_A] = dice_even(&d, -10, 10) };
            if (k > 0 && dice_once(&d, 2))
                hz_pole_pairs_load(&b, amount);
            double seen = highest(&b), rounding = 1e-13 * fabs(hz_pole_pairs_now(&b).eta);
            if (k > 0)
                claim_see(&c[1], (seen - rounding) / hz_pole_pairs_bulge(&b, h, 0), "trial %d, %d pairs", t, b.n);
            if (k == 0 || dice_once(&d, 4))
                claim_see(&c[0], (seen - rounding) / hz_pole_pairs_bulge(&b, h, 1), "trial %d, %d pairs", t, b.n);
            hz_pole_pairs_step(&b, HZ_STEP_SAMPLE);
            hz_pole_pairs_take(&b);
        }
        hz_pole_pairs_free(&b);
    }
    /* A slow vibration at its turn is a parabola, and the bound is what it does. */
    hz_pole_pairs b;
    assert_true(hz_pole_pairs_init(&b, 1, 0));
    hz_pole_pairs_resize(&b, 1);
    b.x[0] = b.delta[0] = pow(0.1 / h, 2);
    b.eta.q[0] = b.rate.p[0] = 1;
    hz_pole_pairs_prepare(&b, h);
    hz_pole_pairs_write(&b, (double[]){ 1 }, (double[]){ 0.1 / h * sin(0.05) });
    claim_see(&c[2], hz_pole_pairs_bulge(&b, h, 1) / highest(&b), "one pair");
    hz_pole_pairs_free(&b);
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(bulges_are_bounds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
