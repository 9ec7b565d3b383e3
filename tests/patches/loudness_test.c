/* How loud objects are: the peak that `level` estimates, the gain that follows what rings and is heard, and the hold
 * that keeps outlets under full scale. */

#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, MS = RATE / 1000 };

static double peak_from(const pd_patch *p, int sound, int from, int to)
{
    double peak = 0;
    for (int i = from; i < to; i++) {
        double x = fabs((double)pd_samples(p, sound)[i]);
        peak = fmax(peak, isfinite(x) ? x : INFINITY);
    }
    return peak;
}

static double decibels(double x)
{
    return 20 * log10(fmax(x, 1e-10));
}

/* ---- level ---- */

/* How many bangs were heard, and how many of them were within 4 dB of the level. */
typedef struct tally {
    int heard, near;
    double worst;
} tally;

static void count_peak(tally *t, double peak, double level)
{
    double off = fabs(decibels(peak) - level);
    if (peak < 1e-7) /* Nothing rings: every mode is over the sample rate, or it is struck at a node. */
        return;
    t->heard++;
    t->near += off <= 4;
    t->worst = fmax(t->worst, off);
}

static void tell_tally(const tally *t, const char *what, claim *c)
{
    print_message("# %s: %d of %d within 4 dB of their level, the worst %.1f dB off\n", what, t->near, t->heard,
                  t->worst);
    claim_see(c, 1 - (double)t->near / t->heard, "%s", what);
}

static int outlets_of(const kind *k)
{
    return !strcmp(k->name, "modalcontact~") ? 2 : 1;
}

/* The presets of the classes whose bodies are modes. */
TEST(presets_peak_at_their_level)
{
    claim c = CLAIM("level: presets of modal bodies further than 4 dB off", 0.05);
    tally t = { 0 };
    int n;
    const kind *all = kinds(&n);
    for (int k = 0; k < n; k++) {
        if (!strstr(" impact~ bounce~ modalcontact~ ", all[k].name))
            continue;
        int out[64][2], presets = all[k].t.n_presets;
        pd_patch *p = pd_open(.rate = RATE, .limit = 300);
        for (int i = 0; i < presets; i++) {
            int o = pd_obj(p, "hertz/%s %s -seed 0", all[k].name, all[k].t.presets[i]);
            pd_at(p, 10, o, "level -9, bang");
            for (int j = 0; j < outlets_of(&all[k]); j++)
                out[i][j] = pd_record(p, o, j, 0, 2 * RATE);
        }
        pd_run(p);
        for (int i = 0; i < presets; i++) {
            double peak = 0;
            for (int j = 0; j < outlets_of(&all[k]); j++)
                peak = fmax(peak, peak_from(p, out[i][j], 0, 2 * RATE));
            count_peak(&t, peak, -9);
            if (fabs(decibels(peak) + 9) > 4)
                print_message("# %s %s: %.1f dBFS\n", all[k].name, all[k].t.presets[i], decibels(peak));
        }
        pd_close(p);
    }
    tell_tally(&t, "presets of modal bodies", &c);
    claim_check(&c, 1);
}

