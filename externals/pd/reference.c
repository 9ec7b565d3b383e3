/* reference: everything a class declares, as messages at the info outlet. */
#include "reference.h"

#include "internal.h"
#include "text.h"

enum { HZ_FIELDS = 16 }; /* No kind has so many. */

static const char ABSENT[] = "-";

/* A message that is being built. */
typedef struct line {
    int n;
    t_atom a[HZ_FIELDS];
} line;

static void add_word(line *l, const char *word)
{
    SETSYMBOL(&l->a[l->n], gensym(word && *word ? word : ABSENT));
    l->n++;
}

static void add_number(line *l, double x)
{
    SETFLOAT(&l->a[l->n], (t_float)x);
    l->n++;
}

static line begin(const char *kind)
{
    line l = { 0 };

    add_word(&l, kind);
    return l;
}

static void end(hz_object *o, line *l, const char *last)
{
    add_word(l, last);
    outlet_anything(o->bridge->reports.info, gensym("reference"), l->n, l->a);
}

static void add_flags(line *l, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } known[] = { { HZ_CREATION, "creation" }, { HZ_GLIDES, "glides" },  { HZ_KEPT, "kept" },   { HZ_WORD, "word" },
                  { HZ_WHOLE, "whole" },       { HZ_SWITCH, "switch" },  { HZ_WORDS, "words" }, { HZ_ANY, "any" },
                  { HZ_SIGNAL, "signal" },     { HZ_NEXT, "excitation" } };
    hz_text t = { 0 };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (flags & known[i].flag)
            hz_text_add(&t, "%s%s", t.n ? "|" : "", known[i].name);
    add_word(l, t.s);
}

static void add_choices(line *l, const char *choices)
{
    hz_text t = { 0 };

    for (int i = 0; choices && i < hz_word_list_count(choices); i++)
        hz_text_add(&t, "%s%s", i ? "|" : "", hz_word_list_symbol(choices, i)->s_name);
    add_word(l, t.s);
}

/* Adds a default: one number, or several in one word. */
static void add_numbers(line *l, const double *x, int n)
{
    hz_text t = { 0 };

    if (n == 1) {
        add_number(l, x[0]);
        return;
    }
    for (int i = 0; i < n; i++)
        hz_text_add(&t, "%s%g", i ? " " : "", x[i]);
    add_word(l, t.s);
}

/* Adds what every row has, from its name on, and sends the message. The row begins with the n numbers x. The numbers of
 * a tuple stand with its parts, and those of words stand nowhere. */
static void end_row(hz_object *o, line *l, const hz_param *p, const double *x, int n)
{
    int numbers = !p->parts && !p->choices && !(p->flags & (HZ_WORD | HZ_ANY));

    add_word(l, p->name);
    add_word(l, p->unit);
    if (p->left_out)
        add_word(l, p->left_out);
    else if (numbers)
        add_numbers(l, x, n);
    else if (p->choices && !(p->flags & HZ_WORDS))
        add_word(l, hz_word_list_symbol(p->choices, (int)x[0])->s_name);
    else
        add_word(l, ABSENT);
    for (int i = 0; i < 2; i++)
        if (numbers)
            add_number(l, i ? p->max : p->min);
        else
            add_word(l, ABSENT);
    add_number(l, hz_param_most(p));
    add_flags(l, p->flags);
    add_choices(l, p->choices);
    end(o, l, p->doc);
}

static void tell_table(hz_object *o, int table)
{
    const hz_table *t = hz_values_table(o, table);

    for (int r = 0; r < t->n; r++) {
        const hz_param *p = hz_values_row(o, table, r);
        const hz_value *v = hz_values_default(o, table, r);
        line l = begin("parameter");
        add_word(&l, t->prefix);
        end_row(o, &l, p, v->number, v->n);
        for (int i = 0; p->parts && i < hz_param_most(p); i++) {
            line part = begin("part");
            add_word(&part, t->prefix);
            add_word(&part, p->name);
            end_row(o, &part, &p->parts[i], &v->number[i], 1);
        }
    }
}

static void tell_arguments(hz_object *o, const hz_verb *v, const char *prefix)
{
    for (int i = 0; i < v->n_args; i++) {
        line l = begin("argument");
        add_word(&l, prefix);
        add_word(&l, v->name);
        end_row(o, &l, &v->args[i], &v->args[i].init, 1);
    }
}

static void tell_verbs(hz_object *o, const char *kind, const hz_verb_table *table)
{
    for (const hz_verb *v = table->verbs; v < table->verbs + table->n; v++) {
        line l = begin(kind);
        add_word(&l, table->prefix);
        add_word(&l, v->name);
        add_number(&l, v->n_needed);
        add_number(&l, v->excites > 0);
        end(o, &l, v->doc);
        tell_arguments(o, v, table->prefix);
    }
}

static void tell_inlets(hz_object *o)
{
    for (int i = 0; i < o->cls->n_inlets; i++) {
        line l = begin("inlet");
        add_number(&l, i);
        add_word(&l, o->cls->inlets[i].name);
        add_word(&l, o->cls->inlets[i].unit);
        end(o, &l, o->cls->inlets[i].doc);
    }
}

static const char *meter_unit(int meter)
{
    return meter < HZ_ACCOUNTS ? "J" : meter == HZ_SPEED ? "m/s" : meter == HZ_ENDFORCE ? "N" : "m";
}

static void tell_outlet(hz_object *o, int *number, const char *name, const char *unit, const char *doc)
{
    line l = begin("outlet");

    add_number(&l, (*number)++);
    add_word(&l, name);
    add_word(&l, unit);
    end(o, &l, doc);
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

static void tell_presets(hz_object *o)
{
    for (int i = 0; i < o->cls->n_presets; i++) {
        line l = begin("preset");
        add_word(&l, o->cls->presets[i].name);
        end(o, &l, o->cls->presets[i].settings);
    }
}

static void tell_meters(hz_object *o)
{
    for (int m = 0; m < HZ_METERS; m++) {
        line l = begin("meter");
        add_word(&l, hz_meter_names[m]);
        end(o, &l, meter_unit(m));
    }
}

void hz_reference_tell(hz_object *o, const hz_verb_table *messages)
{
    line first = begin("class"), last = begin("end");

    add_word(&first, o->cls->name);
    end(o, &first, o->cls->summary);
    tell_inlets(o);
    tell_outlets(o);
    for (int t = 0; t < hz_values_tables(o); t++)
        tell_table(o, t);
    for (int i = 0; i < o->cls->n_verbs; i++)
        tell_verbs(o, "verb", &o->cls->verbs[i]);
    tell_presets(o);
    tell_meters(o);
    tell_verbs(o, "message", messages);
    end(o, &last, o->cls->name);
}
