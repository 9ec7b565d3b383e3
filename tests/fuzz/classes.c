/* classes: the five classes as fuzzers see them. */
#include "classes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const class_names[CLASSES] = { "impact~", "bounce~", "modalcontact~", "stringbarrier~", "trombamarina~" };

void impact_tilde_setup(void);
void bounce_tilde_setup(void);
void modalcontact_tilde_setup(void);
void stringbarrier_tilde_setup(void);
void trombamarina_tilde_setup(void);

/* ---- what a class says of itself ---- */

/* A row of the reference: a parameter or a verb, behind which its parts or arguments follow. */
typedef struct row {
    enum { PARAMETER, PART, VERB, ARGUMENT, PRESET } kind;
    const char *name; /* with its prefix before it */
    int is_number, most, needed;
    double init, min, max;
    const char *flags, *choices;
} row;

enum { ROWS = 400 };
static struct {
    row rows[ROWS];
    int n;
} classes[CLASSES];
static int asked;

static const char *copied(const char *prefix, const char *name)
{
    char text[200];
    int bare = !strcmp(prefix, "-");
    snprintf(text, sizeof text, "%s%s%s", bare ? "" : prefix, bare ? "" : " ", name);
    return strcpy(standin_alloc(strlen(text) + 1), text);
}

static const char *word_at(const t_atom *a)
{
    return a->a_type == A_SYMBOL ? a->a_w.w_symbol->s_name : "";
}

/* <default> <min> <max> <most> <flags> <choices> */
static void read_range(row *r, const t_atom *a)
{
    r->is_number = a[1].a_type == A_FLOAT;
    r->init = atom_getfloat(a);
    r->min = atom_getfloat(a + 1);
    r->max = atom_getfloat(a + 2);
    r->most = (int)atom_getfloat(a + 3);
    r->flags = copied("-", word_at(a + 4));
    r->choices = copied("-", word_at(a + 5));
}

static void hear(t_symbol *selector, int argc, const t_atom *argv)
{
    const char *kind = word_at(argv);
    row r = { .kind = -1 };
    if (strcmp(selector->s_name, "reference") || argc < 3)
        return;
    if (!strcmp(kind, "parameter") && argc > 9)
        r = (row){ .kind = PARAMETER, .name = copied(word_at(argv + 1), word_at(argv + 2)) }, read_range(&r, argv + 4);
    else if ((!strcmp(kind, "part") || !strcmp(kind, "argument")) && argc > 10)
        r = (row){ .kind = kind[0] == 'p' ? PART : ARGUMENT }, read_range(&r, argv + 5);
    else if (!strcmp(kind, "verb") || !strcmp(kind, "message"))
        r = (row){ .kind = VERB,
                   .name = copied(word_at(argv + 1), word_at(argv + 2)),
                   .needed = (int)atom_getfloat(argv + 3) };
    else if (!strcmp(kind, "preset"))
        r = (row){ .kind = PRESET, .name = copied("-", word_at(argv + 1)) };
    else
        return;
    if (classes[asked].n == ROWS)
        fuzz_finding("more than %d rows in a reference", ROWS);
    classes[asked].rows[classes[asked].n++] = r;
}

void classes_begin(void)
{
    void (*before)(t_symbol *, int, const t_atom *) = standin_told;
    impact_tilde_setup();
    bounce_tilde_setup();
    modalcontact_tilde_setup();
    stringbarrier_tilde_setup();
    trombamarina_tilde_setup();
    standin_told = hear;
    for (asked = 0; asked < CLASSES; asked++) {
        standin_make(standin_class(class_names[asked]), 0, NULL);
        standin_send(gensym("reference"), 0, NULL);
        if (classes[asked].n < 20)
            fuzz_finding("%s says nothing of itself", class_names[asked]);
    }
    standin_told = before;
    standin_end();
}

int class_of(const char *name)
{
    for (int i = 0; i < CLASSES; i++)
        if (!strcmp(name, class_names[i]))
            return i;
    return -1;
}

/* ---- words ---- */

const char *some_name(dice *d)
{
    static const char *const names[] = { "a",     "a",        "b",      "c",    "m",    "modes",
                                         "modes", "matrices", "folder", "pipe", "none", "-" };
    return script_one_of(d, names, sizeof names / sizeof *names);
}

