/* short_text: one line of bounded length, built piece by piece. */
#include "short_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

void hz_text_add(hz_text *t, const char *format, ...)
{
    static const char cut[] = "...";
    va_list args;
    int room = HZ_TEXT - t->n, wrote;

    va_start(args, format);
    wrote = vsnprintf(t->s + t->n, room, format, args);
    va_end(args);
    if (wrote < room) {
        t->n += wrote;
        return;
    }
    memcpy(t->s + HZ_TEXT - sizeof cut, cut, sizeof cut);
    t->n = HZ_TEXT - 1;
}

int hz_text_add_atom(hz_text *t, const char *before, const t_atom *a)
{
    if (t->n > HZ_QUOTED) {
        hz_text_add(t, " ...");
        return 0;
    }
    if (a->a_type == A_FLOAT)
        hz_text_add(t, "%s%g", before, hz_number_from(a->a_w.w_float));
    else if (a->a_type == A_SYMBOL)
        hz_text_add(t, "%s%.*s", before, HZ_QUOTED, a->a_w.w_symbol->s_name);
    else
        hz_text_add(t, "%s(pointer)", before);
    return 1;
}

void hz_text_add_atoms(hz_text *t, int argc, const t_atom *argv)
{
    if (argc == 0)
        hz_text_add(t, "nothing");
    for (int i = 0; i < argc && hz_text_add_atom(t, i ? " " : "", &argv[i]); i++)
        ;
}
