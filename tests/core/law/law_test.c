/* law: the contact law and its discrete forces, against long double and GSL. */
#include "core/law/law.h"
#include "tests/tools/asserted.h"
#include "tests/tools/claim.h"
#include "tests/tools/dice.h"
#include "orbit.h"

#include <gsl/gsl_integration.h>
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
        { .name = "law: error of the force", .allowed = 2e-15 },
        { .name = "law: error of the potential", .allowed = 2e-15 },
    };
    dice d = { claim_seed(1) };
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
        { .name = "law: error of the gradient", .allowed = 1e-13 },
        { .name = "law: error of the gradient's slope", .allowed = 3e-7 },
        { .name = "law: error of the gradient out of contact", .allowed = 1e-14 },
    };
    dice d = { claim_seed(2) };
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
    dice d = { claim_seed(3) };
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
    hz_slope even = hz_law_psi(&l, 0.3, 0.3); /* the mean, 1 + mu (v0 + v1)/2 */
    assert_true(fabs(even.value - 1.6) < 1e-15 && even.slope == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        long_double_unit_test(force_and_potential),
        long_double_unit_test(gradient_keeps_its_digits),
        long_double_unit_test(psi_keeps_its_digits),
        cmocka_unit_test(psi_at_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
