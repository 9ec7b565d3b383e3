/* rack~ and its parts: what is saved sounds the same when it is opened again, what rings outlasts its scene, and what
 * is sent wrongly changes nothing. */

#include "pdrun.h"

enum { N = 24000, SLOTS = 8 };

static const char *const plays[SLOTS] = {
    "mallets~ marimba -seed 1", "bells~ bowl -seed 2",   "impact~ glass -voices 8 -seed 3",
    "sitar~ -seed 8",           "modalcontact~ -seed 4", "stringbarrier~ -seed 6",
    "friction~ -seed 5",        "trombamarina~ -seed 7"
};

/* A patch beside the test's own, so that it can be saved and opened again. */
static void write_set(const pd_patch *p, const char *box)
{
    char path[500];
    snprintf(path, sizeof path, "%s/set.pd", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "#N canvas 0 0 500 400 12;\n#X obj 20 20 r rack;\n#X obj 20 50 %s;\n#X obj 20 350 throw~ left;\n"
            "#X obj 100 350 throw~ right;\n#X obj 200 350 print told;\n#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n"
            "#X connect 1 1 3 0;\n#X connect 1 4 4 0;\n",
            box);
    fclose(f);
}

static void open_set(pd_patch *p, double ms, const char *name)
{
    pd_at(p, ms, PD_SEND, "pd open %s.pd %s", name, pd_folder(p));
}

static void fill(pd_patch *p, double ms)
{
    for (int i = 0; i < SLOTS; i++) {
        pd_at(p, ms, PD_SEND, "rack slot %d load %s", i + 1, plays[i]);
        pd_at(p, ms, PD_SEND, "rack slot %d level %g", i + 1, -9 - 0.123456 * i);
        pd_at(p, ms, PD_SEND, "rack slot %d pan %g", i + 1, 0.2512345 * i - 0.9);
    }
    pd_at(p, ms, PD_SEND, "rack slot 3 stiffness 1.2345678e8");
    pd_at(p, ms, PD_SEND, "rack slot 3 mass 0.0123456789");
    pd_at(p, ms, PD_SEND, "rack slot 4 string 2 decay 3.3333333");
    pd_at(p, ms, PD_SEND, "rack slot 1 vary 0.3");
    pd_at(p, ms, PD_SEND, "rack slot 4 tune 49 54 56 58 61 63 68");
    pd_at(p, ms, PD_SEND, "rack slot 2 low 48");
    pd_at(p, ms, PD_SEND, "rack slot 2 send -12");
    pd_at(p, ms, PD_SEND, "rack slot 3 map 7 decay 1 9");
    pd_at(p, ms, PD_SEND, "rack name first verse");
    pd_at(p, ms, PD_SEND, "rack copy");
    pd_at(p, ms, PD_SEND, "rack slot 1 load bells~ church -seed 9");
    pd_at(p, ms, PD_SEND, "rack control 7 40");
}

static void strum(pd_patch *p, double ms)
{
    for (int i = 0; i < 6; i++)
        pd_at(p, ms + 20 * i, PD_SEND, "rack %d %d", 45 + 5 * i, 100 - 7 * i);
}

static int sounds_alike(const pd_patch *p, const int *a, const int *b)
{
    double peak = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < N; i++) {
            peak = fmax(peak, fabs(pd_samples(p, a[side])[i]));
            if (pd_samples(p, a[side])[i] != pd_samples(p, b[side])[i])
                return 0;
        }
    return peak > 0.01;
}

