/* What patches count on, class by class: every excitation sounds, loud enough and no louder, at any rate and in any
 * canvas; there are as many inlets and outlets as the class says; accounts balance. Each class is asked the same
 * questions, in a real Pd, by what its answer to `reference` names (kinds.h); that every name answers, table_test asks.
 */
#include <glob.h>

#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, SECOND = 48000, MOST = 64 };

static const kind *classes;
static int n_classes;

/* Calls `each` for the pieces of a text, in their order. */
static void pieces(const char *text, char between, void (*each)(const char *piece, void *to), void *to)
{
    while (text && *text) {
        char piece[48];
        size_t n = 0;
        while (text[n] && text[n] != between)
            n++;
        snprintf(piece, sizeof piece, "%.*s", (int)n, text);
        if (n)
            each(piece, to);
        text += n + (text[n] == between);
    }
}

/* How long a sound is listened to. Under the sanitizers only its beginning is. */
static double seconds(void)
{
    return asserted_is_native() ? 2 : 0.25;
}

static int is_loud_enough(double peak)
{
    double level = 20 * log10(peak);
    return level > -16 && level < -1;
}

/* Makes an object of the class. What it says on its info outlet is printed as lines `o<box>: ...`. */
static int object(pd_patch *p, const kind *c, const char *flags, int more_outlets)
{
    int o = pd_obj(p, "hertz/%s %s -seed 0", c->name, flags);
    print_info(p, o, c->t.audio + 2 + more_outlets);
    return o;
}

static double peak_of(const float *x, int n)
{
    double peak = 0;
    for (int i = 0; i < n; i++)
        peak = fmax(peak, isfinite(x[i]) ? fabs(x[i]) : INFINITY);
    return peak;
}

/* ---- excitations ---- */

typedef struct playing {
    pd_patch *p;
    const kind *c;
    int n, out[MOST][3];
    char text[MOST][64];
} playing;

/* Makes another object, which is struck by the message after the setting, and recorded. */
static void add(playing *x, const char *setting, const char *message, const char *text)
{
    int o = object(x->p, x->c, "", 0);
    if (*setting)
        pd_at(x->p, 5, o, "%s", setting);
    pd_at(x->p, 20, o, "%s", message);
    for (int i = 0; i < x->c->t.audio; i++)
        x->out[x->n][i] = pd_record(x->p, o, i, 20, (int)(seconds() * RATE));
    snprintf(x->text[x->n++], sizeof *x->text, "%s", text);
}

/* What excites, where a class has it. stringbarrier~ throws no mass before it has one. */
static int excites(const kind *c, const char *message)
{
    char verb[16];
    snprintf(verb, sizeof verb, "%.*s", (int)strcspn(message, " "), message);
    return kind_has(c, verb) && (strcmp(verb, "throw") || kind_has(c, "drop"));
}

static double loudest(const playing *x, int i)
{
    double peak = 0;
    for (int k = 0; k < x->c->t.audio; k++)
        peak = fmax(peak, peak_of(pd_samples(x->p, x->out[i][k]), (int)(seconds() * RATE)));
    return peak;
}

TEST(every_excitation_sounds)
{
    static const char *const messages[] = { "strike 1", "drop 0.1",   "throw 1", "pluck", "pluck 0.3 0.002 0.1",
                                            "knock",    "note 60 100" };
    int silent = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        playing x = { .p = pd_open(.as_played = 1, .rate = RATE), .c = c };
        add(&x, "", "bang", "bang");
        add(&x, "", c->excite, c->excite);
        for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
            if (excites(c, messages[i]))
                add(&x, "", messages[i], messages[i]);
        pd_run(x.p);
        silent += pd_count(x.p, PD_ALL, "error") != 0;
        for (int i = 0; i < pd_count(x.p, PD_ALL, "error"); i++)
            print_error("%s: %s\n", c->name, pd_line(x.p, PD_ALL, "error", i));
        for (int i = 0; i < x.n; i++)
            if (!(loudest(&x, i) > 1e-3 && loudest(&x, i) < 4)) {
                print_error("%s: %s peaks at %g\n", c->name, x.text[i], loudest(&x, i));
                silent++;
            }
        pd_close(x.p);
    }
    assert_int_equal(silent, 0);
}

