/* poles: the contact phase's poles against GSL's dense solver, and the way between modes and columns. */
#include "core/linear_contact/contact_poles.h"
#include "tests/tools/claim.h"
#include "tests/tools/dice.h"

#include <complex.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 40 };

typedef struct setup {
    int n;
    double sigma[MOST], x[MOST], delta[MOST], port[MOST], port_p[MOST], drive_q[MOST], drive_p[MOST];
    hz_contact_poles_modes m;
} setup;

static void finish(setup *s, int n, double k, double c)
{
    s->n = n;
    for (int i = 0; i < n; i++)
        s->delta[i] = s->x[i] - s->sigma[i] * s->sigma[i];
    s->m = (hz_contact_poles_modes){ n, 1, s->sigma, s->x, s->delta, s->port, s->port_p, s->drive_q, s->drive_p, k, c };
}

/* A mass and modes, some alike, some that the contact does not move, some without damping. */
static void draw(setup *s, dice *d, int most, int damped, double most_sigma)
{
    int n = 1 + dice_of(d, most);
    for (int i = 0; i < n; i++) {
        double w = dice_log(d, 100, 1e5);
        s->x[i] = i == 0 && dice_once(d, 2) ? 0 : w * w;
        s->sigma[i] = damped && s->x[i] > 0 && !dice_once(d, 4) ? dice_log(d, 0.1, most_sigma) : 0;
        if (i > 0 && dice_once(d, 5)) {
            s->x[i] = s->x[i - 1];
            s->sigma[i] = s->sigma[i - 1];
        }
        s->port[i] = dice_once(d, 10) ? 0 : dice_even(d, -2, 2) / sqrt(dice_log(d, 1e-3, 1));
    }
    finish(s, n, dice_log(d, 1, 1e12), damped && !dice_once(d, 3) ? dice_log(d, 1e-3, 1e4) : 0);
}

/* The characteristic matrix of q' = p, p' = ..., scaled so that q and p are of one size. */
static void dense(const setup *s, double complex *roots)
{
    size_t n = (size_t)s->n;
    gsl_matrix *a = gsl_matrix_calloc(2 * n, 2 * n);
    gsl_vector_complex *values = gsl_vector_complex_alloc(2 * n);
    gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc(2 * n);
    gsl_eigen_nonsymm_params(0, 1, w);
    for (size_t i = 0; i < n; i++) {
        double scale = 1000;
        gsl_matrix_set(a, i, n + i, scale);
        gsl_matrix_set(a, n + i, i, -s->x[i] / scale);
        gsl_matrix_set(a, n + i, n + i, -2 * s->sigma[i]);
        for (size_t j = 0; j < n; j++) {
            double both = s->port[i] * s->port[j];
            *gsl_matrix_ptr(a, n + i, j) -= s->m.stiffness * both / scale;
            *gsl_matrix_ptr(a, n + i, n + j) -= s->m.damping * both;
        }
    }
    gsl_eigen_nonsymm(a, values, w);
    for (size_t i = 0; i < 2 * n; i++) {
        gsl_complex z = gsl_vector_complex_get(values, i);
        roots[i] = GSL_REAL(z) + I * GSL_IMAG(z);
    }
    gsl_eigen_nonsymm_free(w);
    gsl_vector_complex_free(values);
    gsl_matrix_free(a);
}

/* Newton's method in long double on the characteristic polynomial prod P (1 + (k + c s) sum port^2/P): the dense
 * solver's roots are right to rounding of the largest, and to its root where two meet. */
static double complex polished(const setup *s, double complex root, double largest)
{
    long double complex z = root;
    for (int step = 0; step < 40; step++) {
        long double complex g = 0, slope = 0, poles = 0, law = s->m.stiffness + s->m.damping * z;
        for (int i = 0; i < s->n; i++) {
            long double complex p = z * z + 2 * (long double)s->sigma[i] * z + s->x[i], over = 1 / p,
                                dp = 2 * (z + s->sigma[i]);
            long double square = (long double)s->port[i] * s->port[i];
            g += square * over;
            slope -= square * over * over * dp;
            poles += over * dp;
        }
        long double complex change = 1 / (poles + (s->m.damping * g + law * slope) / (1 + law * g));
        if (!isfinite(cabsl(change)))
            break;
        z -= change;
    }
    return cabs((double complex)z - root) < 1e-7 * largest ? (double complex)z : root;
}

