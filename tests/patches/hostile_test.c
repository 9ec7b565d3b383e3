/* Bad input: each bad thing gets one clear error and changes nothing; the sound goes on as if it had not been. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impact.h"

enum { RATE = 48000, N = 4800 };

/* Messages that mean nothing, and the words that the one error for each must hold. */
static const struct {
    const char *message, *words[4];
} bad[] = {
    { "banana", { "banana" } },
    { "banana 1 2", { "banana" } },
    { "mass", { "mass", "nothing", "allowed", "kept 0.02" } },
    { "mass banana", { "mass", "banana", "allowed", "kept 0.02" } },
    { "mass symbol", { "mass", "symbol", "allowed", "kept 0.02" } },
    { "mass 1 2", { "mass", "1 2", "allowed", "kept 0.02" } },
    { "mass -1", { "mass", "-1", "allowed", "kept 0.02" } },
    { "mass 0", { "mass", "got 0", "allowed", "kept 0.02" } },
    { "mass 1e999", { "mass", "inf", "allowed", "kept 0.02" } },
    { "mass -1e999", { "mass", "-inf", "allowed", "kept 0.02" } },
    { "mass %s%n%d%s%s%s", { "mass", "%s%n%d%s%s%s", "allowed", "kept 0.02" } },
    { "set mass banana", { "mass", "banana", "allowed", "kept 0.02" } },
    { "set", { "parameter" } },
    { "set banana 1", { "banana" } },
    { "set 3 1", { "3" } },
    { "get", { "parameter" } },
    { "get banana", { "banana" } },
    { "get 3", { "3" } },
    { "get mass 3", { "mass" } },
    { "stiffness 0", { "stiffness", "got 0", "allowed" } },
    { "exponent 0.99", { "exponent", "0.99", "1 to 6" } },
    { "exponent 6.01", { "exponent", "6.01", "1 to 6" } },
    { "damping -0.001", { "damping", "-0.001", "0 to 10000" } },
    { "restitution 0", { "restitution", "got 0", "allowed" } },
    { "restitution 1.01", { "restitution", "1.01", "allowed" } },
    { "restitution 0.5 -1", { "restitution", "0.5 -1", "allowed" } },
    { "restitution 0.5 1 1", { "restitution", "0.5 1 1", "allowed" } },
    { "object banana", { "object", "banana", "wall" } },
    { "object 0", { "object", "got 0", "wall" } },
    { "method 1e999", { "method", "inf", "exact" } },
    { "unit banana", { "unit", "banana", "velocity displacement acceleration" } },
    { "ledger 0.5", { "ledger", "0.5", "0 to 1" } },
    { "ledger 2", { "ledger", "got 2", "0 to 1" } },
    { "report -1", { "report", "-1", "allowed" } },
    { "resolution 1e9", { "resolution", "1e+09", "allowed" } },
    { "resolution 63.5", { "resolution", "63.5", "whole" } },
    { "meters kinetic", { "meters", "kinetic", "creation flag" } },
    { "preset", { "preset", "nothing" } },
    { "preset banana", { "preset", "banana" } },
    { "preset 1", { "preset", "got 1" } },
    { "level", { "level", "nothing" } },
    { "level banana", { "level", "banana" } },
    { "level 1e999", { "level", "inf" } },
    { "strike", { "strike", "nothing" } },
    { "strike banana", { "strike", "banana" } },
    { "strike 1e999", { "strike", "inf" } },
    { "strike 1 2 3", { "strike", "1 2 3" } },
    { "strike 1001", { "strike", "1001" } },
    { "symbol banana", { "banana" } },
    { "list banana 1", { "" } },
};
enum { BAD = sizeof bad / sizeof *bad };

#define ALIKE "-mass 0.02 -stiffness 2e6 -damping 0.4 -suspension 40 -gain 1"

static void assert_one_error(const pd_patch *p, int reply, const char *message, const char *const *words)
{
    const char *line = pd_line(p, reply, "error: impact~: ", 0);
    if (!line || pd_count(p, reply, "error") != 1)
        fail_msg("`%s` gave %d errors: %s", message, pd_count(p, reply, "error"), line ? line : "");
    for (int i = 0; i < 4 && words[i]; i++)
        if (!strstr(line, words[i]))
            fail_msg("the error for `%s` does not say `%s`: %s", message, words[i], line);
}

