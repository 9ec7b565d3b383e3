/* reference: everything a class declares, as messages at the info outlet. */
#include "reference.h"

#include <stdarg.h>

#include "internal.h"
#include "text.h"

static t_symbol *word_or_dash(const char *word)
{
    return gensym(word && *word ? word : "-");
}

/* Sends one message. For each letter of the kinds there is a value: s a text, which is a dash where it is absent, o a
 * text that is left out where it is absent, a an atom, i a whole number. */
static void tell(hz_object *o, const char *kinds, ...)
{
    enum { MOST = 16 };
    t_atom a[MOST];
    va_list list;
    int n = 0;

    va_start(list, kinds);
    for (const char *kind = kinds; *kind && n < MOST; kind++) {
        const char *word = *kind == 's' || *kind == 'o' ? va_arg(list, const char *) : NULL;
        if (*kind == 's' || word)
            SETSYMBOL(&a[n], word_or_dash(word));
        else if (*kind == 'a')
            a[n] = *va_arg(list, const t_atom *);
        else if (*kind == 'i')
            SETFLOAT(&a[n], (t_float)va_arg(list, int));
        else
            continue;
        n++;
    }
    va_end(list);
    outlet_anything(o->bridge->reports.info, gensym("reference"), n, a);
}

static const char *flags_of(unsigned flags, hz_text *t)
{
    static const struct {
        unsigned flag;
        const char *name;
    } known[] = { { HZ_CREATION, "creation" }, { HZ_GLIDES, "glides" },  { HZ_KEPT, "kept" },   { HZ_WORD, "word" },
                  { HZ_WHOLE, "whole" },       { HZ_SWITCH, "switch" },  { HZ_WORDS, "words" }, { HZ_ANY, "any" },
                  { HZ_SIGNAL, "signal" },     { HZ_NEXT, "excitation" } };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (flags & known[i].flag)
            hz_text_add(t, "%s%s", t->n ? "|" : "", known[i].name);
    return t->s;
}

static const char *choices_of(const char *choices, hz_text *t)
{
    for (int i = 0; choices && i < hz_word_list_count(choices); i++)
        hz_text_add(t, "%s%s", i ? "|" : "", hz_word_list_symbol(choices, i)->s_name);
    return t->s;
}

/* Tells a row of a table, or with an owner a part of a tuple or an argument of a verb. It begins with the n numbers x.
 * The numbers of a tuple stand with its parts, and those of words stand nowhere. */
static void tell_row(hz_object *o, const char *kind, const char *prefix, const char *owner, const hz_param *p,
                     const double *x, int n)
{
    int numbers = !p->parts && !p->choices && !(p->flags & (HZ_WORD | HZ_ANY)), is_choice = !(p->flags & HZ_WORDS);
    hz_text flags = { 0 }, choices = { 0 }, several = { 0 };
    t_atom init, min, max;

    for (int i = 0; numbers && i < n; i++)
        hz_text_add(&several, "%s%g", i ? " " : "", x[i]);
    SETSYMBOL(&init, word_or_dash(several.s));
    SETSYMBOL(&min, word_or_dash(NULL));
    max = min;
    if (p->left_out)
        SETSYMBOL(&init, gensym(p->left_out));
    else if (numbers && n == 1)
        SETFLOAT(&init, (t_float)x[0]);
    else if (p->choices && is_choice)
        SETSYMBOL(&init, hz_word_list_symbol(p->choices, (int)x[0]));
    if (numbers) {
        SETFLOAT(&min, (t_float)p->min);
        SETFLOAT(&max, (t_float)p->max);
    }
    tell(o, "ssossaaaisss", kind, prefix, owner, p->name, p->unit, &init, &min, &max, hz_param_most(p),
         flags_of(p->flags, &flags), choices_of(p->choices, &choices), p->doc);
}

static void tell_table(hz_object *o, int table)
{
    const hz_table *t = hz_values_table(o, table);

    for (int r = 0; r < t->n; r++) {
        const hz_param *p = hz_values_row(o, table, r);
        const hz_value *v = hz_values_default(o, table, r);
        tell_row(o, "parameter", t->prefix, NULL, p, v->number, v->n);
        for (int i = 0; p->parts && i < hz_param_most(p); i++)
            tell_row(o, "part", t->prefix, p->name, &p->parts[i], &v->number[i], 1);
    }
}

static void tell_verbs(hz_object *o, const char *kind, const hz_verb_table *table)
{
    for (const hz_verb *v = table->verbs; v < table->verbs + table->n; v++) {
        tell(o, "sssiis", kind, table->prefix, v->name, v->n_needed, v->excites > 0, v->doc);
        for (int i = 0; i < v->n_args; i++)
            tell_row(o, "argument", table->prefix, v->name, &v->args[i], &v->args[i].init, 1);
    }
}

static const char *meter_unit(int meter)
{
    return meter < HZ_ACCOUNTS ? "J" : meter == HZ_SPEED ? "m/s" : meter == HZ_ENDFORCE ? "N" : "m";
}

static void tell_outlet(hz_object *o, int *number, const char *name, const char *unit, const char *doc)
{
    tell(o, "sisss", "outlet", (*number)++, name, unit, doc);
}

/* Tells the outlets of this object, which follow from its flags. */
static void tell_outlets(hz_object *o)
{
    const hz_block *s = &o->bridge->block;
    int number = 0;

    for (int i = 0; i < hz_block_audio_outlets(o); i++)
        tell_outlet(o, &number, "audio", NULL, o->cls->audio ? o->cls->audio : "One pickup per outlet.");
    tell_outlet(o, &number, "force", "N", "Main contact force, averaged over each sample.");
    tell_outlet(o, &number, "energy", "J", "Stored energy.");
    for (int k = 0; k < s->n_shown; k++)
        tell_outlet(o, &number, hz_meter_names[s->shown[k]], meter_unit(s->shown[k]), "Meter named by -meters.");
    tell_outlet(o, &number, "info", NULL, "Answers and reports, as messages.");
}

void hz_reference_tell(hz_object *o, const hz_verb_table *messages)
{
    const hz_class *c = o->cls;

    tell(o, "sss", "class", c->name, c->summary);
    for (int i = 0; i < c->n_inlets; i++)
        tell(o, "sisss", "inlet", i, c->inlets[i].name, c->inlets[i].unit, c->inlets[i].doc);
    tell_outlets(o);
    for (int t = 0; t < hz_values_tables(o); t++)
        tell_table(o, t);
    for (int i = 0; i < c->n_verbs; i++)
        tell_verbs(o, "verb", &c->verbs[i]);
    for (int i = 0; i < c->n_presets; i++)
        tell(o, "sss", "preset", c->presets[i].name, c->presets[i].settings);
    for (int m = 0; m < HZ_METERS; m++)
        tell(o, "sss", "meter", hz_meter_names[m], meter_unit(m));
    tell_verbs(o, "message", messages);
    tell(o, "ss", "end", c->name);
}
