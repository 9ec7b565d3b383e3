/* The ring: one width of vectors against another, its books, the closed form of a mode, and what becomes of a state
 * that dies out. */
#include "core/modal/mode_ring.h"
#include "tests/tools/test.h"

enum { MODES = 96 };

typedef struct bank {
    _Alignas(64) double q[MODES], v[MODES], qq[MODES], qv[MODES], vq[MODES], vv[MODES], weight[MODES], loss[3][MODES],
        mass[MODES], stiffness[MODES], whole[4][MODES];
    double omega[MODES], sigma[MODES];
} bank;

/* A damped rotation: the exact step of q'' + 2 sigma q' + omega^2 q = 0 over a time t. */
static void turn(double w, double s, double t, double *qq, double *qv, double *vq, double *vv)
{
    double e = exp(-s * t);
    *qq = e * (cos(w * t) + s / w * sin(w * t));
    *qv = e * sin(w * t) / w;
    *vq = -e * (w * w + s * s) / w * sin(w * t);
    *vv = e * (cos(w * t) - s / w * sin(w * t));
}

static void fill(bank *b, dice *d)
{
    for (int i = 0; i < MODES; i++) {
        double w = dice_once(d, 4) ? dice_log(d, 1e-4, 0.01) : dice_even(d, 0.01, 2.8), s = dice_log(d, 1e-6, 0.1);
        b->omega[i] = w;
        b->sigma[i] = s;
        turn(w, s, 1, &b->qq[i], &b->qv[i], &b->vq[i], &b->vv[i]);
        turn(w, s, 64, &b->whole[0][i], &b->whole[1][i], &b->whole[2][i], &b->whole[3][i]);
        b->q[i] = dice_even(d, -1, 1);
        b->v[i] = dice_even(d, -1, 1);
        b->weight[i] = dice_even(d, -1, 1);
        b->mass[i] = dice_log(d, 1e-3, 1);
        b->stiffness[i] = b->mass[i] * w * w;
        for (int k = 0; k < 3; k++)
            b->loss[k][i] = dice_even(d, 0, 1);
    }
}

static hz_mode_ring ring_of(bank *b)
{
    return (hz_mode_ring){ .lanes = hz_simd_best(),
                           .modes = MODES,
                           .q = b->q,
                           .v = b->v,
                           .qq = b->qq,
                           .qv = b->qv,
                           .vq = b->vq,
                           .vv = b->vv,
                           .whole_qq = b->whole[0],
                           .whole_qv = b->whole[1],
                           .whole_vq = b->whole[2],
                           .whole_vv = b->whole[3],
                           .weight = b->weight,
                           .loss_vv = b->loss[0],
                           .loss_vq = b->loss[1],
                           .loss_qq = b->loss[2],
                           .mass = b->mass,
                           .stiffness = b->stiffness };
}

/* What is heard of a bank, and its books. */
typedef struct heard {
    double out[64], loss[64], kinetic[64], potential[64], stored[64];
} heard;

static heard listen(bank *b, int modes, enum hz_simd lanes, int n, int displacement)
{
    heard x = { .out = { 0 } };
    hz_mode_ring r = ring_of(b);
    r.lanes = lanes;
    r.modes = modes;
    hz_mode_ring_hear(&r, n, x.out, displacement, 0);
    hz_mode_ring_book(&r, n, &(hz_mode_ring_books){ x.loss, x.kinetic, x.potential });
    hz_mode_ring_hear(&r, n, x.out, displacement, 1);
    hz_mode_ring_hear_stored(&r, n, x.out, displacement, x.stored);
    hz_mode_ring_hear_whole(&r, x.out, displacement);
    hz_mode_ring_carry(&r);
    return x;
}

TEST(every_width_gives_the_same_bits)
{
    bank start, one, other;
    dice d = { claim_seed(1) };
    for (int trial = 0; trial < claim_trials(100); trial++) {
        fill(&start, &d);
        one = start;
        int n = 1 + dice_of(&d, 64), displacement = trial & 1, modes = 1 + dice_of(&d, MODES);
        heard x = listen(&one, modes, HZ_SIMD_1, n, displacement);
        for (enum hz_simd lanes = HZ_SIMD_1; lanes <= hz_simd_best(); lanes++) {
            other = start;
            heard y = listen(&other, modes, lanes, n, displacement);
            assert_memory_equal(&x, &y, sizeof x);
            assert_memory_equal(one.q, other.q, sizeof one.q);
            assert_memory_equal(one.v, other.v, sizeof one.v);
        }
    }
}

