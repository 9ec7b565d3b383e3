/* impact~ strikes other things than a wall in a real Pd: modes by lists, shapes, with pickups, pitch, decay and a
 * hand. */

#include "impact.h"

enum { RATE = 48000, LONG = 24000 };

static int object(pd_patch *p, const char *flags, int pickups)
{
    int o = pd_obj(p, "hertz/impact~ %s", flags);
    print_info(p, o, pickups + 2);
    return o;
}

/* Returns the amplitude of a frequency in n samples, by correlation under a Hann window. */
static double amplitude(const float *x, int n, double freq)
{
    double re = 0, im = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        double window = 0.5 - 0.5 * cos(2 * M_PI * i / n), t = 2 * M_PI * freq * i / RATE;
        re += window * x[i] * cos(t);
        im += window * x[i] * sin(t);
        sum += window;
    }
    return 2 * hypot(re, im) / sum;
}

static double loudest(const float *x, int n)
{
    double peak = 0;
    for (int i = 0; i < n; i++) {
        assert_true(isfinite(x[i]));
        peak = fmax(peak, fabs(x[i]));
    }
    return peak;
}

/* Two modes, given by lists, ring at their frequencies and die at their rates; one beyond Nyquist is left out. */
TEST(modes_ring_as_listed)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = object(p, "-object modes -freqs 440 1530 30000 -decays 1 0.5 1 -masses 0.1 -weights 1 -0.7 1", 1);
    int out = pd_record(p, o, AUDIO, 20, 2 * LONG);
    pd_at(p, 10, o, "strike 1");
    pd_run(p);
    const float *x = pd_samples(p, out);
    double early[2], late[2], freqs[] = { 440, 1530 }, decays[] = { 1, 0.5 };
    for (int k = 0; k < 2; k++) {
        early[k] = amplitude(x, LONG / 2, freqs[k]);
        late[k] = amplitude(x + LONG, LONG / 2, freqs[k]);
        assert_true(early[k] > 1e-3);
        assert_near(late[k] / early[k], pow(1e-3, 0.5 / decays[k]), 2e-3); /* half a second later */
        assert_true(amplitude(x, LONG / 2, freqs[k] * 1.1) < 0.02 * early[k]);
    }
    assert_true(amplitude(x, LONG / 2, 18000) < 1e-4 * early[0]); /* where 30 kHz would fold to */
}

/* A mode beyond what the rate can carry is silent, and sounds where the rate is doubled: the object is the same. */
/* A quality factor is a decay of 2.2 q/f seconds (2.2 is ln(1000)/pi), and stands in place of both others. */
TEST(quality_factors_are_decays)
{
    enum { N = 24000, BODIES = 4 };
    int o[BODIES], sound[BODIES];
    pd_patch *p = pd_open();
    char lists[200];
    snprintf(lists, sizeof lists, "-freqs 300 700 1900 -decays %.9g %.9g %.9g", log(1000) / M_PI * 150 / 300,
             log(1000) / M_PI * 40 / 700, log(1000) / M_PI * 600 / 1900);
    o[0] = pd_obj(p, "hertz/impact~ -freqs 300 700 1900 -q 150 40 600");
    o[1] = pd_obj(p, "hertz/impact~ %s", lists);
    o[2] = pd_obj(p, "hertz/impact~ -object plate -modes 12 -decay 3");
    o[3] = pd_obj(p, "hertz/impact~ -object plate -modes 12 -decay 3 -q 80");
    for (int i = 0; i < BODIES; i++) {
        pd_at(p, 5, o[i], "strike 1");
        sound[i] = pd_record(p, o[i], 0, 0, N);
    }
    pd_at(p, 250, o[3], "q decay");
    pd_run(p);
    double most = 0, off = 0, late[2] = { 0 };
    for (int i = 0; i < N; i++) {
        most = fmax(most, fabs(pd_samples(p, sound[0])[i]));
        off = fmax(off, fabs(pd_samples(p, sound[0])[i] - pd_samples(p, sound[1])[i]));
        for (int k = 0; k < 2 && i > 10000; k++)
            late[k] = fmax(late[k], fabs(pd_samples(p, sound[2 + k])[i]));
    }
    assert_true(most > 0.01 && off < 1e-5 * most);
    assert_true(late[1] > 0 && late[1] < 0.5 * late[0]);
}