static int columns_of(const hz_contact_poles *k, double complex *roots)
{
    int n = 0;
    for (int j = 0; j < k->n; j++) {
        if (k->split[j]) {
            roots[n++] = -k->sigma[j];
            roots[n++] = -k->x[j];
        } else {
            double complex root = csqrt(-k->delta[j]);
            roots[n++] = -k->sigma[j] + root;
            roots[n++] = -k->sigma[j] - root;
        }
    }
    return n;
}

/* Every pole of the dense solver has one of ours beside it. */
static void poles_are_the_dense_ones(void **state)
{
    (void)state;
    claim c[] = { { .name = "poles: off the dense solver's, of the largest",
                    .allowed = 1e-12 } }; /* 2e-10 in a hundred times as many */
    dice d = { claim_seed(11) };
    for (int t = 0; t < claim_trials(100); t++) {
        setup s;
        hz_contact_poles k;
        double complex ours[2 * MOST], theirs[2 * MOST];
        draw(&s, &d, 12, t % 3 > 0, 300);
        assert_true(hz_contact_poles_init(&k, MOST));
        assert_true(hz_contact_poles_prepare(&k, &s.m));
        assert_int_equal(columns_of(&k, ours), 2 * s.n);
        dense(&s, theirs);
        double largest = 0;
        for (int i = 0; i < 2 * s.n; i++)
            largest = fmax(largest, cabs(theirs[i]));
        for (int i = 0; i < 2 * s.n; i++)
            theirs[i] = polished(&s, theirs[i], largest);
        if (largest == 0) { /* a mass that nothing holds and the contact does not move */
            hz_contact_poles_free(&k);
            continue;
        }
        for (int i = 0; i < 2 * s.n; i++) {
            int best = i;
            for (int j = i; j < 2 * s.n; j++)
                if (cabs(ours[j] - theirs[i]) < cabs(ours[best] - theirs[i]))
                    best = j;
            claim_see(&c[0], cabs(ours[best] - theirs[i]) / largest, "trial %d, %d modes, k %g c %g", t, s.n,
                      s.m.stiffness, s.m.damping);
            ours[best] = ours[i];
        }
        hz_contact_poles_free(&k);
    }
    CLAIMS_CHECK(c);
}

typedef struct motion {
    double q[MOST], p[MOST], eta, rate;
} motion;

static double size_of(const setup *s, const double *q, const double *p)
{
    double sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += p[i] * p[i] + fmax(s->x[i], 1e4) * q[i] * q[i];
    return sqrt(sum);
}

/* Enters a random state and leaves again; then lets the columns move for an instant and compares with what the modes'
 * own equation says. */
