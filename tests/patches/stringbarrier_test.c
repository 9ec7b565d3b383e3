/* stringbarrier~ is played in Pd: with arrays that come and go, with fingers on frets, and its books and methods are
 * asked. */
#include "pdrun.h"

enum { SECOND = 48000, INFO = 3 };

static double loudest(const pd_patch *p, int sound, int from, int to)
{
    double most = 0;
    for (int i = from; i < to; i++) {
        assert_true(isfinite(pd_samples(p, sound)[i]));
        most = fmax(most, fabs(pd_samples(p, sound)[i]));
    }
    return most;
}

static double energy(const pd_patch *p, int reply, int account)
{
    double value[8] = { 0 };
    assert_int_equal(pd_numbers(pd_line(p, reply, "info: energy ", 0), value, 8), 8);
    return value[account];
}

/* An array that is missing, comes, is redrawn, resized, emptied, filled with what is no number, and goes. */
TEST(arrays_come_and_go)
{
    pd_patch *p = pd_open();
    int s = pd_obj(p, "hertz/stringbarrier~ -obstacle array -ledger 1 -report 0");
    pd_print(p, s, INFO, "info");
    int sound = pd_record(p, s, 0, 0, 2 * SECOND);
    int missing = pd_at(p, 10, s, "array nobody");
    pd_at(p, 50, s, "pluck 0.3 0.003");
    int before = pd_at(p, 90, s, "energy");
    int make = pd_at(p, 100, s, "array hz-bed");
    int bed = pd_obj(p, "array define hz-bed 50");
    (void)bed;
    pd_at(p, 110, PD_SEND, "hz-bed const -0.0005");
    pd_at(p, 120, s, "bang");
    int touches = pd_at(p, 200, s, "energy");
    pd_at(p, 300, PD_SEND, "hz-bed const 0.0002");
    pd_at(p, 400, PD_SEND, "hz-bed sinesum 64 0.001 0.0005");
    pd_at(p, 450, s, "bang");
    pd_at(p, 500, PD_SEND, "hz-bed resize 1");
    pd_at(p, 550, PD_SEND, "hz-bed resize 3000");
    pd_at(p, 600, PD_SEND, "hz-bed const 1e30");
    pd_at(p, 700, PD_SEND, "hz-bed const -0.001");
    pd_at(p, 800, s, "bang");
    pd_at(p, 900, s, "array nobody2");
    pd_at(p, 1000, s, "displace hz-bed 2");
    int wrong = pd_at(p, 1100, s, "displace nobody");
    int shape = pd_at(p, 1150, s, "shape nobody");
    int drawn = pd_at(p, 1200, s, "shape hz-bed");
    int after = pd_at(p, 1500, s, "energy");
    pd_run(p);
    assert_int_equal(pd_count(p, missing, "error: stringbarrier~: array: there is none"), 1);
    assert_int_equal(pd_count(p, make, "error"), 0);
    assert_int_equal(pd_count(p, drawn, "error"), 0);
    assert_int_equal(pd_count(p, wrong, "error: stringbarrier~: displace: "), 1);
    assert_int_equal(pd_count(p, shape, "error: stringbarrier~: shape: "), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error: stringbarrier~: array: its numbers"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error: stringbarrier~"), 4); /* each once */
    assert_true(loudest(p, sound, 0, 2 * SECOND) > 0.01);
    assert_true(energy(p, before, 0) > 0 && energy(p, touches, 0) > 0);
    /* Whatever came, the books are right. */
    int replies[] = { before, touches, after };
    double passed = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 7; k++)
            passed += fabs(energy(p, replies[i], k));
        assert_true(fabs(energy(p, replies[i], 7)) < 1e-10 * passed);
    }
}

/* The obstacle's array is deleted, made again, renamed and doubled while the string sounds. Pd says at a lookup that
 * there are two of one name; perform looks nothing up, and reads no memory of an array that is gone. Messages to a
 * canvas make and clear an array without Pd starting DSP again. */
