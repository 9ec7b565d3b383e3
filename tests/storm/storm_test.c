/* A storm: any messages in any order to objects in any place, in a real Pd. There is no crash, no hang, no sample that
 * is not finite; a message has one error at most and a few remarks, and when it is over the object sounds as before.
 *
 *     storm_test [class or abstraction ...]
 *
 * HZ_MESSAGES says how many messages each gets; without it a class gets 1000, an abstraction 100, and under the
 * sanitizers a fifth. HZ_SEED says which storm it is; without it each run has a new one. A
 * thousand messages are one run of Pd, and a run that fails prints the line that repeats it. HZ_PD is another Pd. */
#include <glob.h>
#include <sys/stat.h>
#include <time.h>

#include "any_message.h"
#include "tests/patches/kinds.h"

enum { EACH = 1000, MOST_KINDS = 64, MOST_TARGETS = 6, TAIL = 9600 };

/* -- who is sent messages -------------------------------------------------- */

static kind targets[MOST_KINDS];
static char target_names[MOST_KINDS][64];
static int n_targets;

/* Counts the boxes of a kind in the main canvas of a patch. */
static int boxes_of(const char *path, const char *box)
{
    char line[2000];
    int depth = 0, n = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        char word[64] = "";
        depth += !strncmp(line, "#N canvas", 9);
        depth -= !strncmp(line, "#X restore", 10);
        if (depth == 1 && sscanf(line, "#X obj %*d %*d %63[^ ;,\n]", word) == 1)
            n += !strcmp(word, box);
    }
    if (f)
        fclose(f);
    return n;
}

/* An abstraction gets numbers, notes, and the messages of the class that it is made of, as far as its file tells. */
static void add_abstraction(const char *path)
{
    int classes, made_of = 0;
    const kind *all = kinds(&classes);
    kind *k = &targets[n_targets];
    const char *name = strrchr(path, '/') + 1;
    for (int i = 0; i < classes; i++) {
        char box[64];
        snprintf(box, sizeof box, "hertz/%s", all[i].name);
        made_of = boxes_of(path, box) > 0 ? i : made_of;
    }
    *k = all[made_of];
    snprintf(target_names[n_targets], sizeof *target_names, "%.*s", (int)(strlen(name) - 3), name);
    k->name = target_names[n_targets++];
    k->plain = k->busy = "";
    k->excite = "1";
    k->t.inlets = boxes_of(path, "inlet~");
    k->t.audio = signals_before_answers(path) - 2; /* a class has the outlets of force and energy besides */
    k->t.info = -1;
}

