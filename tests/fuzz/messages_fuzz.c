/* Any messages, signals and arrays against an object of any class, in a stand-in for Pd.
 *
 *     @new impact~ -object plate     makes an object; one that is there is freed
 *     @dsp 48000 64                  signals on; with `shared` behind it outlets write over inlets
 *     @in 0 noise 1e20               what inlet 0 carries from now on
 *     @channels 0 3                  it has so many channels, from the next @dsp on
 *     @float 2 0.5                   a float to inlet 2
 *     @run 3                         so many blocks
 *     @answer 5 strike 1             sent from inside the info outlet, the next five times that it tells something
 *     @many 1000 freqs 440           a message that repeats its last atom so often
 *     @array a 100 sine              an array; @size, @name, @odd and @end change it, or end it
 *     @off, @free                    signals off; the object is freed
 *     strike 1                       anything else is a message to the object
 *
 * After each block all that came out is finite; what the info outlet tells is always finite; a block posts nothing and
 * asks for no memory; in the end nothing is left. */
#include "classes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ATOMS = 10000, MOST_LINES = 200, MOST_SAMPLES = 9000, MOST_INLETS = 8, MOST_BLOCK = 8192, DEEP = 4 };

/* ---- atoms ---- */

/* Words as atoms: numbers, symbols, and pointers. */
static int atoms_of(char *const *word, int n, t_atom *a)
{
    for (int i = 0; i < n; i++) {
        double x;
        if (!strcmp(word[i], "@pointer"))
            SETPOINTER(&a[i], NULL);
        else if (script_number(word[i], &x))
            SETFLOAT(&a[i], (t_float)x);
        else
            SETSYMBOL(&a[i], gensym(word[i]));
    }
    return n;
}

/* ---- the play ---- */

typedef struct answer {
    int times;
    char line[SCRIPT_LINE];
} answer;

static struct {
    int samples, levels; /* that were run; that were asked for */
    int on, n, shared;
    double rate;
    int deep;
    answer answer;
    char kind[MOST_INLETS][8];
    double size[MOST_INLETS];
    dice dice;
} play;

/* What costs seconds: `level` tries an excitation for up to 15 s of model time. */
static int is_too_dear(const char *word)
{
    return !strcmp(word, "level") && (play.levels++ > 0 || sys_getsr() > 8000);
}

static void send(char *const *word, int n)
{
    t_atom a[SCRIPT_WORDS];
    if (n == 0 || is_too_dear(word[0]))
        return;
    atoms_of(word, n, a);
    if (a[0].a_type == A_SYMBOL)
        standin_send(a[0].a_w.w_symbol, n - 1, a + 1);
    else
        standin_send(n == 1 && a[0].a_type == A_FLOAT ? &s_float : &s_list, n, a);
}

static void send_line(const char *line)
{
    script s = { .at = line, .end = line + strlen(line) };
    int n = script_next(&s);
    if (n > 0)
        send(s.word, n);
}

/* A patch that answers: what it sends comes from inside the info outlet. */
static void told(t_symbol *selector, int argc, const t_atom *argv)
{
    (void)selector, (void)argc, (void)argv;
    if (play.answer.times <= 0 || play.deep >= DEEP)
        return;
    play.answer.times--;
    play.deep++;
    send_line(play.answer.line);
    play.deep--;
}

static void send_many(char *const *word, int n)
{
    double times;
    static t_atom a[MOST_ATOMS + SCRIPT_WORDS];
    if (n < 2 || !script_number(word[0], &times))
        return;
    int given = atoms_of(word + 1, n - 1, a), all = given + (int)fmin(fmax(times, 0), MOST_ATOMS);
    for (int i = given; i < all; i++)
        a[i] = a[given - 1];
    if (a[0].a_type == A_SYMBOL)
        standin_send(a[0].a_w.w_symbol, all - 1, a + 1);
    else
        standin_send(&s_list, all, a);
}

