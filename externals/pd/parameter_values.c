/* parameter_values: every parameter of one object. */
#include "parameter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "text.h"
#include "sound.h"

int hz_values_tables(const hz_object *o)
{
    return o->cls->n_tables + 1;
}

const hz_table *hz_values_table(const hz_object *o, int table)
{
    return table < o->cls->n_tables ? &o->cls->tables[table] : &o->bridge->common.table;
}

static const hz_param *row_of(const hz_table *table, int row)
{
    return row == 0 && table->first ? table->first : &table->rows[row];
}

const hz_param *hz_values_row(const hz_object *o, int table, int row)
{
    return row_of(hz_values_table(o, table), row);
}

int hz_values_rows(const hz_object *o)
{
    return o->bridge->first[hz_values_tables(o)];
}

int hz_values_index(const hz_object *o, int table, int row)
{
    return o->bridge->first[table] + row;
}

hz_value *hz_values_at(const hz_object *o, int table, int row)
{
    return &o->bridge->values[hz_values_index(o, table, row)];
}

const hz_value *hz_values_default(const hz_object *o, int table, int row)
{
    return &o->bridge->defaults[hz_values_index(o, table, row)];
}

/* Makes room for every row, and puts the defaults of the rows themselves. Returns 0 if there is no memory. */
static int make_set(const hz_object *o, hz_value **set)
{
    int good = (*set = calloc((size_t)hz_values_rows(o), sizeof **set)) != NULL;

    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; good && r < hz_values_table(o, t)->n; r++)
            good = hz_value_make(&(*set)[hz_values_index(o, t, r)], hz_values_row(o, t, r));
    return good;
}

typedef struct beginning {
    const hz_table *table;
    hz_value *values;
} beginning;

/* Takes one setting of a table's `initial`. If the row does not take it, the class has a slip, which any start
 * shows. */
static void begin_with(void *to, const t_symbol *name, int argc, const t_atom *argv)
{
    const beginning *b = to;
    for (int r = 0; r < b->table->n; r++) {
        const hz_param *p = row_of(b->table, r);
        if (!strcmp(name->s_name, p->name) && hz_param_takes(p, argc, argv)) {
            hz_value_store(&b->values[r], p, argc, argv);
            b->values[r].given = 0;
            return;
        }
    }
    bug("hertz: a class declares a default that it does not take");
}

/* Puts a row to its default. */
static void put_default(hz_object *o, int table, int row)
{
    hz_value_copy(hz_values_at(o, table, row), hz_values_default(o, table, row), hz_values_row(o, table, row));
}

int hz_values_make(hz_object *o)
{
    for (int t = 0; t < hz_values_tables(o) && t < HZ_TABLES_MOST; t++)
        o->bridge->first[t + 1] = o->bridge->first[t] + hz_values_table(o, t)->n;
    if (!make_set(o, &o->bridge->values) || !make_set(o, &o->bridge->defaults))
        return 0;
    for (int t = 0; t < hz_values_tables(o); t++) {
        const hz_table *table = hz_values_table(o, t);
        if (table->initial)
            hz_setting_list_read(table->initial, begin_with,
                                 &(beginning){ table, o->bridge->defaults + o->bridge->first[t] });
        for (int r = 0; r < table->n; r++)
            put_default(o, t, r);
    }
    return 1;
}

void hz_values_free(hz_object *o)
{
    hz_values_drop(o->bridge->values, hz_values_rows(o));
    hz_values_drop(o->bridge->defaults, hz_values_rows(o));
}

int hz_values_find(const hz_object *o, const t_symbol *selector, int argc, const t_atom *argv, int *table, int *row)
{
    for (int t = 0; t < hz_values_tables(o); t++) {
        const hz_table *rows = hz_values_table(o, t);
        for (int r = 0; r < rows->n; r++) {
            int named = hz_word_list_begin(selector, argc, argv, rows->prefix, row_of(rows, r)->name);
            if (named < 0)
                continue;
            *table = t;
            *row = r;
            return named;
        }
    }
    return -1;
}

