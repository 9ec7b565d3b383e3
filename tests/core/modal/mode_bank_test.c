/* modal: steps of a bank of modes against the matrix exponential in long double. */
#include "core/modal/mode_bank.h"
#include "core/modal/internal.h"
#include "tests/tools/test.h"
#include "tests/core/collide/copy.h"
#include "exact.h"

/* ---- one step against the oracle ---- */

/* The step's numbers in units of its length t: s/t, c, b/t^2, ivv/t, iaa/t^3. */
typedef struct numbers {
    long double s, c, b, ivv, iaa;
} numbers;

/* The response to an impulse: q, t q' and the integral of q, then the squares and theirs. Displacements are stretched
 * so that the matrix has no entry greater than it must. */
static numbers oracle(long double y, long double x)
{
    long double f = fmaxl(1, y), w = y * y / f;
    long double linear[EXACT_SIZE][EXACT_SIZE] = { { 0, f, 0 }, { -w, -2 * x, 0 }, { 1 / f, 0, 0 } };
    long double r[EXACT_SIZE] = { 0, 1, 0 };
    /* q^2, q q', q'^2 and the integrals of q'^2, q^2 */
    long double squares[EXACT_SIZE][EXACT_SIZE] = {
        { 0, 2 * f, 0, 0, 0 }, { -w, -2 * x, f, 0, 0 },   { 0, -2 * w, -4 * x, 0, 0 },
        { 0, 0, 1, 0, 0 },     { 1 / f / f, 0, 0, 0, 0 },
    };
    long double e[EXACT_SIZE] = { 0, 0, 1, 0, 0 };
    exact_advance(3, linear, r);
    exact_advance(5, squares, e);
    return (numbers){ r[0] / f, r[1], r[2], e[3], e[4] };
}

static hz_bank one_mode(double mass, double omega, double sigma, double weight)
{
    hz_bank m;
    assert_true(hz_bank_init(&m, 1, 0));
    m.n = 1;
    m.mass[0] = mass;
    m.omega[0] = omega;
    m.sigma[0] = sigma;
    m.weight[0] = weight;
    return m;
}

static void compare(claim *c, const hz_mode_step *st, double t, double y, double x, const numbers *n, const char *where)
{
    double turn = 1 + fmax(y, x), t2 = t * t;
    claim_see(&c[0], (double)fabsl(st->s[0] / t - n->s), where, y, x, t); /* at most 1/turn */
    claim_see(&c[1], (double)fabsl(1 - st->less[0] - n->c) / turn, where, y, x, t);
    claim_see(&c[2], (double)fabsl(st->b[0] / t2 / n->b - 1) / turn, where, y, x, t);
    claim_see(&c[3], (double)fabsl(st->ivv[0] / t / n->ivv - 1) / turn, where, y, x, t);
    claim_see(&c[4], (double)fabsl(st->iaa[0] / t2 / t / n->iaa - 1) / turn, where, y, x, t);
}

/* Compares a step's numbers: those of a whole step, by closed forms, and those of a part, by vector code. What
 * oscillates may be off by what a unit in the last place of omega t turns it, and what has decayed to nothing by as
 * little of what it was. */
static void check_step(claim *c, double t, double y, double x)
{
    hz_bank m;
    assert_true(hz_bank_init(&m, 2, 0));
    m.n = 2; /* alone, a mode has no vectors */
    for (int i = 0; i < 2; i++) {
        m.mass[i] = m.weight[i] = 1;
        m.omega[i] = y / t;
        m.sigma[i] = x / t;
    }
    numbers n = oracle((long double)m.omega[0] * t, (long double)m.sigma[0] * t);
    for (int part = 0; part < 2; part++) {
        hz_bank_prepare(&m, part ? 3.3 * t : t);
        hz_mode_step *st = hz_bank_step(&m, t);
        hz_bank_loss(&m, st, 0, 0); /* derives the integrals */
        if (!st->has_loss)
            hz_mode_step_integrate(&m, st);
        compare(c, st, t, y, x, &n,
                part ? "a part: omega t %.17g sigma t %.17g t %g" : "omega t %.17g sigma t %.17g t %g");
    }
    hz_bank_free(&m);
}

