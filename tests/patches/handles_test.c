/* What a musician turns: contacttime, brightness and bigger, on impact~ and bounce~. */
#include "impact.h"
#include "kinds.h"

enum { RATE = 48000 };

/* The contact that is reported lasts as long as contacttime says, at any exponent and brightness; get tells the
 * same. */
TEST(a_contact_takes_the_time_that_was_set)
{
    static const struct {
        const char *flags;
        double ms;
    } of[] = { { "-exponent 1.5", 2 },
               { "-exponent 1 -damping 0", 0.5 },
               { "-exponent 3 -mass 0.2 -velocity 3", 4 },
               { "-brightness 1 -exponent 2", 1 },
               { "-brightness -0.5", 3 } };
    enum { OF = sizeof of / sizeof *of };
    int o[OF], get[OF];
    claim c = CLAIM("contacttime: off the contact that is reported", 1e-3);
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0; i < OF; i++) {
        o[i] = hammer(p, "-resolution 256 %s", of[i].flags);
        pd_at(p, 5, o[i], "contacttime %g", of[i].ms);
        get[i] = pd_at(p, 6, o[i], "get contacttime");
        pd_at(p, 10, o[i], "bang");
    }
    pd_until(p, 60);
    pd_run(p);
    for (int i = 0; i < OF; i++) {
        assert_near(answer1(p, get[i], o[i], "contacttime"), of[i].ms, 1e-5);
        claim_see(&c, fabs(1e3 * contact_of(p, o[i], 0).duration / of[i].ms - 1), "%s", of[i].flags);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    pd_close(p);
    claim_check(&c, 1);
}

/* Brightness makes contacts four times as short or long, leaves the rows alone, and 0 takes it back to the bit. */
TEST(brightness_is_one_gesture)
{
    enum { N = RATE / 10 };
    int get[3], sound[2], stiffness;
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/impact~ bell -seed 0"), other = pd_obj(p, "hertz/impact~ bell -seed 0");
    print_info(p, o, INFO);
    for (int k = 0; k < 3; k++) {
        pd_at(p, 5 + 2 * k, o, "brightness %d", k - 1);
        get[k] = pd_at(p, 6 + 2 * k, o, "get contacttime");
    }
    stiffness = pd_at(p, 10, o, "get stiffness");
    pd_at(p, 11, o, "brightness 0");
    for (int k = 0; k < 2; k++) {
        pd_at(p, 20, k ? other : o, "bang");
        sound[k] = pd_record(p, k ? other : o, AUDIO, 0, N);
    }
    pd_run(p);
    double usual = answer1(p, get[1], o, "contacttime");
    assert_near(answer1(p, get[0], o, "contacttime"), 4 * usual, 1e-4);
    assert_near(answer1(p, get[2], o, "contacttime"), usual / 4, 1e-4);
    assert_near(answer1(p, stiffness, o, "stiffness"), 1.8e12, 1e-6);
    for (int i = 0; i < N; i++)
        assert_true(pd_samples(p, sound[0])[i] == pd_samples(p, sound[1])[i]);
    pd_close(p);
}

/* Everything that is twice as large sounds an octave lower, and its contacts last twice as long; 1 brings it back. */
TEST(bigger_is_the_same_thing)
{
    static const char *const boxes[] = { "impact~ bell",
                                         "impact~ -object string -tension 80 -size 0.7 -thickness 0.0007",
                                         "impact~ -object membrane -material skin -tension 2000 -size 0.3",
                                         "impact~ -object modes -freqs 300 710 1230 -decays 1 -masses 0.1",
                                         "impact~ marimba -freq 220 -decay 0.5",
                                         "bounce~ -object plate -material glass" };
    static const char *const asked[] = { "get contacttime", "partials 1", "get mass", "get stiffness", "get size" };
    enum { BOXES = sizeof boxes / sizeof *boxes, ASKED = sizeof asked / sizeof *asked };
    int o[BOXES], reply[BOXES][3][ASKED];
    pd_patch *p = pd_open(.rate = RATE);
    for (int i = 0; i < BOXES; i++) {
        o[i] = pd_obj(p, "hertz/%s", boxes[i]);
        print_info(p, o[i], INFO);
        for (int k = 0; k < 3; k++) {
            if (k)
                pd_at(p, 10 + 20 * k, o[i], "bigger %d", k == 1 ? 2 : 1);
            for (int a = 0; a < ASKED; a++)
                reply[i][k][a] = pd_at(p, 12 + 20 * k + a, o[i], "%s", asked[a]);
        }
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < BOXES; i++) {
        double time[3], freq[3], decay[3], partial[3][4];
        for (int k = 0; k < 3; k++) {
            time[k] = answer1(p, reply[i][k][0], o[i], "contacttime");
            answer(p, reply[i][k][1], o[i], "partial", 0, partial[k], 4);
            freq[k] = partial[k][1];
            decay[k] = partial[k][2];
            assert_near(answer1(p, reply[i][k][2], o[i], "mass"),
                        (k == 1 ? 8 : 1) * answer1(p, reply[i][0][2], o[i], "mass"), 1e-5);
        }
        assert_near(time[1], 2 * time[0], 1e-4);
        assert_near(time[2], time[0], 1e-4);
        assert_near(freq[1], freq[0] / 2, 1e-4);
        assert_near(freq[2], freq[0], 1e-4);
        if (strstr(boxes[i], "decay") || i == 0) { /* that of a material depends on the pitch */
            assert_near(decay[1], 2 * decay[0], 1e-4);
            assert_near(decay[2], decay[0], 1e-4);
        }
    }
    pd_close(p);
}

