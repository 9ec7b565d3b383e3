/* mode_file: the modes of an object as a text. */
#include "mode_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pd/decimal.h"

static const char HEADER[] = "hertz-modes 1", END[] = "end", BLANKS[] = " \t\r\v\f";
/* A line has so many characters at most, a number so many, and any double so many digits. */
enum { LINE = 1000, NUMBER = 64, DIGITS = 17 };

int hz_mode_file_make(hz_mode_file *m, int n, int columns)
{
    *m = (hz_mode_file){ .n = n, .columns = columns };
    m->value = calloc((size_t)n * (size_t)columns + 1, sizeof *m->value);
    return m->value != NULL;
}

void hz_mode_file_free(hz_mode_file *m)
{
    free(m->value);
    *m = (hz_mode_file){ 0 };
}

/* ---- reading ---- */

/* A text that is being read. */
typedef struct reader {
    const char *at, *end; /* what is left of it behind the line */
    const char *line;     /* the line, without its comment ... */
    size_t n;             /* ... and its length */
    int number;           /* the number of the line */
    hz_mode_file_fault *fault;
} reader;

/* Refuses the line and quotes what stands there. Whatever cannot be printed becomes a question mark. */
static int refuse(reader *r, const char *given, size_t n, const char *allowed)
{
    hz_mode_file_fault *f = r->fault;
    hz_decimal_quote(f->given, sizeof f->given, given, n);
    f->line = r->number;
    if (f->allowed != allowed)
        snprintf(f->allowed, sizeof f->allowed, "%s", allowed);
    return 0;
}

static int refuse_saying(reader *r, const char *given, const char *allowed)
{
    return refuse(r, given, strlen(given), allowed);
}

static size_t skip(const char *s, size_t n, int blanks)
{
    size_t i = 0;
    while (i < n && (s[i] != 0 && strchr(BLANKS, s[i]) != NULL) == blanks)
        i++;
    return i;
}

static int is_line(const reader *r, const char *text)
{
    return r->n == strlen(text) && !memcmp(r->line, text, r->n);
}

/* Takes the next line that says something, without its comment and the blanks around it. Returns -1 if the text is over
 * and 0 if the line was refused. */
static int next_line(reader *r)
{
    while (r->at < r->end) {
        size_t left = (size_t)(r->end - r->at);
        const char *stop = memchr(r->at, '\n', left), *hash;
        size_t n = stop ? (size_t)(stop - r->at) : left;
        r->line = r->at;
        r->at += stop ? n + 1 : n;
        r->number++;
        if (n > LINE) {
            char given[60], allowed[60];
            snprintf(given, sizeof given, "a line of %zu characters", n);
            snprintf(allowed, sizeof allowed, "at most %d", LINE);
            return refuse_saying(r, given, allowed);
        }
        hash = memchr(r->line, '#', n);
        n = hash ? (size_t)(hash - r->line) : n;
        size_t blank = skip(r->line, n, 1);
        r->line += blank;
        n -= blank;
        while (n > 0 && skip(r->line + n - 1, 1, 1))
            n--;
        r->n = n;
        if (n > 0)
            return 1;
    }
    r->number += r->number == 0;
    return -1;
}

static int column_of(int i)
{
    return i < HZ_MODE_COLUMNS ? i : HZ_MODE_WEIGHT;
}

/* Writes what column i may hold. */
static void allow_number(const hz_mode_file_bounds *b, int i, char *text, size_t room)
{
    int c = column_of(i);
    const char *unit = b->column[c].unit;
    char pickup[40] = "";
    if (i >= HZ_MODE_COLUMNS)
        snprintf(pickup, sizeof pickup, " of pickup %d", i - HZ_MODE_COLUMNS + 1);
    snprintf(text, room, "a %s%s of %g to %g%s%s", b->column[c].name, pickup, b->column[c].min, b->column[c].max,
             unit ? " " : "", unit ? unit : "");
}

static int within(const hz_mode_file_bounds *b, int i, double x)
{
    int c = column_of(i);
    return x >= b->column[c].min && x <= b->column[c].max;
}

/* Reads the numbers of a line into `row`. Returns how many there are, or 0 if one was refused. */
static int read_numbers(reader *r, const hz_mode_file_bounds *b, double *row)
{
    int most = HZ_MODE_COLUMNS + b->pickups, n = 0;
    for (size_t at = 0; at < r->n;) {
        size_t length = skip(r->line + at, r->n - at, 0);
        if (n == most) {
            snprintf(r->fault->allowed, sizeof r->fault->allowed, "at most %d numbers in a line", most);
            return refuse(r, r->line + at, r->n - at, r->fault->allowed);
        }
        if (!hz_decimal_read(r->line + at, length, &row[n]) || !within(b, n, row[n])) {
            allow_number(b, n, r->fault->allowed, sizeof r->fault->allowed);
            return refuse(r, r->line + at, length, r->fault->allowed);
        }
        n++;
        at += length;
        at += skip(r->line + at, r->n - at, 1);
    }
    return n;
}