TEST(modes_come_back_with_the_rate)
{
    static const char flags[] = "-object modes -freqs 30000 -decays 0.1 -masses 0.001 -mass 0.0001 -stiffness 1e9";
    pd_patch *p = pd_open(.rate = RATE);
    int o[2], out[2];
    for (int k = 0; k < 2; k++) {
        if (k)
            pd_subpatch(p, "block~ 64 1 2");
        o[k] = object(p, flags, 1);
        pd_at(p, 10, o[k], "strike 1");
        out[k] = pd_record(p, o[k], AUDIO, 10, 4800);
    }
    pd_run(p);
    assert_true(loudest(pd_samples(p, out[0]), 4800) == 0);
    assert_true(loudest(pd_samples(p, out[1]), 4800) > 1e-3);
}

/* Flags that list frequencies and name no object mean modes of these frequencies. */
TEST(freqs_alone_mean_modes)
{
    pd_patch *p = pd_open(.rate = RATE);
    int listed = object(p, "-freqs 440 920 1530", 1), bar = object(p, "-object bar -freqs 440", 1),
        plain = object(p, "", 1);
    int a = pd_at(p, 1, listed, "get object"), b = pd_at(p, 2, bar, "get object"), c = pd_at(p, 3, plain, "get object");
    pd_run(p);
    assert_int_equal(pd_count(p, a, "o0: object modes"), 1);
    assert_int_equal(pd_count(p, b, "o2: object bar"), 1);
    assert_int_equal(pd_count(p, c, "o4: object plate"), 1);
}

/* The weights of a pickup decide what it hears, and one that was not made is one clear error. */
TEST(pickups_of_modes_have_weights)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = object(p, "-object modes -freqs 440 1530 -decays 1 -outs 2", 2), out[2];
    pd_at(p, 5, o, "pickupweights 1 1 0");
    pd_at(p, 6, o, "pickupweights 2 0 1");
    int beyond = pd_at(p, 7, o, "pickupweights 3 1");
    pd_at(p, 10, o, "strike 1");
    for (int k = 0; k < 2; k++)
        out[k] = pd_record(p, o, k, 20, LONG);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
    const char *error = pd_line(p, beyond, "error: impact~: pickupweights: ", 0);
    assert_non_null(error);
    assert_non_null(strstr(error, "got 3, allowed 1 to 2, nothing done"));
    for (int k = 0; k < 2; k++) {
        double mine = amplitude(pd_samples(p, out[k]), LONG, k ? 1530 : 440);
        assert_true(mine > 1e-3);
        assert_true(amplitude(pd_samples(p, out[k]), LONG, k ? 440 : 1530) < 1e-3 * mine);
    }
}

/* Struck at a node of its first mode a bar is silent, elsewhere not; the same place is silent where it is heard. */
TEST(nodes_are_silent)
{
    pd_patch *p = pd_open(.rate = RATE);
    static const char *const flags[] = { "-position 0.5 -pickups 0.5", "-position 0.2241575 -pickups 0.5",
                                         "-position 0.5 -pickups 0.2241575" };
    int out[3];
    for (int k = 0; k < 3; k++) {
        char all[200];
        snprintf(all, sizeof all, "-object freebar -modes 1 -freq 300 %s", flags[k]);
        int o = object(p, all, 1);
        pd_at(p, 10, o, "strike 1");
        out[k] = pd_record(p, o, AUDIO, 10, 4800);
    }
    pd_run(p);
    double middle = loudest(pd_samples(p, out[0]), 4800);
    assert_true(middle > 1e-3);
    for (int k = 1; k < 3; k++)
        assert_true(loudest(pd_samples(p, out[k]), 4800) < 1e-4 * middle);
}

