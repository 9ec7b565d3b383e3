/* A storm: thousands of messages in random order, right and wrong, to objects that strike and are pressed. Whatever
 * comes out is finite, each wrong message has its one error, and the books balance to the end. HZ_SOAK: for hours. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impact.h"
#include "kinds.h"

enum { MESSAGES = 800, TEXT = 256 };
static const double BLOCK_MS = 64 / 48.;

/* How many messages a storm has; under the sanitizers, where each takes ten times as long, fewer. */
static int messages(void)
{
    return getenv("HZ_PRELOAD") && !getenv("HZ_SOAK") ? MESSAGES / 3 : MESSAGES;
}

/* -- chance --------------------------------------------------------------- */

static uint64_t seed;

/* xorshift64*: the same storm on every machine. */
static uint64_t chance(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * 0x2545F4914F6CDD1DULL >> 16;
}

static int one_of(int n)
{
    return (int)(chance() % (uint64_t)n);
}

static double uniform(void)
{
    return (double)(chance() & 0xFFFFFFFF) / 0xFFFFFFFF;
}

/* Ends, default, and between them evenly in the logarithm where the range is wide. */
static double number_in(const row *r)
{
    double low = fmax(r->min, r->max * 1e-12), u = uniform();
    switch (one_of(6)) {
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

/* What blows over an object: the wall of the class as it is, whatever its other rows may be; a ringing object under what a
 * patch could do to it; or a ringing object with every row anywhere in its range, where books are out of question: a body a
 * micrometre thick that is tuned from a hundredth of a hertz to a megahertz and back turns over 1e30 J between two readings. */
static enum weather { WALL, MUSICAL, WILD } weather;

/* A number of a row that musical weather has. */
static double calmed(const row *r, double x)
{
    static const struct {
        const char *name;
        double min, max;
    } can[] = {
        { "size", 0.02, 2 },        { "thickness", 2e-4, 0.05 }, { "tension", 50, 5000 },    { "modes", 1, 60 },
        { "freq", 20, 1e4 },        { "decay", 0.02, 20 },       { "freqs", 20, 1e4 },       { "decays", 0.02, 20 },
        { "masses", 1e-3, 10 },     { "weights", -3, 3 },        { "pitch", 12, 120 },       { "mass", 1e-3, 1 },
        { "stiffness", 1e3, 1e11 }, { "suspension", 0, 2000 },   { "rest", -1e-3, 1e-3 },    { "gravity", -100, 100 },
        { "velocity", -10, 10 },    { "distance", 0, 0.01 },     { "height", 0, 1 },         { "damping", 0, 100 },
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
    for (int i = one_of(words); i > 0; i--)
        word += strcspn(word, "|") + 1;
    snprintf(text, (size_t)room, "%.*s", (int)strcspn(word, "|"), word);
}

/* -- messages ------------------------------------------------------------- */

static const row *any_row(int (*fits)(const row *r))
{
    for (;;) {
        const row *r = &its->t.rows[one_of(its->t.n)];
        if (fits(r))
            return r;
    }
}

static int is_of_the_object(const row *r)
{
    static const char *const names[] = { "object", "material", "size", "thickness", "tension", "modes", "freq", "decay",
                                         "length", "diameter", "density", "young", "highloss", /* of a string */
                                         /* a body that is soft or light flies off when it is knocked, and metres away has few digits */
                                         "bodyyoung", "bodydensity", "bodythickness", "bodymaterial" };
    const char *prefix = strchr(r->name, ' '), *name = prefix ? prefix + 1 : r->name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return 1;
    return 0;
}

static int is_message(const row *r)
{
    /* Of the object and of methods that blow up on it, not in the same storm. */
    int here = weather == WALL ? !is_of_the_object(r) : strcmp(r->name, "method") != 0;
    return r->kind == PARAMETER && here && !row_is(r, "creation") && !row_has_parts(&its->t, r) && (r->numbers || *r->choices) &&
           strcmp(r->name, "ledger") && strcmp(r->name, "report");
}

static int is_verb(const row *r)
{
    return row_is_number_of_verb(&its->t, r);
}

static void right_message(char *text)
{
    static const char *const plain[] = { "bang", "reset", "dump", "energy", "presets", "0", "get gain" };
    const row *r;
    int n;
    switch (one_of(8)) {
    case 0:
        snprintf(text, TEXT, "%s", plain[one_of(7)]);
        break;
    case 1:
        snprintf(text, TEXT, "%.6g", (uniform() - 0.5) * pow(10, one_of(weather == MUSICAL ? 5 : 8) - 3));
        break;
    case 2:
    case 3:
        r = any_row(is_verb);
        while (r[-1].kind == ARGUMENT && !strcmp(r[-1].owner, r->owner))
            r--;
        n = snprintf(text, TEXT, "%s", r->owner);
        for (const row *a = r; a < its->t.rows + its->t.n && !strcmp(a->owner, r->owner); a++) {
            text[n++] = ' ';
            value_of(a, text + n, TEXT - n);
            n = (int)strlen(text);
        }
        break;
    case 4:
        snprintf(text, TEXT, "%s", its->excite);
        break;
    default:
        r = any_row(is_message);
        n = snprintf(text, TEXT, "%s ", r->name);
        value_of(r, text + n, TEXT - n);
    }
}

static void wrong_message(char *text)
{
    static const char *const tail[] = { "hz-nonsense", "1e999", "-1e999", "", "1 hz-nonsense 2" };
    static const char *const plain[] = { "hz-nonsense 1", "unit",     "gain 1e30",   "get",
                                         "preset 7",      "set gain", "list a b" };
    if (one_of(3) == 0)
        snprintf(text, TEXT, "%s", plain[one_of(7)]);
    else
        snprintf(text, TEXT, "%s %s", any_row(is_message)->name, tail[one_of(5)]);
}

/* -- the storm ------------------------------------------------------------ */

/* One object and what it was sent: a question about energy comes before each message, a block apart, so that the
 * whole energy that passed is seen. */
typedef struct target {
    int obj, sound;
    int asked[MESSAGES], reply[MESSAGES], wrong[MESSAGES], resets[MESSAGES], loose[MESSAGES];
} target;

/* Does the method that a message chooses keep energy? The residual of one that does not is its error. -1: it chooses none. */
static int keeps_energy(const char *text)
{
    static const char *const others[] = { "method am1", "method verlet", "method heun", "method rk4" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(text, others[i]))
            return 0;
    return strncmp(text, "method ", 7) ? -1 : 1;
}

static int remarks(const pd_patch *p, int reply)
{
    int count = kind_remarks(p, reply);
    const char *line;
    for (int i = 0; (line = pd_line(p, reply, "error", i)) != NULL; i++)
        count += strstr(line, "allowed what a grid can carry") != NULL || (weather == WILD && strstr(line, "state was not finite, reset"));
    return count;
}

static void aim(pd_patch *p, target *t, int ledger)
{
    char text[TEXT];
    int loose = 0, was = 0;
    t->obj = kind_obj(p, its, "-ledger %d%s", ledger, weather == WALL ? "" : " -object plate");
    for (int k = 0; k < messages(); k++) {
        double ms = BLOCK_MS * (k + 0.5 * ledger);
        t->wrong[k] = one_of(4) == 0;
        (t->wrong[k] ? wrong_message : right_message)(text);
        t->resets[k] = !strcmp(text, "reset");
        t->loose[k] = loose || was; /* a message waits for the next block */
        was = loose;
        if (!t->wrong[k] && keeps_energy(text) >= 0)
            loose = !keeps_energy(text);
        t->asked[k] = pd_at(p, ms, t->obj, "energy");
        t->reply[k] = pd_at(p, ms, t->obj, "%s", text);
    }
    t->sound = pd_record(p, t->obj, AUDIO, 0, 64 * messages());
}

static void assert_finite(const pd_patch *p, const target *t)
{
    for (int i = 0; i < 64 * messages(); i++)
        if (!isfinite(pd_samples(p, t->sound)[i]))
            fail_msg("%s: sample %d is not finite", its->name, i);
}

static void assert_right_errors(const pd_patch *p, const target *t)
{
    for (int k = 0; k < messages(); k++)
        if (pd_count(p, t->reply[k], "error") - remarks(p, t->reply[k]) != t->wrong[k])
            fail_msg("%s: message %d gave %d errors: %s", its->name, k, pd_count(p, t->reply[k], "error"),
                     t->wrong[k] ? "" : pd_line(p, t->reply[k], "error", 0));
}

/* What the rounding of a place a metre away is worth to the stiffest contact. */
static const double NOTHING = 1e-12;

/* The residual against the energy that passed or was held since the books were opened; and losses are losses. */
static void assert_balanced(const pd_patch *p, const target *t)
{
    accounts last = { 0 };
    double passed = 0, held = 0, ever = 0, error = 0; /* the last: of methods that do not keep energy */
    for (int k = 0; k < messages(); k++) {
        accounts now = accounts_of(p, t->asked[k], t->obj);
        if (k > 0 && t->resets[k - 1]) {
            last = (accounts){ 0 };
            passed = held = error = 0;
        }
        if (t->loose[k])
            error = now.residual;
        double lost = now.dissipated - last.dissipated;
        passed += fabs(lost) + fabs(now.supplied - last.supplied) + fabs(now.adjusted - last.adjusted);
        ever += passed;
        held = fmax(held, fabs(now.kinetic) + fabs(now.potential) + fabs(now.contact));
        if (!(fabs(now.residual - error) <= 1e-10 * (passed + held + fabs(error)) + NOTHING))
            fail_msg("%s: before message %d: residual %g of %g J", its->name, k, now.residual, passed + held);
        if (!(lost >= -NOTHING - 1e-10 * (passed + held) - 1e-6 * fabs(last.dissipated)))
            fail_msg("%s: before message %d: %g J were lost, then %g J", its->name, k, last.dissipated, now.dissipated);
        last = now;
    }
    assert_true(ever > 0);
}

static void storm(uint64_t with, enum weather w)
{
    static target books, plain;
    pd_patch *p = pd_open();
    seed = with;
    weather = w;
    if (w != WILD)
        aim(p, &books, 1);
    if (w != MUSICAL)
        aim(p, &plain, 0);
    pd_run(p);
    if (w != WILD) {
        assert_right_errors(p, &books);
        assert_finite(p, &books);
        assert_balanced(p, &books);
    }
    if (w != MUSICAL) {
        assert_right_errors(p, &plain);
        assert_finite(p, &plain);
    }
    pd_close(p);
}

/* How many storms a class goes through. */
static uint64_t seasons(enum weather w)
{
    if (getenv("HZ_SOAK"))
        return 2000;
    return w == WALL && !getenv("HZ_PRELOAD") ? 2 : 1;
}

static void storms_of(enum weather w)
{
    int n;
    const kind *all = kinds(&n);
    for (its = all; its < all + n; its++)
        for (uint64_t with = 1; with <= seasons(w); with++) {
            if (w == WALL || kind_has(its, "object"))
                storm(with * 7919, w);
        }
}

static void storms(void **state)
{
    (void)state;
    storms_of(WALL);
}

static void storms_over_objects(void **state)
{
    (void)state;
    storms_of(MUSICAL);
}

static void storms_of_anything(void **state)
{
    (void)state;
    storms_of(WILD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storms),
        cmocka_unit_test(storms_over_objects),
        cmocka_unit_test(storms_of_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