/* Puts a box with a random body into a patch. */
static int random_body(pd_patch *p, dice *d, const char *class, double *speed_of)
{
    static const char *const objects[] = { "string", "bar",  "freebar",  "cantilever", "membrane", "drum",
                                           "plate",  "disc", "freedisc", "tube",       "bowl" };
    static const char *const materials[] = { "steel", "glass", "bronze", "aluminium", "oak", "spruce", "porcelain" };
    static const char *const units[] = { "velocity", "velocity", "velocity", "displacement", "acceleration" };
    const char *object = objects[dice_of(d, 11)];
    int is_skin = !strcmp(object, "membrane") || !strcmp(object, "drum"), is_string = !strcmp(object, "string");
    double size = dice_log(d, 0.1, 1), exponent = dice_even(d, 1, 3);
    double thickness = is_skin ? 3e-4 : is_string ? dice_log(d, 3e-4, 2e-3) : size * dice_log(d, 0.004, 0.05);
    double deep = dice_log(d, 1e-5, 3e-4), mass = dice_log(d, 0.001, 0.02), speed = dice_log(d, 0.2, 4);
    *speed_of = speed;
    double stiffness = mass * speed * speed * (exponent + 1) / (2 * pow(deep, exponent + 1)); /* It gives way so far. */
    stiffness = fmin(stiffness, 1e17);
    return pd_obj(p,
                  "hertz/%s -object %s -material %s -size %.5g -thickness %.5g -tension %.5g -modes %d -position %.4f "
                  "%.4f -pickups %.4f %.4f -mass %.5g -stiffness %.5g -exponent %.4f -damping %.4g -velocity %.4g "
                  "-decay %.4g -unit %s -hear %s",
                  class, object, is_skin ? "skin" : materials[dice_of(d, 7)], size, thickness, dice_log(d, 100, 3000),
                  10 + dice_of(d, 90), dice_even(d, 0.05, 0.95), dice_even(d, 0, 1), dice_even(d, 0.05, 0.95),
                  dice_even(d, 0, 1), mass, stiffness, exponent, dice_log(d, 0.01, 0.6), speed, dice_log(d, 0.1, 5),
                  units[dice_of(d, 5)], dice_once(d, 2) ? "radiation" : "point");
}

static int random_string(pd_patch *p, dice *d)
{
    static const char *const units[] = { "velocity", "velocity", "displacement", "acceleration" };
    return pd_obj(
        p,
        "hertz/stringbarrier~ -obstacle none -freq %.5g -length %.4g -diameter %.4g -decay %.4g -position %.4f "
        "-amplitude %.4g -width %.4f -pickups %.4f -unit %s -hear %s",
        dice_log(d, 50, 800), dice_even(d, 0.4, 1.2), dice_log(d, 2e-4, 2e-3), dice_log(d, 0.5, 10),
        dice_even(d, 0.05, 0.95), dice_log(d, 3e-4, 8e-3), dice_log(d, 0.01, 0.4), dice_even(d, 0.05, 0.95),
        units[dice_of(d, 4)], dice_once(d, 4) ? "bridge" : "point");
}

enum { BODIES, BALLS, STRINGS, SORTS, BATCH = 50 };

static void play_batch(int sort, dice *d, tally *t)
{
    int sound[BATCH];
    double speed[BATCH] = { 0 };
    pd_patch *p = pd_open(.rate = RATE, .limit = 600);
    for (int i = 0; i < BATCH; i++) {
        int o = sort == STRINGS ? random_string(p, d)
                                : random_body(p, d, sort == BODIES ? "impact~" : "bounce~", &speed[i]);
        pd_at(p, 10, o, "level -9, bang");
        sound[i] = pd_record(p, o, AUDIO, 0, sort == BALLS ? RATE : RATE / 2);
    }
    pd_run(p);
    for (int i = 0; i < BATCH; i++) { /* A ball that bounces adds to what rings: its first landing is meant. */
        int lands = (int)((speed[i] / 9.81 + 0.1) * RATE);
        count_peak(t, peak_from(p, sound[i], 0, sort == BALLS ? lands : RATE / 2), -9);
    }
    pd_close(p);
}

/* Random bodies and strings. */
WHOLE_TEST(random_things_peak_at_their_level)
{
    static const char *const names[SORTS] = { "impact~", "bounce~", "plucked strings" };
    claim c[SORTS] = { CLAIM("level: random bodies of impact~ further than 4 dB off", 0.25),
                       CLAIM("level: random bodies of bounce~ further than 4 dB off", 0.3),
                       CLAIM("level: plucked strings further than 4 dB off", 0.15) };
    for (int sort = 0; sort < SORTS; sort++) {
        dice d = { claim_seed(29 + (unsigned)sort) };
        tally t = { 0 };
        for (int i = 0; i < (claim_whole() ? 20 : 2); i++)
            play_batch(sort, &d, &t);
        tell_tally(&t, names[sort], &c[sort]);
    }
    CLAIMS_CHECK(c);
}

