/* kept: cases of messages, played in a real Pd. */
#include "kept.h"

#include <sys/stat.h>

#include "tests/patches/pdrun.h"

enum { RATE = 48000, LINE = 16000, TEXT = 60000, WORDS = 200, MOST_CASES = 1000, OUTLETS = 10, INLETS = 3, ARRAYS = 4 };
enum { MOST_SAMPLES = 9000, MOST_ANSWERS = 40, MOST_ELEMENTS = 2000, MOST_BLOCK = 8192 };

/* -- the file -------------------------------------------------------------- */

static char *reasons[MOST_CASES]; /* why each is kept */

/* Turns \n, \\ and \xHH into what they stand for. */
static void unescape(char *text)
{
    char *to = text;
    unsigned byte;
    for (; *text; text++) {
        byte = (unsigned char)*text;
        if (*text == '\\' && text[1] == 'x' && sscanf(text + 2, "%2x", &byte) == 1)
            text += 3;
        else if (*text == '\\')
            byte = *++text == 'n' ? '\n' : '\\';
        if (byte)
            *to++ = (char)byte;
    }
    *to = 0;
}

/* -- the patch ------------------------------------------------------------- */

static pd_patch *p;
static double now, rate; /* ms; of the object's canvas */
static int block, made, samples;
static char arrays[ARRAYS][64]; /* their names; each is in a canvas of its own */
static int told, held, count;

static void write_file(const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f))
        fail_msg("no file %s", path);
}

/* A source for an inlet, and what counts the samples of an outlet that are not finite. */
static void write_files(void)
{
    char path[400];
    write_file("hz-source.pd", "#N canvas 0 0 400 300 10;\n#X obj 10 10 outlet~;\n#X obj 10 10 noise~;\n"
                               "#X obj 10 10 r hz-noise-\\$1;\n#X obj 10 10 *~;\n#X obj 10 10 osc~ 380;\n"
                               "#X obj 10 10 *~ 1e6;\n#X obj 10 10 clip~ -1 1;\n#X obj 10 10 r hz-step-\\$1;\n"
                               "#X obj 10 10 *~;\n#X obj 10 10 r hz-osc-\\$1;\n#X obj 10 10 *~;\n"
                               "#X obj 10 10 r hz-const-\\$1;\n#X obj 10 10 sig~;\n#X connect 1 0 3 0;\n"
                               "#X connect 2 0 3 1;\n#X connect 3 0 0 0;\n#X connect 4 0 5 0;\n#X connect 5 0 6 0;\n"
                               "#X connect 6 0 8 0;\n#X connect 7 0 8 1;\n#X connect 8 0 0 0;\n#X connect 4 0 10 0;\n"
                               "#X connect 9 0 10 1;\n#X connect 10 0 0 0;\n#X connect 11 0 12 0;\n"
                               "#X connect 12 0 0 0;\n");
    write_file("hz-watch.pd", "#N canvas 0 0 400 300 10;\n#X obj 10 10 inlet~;\n"
                              "#X obj 10 10 expr~ 1-((\\$v1-\\$v1)==0);\n#X obj 10 10 rpole~ 1;\n"
                              "#X obj 10 10 snapshot~;\n#X obj 10 10 r hz-ask;\n#X obj 10 10 print hz-bad;\n"
                              "#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n#X connect 2 0 3 0;\n#X connect 4 0 3 0;\n"
                              "#X connect 3 0 5 0;\n");
    write_file("modes", "hertz-modes 1\n440 1 0.1 1 0.7\n1213.8 0.8 0.1 -0.6 -3e-2\nend\n");
    write_file("matrices", "2  1 0 0 1  2e6 -1e6 -1e6 2e6  1 0 0 2\n");
    write_file("sound", "hertz sound 1 impact~;\nfreq 300;\nobject plate;\nmass 0.02, gain 2;\nend;\n");
    snprintf(path, sizeof path, "%s/pipe", pd_folder(p));
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/folder", pd_folder(p));
    assert_int_equal(mkdir(path, 0700), 0);
}

