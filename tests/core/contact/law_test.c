/* law: the contact law, its discrete forces and the closed forms, against long double and GSL. */
#include "core/contact/law.h"
#include "tests/tools/claim.h"
#include "tests/tools/dice.h"
#include "orbit.h"

#include <gsl/gsl_integration.h>
#include <gsl/gsl_sf_lambert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static hz_law random_law(dice *d)
{
    double mu = dice_once(d, 5) ? 0 : dice_log(d, 1e-8, 1e4);
    return hz_law_prepare(&(hz_law_params){ dice_log(d, 1, 1e18), dice_exponent(d), mu });
}

/* ---- force and potential ---- */

static long double force_of(const hz_law *l, long double eta)
{
    return eta > 0 ? l->stiffness * powl(eta, l->exponent) : 0;
}

static long double potential_of(const hz_law *l, long double eta)
{
    return eta > 0 ? l->stiffness * powl(eta, l->exponent + 1.0L) / (l->exponent + 1.0L) : 0;
}

static void force_and_potential(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: error of the force", .allowed = 2e-15 },     /* 6.4e-16 */
        { .name = "law: error of the potential", .allowed = 2e-15 }, /* 5.7e-16 */
    };
    dice d = { 1 };
    for (int i = 0; i < claim_trials(50000); i++) {
        hz_law l = random_law(&d);
        double eta = dice_log(&d, 1e-12, 1), v = dice_log(&d, 1e-6, 1e3) * (dice_once(&d, 2) ? 1 : -1);
        long double mean = 1 + (long double)l.damping * v;
        double expected = mean > 0 ? (double)(force_of(&l, eta) * mean) : 0;
        if (fabsl(mean) > 0.1L) /* nearer to 0 the rounding of mu v counts for more */
            claim_near(&c[0], hz_law_force(&l, eta, v), expected, "a %g eta %g v %g", l.exponent, eta, v);
        claim_near(&c[1], hz_law_potential(&l, eta), (double)potential_of(&l, eta), "a %g eta %g", l.exponent, eta);
        assert_true(hz_law_force(&l, eta, v) >= 0); /* never pulls */
        assert_true(hz_law_force(&l, -eta, v) == 0 && hz_law_potential(&l, -eta) == 0);
        assert_true(hz_law_force(&l, 0, v) == 0 && hz_law_potential(&l, 0) == 0);
    }
    CLAIMS_CHECK(c);
}

/* ---- the discrete gradient ---- */

typedef struct mean {
    long double value, slope;
} mean;

/* law:gradient is the mean of the force from eta0 to eta1, and its slope a weighted one: Gauss's rule is exact to
 * rounding where the ends are near, and loses no digits there. */
static mean mean_force(const hz_law *l, long double eta0, long double eta1)
{
    static gsl_integration_glfixed_table *rule;
    if (!rule)
        rule = gsl_integration_glfixed_table_alloc(32);
    mean m = { 0, 0 };
    for (size_t i = 0; i < 32; i++) {
        double s, w;
        gsl_integration_glfixed_point(0, 1, i, &s, &w, rule);
        long double eta = eta0 + s * (eta1 - eta0);
        m.value += w * l->stiffness * powl(eta, l->exponent);
        m.slope += w * s * l->stiffness * l->exponent * powl(eta, l->exponent - 1.0L);
    }
    return m;
}

static mean quotient(const hz_law *l, long double eta0, long double eta1)
{
    long double step = eta1 - eta0, value = (potential_of(l, eta1) - potential_of(l, eta0)) / step;
    return (mean){ value, (force_of(l, eta1) - value) / step };
}

/* Ends that are far apart, near, next to each other in double, or equal. */
static double other_end(dice *d, double eta0)
{
    switch (dice_of(d, 4)) {
    case 0:
        return eta0 * dice_log(d, 1e-3, 1e3);
    case 1:
        return nextafter(eta0, dice_once(d, 2) ? 0 : 1);
    case 2:
        return dice_once(d, 10) ? eta0 : eta0 * dice_even(d, 0.9, 1.1);
    default:
        return eta0 * (1 + dice_log(d, 1e-16, 1) * (dice_once(d, 2) ? 1 : -0.99));
    }
}

