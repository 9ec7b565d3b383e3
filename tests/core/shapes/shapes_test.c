/* The shapes against the textbooks, against GSL, and against statics. */
#include "core/shapes/internal.h"
#include "tests/tools/test.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_sf_bessel.h>

static const double pi = 3.14159265358979323846;

/* A shape with memory of its own. */
static hz_shape shape_new(int room)
{
    hz_shape s;
    void *memory = malloc(hz_shape_memory(room));
    assert_non_null(memory);
    hz_shape_init(&s, room, memory);
    return s;
}

static void shape_free(hz_shape *s)
{
    free(s->table);
}

static const hz_material *material_of(const char *name)
{
    for (int i = 0; i < HZ_MATERIALS; i++)
        if (!strcmp(hz_materials[i].name, name))
            return &hz_materials[i];
    fail_msg("no material %s", name);
    return NULL;
}

/* The word of the list that stands for a kind. */
static const char *name_of(hz_shape_kind kind)
{
    static char name[sizeof HZ_SHAPE_NAMES];
    const char *at = HZ_SHAPE_NAMES;
    for (int i = 0; i < (int)kind; i++)
        at = strchr(at, ' ') + 1;
    strcpy(name, at);
    name[strcspn(name, " ")] = 0;
    return name;
}

static hz_shape_params ordinary(hz_shape_kind kind, int modes)
{
    hz_shape_params p = { .kind = kind,
                          .modes = modes,
                          .material = *material_of("steel"),
                          .size = { 0.3, 0.2 },
                          .thickness = 2e-3,
                          .tension = 500,
                          .decay = -1 };
    if (kind == HZ_BAR || kind == HZ_FREEBAR || kind == HZ_CANTILEVER || kind == HZ_TUBE)
        p.size[1] = 0.03;
    return p;
}

static void assert_near(double got, double wanted, double relative, const char *what)
{
    if (!(fabs(got - wanted) <= relative * fabs(wanted)))
        fail_msg("%s: %.12g, not %.12g within %g", what, got, wanted, relative);
}

static double random_unit(void)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return (double)(x >> 11) / 9007199254740992.0;
}

/* ---- special functions ---- */

TEST(bessel_agrees_with_gsl)
{
    double worst_j = 0, worst_i = 0, worst_r = 0;
    double j[201], r[201];
    for (int t = 0; t < 20000; t++) {
        int n =
            (int)(150 * random_unit()); /* beyond, GSL's I_n has gaps: 1 % off at 177 and 103.39, 0 at 153 and 23.88 */
        double x = pow(10, -9 + 11.2 * random_unit());
        hz_bessel_j(n, x, j);
        worst_j = fmax(worst_j, fabs(j[n] - gsl_sf_bessel_Jn(n, x)));
        gsl_sf_result got, next;
        gsl_sf_bessel_In_scaled_e(n, x, &got);
        if (got.val > 1e-60 && x > 1e-6)
            worst_i = fmax(worst_i, fabs(hz_bessel_i(n, x) / got.val - 1));
        gsl_sf_bessel_In_scaled_e(n + 1, x, &next);
        hz_bessel_i_ratios(n, x, r);
        if (next.val > 1e-100 && x > 1e-6) /* below, GSL forgets the scale */
            worst_r = fmax(worst_r, fabs(r[n] / (next.val / got.val) - 1));
    }
    print_message("J within %.1e, I within %.1e of itself, ratio %.1e\n", worst_j, worst_i, worst_r);
    assert_true(worst_j < 3e-14 && worst_i < 1e-11 && worst_r < 1e-11);
}

/* ---- roots ---- */

/* The distinct values among the first modes of a shape, root to the power given. */
static int distinct_roots(const hz_shape *s, double power, double *out, int most)
{
    int n = 0;
    for (int i = 0; i < s->n && n < most; i++)
        if (i == 0 || s->table[i].root > s->table[i - 1].root * (1 + 1e-12))
            out[n++] = pow(s->table[i].root, power);
    return n;
}

TEST(roots_are_those_of_the_textbooks)
{
    static const struct {
        hz_shape_kind kind;
        double poisson, power, within;
        double value[10];
    } book[] = {
        /* Blevins, table 8-1: lambda^2. */
        { HZ_BAR, 0, 2, 2e-7, { 22.3732854, 61.6728229, 120.9033916, 199.8594481, 298.5555354 } },
        { HZ_FREEBAR, 0, 2, 2e-7, { 22.3732854, 61.6728229, 120.9033916, 199.8594481, 298.5555354 } },
        { HZ_TUBE, 0, 2, 2e-7, { 22.3732854, 61.6728229, 120.9033916, 199.8594481, 298.5555354 } },
        { HZ_CANTILEVER, 0, 1, 1e-8, { 1.87510407, 4.69409113, 7.85475744, 10.99554073, 14.13716839 } },
        { HZ_STRING, 0, 1, 1e-15, { 3.14159265358979, 6.28318530717959, 9.42477796076938 } },
        /* Abramowitz and Stegun, table 9.5. */
        { HZ_DRUM,
          0,
          1,
          2e-10,
          { 2.4048255577, 3.8317059702, 5.1356223018, 5.5200781103, 6.3801618952, 7.0155866698, 7.5883424345,
            8.4172441404, 8.6537279129, 8.7714838160 } },
        /* Leissa, NASA SP-160, table 2.1 (lambda^2, clamped; the last is (5,0)). */
        { HZ_DISC, 0, 2, 3e-4, { 10.2158, 21.26, 34.88, 39.771, 51.04, 60.82, 69.666 } },
        /* The same for nu = 0.3, to four digits (Leissa and Narita; Blevins); then Leissa's older table 2.5 for 0.33,
         * which is up to 2e-3 off. */
        { HZ_FREEDISC, 0.30, 2, 3e-4, { 5.358, 9.003, 12.44, 20.47, 21.84, 33.50, 35.26, 38.44 } },
        { HZ_FREEDISC, 0.33, 2, 4e-3, { 5.253, 9.084, 12.23, 20.52, 21.6, 33.1, 35.25, 38.55 } },
    };
    for (size_t b = 0; b < sizeof book / sizeof *book; b++) {
        hz_shape s = shape_new(40);
        hz_shape_params p = ordinary(book[b].kind, 40);
        if (book[b].kind == HZ_FREEDISC)
            p.material.poisson = book[b].poisson;
        double got[10];
        assert_int_equal(hz_shape_prepare(&s, &p), 40);
        distinct_roots(&s, book[b].power, got, 10);
        for (int i = 0; i < 10 && book[b].value[i] > 0; i++)
            assert_near(got[i], book[b].value[i], book[b].within, name_of(book[b].kind));
        shape_free(&s);
    }
}

