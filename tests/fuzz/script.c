/* script: inputs of fuzzers as texts, and how they are changed. */
#include "script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

int script_next(script *s)
{
    int n = 0;
    size_t length = 0;
    if (s->at >= s->end)
        return -1;
    while (s->at < s->end && *s->at != '\n') {
        if (length < SCRIPT_LINE - 1 && *s->at)
            s->line[length++] = *s->at;
        s->at++;
    }
    s->at++;
    s->line[length] = 0;
    for (char *word = strtok(s->line, " \t\r"); word && n < SCRIPT_WORDS; word = strtok(NULL, " \t\r"))
        s->word[n++] = word;
    return n;
}

int script_number(const char *word, double *x)
{
    char *end;
    *x = strtod(word, &end);
    return *word && *end == 0;
}

/* ---- values ---- */

const char *script_one_of(dice *d, const char *const *words, int n)
{
    return words[dice_of(d, n)];
}

const char *script_hostile(dice *d)
{
    static const char *const words[] = { "nan",        "inf",         "-inf", "1e38",      "-3.4e38", "3.4028236e38",
                                         "1e-45",      "-0",          "-1",   "0",         "1e-30",   "2147483647",
                                         "2147483648", "-2147483649", "0.5",  "1e9",       "-1e9",    "foo",
                                         "symbol",     "@pointer",    "-",    "4294967296" };
    return script_one_of(d, words, sizeof words / sizeof *words);
}

void script_value(dice *d, double low, double high, double usual, int whole, char *text, size_t room)
{
    double x, least = low > 0 ? low : fmin(1e-9, 1e-9 * high);
    switch (dice_of(d, 12)) {
    case 0:
        x = low;
        break;
    case 1:
        x = high;
        break;
    case 2:
        x = usual;
        break;
    case 3:
    case 4:
        x = dice_even(d, low, high);
        break;
    case 5:
        x = usual * dice_log(d, 0.3, 3);
        break;
    default:
        x = high > 0 ? dice_log(d, fmin(least, high), high) : low;
        x = low < 0 && dice_once(d, 2) ? fmax(-x, low) : x;
    }
    x = fmin(fmax(x, low), high);
    snprintf(text, room, "%.*g", dice_once(d, 4) ? 7 : 3, whole ? rint(x) : x);
}

/* ---- changing ---- */

/* A text in the mutator's hands. */
typedef struct draft {
    char *text;
    size_t n, most;
} draft;

static size_t count_lines(const draft *t)
{
    size_t lines = 0;
    for (size_t i = 0; i < t->n; i++)
        lines += t->text[i] == '\n';
    return lines + (t->n > 0 && t->text[t->n - 1] != '\n');
}

/* Where a line begins; beyond the last: the end. */
static size_t line_at(const draft *t, size_t line)
{
    size_t i = 0;
    while (line > 0 && i < t->n)
        line -= t->text[i++] == '\n';
    return i;
}

static void put(draft *t, size_t at, const char *more, size_t n)
{
    if (t->n + n > t->most)
        return;
    memmove(t->text + at + n, t->text + at, t->n - at);
    memcpy(t->text + at, more, n);
    t->n += n;
}

static void take(draft *t, size_t at, size_t n)
{
    memmove(t->text + at, t->text + at + n, t->n - at - n);
    t->n -= n;
}

static void add_line(draft *t, dice *d)
{
    char line[SCRIPT_LINE + 1];
    size_t lines = count_lines(t), at = line_at(t, lines ? (size_t)dice_of(d, (int)lines) + 1 : 0);
    t->text[t->n] = 0;
    script_line(d, t->text, line);
    strcat(line, "\n");
    if (at > 0 && t->text[at - 1] != '\n')
        put(t, at++, "\n", 1);
    put(t, at, line, strlen(line));
}

/* Some lines in a row: a quarter of all at most. */
static void some_lines(const draft *t, dice *d, size_t *from, size_t *to)
{
    int lines = (int)count_lines(t), first = lines ? dice_of(d, lines) : 0;
    int n = dice_once(d, 2) ? 1 : 1 + dice_of(d, 1 + lines / 4);
    *from = line_at(t, (size_t)first);
    *to = line_at(t, (size_t)(first + n));
}

static void drop_lines(draft *t, dice *d)
{
    size_t from, to;
    some_lines(t, d, &from, &to);
    take(t, from, to - from);
}

/* Repeats lines elsewhere, or moves them there. */
static void move_lines(draft *t, dice *d)
{
    size_t from, to;
    some_lines(t, d, &from, &to);
    char *kept = malloc(to - from + 1);
    if (!kept)
        return;
    memcpy(kept, t->text + from, to - from);
    if (dice_once(d, 2))
        take(t, from, to - from);
    put(t, line_at(t, (size_t)dice_of(d, (int)count_lines(t) + 1)), kept, to - from);
    free(kept);
}

/* One word becomes another: a number a nearby one, or anything something hostile. */
static void change_word(draft *t, dice *d)
{
    double x;
    char word[40] = "";
    size_t at = t->n ? (size_t)dice_of(d, (int)t->n) : 0, n = 0;
    while (at > 0 && !strchr(" \n", t->text[at - 1]))
        at--;
    while (at + n < t->n && !strchr(" \n", t->text[at + n]))
        n++;
    if (n < sizeof word)
        memcpy(word, t->text + at, n);
    if (dice_once(d, 4) || !script_number(word, &x))
        snprintf(word, sizeof word, "%s", script_hostile(d));
    else if (dice_once(d, 2))
        snprintf(word, sizeof word, "%.5g", x * dice_log(d, 1e-3, 1e3) * (dice_once(d, 8) ? -1 : 1));
    else
        snprintf(word, sizeof word, "%.9g", x * dice_even(d, 0.9, 1.1));
    take(t, at, n);
    put(t, at, word, strlen(word));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    dice d = { seed };
    draft t = { malloc(most + 1), size, most };
    if (!t.text)
        return size;
    memcpy(t.text, data, size);
    for (int times = 1 + dice_of(&d, 4); times > 0; times--)
        switch (dice_of(&d, 16)) {
        case 0:
            t.n = LLVMFuzzerMutate((uint8_t *)t.text, t.n, t.most);
            break;
        case 1:
        case 2:
        case 3:
            drop_lines(&t, &d);
            break;
        case 4:
        case 5:
            move_lines(&t, &d);
            break;
        case 6:
        case 7:
        case 8:
        case 9:
            change_word(&t, &d);
            break;
        default:
            add_line(&t, &d);
        }
    memcpy(data, t.text, t.n);
    size = t.n;
    free(t.text);
    return size ? size : 1;
}

/* The beginning of one script, and lines of another behind it. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t size_a, const uint8_t *b, size_t size_b, uint8_t *out,
                                 size_t most, unsigned seed)
{
    dice d = { seed };
    draft first = { (char *)(uintptr_t)a, size_a, size_a }, second = { (char *)(uintptr_t)b, size_b, size_b };
    size_t until = line_at(&first, (size_t)dice_of(&d, (int)count_lines(&first) + 1)), from, to;
    some_lines(&second, &d, &from, &to);
    if (until > most)
        until = most;
    if (to - from > most - until)
        to = from + most - until;
    memcpy(out, a, until);
    memcpy(out + until, b + from, to - from);
    return until + to - from > 0 ? until + to - from : (out[0] = '\n', 1);
}
