/* weather: random messages from the table of a class. */
#include "weather.h"

#include "any_message.h"
#include "tests/patches/kinds.h"

static dice d;

void weather_seed(uint64_t with)
{
    d = (dice){ with };
}

int weather_one_of(int n)
{
    return dice_of(&d, n);
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
        { "length", 0.1, 3 },
        { "diameter", 1e-4, 5e-3 },
        { "density", 500, 2e4 },
        { "young", 0, 3e11 },
        { "freq", 20, 2000 },
        { "tension", 1, 5000 },
        { "highloss", 0, 0.1 },
        { "bodythickness", 3e-3, 0.03 },
        { "height", -0.01, 0.01 },
        { "bodydensity", 20, 2e4 },
        { "bodyyoung", 1e5, 3e11 },
        { "bridgemass", 1e-4, 1 },
        { "rattlestiffness", 1e3, 1e12 },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (!strcmp(r->name, of[i].name))
            return fmin(of[i].max, fmax(of[i].min, x));
    return x;
}

/* What a thing that is struck and its striker can be. Where a contact is far shorter than a microsecond, a mode far
 * slower than a hertz or a weight one of tons, the last digit of a place is worth more than what is booked. */
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
        { "tuning", 1, 100 },
    };
    const char *prefix = strchr(r->name, ' '), *name = prefix ? prefix + 1 : r->name; /* `hammer freq` as `freq` */
    for (size_t i = 0; i < sizeof can / sizeof *can && x != strtod(r->init, NULL); i++)
        if (!strcmp(name, can[i].name))
            return fmin(can[i].max, fmax(can[i].min, x));
    return x;
}

static void value_of(const row *r, char *text, int room)
{
    if (!r->numbers) {
        any_choice(r->choices, &d, text, (size_t)room);
        return;
    }
    double x = fmin(r->max, fmax(r->min, any_number_in(r, &d)));
    if (weather != WILD)
        x = rings() ? calmed(r, x) : built(r, x);
    if (!strcmp(r->name, "resolution"))
        x = fmin(x, 100); /* a storm at 4096 sub-steps a sample would last for minutes */
    snprintf(text, (size_t)room, "%.6g", row_is(r, "whole") ? round(x) : x);
}

/* -- messages ------------------------------------------------------------- */

/* What is drawn of each class, parameters and verbs: a list of its own, so that a row more in a table changes no storm.
 * What changes the list here changes every storm, and the golden ones are renewed. Without vary: it makes anything of
 * an object, also of a wall, and tries what it made for seconds of model time. */
#define BODY(of)                                                                                                       \
    of "object|" of "material|" of "size|" of "thickness|" of "tension|" of "modes|" of "freq|" of "decay|" of "q|" of \
       "position|" of "pickups|" of "freqs|" of "decays|" of "masses|" of "weights|" of "hear|" of "tuning|" of        \
       "split|" of "decaypower|" of "decayfactors|" of "outweights|"
