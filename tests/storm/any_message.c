/* any_message: one of all messages that a class could be sent. */
#include "any_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- values --------------------------------------------------------------- */

static const char *const odd_numbers[] = { "0",      "-1",    "1e30",   "-1e30", "3e38",     "-3e38", "1e999",
                                           "-1e999", "1e-40", "-1e-40", "0.5",   "16777217", "1e10",  "-0" };
enum { ODD_NUMBERS = sizeof odd_numbers / sizeof *odd_numbers };

static const char *const odd_words[] = {
    "hz-nonsense", "%s%n%d", "bang", "list", "symbol", "float", "auto", "-", "1x", "hz-\xc3\xa4\xe2\x82\xac",
    "\\,",         "\\;",    "\\$1", "..",   "/",      ""
};
enum { ODD_WORDS = sizeof odd_words / sizeof *odd_words };

void any_number(dice *d, char *text, size_t room)
{
    if (dice_once(d, 3))
        snprintf(text, room, "%s", odd_numbers[dice_of(d, ODD_NUMBERS)]);
    else
        snprintf(text, room, "%s%.6g", dice_once(d, 3) ? "-" : "", dice_log(d, 1e-6, 1e6));
}

double any_number_in(const row *r, dice *d)
{
    double low = fmax(r->min, r->max * 1e-12);
    switch (dice_of(d, 8)) {
    case 0:
        return r->min;
    case 1:
        return r->max;
    case 2:
        return fmin(r->max, fmax(r->min, 0));
    case 3:
        return strtod(r->init, NULL);
    default:
        return r->min < 0 || r->max < 100 ? dice_even(d, r->min, r->max) : dice_log(d, low, r->max);
    }
}

void any_choice(const char *choices, dice *d, char *text, size_t room)
{
    int words = 1;
    for (const char *c = choices; *c; c++)
        words += *c == '|';
    for (int i = dice_of(d, words); i > 0; i--)
        choices += strcspn(choices, "|") + 1;
    snprintf(text, room, "%.*s", (int)strcspn(choices, "|"), choices);
}

/* Writes a name where any word will do: of an array, or of a file beside the patch. */
static void name_of(dice *d, char *text, size_t room)
{
    static const char *const files[] = { "hz-file", "hz-other.txt", "patch.pd", "sequence.txt", "nowhere/at/all", "." };
    if (dice_once(d, 3))
        snprintf(text, room, "%s", files[dice_of(d, 6)]);
    else
        snprintf(text, room, "hz-a%d", dice_of(d, ANY_ARRAYS + 1)); /* one of them is not there */
}

/* Writes one value for a row. One of twelve is not for it at all. */
static void value_of(const row *r, dice *d, char *text, size_t room)
{
    int wrong = dice_of(d, 24);
    if (wrong == 0) {
        any_number(d, text, room);
    } else if (wrong == 1) {
        snprintf(text, room, "%s", odd_words[dice_of(d, ODD_WORDS)]);
    } else if (r->numbers) {
        double x = any_number_in(r, d);
        if (!strcmp(r->name, "resolution"))
            x = fmin(x, 100); /* a storm at 4096 sub-steps a sample would last for minutes */
        if (!strcmp(r->owner, "record"))
            x = fmin(x, 0.5); /* a table of 20 s has 300 MB */
        snprintf(text, room, "%.6g", row_is(r, "whole") ? round(x) : x);
    } else if (*r->choices) {
        any_choice(r->choices, d, text, room);
    } else {
        name_of(d, text, room);
    }
}

/* Adds values for a row to a text, as many as it may have, and sometimes more or none. */
static void add_values(const row *r, dice *d, int most, char *text)
{
    int n = most > 1 ? 1 + dice_of(d, most < 12 || dice_once(d, 20) ? most : 12) : 1;
    if (dice_once(d, 30))
        n = dice_of(d, 3) * n;
    size_t used = strlen(text);
    for (int i = 0; i < n && used + 200 < ANY_MESSAGE; i++) {
        text[used++] = ' ';
        value_of(r, d, text + used, 100);
        used += strlen(text + used);
    }
}

