/* Any parameter of trombamarina~ set to any value of its range in one message, while the bow is drawn: it may be loud,
 * as a real one would be that is bent, retuned or pressed in that instant, but it does not blow up. */

#include "kinds.h"

enum { RATE = 48000, MOVED = 14400, AFTER = 4800, LONG = 14400, OUTLETS = 3, CASES = 60 };

typedef struct jolt {
    const char *preset; /* With "" it has the defaults. */
    char message[200];
    int sound; /* of its three outlets together */
} jolt;

/* Says whether a row sets how loud it is, or does not belong to the instrument. */
static int is_moved(const row *r)
{
    static const char *const apart[] = { "gain", "mix",         "ledger",      "report",
                                         "unit", "stringlevel", "bridgelevel", "bodylevel" };
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (!strcmp(r->name, apart[i]))
            return 0;
    return r->kind == PARAMETER && !row_is(r, "creation") && (r->numbers || *r->choices);
}

/* Returns a value of the range: one end, the other, or between them, evenly in the logarithm where the range is
 * wide. */
static double drawn(dice *d, const row *r, int trial)
{
    if (trial % 3 < 2)
        return trial % 3 ? r->max : r->min;
    if (r->min < 0)
        return dice_once(d, 2) ? r->min * dice_log(d, 1e-6, 1) : r->max * dice_log(d, 1e-6, 1);
    return r->max < 100 ? dice_even(d, r->min, r->max) : dice_log(d, fmax(r->min, r->max * 1e-12), r->max);
}

static void draw(dice *d, const table *t, const row *r, int trial, char *text, int room)
{
    int n = snprintf(text, (size_t)room, "%s", r->name), words = 1;
    if (row_has_parts(t, r)) {
        for (const row *part = r + 1; part < t->rows + t->n && part->kind == PART; part++)
            n += snprintf(text + n, (size_t)(room - n), " %.6g", drawn(d, part, trial));
        return;
    }
    if (r->numbers) {
        snprintf(text + n, (size_t)(room - n), " %.6g", drawn(d, r, trial));
        return;
    }
    for (const char *c = r->choices; *c; c++)
        words += *c == '|';
    const char *word = r->choices;
    for (int i = dice_of(d, words); i > 0; i--)
        word += strcspn(word, "|") + 1;
    snprintf(text + n, (size_t)(room - n), " %.*s", (int)strcspn(word, "|"), word);
}

/* Plays an object, its parts on one scale. With `made` it has the value from the beginning. */
static void aim(pd_patch *p, jolt *j, const char *grid, int made)
{
    int o = pd_obj(p, "hertz/trombamarina~ -report 0 %s %s%s %s%s", grid, *j->preset ? "-preset " : "", j->preset,
                   made ? "-" : "", made ? j->message : "");
    pd_at(p, 5, o, "bridgelevel 1, bodylevel 1, bang");
    if (!made)
        pd_at(p, MOVED * 1000. / RATE, o, "%s", j->message);
    int sum = pd_obj(p, "*~ 1");
    for (int k = 0; k < OUTLETS; k++)
        pd_connect(p, o, k, sum, 0);
    j->sound = pd_record(p, sum, 0, 0, MOVED + LONG);
}

static double peak_of(const pd_patch *p, const jolt *j, int from)
{
    double peak = 0;
    for (int i = from; i < MOVED + LONG; i++) {
        double x = fabs(pd_samples(p, j->sound)[i]);
        peak = x <= peak ? peak : x; /* what is no number stays, and breaks the claim */
    }
    return peak;
}

TEST(jolts_do_not_blow_up)
{
    CLAIMS(
        c,
        CLAIM("jolt: peak after one message, full scale 1; or over what it is when made so, where that is more", 2.5),
        CLAIM("jolt: peak 100 ms later; or over what it is when made so, where that is more", 1.5));
    static table t;
    static jolt all[2048];
    const char *grid = claim_trials(1) > 1 ? "" : "-points 60 -bodypoints 100";
    int n = 0, trials = claim_trials(1) > 1    ? 40
                        : getenv("HZ_PRELOAD") ? 1
                                               : 3; /* under the sanitizers each takes ten times as long */
    dice d = { 3 };
    table_read(&t, "trombamarina~", "");
    for (int trial = 0; trial < trials; trial++)
        for (int i = 0; i < t.n && n < (int)(sizeof all / sizeof *all); i++)
            if (is_moved(&t.rows[i])) {
                int which = dice_of(&d, t.n_presets + 1);
                all[n].preset = which ? t.presets[which - 1] : "";
                draw(&d, &t, &t.rows[i], trial, all[n++].message, sizeof all->message);
            }
    assert_true(n >= 30 * trials);
    for (int at = 0; at < n; at += CASES) {
        pd_patch *p = pd_open(), *q = pd_open();
        int some = n - at < CASES ? n - at : CASES, loud[CASES], compared = 0;
        double peak[CASES], later[CASES];
        for (int i = 0; i < some; i++)
            aim(p, &all[at + i], grid, 0);
        pd_run(p);
        for (int i = 0; i < some; i++) {
            peak[i] = peak_of(p, &all[at + i], MOVED);
            later[i] = peak_of(p, &all[at + i], MOVED + AFTER);
            loud[i] = later[i] > 1; /* then it is compared with one that was made so */
            compared += loud[i];
            if (loud[i])
                aim(q, &all[at + i], grid, 1);
        }
        if (compared)
            pd_run(q);
        for (int i = 0; i < some; i++) {
            const jolt *j = &all[at + i];
            double made = loud[i] ? fmax(1, peak_of(q, j, 0)) : 1;
            claim_see(&c[0], peak[i] / made, "preset `%s`: %s: %g, made so %g", j->preset, j->message, peak[i], made);
            claim_see(&c[1], later[i] / made, "preset `%s`: %s: %g, made so %g", j->preset, j->message, later[i], made);
        }
        pd_close(p);
        pd_close(q);
    }
}
