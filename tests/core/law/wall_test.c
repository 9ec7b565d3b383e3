/* wall: its closed forms against long double, GSL and published numbers. */
#include "core/law/wall.h"
#include "tests/tools/test.h"
#include "orbit.h"

#include <gsl/gsl_sf_lambert.h>

static hz_law random_law(dice *d)
{
    double mu = dice_once(d, 5) ? 0 : dice_log(d, 1e-8, 1e4);
    return hz_law_prepare(&(hz_law_params){ dice_log(d, 1, 1e18), dice_exponent(d), mu });
}

TEST(wall_vout)
{
    CLAIMS(c, CLAIM("wall:vout from bisection", 1e-14), CLAIM("wall:vout from Lambert's W", 1e-12),
           CLAIM("wall:vout off its equation", 1e-14));
    dice d = { claim_seed(4) };
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
}

TEST(wall_depth)
{
    CLAIMS(c, CLAIM("wall: xmax", 1e-13)); /* 2.8e-15 */
    dice d = { claim_seed(5) };
    for (int i = 0; i < claim_trials(1000); i++) {
        hz_law l = random_law(&d);
        double v = dice_log(&d, 1e-3, 1e3), mu = dice_once(&d, 5) ? 0 : dice_log(&d, 1e-7, 35) / v;
        l.damping = mu;
        orbit o = { { l.stiffness, l.exponent, mu }, dice_log(&d, 1e-6, 1e4), v };
        claim_near(&c[0], hz_wall_xmax(&l, o.mass, v), orbit_x_max(&o), "a %.17g mu %.17g v %.17g", l.exponent, mu, v);
    }
}

/* The reference itself: an undamped linear contact is half a period; without damping the time is a beta function
 * (C 14). */
TEST(times_known_in_closed_form)
{
    CLAIMS(c, CLAIM("wall: tau of a linear spring", 1e-14), CLAIM("wall: tau without damping", 3e-11));
    dice d = { claim_seed(6) };
    for (int i = 0; i < claim_trials(1000); i++) {
        double m = dice_log(&d, 1e-6, 1e4), k = dice_log(&d, 1, 1e18), v = dice_log(&d, 1e-3, 1e3);
        double a = dice_exponent(&d);
        claim_near(&c[0], orbit_tau(&(orbit){ { k, 1, 0 }, m, v }), M_PI * sqrt(m / k), "m %g k %g", m, k);
        double x_max = pow(0.5 * (a + 1) * m / k * v * v, 1 / (a + 1));
        double beta = sqrt(M_PI) * tgamma(1 / (a + 1)) / tgamma(1 / (a + 1) + 0.5) / (a + 1);
        claim_near(&c[1], orbit_tau(&(orbit){ { k, a, 0 }, m, v }), 2 * x_max / v * beta, "a %.17g", a);
    }
}

/* The time of a bounce is the integral over its orbit, and its greatest force what a scan of the phase portrait finds.
 */
TEST(time_and_force)
{
    CLAIMS(c, CLAIM("wall:tau, mu v_in up to 10", 1e-5), CLAIM("wall:fmax off the greatest of a scan", 1e-6));
    enum { SCAN = 4000 };
    dice d = { claim_seed(8) };
    for (int i = 0; i < claim_trials(200); i++) {
        hz_law l = random_law(&d);
        double v = dice_log(&d, 1e-3, 1e3), m = dice_log(&d, 1e-6, 1e4), most = 0;
        l.damping = dice_log(&d, 1e-7, 10) / v;
        claim_near(&c[0], hz_wall_bounce(&l, m, v).time, orbit_tau_of(&l, m, v), "a %.17g mu v %g", l.exponent,
                   l.damping * v);
        l.damping = dice_log(&d, 1e-2, 10) / v; /* the scan loses digits under this */
        for (int s = 0; s <= SCAN; s++) {
            double now = v * s / SCAN, z = l.damping * now, z_in = l.damping * v;
            double left = m / (l.damping * l.damping) * (z_in - log1p(z_in) - z + log1p(z));
            most = fmax(most, hz_law_force(&l, pow(fmax(left, 0) / l.potential, 1 / (l.exponent + 1)), now));
        }
        claim_near(&c[1], hz_wall_bounce(&l, m, v).f_max, most, "a %.17g mu v %g", l.exponent, l.damping * v);
    }
}

