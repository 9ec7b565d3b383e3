/* The textbook methods are chosen in a patch, by flag and by message, while sound runs, and they say what they cannot
 * do. */

#include "impact.h"

enum { METHODS = 8 };
static const char *const names[METHODS] = { "exact", "am1",      "verlet",     "heun",
                                            "rk4",   "twopoint", "threepoint", "quadratised" };
static const int keeps[METHODS] = { 1, 0, 0, 0, 0, 1, 1, 1 };

/* Case 1 of Papetti et al.: how much too fast each leaves, in percent, as PHYSICS 3 prints it (the last two: as
 * measured by the core's test of them). */
static const wall_case papetti = { 0.01, 1e7, 1.1, 0.1, 0.3 };
static const double faster[METHODS] = { 0, 1.293, 1.660, 1.467, -0.125, 0.055, 0.049, -1.976 };

static const char *const case1 = "-mass 0.01 -stiffness 1e7 -exponent 1.1 -damping 0.1 -ledger 1";

static void check_case(const pd_patch *p, int obj, int i, int method)
{
    double v_out = contact_of(p, obj, i).v_out, percent = 100 * (v_out / wall_v_out(papetti.damping, papetti.v_in) - 1);
    assert_that(fabs(percent - faster[method]) < 1e-3, "%s: v_out is %.4f %% too fast, not %.4f", names[method],
                percent, faster[method]);
}

