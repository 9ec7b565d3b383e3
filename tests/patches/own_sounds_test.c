/* Sounds of one's own, in every class: dump plays back, slots and files keep a sound, morph lies between, vary stays
 * audible and under full scale. */

#include "impact.h"
#include "kinds.h"

enum { N = 12000, VARIED = 2 };

/* What both objects play, from the same rest. */
static int play(pd_patch *p, int obj, double ms)
{
    pd_at(p, ms, obj, "reset");
    pd_at(p, ms + 20, obj, "note 57 100");
    return pd_record(p, obj, its->heard, ms + 10, N);
}

static void assert_same(const pd_patch *p, int a, int b, const char *what)
{
    double most = 0;
    for (int i = 0; i < N; i++) {
        assert_that(pd_samples(p, a)[i] == pd_samples(p, b)[i], "%s: %s differs at sample %d: %g, %g", its->name, what,
                    i, pd_samples(p, a)[i], pd_samples(p, b)[i]);
        most = fmax(most, fabs(pd_samples(p, a)[i]));
    }
    assert_that(most > 1e-6, "%s: %s is silent", its->name, what);
}

/* Sends what an object's info outlet says to another one, for ten milliseconds from a time on. */
static void follow(pd_patch *p, int from, int to, double ms)
{
    int gate = pd_obj(p, "spigot"), open = pd_obj(p, "f 1");
    pd_connect(p, from, its->t.info, gate, 0);
    pd_connect(p, open, 0, gate, 1);
    pd_connect(p, gate, 0, to, 0);
    pd_at(p, ms, open, "1");
    pd_at(p, ms + 10, open, "0");
}

/* A preset, then numbers that are none of its own. */
static void make_a_sound(pd_patch *p, int obj, double ms, int which)
{
    if (its->t.n_presets > which)
        pd_at(p, ms, obj, "preset %s", its->t.presets[which]);
    pd_at(p, ms + 1, obj, "%sfreq %g", kind_has(its, "freq") ? "" : "b ", 150 + 37.7 * which);
    pd_at(p, ms + 2, obj, "gain %g", 0.0123 * (which + 1));
    if (!strcmp(its->name, "impact~"))
        pd_at(p, ms + 3, obj, "restitution 0.7");
    if (!strcmp(its->name, "impact~") && which == 2) {
        pd_at(p, ms + 3, obj, "object modes");
        pd_at(p, ms + 3, obj, "freqs 300 700");
        pd_at(p, ms + 3, obj, "pickupweights 1 0.4 -0.7");
    }
}

TEST_OF_EVERY_CLASS(sounds_are_kept)
{
    enum { DUMP, RECALL, GLIDE, LOAD, ZERO, ONE, WAYS };
    static const char *const names[WAYS] = { "dump", "recall", "recall by and by", "load", "morph 0", "morph 1" };
    pd_patch *p = pd_open(.limit = 100);
    int obj[WAYS][2], sound[WAYS][2];
    for (int w = 0; w < WAYS; w++) {
        for (int i = 0; i < 2; i++)
            obj[w][i] = pd_obj(p, "hertz/%s -seed 0", its->name);
        int a = obj[w][0], b = obj[w][1];
        make_a_sound(p, a, 10 + 40 * w, 1 + w % 3);
        if (w == DUMP) {
            follow(p, a, b, 300);
            pd_at(p, 305, a, "dump");
        } else if (w == LOAD) {
            pd_at(p, 300, a, "save hz-own.txt");
            pd_at(p, 320, b, "load hz-own.txt");
        } else { /* b is the object itself, which comes back from another sound */
            make_a_sound(p, b, 10 + 40 * w, 1 + w % 3);
            pd_at(p, 260, b, "store 7");
            make_a_sound(p, b, 270, 0);
            pd_at(p, 280, b, "store away");
            pd_at(p, 300, b, "%s",
                  w == RECALL  ? "recall 7"
                  : w == GLIDE ? "recall 7 50"
                  : w == ZERO  ? "morph 7 away 0"
                               : "morph away 7 1");
        }
        for (int i = 0; i < 2; i++)
            sound[w][i] = play(p, obj[w][i], 500);
    }
    pd_run(p);
    assert_that(pd_count(p, PD_ALL, "error") == 0, "%s: %s", its->name, pd_line(p, PD_ALL, "error", 0));
    for (int w = 0; w < WAYS; w++)
        assert_same(p, sound[w][0], sound[w][1], names[w]);
}