/* A bang is a blow at full velocity. It needs no [*~]: -16 to -1 dBFS at any rate. presets_test says how loud it is. */
NATIVE_TEST(bang_is_loud_enough_at_any_rate)
{
    const double rates[] = { 44100, 48000, 96000 };
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++)
        for (int r = 0; r < 3; r++) {
            pd_patch *p = pd_open(.as_played = 1, .rate = rates[r]);
            int o = object(p, c, "", 0), n = (int)(seconds() * rates[r]), out[3];
            pd_at(p, 20, o, "bang");
            for (int i = 0; i < c->t.audio; i++)
                out[i] = pd_record(p, o, i, 20, n);
            pd_run(p);
            double peak = 0;
            for (int i = 0; i < c->t.audio; i++)
                peak = fmax(peak, peak_of(pd_samples(p, out[i]), n));
            if (!is_loud_enough(peak)) {
                print_error("%s at %g Hz: bang peaks at %g dBFS\n", c->name, rates[r], 20 * log10(peak));
                wrong++;
            }
            pd_close(p);
        }
    assert_int_equal(wrong, 0);
}

static void add_name(const char *name, void *to)
{
    playing *x = to;
    snprintf(x->text[x->n++], sizeof *x->text, "%s", name);
}

static void add_preset(const char *name, void *to)
{
    char setting[64];
    snprintf(setting, sizeof setting, "preset %s", name);
    add(to, setting, "bang", name);
}