TEST(arrays_are_not_looked_up_in_perform)
{
    pd_patch *p = pd_open();
    pd_subpatch(p, "r hz-nothing");
    pd_main(p);
    int s = pd_obj(p, "hertz/stringbarrier~ -obstacle array -array hz-bed");
    pd_print(p, s, INFO, "info");
    int sound = pd_record(p, s, 0, 0, SECOND);
    enum { STEPS = 6 };
    const char *const change[STEPS] = { "pd-part1 array hz-bed 50 float 0",   "pd-part1 clear",
                                        "pd-part1 array hz-bed 3000 float 0", "hz-bed rename hz-elsewhere",
                                        "hz-elsewhere rename hz-bed",         "pd-part1 array hz-bed 20 float 0" };
    const int there[STEPS] = { 1, 0, 1, 0, 1, 1 };
    int plucked[STEPS];
    for (int i = 0; i < STEPS; i++) {
        double ms = 20 + 150 * i;
        pd_at(p, ms, PD_SEND, "%s", change[i]);
        if (there[i])
            pd_at(p, ms + 5, PD_SEND, "hz-bed const -0.0005");
        plucked[i] = pd_at(p, ms + 20, s, "pluck 0.3 0.003");
        pd_at(p, ms + 120, s, "reset");
    }
    pd_run(p);
    for (int i = 0; i < STEPS; i++)
        assert_int_equal(pd_count(p, plucked[i], "info: contact ") > 0, there[i]);
    assert_true(loudest(p, sound, 0, SECOND) > 0.01);
    int twice = pd_count(p, PD_ALL, "warning: hz-bed: multiply defined");
    assert_true(twice >= 1 && twice <= 2); /* by our one lookup, and by Pd's own of the message `const` */
}

/* Returns the frequency of a recorded sound near f: the strongest place of its spectrum under Hann's window. */
static double pitch(const float *x, int n, double f)
{
    double best = 0, at = f;
    for (int cent = -100; cent <= 100; cent += 2) {
        double g = f * exp2(cent / 1200.0), c = 0, s = 0;
        for (int i = 0; i < n; i++) {
            double w = x[i] * (1 - cos(2 * M_PI * (i + 0.5) / n));
            c += w * cos(2 * M_PI * g * i / SECOND);
            s += w * sin(2 * M_PI * g * i / SECOND);
        }
        if (c * c + s * s > best) {
            best = c * c + s * s;
            at = g;
        }
    }
    return at;
}

/* A finger behind a fret stops the string there. */
TEST(frets_stop_the_string)
{
    pd_patch *p = pd_open();
    int o[3], sound[3];
    static const double fret[] = { 5, 7, 12 };
    for (int k = 0; k < 3; k++) {
        double place = 1 - exp2(-fret[k] / 12);
        o[k] = pd_obj(p,
                      "hertz/stringbarrier~ -freq 110 -length 0.65 -diameter 0.0005 -obstacle frets -frets %g %g "
                      "-height -0.0008 -stiffness 1e7 "
                      "-report 0",
                      place, 1 - exp2(-(fret[k] + 1) / 12));
        pd_at(p, 5, o[k], "finger %g 8", place - 0.015);
        pd_at(p, 30, o[k], "pluck 0.85 0.0004 0.05");
        sound[k] = pd_record(p, o[k], 0, 80, SECOND / 2);
    }
    pd_run(p);
    for (int k = 0; k < 3; k++) {
        double wanted = 110 * exp2(fret[k] / 12),
               cents = 1200 * log2(pitch(pd_samples(p, sound[k]), SECOND / 2, wanted) / wanted);
        print_message("# fret %g: %g cents\n", fret[k], cents);
        assert_true(fabs(cents) <
                    30); /* the string is longer where it is pressed down, and the finger is not the nut */
    }
}

