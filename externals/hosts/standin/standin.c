/* standin: Pd's symbols, classes, objects, messages, outlets and clocks. */
#include "standin.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

standin_state standin;
int standin_in_block;

void standin_listen(standin_listener listener)
{
    standin.listener = listener;
}

void *standin_alloc(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p)
        standin_finding("no memory for %zu bytes", size);
    return p;
}

/* ---- symbols ---- */

enum { BUCKETS = 1024 };

typedef struct entry {
    t_symbol symbol;
    struct entry *next;
} entry;

static entry *buckets[BUCKETS];

t_symbol s_pointer = { "pointer", NULL, NULL }, s_float = { "float", NULL, NULL }, s_symbol = { "symbol", NULL, NULL },
         s_bang = { "bang", NULL, NULL }, s_list = { "list", NULL, NULL }, s_anything = { "anything", NULL, NULL },
         s_signal = { "signal", NULL, NULL }, s__N = { "#N", NULL, NULL }, s__X = { "#X", NULL, NULL },
         s_x = { "x", NULL, NULL }, s_y = { "y", NULL, NULL }, s_ = { "", NULL, NULL };
static t_symbol *const given[] = { &s_pointer, &s_float, &s_symbol, &s_bang, &s_list, &s_anything, &s_signal, &s_ };

static unsigned bucket_of(const char *name)
{
    unsigned hash = 5381;
    while (*name)
        hash = hash * 33 + (unsigned char)*name++;
    return hash % BUCKETS;
}

t_symbol *gensym(const char *name)
{
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (!strcmp(given[i]->s_name, name))
            return given[i];
    entry **first = &buckets[bucket_of(name)];
    for (entry *e = *first; e; e = e->next)
        if (!strcmp(e->symbol.s_name, name))
            return &e->symbol;
    entry *made = standin_alloc(sizeof *made);
    made->symbol.s_name = strcpy(standin_alloc(strlen(name) + 1), name);
    made->next = *first;
    *first = made;
    return &made->symbol;
}

/* Symbols of Pd stay for ever; here they go with the object that made them. Whoever kept one beyond that is seen. */
void standin_symbols_end(void)
{
    for (int i = 0; i < BUCKETS; i++)
        while (buckets[i]) {
            entry *gone = buckets[i];
            buckets[i] = gone->next;
            free((char *)(uintptr_t)gone->symbol.s_name);
            free(gone);
        }
}

/* ---- what is posted ---- */

static void say(int is_error, const char *format, va_list args)
{
    char line[4096];
    vsnprintf(line, sizeof line, format, args);
    if (standin_in_block)
        standin_finding("a block posts: %s", line);
    if (standin.listener.said)
        standin.listener.said(is_error, line);
}

void post(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(0, format, args);
    va_end(args);
}

void pd_error(const void *object, const char *format, ...)
{
    va_list args;
    (void)object;
    va_start(args, format);
    say(1, format, args);
    va_end(args);
}

void bug(const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    standin_finding("%s", line);
}

/* ---- classes ---- */

t_class *class_new(t_symbol *name, t_newmethod make, t_method end, size_t size, int flags, t_atomtype type, ...)
{
    t_class *c = &standin.classes[standin.n_classes++];
    if (standin.n_classes > STANDIN_CLASSES || type != A_GIMME)
        standin_finding("the stand-in knows up to %d classes, of any creation arguments", STANDIN_CLASSES);
    snprintf(c->name, sizeof c->name, "%s", name->s_name);
    c->make = (void *(*)(t_symbol *, int, t_atom *))(t_method)make;
    c->end = (void (*)(void *))end;
    c->size = size;
    c->multichannel = flags & STANDIN_MULTICHANNEL;
    return c;
}

