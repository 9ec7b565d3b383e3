/* Contacts on a grid: vectors against their scalar form, methods against each other and against what is known. */
#include "core/grid/grid_contact.h"
#include "tests/tools/test.h"
#include "tests/core/law/orbit.h"
#define HZ_SIMD_TEXT "core/base/power_lanes.h"
#include "core/base/simd.h"

LONG_DOUBLE_TEST(powers_of_lanes_are_right)
{
    CLAIMS(c, CLAIM("lanes: error of x^a", HZ_POWER_ERROR));
    dice d = { claim_seed(1) };
    for (int i = 0; i < claim_trials(200000); i++) {
        double a = dice_even(&d, 0.1, 7), x = dice_log(&d, 1e-40, 1e10);
        hz_power p = hz_power_prepare(a);
        double y = power_any_1(&p, x);
        claim_see(&c[0], (double)fabsl(y / powl(x, a) - 1), "%a ^ %.17g", x, a);
    }
    hz_power p = hz_power_prepare(2.3);
    assert_true(power_any_1(&p, 0) == 0 && power_any_1(&p, 1e-310) == 0 && power_any_1(&p, 1) == 1);
    /* What is beyond all numbers is infinite, so that whoever looks whether a state is finite sees it. */
    static const double beyond[] = { 1e134, 1e200, 1.7e308, HUGE_VAL };
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        assert_true(power_any_1(&p, beyond[i]) == HUGE_VAL);
    assert_true(fabs(power_any_1(&p, 1e133) / pow(1e133, 2.3) - 1) < 1e-12);
    assert_true(power_any_1(&p, NAN) == 0 && power_any_1(&p, -NAN) == 0);
}

/* ---- a row ---- */

enum { ROW = 80, ROWS = 12 };

typedef struct bed {
    _Alignas(64) double row[ROWS][ROW];
    hz_grid_row r;
} bed;

static void lay(bed *b)
{
    hz_grid_row r = b->r;
    double *at[ROWS];
    for (int i = 0; i < ROWS; i++)
        at[i] = b->row[i] + HZ_GRID_PAD;
    r.stiffness = at[0];
    r.d = at[1];
    r.d1 = at[2];
    r.u1 = at[3];
    r.rises = at[4];
    r.eta0 = at[5];
    r.eta1 = at[6];
    r.power0 = at[7];
    r.power1 = at[8];
    r.psi = at[9];
    r.force = at[10];
    r.lost = at[11];
    b->r = r;
}

static hz_grid_law any_law(dice *d)
{
    hz_law_params p = { 1, dice_once(d, 3) ? 1 : dice_exponent(d), dice_once(d, 2) ? 0 : dice_log(d, 1e-3, 10) };
    return hz_grid_law_prepare(&p, (hz_grid_method)dice_of(d, 3), 1 / 44100.0);
}

static void fill(bed *b, dice *d, const hz_grid_law *l)
{
    double depth = dice_log(d, 1e-9, 1e-3), soft = dice_log(d, 1e-3, 1e6);
    memset(b, 0, sizeof *b);
    b->r.from = 1 + dice_of(d, 10);
    b->r.to = b->r.from + 1 + dice_of(d, 50);
    b->r.give = dice_log(d, 1e-7, 1e-4);
    b->r.push = b->r.give * dice_even(d, 0.3, 1);
    b->r.rise = dice_even(d, -1, 1) * 0.1 * depth;
    lay(b);
    for (int i = 0; i < ROW; i++) {
        int there = i >= HZ_GRID_PAD + b->r.from && i < HZ_GRID_PAD + b->r.to && !dice_once(d, 5);
        b->row[0][i] = !there ? 0 : soft / (b->r.give * pow(depth, l->law.exponent - 1));
        for (int k = 1; k < 7; k++)
            b->row[k][i] = dice_even(d, -1, 1) * depth;
    }
    for (int i = b->r.from; i < b->r.to; i++)
        b->r.psi[i] = HUGE_VAL;
    hz_grid_row_set(&b->r, l);
}

TEST(vectors_are_the_scalar_form)
{
    dice d = { claim_seed(2) };
    for (int trial = 0; trial < claim_trials(2000); trial++) {
        static bed a, b;
        hz_grid_law l = any_law(&d);
        fill(&a, &d, &l);
        const bed before = a;
        l.lanes = HZ_SIMD_1;
        int touches = hz_grid_row_step(&a.r, &l);
        for (l.lanes = HZ_SIMD_1; l.lanes <= hz_simd_best(); l.lanes++) {
            b = before;
            lay(&b);
            assert_int_equal(hz_grid_row_step(&b.r, &l), touches);
            for (int k = 0; k < ROWS; k++)
                assert_memory_equal(a.row[k] + HZ_GRID_PAD + a.r.from, b.row[k] + HZ_GRID_PAD + a.r.from,
                                    (size_t)(a.r.to - a.r.from) * sizeof(double));
        }
    }
}