/* In the middle of a morph, and while a recall glides, all is finite and numbers lie between. */
TEST_OF_EVERY_CLASS(morph_lies_between)
{
    const char *freq = kind_has(its, "freq") ? "freq" : "b freq";
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s -gain 0.01", its->name), gets[2];
    print_info(p, o, its->t.info);
    pd_at(p, 10, o, "%s 100", freq);
    pd_at(p, 11, o, "store low");
    pd_at(p, 12, o, "%s 400", freq);
    pd_at(p, 13, o, "store high");
    pd_at(p, 14, o, "bang");
    pd_at(p, 60, o, "morph low high 0.5");
    gets[0] = pd_at(p, 61, o, "get %s", freq);
    pd_at(p, 100, o, "recall low 100");
    gets[1] = pd_at(p, 151, o, "get %s", freq);
    int wrong = pd_at(p, 300, o, "recall nowhere"), lost[2], sound = pd_record(p, o, its->heard, 0, N);
    lost[0] = pd_at(p, 301, o, "morph low nowhere 0.5");
    lost[1] = pd_at(p, 302, o, "morph nowhere low 0.5");
    pd_run(p);
    double x[2];
    for (int k = 0; k < 2; k++)
        x[k] = atof(strrchr(pd_line(p, gets[k], "o", 0), ' '));
    assert_near(x[0], 200, 1e-4);
    assert_near(x[1], 200 * pow(0.5, 0.5), 0.02);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 3);
    for (int k = 0; k < 2; k++)
        assert_true(strstr(pd_line(p, lost[k], "error", 0), "a slot that was stored: low high") != NULL);
    assert_true(strstr(pd_line(p, wrong, "error", 0), "a slot that was stored: low high") != NULL);
    for (int i = 0; i < N; i++)
        assert_true(isfinite(pd_samples(p, sound)[i]));
}

/* Between two objects of other kinds numbers glide, the object changes half way, and one fades into the other. No
 * message is an error. What lies between is a body of its own, which may be louder than both, but not over full scale.
 */
TEST(morph_between_objects)
{
    static const char *const kinds_of[][2] = { { "bell", "guitar" }, { "gong", "xylophone" }, { "glass", "drum" } };
    for (size_t k = 0; k < sizeof kinds_of / sizeof *kinds_of; k++) {
        pd_patch *p = pd_open(.as_played = 1);
        int o = pd_obj(p, "hertz/impact~ %s -report 0", kinds_of[k][0]), sound = pd_record(p, o, 0, 0, 3 * N);
        pd_at(p, 2, o, "store a");
        pd_at(p, 4, o, "preset %s", kinds_of[k][1]);
        pd_at(p, 6, o, "store b");
        for (int i = 0; i <= 20; i++) {
            pd_at(p, 10 + 30 * i, o, "morph a b %g", i / 20.0);
            if (i % 5 == 0)
                pd_at(p, 12 + 30 * i, o, "bang");
        }
        pd_run(p);
        double most = 0;
        for (int i = 0; i < 3 * N; i++)
            most = fmax(most, isfinite(pd_samples(p, sound)[i]) ? fabs(pd_samples(p, sound)[i]) : INFINITY);
        printf("# from %s to %s: at most %g\n", kinds_of[k][0], kinds_of[k][1], most);
        assert_that(most > 0.01 && most <= 1, "from %s to %s: %g", kinds_of[k][0], kinds_of[k][1], most);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        pd_close(p);
    }
}

/* A sound that was varied while DSP ran is heard, and from rest it stays under full scale. interface_test varies every
 * class and abstraction more often. */
TEST_OF_EVERY_CLASS(vary_is_heard)
{
    int falls = !strcmp(its->name, "bounce~") || !strcmp(its->name, "modalcontact~"); /* from as high as it likes */
    int each = 50 + (falls ? 3000 : !strcmp(its->name, "trombamarina~") ? 1500 : 300), wrong = 0;
    pd_patch *p = pd_open(.as_played = 1);
    int o = pd_obj(p, "hertz/%s", its->name), sound = 0;
    for (int k = 0; k < VARIED; k++) {
        pd_at(p, each * k + 5, o, "reset");
        pd_at(p, each * k + 10, o, "vary %g %d", 0.1 + 0.9 * k, k);
        pd_at(p, each * k + 50, o, "bang");
    }
    sound = pd_record(p, o, its->heard, 0, each * 48 * VARIED);
    pd_run(p);
    assert_that(pd_count(p, PD_ALL, "error") == 0, "%s: %s", its->name, pd_line(p, PD_ALL, "error", 0));
    for (int k = 0; k < VARIED; k++) {
        double most = 0;
        for (int i = each * 48 * k; i < each * 48 * (k + 1); i++)
            most = fmax(most, isfinite(pd_samples(p, sound)[i]) ? fabs(pd_samples(p, sound)[i]) : INFINITY);
        wrong += !(most > 1e-3 && most <= 1);
        printf("# %s: varied with the seeds 0 to %d it peaks at %g\n", its->name, k, most);
    }
    assert_that(wrong == 0, "%s: %d varied sounds are silent or over full scale", its->name, wrong);
}

