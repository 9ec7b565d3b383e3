/* What each message costs on the audio thread: to an object as it comes, and in the state in which it is dearest. An
 * object is made for each state, in a Pd of this process, and plays a while. A copy of the process sends it one
 * message and plays on: what a message leaves to the blocks behind it counts too.
 *
 *     messages                            the states: class|state|flags and messages that make it
 *     messages <class> <state>            all messages to this one: class|state|verb or value|message|us|us of the
 *                                         dearest block|process; for callgrind too (messages.sh), which collects
 *                                         `message_part` and each `block_part`
 *     messages <class> <state> <message>  one of them
 *     messages <class> "<flags>" -        the messages of standard input, a line each and parts with commas between
 *                                         them, to an object with these flags that has been struck
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <m_pd.h>

#include "tests/patches/table.h"

/* These are libpd's and the library's. The header of libpd is only there when its source was fetched. */
int libpd_init(void);
int libpd_init_audio(int inlets, int outlets, int rate);
int libpd_process_float(int ticks, const float *in, float *out);
void *libpd_openfile(const char *name, const char *folder);
void libpd_closefile(void *patch);
void libpd_set_printhook(void (*hook)(const char *text));
void hertz_setup(void);

enum { WORDS = 1100, TEXT = 8000, BEFORE = 30, AFTER = 16, TRIED = 450, TOUCH = 4, ROWS = 4000, SIDE = 128 };

typedef struct state {
    const char *class, *flags, *settings;
} state;

/* The first state of each class is the object as it comes. */
static const state states[] = {
    { "impact~", "", "bang" },
    { "impact~", "", "preset cymbal, ledger 1, bang" },
    { "impact~", "", "preset gong, hammer object bar, hammer modes 1000, hammer size 2, ledger 1, bang" },
    { "impact~", "-voices 16", "preset cymbal, bang" },
    { "impact~", "", "preset drum, modes 300, resolution 4096, ledger 1, bang" },
    { "bounce~", "", "bang" },
    { "bounce~", "", "object freedisc, size 1, thickness 0.001, modes 1000, ledger 1, bang" },
    { "bounce~", "-voices 16", "bang" },
    { "modalcontact~", "", "bang" },
    { "modalcontact~", "", "preset plates, a modes 128, b modes 128, ledger 1, bang" },
    { "modalcontact~", "", "a matrices masses, b matrices masses, ledger 1, bang" },
    { "modalcontact~", "-voices 16", "bang" },
    { "friction~", "", "bang" },
    { "stringbarrier~", "", "bang" },
    { "stringbarrier~", "", "freq 30, points 0, ledger 1, bang" },
    { "stringbarrier~", "", "preset wrap, freq 30, ledger 1, bang" },
    { "stringbarrier~", "", "preset strings, freq 40, secondfreq 40, ledger 1, bang" },
    { "stringbarrier~", "-voices 16", "bang" },
    { "trombamarina~", "", "bang" },
    { "trombamarina~", "", "points 2048, bodypoints 16384, bodysize 1 1, bodythickness 0.001, ledger 1, bang" },
    { "trombamarina~", "", "preset paper, bow bristle, ledger 1, bang" },
    { "trombamarina~", "-voices 16", "bang" },
};
enum { STATES = sizeof states / sizeof *states };

/* What is sent to all, besides each parameter at its default, at its least and at its most, and each preset. A class
 * that does not know a message refuses it. */
static const char *const verbs[] = {
    "bang",
    "60 100",
    "note 30 127",
    "note 100 127",
    "60 0",
    "panic",
    "reset",
    "level 0.5",
    "partials",
    "dump",
    "reference",
    "get",
    "presets",
    "energy",
    "contacts",
    "store b",
    "recall a",
    "recall a 50",
    "morph a b 0.5",
    "morph a other 0.5",
    "morph a other 0.3",
    "vary 1",
    "save own",
    "load own",
    "damp 0.1",
    "sustain 1",
    "sustain 0",
    "voice 1 bang",
    "force 10",
    "wall 1",
    "strike 1",
    "drop 0.1",
    "pluck",
    "secondpluck",
    "throw 1",
    "stroke 1",
    "knock",
    "lift",
    "bow 1",
    "shape array",
    "profile array",
    "displace array",
    "read modes",
    "write written",
    "a read modes",
    "b read modes",
    "matrices masses",
    "a matrices masses",
    "b matrices masses",
    "freqs many",
    "a freqs many",
    "b freqs many",
    "pickupweights 1 many",
    "outweights many",
    "material oak",
    "freq 100",
    "freq 30",
    "position 0.123",
    "restitution 0.5",
    "a freq 77",
    "b freq 77",
    "shape array body",
    "help",
    "meters all",
    "record written 1",
};
enum { VERBS = sizeof verbs / sizeof *verbs };