/* The step says of itself what must hold: r = way - give F, F r/2 is the change of what is stored and what is lost. */
TEST(a_step_keeps_its_promises)
{
    CLAIMS(c, CLAIM("grid: r + give F, off the way", 1e-14),
           CLAIM("grid: work of a step, off what is stored and lost, of the energy of the way", 1e-12),
           CLAIM("grid: pull, of the force that stops the way", 0),
           CLAIM("grid: negative loss, of the energy of the way", 1e-13));
    dice d = { claim_seed(3) };
    for (int trial = 0; trial < claim_trials(200000); trial++) {
        hz_grid_law l = any_law(&d);
        double depth = dice_log(&d, 1e-9, 1e-3), give = dice_log(&d, 1e-7, 1e-3),
               way = dice_even(&d, -1, 1) * depth * dice_log(&d, 1e-3, 10);
        double eta1 = dice_even(&d, -1, 1) * depth;
        hz_grid_contact t = { .stiffness = dice_log(&d, 1e-3, 1e6) / (give * pow(depth, l.law.exponent - 1)) };
        hz_grid_contact_set(&t, &l, eta1 + dice_even(&d, -1, 1) * depth, eta1);
        if (l.method == HZ_GRID_QUADRATISED)
            t.psi *= dice_even(&d, 0, 1.5);
        double before = hz_grid_contact_stored(&t, &l), eta0 = t.eta0;
        hz_grid_answer f = hz_grid_contact_step(&t, &l, give, way);
        double scale = fabs(way) + give * f.force, energy = before + scale * scale / give;
        /* The spring and what damps it may nearly cancel. */
        double spring = give * t.stiffness * pow(fmax(fmax(fabs(eta0), fabs(eta1)), fabs(t.eta1)), l.law.exponent);
        claim_see(&c[0], fabs(f.way + give * f.force - way) / (scale + fabs(eta0) + spring), "trial %d", trial);
        claim_see(&c[1],
                  fabs(0.5 * f.force * f.way - (hz_grid_contact_stored(&t, &l) - before) - f.loss.lost - f.loss.shed) /
                      energy,
                  "trial %d method %d exponent %g damping %g", trial, l.method, l.law.exponent, l.law.damping);
        claim_see(&c[2], -f.force * give / scale, "trial %d", trial);
        claim_see(&c[3], -fmin(f.loss.lost, f.loss.shed) / energy, "trial %d", trial);
    }
}

TEST(closed_is_newton)
{
    CLAIMS(c, CLAIM("grid: closed off newton at exponent 1, of the way", 1e-12));
    dice d = { claim_seed(4) };
    for (int trial = 0; trial < claim_trials(200000); trial++) {
        hz_law_params p = { 1, 1, dice_once(&d, 2) ? 0 : dice_log(&d, 1e-3, 10) };
        hz_grid_law a = hz_grid_law_prepare(&p, HZ_GRID_CLOSED, 1 / 44100.0),
                    b = hz_grid_law_prepare(&p, HZ_GRID_NEWTON, 1 / 44100.0);
        double depth = dice_log(&d, 1e-9, 1e-3), give = dice_log(&d, 1e-7, 1e-3), way = dice_even(&d, -1, 1) * depth;
        hz_grid_contact s = { .stiffness = dice_log(&d, 1e-3, 1e6) / give }, t = s;
        hz_grid_contact_set(&s, &a, dice_even(&d, -1, 1) * depth, dice_even(&d, -1, 1) * depth);
        hz_grid_contact_set(&t, &b, s.eta0, s.eta1);
        double scale = fabs(way) + fabs(s.eta0) + fabs(s.eta1), first = hz_grid_contact_step(&s, &a, give, way).way;
        claim_see(&c[0], fabs(first - hz_grid_contact_step(&t, &b, give, way).way) / scale, "trial %d", trial);
    }
    hz_law_params felt = { 1, 2, 0 };
    assert_int_equal(hz_grid_law_prepare(&felt, HZ_GRID_CLOSED, 1).method, HZ_GRID_NEWTON);
}

/* ---- a mass and a rigid barrier: W 2 ---- */

typedef struct bounce {
    double depth, time, out; /* of one contact */
} bounce;

/* W 16: two steps of a free mass differ by h^2/M times the force. Time and depth are read by what goes on between
 * samples. */
static bounce bounce_of(double mass, const hz_law_params *p, hz_grid_method method, double v, double h)
{
    hz_grid_law l = hz_grid_law_prepare(p, method, h);
    hz_grid_contact t = { .stiffness = p->stiffness };
    hz_grid_contact_set(&t, &l, -1.5 * v * h, -0.5 * v * h);
    bounce b = { 0, 0, 0 };
    double start = 0, before = 0;
    for (int n = 1; n < 1000000; n++) {
        double eta0 = t.eta0, eta1 = t.eta1;
        hz_grid_contact_step(&t, &l, h * h / mass, 2 * (eta1 - eta0));
        if (eta1 <= 0 && t.eta1 > 0)
            start = n - 1 - eta1 / (t.eta1 - eta1);
        if (t.eta1 < eta1 && eta1 >= eta0) { /* the vertex of a parabola */
            double a = eta0 - 2 * eta1 + t.eta1, s = 0.5 * (t.eta1 - eta0);
            b.depth = fmax(b.depth, a != 0 ? eta1 - 0.5 * s * s / a : eta1);
        }
        before = eta1;
        if (before > 0 && t.eta1 <= 0) {
            b.time = (n - 1 + before / (before - t.eta1) - start) * h;
            hz_grid_contact_step(&t, &l, h * h / mass, 2 * (t.eta1 - t.eta0));
            b.out = (t.eta1 - t.eta0) / h;
            break;
        }
    }
    return b;
}