TEST(rayleigh_bowl)
{
    /* Rayleigh, Theory of Sound, 235 b: the kinetic integrals of the hemisphere, and the ratios of its frequencies. */
    hz_shape s = shape_new(12);
    hz_shape_params p = ordinary(HZ_BOWL, 12);
    hz_shape_prepare(&s, &p);
    static const double integral[] = { 1.52961, 1.88156, 2.29609 };
    static const double frequency[] = { 5.240, 14.726, 28.462 };
    for (int i = 0; i < 3; i++) {
        double motion = 2 / (s.table[2 * i].wave[0] * s.table[2 * i].wave[0]);
        assert_near(motion, integral[i], 1e-5, "kinetic integral");
        assert_near(s.omega[2 * i] / s.omega[0], frequency[i] / frequency[0], 1e-4, "ratio");
        assert_true(s.omega[2 * i] == s.omega[2 * i + 1]);
    }
    /* In closed form, for two nodal diameters: 20 log 2 - 37/3, and 7/24 for the bending. */
    double motion = 20 * log(2) - 37.0 / 3, a = 0.15, h = 2e-3, mu = 2.10e11 / (2 * 1.29);
    assert_near(s.omega[0], h / (a * a) * sqrt(mu / 7850 * 2.0 / 3 * 36 * (7.0 / 24) / motion), 1e-13, "lowest");
    shape_free(&s);
}

/* Every root of a fine scan with GSL's functions is there, no other, and each is a root. */
TEST(no_round_mode_is_missed)
{
    static const struct {
        hz_shape_kind kind;
        double poisson;
    } which[] = { { HZ_DRUM, 0 }, { HZ_DISC, 0 }, { HZ_FREEDISC, 0 }, { HZ_FREEDISC, 0.33 }, { HZ_FREEDISC, 0.5 } };
    enum { MODES = 1000 };
    hz_shape s = shape_new(MODES);
    for (size_t k = 0; k < sizeof which / sizeof *which; k++) {
        hz_shape_params p = ordinary(which[k].kind, MODES);
        p.material.poisson = which[k].poisson;
        assert_int_equal(hz_shape_prepare(&s, &p), MODES);
        double top = s.table[MODES - 1].root;
        int count = 0;
        double t = 1 - which[k].poisson, worst = 0;
        for (int m = 0; m < top + 3; m++) {
            double last = 0;
            for (double x = 0.5; x < top - 1e-9; x += 0.1) {
                double f = 0;
                for (int end = 0; end < 2; end++) {
                    double at = fmin(x + 0.1 * end, top - 1e-9);
                    double j = gsl_sf_bessel_Jn(m, at), dj = m / at * j - gsl_sf_bessel_Jn(m + 1, at);
                    double i = gsl_sf_bessel_In_scaled(m, at), di = m / at * i + gsl_sf_bessel_In_scaled(m + 1, at);
                    double m2 = (double)m * m;
                    f = which[k].kind == HZ_DRUM ? j
                        : which[k].kind == HZ_DISC
                            ? di * j - dj * i
                            : (-at * at * j - t * (at * dj - m2 * j)) * (at * at * at * di - t * m2 * (at * di - i)) -
                                  (-at * at * at * dj - t * m2 * (at * dj - j)) *
                                      (at * at * i - t * (at * di - m2 * i));
                    if (end == 0)
                        last = f;
                }
                count += (last < 0) != (f < 0) ? (m ? 2 : 1) : 0;
            }
        }
        int below = 0;
        while (s.table[below].root < top - 1e-9)
            below++;
        assert_int_equal(count, below);
        for (int i = 0; which[k].kind == HZ_DRUM && i < MODES; i++) /* GSL's own zeros are good to 1e-7 */
            worst = fmax(worst, fabs(gsl_sf_bessel_Jn(s.table[i].i, s.table[i].root)));
        print_message("%s nu %g: %d modes under %.4f; J at a root within %.1e\n", name_of(which[k].kind),
                      which[k].poisson, below, top, worst);
        assert_true(worst < 1e-13);
    }
    shape_free(&s);
}

TEST(rectangles_are_complete)
{
    enum { MODES = 2000 };
    hz_shape s = shape_new(MODES);
    for (int t = 0; t < 40; t++) {
        hz_shape_params p = ordinary(t & 1 ? HZ_PLATE : HZ_MEMBRANE, MODES);
        p.size[0] = pow(10, -2 + 4 * random_unit());
        p.size[1] = t < 4 ? p.size[0] : pow(10, -2 + 4 * random_unit());
        assert_int_equal(hz_shape_prepare(&s, &p), MODES);
        double q = p.size[0] / p.size[1], top = s.table[MODES - 1].root / pi;
        int count = 0;
        for (int i = 1; i <= MODES; i++)
            for (int j = 1; j <= MODES && i * (double)i + q * j * (q * j) < top * top * (1 - 1e-12); j++)
                count++;
        int below = 0;
        while (s.table[below].root < top * pi * (1 - 1e-12))
            below++;
        assert_int_equal(count, below);
    }
    shape_free(&s);
}

/* ---- frequencies in hertz ---- */

