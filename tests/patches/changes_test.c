/* What a message does to a sound that is there: another unit is as loud, and no parameter makes a step. */

#include "tests/tools/loudness.h"
#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, MS = RATE / 1000, MOST = 400 };

/* The presets of a class, and with number 0 the class as it comes. */
static int made(pd_patch *p, const kind *k, int preset)
{
    int mono = !strcmp(k->name, "trombamarina~"); /* Its outlets are parts of one instrument. */
    int o = pd_obj(p, "hertz/%s -report 0 %s %s%s", k->name, mono ? "-mono" : "", preset ? "-preset " : "",
                   preset ? k->t.presets[preset - 1] : "");
    print_info(p, o, mono ? k->t.info - 2 : k->t.info);
    return o;
}

static const char *preset_of(const kind *k, int preset)
{
    return preset ? k->t.presets[preset - 1] : "as it comes";
}

static int is_listed(const char *list, const char *name)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(list, word) != NULL;
}

/* ---- the unit ---- */

/* These are the own motion of what strikes a wall: a click in acceleration, a flight in displacement. */
static const char walls[] = " click rattle bounce superball golf ";

static int is_of_the_laboratory(const char *name)
{
    return !strncmp(name, "lab", 3);
}

static int is_compared(const char *name)
{
    return !is_listed(walls, name) && !is_of_the_laboratory(name);
}

static double loudness_of(const pd_patch *p, int record, int n, double *peak)
{
    double *y = malloc(sizeof *y * (size_t)n);
    *peak = 0;
    for (int i = 0; i < n; i++) {
        y[i] = pd_samples(p, record)[i];
        *peak = fmax(*peak, fabs(y[i]));
    }
    double loud = loudness_momentary(y, n, RATE);
    free(y);
    return loud;
}

/* A bang in another unit, after a message that sets it, is about as loud as one in the unit that the sound came with,
 * as gain follows an estimate. What has peaks for its loudness, as a blow has in acceleration, is held back by them. Of
 * strings the peak is estimated alone, and of a bowed one that of the string. */
TEST(another_unit_is_as_loud)
{
    enum { N = RATE, UNITS = 5 };
    static const char *const of_bodies[UNITS] = { "unit velocity", "unit displacement", "unit acceleration",
                                                  "hear point", "hear radiation" },
                             *const of_strings[UNITS] = { "unit velocity", "unit displacement", "unit acceleration",
                                                          "hear bridge" };
    CLAIMS(c, CLAIM("unit: LU between units of a body", 8), CLAIM("unit: peak, full scale 1", 1),
           CLAIM("unit: LU between units where one peaks over -2 dBFS", 10),
           CLAIM("unit: dB between the peaks of a string", 10),
           CLAIM("unit: the same where a body is heard that is not estimated", 25));
    int n, every = claim_whole() ? 1 : 3; /* One preset in three, where there is little time. */
    const kind *all = kinds(&n);
    for (int k = 0; k < n; k++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 300);
        int is_string = !strcmp(all[k].name, "stringbarrier~");
        int units = strstr(" bounce~ impact~ ", all[k].name) ? UNITS : 3 + is_string;
        const char *const *message = is_string ? of_strings : of_bodies;
        int is_body = !is_string && strcmp(all[k].name, "trombamarina~"), tried = 30; /* ms */
        int out[MOST][UNITS], presets = all[k].t.n_presets;
        for (int i = 0; i <= presets; i += every)
            for (int u = 0; u < units; u++) {
                int o = made(p, &all[k], i);
                pd_at(p, 5, o, "%s", message[u]);
                pd_at(p, tried, o, "bang");
                out[i][u] = pd_record(p, o, all[k].heard, tried, N);
            }
        pd_run(p);
        for (int i = 0; i <= presets; i += every) {
            double loud[UNITS], peak[UNITS];
            for (int u = 0; u < units; u++) {
                loud[u] = loudness_of(p, out[i][u], N, &peak[u]);
                if (is_compared(preset_of(&all[k], i)))
                    claim_see(&c[1], peak[u], "%s %s: %s", all[k].name, preset_of(&all[k], i), message[u]);
            }
            const char *name = preset_of(&all[k], i);
            print_message("# %s %s:", all[k].name, name);
            for (int u = 0; u < units; u++)
                print_message("%s %.1f%s", u ? "," : "", loud[u], u < units - 1 ? "" : " LUFS\n");
            for (int u = 1; u < units && is_compared(name) && is_body; u++)
                claim_see(&c[peak[0] > 0.8 || peak[u] > 0.8 ? 2 : 0], fabs(loud[u] - loud[0]),
                          "%s %s: %s %.1f and %.1f LUFS", all[k].name, name, message[u], loud[u], loud[0]);
            for (int u = 1; u < units && is_compared(name) && !is_body; u++)
                claim_see(&c[is_string ? 3 : 4], fabs(20 * log10(peak[u] / peak[0])),
                          "%s %s: %s peaks at %.2f and %.2f", all[k].name, name, message[u], peak[u], peak[0]);
        }
        pd_close(p);
    }
}

