/* The trumpet marine: energy with and without losses, the equations of its parts after a step, one method against
 * another, rest, extremes, the bow's stick and slip. */
#include "core/tromba/internal.h"
#include "tests/tools/test.h"
#include "tests/tools/held.h"
#include "test_tromba.h"
#include "tests/tools/spectrum.h"

static hz_tromba_params lossless(void)
{
    hz_tromba_params p = test_tromba_default();
    p.string.sigma0 = p.string.sigma1 = p.body.sigma0 = p.body.sigma1 = p.damping = 0;
    return p;
}

TEST(energy_is_kept)
{
    CLAIMS(c, CLAIM("tromba: lossless and undriven for 5 s, rattling, change of energy", 1e-13),
           CLAIM("tromba: the fewest contacts in these 5 s, 0 if there were 100", 0));
    for (int k = 0; k < 8; k++) {
        hz_tromba_params p = lossless();
        p.play = k < 6 ? 0 : k == 6 ? 2e-5 : 1e-3;
        p.method = k % 3 == 0 ? HZ_GRID_CLOSED : k % 3 == 1 ? HZ_GRID_NEWTON : HZ_GRID_QUADRATISED;
        p.tie = k < 3 ? HZ_TIE_SPRING : HZ_TIE_COLLISION;
        p.k3 = k == 1 ? 1e24 : 1e12; /* a tie may be as stiff as its range allows */
        p.k1 = k == 2 ? 1e18 : 5e6;
        p.join.stiffness = k == 5 || k == 7 ? 1e18 : 5e6;
        p.rattle.stiffness = k == 3 ? 1e18 : 5e8;
        p.rattle.exponent = k % 3 ? 1.3 : 1;
        p.join.exponent = k == 4 ? 1.3 : 1;
        p.body.points = k ? 300 : 400;
        hz_tromba t;
        test_tromba_make(&t, &p, 44100);
        hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
        double start = test_tromba_step(&t, 0, 0, 1).a.value[HZ_STORED], force = 0;
        int contacts = 0, n = k == 0 || claim_trials(1) > 1 ? claim_length(220500) : 15000;
        for (int i = 0; i < n; i++) {
            hz_accounts a;
            double x[3], f;
            hz_tromba_run(
                &t, &(hz_tromba_io){
                        .n = 1, .audio = { x, x + 1, x + 2 }, .force = &f, .ledger = p.method == HZ_GRID_QUADRATISED });
            contacts += f > 0 && force == 0;
            force = f;
            if (i % 500 == 0) {
                hz_tromba_accounts(&t, &a);
                double shed = p.method == HZ_GRID_QUADRATISED ? a.value[HZ_SHED] : 0; /* what psi held at parting */
                assert_true(a.value[HZ_DISSIPATED] == 0);
                claim_see(&c[0], fabs(a.value[HZ_STORED] + shed - start) / start, "case %d sample %d", k, i);
            }
        }
        claim_see(&c[1], contacts >= 100 * n / 220500 ? 0 : 1, "case %d: %d", k, contacts);
        hz_tromba_free(&t);
    }
}

static hz_tromba_params random_params(int trial, dice *d)
{
    hz_tromba_params p = test_tromba_default();
    p.method = trial % 3 == 0 ? HZ_GRID_CLOSED : trial % 3 == 1 ? HZ_GRID_NEWTON : HZ_GRID_QUADRATISED;
    p.tie = trial & 1 ? HZ_TIE_COLLISION : HZ_TIE_SPRING;
    p.friction = trial & 2 ? HZ_FRICTION_BRISTLE : HZ_FRICTION_CURVE;
    p.k3 = dice_once(d, 2) ? dice_log(d, 1e6, 1e24) : 0;
    p.loss = dice_once(d, 2) ? dice_log(d, 1e-3, 10) : 0;
    p.rattle.exponent = dice_even(d, 1, 2);
    p.rattle.damping = dice_once(d, 2) ? dice_log(d, 1e-2, 10) : 0;
    p.rattle.stiffness = dice_log(d, 1, 1e18);
    p.join.exponent = dice_once(d, 2) ? 1 : dice_even(d, 1, 6);
    p.join.stiffness = dice_log(d, 1, 1e18);
    p.offset = dice_even(d, -1e-5, 1e-5);
    p.bow.viscosity = dice_once(d, 2) ? 0.4 : 0;
    p.touch = dice_once(d, 2) ? dice_log(d, 0.01, 10) : 0;
    p.finger = dice_even(d, 0.02, 0.98);
    p.bow_place = trial % 5 == 0   ? p.place + dice_even(d, -0.01, 0.01)
                  : trial % 7 == 0 ? p.finger
                                   : dice_even(d, 0.02, 0.98);
    return p;
}