/* A body from far away onto something very stiff, and a heavy one on something soft: the force is that of the depth
 * that comes out, and its work is what the contact stores, to rounding. */
TEST(far_and_heavy_is_solved)
{
    CLAIMS(c, CLAIM("heavy: work against what is stored, of it", 1e-13),
           CLAIM("far: force against what is stored at its depth, of it", 1e-13));
    dice d = { claim_seed(6) };
    for (int i = 0; i < claim_trials(20000); i++) {
        hz_law_params p = { 1, i % 2 ? dice_exponent(&d) : 1, 0 };
        hz_grid_law l = hz_grid_law_prepare(&p, i % 3 ? HZ_GRID_NEWTON : HZ_GRID_CLOSED, 1 / 48000.0);
        hz_grid_contact t = { .stiffness = dice_log(&d, 1, 1e18) };
        double give = dice_log(&d, 1e-13, 1e-4), way = dice_log(&d, 1e-7, i % 2 ? 1e12 : 1),
               deep = fmin(way, 1) * dice_log(&d, 1e-9, 1e-3), eta0 = dice_even(&d, -1, 1) * deep;
        hz_grid_contact_set(&t, &l, eta0, dice_even(&d, -1, 1) * deep);
        double before = hz_grid_contact_stored(&t, &l);
        hz_grid_answer a = hz_grid_contact_step(&t, &l, give, way);
        double after = hz_grid_contact_stored(&t, &l), now = t.stiffness / (p.exponent + 1), depth, phi, phi0;
        if (give * a.force < 0.5 * way) /* else the work is what the way left of its digits */
            claim_see(&c[0], fabs(after - before - 0.5 * a.force * a.way) / (after + before + 1e-300),
                      "trial %d, K %g, give %g, exponent %g", i, t.stiffness, give, p.exponent);
        if (p.exponent == 1 || !(t.power1 > 0))
            continue;
        depth = pow(t.power1, 1 / p.exponent);
        phi = now * t.power1 * depth, phi0 = now * pow(fmax(eta0, 0), p.exponent + 1);
        claim_see(&c[1], fabs(a.force * (depth - eta0) - (phi - phi0)) / (phi + phi0),
                  "trial %d, K %g, give %g, exponent %g, way %g", i, t.stiffness, give, p.exponent, way);
        assert_true(after >= 0);
    }
}

TEST(a_mass_bounces_off_a_barrier)
{
    CLAIMS(c, CLAIM("mass and barrier: depth", 2e-3), CLAIM("mass and barrier: contact time", 2e-3),
           CLAIM("mass and barrier: speed out, undamped", 2e-3), CLAIM("mass and barrier: depth of quadratised", 2e-2),
           CLAIM("mass and barrier: order of depth, off 2", 0.3));
    static const double exponents[] = { 1, 1.3, 1.5, 2.3, 3 };
    for (int i = 0; i < 5; i++)
        for (int damped = 0; damped < 2; damped++) {
            hz_law_params p = { 1e7, exponents[i], damped ? 0.2 : 0 };
            hz_law law = hz_law_prepare(&p);
            double mass = 0.01, v = 1, tau = orbit_tau_of(&law, mass, v), h = tau / 100,
                   deep = hz_wall_xmax(&law, mass, v);
            bounce b = bounce_of(mass, &p, i == 0 ? HZ_GRID_CLOSED : HZ_GRID_NEWTON, v, h),
                   q = bounce_of(mass, &p, HZ_GRID_QUADRATISED, v, h);
            bounce fine = bounce_of(mass, &p, i == 0 ? HZ_GRID_CLOSED : HZ_GRID_NEWTON, v, h / 4);
            claim_near(&c[0], b.depth, deep, "exponent %g damped %d", p.exponent, damped);
            claim_near(&c[1], b.time, tau, "exponent %g damped %d", p.exponent, damped);
            claim_near(&c[2], b.out, hz_wall_vout(p.damping, v), "exponent %g damped %d", p.exponent, damped);
            claim_near(&c[3], q.depth, deep, "exponent %g damped %d", p.exponent, damped);
            claim_see(&c[4], fabs(log2(fabs(b.depth - deep) / fabs(fine.depth - deep)) / 2 - 2),
                      "exponent %g damped %d", p.exponent, damped);
        }
}