enum { WINDOW = 5 * MS, WINDOWS = 160, WAYS = 3 };

/* The peak of each window, of at least -60 dBFS, with room for one before and one behind them. */
static void peaks_of(const float *x, double *peak)
{
    for (int w = 0; w < WINDOWS; w++) {
        peak[w + 1] = 1e-3;
        for (int i = 0; i < WINDOW; i++)
            peak[w + 1] = fmax(peak[w + 1], fabs(x[w * WINDOW + i]));
    }
}

/* How much louder a window of the third is than those near it of the first two, at most, and where that is. */
static double burst_of(const pd_patch *p, const int *out, int *where)
{
    static double peak[WAYS][WINDOWS + 2];
    double worst = 0;
    for (int t = 0; t < WAYS; t++)
        peaks_of(pd_samples(p, out[t]), peak[t]);
    for (int w = 1; w <= WINDOWS; w++) {
        double most = 0;
        for (int j = w - 1; j <= w + 1; j++)
            most = fmax(most, fmax(peak[0][j], peak[1][j]));
        *where = peak[2][w] > worst * most ? w : *where;
        worst = fmax(worst, peak[2][w] / most);
    }
    return worst;
}

/* What rings when another unit or place of hearing comes into force goes over into it without a burst: its gain may be
 * a thousand times the other one's, and must not meet what was heard before. In each window of 5 ms it is at most twice
 * as loud as the louder of the same bang in the one unit and in the other. */
WHOLE_TEST(another_unit_makes_no_burst)
{
    enum { MESSAGES = 3, BANG = 1500 };
    static const double told[WAYS] = { 0, 5, BANG + 190 }; /* never, long before, and while it rings; ms */
    static const char *const of_bodies[MESSAGES] = { "hear point", "unit acceleration", "unit displacement" },
                             *const of_strings[MESSAGES] = { "hear bridge", "unit acceleration", "unit displacement" };
    CLAIMS(c, CLAIM("unit: peak of 5 ms, of that in either unit", 2.5));
    int n, every = claim_whole() ? 1 : 4;
    const kind *all = kinds(&n);
    for (int k = 0; k < n; k++) {
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 300);
        const char *const *message = strcmp(all[k].name, "stringbarrier~") ? of_bodies : of_strings;
        int first = !strcmp(all[k].name, "trombamarina~"), out[MOST][MESSAGES][WAYS];
        for (int i = 0; i <= all[k].t.n_presets; i += every)
            for (int m = first; m < MESSAGES; m++)
                for (int t = 0; t < WAYS; t++) {
                    int o = made(p, &all[k], i);
                    if (told[t] > 0)
                        pd_at(p, told[t], o, "%s", message[m]);
                    pd_at(p, BANG, o, "bang");
                    out[i][m][t] = pd_record(p, o, all[k].heard, BANG, WINDOWS * WINDOW);
                }
        pd_run(p);
        for (int i = 0; i <= all[k].t.n_presets; i += every)
            for (int m = first; m < MESSAGES && is_compared(preset_of(&all[k], i)); m++) {
                int where = 0;
                double burst = burst_of(p, out[i][m], &where);
                claim_see(&c[0], burst, "%s %s: %s after %d ms", all[k].name, preset_of(&all[k], i), message[m],
                          5 * where);
            }
        pd_close(p);
    }
}

