/* law: the contact law and its discrete forces, against long double and GSL. */
#include "core/law/law.h"
#include "tests/tools/test.h"
#include "orbit.h"

#include <gsl/gsl_integration.h>

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

LONG_DOUBLE_TEST(force_and_potential)
{
    CLAIMS(c, CLAIM("law: error of the force", 2e-15), CLAIM("law: error of the potential", 2e-15));
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

LONG_DOUBLE_TEST(gradient_keeps_its_digits)
{
    CLAIMS(c, CLAIM("law: error of the gradient", 1e-13), CLAIM("law: error of the gradient's slope", 3e-7),
           CLAIM("law: error of the gradient out of contact", 1e-14));
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
}