static void gradient_keeps_its_digits(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: error of the gradient", .allowed = 1e-13 },                /* 2.4e-15 */
        { .name = "law: error of the gradient's slope", .allowed = 1e-3 },         /* 4.6e-09 */
        { .name = "law: error of the gradient out of contact", .allowed = 1e-14 }, /* 6.2e-16 */
    };
    dice d = { 2 };
    for (int i = 0; i < claim_trials(50000); i++) {
        hz_law l = random_law(&d);
        double eta0 = dice_log(&d, 1e-12, 1e-1), eta1 = other_end(&d, eta0);
        mean m = fabs(eta1 / eta0 - 1) < 0.5 ? mean_force(&l, eta0, eta1) : quotient(&l, eta0, eta1);
        hz_slope g = hz_law_gradient(&l, eta0, hz_law_potential(&l, eta0), eta1);
        claim_near(&c[0], g.value, (double)m.value, "a %.17g eta0 %.17g eta1 %.17g", l.exponent, eta0, eta1);
        claim_near(&c[1], g.slope, (double)m.slope, "a %.17g eta0 %.17g eta1 %.17g", l.exponent, eta0, eta1);
    }
    for (int i = 0; i < claim_trials(10000); i++) { /* an end, or both, before the surface */
        hz_law l = random_law(&d);
        double eta0 = dice_log(&d, 1e-12, 1e-1), eta1 = -dice_log(&d, 1e-20, 1e-1);
        mean m = quotient(&l, eta0, eta1);
        hz_slope out = hz_law_gradient(&l, eta0, hz_law_potential(&l, eta0), eta1),
                 in = hz_law_gradient(&l, eta1, 0, eta0);
        claim_near(&c[2], out.value, (double)m.value, "out: a %.17g eta0 %g eta1 %g", l.exponent, eta0, eta1);
        claim_near(&c[2], in.value, (double)m.value, "in: a %.17g eta0 %g eta1 %g", l.exponent, eta1, eta0);
        hz_slope none = hz_law_gradient(&l, eta1, 0, 2 * eta1), still = hz_law_gradient(&l, eta1, 0, eta1);
        assert_true(none.value == 0 && none.slope == 0 && still.value == 0 && still.slope == 0);
    }
    hz_law l = random_law(&d);
    assert_true(hz_law_gradient(&l, 0, 0, 0).value == 0);
    CLAIMS_CHECK(c);
}

/* ---- psi ---- */

/* (Psi - 1)/mu, a mean of v, by the definition of Psi in long double; or where that cancels, as the quotient of the
 * integrals of v^2/(1 + mu v) and v/(1 + mu v), in which nothing does since v keeps its sign. */
static long double mean_speed(long double mu, long double v0, long double v1)
{
    long double p0 = 1 + mu * v0, p1 = 1 + mu * v1;
    if (fabsl(p1 / p0 - 1) > 0.3L)
        return ((v1 - v0) * (v1 + v0) / 2 * mu * mu / (orbit_rest(mu * v1) - orbit_rest(mu * v0)) - 1) / mu;
    static gsl_integration_glfixed_table *rule;
    if (!rule)
        rule = gsl_integration_glfixed_table_alloc(64);
    long double up = 0, down = 0;
    for (size_t i = 0; i < 64; i++) {
        double s, w;
        gsl_integration_glfixed_point(0, 1, i, &s, &w, rule);
        long double v = v0 + s * (v1 - v0), term = w * v / (1 + mu * v);
        up += term * v;
        down += term;
    }
    return up / down;
}

/* The claims are for psi, and for its slope in steps that change 1 + mu v by a thousandth or more, and by less. Only
 * Newton's method sees the slope, so it may be rough where psi hardly changes. */
static void check_psi(claim *c, double mu, double v0, double v1)
{
    hz_law l = hz_law_prepare(&(hz_law_params){ 1, 1, mu });
    hz_slope p = hz_law_psi(&l, v0, v1);
    claim_near(&c[0], p.value, (double)(1 + mu * mean_speed(mu, v0, v1)), "mu %.17g v0 %.17g v1 %.17g", mu, v0, v1);
    /* Central differences whose ends keep the sign of v0 and stay over -1/mu. */
    long double e = 1e-4L * fminl(fabs(v1), fabsl(v1 + 1 / (long double)mu));
    double slope = (double)(mu * (mean_speed(mu, v0, v1 + e) - mean_speed(mu, v0, v1 - e)) / (2 * e));
    claim_see(fabs(mu * (v1 - v0)) > 1e-3 * (1 + mu * v0) ? &c[1] : &c[2], fabs(p.slope - slope) / fmax(mu, slope),
              "mu %.17g v0 %.17g v1 %.17g", mu, v0, v1);
}