static void move_params(hz_tromba_params *p, dice *d)
{
    p->offset = dice_even(d, -1e-5, 1e-5);
    p->k1 = dice_log(d, 1, 1e18);
    p->string.freq = dice_even(d, 30, 36);
    p->freq = dice_even(d, 100, 2000);
    p->body.thickness = dice_even(d, 0.008, 0.012);
    p->touch *= dice_even(d, 0.5, 1.5);
    p->finger = dice_even(d, 0.02, 0.98);
    p->place = dice_even(d, 0.5, 0.95);
    p->mass = dice_log(d, 3e-4, 3e-3);
    p->string.density = dice_log(d, 4e3, 16e3);
    p->foot[0] = dice_even(d, 0.2, 0.9);
}

/* What is metered at the last sample of a block is what the accounts say after it, and it is at every sample. */
TEST(meters_show_the_accounts)
{
    enum { N = 64 };
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    hz_accounts a;
    double x[3][N], force[N], rows[HZ_ACCOUNTS][N], *meter[HZ_METERS] = { 0 };
    test_tromba_make(&t, &p, 44100);
    hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
    for (int k = 0; k < HZ_ACCOUNTS; k++) {
        meter[k] = rows[k];
        for (int i = 0; i < N; i++)
            rows[k][i] = NAN;
    }
    hz_tromba_run(
        &t, &(hz_tromba_io){ .n = N, .audio = { x[0], x[1], x[2] }, .force = force, .meter = meter, .ledger = 1 });
    hz_tromba_accounts(&t, &a);
    assert_true(a.value[HZ_STORED] > 0);
    for (int k = 0; k < HZ_ACCOUNTS; k++) {
        for (int i = 0; i < N; i++)
            assert_true(isfinite(rows[k][i]));
        assert_true(fabs(rows[k][N - 1] - a.value[k]) <= 1e-13 * a.value[HZ_STORED]);
    }
    hz_tromba_free(&t);
}

/* The residual of a knock at a rate, of what passed. The rate may be another one for five blocks after the knock. */
static double residual_of_knock(double rate, double at_first, double sigma1)
{
    enum { N = 64 };
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    hz_accounts a;
    double x[3][N], force[N], passed = 0, worst = 0;
    hz_tromba_io io = { .n = N, .audio = { x[0], x[1], x[2] }, .force = force, .ledger = 1 };
    p.string.points = 40;
    p.body.points = 60;
    p.body.sigma1 = sigma1;
    test_tromba_make(&t, &p, rate);
    hz_tromba_run(&t, &io);
    hz_tromba_knock(&t, 0.01, 0.183, 0.4668);
    for (int i = 0; i < 2 * rate / N; i++) {
        if (at_first > 0 && (i == 0 || i == 5))
            hz_tromba_prepare(&t, &p, 1 / (i == 0 ? at_first : rate), N);
        hz_tromba_run(&t, &io);
        hz_tromba_accounts(&t, &a);
        passed = fmax(passed, fabs(a.value[HZ_SUPPLIED]) + fabs(a.value[HZ_ADJUSTED]));
        worst = fmax(worst, fabs(a.value[HZ_RESIDUAL]));
    }
    hz_tromba_free(&t);
    assert_true(passed > 1e-3);
    return worst / passed;
}

/* A knock lasts a millisecond, with its middle in the middle and the impulse that was asked for. */
TEST(a_knock_is_a_pulse)
{
    static const double rates[] = { 8000, 44100, 48000, 192000 };
    CLAIMS(c, CLAIM("tromba: impulse of a knock off what was asked", 1e-14),
           CLAIM("tromba: time from the start of a knock to its middle off half a millisecond, samples", 0.51),
           CLAIM("tromba: a knock's second half off its first, backwards, of the greatest force", 1e-14));
    for (int i = 0; i < 4; i++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        double force[400], sum = 0, moment = 0, most = 0;
        int n = 0;
        test_tromba_make(&t, &p, rates[i]);
        hz_tromba_knock(&t, 0.02, 0.3, 0.4);
        while (n < 400 && (force[n] = hz_tromba_knocks(&t)) > 0) {
            sum += force[n] / rates[i];
            moment += (n + 0.5) * force[n] / rates[i];
            most = fmax(most, force[n++]);
        }
        assert_true(n > 1 && n < 400 && hz_tromba_knocks(&t) == 0);
        claim_near(&c[0], sum, 0.02, "%g Hz", rates[i]);
        claim_see(&c[1], fabs(moment / sum - 0.5e-3 * rates[i]), "%g Hz", rates[i]);
        for (int k = 0; k < n; k++)
            claim_see(&c[2], fabs(force[k] - force[n - 1 - k]) / most, "%g Hz, sample %d", rates[i], k);
        hz_tromba_free(&t);
    }
}