TEST(frequencies_of_things)
{
    hz_shape s = shape_new(8);
    hz_shape_params p = ordinary(HZ_FREEBAR, 4);
    double c = sqrt(2.10e11 / 7850), h = p.thickness;
    /* Fletcher and Rossing, section 2.15: f = pi K/(8 L^2) c (3.011^2, 5^2, 7^2 ...), K = h/sqrt 12. */
    hz_shape_prepare(&s, &p);
    double unit = pi * h / sqrt(12) / (8 * 0.09) * c;
    assert_near(s.omega[0] / (2 * pi), unit * 3.0112 * 3.0112, 1e-4, "free bar");
    assert_near(s.omega[1] / (2 * pi), unit * 25, 2e-4, "free bar");
    p.kind = HZ_CANTILEVER; /* 1.194^2, 2.988^2 */
    hz_shape_prepare(&s, &p);
    assert_near(s.omega[0] / (2 * pi), unit * 1.194 * 1.194, 1e-3, "cantilever");
    assert_near(s.omega[1] / (2 * pi), unit * 2.988 * 2.988, 1e-3, "cantilever");
    assert_near(s.mass, 7850 * 0.3 * 0.03 * 0.002, 1e-14, "mass of a bar");
    /* A string: f_n = n f1 sqrt(1 + B n^2). */
    p = ordinary(HZ_STRING, 8);
    p.size[0] = 0.65;
    p.thickness = 0.5e-3;
    p.tension = 80;
    hz_shape_prepare(&s, &p);
    double mu = 7850 * pi * 0.25e-6 / 4, inharmonicity = pi * pi * pi * 2.10e11 * 6.25e-14 / (64 * 80 * 0.65 * 0.65);
    for (int n = 1; n <= 8; n++)
        assert_near(s.omega[n - 1] / (2 * pi), n / 1.3 * sqrt(80 / mu) * sqrt(1 + inharmonicity * n * n), 1e-13,
                    "string");
    /* A kettledrum's head in vacuo, a plate, a clamped disc (1.654 c h/(D/2)^2/... in F-R: f = 0.4694 cL h/a^2). */
    p = ordinary(HZ_DRUM, 1);
    p.material = *material_of("skin");
    p.size[0] = 0.656;
    p.thickness = 0.19e-3;
    p.tension = 3990;
    hz_shape_prepare(&s, &p);
    assert_near(s.omega[0] / (2 * pi), 2.4048255577 / (2 * pi * 0.328) * sqrt(3990 / (1380 * 0.19e-3)), 1e-10, "drum");
    double nu = 0.29, plate_c = c / sqrt(1 - nu * nu);
    p = ordinary(HZ_DISC, 1);
    hz_shape_prepare(&s, &p);
    assert_near(s.omega[0] / (2 * pi), 0.4694 * plate_c * h / (0.15 * 0.15), 2e-4, "disc");
    p = ordinary(HZ_PLATE, 3);
    hz_shape_prepare(&s, &p); /* Fletcher and Rossing: f = 0.453 cL h ((m/a)^2 + (n/b)^2) */
    assert_near(s.omega[0] / (2 * pi), pi / (4 * sqrt(3)) * plate_c * h * (1 / 0.09 + 1 / 0.04), 1e-13, "plate");
    p = ordinary(HZ_FREEDISC, 1); /* 0.2413 cL h/a^2 at nu near 0.33 */
    p.material.poisson = 0.33;
    hz_shape_prepare(&s, &p);
    assert_near(s.omega[0] / (2 * pi), 0.2413 * c / sqrt(1 - 0.33 * 0.33) * h / (0.15 * 0.15), 3e-3, "free disc");
    p = ordinary(HZ_TUBE, 1);
    hz_shape_prepare(&s, &p);
    double area = pi / 4 * (0.03 * 0.03 - 0.026 * 0.026), inertia = pi / 64 * (pow(0.03, 4) - pow(0.026, 4));
    assert_near(s.omega[0], 22.3732854481 / 0.09 * sqrt(2.10e11 * inertia / (7850 * area)), 1e-9, "tube");
    assert_near(s.mass, 7850 * area * 0.3, 1e-12, "mass of a tube");
    p.freq = 440;
    p.decay = 3;
    hz_shape_prepare(&s, &p);
    assert_near(s.omega[0], 880 * pi, 1e-14, "tuned");
    assert_near(s.sigma[0], log(1000) / 3, 1e-14, "rated");
    p.decay = 0;
    hz_shape_prepare(&s, &p);
    assert_true(s.sigma[0] == 0);
    shape_free(&s);
}

/* ---- shapes ---- */

/* What a static force does to the place where it acts is known from statics in closed form. All modes have a part in
 * it: it tests roots, weights, mass and stiffness at once. */
static double compliance(hz_shape *s, const hz_shape_params *p, double x, double y)
{
    static double w[HZ_SHAPE_MODES];
    int n = hz_shape_prepare(s, p);
    double sum = 0;
    hz_shape_weights(s, x, y, n, w);
    for (int i = n - 1; i >= 0; i--)
        sum += w[i] * w[i] / (s->mass * s->omega[i] * s->omega[i]);
    return sum;
}