/* What is told goes through a gate, which lets the held message back to the object as often as the count says. */
static void add_machinery(void)
{
    int gate = pd_obj(p, "spigot"), order = pd_obj(p, "t b b"), left = pd_obj(p, "f"), less = pd_obj(p, "- 1"),
        more = pd_obj(p, "> 0"), both = pd_obj(p, "t f f"), append = pd_obj(p, "list append"),
        trim = pd_obj(p, "list trim"), send = pd_obj(p, "s hz-object");
    told = pd_obj(p, "r hz-told");
    held = pd_obj(p, "t a");
    count = pd_obj(p, "t f f");
    pd_print(p, told, 0, "told");
    pd_print(p, pd_obj(p, "r hz-case"), 0, "hz-case");
    pd_connect(p, told, 0, gate, 0);
    pd_connect(p, gate, 0, order, 0);
    pd_connect(p, order, 1, left, 0);
    pd_connect(p, left, 0, less, 0);
    pd_connect(p, less, 0, both, 0);
    for (int k = 0; k < 2; k++) {
        pd_connect(p, k ? count : both, 1, left, 1);
        pd_connect(p, k ? count : both, 0, more, 0);
    }
    pd_connect(p, more, 0, gate, 1);
    pd_connect(p, held, 0, append, 1);
    pd_chain(p, order, append, trim, send);
}

static void send(const char *receiver, const char *text)
{
    pd_at(p, now, PD_SEND, "%s %s", receiver, text);
}

