/* power: x^a against libm's long double power. */
#include "core/base/power.h"
#include "tests/tools/test.h"

static double error_of(double exponent, double x)
{
    hz_power p = hz_power_prepare(exponent);
    long double exact = powl(x, exponent);
    return (double)fabsl(hz_power_of(&p, x) / exact - 1);
}

LONG_DOUBLE_TEST(halves_are_products)
{
    CLAIMS(c, CLAIM("power: error for whole and half exponents", HZ_POWER_ERROR)); /* 5.1e-16 */
    dice d = { claim_seed(1) };
    for (int twice = 0; twice <= 12; twice++)
        for (int i = 0; i < claim_trials(20000); i++) {
            double x = dice_log(&d, 1e-40, 1e10);
            claim_see(&c[0], error_of(0.5 * twice, x), "%a ^ %g", x, 0.5 * twice);
        }
}

LONG_DOUBLE_TEST(other_exponents_are_right)
{
    CLAIMS(c, CLAIM("power: error for any exponent", HZ_POWER_ERROR)); /* 1.1e-16 */
    dice d = { claim_seed(2) };
    for (int i = 0; i < claim_trials(100000); i++) {
        double a = dice_even(&d, 1, 7), x = dice_log(&d, 1e-40, 1e10);
        claim_see(&c[0], error_of(a, x), "%a ^ %.17g", x, a);
    }
    /* Next to a whole or half number nothing may be taken for it. */
    for (int twice = 0; twice <= 12; twice++)
        for (int side = -1; side <= 1; side += 2) {
            double a = nextafter(0.5 * twice, side * HUGE_VAL);
            claim_see(&c[0], error_of(a, 1e-40), "1e-40 ^ %.17g", a);
        }
}

TEST(ends_are_exact)
{
    dice d = { claim_seed(3) };
    for (int i = 0; i < 1000; i++) {
        hz_power p = hz_power_prepare(dice_exponent(&d));
        assert_true(hz_power_of(&p, 0) == 0);
        assert_true(hz_power_of(&p, 1) == 1);
        assert_true(isnan(hz_power_of(&p, NAN)));
        assert_true(hz_power_of(&p, HUGE_VAL) == HUGE_VAL);
    }
    /* An exponent that is not a number or far out must not become an index or a shift. */
    double strange[] = { NAN, HUGE_VAL, -HUGE_VAL, -0.5, -3, 6.5, 1e300 };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        hz_power p = hz_power_prepare(strange[i]);
        assert_int_equal(p.halves, -1);
    }
}
