/* The column "takes effect" of the reference: what a row says about when a new value is used is so. What glides is
 * swept by glide_test. */

#include "kinds.h"

enum { N = 4800 };

/* A value that the row does not have by itself. */
static void other_value(const row *r, char *text, size_t room)
{
    double init = 0;
    sscanf(r->init, "%lf", &init);
    if (*r->choices) { /* the first word that is not the default */
        const char *word = r->choices;
        size_t n = strcspn(word, "|");
        if (!strncmp(word, r->init, n) && word[n])
            word += n + 1;
        snprintf(text, room, "%.*s", (int)strcspn(word, "|"), word);
        return;
    }
    double x = init != 0 ? 0.6 * init : row_is(r, "whole") ? 1 : fmin(0.3, r->max);
    snprintf(text, room, "%g", row_is(r, "whole") ? (init == 0 ? 1 : 0) : x);
}

/* What is read at the next excitation changes nothing of what sounds, to the bit, and then it does: at least one of
 * note, bang and key changes. */
TEST_OF_EVERY_CLASS(the_next_excitation)
{
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        char value[80];
        if (r->kind != PARAMETER || !row_is(r, "excitation") ||
            !strcmp(r->name, "edition")) /* It waits for a preset. */
            continue;
        other_value(r, value, sizeof value);
        pd_patch *p = pd_open();
        int o[2], ringing[2], after[2];
        for (int k = 0; k < 2; k++) {
            o[k] = kind_obj(p, its, "%s", its->heard ? "-b object plate" : "");
            if (kind_has(its, "object"))
                pd_at(p, 3, o[k], "object plate");
            if (kind_has(its, "notes") && !strcmp(r->name, "velocity"))
                pd_at(p, 4, o[k], "notes strike");
            pd_at(p, 10, o[k], "60 90");
            if (k)
                pd_at(p, 100, o[k], "%s %s", r->name, value);
            ringing[k] = pd_record(p, o[k], its->heard, 80, N);
            after[k] = pd_record(p, o[k], its->heard, 200, 2 * N);
            pd_at(p, 210, o[k], strcmp(r->name, "release") ? "reset" : "60 0");
            pd_at(p, 230, o[k], strcmp(r->name, "release") ? "60 90" : "get gain");
            if (!strcmp(r->name, "height"))
                pd_at(p, 230, o[k], "drop 0.01");
        }
        pd_run(p);
        int same = 1, differs = 0;
        for (int i = 0; i < N; i++)
            same &= pd_samples(p, ringing[0])[i] == pd_samples(p, ringing[1])[i];
        for (int i = 0; i < 2 * N; i++)
            differs |= pd_samples(p, after[0])[i] != pd_samples(p, after[1])[i];
        assert_that(same, "%s: %s %s changes what sounds", its->name, r->name, value);
        int later = !strcmp(r->name, "height") || !strcmp(r->name, "time"); /* A rub ends later than this is heard. */
        assert_that(differs || later, "%s: %s %s changes nothing later", its->name, r->name, value);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        pd_close(p);
    }
}

static int is_read_otherwise(const row *r)
{
    return row_is(r, "signal") || row_is(r, "excitation") || row_is(r, "glides") || row_is(r, "creation");
}

/* But for the last bit of a float: two methods that solve the same equation may round differently. */
static int is_same(double a, double b)
{
    return fabs(a - b) <= 1.2e-7 * fabs(b);
}

/* What is taken at the edge of the next block changes nothing before it. Where it changes what sounds, it does so at
 * once and waits for no excitation: TRAVEL is the time that it may take from a bridge or a body to be heard. `unit` and
 * `hear` come when the excitation has been tried. */
