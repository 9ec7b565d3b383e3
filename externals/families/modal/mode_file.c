/* mode_file: the modes of an object as a text. */
#include "mode_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "hertz-modes 1", END[] = "end";
/* A line has so many characters at most, any double so many digits, and a fault quotes so many characters. */
enum { LINE = 1000, DIGITS = 17, QUOTED = 76 };

int hz_mode_file_make(hz_mode_file *m, int n, int columns)
{
    *m = (hz_mode_file){ .n = n, .columns = columns };
    m->value = calloc((size_t)n * (size_t)columns + 1, sizeof *m->value);
    return m->value != NULL;
}

/* ---- numbers and their bounds ---- */

static const hz_param *column(const hz_mode_file_bounds *b, int i)
{
    return b->column[i < HZ_MODE_COLUMNS ? i : HZ_MODE_WEIGHT];
}

static int is_within(const hz_mode_file_bounds *b, int i, double x)
{
    return x >= column(b, i)->min && x <= column(b, i)->max;
}

static int refuse_number(hz_fault *f, const hz_mode_file_bounds *b, int i, const char *given, size_t n)
{
    static const char *const names[] = { "freq", "decay", "mass", "weight" };
    const hz_param *p = column(b, i);
    char pickup[40] = "";
    if (i >= HZ_MODE_COLUMNS)
        snprintf(pickup, sizeof pickup, " of pickup %d", i - HZ_MODE_COLUMNS + 1);
    return hz_fault_say(f, given, n, QUOTED, "a %s%s of %g to %g%s%s", names[i < HZ_MODE_COLUMNS ? i : HZ_MODE_WEIGHT],
                        pickup, p->min, p->max, p->unit ? " " : "", p->unit ? p->unit : "");
}

int hz_mode_file_check(const hz_mode_file *m, const hz_mode_file_bounds *b, hz_fault *fault)
{
    char given[HZ_DECIMAL_ROOM];
    for (int i = 0; i < m->n * m->columns; i++)
        if (!is_within(b, i % m->columns, m->value[i])) {
            fault->line = i / m->columns + 1;
            int n = snprintf(given, sizeof given, "%g", m->value[i]);
            return refuse_number(fault, b, i % m->columns, given, (size_t)n);
        }
    return 1;
}

/* ---- reading ---- */

/* What is left of a text, and the line that is read, without its comment and the blanks around it. */
typedef struct reader {
    hz_words text, line;
    const hz_mode_file_bounds *may;
    hz_fault *fault;
} reader;

#define REFUSE_LINE(r, ...)                                                                                            \
    hz_fault_say((r)->fault, (r)->line.at, (size_t)((r)->line.end - (r)->line.at), QUOTED, __VA_ARGS__)
#define REFUSE(r, given, ...) hz_fault_say((r)->fault, given, strlen(given), QUOTED, __VA_ARGS__)

static int is_line(const reader *r, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(r->line.end - r->line.at) == n && !memcmp(r->line.at, text, n);
}

/* Takes the next line that says something. Returns -1 if the text is over and 0 if the line was refused. */
static int next_line(reader *r)
{
    char given[60];
    for (const char *from = r->text.at; from < r->text.end; from = r->text.at) {
        const char *stop = memchr(from, '\n', (size_t)(r->text.end - from)), *word;
        r->text.at = stop ? stop + 1 : r->text.end;
        stop = stop ? stop : r->text.end;
        r->fault->line++;
        if (stop - from > LINE) {
            snprintf(given, sizeof given, "a line of %zu characters", (size_t)(stop - from));
            return REFUSE(r, given, "at most %d", LINE);
        }
        const char *hash = memchr(from, '#', (size_t)(stop - from));
        hz_words rest = { from, hash ? hash : stop };
        r->line = (hz_words){ NULL, NULL };
        for (size_t n; (n = hz_words_next(&rest, &word)) > 0;)
            r->line = (hz_words){ r->line.at ? r->line.at : word, word + n };
        if (r->line.at)
            return 1;
    }
    r->fault->line += r->fault->line == 0;
    return -1;
}