/* Saved, closed and opened again, both scenes sound the same to the bit, and so they do from a file. */
TEST(what_is_saved_sounds_the_same)
{
    pd_patch *p = pd_open(.limit = 120);
    static const int scenes[] = { 2, 1 };
    int catch[2] = { pd_obj(p, "catch~ left"), pd_obj(p, "catch~ right") }, sound[3][2][2];
    write_set(p, "hertz/rack~");
    for (int time = 0; time < 3; time++) { /* as it was made, from the patch, from the file */
        double ms = 40 + 4000 * time;
        open_set(p, ms, time == 1 ? "again" : "set");
        if (time == 0)
            fill(p, ms + 40);
        if (time == 2)
            pd_at(p, ms + 40, PD_SEND, "rack load %s/scenes.txt", pd_folder(p));
        for (int s = 0; s < 2; s++) {
            double at = ms + 400 + 1600 * s;
            pd_at(p, at, PD_SEND, "rack scene %d", scenes[s]);
            if (time == 0 && s == 0) {
                pd_at(p, at, PD_SEND, "pd-set.pd savetofile again.pd %s", pd_folder(p));
                pd_at(p, at, PD_SEND, "rack save %s/scenes.txt", pd_folder(p));
            }
            strum(p, at + 40);
            for (int side = 0; side < 2; side++)
                sound[time][s][side] = pd_record(p, catch[side], 0, at, N);
            pd_at(p, at + 1560, PD_SEND, "rack panic");
        }
        pd_at(p, ms + 3800, PD_SEND, "pd-%s.pd menuclose 1", time < 2 ? "again" : "set"); /* saved, it has that name */
    }
    pd_run(p);
    for (int s = 0; s < 2; s++) {
        assert_that(sounds_alike(p, sound[0][s], sound[1][s]), "scene %d sounds otherwise in the patch", scenes[s]);
        assert_that(sounds_alike(p, sound[0][s], sound[2][s]), "scene %d sounds otherwise from the file", scenes[s]);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* A slot by itself is saved with its patch too: the object that was typed, its strip, what the object was told. */
TEST(a_slot_is_saved)
{
    pd_patch *p = pd_open();
    write_set(p, "hertz/slot~ mallets~");
    open_set(p, 20, "set");
    static const char *const told[] = { "load impact~ bowl", "level -7.123456", "decay 3.3333333", "learn stiffness",
                                        "control 5 0" };
    for (int i = 0; i < 5; i++)
        pd_at(p, 60, PD_SEND, "rack %s", told[i]);
    pd_at(p, 100, PD_SEND, "pd-set.pd savetofile again.pd %s", pd_folder(p));
    pd_at(p, 110, PD_SEND, "pd-again.pd menuclose 1");
    open_set(p, 200, "again");
    int decay = pd_at(p, 300, PD_SEND, "rack get decay");
    pd_at(p, 310, PD_SEND, "rack control 5 127");
    int stiffness = pd_at(p, 320, PD_SEND, "rack get stiffness");
    pd_until(p, 400);
    pd_run(p);
    assert_int_equal(pd_count(p, decay, "told: decay 3.33333"), 1);
    assert_int_equal(pd_count(p, stiffness, "told: stiffness 1e+17"), 1);
    char path[500], line[300];
    int level = 0;
    snprintf(path, sizeof path, "%s/again.pd", pd_folder(p));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        level += !strcmp(line, "#A saved level -7.123456;\n");
    fclose(f);
    assert_int_equal(level, 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    pd_close(p);
}

/* ---- scenes ---- */

static void load_all(pd_patch *p, int rack, double ms, double level)
{
    for (int i = 0; i < SLOTS; i++) {
        pd_at(p, ms, rack, "slot %d load impact~ glass -voices 60 -seed 1", i + 1);
        pd_at(p, ms, rack, "slot %d level %g", i + 1, level);
    }
}

/* Sixty notes ring in eight slots. A change of scene leaves every sample as it is without one, the ends of the notes
 * too, and so does the return. */
TEST(what_rings_outlasts_its_scene)
{
    enum { NOTES = 60, CHANGES = 3 };
    static const double change[CHANGES] = { 700, 750, 1100 };
    static const char *const to[CHANGES] = { "scene 2", "scene 3", "scene 1" };
    pd_patch *p = pd_open(.as_played = 1, .limit = 120);
    int rack[2], sound[2][2];
    for (int k = 0; k < 2; k++) {
        rack[k] = pd_obj(p, "hertz/rack~ impact~ glass");
        load_all(p, rack[k], 20, -18);
        pd_at(p, 30, rack[k], "copy");
        pd_at(p, 30, rack[k], "new");
        pd_at(p, 30, rack[k], "scene 1");
        for (int i = 0; i < NOTES; i++)
            pd_at(p, 100 + 8 * i, rack[k], "%d %d", 36 + i, 60 + i % 60);
        for (int c = 0; k == 1 && c < CHANGES; c++)
            pd_at(p, change[c], rack[k], "%s", to[c]);
        for (int i = 0; i < NOTES; i++)
            pd_at(p, 800 + 5 * i, rack[k], "%d 0", 36 + i);
        for (int side = 0; side < 2; side++)
            sound[k][side] = pd_record(p, rack[k], side, 100, 2 * N);
    }
    pd_run(p);
    double before = 0, after = 0;
    int wrong = -1;
    for (int i = 0; i < 2 * N; i++) {
        double x = pd_samples(p, sound[0][0])[i], y = pd_samples(p, sound[1][0])[i];
        if ((x != y || pd_samples(p, sound[0][1])[i] != pd_samples(p, sound[1][1])[i]) && wrong < 0)
            wrong = i;
        before = fmax(before, i < 600 * 48 ? fabs(x) : 0);
        after = fmax(after, i > 600 * 48 ? fabs(y) : 0);
    }
    assert_that(before > 0.1 && after > 0.01, "the racks peak at %g and at %g", before, after);
    assert_that(wrong < 0, "from sample %d on a change of scene is heard", wrong);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* What plays by itself stops with its scene, and begins with it again. */
TEST(rain_falls_in_its_scene)
{
    pd_patch *p = pd_open(.as_played = 1);
    int rack = pd_obj(p, "hertz/rack~ rain~"), sound;
    pd_at(p, 20, rack, "new");
    pd_at(p, 20, rack, "scene 1");
    pd_at(p, 20, rack, "slot 1 0.7");
    pd_at(p, 500, rack, "scene 2");
    pd_at(p, 1500, rack, "scene 1");
    sound = pd_record(p, rack, 0, 0, 4 * N);
    pd_run(p);
    double peak[4] = { 0 };
    for (int i = 0; i < 4 * N; i++)
        peak[i / N] = fmax(peak[i / N], i % N > N / 2 ? fabs(pd_samples(p, sound)[i]) : 0);
    assert_that(peak[0] > 0.01 && peak[2] < 1e-3 && peak[3] > 0.01, "rain peaks at %g, then %g, then %g", peak[0],
                peak[2], peak[3]);
}

/* What is not of the library sounds by itself, also after a pause longer than that after which a slot sleeps. */
TEST(what_is_not_of_the_library_sounds)
{
    pd_patch *p = pd_open(.rate = 48000);
    int slot = pd_obj(p, "hertz/slot~"), sound;
    pd_at(p, 20, slot, "load vline~");
    pd_at(p, 100, slot, "0.5 10 4500");
    pd_at(p, 5000, slot, "load osc~ 440");
    sound = pd_record(p, slot, 0, 4000, 2 * 48000);
    pd_run(p);
    double peak[2] = { 0 };
    for (int i = 0; i < 2 * 48000; i++)
        peak[i / 48000] = fmax(peak[i / 48000], fabs(pd_samples(p, sound)[i]));
    assert_that(peak[0] > 0.4 && peak[1] > 0.4, "peaks of %g at first, %g at last", peak[0], peak[1]);
}

/* A slot finds a patch that lies beside the performer's own. */
TEST(a_patch_of_your_own_sounds)
{
    char path[600];
    pd_patch *p = pd_open(.rate = 48000);
    int slot = pd_obj(p, "hertz/slot~"), sound = pd_record(p, slot, 0, 0, 48000);
    snprintf(path, sizeof path, "%s/hz-mine.pd", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "#N canvas 0 0 300 200 12;\n#X obj 20 20 osc~ 440;\n#X obj 20 60 outlet~;\n#X connect 0 0 1 0;\n");
    fclose(f);
    pd_at(p, 20, slot, "load hz-mine");
    pd_run(p);
    double peak = 0;
    for (int i = 24000; i < 48000; i++)
        peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
    assert_that(peak > 0.4, "its own patch peaks at %g", peak);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* However loud, nothing leaves the rack over full scale. */
TEST(nothing_is_over_full_scale)
{
    pd_patch *p = pd_open(.as_played = 1, .limit = 120);
    int rack = pd_obj(p, "hertz/rack~ impact~ glass"), sound[4];
    load_all(p, rack, 20, 12);
    for (int i = 0; i < SLOTS; i++)
        pd_at(p, 20, rack, "slot %d send 12", i + 1);
    for (int i = 0; i < 60; i++)
        pd_at(p, 100 + 3 * i, rack, "%d 127", 36 + i);
    for (int side = 0; side < 4; side++)
        sound[side] = pd_record(p, rack, side, 0, N);
    pd_run(p);
    for (int side = 0; side < 4; side++) {
        double peak = 0;
        for (int i = 0; i < N; i++)
            peak = fmax(peak, fabs(pd_samples(p, sound[side])[i]));
        assert_that(peak > 0.9 && peak <= 1, "outlet %d peaks at %g", side, peak);
    }
}

/* A split, a layer, and keys that are lifted where they were pressed. */
TEST(keys_go_where_they_belong)
{
    pd_patch *p = pd_open(.as_played = 1);
    int rack = pd_obj(p, "hertz/rack~ impact~ glass -report 200");
    pd_print(p, rack, 4, "told");
    pd_at(p, 20, rack, "slot 2 load impact~ bell -report 200");
    pd_at(p, 20, rack, "slot 1 high 59");
    pd_at(p, 20, rack, "slot 2 low 48");
    static const int keys[] = { 40, 50, 70 }, has[][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 } };
    int first[3];
    for (int k = 0; k < 3; k++)
        first[k] = pd_at(p, 100 + 200 * k, rack, "%d 110", keys[k]);
    pd_until(p, 900);
    pd_run(p);
    for (int k = 0; k < 3; k++)
        for (int slot = 0; slot < 2; slot++) {
            char line[40];
            snprintf(line, sizeof line, "told: slot %d contact", slot + 1);
            assert_that((pd_count(p, first[k], line) > 0) == has[k][slot], "key %d and slot %d: %d contacts", keys[k],
                        slot + 1, pd_count(p, first[k], line));
        }
}

/* ---- hands ---- */

/* Click, move, done: a controller goes from one end of a parameter to the other, by ratios where the reference has a
 * unit and no 0, by steps elsewhere; by words where there are words; between ends of one's own. */
TEST(a_controller_is_learned)
{
    static const struct {
        const char *learn, *get;
        double value[3]; /* at 0, 63.5 and 127 */
    } turned[] = {
        { "exponent", "exponent", { 1, 3.5, 6 } },
        { "stiffness 1e6 1e10", "stiffness", { 1e6, 1e8, 1e10 } },
        { "position", "position", { 0, 0.5, 1 } },
        { "hammer mass 0.001 0.1", "hammer mass", { 0, 0, 0 } },
    };
    pd_patch *p = pd_open(.as_played = 1);
    int rack = pd_obj(p, "hertz/rack~ impact~ glass"), got[3][3];
    pd_print(p, rack, 4, "told");
    for (int k = 0; k < 3; k++) {
        pd_at(p, 50 + 200 * k, rack, "slot 1 learn %s", turned[k].learn);
        for (int v = 0; v < 3; v++) {
            pd_at(p, 80 + 200 * k + 30 * v, rack, "control %d %g", 20 + k, 63.5 * v);
            got[k][v] = pd_at(p, 90 + 200 * k + 30 * v, rack, "slot 1 get %s", turned[k].get);
        }
    }
    int unknown = pd_at(p, 900, rack, "slot 1 learn %s", turned[3].learn);
    pd_at(p, 910, rack, "slot 1 learn object");
    pd_at(p, 920, rack, "control 30 127");
    int word = pd_at(p, 930, rack, "slot 1 get object");
    pd_at(p, 940, rack, "slot 1 forget exponent");
    pd_at(p, 950, rack, "control 20 0");
    int forgotten = pd_at(p, 960, rack, "slot 1 get exponent");
    pd_at(p, 1000, rack, "slot 1 load chimes~");
    pd_at(p, 1010, rack, "slot 1 load rain~");
    pd_at(p, 1020, rack, "slot 1 knob 0.5 bed"); /* of the instrument's own table: 0 to 4 */
    pd_at(p, 1030, rack, "save %s/rain.txt", pd_folder(p));
    pd_run(p);
    for (int k = 0; k < 3; k++)
        for (int v = 0; v < 3; v++) {
            char line[40];
            double x = NAN;
            snprintf(line, sizeof line, "told: slot 1 %s ", turned[k].get);
            pd_numbers(pd_line(p, got[k][v], line, 0), &x, 1);
            assert_that(fabs(x - turned[k].value[v]) <= 1e-5 * fabs(turned[k].value[v]), "%s at %g is %g, not %g",
                        turned[k].learn, 63.5 * v, x, turned[k].value[v]);
        }
    assert_int_equal(pd_count(p, unknown, "error: rack~: slot 1: learn: got hammer mass 0.001 0.1"), 1);
    assert_int_equal(pd_count(p, word, "told: slot 1 object bowl"), 1);
    assert_int_equal(pd_count(p, forgotten, "told: slot 1 exponent 6"), 1);
    char path[500], line[200];
    int beds = 0;
    snprintf(path, sizeof path, "%s/rain.txt", pd_folder(p));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        beds += !strcmp(line, "cell 1 1 sound bed 2;\n");
    fclose(f);
    assert_int_equal(beds, 1);
}

/* A key that is held repeats as keys do, by presses alone or by pairs, and is one note. */
TEST(a_key_that_repeats_is_one_note)
{
    pd_patch *p = pd_open(0);
    int keys = pd_obj(p, "hertz/keys");
    pd_print(p, keys, 0, "note");
    pd_print(p, keys, 1, "does");
    pd_at(p, 10, keys, "1");
    for (int i = 0; i < 10; i++)
        pd_at(p, 100 + 30 * i, PD_SEND, "#key 97");
    for (int i = 0; i < 10; i++) {
        pd_at(p, 420 + 30 * i, PD_SEND, "#keyup 97");
        pd_at(p, 421 + 30 * i, PD_SEND, "#key 97");
    }
    int held = pd_at(p, 800, PD_SEND, "#key 51");
    int let_go = pd_at(p, 900, PD_SEND, "#keyup 97");
    pd_at(p, 1000, keys, "0");
    int off = pd_at(p, 1010, PD_SEND, "#key 97");
    pd_until(p, 1200);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "note: 60 100"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "note: 60 0"), 1);
    assert_int_equal(pd_count(p, let_go, "note: 60 0"), 1);
    assert_int_equal(pd_count(p, held, "does: scene 3"), 1);
    assert_int_equal(pd_count(p, off, "note:"), 0);
}

/* OSC reaches slots and scenes. Wrong types, wrong slots and other addresses are said in words, and the sound goes on.
 */
TEST(osc_plays_it)
{
    static const char *const wrong[] = { "/hertz/3",  "/hertz/9/level f -6",    "/hertz/1/level s loud",
                                         "/else f 1", "/hertz/scene s nowhere", "/hertz/1/stiffness ff 1 2" };
    static const char *const said[] = { "hertz/osc: a slot alone",
                                        "hertz/rack~: slot: allowed 1 to 8",
                                        "error: rack~: slot 1: level: got loud",
                                        "hertz/osc: not for /hertz: else",
                                        "hertz/scenes: there is no scene nowhere",
                                        "error: rack~: stiffness: got 1 2" };
    pd_patch *p = pd_open(.by_clock = 1, .as_played = 1);
    int rack = pd_obj(p, "hertz/rack~ impact~ glass"), send = pd_obj(p, "netsend -u -b"),
        format = pd_obj(p, "oscformat"), list = pd_obj(p, "list prepend send"), trim = pd_obj(p, "list trim");
    pd_chain(p, format, list, trim, send);
    pd_print(p, rack, 4, "told");
    pd_at(p, 10, rack, "osc 9753");
    pd_at(p, 20, send, "connect localhost 9753");
    pd_at(p, 50, format, "set hertz 1 stiffness");
    pd_at(p, 60, format, "1.5e7");
    pd_at(p, 100, rack, "slot 1 get stiffness");
    pd_at(p, 150, format, "set hertz note");
    int note = pd_at(p, 160, format, "60 100");
    for (int k = 0; k < 6; k++) {
        char address[80], *types;
        snprintf(address, sizeof address, "set%s", wrong[k]);
        for (char *c = address; *c; c++)
            *c = *c == '/' ? ' ' : *c;
        types = strchr(wrong[k], ' ') ? address + strlen("set") + (strchr(wrong[k], ' ') - wrong[k]) : NULL;
        if (types)
            *types++ = 0;
        char *value = types ? strchr(types, ' ') + 1 : NULL;
        pd_at(p, 400 + 100 * k, format, "%s", address);
        pd_at(p, 410 + 100 * k, format, "%s%s", value && types[0] == 's' ? "symbol " : "", value ? value : "bang");
    }
    pd_until(p, 1500);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "told: slot 1 stiffness 1.5e+07"), 1);
    assert_true(pd_count(p, note, "told: slot 1 contact") > 0);
    for (int k = 0; k < 6; k++)
        assert_that(pd_count(p, PD_ALL, said[k]) == 1, "%s: `%s` is said %d times", wrong[k], said[k],
                    pd_count(p, PD_ALL, said[k]));
}