TEST(a_knock_is_booked_at_any_rate)
{
    CLAIMS(c, CLAIM("tromba: residual of a knock, at 8 to 384 kHz, of what passed", 2e-13));
    static const double rates[] = { 8000, 44100, 96000, 192000, 384000 };
    for (int i = 0; i < 5; i++) {
        claim_see(&c[0], residual_of_knock(rates[i], 0, 0.05), "%g Hz", rates[i]);
        claim_see(&c[0], residual_of_knock(rates[i], 0, 0), "%g Hz, sigma1 0", rates[i]);
    }
    claim_see(&c[0], residual_of_knock(384000, 8000, 0.05), "from 8000 to 384000 Hz");
}

/* What a loss takes in a step must not be rounded the same way each time: a residual would grow with time. */
TEST(a_weak_loss_is_booked_for_long)
{
    CLAIMS(c, CLAIM("tromba: residual of weak losses after 6 s, of what passed", 1e-12));
    static const double rates[] = { 44100, 192000 };
    for (int k = 0; k < 2; k++) {
        enum { N = 64 };
        hz_tromba_params p = lossless();
        hz_tromba t;
        hz_accounts a;
        double x[3][N], force[N], start;
        hz_tromba_io io = { .n = N, .audio = { x[0], x[1], x[2] }, .force = force, .ledger = 1 };
        p.string.points = 40;
        p.body.points = 60;
        p.string.sigma0 = 0.1;
        p.body.sigma0 = 0.02;
        p.damping = 0.1;
        test_tromba_make(&t, &p, rates[k]);
        hz_tromba_run(&t, &io);
        hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
        hz_tromba_accounts(&t, &a);
        start = a.value[HZ_STORED];
        for (int i = 0; i < claim_length(6 * (int)rates[k] / N); i++) {
            hz_tromba_run(&t, &io);
            hz_tromba_accounts(&t, &a);
            claim_see(&c[0], fabs(a.value[HZ_RESIDUAL]) / start, "%g Hz, block %d", rates[k], i);
        }
        hz_tromba_free(&t);
    }
}

/* A wave that runs into what rests touches it with numbers that are hardly any. */
TEST(the_first_touch_is_finite)
{
    enum { N = 64 };
    for (int method = 0; method < 3; method++)
        for (int k = 0; k < 2; k++) {
            hz_tromba_params p = test_tromba_default();
            hz_tromba t;
            double x[3][N], force[N];
            hz_tromba_io io = { .n = N, .audio = { x[0], x[1], x[2] }, .force = force };
            p.method = (hz_grid_method)method;
            p.rattle.exponent = k ? 1.5 : 1;
            p.offset = 0;
            p.body.young = 2000;
            p.body.points = 1690;
            p.foot[0] = 0.95;
            test_tromba_make(&t, &p, 96000);
            hz_tromba_knock(&t, 0.01, 0.05, 0.4);
            for (int i = 0; i < 20; i++) {
                hz_tromba_run(&t, &io);
                assert_true(hz_tromba_finite(&t));
            }
            hz_tromba_free(&t);
        }
}

/* It comes to rest, whatever was asked or moved while it was loud: what rests costs hardly anything. */
TEST(it_rests_after_any_message)
{
    enum { N = 64 };
    for (int what = 0; what < 4; what++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        hz_accounts a;
        double x[3][N], force[N];
        hz_tromba_io io = { .n = N, .audio = { x[0], x[1], x[2] }, .force = force };
        p.string.points = 40;
        p.body.points = 60;
        p.string.sigma0 = 30;
        p.body.sigma0 = 80;
        p.damping = 1e4;
        test_tromba_make(&t, &p, 44100);
        hz_tromba_knock(&t, 0.01, 0.3, 0.4);
        hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
        for (int i = 0; i < 44100 * 4 / N && !(i > 100 && t.still); i++) {
            if (i == 100 && what == 1) {
                p.offset = 6e-6;
                hz_tromba_prepare(&t, &p, 1 / 44100.0, N);
            }
            io.ledger = what == 2 && i == 100;
            if (i == 100 && what == 3)
                hz_tromba_accounts(&t, &a);
            hz_tromba_run(&t, &io);
        }
        assert_true(t.still);
        hz_tromba_free(&t);
    }
}