#define STEP_CLAIMS(what, tolerance)                                                                                   \
    {                                                                                                                  \
        { .name = "modal: " what ", error of s", .allowed = 0.03 * tolerance },                                        \
            { .name = "modal: " what ", error of c", .allowed = 0.1 * tolerance },                                     \
            { .name = "modal: " what ", error of b", .allowed = tolerance },                                           \
            { .name = "modal: " what ", error of the integral of c^2", .allowed = 0.1 * tolerance },                   \
            { .name = "modal: " what ", error of the integral of s^2", .allowed = tolerance },                         \
    }

LONG_DOUBLE_TEST(steps_underdamped)
{
    claim c[] = STEP_CLAIMS("underdamped", 1e-12);
    dice d = { claim_seed(1) };
    for (int i = 0; i < claim_trials(10000); i++) {
        double y = dice_log(&d, 1e-8, 1e3), x = y * dice_log(&d, 1e-9, 0.99);
        check_step(c, dice_log(&d, 1e-9, 1), y, dice_once(&d, 4) ? 0 : x);
    }
    CLAIMS_CHECK(c);
}

TEST(steps_overdamped)
{
    claim c[] = STEP_CLAIMS("overdamped", 1e-12);
    dice d = { claim_seed(2) };
    for (int i = 0; i < claim_trials(10000); i++) {
        double y = dice_log(&d, 1e-8, 1e2), x = y * dice_log(&d, 1.01, 1e4);
        if (x < 1e3)
            check_step(c, dice_log(&d, 1e-9, 1), y, x);
    }
    CLAIMS_CHECK(c);
}

TEST(steps_critically_damped)
{
    claim c[] = STEP_CLAIMS("critically damped", 1e-12);
    dice d = { claim_seed(3) };
    for (int i = 0; i < claim_trials(10000); i++) {
        double y = dice_log(&d, 1e-8, 1e2), off = dice_log(&d, 1e-16, 1e-1) * (dice_once(&d, 2) ? 1 : -1);
        check_step(c, dice_log(&d, 1e-9, 1), y, dice_once(&d, 4) ? y : y * (1 + off));
    }
    CLAIMS_CHECK(c);
}

TEST(steps_without_spring)
{
    claim c[] = STEP_CLAIMS("zero frequency", 1e-12);
    dice d = { claim_seed(4) };
    check_step(c, 1, 0, 0);
    for (int i = 0; i < claim_trials(5000); i++)
        check_step(c, dice_log(&d, 1e-9, 1), 0, dice_log(&d, 1e-12, 1e2));
    for (int i = 0; i < claim_trials(5000); i++) /* nearly none */
        check_step(c, dice_log(&d, 1e-9, 1), dice_log(&d, 1e-12, 1e-4), dice_log(&d, 1e-6, 1e2));
    CLAIMS_CHECK(c);
}

/* Nothing may overflow or lose its sign where the numbers are at the ends of their ranges. */
TEST(steps_of_any_size_are_finite)
{
    double sizes[] = { 0, 1e-300, 1e-150, 1e-20, 1e-8, 1e-3, 0.02, 1, 30, 1e3, 1e6, 1e12, 1e100 };
    enum { N = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            hz_bank m = one_mode(1, sizes[i], sizes[k], 1);
            hz_bank_prepare(&m, 1);
            hz_mode_step *st = &m.step[HZ_WHOLE_STEP];
            hz_bank_loss(&m, st, 0, 0);
            int fine = isfinite(st->s[0]) && isfinite(1 - st->less[0]) && st->b[0] >= 0 && st->ivv[0] >= 0 &&
                       st->iaa[0] >= 0 && st->b[0] <= 2 && st->ivv[0] <= 1 && st->iaa[0] <= 1;
            if (!fine)
                print_message("# omega t %g sigma t %g: s %g c %g b %g ivv %g iaa %g\n", sizes[i], sizes[k], st->s[0],
                              1 - st->less[0], st->b[0], st->ivv[0], st->iaa[0]);
            assert_true(fine);
            hz_bank_free(&m);
        }
}

