/* standin_files: Pd's arrays and files. */
#include "standin_parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <g_canvas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    (void)x;
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

/* ---- files ---- */

void standin_begin(void)
{
    snprintf(standin.folder, sizeof standin.folder, "/tmp/hertz-host-XXXXXX");
    if (!mkdtemp(standin.folder))
        standin_finding("no folder %s", standin.folder);
    atexit(standin_files_end);
}

/* A name becomes one of this folder: nothing is written anywhere else. */
static void standin_path(const char *name, char path[MAXPDSTRING])
{
    size_t n = (size_t)snprintf(path, MAXPDSTRING, "%s/", standin.folder);
    while (*name && n < MAXPDSTRING - 2) {
        path[n++] = *name == '/' || *name == '.' ? '_' : *name;
        name++;
    }
    path[n] = 0;
}

t_canvas *canvas_getcurrent(void)
{
    return NULL;
}

void canvas_makefilename(const t_canvas *c, const char *file, char *result, int size)
{
    char path[MAXPDSTRING];
    (void)c;
    standin_path(file, path);
    snprintf(result, (size_t)size, "%s", path);
}

int canvas_path_iterate(const t_canvas *c, t_canvas_path_iterator look, void *user)
{
    (void)c;
    return look("", user);
}

int sys_isabsolutepath(const char *path)
{
    return path[0] == '/' || path[0] == '~';
}

int sys_open(const char *name, int flags, ...)
{
    char path[MAXPDSTRING];
    int is_path = !strncmp(name, standin.folder, strlen(standin.folder)); /* canvas_makefilename made it. */
    if (!is_path)
        standin_path(name, path);
    return open(is_path ? name : path, flags, 0600);
}

int sys_close(int fd)
{
    return close(fd);
}

static void empty_folder(void)
{
    DIR *folder = opendir(standin.folder);
    struct dirent *e;
    while (folder && (e = readdir(folder)) != NULL) {
        char path[MAXPDSTRING];
        snprintf(path, sizeof path, "%s/%s", standin.folder, e->d_name);
        if (unlink(path))
            rmdir(path);
    }
    if (folder)
        closedir(folder);
}

void standin_files_end(void)
{
    empty_folder();
    rmdir(standin.folder);
}

void standin_end(void)
{
    standin_free();
    standin_arrays_end();
    empty_folder();
    standin_symbols_end();
    standin.now = 0;
}
