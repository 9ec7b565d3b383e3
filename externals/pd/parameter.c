/* parameter: one row of a declaration and the value it has. */
#include "parameter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* This stands for an empty word or list, in answers as in messages. */
static const char EMPTY[] = "-";

enum { FEW = 32 }; /* From the beginning a row has room for so many values, and for the parts of a tuple. */

int hz_param_most(const hz_param *p)
{
    return p->most > 1 ? p->most : 1;
}

const hz_param *hz_param_element(const hz_param *p, int i)
{
    return p->parts ? &p->parts[i] : p;
}

static int starts_empty(const hz_param *p)
{
    return p->flags & (HZ_WORD | HZ_WORDS | HZ_EMPTY);
}

/* Puts the parts of a tuple from number i on to their own defaults. */
static void fill_parts(hz_value *v, const hz_param *p, int i)
{
    for (; p->parts && i < hz_param_most(p); i++)
        v->number[i] = p->parts[i].init;
}

static void put_default(hz_value *v, const hz_param *p)
{
    v->n = starts_empty(p) ? 0 : p->parts ? hz_param_most(p) : 1;
    v->number[0] = p->init;
    fill_parts(v, p, 0);
    v->given = 0;
}

int hz_value_room(hz_value *v, const hz_param *p, int n)
{
    int words = (p->flags & HZ_WORD) != 0, room = v->room > 0 ? v->room : 1;

    if (n > hz_param_most(p))
        n = hz_param_most(p);
    if (n <= v->room)
        return n;
    while (room < n)
        room *= 2;
    double *number = realloc(v->number, (size_t)room * sizeof *number);
    v->number = number ? number : v->number;
    t_symbol **word = words ? realloc(v->word, (size_t)room * sizeof *word) : NULL;
    v->word = word ? word : v->word;
    if (number && (word || !words))
        v->room = room;
    return n < v->room ? n : v->room;
}

int hz_value_make(hz_value *v, const hz_param *p)
{
    int few = p->most > FEW && !p->parts ? FEW : hz_param_most(p);

    if (hz_value_room(v, p, few) < few)
        return 0;
    put_default(v, p);
    return 1;
}

void hz_values_drop(hz_value *v, int n)
{
    for (int i = 0; v && i < n; i++) {
        free(v[i].number);
        free(v[i].word);
    }
    free(v);
}

void hz_value_copy(hz_value *to, const hz_value *from, const hz_param *p)
{
    int n = hz_value_room(to, p, p->parts ? hz_param_most(p) : from->n > 0 ? from->n : 1);

    to->n = from->n < n ? from->n : n;
    to->given = from->given;
    for (int i = 0; i < n; i++) {
        to->number[i] = from->number[i];
        if (p->flags & HZ_WORD)
            to->word[i] = from->word[i];
    }
}

void hz_value_put(hz_value *v, const hz_param *p, double x)
{
    v->n = 1;
    v->number[0] = x;
    fill_parts(v, p, 1);
}

double hz_value_element(const hz_value *v, const hz_param *p, int i)
{
    int last = p->parts ? hz_param_most(p) - 1 : v->n - 1;

    if (i > last)
        i = last;
    return i < 0 ? 0 : v->number[i];
}

int hz_param_number(const hz_param *p, const t_atom *a, double *x)
{
    if (p->choices) {
        int index = a->a_type == A_SYMBOL ? hz_word_list_find(p->choices, a->a_w.w_symbol->s_name) : -1;
        *x = index;
        return index >= 0;
    }
    if (p->word && a->a_type == A_SYMBOL && !strcmp(a->a_w.w_symbol->s_name, p->word)) {
        *x = p->means;
        return 1;
    }
    if (a->a_type != A_FLOAT || !isfinite(a->a_w.w_float))
        return 0;
    *x = hz_number_from(a->a_w.w_float);
    if (p->flags & HZ_WHOLE && *x != floor(*x))
        return 0;
    return hz_number_within(x, p->min, p->max);
}