/* Reads the file that an object has saved beside its patch. */
static int read_saved(const pd_patch *p, const char *name, char *text, size_t room)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, room, f);
    fclose(f);
    assert_true(n > 0 && n < room);
    return (int)n;
}

/* A sound in a file that is cut off behind any of its lines is one error, and the object stays as it was. */
TEST_OF_EVERY_CLASS(what_is_cut_off_is_refused)
{
    enum { ROOM = 8000, LINES = 200 };
    static char text[ROOM];
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-gain 0.25"), reply[LINES], lines = 0, dump[2];
    pd_at(p, 10, o, "save whole.txt");
    pd_run(p);
    int n = read_saved(p, "whole.txt", text, ROOM);
    pd_close(p);
    p = pd_open();
    o = kind_obj(p, its, "-gain 0.125");
    dump[0] = pd_at(p, 5, o, "dump");
    for (int i = 0; i < n - 1 && lines < LINES; i++) {
        char path[600];
        if (text[i] != '\n')
            continue;
        snprintf(path, sizeof path, "%s/cut%d.txt", pd_folder(p), lines);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fwrite(text, 1, (size_t)i + 1, f);
        fclose(f);
        reply[lines] = pd_at(p, 10 + lines, o, "load cut%d.txt", lines);
        lines++;
    }
    dump[1] = pd_at(p, 20 + LINES, o, "dump");
    print_info(p, o, its->t.info);
    pd_run(p);
    assert_true(lines > 5);
    for (int k = 0; k < lines; k++) {
        char said[60];
        snprintf(said, sizeof said, "load cut%d.txt: line %d: got nothing", k, k + 2);
        assert_that(pd_count(p, reply[k], "error") == 1 && strstr(pd_line(p, reply[k], "error", 0), said),
                    "%s: cut behind line %d: %s", its->name, k + 1, pd_line(p, reply[k], "error", 0));
    }
    assert_int_equal(pd_count(p, dump[0], ""), pd_count(p, dump[1], ""));
    for (int i = 0; i < pd_count(p, dump[0], ""); i++)
        assert_string_equal(pd_line(p, dump[0], "", i), pd_line(p, dump[1], "", i));
    pd_close(p);
}

/* Files that are none of its sounds change nothing and are one error each. The last one is good, and its mark of UTF-8
 * means nothing. */
TEST_OF_EVERY_CLASS(other_files_are_refused)
{
    static const char *const bad[][2] = {
        { "hertz sound 2 %s;\ngain 0.5;\n", "later version" },
        { "hertz sound 1 other~;\ngain 0.5;\n", "another class" },
        { "gain 0.5;\n%s", "does not begin" },
        { "", "does not begin" },
        { "hertz sound 1 %s;\ngain 0.5;\nhz-nonsense 3;\nend;\n", "line 3: got hz-nonsense 3" },
        { "hertz sound 1 %s;\ngain 0.5; gain\n 2 3;\nend;\n", "line 2: got gain 2 3" },
        { "hertz sound 1 %s;\ngain 0.5;\nend;\ngain 2;\n", "line 3: got end" },
        { "hertz sound 1 %s;\nmass\\;\n1;\nend;\n", "line 2: got mass;" },
        { "\xEF\xBB\xBFhertz sound 1 %s;\ngain 0.5;\nend;\n", NULL }
    };
    enum { BAD = sizeof bad / sizeof *bad };
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-gain 0.25"), reply[BAD + 1], get[BAD];
    print_info(p, o, its->t.info);
    for (int k = 0; k < BAD; k++) {
        char path[600];
        snprintf(path, sizeof path, "%s/hz-bad%d.txt", pd_folder(p), k);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
        fprintf(f, bad[k][0], its->name);
#pragma GCC diagnostic pop
        fclose(f);
        reply[k] = pd_at(p, 10 + k, o, "load hz-bad%d.txt", k);
        get[k] = pd_at(p, 10.5 + k, o, "get gain");
    }
    reply[BAD] = pd_at(p, 30, o, "load hz-missing.txt");
    pd_run(p);
    for (int k = 0; k < BAD; k++) {
        const char *error = pd_line(p, reply[k], "error", 0);
        assert_that(pd_count(p, reply[k], "error") == (bad[k][1] != NULL), "%s: %s", its->name, bad[k][0]);
        assert_that(!bad[k][1] || strstr(error, bad[k][1]), "%s: %s", its->name, error);
        assert_near(answer1(p, get[k], o, "gain"), bad[k][1] ? 0.25 : 0.5, 0);
    }
    assert_int_equal(pd_count(p, reply[BAD], "error"), 1);
}

