/* text: the words and numbers of messages, how they are read, and the one form of errors about them. */
#include "text.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instrument.h"
#include "internal.h"

/* ---- numbers ---- */

/* Rounds a number to so many digits where that takes one multiplication and one division by a power of ten that is
 * exact. Then the quotient is the number that these digits name. Returns 0 where it does not. */
static int round_to(double f, int digits, double *x)
{
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    double size = fabs(f);

    if (size == 0 || !(size > 1e-12 && size < 1e12))
        return 0;
    int power = digits - 1 - (int)floor(log10(size));
    *x = power >= 0 ? rint(f * tens[power]) / tens[power] : rint(f / tens[-power]) * tens[-power];
    return 1;
}

double hz_number_from(t_float f)
{
    enum { FEWEST = 6, ENOUGH = 9 }; /* Any float keeps 6 digits, and 9 digits tell any two floats apart. */

    if (sizeof(t_float) > sizeof(float) || f == 0)
        return f + 0.0; /* Negative zero becomes zero: a frequency of -0 gave no number in a textbook method. */
    for (int digits = FEWEST; digits < ENOUGH; digits++) {
        double x;
        if (!round_to(f, digits, &x)) {
            char text[32];
            snprintf(text, sizeof text, "%.*g", digits, (double)f);
            x = strtod(text, NULL);
        }
        if ((t_float)x == f)
            return x;
    }
    return f;
}

int hz_number_within(double *x, double min, double max)
{
    t_float f = (t_float)*x;

    if (!(f >= (t_float)min && f <= (t_float)max))
        return 0;
    if (*x < min)
        *x = min;
    if (*x > max)
        *x = max;
    return 1;
}

t_float hz_number_told(double x)
{
    const double most = sizeof(t_float) > sizeof(float) ? DBL_MAX : FLT_MAX;

    return (t_float)(x > most ? most : x < -most ? -most : x);
}

double hz_number_pitch(double midi)
{
    return 440 * exp2((midi - 69) / 12);
}

/* ---- a line of bounded length ---- */

void hz_text_add(hz_text *t, const char *format, ...)
{
    static const char cut[] = "...";
    va_list args;
    int room = HZ_TEXT - t->n, wrote;

    va_start(args, format);
    wrote = vsnprintf(t->s + t->n, room, format, args);
    va_end(args);
    if (wrote < room) {
        t->n += wrote;
        return;
    }
    memcpy(t->s + HZ_TEXT - sizeof cut, cut, sizeof cut);
    t->n = HZ_TEXT - 1;
}

int hz_text_add_atom(hz_text *t, const char *before, const t_atom *a)
{
    if (t->n > HZ_QUOTED) {
        hz_text_add(t, " ...");
        return 0;
    }
    if (a->a_type == A_FLOAT)
        hz_text_add(t, "%s%g", before, hz_number_from(a->a_w.w_float));
    else if (a->a_type == A_SYMBOL)
        hz_text_add(t, "%s%.*s", before, HZ_QUOTED, a->a_w.w_symbol->s_name);
    else
        hz_text_add(t, "%s(pointer)", before);
    return 1;
}

void hz_text_add_atoms(hz_text *t, int argc, const t_atom *argv)
{
    if (argc == 0)
        hz_text_add(t, "nothing");
    for (int i = 0; i < argc && hz_text_add_atom(t, i ? " " : "", &argv[i]); i++)
        ;
}

/* ---- words in one string ---- */

/* Returns the next word at or after s, and its length, which is 0 at the end. */
static const char *next(const char *s, size_t *length)
{
    s += strspn(s, " ");
    *length = strcspn(s, " ");
    return s;
}

int hz_word_list_count(const char *words)
{
    size_t length;
    int n = 0;

    for (const char *s = next(words, &length); length; s = next(s + length, &length))
        n++;
    return n;
}

int hz_word_list_find(const char *words, const char *word)
{
    size_t length;
    int i = 0;

    for (const char *s = next(words, &length); length; s = next(s + length, &length), i++)
        if (length == strlen(word) && memcmp(s, word, length) == 0)
            return i;
    return -1;
}

int hz_word_list_is(int argc, const t_atom *argv, int i, const char *word)
{
    return i < argc && argv[i].a_type == A_SYMBOL && !strcmp(argv[i].a_w.w_symbol->s_name, word);
}

int hz_word_list_begin(const t_symbol *selector, int argc, const t_atom *argv, const char *prefix, const char *name)
{
    if (strcmp(selector->s_name, prefix ? prefix : name))
        return -1;
    return !prefix ? 0 : hz_word_list_is(argc, argv, 0, name) ? 1 : -1;
}

/* Says whether one letter that is wrong, missing, too many, or in the other order makes a the other word, or none. */
static int is_near(const char *a, size_t m, const char *b, size_t n)
{
    for (; m && n && *a == *b; m--, n--)
        a++, b++;
    while (m && n && a[m - 1] == b[n - 1])
        m--, n--;
    return (m <= 1 && n <= 1) || (m == 2 && n == 2 && a[0] == b[1] && a[1] == b[0]);
}

void hz_word_list_guess(hz_text *question, const char *typed, const char *prefix, const char *words)
{
    enum { SHORT = 3 }; /* Any two words of fewer letters are near to each other. */
    size_t n, m = strlen(typed);

    for (const char *s = next(words, &n); n && !question->n; s = next(s + n, &n))
        if (m >= SHORT && n >= SHORT && isalpha((unsigned char)*typed) && is_near(typed, m, s, n))
            hz_text_add(question, "; did you mean %s%s%.*s?", prefix ? prefix : "", prefix ? " " : "", (int)n, s);
}

t_symbol *hz_word_list_symbol(const char *words, int index)
{
    size_t length;
    const char *s = next(words, &length);
    hz_text one = { 0 };

    while (index--)
        s = next(s + length, &length);
    hz_text_add(&one, "%.*s", (int)length, s);
    return gensym(one.s);
}

/* ---- errors about values ---- */

int hz_object_is_quiet(const hz_object *o)
{
    const hz_part *part = &o->bridge->part;

    return part->quiet || (part->number > 1 && part->lead->bridge->part.alone != part->number);
}

void hz_error(hz_object *o, const char *format, ...)
{
    char text[3 * HZ_TEXT];
    va_list list;

    o->bridge->part.complaints++;
    if (hz_object_is_quiet(o))
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!hz_instrument_repeats(o, text))
        pd_error(o->bridge->part.lead, "%s", text);
}

void hz_complain(hz_object *o, const char *prefix, const char *subject, const char *given, const char *allowed,
                 const char *kept)
{
    hz_text name = { 0 }, guess = { 0 };

    hz_word_list_guess(&guess, given, NULL, allowed);
    hz_error(o, "%s: %s%s%s: got %s, allowed %s, %s%s%s", hz_instrument_name(o, &name), prefix ? prefix : "",
             prefix ? " " : "", subject, given, allowed, kept ? "kept " : "nothing done", kept ? kept : "", guess.s);
}

void hz_refuse(hz_object *o, const char *prefix, const char *subject, int argc, const t_atom *argv, const char *allowed)
{
    hz_text given = { 0 };

    hz_text_add_atoms(&given, argc, argv);
    hz_complain(o, prefix, subject, given.s, allowed, NULL);
}

void hz_object_complain(hz_object *o, int table, const char *subject, const char *given, const char *allowed,
                        const char *kept)
{
    const char *prefix = table == HZ_NO_TABLE ? NULL : hz_values_table(o, table)->prefix;

    hz_complain(o, prefix, subject, given, allowed, kept);
}