void class_addmethod(t_class *c, t_method fn, t_symbol *selector, t_atomtype type, ...)
{
    if (!strcmp(selector->s_name, "dsp") && type == A_CANT) {
        c->dsp = (void (*)(void *, t_signal **))fn;
        return;
    }
    if (c->n_methods == STANDIN_METHODS)
        standin_finding("the stand-in knows fewer methods than %s has", c->name);
    standin_method *m = &c->method[c->n_methods++];
    int n = 0;
    va_list args;
    va_start(args, type);
    for (; type != A_NULL && n < 3; type = (t_atomtype)va_arg(args, int))
        m->takes[n++] = type == A_GIMME ? 'g' : type == A_SYMBOL || type == A_DEFSYM ? 's' : 'f';
    va_end(args);
    m->name = selector;
    m->fn = fn;
}

#undef class_addbang
void class_addbang(t_class *c, t_method fn)
{
    class_addmethod(c, fn, &s_bang, A_NULL);
}

#undef class_addanything
void class_addanything(t_class *c, t_method fn)
{
    c->any = (void (*)(void *, t_symbol *, int, t_atom *))fn;
}

void class_doaddfloat(t_class *c, t_method fn)
{
    c->number = (void (*)(void *, t_floatarg))fn;
}

void class_domainsignalin(t_class *c, int onset)
{
    c->signal_in = onset;
}

/* A class has one name here, without that of the library. */
void class_addcreator(t_newmethod make, t_symbol *name, t_atomtype type, ...)
{
    (void)make;
    (void)name;
    (void)type;
}

t_class *standin_class(const char *name)
{
    const char *slash = strrchr(name, '/');
    name = slash ? slash + 1 : name;
    for (int i = 0; i < standin.n_classes; i++)
        if (!strcmp(standin.classes[i].name, name))
            return &standin.classes[i];
    return NULL;
}

/* ---- objects ---- */

t_pd *pd_new(t_class *c)
{
    t_pd *x = standin_alloc(c->size);
    *x = c;
    return x;
}

void pd_free(t_pd *x)
{
    t_object *o = (t_object *)x;
    (*x)->end(x);
    while (o->ob_inlet) {
        t_inlet *gone = o->ob_inlet;
        o->ob_inlet = gone->next;
        free(gone);
    }
    while (o->ob_outlet) {
        t_outlet *gone = o->ob_outlet;
        o->ob_outlet = gone->next;
        free(gone);
    }
    free(x);
}

t_inlet *signalinlet_new(t_object *o, t_float f)
{
    t_inlet **at = &o->ob_inlet;
    while (*at)
        at = &(*at)->next;
    *at = standin_alloc(sizeof **at);
    (*at)->f = f;
    return *at;
}

t_inlet *inlet_new(t_object *o, t_pd *to, t_symbol *from, t_symbol *as)
{
    if (to != &o->ob_pd || from != &s_signal || as != &s_signal)
        standin_finding("the stand-in knows no inlet for %s", from->s_name);
    return signalinlet_new(o, 0);
}

t_object *pd_checkobject(t_pd *x)
{
    (void)x;
    return NULL;
}

t_outlet *outlet_new(t_object *o, t_symbol *type)
{
    t_outlet **at = &o->ob_outlet;
    while (*at)
        at = &(*at)->next;
    *at = standin_alloc(sizeof **at);
    (*at)->is_signal = type == &s_signal;
    return *at;
}

void outlet_anything(t_outlet *x, t_symbol *selector, int argc, t_atom *argv)
{
    if (standin_in_block || x->is_signal)
        standin_finding("%s leaves an outlet where it may not", selector->s_name);
    for (int i = 0; i < argc; i++)
        if (argv[i].a_type == A_FLOAT && !isfinite(argv[i].a_w.w_float))
            standin_finding("%s tells %g as atom %d", selector->s_name, (double)argv[i].a_w.w_float, i);
    if (standin.listener.told)
        standin.listener.told(x, selector, argc, argv);
}

t_pd *standin_make(t_class *c, int argc, t_atom *argv)
{
    standin_free();
    standin.object = c->make(gensym(c->name), argc, argv);
    return standin.object;
}

void standin_free(void)
{
    standin_off();
    if (standin.object)
        pd_free(standin.object);
    standin.object = NULL;
    if (standin.clocks)
        standin_finding("a freed object leaves a clock");
}