static void psi_keeps_its_digits(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: error of psi", .allowed = 2e-14 },                       /* 9.5e-15, near -1/mu */
        { .name = "law: error of psi's slope", .allowed = 1e-3 },                /* 0.00026, of the reference */
        { .name = "law: error of psi's slope in a small step", .allowed = 0.5 }, /* 0.5, of mu */
    };
    dice d = { 3 };
    for (int i = 0; i < claim_trials(50000); i++) {
        double mu = dice_log(&d, 1e-8, 1e4), v0 = dice_log(&d, 1e-9, 1e3);
        check_psi(c, mu, v0, fabs(other_end(&d, v0)));
        v0 = -dice_log(&d, 1e-12, 0.9) / mu;
        check_psi(c, mu, v0, fmax(other_end(&d, v0), -0.9 / mu));
    }
    for (int i = 0; i < claim_trials(20000); i++) { /* near -1/mu: powers of two, so that mu v is exact */
        double mu = ldexp(1, dice_of(&d, 40) - 26), p0 = 1 - ldexp(dice_even(&d, 0.5, 1), -dice_of(&d, 30));
        double p1 = dice_once(&d, 2) ? p0 * dice_even(&d, 0.5, 1) : dice_log(&d, 1e-12, 1);
        check_psi(c, mu, (p0 - 1) / mu, (p1 - 1) / mu);
    }
    CLAIMS_CHECK(c);
}

/* What stands in its header of the ends of its range. */
static void psi_at_its_ends(void **state)
{
    (void)state;
    hz_law l = hz_law_prepare(&(hz_law_params){ 1, 1.5, 2 }), none = hz_law_prepare(&(hz_law_params){ 1, 1.5, 0 });
    assert_true(hz_law_psi(&none, 3, -5).value == 1);
    assert_true(isnan(hz_law_psi(&l, -0.5, -0.1).value));
    assert_true(isnan(hz_law_psi(&l, -0.7, -0.1).value));
    assert_true(hz_law_psi(&l, -0.1, -0.5).value == 0);
    assert_true(hz_law_psi(&l, -0.1, -0.7).value == 0);
    double at_turn = hz_law_psi(&l, 1, 0).value; /* past the turn it stays */
    assert_true(hz_law_psi(&l, 1, -0.2).value == at_turn && hz_law_psi(&l, 1, -0.2).slope == 0);
    assert_true(hz_law_psi(&l, 1, -9).value == at_turn);
    assert_true(hz_law_psi(&l, 0, 0).value == 1);
    assert_true(fabs(hz_law_psi(&l, 0.3, 0.3).value - 1.6) < 1e-15);
}

/* ---- the closed forms ---- */

static void wall_vout(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: wall:vout from bisection", .allowed = 1e-14 },   /* 7.5e-16 */
        { .name = "law: wall:vout from Lambert's W", .allowed = 1e-11 }, /* 1.9e-14 */
        { .name = "law: wall:vout off its equation", .allowed = 1e-14 }, /* 2.7e-15 */
    };
    dice d = { 4 };
    for (int i = 0; i < claim_trials(20000); i++) {
        double v = dice_log(&d, 1e-6, 1e3), z = dice_log(&d, 1e-9, 1e7), mu = z / v, out = hz_wall_vout(mu, v);
        claim_near(&c[0], out, orbit_v_out(mu, v), "mu %.17g v %.17g", mu, v);
        double w = gsl_sf_lambert_W0(-exp(-1 - (z - log1p(z))));
        if (z > 0.1 && z < 700) /* for less, W's argument is too near its branch point */
            claim_near(&c[1], out, (-w - 1) / mu, "mu %.17g v %.17g", mu, v);
        long double both = orbit_rest((long double)mu * v);
        if (z < 5)
            claim_near(&c[2], (double)orbit_rest((long double)mu * out), (double)both, "mu %.17g v %.17g", mu, v);
        assert_true(out < 0 && -out <= v && mu * out >= -1);
    }
    double small[] = { 0, 5e-324, 1e-300, 1e-160, 1e-100, 1e-20 };
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        claim_near(&c[0], hz_wall_vout(small[i], 1), -1, "mu %g", small[i]);
    CLAIMS_CHECK(c);
}

static void wall_depth_and_time(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: wall:xmax", .allowed = 1e-13 },                            /* 2.8e-15 */
        { .name = "law: wall:tau from GSL's quadrature of P 9", .allowed = 1e-8 }, /* 5.2e-13 */
    };
    dice d = { 5 };
    for (int i = 0; i < claim_trials(1000); i++) {
        hz_law l = random_law(&d);
        double v = dice_log(&d, 1e-3, 1e3), mu = dice_once(&d, 5) ? 0 : dice_log(&d, 1e-7, 35) / v;
        l.damping = mu;
        orbit o = { { l.stiffness, l.exponent, mu }, dice_log(&d, 1e-6, 1e4), v };
        claim_near(&c[0], hz_wall_xmax(&l, o.mass, v), orbit_x_max(&o), "a %.17g mu %.17g v %.17g", l.exponent, mu, v);
        claim_near(&c[1], hz_wall_tau(&l, o.mass, v), orbit_tau(&o), "a %.17g mu %.17g v %.17g", l.exponent, mu, v);
    }
    CLAIMS_CHECK(c);
}