static void switch_on(double rate, int n, int shared)
{
    play.on = 1;
    play.rate = rate;
    play.n = n;
    play.shared = shared;
    standin_dsp((t_float)rate, n, shared);
}

static void make(char *const *word, int n)
{
    t_atom a[SCRIPT_WORDS];
    t_class *c = n ? standin_class(word[0]) : NULL;
    if (c)
        standin_make(c, atoms_of(word + 1, n - 1, a), a);
    if (c && !standin_object())
        fuzz_finding("%s was not made", word[0]);
    if (play.on)
        standin_dsp((t_float)play.rate, play.n, play.shared);
}

/* ---- signals ---- */

static const char *const kinds[] = { "off", "const", "osc", "noise", "nan", "pole", "tiny", "step", "spike", "mixed" };

/* One sample of an inlet. */
static double sample_of(const char *kind, double size, int i)
{
    double noise = dice_even(&play.dice, -1, 1);
    switch (kind[0]) {
    case 'c':
        return size;
    case 'o':
        return size * sin(0.05 * (play.samples + i));
    case 'n':
        return kind[1] == 'a' ? (dice_once(&play.dice, 3) ? NAN : size) : size * noise;
    case 'p':
        return i % 2 ? INFINITY : -INFINITY;
    case 't':
        return 1e-42 * noise;
    case 's':
        return kind[1] == 't' ? ((play.samples + i) / 40 % 2 ? size : -size) : dice_once(&play.dice, 50) ? size : 0;
    default:
        return dice_once(&play.dice, 9) ? NAN : size * exp2(60 * noise);
    }
}

static void fill_inlets(void)
{
    for (int i = 0; i < standin_inlets(); i++) {
        t_sample *x = standin_inlet(i);
        if (i >= MOST_INLETS || !*play.kind[i] || play.kind[i][1] == 'f')
            continue;
        int all = standin_n() * standin_channels_now(i);
        for (int k = 0; k < all; k++)
            x[k] = (t_sample)fmin(fmax(sample_of(play.kind[i], play.size[i], k), -3e38), 3e38);
        for (int k = 0; k < all && (play.kind[i][1] == 'a' || play.kind[i][0] == 'p'); k++)
            x[k] = (t_sample)sample_of(play.kind[i], play.size[i], k);
    }
}

static void block(void)
{
    fill_inlets();
    standin_block();
    for (int i = 0; i < standin_outlets(); i++) {
        const t_sample *x = standin_outlet(i);
        for (int k = 0; k < standin_n(); k++)
            if (!isfinite(x[k]))
                fuzz_finding("outlet %d has %g at sample %d", i, (double)x[k], k);
    }
    play.samples += standin_n();
}

static void run(double blocks)
{
    for (int i = 0; i < blocks && standin_is_on() && play.samples < MOST_SAMPLES; i++)
        block();
    standin_send(gensym("energy"), 0, NULL);
}

/* ---- arrays ---- */

static t_float drawn(int i, const char *kind)
{
    switch (kind[0]) {
    case 'n':
        return kind[1] == 'a' ? NAN : (t_float)dice_even(&play.dice, -1, 1);
    case 'h':
        return i % 3 ? (t_float)3e38 : -INFINITY;
    case 'o':
        return i % 7 == 0 ? 1 : 0;
    default:
        return (t_float)(0.001 * sin(0.1 * i));
    }
}

/* ---- the script ---- */

static double number(char *const *word, int n, int i, double low, double high)
{
    double x;
    return i < n && script_number(word[i], &x) ? fmin(fmax(x, low), high) : low;
}

static void set_inlet(char *const *word, int n)
{
    int i = (int)number(word, n, 0, 0, MOST_INLETS - 1);
    snprintf(play.kind[i], sizeof play.kind[i], "%s", n > 1 ? word[1] : "");
    play.size[i] = number(word, n, 2, -3.4e38, 3.4e38);
}