#define STRIKER "mass|stiffness|exponent|damping|gravity|velocity|method|resolution|correct|duration|"
#define STRING "freq|tension|length|diameter|density|young|decay|highloss|ends|points|"
#define ALL "unit|gain|release|note|damp|sustain|partials|"
static const struct {
    const char *name, *rows;
} drawn[] = {
    { "impact~", STRIKER "suspension|rest|strike|wall|" BODY("") BODY("hammer ") ALL },
    { "bounce~", STRIKER "drop|throw|wall|" BODY("") ALL },
    { "modalcontact~", "stiffness|damping|gravity|switching|pull|height|velocity|a mass|a points|b mass|b points|drop|"
                       "strike|" BODY("a ") BODY("b ") ALL },
    { "friction~", "press|speed|time|rise|round|static|dynamic|stribeck|breakaway|roughness|profile|grain|slope|stray|"
                   "keyscale|steps|rub|" BODY("a ") BODY("b ") ALL },
    { "stringbarrier~", STRING
      "obstacle|height|stiffness|exponent|damping|method|frets|fretheight|mass|massfreq|massdecay|massposition|floor|"
      "secondfreq|seconddecay|seconddiameter|seconddensity|secondyoung|secondhighloss|secondends|secondgain|position|"
      "amplitude|width|velocity|hammermass|hammerstiffness|hammerexponent|hammerdamping|notes|follow|pickups|hear|"
      "pluck|strike|secondpluck|secondstrike|throw|" ALL },
    { "trombamarina~", STRING
      "bridgemass|bridgefreq|bridgedamping|bridgeposition|offset|bodythickness|bodymaterial|bodydensity|bodyyoung|"
      "bodysigma0|bodysigma1|bodypoints|connection|k1|k3|kloss|connectionstiffness|connectionexponent|connectionplay|"
      "rattlestiffness|rattleexponent|rattledamping|method|bow|bowposition|bowspeed|bowforce|curve|stroke|pluck|"
      "knock|" ALL },
};

/* Returns the list of the class that is asked. */
static const char *drawn_rows(void)
{
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (!strcmp(drawn[i].name, its->name))
            return drawn[i].rows;
    fail_msg("weather.c: it does not say what storms send to %s", its->name);
    return NULL;
}

/* Returns a parameter, or the first argument of a verb. */
static const row *row_called(const char *name, size_t length)
{
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        const char *its_name = r->kind == ARGUMENT ? r->owner : r->name;
        if (r->kind != PART && strlen(its_name) == length && !strncmp(its_name, name, length))
            return r;
    }
    fail_msg("weather.c: %s has no %.*s", its->name, (int)length, name);
    return NULL;
}

static const row *any_row(int (*fits)(const row *r))
{
    const char *rows = drawn_rows();
    int known = 0;
    for (const char *c = rows; *c; c++)
        known += *c == '|';
    for (;;) {
        const char *name = rows;
        for (int i = dice_of(&d, known); i > 0; i--)
            name = strchr(name, '|') + 1;
        const row *r = row_called(name, strcspn(name, "|"));
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
    return r->kind == PARAMETER && here;
}

static int is_verb(const row *r)
{
    return r->kind == ARGUMENT;
}

void right_message(char *text)
{
    static const char *const plain[] = { "bang", "reset", "dump", "energy", "presets", "panic", "get gain" };
    const row *r;
    int n;
    switch (dice_of(&d, 8)) {
    case 0:
        snprintf(text, WEATHER_TEXT, "%s", plain[dice_of(&d, 7)]);
        break;
    case 1:
        snprintf(text, WEATHER_TEXT, "%s %.6g", its->t.first,
                 dice_even(&d, -0.5, 0.5) * pow(10, dice_of(&d, weather == WILD ? 8 : 5) - 3));
        break;
    case 2:
    case 3:
        r = any_row(is_verb);
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
        n = snprintf(text, WEATHER_TEXT, "%s", r->name);
        const row *end = its->t.rows + its->t.n, *value = row_has_parts(&its->t, r) ? r + 1 : r;
        do {
            text[n++] = ' ';
            value_of(value, text + n, WEATHER_TEXT - n);
            n = (int)strlen(text);
        } while (value++ != r && value < end && value->kind == PART);
    }
}

void wrong_message(char *text)
{
    static const char *const tail[] = { "hz-nonsense", "1e999", "-1e999", "", "1 hz-nonsense 2" };
    static const char *const plain[] = {
        "hz-nonsense 1", "unit", "gain 1e30", "get", "preset 7", "set gain", "list a b"
    };
    if (dice_of(&d, 3) == 0)
        snprintf(text, WEATHER_TEXT, "%s", plain[dice_of(&d, 7)]);
    else
        snprintf(text, WEATHER_TEXT, "%s %s", any_row(is_message)->name, tail[dice_of(&d, 5)]);
}
