/* The trumpet marine: energy with and without losses, the equations of its parts after a step, one method against another,
 * rest, extremes, the bow's stick and slip. */
#include "core/claim.h"
#include "core/marina.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static hz_tromba_params lossless(void)
{
    hz_tromba_params p = marina_default();
    p.string.sigma0 = p.string.sigma1 = p.body.sigma0 = p.body.sigma1 = p.damping = 0;
    return p;
}

static void energy_is_kept(void **state)
{
    (void)state;
    claim c[] = { { "tromba: lossless and undriven for 5 s, rattling, change of energy", 1e-11, 0, 0, "" },
                  { "tromba: the fewest contacts in these 5 s, 0 if there were 100", 0, 0, 0, "" } };
    for (int k = 0; k < 6; k++) {
        hz_tromba_params p = lossless();
        p.method = k % 3 == 0 ? HZ_CLOSED : k % 3 == 1 ? HZ_NEWTON : HZ_QUADRATISED;
        p.tie = k < 3 ? HZ_TIE_SPRING : HZ_TIE_COLLISION;
        p.k3 = 1e12;
        p.rattle.exponent = k % 3 ? 1.3 : 1;
        p.join.exponent = k == 4 ? 1.3 : 1;
        hz_tromba t;
        marina_make(&t, &p, 44100);
        hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
        double start = marina_step(&t, 0, 0, 1).a.value[HZ_STORED], force = 0;
        int contacts = 0, n = claim_trials(1) > 1 ? 220500 : k ? 30000 : 220500;
        for (int i = 0; i < n; i++) {
            hz_accounts a;
            double x[3], f;
            hz_tromba_run(&t, &(hz_tromba_io){ .n = 1, .audio = { x, x + 1, x + 2 }, .force = &f, .ledger = 1 });
            contacts += f > 0 && force == 0;
            force = f;
            if (i % 100 == 0) {
                hz_tromba_accounts(&t, &a);
                double lost = p.method == HZ_QUADRATISED ? a.value[HZ_DISSIPATED] : 0; /* what psi held at parting */
                claim_see(&c[0], fabs(a.value[HZ_STORED] + lost - start) / start, "case %d sample %d", k, i);
            }
        }
        claim_see(&c[1], contacts >= 100 * n / 220500 ? 0 : 1, "case %d: %d", k, contacts);
        hz_tromba_free(&t);
    }
    CLAIMS_CHECK(c);
}

static void books_balance(void **state)
{
    (void)state;
    claim c[] = { { "tromba: residual with bow, finger, rattle and gestures, of what passed", 1e-10, 0, 0, "" },
                  { "tromba: a loss below zero, of what passed", 0, 0, 0, "" },
                  { "tromba: a force that pulls, N", 0, 0, 0, "" } };
    dice d = { 7 };
    for (int trial = 0; trial < claim_trials(24); trial++) {
        hz_tromba_params p = marina_default();
        p.method = trial % 3 == 0 ? HZ_CLOSED : trial % 3 == 1 ? HZ_NEWTON : HZ_QUADRATISED;
        p.tie = trial & 1 ? HZ_TIE_COLLISION : HZ_TIE_SPRING;
        p.friction = trial & 2 ? HZ_FRICTION_BRISTLE : HZ_FRICTION_CURVE;
        p.k3 = dice_once(&d, 2) ? dice_log(&d, 1e6, 1e14) : 0;
        p.loss = dice_once(&d, 2) ? dice_log(&d, 1e-3, 10) : 0;
        p.rattle.exponent = dice_even(&d, 1, 2);
        p.rattle.damping = dice_once(&d, 2) ? dice_log(&d, 1e-2, 10) : 0;
        p.rattle.stiffness = dice_log(&d, 1e6, 1e12);
        p.join.exponent = dice_once(&d, 2) ? 1 : dice_even(&d, 1, 3);
        p.join.stiffness = dice_log(&d, 1e4, 1e9);
        p.offset = dice_even(&d, -1e-5, 1e-5);
        p.bow.viscosity = dice_once(&d, 2) ? 0.4 : 0;
        p.touch = dice_once(&d, 2) ? dice_log(&d, 0.01, 10) : 0;
        p.finger = dice_even(&d, 0.02, 0.98);
        p.bow_place = trial % 5 == 0 ? p.place + dice_even(&d, -0.01, 0.01) : trial % 7 == 0 ? p.finger : dice_even(&d, 0.02, 0.98);
        hz_tromba t;
        marina_make(&t, &p, 44100);
        double v = 0, f = 0, passed = 0, before[HZ_ACCOUNTS] = { 0 };
        for (int i = 0; i < 1500; i++) {
            if (i % 100 == 0) {
                v = dice_even(&d, -0.5, 0.5);
                f = dice_once(&d, 4) ? 0 : dice_log(&d, 0.01, 5);
            }
            if (i == 300)
                hz_tromba_pluck(&t, dice_even(&d, 0.1, 0.8), dice_even(&d, -5e-3, 5e-3), dice_even(&d, 0.05, 0.4));
            if (i == 500)
                hz_tromba_knock(&t, dice_log(&d, 1e-4, 0.1), dice_even(&d, 0, 1), dice_even(&d, 0, 1));
            if (i % 200 == 150) { /* parameters move */
                p.offset = dice_even(&d, -1e-5, 1e-5);
                p.k1 = dice_log(&d, 1e5, 1e7);
                p.string.freq = dice_even(&d, 30, 36);
                p.freq = dice_even(&d, 100, 2000);
                p.body.thickness = dice_even(&d, 0.008, 0.012);
                p.touch *= dice_even(&d, 0.5, 1.5);
                assert_true(hz_tromba_prepare(&t, &p, 1 / 44100.0, 64) >= 0);
            }
            marina_sample s = marina_step(&t, v, f, 1);
            passed += fabs(s.a.value[HZ_DISSIPATED] - before[HZ_DISSIPATED]) + fabs(s.a.value[HZ_SUPPLIED] - before[HZ_SUPPLIED]) +
                      fabs(s.a.value[HZ_ADJUSTED] - before[HZ_ADJUSTED]);
            claim_see(&c[0], passed > 0 ? fabs(s.a.value[HZ_RESIDUAL]) / passed : 0, "trial %d sample %d", trial, i);
            claim_see(&c[1], (before[HZ_DISSIPATED] - s.a.value[HZ_DISSIPATED]) / (passed + 1e-300) - 1e-15, "trial %d sample %d", trial, i);
            claim_see(&c[2], -s.force, "trial %d sample %d", trial, i);
            memcpy(before, s.a.value, sizeof before);
        }
        hz_tromba_free(&t);
    }
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_is_kept),
        cmocka_unit_test(books_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