static void direct_array(const char *what, char *const *word, int n)
{
    if (n == 0)
        return;
    if (!strcmp(what, "@array"))
        standin_array(word[0], (int)number(word, n, 1, 0, 20000), drawn, n > 2 ? word[2] : "");
    else if (!strcmp(what, "@size"))
        standin_array_size(word[0], (int)number(word, n, 1, 0, 20000));
    else if (!strcmp(what, "@name"))
        standin_array_name(word[0], n > 1 ? word[1] : "");
    else if (!strcmp(what, "@odd"))
        standin_array_odd(word[0]);
    else if (!strcmp(what, "@end"))
        standin_array_end(word[0]);
}

static void direct(const char *what, char *const *word, int n)
{
    if (!strcmp(what, "@new"))
        make(word, n);
    else if (!strcmp(what, "@free"))
        standin_free();
    else if (!strcmp(what, "@off"))
        standin_off(), play.on = 0;
    else if (!strcmp(what, "@dsp"))
        switch_on(number(word, n, 0, 8000, 384000), (int)number(word, n, 1, 1, MOST_BLOCK), n > 2);
    else if (!strcmp(what, "@run"))
        run(number(word, n, 0, 0, 1000));
    else if (!strcmp(what, "@in"))
        set_inlet(word, n);
    else if (!strcmp(what, "@channels"))
        standin_give_channels((int)number(word, n, 0, 0, MOST_INLETS - 1), (int)number(word, n, 1, 1, 4));
    else if (!strcmp(what, "@float"))
        standin_float((int)number(word, n, 0, 0, 9), (t_float)(n > 1 ? number(word, n, 1, -3.4e38, 3.4e38) : 0));
    else if (!strcmp(what, "@many"))
        send_many(word, n);
    else
        direct_array(what, word, n);
}