/* The foot moves while the rattle has just come down: a quadratised rattle holds no more after that than before. */
TEST(a_change_gives_the_rattle_nothing)
{
    CLAIMS(c, CLAIM("tromba: energy that a change gives the rattle, J", 3e-14));
    for (int method = 0; method < 3; method++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        double x[3][1], force[1];
        hz_tromba_io io = { .n = 1, .audio = { x[0], x[1], x[2] }, .force = force, .ledger = 1 };
        p.string.points = 30;
        p.body.points = 60;
        p.method = (hz_grid_method)method;
        p.offset = 0;
        p.rattle.stiffness = 1e18;
        p.freq = 3000;
        test_tromba_make(&t, &p, 11025);
        hz_tromba_run(&t, &io);
        hz_tromba_knock(&t, 0.01, 0.7, 0.5);
        hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
        for (int i = 0; i < 4000; i++) {
            hz_tromba_run(&t, &io);
            double held = hz_grid_contact_stored(&t.touch, &t.rattle);
            p.foot[0] = p.foot[0] == 0.8 ? 0.79 : 0.8;
            if (i % 7)
                hz_tromba_prepare(&t, &p, 1 / 11025.0, 64);
            claim_see(&c[0], hz_grid_contact_stored(&t.touch, &t.rattle) - held, "method %d, step %d", method, i);
        }
        hz_tromba_free(&t);
    }
}

/* A bridge that would swing faster than half the sample rate swings as fast as the rate allows, and no harder. */
TEST(a_bridge_beyond_the_rate_is_bounded)
{
    enum { N = 64 };
    CLAIMS(c, CLAIM("tromba: bridge beyond the sample rate, residual of what passed", 1e-12),
           CLAIM("tromba: bridge beyond the sample rate, its velocity, m/s", 5));
    hz_tromba_params p = lossless();
    hz_tromba t;
    hz_accounts a;
    double x[3][N], force[N], passed = 0;
    hz_tromba_io io = { .n = N, .audio = { x[0], x[1], x[2] }, .force = force, .ledger = 1 };
    p.string.points = 40;
    p.body.points = 60;
    p.freq = 20000;
    p.mass = 0.1;
    p.offset = 0;
    test_tromba_make(&t, &p, 32000);
    hz_tromba_run(&t, &io);
    hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
    hz_tromba_knock(&t, 0.01, 0.7, 0.5);
    for (int i = 0; i < 2 * 32000 / N; i++) {
        hz_tromba_run(&t, &io);
        hz_tromba_accounts(&t, &a);
        passed = fmax(passed, fabs(a.value[HZ_ADJUSTED]) + fabs(a.value[HZ_SUPPLIED]));
        claim_see(&c[0], fabs(a.value[HZ_RESIDUAL]) / passed, "block %d", i);
        for (int k = 0; k < N; k++)
            claim_see(&c[1], fabs(x[1][k]), "block %d", i);
    }
    hz_tromba_free(&t);
}

TEST(books_balance)
{
    CLAIMS(c, CLAIM("tromba: residual with bow, finger, rattle and gestures, of what passed", 1e-13),
           CLAIM("tromba: a loss below zero, of what passed", 0), CLAIM("tromba: a force that pulls, N", 0));
    dice d = { claim_seed(7) };
    for (int trial = 0; trial < claim_trials(18); trial++) {
        hz_tromba_params p = random_params(trial, &d);
        hz_tromba t;
        test_tromba_make(&t, &p, 44100);
        double v = 0, f = 0, passed = 0, before[HZ_ACCOUNTS] = { 0 };
        for (int i = 0; i < 1500; i++) {
            if (i % 100 == 0) {
                v = dice_even(&d, -0.5, 0.5);
                f = dice_once(&d, 4) ? 0 : dice_log(&d, 0.01, 5);
            }
            if (i == 300)
                hz_tromba_pluck(&t, dice_even(&d, 0.1, 0.8), dice_even(&d, -5e-3, 5e-3), dice_even(&d, 0.05, 0.4));
            if (i == 500)
                hz_tromba_knock(&t, dice_log(&d, 1e-4, 0.1), dice_even(&d, 0, 1), dice_even(&d, 0, 1));
            if (i % 200 == 150) { /* parameters move */
                move_params(&p, &d);
                assert_true(hz_tromba_prepare(&t, &p, 1 / 44100.0, 64) >= 0);
            }
            test_tromba_sample s = test_tromba_step(&t, v, f, 1);
            passed += fabs(s.a.value[HZ_DISSIPATED] - before[HZ_DISSIPATED]) +
                      fabs(s.a.value[HZ_SUPPLIED] - before[HZ_SUPPLIED]) +
                      fabs(s.a.value[HZ_ADJUSTED] - before[HZ_ADJUSTED]);
            claim_see(&c[0], passed > 0 ? fabs(s.a.value[HZ_RESIDUAL]) / passed : 0, "trial %d sample %d", trial, i);
            claim_see(&c[1], (before[HZ_DISSIPATED] - s.a.value[HZ_DISSIPATED]) / (passed + 1e-300) - 1e-15,
                      "trial %d sample %d", trial, i);
            claim_see(&c[2], -s.force, "trial %d sample %d", trial, i);
            memcpy(before, s.a.value, sizeof before);
        }
        hz_tromba_free(&t);
    }
}