static void look_at(const setup *s, hz_contact_poles *k, dice *d, claim *back, claim *moves, claim *energy, int t)
{
    motion m, back_again, wanted, got;
    double cq[MOST], cp[MOST], dq[MOST], dp[MOST], e_modes = 0, e_columns = 0;
    m.eta = m.rate = 0;
    for (int i = 0; i < s->n; i++) {
        m.q[i] = dice_even(d, -1, 1) / sqrt(fmax(s->x[i], 1e4));
        m.p[i] = dice_even(d, -1, 1);
        m.eta += s->port[i] * m.q[i];
        m.rate += s->port[i] * m.p[i];
    }
    hz_contact_poles_enter(k, m.q, m.p, m.eta, cq, cp);
    hz_contact_poles_leave(k, cq, cp, back_again.q, back_again.p);
    double force = s->m.stiffness * m.eta + s->m.damping * m.rate;
    for (int i = 0; i < s->n; i++) {
        wanted.q[i] = back_again.p[i];
        wanted.p[i] = -s->x[i] * back_again.q[i] - 2 * s->sigma[i] * back_again.p[i] - s->port[i] * force;
        e_modes += m.p[i] * m.p[i] + s->x[i] * m.q[i] * m.q[i];
        e_columns += cp[i] * cp[i] + k->x[i] * cq[i] * cq[i];
        dq[i] = k->split[i] ? -k->sigma[i] * cq[i] : cp[i];
        dp[i] = k->split[i] ? -k->x[i] * cp[i] : -k->x[i] * cq[i] - 2 * k->sigma[i] * cp[i];
    }
    hz_contact_poles_leave(k, dq, dp, got.q, got.p);
    double scale = size_of(s, m.q, m.p), speed = size_of(s, wanted.q, wanted.p);
    for (int i = 0; i < s->n; i++) {
        back_again.q[i] -= m.q[i];
        back_again.p[i] -= m.p[i];
        got.q[i] -= wanted.q[i];
        got.p[i] -= wanted.p[i];
    }
    claim_see(back, size_of(s, back_again.q, back_again.p) / scale, "trial %d, %d modes, k %g c %g", t, s->n,
              s->m.stiffness, s->m.damping);
    claim_see(moves, size_of(s, got.q, got.p) / speed, "trial %d, %d modes, k %g c %g", t, s->n, s->m.stiffness,
              s->m.damping);
    if (energy)
        claim_near(energy, e_columns, e_modes + s->m.stiffness * m.eta * m.eta, "trial %d, %d modes", t, s->n);
}

static void columns_are_the_modes(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "poles: there and back, without damping", .allowed = 1e-12 },
        { .name = "poles: motion, without damping", .allowed = 1e-14 },
        { .name = "poles: energy, without damping", .allowed = 1e-14 },
        { .name = "poles: there and back, damping up to 1e4 N s/m", .allowed = 1e-10 },
        { .name = "poles: motion, damping up to 1e4 N s/m", .allowed = 1e-12 },
    };
    dice d = { claim_seed(12) };
    for (int t = 0; t < claim_trials(400); t++) {
        setup s;
        hz_contact_poles k;
        draw(&s, &d, 20, t % 2, 100);
        assert_true(hz_contact_poles_init(&k, MOST));
        assert_true(hz_contact_poles_prepare(&k, &s.m));
        if (t % 2)
            look_at(&s, &k, &d, &c[3], &c[4], NULL, t);
        else
            look_at(&s, &k, &d, &c[0], &c[1], &c[2], t);
        hz_contact_poles_free(&k);
    }
    CLAIMS_CHECK(c);
}

/* Overdamped modes of any kind, whose real poles the contact may move by a breath: all are found, and keep their
 * digits. */
static void wild_damping_converges(void **state)
{
    (void)state;
    claim c[] = {
        { .name = "poles: not found, overdamped modes", .allowed = 0 },
        { .name = "poles: there and back, overdamped modes", .allowed = 1e-10 },
        { .name = "poles: motion, overdamped modes", .allowed = 1e-12 },
    };
    dice d = { claim_seed(13) };
    int failed = 0, trials = claim_trials(1000);
    for (int t = 0; t < trials; t++) {
        setup s;
        hz_contact_poles k;
        dice other = { claim_seed(1000 + (uint64_t)t) };
        draw(&s, &d, 12, 1, 1e5);
        assert_true(hz_contact_poles_init(&k, MOST));
        if (hz_contact_poles_prepare(&k, &s.m))
            look_at(&s, &k, &other, &c[1], &c[2], NULL, t);
        else
            failed++;
        hz_contact_poles_free(&k);
    }
    claim_see(&c[0], failed, "%d of %d", failed, trials);
    CLAIMS_CHECK(c);
}

/* poles:sweep  One of two hundred such searches needs damping to grow from little. These do on x86-64. A machine that
 * rounds otherwise may find their poles at once, which are as good. The last three lose digits (5e-10 and more, there
 * and back) where a column, while damping grows, does not stay as far from its mode as it was. */