void standin_end(void)
{
    standin_free();
    standin_arrays_end();
    standin_files_empty();
    standin_symbols_end();
    standin.now = 0;
}

/* ---- messages, by the rules of Pd's m_class.c and m_obj.c ---- */

/* A class that has a method for floats keeps them away from the signal of the first inlet. */
static void take_float(t_pd *x, t_float f)
{
    if ((*x)->number)
        (*x)->number(x, f);
    else
        *(t_float *)((char *)x + (*x)->signal_in) = f;
}

/* Of an inlet; the object itself gets its floats by take_float. */
void pd_float(t_pd *x, t_float f)
{
    ((t_inlet *)x)->f = f;
}

/* One element of a list that spreads over the inlets. */
static void take_first(t_pd *x, const t_atom *a)
{
    if (a->a_type == A_FLOAT)
        take_float(x, a->a_w.w_float);
    else
        (*x)->any(x, a->a_type == A_SYMBOL ? &s_symbol : &s_pointer, 1, &(t_atom){ a->a_type, a->a_w });
}

void obj_list(t_object *o, t_symbol *selector, int argc, t_atom *argv)
{
    t_inlet *in = o->ob_inlet;
    (void)selector;
    for (int i = 1; i < argc && in; i++, in = in->next)
        if (argv[i].a_type == A_FLOAT)
            in->f = argv[i].a_w.w_float;
        else
            pd_error(o, "inlet: expected 'signal' but got '%s'", argv[i].a_type == A_SYMBOL ? "symbol" : "pointer");
    if (argc)
        take_first(&o->ob_pd, argv);
}

static t_symbol *word_at(int i, int argc, t_atom *argv)
{
    return atom_getsymbolarg(i, argc, argv);
}

/* WebAssembly calls no function by another type than its own. */
static void call(const standin_method *m, t_pd *x, t_symbol *s, int argc, t_atom *argv)
{
    if (!strcmp(m->takes, ""))
        ((void (*)(void *))m->fn)(x);
    else if (!strcmp(m->takes, "g"))
        ((void (*)(void *, t_symbol *, int, t_atom *))m->fn)(x, s, argc, argv);
    else if (!strcmp(m->takes, "s"))
        ((void (*)(void *, t_symbol *))m->fn)(x, word_at(0, argc, argv));
    else if (!strcmp(m->takes, "ss"))
        ((void (*)(void *, t_symbol *, t_symbol *))m->fn)(x, word_at(0, argc, argv), word_at(1, argc, argv));
    else if (!strcmp(m->takes, "f"))
        ((void (*)(void *, t_floatarg))m->fn)(x, atom_getfloatarg(0, argc, argv));
    else
        standin_finding("the stand-in knows no method of %s", m->takes);
}

/* A method of this name, or else anything. */
static void take_any(t_pd *x, t_symbol *s, int argc, t_atom *argv)
{
    for (int i = 0; i < (*x)->n_methods; i++)
        if ((*x)->method[i].name == s) {
            call(&(*x)->method[i], x, s, argc, argv);
            return;
        }
    if ((*x)->any)
        (*x)->any(x, s, argc, argv);
    else
        pd_error(x, "%s: no method for '%s'", (*x)->name, s->s_name);
}

void standin_send(t_symbol *s, int argc, t_atom *argv)
{
    t_pd *x = standin.object;
    t_atom empty = { A_SYMBOL, { .w_symbol = &s_ } };
    int first = argc ? (int)argv->a_type : A_NULL;
    if (!x)
        return;
    if (s == &s_float && (argc == 0 || first == A_FLOAT))
        take_float(x, argc ? argv->a_w.w_float : 0);
    else if ((s == &s_float || s == &s_pointer) && (s == &s_float || first != A_POINTER))
        pd_error(x, "Bad arguments for message '%s' to object '%s'", s->s_name, (*x)->name);
    else if (s == &s_pointer)
        take_any(x, s, 1, argv);
    else if (s == &s_bang)
        take_any(x, s, 0, NULL);
    else if (s == &s_symbol)
        take_any(x, s, 1, first == A_SYMBOL ? argv : &empty);
    else if (s == &s_list && argc == 1 && first == A_FLOAT)
        take_float(x, argv->a_w.w_float);
    else if (!strcmp(s->s_name, "dsp"))
        pd_error(x, "Bad arguments for message 'dsp' to object '%s'", (*x)->name);
    else
        take_any(x, s, argc, argv);
}