/* ---- the port ---- */

/* The compliance as PHYSICS 2 prints it, in long double. */
LONG_DOUBLE_TEST(compliance_as_printed)
{
    CLAIMS(c, CLAIM("modal: compliance g off the printed formula", 1e-12),
           CLAIM("modal: compliance g for omega d to 0, off d^2/2m", 1e-12));
    dice d = { claim_seed(5) };
    for (int i = 0; i < claim_trials(10000); i++) {
        double length = dice_log(&d, 1e-8, 1e-3), y = dice_log(&d, 1e-3, 1e2), omega = y / length;
        double sigma = omega * dice_even(&d, 0, 0.9), mass = dice_log(&d, 1e-6, 1e4), weight = dice_even(&d, -2, 2);
        hz_bank m = one_mode(mass, omega, sigma, weight);
        hz_bank_prepare(&m, length);
        long double w = sqrtl(((long double)omega - sigma) * ((long double)omega + sigma)), t = length;
        long double rest = 1 - expl(-sigma * t) * (cosl(w * t) + sigma / w * sinl(w * t));
        double g = (double)((long double)weight * weight / mass * rest / omega / omega);
        claim_see(&c[0], fabs(m.step[0].g / g - 1) / (1 + y), "omega %.17g sigma %.17g d %.17g", omega, sigma, length);
        hz_bank_free(&m);
    }
    for (double y = 1e-7; y > 1e-15; y /= 10) {
        hz_bank m = one_mode(0.01, y * 44100, 0.1 * y * 44100, 1);
        hz_bank_prepare(&m, 1 / 44100.0);
        claim_see(&c[1], fabs(m.step[0].g / (0.5 / 44100 / 44100 / 0.01) - 1) - 0.1 * y, "omega d %g", y);
        hz_bank_free(&m);
    }
}

enum { MODES = 12 };

static double random_omega(dice *d)
{
    return dice_once(d, 6) ? 0 : dice_log(d, 1, 1e5);
}

static hz_bank random_bank(dice *d)
{
    hz_bank m;
    int n = dice_once(d, 4) ? 1 : 1 + dice_of(d, MODES);
    assert_true(hz_bank_init(&m, dice_once(d, 2) ? n : MODES, 0));
    m.n = n;
    m.load = m.n > 1 || dice_once(d, 2) ? 0 : dice_even(d, -10, 10);
    m.origin = dice_even(d, -1e-3, 1e-3);
    for (int i = 0; i < m.n; i++) {
        m.mass[i] = dice_log(d, 1e-3, 10);
        m.omega[i] = random_omega(d);
        m.sigma[i] = dice_once(d, 3) ? 0 : dice_log(d, 1e-2, 1e5);
        m.weight[i] = dice_even(d, -2, 2);
        m.q[i] = dice_even(d, -1e-4, 1e-4);
        m.v[i] = dice_even(d, -1, 1);
    }
    return m;
}

/* Takes a step of this length under a force that runs straight and books it; what the balance leaves. */
static double step_and_balance(hz_bank *m, double length, double force, double tilt, double *loss, double *size)
{
    hz_energy before = { 0 }, after = { 0 };
    hz_bank_energy(m, &before);
    hz_mode_step *st = hz_bank_step(m, length);
    *loss = hz_bank_loss(m, st, force, tilt);
    hz_tilted_reach t = hz_bank_look_tilted(m, st, force);
    hz_reach r = hz_bank_take(m, st, force, tilt);
    double work = force * r.du + tilt * (t.moment + hz_bank_mobility(m, st).k * tilt);
    hz_bank_energy(m, &after);
    *size = before.kinetic + fabs(before.potential) + after.kinetic + fabs(after.potential) + fabs(work) + *loss;
    return hz_energy_total(&after) - hz_energy_total(&before) - work + *loss;
}

