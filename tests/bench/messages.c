/* What each message costs on the audio thread: to an object as it comes, and in the state in which it is dearest. It
 * uses the fuzzers' stand-in for Pd. An object is made for each state and plays a while. A copy of the process
 * sends it one message and plays on: what a message leaves to the blocks behind it counts too.
 *
 *     messages                            the states: class|state|flags and messages that make it
 *     messages <class> <state>            all messages to this one: class|state|verb or value|message|us|us of the
 *                                         dearest block|process; for callgrind too (messages.sh), which collects
 *                                         `message_part` and each `block_part`
 *     messages <class> <state> <message>  one of them
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/fuzz/standin.h"

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
    standin_send(s, argc, argv);
}
void block_part(void)
{
    standin_block();
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

static t_float shape_at(int i, const char *kind)
{
    (void)kind;
    return (t_float)(1e-4 * (i % 50) / 50);
}

/* Makes an object in a state, which has sounds in its slots and in a file, and rings. Bodies of many masses, for which
 * a thread works while signals are on, are there at once since signals are off. */
static void make(const state *s)
{
    static t_atom a[WORDS];
    char copy[TEXT], *setting, *rest = copy;
    standin_array("array", 200, shape_at, "");
    standin_make(standin_class(s->class), atoms_of(s->flags, a), a);
    send("store other", standin_send);
    snprintf(copy, sizeof copy, "%s", s->settings);
    while ((setting = strsep(&rest, ",")))
        send(setting + strspn(setting, " "), standin_send);
    send("store a", standin_send);
    send("store b", standin_send);
    send("save own", standin_send);
    standin_dsp(44100, 64, 0);
}

static void block(void (*how)(void))
{
    for (int i = 0; i < standin_inlets(); i++)
        standin_inlet(i);
    how();
}

static void make_and_play(const state *s)
{
    make(s);
    for (int i = 0; i < BEFORE; i++)
        block(standin_block);
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

static void send_and_play(const char *message, double *sent, double *worst)
{
    *sent = send(message, message_part);
    *worst = 0;
    for (int i = 0; i < blocks_after(message); i++) {
        double start = seconds();
        block(block_part);
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
            block(standin_block);
        send_and_play(message, &sent, &worst);
        printf("%s|%s|%.0f|%.0f|%d\n", what, message, 1e6 * sent, 1e6 * worst, (int)getpid());
        fflush(stdout);
        _exit(0);
    }
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status)
        fuzz_finding("%s: %s ends with status %d", what, message, status);
}

/* ---- all messages ---- */

static char *rows[ROWS];
static int n_rows;

static void add(const char *text)
{
    if (n_rows == ROWS)
        fuzz_finding("more than %d messages", ROWS);
    rows[n_rows++] = strcpy(standin_alloc(strlen(text) + 1), text);
}

static const char *word_at(const t_atom *a)
{
    return a->a_type == A_SYMBOL ? a->a_w.w_symbol->s_name : "";
}

/* A parameter at its default, least and most value, or at each of its words. */
static void add_values(const char *name, const t_atom *a)
{
    char text[400];
    for (int k = 0; k < 3 && a[1].a_type == A_FLOAT; k++) {
        snprintf(text, sizeof text, "%s %g", name, (double)atom_getfloat(a + k));
        add(text);
    }
    for (const char *at = word_at(a + 5); a[1].a_type != A_FLOAT && *at && *at != '-'; at += strcspn(at, "|")) {
        at += *at == '|';
        snprintf(text, sizeof text, "%s %.*s", name, (int)strcspn(at, "|"), at);
        add(text);
    }
}

/* Rows of the reference, as externals/pd/reference.c tells them. */
static void hear(t_symbol *selector, int argc, const t_atom *argv)
{
    char name[200];
    const char *kind = word_at(argv);
    if (strcmp(selector->s_name, "reference") || argc < 3)
        return;
    int bare = !strcmp(word_at(argv + 1), "-");
    snprintf(name, sizeof name, "%s%s%s", bare ? "" : word_at(argv + 1), bare ? "" : " ", word_at(argv + 2));
    if (!strcmp(kind, "parameter") && argc > 9)
        add_values(name, argv + 4);
    else if (!strcmp(kind, "preset")) {
        snprintf(name, sizeof name, "preset %s", word_at(argv + 1));
        add(name);
    }
}

static void list(const char *class)
{
    n_rows = 0;
    for (int i = 0; i < VERBS; i++)
        add(verbs[i]);
    standin_make(standin_class(class), 0, NULL);
    standin_told = hear;
    send("reference", standin_send);
    standin_told = NULL;
    standin_end();
}

/* Bodies of a few lines, and one of 128 masses each coupled and damped with each. */
static void put_files(void)
{
    char path[MAXPDSTRING];
    standin_path("modes", path);
    FILE *f = fopen(path, "w");
    fprintf(f, "hertz-modes 1\n");
    for (int i = 0; i < 1000; i++)
        fprintf(f, "%g 1 0.1 1 0.7\n", 100 + 17.7 * i);
    fprintf(f, "end\n");
    fclose(f);
    standin_path("masses", path);
    f = fopen(path, "w");
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

void impact_tilde_setup(void);
void bounce_tilde_setup(void);
void modalcontact_tilde_setup(void);
void stringbarrier_tilde_setup(void);
void trombamarina_tilde_setup(void);

static void time_all(const state *s, int number)
{
    list(s->class);
    make_and_play(s);
    for (int k = 0; k < n_rows; k++) {
        char what[80];
        snprintf(what, sizeof what, "%s|%d|%s", s->class, number, k < VERBS ? "verb" : "value");
        time_one(what, rows[k]);
        free(rows[k]);
    }
    standin_end();
}

int main(int argc, char **argv)
{
    double sent, worst;
    standin_loud = getenv("HZ_LOUD") != NULL;
    standin_begin(put_files);
    impact_tilde_setup();
    bounce_tilde_setup();
    modalcontact_tilde_setup();
    stringbarrier_tilde_setup();
    trombamarina_tilde_setup();
    for (int i = 0, number = 0; i < STATES; i++) {
        const state *s = &states[i];
        number = i && !strcmp(s->class, states[i - 1].class) ? number + 1 : 0;
        if (argc < 3) {
            printf("%s|%d|%s%s%s\n", s->class, number, s->flags, *s->flags ? " " : "", s->settings);
        } else if (!strcmp(s->class, argv[1]) && number == atoi(argv[2])) {
            if (argc == 3) {
                time_all(s, number);
                return 0;
            }
            make_and_play(s);
            send_and_play(argv[3], &sent, &worst);
            standin_end();
        }
    }
    return 0;
}