TEST_OF_EVERY_CLASS(the_next_block)
{
    enum { MOST = 200, BLOCK = 64, TOLD = 100, TRAVEL = 4 * BLOCK };
    const row *asked[MOST];
    int sound[MOST], n = 0, moved = 0, plain = 0, told = TOLD * 48 / BLOCK * BLOCK;
    pd_patch *p = pd_open(.limit = 100);
    for (const row *r = its->t.rows; r <= its->t.rows + its->t.n && n < MOST; r++) {
        int last = r == its->t.rows + its->t.n;
        char value[80];
        if (!last && (r->kind != PARAMETER || is_read_otherwise(r)))
            continue;
        int o = kind_obj(p, its, "-report 0 %s", its->heard ? "-b object plate" : "");
        if (kind_has(its, "object"))
            pd_at(p, 3, o, "object plate");
        pd_at(p, 10, o, "60 90");
        plain = pd_record(p, o, its->heard, 0, 2 * N);
        if (last)
            break;
        other_value(r, value, sizeof value);
        pd_at(p, TOLD, o, "%s %s", r->name, value);
        asked[n] = r;
        sound[n++] = plain;
    }
    pd_run(p);
    int falls = kind_has(its, "drop"); /* The next contact may be the first that shows it. */
    for (int k = 0; k < n; k++) {
        const char *part = strrchr(asked[k]->name, ' '), *name = part ? part + 1 : asked[k]->name;
        int first = 0, tried = !strcmp(name, "unit") || !strcmp(name, "hear") ||
                               !strcmp(name, "steps"); /* more accurate, later heard */
        while (first < 2 * N && is_same(pd_samples(p, sound[k])[first], pd_samples(p, plain)[first]))
            first++;
        moved += first < 2 * N;
        assert_that(first >= told, "%s: %s moves the sound %d samples early", its->name, asked[k]->name, told - first);
        assert_that(first < told + TRAVEL || first == 2 * N || tried || falls, "%s: %s moves the sound %d samples late",
                    its->name, asked[k]->name, first - told);
    }
    printf("# %s: %d of %d rows that are taken at the next block move what rings\n", its->name, moved, n);
    assert_true(moved > 0);
}

/* What moves at signal rate has an inlet, and there a signal of 3 kHz is heard as such: within one block it moves the
 * sound as no number that is read once a block could. */
TEST_OF_EVERY_CLASS(at_signal_rate)
{
    for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++) {
        if (r->kind != PARAMETER || !row_is(r, "signal"))
            continue;
        static const char *const by_inlet[][3] = { { "bowspeed", "position" },
                                                   { "bowforce", "height" },
                                                   { "bowposition" } };
        int is_bow = !strncmp(r->name, "bow", 3), is_hand = !strcmp(its->name, "friction~");
        int n = is_hand && !strcmp(r->name, "speed");
        for (int i = 0; i < 3; i++)
            if (!strcmp(r->name, by_inlet[i][!is_bow] ? by_inlet[i][!is_bow] : ""))
                n = i + !is_bow;
        pd_patch *p = pd_open();
        int sound[2];
        for (int k = 0; k < 2; k++) {
            int o = pd_obj(p, "hertz/%s -report 0", its->name), wave = pd_obj(p, "osc~ 3000"),
                size = pd_obj(p, "*~ %g", k ? 0.05 : 0.0),
                at = pd_obj(p, "+~ %g", !strcmp(r->name, "height") ? -0.0005 : 0.2);
            pd_chain(p, wave, size, at);
            pd_connect(p, at, 0, o, n);
            pd_at(p, 5, o, is_bow ? "stroke 0" : is_hand ? "lift" : "force 1"); /* The force acts at the position. */
            sound[k] = pd_record(p, o, is_hand, 100, N);
        }
        pd_run(p);
        int within = 0;
        for (int i = 1; i < N; i++) {
            double now = pd_samples(p, sound[1])[i] - pd_samples(p, sound[0])[i],
                   before = pd_samples(p, sound[1])[i - 1] - pd_samples(p, sound[0])[i - 1];
            within += i % 64 > 1 && now != before;
        }
        assert_that(within > N / 2, "%s: %s moves the sound at %d of %d samples within blocks", its->name, r->name,
                    within, N);
        pd_close(p);
    }
}
