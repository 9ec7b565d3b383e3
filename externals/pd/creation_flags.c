/* creation_flags: the arguments of an object at its creation. */
#include "creation_flags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "message.h"
#include "sound.h"

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
static int set_switch(hz_object *o, const hz_creation_flag *f, int argc, const t_atom *argv)
{
    hz_text given = { 0 };

    if (argc == 0) {
        hz_value_put(hz_values_at(o, f->table, f->row), hz_values_row(o, f->table, f->row), 1);
        return 1;
    }
    hz_text_add_atoms(&given, argc, argv);
    hz_object_complain(o, f->table, hz_values_row(o, f->table, f->row)->name, given.s, "no value behind the flag", "0");
    return 0;
}

/* Reads one flag with what follows it. Returns whether it was set. */
static int read_one(hz_object *o, int argc, const t_atom *argv, hz_creation_flag *f)
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

/* Notes that a row was set. If there is no memory, it is set all the same, and only the class is not told. */
static void note(hz_creation_flags *flags, hz_creation_flag f)
{
    if (flags->n == flags->room) {
        int room = 2 * flags->room + 16;
        hz_creation_flag *more = realloc(flags->set, (size_t)room * sizeof *more);
        if (!more)
            return;
        flags->set = more;
        flags->room = room;
    }
    flags->set[flags->n++] = f;
}

typedef struct presetting {
    hz_object *o;
    hz_creation_flags *flags;
} presetting;

static void preset_one(void *to, const t_symbol *name, int argc, const t_atom *argv)
{
    const presetting *p = to;
    hz_creation_flag f;
    int named = hz_values_find(p->o, name, argc, argv, &f.table, &f.row);

    if (named >= 0 && hz_values_accept(p->o, f.table, f.row, argc - named, argv + named))
        note(p->flags, f);
}

static int is_called(const t_atom *flag, const char *name)
{
    return is_flag(flag) && !strcmp(flag->a_w.w_symbol->s_name, name);
}

static void read_preset(hz_object *o, int argc, const t_atom *argv, hz_creation_flags *flags)
{
    const hz_preset *found = hz_preset_find(o, argc, argv);

    if (found)
        hz_preset_read(o, found, preset_one, &(presetting){ o, flags });
    flags->preset = found;
    flags->changes = 0;
}

static const char edition[] = "-edition";

/* It says what a preset is, wherever it stands. */
static void read_edition(hz_object *o, int argc, const t_atom *argv)
{
    hz_creation_flag f;

    for (int i = 0; i < argc; i++)
        if (is_called(&argv[i], edition))
            read_one(o, 1 + count_values(argc - i - 1, argv + i + 1), argv + i, &f);
}

void hz_creation_flags_read(hz_object *o, int argc, const t_atom *argv, hz_creation_flags *flags)
{
    read_edition(o, argc, argv);
    int i = count_values(argc, argv);

    if (i == 1 && argv[0].a_type == A_SYMBOL)
        read_preset(o, 1, argv, flags);
    else if (i)
        hz_refuse(o, NULL, "arguments", i, argv, "the name of a preset, then -name value..., as in -gain 1");
    while (i < argc) {
        int length = 1 + count_values(argc - i - 1, argv + i + 1);
        hz_creation_flag f;
        if (is_called(&argv[i], "-preset"))
            read_preset(o, length - 1, argv + i + 1, flags);
        else if (!is_called(&argv[i], edition) && read_one(o, length, argv + i, &f)) {
            note(flags, f);
            flags->changes |= hz_values_row(o, f.table, f.row)->flags & HZ_MEASURE;
            if (f.table == hz_common_index(o) && f.row == HZ_GAIN) {
                flags->gain = 1;
                hz_value_put(hz_values_at(o, f.table, HZ_AUTOGAIN), hz_values_row(o, f.table, HZ_AUTOGAIN), 0);
            }
        }
        i += length;
    }
}