TEST(notes_tune_and_hands_damp)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = object(p, "-object tube -material brass -decay 5 -modes 3", 1);
    pd_at(p, 10, o, "note 69 100");
    int ring = pd_record(p, o, AUDIO, 50, LONG);
    pd_at(p, 600, o, "damp 0.05");
    int damped = pd_record(p, o, AUDIO, 700, 2400);
    pd_at(p, 800, o, "note 69 0"); /* a note-off strikes nothing and is not what bang repeats */
    int off = pd_record(p, o, AUDIO, 810, 2400);
    pd_at(p, 900, o, "bang");
    int again = pd_record(p, o, AUDIO, 950, LONG);
    int freq = pd_at(p, 960, o, "get freq");
    pd_run(p);
    double first = amplitude(pd_samples(p, ring), LONG, 440);
    assert_true(first > 1e-3);
    assert_true(loudest(pd_samples(p, damped), 2400) < 1e-4 * first); /* two decay times later */
    assert_true(loudest(pd_samples(p, off), 2400) < 1e-5 * first);
    assert_near(amplitude(pd_samples(p, again), LONG, 440), first, 0.02);
    assert_near(answer1(p, freq, o, "freq"), 440, 1e-6);
}

/* What waits for a block does not act on what was set behind it: a preset is not tuned by a note before it, neither
 * before DSP runs nor within a block; and level, which tries a blow, lifts no hand. */
TEST(notes_do_not_tune_presets)
{
    pd_patch *p = pd_open(.rate = RATE, .no_dsp = 1);
    int o[3], out[3], freq[3];
    for (int k = 0; k < 3; k++) {
        o[k] = object(p, "-edition 1", 1);
        if (k == 0)
            pd_at(p, 5, o[k], "note 60 100");
        if (k < 2)
            pd_at(p, 5, o[k], "preset anvil");
        pd_at(p, k == 2 ? 30 : 5, o[k], "bang");
    }
    pd_at(p, 10, PD_SEND, "pd dsp 1");
    for (int i = 0; i < 3; i++)
        pd_at(p, 30, o[2], "%s", (const char *[]){ "note 60 100", "preset anvil", "bang" }[i]);
    for (int k = 0; k < 3; k++) {
        freq[k] = pd_at(p, 200, o[k], "get freq");
        out[k] = pd_record(p, o[k], AUDIO, 50, LONG);
    }
    int hand = object(p, "-object bowl", 1);
    pd_at(p, 300, hand, "bang");
    pd_at(p, 310, hand, "damp 0.01");
    pd_at(p, 320, hand, "level -6");
    int damped = pd_record(p, hand, AUDIO, 340, 2400);
    pd_run(p);
    for (int k = 0; k < 3; k++)
        assert_near(answer1(p, freq[k], o[k], "freq"), 0, 0);
    for (int i = 0; i < LONG; i++)
        assert_true(pd_samples(p, out[0])[i] == pd_samples(p, out[1])[i]);
    assert_true(amplitude(pd_samples(p, out[2]), LONG, 261.63) < 1e-2 * loudest(pd_samples(p, out[2]), LONG));
    assert_true(loudest(pd_samples(p, damped), 2400) < 1e-5);
}

/* A wall under `hear radiation` is silent, and the object says so once. Tunings that fall or are no numbers and a split
 * over an octave, are one error each, and the body stays as it was. */
TEST(what_cannot_be_heard_is_said)
{
    static const char *const bad[] = { "tuning 1 3 2", "tuning 1 x",    "tuning -1 2",    "split 1201",  "split -1",
                                       "modes 1e5",    "hear nonsense", "decayfactors 0", "decaypower 5" };
    enum { BAD = sizeof bad / sizeof *bad };
    pd_patch *p = pd_open(.rate = RATE);
    int wall = pd_obj(p, "hertz/impact~ -object wall -hear radiation"), bowl[2], out[3], reply[BAD];
    for (int k = 0; k < 2; k++)
        bowl[k] = pd_obj(p, "hertz/impact~ -object bowl -tuning 1 2 3 -split 20 -hear radiation");
    for (int i = 0; i < BAD; i++)
        reply[i] = pd_at(p, 10 + i, bowl[1], "%s", bad[i]);
    const int o[3] = { wall, bowl[0], bowl[1] };
    for (int k = 0; k < 3; k++) {
        pd_at(p, 50, o[k], "strike 1");
        pd_at(p, 300, o[k], "strike 2");
        out[k] = pd_record(p, o[k], 0, 50, RATE / 2);
    }
    pd_run(p);
    assert_true(loudest(pd_samples(p, out[0]), RATE / 2) == 0);
    assert_int_equal(pd_count(p, PD_ALL, "error: impact~: hear: a wall radiates nothing"), 1);
    for (int i = 0; i < BAD; i++)
        assert_that(pd_count(p, reply[i], "error") == 1, "`%s` is %d errors", bad[i], pd_count(p, reply[i], "error"));
    for (int i = 0; i < RATE / 2; i++)
        assert_true(pd_samples(p, out[1])[i] == pd_samples(p, out[2])[i]);
    assert_true(loudest(pd_samples(p, out[1]), RATE / 2) > 1e-6);
}

