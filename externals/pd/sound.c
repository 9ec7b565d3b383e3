/* sound: all that makes an object sound as it does, as one thing. */
#include "sound.h"

#include <math.h>
#include <stdlib.h>

#include "internal.h"
#include "seed.h"
#include "text.h"

int hz_sound_tells(const hz_object *o, int table, int row)
{
    if (hz_values_row(o, table, row)->flags & HZ_CREATION)
        return 0;
    return table == hz_common_index(o) || !o->cls->derived || !o->cls->derived(o, table, row);
}

static int is_part(const hz_object *o, int table, int row)
{
    return hz_sound_tells(o, table, row) && !(hz_values_row(o, table, row)->flags & HZ_KEPT);
}

/* Returns 0 if there is no memory. */
static int take_value(hz_value *to, const hz_value *from, const hz_param *p)
{
    hz_value_copy(to, from, p);
    return to->number && (to->word || !(p->flags & HZ_WORD)) && to->n == from->n;
}

static int take_values(hz_sound *s, const hz_object *o)
{
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++) {
            hz_value *v = &s->values[hz_values_index(o, t, r)];
            v->n = -1;
            if (is_part(o, t, r) && !take_value(v, hz_values_at(o, t, r), hz_values_row(o, t, r)))
                return 0;
        }
    return 1;
}

hz_sound *hz_sound_take(hz_object *o)
{
    hz_sound *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    hz_level_end(o);
    s->loud = hz_level_now(o, 1);
    s->seed = hz_seed_now(o);
    s->n = hz_values_rows(o);
    s->values = calloc((size_t)s->n, sizeof *s->values);
    if (s->values && take_values(s, o))
        return s;
    hz_sound_free(s);
    return NULL;
}

void hz_sound_free(hz_sound *s)
{
    if (s)
        hz_values_drop(s->values, s->n);
    free(s);
}

/* Returns a number between two, as messages would give it. */
static double between(const hz_param *p, double a, double b, double x)
{
    int apart = p->word && (a == p->means) != (b == p->means); /* From auto to a number there is no way between. */
    if (x <= 0 || x >= 1 || apart)
        return x <= (apart ? 0.5 : 0) ? a : b;
    double y = p->unit && a > 0 && b > 0 ? a * pow(b / a, x) : a + (b - a) * x;

    return hz_number_from((t_float)(a == b ? a : y));
}

static int is_stepped(const hz_param *p)
{
    return p->choices || p->flags & (HZ_WORD | HZ_WORDS | HZ_WHOLE);
}

/* Puts what lies between two values of a row, of which both are parts of their sounds. */
static void put_row(hz_object *o, int table, int row, const hz_value *a, const hz_value *b, double x, double words)
{
    const hz_param *p = hz_values_row(o, table, row);
    hz_value *v = hz_values_at(o, table, row);
    const hz_value *whole = x < words ? a : b;
    int stepped = is_stepped(hz_param_element(p, 0));

    v->given = 1;
    v->n = hz_value_room(v, p, stepped ? whole->n : x <= 0 ? a->n : x >= 1 ? b->n : a->n > b->n ? a->n : b->n);
    for (int i = 0; i < v->n; i++) {
        if (p->flags & HZ_WORD)
            v->word[i] = whole->word[i];
        else if (stepped)
            v->number[i] = whole->number[i];
        else
            v->number[i] = between(hz_param_element(p, i), hz_value_element(a, p, i), hz_value_element(b, p, i), x);
    }
    for (int i = v->n > 0 ? v->n : 1; p->parts && i < hz_param_most(p); i++)
        v->number[i] = p->parts[i].init;
    hz_object_mark(o);
    hz_values_changed(o, table, row);
}

/* Says whether a row has the same words, or numbers, in both. */
static int is_alike(const hz_value *a, const hz_value *b)
{
    if (a->n != b->n)
        return 0;
    for (int i = 0; i < a->n; i++)
        if (a->word ? a->word[i] != b->word[i] : a->number[i] != b->number[i])
            return 0;
    return 1;
}

/* The same of two that may be no part, since another row decides them: then the one that counts decides. */
static void put_part(hz_object *o, int table, int row, const hz_value *a, const hz_value *b, double x, double words)
{
    const hz_value *whole = x < words ? a : b;

    if (whole->n < 0)
        return;
    if (is_stepped(hz_values_row(o, table, row)) && !is_alike(whole, hz_values_at(o, table, row)))
        o->bridge->block.anew = 1; /* What words choose does not glide: the sounds fade into each other. */
    put_row(o, table, row, a->n < 0 ? whole : a, b->n < 0 ? whole : b, x, words);
}

void hz_sound_copy(hz_object *to, const hz_object *from)
{
    for (int t = 0; t < hz_values_tables(to); t++)
        for (int r = 0; r < hz_values_table(to, t)->n; r++)
            if (is_part(from, t, r))
                put_part(to, t, r, hz_values_at(from, t, r), hz_values_at(from, t, r), 1, 0);
    to->bridge->level = from->bridge->level;
}

void hz_sound_put_between(hz_object *o, const hz_sound *a, const hz_sound *b, double x, double words)
{
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++) {
            int i = hz_values_index(o, t, r);
            put_part(o, t, r, &a->values[i], &b->values[i], x, words);
        }
    /* Its loudness lies between the two, as its gain does, whatever the blow on what lies between them. */
    hz_level_drop(o);
    if (x > 0 && x < 1 && hz_common_number(o, HZ_AUTOGAIN) != 0)
        o->bridge->level.before = pow(a->loud, 1 - x) * pow(b->loud, x);
}

void hz_sound_put(hz_object *o, const hz_sound *s)
{
    hz_sound_put_between(o, s, s, 1, 0);
    hz_seed_put(o, s->seed);
}

void hz_sound_begin(hz_object *o)
{
    hz_level_drop(o);
    hz_sound_slots_stop(o);
    hz_values_defaults(o);
    o->bridge->block.anew = 1;
}