/* With the tie taken away the string is alone: its fundamental against freq, at three rates and on several grids. */
LONG_TEST(the_open_string_is_in_tune)
{
    CLAIMS(c, CLAIM("tromba: open string off freq, cents", 1),
           CLAIM("tromba: over its bridge the default string off 36.7 Hz, as a part", 0.01));
    static const double rates[] = { 44100, 48000, 96000 };
    static const int grids[] = { 0, 60, 226 };
    enum { N = 65536 };
    double *x = malloc(2 * N * sizeof *x);
    for (int k = 0; k < 3; k++)
        for (int g = 0; g < 3; g++) {
            hz_tromba_params p = test_tromba_default();
            hz_tromba t;
            p.string.points = grids[g];
            p.string.sigma0 = p.string.sigma1 = 0;
            p.body.points = 10;
            p.k1 = 0;
            test_tromba_make(&t, &p, rates[k]);
            hz_tromba_pluck(&t, 0.5, 1e-3, 2);
            test_tromba_play(&t, 0, 0, 0, x, 2 * N);
            spectrum s = spectrum_of(x, 2 * N, rates[k]);
            double f = spectrum_peak(&s, 25, 45);
            claim_see(&c[0], fabs(1200 * log2(f / 32)), "rate %g points %d: %g Hz", rates[k], grids[g], f);
            spectrum_free(&s);
            hz_tromba_free(&t);
        }
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    p.offset = 1;
    test_tromba_make(&t, &p, 44100);
    hz_tromba_pluck(&t, 0.5, 1e-3, 0.8);
    test_tromba_play(&t, 0, 0, 0, x, 2 * N);
    spectrum s = spectrum_of(x, 2 * N, 44100);
    claim_near(&c[1], spectrum_peak(&s, 30, 45), 36.7, "default");
    spectrum_free(&s);
    hz_tromba_free(&t);
    free(x);
}

/* Stick and slip as Helmholtz found them, under both frictions: in each period the string under the bow goes along with
 * it, then flies back once, for the part of the period that the bow's place is of the string; and the string sounds at
 * its pitch. */
TEST(a_bowed_string_sticks_and_slips)
{
    CLAIMS(c, CLAIM("tromba: slips a period off 1", 0.05),
           CLAIM("tromba: slipping part of the period off the bow's place, of it", 0.25),
           CLAIM("tromba: pitch under the bow off the plucked one: a pressing bow flattens", 0.03));
    enum { N = 44100 };
    static double x[N];
    for (int k = 0; k < 2; k++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        p.friction = k ? HZ_FRICTION_BRISTLE : HZ_FRICTION_CURVE;
        p.offset = 1;
        p.heard = p.bow_place;
        p.body.points = 50;
        double v = 0.1, force = k ? 1 : 0.4;
        test_tromba_make(&t, &p, 44100);
        test_tromba_play(&t, v, force, 0, NULL, N);
        test_tromba_play(&t, v, force, 0, x, N);
        int slips = 0, slipping = 0, stuck = 1;
        for (int i = 0; i < N; i++) {
            slipping += x[i] < 0;
            if (stuck && x[i] < -1.5 * v)
                slips++, stuck = 0;
            else if (x[i] > 0.5 * v)
                stuck = 1;
        }
        spectrum s = spectrum_of(x, N, 44100);
        double pitch = spectrum_peak(&s, 30, 45), part = p.bow_place / p.place;
        claim_near(&c[0], slips / pitch, 1, "friction %d: %d slips at %g Hz", k, slips, pitch);
        claim_near(&c[1], (double)slipping / N, part, "friction %d", k);
        claim_near(&c[2], pitch, 36.7, "friction %d", k);
        spectrum_free(&s);
        hz_tromba_free(&t);
    }
}