const hz_value *hz_values_called(const hz_object *o, const char *name)
{
    for (int t = 0; t < o->cls->n_tables; t++)
        for (int r = 0; !o->cls->tables[t].prefix && r < o->cls->tables[t].n; r++)
            if (!strcmp(hz_values_row(o, t, r)->name, name))
                return hz_values_at(o, t, r);
    return NULL;
}

int hz_values_is_prefix(const hz_object *o, const t_symbol *selector)
{
    for (int t = 0; t < o->cls->n_tables; t++)
        if (o->cls->tables[t].prefix && !strcmp(selector->s_name, o->cls->tables[t].prefix))
            return 1;
    return 0;
}

/* Reading does not mark the object, for the coefficients follow already from what the class derives now. */
void hz_values_derive(hz_object *o)
{
    int dirty = o->bridge->dirty;

    if (o->cls->model->derive)
        o->cls->model->derive(o);
    hz_values_at(o, hz_common_index(o), HZ_SEED)->number[0] = hz_object_seed(o);
    o->bridge->dirty = dirty;
}

/* Prints the error of values that a parameter does not take. `allowed` NULL: the row says what it takes. */
static void refuse(hz_object *o, int table, int row, int argc, const t_atom *argv, const char *allowed)
{
    const hz_param *p = hz_values_row(o, table, row);
    hz_text given = { 0 }, range = { 0 }, kept = { 0 };

    hz_values_derive(o); /* What is kept may be derived. */
    hz_text_add_atoms(&given, argc, argv);
    hz_param_allowed(p, &range);
    hz_value_text(hz_values_at(o, table, row), p, &kept);
    hz_object_complain(o, table, p->name, given.s, allowed ? allowed : range.s, kept.s);
}

void hz_values_refuse_ledger(hz_object *o)
{
    t_atom zero;

    SETFLOAT(&zero, 0);
    refuse(o, hz_common_index(o), HZ_LEDGER, 1, &zero, "only 1 while -meters shows accounts");
}

static int is_ledger_off(const hz_object *o, int table, int row, const t_atom *a)
{
    return table == hz_common_index(o) && row == HZ_LEDGER && a->a_w.w_float == 0;
}

int hz_values_accept(hz_object *o, int table, int row, int argc, const t_atom *argv)
{
    const hz_param *p = hz_values_row(o, table, row);

    if (!hz_param_takes(p, argc, argv)) {
        refuse(o, table, row, argc, argv, NULL);
        return 0;
    }
    if (is_ledger_off(o, table, row, argv) && hz_common_needs_ledger(o)) {
        hz_values_refuse_ledger(o);
        return 0;
    }
    hz_value_store(hz_values_at(o, table, row), p, argc, argv);
    hz_object_mark(o);
    return 1;
}

void hz_values_changed(hz_object *o, int table, int row)
{
    if (o->cls->model->changed && table != hz_common_index(o))
        o->cls->model->changed(o, table, row);
    if (table == hz_common_index(o) && row == HZ_PANNED && !hz_object_is_stereo(o) &&
        hz_common_number(o, HZ_PANNED) != 0)
        hz_object_remark(o, "pan: it needs the flag -stereo, so nothing changes");
}

/* Refuses more values than what was made at creation has a use for. Returns whether it did. */
static int is_too_long(hz_object *o, int table, int row, int argc, const t_atom *argv)
{
    const hz_param *p = hz_values_row(o, table, row);
    int most = o->cls->model->most && table != hz_common_index(o) ? o->cls->model->most(o, table, row) : 0;
    hz_text allowed = { 0 };

    if (most == 0 || argc <= most)
        return 0;
    hz_text_add(&allowed, "up to %d value%s, as pickups were made at creation, each %g to %g", most,
                most > 1 ? "s" : "", p->min, p->max);
    refuse(o, table, row, argc, argv, allowed.s);
    return 1;
}