TEST(statics)
{
    hz_shape s = shape_new(HZ_SHAPE_MODES);
    double length = 0.3, ei = 2.10e11 * 0.03 * 8e-9 / 12, nu = 0.29;
    double d = 2.10e11 * 8e-9 / (12 * (1 - nu * nu));
    hz_shape_params p = ordinary(HZ_BAR, 1000);
    assert_near(compliance(&s, &p, 0.5, 0), pow(length, 3) / (192 * ei), 1e-8, "bar, middle");
    assert_near(compliance(&s, &p, 0.3, 0), pow(length, 3) * pow(0.3 * 0.7, 3) / (3 * ei), 1e-7, "bar, elsewhere");
    p = ordinary(HZ_CANTILEVER, 1000);
    assert_near(compliance(&s, &p, 1, 0), pow(length, 3) / (3 * ei), 1e-8, "cantilever, tip");
    assert_near(compliance(&s, &p, 0.4, 0), pow(0.4 * length, 3) / (3 * ei), 1e-7, "cantilever, inside");
    p = ordinary(HZ_STRING, 4096);
    p.material.young = 1;
    assert_near(compliance(&s, &p, 0.5, 0), length / (4 * 500), 1e-3, "string, middle");
    assert_near(compliance(&s, &p, 0.1, 0), 0.09 * length / 500, 2e-3, "string, elsewhere");
    p = ordinary(HZ_PLATE, 4096);
    p.size[1] = 0.3; /* Timoshenko: 0.01160 F a^2/D */
    assert_near(compliance(&s, &p, 0.5, 0.5), 0.011600 * 0.09 / d, 3e-4, "plate, middle");
    p = ordinary(HZ_DISC, 4096);
    double r = 0.15, b = 0.4;
    assert_near(compliance(&s, &p, 0, 0), r * r / (16 * pi * d), 3e-4, "disc, middle");
    assert_near(compliance(&s, &p, b, 0.13), r * r * pow(1 - b * b, 2) / (16 * pi * d), 1e-3, "disc, elsewhere");
    /* A free bar has no static compliance; its modes alone have one, from Green's function without rigid motion:
     * at an end L^3/EI times 1/105. */
    p = ordinary(HZ_FREEBAR, 1000);
    assert_near(compliance(&s, &p, 0, 0), pow(length, 3) / (105 * ei), 1e-8, "free bar, end");
    shape_free(&s);
}

/* Orthogonality and the convention of size, by quadrature. */
LONG_TEST(weights_are_orthonormal)
{
    enum { MODES = 60, POINTS = 128, ANGLES = 128 };
    gsl_integration_glfixed_table *rule = gsl_integration_glfixed_table_alloc(POINTS);
    hz_shape s = shape_new(MODES);
    for (int kind = 0; kind < HZ_SHAPES; kind++) {
        if (kind == HZ_BOWL)
            continue;
        hz_shape_params p = ordinary((hz_shape_kind)kind, MODES);
        static double gram[MODES][MODES], w[MODES];
        memset(gram, 0, sizeof gram);
        assert_int_equal(hz_shape_prepare(&s, &p), MODES);
        int surface = kind == HZ_MEMBRANE || kind == HZ_PLATE;
        int round = kind == HZ_DRUM || kind == HZ_DISC || kind == HZ_FREEDISC;
        for (size_t a = 0; a < POINTS; a++) {
            double x, dx;
            gsl_integration_glfixed_point(0, 1, a, &x, &dx, rule);
            size_t across = surface ? POINTS : round ? ANGLES : 1;
            for (size_t c = 0; c < across; c++) {
                double y = 0, dy = 1;
                if (surface)
                    gsl_integration_glfixed_point(0, 1, c, &y, &dy, rule);
                if (round) {
                    y = (double)c / ANGLES;
                    dy = 2 * x / ANGLES;
                }
                hz_shape_weights(&s, x, y, MODES, w);
                for (int i = 0; i < MODES; i++)
                    for (int j = 0; j <= i; j++)
                        gram[i][j] += w[i] * w[j] * dx * dy;
            }
        }
        double worst = 0;
        for (int i = 0; i < MODES; i++)
            for (int j = 0; j <= i; j++)
                worst = fmax(worst, fabs(gram[i][j] - (i == j)));
        print_message("%s: Gram matrix of %d modes within %.1e of unity\n", name_of((hz_shape_kind)kind), MODES, worst);
        assert_true(worst < 1e-10);
    }
    gsl_integration_glfixed_table_free(rule);
    shape_free(&s);
}

TEST(bowl_moves_its_mass)
{
    enum { POINTS = 256, MODES = 30 };
    gsl_integration_glfixed_table *rule = gsl_integration_glfixed_table_alloc(POINTS);
    hz_shape s = shape_new(MODES);
    hz_shape_params p = ordinary(HZ_BOWL, MODES);
    hz_shape_prepare(&s, &p);
    double w[MODES], worst = 0;
    for (int k = 0; k < MODES; k += 2) {
        double sum = 0;
        int m = s.table[k].i;
        for (size_t a = 0; a < POINTS; a++) {
            double x, dx;
            gsl_integration_glfixed_point(0, 1, a, &x, &dx, rule);
            /* At angle 0 the radial weight is what the API gives; the tangential ones follow from it. */
            hz_shape_weights(&s, x, 0, MODES, w);
            double theta = 0.5 * pi * x, other = w[k] * sin(theta) / (m + cos(theta));
            sum += (0.5 * w[k] * w[k] + other * other) * sin(theta) * 0.5 * pi * dx;
        }
        worst = fmax(worst, fabs(sum - 1));
    }
    print_message("bowl: mean square within %.1e\n", worst);
    assert_true(worst < 1e-12);
    gsl_integration_glfixed_table_free(rule);
    shape_free(&s);
}

/* The weight of one mode at a place. */
static double weight(const hz_shape *s, int mode, double x, double y)
{
    static double w[HZ_SHAPE_MODES];
    hz_shape_weights(s, x, y, mode + 1, w);
    return w[mode];
}

static int mode_of(const hz_shape *s, int i, int j, int nth)
{
    for (int k = 0; k < s->n; k++)
        if (s->table[k].i == i && s->table[k].j == j && nth-- == 0)
            return k;
    fail_msg("there is no mode %d %d", i, j);
    return -1;
}

