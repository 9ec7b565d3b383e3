/* instrument: the abstraction of the library in which an object stands. */
#include "instrument.h"

#include <stdatomic.h>
#include <string.h>

#include <g_canvas.h>

#include "internal.h"
#include "text.h"

/* Returns a text that says what the instrument takes, at an object of its subpatch or behind it. */
static const t_binbuf *row_from(const t_gobj **g)
{
    for (; *g; *g = (*g)->g_next) {
        const t_object *text = pd_checkobject((t_pd *)&(*g)->g_pd);
        if (text && text->te_binbuf &&
            hz_word_list_is(binbuf_getnatom(text->te_binbuf), binbuf_getvec(text->te_binbuf), 0, "MESSAGE"))
            return text->te_binbuf;
    }
    return NULL;
}

/* Returns the first object of the subpatch that says what a patch takes. NULL: there is none. */
static const t_gobj *rows_of(const t_canvas *c)
{
    for (const t_gobj *g = c->gl_list; g; g = g->g_next)
        if (g->g_pd == c->gl_obj.te_g.g_pd && !strcmp(((const t_canvas *)g)->gl_name->s_name, "messages")) {
            const t_gobj *first = ((const t_canvas *)g)->gl_list;
            return row_from(&first) ? first : NULL;
        }
    return NULL;
}

static const t_canvas *instrument_of(const t_canvas *c)
{
    while (c && !rows_of(c))
        c = c->gl_owner;
    return c;
}

const char *hz_instrument_called(const t_canvas *c, const char *box, hz_text *name)
{
    const t_canvas *i = instrument_of(c);
    const char *file = i ? i->gl_name->s_name : box;

    hz_text_add(name, "%.*s", (int)strcspn(file, "."), file);
    return name->s;
}

const char *hz_instrument_name(const hz_object *o, hz_text *name)
{
    return hz_instrument_called(o->bridge->canvas, o->cls->name, name);
}

const t_canvas *hz_instrument_patch(const t_canvas *c)
{
    for (const t_canvas *i = instrument_of(c); i && i->gl_owner; i = instrument_of(c))
        c = i->gl_owner;
    return c;
}

static int was_given(const t_canvas *c, const char *flag)
{
    int argc, given = 0;
    t_atom *argv;

    canvas_setcurrent((t_canvas *)c);
    canvas_getargs(&argc, &argv);
    canvas_unsetcurrent((t_canvas *)c);
    for (int i = 0; i < argc; i++)
        given |= hz_word_list_is(argc, argv, i, flag);
    return given;
}

int hz_instrument_has_flag(const t_canvas *c, const char *flag)
{
    const t_symbol *folder = c ? canvas_getdir((t_canvas *)c) : NULL;

    while (c && canvas_getdir((t_canvas *)c) == folder) {
        if (was_given(c, flag))
            return 1;
        while (c && !c->gl_env)
            c = c->gl_owner;
        c = c ? c->gl_owner : NULL;
    }
    return 0;
}

/* What the rows say of a word that was typed. */
typedef struct answer {
    const char *typed;
    hz_text takes, allowed; /* the names of all messages; what may stand behind the word if it is one of them */
    hz_text *guess;
} answer;

/* Reads a row up to its range. Where a message takes a name, the range lists the names. */
static void read_row(const t_binbuf *row, answer *to)
{
    const t_atom *a = binbuf_getvec(row);
    int is_typed = 0, names = 0, column = 0;

    for (int i = 1; i < binbuf_getnatom(row) && column < 3; i++) {
        const char *word = a[i].a_type == A_SYMBOL ? a[i].a_w.w_symbol->s_name : "<";
        column += !strcmp(word, "|");
        names |= !strcmp(word, "<name>");
        if (strpbrk(word, ",<>|"))
            continue;
        if (column == 0) {
            is_typed |= !strcmp(word, to->typed);
            hz_text_add(&to->takes, "%s, ", word);
            hz_word_list_guess(to->guess, to->typed, NULL, word);
        } else if (column == 2 && names) {
            hz_text_add(&to->allowed, "%s%s", to->allowed.n ? " " : "", is_typed ? word : "");
            hz_word_list_guess(to->guess, to->typed, a[1].a_w.w_symbol->s_name, word);
        }
    }
}