/* A bang after each preset needs no [*~] either. */
WHOLE_TEST(presets_are_loud_enough)
{
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int names = pd_at(p, 1, object(p, c, "", 0), "presets");
        pd_run(p);
        playing x = { .p = pd_open(.as_played = 1, .rate = RATE), .c = c };
        pieces(pd_line(p, names, "o0: presets ", 0), ' ', add_preset, &x);
        pd_run(x.p);
        for (int i = 0; i < pd_count(x.p, PD_ALL, "error"); i++, wrong++)
            print_error("%s: %s\n", c->name, pd_line(x.p, PD_ALL, "error", i));
        for (int i = 0; i < x.n; i++) {
            if (!is_loud_enough(loudest(&x, i))) {
                print_error("%s: preset %s peaks at %g dBFS\n", c->name, x.text[i], 20 * log10(loudest(&x, i)));
                wrong++;
            }
        }
        wrong += x.n == 0;
        pd_close(x.p);
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

static void send_preset(const char *name, void *to)
{
    playing *x = to;
    pd_at(x->p, 20 + 100 * x->n, x->out[0][0], "preset %s", name);
    pd_at(x->p, 21 + 100 * x->n++, x->out[0][0], "bang");
}

/* One preset after the other while the last one sounds: none is louder than another. */
TEST(presets_follow_each_other_quietly)
{
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int names = pd_at(p, 1, object(p, c, "", 0), "presets");
        pd_run(p);
        playing x = { .p = pd_open(.as_played = 1, .rate = RATE), .c = c };
        int o = x.out[0][0] = object(x.p, c, "", 0), out[3], n = 2 * RATE;
        pieces(pd_line(p, names, "o0: presets ", 0), ' ', send_preset, &x);
        for (int i = 0; i < c->t.audio; i++)
            out[i] = pd_record(x.p, o, i, 0, n);
        pd_run(x.p);
        double peak = 0;
        for (int i = 0; i < c->t.audio; i++)
            peak = fmax(peak, peak_of(pd_samples(x.p, out[i]), n));
        if (!(peak > 0.1 && peak < 1)) {
            print_error("%s: its presets peak at %g one after the other\n", c->name, peak);
            wrong++;
        }
        pd_close(x.p);
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* A preset as a flag leaves the object as the message does. */
TEST(presets_are_flags_too)
{
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int names = pd_at(p, 1, object(p, c, "", 0), "presets"), n = 0, dumps[MOST][2], objects[MOST][2];
        pd_run(p);
        playing x = { .p = pd_open(.as_played = 1, .rate = RATE), .c = c };
        pieces(pd_line(p, names, "o0: presets ", 0), ' ', add_name, &x);
        for (; n < x.n; n++) {
            char flag[64];
            snprintf(flag, sizeof flag, "-preset %s", x.text[n]);
            objects[n][0] = object(x.p, c, flag, 0);
            objects[n][1] = object(x.p, c, "", 0);
            pd_at(x.p, 1, objects[n][1], "preset %s", x.text[n]);
            for (int k = 0; k < 2; k++)
                dumps[n][k] = pd_at(x.p, 10 + 2 * n + k, objects[n][k], "dump");
        }
        pd_run(x.p);
        wrong += pd_count(x.p, PD_ALL, "error") != 0 || n == 0;
        for (int i = 0; i < n; i++) {
            char prefix[2][16];
            for (int k = 0; k < 2; k++)
                snprintf(prefix[k], sizeof prefix[k], "o%d: ", objects[i][k]);
            int lines = pd_count(x.p, dumps[i][0], prefix[0]);
            for (int l = 0; l < lines; l++) {
                const char *a = pd_line(x.p, dumps[i][0], prefix[0], l), *b = pd_line(x.p, dumps[i][1], prefix[1], l);
                if (!b || strcmp(a, b)) {
                    print_error("%s -preset %s: %s, by message %s\n", c->name, x.text[i], a, b ? b : "nothing");
                    wrong++;
                }
            }
            wrong += lines == 0;
        }
        pd_close(x.p);
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* Blocks of one sample and of many, and twice the rate, sound like the usual block. */
TEST(canvas_does_not_matter)
{
    const char *rulers[] = { NULL, "block~ 1", "block~ 1024", "block~ 64 1 2" };
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int out[4][3], n[4];
        double peak[4] = { 0 }, listen = fmin(seconds(), 0.5);
        for (int k = 0; k < 4; k++) {
            if (rulers[k])
                pd_subpatch(p, rulers[k]);
            int o = object(p, c, "", 0);
            n[k] = (int)(listen * RATE) * (k == 3 ? 2 : 1);
            pd_at(p, 20, o, "bang");
            for (int i = 0; i < c->t.audio; i++)
                out[k][i] = pd_record(p, o, i, 20, n[k]);
            if (rulers[k])
                pd_main(p);
        }
        pd_run(p);
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < c->t.audio; i++)
                peak[k] = fmax(peak[k], peak_of(pd_samples(p, out[k][i]), n[k]));
            if (!(peak[k] > 0.5 * peak[0] && peak[k] < 2 * peak[0])) {
                print_error("%s: bang peaks at %g in [%s], %g without\n", c->name, peak[k], rulers[k], peak[0]);
                wrong++;
            }
        }
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* ---- inlets, outlets, accounts ---- */

TEST(inlets_and_outlets_are_as_many_as_said)
{
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++)
        for (int beyond = 0; beyond < 2; beyond++) {
            pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
            int o = pd_obj(p, "hertz/%s -meters kinetic residual", c->name), sig = pd_obj(p, "sig~ 0");
            pd_print(p, o, c->t.audio + 4 + beyond, "last");
            pd_connect(p, sig, 0, o, c->t.inlets - 1 + beyond);
            pd_run(p);
            int refused = pd_count(p, PD_LOADED, "patch.pd ");
            if (refused != 2 * beyond) {
                print_error("%s: %d cords refused, %d beyond the last\n", c->name, refused, 2 * beyond);
                wrong++;
            }
            pd_close(p);
        }
    assert_int_equal(wrong, 0);
}

/* NaN at a signal inlet counts as 0 and is reported once; a bang after it sounds as after zeros. */
TEST(nan_is_one_report_and_no_end)
{
    enum { PLACE = 2 };       /* the inlet of the position */
    static float bad[2][200]; /* NaN, and zeros */
    for (int i = 0; i < 200; i++)
        bad[0][i] = NAN;
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int out[5][2][3], n = (int)(seconds() * RATE);
        for (int k = 0; k < c->t.inlets; k++)
            for (int j = 0; j < 2; j++) {
                int o = object(p, c, "", 0);
                pd_feed(p, o, k, 30, bad[j], 200);
                /* Blocks of nothing but NaN have moved the position, a signal, to its parameter and back. */
                if (k == PLACE && !strcmp(c->name, "modalcontact~"))
                    pd_at(p, 50, o, "reset");
                pd_at(p, 100 + k, o, "bang");
                for (int i = 0; i < c->t.audio; i++)
                    out[k][j][i] = pd_record(p, o, i, 100, n);
            }
        pd_run(p);
        if (pd_count(p, PD_ALL, "error") != c->t.inlets) {
            print_error("%s: %d errors for NaN at %d inlets\n", c->name, pd_count(p, PD_ALL, "error"), c->t.inlets);
            wrong++;
        }
        for (int k = 0; k < c->t.inlets; k++) {
            double peak[2] = { 0 };
            for (int j = 0; j < 2; j++)
                for (int i = 0; i < c->t.audio; i++)
                    peak[j] = fmax(peak[j], peak_of(pd_samples(p, out[k][j][i]), n));
            if (!(fabs(peak[0] - peak[1]) <= 1e-6 + 0.5 * peak[1])) {
                print_error("%s: a bang peaks at %g after NaN at inlet %d, at %g after zeros\n", c->name, peak[0], k,
                            peak[1]);
                wrong++;
            }
        }
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* After a bang the accounts balance; after `reset` all of them are zero, and it is silent. */
TEST(accounts_balance_and_reset)
{
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE);
        int o = object(p, c, "-ledger 1", 0);
        int before = pd_at(p, 10, o, "energy"); /* what lies on the surface has been put at rest */
        pd_at(p, 20, o, "bang");
        int after = pd_at(p, 20 + 1000 * seconds(), o, "energy");
        pd_at(p, 30 + 1000 * seconds(), o, "reset");
        int again = pd_at(p, 31 + 1000 * seconds(), o, "energy");
        int out = pd_record(p, o, 0, 40 + 1000 * seconds(), RATE / 10);
        pd_run(p);
        accounts a = accounts_of(p, before, o), b = accounts_of(p, after, o), z = accounts_of(p, again, o);
        double passed = fmax(fabs(b.adjusted) + fabs(b.supplied), b.stored);
        double balance = b.stored - a.stored - (b.supplied + b.adjusted - b.dissipated - b.shed + b.residual);
        if (!(passed > 0) || !(fabs(balance) <= 1e-5 * passed) || !(fabs(b.residual) <= 1e-10 * passed) ||
            !(b.dissipated > 0)) {
            print_error("%s: stored %g, supplied %g, adjusted %g, dissipated %g, residual %g\n", c->name, b.stored,
                        b.supplied, b.adjusted, b.dissipated, b.residual);
            wrong++;
        }
        /* A Pd of double precision says of a string at rest that it loses 1e-41 J. */
        if (z.supplied != 0 || z.adjusted != 0 || fabs(z.dissipated) > 1e-30 || fabs(z.residual) > 1e-15 * passed ||
            fabs(z.stored - a.stored) > 1e-9 * passed) {
            print_error("%s: after reset: stored %g (%g at first), supplied %g, adjusted %g, dissipated %g\n", c->name,
                        z.stored, a.stored, z.supplied, z.adjusted, z.dissipated);
            wrong++;
        }
        if (!(peak_of(pd_samples(p, out), RATE / 10) < 1e-6)) {
            print_error("%s: sounds at %g after reset\n", c->name, peak_of(pd_samples(p, out), RATE / 10));
            wrong++;
        }
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* What is asked before DSP runs is answered, and what excites waits for the first block. */
TEST(before_dsp_it_answers_and_waits)
{
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .no_dsp = 1);
        int o = object(p, c, "", 0);
        int get = pd_at(p, 1, o, "get gain"), energy = pd_at(p, 2, o, "energy"), dump = pd_at(p, 3, o, "dump");
        pd_at(p, 4, o, "bang");
        pd_at(p, 20, PD_SEND, "pd dsp 1");
        int out = pd_record(p, o, c->heard, 20, (int)(seconds() * RATE));
        pd_run(p);
        answer1(p, get, o, "gain");
        accounts_of(p, energy, o);
        char prefix[16];
        snprintf(prefix, sizeof prefix, "o%d: ", o);
        double peak = peak_of(pd_samples(p, out), (int)(seconds() * RATE));
        if (pd_count(p, dump, prefix) < 10 || !(peak > 1e-3) || pd_count(p, PD_ALL, "error")) {
            print_error("%s before DSP: dump of %d lines, bang at %g, %d errors\n", c->name, pd_count(p, dump, prefix),
                        peak, pd_count(p, PD_ALL, "error"));
            wrong++;
        }
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* On a stage: fast, all over the keyboard, and retuned while it sounds. Nothing is clipped, and it still sounds. */
TEST(playing_fast_does_not_clip)
{
    static const int keys[] = { 40, 88, 33, 76, 52, 84, 28, 64 };
    enum { BANGS = 16, KEYS = sizeof keys / sizeof *keys };
    int wrong = 0;
    for (const kind *c = classes; c < classes + n_classes; c++) {
        pd_patch *p = pd_open(.as_played = 1);
        int o = object(p, c, "", 0), n = 2 * RATE, out[3];
        for (int i = 0; i < c->t.audio; i++)
            out[i] = pd_record(p, o, i, 0, n);
        for (int k = 0; k < BANGS; k++)
            pd_at(p, 20 + 50 * k, o, "bang");
        for (int k = 0; k < KEYS; k++)
            pd_at(p, 20 + 50 * BANGS + 100 * k, o, "note %d 127", keys[k]);
        for (int k = 0; k < KEYS / 2; k++)
            pd_at(p, 1660 + 80 * k, o, "%sfreq %d", kind_has(c, "b freq") ? "b " : "", k % 2 ? 60 : 1500);
        pd_run(p);
        double peak = 0, end = 0;
        for (int i = 0; i < c->t.audio; i++) {
            peak = fmax(peak, peak_of(pd_samples(p, out[i]), n));
            end = fmax(end, peak_of(pd_samples(p, out[i]) + 1600 * (RATE / 1000), RATE / 20));
        }
        if (!(peak < 1 && end > 1e-3)) {
            print_error("%s: played fast it peaks at %g, and at %g at the end\n", c->name, peak, end);
            wrong++;
        }
        pd_close(p);
    }
    assert_int_equal(wrong, 0);
}

/* ---- what everybody does first, with every class and abstraction ---- */

/* Of these more is known than of the others, which are played by a list. */
typedef struct player {
    char name[48];
    const char *flags; /* what it is made with */
    const char *plays; /* what makes it sound */
    int refuses;       /* It refuses a list in words, for one number plays it. */
    int dice;          /* It throws dice, so that it never sounds the same twice. */
    int dear;          /* It takes a second of processor time, and is left out where there is no time for everything. */
    int driven;        /* Signals drive it, or many blows. A variation keeps the peak of the last blow, and others may
                          become quieter. */
    int later;         /* It takes so many milliseconds more until it sounds. */
    int scenes;        /* Scenes are what it keeps: rack_test.c. */
    int audio, info;   /* Outlets of sound come first. This one answers. */
} player;
static const player players[] = {
    { .name = "impact~", .audio = 1, .info = 3 },
    { .name = "bounce~", .audio = 1, .info = 3, .later = 1500 },
    { .name = "modalcontact~", .audio = 2, .info = 4, .later = 1500 },
    { .name = "friction~", .audio = 2, .info = 4 },
    { .name = "stringbarrier~", .audio = 1, .info = 3 },
    { .name = "trombamarina~", .audio = 3, .info = 5, .later = 1500 },
    { .name = "poly~", .flags = "hertz/snare~ 2", .dear = 1 },
    { .name = "slot~", .flags = "snare~", .audio = 4, .info = 4, .dear = 1 },
    { .name = "rack~", .flags = "snare~", .audio = 4, .info = 4, .scenes = 1 },
    { .name = "phonobump~", .plays = "", .driven = 1 },
    { .name = "tromba~", .driven = 1 },
    { .name = "rain~", .plays = "0.7", .refuses = 1, .dice = 1, .driven = 1 },
    { .name = "crumple~", .plays = "0.7", .refuses = 1, .dice = 1 },
    { .name = "rolling~", .plays = "0.7", .refuses = 1, .dice = 1, .driven = 1 },
    { .name = "rub~", .plays = "0.7", .refuses = 1, .dice = 1, .driven = 1, .audio = 2, .info = 2 },
    { .name = "glassharp~", .later = 1500 },
    { .name = "scatter~", .dice = 1, .dear = 1 },
    { .name = "fretted~", .dear = 1, .driven = 1 },
    { .name = "shaker~", .dice = 1, .driven = 1 },
    { .name = "steps~", .dice = 1 },
    { .name = "knock~", .dice = 1 },
    { .name = "chimes~", .dice = 1 },
};
enum { PLAYERS = sizeof players / sizeof *players, LISTENED = 300, GONE = 50, STILL = 20 };

static player player_called(const char *path)
{
    player one = { .flags = "", .plays = "60 100", .audio = 1, .info = 1 };
    const char *name = strrchr(path, '/') + 1;
    snprintf(one.name, sizeof one.name, "%.*s", (int)(strrchr(name, '.') - name), name);
    for (const player *k = players; k < players + PLAYERS; k++)
        if (!strcmp(k->name, one.name)) {
            player is = *k;
            is.flags = is.flags ? is.flags : one.flags;
            is.plays = is.plays ? is.plays : one.plays;
            is.info = is.audio ? is.info : one.info;
            is.audio = is.audio ? is.audio : one.audio;
            return is;
        }
    return one;
}

/* One of them in its patch, which is listened to from the beginning. */
typedef struct stage {
    const player *who;
    pd_patch *p;
    int obj[2], sound[2][3], n_obj;
    double end; /* ms; so long it has been played */
} stage;

static stage open_stage(const player *who, int n_obj)
{
    stage s = { .who = who, .p = pd_open(.as_played = 1, .rate = RATE, .limit = 1500), .n_obj = n_obj, .end = 100 };
    for (int k = 0; k < n_obj; k++) {
        s.obj[k] = pd_obj(s.p, "hertz/%s %s", who->name, who->flags);
        print_info(s.p, s.obj[k], who->info);
    }
    return s;
}

static void run_stage(stage *s)
{
    for (int k = 0; k < s->n_obj; k++)
        for (int i = 0; i < s->who->audio; i++)
            s->sound[k][i] = pd_record(s->p, s->obj[k], i, 0, (int)(s->end * RATE / 1000));
    pd_run(s->p);
}

static double peak_on(const stage *s, int k, double from, double to)
{
    double peak = 0;
    for (int i = 0; i < s->who->audio; i++)
        peak = fmax(peak, peak_of(pd_samples(s->p, s->sound[k][i]) + (int)(from * RATE / 1000),
                                  (int)((to - from) * RATE / 1000)));
    return peak;
}

/* Sends a message, and tells when. What comes next waits until it has been listened to. */
static double send_to(stage *s, int k, const char *message, double ms)
{
    double at = s->end;
    pd_at(s->p, at, s->obj[k], "%s", message);
    s->end += ms;
    return at;
}

/* While DSP is off a trial is over within its message. */
__attribute__((format(printf, 3, 4))) static void at_once(stage *s, int k, const char *format, ...)
{
    char message[80];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    pd_at(s->p, s->end, PD_SEND, "pd dsp 0");
    pd_at(s->p, s->end, s->obj[k], "%s", message);
    pd_at(s->p, s->end, PD_SEND, "pd dsp 1");
    s->end += 10;
}

/* Counts what is wrong: errors, but for that of a list where one number plays, and where dice threw a last blow so soft
 * that it is silent, for `vary` has nothing to hear then. */
static int errors_on(const stage *s)
{
    int wrong = 0;
    for (int i = 0; i < pd_count(s->p, PD_ALL, "error"); i++) {
        const char *line = pd_line(s->p, PD_ALL, "error", i);
        if (s->who->refuses && strstr(line, s->who->name) && strstr(line, "60 100"))
            continue;
        if (s->who->dice && strstr(line, "vary: the present excitation is silent"))
            continue;
        print_error("%s: %s\n", s->who->name, line);
        wrong++;
    }
    return wrong;
}

static int is_wrong(int wrong, const player *who, const char *what, double peak)
{
    if (wrong)
        print_error("%s: %s: peaks at %g\n", who->name, what, peak);
    return wrong;
}

/* A list, a number, the key let go, a bang: each sounds under full scale. 50 ms after panic it is silent. */
static int notes_of(const player *who)
{
    static const char *const messages[] = { "60 100", "60", "60 0", "bang" };
    enum { N = sizeof messages / sizeof *messages };
    stage s = open_stage(who, 1);
    double at[N + 3];
    int wrong = 0, n = 0;
    for (; n < N; n++)
        at[n] = send_to(&s, 0, messages[n], LISTENED + who->later);
    if (*who->plays)
        at[n++] = send_to(&s, 0, who->plays, LISTENED + who->later);
    at[n++] = send_to(&s, 0, "panic", GONE);
    at[n] = s.end;
    s.end += LISTENED;
    run_stage(&s);
    for (int k = 0; k < n - 1; k++) {
        double peak = peak_on(&s, 0, at[k], at[k + 1]);
        int sounds = k != 2 && *who->plays && !(who->refuses && k != N);
        wrong += is_wrong(!(peak < 1 && (!sounds || peak > 1e-3)), who, k < N ? messages[k] : who->plays, peak);
    }
    wrong += is_wrong(!(peak_on(&s, 0, at[n], s.end) < 1e-3), who, "after panic", peak_on(&s, 0, at[n], s.end));
    wrong += errors_on(&s);
    pd_close(s.p);
    return wrong;
}

static int dump_again(stage *s, int k)
{
    int reply = pd_at(s->p, s->end, s->obj[k], "dump");
    s->end += 5;
    return reply;
}

/* Returns line i of what an object told of itself, without the reports of contacts, behind its name. */
static const char *told(const stage *s, int reply, int i)
{
    const char *line;
    for (int k = 0; (line = pd_line(s->p, reply, "o", k)) != NULL; k++) {
        line = strchr(line, ' ');
        if (strncmp(line, " contact ", 9) && i-- == 0)
            return line;
    }
    return NULL;
}

static int tells_the_same(const stage *s, int one, int other, const char *what)
{
    int wrong = 0, n = 0;
    const char *a, *b;
    for (; (a = told(s, one, n)) != NULL; n++) {
        b = told(s, other, n);
        if (!b || strcmp(a, b)) {
            print_error("%s: %s:%s, and before%s\n", s->who->name, what, b ? b : " nothing", a);
            wrong++;
        }
    }
    return wrong + (n < 5);
}

static int sounds_the_same(const stage *s, double from)
{
    int wrong = 0;
    for (int i = 0; i < s->who->audio; i++) {
        const float *a = pd_samples(s->p, s->sound[0][i]), *b = pd_samples(s->p, s->sound[1][i]);
        int first = (int)(from * RATE / 1000), n = LISTENED * RATE / 1000, k = 0;
        while (k < n && a[first + k] == b[first + k])
            k++;
        if (k < n)
            print_error("%s: replayed it is %g and was %g, %d samples later\n", s->who->name, (double)b[first + k],
                        (double)a[first + k], k);
        wrong += k < n;
    }
    return wrong;
}

/* What the first object tells is sent to the second. */
static void replay(stage *s)
{
    int gate = pd_obj(s->p, "spigot"), open = pd_obj(s->p, "f 1");
    pd_connect(s->p, s->obj[0], s->who->info, gate, 0);
    pd_connect(s->p, open, 0, gate, 1);
    pd_connect(s->p, gate, 0, s->obj[1], 0);
    pd_at(s->p, s->end, open, "1");
    send_to(s, 0, "dump", 5);
    pd_at(s->p, s->end, open, "0");
}

/* What `dump` says makes the same sound of a fresh object, to the last bit where there are no dice. A sound that was
 * stored comes back, and between two there is one that is under full scale. */
static int own_sounds_of(const player *who)
{
    stage s = open_stage(who, 2);
    int wrong = 0, dump[3];
    double same, morph;
    at_once(&s, 0, "vary 0.3 5");
    replay(&s);
    dump[0] = dump_again(&s, 0);
    dump[1] = dump_again(&s, 1);
    send_to(&s, 0, "store here", 5);
    for (int k = 0; k < 2; k++)
        pd_at(s.p, s.end, s.obj[k], "reset");
    s.end += GONE;
    same = s.end;
    for (int k = 0; k < 2 && *who->plays; k++)
        pd_at(s.p, s.end, s.obj[k], "%s", who->plays);
    s.end += LISTENED + who->later;
    pd_at(s.p, s.end, s.obj[1], "panic");
    send_to(&s, 0, "panic", GONE);
    at_once(&s, 0, "vary 1 7");
    send_to(&s, 0, "store there", 5);
    send_to(&s, 0, "recall here 20", 100);
    dump[2] = dump_again(&s, 0);
    morph = s.end;
    at_once(&s, 0, "morph here there 0.5");
    send_to(&s, 0, who->plays, LISTENED + who->later);
    run_stage(&s);
    wrong += tells_the_same(&s, dump[0], dump[1], "dump, replayed");
    wrong += tells_the_same(&s, dump[0], dump[2], "stored, recalled");
    wrong += who->dice ? 0 : sounds_the_same(&s, same);
    wrong += is_wrong(!(peak_on(&s, 0, morph, s.end) < 1), who, "morph", peak_on(&s, 0, morph, s.end));
    wrong += errors_on(&s);
    pd_close(s.p);
    return wrong;
}

/* Varied so many times, each time from where it was, it stays under full scale, and panic silences it. Each time is
 * recorded by itself, for Pd leaves out a block where DSP is switched off and on. */
static int varied(const player *who, int first, int times)
{
    enum { MOST_TIMES = 50 };
    stage s = open_stage(who, 1);
    int sound[MOST_TIMES][3], played = LISTENED + who->later, wrong = 0;
    for (int k = 0; k < times; k++) {
        /* A string speaks under its bow only where both fit: much else leaves it silent. */
        double amount = strstr(who->name, "tromba") ? 0.2 : 0.1 + 0.9 * (k % 4) / 3;
        at_once(&s, 0, "vary %g %d", amount, first + k);
        s.end += GONE; /* A string is retuned at a finite pace. */
        for (int i = 0; i < who->audio; i++)
            sound[k][i] = pd_record(s.p, s.obj[0], i, s.end, (played + GONE + STILL) * RATE / 1000);
        send_to(&s, 0, *who->plays ? who->plays : "bang", played);
        send_to(&s, 0, "panic", GONE + 2 * STILL);
        if (who->refuses) /* What one number plays goes on when it has moved. */
            send_to(&s, 0, "0", STILL);
    }
    pd_run(s.p);
    for (int k = 0; k < times; k++) {
        double peak = 0, still = 0;
        for (int i = 0; i < who->audio; i++) {
            const float *x = pd_samples(s.p, sound[k][i]);
            peak = fmax(peak, peak_of(x, played * RATE / 1000));
            still = fmax(still, peak_of(x + (played + GONE) * RATE / 1000, STILL * RATE / 1000));
        }
        if (!(peak < 1 && (peak > 1e-3 || who->driven) && still < 1e-3)) {
            print_error("%s: varied with the seeds %d to %d it peaks at %g, and at %g after panic\n", who->name, first,
                        first + k, peak, still);
            wrong++;
        }
    }
    wrong += errors_on(&s);
    pd_close(s.p);
    return wrong;
}

/* Those that are dear, and all but one variation of each class, are left to HZ_ALL. HZ_VARY=1000 asks for so many. */
static int vary_of(const player *who)
{
    enum { AT_A_TIME = 50 };
    const char *asked = getenv("HZ_VARY");
    int times = asked ? atoi(asked) : claim_whole() ? 20 : who->info > 1, wrong = 0;
    for (int k = 0; k < times; k += AT_A_TIME)
        wrong += varied(who, k, times - k < AT_A_TIME ? times - k : AT_A_TIME);
    if (times > 0)
        printf("# %s: varied %d times, %d of which are wrong\n", who->name, times, wrong);
    fflush(stdout);
    return wrong;
}

/* Asks every class and every abstraction, or those whose names HZ_PLAYERS holds. */
static void ask_all(int (*of)(const player *who), int all)
{
    glob_t found = { 0 };
    int wrong = 0;
    const char *only = getenv("HZ_PLAYERS");
    assert_int_equal(glob("externals/*~.c", 0, NULL, &found), 0);
    assert_int_equal(glob("abstractions/*~.pd", GLOB_APPEND, NULL, &found), 0);
    assert_true(found.gl_pathc > 20);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        player who = player_called(found.gl_pathv[k]);
        asserted_add(1);
        if (only ? strstr(only, who.name) != NULL : all || !(who.dear || who.scenes) || (claim_whole() && !who.scenes))
            wrong += of(&who);
    }
    globfree(&found);
    assert_int_equal(wrong, 0);
}

LONG_TEST(everybody_plays_notes)
{
    ask_all(notes_of, 1);
}

LONG_TEST(everybody_keeps_sounds)
{
    ask_all(own_sounds_of, 0);
}

LONG_TEST(everybody_varies)
{
    ask_all(vary_of, 0);
}

/* Sounds that are hard: a ball that is lifted off a soft surface is louder than its blow; and under the bow a string
 * grows for longer than an attack, or is held until the stroke ends. */
LONG_TEST(what_is_drawn_is_heard_to_its_end)
{
    static const struct {
        const char *name;
        int first, times;
    } of[] = { { "externals/bounce~.c", 850, 8 },
               { "externals/trombamarina~.c", 50, 2 },
               { "externals/trombamarina~.c", 400, 2 } };
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        player who = player_called(of[k].name);
        assert_int_equal(varied(&who, of[k].first, of[k].times), 0);
    }
}

int main(void)
{
    classes = kinds(&n_classes);
    return tests_run();
}
