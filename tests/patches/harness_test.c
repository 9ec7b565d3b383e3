/* The harness is tried with objects of Pd itself: what is sent arrives, and what is recorded is exact. */

#include "pdrun.h"

TEST(samples_are_exact)
{
    const float in[5] = { 1e-7f, -3.1415927f, NAN, INFINITY, 20.25f };
    pd_patch *p = pd_open(.rate = 44100);
    int gain = pd_obj(p, "*~ 1");
    pd_feed(p, gain, 0, 10, in, 5);
    int out = pd_record(p, gain, 0, 10, 100);
    pd_run(p);
    const float *s = pd_samples(p, out);
    assert_true(s[0] == in[0] && s[1] == in[1] && isnan(s[2]) && isnan(s[3]) && s[4] == in[4]);
    assert_true(s[5] == 0);
}

TEST(messages_have_replies)
{
    double x[3];
    pd_patch *p = pd_open();
    int echo = pd_obj(p, "t a");
    pd_print(p, echo, 0, "echo");
    int late = pd_at(p, 20, echo, "late 1e999");
    int early = pd_at(p, 10, echo, "early 1 2.5 word");
    int odd = pd_at_with(p, 30, echo, PD_NAN, "mass");
    int pointer = pd_at_with(p, 40, echo, PD_POINTER, "mass 3");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "echo: "), 4);
    assert_string_equal(pd_line(p, late, "echo: late", 0), " inf");
    assert_int_equal(pd_numbers(pd_line(p, early, "echo: early", 0), x, 3), 2);
    assert_true(x[0] == 1 && x[1] == 2.5);
    assert_int_equal(pd_numbers(pd_line(p, odd, "echo: mass", 0), x, 3), 1);
    assert_true(isnan(x[0]));
    assert_string_equal(pd_line(p, pointer, "echo: ", 0), "mass 3 (pointer)");
    assert_null(pd_line(p, odd, "echo: mass", 1));
}

TEST(subpatches_have_their_own_rate)
{
    pd_patch *p = pd_open(.rate = 48000, .by_clock = 1);
    const char *ruler[] = { "block~ 64 1 4", "block~ 64 1 0.5", "block~ 1", "switch~ 1024" };
    const double rate[] = { 192000, 24000, 48000, 48000 };
    int out[4], switch_on = 0;
    for (int i = 0; i < 4; i++) {
        switch_on = pd_subpatch(p, ruler[i]);
        out[i] = pd_record(p, pd_obj(p, "phasor~ 1000"), 0, 0, 100);
    }
    pd_at(p, 0, switch_on, "1");
    pd_main(p);
    int first = pd_obj(p, "samplerate~");
    pd_print(p, first, 0, "rate");
    pd_until(p, 80);
    pd_at(p, 40, first, "bang");
    int change = pd_at(p, 50, PD_SEND, "pd audio-dialog 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 96000 25 0 64");
    pd_at(p, 60, first, "bang");
    pd_run(p);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(pd_samples(p, out[i])[10] - fmod(10 * 1000 / rate[i], 1)) < 1e-6);
    assert_string_equal(pd_line(p, PD_ALL, "rate: ", 0), "48000");
    assert_string_equal(pd_line(p, PD_ALL, "rate: ", 1), "96000");
    assert_int_equal(pd_count(p, change, "error"), 0);
}

/* A Pd that hangs must end the test, not the day. */
TEST(a_hang_is_killed)
{
    pd_patch *p = pd_open(.limit = 1);
    int forever = pd_obj(p, "until");
    pd_at(p, 1, forever, "bang");
    assert_false(pd_try(p));
}