/* ---- steps ---- */

/* One message to one object, and what it did. */
typedef struct change {
    int preset, obj, record;
    double factor; /* Numbers are multiplied by it. */
    char text[300];
} change;

/* Says whether a row may be told while it sounds, does not choose what is heard altogether, and is no blow: a string of
 * another length meets what is below it. */
static int is_told(const row *r)
{
    static const char *const apart[] = { "ledger", "report", "array",  "read",  "unit",
                                         "hear",   "a hear", "b hear", "length" };
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (!strcmp(r->name, apart[i]))
            return 0;
    return r->kind == PARAMETER && !row_is(r, "creation") && (r->numbers || *r->choices);
}

/* Writes the message that multiplies every number of an answer, or takes the next word. Returns 0 if there is none. */
static int write_change(const row *r, const char *answer, double factor, char *text, int room)
{
    double value[64];
    int many = pd_numbers(answer, value, 64), n = snprintf(text, (size_t)room, "%s", r->name), moves = 0;
    for (int i = 0; i < many && n < room - 20; i++) {
        double to = value[i] * factor;
        to = row_is(r, "whole") ? round(to) : to;
        to = fmin(fmax(to, r->min), r->max);
        moves |= to != value[i];
        n += snprintf(text + n, (size_t)(room - n), " %.6g", to);
    }
    if (many == 0 && *r->choices) {
        const char *at = strstr(r->choices, answer), *next = at ? strchr(at, '|') : NULL;
        next = next ? next + 1 : r->choices;
        snprintf(text + n, (size_t)(room - n), " %.*s", (int)strcspn(next, "|"), next);
        moves = 1;
    }
    return moves;
}

static double steepest(const float *x, int from, int to)
{
    double most = 0;
    for (int i = from + 1; i < to; i++)
        most = fmax(most, fabs((double)x[i] - x[i - 1]));
    return most;
}

enum { AT = 150, BEFORE = (AT - 50) * MS, THEN = AT * MS, LATER = (AT + 3) * MS, AFTER = (AT + 50) * MS };

/* Asks for what each row is in one of the presets, and writes what it is to be. Returns how many there are. */
static int choose_changes(const kind *k, int round, change *all, int most)
{
    int n = 0, reply[MOST];
    const row *rows[MOST];
    pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 300);
    for (const row *r = k->t.rows; r < k->t.rows + k->t.n && n < most; r++)
        if (is_told(r)) {
            all[n] = (change){ .preset = (n + round) % (k->t.n_presets + 1) };
            all[n].obj = made(p, k, all[n].preset);
            all[n].factor = (n + round) % 2 ? 1.2 : 1 / 1.2;
            rows[n] = r;
            reply[n] = pd_at(p, 10 + n, all[n].obj, "get %s", r->name);
            n++;
        }
    pd_run(p);
    for (int i = 0; i < n; i++) {
        char prefix[100];
        snprintf(prefix, sizeof prefix, "o%d: %s ", all[i].obj, rows[i]->name);
        const char *answer = pd_line(p, reply[i], prefix, 0);
        if (!answer || !write_change(rows[i], answer, all[i].factor, all[i].text, sizeof all[i].text))
            *all[i].text = 0;
    }
    pd_close(p);
    return n;
}

/* Plays a preset, which is told something or nothing. What has fallen flies away, held bodies are drawn apart,
 * and the hand that rubs is lifted, for a blow is no step, and a slip is none. */
static int play(pd_patch *p, const kind *k, int preset, const char *text)
{
    int o = made(p, k, preset);
    pd_at(p, 20, o, "bang");
    if (kind_has(k, "gravity"))
        pd_at(p, AT - 60, o, "gravity -50");
    if (!strcmp(k->name, "friction~"))
        pd_at(p, AT - 60, o, "lift");
    if (!strcmp(k->name, "modalcontact~")) {
        enum { SURFACE = 3 };
        int surface = pd_obj(p, "sig~");
        pd_connect(p, surface, 0, o, SURFACE);
        pd_at(p, AT - 60, surface, "-0.01");
    }
    if (*text)
        pd_at(p, AT, o, "%s", text);
    return pd_record(p, o, k->heard, 0, AFTER);
}