/* Puts one mode behind the others. The first one fixes how many numbers each has. */
static int read_mode(reader *r, const hz_mode_file_bounds *b, hz_mode_file *m)
{
    char *allowed = r->fault->allowed;
    size_t room = sizeof r->fault->allowed;
    if (m->n == b->modes) {
        snprintf(allowed, room, "%d modes, then a line: %s", b->modes, END);
        return refuse(r, r->line, r->n, allowed);
    }
    double *row = m->value + (size_t)m->n * (size_t)(HZ_MODE_COLUMNS + b->pickups);
    int n = read_numbers(r, b, row);
    if (n == 0)
        return 0;
    if (n < HZ_MODE_COLUMNS)
        snprintf(allowed, room, "freq, decay, mass and weight, then one weight a pickup");
    else if (m->columns && n != m->columns)
        snprintf(allowed, room, "%d numbers, as in the lines before", m->columns);
    if (n < HZ_MODE_COLUMNS || (m->columns && n != m->columns))
        return refuse(r, r->line, r->n, allowed);
    m->columns = n;
    m->n++;
    return 1;
}

static int read_all(reader *r, const hz_mode_file_bounds *b, hz_mode_file *m)
{
    char allowed[60];
    int more = next_line(r);
    snprintf(allowed, sizeof allowed, "%s in the first line", HEADER);
    if (more < 0)
        return refuse_saying(r, "nothing", allowed);
    if (more > 0 && !is_line(r, HEADER))
        return refuse(r, r->line, r->n, allowed);
    while (more > 0 && (more = next_line(r)) > 0 && !is_line(r, END))
        more = read_mode(r, b, m);
    if (more == 0)
        return 0;
    if (more < 0)
        return refuse_saying(r, "the end of the file", "more modes, then a line: end");
    if (m->n == 0)
        return refuse_saying(r, "0 modes", "1 or more before the end");
    more = next_line(r);
    return more > 0 ? refuse(r, r->line, r->n, "nothing behind the end") : more < 0;
}

/* Closes the gaps between rows, which were read with room for every pickup. */
static void close_up(hz_mode_file *m, int apart)
{
    for (int i = 1; i < m->n; i++)
        memmove(m->value + (size_t)i * (size_t)m->columns, m->value + (size_t)i * (size_t)apart,
                (size_t)m->columns * sizeof *m->value);
}

int hz_mode_file_parse(hz_mode_file *m, const hz_mode_file_bounds *b, const char *text, size_t length,
                       hz_mode_file_fault *fault)
{
    reader r = { .at = text, .end = text + length, .fault = fault };
    if (!hz_mode_file_make(m, b->modes, HZ_MODE_COLUMNS + b->pickups))
        return refuse_saying(&r, "no memory", "what fits");
    m->n = m->columns = 0;
    int good = read_all(&r, b, m);
    if (good)
        close_up(m, HZ_MODE_COLUMNS + b->pickups);
    else
        hz_mode_file_free(m);
    return good;
}

/* ---- writing ---- */

int hz_mode_file_check(const hz_mode_file *m, const hz_mode_file_bounds *b, hz_mode_file_fault *fault)
{
    for (int i = 0; i < m->n * m->columns; i++)
        if (!within(b, i % m->columns, m->value[i])) {
            fault->line = i / m->columns + 1;
            snprintf(fault->given, sizeof fault->given, "%g", m->value[i]);
            allow_number(b, i % m->columns, fault->allowed, sizeof fault->allowed);
            return 0;
        }
    return 1;
}

char *hz_mode_file_text(const hz_mode_file *m)
{
    enum { TITLES = 200 };
    size_t room = TITLES + (size_t)m->n * (size_t)m->columns * (DIGITS + 9);
    char *text = malloc(room), *to = text;
    if (!text)
        return NULL;
    to += sprintf(to,
                  "%s\n# a mode a line: freq Hz, decay s to -60 dB (0: no loss), mass kg, weight at the strike point,\n"
                  "# then the weight at each pickup\n",
                  HEADER);
    for (int i = 0; i < m->n * m->columns; i++) {
        to += hz_decimal_write(to, HZ_DECIMAL_ROOM, DIGITS, m->value[i]);
        *to++ = (i + 1) % m->columns ? ' ' : '\n';
    }
    sprintf(to, "%s\n", END);
    return text;
}