static double random_length(dice *d)
{
    return dice_once(d, 4) ? 1 / 44100.0 : dice_log(d, 1e-9, 1e-2);
}

TEST(energy_balances)
{
    CLAIMS(c, CLAIM("modal: energy less work plus loss in one step, of the energy", 1e-12),
           CLAIM("modal: a loss that is a gain, of the energy", 1e-15));
    dice d = { claim_seed(6) };
    for (int i = 0; i < claim_trials(10000); i++) {
        hz_bank m = random_bank(&d);
        hz_bank_prepare(&m, 1 / 44100.0);
        double length = random_length(&d), loss, size;
        double force = dice_even(&d, -20, 20), tilt = i & 1 ? dice_even(&d, -40, 40) : 0;
        double left = step_and_balance(&m, length, force, tilt, &loss, &size), turn = 1;
        for (int k = 0; k < m.n; k++)
            turn = fmax(turn, m.omega[k] * length);
        claim_see(&c[0], fabs(left) / size / turn, "bank %d", i);
        claim_see(&c[1], -loss / size, "bank %d", i);
        hz_bank_free(&m);
    }
}

TEST(half_steps_make_a_step)
{
    CLAIMS(c, CLAIM("modal: two steps against one, displacement", 3e-13),
           CLAIM("modal: two steps against one, velocity", 3e-13), CLAIM("modal: two steps against one, loss", 3e-13));
    dice d = { claim_seed(7) };
    for (int i = 0; i < claim_trials(5000); i++) {
        hz_bank one = random_bank(&d), two;
        assert_true(hz_bank_init(&two, MODES, 0));
        copy_bank(&two, &one);
        hz_bank_prepare(&one, 1 / 44100.0);
        hz_bank_prepare(&two, 1 / 48000.0);
        double length = random_length(&d), part = length * dice_even(&d, 0, 1), f = dice_even(&d, -10, 10);
        double loss, first, second, size, none;
        double tilt = i & 1 ? f : 0,
               share = part / length; /* of the straight force of the whole, each part has its own */
        step_and_balance(&one, length, f, tilt, &loss, &size);
        step_and_balance(&two, part, f + 0.5 * tilt * (share - 1), tilt * share, &first, &none);
        step_and_balance(&two, length - part, f + 0.5 * tilt * share, tilt * (1 - share), &second, &none);
        claim_see(&c[2], fabs(first + second - loss) / size, "bank %d", i);
        for (int k = 0; k < one.n; k++) {
            double turn = 1 + length * fmax(one.omega[k], one.sigma[k]), speed = sqrt(2 * size / one.mass[k]);
            double way = fabs(one.q[k]) + speed * fmin(length, 1 / one.omega[k]);
            claim_see(&c[0], fabs(one.q[k] - two.q[k]) / way / turn, "bank %d mode %d", i, k);
            claim_see(&c[1], fabs(one.v[k] - two.v[k]) / speed / turn, "bank %d mode %d", i, k);
        }
        hz_bank_free(&one);
        hz_bank_free(&two);
    }
}