/* ---- gain ---- */

/* A box with flags and no preset is as loud as the box alone: a flag that changes nothing keeps its gain to 1 %, and
 * what is heard of another body keeps its loudness; a laboratory's body, a gain by hand and edition 1 leave gain
 * alone. */
TEST(flags_keep_the_loudness)
{
    static const struct {
        const char *box;
        double gain; /* 0: another than by default */
    } of[] = { { "impact~ -unit velocity", 1 },
               { "bounce~ -unit velocity", 5 },
               { "modalcontact~ -unit velocity", 3 },
               { "friction~ -unit velocity", 2.5 },
               { "stringbarrier~ -unit velocity", 0.23 },
               { "trombamarina~ -unit velocity", 0.9 },
               { "impact~ -unit displacement", 0 },
               { "impact~ -object bowl", 0 },
               { "bounce~ -object bowl", 0 },
               { "impact~ -object wall", 1 },
               { "impact~ -object modes -freqs 440", 1 },
               { "impact~ -object bowl -gain 2", 2 },
               { "impact~ -gain 2 -object bowl -autogain 1", 2 },
               { "impact~ -object bowl -edition 1", 1 } };
    enum { BOXES = sizeof of / sizeof *of };
    int asked[BOXES], box[BOXES], sound[BOXES];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    for (int i = 0; i < BOXES; i++) {
        int n, k = 0;
        const kind *all = kinds(&n);
        while (strncmp(of[i].box, all[k].name, strlen(all[k].name)) != 0)
            k++;
        box[i] = pd_obj(p, "hertz/%s", of[i].box);
        print_info(p, box[i], all[k].t.info);
        pd_at(p, 10, box[i], "bang");
        asked[i] = pd_at(p, 10, box[i], "get gain");
        sound[i] = pd_record(p, box[i], 0, 0, RATE / 2);
    }
    pd_run(p);
    for (int i = 0; i < BOXES; i++) {
        double gain = answer1(p, asked[i], box[i], "gain"), peak = peak_from(p, sound[i], 0, RATE / 2);
        if (of[i].gain > 0)
            assert_that(fabs(gain / of[i].gain - 1) < 0.01, "%s: gain %g", of[i].box, gain);
        else
            assert_that(gain > 50 && peak > 0.1 && peak <= 1, "%s: gain %g, peak %g", of[i].box, gain, peak);
    }
}