int hz_values_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv)
{
    int table, row, named = hz_values_find(o, selector, argc, argv, &table, &row);

    if (named < 0)
        return 0;
    if (hz_values_row(o, table, row)->flags & HZ_CREATION)
        refuse(o, table, row, argc - named, argv + named, "only as a creation flag");
    else if (is_too_long(o, table, row, argc - named, argv + named))
        return 1;
    else if (hz_values_accept(o, table, row, argc - named, argv + named))
        hz_values_changed(o, table, row);
    return 1;
}

void hz_values_defaults(hz_object *o)
{
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            if (!(hz_values_row(o, t, r)->flags & (HZ_KEPT | HZ_CREATION)))
                put_default(o, t, r);
    hz_object_mark(o);
    if (o->cls->model->defaults)
        o->cls->model->defaults(o);
    if (o->cls->model->calm) /* It is another sound: what moved was not made for its level. */
        hz_object_later(o, o->cls->model->calm, NULL, 0);
}

double hz_object_number(const hz_object *o, int table, int row)
{
    return hz_values_at(o, table, row)->number[0];
}

int hz_object_count(const hz_object *o, int table, int row)
{
    return hz_values_at(o, table, row)->n;
}

double hz_object_element(const hz_object *o, int table, int row, int i)
{
    return hz_value_element(hz_values_at(o, table, row), hz_values_row(o, table, row), i);
}

double hz_object_default(const hz_object *o, int table, int row, int i)
{
    return hz_value_element(hz_values_default(o, table, row), hz_values_row(o, table, row), i);
}

double hz_object_effort(const hz_object *o, int table, int row)
{
    double x = hz_object_number(o, table, row);
    return fabs(x != 0 ? x : hz_object_default(o, table, row, 0));
}

int hz_object_given(const hz_object *o, int table, int row)
{
    return hz_values_at(o, table, row)->given;
}

const char *hz_object_word(const hz_object *o, int table, int row)
{
    return hz_object_nth_word(o, table, row, 0);
}

const char *hz_object_nth_word(const hz_object *o, int table, int row, int i)
{
    const hz_value *v = hz_values_at(o, table, row);

    return i < v->n ? v->word[i]->s_name : "";
}

static void fill_row(const hz_value *v, const hz_param *p, char *fields)
{
    void *field = fields + p->field - 1;

    if (p->count)
        *(int *)(fields + p->count - 1) = v->n;
    if (p->flags & HZ_WORD)
        *(const char **)field = v->n > 0 ? v->word[0]->s_name : "";
    else if (p->choices || p->flags & (HZ_WHOLE | HZ_SWITCH))
        *(int *)field = (int)v->number[0];
    else
        for (int i = 0; i < hz_param_most(p); i++)
            ((double *)field)[i] = hz_value_element(v, p, i);
}

void hz_object_fill(const hz_object *o, int table, void *fields)
{
    for (int r = 0; r < hz_values_table(o, table)->n; r++)
        if (hz_values_row(o, table, r)->field)
            fill_row(hz_values_at(o, table, r), hz_values_row(o, table, r), fields);
}

int hz_object_is_row(const hz_object *o, int table, int row, const char *name)
{
    return !strcmp(hz_values_row(o, table, row)->name, name);
}

int hz_object_row(const hz_object *o, int table, const char *name)
{
    int row = 0;

    while (!hz_object_is_row(o, table, row, name))
        row++;
    return row;
}

void hz_object_mark(hz_object *o)
{
    o->bridge->dirty = 1;
    hz_voices_wake(o);
    hz_voices_look_ahead(o);
}

void hz_object_put(hz_object *o, int table, int row, double value)
{
    hz_value_put(hz_values_at(o, table, row), hz_values_row(o, table, row), hz_number_from((t_float)value));
    hz_object_mark(o);
}

void hz_object_put_list(hz_object *o, int table, int row, const double *values, int n)
{
    hz_value *v = hz_values_at(o, table, row);

    hz_object_put(o, table, row, n > 0 ? values[0] : 0);
    v->n = hz_value_room(v, hz_values_row(o, table, row), n);
    for (int i = 0; i < v->n; i++)
        v->number[i] = values[i];
}
