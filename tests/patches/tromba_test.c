/* trombamarina~ and tromba~ are played in a patch: one outlet or three, bowing by signals, values that no grid can
 * carry, shapes in arrays, a harmonic under the finger, and silence after a bow that was not a number. */

#include "tests/tools/loudness.h"
#include "impact.h"

enum { N = 48000 };
#define SMALL "hertz/trombamarina~ -report 0 -bodypoints 200 "

static double peak_of(const pd_patch *p, int record, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(pd_samples(p, record)[i]));
    return most;
}

#define RAW "-stringlevel 1 -bridgelevel 1 -bodylevel 1 "

/* -mono is the mix of the three, whatever their levels. */
TEST(one_outlet_is_the_mix)
{
    pd_patch *p = pd_open();
    int three = pd_obj(p, SMALL RAW "-gain 1"), one = pd_obj(p, SMALL "-gain 1 -mono -mix 0.5 2 -3"), sound[4];
    pd_at(p, 10, three, "bang");
    pd_at(p, 10, one, "bang");
    for (int k = 0; k < 4; k++)
        sound[k] = pd_record(p, k < 3 ? three : one, k < 3 ? k : 0, 0, N);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    double most = peak_of(p, sound[3], N);
    assert_true(most > 0.01);
    for (int i = 0; i < N; i++) {
        double mix =
            0.5 * pd_samples(p, sound[0])[i] + 2 * pd_samples(p, sound[1])[i] - 3.0 * pd_samples(p, sound[2])[i];
        assert_true(fabs(mix - pd_samples(p, sound[3])[i]) < 1e-5 * most);
    }
}

/* Each outlet is what it is without a level, times its level, which a message changes while it sounds. */
TEST(outlets_have_levels)
{
    static const double level[] = { 2, -30, 250 };
    pd_patch *p = pd_open();
    int raw = pd_obj(p, SMALL RAW "-gain 1"), at = pd_obj(p, SMALL "-gain 1 -stringlevel 2 -bridgelevel -30"), sound[6];
    pd_at(p, 5, at, "bodylevel 250");
    pd_at(p, 10, raw, "bang");
    pd_at(p, 10, at, "bang");
    pd_at(p, 600, at, "stringlevel 0, bridgelevel 0, bodylevel 0");
    for (int k = 0; k < 6; k++)
        sound[k] = pd_record(p, k < 3 ? raw : at, k % 3, 0, N);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < 3; k++) {
        double most = level[k] * peak_of(p, sound[k], N);
        assert_true(fabs(most) > 0.001);
        for (int i = 0; i < N / 2; i++)
            assert_true(fabs(level[k] * pd_samples(p, sound[k])[i] - pd_samples(p, sound[3 + k])[i]) <
                        1e-6 * fabs(most));
        for (int i = 61 * N / 100; i < N; i++)
            assert_true(pd_samples(p, sound[3 + k])[i] == 0);
    }
}

/* As a class comes, and in its presets, all three outlets are heard. None is so loud that the hold, which turns all
 * three down, would change the string. */