/* -- messages ------------------------------------------------------------- */

/* Adds a value for each part of a parameter that is a tuple, and sometimes not for all. */
static void add_parts(const table *t, const row *r, dice *d, char *text)
{
    for (const row *part = r + 1; part < t->rows + t->n && part->kind == PART && !dice_once(d, 20); part++)
        add_values(part, d, 1, text);
}

/* Writes a verb with its arguments, and sometimes not with all. */
static void verb_of(const table *t, const row *r, dice *d, char *text)
{
    while (r > t->rows && r[-1].kind == ARGUMENT && !strcmp(r[-1].owner, r->owner))
        r--;
    strcpy(text, r->owner);
    for (const row *a = r; a < t->rows + t->n && a->kind == ARGUMENT && !strcmp(a->owner, r->owner); a++) {
        if (!a->needed && dice_once(d, 4))
            break;
        add_values(a, d, a->most, text);
    }
}

/* Writes one of the messages that every class has, or that none has. */
static void common_message(const table *t, dice *d, char *text)
{
    static const char *const plain[] = { "bang",        "bang",      "reset",        "panic",           "dump",
                                         "energy",      "presets",   "lift",         "reference",       "get gain",
                                         "get",         "set",       "preset",       "hz-nonsense 3 a", "list",
                                         "list 60 100", "list 60 0", "list 1 2 3 4", "symbol hz",       "float",
                                         "store",       "recall",    "vary",         "signal",          "dsp",
                                         "free",        "loadbang" };
    int which = dice_of(d, 5);
    if (which == 0 && t->n_presets > 0) {
        snprintf(text, ANY_MESSAGE, "preset %s", t->presets[dice_of(d, t->n_presets)]);
    } else if (which == 1) {
        any_number(d, text, 100);
    } else if (which == 2) {
        snprintf(text, ANY_MESSAGE, "%d %d", dice_of(d, 130), dice_of(d, 130));
    } else {
        strcpy(text, plain[dice_of(d, sizeof plain / sizeof *plain)]);
    }
}

/* Writes a list of a thousand numbers for a parameter. */
static void long_message(const row *r, dice *d, char *text)
{
    size_t n = (size_t)snprintf(text, 100, "%s", r->name);
    for (int i = 0; i < 1000; i++)
        n += (size_t)snprintf(text + n, ANY_MESSAGE - n, " %d", dice_of(d, 1000));
}

void any_message(const table *t, dice *d, char *text)
{
    const row *r = &t->rows[dice_of(d, t->n)];
    if (dice_once(d, 6)) {
        common_message(t, d, text);
        return;
    }
    if (r->kind == ARGUMENT) {
        verb_of(t, r, d, text);
        return;
    }
    if (r->kind == PART)
        while (r->kind == PART)
            r--;
    if (dice_once(d, 200)) {
        long_message(r, d, text);
        return;
    }
    strcpy(text, dice_once(d, 10) ? "set " : dice_once(d, 20) ? "get " : "");
    strcat(text, r->name);
    if (row_has_parts(t, r))
        add_parts(t, r, d, text);
    else
        add_values(r, d, r->most, text);
}

/* -- flags ---------------------------------------------------------------- */

/* Does this flag say how many outlets there are? */
static int is_about_outlets(const row *r)
{
    static const char *const names[] = { "pickups", "outs", "meters", "mc", "mono", "voices" };
    const char *prefix = strchr(r->name, ' '), *name = prefix ? prefix + 1 : r->name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return 1;
    return 0;
}

void any_flags(const table *t, dice *d, int n, char *text)
{
    *text = 0;
    for (int i = dice_of(d, n + 1); i > 0 && strlen(text) < ANY_MESSAGE / 4; i--) {
        const row *r = &t->rows[dice_of(d, t->n)];
        if (r->kind != PARAMETER || is_about_outlets(r))
            continue;
        sprintf(text + strlen(text), " -%s", r->name);
        if (row_has_parts(t, r))
            add_parts(t, r, d, text);
        else
            add_values(r, d, r->most < 4 ? r->most : 4, text);
    }
}
