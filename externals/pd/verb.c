/* verb: messages that move the model. */
#include "verb.h"

#include "internal.h"
#include "text.h"

const hz_param hz_damp_args[1] = {
    { "seconds", "s", 0, 1e-4, 1e4, .doc = "T60 of the damping." },
};

const hz_param hz_note_args[2] = {
    { "pitch", "midi", 0, 0, 127, .doc = "Pitch as a MIDI number. 60.5 is a quarter tone above 60. Sets freq." },
    { "velocity", "midi", 0, 0, 127, .doc = "127: loudest. 0: note-off." },
};

static void refuse(hz_object *o, const hz_verb *verb, const char *prefix, int argc, const t_atom *argv)
{
    hz_text allowed = { 0 };

    if (verb->n_args == 0)
        hz_text_add(&allowed, "no argument");
    hz_params_allowed(verb->args, verb->n_args, verb->n_needed, &allowed);
    hz_refuse(o, prefix, verb->name, argc, argv, allowed.s);
}

static int takes(const hz_param *p, const t_atom *a, double *x)
{
    if (p->flags & HZ_ANY)
        return 1;
    return p->flags & HZ_WORD ? a->a_type == A_SYMBOL : hz_param_number(p, a, x);
}

/* Reads the arguments of a deed, with defaults for those that are left out. Returns 0 if they are not allowed. */
static int read_args(hz_deed *d, int argc, const t_atom *argv)
{
    const hz_verb *verb = d->verb;
    int last = verb->n_args - 1;
    int most = last < 0 ? 0 : last + hz_param_most(&verb->args[last]);
    int good = argc >= verb->n_needed && argc <= most;

    for (int i = 0; i < verb->n_args && i < HZ_ARGS; i++)
        d->args[i] = verb->args[i].init;
    for (int i = 0; i < argc && good; i++) {
        double x = 0;
        good = takes(&verb->args[i < last ? i : last], &argv[i], &x);
        if (i < HZ_ARGS)
            d->args[i] = x;
    }
    d->given = argc;
    return good;
}

/* ---- waiting and happening ---- */

static void let_wait(hz_object *o, const hz_deed *d)
{
    hz_verbs *v = &o->bridge->verbs;

    if (v->n == HZ_WAITING) {
        v->first = (v->first + 1) % HZ_WAITING;
        v->n--;
        hz_object_remark(o, "more messages wait for the next block than the queue holds, so the oldest are dropped");
    }
    v->waiting[(v->first + v->n++) % HZ_WAITING] = *d;
    hz_voices_wake(o);
}

void hz_object_later(hz_object *o, hz_act act, const double *args, int n)
{
    hz_deed d = { .act = act, .part = o, .given = n };

    for (int i = 0; i < n; i++)
        d.args[i] = args[i];
    let_wait(o, &d);
}

/* Sets what the verb sets now, and lets wait what it does. */
static void set_and_wait(hz_object *o, const hz_deed *d)
{
    if (d->verb->sets)
        d->verb->sets(d->part, d->args);
    let_wait(o, d);
}

/* Runs the act. Arguments that were left out become what their parameters are now. */
static void happen(const hz_object *o, hz_deed *d)
{
    for (int i = d->given; d->verb && i < d->verb->n_args; i++) {
        const char *parameter = d->verb->args[i].left_out;
        if (parameter)
            d->args[i] = hz_values_called(o, parameter)->number[0];
    }
    d->act(d->part, d->args);
}

int hz_verb_next(hz_object *o)
{
    hz_verbs *v = &o->bridge->verbs;

    if (v->n == 0)
        return 0;
    hz_deed next = v->waiting[v->first];
    v->first = (v->first + 1) % HZ_WAITING;
    v->n--;
    happen(o, &next);
    return 1;
}

/* ---- messages ---- */

/* Keeps an excitation for bang. If it reads more atoms than there is room for, it is not repeated. */
static void keep(hz_object *o, const hz_deed *d, int argc, const t_atom *argv)
{
    hz_verbs *v = &o->bridge->verbs;

    if (d->verb->now && argc > HZ_ARGS)
        return;
    v->n_atoms = d->verb->now ? argc : 0;
    for (int i = 0; i < v->n_atoms; i++)
        v->atoms[i] = argv[i];
    v->last = *d;
}