TEST(outlets_fit_each_other)
{
    static const char *const sounds[] = { "",
                                          "-preset buzz",
                                          "-preset bristle",
                                          "-preset collision",
                                          "-preset box",
                                          "-preset gut",
                                          "-preset paper",
                                          "-preset cello",
                                          "-preset loose" };
    enum { SOUNDS = sizeof sounds / sizeof *sounds, NOTES = 3 };
    static const char *const played[NOTES] = { "bang", "36 127", "52 127" };
    CLAIMS(c, CLAIM("tromba: outlets by themselves, quietest (LUFS, turned over)", 38),
           CLAIM("tromba: the same, loudest peak (dBFS)", 0));
    pd_patch *p = pd_open(.as_played = 1, .limit = 200);
    int sound[SOUNDS][NOTES][3];
    for (int i = 0; i < SOUNDS; i++)
        for (int j = 0; j < NOTES; j++) {
            int o = pd_obj(p, "hertz/trombamarina~ -report 0 %s -hold 0", sounds[i]);
            pd_at(p, 5, o, "hold 0");
            pd_at(p, 10, o, "%s", played[j]);
            for (int k = 0; k < 3; k++)
                sound[i][j][k] = pd_record(p, o, k, 0, N);
        }
    pd_run(p);
    double *x = malloc(sizeof *x * N);
    for (int i = 0; i < SOUNDS; i++)
        for (int j = 0; j < NOTES; j++)
            for (int k = 0; k < 3; k++) {
                double peak = peak_of(p, sound[i][j][k], N);
                for (int n = 0; n < N; n++)
                    x[n] = pd_samples(p, sound[i][j][k])[n];
                if (peak > 0) /* A foot that never touches leaves the body silent. */
                    claim_see(&c[0], j == 0 ? -loudness_momentary(x, N, N) : 0, "%s outlet %d", sounds[i], k);
                claim_see(&c[1], 20 * log10(fmax(peak, 1e-9)), "%s %s outlet %d", sounds[i], played[j], k);
            }
    free(x);
}

/* A body of Poisson's ratio nu rings as one of 0 whose Young's modulus is divided by 1 - nu^2. */
TEST(poissons_ratio_stiffens_the_body)
{
    CLAIMS(c, CLAIM("tromba: bodypoisson 0.5 off a stiffer body of 0, of the peak", 1e-5),
           CLAIM("tromba: bodypoisson that is not heard, 1 over its change of the sound", 10));
    static const char *const bodies[] = { "-bodypoisson 0.5 -bodyyoung 6e9", "-bodypoisson 0 -bodyyoung 8e9",
                                          "-bodypoisson 0 -bodyyoung 6e9" };
    pd_patch *p = pd_open();
    int sound[3];
    for (int k = 0; k < 3; k++) {
        int o = pd_obj(p, SMALL "-gain 1 -offset 1 -k1 0 %s", bodies[k]);
        pd_at(p, 5, o, "knock 0.01");
        sound[k] = pd_record(p, o, 2, 0, N / 4);
    }
    pd_run(p);
    double peak = peak_of(p, sound[0], N / 4), other = 0;
    assert_true(peak > 0);
    for (int i = 0; i < N / 4; i++) {
        double now = pd_samples(p, sound[0])[i];
        claim_see(&c[0], fabs(now - pd_samples(p, sound[1])[i]) / peak, "sample %d", i);
        other = fmax(other, fabs(now - pd_samples(p, sound[2])[i]) / peak);
    }
    claim_see(&c[1], 1 / other, "peak %g", peak);
}

