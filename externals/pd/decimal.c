/* decimal: numbers in text files. */
#define _POSIX_C_SOURCE 200809L /* for uselocale */
#include "decimal.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 64 }; /* A number has so many characters at most. */

hz_decimal_point hz_decimal_begin(void)
{
    hz_decimal_point p = { .plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0) };
    p.before = uselocale((locale_t)p.plain); /* If there is no memory for one, it is the program's own. */
    return p;
}

void hz_decimal_end(hz_decimal_point p)
{
    uselocale((locale_t)p.before);
    if (p.plain)
        freelocale((locale_t)p.plain);
}

int hz_decimal_read(const char *s, size_t n, double *x)
{
    char text[NUMBER + 1], *end;
    if (n > NUMBER)
        return 0;
    memcpy(text, s, n);
    text[n] = 0;
    if (strspn(text, "0123456789+-.eE") != n)
        return 0;
    *x = strtod(text, &end);
    return n > 0 && end == text + n && isfinite(*x);
}

void hz_decimal_quote(char *to, size_t room, const char *s, size_t n)
{
    size_t most = room - sizeof "...", some = n < most ? n : most;
    for (size_t i = 0; i < some; i++)
        to[i] = s[i] >= ' ' && s[i] < 127 ? s[i] : '?';
    strcpy(to + some, n > most ? "..." : "");
}
