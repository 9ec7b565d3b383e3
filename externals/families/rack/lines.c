/* lines: messages that are kept. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#include "pd/decimal.h"
#include "pd/text.h"

void hz_lines_drop(hz_lines *l, int i)
{
    free(l->line[i].atom);
    l->n--;
    memmove(&l->line[i], &l->line[i + 1], (size_t)(l->n - i) * sizeof *l->line);
}

void hz_lines_clear(hz_lines *l)
{
    for (int i = 0; i < l->n; i++)
        free(l->line[i].atom);
    free(l->line);
    *l = (hz_lines){ 0 };
}

int hz_lines_add(hz_lines *l, const t_symbol *selector, int argc, const t_atom *argv, int drives)
{
    if (l->n == l->room) {
        int room = 2 * l->room + 16;
        hz_line *more = realloc(l->line, (size_t)room * sizeof *more);
        if (!more)
            return 0;
        l->line = more;
        l->room = room;
    }
    hz_line its = { .n = 1 + argc, .drives = drives, .atom = malloc((size_t)(1 + argc) * sizeof *its.atom) };
    if (!its.atom)
        return 0;
    SETSYMBOL(&its.atom[0], gensym(selector->s_name));
    if (argc)
        memcpy(its.atom + 1, argv, (size_t)argc * sizeof *argv);
    l->line[l->n++] = its;
    return 1;
}

void hz_lines_forget(hz_lines *l, const t_symbol *selector)
{
    for (int i = l->n - 1; i >= 0; i--)
        if (l->line[i].atom[0].a_w.w_symbol == selector)
            hz_lines_drop(l, i);
}

int hz_line_is_driving(const hz_line *l)
{
    return l->drives && l->n > 1 && l->atom[1].a_type == A_FLOAT && l->atom[1].a_w.w_float != 0;
}

int hz_line_is_seed(const hz_line *l)
{
    return l->n > 1 && hz_word_list_is(l->n, l->atom, l->n - 2, "seed");
}

unsigned long hz_lines_hash(const hz_lines *l)
{
    unsigned long hash = 5381;

    for (int i = 0; i < l->n; i++)
        for (int k = 0; !hz_line_is_seed(&l->line[i]) && k < l->line[i].n; k++) {
            char text[HZ_DECIMAL_ROOM];
            const t_atom *a = &l->line[i].atom[k];
            const char *s = a->a_type == A_SYMBOL ? a->a_w.w_symbol->s_name : text;
            if (a->a_type != A_SYMBOL)
                hz_decimal_write(text, sizeof text, HZ_NUMBER_DIGITS,
                                 a->a_type == A_FLOAT ? (double)a->a_w.w_float : 0);
            while (*s)
                hash = hash * 33 + (unsigned char)*s++;
            hash = hash * 33 + ' ';
        }
    return hash;
}

static void make_exact(t_atom *a)
{
    char text[HZ_DECIMAL_ROOM];

    if (a->a_type != A_FLOAT)
        return;
    hz_decimal_write(text, sizeof text, HZ_NUMBER_DIGITS, hz_number_from(a->a_w.w_float));
    SETSYMBOL(a, gensym(text));
}

void hz_line_tell(const hz_line *l, const char *as, const char *more, t_outlet *to)
{
    int first = more != NULL, exact = !strcmp(as, HZ_TELL_KEPT);
    t_atom *a = malloc((size_t)(l->n + 1) * sizeof *a);

    if (!a)
        return;
    if (more)
        SETSYMBOL(&a[0], gensym(more));
    memcpy(a + first, l->atom, (size_t)l->n * sizeof *a);
    for (int i = 0; exact && i < first + l->n; i++)
        make_exact(&a[i]);
    outlet_anything(to, gensym(as), first + l->n, a);
    free(a);
}