/* What a look promises of the port is what a take gives, with any force added to it, and what a take says it did. */
TEST(looks_tell_the_truth)
{
    CLAIMS(c, CLAIM("modal: promised displacement of the port", 1e-14),
           CLAIM("modal: promised velocity of the port", 3e-14),
           CLAIM("modal: acceleration of the port off its change of velocity", 1e-5),
           CLAIM("modal: compliance off the velocity an impulse gives", 1e-5),
           CLAIM("modal: displacement off what the step said", 1e-15),
           CLAIM("modal: velocity off what the step said", 1e-15));
    dice d = { claim_seed(8) };
    for (int i = 0; i < claim_trials(5000); i++) {
        hz_bank m = random_bank(&d);
        hz_bank_prepare(&m, 1 / 44100.0);
        double outer = dice_even(&d, -10, 10), contact = dice_even(&d, -10, 10);
        double fast = 0, push = 0, v = hz_bank_velocity(&m), u = hz_bank_displacement(&m);
        for (int k = 0; k < m.n; k++) {
            fast += fabs(m.weight[k] * m.v[k]);
            push +=
                fabs(m.weight[k]) * (fabs(m.load) + m.omega[k] * fabs(m.v[k]) + m.omega[k] * m.omega[k] * fabs(m.q[k]) +
                                     2 * m.sigma[k] * fabs(m.v[k]) + fabs(m.weight[k]) * 20 / m.mass[k]);
        }
        double brief = 1e-7 * fast / push, a = hz_bank_acceleration(&m, outer);
        hz_reach r = hz_bank_look(&m, hz_bank_step(&m, brief), outer);
        claim_see(&c[2], fabs((r.v - v) / brief - a) / push, "bank %d", i);
        claim_near(&c[3], r.g_v / brief, m.inverse_mass, "bank %d", i);
        hz_mode_step *st = hz_bank_step(&m, random_length(&d));
        r = hz_bank_look(&m, st, outer);
        double length = st->length;
        hz_reach took = hz_bank_take(&m, st, outer + contact, 0);
        fast += push * length;
        double way = hz_bank_displacement(&m) - u, coarse = fast * length + 0.01; /* positions round */
        claim_see(&c[0], fabs(took.du - r.du - r.g * contact) / (fast * length), "bank %d", i);
        claim_see(&c[1], fabs(hz_bank_velocity(&m) - r.v - r.g_v * contact) / fast, "bank %d", i);
        claim_see(&c[4], fabs(way - took.du) / coarse, "bank %d", i);
        claim_see(&c[5], fabs(hz_bank_velocity(&m) - took.v) / fast, "bank %d", i);
        hz_bank_free(&m);
    }
}

/* Everything that a bank's vector code says and does in one step of this length. */
typedef struct deeds {
    double numbers[4][MODES], q[MODES], v[MODES], loss, acceleration;
    hz_reach look;
    hz_survey survey;
} deeds;

static deeds act(const hz_bank *from, enum hz_simd lanes, double length, double force)
{
    deeds x;
    hz_bank m;
    memset(&x, 0, sizeof x);
    assert_true(hz_bank_init(&m, MODES, 0));
    copy_bank(&m, from);
    m.lanes = lanes;
    hz_bank_prepare(&m, 1 / 44100.0);
    hz_mode_step *st = hz_bank_step(&m, length);
    x.loss = hz_bank_loss(&m, st, force, 0);
    x.look = hz_bank_look(&m, st, force);
    hz_bank_move(&m, st, force, 0);
    x.acceleration = hz_bank_acceleration(&m, 0);
    x.survey = hz_bank_survey(&m);
    for (int i = 0; i < m.n; i++) {
        x.numbers[0][i] = st->s[i];
        x.numbers[1][i] = st->b[i];
        x.numbers[2][i] = st->less[i];
        x.numbers[3][i] = st->v_q[i];
        x.q[i] = m.q[i];
        x.v[i] = m.v[i];
    }
    hz_bank_free(&m);
    return x;
}

TEST(every_width_gives_the_same_bits)
{
    dice d = { claim_seed(11) };
    for (int i = 0; i < claim_trials(2000); i++) {
        hz_bank m = random_bank(&d);
        double length = random_length(&d), force = dice_even(&d, -10, 10);
        deeds x = act(&m, HZ_SIMD_1, length, force);
        for (enum hz_simd lanes = HZ_SIMD_1; lanes <= hz_simd_best(); lanes++) {
            deeds y = act(&m, lanes, length, force);
            assert_memory_equal(&x, &y, sizeof x);
        }
        hz_bank_free(&m);
    }
}