/* The words behind the first two, as they were. */
static void keep_answer(const script *s, int n)
{
    play.answer.times = (int)number(s->word, n, 1, 0, 1000);
    play.answer.line[0] = 0;
    for (int i = 2; i < n; i++) {
        strcat(play.answer.line, s->word[i]);
        strcat(play.answer.line, " ");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script s = { .at = (const char *)data, .end = (const char *)data + size };
    memset(&play, 0, sizeof play);
    for (int i = 0; i < MOST_INLETS; i++)
        standin_give_channels(i, 1);
    switch_on(44100, 64, 0);
    for (int lines = 0, n; lines < MOST_LINES && (n = script_next(&s)) >= 0; lines++) {
        if (n > 0 && !strcmp(s.word[0], "@answer"))
            keep_answer(&s, n);
        else if (n > 0 && s.word[0][0] == '@' && strcmp(s.word[0], "@pointer"))
            direct(s.word[0], s.word + 1, n - 1);
        else
            send(s.word, n);
    }
    run(1);
    standin_end();
    return 0;
}

/* ---- random lines ---- */

static void random_dsp(dice *d, char line[SCRIPT_LINE])
{
    static const double rates[] = { 8000, 22050, 44100, 44100, 48000, 96000, 192000, 384000 };
    static const int blocks[] = { 1, 2, 3, 7, 16, 64, 64, 128, 1000, 2048, 8192 };
    snprintf(line, SCRIPT_LINE, "@dsp %g %d%s", rates[dice_of(d, 8)], blocks[dice_of(d, 11)],
             dice_once(d, 3) ? " shared" : "");
}

static void random_array(dice *d, char line[SCRIPT_LINE])
{
    static const char *const shapes[] = { "sine", "noise", "nan", "huge", "ones" };
    static const char *const changes[] = { "size", "end", "odd" };
    int n = dice_once(d, 3) ? 0 : dice_once(d, 2) ? dice_of(d, 5) : dice_of(d, 3000);
    if (dice_once(d, 3))
        snprintf(line, SCRIPT_LINE, "@%s %s %d", script_one_of(d, changes, 3), some_name(d), n);
    else if (dice_once(d, 3))
        snprintf(line, SCRIPT_LINE, "@name %s %s", some_name(d), some_name(d));
    else
        snprintf(line, SCRIPT_LINE, "@array %s %d %s", some_name(d), n, script_one_of(d, shapes, 5));
}

/* What is not a message; or one that comes from inside, or is very long. */
static void random_direction(dice *d, const char *message, char line[SCRIPT_LINE])
{
    static const char *const ends[] = { "@off", "@free", "dump" };
    switch (dice_of(d, 9)) {
    case 0:
        random_dsp(d, line);
        break;
    case 1:
        if (dice_once(d, 2))
            random_dsp(d, line);
        else
            snprintf(line, SCRIPT_LINE, "@channels %d %d", dice_of(d, 3), 1 + dice_of(d, 4));
        break;
    case 2:
    case 3:
        snprintf(line, SCRIPT_LINE, "@in %d %s %.3g", dice_of(d, 3), script_one_of(d, kinds, 10),
                 dice_log(d, 1e-6, dice_once(d, 4) ? 3e38 : 1e3) * (dice_once(d, 3) ? -1 : 1));
        break;
    case 4:
        snprintf(line, SCRIPT_LINE, "@answer %d %s", 1 + dice_of(d, 5), message);
        break;
    case 5:
        snprintf(line, SCRIPT_LINE, "@many %d %s", dice_once(d, 4) ? 10000 : dice_of(d, 1100), message);
        break;
    case 6:
    case 7:
        random_array(d, line);
        break;
    default:
        if (dice_once(d, 2))
            snprintf(line, SCRIPT_LINE, "@float %d %s", dice_of(d, 4), script_hostile(d));
        else
            snprintf(line, SCRIPT_LINE, "%s", script_one_of(d, ends, 3));
    }
}

void script_line(dice *d, const char *text, char line[SCRIPT_LINE])
{
    char message[SCRIPT_LINE - 40], name[40] = "";
    const char *made = strstr(text, "@new ");
    int c = made && sscanf(made, "@new %39s", name) == 1 ? class_of(name) : -1;
    if (c < 0) {
        c = dice_of(d, CLASSES);
        class_flags(d, c, message, sizeof message);
        snprintf(line, SCRIPT_LINE, "@new %s %s", class_names[c], message);
        return;
    }
    class_message(d, c, message, sizeof message);
    if (dice_once(d, 5))
        snprintf(line, SCRIPT_LINE, "@run %d", dice_once(d, 3) ? dice_of(d, 40) : 1 + dice_of(d, 3));
    else if (dice_once(d, 3))
        random_direction(d, message, line);
    else
        snprintf(line, SCRIPT_LINE, "%s", message);
}

/* ---- once ---- */

/* Files that are there: a list of modes and matrices; a folder and a pipe are none. */
static void put_file(const char *name, const char *text)
{
    char path[MAXPDSTRING];
    standin_path(name, path);
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f))
        fuzz_finding("no file %s", path);
}

static void put_files(void)
{
    char path[MAXPDSTRING];
    put_file("modes", "hertz-modes 1\n440 1 0.1 1 0.7\n1213.8 0.8 0.1 -0.6 -3e-2\nend\n");
    put_file("matrices", "2  1 0 0 1  2e6 -1e6 -1e6 2e6  1 0 0 2\n");
    put_file("sound", "hertz sound 1 impact~;\nfreq 300;\nobject plate;\nmass 0.02, gain 2;\nend;\n");
    standin_path("folder", path);
    mkdir(path, 0700);
    standin_path("pipe", path);
    mkfifo(path, 0600);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    standin_loud = getenv("HZ_LOUD") != NULL;
    standin_begin(put_files);
    standin_told = told;
    classes_begin();
    return 0;
}
