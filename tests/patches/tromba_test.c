/* trombamarina~ and tromba~ are played in a patch: one outlet or three, bowing by signals, values that no grid can
 * carry, shapes in arrays, a harmonic under the finger, and silence after a bow that was not a number. */
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "tests/tools/claim.h"
#include "tests/tools/spectrum.h"
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

/* -mono is the mix of the three. */
static void one_outlet_is_the_mix(void **state)
{
    (void)state;
    pd_patch *p = pd_open();
    int three = pd_obj(p, SMALL "-gain 1"), one = pd_obj(p, SMALL "-gain 1 -mono -mix 0.5 2 -3"), sound[4];
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
    pd_close(p);
}

/* Numbers for the inlets bow as signals do; without force, or under a bow that stands still, nothing sounds. */
static void inlets_bow(void **state)
{
    (void)state;
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
    pd_close(p);
}

/* A value that no grid carries is refused with one error that names another value, and that one is taken. */
static void grids_refuse(void **state)
{
    (void)state;
    static const char *const bad[] = { "bodyyoung 1e13",     "bodythickness 1", "freq 20000",
                                       "bodymaterial steel", "tension 1e7",     "diameter 0.1" };
    static const char *const flags[] = { "", "-bodyyoung 1e10 -bodysigma1 1e-3",
                                         "", "-bodysize 0.05 0.05 -bodythickness 0.2",
                                         "", "" };
    enum { BAD = sizeof bad / sizeof *bad };
    pd_patch *p = pd_open();
    int o[BAD], reply[BAD], get[BAD];
    for (int k = 0; k < BAD; k++) {
        o[k] = pd_obj(p, SMALL "%s", flags[k]);
        print_info(p, o[k], 5);
        pd_at(p, 5, o[k], "bang");
        reply[k] = pd_at(p, 10 + k, o[k], "%s", bad[k]);
        char name[32];
        snprintf(name, sizeof name, "get %.*s", (int)strcspn(bad[k], " "), bad[k]);
        get[k] = pd_at(p, 20 + k, o[k], "%s", name);
    }
    pd_until(p, 100);
    pd_run(p);
    pd_patch *again = pd_open();
    int second[BAD];
    for (int k = 0; k < BAD; k++) {
        const char *line = pd_line(p, reply[k], "error: trombamarina~: ", 0),
                   *such = line ? strstr(line, "such as ") : NULL;
        const char *kept = line ? strstr(line, ", kept ") : NULL;
        assert_that(such && kept && pd_count(p, reply[k], "error") == 1, "`%s`: %s", bad[k], line ? line : "no error");
        char name[32], prefix[48];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(bad[k], " "), bad[k]);
        snprintf(prefix, sizeof prefix, "o%d: %s ", o[k], name);
        const char *now = pd_line(p, get[k], prefix, 0);
        assert_true(now && !strncmp(now, kept + 7, 4));
        int fresh = pd_obj(again, SMALL "%s", flags[k]);
        pd_at(again, 5, fresh, "bang");
        second[k] = pd_at(again, 10 + k, fresh, "%s %.*s", name, (int)strcspn(such + 8, ","), such + 8);
    }
    pd_close(p);
    pd_until(again, 100);
    pd_run(again);
    for (int k = 0; k < BAD; k++)
        assert_int_equal(pd_count(again, second[k], "error"), 0);
    pd_close(again);
}

/* A body that was fine before DSP ran is one that no grid carries in a canvas of an eighth of the sample rate. Every
 * value that is set meanwhile is as it was sent, with all its parts. */
static void values_are_taken_while_no_grid_carries_the_body(void **state)
{
    (void)state;
    static const char *const sent[] = { "mix 0.5 2 -3",          "pickups 0.2 0.3 0.9",
                                        "friction 0.7 0.2 0.05", "bristles 2e4 0.2 1",
                                        "foot 0.7 0.3",          "bodysize 0.08 0.09",
                                        "bowspeed 0.2",          "freq 40" };
    enum { SENT = sizeof sent / sizeof *sent };
    pd_patch *p = pd_open();
    pd_subpatch(p, "block~ 64 1 0.125");
    int o = pd_obj(p, SMALL "-bodysize 0.09 0.08 -bodythickness 0.01 -bodyyoung 1e10 -bodydensity 1000");
    pd_main(p);
    print_info(p, o, 5);
    pd_at(p, 5, o, "bang");
    int reply[SENT], get[SENT];
    for (int k = 0; k < SENT; k++) {
        reply[k] = pd_at(p, 30 + 2 * k, o, "%s", sent[k]);
        get[k] = pd_at(p, 31 + 2 * k, o, "get %.*s", (int)strcspn(sent[k], " "), sent[k]);
    }
    pd_until(p, 100);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error: trombamarina~: no grid carries this body"), 1);
    for (int k = 0; k < SENT; k++) {
        double want[3], got[4];
        char prefix[48];
        int n = pd_numbers(strchr(sent[k], ' ') + 1, want, 3);
        snprintf(prefix, sizeof prefix, "o%d: %.*s ", o, (int)strcspn(sent[k], " "), sent[k]);
        assert_int_equal(pd_count(p, reply[k], "error"), 0);
        assert_int_equal(pd_numbers(pd_line(p, get[k], prefix, 0), got, 4), n);
        for (int i = 0; i < n; i++)
            assert_true(fabs(got[i] - want[i]) < 1e-6 * fabs(want[i]));
    }
    pd_close(p);
}