/* Reads the numbers of the line into a row. Returns how many there are, or 0 if one was refused. */
static int read_numbers(const reader *r, double *row)
{
    int most = HZ_MODE_COLUMNS + r->may->pickups, i = 0;
    const char *word;
    hz_words rest = r->line;
    for (size_t n; (n = hz_words_next(&rest, &word)) > 0; i++) {
        if (i == most)
            return hz_fault_say(r->fault, word, (size_t)(r->line.end - word), QUOTED, "at most %d numbers in a line",
                                most);
        if (!hz_decimal_read(word, n, &row[i]) || !is_within(r->may, i, row[i]))
            return refuse_number(r->fault, r->may, i, word, n);
    }
    return i;
}

/* Puts one mode behind the others. The first one fixes how many numbers each has. */
static int read_mode(const reader *r, hz_mode_file *m)
{
    if (m->n == r->may->modes)
        return REFUSE_LINE(r, "%d modes, then a line: %s", m->n, END);
    int n = read_numbers(r, m->value + (size_t)m->n * (size_t)m->columns);
    if (n == 0)
        return 0;
    if (n < HZ_MODE_COLUMNS)
        return REFUSE_LINE(r, "freq, decay, mass and weight, then one weight a pickup");
    if (m->n > 0 && n != m->columns)
        return REFUSE_LINE(r, "%d numbers, as in the lines before", m->columns);
    m->columns = n;
    m->n++;
    return 1;
}

static int read_all(reader *r, hz_mode_file *m)
{
    int more = next_line(r);
    if (more < 0)
        return REFUSE(r, "nothing", "%s in the first line", HEADER);
    if (more > 0 && !is_line(r, HEADER))
        return REFUSE_LINE(r, "%s in the first line", HEADER);
    while (more > 0 && (more = next_line(r)) > 0 && !is_line(r, END))
        more = read_mode(r, m);
    if (more == 0)
        return 0;
    if (more < 0)
        return REFUSE(r, "the end of the file", "more modes, then a line: end");
    if (m->n == 0)
        return REFUSE(r, "0 modes", "1 or more before the end");
    more = next_line(r);
    return more > 0 ? REFUSE_LINE(r, "nothing behind the end") : more < 0;
}

int hz_mode_file_parse(hz_mode_file *m, const hz_mode_file_bounds *b, const char *text, size_t length, hz_fault *fault)
{
    reader r = { .text = { text, text + length }, .may = b, .fault = fault };
    fault->line = 0;
    if (!hz_mode_file_make(m, b->modes, HZ_MODE_COLUMNS + b->pickups))
        return REFUSE(&r, "no memory", "what fits");
    m->n = m->columns = 0;
    if (read_all(&r, m))
        return 1;
    free(m->value);
    *m = (hz_mode_file){ 0 };
    return 0;
}

/* ---- writing ---- */

char *hz_mode_file_text(const hz_mode_file *m)
{
    static const char titles[] = "\n# a mode a line: freq Hz, decay s to -60 dB (0: no loss), mass kg, weight at the "
                                 "strike point,\n# then the weight at each pickup\n";
    char *text = malloc(sizeof HEADER + sizeof titles + sizeof END + (size_t)m->n * (size_t)m->columns * (DIGITS + 9)),
         *to = text;
    if (!text)
        return NULL;
    to += sprintf(to, "%s%s", HEADER, titles);
    for (int i = 0; i < m->n * m->columns; i++) {
        to += hz_decimal_write(to, HZ_DECIMAL_ROOM, DIGITS, m->value[i]);
        *to++ = (i + 1) % m->columns ? ' ' : '\n';
    }
    sprintf(to, "%s\n", END);
    return text;
}