static void assert_same_sound(const pd_patch *p, int one, int other, int n)
{
    const float *a = pd_samples(p, one), *b = pd_samples(p, other);
    double loudest = 0;
    for (int i = 0; i < n; i++) {
        loudest = fmax(loudest, fabs(a[i]));
        if (a[i] != b[i])
            fail_msg("sample %d is %.9g and not %.9g", i, a[i], b[i]);
    }
    assert_true(loudest > 1e-4);
}

/* All bad messages in one second, on a sounding object, with one beside it that is left alone. */
static void bad_messages_change_nothing(void **state)
{
    (void)state;
    int reply[BAD], o[2], sound[2], dump[2];
    pd_patch *p = pd_open();
    for (int i = 0; i < 2; i++) {
        o[i] = hammer(p, ALIKE);
        pd_at(p, 1, o[i], "strike 1 0.001");
        sound[i] = pd_record(p, o[i], AUDIO, 0, RATE);
        pd_at(p, 900, o[i], "bang");
        dump[i] = pd_at(p, 990, o[i], "dump");
    }
    for (int i = 0; i < BAD; i++)
        reply[i] = pd_at(p, 100 + 5 * i, o[0], "%s", bad[i].message);
    int nan = pd_at_with(p, 50, o[0], PD_NAN, "mass"), pointer = pd_at_with(p, 55, o[0], PD_POINTER, "mass");
    int pointers = pd_at_with(p, 60, o[0], PD_POINTER, "strike"), nans = pd_at_with(p, 65, o[0], PD_NAN, "strike");
    pd_run(p);
    for (int i = 0; i < BAD; i++)
        assert_one_error(p, reply[i], bad[i].message, bad[i].words);
    assert_one_error(p, nan, "mass NaN", (const char *[4]){ "mass", "nan", "allowed", "kept 0.02" });
    assert_one_error(p, pointer, "mass (pointer)", (const char *[4]){ "mass", "pointer", "allowed", "kept 0.02" });
    assert_one_error(p, pointers, "strike (pointer)", (const char *[4]){ "strike", "pointer", "allowed" });
    assert_one_error(p, nans, "strike NaN", (const char *[4]){ "strike", "nan", "allowed" });
    assert_same_sound(p, sound[0], sound[1], RATE);
    assert_true(pd_count(p, dump[0], "") > 10);
    assert_true(pd_count(p, dump[0], "") <= pd_count(p, dump[1], "")); /* a contact may be reported behind the last */
    for (int i = 0; i < pd_count(p, dump[0], ""); i++)
        assert_string_equal(strchr(pd_line(p, dump[0], "o", i), ' '), strchr(pd_line(p, dump[1], "o", i), ' '));
    pd_close(p);
}

static void endless_lists_and_words(void **state)
{
    (void)state;
    char list[8192] = "mass", word[1000] = "mass ";
    for (int i = 0; i < 2000; i++)
        strcat(list, " 1");
    memset(word + 5, 'x', 900);
    pd_patch *p = pd_open();
    int o = hammer(p, "-mass 0.02"), reply[3];
    reply[0] = pd_at(p, 1, o, "%s", list);
    reply[1] = pd_at(p, 2, o, "%s", word);
    reply[2] = pd_at(p, 3, o, "%s", word + 5);
    int get = pd_at(p, 4, o, "get mass");
    pd_run(p);
    for (int i = 0; i < 3; i++)
        assert_one_error(p, reply[i], "an endless message", (const char *[4]){ i < 2 ? "mass" : "xxxx" });
    assert_near(answer1(p, get, o, "mass"), 0.02, 0);
    pd_close(p);
}

/* NaN and infinity at each inlet count as 0 and are told once, not per sample; then the signal works again. */
static void signals_that_are_not_finite(void **state)
{
    (void)state;
    static float wild[N], tame[N];
    const float odd[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < N; i++) {
        tame[i] = i % 7 == 3 ? 0 : sinf(i * 0.01f);
        wild[i] = i % 7 == 3 ? odd[i / 7 % 3] : tame[i];
    }
    int sound[3][2], o[3];
    pd_patch *p = pd_open();
    for (int inlet = 0; inlet < 3; inlet++)
        for (int i = 0; i < 2; i++) {
            o[inlet] = hammer(p, ALIKE);
            pd_at(p, 1, o[inlet], "strike 1 0.001");
            pd_feed(p, o[inlet], inlet, 20, i ? tame : wild, N);
            sound[inlet][i] = pd_record(p, o[inlet], AUDIO, 0, 2 * N);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 3);
    for (int inlet = 0; inlet < 3; inlet++)
        assert_same_sound(p, sound[inlet][0], sound[inlet][1], 2 * N);
    pd_close(p);
}