TEST(a_node_silences_its_mode)
{
    hz_shape s = shape_new(1000);
    hz_shape_params p = ordinary(HZ_FREEBAR, 20);
    hz_shape_prepare(&s, &p);
    assert_true(fabs(weight(&s, 0, 0.2241575, 0)) < 1e-6); /* where marimba bars are held */
    assert_true(fabs(weight(&s, 1, 0.1321, 0)) < 1e-3);
    for (int i = 1; i < 20; i += 2)
        assert_true(weight(&s, i, 0.5, 0) == 0);
    for (int i = 0; i < 20; i++) {
        assert_near(fabs(weight(&s, i, 0, 0)), 2, 1e-14, "free end");
        assert_near(fabs(weight(&s, i, 1, 0)), 2, 1e-14, "free end");
    }
    p = ordinary(HZ_CANTILEVER, 20);
    hz_shape_prepare(&s, &p);
    assert_true(fabs(weight(&s, 1, 0.7834, 0)) < 1e-3);
    for (int i = 0; i < 20; i++) {
        assert_true(fabs(weight(&s, i, 0, 0)) < 1e-14 && fabs(weight(&s, i, 1e-4, 0)) < 1e-4);
        assert_near(fabs(weight(&s, i, 1, 0)), 2, 1e-13, "tip");
    }
    p = ordinary(HZ_BAR, 1000);
    hz_shape_prepare(&s, &p);
    for (int i = 0; i < 1000; i += 37)
        assert_true(fabs(weight(&s, i, 0, 0)) < 1e-12 && fabs(weight(&s, i, 1, 0)) < 1e-12);
    p = ordinary(HZ_STRING, 1000);
    hz_shape_prepare(&s, &p);
    for (int i = 1; i < 1000; i += 2)
        assert_true(weight(&s, i, 0.5, 0) == 0);
    p = ordinary(HZ_PLATE, 1000);
    hz_shape_prepare(&s, &p);
    for (int i = 0; i < 1000; i++)
        assert_true((weight(&s, i, 0.5, 0.25) == 0) == (s.table[i].i % 2 == 0 || s.table[i].j % 4 == 0));
    p = ordinary(HZ_DRUM, 200);
    hz_shape_prepare(&s, &p);
    for (int i = 0; i < 200; i++) {
        assert_true(fabs(weight(&s, i, 1, 0.1)) < 1e-13);                         /* the edge */
        assert_true((fabs(weight(&s, i, 0, 0.1)) < 1e-15) == (s.table[i].i > 0)); /* the centre */
        if (s.table[i].j)
            assert_true(weight(&s, i, 0.5, 0) == 0 && weight(&s, i, 0.5, 0.5) == 0);
        else if (s.table[i].i % 2)
            assert_true(weight(&s, i, 0.5, 0.25) == 0);
    }
    assert_true(fabs(weight(&s, mode_of(&s, 0, 0, 1), 2.4048255577 / 5.5200781103, 0.3)) < 1e-9);
    p = ordinary(HZ_DISC, 200);
    hz_shape_prepare(&s, &p);
    for (int i = 0; i < 200; i++)
        assert_true(fabs(weight(&s, i, 1, 0.1)) < 1e-12 && fabs(weight(&s, i, 1 - 1e-5, 0.1)) < 1e-5);
    p = ordinary(HZ_FREEDISC, 200);
    p.material.poisson = 0.33;
    hz_shape_prepare(&s, &p);
    int umbrella = mode_of(&s, 0, 0, 0); /* Leissa, table 2.5: nodal circle at 0.680 */
    assert_true(weight(&s, umbrella, 0.679, 0) * weight(&s, umbrella, 0.682, 0) < 0);
    /* Between cosine and sine the figure only turns: the sum of their squares is the same all around. */
    int pair = mode_of(&s, 3, 0, 0);
    for (double t = 0; t < 1; t += 0.0371)
        assert_near(pow(weight(&s, pair, 0.8, t), 2) + pow(weight(&s, pair + 1, 0.8, t), 2),
                    pow(weight(&s, pair, 0.8, 0), 2), 1e-13, "turned");
    shape_free(&s);
}

/* The line shapes against the textbook's formula, where that can still be evaluated. */
TEST(bars_have_the_textbook_shapes)
{
    hz_shape s = shape_new(5);
    double worst = 0;
    for (int kind = HZ_BAR; kind <= HZ_CANTILEVER; kind++) {
        hz_shape_params p = ordinary((hz_shape_kind)kind, 5);
        hz_shape_prepare(&s, &p);
        for (int i = 0; i < 5; i++) {
            double b = s.table[i].root, sign = kind == HZ_FREEBAR ? 1 : -1;
            double sigma = kind == HZ_CANTILEVER ? (sinh(b) - sin(b)) / (cosh(b) + cos(b))
                                                 : (cosh(b) - cos(b)) / (sinh(b) - sin(b));
            double same = 0;
            for (double x = 0; x <= 1; x += 0.01) {
                double phi = cosh(b * x) + sign * cos(b * x) - sigma * (sinh(b * x) + sign * sin(b * x));
                double w = weight(&s, i, x, 0);
                if (fabs(phi) > 0.5 && same == 0)
                    same = phi * w > 0 ? 1 : -1;
                worst = fmax(worst, same == 0 ? 0 : fabs(phi - same * w));
            }
        }
    }
    print_message("bars: within %.1e of the textbook's formula\n", worst);
    assert_true(worst < 1e-8);
    shape_free(&s);
}

/* A free edge of a disc bears neither moment nor shear: by differences, on a low and on a high mode. */
TEST(free_edge_is_free)
{
    hz_shape s = shape_new(300);
    hz_shape_params p = ordinary(HZ_FREEDISC, 300);
    hz_shape_prepare(&s, &p);
    double worst = 0, nu = p.material.poisson;
    for (int i = 0; i < 300; i++) {
        if (s.table[i].j)
            continue;
        double h = 0.02 / s.table[i].root, root2 = s.table[i].root * s.table[i].root, m2 = s.table[i].i * s.table[i].i;
        double w0 = weight(&s, i, 1, 0), w1 = weight(&s, i, 1 - h, 0), w2 = weight(&s, i, 1 - 2 * h, 0),
               w3 = weight(&s, i, 1 - 3 * h, 0), w4 = weight(&s, i, 1 - 4 * h, 0);
        double slope = (25 * w0 - 48 * w1 + 36 * w2 - 16 * w3 + 3 * w4) / (12 * h);
        double bend = (35 * w0 - 104 * w1 + 114 * w2 - 56 * w3 + 11 * w4) / (12 * h * h);
        worst = fmax(worst, fabs(bend + nu * (slope - m2 * w0)) / (root2 * fabs(w0)));
    }
    print_message("freedisc: moment left at the edge %.1e\n", worst);
    assert_true(worst < 2e-4);
    shape_free(&s);
}