/* An undamped linear contact is half a period; without damping the time is a beta function (C 14). */
static void times_known_in_closed_form(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: wall:tau of a linear spring", .allowed = 1e-12 }, /* 1.8e-15 */
        { .name = "law: wall:tau without damping", .allowed = 1e-12 },    /* 2.3e-15 */
    };
    dice d = { 6 };
    for (int i = 0; i < claim_trials(1000); i++) {
        double m = dice_log(&d, 1e-6, 1e4), k = dice_log(&d, 1, 1e18), v = dice_log(&d, 1e-3, 1e3);
        double a = dice_exponent(&d);
        hz_law linear = hz_law_prepare(&(hz_law_params){ k, 1, 0 }), l = hz_law_prepare(&(hz_law_params){ k, a, 0 });
        claim_near(&c[0], hz_wall_tau(&linear, m, v), M_PI * sqrt(m / k), "m %g k %g", m, k);
        double x_max = pow(0.5 * (a + 1) * m / k * v * v, 1 / (a + 1));
        double beta = sqrt(M_PI) * tgamma(1 / (a + 1)) / tgamma(1 / (a + 1) + 0.5) / (a + 1);
        claim_near(&c[1], hz_wall_tau(&l, m, v), 2 * x_max / v * beta, "a %.17g", a);
    }
    CLAIMS_CHECK(c);
}

/* Without load a bounce is what the other closed forms say, and its greatest force what a scan of the phase portrait
 * finds; without damping a load changes nothing of the speed, and against a linear spring depth and time are those of a
 * swing about the place where the spring carries it. */
static void bounces_under_a_load(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: wall:loaded, v_out and x_max without load", .allowed = 1e-13 },
        { .name = "law: wall:loaded, time without load", .allowed = 1e-5 },
        { .name = "law: wall:fmax off the greatest of a scan", .allowed = 1e-6 },
        { .name = "law: wall:loaded, v_out without damping", .allowed = 1e-13 },
        { .name = "law: wall:loaded, depth on a linear spring", .allowed = 1e-13 },
        { .name = "law: wall:loaded, time on a linear spring", .allowed = 1e-4 },
    };
    enum { SCAN = 4000 };
    dice d = { 8 };
    for (int i = 0; i < claim_trials(200); i++) {
        hz_law l = random_law(&d);
        double v = dice_log(&d, 1e-3, 1e3), m = dice_log(&d, 1e-6, 1e4), most = 0;
        l.damping = dice_log(&d, 1e-7, 10) / v;
        hz_bounce k = hz_wall_bounce(&l, m, v, 0);
        claim_near(&c[0], k.v_out, hz_wall_vout(l.damping, v), "a %.17g mu v %g", l.exponent, l.damping * v);
        claim_near(&c[0], k.x_max, hz_wall_xmax(&l, m, v), "a %.17g mu v %g", l.exponent, l.damping * v);
        claim_near(&c[1], k.time, hz_wall_tau(&l, m, v), "a %.17g mu v %g", l.exponent, l.damping * v);
        l.damping = dice_log(&d, 1e-2, 10) / v; /* the scan loses digits under this */
        for (int s = 0; s <= SCAN; s++) {
            double now = v * s / SCAN, z = l.damping * now, z_in = l.damping * v;
            double left = m / (l.damping * l.damping) * (z_in - log1p(z_in) - z + log1p(z));
            most = fmax(most, hz_law_force(&l, pow(fmax(left, 0) / l.potential, 1 / (l.exponent + 1)), now));
        }
        claim_near(&c[2], hz_wall_bounce(&l, m, v, 0).f_max, most, "a %.17g mu v %g", l.exponent, l.damping * v);
        l = hz_law_prepare(&(hz_law_params){ dice_log(&d, 1, 1e18), 1, 0 });
        double w = sqrt(l.stiffness / m), load = dice_even(&d, -1, 1) * v * w, sag = load / (w * w),
               lag = atan2(load / w, v);
        k = hz_wall_bounce(&l, m, v, load);
        claim_near(&c[3], k.v_out, -v, "load %g", load);
        claim_near(&c[4], k.x_max, sag + sqrt(sag * sag + v * v / (w * w)), "load %g", load / (v * w));
        claim_near(&c[5], k.time, (M_PI + 2 * lag) / w, "load %g", load / (v * w));
    }
    CLAIMS_CHECK(c);
}