static const row *some_row(dice *d, int c, int kind)
{
    const row *r;
    do
        r = &classes[c].rows[dice_of(d, classes[c].n)];
    while ((int)r->kind != kind);
    return r;
}

/* Adds a blank and a text, if there is room. */
static void add(char *text, size_t room, const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, room - n, "%s%s", n ? " " : "", more);
}

/* One of the words between bars. */
static void choose(dice *d, const char *choices, char *word, size_t room)
{
    int n = 1;
    for (const char *at = choices; *at; at++)
        n += *at == '|';
    for (n = dice_of(d, n); n > 0; n--)
        choices = strchr(choices, '|') + 1;
    snprintf(word, room, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void add_value(dice *d, const row *r, char *text, size_t room)
{
    char word[80] = "";
    if (dice_once(d, 20))
        snprintf(word, sizeof word, "%s", script_hostile(d));
    else if (r->is_number)
        script_value(d, r->min, r->max, r->init, strstr(r->flags, "whole") != NULL, word, sizeof word);
    else if (strcmp(r->choices, "-"))
        choose(d, r->choices, word, sizeof word);
    else
        snprintf(word, sizeof word, "%s", some_name(d));
    add(text, room, word);
}

/* The values of a row: as many as it takes, a few of many, now and then one too many. */
static void add_values(dice *d, const row *r, char *text, size_t room)
{
    int tuple = r[1].kind == PART;
    int n = r->most > 1 ? 1 + dice_of(d, r->most < 6 ? r->most : 6) : 1;
    n += dice_once(d, 40) ? 1 : dice_once(d, 40) ? -1 : 0;
    for (int i = 0; i < n; i++)
        add_value(d, tuple && i < r->most ? r + 1 + i : r, text, room);
}

static void add_parameter(dice *d, int c, const char *dash, char *text, size_t room)
{
    const row *r = some_row(d, c, PARAMETER);
    char name[100];
    snprintf(name, sizeof name, "%s%s", dash, r->name);
    add(text, room, name);
    if (!strstr(r->flags, "switch"))
        add_values(d, r, text, room);
}

/* ---- messages ---- */

static void add_verb(dice *d, int c, char *text, size_t room)
{
    const row *v = some_row(d, c, VERB), *a = v + 1;
    int n = 0;
    add(text, room, v->name);
    if (!strcmp(v->name, "set")) {
        add_parameter(d, c, "", text, room);
        return;
    }
    if (!strcmp(v->name, "get") || !strcmp(v->name, "preset")) {
        add(text, room, some_row(d, c, v->name[0] == 'g' ? PARAMETER : PRESET)->name);
        return;
    }
    while (a[n].kind == ARGUMENT)
        n++;
    n = v->needed + (n > v->needed ? dice_of(d, n - v->needed + 1) : 0);
    for (int i = 0; i < n; i++)
        add_values(d, a + i, text, room);
}

static void add_nonsense(dice *d, char *text, size_t room)
{
    static const char *const selectors[] = { "list", "float", "symbol", "pointer", "bang", "dsp", "foo", "set", "a" };
    add(text, room, script_one_of(d, selectors, sizeof selectors / sizeof *selectors));
    for (int n = dice_of(d, 5); n > 0; n--)
        add(text, room, dice_once(d, 2) ? some_name(d) : script_hostile(d));
}

void class_message(dice *d, int c, char *text, size_t room)
{
    int kind = dice_of(d, 16);
    *text = 0;
    if (kind == 0)
        add_nonsense(d, text, room);
    else if (kind == 1)
        add(text, room, "bang");
    else if (kind < 8)
        add_verb(d, c, text, room);
    else
        add_parameter(d, c, "", text, room);
}

void class_flags(dice *d, int c, char *text, size_t room)
{
    *text = 0;
    for (int n = dice_of(d, 5); n > 0; n--) {
        if (dice_once(d, 12)) {
            add(text, room, "-preset");
            add(text, room, some_row(d, c, PRESET)->name);
        } else if (dice_once(d, 20))
            add(text, room, script_hostile(d));
        else
            add_parameter(d, c, "-", text, room);
    }
}

void class_settings(dice *d, int c, char *text, size_t room)
{
    *text = 0;
    for (int n = 1 + dice_of(d, 5); n > 0; n--) {
        add_parameter(d, c, "", text, room);
        if (n > 1 && strlen(text) + 2 < room)
            strcat(text, ",");
    }
}