/* Ten thousand messages a second, of notes, controllers and scenes: none is an error, and a note after them sounds. */
TEST(floods_pass)
{
    pd_patch *p = pd_open(.limit = 120);
    int rack = pd_obj(p, "hertz/rack~ impact~ glass -voices 8"), metro = pd_obj(p, "metro 0.1"),
        count = pd_obj(p, "random 3"), pick = pd_obj(p, "sel 0 1 2"), die[3], message[3], sound;
    static const char *const text[] = { "expr int(random(36\\, 96))\\; int(random(0\\, 128))", "random 128",
                                        "random 2" };
    pd_chain(p, metro, count, pick);
    for (int k = 0; k < 3; k++) {
        die[k] = pd_obj(p, "%s", text[k]);
        message[k] = pd_obj(p, "%s", k == 0 ? "pack f f" : k == 1 ? "list prepend control 7" : "list prepend scene");
        int last = k ? pd_obj(p, "list trim") : rack;
        if (k == 0)
            pd_connect(p, die[k], 1, message[k], 1);
        if (k == 2) {
            int one = pd_obj(p, "+ 1");
            pd_chain(p, die[k], one, message[k]);
        } else
            pd_connect(p, die[k], 0, message[k], 0);
        pd_connect(p, message[k], 0, last, 0);
        if (k)
            pd_connect(p, last, 0, rack, 0);
        pd_connect(p, pick, k, die[k], 0);
    }
    pd_at(p, 10, rack, "slot 1 map 7 decay 0.2 5");
    pd_at(p, 10, rack, "copy");
    pd_at(p, 100, metro, "1");
    pd_at(p, 1100, metro, "0");
    pd_at(p, 1200, rack, "panic");
    pd_at(p, 1300, rack, "60 100");
    sound = pd_record(p, rack, 0, 1250, N / 2);
    pd_run(p);
    double peak[2] = { 0 };
    for (int i = 0; i < N / 2; i++)
        peak[i > 2400] = fmax(peak[i > 2400], fabs(pd_samples(p, sound)[i]));
    assert_that(peak[0] < 1e-6 && peak[1] > 0.01, "it peaks at %g after panic, and at %g with a note", peak[0],
                peak[1]);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* Notes go in turn, those that sound and their ends to the one that has them: cores.pd deals them so to two Pds. */
TEST(notes_are_dealt)
{
    static const struct {
        const char *sent, *comes;
    } notes[] = {
        { "60 100", "1 60 100" }, { "64 90", "2 64 90" }, { "67 80", "1 67 80" }, { "64 0", "2 64 0" },
        { "60 50", "1 60 50" },   { "60 0", "1 60 0" },   { "60 0", NULL },       { "70 100", "2 70 100" },
        { "panic", NULL },        { "70 0", NULL },
    };
    enum { NOTES = sizeof notes / sizeof *notes };
    pd_patch *p = pd_open(0);
    int deal = pd_obj(p, "hertz/deal 2"), sent[NOTES];
    pd_print(p, deal, 0, "to");
    for (int k = 0; k < NOTES; k++)
        sent[k] = pd_at(p, 10 + 10 * k, deal, "%s", notes[k].sent);
    pd_until(p, 200);
    pd_run(p);
    for (int k = 0; k < NOTES; k++) {
        const char *comes = pd_line(p, sent[k], "to: ", 0);
        int same = comes && notes[k].comes ? !strcmp(comes, notes[k].comes) : comes == notes[k].comes;
        assert_that(same, "%s comes as %s", notes[k].sent, comes ? comes : "nothing");
    }
    pd_close(p);
}

/* ---- presets ---- */

/* One word for a sound: `preset` as a message and as a flag, and `presets` lists what there is, on every class and on
 * the instruments that have sounds of their own, whose old words go on. The menu asks and steps through them. */
TEST(preset_is_the_word)
{
    static const struct {
        const char *name, *preset, *old, *ask, *answer;
        int info;
    } its[] = {
        { "impact~", "bell", "preset bell", "get material", "material", 3 },
        { "scatter~", "glass", "kind glass", "get material", "material glass", 1 },
        { "chimes~", "bamboo", "kind bamboo", "get material", "material", 1 },
        { "knock~", "can", "kind can", "get material", "material", 1 },
        { "shaker~", "cabasa", "kind cabasa", "get decay", "decay", 1 },
        { "steps~", "snow", "kind snow", "get decay", "decay", 1 },
        { "bells~", "bowl", "bowl", "get decay", "decay 25", 1 },
        { "mallets~", "vibraphone", "vibraphone", "get release", "release 0.3", 1 },
    };
    enum { THEM = sizeof its / sizeof *its };
    pd_patch *p = pd_open(.as_played = 1);
    int list[THEM], ways[THEM][3];
    for (int k = 0; k < THEM; k++) {
        int flag = pd_obj(p, "hertz/%s -preset %s", its[k].name, its[k].preset),
            word = pd_obj(p, "hertz/%s", its[k].name), old = pd_obj(p, "hertz/%s", its[k].name);
        int o[] = { flag, word, old };
        pd_at(p, 20 + 20 * k, word, "preset %s", its[k].preset);
        pd_at(p, 20 + 20 * k, old, "%s", its[k].old);
        for (int w = 0; w < 3; w++) {
            pd_print(p, o[w], its[k].info, "told");
            ways[k][w] = pd_at(p, 30 + 20 * k + w, o[w], "%s", its[k].ask);
        }
        list[k] = pd_at(p, 35 + 20 * k, word, "presets");
    }
    int menu = pd_obj(p, "hertz/presets"), bells = pd_obj(p, "hertz/bells~");
    pd_connect(p, menu, 0, bells, 0);
    pd_connect(p, bells, 1, menu, 0);
    pd_print(p, menu, 0, "menu");
    static const char *const steps[] = { "next", "next", "previous", "preset glass", "next", "next" };
    static const char *const gives[] = { "church", "bowl", "church", "glass", "tubes", "church" };
    int step[6];
    for (int k = 0; k < 6; k++)
        step[k] = pd_at(p, 400 + 10 * k, menu, "%s", steps[k]);
    pd_until(p, 500);
    pd_run(p);
    for (int k = 0; k < THEM; k++) {
        const char *first = pd_line(p, ways[k][0], "told: ", 0), *names = pd_line(p, list[k], "told: presets ", 0);
        for (int w = 0; w < 3; w++) {
            const char *line = pd_line(p, ways[k][w], "told: ", 0);
            assert_that(line && first && !strcmp(line, first), "%s: %s and %s", its[k].name, line, first);
        }
        assert_that(names && strstr(names, its[k].preset), "%s lists %s", its[k].name, names ? names : "nothing");
        assert_that(!strncmp(first, its[k].answer, strlen(its[k].answer)), "%s: %s", its[k].name, first);
    }
    for (int k = 0; k < 6; k++) {
        char line[60];
        snprintf(line, sizeof line, "menu: preset %s", gives[k]);
        assert_that(pd_count(p, step[k], line) == 1, "%s does not choose %s", steps[k], gives[k]);
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* ---- what is wrong ---- */

/* A slot keeps what it has where a name is no object's; files that are none, cut off or of another version change
 * nothing; each is said in words. */
TEST(what_is_wrong_changes_nothing)
{
    static const struct {
        const char *name, *text, *said;
    } file[] = {
        { "none.txt", NULL, "hertz/rack~: this is no file of rack~ - nothing changed" },
        { "other.txt", "a b;\nend;\n", "hertz/rack~: this is no file of rack~ - nothing changed" },
        { "cut.txt", "hertz-rack 1;\nscene 1 a;\ncell 1 1 load bel", "hertz/rack~: the file is cut off" },
        { "two.txt", "hertz-rack 2;\nscene 1 a;\nend;\n", "hertz/rack~: the file is of version 2" },
    };
    enum { FILES = sizeof file / sizeof *file };
    pd_patch *p = pd_open(.as_played = 1);
    int rack = pd_obj(p, "hertz/rack~ impact~ glass"), said[FILES];
    pd_print(p, rack, 4, "told");
    pd_at(p, 50, rack, "slot 1 stiffness 2e7");
    int glorp = pd_at(p, 60, rack, "slot 1 load hz-nothing");
    int level = pd_at(p, 70, rack, "slot 1 level 99");
    int empty = pd_at(p, 80, rack, "slot 2 stiffness 1");
    for (int k = 0; k < FILES; k++) {
        char path[500];
        snprintf(path, sizeof path, "%s/%s", pd_folder(p), file[k].name);
        FILE *f = file[k].text ? fopen(path, "w") : NULL;
        if (f) {
            fputs(file[k].text, f);
            fclose(f);
        }
        said[k] = pd_at(p, 100 + 100 * k, rack, "load %s", path);
    }
    int last = pd_at(p, 900, rack, "slot 1 get stiffness");
    pd_run(p);
    assert_int_equal(pd_count(p, glorp,
                              "error: rack~: slot 1: load: got hz-nothing, allowed a class or an instrument, "
                              "kept the present one"),
                     1);
    assert_int_equal(pd_count(p, level, "error: rack~: slot 1: level: got 99, allowed -60 to 12 dB, kept 0"), 1);
    assert_int_equal(pd_count(p, empty, "error: rack~: slot 2: stiffness: got 1, "), 1);
    for (int k = 0; k < FILES; k++)
        assert_that(pd_count(p, said[k], file[k].said) == 1, "%s: not said: %s", file[k].name, file[k].said);
    assert_int_equal(pd_count(p, last, "told: slot 1 stiffness 2e+07"), 1);
}
