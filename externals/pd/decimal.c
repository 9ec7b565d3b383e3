/* decimal: numbers in text files, and how such a text is read. */
#include "decimal.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number has so many characters at most, and a decimal point of a locale so many. */
enum { NUMBER = 64, POINT = 8 };

/* The program's decimal point. Only the names that all C libraries have are used here: those by which a thread may have
 * a locale of its own are not among them. */
static const char *point_of_the_program(void)
{
    const char *point = localeconv()->decimal_point;
    return *point && strlen(point) < POINT ? point : ".";
}

/* Puts a decimal point in the place of another one. */
static void replace(char *text, const char *point, const char *by)
{
    char *at = strstr(text, point);
    if (!at || !strcmp(point, by))
        return;
    memmove(at + strlen(by), at + strlen(point), strlen(at + strlen(point)) + 1);
    memcpy(at, by, strlen(by));
}

/* Reads digits behind `at`, at most so many in all, as one whole number. */
static size_t digits_of(const char *s, size_t n, size_t at, double *whole, int *room)
{
    while (at < n && s[at] >= '0' && s[at] <= '9' && (*room)-- > 0)
        *whole = 10 * *whole + (s[at++] - '0');
    return at;
}

/* Reads a number of at most 15 digits with a power of ten that a double holds exactly, such as most are: then one
 * division or multiplication rounds as strtod does. Returns 0 for any other. */
static int read_plain(const char *s, size_t n, double *x)
{
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    enum { MOST_DIGITS = 15, MOST_TEN = 22 };
    int room = MOST_DIGITS, minus = s[0] == '-', power = 0;
    double whole = 0;
    size_t first = (size_t)minus, at = digits_of(s, n, first, &whole, &room), some = at - first;
    if (at < n && s[at] == '.') {
        size_t point = at + 1;
        at = digits_of(s, n, point, &whole, &room);
        power = -(int)(at - point);
        some += at - point;
    }
    if (some > 0 && at + 2 < n && s[at] == 'e' && (s[at + 1] == '-' || s[at + 1] == '+')) {
        double ten = 0;
        int few = 2, sign = s[at + 1] == '-' ? -1 : 1;
        at = digits_of(s, n, at + 2, &ten, &few);
        power += sign * (int)ten;
    }
    if (FLT_EVAL_METHOD != 0 || some == 0 || at != n || power < -MOST_TEN || power > MOST_TEN)
        return 0;
    whole = power < 0 ? whole / tens[-power] : whole * tens[power];
    *x = minus ? -whole : whole;
    return 1;
}

int hz_decimal_read(const char *s, size_t n, double *x)
{
    char text[NUMBER + POINT], *end;
    if (n == 0 || n > NUMBER)
        return 0;
    if (read_plain(s, n, x))
        return 1;
    memcpy(text, s, n);
    text[n] = 0;
    if (strspn(text, "0123456789+-.eE") != n)
        return 0;
    replace(text, ".", point_of_the_program());
    *x = strtod(text, &end);
    return *end == 0 && isfinite(*x);
}

int hz_decimal_write(char *to, size_t room, int digits, double x)
{
    snprintf(to, room, "%.*g", digits - 2, x);
    if (strtod(to, NULL) != x) /* Numbers that were typed, such as 0.1, are told by fewer digits. */
        snprintf(to, room, "%.*g", digits, x);
    replace(to, point_of_the_program(), ".");
    return (int)strlen(to);
}

/* ---- texts ---- */

static int is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

size_t hz_words_next(hz_words *w, const char **word)
{
    while (w->at < w->end && is_blank(*w->at))
        w->at++;
    *word = w->at;
    while (w->at < w->end && !is_blank(*w->at))
        w->at++;
    return (size_t)(w->at - *word);
}

int hz_fault_say(hz_fault *f, const char *given, size_t n, size_t most, const char *allowed, ...)
{
    size_t some = n < most ? n : most;
    va_list list;
    for (size_t i = 0; i < some; i++)
        f->given[i] = given[i] >= ' ' && given[i] < 127 ? given[i] : '?';
    strcpy(f->given + some, n > most ? "..." : "");
    va_start(list, allowed);
    vsnprintf(f->allowed, sizeof f->allowed, allowed, list);
    va_end(list);
    return 0;
}