/* `closed` with another exponent than 1 is newton, and says so. */
TEST(methods_say_what_runs)
{
    pd_patch *p = pd_open();
    int s = pd_obj(p, "hertz/stringbarrier~ -report 0");
    pd_print(p, s, INFO, "info");
    int first = pd_at(p, 1, s, "get method");
    pd_at(p, 2, s, "exponent 1.5");
    int curved = pd_at(p, 3, s, "get method");
    pd_at(p, 4, s, "exponent 1");
    int again = pd_at(p, 5, s, "get method");
    pd_at(p, 6, s, "tension 100");
    int freq = pd_at(p, 7, s, "get freq");
    pd_at(p, 8, s, "freq 220");
    int tension = pd_at(p, 9, s, "get tension");
    pd_run(p);
    assert_string_equal(pd_line(p, first, "info: method ", 0), "closed");
    /* What was asked for, and behind it what runs. */
    assert_string_equal(pd_line(p, curved, "info: method ", 0), "closed newton");
    assert_string_equal(pd_line(p, again, "info: method ", 0), "closed");
    double f, t, area = M_PI * 0.25 * 25e-8, mass = 7850 * area, bend = 2e11 * area * 25e-8 / 16;
    assert_int_equal(pd_numbers(pd_line(p, freq, "info: freq ", 0), &f, 1), 1);
    assert_int_equal(pd_numbers(pd_line(p, tension, "info: tension ", 0), &t, 1), 1);
    /* f^2 = T/(4 L^2 mu) + (pi/2)^2 E I/(L^4 mu) */
    double stiff = M_PI * M_PI / 4 * bend / (pow(0.9, 4) * mass);
    assert_true(fabs(f / sqrt(100 / (4 * 0.81 * mass) + stiff) - 1) < 1e-5);
    assert_true(fabs(t / ((220 * 220 - stiff) * 4 * 0.81 * mass) - 1) < 1e-5);
}

/* A pluck takes hold of the string: however fast they follow each other, each is as loud as the first. */
TEST(plucks_are_alike)
{
    pd_patch *p = pd_open();
    enum { PLUCKS = 20 };
    int o[] = { pd_obj(p, "hertz/stringbarrier~ -obstacle none -report 0"),
                pd_obj(p, "hertz/stringbarrier~ -obstacle frets -frets 0.3 -height -0.0005 -finger 0.28 2 -report 0") },
        sound[2];
    for (int k = 0; k < 2; k++) {
        for (int n = 0; n < PLUCKS; n++)
            pd_at(p, 50 + 70 * n, o[k], "pluck");
        sound[k] = pd_record(p, o[k], 0, 0, 2 * SECOND);
    }
    pd_run(p);
    for (int k = 0; k < 2; k++) {
        double first = loudest(p, sound[k], SECOND / 20, 7 * SECOND / 60);
        assert_true(first > 0.1);
        for (int n = 1; n < PLUCKS; n++) {
            int from = (50 + 70 * n) * (SECOND / 1000);
            assert_float_equal(loudest(p, sound[k], from, from + SECOND / 15) / first, 1, 0.05);
        }
    }
}

/* Over four octaves plucked notes are as loud as each other within 6 dB, each before what the last one did has gone. */
TEST(notes_are_as_loud)
{
    pd_patch *p = pd_open();
    int s = pd_obj(p, "hertz/stringbarrier~ -report 0"), sound = pd_record(p, s, 0, 0, 2 * SECOND);
    static const int keys[] = { 36, 84, 40, 76, 52, 64, 45, 81 };
    enum { KEYS = sizeof keys / sizeof *keys };
    for (int k = 0; k < KEYS; k++)
        pd_at(p, 100 + 200 * k, s, "note %d 127", keys[k]);
    pd_run(p);
    double least = INFINITY, most = 0;
    for (int k = 0; k < KEYS; k++) {
        int from = (100 + 200 * k) * (SECOND / 1000);
        double peak = loudest(p, sound, from, from + SECOND / 5);
        least = fmin(least, peak);
        most = fmax(most, peak);
    }
    print_message("# notes peak from %g to %g\n", least, most);
    assert_true(most < 0.9 && most < 2 * least);
}

