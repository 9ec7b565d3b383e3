/* Every row that `reference` declares, at its ends, just outside them, and with the wrong type: as a message, as
 * `set`, as a creation flag, and every argument of every verb. What is refused gives one error that names the
 * class, the parameter, what was given, what is allowed and what was kept, and changes nothing. */

#include "impact.h"
#include "kinds.h"

enum { MOST_TRIALS = 4096, TEXT = 600 };

static const char *error_prefix(void)
{
    static char prefix[64];
    snprintf(prefix, sizeof prefix, "error: %s: ", its->t.class_name);
    return prefix;
}

/* -- values for a row ----------------------------------------------------- */

/* A number just beyond an end, seen from six digits. */
static double beyond(const row *r, double end, int sign)
{
    if (row_is(r, "whole"))
        return end + sign;
    return end + sign * (end == 0 ? 1e-3 : fabs(end) * 1e-4);
}

/* Writes try k of what may stand for one value of the row. Returns 0 when there are no more. */
static int good_value(const row *r, int k, char *text)
{
    const double number[] = { r->min, r->max,
                              row_is(r, "whole") ? floor((r->min + r->max) / 2) : (r->min + r->max) / 2 };
    if (r->numbers && k < 3) {
        snprintf(text, TEXT, "%.6g", number[k]);
        return 1;
    }
    const char *word = r->choices;
    for (int i = 0; i < k && *word; i++)
        word += strcspn(word, "|") + (word[strcspn(word, "|")] == '|');
    if (!r->numbers && *r->choices && *word)
        snprintf(text, TEXT, "%.*s", (int)strcspn(word, "|"), word);
    else if (!r->numbers && !*r->choices && k == 0)
        strcpy(text, "hz-word");
    else
        return 0;
    return 1;
}

/* Does the same for what may not; "" is no value at all. */
static int bad_value(const row *r, int k, char *text)
{
    const char *word[] = { "hz-nonsense", "1e999", "-1e999", "%s%n", "" };
    const double number[] = { beyond(r, r->min, -1), beyond(r, r->max, 1), r->min + 0.5 };
    if (!r->numbers && !*r->choices) { /* any word will do, so numbers will not */
        strcpy(text, k == 0 ? "3" : "");
        return k < 2;
    }
    if (k < 5) {
        strcpy(text, word[k]);
        return 1;
    }
    if (!r->numbers) {
        strcpy(text, "0");
        return k == 5;
    }
    snprintf(text, TEXT, "%.7g", number[k < 8 ? k - 5 : 0]);
    return k < (row_is(r, "whole") ? 8 : 7);
}

/* Writes one value more than the row takes. Returns 0 where that would be a long list. */
static int too_many(const row *r, char *text)
{
    char one[TEXT];
    *text = 0;
    if (r->most > 40 || !good_value(r, 0, one))
        return 0;
    for (int i = 0; i <= r->most; i++)
        snprintf(text + strlen(text), TEXT - strlen(text), "%s%s", i ? " " : "", one);
    return 1;
}

/* Writes try k of all that the row must refuse. */
static int refused_value(const row *r, int k, char *text)
{
    int n = 0;
    while (bad_value(r, n, text))
        if (n++ == k)
            return 1;
    return k == n && too_many(r, text);
}

/* -- trials --------------------------------------------------------------- */

/* A message or flag, and the row it is for. */
typedef struct trial {
    const row *r;
    int obj, reply, get, before; /* the last: the same asked of an object that nobody troubles */
    char given[TEXT];
} trial;

static trial trials[MOST_TRIALS];

static trial *new_trial(int *n, const row *r, int obj)
{
    if (*n == MOST_TRIALS)
        fail_msg("more trials than there is room for");
    trials[*n] = (trial){ .r = r, .obj = obj };
    return &trials[(*n)++];
}

static int is_setting(const row *r)
{
    return r->kind == PARAMETER && !row_has_parts(&its->t, r);
}

static int is_message(const row *r)
{
    return is_setting(r) && !row_is(r, "creation");
}