/* The rattle makes a trumpet of it: what the mix of the one outlet has between 1 and 6 kHz, and its centroid, with and
 * without. */
LONG_TEST(the_rattle_is_brassy)
{
    CLAIMS(c, CLAIM("tromba: 12 dB less what the rattle adds between 1 and 6 kHz", 0),
           CLAIM("tromba: 2 less the ratio of spectral centroids with and without", 0));
    enum { N = 32768 };
    static double x[N];
    double band[2], centroid[2];
    for (int off = 0; off < 2; off++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        if (off)
            p.offset = 1;
        test_tromba_make(&t, &p, 44100);
        test_tromba_play(&t, 0.1, 0.4, 0, NULL, 22050);
        for (int i = 0; i < N; i++) {
            double y[3], force, v = 0.1, press = 0.4;
            hz_tromba_run(
                &t, &(hz_tromba_io){
                        .n = 1, .velocity = &v, .pressure = &press, .audio = { y, y + 1, y + 2 }, .force = &force });
            x[i] = 0.06 * y[0] + 0.3 * y[1] + y[2]; /* the class's mix */
        }
        hz_tromba_free(&t);
        spectrum s = spectrum_of(x, N, 44100);
        band[off] = spectrum_band(&s, 1000, 6000);
        centroid[off] = spectrum_centroid(&s, 20000);
        spectrum_free(&s);
    }
    print_message("# tromba: the rattle adds %.1f dB between 1 and 6 kHz; centroid %.0f and %.0f Hz\n",
                  10 * log10(band[0] / band[1]), centroid[0], centroid[1]);
    claim_see(&c[0], 12 - 10 * log10(band[0] / band[1]), "default");
    claim_see(&c[1], 2 - centroid[0] / centroid[1], "default");
}

/* At exponent 1 the closed form is what Newton finds. */
TEST(closed_is_newton)
{
    CLAIMS(c, CLAIM("tromba: closed off newton after half a second, of the greatest displacement", 1e-13));
    enum { N = 22050 };
    static double x[2][N];
    for (int k = 0; k < 2; k++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        p.method = k ? HZ_GRID_NEWTON : HZ_GRID_CLOSED;
        p.body.points = 300;
        test_tromba_make(&t, &p, 44100);
        hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
        for (int i = 0; i < N; i++) {
            double a[3], f;
            hz_tromba_run(&t, &(hz_tromba_io){ .n = 1, .audio = { a, a + 1, a + 2 }, .force = &f, .displacement = 1 });
            x[k][i] = a[0];
        }
        hz_tromba_free(&t);
    }
    for (int i = 0; i < N; i++)
        claim_see(&c[0], fabs(x[0][i] - x[1][i]) / 2e-3, "sample %d", i);
}

/* The meters of position and velocity agree: at each sample the velocity is the change of the position since the sample
 * before, divided by the length of a sample. */
TEST(meters_show_the_motion)
{
    enum { N = 256 };
    CLAIMS(c, CLAIM("tromba: velocity metered, from positions metered, of the greatest", 1e-12));
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    double x[3][N], force[N], place[N], speed[N], most = 0, *meter[HZ_METERS] = { 0 };
    p.body.points = 100;
    p.string.points = 60;
    test_tromba_make(&t, &p, 44100);
    hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
    meter[HZ_POSITION] = place;
    meter[HZ_SPEED] = speed;
    hz_tromba_run(&t, &(hz_tromba_io){ .n = N, .audio = { x[0], x[1], x[2] }, .force = force, .meter = meter });
    for (int i = 0; i < N; i++)
        most = fmax(most, fabs(speed[i]));
    assert_true(most > 0.01);
    for (int i = 1; i < N; i++)
        claim_see(&c[0], fabs(speed[i] - (place[i] - place[i - 1]) * 44100) / most, "sample %d", i);
    hz_tromba_free(&t);
}

/* What has died out is at rest, to the last bit, and costs nothing; not before every part of it has. */
TEST(what_dies_out_becomes_still)
{
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    p.damping = 100;
    p.string.sigma0 = 40;
    p.body.sigma0 = 40;
    p.body.points = 60;
    p.string.points = 60;
    test_tromba_make(&t, &p, 44100);
    hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
    int blocks = 0;
    double before = 0;
    for (; blocks < 5000; blocks++) {
        test_tromba_play(&t, 0, 0, 0, NULL, 64);
        if (t.still)
            break;
        before = 0;
        for (int i = 1; i < t.string.n; i++)
            before = fmax(before, fabs(t.string.u[i]));
    }
    assert_true(blocks > 10 && blocks < 5000);
    assert_true(before > 0 && before < 1e-16);
    assert_true(t.bridge.w == 0 && t.bridge.d == 0);
    for (int k = 0; k < 3; k++)
        assert_true(hz_tromba_heard(&t, k, 1) == 0);
    /* The bridge alone is not at rest either. */
    t.bridge.w = t.bridge.d = 1e-6;
    t.still = 0;
    test_tromba_play(&t, 0, 0, 0, NULL, 64);
    assert_true(!t.still && fabs(t.bridge.w) > 0);
    hz_tromba_free(&t);
}