static void damping_that_must_grow(void **state)
{
    (void)state;
    claim c[] = { { .name = "poles: there and back, where damping grew", .allowed = 1e-11 },
                  { .name = "poles: motion, where damping grew", .allowed = 3e-14 } };
    static const uint64_t seeds[] = { 99, 146, 191, 270, 936, 940, 1184668, 1646030, 1949426 };
    enum { SEEDS = sizeof seeds / sizeof *seeds };
    int grown = 0;
    for (int t = 0; t < SEEDS; t++) {
        dice d = { seeds[t] };
        setup s = { 0 };
        hz_contact_poles k;
        draw(&s, &d, 12, 1, 1e5);
        assert_true(hz_contact_poles_init(&k, MOST));
        assert_true(hz_contact_poles_prepare(&k, &s.m));
        grown += k.search.steps > 0;
        look_at(&s, &k, &d, &c[0], &c[1], NULL, t);
        hz_contact_poles_free(&k);
    }
#ifdef __x86_64__ /* The seeds were looked for on such a machine; others round otherwise. */
    const int least = SEEDS / 2 + 1;
#else
    const int least = 0;
#endif
    assert_true(grown >= least);
    CLAIMS_CHECK(c);
}

/* A mass on a damped mode of the spring's own making: k and c such that two poles meet, and near there. */
static void double_poles_are_columns_like_others(void **state)
{
    (void)state;
    claim c[] = { { .name = "poles: there and back, near double poles", .allowed = 3e-12 },
                  { .name = "poles: motion, near double poles", .allowed = 1e-13 } };
    dice d = { claim_seed(14) };
    static const double off[] = { 0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, -1e-15, -1e-12, -1e-9, -1e-6, -1e-3 };
    for (int t = 0; t < 11; t++) {
        setup s = { .x = { 0, 4e6, 9e6 }, .port = { 10, 1e-3, 1e-3 }, .sigma = { 0, 3, 0 } };
        double k = 1e6, m = 0.01; /* a 10 g mass: critical at c = 2 sqrt(k m) */
        hz_contact_poles p;
        finish(&s, t % 2 ? 1 : 3, k, 2 * sqrt(k * m) * (1 + off[t]));
        assert_true(hz_contact_poles_init(&p, MOST));
        assert_true(hz_contact_poles_prepare(&p, &s.m));
        look_at(&s, &p, &d, &c[0], &c[1], NULL, t);
        hz_contact_poles_free(&p);
    }
    CLAIMS_CHECK(c);
}

/* Every width of vector gives the same bits. */
static void widths_agree(void **state)
{
    (void)state;
    dice d = { claim_seed(15) };
    for (int t = 0; t < 20; t++) {
        setup s;
        double rows[HZ_SIMD_WIDTHS][4][MOST] = { 0 }, q[MOST], p[MOST];
        draw(&s, &d, 30, t % 2, 300);
        for (int i = 0; i < s.n; i++)
            q[i] = p[i] = dice_even(&d, -1, 1);
        for (int w = 0; w <= (int)hz_simd_best(); w++) {
            hz_contact_poles k;
            assert_true(hz_contact_poles_init(&k, MOST));
            k.lanes = (enum hz_simd)w;
            assert_true(hz_contact_poles_prepare(&k, &s.m));
            hz_contact_poles_enter(&k, q, p, 1e-3, rows[w][0], rows[w][1]);
            hz_contact_poles_leave(&k, rows[w][0], rows[w][1], rows[w][2], rows[w][3]);
            assert_memory_equal(rows[w], rows[0], sizeof rows[w]);
            hz_contact_poles_free(&k);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poles_are_the_dense_ones),
        cmocka_unit_test(columns_are_the_modes),
        cmocka_unit_test(wild_damping_converges),
        cmocka_unit_test(damping_that_must_grow),
        cmocka_unit_test(double_poles_are_columns_like_others),
        cmocka_unit_test(widths_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
