/* weather: random messages from the table of a class. */
#include "weather.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

/* -- chance --------------------------------------------------------------- */

static uint64_t seed;

void weather_seed(uint64_t with)
{
    seed = with;
}

/* xorshift64*: the same storm on every machine. */
static uint64_t chance(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * 0x2545F4914F6CDD1DULL >> 16;
}

int weather_one_of(int n)
{
    return (int)(chance() % (uint64_t)n);
}

static double uniform(void)
{
    return (double)(chance() & 0xFFFFFFFF) / 0xFFFFFFFF;
}

/* Returns a number of the range: an end, the default, or one between, evenly in the logarithm where the range is
 * wide. */
static double number_in(const row *r)
{
    double low = fmax(r->min, r->max * 1e-12), u = uniform();
    switch (weather_one_of(6)) {
    case 0:
        return r->min;
    case 1:
        return r->max;
    case 2:
        return r->min > 0 || r->max <= 0 ? r->min : 0;
    case 3:
        return strtod(r->init, NULL);
    default:
        return r->min < 0 || r->max < 100 ? r->min + u * (r->max - r->min) : low * pow(r->max / low, u);
    }
}

enum weather weather;

/* Says whether the class has modal objects. */
static int rings(void)
{
    return kind_has(its, "object") || kind_has(its, "a object");
}

/* What a string and a body under it are made of, as somebody might build them. A contact of picometres keeps no digits
 * of energy where a string of half a ton passes by. */