/* callgrind knows them by their names. */
__attribute__((noinline)) void message_part(t_symbol *s, int argc, t_atom *argv);
__attribute__((noinline)) void block_part(void);
void message_part(t_symbol *s, int argc, t_atom *argv)
{
    pd_typedmess(gensym("hz-object")->s_thing, s, argc, argv);
}
void block_part(void)
{
    static float in[64], out[64];
    libpd_process_float(1, in, out);
}

/* ---- words ---- */

static int atoms_of(const char *text, t_atom *a)
{
    char copy[TEXT], *word, *rest = copy, *end;
    int n = 0;
    snprintf(copy, sizeof copy, "%s", text);
    while ((word = strsep(&rest, " ")) && n < WORDS) {
        float f = strtof(word, &end);
        if (!strcmp(word, "many")) /* a thousand numbers, all different */
            for (int i = 0; i < 1000 && n < WORDS; i++)
                a[n++] = (t_atom){ A_FLOAT, { .w_float = (t_float)(60 + 7.3 * i) } };
        else if (*word && !*end)
            a[n++] = (t_atom){ A_FLOAT, { .w_float = f } };
        else if (*word)
            a[n++] = (t_atom){ A_SYMBOL, { .w_symbol = gensym(word) } };
    }
    return n;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sends a message, and tells how long that took. */
static double send(const char *text, void (*how)(t_symbol *, int, t_atom *))
{
    static t_atom a[WORDS];
    int n = atoms_of(text, a), named = n && a[0].a_type == A_SYMBOL;
    double start = seconds();
    how(named ? a[0].a_w.w_symbol : n == 1 ? &s_float : &s_list, n - named, a + named);
    return seconds() - start;
}

/* ---- one message ---- */

static char home[] = "/tmp/hz-messages-XXXXXX";
static void *patch;

/* Writes a file beside the patch. */
static FILE *open_file(const char *name)
{
    char path[80];
    snprintf(path, sizeof path, "%s/%s", home, name);
    FILE *f = fopen(path, "w");
    if (!f)
        exit(1);
    return f;
}

static void switch_dsp(int on)
{
    t_atom a = { A_FLOAT, { .w_float = (t_float)on } };
    pd_typedmess(gensym("pd")->s_thing, gensym("dsp"), 1, &a);
}

/* Makes an object in a state, which has sounds in its slots and in a file, and rings. Bodies of many masses, for which
 * a thread works while signals are on, are there at once since signals are off. */
static void make(const state *s)
{
    char copy[TEXT], *setting, *rest = copy;
    FILE *f = open_file("patch.pd");
    fprintf(f, "#N canvas 0 0 400 300 10;\n#X obj 10 10 hertz/%s %s;\n#X obj 10 10 r hz-object;\n", s->class, s->flags);
    fprintf(f, "#X obj 10 10 array define array 200;\n#X connect 1 0 0 0;\n");
    fclose(f);
    patch = libpd_openfile("patch.pd", home);
    t_garray *array = (t_garray *)pd_findbyclass(gensym("array"), garray_class);
    t_word *at;
    int n = 0;
    if (!patch || !array || !garray_getfloatwords(array, &n, &at))
        exit(1);
    for (int i = 0; i < n; i++)
        at[i].w_float = (t_float)(1e-4 * (i % 50) / 50);
    send("store other", message_part);
    snprintf(copy, sizeof copy, "%s", s->settings);
    while ((setting = strsep(&rest, ",")))
        send(setting + strspn(setting, " "), message_part);
    send("store a", message_part);
    send("store b", message_part);
    send("save own", message_part);
    switch_dsp(1);
}

static void make_and_play(const state *s)
{
    make(s);
    for (int i = 0; i < BEFORE; i++)
        block_part();
}

/* A sound that is tried before it is heard may come up to 0.6 s after the message. */
static int blocks_after(const char *message)
{
    static const char *const tried[] = { "level", "unit", "hear", "vary", "morph" };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if (!strncmp(message, tried[i], strlen(tried[i])))
            return TRIED;
    return AFTER;
}

/* Sends the parts of a message box. The first is the dearest where they are counted. */
static double send_parts(const char *message, void (*how)(t_symbol *, int, t_atom *))
{
    char copy[TEXT], *part, *rest = copy;
    double most = 0;
    snprintf(copy, sizeof copy, "%s", message);
    while ((part = strsep(&rest, ","))) {
        double took = send(part + strspn(part, " "), how);
        most = took > most ? took : most;
    }
    return most;
}

static void send_and_play(const char *message, double *sent, double *worst)
{
    *sent = send_parts(message, message_part);
    *worst = 0;
    for (int i = 0; i < blocks_after(message); i++) {
        double start = seconds();
        block_part();
        double took = seconds() - start;
        *worst = took > *worst ? took : *worst;
    }
}

/* In a process of its own, so that the object here stays as it is. It plays first until the memory that it writes is
 * its own too. */
static void time_one(const char *what, const char *message)
{
    double sent, worst;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < TOUCH; i++)
            block_part();
        send_and_play(message, &sent, &worst);
        printf("%s|%s|%.0f|%.0f|%d\n", what, message, 1e6 * sent, 1e6 * worst, (int)getpid());
        fflush(stdout);
        _exit(0);
    }
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status)
        exit((fprintf(stderr, "%s: %s ends with status %d\n", what, message, status), 1));
}