/* The table of PHYSICS 3: m 0.01 kg, 44.1 kHz. */
static void published_numbers(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: published v_out, x_max, tau, off by units of their last digit", .allowed = 0.51 }, /* 0.43 */
        { .name = "law: published error of wall:vout~, off by units of its last digit", .allowed = 0.51 }, /* 0.082 */
    };
    struct {
        hz_law_params law;
        double v, out, x_max, samples, last[3], fit, fit_last;
    } row[] = {
        { { 1e7, 1.1, 0.1 }, 0.3, -0.294117421, 1.66844063e-5, 7.66741582, { 1e-9, 1e-13, 1e-8 }, -3.3e-9, 1e-10 },
        { { 1e9, 1.5, 0.5 }, 1.0, -0.748434932, 3.89257378e-5, 5.86081220, { 1e-9, 1e-13, 1e-8 }, 1.252e-4, 1e-7 },
    };
    for (int i = 0; i < 2; i++) {
        hz_law l = hz_law_prepare(&row[i].law);
        double out = hz_wall_vout(l.damping, row[i].v), fit = hz_wall_vout_fit(l.damping, row[i].v) / out - 1;
        double tau = hz_wall_tau(&l, 0.01, row[i].v) * 44100;
        claim_see(&c[0], fabs(out - row[i].out) / row[i].last[0], "v_out of case %d", i + 1);
        claim_see(&c[0], fabs(hz_wall_xmax(&l, 0.01, row[i].v) - row[i].x_max) / row[i].last[1], "x_max of case %d",
                  i + 1);
        claim_see(&c[0], fabs(tau - row[i].samples) / row[i].last[2], "tau of case %d", i + 1);
        claim_see(&c[1], fabs(fit - row[i].fit) / row[i].fit_last, "case %d: %g", i + 1, fit);
    }
    CLAIMS_CHECK(c);
}

/* P 7 and 8 as they are printed. */
static void wall_vout_fit(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "law: wall:vout~ off P 7, of v_in", .allowed = 1e-14 },              /* 1.5e-15 */
        { .name = "law: wall:vout~ off wall:vout for small z, of z^4", .allowed = 1 }, /* 0.0048 */
    };
    long double b[] = { 1, 1, 2.0L / 3, 2.0L / 9, 14.0L / 135 };
    dice d = { 7 };
    for (int i = 0; i < claim_trials(20000); i++) {
        double v = dice_log(&d, 1e-6, 1e3), mu = dice_log(&d, 1e-4, 100) / v;
        long double z = (long double)mu * v, sum = 0, power = 1;
        for (int k = 0; k < 5; k++, power *= z)
            sum += b[k] * power;
        double expected = (double)(-(1 - sum * expl(-2 * z)) / mu);
        claim_see(&c[0], fabs(hz_wall_vout_fit(mu, v) - expected) / v, "mu %.17g v %.17g", mu, v);
    }
    for (double z = 1e-9; z < 1e-2; z *= 1.1)
        claim_see(&c[1], (fabs(hz_wall_vout_fit(z, 1) - hz_wall_vout(z, 1)) - 1e-15) / pow(z, 4), "z %g", z);
    CLAIMS_CHECK(c);
}

static void restitution_sets_damping(void **state)
{
    (void)state;
    claim c[] = { { .name = "law: wall:restitution there and back", .allowed = 1e-12 } }; /* 2e-15 */
    dice d = { 8 };
    for (int i = 0; i < claim_trials(2000); i++) {
        double v = dice_log(&d, 1e-3, 1e3), e = dice_once(&d, 2) ? dice_log(&d, 1e-6, 1) : 1 - dice_log(&d, 1e-9, 1);
        double mu = hz_wall_damping(e, v);
        claim_near(&c[0], -orbit_v_out(mu, v) / v, e, "e %.17g v %.17g", e, v);
    }
    assert_true(hz_wall_damping(1, 3) == 0);
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_and_potential),
        cmocka_unit_test(gradient_keeps_its_digits),
        cmocka_unit_test(psi_keeps_its_digits),
        cmocka_unit_test(psi_at_its_ends),
        cmocka_unit_test(wall_vout),
        cmocka_unit_test(wall_depth_and_time),
        cmocka_unit_test(times_known_in_closed_form),
        cmocka_unit_test(bounces_under_a_load),
        cmocka_unit_test(published_numbers),
        cmocka_unit_test(wall_vout_fit),
        cmocka_unit_test(restitution_sets_damping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
