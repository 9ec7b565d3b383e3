/* flags: creation arguments. */
#include "flags.h"

#include <ctype.h>

#include "bridge.h"

/* -5 is a number and a lone dash an empty word; a flag's dash has a letter behind it. */
static int is_flag(const t_atom *a)
{
    return a->a_type == A_SYMBOL && a->a_w.w_symbol->s_name[0] == '-' &&
           isalpha((unsigned char)a->a_w.w_symbol->s_name[1]);
}

/* How many atoms there are before the next flag. */
static int count_values(int argc, const t_atom *argv)
{
    int n = 0;

    while (n < argc && !is_flag(&argv[n]))
        n++;
    return n;
}

/* A switch is on by being there. */
static int set_switch(hz_object *o, const hz_flag *f, int argc, const t_atom *argv)
{
    hz_text name = { 0 }, given = { 0 };

    if (argc == 0) {
        hz_value_put(hz_values_at(o, f->table, f->row), hz_values_row(o, f->table, f->row), 1);
        return 1;
    }
    hz_values_name(o, f->table, f->row, &name);
    hz_text_add_atoms(&given, argc, argv);
    hz_object_complain(o, name.s, given.s, "no value behind the flag", "0");
    return 0;
}

/* One flag with what follows it. Returns whether it was set. */
static int read_one(hz_object *o, int argc, const t_atom *argv, hz_flag *f)
{
    t_atom name[2]; /* without the dash, as a message would begin */

    SETSYMBOL(&name[0], gensym(argv[0].a_w.w_symbol->s_name + 1));
    if (argc > 1)
        name[1] = argv[1];
    int named = hz_values_find(o, argc > 1 ? 2 : 1, name, &f->table, &f->row);
    if (!named) {
        hz_text text = { 0 };
        hz_text_add_atoms(&text, hz_values_has_prefix(o, argc, name) ? 2 : 1, name);
        pd_error(o, "%s: no flag '-%s'; 'dump' lists the parameters", o->cls->name, text.s);
        return 0;
    }
    if (hz_values_row(o, f->table, f->row)->flags & HZ_SWITCH)
        return set_switch(o, f, argc - named, argv + named);
    return hz_values_accept(o, f->table, f->row, argc - named, argv + named);
}

int hz_flags_read(hz_object *o, int argc, const t_atom *argv, hz_flag *set)
{
    int n = 0, i = count_values(argc, argv);

    if (i) {
        hz_text given = { 0 };
        hz_text_add_atoms(&given, i, argv);
        hz_object_complain(o, "arguments", given.s, "-name value..., as in -gain 1", NULL);
    }
    while (i < argc) {
        int length = 1 + count_values(argc - i - 1, argv + i + 1);
        n += read_one(o, length, argv + i, &set[n]);
        i += length;
    }
    return n;
}