/* Says whether an error says all that it should. */
static void assert_says(const char *line, const row *r, const char *given, const char *kept)
{
    char range[64], number[64], *end;
    double x = strtod(given, &end);
    if (!*end && *given) { /* as Pd prints it */
        snprintf(number, sizeof number, "%g", x);
        given = number;
    }
    char begin[80]; /* An error tells a long list from its beginning on. */
    snprintf(begin, sizeof begin, "%s", *given ? given : "nothing");
    snprintf(range, sizeof range, "%g to %g", r->min, r->max);
    assert_that(line && strstr(line, r->name) && strstr(line, begin) && strstr(line, "allowed") &&
                    (!r->numbers || strstr(line, range)) && strstr(line, "kept") && strstr(line, kept),
                "%s `%s`: the error should say `%s`, and kept `%s`: %s", r->name, given, range, kept,
                line ? line : "no error");
}

/* Returns what `get` printed of a row, after its name. */
static const char *got(const pd_patch *p, const trial *t, int reply)
{
    char prefix[96];
    snprintf(prefix, sizeof prefix, "o%d: %s ", t->obj, t->r->name);
    const char *line = pd_line(p, reply, prefix, 0);
    assert_that(line && pd_count(p, reply, prefix) == 1, "`get %s` gave %d lines after `%s`", t->r->name,
                pd_count(p, reply, prefix), t->given);
    return line;
}

/* Printed values are equal when their words are, or their numbers to the digits that Pd prints. */
static int same_value(const char *a, const char *b, double tolerance)
{
    double x, y;
    if (pd_numbers(a, &x, 1) == 1 && pd_numbers(b, &y, 1) == 1)
        return fabs(x - y) <= tolerance * fabs(y);
    return !strcmp(a, b);
}

/* A row that stands for another (restitution for damping) is known by other rows changing with it. */
static double tolerance_of(const row *r)
{
    return !strcmp(r->name, "restitution") ? 1e-5 : 1e-6;
}

TEST_OF_EVERY_CLASS(rows_take_what_they_say)
{
    int n = 0, sound[512], objects = 0;
    pd_patch *p = pd_open(.as_played = 1);
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char text[TEXT];
        if (!is_message(r))
            continue;
        int o = kind_obj(p, its, "-report 0");
        double ms = 1;
        for (int k = 0; good_value(r, k, text); k++, ms += 3) {
            trial *t = new_trial(&n, r, o);
            strcpy(t->given, text);
            t->reply = pd_at(p, ms, o, "%s%s %s", k % 2 ? "set " : "", r->name, text);
            t->get = pd_at(p, ms + 1, o, "get %s", r->name);
            pd_at(p, ms + 2, o, "%s", its->excite);
        }
        sound[objects++] = pd_record(p, o, AUDIO, 0, 4800);
    }
    pd_run(p);
    assert_true(n > 20);
    for (const trial *t = trials; t < trials + n; t++) {
        const char *line = pd_line(p, t->reply, "error", 0);
        assert_that(pd_count(p, t->reply, "error") <= kind_remarks(p, t->reply), "%s %s: %s", t->r->name, t->given,
                    line);
        assert_that(same_value(got(p, t, t->get), t->given, tolerance_of(t->r)), "%s %s became %s", t->r->name,
                    t->given, got(p, t, t->get));
    }
    for (int i = 0; i < objects; i++)
        for (int k = 0; k < 4800; k++)
            assert_true(isfinite(pd_samples(p, sound[i])[k]));
}