/* Numbers for the inlets bow as signals do; without force, or under a bow that stands still, nothing sounds. */
TEST(inlets_bow)
{
    static const char *const sent[][2] = { { "0.1", "0.4" }, { "0.1", "0" }, { "0", "0.4" }, { "0.1", "-5" } };
    pd_patch *p = pd_open();
    int o[4], sound[4];
    for (int k = 0; k < 4; k++) {
        o[k] = pd_obj(p, SMALL "-gain 1");
        int force = pd_obj(p, "sig~ %s", sent[k][1]);
        pd_connect(p, force, 0, o[k], 1);
        pd_at(p, 1, o[k], "velocity %s", sent[k][0]);
        sound[k] = pd_record(p, o[k], 0, 0, N);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(peak_of(p, sound[0], N) > 0.2);
    for (int k = 1; k < 4; k++)
        assert_true(peak_of(p, sound[k], N) == 0);
}

/* Values that no grid carries together are taken, and kept as they are; the model plays what is nearest, and says so
 * once, whatever their order. */
TEST(grids_limit)
{
    static const char *const set[][2] = {
        { "bodyyoung 1e13, bodythickness 0.1", "bodyyoung: no grid carries so stiff a body" },
        { "bodythickness 0.1, bodyyoung 1e13", "bodyyoung: no grid carries so stiff a body" },
        { "bodysize 0.1 0.1, bodythickness 0.05, bodymaterial steel", "bodyyoung: no grid carries so stiff a body" },
        { "freq 20000", "freq: no grid carries so high a string" },
        { "tension 1e7", "freq: no grid carries so high a string" },
        { "young 2e11, diameter 0.1", "freq: a string so stiff" },
    };
    enum { SETS = sizeof set / sizeof *set };
    pd_patch *p = pd_open();
    int reply[SETS], get[SETS], sound[SETS][3];
    for (int k = 0; k < SETS; k++) {
        int o = pd_obj(p, SMALL "-gain 1 -bowspeed 0.01");
        print_info(p, o, 5);
        reply[k] = pd_at(p, 10 + 50 * k, o, "%s", set[k][0]);
        pd_at(p, 30 + 50 * k, o, "bang");
        const char *last = strrchr(set[k][0], ',') ? strrchr(set[k][0], ',') + 2 : set[k][0];
        get[k] = pd_at(p, 45 + 50 * k, o, "get %.*s", (int)strcspn(last, " "), last);
        for (int i = 0; i < 3; i++)
            sound[k][i] = pd_record(p, o, i, 0, N);
    }
    pd_run(p);
    for (int k = 0; k < SETS; k++) {
        const char *line = pd_line(p, reply[k], "error: trombamarina~: ", 0), *now = pd_line(p, get[k], "o", 0);
        const char *last = strrchr(set[k][0], ',') ? strrchr(set[k][0], ',') + 2 : set[k][0];
        assert_that(line && !strncmp(line, set[k][1], strlen(set[k][1])) && pd_count(p, reply[k], "error") == 1,
                    "`%s`: %s", set[k][0], line ? line : "no error");
        double want, got = 0;
        if (pd_numbers(strchr(last, ' ') + 1, &want, 1) == 1) {
            assert_that(now && strstr(now, ": ") && pd_numbers(strrchr(now, ' ') + 1, &got, 1) == 1, "%s", set[k][0]);
            assert_true(fabs(got - want) < 1e-6 * want);
        }
        for (int i = 0; i < 3; i++)
            for (int n = 0; n < N; n++)
                assert_true(isfinite(pd_samples(p, sound[k][i])[n]));
        assert_true(peak_of(p, sound[k][0], N) > 0);
    }
}

/* In a canvas of an eighth of the sample rate a body is softer than at the full rate, and it is played. */
TEST(a_body_fits_the_rate_of_its_canvas)
{
    pd_patch *p = pd_open();
    pd_subpatch(p, "block~ 64 1 0.125");
    int o = pd_obj(p, SMALL "-bodysize 0.09 0.08 -bodythickness 0.01 -bodyyoung 1e10 -bodydensity 1000");
    int sound = pd_record(p, o, 2, 0, N / 80);
    pd_main(p);
    pd_at(p, 5, o, "knock 0.01");
    pd_until(p, 200);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error: trombamarina~: bodyyoung: no grid carries so stiff a body"), 1);
    assert_true(peak_of(p, sound, N / 80) > 0);
}

/* `shape` writes what is there, and says so where there is nothing to write into. */
TEST(shapes_go_into_arrays)
{
    pd_patch *p = pd_open();
    int array = pd_obj(p, "table hz-shape 100"), o = pd_obj(p, SMALL), get = pd_obj(p, "tabread hz-shape");
    (void)array;
    pd_print(p, get, 0, "at");
    pd_at(p, 5, o, "pluck 0.5 0.01 2");
    pd_at(p, 8, o, "shape hz-shape");
    int middle = pd_at(p, 9, get, "50"), none = pd_at(p, 10, o, "shape hz-nothing"),
        what = pd_at(p, 11, o, "shape hz-shape lid");
    pd_at(p, 12, o, "shape hz-shape body");
    pd_until(p, 50);
    pd_run(p);
    double x = 0;
    assert_int_equal(pd_numbers(pd_line(p, middle, "at: ", 0), &x, 1), 1);
    assert_true(x > 0.008 && x < 0.0101);
    assert_int_equal(pd_count(p, none, "error: trombamarina~: shape"), 1);
    assert_int_equal(pd_count(p, what, "error: trombamarina~: shape"), 1);
}

/* Says how far a sound is from repeating after a period, as a part of its power, between two samples. 0: it repeats. */
static double unlike(const float *x, int from, int to, double period)
{
    double miss = 0, power = 0;
    for (int i = from; i < to; i++) {
        double at = i - period, part = at - floor(at), before = (1 - part) * x[(int)at] + part * x[(int)at + 1];
        miss += (x[i] - before) * (x[i] - before);
        power += (double)x[i] * x[i] + before * before;
    }
    return miss / (power + 1e-30);
}

/* Returns the period near that of f with which a sound repeats best, in cents off f. */
static double cents_off(const float *x, int from, int to, double f, double rate)
{
    double best = HUGE_VAL, found = 0;
    for (int cents = -60; cents <= 60; cents += 2) {
        double miss = unlike(x, from, to, rate / f * pow(2, -cents / 1200.));
        if (miss < best) {
            best = miss;
            found = cents;
        }
    }
    return found;
}

enum { OFF, HIGH, SUNG, EVEN, RANGE, LOUD, SLURRED, CLAIMS };
static claim sung[CLAIMS] = {
    [OFF] = CLAIM("tromba~: harmonics off 36.75 Hz times their number, cents", 20),
    [HIGH] = CLAIM("tromba~: 0.05 less how far a harmonic is from repeating after half or a third of its period", 0),
    [SUNG] =
        CLAIM("tromba~: harmonics, how far from periodic 0.3 s after the bow was set on (the open string 1 s)", 0.1),
    [EVEN] = CLAIM("tromba~: loudness of the harmonics from one to another under the same bow, LU", 6),
    [RANGE] = CLAIM("tromba~: 12 LU less what is between bow 0.2 and 1", 0),
    [LOUD] = CLAIM("tromba~: the loudest sample", 0.708),
    [SLURRED] = CLAIM("tromba~: slurred to the next, how far from periodic 0.3 s after", 0.1),
};

/* Plays these harmonics with this strength of the bow, judges them, and returns the mean of their loudness. */
static double sing(double rate, double bow, const int *harmonic, int n)
{
    enum { MOST = 16 };
    pd_patch *p = pd_open(.rate = rate, .limit = 600);
    int sound[MOST], length = (int)(1.4 * rate), from = (int)(0.36 * rate), late = (int)(0.7 * rate);
    for (int k = 0; k < n; k++) {
        int o = pd_obj(p, "hertz/tromba~");
        pd_at(p, 1, o, "harmonic %d", harmonic[k]);
        pd_at(p, 62, o, "bow %g", bow);
        sound[k] = pd_record(p, o, 0, 0, length);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    double least = HUGE_VAL, most = -HUGE_VAL, mean = 0, *x = calloc((size_t)length, sizeof *x);
    for (int k = 0; k < n; k++) {
        const float *s = pd_samples(p, sound[k]);
        double f = 36.75 * harmonic[k], off = cents_off(s, late, length, f, rate),
               period = rate / f * pow(2, -off / 1200);
        int sings = harmonic[k] == 1 ? (int)(1.06 * rate) : from;
        for (int i = 0; i < length; i++)
            x[i] = s[i];
        double loud = loudness_momentary(x, length, rate),
               shorter = fmin(unlike(s, late, length, period / 2), unlike(s, late, length, period / 3));
        claim_see(&sung[OFF], fabs(off), "harmonic %d, bow %g, %g Hz", harmonic[k], bow, rate);
        claim_see(&sung[HIGH], 0.05 - shorter, "harmonic %d, bow %g, %g Hz", harmonic[k], bow, rate);
        claim_see(&sung[SUNG], unlike(s, sings, sings + (int)(0.05 * rate), period), "harmonic %d, bow %g, %g Hz",
                  harmonic[k], bow, rate);
        claim_see(&sung[LOUD], peak_of(p, sound[k], length), "harmonic %d, bow %g, %g Hz", harmonic[k], bow, rate);
        least = fmin(least, loud);
        most = fmax(most, loud);
        mean += loud / n;
    }
    free(x);
    pd_close(p);
    claim_see(&sung[EVEN], most - least, "bow %g, %g Hz", bow, rate);
    return mean;
}

/* From each harmonic to the next, under a bow that does not stop. */
static void slur(void)
{
    enum { STEPS = 15, AT = 30000, END = 54000 };
    pd_patch *p = pd_open();
    int sound[STEPS];
    for (int k = 0; k < STEPS; k += 2) {
        int o = pd_obj(p, "hertz/tromba~");
        pd_at(p, 1, o, "harmonic %d", k + 1);
        pd_at(p, 2, o, "bow 0.5");
        pd_at(p, AT / 48., o, "harmonic %d", k + 2);
        sound[k] = pd_record(p, o, 0, 0, END);
    }
    pd_run(p);
    for (int k = 0; k < STEPS; k += 2) {
        const float *x = pd_samples(p, sound[k]);
        int at = AT + 14400;
        double f = 36.75 * (k + 2), next = cents_off(x, at, END, f, 48000);
        claim_see(&sung[SLURRED], unlike(x, at, END, 48000 / f * pow(2, -next / 1200)), "to harmonic %d", k + 2);
    }
    pd_close(p);
}

/* tromba~ plays its natural harmonics over the open string, 36.75 Hz, in tune and soon after the bow was set on, all as
 * loud, whatever the strength of the bow and the sample rate. */
WHOLE_TEST(the_instrument_plays_its_harmonics)
{
    static const int all[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }, some[5] = { 1, 6, 9, 13, 16 };
    double soft = sing(48000, 0.2, all, 16), loud = sing(48000, 1, all, 16);
    claim_see(&sung[RANGE], 12 - (loud - soft), "48000 Hz");
    sing(48000, 0.7, some, 5);
    sing(44100, 0.5, some, 5);
    sing(96000, 0.5, some, 5);
    for (int r = 0; claim_whole() && r < 3; r++)
        for (int b = 1; b <= 5; b++)
            sing((const double[]){ 44100, 48000, 96000 }[r], 0.2 * b, all, 16);
    slur();
    CLAIMS_CHECK(sung);
}

/* A string without tension or stiffness has no pitch, so that no gain brings it to a level. */
TEST(slack_strings_have_no_level)
{
    pd_patch *p = pd_open(.as_played = 1);
    int o = pd_obj(p, SMALL "-mono -unit displacement -gain 2");
    print_info(p, o, INFO);
    pd_at(p, 10, o, "young 0, tension 0");
    int level = pd_at(p, 20, o, "level -9"), gain = pd_at(p, 30, o, "get gain");
    pd_record(p, o, 0, 0, 2000);
    pd_run(p);
    assert_int_equal(pd_count(p, level, "error: trombamarina~: level: got -9"), 1);
    assert_near(answer1(p, gain, o, "gain"), 2, 0);
}

/* The bow still takes hold of the string after several clicks on vary, which leaves how heavy the string is. */
WHOLE_TEST(varied_strings_can_be_bowed)
{
    enum { STRINGS = 36, CLICKS = 4 };
    int sound[STRINGS], silent = 0;
    pd_patch *p = pd_open(.as_played = 1);
    for (int k = 0; k < STRINGS; k++) {
        int o = pd_obj(p, SMALL "-mono");
        pd_at(p, 10, o, "seed %d", k);
        for (int i = 0; i < CLICKS; i++)
            pd_at(p, 20 + 50 * i, o, "vary 0.3");
        pd_at(p, 400, o, "bang");
        sound[k] = pd_record(p, o, 0, 700, N);
    }
    pd_run(p);
    for (int k = 0; k < STRINGS; k++)
        silent += peak_of(p, sound[k], N) < 0.01;
    print_message("# %d of %d strings are silent after %d times vary 0.3\n", silent, STRINGS, CLICKS);
    assert_true(silent <= 1);
}
