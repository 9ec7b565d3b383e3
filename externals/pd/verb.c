/* verb: messages that move the model. */
#include "verb.h"

#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "words.h"

int hz_verb_find(const hz_verb *verbs, int n, int argc, const t_atom *argv, const hz_verb **found)
{
    for (const hz_verb *v = verbs; v < verbs + n; v++) {
        int at = v->prefix ? 1 : 0;
        if ((!v->prefix || hz_words_is(argc, argv, 0, v->prefix)) && hz_words_is(argc, argv, at, v->name)) {
            *found = v;
            return at + 1;
        }
    }
    return 0;
}

static void refuse(hz_object *o, const hz_verb *verb, int argc, const t_atom *argv)
{
    hz_text name = { 0 }, given = { 0 }, allowed = { 0 };

    hz_text_add(&name, "%s%s%s", verb->prefix ? verb->prefix : "", verb->prefix ? " " : "", verb->name);
    hz_text_add_atoms(&given, argc, argv);
    if (verb->n_args == 0)
        hz_text_add(&allowed, "no argument");
    hz_params_allowed(verb->args, verb->n_args, verb->n_needed, &allowed);
    hz_object_complain(o, name.s, given.s, allowed.s, NULL);
}

static int takes(const hz_param *p, const t_atom *a, double *x)
{
    if (p->flags & HZ_ANY)
        return 1;
    return p->flags & HZ_WORD ? a->a_type == A_SYMBOL : hz_param_number(p, a, x);
}

/* Reads a verb's arguments, with defaults for those left out. 0: not allowed, and said so. */
static int read_args(hz_object *o, const hz_verb *verb, int argc, const t_atom *argv, double *args)
{
    int last = verb->n_args - 1;
    int most = last < 0 ? 0 : last + hz_param_most(&verb->args[last]);
    int good = argc >= verb->n_needed && argc <= most;

    for (int i = 0; i < verb->n_args && i < HZ_ARGS; i++)
        args[i] = verb->args[i].init;
    for (int i = 0; i < argc && good; i++) {
        double x = 0;
        good = takes(&verb->args[i < last ? i : last], &argv[i], &x);
        if (i < HZ_ARGS)
            args[i] = x;
    }
    if (!good)
        refuse(o, verb, argc, argv);
    return good;
}

void hz_object_later(hz_object *o, hz_act act, const double *args, int n)
{
    hz_verbs *v = &o->bridge->verbs;

    if (v->n == HZ_WAITING) {
        v->first = (v->first + 1) % HZ_WAITING;
        v->n--;
        hz_object_remark(o, "more messages wait for the next block than the queue holds, the oldest are dropped");
    }
    hz_waiting *last = &v->waiting[(v->first + v->n++) % HZ_WAITING];
    last->act = act;
    last->given = n;
    for (int i = 0; i < HZ_ARGS; i++)
        last->args[i] = i < n ? args[i] : 0;
}

/* Lets a verb of numbers wait, with all its arguments but knowing how many were given; what it sets, it sets now. */
static void let_wait(hz_object *o, const hz_verb *verb, const double *args, int given)
{
    hz_verbs *v = &o->bridge->verbs;

    if (verb->sets)
        verb->sets(o, args, given);
    hz_object_later(o, verb->act, args, verb->n_args);
    v->waiting[(v->first + v->n - 1) % HZ_WAITING].given = given;
}

/* Keeps an excitation for bang. */
static void keep(hz_object *o, const hz_verb *verb, const double *args, int argc, const t_atom *argv)
{
    hz_verbs *v = &o->bridge->verbs;
    t_atom *atoms = verb->now ? malloc((size_t)(argc + 1) * sizeof *atoms) : NULL;

    if (atoms)
        memcpy(atoms, argv, (size_t)argc * sizeof *atoms);
    free(v->atoms);
    v->atoms = atoms;
    v->n_atoms = atoms ? argc : 0;
    v->last = verb;
    v->given = argc;
    memcpy(v->args, args, sizeof v->args);
}

void hz_verb_do(hz_object *o, const hz_verb *verb, int argc, const t_atom *argv)
{
    double args[HZ_ARGS] = { 0 };

    if (!read_args(o, verb, argc, argv, args))
        return;
    int waiting = o->bridge->verbs.n;
    if (verb->now)
        verb->now(o, argc, argv);
    else
        let_wait(o, verb, args, argc);
    int happens = !verb->now || o->bridge->verbs.n != waiting; /* an array that is not there excites nothing */
    if (verb->excites && happens && !(verb->excites == 2 && args[verb->n_args - 1] == 0))
        keep(o, verb, args, argc, argv);
}

static void default_bang(hz_object *o, const double *args, int given)
{
    (void)args;
    (void)given;
    o->cls->bang(o);
}

void hz_verb_again(hz_object *o)
{
    hz_verbs *v = &o->bridge->verbs;

    if (!v->last)
        hz_object_later(o, default_bang, NULL, 0);
    else if (v->last->now)
        v->last->now(o, v->n_atoms, v->atoms);
    else
        let_wait(o, v->last, v->args, v->given);
}

const hz_verb *hz_object_excitation(const hz_object *o, const double **args, int *given)
{
    const hz_verbs *v = &o->bridge->verbs;

    *args = v->args;
    *given = v->given;
    return v->last;
}

int hz_verb_next(hz_object *o, hz_waiting *next)
{
    hz_verbs *v = &o->bridge->verbs;

    if (v->n == 0)
        return 0;
    *next = v->waiting[v->first];
    v->first = (v->first + 1) % HZ_WAITING;
    v->n--;
    return 1;
}

void hz_verb_clear(hz_object *o)
{
    o->bridge->verbs.n = 0;
}

void hz_verb_free(hz_object *o)
{
    free(o->bridge->verbs.atoms);
}