/* Two numbers a pickup on surfaces, one on lines; each hears something of its own. */
TEST(pickups_have_outlets)
{
    pd_patch *p = pd_open(.rate = RATE);
    int drum = pd_obj(p, "hertz/impact~ -object drum -material skin -pickups 0.1 0.2 0.8 0.5");
    int bar = pd_obj(p, "hertz/impact~ -object bar -pickups 0.1 0.2 0.8");
    print_info(p, drum, 4);
    print_info(p, bar, 5);
    int out[5];
    for (int k = 0; k < 5; k++)
        out[k] = pd_record(p, k < 2 ? drum : bar, k < 2 ? k : k - 2, 10, 4800);
    pd_at(p, 10, drum, "strike 1");
    pd_at(p, 10, bar, "strike 1");
    int drums = pd_at(p, 50, drum, "get object"), bars = pd_at(p, 60, bar, "get object");
    pd_run(p);
    assert_non_null(pd_line(p, drums, "", 0));
    assert_non_null(pd_line(p, bars, "", 0));
    for (int k = 0; k < 5; k++) {
        assert_true(loudest(pd_samples(p, out[k]), 4800) > 1e-6);
        for (int j = 0; j < k; j++) {
            double apart = 0;
            for (int i = 0; i < 4800; i++)
                apart = fmax(apart, fabs(pd_samples(p, out[k])[i] - pd_samples(p, out[j])[i]));
            assert_true(apart > 1e-6);
        }
    }
}

/* Outlets are made at creation: more places than that, and -outs without lists, are said and not dropped in silence. */
TEST(places_are_as_many_as_outlets)
{
    static const struct {
        const char *class, *flags, *message, *said; /* NULL: nothing */
    } given[] = {
        { "impact~", "", "pickups 0.1 0.2", NULL },
        { "impact~", "", "pickups 0.1 0.2 0.3", "error: impact~: pickups: got 0.1 0.2 0.3, allowed up to 2 values" },
        { "bounce~", "-pickups 0.1 0.2 0.3 0.4", "pickups 0.4 0.3 0.2 0.1", NULL },
        { "bounce~", "-pickups 0.1 0.2 0.3 0.4", "pickups 0 0 0 0 0",
          "error: bounce~: pickups: got 0 0 0 0 0, allowed up to 4 values" },
        { "impact~", "-object bar", "pickups 0.1", NULL },
        { "impact~", "-object bar", "pickups 0.1 0.2", "error: impact~: pickups: these are more places" },
        { "modalcontact~", "", "b pickups 0.1 0.2 0.3",
          "error: modalcontact~: b pickups: got 0.1 0.2 0.3, allowed up to 2 values" },
        { "modalcontact~", "-b object string", "b pickups 0.1 0.2",
          "error: modalcontact~: pickups: these are more places" },
        { "stringbarrier~", "-pickups 0.1 0.2", "pickups 0.3 0.4", NULL },
        { "stringbarrier~", "-pickups 0.1 0.2", "pickups 0.3 0.4 0.5",
          "error: stringbarrier~: pickups: got 0.3 0.4 0.5, allowed up to 2 values" },
        { "impact~", "-outs 3", "get outs", "error: impact~: outs: got 3, allowed with 'object modes' only" },
        { "modalcontact~", "-a outs 3", "get a outs",
          "error: modalcontact~: a outs: got 3, allowed with 'object modes' only" },
        { "impact~", "-freqs 440 -outs 3", "get outs", NULL },
    };
    for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/%s %s", given[k].class, given[k].flags);
        pd_at(p, 10, o, "%s", given[k].message);
        pd_at(p, 20, o, "bang");
        pd_until(p, 100);
        pd_run(p);
        int said = given[k].said ? 1 : 0;
        assert_that(pd_count(p, PD_ALL, "error") == said && (!said || pd_count(p, PD_ALL, given[k].said) == 1),
                    "%s %s, %s: %d errors: %s", given[k].class, given[k].flags, given[k].message,
                    pd_count(p, PD_ALL, "error"), pd_line(p, PD_ALL, "error", 0));
        pd_close(p);
    }
}