/* How fast the string, the bridge and the body are, m/s. */
static void speeds_of(const hz_tromba *t, double *speed)
{
    speed[0] = hz_tromba_heard(t, 0, 0);
    speed[1] = hz_tromba_heard(t, 1, 0);
    speed[2] = hz_plate_change(&t->body, &t->knock_at) / t->h;
}

/* Another sample rate changes no speed. Grids of these points carry both rates. */
TEST(what_moves_is_as_fast_at_another_rate)
{
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    double before[3], after[3];
    p.string.points = p.body.points = 60;
    test_tromba_make(&t, &p, 44100);
    hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
    hz_tromba_knock(&t, 0.1, 0.3, 0.4);
    test_tromba_play(&t, 0, 0, 0, NULL, 300);
    int n = t.string.n, points = hz_plate_points(&t.body);
    speeds_of(&t, before);
    assert_true(hz_tromba_prepare(&t, &p, 1 / 96000.0, 0) >= 0);
    speeds_of(&t, after);
    assert_true(t.string.n == n && hz_plate_points(&t.body) == points);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(before[k]) > 1e-6);
        assert_float_equal(after[k], before[k], 1e-3 * fabs(before[k]));
    }
    hz_tromba_free(&t);
}

/* At rest nothing moves, not even a hair; pressed on the body it comes to rest, and stays there. */
TEST(rest_is_rest)
{
    CLAIMS(c, CLAIM("tromba: displacement of an instrument nobody touches, m", 0),
           CLAIM("tromba: drift of a pressed bridge in its sixth second, of where it lies", 1e-9));
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    test_tromba_make(&t, &p, 44100);
    for (int i = 0; i < 5000; i++)
        hz_tromba_run(&t, &(hz_tromba_io){ .n = 1,
                                           .audio = { (double[1]){ 0 }, (double[1]){ 0 }, (double[1]){ 0 } },
                                           .force = (double[1]){ 0 } });
    for (int k = 0; k < 3; k++)
        claim_see(&c[0], fabs(hz_tromba_heard(&t, k, 1)), "outlet %d", k);
    hz_tromba_free(&t);
    p.offset = -2e-5;
    p.damping = 2000;
    p.string.sigma0 = 50;
    p.body.sigma0 = 50;
    p.body.points = 100;
    p.string.points = 60;
    test_tromba_make(&t, &p, 44100);
    double *x = malloc(44100 * sizeof *x);
    for (int second = 0; second < 5; second++)
        test_tromba_play(&t, 0, 0, 1, x, 44100);
    double before = hz_tromba_heard(&t, 1, 1);
    test_tromba_play(&t, 0, 0, 1, x, 44100);
    assert_true(before != 0 && t.force > 0);
    claim_near(&c[1], hz_tromba_heard(&t, 1, 1), before, "pressed");
    free(x);
    hz_tromba_free(&t);
}