/* A flag or a message chooses the method, `get` tells it, and each leaves the wall as published. */
TEST(each_is_the_published_one)
{
    pd_patch *p = pd_open(.rate = 44100);
    int by_flag[METHODS], asked[METHODS], books[METHODS];
    int by_message = hammer(p, "%s", case1);
    for (int m = 0; m < METHODS; m++) {
        by_flag[m] = hammer(p, "%s -method %s", case1, names[m]);
        pd_at(p, 1, by_flag[m], "strike 0.3");
        books[m] = pd_at(p, 15, by_flag[m], "energy");
        pd_at(p, 20 + 20 * m, by_message, "method %s", names[m]);
        pd_at(p, 25 + 20 * m, by_message, "strike 0.3");
        asked[m] = pd_at(p, 35 + 20 * m, by_message, "get method");
    }
    pd_until(p, 200);
    pd_run(p);
    for (int m = 0; m < METHODS; m++) {
        char line[64];
        check_case(p, by_flag[m], 0, m);
        check_case(p, by_message, m, m);
        snprintf(line, sizeof line, "o%d: method %s", by_message, names[m]);
        assert_int_equal(pd_count(p, asked[m], line), 1);
        accounts a = accounts_of(p, books[m], by_flag[m]);
        double error = fabs(a.residual) / a.adjusted;
        assert_that(keeps[m] ? error <= 1e-10 : error >= 1e-3, "%s: residual %g of the energy", names[m], error);
        assert_true(a.dissipated > 0);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* From one method to the next in the middle of ringing and of contacts: the sound goes on, and the books are kept by
 * all that keep energy. */
TEST(switching_while_it_sounds)
{
    enum { N = 48000, EVERY = 3 };
    static const char *const objects[] = { "wall -suspension 90 -rest 2e-5 -unit displacement -gain 1000",
                                           "plate -suspension 60", "membrane -gravity 30" };
    for (int k = 0; k < 3; k++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/impact~ -object %s -ledger 1 -stiffness 1e6 -report 1000", objects[k]);
        print_info(p, o, INFO);
        pd_at(p, 1, o, "strike 0.5 1e-4");
        int last = 0, sound = pd_record(p, o, AUDIO, 0, N);
        for (int i = 0; i < 1000 / EVERY - 2; i++) {
            int m = i % 4; /* the keepers */
            last = pd_at(p, EVERY * (i + 1), o, i % 40 == 39 ? "strike 0.5 1e-4" : "method %s",
                         m ? names[m + 4] : names[0]);
        }
        last = pd_at(p, 999, o, "energy");
        pd_run(p);
        const float *x = pd_samples(p, sound);
        double peak = 0;
        for (int i = 0; i < N; i++) {
            assert_true(isfinite(x[i]));
            peak = fmax(peak, fabs(x[i]));
        }
        assert_true(peak > 1e-3 && peak < 100);
        accounts a = accounts_of(p, last, o);
        assert_true(fabs(a.residual) < 1e-10 * (a.adjusted + a.dissipated));
        assert_true(contacts_of(p, o) > 0);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        pd_close(p);
    }
}

/* All of them in turn stay finite on every object, however hard the blow. */
TEST(all_stay_finite)
{
    enum { N = 24000 };
    static const char *const objects[] = { "wall", "modes -freqs 440 920 1530 -masses 0.05", "string", "bowl", "drum" };
    pd_patch *p = pd_open();
    int sound[5];
    for (int k = 0; k < 5; k++) {
        int o = pd_obj(p, "hertz/impact~ -object %s -stiffness 1e15 -suspension 300 -rest 1e-4", objects[k]);
        print_info(p, o, INFO);
        sound[k] = pd_record(p, o, AUDIO, 0, N);
        for (int i = 0; i < 48; i++) {
            pd_at(p, 10 * i + 1, o, "method %s", names[i % METHODS]);
            pd_at(p, 10 * i + 4, o, "strike %d", 1 + i % 5);
        }
    }
    pd_run(p);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < N; i++)
            assert_that(fabs(pd_samples(p, sound[k])[i]) < 1e4, "%s: sample %d is %g", objects[k], i,
                        pd_samples(p, sound[k])[i]);
    assert_true(pd_count(p, PD_ALL, "error") > 0); /* what ran away is said */
    assert_int_equal(pd_count(p, PD_ALL, "error: impact~: state"), 0);
}

/* `correct` makes any method leave as the closed form says; `duration` makes contacts last as long, with any exponent
 * and damping. */
TEST(corrections)
{
    pd_patch *p = pd_open(.rate = 44100);
    int corrected[METHODS], two, three;
    for (int m = 0; m < METHODS; m++) {
        corrected[m] = hammer(p, "%s -method %s", case1, names[m]);
        pd_at(p, 1, corrected[m], "correct 1");
        pd_at(p, 5, corrected[m], "strike 0.3");
    }
    /* 8 samples: omega_c = pi/8 of a sample */
    double stiffness = wall_typed(0.01 * pow(3.14159265358979 / 8 * 44100, 2));
    two = hammer(p, "-stiffness %.6g -exponent 1 -damping 0 -method twopoint -duration 1", stiffness);
    three = hammer(p, "-stiffness %.6g -exponent 1 -damping 0 -method threepoint", stiffness);
    pd_at(p, 1, three, "duration 1");
    static const char *const timed[] = { "exact", "twopoint -duration 1", "threepoint -duration 1" };
    int curved[3];
    for (int m = 0; m < 3; m++) {
        curved[m] = hammer(p, "-stiffness 1e13 -exponent 2.8 -damping 0.5 -method %s", timed[m]);
        pd_at(p, 5, curved[m], "strike 1");
        pd_at(p, 10, curved[m], "strike 0.2");
    }
    pd_at(p, 5, two, "strike 1 3.3e-5");
    pd_at(p, 5, three, "strike 1 3.3e-5");
    pd_until(p, 30);
    pd_run(p);
    for (int m = 0; m < METHODS; m++)
        assert_near(contact_of(p, corrected[m], 0).v_out, wall_v_out(papetti.damping, papetti.v_in), 2e-6);
    assert_near(contact_of(p, two, 0).duration, 8 / 44100.0, 3e-6);
    assert_near(contact_of(p, three, 0).duration, 8 / 44100.0, 2e-4);
    for (int m = 1; m < 3; m++)
        for (int i = 0; i < 2; i++)
            assert_near(contact_of(p, curved[m], i).duration, contact_of(p, curved[0], i).duration, 5e-4);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* What cannot be done is said once, and after a reset again, but only when ten seconds have passed: a patch may send a
 * reset before every strike. The object plays on. */
TEST(remarks_come_once)
{
    enum { RESETS = 55 };
    static const struct {
        const char *flags, *said;
    } given[] = {
        { "-object plate -method am1 -correct 1", "error: impact~: correct: it needs" },
        { "-object wall -method rk4 -duration 1", "error: impact~: duration: it needs" },
        { "-object wall -exponent 1 -method twopoint -duration 1 -stiffness 1e12",
          "error: impact~: duration: this contact" },
        { "-object modes -freqs 500 15500 -method verlet", "error: impact~: method: some frequencies" },
        { "-object wall -method verlet -stiffness 1e16", "error: impact~: method: its energy" },
    };
    for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/impact~ %s", given[k].flags), early = 0, reset[RESETS], strike[RESETS];
        print_info(p, o, INFO);
        for (int i = 0; i < 5; i++) {
            pd_at(p, 5 + 20 * i, o, "strike 1 1e-5");
            pd_at(p, 10 + 20 * i, o, "mass 0.0%d", i + 1);
        }
        for (int i = 0; i < RESETS; i++) {
            reset[i] = pd_at(p, 200 + 200 * i, o, "reset");
            pd_at(p, 210 + 200 * i, o, "mass 0.0%d", 1 + i % 5);
            strike[i] = pd_at(p, 215 + 200 * i, o, "strike 1 1e-5");
        }
        pd_run(p);
        for (int i = 0; i < RESETS && 400 + 200 * i < 10000; i++)
            early += pd_count(p, reset[i], "error") + pd_count(p, strike[i], "error");
        assert_that(pd_count(p, PD_ALL, given[k].said) == 2 && pd_count(p, PD_ALL, "error") == 2 && !early,
                    "%s: said %d times, of %d errors, %d too early", given[k].flags, pd_count(p, PD_ALL, given[k].said),
                    pd_count(p, PD_ALL, "error"), early);
        assert_true(contacts_of(p, o) >= 5);
        pd_close(p);
    }
}

TEST(bad_values)
{
    static const char *const bad[] = { "method euler", "method",      "method 3",      "correct 2",
                                       "correct 0.5",  "duration -1", "duration twice" };
    enum { BAD = sizeof bad / sizeof *bad };
    pd_patch *p = pd_open();
    int o = hammer(p, "-method heun -correct 1"), wrong = hammer(p, "-method leapfrog"), reply[BAD];
    for (int i = 0; i < BAD; i++)
        reply[i] = pd_at(p, 10 + i, o, "%s", bad[i]);
    int method = pd_at(p, 40, o, "get method"), correct = pd_at(p, 41, o, "get correct"),
        fallen = pd_at(p, 42, wrong, "get method");
    pd_run(p);
    for (int i = 0; i < BAD; i++)
        assert_that(pd_count(p, reply[i], "error: impact~: ") == 1, "%s: %d errors", bad[i],
                    pd_count(p, reply[i], "error"));
    char line[64];
    snprintf(line, sizeof line, "o%d: method heun", o);
    assert_int_equal(pd_count(p, method, line), 1);
    assert_int_equal((int)answer1(p, correct, o, "correct"), 1);
    snprintf(line, sizeof line, "o%d: method exact", wrong);
    assert_int_equal(pd_count(p, fallen, line), 1);
    assert_int_equal(pd_count(p, PD_LOADED, "error: impact~: "), 1);
}

/* The parameters of the papers' figures are presets: a strike leaves the wall as these numbers have it. */
TEST(the_papers_are_presets)
{
    static const struct {
        const char *name, *strike;
        wall_case of;
    } set[] = {
        { "lab-case1", "bang", { 0.01, 1e7, 1.1, 0.1, 0.3 } },
        { "lab-case2", "bang", { 0.01, 1e9, 1.5, 0.5, 1 } },
        { "lab-soft", "bang", { 0.01, 1e6, 1.6, 0.5, 0.3 } },
        { "lab-avanzini", "bang", { 0.01, 1.5e11, 2.8, 0.6, 4 } },
        { "lab-avanzini", "strike 1", { 0.01, 1.5e11, 2.8, 0.6, 1 } },
        { "lab-softwall", "strike 1 1e-4", { 1, 1e9, 1, 0, 1 } },
        { "lab-hardwall", "strike 1 1e-4", { 1, 1e10, 1, 0, 1 } },
        { "lab-hardestwall", "strike 1 1e-4", { 1, 1e11, 1, 0, 1 } },
    };
    enum { SETS = sizeof set / sizeof *set };
    int o[SETS];
    pd_patch *p = pd_open(.rate = 50000);
    for (int i = 0; i < SETS; i++) {
        o[i] = hammer(p, "-preset %s -resolution 256", set[i].name);
        pd_at(p, 10, o[i], "%s", set[i].strike);
    }
    pd_until(p, 100);
    pd_run(p);
    for (int i = 0; i < SETS; i++) {
        wall_answer w = wall_solve(&set[i].of, 200);
        contact c = contact_of(p, o[i], 0);
        assert_near(c.v_in, set[i].of.v_in, 1e-6);
        assert_near(c.v_out, w.v_out, 1e-5);
        assert_near(c.duration, w.duration, 1e-4);
        assert_near(c.x_max, w.x_max, 1e-5);
    }
}
