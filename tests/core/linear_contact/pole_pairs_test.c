/* pole_pairs: how far the compression may rise above a straight line within a step, against many looks inside it; how
 * pairs that are loaded and slow go, against the closed form; what a bank begins with. */
#include "core/linear_contact/pole_pairs.h"
#include "tests/tools/asserted.h"
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

/* One pair, of which a unit of gravity is a unit of acceleration. */
static void bank_open(hz_pole_pairs *b, double sigma, double x, double slow)
{
    assert_true(hz_pole_pairs_init(b, 1, 0));
    hz_pole_pairs_resize(b, 1);
    b->sigma[0] = sigma;
    b->x[0] = x;
    b->delta[0] = x - sigma * sigma;
    b->eta.q[0] = b->rate.p[0] = b->load_p[HZ_GRAVITY][0] = 1;
    b->slow = slow;
    hz_pole_pairs_prepare(b, h);
}

/* A pair at rest that is pulled back from now on rises above the straight line by a parabola, and so does the
 * bound. */
static void a_load_bulges_what_was_at_rest(void **state)
{
    (void)state;
    hz_pole_pairs b;
    bank_open(&b, 0, pow(0.1 / h, 2), 0);
    assert_true(hz_pole_pairs_bulge(&b, h, 1) == 0);
    hz_pole_pairs_load(&b, (double[HZ_LOADS]){ [HZ_GRAVITY] = -1 });
    double seen = highest(&b), bound = hz_pole_pairs_bulge(&b, h, 0);
    assert_that(seen > 0 && seen <= bound && bound < 1.05 * seen, "seen %g, bound %g", seen, bound);
    hz_pole_pairs_free(&b);
}

/* Where a steady acceleration of 1 takes a pair from rest in a time t: y'' = 1 - 2 sigma y' - x y. */
static long double pushed(long double sigma, long double x, long double t)
{
    long double delta = x - sigma * sigma, w = sqrtl(fabsl(delta));
    if (delta > 0) {
        long double half = sinl(0.5L * w * t);
        return (2 * half * half * expl(-sigma * t) - expm1l(-sigma * t) - sigma / w * expl(-sigma * t) * sinl(w * t)) /
               x;
    }
    long double fast = sigma + w, slow = x / fast;
    return (-expm1l(-slow * t) / slow + expm1l(-fast * t) / fast) / (2 * w);
}

/* pairs:slow  A pair that is slow goes as its equation says over any length: a small part of its period and many of
 * them, vibrating and overdamped. */
static void slow_pairs_go_over_any_length(void **state)
{
    (void)state;
    claim c[] = { { .name = "slow: place after a push, of how far it may go", .allowed = 1e-13 } };
    dice d = { claim_seed(71) };
    for (int t = 0; t < 400; t++) {
        hz_pole_pairs b;
        double w = dice_log(&d, 1, 400), sigma = t % 2 ? w * dice_log(&d, 1e-3, 0.9) : w * dice_log(&d, 1.1, 100);
        double length = dice_log(&d, 0.01, 20) / w, none[HZ_LOADS] = { 0 }, gravity[HZ_LOADS] = { [HZ_GRAVITY] = 1 };
        bank_open(&b, sigma, w * w, 1000);
        assert_int_equal(b.drifting, 1);
        hz_pole_pairs_load(&b, gravity);
        double want = (double)pushed(sigma, w * w, length), most = fmin(0.5 * length * length, 2 / (w * w));
        claim_see(&c[0], fabs(hz_pole_pairs_any(&b, length).eta - want) / most, "trial %d: w %g sigma %g, %g s", t, w,
                  sigma, length);
        hz_pole_pairs_load(&b, none);
        hz_pole_pairs_free(&b);
    }
    CLAIMS_CHECK(c);
}

/* Only what is loaded and slower than its owner says is slow; and what drifts drifts anyhow. */
static void who_is_slow(void **state)
{
    (void)state;
    static const struct {
        double x, load;
        int slow;
    } pairs[] = { { 9, 1, 1 }, { 9, 0, 0 }, { 121, 1, 0 }, { 121, 0, 0 }, { 0, 0, 1 } };
    for (int k = 0; k < 5; k++) {
        hz_pole_pairs b;
        bank_open(&b, 0, pairs[k].x, 10);
        b.load_p[HZ_GRAVITY][0] = pairs[k].load;
        hz_pole_pairs_prepare(&b, h);
        assert_int_equal(b.drifting, pairs[k].slow);
        hz_pole_pairs_free(&b);
    }
}

/* A bank that is derived anew begins without loads, so that its state is counted from 0. */
static void loads_begin_at_nothing(void **state)
{
    (void)state;
    const double rest = 0, gravity[HZ_LOADS] = { [HZ_GRAVITY] = 1 };
    hz_pole_pairs b;
    double q, p;
    bank_open(&b, 0, 1e6, 0);
    hz_pole_pairs_load(&b, gravity);
    hz_pole_pairs_prepare(&b, h);
    hz_pole_pairs_write(&b, &rest, &rest);
    assert_true(hz_pole_pairs_now(&b).eta == 0 && b.q[0] == 0);
    hz_pole_pairs_read(&b, &q, &p);
    assert_true(q == 0 && p == 0);
    hz_pole_pairs_load(&b, gravity);
    assert_true(b.q[0] == -1e-6 && fabs(hz_pole_pairs_now(&b).eta) < 1e-20);
    hz_pole_pairs_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bulges_are_bounds),
        cmocka_unit_test(a_load_bulges_what_was_at_rest),
        long_double_unit_test(slow_pairs_go_over_any_length),
        cmocka_unit_test(who_is_slow),
        cmocka_unit_test(loads_begin_at_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