/* After a change the steps are what they are in a bank that was made so. */
TEST(changes_leave_nothing_stale)
{
    dice d = { claim_seed(12) };
    for (int i = 0; i < claim_trials(1000); i++) {
        hz_bank m = random_bank(&d), fresh;
        double h = 1 / 44100.0, length = dice_once(&d, 2) ? h * 0.25 : dice_log(&d, 1e-6, 1e-4);
        hz_bank_prepare(&m, h);
        hz_bank_step(&m, length);
        int k = dice_of(&d, m.n);
        switch (dice_of(&d, 8)) {
        case 0:
            m.omega[k] *= 1.5;
            break;
        case 1:
            m.sigma[k] += 1;
            break;
        case 2:
            m.weight[k] = -m.weight[k];
            break;
        case 3:
            m.mass[k] *= 2;
            break;
        case 4:
            m.load += m.n == 1;
            break;
        case 5:
            h = 1 / 48000.0;
            break;
        case 6: /* a mode gets a spring, or loses it */
            m.omega[k] = m.omega[k] > 0 ? 0 : 1000;
            break;
        }
        assert_true(hz_bank_init(&fresh, MODES, 0));
        copy_bank(&fresh, &m);
        hz_bank_prepare(&m, h);
        hz_bank_prepare(&fresh, h);
        for (int whole = 0; whole < 2; whole++) {
            hz_mode_step *a = hz_bank_step(&m, whole ? h : length), *b = hz_bank_step(&fresh, whole ? h : length);
            hz_reach x = hz_bank_look(&m, a, 1), y = hz_bank_look(&fresh, b, 1);
            assert_memory_equal(&x, &y, sizeof x);
            hz_tilted_reach tilted_x = hz_bank_look_tilted(&m, a, 1), tilted_y = hz_bank_look_tilted(&fresh, b, 1);
            assert_memory_equal(&tilted_x, &tilted_y, sizeof tilted_x);
            hz_mobility mobile_x = hz_bank_mobility(&m, a), mobile_y = hz_bank_mobility(&fresh, b);
            assert_memory_equal(&mobile_x, &mobile_y, sizeof mobile_x);
            assert_true(hz_bank_loss(&m, a, 1, 1) == hz_bank_loss(&fresh, b, 1, 1));
            assert_true(hz_bank_acceleration(&m, 1) == hz_bank_acceleration(&fresh, 1));
            hz_survey rings = { .kinetic = 1 };
            assert_true(hz_bank_swing(&m, &rings, 1) == hz_bank_swing(&fresh, &rings, 1));
        }
        hz_bank_free(&m);
        hz_bank_free(&fresh);
    }
}

/* modal:swing  A mass of 1 kg at 1 m/s gets 1 m a second far, and only 1 cm once it hangs on a spring of 100 rad/s. */
TEST(what_gets_a_spring_drifts_no_more)
{
    hz_bank m = one_mode(1, 0, 0, 1);
    m.v[0] = 1;
    for (int hangs = 0; hangs < 2; hangs++) {
        m.omega[0] = 100 * hangs;
        hz_bank_prepare(&m, 1 / 44100.0);
        hz_survey now = hz_bank_survey(&m);
        assert_float_equal(hz_bank_swing(&m, &now, 60), hangs ? 0.01 : 60, 1e-12);
    }
    hz_bank_free(&m);
}

