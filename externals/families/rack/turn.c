/* turn: what turns parameters. */
#include "turn.h"

#include <math.h>
#include <string.h>

#include "pd/instrument.h"

enum { WORDS = 16 };            /* A parameter with its ends has fewer. */
static const double MOST = 127; /* of a controller */

/* Other ends may stand behind the name. */
static void set_ends(hz_knob *knob, int argc, const t_atom *argv, int named)
{
    if (argc == named + 2 && argv[named].a_type == A_FLOAT && argv[named + 1].a_type == A_FLOAT)
        hz_knob_between(knob, hz_number_from(argv[named].a_w.w_float), hz_number_from(argv[named + 1].a_w.w_float));
}

/* Finds the knob that the atoms name and what it was given behind the name. An instrument has those of its own table
 * first. */
static int find_knob(hz_mount *x, int argc, const t_atom *argv, hz_knob *knob, int *named)
{
    const t_canvas *patch = x->guest.of_library ? hz_guest_patch(&x->guest) : NULL;
    hz_instrument_row row;

    if (argc > 0 && patch && argv->a_type == A_SYMBOL && hz_instrument_takes(patch, argv->a_w.w_symbol->s_name, &row) &&
        row.has_range) {
        *knob = (hz_knob){ .name = argv->a_w.w_symbol, .init = row.init, .min = row.min, .max = row.max };
        *named = 1;
        set_ends(knob, argc, argv, *named);
        return 1;
    }
    const hz_knob *found = hz_knobs_find(&x->knobs, argc, argv, named);
    if (found) {
        *knob = *found;
        set_ends(knob, argc, argv, *named);
    }
    return found != NULL;
}

/* knob <place> <parameter...> [<from> <to>] */
void hz_turn_knob(hz_mount *x, int argc, t_atom *argv)
{
    hz_knob its;
    t_atom a[2];
    int named;

    if (!x->guest.box) /* The knob of an empty slot turns nothing. */
        return;
    if (argc < 2 || argv[0].a_type != A_FLOAT) {
        hz_mount_complain(x, "knob", argc, argv, "allowed 0 to 1, a parameter and its ends, nothing done");
        return;
    }
    if (!find_knob(x, argc - 1, argv + 1, &its, &named)) {
        hz_mount_complain(x, "knob", argc - 1, argv + 1, "allowed a parameter that the object has, nothing done");
        return;
    }
    SETSYMBOL(&a[0], its.name);
    hz_knob_value(&its, hz_number_from(argv[0].a_w.w_float), &a[1]);
    if (its.prefix)
        hz_mount_tell(x, its.prefix, 2, a);
    else
        hz_mount_tell(x, its.name, 1, a + 1);
}

/* Finds what the guest has now: it says so, or it was told, or it is new. */
static void look_up(hz_mount *x, const hz_knob *its)
{
    t_atom a[2];

    if (its->choices)
        SETSYMBOL(&x->got, gensym(""));
    else
        SETFLOAT(&x->got, (t_float)its->init);
    for (int i = 0; i < x->kept.n; i++)
        if (x->kept.line[i].atom[0].a_w.w_symbol == its->name && x->kept.line[i].n > 1)
            x->got = x->kept.line[i].atom[1];
    SETSYMBOL(&a[0], its->prefix ? its->prefix : its->name);
    SETSYMBOL(&a[1], its->name);
    x->asked = its->name;
    int named;
    if (hz_knobs_find(&x->knobs, its->prefix ? 2 : 1, a, &named))
        hz_mount_ask(x, "get", its->prefix ? 2 : 1, a, HZ_ANSWERS_GET);
}

/* Answers: state knob <place> <value> <from> <to> <log|lin>, and without such a parameter state knob 0. */
void hz_turn_look(hz_mount *x, int argc, t_atom *argv)
{
    hz_knob its;
    t_atom a[6];
    int named;

    if (!x->guest.box || !find_knob(x, argc, argv, &its, &named)) {
        SETSYMBOL(&a[0], gensym("knob"));
        SETFLOAT(&a[1], 0);
        hz_line_tell(&(hz_line){ .n = 2, .atom = a }, HZ_TELL_SHOWN, NULL, x->info);
        return;
    }
    look_up(x, &its);
    SETSYMBOL(&a[0], gensym("knob"));
    SETFLOAT(&a[1], (t_float)hz_knob_place(&its, &x->got));
    a[2] = x->got;
    SETFLOAT(&a[3], (t_float)its.min);
    SETFLOAT(&a[4], (t_float)its.max);
    SETSYMBOL(&a[5], gensym(hz_knob_is_log(&its) ? "log" : "lin"));
    hz_line_tell(&(hz_line){ .n = 6, .atom = a }, HZ_TELL_SHOWN, NULL, x->info);
}

