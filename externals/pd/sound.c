/* sound: all that makes an object sound as it does, as one thing, and sounds that an object keeps under names. */
#include "sound.h"

#include <math.h>
#include <stdlib.h>

#include "decimal.h"
#include "internal.h"
#include "seed.h"
#include "text.h"

/* ---- taking ---- */

int hz_sound_tells(const hz_object *o, int table, int row)
{
    if (hz_values_row(o, table, row)->flags & HZ_CREATION)
        return 0;
    return table == hz_common_index(o) || !o->cls->model->derived || !o->cls->model->derived(o, table, row);
}

static int is_part(const hz_object *o, int table, int row)
{
    return hz_sound_tells(o, table, row) && !(hz_values_row(o, table, row)->flags & HZ_KEPT);
}

int hz_sound_atoms(const hz_object *o, int table, int row)
{
    return (hz_values_table(o, table)->prefix != NULL) + 1 + hz_value_atoms(hz_values_at(o, table, row));
}

int hz_sound_say(const hz_object *o, int table, int row, t_atom *a)
{
    const hz_param *p = hz_values_row(o, table, row);
    const char *prefix = hz_values_table(o, table)->prefix;
    int n = hz_sound_atoms(o, table, row), named = prefix ? 2 : 1;

    if (prefix)
        SETSYMBOL(a, gensym(prefix));
    SETSYMBOL(a + named - 1, gensym(p->name));
    for (int i = named; i < n; i++)
        hz_value_atom(hz_values_at(o, table, row), p, i - named, a + i);
    return n;
}

static double beside(hz_object *o)
{
    return o->cls->model->beside ? *o->cls->model->beside(o) : 1;
}

static void put_beside(hz_object *o, double x)
{
    if (o->cls->model->beside)
        *o->cls->model->beside(o) = x;
}

hz_sound *hz_sound_take(hz_object *o, int weighs)
{
    hz_sound *s = calloc(1, sizeof *s);
    int room = 0;

    if (!s)
        return NULL;
    hz_level_end(o);
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            room += is_part(o, t, r) ? hz_sound_atoms(o, t, r) + 1 : 0;
    s->a = malloc((size_t)room * sizeof *s->a);
    for (int t = 0; s->a && t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            if (is_part(o, t, r)) {
                s->n += hz_sound_say(o, t, r, s->a + s->n);
                SETSEMI(&s->a[s->n]);
                s->n++;
            }
    s->loud = weighs ? hz_level_now(o, 1) : 0;
    s->seed = hz_seed_now(o);
    s->beside = beside(o);
    if (s->a)
        return s;
    hz_sound_free(s);
    return NULL;
}

void hz_sound_free(hz_sound *s)
{
    if (s)
        free(s->a);
    free(s);
}

/* ---- putting ---- */

/* What a sound says of a row: so many values; 0: nothing. */
typedef struct said {
    int n;
    const t_atom *a;
} said;

/* Reads on where the message of this row would stand. */
static said next(const hz_sound *s, int *at, const hz_object *o, int table, int row)
{
    const t_atom *a = s->a + *at;
    const char *prefix = hz_values_table(o, table)->prefix, *name = hz_values_row(o, table, row)->name;
    int n = 0, named = *at < s->n ? hz_word_list_begin(a->a_w.w_symbol, s->n - *at - 1, a + 1, prefix, name) : -1;

    if (named < 0)
        return (said){ 0, NULL };
    while (a[n].a_type != A_SEMI)
        n++;
    *at += n + 1;
    return (said){ n - 1 - named, a + 1 + named };
}

/* Returns number i of what is said, behind whose end it is the last one, or its default as a part of a tuple. */
static double number(const said *s, const hz_param *p, int i)
{
    double x = p->parts && i >= s->n ? p->parts[i].init : 0;
    if (!p->parts || i < s->n)
        hz_param_number(hz_param_element(p, i), &s->a[i < s->n ? i : s->n - 1], &x);
    return x;
}

/* Returns a number between two, as messages would give it. Numbers with a unit that are positive go in equal ratios,
 * others in equal steps. */
static double between(const hz_param *p, double a, double b, double x)
{
    if (p->word && (a == p->means) != (b == p->means)) /* From auto to a number there is no way between. */
        return x <= 0.5 ? a : b;
    double y = p->unit && a > 0 && b > 0 ? a * pow(b / a, x) : a + (b - a) * x;

    return hz_number_from((t_float)(a == b ? a : y));
}

/* Puts what lies between two that are said of a row. Words and whole numbers are those of the second from x = `words`
 * on. Of two of which another row decides one, the one that counts decides. */
static void put_row(hz_object *o, int table, int row, said a, said b, double x, double words)
{
    const hz_param *p = hz_values_row(o, table, row);
    hz_value *v = hz_values_at(o, table, row);
    said whole = x < words ? a : b;
    int stepped = p->choices || p->flags & (HZ_WORD | HZ_WORDS | HZ_WHOLE);
    t_atom was;

    if (whole.n == 0)
        return;
    a = a.n ? a : whole;
    b = b.n ? b : whole;
    if (!stepped)
        whole = x <= 0 ? a : x >= 1 || b.n > a.n ? b : a;
    if (stepped)
        hz_value_atom(v, p, 0, &was);
    hz_value_store(v, p, whole.n, whole.a);
    if (stepped && (atom_getfloat(&was) != atom_getfloat(whole.a) || atom_getsymbol(&was) != atom_getsymbol(whole.a)))
        o->bridge->block.anew = 1; /* What words choose does not glide: the sounds fade into each other. */
    for (int i = 0; !stepped && x > 0 && x < 1 && i < v->n; i++)
        v->number[i] = between(hz_param_element(p, i), number(&a, p, i), number(&b, p, i), x);
    hz_object_mark(o);
    hz_values_changed(o, table, row);
}

/* Gives an object a sound between two: x = 0 is the first, 1 the second. Its loudness lies between the two, as its gain
 * does, whatever the blow on what lies between them. */
static void put_between(hz_object *o, const hz_sound *a, const hz_sound *b, double x, double words)
{
    int at[2] = { 0, 0 };

    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++) {
            said first = next(a, &at[0], o, t, r);
            put_row(o, t, r, first, next(b, &at[1], o, t, r), x, words);
        }
    put_beside(o, pow(a->beside, 1 - x) * pow(b->beside, x));
    hz_level_drop(o);
    if (x > 0 && x < 1 && hz_common_number(o, HZ_AUTOGAIN) != 0)
        o->bridge->level.before = pow(a->loud, 1 - x) * pow(b->loud, x);
}