/* The books of every sample, against their sums in long double. */
TEST(books_are_right)
{
    bank b;
    dice d = { claim_seed(5) };
    CLAIMS(c, CLAIM("ring: loss of a sample off its sum", 1e-14), CLAIM("ring: kinetic energy off its sum", 1e-14),
           CLAIM("ring: potential energy off its sum", 1e-14));
    for (int trial = 0; trial < claim_trials(50); trial++) {
        fill(&b, &d);
        heard x = { .out = { 0 } };
        hz_mode_ring r = ring_of(&b);
        for (int k = 0; k < 64; k++) {
            bank before = b;
            hz_mode_ring_book(&r, 1, &(hz_mode_ring_books){ &x.loss[k], &x.kinetic[k], &x.potential[k] });
            long double sum[3] = { 0 }, size[3] = { 0 };
            for (int i = 0; i < MODES; i++) {
                long double q = before.q[i], v = before.v[i];
                long double terms[3] = { b.loss[0][i] * v * v + b.loss[1][i] * v * q + b.loss[2][i] * q * q,
                                         (long double)b.mass[i] * b.v[i] * b.v[i],
                                         (long double)b.stiffness[i] * b.q[i] * b.q[i] };
                for (int t = 0; t < 3; t++) {
                    sum[t] += terms[t];
                    size[t] +=
                        t == 0 ? fabsl(b.loss[0][i] * v * v) + fabsl(b.loss[1][i] * v * q) + fabsl(b.loss[2][i] * q * q)
                               : terms[t];
                }
            }
            claim_see(&c[0], (double)fabsl((x.loss[k] - sum[0]) / size[0]), "trial %d sample %d", trial, k);
            claim_see(&c[1], (double)fabsl((x.kinetic[k] - sum[1]) / size[1]), "trial %d sample %d", trial, k);
            claim_see(&c[2], (double)fabsl((x.potential[k] - sum[2]) / size[2]), "trial %d sample %d", trial, k);
        }
    }
}

/* Sound and energy in one pass are those of the passes by themselves. */
TEST(stored_energy_is_that_of_the_books)
{
    bank a, b;
    dice d = { 6 };
    CLAIMS(c, CLAIM("ring: stored energy in one pass, off kinetic and potential", 1e-14));
    for (int trial = 0; trial < claim_trials(50); trial++) {
        fill(&a, &d);
        b = a;
        double out[2][64] = { { 0 } };
        heard x = { .out = { 0 } };
        hz_mode_ring r = ring_of(&a), s = ring_of(&b);
        hz_mode_ring_hear(&r, 64, out[0], 0, 0);
        hz_mode_ring_book(&r, 64, &(hz_mode_ring_books){ x.loss, x.kinetic, x.potential });
        hz_mode_ring_hear_stored(&s, 64, out[1], 0, x.stored);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        assert_memory_equal(a.q, b.q, sizeof a.q);
        assert_memory_equal(a.v, b.v, sizeof a.v);
        for (int k = 0; k < 64; k++)
            claim_near(&c[0], x.stored[k], x.kinetic[k] + x.potential[k], "trial %d sample %d", trial, k);
    }
}

TEST(a_mode_rings_as_it_should)
{
    bank b;
    dice d = { claim_seed(2) };
    CLAIMS(c, CLAIM("ring: a mode off its closed form", 1e-12));
    for (int trial = 0; trial < claim_trials(50); trial++) {
        fill(&b, &d);
        int alone = dice_of(&d, MODES);
        for (int i = 0; i < MODES; i++)
            b.weight[i] = i == alone;
        double w = b.omega[alone], s = b.sigma[alone], q = b.q[alone], v = b.v[alone], out[64] = { 0 };
        hz_mode_ring r = ring_of(&b);
        hz_mode_ring_hear(&r, 64, out, 1, 1);
        for (int i = 0; i < 64; i++) {
            double t = i + 1, x = exp(-s * t) * (q * cos(w * t) + (v + s * q) / w * sin(w * t));
            claim_see(&c[0], fabs(out[i] - x) / (fabs(q) + fabs(v + s * q) / w), "omega %g sigma %g sample %d", w, s,
                      i);
        }
    }
}

