/* creation_flags: the arguments of an object at its creation. */
#include <ctype.h>
#include <string.h>

#include "instrument.h"
#include "internal.h"
#include "message.h"
#include "sound.h"

enum { ROWS = 256 }; /* No class has so many. */

/* A parameter. */
typedef struct place {
    int table, row;
} place;

/* What the arguments have set, in the order in which they were written. */
typedef struct flags {
    place set[ROWS];
    int n;
    const hz_preset *preset; /* the last one; NULL: none */
    int changes;             /* A flag sets what rings or is heard otherwise than the preset. */
    int gain;                /* A flag sets gain. */
} flags;

/* Says whether an atom is a flag: a letter stands behind its dash, while -5 is a number and a lone dash an empty
 * word. */
static int is_flag(const t_atom *a)
{
    return a->a_type == A_SYMBOL && a->a_w.w_symbol->s_name[0] == '-' &&
           isalpha((unsigned char)a->a_w.w_symbol->s_name[1]);
}

/* Counts the atoms before the next flag. */
static int count_values(int argc, const t_atom *argv)
{
    int n = 0;

    while (n < argc && !is_flag(&argv[n]))
        n++;
    return n;
}

/* Turns a switch on, which needs no value for it. */
static int set_switch(hz_object *o, const place *f, int argc, const t_atom *argv)
{
    hz_text given = { 0 };
    int asks = f->table == hz_common_index(o) && f->row == HZ_STEREO && hz_word_list_is(argc, argv, 0, "asked");

    if (asks && argc == 1) {
        o->bridge->block.two = 1;
        hz_value_put(hz_values_at(o, f->table, f->row), hz_values_row(o, f->table, f->row),
                     hz_instrument_has_flag(o->bridge->canvas, "-stereo"));
        return 1;
    }
    if (argc == 0) {
        hz_value_put(hz_values_at(o, f->table, f->row), hz_values_row(o, f->table, f->row), 1);
        return 1;
    }
    hz_text_add_atoms(&given, argc, argv);
    hz_object_complain(o, f->table, hz_values_row(o, f->table, f->row)->name, given.s, "no value behind the flag", "0");
    return 0;
}

/* Reads one flag with what follows it. Returns whether it was set. */
static int read_one(hz_object *o, int argc, const t_atom *argv, place *f)
{
    const t_symbol *name = gensym(argv[0].a_w.w_symbol->s_name + 1); /* Without its dash it begins a message. */

    argc--;
    argv++;
    int named = hz_values_find(o, name, argc, argv, &f->table, &f->row);
    if (named < 0) {
        hz_message_unknown(o, "flag", name, argc, argv);
        return 0;
    }
    if (hz_values_row(o, f->table, f->row)->flags & HZ_SWITCH)
        return set_switch(o, f, argc - named, argv + named);
    return hz_values_accept(o, f->table, f->row, argc - named, argv + named);
}

/* Notes that a row was set, as the last one. */
static void note(flags *all, place f)
{
    int kept = 0;

    for (int i = 0; i < all->n; i++)
        if (all->set[i].table != f.table || all->set[i].row != f.row)
            all->set[kept++] = all->set[i];
    if (kept < ROWS)
        all->set[kept++] = f;
    all->n = kept;
}

typedef struct presetting {
    hz_object *o;
    flags *all;
} presetting;

static void preset_one(void *to, const t_symbol *name, int argc, const t_atom *argv)
{
    const presetting *p = to;
    place f;
    int named = hz_values_find(p->o, name, argc, argv, &f.table, &f.row);

    if (named >= 0 && hz_values_accept(p->o, f.table, f.row, argc - named, argv + named))
        note(p->all, f);
}

static int is_called(const t_atom *flag, const char *name)
{
    return is_flag(flag) && !strcmp(flag->a_w.w_symbol->s_name, name);
}

static void read_preset(hz_object *o, int argc, const t_atom *argv, flags *all)
{
    const hz_preset *found = hz_preset_find(o, argc, argv);

    if (found)
        hz_preset_read(o, found, preset_one, &(presetting){ o, all });
    all->preset = found;
    all->changes = 0;
}

static const char edition[] = "-edition";

/* It says what a preset is, wherever it stands. */
static void read_edition(hz_object *o, int argc, const t_atom *argv)
{
    place f;

    for (int i = 0; i < argc; i++)
        if (is_called(&argv[i], edition))
            read_one(o, 1 + count_values(argc - i - 1, argv + i + 1), argv + i, &f);
}

static void read_all(hz_object *o, int argc, const t_atom *argv, flags *all)
{
    read_edition(o, argc, argv);
    int i = count_values(argc, argv);

    if (i == 1 && argv[0].a_type == A_SYMBOL)
        read_preset(o, 1, argv, all);
    else if (i)
        hz_refuse(o, NULL, "arguments", i, argv, "the name of a preset, then -name value..., as in -gain 1");
    while (i < argc) {
        int length = 1 + count_values(argc - i - 1, argv + i + 1);
        place f;
        if (is_called(&argv[i], "-preset"))
            read_preset(o, length - 1, argv + i + 1, all);
        else if (!is_called(&argv[i], edition) && read_one(o, length, argv + i, &f)) {
            note(all, f);
            all->changes |= hz_values_row(o, f.table, f.row)->flags & HZ_MEASURE;
            if (f.table == hz_common_index(o) && f.row == HZ_GAIN) {
                all->gain = 1;
                hz_value_put(hz_values_at(o, f.table, HZ_AUTOGAIN), hz_values_row(o, f.table, HZ_AUTOGAIN), 0);
            }
        }
        i += length;
    }
}

/* Flags beside a preset change it as messages would, so gain follows: as the preset alone would sound, it is to sound
 * with the flags. */
static void follow_preset(hz_object *o, const hz_preset *preset)
{
    hz_sound *wanted = hz_sound_take(o, 1);

    if (!wanted)
        return;
    hz_preset_apply(o, preset);
    double loud = hz_level_now(o, 0);
    hz_sound_put(o, wanted);
    hz_sound_free(wanted);
    hz_verb_clear(o);
    if (hz_common_number(o, HZ_AUTOGAIN) != 0)
        o->bridge->level.before = loud;
    hz_level_end(o);
    o->bridge->block.anew = 0;
    o->bridge->dirty = 1;
}

int hz_creation_flags_read(hz_object *o, int argc, const t_atom *argv)
{
    flags its = { 0 };

    read_all(o, argc, argv, &its);
    hz_common_open(o);
    int good = o->cls->init(o);
    for (int i = 0; good && i < its.n; i++)
        hz_values_changed(o, its.set[i].table, its.set[i].row);
    if (good && its.changes && !its.gain) {
        if (its.preset)
            follow_preset(o, its.preset);
        else if (hz_common_number(o, HZ_EDITION) > 1) /* Flags alone left gain at its default in edition 1. */
            hz_level_plain(o);
    }
    return good;
}