static int is_empty(const hz_param *p, int argc, const t_atom *argv)
{
    return starts_empty(p) && argc == 1 &&
           (hz_word_list_is(argc, argv, 0, EMPTY) || hz_word_list_is(argc, argv, 0, ""));
}

int hz_param_takes(const hz_param *p, int argc, const t_atom *argv)
{
    if (argc < 1 || argc > hz_param_most(p))
        return 0;
    if (is_empty(p, argc, argv))
        return 1;
    for (int i = 0; i < argc; i++) {
        double x;
        if (p->flags & HZ_WORD ? argv[i].a_type != A_SYMBOL : !hz_param_number(hz_param_element(p, i), &argv[i], &x))
            return 0;
    }
    return 1;
}

void hz_value_store(hz_value *v, const hz_param *p, int argc, const t_atom *argv)
{
    v->n = is_empty(p, argc, argv) ? 0 : hz_value_room(v, p, argc);
    v->given = 1;
    for (int i = 0; i < v->n; i++) {
        if (p->flags & HZ_WORD)
            v->word[i] = argv[i].a_w.w_symbol;
        else
            hz_param_number(hz_param_element(p, i), &argv[i], &v->number[i]);
    }
    fill_parts(v, p, v->n);
}

int hz_value_atoms(const hz_value *v)
{
    return v->n > 0 ? v->n : 1;
}

void hz_value_atom(const hz_value *v, const hz_param *p, int i, t_atom *a)
{
    if (v->n == 0)
        SETSYMBOL(a, gensym(EMPTY));
    else if (p->flags & HZ_WORD)
        SETSYMBOL(a, v->word[i]);
    else if (hz_param_element(p, i)->choices)
        SETSYMBOL(a, hz_word_list_symbol(hz_param_element(p, i)->choices, (int)v->number[i]));
    else if (p->word && v->number[i] == p->means && (p->means < p->min || p->means > p->max))
        SETSYMBOL(a, gensym(p->word)); /* No number may stand for it. */
    else
        SETFLOAT(a, (t_float)v->number[i]);
}

void hz_value_text(const hz_value *v, const hz_param *p, hz_text *t)
{
    for (int i = 0, more = 1; i < hz_value_atoms(v) && more; i++) {
        t_atom a;
        hz_value_atom(v, p, i, &a);
        more = hz_text_add_atom(t, i ? " " : "", &a);
    }
}

/* Writes what one value of the row may be. */
static void allow_one(const hz_param *p, hz_text *t)
{
    int has_unit = p->unit && *p->unit;

    if (p->flags & HZ_ANY)
        hz_text_add(t, "anything");
    else if (p->flags & HZ_WORD)
        hz_text_add(t, "a word");
    else if (p->choices)
        hz_text_add(t, "%s", p->choices);
    else
        hz_text_add(t, "%s%g to %g%s%s%s%s", p->flags & HZ_WHOLE ? "whole numbers " : "", p->min, p->max,
                    has_unit ? " " : "", has_unit ? p->unit : "", p->word ? " or " : "", p->word ? p->word : "");
}

void hz_param_allowed(const hz_param *p, hz_text *t)
{
    if (p->parts) {
        hz_params_allowed(p->parts, hz_param_most(p), 1, t);
        return;
    }
    if (p->flags & HZ_NAMES) {
        hz_text_add(t, "a parameter's name");
        return;
    }
    if (hz_param_most(p) > 1 && !(p->flags & HZ_ANY))
        hz_text_add(t, "up to %d values, each ", hz_param_most(p));
    allow_one(p, t);
}

void hz_params_allowed(const hz_param *p, int n, int n_needed, hz_text *t)
{
    for (int i = 0; i < n; i++) {
        int may = i >= n_needed;
        hz_text_add(t, "%s%s%s (", i ? " " : "", may ? "[" : "", p[i].name);
        hz_param_allowed(&p[i], t);
        hz_text_add(t, ")%s", may ? "]" : "");
    }
}