/* Each row has an object that is sent everything wrong while it sounds; its sound is that of one left alone. */
TEST_OF_EVERY_CLASS(rows_refuse_what_they_do_not_take)
{
    int n = 0, sound[512], objects = 0, length = 9600;
    pd_patch *p = pd_open(.as_played = 1);
    int witness = kind_obj(p, its, "%s", its->busy);
    pd_at(p, 1, witness, "%s", its->excite);
    int alone = pd_record(p, witness, AUDIO, 0, length);
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char text[TEXT];
        if (!is_message(r))
            continue;
        int o = kind_obj(p, its, "%s", its->busy), before = pd_at(p, 0, witness, "get %s", r->name);
        pd_at(p, 1, o, "%s", its->excite);
        for (int k = 0; refused_value(r, k, text); k++) {
            trial *t = new_trial(&n, r, o);
            t->before = before;
            strcpy(t->given, text);
            t->reply = pd_at(p, 10 + 3 * k, o, "%s%s %s", k % 2 ? "set " : "", r->name, text);
            t->get = pd_at(p, 11 + 3 * k, o, "get %s", r->name);
        }
        for (int odd = PD_NAN; odd <= PD_POINTER; odd++) {
            trial *t = new_trial(&n, r, o);
            t->before = before;
            strcpy(t->given, odd == PD_NAN ? "nan" : "(pointer)");
            t->reply = pd_at_with(p, 100 + odd, o, (pd_atom)odd, r->name);
            t->get = pd_at(p, 105 + odd, o, "get %s", r->name);
        }
        sound[objects++] = pd_record(p, o, AUDIO, 0, length);
    }
    pd_run(p);
    for (const trial *t = trials; t < trials + n; t++) {
        char prefix[96];
        snprintf(prefix, sizeof prefix, "error: %s: ", its->t.class_name);
        const char *kept = got(p, t, t->get);
        assert_that(pd_count(p, t->reply, "error") == 1, "`%s %s` gave %d errors, not 1", t->r->name, t->given,
                    pd_count(p, t->reply, "error"));
        assert_says(pd_line(p, t->reply, prefix, 0), t->r, t->given, kept);
        snprintf(prefix, sizeof prefix, "o%d: %s ", witness, t->r->name);
        assert_string_equal(kept, pd_line(p, t->before, prefix, 0));
    }
    for (int i = 0; i < objects; i++)
        assert_memory_equal(pd_samples(p, sound[i]), pd_samples(p, alone), sizeof(float) * (size_t)length);
    double loudest = 0;
    for (int k = 0; k < length; k++)
        loudest = fmax(loudest, fabs(pd_samples(p, alone)[k]));
    assert_true(loudest > 1e-6);
}

/* -- flags ---------------------------------------------------------------- */

TEST_OF_EVERY_CLASS(flags_take_what_rows_say)
{
    int n = 0;
    pd_patch *p = pd_open(.as_played = 1);
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char text[TEXT];
        for (int k = 0; is_message(r) && good_value(r, k, text); k++) {
            trial *t = new_trial(&n, r, kind_obj(p, its, "-%s %s", r->name, text));
            strcpy(t->given, text);
            t->get = pd_at(p, 1, t->obj, "get %s", r->name);
        }
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, ""), kind_remarks(p, PD_LOADED));
    for (const trial *t = trials; t < trials + n; t++)
        assert_that(same_value(got(p, t, t->get), t->given, tolerance_of(t->r)), "-%s %s became %s", t->r->name,
                    t->given, got(p, t, t->get));
}

/* A bad flag is one error; the object is made, and the flags around the bad one are heard. A row's bad ones are all
 * put into one box, since a box costs megabytes. */
TEST_OF_EVERY_CLASS(flags_refuse_what_rows_do_not_take)
{
    int n = 0, gain[MOST_TRIALS];
    pd_patch *p = pd_open(.as_played = 1, .no_dsp = 1); /* as they stand they are as by default */
    kind refusing = *its;
    refusing.opens = NULL; /* A flag that is refused makes no outlet. */
    int plain = kind_obj(p, its, " ");
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char text[TEXT], flags[TEXT] = "";
        int first = n;
        for (int k = 0; is_setting(r) && !row_is(r, "switch") && refused_value(r, k, text); k++) {
            strcpy(new_trial(&n, r, -1)->given, text);
            size_t at = strlen(flags), room = sizeof flags - at;
            assert_true(snprintf(flags + at, room, "-%s %s ", r->name, text) < (int)room);
        }
        int o = first < n ? kind_obj(p, &refusing, "%s-gain 0.125", flags) : -1;
        for (trial *t = &trials[first]; t < &trials[n]; t++) {
            t->obj = o;
            t->before = t > &trials[first] ? t[-1].before : pd_at(p, 0, plain, "get %s", r->name);
            t->get = t > &trials[first] ? t[-1].get : pd_at(p, 1, o, "get %s", r->name);
            gain[t - trials] = t > &trials[first] ? gain[t - trials - 1] : pd_at(p, 1, o, "get gain");
        }
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, ""), n);
    for (int i = 0; i < n; i++) {
        const trial *t = &trials[i];
        char prefix[96];
        snprintf(prefix, sizeof prefix, "error: %s: ", its->t.class_name);
        assert_says(pd_line(p, PD_LOADED, prefix, i), t->r, t->given, "");
        snprintf(prefix, sizeof prefix, "o%d: %s ", plain, t->r->name);
        assert_near(answer1(p, gain[i], t->obj, "gain"), 0.125, 0);
        if (!strstr(t->r->name, "gain") &&
            strcmp(t->r->name, "seed") != 0) /* The flag behind sets one, dice the other. */
            assert_string_equal(got(p, t, t->get), pd_line(p, t->before, prefix, 0));
    }
}