TEST(weights_are_smooth)
{
    enum { MODES = 300 };
    hz_shape s = shape_new(MODES);
    double a[MODES], b[MODES];
    for (int kind = 0; kind < HZ_SHAPES; kind++) {
        hz_shape_params p = ordinary((hz_shape_kind)kind, MODES);
        p.size[1] = p.size[1] > 0.1 ? 0.3 : p.size[1];
        hz_shape_prepare(&s, &p);
        double worst = 0;
        for (double x = 0; x < 1; x += 0.00117) {
            double y = random_unit(), step = 1e-7;
            hz_shape_weights(&s, x, y, MODES, a);
            hz_shape_weights(&s, x + step, y, MODES, b);
            for (int i = 0; i < MODES; i++) /* no steeper than a wave of that number, times the greatest weight */
                worst = fmax(worst, fabs(b[i] - a[i]) / (step * (s.table[i].root * (2 + 2 * sqrt(s.table[i].root)))));
        }
        if (!(worst < 1.6))
            fail_msg("%s: steep by %g", name_of((hz_shape_kind)kind), worst);
    }
    shape_free(&s);
}

/* ---- losses ---- */

static double t60(const hz_shape *s, int i)
{
    return log(1000) / s->sigma[i];
}

TEST(materials_ring_as_they_should)
{
    static const struct {
        const char *name;
        double least, most;
    } at440[] = { { "steel", 3, 20 },     { "aluminium", 3, 25 }, { "brass", 2, 15 },    { "bronze", 3, 20 },
                  { "glass", 1, 6 },      { "porcelain", 1, 5 },  { "oak", 0.2, 0.9 },   { "spruce", 0.2, 0.9 },
                  { "rosewood", 0.4, 2 }, { "nylon", 0.05, 0.3 }, { "skin", 0.05, 0.4 }, { "rubber", 0.01, 0.06 } };
    hz_shape s = shape_new(100);
    for (int i = 0; i < HZ_MATERIALS; i++) {
        hz_shape_params p = ordinary(HZ_FREEBAR, 5);
        p.material = *material_of(at440[i].name);
        p.size[1] = 0.03;
        p.thickness = 0.01;
        p.freq = 440;
        hz_shape_prepare(&s, &p);
        print_message("%s bar of 440 Hz: T60 %.3f s, its third mode %.3f s\n", at440[i].name, t60(&s, 0), t60(&s, 2));
        assert_true(t60(&s, 0) > at440[i].least && t60(&s, 0) < at440[i].most);
    }
    for (int kind = 0; kind < HZ_SHAPES; kind++)
        for (int m = 0; m < HZ_MATERIALS; m++) {
            hz_shape_params p = ordinary((hz_shape_kind)kind, 100);
            p.material = hz_materials[m];
            hz_shape_prepare(&s, &p);
            for (int i = 1; i < s.n; i++)
                assert_true(s.sigma[i] >= s.sigma[i - 1] * (1 - 1e-14));
        }
    shape_free(&s);
}

/* What a material gives a body to sound by: its mass, the speed of long waves in it, which decides how high a body of
 * this size is, nu and the loss, as the handbooks say that materials.h names. */
TEST(materials_are_those_of_the_handbooks)
{
    static const struct {
        const char *name;
        double density, speed, poisson, loss;
    } book[] = {
        { "steel", 7850, 5172, 0.29, 2e-4 },      { "aluminium", 2700, 5092, 0.345, 1e-4 },
        { "brass", 8500, 3447, 0.35, 4e-4 },      { "bronze", 8700, 3390, 0.34, 2e-4 },
        { "glass", 2500, 5292, 0.22, 1e-3 },      { "oak", 700, 4140, 0.37, 1e-2 },
        { "spruce", 430, 5058, 0.37, 8e-3 },      { "rosewood", 1000, 4472, 0.37, 4e-3 },
        { "nylon", 1140, 1873, 0.39, 3e-2 },      { "rubber", 1100, 79.8, 0.49, 2e-1 },
        { "porcelain", 2400, 5401, 0.2, 1.5e-3 }, { "skin", 1380, 1593, 0.38, 2e-2 },
    };
    assert_int_equal(sizeof book / sizeof *book, HZ_MATERIALS);
    for (int i = 0; i < HZ_MATERIALS; i++) {
        const hz_material *m = material_of(book[i].name);
        assert_near(m->density, book[i].density, 5e-3, book[i].name);
        assert_near(sqrt(m->young / m->density), book[i].speed, 5e-3, book[i].name);
        assert_near(m->poisson, book[i].poisson, 5e-3, book[i].name);
        assert_near(m->loss, book[i].loss, 5e-3, book[i].name);
    }
}

/* shape:radiation  A bar without losses of its own loses what its supports take and what it radiates, on two faces; the
 * air flows around it where it is narrower than the wave. */
TEST(narrow_bars_radiate_less)
{
    hz_shape s = shape_new(12);
    for (int i = 0; i < 3; i++) {
        hz_shape_params p = ordinary(HZ_FREEBAR, 12);
        p.material.loss = 0;
        p.size[1] = 0.005 * pow(6, i);
        p.thickness = 0.004;
        int n = hz_shape_prepare(&s, &p);
        assert_int_equal(n, 12);
        for (int k = 0; k < n; k++) {
            double stiffness = p.material.young * p.thickness * p.thickness / (12 * p.material.density);
            double wave = sqrt(s.omega[k] / sqrt(stiffness)), x = s.omega[k] / (343 * wave),
                   y = s.omega[k] * p.size[1] / (2 * 343);
            double air = 1.2 * 343 / (p.material.density * p.thickness) / (1 + pow(x, -4)) / (1 + pow(y, -3));
            assert_near(s.sigma[k], 0.4 + air, 1e-9, "decay of a bar by supports and air");
        }
    }
    shape_free(&s);
}

/* ---- what must never happen ---- */