/* What rings and is heard moves gain, what is played does not, and a gain by hand stays. */
TEST(gain_follows)
{
    static const struct {
        const char *message;
        int follows;
    } of[] = { { "material glass", 1 },  { "size 0.5", 1 },   { "thickness 0.004", 1 },
               { "object bowl", 1 },     { "modes 7", 1 },    { "unit acceleration", 1 },
               { "hear radiation", 1 },  { "vary 0.3 4", 1 }, { "mass 0.05", 0 },
               { "stiffness 1e6", 0 },   { "velocity 3", 0 }, { "position 0.1", 0 },
               { "pickups 0.2 0.1", 0 }, { "decay 0.2", 0 },  { "60 30", 0 } };
    enum { MESSAGES = sizeof of / sizeof *of };
    int gain[MESSAGES][2], box[MESSAGES][2];
    pd_patch *p = pd_open(.as_played = 1);
    for (int i = 0; i < MESSAGES; i++)
        for (int way = 0; way < 2; way++) {
            int o = pd_obj(p, "hertz/impact~%s", way ? " -gain 1" : "");
            print_info(p, o, INFO);
            pd_at(p, 10, o, "%s", of[i].message);
            gain[i][way] = pd_at(p, 20, o, "get gain");
            box[i][way] = o;
        }
    pd_run(p);
    for (int i = 0; i < MESSAGES; i++) {
        double followed = answer1(p, gain[i][0], box[i][0], "gain"), stayed = answer1(p, gain[i][1], box[i][1], "gain");
        assert_that((followed != 1) == of[i].follows, "%s: gain %g", of[i].message, followed);
        assert_that(stayed == 1, "%s: the gain by hand became %g", of[i].message, stayed);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* What is told while the slider of how hard it is played stands at 0 is followed too. */
TEST(gain_follows_in_silence)
{
    static const char *const of[][3] = { { "impact~ glass -hear point", "velocity 0", "velocity 1" },
                                         { "bounce~", "velocity 0", "velocity 1.4" },
                                         { "modalcontact~", "height 0", "height 0.05" },
                                         { "stringbarrier~", "amplitude 0", "amplitude 0.002" },
                                         { "stringbarrier~ hammered", "velocity 0", "velocity 2" },
                                         { "trombamarina~ -mono", "bowspeed 0", "bowspeed 0.2" } };
    enum { OBJECTS = sizeof of / sizeof *of };
    int gain[OBJECTS][2], box[OBJECTS][2];
    pd_patch *p = pd_open(.as_played = 1);
    for (int i = 0; i < OBJECTS; i++)
        for (int silent = 0; silent < 2; silent++) {
            int o = box[i][silent] = pd_obj(p, "hertz/%s", of[i][0]);
            print_info(p, o, !strncmp(of[i][0], "modal", 5) ? INFO + 1 : INFO);
            if (silent)
                pd_at(p, 10, o, "%s", of[i][1]);
            pd_at(p, 20, o, "unit acceleration");
            pd_at(p, 30, o, "%s", of[i][2]);
            gain[i][silent] = pd_at(p, 40, o, "get gain");
        }
    pd_run(p);
    for (int i = 0; i < OBJECTS; i++) {
        double heard = answer1(p, gain[i][0], box[i][0], "gain"), silent = answer1(p, gain[i][1], box[i][1], "gain");
        assert_that(fabs(decibels(silent / heard)) < 3, "%s: gain %g, while silent %g", of[i][0], heard, silent);
    }
}

/* There and back again twenty times, with notes between that the one object and the other take otherwise, gain is
 * about what it was. */
TEST(gain_comes_back)
{
    pd_patch *p = pd_open(.as_played = 1);
    int o = pd_obj(p, "hertz/impact~ glass");
    print_info(p, o, INFO);
    int before = pd_at(p, 5, o, "get gain");
    for (int i = 0; i < 20; i++) {
        pd_at(p, 10 + 40 * i, o, "%d 100", 40 + 3 * i);
        pd_at(p, 20 + 40 * i, o, "object plate");
        pd_at(p, 30 + 40 * i, o, "%d 60", 100 - 3 * i);
        pd_at(p, 40 + 40 * i, o, "object bowl");
    }
    int after = pd_at(p, 900, o, "get gain");
    pd_run(p);
    double off = decibels(answer1(p, after, o, "gain") / answer1(p, before, o, "gain"));
    print_message("# gain after twenty changes there and back: %.3f dB off\n", off);
    assert_that(fabs(off) < 4, "gain came back %g dB off", off);
}

/* Flags beside a preset sound as loud as messages behind it. */
TEST(flags_are_as_loud_as_messages)
{
    static const char *const change[] = { "hear point", "unit acceleration", "material steel", "size 0.4" };
    enum { CHANGES = sizeof change / sizeof *change };
    int gain[CHANGES][2], box[CHANGES];
    pd_patch *p = pd_open(.as_played = 1);
    for (int i = 0; i < CHANGES; i++) {
        int flag = pd_obj(p, "hertz/impact~ glass -%s", change[i]), told = pd_obj(p, "hertz/impact~ glass");
        print_info(p, flag, INFO);
        print_info(p, told, INFO);
        pd_at(p, 5, told, "%s", change[i]);
        gain[i][0] = pd_at(p, 10, flag, "get gain");
        gain[i][1] = pd_at(p, 11, told, "get gain");
        box[i] = flag;
    }
    pd_run(p);
    for (int i = 0; i < CHANGES; i++)
        assert_near(answer1(p, gain[i][0], box[i], "gain"), answer1(p, gain[i][1], box[i] + 1, "gain"), 1e-6);
}

/* Between two slots that hold one sound gain is that of the sound, whatever note was played when it was stored, and
 * with a hand on it. */
TEST(morph_begins_at_its_ends)
{
    static const char *const of[] = { "impact~ bell",       "impact~ vibraphone",   "bounce~ marble",
                                      "modalcontact~ cups", "stringbarrier~ sitar", "trombamarina~ -mono" };
    enum { OBJECTS = sizeof of / sizeof *of };
    claim c = CLAIM("gain: dB between an end of a morph and what is beside it", 0.2);
    int gain[OBJECTS][2], box[OBJECTS];
    pd_patch *p = pd_open(.as_played = 1);
    for (int i = 0; i < OBJECTS; i++) {
        int o = box[i] = pd_obj(p, "hertz/%s", of[i]);
        print_info(p, o, !strncmp(of[i], "modal", 5) ? INFO + 1 : INFO);
        pd_at(p, 10, o, "84 100");
        pd_at(p, 50, o, "damp 0.05");
        pd_at(p, 60, o, "store a");
        pd_at(p, 70, o, "84 100");
        pd_at(p, 80, o, "store b");
        pd_at(p, 90, o, "36 100");
        pd_at(p, 100, o, "morph a b 0");
        gain[i][0] = pd_at(p, 110, o, "get gain");
        pd_at(p, 120, o, "morph a b 0.001");
        gain[i][1] = pd_at(p, 130, o, "get gain");
    }
    pd_run(p);
    for (int i = 0; i < OBJECTS; i++) {
        double end = answer1(p, gain[i][0], box[i], "gain"), beside = answer1(p, gain[i][1], box[i], "gain");
        claim_see(&c, fabs(decibels(beside / end)), "%s: %g, and then %g", of[i], end, beside);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    pd_close(p);
    claim_check(&c, 1);
}

/* ---- hold ---- */

/* Gestures that would be far over full scale, with what is quiet enough. */
static const struct {
    const char *object, *messages;
} loud[] = {
    { "impact~ rattle", "strike 2" },
    { "impact~ glass", "strike 5" },
    { "impact~ glass", "object modes, bang" },
    { "impact~ felt", "exponent 1, bang" },
    { "impact~ gong", "object bowl, bang, 60 100" },
    { "impact~ cymbal", "60 127" },
    { "impact~ bell", "gain 300, bang" },
    { "impact~ marimba -voices 8", "48 127, 52 127, 55 127, 60 127, 64 127, 67 127" },
    { "impact~ glass -voices 8", "60 127, 64 127, vary 1 14, 67 127" },
    { "bounce~ coin", "object wall, unit acceleration, bang" },
    { "bounce~ superball", "stiffness 1e12, bang" },
    { "bounce~ marble", "drop 5" },
    { "bounce~ golf", "throw 2" },
    { "modalcontact~ cups", "drop 0.01" },
    { "modalcontact~ spoon", "strike 4" },
    { "modalcontact~ plates", "gain 20, bang" },
    { "stringbarrier~ hammered", "strike 20" },
    { "stringbarrier~ sitar -edition 1", "pluck 0.3 0.03" },
    { "stringbarrier~ slap -edition 1", "gain 5, bang" },
    { "trombamarina~ -mono", "knock 3" },
};
enum { LOUD = sizeof loud / sizeof *loud, LENGTH = 2 * RATE };

/* The largest step from block to block beyond that of the raw sound, brought to the same size there. */
static int edges_over(const float *x, const float *raw, double limit, double *worst)
{
    enum { BLOCK = 64 };
    int over = 0;
    for (int i = BLOCK; i < LENGTH; i += BLOCK) {
        double factor = fabs((double)raw[i]) > 1e-9 ? x[i] / raw[i] : 1, own = fabs(raw[i] - raw[i - 1]) * fabs(factor);
        double step = fabs((double)x[i] - x[i - 1]) - own;
        over += step > limit;
        *worst = fmax(*worst, step);
    }
    return over;
}

TEST(nothing_is_over_full_scale)
{
    CLAIMS(c, CLAIM("hold: peak, full scale 1", 1),
           CLAIM("hold: steps of over 0.01 at a block's edge, of all gestures", 1));
    int out[LOUD][2], edges = 0, held = 0;
    double worst = 0;
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 300);
    for (int i = 0; i < LOUD; i++)
        for (int way = 0; way < 2; way++) {
            int o = pd_obj(p, "hertz/%s -seed 0", loud[i].object);
            pd_at(p, 10, o, "hold %d, %s", way, loud[i].messages);
            out[i][way] = pd_record(p, o, AUDIO, 0, LENGTH);
        }
    pd_run(p);
    for (int i = 0; i < LOUD; i++) {
        const float *raw = pd_samples(p, out[i][0]), *x = pd_samples(p, out[i][1]);
        double before = peak_from(p, out[i][0], 0, LENGTH), peak = peak_from(p, out[i][1], 0, LENGTH);
        int first = 0;
        while (first < LENGTH && fabs((double)raw[first]) <= 1)
            first++;
        for (int k = 0; k < first - 64; k++) /* Until it would be over, every bit is the same. */
            assert_that(x[k] == raw[k], "%s: sample %d is %g, not %g", loud[i].object, k, x[k], raw[k]);
        print_message("# %s: %s: %.1f dB, held to %.2f\n", loud[i].object, loud[i].messages, decibels(before), peak);
        claim_see(&c[0], peak, "%s: %s", loud[i].object, loud[i].messages);
        edges += edges_over(x, raw, 0.01, &worst);
        held += before > 1;
    }
    print_message("# the largest step at an edge is %.3f beyond the sound's own; %d of %d were over\n", worst, held,
                  LOUD);
    claim_see(&c[1], edges, "%d gestures", LOUD);
    assert_that(held > LOUD / 2, "only %d gestures are loud", held);
}

/* A note that comes a tenth of a second after a gesture 40 dB over full scale is as loud as it would be alone. */
TEST(it_lets_go)
{
    int sound[2];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/impact~ marimba");
        if (k)
            pd_at(p, 10, o, "strike 300");
        pd_at(p, 300, o, "damp 0.001");
        pd_at(p, 310, o, "67 100");
        sound[k] = pd_record(p, o, AUDIO, 0, RATE);
    }
    pd_run(p);
    double alone = peak_from(p, sound[0], 410 * MS, 500 * MS), behind = peak_from(p, sound[1], 410 * MS, 500 * MS);
    print_message("# 100 ms after it began, a note after a gesture far over full scale is %.2f dB off\n",
                  decibels(behind / alone));
    assert_that(fabs(decibels(behind / alone)) < 3, "the note is %g dB off", decibels(behind / alone));
}

/* A fader that comes up from 0, and one that goes through 0, bring the sound back, and what is loud is held. */
TEST(faders_go_through_zero)
{
    enum { LATER = 300 };
    static const char *const from[] = { "gain 0", "gain -1", "gain 1e-12" };
    int sound[3];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    for (int i = 0; i < 3; i++) {
        int o = pd_obj(p, "hertz/impact~ bell -%s", from[i]);
        pd_at(p, 10, o, "bang");
        pd_at(p, 50, o, "gain 300");
        pd_at(p, LATER, o, "gain 0.02, bang");
        sound[i] = pd_record(p, o, AUDIO, 0, RATE);
    }
    pd_run(p);
    for (int i = 0; i < 3; i++) {
        double peak = peak_from(p, sound[i], 51 * MS, LATER * MS), after = peak_from(p, sound[i], LATER * MS, RATE);
        assert_that(peak > 0.5 && peak <= 1, "from %s up to 300 the peak is %g", from[i], peak);
        assert_that(after > 0.1 && after <= 1, "%s, 300, 0.02: the peak is %g", from[i], after);
    }
    assert_int_equal(pd_count(p, PD_ALL, "inf"), 0);
}

/* What is held when it is stopped fades from where it was heard. */
TEST(a_reset_does_not_click)
{
    enum { AT = 100 * MS };
    int sound[2];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/impact~ glass -gain 300 -voices %d", 1 + 7 * k);
        pd_at(p, 50, o, "60 120, 64 120");
        pd_at(p, 100, o, "reset");
        sound[k] = pd_record(p, o, AUDIO, 0, 2 * AT);
    }
    pd_run(p);
    for (int k = 0; k < 2; k++) {
        const float *x = pd_samples(p, sound[k]);
        double own = 0, step = 0;
        for (int i = AT - 5 * MS; i < AT; i++)
            own = fmax(own, fabs((double)x[i] - x[i - 1]));
        for (int i = AT; i < AT + 5 * MS; i++)
            step = fmax(step, fabs((double)x[i] - x[i - 1]));
        assert_true(peak_from(p, sound[k], AT - 5 * MS, AT) > 0.5 && peak_from(p, sound[k], AT + 5 * MS, 2 * AT) == 0);
        assert_that(step < 1.2 * own, "at the reset it steps by %g, before by %g at most", step, own);
    }
}