void hz_sound_put(hz_object *o, const hz_sound *s)
{
    put_between(o, s, s, 1, 0);
    hz_seed_put(o, s->seed);
}

void hz_sound_copy(hz_object *to, const hz_object *from)
{
    for (int t = 0; t < hz_values_tables(to); t++)
        for (int r = 0; r < hz_values_table(to, t)->n; r++) {
            if (!is_part(from, t, r))
                continue;
            hz_value_copy(hz_values_at(to, t, r), hz_values_at(from, t, r), hz_values_row(to, t, r));
            hz_values_changed(to, t, r);
        }
    put_beside(to, beside((hz_object *)from));
    hz_object_mark(to);
    to->bridge->level = from->bridge->level;
}

void hz_sound_begin(hz_object *o)
{
    hz_level_drop(o);
    hz_sound_slots_stop(o);
    hz_values_defaults(o);
    o->bridge->block.anew = 1;
}

/* ---- slots ---- */

static const double MIDDLE = 0.5; /* Between two sounds, words change here. */
static const double TICK = 5;     /* A recall that glides takes a step every so many milliseconds. */

const hz_param hz_store_args[1] = {
    { "slot", .flags = HZ_ANY, .doc = "Name or number of the sound." },
};
const hz_param hz_recall_args[2] = {
    { "slot", .flags = HZ_ANY, .doc = "Name or number of the sound." },
    { "ms", "ms", 0, 0, 1e6, .doc = "Time of the glide to the stored sound. 0: at once." },
};
const hz_param hz_morph_args[3] = {
    { "first", .flags = HZ_ANY, .doc = "Name of a stored sound." },
    { "second", .flags = HZ_ANY, .doc = "Name of another one." },
    { "place", NULL, 0, 0, 1, .doc = "0: the first sound. 1: the second. 0.5: half way between them." },
};

