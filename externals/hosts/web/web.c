/* web: one object of hertz in WebAssembly, for hertz-worklet.js: a box with its text, messages as text, blocks of
 * samples. Each box is an instance of the module, with a memory of its own.
 *
 * Texts go in by the memory at web_text(), and out by web_said: what Pd prints, what leaves the info outlet (its number
 * first), and arrays that are drawn anew. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hosts/standin/standin.h"

#define SHOWN(name) __attribute__((export_name(#name), used))
#define GIVEN(name) __attribute__((import_module("web"), import_name(#name)))

enum { POSTED, ERROR, TOLD, DRAWN, ENDED }; /* the kinds of what is said */
enum { ROOM = 1 << 16, LINE = 4096 };

GIVEN(said) void web_said(int kind, const char *text);
GIVEN(drawn) void web_drawn(const char *name, int n, const t_word *words);

void hertz_setup(void);

static char text[ROOM];

_Noreturn void standin_finding(const char *format, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    web_said(ENDED, line);
    __builtin_trap();
}

/* ---- what comes out ---- */

static void said(int is_error, const char *line)
{
    web_said(is_error ? ERROR : POSTED, line);
}

/* A word is escaped as in a file of Pd's, so that it reads as one. */
static int put_word(char *to, int room, const char *word)
{
    int n = 0;
    for (; *word && n < room - 2; word++) {
        if (strchr(" ,;\\", *word))
            to[n++] = '\\';
        to[n++] = *word;
    }
    to[n] = 0;
    return n;
}

static void told(t_outlet *from, const t_symbol *selector, int argc, const t_atom *argv)
{
    static char line[ROOM];
    int n = put_word(line, ROOM, selector->s_name);
    (void)from; /* Of the outlets that are not signals there is one. */
    for (int i = 0; i < argc && n < ROOM - 32; i++) {
        line[n++] = ' ';
        if (argv[i].a_type == A_FLOAT)
            n += snprintf(line + n, 32, "%.9g", (double)argv[i].a_w.w_float);
        else
            n += put_word(line + n, ROOM - n, argv[i].a_w.w_symbol->s_name);
    }
    line[n] = 0;
    web_said(TOLD, line);
}

static void drawn(const t_symbol *array, int n, const t_word *words)
{
    web_drawn(array->s_name, n, words);
}

/* ---- what JavaScript calls ---- */

SHOWN(begin) void web_begin(void)
{
    standin_listen((standin_listener){ said, told, drawn });
    hertz_setup();
}

SHOWN(text) char *web_text(void)
{
    return text;
}

/* The text of a box: the name of a class, then its arguments. Returns 0 where there is no such class. */
SHOWN(make) int web_make(double rate, int block)
{
    t_binbuf *b = binbuf_new();
    binbuf_text(b, text, strlen(text));
    const t_atom *a = binbuf_getvec(b);
    t_class *c = binbuf_getnatom(b) && a->a_type == A_SYMBOL ? standin_class(a->a_w.w_symbol->s_name) : NULL;
    standin_dsp((t_float)rate, block);
    int good = c && standin_make(c, binbuf_getnatom(b) - 1, binbuf_getvec(b) + 1);
    if (!c)
        pd_error(NULL, "%s\n... couldn't create", text);
    binbuf_free(b);
    if (good)
        standin_dsp((t_float)rate, block);
    return good;
}

SHOWN(send) void web_send(void)
{
    standin_send_text(text);
}

static t_float zero(int i, const char *kind)
{
    (void)i;
    (void)kind;
    return 0;
}

/* An array of this name (in the text), for messages such as shape. */
SHOWN(array) void web_array(int n)
{
    standin_array(text, n, zero, NULL);
}

SHOWN(block) void web_block(void)
{
    standin_block();
}
SHOWN(inlets) int web_inlets(void)
{
    return standin_inlets();
}
SHOWN(outlets) int web_outlets(void)
{
    return standin_outlets();
}
/* Their samples. An inlet holds the number that was sent to it last. */
SHOWN(inlet) t_sample *web_inlet(int i)
{
    return standin_inlet(i);
}
SHOWN(outlet) const t_sample *web_outlet(int i)
{
    return standin_outlet(i);
}