/* Lists that come to nothing, out of [list trim] or [route], are bangs to Pd's own objects. */
TEST(an_empty_list_is_a_bang)
{
    static const char *const classes[] = { "impact~",   "bounce~",        "modalcontact~",
                                           "friction~", "stringbarrier~", "trombamarina~" };
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
        pd_patch *p = pd_open();
        int one = pd_obj(p, "hertz/%s", classes[k]), other = pd_obj(p, "hertz/%s", classes[k]);
        int outlet = k == 2 || k == 3, heard = 0; /* A free mass, or a hand, makes no sound. */
        int a = pd_record(p, one, outlet, 0, 4096), b = pd_record(p, other, outlet, 0, 4096);
        pd_at(p, 10, one, "bang");
        pd_at(p, 10, other, "list");
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        for (int i = 0; i < 4096; i++) {
            heard |= pd_samples(p, a)[i] != 0;
            assert_true(pd_samples(p, a)[i] == pd_samples(p, b)[i]);
        }
        assert_true(heard);
        pd_close(p);
    }
}

/* Every object keeps its books under blows, forces and changes of what it is. */
TEST(books_of_ringing_objects)
{
    static const char *const objects[] = { "wall", "modes", "string", "bar",      "freebar", "cantilever", "membrane",
                                           "drum", "plate", "disc",   "freedisc", "tube",    "bowl" };
    enum { N = sizeof objects / sizeof *objects };
    pd_patch *p = pd_open(.rate = RATE);
    int o[N], reply[N], out[N];
    for (int k = 0; k < N; k++) {
        char flags[100];
        snprintf(flags, sizeof flags, "-object %s -ledger 1 -modes 20", objects[k]);
        o[k] = object(p, flags, 1);
        int force = pd_obj(p, "osc~ %d", 50 + 7 * k);
        pd_connect(p, force, 0, o[k], 1);
        pd_at(p, 10 + k, o[k], "strike 1");
        pd_at(p, 100 + k, o[k], "size 0.22 0.17");
        pd_at(p, 150 + k, o[k], "strike 3");
        pd_at(p, 150.5 + k, o[k], "position 0.3 0.2"); /* perhaps in mid-contact */
        pd_at(p, 200 + k, o[k], "material glass");
        pd_at(p, 210 + k, o[k], "modes 5");
        pd_at(p, 250 + k, o[k], "freq 500");
        pd_at(p, 300 + k, o[k], "object string");
        pd_at(p, 320 + k, o[k], "object %s", objects[k]);
        pd_at(p, 350 + k, o[k], "note 50 90");
        pd_at(p, 400 + k, o[k], "damp 0.1");
        reply[k] = pd_at(p, 500 + 5 * k, o[k], "energy");
        out[k] = pd_record(p, o[k], AUDIO, 0, LONG);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < N; k++) {
        accounts a = accounts_of(p, reply[k], o[k]);
        double passed = a.stored + a.dissipated + fabs(a.supplied) + fabs(a.adjusted);
        assert_true(passed > 0 && a.dissipated >= 0);
        assert_that(fabs(a.residual) < 1e-10 * passed, "%s: residual %g of %g", objects[k], a.residual, passed);
        loudest(pd_samples(p, out[k]), LONG);
    }
}