/* Ranges were wider once: a sound from outside of them is brought in, and one error names what was. */
TEST_OF_EVERY_CLASS(wider_sounds_are_brought_in)
{
    pd_patch *p = pd_open();
    char path[600];
    int o = kind_obj(p, its, "-gain 0.25"), release = kind_has(its, "stiffness") ? 0 : 1;
    print_info(p, o, its->t.info);
    snprintf(path, sizeof path, "%s/hz-wide.txt", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "hertz sound 1 %s;\ngain 1e12;\n%s;\nend;\n", its->name, release ? "release -1" : "stiffness 1e30");
    fclose(f);
    int load = pd_at(p, 10, o, "load hz-wide.txt"), gain = pd_at(p, 11, o, "get gain");
    int other = pd_at(p, 12, o, release ? "get release" : "get stiffness");
    pd_run(p);
    const char *said = pd_line(p, load, "error: ", 0);
    assert_that(pd_count(p, load, "error") == 1 && said && strstr(said, "brought into what it may be: gain ") &&
                    strstr(said, release ? " release" : " stiffness"),
                "%s: %s", its->name, said ? said : "no error");
    assert_near(answer1(p, gain, o, "gain"), 1e9, 0);
    if (release)
        assert_true(pd_line(p, other, "o", 0) != NULL);
    else
        assert_near(answer1(p, other, o, "stiffness"), 1e17, 1e-6);
}

/* Words with characters that mean something in a text come back as they were. */
TEST(words_come_back)
{
    static const char *const words[] = { "plain", "my\\ array", "a\\,b\\;c", "\\\\back\\\\", "\\$1-\\$", "$x", "-x" };
    enum { WORDS = sizeof words / sizeof *words };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/stringbarrier~ -obstacle array"), get[WORDS + 1][2];
    int number = pd_obj(p, "makefilename %%d"), name = pd_obj(p, "list prepend array"), trim = pd_obj(p, "list trim");
    pd_chain(p, number, name, trim, o);
    for (int k = 0; k <= WORDS; k++) {
        if (k == WORDS)
            pd_at(p, 10 * k + 1, number, "440");
        else
            pd_at(p, 10 * k + 1, o, "array %s", words[k]);
        get[k][0] = pd_at(p, 10 * k + 2, o, "get array");
        pd_at(p, 10 * k + 3, o, "save words.txt");
        pd_at(p, 10 * k + 4, o, "array other");
        pd_at(p, 10 * k + 5, o, "load words.txt");
        get[k][1] = pd_at(p, 10 * k + 6, o, "get array");
    }
    pd_print(p, o, INFO, "info");
    pd_run(p);
    for (int k = 0; k <= WORDS; k++) {
        const char *was = pd_line(p, get[k][0], "info: array ", 0), *is = pd_line(p, get[k][1], "info: array ", 0);
        assert_that(was && is && !strcmp(was, is), "%s came back as %s", was, is);
    }
}

/* Numbers that differ in their last digit name two slots, and an error tells them as they were typed. */
TEST_OF_EVERY_CLASS(slots_are_named_by_any_number)
{
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-gain 0.25");
    pd_at(p, 2, o, "store 1234567");
    pd_at(p, 3, o, "gain 0.5");
    pd_at(p, 4, o, "store 1234568");
    pd_at(p, 5, o, "store 0.1");
    pd_at(p, 6, o, "recall 1234567");
    int get = pd_at(p, 7, o, "get gain"), wrong = pd_at(p, 8, o, "recall 1234569");
    print_info(p, o, its->t.info);
    pd_run(p);
    assert_near(answer1(p, get, o, "gain"), 0.25, 0);
    assert_true(strstr(pd_line(p, wrong, "error", 0), "a slot that was stored: 1234567 1234568 0.1, ") != NULL);
}