TEST(bad_parameters_make_no_modes)
{
    hz_shape s = shape_new(10);
    for (int kind = 0; kind < HZ_SHAPES; kind++) {
        const double bad[] = { NAN, INFINITY, -1, 0 };
        for (int b = 0; b < 4; b++) {
            hz_shape_params p[6];
            for (int i = 0; i < 6; i++)
                p[i] = ordinary((hz_shape_kind)kind, 10);
            p[0].size[0] = p[1].thickness = p[2].material.young = p[3].material.density = bad[b];
            p[4].tension = b < 3 || kind == HZ_DRUM || kind == HZ_MEMBRANE ? bad[b] : -1;
            p[5].material.poisson = b < 3 ? bad[b] : 0.6;
            for (int i = 0; i < 6; i++) {
                int n = hz_shape_prepare(&s, &p[i]);
                if (i == 4 && kind != HZ_DRUM && kind != HZ_MEMBRANE && kind != HZ_STRING && n)
                    continue;
                if (n)
                    fail_msg("%s: case %d %d gives %d modes", name_of((hz_shape_kind)kind), i, b, n);
            }
        }
        hz_shape_params p = ordinary((hz_shape_kind)kind, 100000);
        assert_int_equal(hz_shape_prepare(&s, &p), 10);
        p.modes = 0;
        assert_int_equal(hz_shape_prepare(&s, &p), 0);
        p.modes = -5;
        assert_int_equal(hz_shape_prepare(&s, &p), 0);
        assert_int_equal(hz_shape_below(&s, 1e9), 0);
        double w[1] = { 7 };
        hz_shape_weights(&s, 0.5, 0.5, 1, w);
        assert_true(w[0] == 7);
    }
    shape_free(&s);
}

static double corner(double low, double high)
{
    double r = random_unit();
    return r < 0.2 ? low : r < 0.4 ? high : low * pow(high / low, random_unit());
}

TEST(every_corner_is_finite)
{
    int rounds = getenv("HZ_SOAK") ? 200000 : 3000;
    hz_shape s = shape_new(300);
    double w[300];
    for (int t = 0; t < rounds; t++) {
        hz_shape_params p = { .kind = (hz_shape_kind)(random_unit() * HZ_SHAPES),
                              .modes = (int)corner(1, 300.99),
                              .material = hz_materials[(int)(random_unit() * HZ_MATERIALS)],
                              .size = { corner(1e-4, 1e3), random_unit() < 0.3 ? 0 : corner(1e-4, 1e3) },
                              .thickness = corner(1e-7, 10),
                              .tension = corner(1e-3, 1e7),
                              .freq = random_unit() < 0.5 ? 0 : corner(1e-3, 1e6),
                              .decay = random_unit() < 0.5 ? -1 : corner(1e-4, 1e5) };
        if (random_unit() < 0.3) {
            p.material.density = corner(1e-1, 1e6);
            p.material.young = corner(1, 1e14);
            p.material.poisson = random_unit() < 0.5 ? 0 : 0.5;
            p.material.loss = random_unit() < 0.5 ? 0 : 10;
        }
        int n = hz_shape_prepare(&s, &p);
        assert_int_equal(n, p.modes);
        double x = random_unit() < 0.3 ? floor(2 * random_unit()) : 4 * random_unit() - 1;
        double y = random_unit() < 0.3 ? floor(2 * random_unit()) : 4 * random_unit() - 1;
        if (t % 50 == 0)
            x = NAN, y = INFINITY;
        hz_shape_weights(&s, x, y, n, w);
        assert_true(s.mass > 0 && isfinite(s.mass));
        for (int i = 0; i < n; i++) {
            assert_true(isfinite(s.omega[i]) && s.omega[i] > 0 && (!i || s.omega[i] >= s.omega[i - 1]));
            assert_true(isfinite(s.sigma[i]) && s.sigma[i] > 0);
            assert_true(fabs(w[i]) < 100 && s.from[i] < 300 && s.from[i] >= -1);
        }
        double f = corner(1e-3, 1e7);
        int below = hz_shape_below(&s, f);
        assert_true(below >= 0 && below <= n);
        assert_true((!below || s.omega[below - 1] < 2 * pi * f) && (below == n || s.omega[below] >= 2 * pi * f));
    }
    shape_free(&s);
}

/* A sounding state can follow its modes when their order changes. */
TEST(modes_can_be_followed)
{
    enum { MODES = 200 };
    hz_shape s = shape_new(MODES);
    hz_table_mode before[MODES];
    int n_before = 0;
    for (int t = 0; t < 2000; t++) {
        static const hz_shape_kind kinds[] = { HZ_PLATE, HZ_FREEDISC, HZ_MEMBRANE, HZ_DRUM, HZ_BOWL, HZ_BAR };
        hz_shape_kind kind = kinds[(t / 20) % 6], old = s.kind.kind;
        hz_shape_params p = ordinary(kind, 1 + (int)(random_unit() * MODES));
        p.size[1] = 0.1 + 0.2 * random_unit();
        p.material.poisson = 0.5 * random_unit();
        memcpy(before, s.table, sizeof before);
        int n = hz_shape_prepare(&s, &p), kept = 0;
        for (int i = 0; i < n; i++) {
            int from = s.from[i];
            kept += from >= 0;
            if (from >= 0)
                assert_true(from < n_before && before[from].name == s.table[i].name && before[from].i == s.table[i].i &&
                            before[from].j == s.table[i].j);
            else
                for (int j = 0; old == kind && j < n_before; j++)
                    assert_true(before[j].name != s.table[i].name);
        }
        assert_true(old == kind || kept == 0);
        n_before = n;
    }
    shape_free(&s);
}