void standin_send_text(const char *text)
{
    t_binbuf *b = binbuf_new();
    binbuf_text(b, text, strlen(text));
    t_atom *a = binbuf_getvec(b);
    int n = binbuf_getnatom(b);
    for (int i = 0, end; i < n; i = end + 1) {
        for (end = i; end < n && a[end].a_type != A_COMMA && a[end].a_type != A_SEMI; end++)
            if (a[end].a_type == A_DOLLAR || a[end].a_type == A_DOLLSYM) {
                pd_error(NULL, "$%d: argument number out of range", (int)a[end].a_w.w_index);
                SETFLOAT(&a[end], 0);
            }
        if (end > i && a[i].a_type == A_SYMBOL)
            standin_send(a[i].a_w.w_symbol, end - i - 1, a + i + 1);
        else if (end > i)
            standin_send(end - i == 1 ? &s_float : &s_list, end - i, a + i);
    }
    binbuf_free(b);
}

t_float atom_getfloat(const t_atom *a)
{
    return a->a_type == A_FLOAT ? a->a_w.w_float : 0;
}

t_symbol *atom_getsymbol(const t_atom *a)
{
    return a->a_type == A_SYMBOL ? a->a_w.w_symbol : &s_float;
}

t_float atom_getfloatarg(int i, int argc, const t_atom *argv)
{
    return i < argc ? atom_getfloat(argv + i) : 0;
}

t_symbol *atom_getsymbolarg(int i, int argc, const t_atom *argv)
{
    return i < argc && argv[i].a_type == A_SYMBOL ? argv[i].a_w.w_symbol : &s_;
}

/* ---- clocks ---- */

static const double UNITS = 14112; /* of logical time, in a millisecond */

t_clock *clock_new(void *owner, t_method fn)
{
    t_clock *c = standin_alloc(sizeof *c);
    *c = (t_clock){ .owner = owner, .fn = (void (*)(void *))fn, .due = -1, .next = standin.clocks };
    standin.clocks = c;
    return c;
}

void clock_free(t_clock *x)
{
    t_clock **at = &standin.clocks;
    while (*at && *at != x)
        at = &(*at)->next;
    if (!*at)
        standin_finding("a clock is freed that is none");
    *at = x->next;
    free(x);
}

void clock_delay(t_clock *x, double ms)
{
    x->due = standin.now + (ms > 0 ? ms : 0);
}

void clock_unset(t_clock *x)
{
    x->due = -1;
}

double clock_getlogicaltime(void)
{
    return standin.now * UNITS;
}

double clock_gettimesince(double before)
{
    return standin.now - before / UNITS;
}

/* Clocks run in the order in which they are due; one that sets itself anew for now would run for ever. */
void standin_clocks_run(double until)
{
    for (int i = 0; i < 1000; i++) {
        t_clock *first = NULL;
        for (t_clock *c = standin.clocks; c; c = c->next)
            if (c->due >= 0 && c->due <= until && (!first || c->due < first->due))
                first = c;
        if (!first) {
            standin.now = until;
            return;
        }
        standin.now = first->due > standin.now ? first->due : standin.now;
        first->due = -1;
        first->fn(first->owner);
    }
    standin_finding("clocks run for ever");
}

/* ---- patches: there are none, so that nothing was created with flags ---- */

void canvas_setcurrent(t_canvas *c)
{
    (void)c;
}

void canvas_unsetcurrent(t_canvas *c)
{
    (void)c;
}

void canvas_getargs(int *argc, t_atom **argv)
{
    *argc = 0;
    *argv = NULL;
}

t_symbol *canvas_getdir(const t_canvas *c)
{
    (void)c;
    return gensym("");
}