/* The part of a window that is no multiple of the raw sound, in power. */
static double distortion(const float *x, const float *raw, int n)
{
    double xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < n; i++) {
        xx += (double)raw[i] * raw[i];
        xy += (double)raw[i] * x[i];
        yy += (double)x[i] * x[i];
    }
    return xx > 0 && yy > 1e-8 * n ? fmax(yy - xy * xy / xx, 0) / yy : 0;
}

/* Chords of six notes: what is no multiple of the raw sound within 20 ms, of its amplitude, from 50 ms after the attack
 * on. In the attack the gain itself falls. */
TEST(chords_are_clean)
{
    static const char *const of[] = { "impact~ marimba", "impact~ vibraphone",  "impact~ bell",
                                      "impact~ bowl",    "stringbarrier~ free", "stringbarrier~ hammered" };
    enum { INSTRUMENTS = sizeof of / sizeof *of, WINDOW = 20 * MS };
    claim c = CLAIM("hold: distortion of a chord at velocity 110, of its amplitude", 0.03);
    int out[INSTRUMENTS][2];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 200);
    for (int i = 0; i < INSTRUMENTS; i++)
        for (int way = 0; way < 2; way++) {
            int o = pd_obj(p, "hertz/%s -voices 6", of[i]);
            pd_at(p, 10, o, "hold %d", way);
            pd_at(p, 20, o, "48 110, 55 110, 60 110, 64 110, 67 110, 72 110");
            out[i][way] = pd_record(p, o, AUDIO, 0, 2 * RATE);
        }
    pd_run(p);
    for (int i = 0; i < INSTRUMENTS; i++) {
        const float *raw = pd_samples(p, out[i][0]), *x = pd_samples(p, out[i][1]);
        double power = 0, all = 0;
        for (int at = 70 * MS; at + WINDOW <= 2 * RATE; at += WINDOW) {
            double sum = 0;
            for (int k = at; k < at + WINDOW; k++)
                sum += (double)x[k] * x[k];
            power += sum * distortion(x + at, raw + at, WINDOW);
            all += sum;
        }
        print_message("# %s: a chord peaks at %.1f dB, and is distorted by %.3f %%\n", of[i],
                      decibels(peak_from(p, out[i][0], 0, 2 * RATE)), 100 * sqrt(power / all));
        claim_see(&c, sqrt(power / all), "%s", of[i]);
    }
    pd_close(p);
    claim_check(&c, 1);
}