__attribute__((format(printf, 1, 2))) static void build(const char *format, ...)
{
    char text[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pd_at(p, now, PD_SEND, "pd-part1 %s", text);
}

/* -- words ----------------------------------------------------------------- */

/* Writes a word as a file of Pd has it: a number that is infinite too, what is special to Pd behind a backslash. */
static size_t write_word(const char *word, char *text, size_t room)
{
    char *end;
    double x = strtod(word, &end);
    size_t n = 0;
    if (*word && !*end)
        return (size_t)snprintf(text, room, isnan(x) || fabs(x) > 3.5e38 ? (x < 0 ? "-1e999" : "1e999") : "%.9g", x);
    for (; *word && n + 2 < room; word++) {
        if (strchr(",;$\\", *word))
            text[n++] = '\\';
        text[n++] = *word;
    }
    text[n] = 0;
    return n;
}

static const char *words_of(char *const *word, int n)
{
    static char text[LINE];
    size_t at = 0;
    *text = 0;
    for (int i = 0; i < n && at + 100 < sizeof text; i++) {
        text[at++] = ' ';
        at += write_word(word[i], text + at, sizeof text - at);
    }
    return *text ? text + 1 : text;
}

static double number(char *const *word, int n, int i, double low, double high)
{
    char *end;
    double x = i < n ? strtod(word[i], &end) : low;
    return i < n && !*end && !isnan(x) ? fmin(fmax(x, low), high) : low;
}

/* -- directions ------------------------------------------------------------ */

static int power_of_two(double x)
{
    return 1 << (int)rint(log2(x));
}

static void set_block(double new_rate, double new_block)
{
    double up = exp2(rint(log2(new_rate / RATE)));
    rate = RATE * up;
    block = power_of_two(new_block);
    pd_at(p, now, PD_SEND, "pd dsp 1");
    if (made)
        pd_at(p, now, PD_SEND, "hz-block set %d 1 %g", block, up);
}

/* How many outlets there are, and of which kind, is another matter in each case. So each goes to both, and Pd complains
 * of half of the cords. */
static void make(char *const *word, int n)
{
    enum { BLOCK, SET, OBJECT, TO, FLOAT, SOURCE, WATCH = SOURCE + INLETS };
    build("clear");
    build("obj 10 10 block~ %d 1 %g", block, rate / RATE);
    build("obj 10 10 r hz-block");
    build("obj 10 10 hertz/%s", words_of(word, n));
    build("obj 10 10 r hz-object");
    build("obj 10 10 r hz-float");
    for (int i = 0; i < INLETS; i++)
        build("obj 10 10 hz-source %d", i);
    for (int i = 0; i < OUTLETS; i++)
        build("obj 10 10 hz-watch");
    build("obj 10 10 s hz-told");
    build("connect %d 0 %d 0", SET, BLOCK);
    build("connect %d 0 %d 0", TO, OBJECT);
    build("connect %d 0 %d 1", FLOAT, OBJECT);
    for (int i = 0; i < INLETS; i++)
        build("connect %d 0 %d %d", SOURCE + i, OBJECT, i);
    for (int i = 0; i < OUTLETS; i++) {
        build("connect %d %d %d 0", OBJECT, i, WATCH + i);
        build("connect %d %d %d 0", OBJECT, i, WATCH + OUTLETS);
    }
    made = 1;
}

static void run(double blocks)
{
    for (; blocks >= 1 && samples < MOST_SAMPLES; blocks--, samples += block)
        now += 1000. * block / rate;
    if (made)
        send("hz-object", "energy");
}

static void set_inlet(char *const *word, int n)
{
    static const char *const parts[] = { "noise", "step", "osc", "const" };
    const char *kind = n > 1 ? word[1] : "off";
    int inlet = (int)number(word, n, 0, 0, INLETS - 1);
    double size = number(word, n, 2, -3e38, 3e38),
           noise = !strcmp(kind, "noise") || !strcmp(kind, "spike") ? size
                   : !strcmp(kind, "tiny")                          ? 1e-42
                   : !strcmp(kind, "mixed")                         ? 1e38
                                                                    : 0,
           value[] = { noise, !strcmp(kind, "step") ? size : 0, !strcmp(kind, "osc") ? size : 0,
                       !strcmp(kind, "const") ? size : 0 };
    for (int i = 0; i < 4; i++)
        pd_at(p, now, PD_SEND, "hz-%s-%d %.9g", parts[i], inlet, value[i]);
    if (!strcmp(kind, "pole"))
        pd_at(p, now, PD_SEND, "hz-step-%d 1e999", inlet);
    if (!strcmp(kind, "nan")) /* infinity times a sine that is 0 at times, and else infinity less infinity */
        pd_at(p, now, PD_SEND, "hz-osc-%d 1e999", inlet), pd_at(p, now, PD_SEND, "hz-const-%d -1e999", inlet);
}

/* The array of this name, or a place for one; -1: there is none. */
static int array_at(const char *name)
{
    for (int i = 0; i < ARRAYS; i++)
        if (!strcmp(arrays[i], name))
            return i;
    return -1;
}

static void make_array(char *const *word, int n)
{
    static char text[TEXT];
    int at = array_at(word[0]), size = (int)number(word, n, 1, 0, MOST_ELEMENTS);
    const char *kind = n > 2 ? word[2] : "";
    size_t length = 0;
    if (at < 0 && (at = array_at("")) < 0)
        return;
    snprintf(arrays[at], sizeof *arrays, "%s", word[0]);
    pd_at(p, now, PD_SEND, "pd-part%d clear", 2 + at);
    pd_at(p, now, PD_SEND, "pd-part%d obj 10 10 array define %s %d", 2 + at, words_of(word, 1), size);
    for (int i = 0; i < size; i++) {
        double x = kind[0] == 'o' ? i % 7 == 0 : kind[0] == 'n' ? sin(i * 12.9898) : 0.001 * sin(0.1 * i);
        const char *odd = kind[0] == 'h' ? (i % 3 ? " 3e38" : " -1e999") : !strcmp(kind, "nan") ? " 1e999" : NULL;
        length += odd ? (size_t)sprintf(text + length, "%s", odd) : (size_t)sprintf(text + length, " %.6g", x);
    }
    if (size > 0)
        pd_at(p, now, PD_SEND, "%s 0%s", words_of(word, 1), text);
}

static void change_array(const char *what, char *const *word, int n)
{
    int at = n > 0 ? array_at(word[0]) : -1;
    char to[64];
    if (!strcmp(what, "@array") && n > 0)
        make_array(word, n);
    if (at < 0)
        return;
    if (!strcmp(what, "@size")) {
        pd_at(p, now, PD_SEND, "%s resize %g", arrays[at], number(word, n, 1, 0, 20000));
    } else if (!strcmp(what, "@name") && n > 1 && array_at(word[1]) < 0) {
        write_word(word[1], to, sizeof to);
        pd_at(p, now, PD_SEND, "%s rename %s", arrays[at], to);
        snprintf(arrays[at], sizeof *arrays, "%s", to);
    } else if (!strcmp(what, "@end")) {
        pd_at(p, now, PD_SEND, "pd-part%d clear", 2 + at);
        arrays[at][0] = 0;
    }
}

static void send_many(char *const *word, int n)
{
    static char text[TEXT];
    if (n < 2)
        return;
    size_t length = (size_t)snprintf(text, sizeof text, "%s", words_of(word + 1, n - 1));
    for (int times = (int)number(word, n, 0, 0, 10000); times > 0 && length + 100 < sizeof text; times--) {
        text[length++] = ' ';
        length += write_word(word[n - 1], text + length, sizeof text - length);
    }
    send("hz-object", text);
}

static void direct(const char *what, char *const *word, int n)
{
    if (!strcmp(what, "@new") && n > 0) {
        make(word, n);
    } else if (!strcmp(what, "@free")) {
        build("clear");
    } else if (!strcmp(what, "@off")) {
        pd_at(p, now, PD_SEND, "pd dsp 0");
    } else if (!strcmp(what, "@dsp")) {
        set_block(number(word, n, 0, 8000, 384000), number(word, n, 1, 1, MOST_BLOCK));
    } else if (!strcmp(what, "@run")) {
        run(number(word, n, 0, 0, 1000));
    } else if (!strcmp(what, "@in")) {
        set_inlet(word, n);
    } else if (!strcmp(what, "@float") && n > 1) {
        send(number(word, n, 0, 0, 9) > 0 ? "hz-float" : "hz-object", words_of(word + 1, 1));
    } else if (!strcmp(what, "@many")) {
        send_many(word, n);
    } else if (!strcmp(what, "@answer") && n > 1) {
        pd_at(p, now, held, "%s", words_of(word + 1, n - 1));
        pd_at(p, now, count, "%g", number(word, n, 0, 0, MOST_ANSWERS));
    } else if (!strcmp(what, "@to") && n > 1) {
        pd_at(p, now, PD_SEND, "%s", words_of(word, n));
    } else if (!strcmp(what, "@file") && n > 0) {
        write_file(word[0], words_of(word + 1, n - 1));
    } else {
        change_array(what, word, n);
    }
}

/* -- a case ---------------------------------------------------------------- */

static void play_line(char *line)
{
    char *word[WORDS];
    int n = 0;
    for (char *w = strtok(line, " \t\r"); w && n < WORDS; w = strtok(NULL, " \t\r"))
        word[n++] = w;
    if (n > 0 && word[0][0] == '@')
        direct(word[0], word + 1, n - 1);
    else if (n > 0 && made)
        send("hz-object", words_of(word, n));
}

static void play(int number_of_case, char *text)
{
    char *rest = text, *line;
    made = samples = 0;
    pd_at(p, now, PD_SEND, "hz-case %d", number_of_case);
    set_block(44100, 64);
    while ((line = strsep(&rest, "\n")))
        play_line(line);
    run(1);
    pd_at(p, now, PD_SEND, "hz-ask bang");
    pd_at(p, now, count, "0");
    for (int i = 0; i < INLETS; i++)
        set_inlet((char *[]){ (char[]){ (char)('0' + i), 0 } }, 1);
    build("clear");
    for (int i = 0; i < ARRAYS; i++) {
        pd_at(p, now, PD_SEND, "pd-part%d clear", 2 + i);
        arrays[i][0] = 0;
    }
    now += 2;
}

static int play_all(void)
{
    char line[LINE];
    int n = 0;
    FILE *f = fopen("tests/storm/messages.cases", "r");
    while (f && fgets(line, sizeof line, f)) {
        char *text = strchr(line, '\t');
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#')
            continue;
        assert_that(text && n < MOST_CASES, "no reason and tab before a case, or over %d cases: %s", MOST_CASES, line);
        *text++ = 0;
        reasons[n] = strdup(line);
        unescape(text);
        play(n++, text);
    }
    if (f)
        fclose(f);
    return n;
}

/* Whether a number among what is told is not finite. */
static int is_odd(const char *line)
{
    static const char *const words[] = { " nan", " -nan", " inf", " -inf" };
    for (int i = 0; i < 4; i++)
        for (const char *at = strstr(line, words[i]); at; at = strstr(at + 1, words[i]))
            if (strchr(" ", at[strlen(words[i])]))
                return 1;
    return 0;
}

void kept_messages(void)
{
    const char *line;
    int reply, at = -1;
    now = 2;
    p = pd_open(.rate = RATE, .limit = 300, .as_played = 1);
    write_files();
    for (int i = 0; i <= ARRAYS; i++) /* part1 is the nursery of objects, the others those of arrays */
        pd_subpatch(p, "switch~");
    pd_main(p);
    add_machinery();
    int n = play_all(), ended = pd_try(p);
    for (int i = 0; (line = pd_next(p, i, &reply)) != NULL; i++) {
        double bad;
        sscanf(line, "hz-case: %d", &at);
        assert_that(sscanf(line, "hz-bad: %lf", &bad) != 1 || bad == 0, "%s: %s samples are not finite",
                    at < 0 ? "" : reasons[at], line);
        assert_that(strncmp(line, "told: ", 6) || !is_odd(line), "%s: %s", at < 0 ? "" : reasons[at], line);
    }
    assert_that(ended && at == n - 1, "Pd ended in case %d of %d: %s", at + 1, n, at < 0 ? "" : reasons[at]);
    print_message("# %d kept cases\n", n);
    for (int i = 0; i < n; i++)
        free(reasons[i]);
    asserted_add(n);
    pd_close(p);
}
