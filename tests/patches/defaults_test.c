/* What `reference` says that a verb does without its optional arguments is what it does: after every preset, `pluck`
 * sounds as `pluck` with the documented default of each argument, which may be the value that a parameter has now. */

#include "impact.h"
#include "kinds.h"

enum { N = 9600, MOST = 64, TEXT = 400 };

/* A verb, with its arguments, which are neighbours in the table. */
typedef struct verb {
    const row *args;
    int n, needed;
} verb;

/* Finds the verbs that take numbers, some of which may be left out. Returns how many there are. */
static int verbs_with_defaults(verb *found)
{
    const table *t = &its->t;
    int count = 0;
    for (const row *r = t->rows; r < t->rows + t->n; r++) {
        if (r->kind != ARGUMENT || (r > t->rows && r[-1].kind == ARGUMENT && !strcmp(r->owner, r[-1].owner)))
            continue;
        verb v = { .args = r };
        int numbers = 1;
        for (; r + v.n < t->rows + t->n && r[v.n].kind == ARGUMENT && !strcmp(r[v.n].owner, r->owner); v.n++) {
            v.needed += r[v.n].needed;
            numbers &= row_is_number_of_verb(t, &r[v.n]);
        }
        if (numbers && v.needed < v.n)
            found[count++] = v;
    }
    return count;
}

/* Asks after a preset for the parameters whose values the verb takes where arguments are left out. */
static void ask(const verb *v, const char *preset, double *value)
{
    pd_patch *p = pd_open();
    int reply[MOST], o = kind_obj(p, its, "-report 0");
    pd_at(p, 1, o, "%s", preset);
    for (int i = 0; i < v->n; i++)
        if (*v->args[i].left_out)
            reply[i] = pd_at(p, 2 + i, o, "get %s", v->args[i].left_out);
    pd_run(p);
    for (int i = 0; i < v->n; i++) {
        value[i] = strtod(v->args[i].init, NULL);
        if (*v->args[i].left_out)
            value[i] = answer1(p, reply[i], o, v->args[i].left_out);
    }
    pd_close(p);
}

/* Writes the message with the arguments that are needed, and with `all` the documented ones too. */
static void write_message(const verb *v, const double *value, int all, char *text)
{
    int at = snprintf(text, TEXT, "%s", v->args->owner);
    for (int i = 0; i < (all ? v->n : v->needed); i++)
        at += snprintf(text + at, (size_t)(TEXT - at), " %.9g",
                       i < v->needed ? fmin(fmax(1, v->args[i].min), v->args[i].max) : value[i]);
}

/* Plays both messages, which must sound the same. Returns the largest sample. */
static double compare(const verb *v, const char *preset)
{
    double value[MOST], most = 0;
    char text[2][TEXT];
    int sound[2];
    ask(v, preset, value);
    pd_patch *p = pd_open();
    for (int all = 0; all < 2; all++) {
        int o = kind_obj(p, its, "-report 0");
        write_message(v, value, all, text[all]);
        pd_at(p, 1, o, "%s", preset);
        pd_at(p, 20, o, "%s", text[all]);
        sound[all] = pd_record(p, o, 0, 0, N);
    }
    pd_run(p);
    assert_that(pd_count(p, PD_ALL, "error") == kind_remarks(p, PD_ALL), "%s: %s: `%s`: %s", its->name, preset, text[0],
                pd_line(p, PD_ALL, "error", 0));
    int throws = !strcmp(v->args->owner, "vary"); /* Without a seed it throws other dice each time. */
    for (int i = 0; i < N; i++) {
        assert_that(throws || pd_samples(p, sound[0])[i] == pd_samples(p, sound[1])[i], "%s: %s: `%s` is not `%s`",
                    its->name, preset, text[0], text[1]);
        most = fmax(most, fabs(pd_samples(p, sound[0])[i]));
    }
    pd_close(p);
    return most;
}

TEST_OF_EVERY_CLASS(verb_without_arguments_does_what_is_documented)
{
    verb found[MOST];
    int n = verbs_with_defaults(found);
    for (const verb *v = found; v < found + n; v++) {
        double loudest = compare(v, "bang");
        /* Each verb is tried with some of the presets, or with all of them if the trials are to be whole. */
        for (int i = claim_whole() ? 0 : (int)(v - found) % 5; i < its->t.n_presets; i += claim_whole() ? 1 : 5) {
            char preset[80];
            snprintf(preset, sizeof preset, "preset %s", its->t.presets[i]);
            loudest = fmax(loudest, compare(v, preset));
        }
        print_message("# %s %s: the loudest sample is %g\n", its->name, v->args->owner, loudest);
        assert_true(loudest > 1e-3);
    }
}