/* A whole stretch at once, against the closed form, and all who move the state over one leave the same. */
TEST(a_whole_stretch_rings_as_it_should)
{
    bank b, other;
    dice d = { claim_seed(7) };
    CLAIMS(c, CLAIM("ring: a mode over a whole stretch, off its closed form", 1e-12),
           CLAIM("ring: its speed, off its closed form", 1e-12),
           CLAIM("ring: its state after the stretch, off its closed form", 1e-14));
    for (int trial = 0; trial < claim_trials(200); trial++) {
        fill(&b, &d);
        int alone = dice_of(&d, MODES);
        for (int i = 0; i < MODES; i++)
            b.weight[i] = i == alone;
        double w = b.omega[alone], s = b.sigma[alone], q = b.q[alone], v = b.v[alone];
        double size = fabs(q) + fabs(v + s * q) / w, out[2][64] = { { 0 } };
        hz_mode_ring r = ring_of(&b);
        hz_mode_ring_hear_whole(&r, out[0], 1);
        hz_mode_ring_hear_whole(&r, out[1], 0);
        other = b;
        hz_mode_ring_carry(&r);
        for (int i = 0; i < 64; i++) {
            double qq, qv, vq, vv;
            turn(w, s, i + 1, &qq, &qv, &vq, &vv);
            claim_see(&c[0], fabs(out[0][i] - (qq * q + qv * v)) / size, "omega %g sigma %g sample %d", w, s, i);
            claim_see(&c[1], fabs(out[1][i] - (vq * q + vv * v)) / (size * fmax(w, s)), "omega %g sigma %g sample %d",
                      w, s, i);
            if (i == 63)
                claim_see(&c[2],
                          fmax(fabs(b.q[alone] - (qq * q + qv * v)), fabs(b.v[alone] - (vq * q + vv * v)) / w) / size,
                          "omega %g sigma %g", w, s);
        }
        hz_mode_ring o = ring_of(&other);
        heard x = { .out = { 0 } };
        if (trial % 2)
            hz_mode_ring_book(&o, 64, &(hz_mode_ring_books){ x.loss, x.kinetic, x.potential });
        else
            hz_mode_ring_hear_stored(&o, 64, x.out, 0, x.stored);
        assert_memory_equal(b.q, other.q, sizeof b.q);
        assert_memory_equal(b.v, other.v, sizeof b.v);
    }
}

TEST(several_pickups_hear_the_same_samples)
{
    bank a;
    dice d = { claim_seed(3) };
    double x[64] = { 0 }, y[64] = { 0 };
    fill(&a, &d);
    hz_mode_ring r = ring_of(&a);
    bank before = a;
    hz_mode_ring_hear(&r, 64, x, 0, 0);
    assert_memory_equal(&a, &before, sizeof a);
    hz_mode_ring_hear(&r, 64, y, 0, 1);
    assert_memory_equal(x, y, sizeof x);
    assert_memory_not_equal(a.q, before.q, sizeof a.q);
}

/* What dies out becomes zero before it becomes subnormal, for subnormal numbers are slow. */
TEST(nothing_becomes_subnormal)
{
    bank b;
    dice d = { claim_seed(4) };
    fill(&b, &d);
    for (int i = 0; i < MODES; i++) {
        b.qq[i] *= 0.5;
        b.qv[i] *= 0.5;
        b.vq[i] *= 0.5;
        b.vv[i] *= 0.5;
        for (int k = 0; k < 4; k++)
            b.whole[k][i] *= 0x1p-64;
    }
    hz_mode_ring r = ring_of(&b);
    for (int block = 0; block < 40; block++) {
        double out[64] = { 0 };
        hz_mode_ring_hear(&r, 64, out, 0, 1);
        for (int i = 0; i < MODES; i++)
            assert_true(fpclassify(b.q[i]) != FP_SUBNORMAL && fpclassify(b.v[i]) != FP_SUBNORMAL);
    }
    for (int i = 0; i < MODES; i++)
        assert_true(b.q[i] == 0 && b.v[i] == 0);
}