/* An answer of many messages that asked for itself would never end. */
static void answer(hz_object *o, const hz_verb *verb, void *part, int argc, const t_atom *argv)
{
    hz_verbs *v = &o->bridge->part.lead->bridge->verbs;

    if (v->answering) {
        hz_complain(o, NULL, verb->name, "one from within an answer", "one after the other", NULL);
        return;
    }
    v->answering = 1;
    verb->now(part, argc, argv);
    v->answering = 0;
}

/* Does something to each voice that a verb goes to. */
static void with_all(hz_object *o, const hz_verb *verb, void (*each)(hz_object *o))
{
    hz_object *const *voice = &o;
    int n = verb->answers ? hz_object_voices(o, &voice) : 1;

    for (int i = 0; i < n; i++)
        each(voice[i]);
}

static void begin(hz_object *o, const hz_verb *verb, const hz_verb_table *table, int argc, const t_atom *argv)
{
    hz_deed d = { .verb = verb, .act = verb->act, .part = (char *)o + table->part };

    if (!read_args(&d, argc, argv)) {
        refuse(o, verb, table->prefix, argc, argv);
        return;
    }
    int waiting = o->bridge->verbs.n, complaints = o->bridge->part.complaints;
    if (verb->changes == 1) /* What it sets may ring or be heard otherwise. */
        with_all(o, verb, hz_level_begin);
    else if (verb->excites) /* The pitch of a note is no part of the change before it. */
        hz_level_end(o);
    if (verb->answers > 1)
        answer(o, verb, d.part, argc, argv);
    else if (verb->now)
        verb->now(d.part, argc, argv);
    else
        set_and_wait(o, &d);
    if (verb->changes && o->bridge->part.complaints == complaints)
        with_all(o, verb, hz_sound_slots_stop); /* What is told counts: a recall that glides would undo it. */
    int happens = !verb->now || o->bridge->verbs.n != waiting; /* An array that is not there excites nothing. */
    if (verb->excites && happens && !(verb->excites == 2 && d.args[verb->n_args - 1] == 0)) {
        keep(o, &d, argc, argv);
        o->bridge->part.lead->bridge->voices.latest = o->bridge->part.number - 1;
        o->bridge->part.used = 1;
    }
}

const hz_verb *hz_verb_find(const hz_verb_table *tables, int n, const t_symbol *selector, int argc, const t_atom *argv,
                            const hz_verb_table **table, int *named)
{
    for (const hz_verb_table *t = tables; t < tables + n; t++)
        for (const hz_verb *v = t->verbs; v < t->verbs + t->n; v++)
            if ((*named = hz_word_list_begin(selector, argc, argv, t->prefix, v->name)) >= 0) {
                *table = t;
                return v;
            }
    return NULL;
}

int hz_verb_message(hz_object *o, const hz_verb_table *tables, int n, const t_symbol *selector, int argc,
                    const t_atom *argv)
{
    const hz_verb_table *table;
    int named;
    const hz_verb *v = hz_verb_find(tables, n, selector, argc, argv, &table, &named);

    if (v)
        begin(o, v, table, argc - named, named ? argv + named : argv); /* Pd sends bang with no atoms at all, NULL */
    return v != NULL;
}

static void default_bang(void *part, const double *args)
{
    hz_object *o = part;

    (void)args;
    o->cls->bang(o);
}

void hz_verb_again(hz_object *o)
{
    hz_verbs *v = &o->bridge->verbs;

    o->bridge->part.used = 1;
    if (!v->last.verb)
        hz_object_later(o, default_bang, NULL, 0);
    else if (v->last.verb->now)
        v->last.verb->now(v->last.part, v->n_atoms, v->atoms);
    else
        set_and_wait(o, &v->last);
}

int hz_verb_plays(const hz_object *o)
{
    const hz_verbs *v = &o->bridge->verbs;

    for (int i = 0; i < v->n; i++) {
        const hz_deed *d = &v->waiting[(v->first + i) % HZ_WAITING];
        if (d->verb ? d->verb->excites : d->act != o->cls->model->calm)
            return 1;
    }
    return 0;
}

void hz_verb_clear(hz_object *o)
{
    o->bridge->verbs.n = 0;
}
