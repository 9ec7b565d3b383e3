/* The ring: vector code against its scalar form, the closed form of a mode, and what becomes of a state that dies out. */
#include "core/ring.h"
#include "core/claim.h"
#include "core/dice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MODES = 96 };

typedef struct bank {
    _Alignas(64) double q[MODES], v[MODES], qq[MODES], qv[MODES], vq[MODES], vv[MODES], weight[MODES];
    double omega[MODES], sigma[MODES];
} bank;

/* Damped rotations: the exact step of q'' + 2 sigma q' + omega^2 q = 0 over one unit of time. */
static void fill(bank *b, dice *d)
{
    for (int i = 0; i < MODES; i++) {
        double w = dice_even(d, 0.01, 2.8), s = dice_log(d, 1e-6, 0.1), e = exp(-s);
        b->omega[i] = w;
        b->sigma[i] = s;
        b->qq[i] = e * (cos(w) + s / w * sin(w));
        b->qv[i] = e * sin(w) / w;
        b->vq[i] = -e * (w * w + s * s) / w * sin(w);
        b->vv[i] = e * (cos(w) - s / w * sin(w));
        b->q[i] = dice_even(d, -1, 1);
        b->v[i] = dice_even(d, -1, 1);
        b->weight[i] = dice_even(d, -1, 1);
    }
}

static hz_ring ring_of(bank *b)
{
    return (hz_ring){ MODES, b->q, b->v, b->qq, b->qv, b->vq, b->vv, b->weight };
}

static void vectors_are_their_scalar_form(void **state)
{
    (void)state;
    bank a, b;
    dice d = { 1 };
    claim c[] = { { "ring: vectors off the scalar form, of the sum of weights", 1e-13, 0, 0, "" } };
    for (int trial = 0; trial < claim_trials(100); trial++) {
        fill(&a, &d);
        b = a;
        hz_ring ra = ring_of(&a), rb = ring_of(&b);
        double x[64] = { 0 }, y[64] = { 0 };
        int n = 1 + dice_of(&d, 64), displacement = trial & 1;
        hz_ring_run(&ra, n, x, displacement, 1);
        hz_ring_run_scalar(&rb, n, y, displacement, 1);
        for (int i = 0; i < n; i++)
            claim_see(&c[0], fabs(x[i] - y[i]) / MODES, "trial %d sample %d", trial, i);
        for (int i = 0; i < MODES; i++)
            claim_see(&c[0], fabs(a.q[i] - b.q[i]) + fabs(a.v[i] - b.v[i]), "trial %d state %d", trial, i);
    }
    CLAIMS_CHECK(c);
}

static void a_mode_rings_as_it_should(void **state)
{
    (void)state;
    bank b;
    dice d = { 2 };
    claim c[] = { { "ring: a mode off its closed form", 1e-12, 0, 0, "" } };
    for (int trial = 0; trial < claim_trials(50); trial++) {
        fill(&b, &d);
        int alone = dice_of(&d, MODES);
        for (int i = 0; i < MODES; i++)
            b.weight[i] = i == alone;
        double w = b.omega[alone], s = b.sigma[alone], q = b.q[alone], v = b.v[alone], out[64] = { 0 };
        hz_ring r = ring_of(&b);
        hz_ring_run(&r, 64, out, 1, 1);
        for (int i = 0; i < 64; i++) {
            double t = i + 1, x = exp(-s * t) * (q * cos(w * t) + (v + s * q) / w * sin(w * t));
            claim_see(&c[0], fabs(out[i] - x) / (fabs(q) + fabs(v + s * q) / w), "omega %g sigma %g sample %d", w, s, i);
        }
    }
    CLAIMS_CHECK(c);
}

static void several_pickups_hear_the_same_samples(void **state)
{
    (void)state;
    bank a;
    dice d = { 3 };
    double x[64] = { 0 }, y[64] = { 0 };
    fill(&a, &d);
    hz_ring r = ring_of(&a);
    bank before = a;
    hz_ring_run(&r, 64, x, 0, 0);
    assert_memory_equal(&a, &before, sizeof a);
    hz_ring_run(&r, 64, y, 0, 1);
    assert_memory_equal(x, y, sizeof x);
    assert_memory_not_equal(a.q, before.q, sizeof a.q);
}

/* What dies out becomes zero before it becomes subnormal, for subnormal numbers are slow. */
static void nothing_becomes_subnormal(void **state)
{
    (void)state;
    bank b;
    dice d = { 4 };
    fill(&b, &d);
    for (int i = 0; i < MODES; i++) {
        b.qq[i] *= 0.5;
        b.qv[i] *= 0.5;
        b.vq[i] *= 0.5;
        b.vv[i] *= 0.5;
    }
    hz_ring r = ring_of(&b);
    for (int block = 0; block < 40; block++) {
        double out[64] = { 0 };
        hz_ring_run(&r, 64, out, 0, 1);
        for (int i = 0; i < MODES; i++)
            assert_true(fpclassify(b.q[i]) != FP_SUBNORMAL && fpclassify(b.v[i]) != FP_SUBNORMAL);
    }
    for (int i = 0; i < MODES; i++)
        assert_true(b.q[i] == 0 && b.v[i] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_their_scalar_form),
        cmocka_unit_test(a_mode_rings_as_it_should),
        cmocka_unit_test(several_pickups_hear_the_same_samples),
        cmocka_unit_test(nothing_becomes_subnormal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