/* ---- all messages ---- */

static char rows[ROWS][400];
static int n_rows;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (n_rows == ROWS)
        exit((fprintf(stderr, "more than %d messages\n", ROWS), 1));
    vsnprintf(rows[n_rows++], sizeof *rows, format, args);
    va_end(args);
}

/* A parameter at its default, least and most value, or at each of its words. */
static void add_values(const row *r)
{
    if (r->numbers) {
        add("%s %s", r->name, r->init);
        add("%s %g", r->name, r->min);
        add("%s %g", r->name, r->max);
        return;
    }
    for (const char *at = r->choices; *at; at += strcspn(at, "|")) {
        at += *at == '|';
        add("%s %.*s", r->name, (int)strcspn(at, "|"), at);
    }
}

static void list(const char *class)
{
    static table t;
    table_read(&t, class, "");
    n_rows = 0;
    for (int i = 0; i < VERBS; i++)
        add("%s", verbs[i]);
    for (int i = 0; i < t.n; i++)
        if (t.rows[i].kind == PARAMETER)
            add_values(&t.rows[i]);
    for (int i = 0; i < t.n_presets; i++)
        add("preset %s", t.presets[i]);
}

/* Bodies of a few lines, and one of 128 masses each coupled and damped with each. */
static void put_files(void)
{
    FILE *f = open_file("modes");
    fprintf(f, "hertz-modes 1\n");
    for (int i = 0; i < 1000; i++)
        fprintf(f, "%g 1 0.1 1 0.7\n", 100 + 17.7 * i);
    fprintf(f, "end\n");
    fclose(f);
    f = open_file("masses");
    fprintf(f, "%d\n", SIDE);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                fprintf(f, "%g\n",
                        k == 0   ? 0.01 * (i == j)
                        : k == 1 ? 1e5 * ((i == j) * (2 + 0.01 * i) - (abs(i - j) == 1))
                                 : 0.01 * (i == j) + 0.001 / (1 + abs(i - j)));
    fclose(f);
}

static void time_all(const state *s, int number)
{
    list(s->class);
    make_and_play(s);
    for (int k = 0; k < n_rows; k++) {
        char what[80];
        snprintf(what, sizeof what, "%s|%d|%s", s->class, number, k < VERBS ? "verb" : "value");
        time_one(what, rows[k]);
    }
}

static int clean_up(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", home);
    return system(command);
}

static void be_silent(const char *text)
{
    if (getenv("HZ_LOUD"))
        fputs(text, stderr);
}

/* The gestures of help patches, which messages.sh takes out of them. */
static void time_gestures(const state *s)
{
    char line[TEXT], what[80];
    make_and_play(s);
    snprintf(what, sizeof what, "%s|%s|gesture", s->class, s->flags);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        time_one(what, line);
    }
}

int main(int argc, char **argv)
{
    double sent, worst;
    if (!mkdtemp(home))
        return 1;
    libpd_set_printhook(be_silent);
    libpd_init();
    hertz_setup();
    libpd_init_audio(1, 1, 44100);
    put_files();
    if (argc == 4 && !strcmp(argv[3], "-")) {
        time_gestures(&(state){ argv[1], argv[2], "bang" });
        return clean_up();
    }
    for (int i = 0, number = 0; i < STATES; i++) {
        const state *s = &states[i];
        number = i && !strcmp(s->class, states[i - 1].class) ? number + 1 : 0;
        if (argc < 3) {
            printf("%s|%d|%s%s%s\n", s->class, number, s->flags, *s->flags ? " " : "", s->settings);
        } else if (!strcmp(s->class, argv[1]) && number == atoi(argv[2])) {
            if (argc == 3) {
                time_all(s, number);
                return clean_up();
            }
            make_and_play(s);
            send_and_play(argv[3], &sent, &worst);
        }
    }
    return clean_up();
}