static double built(const row *r, double x)
{
    static const struct {
        const char *name;
        double min, max;
    } of[] = {
        { "length", 0.1, 3 },       { "diameter", 1e-4, 5e-3 },
        { "density", 500, 2e4 },    { "young", 0, 3e11 },
        { "freq", 20, 2000 },       { "tension", 1, 5000 },
        { "highloss", 0, 0.1 },     { "bodythickness", 3e-3, 0.03 },
        { "bodydensity", 20, 2e4 }, { "bodyyoung", 1e5, 3e11 },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (!strcmp(r->name, of[i].name))
            return fmin(of[i].max, fmax(of[i].min, x));
    return x;
}

/* Returns the number as musical weather has it. */
static double calmed(const row *r, double x)
{
    static const struct {
        const char *name;
        double min, max;
    } can[] = {
        { "size", 0.02, 2 },        { "thickness", 2e-4, 0.05 }, { "tension", 50, 5000 }, { "modes", 1, 60 },
        { "freq", 20, 1e4 },        { "decay", 0.02, 20 },       { "freqs", 20, 1e4 },    { "decays", 0.02, 20 },
        { "masses", 1e-3, 10 },     { "weights", -3, 3 },        { "pitch", 12, 120 },    { "mass", 1e-3, 1 },
        { "stiffness", 1e3, 1e11 }, { "suspension", 0, 2000 },   { "rest", -1e-3, 1e-3 }, { "gravity", -100, 100 },
        { "velocity", -10, 10 },    { "distance", 0, 0.01 },     { "height", 0, 1 },      { "damping", 0, 100 },
    };
    for (size_t i = 0; i < sizeof can / sizeof *can; i++)
        if (!strcmp(r->name, can[i].name))
            return fmin(can[i].max, fmax(can[i].min, x));
    return x;
}

static void value_of(const row *r, char *text, int room)
{
    if (r->numbers) {
        double x = fmin(r->max, fmax(r->min, number_in(r)));
        if (weather != WILD && !rings())
            x = built(r, x);
        if (weather == MUSICAL)
            x = calmed(r, x);
        if (!strcmp(r->name, "resolution"))
            x = fmin(x, 100); /* a storm at 4096 sub-steps a sample would last for minutes */
        if (!strcmp(r->name, "rest") || !strcmp(r->name, "gravity") || !strcmp(r->name, "distance") ||
            !strcmp(r->name, "height"))
            x /= 1000; /* a place 1 km away, or a weight of tons there, leaves no digits for a contact of picometres */
        snprintf(text, (size_t)room, "%.6g", row_is(r, "whole") ? round(x) : x);
        return;
    }
    int words = 1;
    for (const char *c = r->choices; *c; c++)
        words += *c == '|';
    const char *word = r->choices;
    for (int i = weather_one_of(words); i > 0; i--)
        word += strcspn(word, "|") + 1;
    snprintf(text, (size_t)room, "%.*s", (int)strcspn(word, "|"), word);
}

/* -- messages ------------------------------------------------------------- */

/* A row of the message record, which answers when its file is there: a storm does not know of it. */
static int is_of_record(const row *r)
{
    return !strcmp(r->kind == ARGUMENT ? r->owner : r->name, "record");
}

static const row *any_row(int (*fits)(const row *r))
{
    int known = 0;
    for (int i = 0; i < its->t.n; i++)
        known += !is_of_record(&its->t.rows[i]);
    for (;;) {
        const row *r = its->t.rows;
        for (int i = weather_one_of(known); i > 0 || is_of_record(r); r++)
            i -= !is_of_record(r);
        if (fits(r))
            return r;
    }
}

static int is_of_the_object(const row *r)
{
    static const char *const names[] = {
        "object", "material", "size", "thickness", "tension", "modes", "freq", "decay"
    };
    const char *prefix = strchr(r->name, ' '), *name = prefix ? prefix + 1 : r->name;
    for (size_t i = 0; i < sizeof names / sizeof *names && rings(); i++)
        if (!strcmp(name, names[i]))
            return 1;
    return 0;
}

static int is_message(const row *r)
{
    /* Of the object and of methods that blow up on it, not in the same storm. */
    int here = weather == WALL ? !is_of_the_object(r) : strcmp(r->name, "method") != 0;
    return r->kind == PARAMETER && here && !row_is(r, "creation") && !row_has_parts(&its->t, r) &&
           (r->numbers || *r->choices) && strcmp(r->name, "ledger") && strcmp(r->name, "report");
}

/* Without vary: it makes anything of an object, also of a wall, and tries what it made for seconds of model time. */
static int is_verb(const row *r)
{
    return row_is_number_of_verb(&its->t, r) && strcmp(r->owner, "vary") != 0;
}

void right_message(char *text)
{
    static const char *const plain[] = { "bang", "reset", "dump", "energy", "presets", "panic", "get gain" };
    const row *r;
    int n;
    switch (weather_one_of(8)) {
    case 0:
        snprintf(text, WEATHER_TEXT, "%s", plain[weather_one_of(7)]);
        break;
    case 1:
        snprintf(text, WEATHER_TEXT, "%s %.6g", its->t.first,
                 (uniform() - 0.5) * pow(10, weather_one_of(weather == MUSICAL ? 5 : 8) - 3));
        break;
    case 2:
    case 3:
        r = any_row(is_verb);
        while (r[-1].kind == ARGUMENT && !strcmp(r[-1].owner, r->owner))
            r--;
        n = snprintf(text, WEATHER_TEXT, "%s", r->owner);
        for (const row *a = r; a < its->t.rows + its->t.n && !strcmp(a->owner, r->owner); a++) {
            text[n++] = ' ';
            value_of(a, text + n, WEATHER_TEXT - n);
            n = (int)strlen(text);
        }
        break;
    case 4:
        snprintf(text, WEATHER_TEXT, "%s", its->excite);
        break;
    default:
        r = any_row(is_message);
        n = snprintf(text, WEATHER_TEXT, "%s ", r->name);
        value_of(r, text + n, WEATHER_TEXT - n);
    }
}

void wrong_message(char *text)
{
    static const char *const tail[] = { "hz-nonsense", "1e999", "-1e999", "", "1 hz-nonsense 2" };
    static const char *const plain[] = {
        "hz-nonsense 1", "unit", "gain 1e30", "get", "preset 7", "set gain", "list a b"
    };
    if (weather_one_of(3) == 0)
        snprintf(text, WEATHER_TEXT, "%s", plain[weather_one_of(7)]);
    else
        snprintf(text, WEATHER_TEXT, "%s %s", any_row(is_message)->name, tail[weather_one_of(5)]);
}
