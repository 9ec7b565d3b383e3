/* decimal: numbers in text files. */
#include "decimal.h"

#include <locale.h>
#include <math.h>
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

int hz_decimal_read(const char *s, size_t n, double *x)
{
    char text[NUMBER + POINT], *end;
    if (n == 0 || n > NUMBER)
        return 0;
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
    snprintf(to, room, "%.*g", digits, x);
    replace(to, point_of_the_program(), ".");
    return (int)strlen(to);
}

void hz_decimal_quote(char *to, size_t room, const char *s, size_t n)
{
    size_t most = room - sizeof "...", some = n < most ? n : most;
    for (size_t i = 0; i < some; i++)
        to[i] = s[i] >= ' ' && s[i] < 127 ? s[i] : '?';
    strcpy(to + some, n > most ? "..." : "");
}