static void find_targets(void)
{
    int n;
    const kind *all = kinds(&n);
    glob_t found;
    for (int i = 0; i < n; i++)
        targets[n_targets++] = all[i];
    assert_int_equal(glob("abstractions/*~.pd", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc && n_targets < MOST_KINDS; i++)
        add_abstraction(found.gl_pathv[i]);
    globfree(&found);
}

static int is_class(const kind *k)
{
    return k->t.info >= 0;
}

/* -- a patch -------------------------------------------------------------- */

/* An object and what stands around it. */
typedef struct target {
    int obj, ruler, inlets;
    int noise[4], constant[4]; /* how loud the noise at each inlet is, and what is added to it */
    int hold, arm, stop;       /* a message for the info outlet to send, and what lets it send */
    int bad;                   /* counts the samples that are not finite */
} target;

static dice d;

/* Gives an inlet a noise and a constant. */
static void add_signal(pd_patch *p, target *o, int inlet)
{
    int noise = pd_obj(p, "noise~"), times = pd_obj(p, "*~"), plus = pd_obj(p, "+~");
    o->noise[inlet] = pd_obj(p, "sig~");
    o->constant[inlet] = pd_obj(p, "sig~");
    pd_connect(p, noise, 0, times, 0);
    pd_connect(p, o->noise[inlet], 0, times, 1);
    pd_connect(p, times, 0, plus, 0);
    pd_connect(p, o->constant[inlet], 0, plus, 1);
    pd_connect(p, plus, 0, o->obj, inlet);
}

/* Counts the samples of the first n outlets that are not finite; a bang at the end prints the number. */
static void add_watch(pd_patch *p, target *o, int n)
{
    char sum[512] = "0";
    int first = pd_obj(p, "sig~ 0");
    for (int i = 0; i < n; i++)
        snprintf(sum + strlen(sum), sizeof sum - strlen(sum), "+(\\$v%d-\\$v%d)", i + 1, i + 1);
    int odd = pd_obj(p, "expr~ 1-((%s)==0)", sum), count = pd_obj(p, "rpole~ 1");
    pd_connect(p, first, 0, odd, 0);
    for (int i = 0; i < n; i++)
        pd_connect(p, o->obj, i, odd, i);
    o->bad = pd_obj(p, "snapshot~");
    int print = pd_obj(p, "print hz-bad-%d", o->obj);
    pd_chain(p, odd, count, o->bad, print);
}

/* Lets the info outlet send one message back to the object while it is in the midst of telling something, or turn DSP
 * off: once each time that it is armed. */
static void add_echo(pd_patch *p, target *o, int info)
{
    int gate = pd_obj(p, "spigot"), order = pd_obj(p, "t b b"), held = pd_obj(p, "list append"),
        trim = pd_obj(p, "list trim"), close = pd_obj(p, "f 0"), off = pd_obj(p, "spigot"), bang = pd_obj(p, "t b b"),
        shut = pd_obj(p, "f 0"), zero = pd_obj(p, "f 0"), dsp = pd_obj(p, "list prepend dsp"),
        plain = pd_obj(p, "list trim"), send = pd_obj(p, "s pd");
    o->hold = pd_obj(p, "t a");
    o->arm = pd_obj(p, "t f");
    o->stop = pd_obj(p, "t f");
    pd_connect(p, o->hold, 0, held, 1);
    pd_connect(p, o->arm, 0, gate, 1);
    pd_connect(p, o->stop, 0, off, 1);
    pd_connect(p, o->obj, info, gate, 0);
    pd_connect(p, gate, 0, order, 0);
    pd_connect(p, order, 1, close, 0);
    pd_connect(p, close, 0, gate, 1);
    pd_chain(p, order, held, trim, o->obj);
    pd_connect(p, o->obj, info, off, 0);
    pd_connect(p, off, 0, bang, 0);
    pd_connect(p, bang, 1, shut, 0);
    pd_connect(p, shut, 0, off, 1);
    pd_chain(p, bang, zero, dsp, plain, send);
}

/* Adds voices to the flags. An object of one outlet keeps it with -mc, which a Pd before 0.54 refuses in an error. */
static void add_voices(const kind *k, char *flags)
{
    if (!is_class(k) || !dice_once(&d, 3))
        return;
    sprintf(flags + strlen(flags), " -voices %d", 1 + dice_of(&d, 4));
    if (k->t.audio == 1 && dice_once(&d, 2))
        strcat(flags, " -mc");
}

/* What stands before any flags: poly~ wants an instrument and how many copies of it, or it has none. Pd itself ends
 * where it is asked for a thousand million. */
static const char *needs(const kind *k)
{
    return strcmp(k->name, "poly~") == 0   ? "hertz/knock~ 3 "
           : strcmp(k->name, "slot~") == 0 ? "knock~ "
           : strcmp(k->name, "rack~") == 0 ? "knock~ "
                                           : "";
}

/* Makes an object in its own place: in the main patch, with all meters, in blocks of one or of thousands of samples,
 * where the rate is another, or where DSP may be switched off. The first has no flags and no signals. */
static target add_target(pd_patch *p, const kind *k, int place)
{
    static const char *const meters = " -meters stored kinetic residual position compression";
    target o = { .ruler = -1 };
    char flags[ANY_MESSAGE];
    any_flags(&k->t, &d, is_class(k) ? 8 : 3, flags);
    add_voices(k, flags);
    int more = is_class(k) && place == 1 ? 5 : 0;
    char ruler[64];
    snprintf(ruler, sizeof ruler, place == 4 ? "switch~ 64" : "block~ %d %d %g", 1 << dice_of(&d, place == 2 ? 6 : 14),
             1 << dice_of(&d, 3), pow(2, dice_of(&d, 5) - 2));
    if (place >= 2)
        o.ruler = pd_subpatch(p, ruler);
    else
        pd_main(p);
    o.obj = pd_obj(p, "hertz/%s %s%s%s", k->name, needs(k), place ? flags : k->plain, more ? meters : "");
    o.inlets = place == 0 ? 0 : k->t.inlets > 4 ? 4 : k->t.inlets;
    for (int inlet = 0; inlet < o.inlets; inlet++)
        add_signal(p, &o, inlet);
    add_watch(p, &o, k->t.audio + 2 + more);
    if (is_class(k))
        add_echo(p, &o, k->t.info + more);
    return o;
}

/* -- events --------------------------------------------------------------- */

/* Does something to the signals at an inlet. */
static void signal_event(pd_patch *p, const target *o, double ms)
{
    static const char *const sizes[] = { "0", "0", "0", "1e-3", "1", "1000", "3e38", "1e999", "-1e999", "1e-40" };
    if (o->inlets == 0)
        return;
    int inlet = dice_of(&d, o->inlets), what = dice_of(&d, 5);
    if (what == 0)
        pd_at_with(p, ms, o->constant[inlet], PD_NAN, "");
    else
        pd_at(p, ms, what < 3 ? o->noise[inlet] : o->constant[inlet], "%s", sizes[dice_of(&d, 10)]);
}

/* Which name each array has now; one name is nobody's at first. */
static int array_name[ANY_ARRAYS];

static int arrays_named(int name)
{
    int n = 0;
    for (int i = 0; i < ANY_ARRAYS; i++)
        n += array_name[i] == name;
    return n;
}

/* Gives an array another name, which another array may have already. Where two have one name, neither is renamed: both
 * would hear the message, and Pd frees the list of those who hear it while it walks along that list. */
static void rename_array(pd_patch *p, int array, double ms)
{
    int was = array_name[array], now = (was + 1 + dice_of(&d, ANY_ARRAYS)) % (ANY_ARRAYS + 1);
    if (arrays_named(was) > 1)
        return;
    pd_at(p, ms, PD_SEND, "hz-a%d rename hz-a%d", was, now);
    array_name[array] = now;
}

/* Does something to an array: another size, another name, other numbers. */
static void array_event(pd_patch *p, double ms)
{
    static const int sizes[] = { 0, 1, 2, 3, 64, 100, 5000, 100000 };
    int array = dice_of(&d, ANY_ARRAYS), name = array_name[array];
    switch (dice_of(&d, 4)) {
    case 0:
        pd_at(p, ms, PD_SEND, "hz-a%d resize %d", name, sizes[dice_of(&d, 8)]);
        break;
    case 1:
        rename_array(p, array, ms);
        break;
    case 2:
        pd_at(p, ms, PD_SEND, "hz-a%d sinesum %d 0.001 0.0005", name, 64 << dice_of(&d, 4));
        break;
    default:
        pd_at(p, ms, PD_SEND, "hz-a%d const %.3g", name, dice_once(&d, 4) ? 3e38 : dice_log(&d, 1e-6, 1));
    }
}

/* Does something to Pd: sound off and on, another size of block, a subpatch switched off. */
static void engine_event(pd_patch *p, const target *o, double ms)
{
    if (dice_once(&d, 2) || o->ruler < 0) {
        pd_at(p, ms, PD_SEND, "pd dsp %d", dice_of(&d, 2));
        pd_at(p, ms + 3, PD_SEND, "pd dsp 1");
    } else if (dice_once(&d, 2)) {
        pd_at(p, ms, o->ruler, "set %d %d %g", 1 << dice_of(&d, 14), 1 << dice_of(&d, 3), pow(2, dice_of(&d, 5) - 2));
    } else {
        pd_at(p, ms, o->ruler, "%d", dice_of(&d, 2));
        pd_at(p, ms + 5, o->ruler, "1");
    }
}

/* Deletes the object in the nursery and makes another, with any flags, and sends it a message. */
static void birth(pd_patch *p, const kind *k, double ms)
{
    char text[ANY_MESSAGE];
    any_flags(&k->t, &d, 6, text);
    pd_at(p, ms, PD_SEND, "pd-part1 clear");
    pd_at(p, ms, PD_SEND, "pd-part1 obj 10 10 hertz/%s %s%s", k->name, needs(k), text);
    pd_at(p, ms, PD_SEND, "pd-part1 obj 10 40 r hz-newborn");
    pd_at(p, ms, PD_SEND, "pd-part1 obj 10 70 noise~");
    pd_at(p, ms, PD_SEND, "pd-part1 connect 1 0 0 0");
    pd_at(p, ms, PD_SEND, "pd-part1 connect 2 0 0 %d", dice_of(&d, 3));
    any_message(&k->t, &d, text);
    if (*text)
        pd_at(p, ms, PD_SEND, "hz-newborn %s", text);
    pd_at(p, ms, PD_SEND, "hz-newborn %s", k->excite);
}

/* Sends one message to an object: by itself, with an atom that no text can express, or from within its info outlet. */
static void message_event(pd_patch *p, const kind *k, const target *o, double ms)
{
    char text[ANY_MESSAGE];
    any_message(&k->t, &d, text);
    int how = dice_of(&d, 40);
    if (how == 0) {
        pd_at_with(p, ms, o->obj, dice_once(&d, 2) ? PD_NAN : PD_POINTER, k->t.rows[dice_of(&d, k->t.n)].name);
    } else if (how < 4 && o->hold) {
        pd_at(p, ms, o->hold, "%s", text);
        pd_at(p, ms, dice_once(&d, 8) ? o->stop : o->arm, "1");
    } else if (how < 12) {
        pd_at(p, ms, o->obj, "%s", k->excite);
    } else {
        pd_at(p, ms, o->obj, "%s", text);
    }
}

/* Sends a hundred thousand atoms. */
static void flood(pd_patch *p, const kind *k, const target *o, double ms)
{
    int get = pd_obj(p, "array get hz-many"), name = pd_obj(p, "list prepend %s", k->t.rows[dice_of(&d, k->t.n)].name),
        trim = pd_obj(p, "list trim");
    pd_chain(p, get, name, trim, o->obj);
    pd_at(p, ms, get, "bang");
}

/* Describes the whole storm. Returns the time of its end. */
static double blow(pd_patch *p, const kind *k, target *o, int n, int messages)
{
    double ms = 2;
    for (int i = 0; i < messages; i++) {
        const target *to = &o[dice_of(&d, n)];
        int what = dice_of(&d, 100), soon = dice_of(&d, 100);
        if (what < 5)
            signal_event(p, to, ms);
        else if (what < 8)
            array_event(p, ms);
        else if (what < 10)
            engine_event(p, to, ms);
        else if (what < 11)
            birth(p, k, ms);
        else
            message_event(p, k, to, ms);
        ms += soon < 40 ? 0 : soon < 85 ? dice_even(&d, 0, 1.4) : soon < 99 ? dice_even(&d, 1, 6) : 50;
    }
    pd_main(p);
    flood(p, k, &o[0], ms + 1);
    return ms + 10;
}

/* -- what came of it ------------------------------------------------------- */

/* Records the sum of the sizes of what n outlets carry: one of them may be silent by right. */
static int record_all(pd_patch *p, int obj, int n, double ms)
{
    int sum = pd_obj(p, "+~");
    for (int i = 0; i < n; i++) {
        int size = pd_obj(p, "abs~");
        pd_connect(p, obj, i, size, 0);
        pd_connect(p, size, 0, sum, 0);
    }
    return pd_record(p, sum, 0, ms, TAIL);
}

/* Lets the first object sound once more, as it did before. Returns what was recorded of it. */
static int afterwards(pd_patch *p, const kind *k, const target *o, int n, double ms)
{
    for (int i = 0; i < n; i++) {
        for (int inlet = 0; inlet < o[i].inlets; inlet++) {
            pd_at(p, ms, o[i].noise[inlet], "0");
            pd_at(p, ms, o[i].constant[inlet], "0");
        }
        if (o[i].hold) { /* What still waits for an info outlet to speak would turn DSP off. */
            pd_at(p, ms, o[i].arm, "0");
            pd_at(p, ms, o[i].stop, "0");
        }
    }
    pd_at(p, ms, PD_SEND, "pd dsp 1");
    pd_at(p, ms, o[0].obj, "panic");
    pd_at(p, ms, o[0].obj, "reset");
    if (k->t.n_presets && is_class(k))
        pd_at(p, ms, o[0].obj, "preset %s", k->t.presets[0]);
    pd_at(p, ms, o[0].obj, "gain 1");
    pd_at(p, ms, o[0].obj, "unit velocity");
    ms += strcmp(k->name, "modalcontact~") ? 0 : 1000; /* It may be deriving 256 modes, which the preset waits for. */
    pd_at(p, ms + 3, o[0].obj, "%s", k->excite);
    int sound = is_class(k) ? record_all(p, o[0].obj, k->t.audio, ms) : -1;
    for (int i = 0; i < n; i++)
        pd_at(p, ms + 50, o[i].bad, "bang");
    pd_until(p, ms + 200);
    return sound;
}

static void judge(const pd_patch *p, const kind *k, const target *o, int n, int sound)
{
    int most_errors = is_class(k) ? 12 : 100; /* an abstraction has up to nine strings, and each complains */
    int in_a_row = 0, reply, last = PD_LOADED;
    const char *line;
    for (int i = 0; (line = pd_next(p, i, &reply)) != NULL; i++) {
        /* Pd itself tells of a signal at an inlet for messages whenever it puts its chain together anew. */
        int is_error = !strncmp(line, "error", 5) && !strstr(line, "nonsignal inlet");
        in_a_row = reply == last ? in_a_row + is_error : 0;
        last = reply;
        assert_that(in_a_row <= most_errors, "%d errors and more after one message, the last: %s", most_errors, line);
        assert_that(!strstr(line, "consistency") && !strstr(line, "bug:") && !strstr(line, "stack overflow"), "%s",
                    line);
    }
    for (int i = 0; i < n; i++) {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "hz-bad-%d: ", o[i].obj);
        line = pd_line(p, PD_ALL, prefix, 0);
        assert_that(line && !strcmp(line, "0"), "object %d: %s samples are not finite", i, line ? line : "all of the");
    }
    double most = 0;
    for (int i = 0; sound >= 0 && i < TAIL; i++)
        most = fmax(most, fabs(pd_samples(p, sound)[i]));
    assert_that(sound < 0 || (most > 0 && isfinite(most)), "%s is silent after the storm", k->name);
}