/* Any speed, force and place of the bow, any finger: bounded, and it lets go. */
TEST(extremes_stay_bounded)
{
    CLAIMS(c, CLAIM("tromba: greatest velocity of the string over the bow's, if that is over 0.1 m/s", 100),
           CLAIM("tromba: greatest displacement of the string, m", 0.5),
           CLAIM("tromba: what is left of the energy 1 s after the bow was lifted, of the greatest", 0.001));
    static const double speeds[] = { 0, 1e-3, 0.1, 1, 10 }, forces[] = { 0, 0.01, 1, 10 };
    static double x[4410];
    for (int k = 0; k < 40; k += 40 / claim_length(40)) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        p.friction = k & 1 ? HZ_FRICTION_BRISTLE : HZ_FRICTION_CURVE;
        p.body.points = 60;
        p.string.points = 80;
        p.string.sigma0 = 5;
        p.touch = k % 3 == 0 ? 1000 : 0;
        p.finger = 0.4;
        p.bow_place = k % 7 == 0 ? 0.0 : k % 7 == 1 ? p.place : k % 7 == 2 ? 0.4 : 0.15;
        double v = speeds[k / 2 % 5], f = forces[k / 10], most = 0;
        test_tromba_make(&t, &p, 44100);
        for (int block = 0; block < 3; block++) {
            hz_accounts a;
            test_tromba_play(&t, v, f, 0, x, 4410);
            assert_true(hz_tromba_finite(&t));
            hz_tromba_accounts(&t, &a);
            most = fmax(most, a.value[HZ_STORED]);
            for (int i = 0; i < 4410; i++)
                claim_see(&c[0], fabs(x[i]) / fmax(v, 0.1), "case %d: v %g force %g", k, v, f);
            for (int i = 1; i < t.string.n; i++)
                claim_see(&c[1], fabs(t.string.u[i]), "case %d: v %g force %g", k, v, f);
        }
        for (int block = 0; block < 10; block++)
            test_tromba_play(&t, 0, 0, 0, NULL, 4410);
        hz_accounts a;
        hz_tromba_accounts(&t, &a);
        claim_see(&c[2], most > 0 ? a.value[HZ_STORED] / most : 0, "case %d: v %g force %g", k, v, f);
        hz_tromba_free(&t);
    }
}

/* After each step the forces are what their laws say for the motion that came of them: the bridge's equation, and the
 * tie's law from the string's side, with the rattle as it was told. */
TEST(forces_are_those_of_their_laws)
{
    CLAIMS(c, CLAIM("tromba: the bridge off its equation of motion, of its greatest force", 1e-10));
    dice d = { claim_seed(9) };
    for (int trial = 0; trial < claim_trials(4); trial++) {
        hz_tromba_params p = test_tromba_default();
        hz_tromba t;
        p.k3 = 1e13;
        p.loss = 1;
        p.rattle.exponent = trial & 1 ? 1.3 : 1;
        p.friction = trial & 2 ? HZ_FRICTION_BRISTLE : HZ_FRICTION_CURVE;
        p.body.points = 300;
        test_tromba_make(&t, &p, 44100);
        double h = t.h, w[3] = { 0 }, eta[3] = { 0 }, most = 0;
        for (int i = 0; i < 6000; i++) {
            test_tromba_sample s = test_tromba_step(&t, 0.2 + dice_even(&d, -0.05, 0.05), 1, 0);
            w[0] = w[1], w[1] = w[2], w[2] = t.bridge.w;
            eta[0] = eta[1], eta[1] = eta[2], eta[2] = hz_string_now(&t.string, &t.place[HZ_PLACE_BRIDGE]) - t.bridge.w;
            if (i < 3)
                continue;
            double tie = p.k1 * (eta[2] + 2 * eta[1] + eta[0]) / 4 + p.k3 * eta[1] * eta[1] * (eta[2] + eta[0]) / 2 +
                         p.loss * (eta[2] - eta[0]) / h;
            double swing = 4 * pow(sin(M_PI * p.freq * h), 2) / (h * h);
            double inertia =
                p.mass * ((w[2] - 2 * w[1] + w[0]) / (h * h) + swing * w[1] + p.damping * (w[2] - w[0]) / (2 * h));
            most = fmax(most, fabs(tie) + s.force);
            claim_see(&c[0], fabs(inertia - tie - s.force) / (most + 1e-6), "trial %d sample %d", trial, i);
        }
        hz_tromba_free(&t);
    }
}

/* What the bow does to the string is worked out where the bow goes, and not again while it stays. */
TEST(a_bow_that_stays_is_not_placed_anew)
{
    enum { MARK = 77 };
    hz_tromba_params p = test_tromba_default();
    hz_tromba t;
    p.bow_place = p.place; /* the bow and the bridge share points of the string */
    test_tromba_make(&t, &p, 44100);
    test_tromba_step(&t, 0.1, 1, 0);
    assert_int_equal(t.shares, 1);
    t.shares = MARK; /* as true as before */
    for (int i = 0; i < 10; i++)
        test_tromba_step(&t, 0.1, 1, 0);
    assert_int_equal(t.shares, MARK);
    double out[3], force, place = 0.3;
    hz_tromba_run(&t,
                  &(hz_tromba_io){ .n = 1, .place = &place, .audio = { &out[0], &out[1], &out[2] }, .force = &force });
    assert_int_not_equal(t.shares, MARK);
    hz_tromba_free(&t);
}

static void life(void)
{
    static hz_tromba t;
    assert_true(hz_tromba_init(&t));
    hz_tromba_free(&t);
}

NATIVE_TEST(all_memory_is_given_back)
{
    held_no_more(life);
}
