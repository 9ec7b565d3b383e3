/* The audio thread never blocks: while everything happens at once, perform makes no call that could. And messages do
 * not allocate, but for those in the table of externals/pd/message.c. */

#include "kinds.h"

enum { BUSY_MS = 900, BUSY = BUSY_MS * 48 };

/* Makes a patch in which everything happens: excitations, pressing, parameters, presets, wrong messages, wild signals,
 * reports, meters. */
static void keep_busy(pd_patch *p, const kind *k, const char *flags)
{
    static float wild[4800];
    for (int i = 0; i < 4800; i++)
        wild[i] = i % 100 == 7 ? NAN : 20 * sinf(i * 0.05f);
    int o = kind_obj(p, k, "%s", flags);
    pd_feed(p, o, 0, 300, wild, 4800);
    for (int j = 0; j < 400; j++) {
        const row *r = &k->t.rows[j % k->t.n];
        pd_at(p, 5 + 2 * j, o, "%s", j % 3 ? k->excite : "bang");
        if (r->kind == PARAMETER && r->numbers && !row_is(r, "creation") && !row_is(r, "whole") &&
            !row_has_parts(&k->t, r))
            pd_at(p, 6 + 2 * j, o, "%s %g", r->name, r->min + (r->max - r->min) * pow(0.1, 1 + j % 9));
    }
    pd_at(p, 100, o, "gain 0.3");
    pd_at(p, 150, o, "gain banana");
    pd_at(p, 200, o, "level -6");
    pd_at(p, 500, o, "force 50");
    pd_at(p, 700, o, "reset");
    pd_at(p, 710, o, "bang");
    for (int j = 0; j < k->t.n_presets; j++) {
        pd_at(p, 720 + 4 * j, o, "preset %s", k->t.presets[j]);
        pd_at(p, 722 + 4 * j, o, "bang");
    }
    pd_until(p, BUSY_MS);
}

#define METERS "-meters kinetic dissipated residual position compression"

NATIVE_TEST(perform_never_blocks)
{
    int n;
    const kind *all = kinds(&n);
    for (const kind *k = all; k < all + n; k++) {
        long calls = -1, blocks = 0;
        pd_patch *p = pd_open(.preload = "build/tests/nomalloc.so");
        const char *flags[] = { "", k->busy, "-ledger 1", METERS, "-unit acceleration -report 2" };
        for (int i = 0; i < 5; i++)
            keep_busy(p, k, flags[i]);
        pd_run(p);
        const char *line = pd_line(p, PD_ALL, "nomalloc: ", 0);
        assert_that(line && sscanf(line, "%ld calls in perform of %ld blocks", &calls, &blocks) == 2 && calls == 0 &&
                        blocks > 0,
                    "%s: nomalloc: %s", k->name, line ? line : "said nothing");
        pd_close(p);
    }
}

/* The same under the sanitizers too, which watch in their own way: what comes out is a sound. */
TEST(busy_objects_sound)
{
    int n;
    const kind *all = kinds(&n);
    for (const kind *k = all; k < all + n; k++) {
        double peak = 0;
        pd_patch *p = pd_open();
        keep_busy(p, k, k->busy);
        keep_busy(p, k, "-ledger 1 " METERS " -unit acceleration -report 2");
        int out = pd_record(p, 0, 0, 0, BUSY);
        pd_run(p);
        for (int i = 0; i < BUSY; i++)
            peak = fmax(peak, isfinite(pd_samples(p, out)[i]) ? fabs(pd_samples(p, out)[i]) : INFINITY);
        assert_that(peak > 0 && isfinite(peak), "%s peaks at %g", k->name, peak);
        pd_close(p);
    }
}

/* -- messages ------------------------------------------------------------- */

/* Says whether a message may allocate, by that table. */
static int may_allocate(const char *message)
{
    static const char *const known[] = { "read", "write", "matrices", "store", "recall",
                                         "save", "load",  "record",   "modes", "pickupweights" };
    const char *prefix = strchr(message, ' '), *name = prefix ? prefix + 1 : message;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i]))
            return 1;
    return 0;
}

static void value_of(const row *r, char *text, size_t room)
{
    if (r->numbers)
        snprintf(text, room, "%.6g", row_is(r, "whole") ? r->max : 0.5 * (r->min + r->max));
    else
        snprintf(text, room, "%.*s", *r->choices ? (int)strcspn(r->choices, "|") : 11,
                 *r->choices ? r->choices : "hz-nomalloc");
}

/* Every row as a message, good and bad, and asked for; every verb, with all of its arguments; presets, answers, and
 * what means nothing. Returns how many. */