/* `shape` writes what is there, and says so where there is nothing to write into. */
static void shapes_go_into_arrays(void **state)
{
    (void)state;
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
    pd_close(p);
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
static double cents_off(const float *x, int from, int to, double f)
{
    double best = HUGE_VAL, found = 0;
    for (int cents = -60; cents <= 60; cents += 2) {
        double miss = unlike(x, from, to, 48000 / f * pow(2, -cents / 1200.));
        if (miss < best) {
            best = miss;
            found = cents;
        }
    }
    return found;
}

/* The part of the power between 20 Hz and 6 kHz that is in the partials of f, and that in the first of them. */
static double power_in_partials(const float *x, int n, double f, double *first)
{
    double *late = malloc(n * sizeof *late), in = 0;
    for (int i = 0; i < n; i++)
        late[i] = x[i];
    spectrum s = spectrum_of(late, n, 48000);
    double all = spectrum_band(&s, 20, 6000);
    *first = 0;
    for (int m = 1; m * f < 6000; m++) {
        double width = fmin(0.02 * m * f + 6, 0.3 * f), part = spectrum_band(&s, m * f - width, m * f + width);
        in += part;
        *first += m == 1 ? part : 0;
    }
    *first /= all;
    spectrum_free(&s);
    free(late);
    return in / all;
}

/* tromba~ plays its natural harmonics over the open string, 36.75 Hz: each in tune, its own partials with the first
 * among them, and soon after the bow was set on; also from one to another under a bow that does not stop. */
static void the_instrument_plays_its_harmonics(void **state)
{
    (void)state;
    claim c[] = { { "tromba~: harmonics 2 to 16 off the open string's, cents", 25, 0, 0, "" },
                  { "tromba~: harmonics 2 to 16, how far from periodic 0.3 s after the bow was set on", 0.2, 0, 0, "" },
                  { "tromba~: the open string, 0.9 s after", 0.3, 0, 0, "" },
                  { "tromba~: part of the power that is not in a harmonic's own partials", 0.3, 0, 0, "" },
                  { "tromba~: 0.1 less the part of it in the first partial", 0, 0, 0, "" },
                  { "tromba~: the loudest sample", 1, 0, 0, "" },
                  { "tromba~: 0.02 less the softest note's loudest sample", 0, 0, 0, "" },
                  { "tromba~: slurred to the next, how far from periodic 0.3 s after", 0.2, 0, 0, "" } };
    enum { PLAYED = 16, SPOKEN = 14400, LATE = 26000, LONG = 16384 };
    pd_patch *p = pd_open();
    int sound[PLAYED];
    for (int k = 0; k < PLAYED; k++) {
        int o = pd_obj(p, "hertz/tromba~"), slurred = k % 3 == 1;
        pd_at(p, 1, o, "harmonic %d", k + 1);
        pd_at(p, 2, o, "bow 0.5");
        if (slurred)
            pd_at(p, 2 + LATE / 48., o, "harmonic %d", k + 2);
        sound[k] = pd_record(p, o, 0, 0, LATE + LONG + (k == 0 ? LONG : 0));
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < PLAYED; k++) {
        const float *x = pd_samples(p, sound[k]);
        int n = k + 1, slurred = k % 3 == 1, end = slurred ? LATE : LATE + LONG, tail = slurred ? LATE - 4000 : LATE;
        double f = 36.75 * n, off = cents_off(x, tail, end, f), period = 48000 / f * pow(2, -off / 1200),
               peak = peak_of(p, sound[k], end);
        claim_see(&c[k == 0 ? 2 : 1],
                  k == 0 ? unlike(x, 43200, 48000, period) : unlike(x, SPOKEN, SPOKEN + 2400, period), "harmonic %d",
                  n);
        claim_see(&c[5], peak, "harmonic %d", n);
        claim_see(&c[6], 0.02 - peak, "harmonic %d", n);
        if (k > 0)
            claim_see(&c[0], fabs(off), "harmonic %d", n);
        if (slurred) {
            int at = LATE + SPOKEN;
            double next = cents_off(x, at, LATE + LONG, f + 36.75);
            claim_see(&c[7], unlike(x, at, LATE + LONG, 48000 / (f + 36.75) * pow(2, -next / 1200)), "to harmonic %d",
                      n + 1);
            continue;
        }
        double first, in = power_in_partials(x + LATE, LONG, f * pow(2, off / 1200), &first);
        claim_see(&c[3], 1 - in, "harmonic %d", n);
        claim_see(&c[4], 0.1 - first, "harmonic %d", n);
    }
    pd_close(p);
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_outlet_is_the_mix), cmocka_unit_test(inlets_bow),
        cmocka_unit_test(grids_refuse),          cmocka_unit_test(values_are_taken_while_no_grid_carries_the_body),
        cmocka_unit_test(shapes_go_into_arrays), cmocka_unit_test(the_instrument_plays_its_harmonics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
