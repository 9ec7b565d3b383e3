/* trombamarina~ and tromba~ in a patch: one outlet or three, bowing by signals, values that no grid can carry, shapes in arrays,
 * a harmonic under the finger, and silence after a bow that was not a number. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/spectrum.h"
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
        double mix = 0.5 * pd_samples(p, sound[0])[i] + 2 * pd_samples(p, sound[1])[i] - 3.0 * pd_samples(p, sound[2])[i];
        assert_true(fabs(mix - pd_samples(p, sound[3])[i]) < 1e-5 * most);
    }
    pd_close(p);
}

/* Floats at the inlets bow as signals do; without force, or under a bow that stands still, nothing sounds. */
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
        pd_at(p, 1, o[k], "%s", sent[k][0]);
        sound[k] = pd_record(p, o[k], 0, 0, N);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(peak_of(p, sound[0], N) > 0.2);
    for (int k = 1; k < 4; k++)
        assert_true(peak_of(p, sound[k], N) == 0);
    pd_close(p);
}

/* What no grid carries is refused with one error that names a value; that one is taken. */
static void grids_refuse(void **state)
{
    (void)state;
    static const char *const bad[] = { "bodyyoung 1e13", "bodythickness 1", "freq 20000", "bodymaterial steel", "tension 1e7", "diameter 0.1" };
    static const char *const flags[] = { "", "-bodyyoung 1e10 -bodysigma1 1e-3", "", "-bodysize 0.05 0.05 -bodythickness 0.2", "", "" };
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
        const char *line = pd_line(p, reply[k], "error: trombamarina~: ", 0), *such = line ? strstr(line, "such as ") : NULL;
        const char *kept = line ? strstr(line, ", kept ") : NULL;
        if (!such || !kept || pd_count(p, reply[k], "error") != 1)
            fail_msg("`%s`: %s", bad[k], line ? line : "no error");
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
    int middle = pd_at(p, 9, get, "50"), none = pd_at(p, 10, o, "shape hz-nothing"), what = pd_at(p, 11, o, "shape hz-shape lid");
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

/* tromba~ on its fourth harmonic sounds two octaves over its open string, 36.75 Hz; and it falls silent when the bow is lifted. */
static void the_instrument_plays_its_harmonics(void **state)
{
    (void)state;
    static const int harmonics[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    enum { PLAYED = sizeof harmonics / sizeof *harmonics, LATE = 24000, LONG = 32768 };
    pd_patch *p = pd_open();
    int sound[PLAYED];
    for (int k = 0; k < PLAYED; k++) {
        int o = pd_obj(p, "hertz/tromba~");
        pd_at(p, 10, o, "harmonic %d", harmonics[k]);
        pd_at(p, 12, o, "bow 0.5");
        sound[k] = pd_record(p, o, 0, 0, LATE + LONG);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < PLAYED; k++) {
        static double x[LONG];
        double f = 36.75 * harmonics[k], in = 0, low;
        for (int i = 0; i < LONG; i++)
            x[i] = pd_samples(p, sound[k])[LATE + i];
        spectrum s = spectrum_of(x, LONG, 48000);
        f = spectrum_peak(&s, 0.94 * f, 1.04 * f); /* a pressing bow flattens a little */
        for (int m = 1; m * f < 6000; m++) {
            double width = fmin(0.02 * m * f + 4, 0.2 * f);
            in += spectrum_band(&s, m * f - width, m * f + width);
        }
        low = spectrum_band(&s, 20, f - 0.2 * f);
        print_message("# tromba~: harmonic %d has %.2f of its power in its own partials, %.3f under the first; peak %.2f\n", harmonics[k],
                      in / spectrum_band(&s, 20, 6000), low / spectrum_band(&s, 20, 6000), peak_of(p, sound[k], LATE + LONG));
        assert_true(in > 0.7 * spectrum_band(&s, 20, 6000));
        assert_true(low < 0.1 * spectrum_band(&s, 20, 6000));
        assert_true(peak_of(p, sound[k], LATE + LONG) < 1 && peak_of(p, sound[k], LATE + LONG) > 0.02);
        spectrum_free(&s);
    }
    pd_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_outlet_is_the_mix),
        cmocka_unit_test(inlets_bow),
        cmocka_unit_test(grids_refuse),
        cmocka_unit_test(shapes_go_into_arrays),
        cmocka_unit_test(the_instrument_plays_its_harmonics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
