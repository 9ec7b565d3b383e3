/* The abstractions that are played by one number or one signal: each sounds when it is, no louder than full scale, falls
 * silent when it is not, takes its flags and messages, and whatever it is sent comes out finite. */
#include <math.h>
#include <stdio.h>

#include "impact.h"

enum { RATE = 48000 };

static const struct played {
    const char *name;
    double soft, loud;       /* what to play */
    const char *flags;       /* that change the sound */
    const char *message;     /* one that is passed on */
} played[] = {
    { "rolling~", 0.2, 1, "-roughness 3 -material glass", "size 0.4" },
    { "crumple~", 0.3, 1, "-material steel", "decay 0.1" },
    { "rain~", 0.3, 1, "-material steel", "decay 0.4" },
    { "rub~", 0.2, 1, "-pressure 0.5", "pressure 0.5" },
};
enum { PLAYED = sizeof played / sizeof *played };

static double peak_of(const float *s, int from, int to)
{
    double peak = 0;
    for (int i = from; i < to; i++)
        peak = fmax(peak, isfinite(s[i]) ? fabs(s[i]) : INFINITY);
    return peak;
}

static double power_of(const float *s, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += (double)s[i] * s[i];
    return sum / (to - from);
}

static void one_number_plays_it(void **state)
{
    (void)state;
    for (const struct played *a = played; a < played + PLAYED; a++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/%s", a->name), out = pd_record(p, o, 0, 0, 6 * RATE);
        pd_at(p, 500, o, "%g", a->soft);
        pd_at(p, 2000, o, "%g", a->loud);
        pd_at(p, 3500, o, "0");
        pd_run(p);
        const float *s = pd_samples(p, out);
        double soft = power_of(s, RATE / 2, 2 * RATE), loud = power_of(s, 2 * RATE, 7 * RATE / 2), peak = peak_of(s, 0, 6 * RATE);
        print_message("# %s: peak %.1f dBFS, %.1f and %.1f dB\n", a->name, 20 * log10(peak), 10 * log10(soft), 10 * log10(loud));
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        assert_true(peak_of(s, 0, RATE / 2 - 64) < 1e-6);
        assert_true(peak > 0.1 && peak < 1 && loud > 2 * soft && soft > 1e-9);
        assert_true(peak_of(s, 11 * RATE / 2, 6 * RATE) < 1e-3);
        pd_close(p);
    }
}

static void flags_and_messages_reach_it(void **state)
{
    (void)state;
    enum { N = RATE };
    for (const struct played *a = played; a < played + PLAYED; a++) {
        pd_patch *p = pd_open(.rate = RATE);
        int out[3];
        for (int k = 0; k < 3; k++) {
            int o = pd_obj(p, "hertz/%s %s", a->name, k == 1 ? a->flags : "");
            if (k == 2)
                pd_at(p, 5, o, "%s", a->message);
            pd_at(p, 10, o, "%g", a->loud);
            out[k] = pd_record(p, o, 0, 0, N);
        }
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        double plain = power_of(pd_samples(p, out[0]), 0, N);
        for (int k = 1; k < 3; k++)
            assert_true(fabs(power_of(pd_samples(p, out[k]), 0, N) / plain - 1) > 1e-3);
        pd_close(p);
    }
}

static void whatever_it_is_sent_is_finite(void **state)
{
    (void)state;
    enum { N = RATE };
    for (const struct played *a = played; a < played + PLAYED; a++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/%s", a->name), out = pd_record(p, o, 0, 0, N);
        pd_at(p, 10, o, "1e30");
        pd_at(p, 100, o, "-1e30");
        pd_at_with(p, 200, o, PD_NAN, "");
        pd_at(p, 300, o, "1e-30");
        pd_at(p, 400, o, "banana 3");
        pd_at(p, 500, o, "%g", a->loud);
        pd_run(p);
        assert_true(isfinite(peak_of(pd_samples(p, out), 0, N)));
        assert_true(peak_of(pd_samples(p, out), N / 2, N) > 1e-3); /* it did not fall silent for good */
        pd_close(p);
    }
}

/* The effect: a sound in, a hammer's rattle out. */
static void a_signal_plays_phonobump(void **state)
{
    (void)state;
    enum { N = RATE };
    pd_patch *p = pd_open(.rate = RATE);
    int sine = pd_obj(p, "osc~ 110"), o = pd_obj(p, "hertz/phonobump~"), out = pd_record(p, o, 0, 0, N);
    int quiet = pd_obj(p, "hertz/phonobump~"), none = pd_record(p, quiet, 0, 0, N);
    pd_connect(p, sine, 0, o, 0);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    double peak = peak_of(pd_samples(p, out), 0, N);
    assert_true(peak > 0.01 && peak < 4);
    assert_true(peak_of(pd_samples(p, none), N / 2, N) < 1e-4);
    pd_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_plays_it),
        cmocka_unit_test(flags_and_messages_reach_it),
        cmocka_unit_test(whatever_it_is_sent_is_finite),
        cmocka_unit_test(a_signal_plays_phonobump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