static int send_everything(pd_patch *p, const kind *k, int o)
{
    const table *t = &k->t;
    int n = 0;
    for (const row *r = t->rows; r < t->rows + t->n; r++) {
        char text[2000], value[100];
        value_of(r, value, sizeof value);
        if (r->kind == PARAMETER && !may_allocate(r->name)) {
            pd_at(p, 5 + n++, o, "%s %s", r->name, value);
            pd_at(p, 5 + n++, o, "%s", r->name);
            pd_at(p, 5 + n++, o, "set %s %s %s", r->name, value, value);
            pd_at(p, 5 + n++, o, "get %s", r->name);
        }
        if (r->kind != ARGUMENT || (r > t->rows && !strcmp(r->owner, r[-1].owner)) || may_allocate(r->owner))
            continue;
        snprintf(text, sizeof text, "%s", r->owner);
        for (const row *a = r; a < t->rows + t->n && a->kind == ARGUMENT && !strcmp(a->owner, r->owner); a++) {
            value_of(a, value, sizeof value);
            snprintf(text + strlen(text), sizeof text - strlen(text), " %s", value);
        }
        pd_at(p, 5 + n++, o, "%s", text);
    }
    for (int i = 0; i < t->n_presets; i++)
        pd_at(p, 5 + n++, o, "preset %s", t->presets[i]);
    static const char *const also[] = { "bang",
                                        "energy",
                                        "presets",
                                        "dump",
                                        "0.5",
                                        "60 100",
                                        "reset",
                                        "hz-nonsense 3 a b",
                                        "symbol hz-nonsense",
                                        "reference",
                                        "gain 1 2 3 4 5 6 7",
                                        "list",
                                        "dump" };
    for (size_t i = 0; i < sizeof also / sizeof *also; i++)
        pd_at(p, 5 + n++, o, "%s", also[i]);
    pd_until(p, 20 + n);
    return n;
}

/* Returns the line of nomalloc about messages. */
static const char *about_messages(const pd_patch *p, long *calls, long *messages)
{
    const char *line = pd_line(p, PD_ALL, "nomalloc: ", 1);
    assert_that(line && sscanf(line, "%ld allocations in %ld messages", calls, messages) == 2, "nomalloc: %s",
                line ? line : "said nothing about messages");
    return line;
}

NATIVE_TEST(messages_allocate_nothing)
{
    int n;
    const kind *all = kinds(&n);
    for (const kind *k = all; k < all + n; k++) {
        long calls, messages;
        pd_patch *p = pd_open(.preload = "build/tests/nomalloc.so");
        pd_obj(p, "table hz-nomalloc 64");
        const char *room = kind_has(k, "modes") ? "-modes 1000"
                           : kind_has(k, "rub") ? "-a object plate -a modes 1000 -b object plate -b modes 1000"
                                                : "-gain 1";
        int sent = send_everything(p, k, kind_obj(p, k, "%s", room));
        pd_run(p);
        const char *line = about_messages(p, &calls, &messages);
        assert_that(calls == 0 && messages >= sent / 2, "%s: %d sent: %s", k->name, sent, line);
        pd_close(p);
    }
}

/* The messages of the table do allocate, so that the shim would have seen the others. */
NATIVE_TEST(the_rest_is_known)
{
    static const struct {
        const char *object, *messages[3]; /* the last is judged */
        int allocates;
    } sent[] = {
        { "impact~", { "level -6" }, 0 }, /* the clock does, after the message */
        { "impact~", { "write hz.modes" }, 1 },
        { "impact~", { "write hz.modes", "read hz.modes" }, 1 },
        { "impact~", { "vary 0.1" }, 0 },
        { "impact~ -voices 3", { "vary 0.1" }, 0 },
        { "impact~", { "store 1" }, 1 },
        { "impact~", { "store 1", "recall 1 20" }, 1 },
        { "impact~", { "store 1", "store 2", "morph 1 2 0.3" }, 0 },
        { "impact~", { "save hz.sound" }, 1 },
        { "impact~", { "save hz.sound", "load hz.sound" }, 1 },
        { "impact~ -modes 200", { "write hz.modes", "read hz.modes", "get freqs" }, 1 },
        { "impact~ -modes 200", { "write hz.modes", "read hz.modes", "dump" }, 1 },
        { "impact~ -modes 20", { "write hz.modes", "read hz.modes", "dump" }, 0 },
        { "impact~", { "freqs 1 2 3 4 5 6 7 8 9 10" }, 0 },
        { "impact~", { "pickupweights 1 1 2 3" }, 1 },
        { "impact~ -modes 30", { "modes 32" }, 0 },
        { "impact~ -modes 30", { "modes 33" }, 1 },
        { "modalcontact~", { "b matrices hz-mass hz-mass hz-mass" }, 1 },
    };
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        long calls, messages;
        int n = 0;
        char by[40];
        pd_patch *p = pd_open(.preload = "build/tests/nomalloc.so");
        pd_obj(p, "table hz-mass 1");
        int o = pd_obj(p, "hertz/%s", sent[i].object);
        for (; n < 3 && sent[i].messages[n]; n++)
            pd_at(p, 5 + n, o, "%s", sent[i].messages[n]);
        pd_run(p);
        const char *line = about_messages(p, &calls, &messages), *last = sent[i].messages[n - 1];
        snprintf(by, sizeof by, " by %.*s ", (int)strcspn(last, " "), last);
        assert_that((strstr(line, by) != NULL) == sent[i].allocates && messages == n, "%s, `%s`: %s", sent[i].object,
                    last, line);
        pd_close(p);
    }
}