/* The table of PHYSICS 3: m 0.01 kg, 44.1 kHz. */
TEST(published_numbers)
{
    CLAIMS(c, CLAIM("wall: published v_out, x_max, tau, off by units of their last digit", 0.51),
           CLAIM("wall: published error of wall:vout~, off by units of its last digit", 0.51));
    struct {
        hz_law_params law;
        double v, out, x_max, samples, last[3], fit, fit_last;
    } row[] = {
        { { 1e7, 1.1, 0.1 }, 0.3, -0.294117421, 1.66844063e-5, 7.66741582, { 1e-9, 1e-13, 1e-8 }, -3.3e-9, 1e-10 },
        { { 1e9, 1.5, 0.5 }, 1.0, -0.748434932, 3.89257378e-5, 5.86081220, { 1e-9, 1e-13, 1e-8 }, 1.252e-4, 1e-7 },
    };
    for (int i = 0; i < 2; i++) {
        hz_law l = hz_law_prepare(&row[i].law);
        double out = hz_wall_vout(l.damping, row[i].v), fit = orbit_v_out_fit(l.damping, row[i].v) / out - 1;
        double tau = orbit_tau_of(&l, 0.01, row[i].v) * 44100;
        claim_see(&c[0], fabs(out - row[i].out) / row[i].last[0], "v_out of case %d", i + 1);
        claim_see(&c[0], fabs(hz_wall_xmax(&l, 0.01, row[i].v) - row[i].x_max) / row[i].last[1], "x_max of case %d",
                  i + 1);
        claim_see(&c[0], fabs(tau - row[i].samples) / row[i].last[2], "tau of case %d", i + 1);
        claim_see(&c[1], fabs(fit - row[i].fit) / row[i].fit_last, "case %d: %g", i + 1, fit);
    }
}

/* P 7 and 8 as they are printed. */
LONG_DOUBLE_TEST(wall_vout_fit)
{
    CLAIMS(c, CLAIM("wall:vout~ off P 7, of v_in", 1e-14), CLAIM("wall:vout~ off wall:vout for small z, of z^4", 0.3));
    long double b[] = { 1, 1, 2.0L / 3, 2.0L / 9, 14.0L / 135 };
    dice d = { claim_seed(7) };
    for (int i = 0; i < claim_trials(20000); i++) {
        double v = dice_log(&d, 1e-6, 1e3), mu = dice_log(&d, 1e-4, 100) / v;
        long double z = (long double)mu * v, sum = 0, power = 1;
        for (int k = 0; k < 5; k++, power *= z)
            sum += b[k] * power;
        double expected = (double)(-(1 - sum * expl(-2 * z)) / mu);
        claim_see(&c[0], fabs(orbit_v_out_fit(mu, v) - expected) / v, "mu %.17g v %.17g", mu, v);
    }
    for (double z = 1e-9; z < 1e-2; z *= 1.1)
        claim_see(&c[1], (fabs(orbit_v_out_fit(z, 1) - hz_wall_vout(z, 1)) - 1e-15) / pow(z, 4), "z %g", z);
}

TEST(restitution_sets_damping)
{
    CLAIMS(c, CLAIM("wall:restitution there and back", 3e-14)); /* 2e-15 */
    dice d = { claim_seed(8) };
    for (int i = 0; i < claim_trials(2000); i++) {
        double v = dice_log(&d, 1e-3, 1e3), e = dice_once(&d, 2) ? dice_log(&d, 1e-6, 1) : 1 - dice_log(&d, 1e-9, 1);
        double mu = hz_wall_damping(e, v);
        claim_near(&c[0], -orbit_v_out(mu, v) / v, e, "e %.17g v %.17g", e, v);
    }
    assert_true(hz_wall_damping(1, 3) == 0);
}