/* A step that was asked for without its tilts goes where the whole step goes, if it is tilted after all. */
TEST(even_steps_may_be_tilted)
{
    dice d = { claim_seed(14) };
    for (int i = 0; i < claim_trials(1000); i++) {
        hz_bank m = random_bank(&d), twin;
        assert_true(hz_bank_init(&twin, MODES, 0));
        copy_bank(&twin, &m);
        hz_bank_prepare(&m, 1 / 44100.0);
        hz_bank_prepare(&twin, 1 / 44100.0);
        double length = random_length(&d), tilt = dice_even(&d, -40, 40);
        hz_bank_move(&m, hz_bank_even_step(&m, length), 1, tilt);
        hz_bank_move(&twin, hz_bank_step(&twin, length), 1, tilt);
        assert_memory_equal(m.q, twin.q, sizeof(double) * (size_t)m.n);
        assert_memory_equal(m.v, twin.v, sizeof(double) * (size_t)m.n);
        hz_bank_free(&m);
        hz_bank_free(&twin);
    }
}

/* modal:area  Without loss a whole step keeps area, far better than numbers that are rounded one by one would: no
 * energy drifts away while a mode rings for an hour. */
LONG_DOUBLE_TEST(whole_steps_keep_area)
{
    enum { MODES_OF = 2000 };
    CLAIMS(c, CLAIM("modal: a whole step off keeping area, in the mean", 3.5e-17));
    dice d = { claim_seed(13) };
    long double sum = 0;
    for (int i = 0; i < MODES_OF; i++) {
        hz_bank m = one_mode(1, 2 * M_PI * dice_log(&d, 20, 20000), 0, 1);
        hz_bank_prepare(&m, 1 / 44100.0);
        sum += fabsl((long double)m.qq[0] * m.vv[0] - (long double)m.qv[0] * m.vq[0] - 1);
        hz_bank_free(&m);
    }
    claim_see(&c[0], (double)(sum / MODES_OF), "%d modes", MODES_OF);
}

/* A force at one point moves another as much as it would the other way round. */
TEST(ports_are_reciprocal)
{
    CLAIMS(c, CLAIM("modal: reciprocity of two points", 1e-14)); /* 2.2e-16 */
    dice d = { claim_seed(9) };
    for (int i = 0; i < claim_trials(2000); i++) {
        hz_bank m = random_bank(&d);
        double other[MODES], moved[2] = { 0, 0 }, size = 0;
        m.load = 0;
        for (int k = 0; k < m.n; k++) {
            other[k] = dice_even(&d, -2, 2);
            m.q[k] = m.v[k] = 0;
        }
        double length = random_length(&d);
        for (int side = 0; side < 2; side++) {
            hz_bank_prepare(&m, length);
            hz_bank_take(&m, &m.step[HZ_WHOLE_STEP], 3, 0);
            for (int k = 0; k < m.n; k++) { /* reads at the other point, then drives there */
                double w = m.weight[k];
                moved[side] += other[k] * m.q[k];
                size += fabs(other[k] * m.q[k]);
                m.weight[k] = other[k];
                other[k] = w;
                m.q[k] = m.v[k] = 0;
            }
        }
        claim_see(&c[0], fabs(moved[0] - moved[1]) / size, "bank %d", i);
        hz_bank_free(&m);
    }
}

/* A copy has the parameters and the state, and its own memory. */
TEST(copies_are_apart)
{
    dice d = { claim_seed(10) };
    hz_bank m = random_bank(&d), twin;
    assert_true(hz_bank_init(&twin, MODES, 0));
    copy_bank(&twin, &m);
    hz_energy e = { 0 }, same = { 0 };
    hz_bank_energy(&m, &e);
    hz_bank_energy(&twin, &same);
    assert_memory_equal(&e, &same, sizeof e);
    assert_true(hz_bank_displacement(&m) == hz_bank_displacement(&twin));
    twin.q[0] += 1;
    assert_true(hz_bank_displacement(&m) != hz_bank_displacement(&twin));
    hz_bank_free(&m);
    hz_bank_free(&twin);
    hz_bank_free(&twin); /* twice does no harm */
}