TEST_OF_EVERY_CLASS(flags_that_are_none)
{
    const char *flags[] = { "-banana",         "-banana 3 4", "banana", "3",         "-mc 1",
                            "-gain 0.03 0.04", "-Gain 1",     "--",     "-strike 1", "- gain" };
    enum { FLAGS = sizeof flags / sizeof *flags };
    int o[FLAGS], get[FLAGS];
    pd_patch *p = pd_open(.as_played = 1);
    for (int i = 0; i < FLAGS; i++) {
        o[i] = kind_obj(p, its, "%s -gain 0.125", flags[i]);
        get[i] = pd_at(p, 1 + i, o[i], "get gain");
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, error_prefix()), FLAGS);
    assert_int_equal(pd_count(p, PD_LOADED, ""), FLAGS);
    for (int i = 0; i < FLAGS; i++)
        assert_near(answer1(p, get[i], o[i], "gain"), 0.125, 0);
}

/* -- verbs ---------------------------------------------------------------- */

static int is_number_argument(const row *r)
{
    return row_is_number_of_verb(&its->t, r);
}

static int same_verb(const row *a, const row *b)
{
    return b >= its->t.rows && b < its->t.rows + its->t.n && b->kind == ARGUMENT && !strcmp(a->owner, b->owner);
}

/* Writes the verb with this value for one argument, and with defaults for the others that it needs. */
static void spell(const row *r, const char *value, char *text)
{
    const row *a = r;
    while (same_verb(r, a - 1))
        a--;
    int n = snprintf(text, TEXT, "%s", r->owner);
    for (; same_verb(r, a) && (a <= r || a->needed); a++)
        n += snprintf(text + n, (size_t)(TEXT - n), " %s", a == r ? value : a->init);
}

TEST_OF_EVERY_CLASS(verbs_take_their_ranges)
{
    int n = 0;
    pd_patch *p = pd_open(.as_played = 1);
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char value[TEXT];
        for (int k = 0; is_number_argument(r) && good_value(r, k, value); k++) {
            trial *t = new_trial(&n, r, kind_obj(p, its, "-report 0"));
            spell(r, value, t->given);
            t->reply = pd_at(p, 10 + 3 * k, t->obj, "%s", t->given);
            t->get = pd_record(p, t->obj, AUDIO, 10, 2400);
        }
    }
    pd_run(p);
    assert_true(n > 3);
    for (const trial *t = trials; t < trials + n; t++) {
        assert_that(pd_count(p, t->reply, "error") == 0, "`%s`: %s", t->given, pd_line(p, t->reply, "error", 0));
        for (int k = 0; k < 2400; k++)
            assert_true(isfinite(pd_samples(p, t->get)[k]));
    }
}

TEST_OF_EVERY_CLASS(verbs_refuse_the_rest)
{
    int n = 0, sound[MOST_TRIALS];
    pd_patch *p = pd_open(.as_played = 1);
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char value[TEXT];
        for (int k = 0; is_number_argument(r) && bad_value(r, k, value); k++) {
            double number;
            if ((!*value && !r->needed) || (!strcmp(r->owner, "note") && pd_numbers(value, &number, 1))) /* clipped */
                continue;
            trial *t = new_trial(&n, r, kind_obj(p, its, "-report 0"));
            spell(r, value, t->given);
            t->reply = pd_at(p, 10, t->obj, "%s", t->given);
            sound[n - 1] = pd_record(p, t->obj, AUDIO, 10, 480);
        }
    }
    pd_run(p);
    for (int i = 0; i < n; i++) {
        const trial *t = &trials[i];
        const char *line = pd_line(p, t->reply, error_prefix(), 0);
        assert_that(pd_count(p, t->reply, "error") == 1 && line && strstr(line, t->r->owner) &&
                        strstr(line, t->r->name) && strstr(line, "allowed"),
                    "`%s` gave %d errors: %s", t->given, pd_count(p, t->reply, "error"), line ? line : "");
        for (int k = 0; k < 480; k++)
            assert_true(fabs(pd_samples(p, sound[i])[k]) < 1e-19); /* A Pd of single precision reads 0 there. */
    }
}

/* -- every class ---------------------------------------------------------- */