/* What rings while it is made larger or smaller rings on about as loud, also where decay and size follow the pitch. */
TEST(bigger_does_not_jump)
{
    static const char *const presets[] = { "glass", "bowl", "marimba", "vibraphone", "bell", "kettledrum" };
    static const double to[] = { 5, 2, 0.3 };
    enum { PRESETS = sizeof presets / sizeof *presets, TO = sizeof to / sizeof *to, LONG = RATE / 2 };
    int sound[PRESETS][TO];
    pd_patch *p = pd_open(.rate = RATE, .as_played = 1);
    for (int i = 0; i < PRESETS; i++)
        for (int k = 0; k < TO; k++) {
            int o = pd_obj(p, "hertz/impact~ %s -hold 0 -seed 1", presets[i]);
            pd_at(p, 10, o, "bang");
            pd_at(p, 250, o, "bigger %g", to[k]);
            sound[i][k] = pd_record(p, o, 0, 5, LONG);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < PRESETS; i++)
        for (int k = 0; k < TO; k++) {
            double peak[2] = { 0, 0 };
            for (int t = 0; t < LONG; t++)
                peak[t > RATE * 24 / 100] = fmax(peak[t > RATE * 24 / 100], fabs(pd_samples(p, sound[i][k])[t]));
            if (!(peak[1] < 1.5 * peak[0]))
                fail_msg("%s: bigger %g: a peak of %g, after %g", presets[i], to[k], peak[1], peak[0]);
        }
    pd_close(p);
}

/* What goes beyond a range ends at it, with a remark, and nothing that is kept twice is turned twice: a sound that was
 * stored has its own bigger, and that of a flag beside a preset stays. */
TEST(it_ends_where_the_rows_end)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/impact~ -object plate -size 15 -exponent 4"),
        saved = pd_obj(p, "hertz/impact~ -object plate"), given = pd_obj(p, "hertz/impact~ marimba -bigger 2");
    print_info(p, o, INFO);
    print_info(p, saved, INFO);
    print_info(p, given, INFO);
    pd_at(p, 10, o, "bigger 4");
    int size = pd_at(p, 12, o, "get size"), big = pd_at(p, 13, o, "get bigger");
    pd_at(p, 20, o, "contacttime 0.001");
    int stiffness = pd_at(p, 22, o, "get stiffness");
    pd_at(p, 30, saved, "bigger 2, store 1, bigger 3, recall 1");
    int again = pd_at(p, 40, saved, "get size"), since = pd_at(p, 41, saved, "get bigger");
    int dump = pd_at(p, 42, saved, "dump"), flag = pd_at(p, 43, given, "get bigger");
    pd_until(p, 60);
    pd_run(p);
    assert_near(answer1(p, size, o, "size"), 20, 1e-5);
    assert_near(answer1(p, big, o, "bigger"), 20. / 15, 1e-5);
    assert_near(answer1(p, stiffness, o, "stiffness"), 1e17, 1e-5);
    assert_int_equal(pd_count(p, PD_ALL, "impact~: bigger: size, mass"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "impact~: contacttime: stiffness"), 1);
    assert_near(answer1(p, again, saved, "size"), 0.4, 1e-5);
    assert_near(answer1(p, since, saved, "bigger"), 2, 1e-5);
    assert_near(answer1(p, flag, given, "bigger"), 2, 1e-5);
    char prefix[40];
    snprintf(prefix, sizeof prefix, "o%d: bigger", saved);
    assert_int_equal(pd_count(p, dump, prefix), 0);
    pd_close(p);
}