/* What is said: `held` at the info outlet, and once in the console where much is held down. */
TEST(it_says_so)
{
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
    int o = pd_obj(p, "hertz/impact~ glass"), quiet = pd_obj(p, "hertz/impact~ glass");
    print_info(p, o, INFO);
    print_info(p, quiet, INFO);
    for (int i = 0; i < 3; i++)
        pd_at(p, 10 + 500 * i, o, "gain 1000, bang");
    pd_at(p, 20, quiet, "bang");
    pd_at(p, 20, pd_obj(p, "hertz/bells~"), "gain 1000, 60 100");
    pd_at(p, 20, pd_obj(p, "hertz/crumple~"), "gain 1000, 1");
    int wrong = pd_at(p, 1600, o, "hold banana");
    pd_record(p, o, AUDIO, 0, 2 * RATE);
    pd_run(p);
    char line[40];
    snprintf(line, sizeof line, "o%d: held ", o);
    int said = pd_count(p, PD_ALL, line);
    assert_that(said > 3 && said < 22, "held was told %d times in 2 s", said);
    double held;
    assert_int_equal(pd_numbers(pd_line(p, PD_ALL, line, 0), &held, 1), 1);
    assert_true(held > 20);
    snprintf(line, sizeof line, "o%d: held ", quiet);
    assert_int_equal(pd_count(p, PD_ALL, line), 0);
    assert_int_equal(pd_count(p, PD_ALL, "impact~: the sound is held down"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "bells~: the sound is held down"), 1);
    assert_null(strstr(pd_line(p, PD_ALL, "crumple~: the sound is held down", 0), "hold 0"));
    assert_int_equal(pd_count(p, wrong, "error"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
}

/* hold~ does the same to sums, and holds channels alike. */
TEST(the_hold_of_a_sum)
{
    enum { N = RATE / 2 };
    pd_patch *p = pd_open(.rate = RATE);
    int high = pd_obj(p, "osc~ 440"), low = pd_obj(p, "osc~ 330"), half = pd_obj(p, "*~ 0.5"), big = pd_obj(p, "*~ 4"),
        both = pd_obj(p, "hertz/hold~ 2"), one = pd_obj(p, "hertz/hold~"), bad = pd_obj(p, "hertz/hold~ 1000");
    pd_connect(p, high, 0, big, 0);
    pd_connect(p, low, 0, half, 0);
    pd_connect(p, big, 0, both, 0);
    pd_connect(p, half, 0, both, 1);
    pd_connect(p, half, 0, one, 0);
    pd_print(p, both, 2, "info");
    int loud_one = pd_record(p, both, 0, 100, N), beside = pd_record(p, both, 1, 100, N),
        kept = pd_record(p, one, 0, 0, N), was = pd_record(p, half, 0, 0, N);
    (void)bad;
    pd_run(p);
    double peak = peak_from(p, loud_one, 0, N), other = peak_from(p, beside, 0, N);
    assert_that(peak > 0.99 && peak <= 1, "a sum is held to %g", peak);
    assert_that(fabs(other - 0.125) < 0.002, "the channel beside it is at %g", other);
    for (int i = 0; i < N; i++)
        assert_true(pd_samples(p, kept)[i] == pd_samples(p, was)[i]);
    assert_true(pd_count(p, PD_ALL, "info: held 12") >= 2);
    assert_int_equal(pd_count(p, PD_LOADED, "error: hold~: channels"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
}