/* One storm of up to EACH messages in a Pd of its own. */
static void storm(const kind *k, uint64_t seed, int messages)
{
    static const double rates[] = { 48000, 48000, 44100, 96000, 192000, 8000 };
    target o[MOST_TARGETS];
    d = (dice){ seed };
    pd_patch *p = pd_open(.rate = rates[dice_of(&d, 6)], .limit = 300);
    int n = is_class(k) ? 5 : 3;
    char fifo[160];
    snprintf(fifo, sizeof fifo, "%s/hz-fifo", pd_folder(p));
    assert_int_equal(mkfifo(fifo, 0600), 0);
    pd_subpatch(p, "switch~"); /* the nursery */
    pd_main(p);
    for (int i = 0; i < ANY_ARRAYS; i++) {
        pd_obj(p, "array define hz-a%d %d", i, 1 << dice_of(&d, 11));
        array_name[i] = i;
    }
    pd_obj(p, "array define hz-many 100000");
    for (int i = 0; i < n; i++)
        o[i] = add_target(p, k, is_class(k) || i == 0 ? i : i + 1);
    pd_main(p);
    int sound = afterwards(p, k, o, n, blow(p, k, o, n, messages));
    pd_run(p);
    judge(p, k, o, n, sound);
    pd_close(p);
}

