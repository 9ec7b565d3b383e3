/* array: Pd's arrays, as models read and write them. */
#include "array.h"

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