static void floats_that_are_not_finite(void **state)
{
    (void)state;
    int sound[2], o[2];
    pd_patch *p = pd_open();
    for (int i = 0; i < 2; i++) {
        o[i] = hammer(p, ALIKE);
        pd_at(p, 1, o[i], "strike 1 0.001");
        sound[i] = pd_record(p, o[i], AUDIO, 0, N);
    }
    pd_at(p, 30, o[0], "1e999");
    pd_at_with(p, 40, o[0], PD_NAN, "");
    pd_at(p, 50, o[0], "0");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
    assert_same_sound(p, sound[0], sound[1], N);
    pd_close(p);
}

/* The largest forces, speeds and hardest bodies at once: whatever comes out is a number, and it ends. */
static void extremes_stay_finite(void **state)
{
    (void)state;
    const char *flags[] = {
        "-mass 1e-06 -stiffness 1e18 -exponent 1 -damping 10000 -gravity 1000",
        "-mass 1e-06 -stiffness 1e18 -exponent 6 -damping 0",
        "-mass 10000 -stiffness 1 -exponent 6 -damping 10000",
        "-mass 10000 -stiffness 1e18 -exponent 1 -damping 0 -suspension 20000",
        "-mass 1e-06 -stiffness 1 -exponent 1 -damping 10000 -suspension 0.001",
    };
    enum { SETS = sizeof flags / sizeof *flags };
    const float force[] = { 1e30f, -1e30f, 1e-30f, 3e38f, -3e38f, 1e10f, -1e10f };
    static float push[N];
    int sound[SETS], impulse[SETS], energy[SETS];
    pd_patch *p = pd_open();
    for (int i = 0; i < N; i++)
        push[i] = i < 2400 ? 0 : force[i / 100 % 7];
    for (int i = 0; i < SETS; i++) {
        int o = hammer(p, "%s -ledger %d", flags[i], i % 2);
        pd_feed(p, o, 0, 0, push, N);
        pd_at(p, 1, o, "strike 1000");
        pd_at(p, 20, o, "strike 1e-30");
        pd_at(p, 30, o, "strike 1000 1e-9");
        sound[i] = pd_record(p, o, AUDIO, 0, 2 * N);
        impulse[i] = pd_record(p, o, FORCE, 0, 2 * N);
        energy[i] = pd_record(p, o, ENERGY, 0, 2 * N);
    }
    pd_run(p);
    for (int i = 0; i < SETS; i++) {
        assert_true(pd_samples(p, energy[i])[100] > 0);
        for (int k = 0; k < 2 * N; k++)
            assert_true(isfinite(pd_samples(p, sound[i])[k]) && isfinite(pd_samples(p, impulse[i])[k]) &&
                        isfinite(pd_samples(p, energy[i])[k]));
    }
    pd_close(p);
}

/* A thousand blows in one block, and thousands of settings in a second. */
static void floods(void **state)
{
    (void)state;
    pd_patch *p = pd_open();
    int o = hammer(p, ALIKE);
    for (int i = 0; i < 1000; i++)
        pd_at(p, 10, o, "strike %g", 1 + i / 1000.);
    for (int i = 0; i < 5000; i++)
        pd_at(p, 20 + i / 100., o, "stiffness %g", 1e6 + i);
    int get = pd_at(p, 80, o, "get stiffness");
    int sound = pd_record(p, o, AUDIO, 0, N);
    pd_run(p);
    assert_true(pd_count(p, PD_ALL, "error") <= 1);
    assert_near(answer1(p, get, o, "stiffness"), 1004999, 1e-6);
    for (int i = 0; i < N; i++)
        assert_true(isfinite(pd_samples(p, sound)[i]));
    pd_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_messages_change_nothing), cmocka_unit_test(endless_lists_and_words),
        cmocka_unit_test(signals_that_are_not_finite), cmocka_unit_test(floats_that_are_not_finite),
        cmocka_unit_test(extremes_stay_finite),        cmocka_unit_test(floods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