/* -- the program ---------------------------------------------------------- */

static uint64_t number_given(const char *name, uint64_t usual)
{
    const char *given = getenv(name);
    return given ? strtoull(given, NULL, 10) : usual;
}

static void storms(const void *of)
{
    const kind *k = of;
    long usual = EACH / (is_class(k) ? 1 : 10) / (asserted_is_native() ? 1 : 5);
    long messages = (long)number_given("HZ_MESSAGES", (uint64_t)usual);
    uint64_t seed = number_given("HZ_SEED", getenv("HZ_SAME") ? 1 : (uint64_t)time(NULL) * 1000000);
    print_message("# %s: %ld messages from seed %llu\n", k->name, messages, (unsigned long long)seed);
    for (long done = 0; done < messages; done += EACH, seed++) {
        int n = messages - done < EACH ? (int)(messages - done) : EACH;
        print_message("# again: HZ_SEED=%llu HZ_MESSAGES=%d %s/tests/storm/storm_test %s\n", (unsigned long long)seed,
                      n, getenv("HZ_PDPATH") ? getenv("HZ_PDPATH") : "build", k->name);
        storm(k, seed, n);
        asserted_add(n);
    }
}

static int is_wanted(const kind *k, int n, char **names)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(k->name, names[i]))
            return 1;
    return n == 0;
}

int main(int n, char **names)
{
    find_targets();
    for (int i = 0; i < n_targets; i++)
        if (is_wanted(&targets[i], n - 1, names + 1))
            tests_add_of(i, targets[i].name, storms, &targets[i]);
    return tests_run();
}
