/* array: how models read and write the arrays of Pd. */
#include "array.h"

#include <g_canvas.h>

t_word *hz_array_look(t_symbol *name, int *n)
{
    t_garray *array = (t_garray *)pd_findbyclass(name, garray_class);
    t_word *words;

    return array && garray_getfloatwords(array, n, &words) && *n > 0 ? words : NULL;
}

t_word *hz_array_find(hz_object *o, const char *subject, t_symbol *name, int *n)
{
    t_word *words = hz_array_look(name, n);

    if (words)
        return words;
    hz_object_complain(o, HZ_NO_TABLE, subject, *name->s_name ? name->s_name : "\"\"",
                       "the name of an array of numbers", NULL);
    return NULL;
}

void hz_array_drawn(t_symbol *name)
{
    t_garray *array = (t_garray *)pd_findbyclass(name, garray_class);

    if (array)
        garray_redraw(array);
}

/* ---- in every block ---- */

static void look_up(hz_array *a)
{
    t_garray *array = *a->name->s_name ? (t_garray *)pd_findbyclass(a->name, garray_class) : NULL;

    a->bound = a->name->s_thing;
    a->words = NULL;
    a->n = 0;
    gpointer_unset(&a->held);
    if (array && garray_getfloatwords(array, &a->n, &a->words) && a->n > 0)
        gpointer_setarray(&a->held, garray_getarray(array), a->words);
    else
        a->words = NULL;
}

int hz_array_make(hz_array *a)
{
    gpointer_init(&a->held);
    a->name = gensym("");
    a->bound = a->name->s_thing;
    a->again = clock_new(a, (t_method)look_up);
    return a->again != NULL;
}

void hz_array_free(hz_array *a)
{
    if (!a->again)
        return;
    gpointer_unset(&a->held);
    clock_free(a->again);
}

void hz_array_look_up(hz_array *a, const char *name)
{
    a->name = gensym(name);
    look_up(a);
}

int hz_array_holds(hz_array *a, const char *name)
{
    int same = *name ? a->name->s_name == name : !*a->name->s_name; /* Pd keeps each word once. */

    if (same && (!*name || (a->name->s_thing == a->bound && (!a->words || gpointer_check(&a->held, 0)))))
        return 1;
    if (!same)
        a->name = gensym(name);
    clock_delay(a->again, 0);
    return 0;
}