/* Whatever a hand may set or do while the string sounds, nothing is thrown. */
TEST(hands_do_not_throw)
{
    static const char *const hands[] = { "height 0.01",       "obstacle none",    "obstacle frets",
                                         "obstacle mass",     "height -0.01",     "obstacle string",
                                         "finger 0.4 20",     "finger 0.7 20",    "finger 0",
                                         "obstacle flat",     "stiffness 1e14",   "stiffness 1e6",
                                         "height 0.003",      "exponent 2.5",     "massfreq 1000",
                                         "obstacle mass",     "floor 1e-5",       "frets 0.3 0.6",
                                         "obstacle frets",    "fretheight 0.004", "exponent 1, height 0, obstacle flat",
                                         "pluck 0.22 -0.002", "obstacle string",  "pluck 0.22 -0.002" };
    enum { HANDS = sizeof hands / sizeof *hands };
    pd_patch *p = pd_open();
    int s = pd_obj(p, "hertz/stringbarrier~ -report 0"), number = pd_obj(p, "float"),
        t = pd_obj(p, "hertz/stringbarrier~ -report 0");
    int sound = pd_record(p, s, 0, 0, 3.2 * SECOND), lifted = pd_record(p, t, 0, 0, SECOND);
    pd_connect(p, number, 0, t, 2);
    pd_at(p, 20, s, "bang");
    for (int k = 0; k < HANDS; k++)
        pd_at(p, 100 + 120 * k, s, "%s", hands[k]);
    pd_at(p, 20, t, "bang");
    pd_at(p, 300, number, "0.02");
    pd_at(p, 600, number, "-0.02");
    pd_run(p);
    double most = loudest(p, sound, 0, 3.2 * SECOND), most_lifted = loudest(p, lifted, 0, SECOND);
    print_message("# hands: %g, floats at the height inlet: %g\n", most, most_lifted);
    assert_true(most < 1 && most_lifted < 1);
}

/* `profile` shows what is below, at the height it has now. */
TEST(profile_shows_what_is_below)
{
    pd_patch *p = pd_open();
    int s = pd_obj(p, "hertz/stringbarrier~ -obstacle frets -frets 0.5 -height -0.001"),
        read = pd_obj(p, "tabread hz-view");
    pd_obj(p, "array define hz-view 11");
    pd_print(p, read, 0, "is");
    pd_at(p, 50, s, "profile hz-view -0.5");
    int fret = pd_at(p, 60, read, "5"), beside = pd_at(p, 61, read, "4");
    pd_at(p, 70, s, "obstacle flat, height -0.002");
    pd_at(p, 100, s, "profile hz-view");
    int flat = pd_at(p, 110, read, "7");
    int wrong = pd_at(p, 120, s, "profile nobody");
    pd_run(p);
    double is[3];
    assert_int_equal(pd_numbers(pd_line(p, fret, "is: ", 0), &is[0], 1), 1);
    assert_int_equal(pd_numbers(pd_line(p, beside, "is: ", 0), &is[1], 1), 1);
    assert_int_equal(pd_numbers(pd_line(p, flat, "is: ", 0), &is[2], 1), 1);
    assert_float_equal(is[0], -0.001, 1e-8);
    assert_float_equal(is[1], -0.5, 1e-8);
    assert_float_equal(is[2], -0.002, 1e-8);
    assert_int_equal(pd_count(p, wrong, "error: stringbarrier~: profile: "), 1);
}

/* A plucked string and a struck one peak within 4 dB of their level. */
TEST(level_of_a_string)
{
    pd_patch *p = pd_open();
    int sound[2];
    for (int k = 0; k < 2; k++) {
        int s = pd_obj(p, "hertz/stringbarrier~ -obstacle none -notes %s", k ? "strike" : "pluck");
        pd_at(p, 10, s, "level -20");
        pd_at(p, 20, s, "bang");
        sound[k] = pd_record(p, s, 0, 0, SECOND / 2);
    }
    pd_run(p);
    for (int k = 0; k < 2; k++)
        assert_float_equal(20 * log10(loudest(p, sound[k], 0, SECOND / 2)), -20, 4);
}
