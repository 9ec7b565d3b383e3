/* What the first message of a musician does, in every class: notes, panic, inlets, and a preset's name at creation. */

#include "impact.h"
#include "kinds.h"

enum { N = 48000, PAIRS = 7, BEYOND = 5 };

static double peak_between(const pd_patch *p, int record, int from, int to)
{
    double most = 0;
    for (int i = from; i < to; i++)
        most = fmax(most, fabs(pd_samples(p, record)[i]));
    return most;
}

/* The messages of each pair make the same sound, to the last bit. */
TEST_OF_EVERY_CLASS(a_list_is_a_note)
{
    static const char *const same[PAIRS][2] = {
        { "60 100", "note 60 100" },
        { "72", "note 72 100" }, /* a float is a pitch at the last velocity, and the first is 100 */
        /* What is beyond the keyboard is its nearest key, with one remark. */
        { "60 200", "note 60 127" },
        { "note 60 200", "60 127" },
        { "200 100", "note 127 100" },
        { "note 1e30 100", "127 100" },
        { "note -3 100", "0 100" },
    };
    pd_patch *p = pd_open();
    int sound[PAIRS][2];
    for (int k = 0; k < PAIRS; k++)
        for (int i = 0; i < 2; i++) {
            int o = pd_obj(p, "hertz/%s", its->name);
            pd_at(p, 10, o, "%s", same[k][i]);
            sound[k][i] = pd_record(p, o, its->heard, 0, N / 4);
        }
    pd_run(p);
    char remark[80];
    snprintf(remark, sizeof remark, "error: %s: note: pitch or velocity outside 0 to 127, clipped", its->name);
    assert_that(pd_count(p, PD_ALL, remark) == BEYOND, "%s: %d remarks", its->name, pd_count(p, PD_ALL, remark));
    for (int k = 0; k < PAIRS; k++) {
        int plays = strstr(same[k][0], "60") != NULL || strstr(same[k][0], "72") != NULL;
        assert_that(!plays || peak_between(p, sound[k][0], 0, N / 4) > 1e-4, "%s: `%s` is silent", its->name,
                    same[k][0]);
        for (int i = 0; i < N / 4; i++)
            assert_that(pd_samples(p, sound[k][0])[i] == pd_samples(p, sound[k][1])[i],
                        "%s: `%s` is not `%s` at sample %d", its->name, same[k][0], same[k][1], i);
    }
}

/* Velocity 0 damps in `release` seconds if it lets the key go that was struck last. With `release ring` it does not. */
TEST_OF_EVERY_CLASS(a_key_that_is_let_go)
{
    static const char *const release[3] = { "release 0.05", "release ring", "release 0.05" };
    static const char *const end[3] = { "60 0", "60 0", "61 0" };
    pd_patch *p = pd_open();
    int sound[3];
    for (int k = 0; k < 3; k++) {
        int o = pd_obj(p, "hertz/%s", its->name);
        pd_at(p, 5, o, "%s", release[k]);
        pd_at(p, 10, o, "60 100");
        pd_at(p, 500, o, "%s", end[k]);
        sound[k] = pd_record(p, o, its->heard, 0, N);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    double damped = peak_between(p, sound[0], 40000, N), rings = peak_between(p, sound[1], 40000, N);
    /* A ball goes on bouncing, and a bow is lifted in any case. */
    if (strcmp(its->name, "bounce~") && strcmp(its->name, "trombamarina~"))
        assert_that(damped < 0.1 * rings, "%s: %g where it rings at %g", its->name, damped, rings);
    assert_true(rings > 1e-5);
    assert_true(peak_between(p, sound[2], 40000, N) > 1e-5);
}

/* Keys that nobody holds are let go of in vain: another one while a note sounds, and that of the last note once more,
 * behind an excitation that has lifted the damping. Not a sample differs. */
TEST_OF_EVERY_CLASS(a_key_that_is_not_held)
{
    pd_patch *p = pd_open();
    int sound[2];
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/%s -release 0.05", its->name);
        pd_at(p, 10, o, "60 100");
        pd_at(p, 200, o, "60 0");
        pd_at(p, 300, o, "%s", its->excite);
        if (k == 1) {
            pd_at(p, 100, o, "61 0");
            pd_at(p, 310, o, "60 0");
            pd_at(p, 320, o, "note 0 0");
        }
        sound[k] = pd_record(p, o, its->heard, 0, N);
    }
    pd_run(p);
    assert_that(peak_between(p, sound[0], 18000, N) > 1e-5, "%s: nothing sounds behind `%s`", its->name, its->excite);
    for (int i = 0; i < N; i++)
        assert_that(pd_samples(p, sound[0])[i] == pd_samples(p, sound[1])[i],
                    "%s: a key that is not held is heard at "
                    "sample %d",
                    its->name, i);
}