/* ---- controllers ---- */

/* What a controller turns is kept as a message: map <controller> <parameter...> [<from> <to>]. */
static int is_same(hz_mount *x, const hz_line *map, const hz_knob *knob)
{
    hz_knob its;
    int named;

    return find_knob(x, map->n - 2, map->atom + 2, &its, &named) && its.name == knob->name &&
           its.prefix == knob->prefix;
}

/* A parameter is turned by one controller, a controller may turn several. */
static void forget(hz_mount *x, const hz_knob *knob)
{
    for (int i = x->maps.n - 1; i >= 0; i--)
        if (is_same(x, &x->maps.line[i], knob))
            hz_lines_drop(&x->maps, i);
}

static void no_parameter(hz_mount *x, const char *verb, int argc, const t_atom *argv)
{
    hz_mount_complain(x, verb, argc, argv, "allowed a parameter that the object has, nothing done");
}

void hz_turn_map(hz_mount *x, int argc, t_atom *argv)
{
    hz_knob its;
    int named;

    if (argc < 2 || argc > WORDS || argv[0].a_type != A_FLOAT || !find_knob(x, argc - 1, argv + 1, &its, &named)) {
        no_parameter(x, "map", argc, argv);
        return;
    }
    forget(x, &its);
    hz_lines_add(&x->maps, gensym("map"), argc, argv, 0);
}

void hz_turn_learn(hz_mount *x, int argc, t_atom *argv)
{
    hz_knob its;
    int named;

    hz_lines_clear(&x->learning);
    if (!x->guest.box)
        return;
    if (argc < WORDS && find_knob(x, argc, argv, &its, &named))
        hz_lines_add(&x->learning, gensym("learn"), argc, argv, 0);
    else
        no_parameter(x, "learn", argc, argv);
}

void hz_turn_forget(hz_mount *x, int argc, t_atom *argv)
{
    hz_knob its;
    int named;

    hz_lines_clear(&x->learning);
    if (find_knob(x, argc, argv, &its, &named))
        forget(x, &its);
    else
        no_parameter(x, "forget", argc, argv);
}

/* The controller that moves is the one that was waited for. */
static void assign(hz_mount *x, const t_atom *controller)
{
    t_atom a[WORDS + 1];
    const hz_line *l = x->learning.line;
    int n = l->n;

    a[0] = *controller;
    memcpy(a + 1, l->atom + 1, (size_t)(n - 1) * sizeof *a);
    hz_turn_map(x, n, a);
    hz_lines_clear(&x->learning);
    if (x->maps.n)
        hz_line_tell(&x->maps.line[x->maps.n - 1], HZ_TELL_SHOWN, NULL, x->info);
}

void hz_turn_control(hz_mount *x, int argc, t_atom *argv)
{
    if (argc != 2 || argv[0].a_type != A_FLOAT || argv[1].a_type != A_FLOAT) {
        hz_mount_complain(x, "control", argc, argv, "allowed a controller and its value from 0 to 127, nothing done");
        return;
    }
    if (!x->on || !x->guest.box)
        return;
    if (x->learning.n)
        assign(x, &argv[0]);
    for (int i = 0; i < x->maps.n; i++) {
        const hz_line *l = &x->maps.line[i];
        t_atom a[WORDS];
        if (l->atom[1].a_w.w_float != argv[0].a_w.w_float)
            continue;
        SETFLOAT(&a[0], (t_float)((double)argv[1].a_w.w_float / MOST));
        memcpy(a + 1, l->atom + 2, (size_t)(l->n - 2) * sizeof *a);
        hz_turn_knob(x, l->n - 1, a);
    }
}