/* Two shapes in one program share nothing, and the same parameters always give the same numbers. */
TEST(order_of_calls_does_not_matter)
{
    hz_shape s = shape_new(100), fresh = shape_new(100);
    double a[100], b[100];
    for (int t = 0; t < 500; t++) {
        hz_shape_params p = ordinary((hz_shape_kind)(random_unit() * HZ_SHAPES), 1 + (int)(random_unit() * 100));
        p.size[1] = corner(0.01, 1);
        p.material = hz_materials[(int)(random_unit() * HZ_MATERIALS)];
        hz_shape_init(&fresh, 100, fresh.table);
        int n = hz_shape_prepare(&s, &p);
        assert_int_equal(n, hz_shape_prepare(&fresh, &p));
        hz_shape_weights(&s, 0.31, 0.77, n, a);
        hz_shape_weights(&fresh, 0.31, 0.77, n, b);
        assert_memory_equal(a, b, (size_t)n * sizeof *a);
        assert_memory_equal(s.omega, fresh.omega, (size_t)n * sizeof *a);
        assert_memory_equal(s.sigma, fresh.sigma, (size_t)n * sizeof *a);
    }
    shape_free(&s);
    shape_free(&fresh);
}

TEST(tables_reach_their_end)
{
    hz_shape s = shape_new(HZ_SHAPE_MODES);
    static double w[HZ_SHAPE_MODES];
    for (int kind = 0; kind < HZ_SHAPES; kind++)
        for (int nu = 0; nu < 2; nu++) {
            hz_shape_params p = ordinary((hz_shape_kind)kind, HZ_SHAPE_MODES);
            p.material.poisson = 0.5 * nu;
            p.size[1] = nu ? p.size[1] : 0.3e-4;
            assert_int_equal(hz_shape_prepare(&s, &p), HZ_SHAPE_MODES);
            hz_shape_weights(&s, 0.93, 0.3, HZ_SHAPE_MODES, w);
            double square = 0;
            for (int i = 0; i < HZ_SHAPE_MODES; i++) {
                assert_true(isfinite(w[i]) && (!i || s.omega[i] >= s.omega[i - 1]));
                square += w[i] * w[i];
            }
            /* Far from the edge in wavelengths, many modes together move every place alike. */
            if (nu && kind != HZ_BOWL)
                assert_near(square / HZ_SHAPE_MODES, 1, 0.1, name_of((hz_shape_kind)kind));
        }
    shape_free(&s);
}

/* shape:heard  A mode of a string that moves with the velocity 1 pulls at its bridge with the tension times the slope
 * of its shape there, sqrt(2) sin(k x), over its angular frequency. */
TEST(a_string_is_heard_by_its_bridge)
{
    enum { MODES = 12 };
    hz_shape s = shape_new(MODES);
    hz_shape_params p = ordinary(HZ_STRING, MODES);
    double w[MODES];
    assert_int_equal(hz_shape_prepare(&s, &p), MODES);
    hz_shape_weights(&s, 0.1, 0, MODES, w);
    hz_shape_radiate(&s, &p, MODES, w);
    for (int i = 0; i < MODES; i++) {
        double slope = sqrt(2) * M_PI * (i + 1) / p.size[0];
        assert_near(fabs(w[i]), p.tension * slope / s.omega[i], 1e-12, "force on the bridge");
    }
    shape_free(&s);
}

/* Near nought e^-x I_n is (1 - x) (x/2)^n/n!. */
TEST(bessel_near_nought)
{
    for (int n = 0; n <= 6; n++)
        for (double x = 9e-9; x > 1e-40; x *= 1e-3) {
            double first = pow(0.5 * x, n) / tgamma(n + 1) * (1 - x);
            assert_true(fabs(hz_bessel_i(n, x) - first) <= 1e-14 * first);
        }
}

/* Every mode of every shape radiates some part of what a piston would, so that it is heard with a finite weight. */
TEST(every_mode_radiates)
{
    enum { MODES = 60 };
    hz_shape s = shape_new(MODES);
    double w[MODES];
    for (int trial = 0; trial < 20; trial++)
        for (int kind = 0; kind < HZ_SHAPES; kind++) {
            hz_shape_params p = ordinary((hz_shape_kind)kind, MODES);
            for (int k = 0; k < 2; k++)
                p.size[k] *= 0.5 + 1.5 * random_unit();
            p.smaller = 0.1 + 10 * random_unit();
            int n = hz_shape_prepare(&s, &p);
            hz_shape_weights(&s, 0.3, 0.2, n, w);
            hz_shape_radiate(&s, &p, n, w);
            for (int i = 0; i < n; i++)
                if (!isfinite(w[i]) || w[i] == 0)
                    fail_msg("%s, mode %d: %g", name_of((hz_shape_kind)kind), i, w[i]);
        }
    shape_free(&s);
}

/* Only round shapes have pairs of modes that can be split: of the others each mode keeps its frequency. */
TEST(only_round_shapes_split)
{
    enum { MODES = 12 };
    hz_shape s = shape_new(MODES);
    for (int kind = 0; kind < HZ_SHAPES; kind++) {
        int round = kind == HZ_DRUM || kind == HZ_DISC || kind == HZ_FREEDISC || kind == HZ_BOWL, moved = 0;
        hz_shape_params p = ordinary((hz_shape_kind)kind, MODES);
        double omega[MODES];
        int n = hz_shape_prepare(&s, &p);
        memcpy(omega, s.omega, sizeof *omega * (size_t)n);
        p.split = 0.01;
        assert_int_equal(hz_shape_prepare(&s, &p), n);
        for (int i = 0; i < n; i++)
            moved |= s.omega[i] != omega[i];
        assert_int_equal(moved, round);
    }
    shape_free(&s);
}

/* Of a rectangle that is so narrow that all its modes have one half wave across, none is looked for that is not needed:
 * the table is made in the 2 n places that it is given. */
TEST(a_narrow_rectangle_keeps_to_its_room)
{
    enum { N = 40, GUARD = -77 };
    for (int n = 1; n <= N; n++) {
        hz_table_mode table[N];
        int work[2 * N + 1];
        work[2 * n] = GUARD;
        hz_mode_table_make((hz_mode_table_kind){ .kind = HZ_MEMBRANE, .ratio = 1e3 }, n, table, work);
        assert_int_equal(work[2 * n], GUARD);
        for (int k = 0; k < n; k++)
            assert_true(table[k].i == k + 1 && table[k].j == 1);
    }
}

int main(void)
{
    gsl_set_error_handler_off(); /* underflows */
    return tests_run();
}
