/* test_tromba: the trumpet marine of the tests. */
#include "test_tromba.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

hz_tromba_params test_tromba_default(void)
{
    return (hz_tromba_params){
        .string = { .freq = 32,
                    .length = 1.9,
                    .diameter = 0.001,
                    .density = 7850,
                    .young = 2e11,
                    .sigma0 = 0.1,
                    .sigma1 = 0.05,
                    .points = 226 },
        .body = { .size = { 1.35, 0.18 },
                  .thickness = 0.01,
                  .density = 50,
                  .young = 2e5,
                  .poisson = 0.3,
                  .sigma0 = 2,
                  .sigma1 = 0.05,
                  .points = 1690 },
        .mass = 0.001,
        .freq = 350,
        .damping = 0.05,
        .place = 1.65 / 1.9,
        .offset = 5e-6,
        .foot = { 0.8, 0.4 },
        .tie = HZ_TIE_SPRING,
        .k1 = 5e6,
        .k3 = 0,
        .loss = 0,
        .join = { .stiffness = 5e6, .exponent = 1 },
        .rattle = { .stiffness = 5e8, .exponent = 1 },
        .method = HZ_GRID_CLOSED,
        .bow = { .curve = 100,
                 .stiffness = 1e4,
                 .damping = 0.1,
                 .viscosity = 0,
                 .stick = 0.8,
                 .slip = 0.3,
                 .stribeck = 0.1,
                 .plastic = 0.7 },
        .bow_place = 0.12,
        .heard = 0.3,
        .heard_body = { 0.8, 0.4 },
    };
}

void test_tromba_make(hz_tromba *t, const hz_tromba_params *p, double rate)
{
    assert_true(hz_tromba_init(t));
    assert_true(hz_tromba_prepare(t, p, 1 / rate, 0) >= 0);
    hz_tromba_reset(t);
}

test_tromba_sample test_tromba_step(hz_tromba *t, double velocity, double force, int ledger)
{
    test_tromba_sample s;
    double *meter[HZ_METERS] = { [HZ_COMPRESSION] = &s.compression };
    hz_tromba_run(t, &(hz_tromba_io){ .n = 1,
                                      .velocity = &velocity,
                                      .pressure = &force,
                                      .audio = { &s.audio[0], &s.audio[1], &s.audio[2] },
                                      .force = &s.force,
                                      .meter = meter,
                                      .ledger = ledger });
    hz_tromba_accounts(t, &s.a);
    return s;
}

void test_tromba_play(hz_tromba *t, double velocity, double force, int outlet, double *out, int n)
{
    enum { BLOCK = 64 };
    double x[3][BLOCK], v[BLOCK], f[BLOCK], rattle[BLOCK];
    for (int k = 0; k < BLOCK; k++) {
        v[k] = velocity;
        f[k] = force;
    }
    for (int i = 0; i < n; i += BLOCK) {
        int some = n - i < BLOCK ? n - i : BLOCK;
        hz_tromba_run(t, &(hz_tromba_io){
                             .n = some, .velocity = v, .pressure = f, .audio = { x[0], x[1], x[2] }, .force = rattle });
        for (int k = 0; k < some && out; k++)
            out[i + k] = x[outlet][k];
    }
}