/* While a recall glides, what sets the sound ends the glide where it is and counts; an error does not end it. */
TEST_OF_EVERY_CLASS(what_is_told_ends_a_recall)
{
    static const char *const told[] = { "gain banana", "gain 0.125", "set gain 0.125",
                                        "level -20",   "vary 0.2 3", "read own.modes" };
    enum { TOLD = sizeof told / sizeof *told };
    const char *freq = kind_has(its, "freq") ? "freq" : "b freq";
    int o, gets[TOLD][2][2], n = strcmp(its->name, "impact~") ? TOLD - 1 : TOLD;
    pd_patch *p = pd_open();
    for (int k = 0; k < n; k++) {
        o = pd_obj(p, "hertz/%s -gain 0.25 -voices 2", its->name);
        print_info(p, o, its->t.info);
        pd_at(p, 9, o, "%s 100", freq);
        pd_at(p, 10, o, "store a");
        pd_at(p, 11, o, "gain 0.5");
        pd_at(p, 12, o, "%s 400", freq);
        pd_at(p, 13, o, "bang");
        if (k == TOLD - 1)
            pd_at(p, 14, o, "write own.modes");
        pd_at(p, 20, o, "recall a 10000");
        pd_at(p, 3000, o, "%s", told[k]);
        for (int late = 0; late < 2; late++) {
            gets[k][late][0] = pd_at(p, late ? 11000 : 8000, o, "get gain");
            gets[k][late][1] = pd_at(p, late ? 11001 : 8001, o, "voice 2 get %s", freq);
        }
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
    for (int k = 0; k < n; k++)
        for (int of = 0; of < 2; of++) {
            double x[2];
            for (int late = 0; late < 2; late++)
                x[late] = atof(strrchr(pd_line(p, gets[k][late][of], "o", 0), ' '));
            assert_that((x[0] == x[1]) == (k > 0), "%s: %s: %s goes from %g to %g", its->name, told[k],
                        of ? freq : "gain", x[0], x[1]);
            assert_that(of || k < 1 || k > 2 || x[1] == 0.125, "%s: %s: gain %g", its->name, told[k], x[1]);
        }
}

/* A file with a hundred wrong lines is one error, and nothing of it is taken. A preset ends a recall that takes its
 * time. */
TEST_OF_EVERY_CLASS(errors_and_recalls_come_to_an_end)
{
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-gain 0.25");
    char path[600];
    snprintf(path, sizeof path, "%s/hz-long.txt", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "hertz sound 1 %s;\n", its->name);
    for (int k = 0; k < 100; k++)
        fprintf(f, "hz-nonsense %d;\n", k);
    fprintf(f, "gain 0.5;\nend;\n");
    fclose(f);
    int load = pd_at(p, 10, o, "load hz-long.txt"), loaded = pd_at(p, 11, o, "get gain");
    pd_at(p, 12, o, "store a");
    pd_at(p, 12, o, "gain 0.125");
    pd_at(p, 13, o, "recall a 200");
    pd_at(p, 50, o, "preset %s", its->t.presets[0]);
    int before = pd_at(p, 51, o, "get gain"), after = pd_at(p, 400, o, "get gain");
    pd_print(p, o, its->t.info, "info");
    pd_run(p);
    assert_int_equal(pd_count(p, load, "error"), 1);
    assert_string_equal(pd_line(p, loaded, "info: gain ", 0), "0.25");
    assert_string_equal(pd_line(p, after, "info: gain ", 0), pd_line(p, before, "info: gain ", 0));
}

/* Half way between a soft blow that is heard loud and a hard one that is heard soft, gain is half of the first and the
 * speed a mean of ratios, so that the sound is five times too loud. While a morph sweeps nothing is tried, and it
 * stays under full scale all the same; at its ends it has the gain that was stored. */
TEST(a_sweep_stays_under_full_scale)
{
    enum { STEPS = 40, EVERY = 25, FROM = 100 };
    pd_patch *p = pd_open(.rate = 48000, .as_played = 1);
    int o = pd_obj(p, "hertz/impact~ bell -velocity 0.1"),
        sound = pd_record(p, o, AUDIO, FROM, (STEPS + 1) * EVERY * 48);
    print_info(p, o, INFO);
    pd_at(p, 5, PD_SEND, "pd dsp 0");
    pd_at(p, 6, o, "bang");
    pd_at(p, 7, o, "level -9");
    pd_at(p, 8, o, "store soft");
    int gains[2] = { pd_at(p, 9, o, "get gain"), 0 };
    pd_at(p, 10, o, "velocity 10");
    pd_at(p, 11, o, "level -9");
    pd_at(p, 12, o, "store hard");
    pd_at(p, 13, PD_SEND, "pd dsp 1");
    for (int k = 0; k <= STEPS; k++) {
        pd_at(p, FROM + EVERY * k, o, "morph hard soft %g", k / (double)STEPS);
        pd_at(p, FROM + EVERY * k + 1, o, "bang");
    }
    gains[1] = pd_at(p, FROM + EVERY * STEPS + 5, o, "get gain");
    pd_run(p);
    double most = 0;
    for (int i = 0; i < (STEPS + 1) * EVERY * 48; i++)
        most = fmax(most, fabs(pd_samples(p, sound)[i]));
    printf("# a sweep peaks at %.3f\n", most);
    assert_that(most <= 1 && most > 0.3, "a sweep peaks at %g", most);
    assert_near(answer1(p, gains[1], o, "gain"), answer1(p, gains[0], o, "gain"), 0);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* An instrument of several strings or pieces keeps each of them: what it says of itself is the same after `load`. */
TEST(every_string_has_a_file)
{
    static const char *const of[] = { "fretted~", "crumple~" };
    enum { INSTRUMENTS = sizeof of / sizeof *of };
    int dump[INSTRUMENTS][2];
    pd_patch *p = pd_open(.as_played = 1);
    for (int i = 0; i < INSTRUMENTS; i++) {
        int o = pd_obj(p, "hertz/%s", of[i]);
        pd_print(p, o, 1, "info");
        dump[i][0] = pd_at(p, 100 + i, o, "dump");
        pd_at(p, 110 + i, o, "save hz-%d.txt", i);
        pd_at(p, 120 + i, o, "load hz-%d.txt", i);
        dump[i][1] = pd_at(p, 130 + i, o, "dump");
        pd_record(p, o, AUDIO, 0, 200 * 48);
    }
    pd_run(p);
    for (int i = 0; i < INSTRUMENTS; i++) {
        int lines = pd_count(p, dump[i][0], "info: ");
        assert_true(lines > 100 && pd_count(p, dump[i][1], "info: ") == lines);
        for (int k = 0; k < lines; k++)
            assert_string_equal(pd_line(p, dump[i][0], "info: ", k), pd_line(p, dump[i][1], "info: ", k));
    }
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}

/* An instrument writes beside the patch that holds its box, and not into the library. */
TEST(files_of_instruments_are_beside_the_patch)
{
    char text[8000];
    pd_patch *p = pd_open(.as_played = 1);
    int o = pd_obj(p, "hertz/bells~"), copies = pd_obj(p, "hertz/poly~ hertz/bells~ 2");
    pd_at(p, 10, o, "save hz-bells.txt");
    pd_at(p, 10, copies, "save hz-copies.txt");
    pd_record(p, o, AUDIO, 0, 50 * 48);
    pd_run(p);
    assert_true(read_saved(p, "hz-bells.txt", text, sizeof text) > 0);
    assert_true(read_saved(p, "hz-copies.txt", text, sizeof text) > 0);
}

/* Varied forty times, each time from where it was, a number stays within a factor of four of what it was set to; set
 * anew, within four of that. */
TEST(varied_numbers_stay_near)
{
    enum { TIMES = 40, ANSWERS = 3 };
    static const double set[] = { 0.01, 0.3 };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~");
    print_info(p, o, ANSWERS);
    for (int round = 0; round < 2; round++) {
        pd_at(p, 10 + 1000 * round, o, "mass %g", set[round]);
        for (int k = 0; k < TIMES; k++)
            pd_at(p, 20 + 1000 * round + 10 * k, o, "vary 1 %d, get mass", k);
    }
    pd_until(p, 2000);
    pd_run(p);
    char line[40];
    snprintf(line, sizeof line, "o%d: mass ", o);
    double most = 1;
    assert_int_equal(pd_count(p, PD_ALL, line), 2 * TIMES);
    for (int i = 0; i < 2 * TIMES; i++) {
        double x, ratio;
        assert_int_equal(pd_numbers(pd_line(p, PD_ALL, line, i), &x, 1), 1);
        ratio = x / set[i / TIMES];
        assert_that(ratio > 0.2499 && ratio < 4.001, "varied %d times, mass is %g, set to %g", i % TIMES, x,
                    set[i / TIMES]);
        most = fmax(most, fmax(ratio, 1 / ratio));
    }
    assert_true(most > 3);
}