int hz_instrument_refuse(hz_object *o, const char *typed, int argc, const t_atom *argv, hz_text *guess)
{
    const t_canvas *c = instrument_of(o->bridge->canvas);
    answer its = { .typed = typed, .guess = guess };
    hz_text flags = { 0 }, name = { 0 };

    for (const t_gobj *g = c ? rows_of(c) : NULL; g && row_from(&g); g = g->g_next)
        read_row(row_from(&g), &its);
    hz_text_add(&its.takes, "and what %s takes", o->cls->name);
    hz_text_add(&flags, "-name value..., with the names %s", its.takes.s);
    if (c && its.allowed.n)
        hz_refuse(o, NULL, typed, argc, argv, its.allowed.s);
    else if (c && strcmp(typed, "arguments") != 0)
        hz_error(o, "%s: there is no message '%s'; it takes %s%s", hz_instrument_name(o, &name), typed, its.takes.s,
                 guess->s);
    else if (c && c->gl_obj.te_binbuf) /* The copies of a clone begin with their numbers. */
        hz_refuse(o, NULL, typed, argc, argv, flags.s);
    return c != NULL;
}

/* Says whether the first column of a row names this message; a lone argument, as in <wind>, is a float. */
static int names(const t_binbuf *row, const char *name)
{
    const t_atom *a = binbuf_getvec(row);
    int n = binbuf_getnatom(row), end = 1, arguments = 0, found = 0, words = 0;

    for (; end < n && !hz_word_list_is(n, a, end, "|"); end++)
        if (a[end].a_type == A_SYMBOL && !strchr(",", a[end].a_w.w_symbol->s_name[0])) {
            const char *word = a[end].a_w.w_symbol->s_name;
            arguments += *word == '<';
            words += *word != '<' && !strchr(word, '>');
            found |= !strcmp(word, name);
            if (!strcmp(word, "<message>"))
                return 0;
        }
    return found || (arguments == 1 && !words && !strcmp(name, "float"));
}

/* Reads the columns of a default and a range, where these are numbers. */
static void read_numbers(const t_binbuf *row, hz_instrument_row *to)
{
    const t_atom *a = binbuf_getvec(row);
    int n = binbuf_getnatom(row), column = 0;

    *to = (hz_instrument_row){ 0 };
    for (int i = 1; i < n && column < 3; i++) {
        int bar = hz_word_list_is(n, a, i, "|");
        column += bar;
        if (bar && column == 1 && i + 1 < n && a[i + 1].a_type == A_FLOAT)
            to->has_default = 1, to->init = a[i + 1].a_w.w_float;
        if (bar && column == 2 && i + 3 < n && a[i + 1].a_type == A_FLOAT && hz_word_list_is(n, a, i + 2, "to") &&
            a[i + 3].a_type == A_FLOAT)
            to->has_range = 1, to->min = a[i + 1].a_w.w_float, to->max = a[i + 3].a_w.w_float;
    }
}

int hz_instrument_takes(const t_canvas *patch, const char *message, hz_instrument_row *row)
{
    for (const t_gobj *g = rows_of(patch); g && row_from(&g); g = g->g_next)
        if (names(row_from(&g), message)) {
            read_numbers(row_from(&g), row);
            return 1;
        }
    return 0;
}

int hz_instrument_repeats(const hz_object *o, const char *text)
{
    static _Atomic unsigned last; /* Pds in other threads have it too, so that at worst a text is printed again. */
    const t_canvas *c = instrument_of(o->bridge->canvas);

    while (c && c->gl_owner && !c->gl_obj.te_binbuf) /* All copies of a clone got the same. */
        c = c->gl_owner;
    unsigned hash = (unsigned)(uintptr_t)c ^ (unsigned)(uint64_t)clock_getlogicaltime();

    for (; *text; text++)
        hash = 31 * hash + (unsigned char)*text;
    return c && atomic_exchange(&last, hash) == hash;
}