/* Returns the name of a slot, which may be written as a number. */
static t_symbol *name_of(const t_atom *a)
{
    char text[HZ_DECIMAL_ROOM];

    if (a->a_type == A_SYMBOL)
        return a->a_w.w_symbol;
    hz_decimal_write(text, sizeof text, HZ_NUMBER_DIGITS, a->a_type == A_FLOAT ? hz_number_from(a->a_w.w_float) : 0);
    return gensym(text);
}

/* Returns the number of a slot; -1: there is none of this name. */
static int find(const hz_sound_slots *s, const t_symbol *name)
{
    int i = s->n - 1;

    while (i >= 0 && s->name[i] != name)
        i--;
    return i;
}

/* The same of a slot that an atom names, with an error that tells which there are. */
static int wanted(hz_object *o, const char *verb, const t_atom *a)
{
    hz_sound_slots *s = &o->bridge->slots;
    int found = find(s, name_of(a));
    hz_text allowed = { 0 };

    if (found >= 0)
        return found;
    hz_text_add(&allowed, s->n ? "a slot that was stored:" : "a slot that was stored, of which there is none yet");
    for (int i = 0; i < s->n; i++)
        hz_text_add(&allowed, " %s", s->name[i]->s_name);
    hz_refuse(o, NULL, verb, 1, a, allowed.s);
    return -1;
}

/* Messages call it while sound runs, so it frees nothing. */
void hz_sound_slots_stop(hz_object *o)
{
    clock_unset(o->bridge->slots.clock);
}

/* What cannot be had on the way is not told; what cannot be had at its end is told there, once. */
static void tick(hz_object *o)
{
    hz_sound_slots *s = &o->bridge->slots;
    int quiet = o->bridge->part.quiet;
    double x = clock_gettimesince(s->since) / s->ms;

    if (x >= 1) {
        hz_sound_put(o, s->sound[s->to]);
        return;
    }
    o->bridge->part.quiet = 1;
    put_between(o, s->from, s->sound[s->to], x, 0);
    o->bridge->part.quiet = quiet;
    clock_delay(s->clock, TICK);
}

void hz_sound_slots_make(hz_object *o)
{
    o->bridge->slots.clock = clock_new(o, (t_method)tick);
}

void hz_sound_slots_free(hz_object *o)
{
    hz_sound_slots *s = &o->bridge->slots;

    if (s->clock)
        clock_free(s->clock);
    hz_sound_free(s->from);
    for (int i = 0; i < s->n; i++)
        hz_sound_free(s->sound[i]);
}

void hz_sound_slots_store(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    hz_sound_slots *s = &o->bridge->slots;
    t_symbol *name = name_of(&argv[0]);
    int i = find(s, name);
    hz_sound *sound = hz_sound_take(o, 1);

    (void)argc;
    if (!sound) {
        hz_error(o, "%s: store: there is no memory for a sound", o->cls->name);
        return;
    }
    if (i < 0 && s->n == HZ_SLOTS) {
        hz_complain(o, NULL, "store", name->s_name, "64 slots, which are all taken; one of them can be stored anew",
                    NULL);
        hz_sound_free(sound);
        return;
    }
    if (i == s->to)
        hz_sound_slots_stop(o);
    i = i < 0 ? s->n++ : i;
    hz_sound_free(s->sound[i]);
    s->name[i] = name;
    s->sound[i] = sound;
}

void hz_sound_slots_recall(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    hz_sound_slots *s = &o->bridge->slots;
    int slot = wanted(o, "recall", &argv[0]);

    if (slot < 0)
        return;
    hz_sound_slots_stop(o);
    s->ms = argc > 1 ? argv[1].a_w.w_float : 0;
    s->to = slot;
    hz_sound_free(s->from);
    s->from = s->ms > 0 ? hz_sound_take(o, 1) : NULL;
    if (s->from) {
        s->since = clock_getlogicaltime();
        tick(o);
    } else
        hz_sound_put(o, s->sound[slot]);
}

void hz_sound_slots_morph(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    const hz_sound_slots *s = &o->bridge->slots;
    int a = wanted(o, "morph", &argv[0]), b = a >= 0 ? wanted(o, "morph", &argv[1]) : -1;

    (void)argc;
    if (b < 0)
        return;
    hz_sound_slots_stop(o);
    put_between(o, s->sound[a], s->sound[b], argv[2].a_w.w_float, MIDDLE);
}
