/* arrays: Pd's arrays, and the pointers that hold them. */
#include "parts.h"

#include <g_canvas.h>
#include <stdlib.h>

/* ---- arrays ---- */

struct _garray {
    t_class *c; /* first, as in anything that a symbol is bound to */
    t_garray *next;
    t_symbol *name;
    t_array array;
};

static t_class array_class_itself;
t_class *garray_class = &array_class_itself;
static t_garray *arrays;

t_pd *pd_findbyclass(t_symbol *s, const t_class *c)
{
    for (t_garray *a = arrays; a && c == garray_class; a = a->next)
        if (a->name == s)
            return &a->c;
    return NULL;
}

int garray_getfloatwords(t_garray *x, int *size, t_word **words)
{
    *size = x->array.a_n;
    *words = (t_word *)x->array.a_vec;
    return 1;
}

t_array *garray_getarray(t_garray *x)
{
    return &x->array;
}

void garray_redraw(t_garray *x)
{
    if (standin.listener.drawn)
        standin.listener.drawn(x->name, x->array.a_n, (const t_word *)x->array.a_vec);
}

void standin_array(const char *name, int n, t_float (*value)(int i, const char *kind), const char *kind)
{
    t_garray *x = standin_alloc(sizeof *x);
    x->c = garray_class;
    x->name = gensym(name);
    x->array.a_stub = standin_alloc(sizeof *x->array.a_stub);
    x->array.a_stub->gs_which = GP_ARRAY;
    x->array.a_stub->gs_un.gs_array = &x->array;
    x->array.a_vec = standin_alloc((size_t)n * sizeof(t_word));
    x->array.a_n = n;
    for (int i = 0; i < n; i++)
        ((t_word *)x->array.a_vec)[i].w_float = value(i, kind);
    x->next = arrays;
    arrays = x;
    x->name->s_thing = &x->c;
}

/* The stub goes with the last pointer that holds the array. */
static void let_go(t_gstub *stub)
{
    if (stub->gs_refcount < 0)
        standin_finding("a pointer to an array is let go twice");
    if (stub->gs_refcount == 0 && stub->gs_which == GP_NONE)
        free(stub);
}

void standin_arrays_end(void)
{
    while (arrays) {
        t_garray *gone = arrays;
        arrays = gone->next;
        gone->name->s_thing = NULL;
        gone->array.a_stub->gs_which = GP_NONE;
        let_go(gone->array.a_stub);
        free(gone->array.a_vec);
        free(gone);
    }
}

/* ---- pointers to arrays ---- */

void gpointer_init(t_gpointer *p)
{
    *p = (t_gpointer){ .gp_valid = 0 };
}

void gpointer_unset(t_gpointer *p)
{
    t_gstub *stub = p->gp_stub;
    p->gp_stub = NULL;
    if (!stub)
        return;
    stub->gs_refcount--;
    let_go(stub);
}

void gpointer_setarray(t_gpointer *p, t_array *a, t_word *words)
{
    gpointer_unset(p);
    p->gp_stub = a->a_stub;
    p->gp_valid = a->a_valid;
    p->gp_un.gp_w = words;
    a->a_stub->gs_refcount++;
}

int gpointer_check(const t_gpointer *p, int headok)
{
    const t_gstub *stub = p->gp_stub;
    (void)headok;
    return stub && stub->gs_which == GP_ARRAY && stub->gs_un.gs_array->a_valid == p->gp_valid;
}