/* Whatever was sent, all is silent 50 ms after panic and stays so; then a bang sounds as in a fresh object. */
TEST_OF_EVERY_CLASS(panic_silences)
{
    pd_patch *p = pd_open();
    int o[2], sound[2], still;
    for (int k = 0; k < 2; k++)
        o[k] = pd_obj(p, "hertz/%s", its->name);
    pd_at(p, 10, o[0], "60 127");
    pd_at(p, 20, o[0], "%s 0.2", its->t.first);
    for (int i = 1; i < its->t.inlets; i++) {
        int number = pd_obj(p, "f 0.3");
        pd_connect(p, number, 0, o[0], i);
        pd_at(p, 25, number, "bang");
    }
    pd_at(p, 60, o[0], "note 48 127");
    pd_at(p, 200, o[0], "panic");
    pd_at(p, 700, o[0], "energy");
    still = pd_record(p, o[0], its->heard, 250, N / 4);
    for (int k = 0; k < 2; k++) {
        pd_at(p, 800, o[k], "note 60 90");
        sound[k] = pd_record(p, o[k], its->heard, 790, N / 4);
    }
    pd_run(p);
    assert_that(pd_count(p, PD_ALL, "error") == 0, "%s", pd_line(p, PD_ALL, "error", 0));
    assert_that(peak_between(p, still, 0, N / 4) < 1e-3, "%s: %g after panic", its->name,
                peak_between(p, still, 0, N / 4));
    double a = peak_between(p, sound[0], 0, N / 4), b = peak_between(p, sound[1], 0, N / 4);
    assert_that(fabs(a / b - 1) < 0.02, "%s: a note peaks at %g after panic, at %g in a fresh object", its->name, a, b);
}

/* The name of a preset may stand first, and flags behind it have their way. */
TEST_OF_EVERY_CLASS(a_preset_stands_first)
{
    if (its->t.n_presets == 0)
        return;
    const char *name = its->t.presets[its->t.n_presets - 1];
    pd_patch *p = pd_open();
    int o[4], dump[3];
    o[0] = pd_obj(p, "hertz/%s %s -gain 0.25", its->name, name);
    o[1] = pd_obj(p, "hertz/%s -preset %s -gain 0.25", its->name, name);
    o[2] = pd_obj(p, "hertz/%s hz-nonsense", its->name);
    o[3] = pd_obj(p, "hertz/%s %s 5", its->name, name);
    (void)o[2], (void)o[3];
    for (int k = 0; k < 2; k++) {
        print_info(p, o[k], its->t.info);
        dump[k] = pd_at(p, 10 + k, o[k], "dump");
    }
    dump[2] = pd_at(p, 12, o[1], "bang");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, "error"), 2);
    int lines = 0;
    const char *a, *b;
    for (; (a = pd_line(p, dump[0], "o", lines)) != NULL; lines++) {
        b = pd_line(p, dump[1], "o", lines);
        assert_that(b && !strcmp(strchr(a, ' '), strchr(b, ' ')), "%s: %s, and by -preset %s", its->name, a, b);
    }
    assert_true(lines > 5);
}

/* A word may stand for a number that has a meaning of its own. */
TEST(words_for_numbers)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -freq 300 -decay 2");
    print_info(p, o, INFO);
    pd_at(p, 10, o, "freq auto");
    int freq = pd_at(p, 11, o, "get freq");
    pd_at(p, 12, o, "decay material");
    int decay = pd_at(p, 13, o, "get decay"), wrong = pd_at(p, 14, o, "decay auto");
    pd_run(p);
    assert_near(answer1(p, freq, o, "freq"), 0, 0);
    assert_near(answer1(p, decay, o, "decay"), -1, 0);
    assert_true(strstr(pd_line(p, wrong, "error", 0), "or material, kept") != NULL);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
}

/* The bow's speed alone, or its force alone, bows: the other one is the parameter's. A position of 0 is a place. */
TEST(absent_inlets_are_parameters)
{
    pd_patch *p = pd_open();
    int sound[4];
    for (int k = 0; k < 4; k++) {
        int o = pd_obj(p, "hertz/trombamarina~ -report 0 -bodypoints 200 -bowspeed 0.125 -bowforce 0.5");
        if (k != 1 && k != 3)
            pd_connect(p, pd_obj(p, "sig~ 0.125"), 0, o, 0);
        if (k != 0 && k != 3)
            pd_connect(p, pd_obj(p, "sig~ 0.5"), 0, o, 1);
        sound[k] = pd_record(p, o, AUDIO, 0, N / 2);
    }
    int at[2];
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/impact~ -object string -position %g", k ? 0.4 : 0.02);
        if (k == 1)
            pd_connect(p, pd_obj(p, "sig~ 0.02"), 0, o, 2);
        pd_at(p, 10, o, "strike 1");
        at[k] = pd_record(p, o, AUDIO, 0, N / 4);
    }
    int ends = pd_obj(p, "hertz/impact~ -object string");
    pd_connect(p, pd_obj(p, "sig~ 0"), 0, ends, 2);
    pd_at(p, 10, ends, "strike 1");
    int end = pd_record(p, ends, AUDIO, 0, N / 4);
    pd_run(p);
    for (int i = 0; i < N / 2; i++)
        for (int k = 0; k < 2; k++)
            assert_near(pd_samples(p, sound[k])[i], pd_samples(p, sound[2])[i], 0);
    assert_true(peak_between(p, sound[2], 0, N / 2) > 1e-3);
    assert_true(peak_between(p, sound[3], 0, N / 2) == 0);
    assert_near(peak_between(p, at[1], 0, N / 4) / peak_between(p, at[0], 0, N / 4), 1, 1e-6);
    assert_true(peak_between(p, end, 0, N / 4) < 1e-6); /* struck at its very end a string does not sound */
}