/* A bowl that is higher by a fifth radiates three times as much. Its new tone falls from the first millisecond on, so
 * that it is steeper there than 3 ms later. */
static int is_a_louder_bowl(const char *preset, const char *text)
{
    return !strcmp(preset, "bowl") &&
           (!strncmp(text, "freq ", 5) || !strncmp(text, "size", 4) || !strncmp(text, "tuning", 6));
}

/* In the middle of a tone each parameter goes up or down by a fifth, or to its next word, in one message. What is
 * steeper by itself is no step: the same tone without a message, as where a string lies on its bridge, or the new tone
 * from 3 ms after the message on, which may be higher or louder. Each parameter
 * is told to one preset, and to all where there is time. */
TEST(no_parameter_makes_a_step)
{
    claim c[] = { CLAIM("changes: step beyond the steepest of the 50 ms before, full scale 1", 0.01),
                  CLAIM("changes: the same of a new tone that begins three times as loud", 0.02) };
    static change changes[MOST];
    int n;
    const kind *all = kinds(&n);
    for (int k = 0, round = 0; k < n;) {
        int still[MOST], count = choose_changes(&all[k], round, changes, MOST);
        pd_patch *p = pd_open(.as_played = 1, .rate = RATE, .limit = 300);
        for (int i = 0; i <= all[k].t.n_presets; i++)
            still[i] = play(p, &all[k], i, "");
        for (int i = 0; i < count; i++)
            if (*changes[i].text)
                changes[i].record = play(p, &all[k], changes[i].preset, changes[i].text);
        pd_run(p);
        for (int i = 0; i < count; i++) {
            const change *a = &changes[i];
            if (!*a->text || is_of_the_laboratory(preset_of(&all[k], a->preset)))
                continue;
            const float *x = pd_samples(p, a->record), *alone = pd_samples(p, still[a->preset]);
            double gain = strncmp(a->text, "gain ", 5) ? 1 : a->factor; /* The same tone is as much steeper. */
            double before = fmax(steepest(x, BEFORE, THEN), gain * steepest(alone, THEN, AFTER));
            double step = steepest(x, THEN, LATER) - fmax(before, steepest(x, LATER, AFTER));
            if (step > 0.005)
                print_message("# %s %s: `%s` %.3f over %.3f, later %.3f\n", all[k].name, preset_of(&all[k], a->preset),
                              a->text, step, before, steepest(x, LATER, AFTER));
            claim_see(&c[is_a_louder_bowl(preset_of(&all[k], a->preset), a->text)], step, "%s %s: `%s` over %.3f",
                      all[k].name, preset_of(&all[k], a->preset), a->text, before);
        }
        pd_close(p);
        round = claim_whole() && round < all[k].t.n_presets ? round + 1 : 0;
        k += round == 0;
    }
    claim_check(c, claim_whole() ? 2 : 1); /* Where there is little time the bowl may not be told its pitch. */
}

/* A body of which no pickup hears anything costs no more than one that is heard: its loudness is not looked for again
 * in every block. Pd would take fifteen seconds. */
TEST(what_is_not_heard_is_cheap)
{
    enum { MODES = 1000 };
    char freqs[16 * MODES] = "freqs";
    for (int i = 0; i < MODES; i++)
        sprintf(freqs + strlen(freqs), " %d", 100 + 15 * i);
    pd_patch *p = pd_open(.as_played = 1, .limit = 5);
    int o = pd_obj(p, "hertz/impact~ -object modes -freqs 100 200 -voices 8");
    pd_at(p, 10, o, "%s", freqs);
    pd_at(p, 20, o, "outweights 0");
    int end = pd_at(p, 3000, o, "get gain");
    pd_run(p);
    (void)end;
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
}
