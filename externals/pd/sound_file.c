/* sound_file: a sound as a text that a person can read. */
#include "sound.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "file.h"
#include "instrument.h"
#include "internal.h"
#include "seed.h"
#include "text.h"

enum { VERSION = 1 };
static const char END[] = "end", BLANKS[] = " \t\r\n";

const hz_param hz_sound_file_args[1] = {
    { "file", .flags = HZ_WORD, .doc = "Name of the file, in the folder of the patch or in Pd's search path." },
};

/* ---- writing ---- */

/* A text with room for the longest that load takes. What is beyond is cut. */
typedef struct text {
    char *s;
    size_t n;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...)
{
    size_t room = HZ_FILE_MOST_SOUND + 1 - t->n;
    va_list list;

    va_start(list, format);
    int n = vsnprintf(t->s + t->n, room, format, list);
    va_end(list);
    t->n += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

/* Writes a word as Pd writes words into texts: what would end it or mean something else has a backslash before it, and
 * so has a word that would be a number. */
static void add_word(text *t, const char *word)
{
    double x;

    add(t, hz_decimal_read(word, strlen(word), &x) ? "\\" : "");
    for (; *word; word++)
        add(t, strchr(" \t\r\n,;\\$", *word) ? "\\%c" : "%c", *word);
}

static void write_sound(text *t, const hz_object *o, const hz_sound *s)
{
    char number[HZ_DECIMAL_ROOM];

    add(t, "hertz sound %d %s;\n", VERSION, o->cls->name);
    for (const t_atom *a = s->a; a < s->a + s->n; a++) {
        if (a->a_type == A_SEMI) {
            add(t, ";\n");
            continue;
        }
        add(t, a > s->a && a[-1].a_type != A_SEMI ? " " : "");
        if (a->a_type == A_SYMBOL)
            add_word(t, a->a_w.w_symbol->s_name);
        else if (hz_decimal_write(number, sizeof number, HZ_NUMBER_DIGITS, (double)a->a_w.w_float))
            add(t, "%s", number);
    }
    if (s->seed >= 0)
        add(t, "seed %d;\n", s->seed);
    add(t, "%s;\n", END);
}

static void complain(hz_object *o, const char *verb, const char *name, const char *why, const char *allowed)
{
    hz_text given = { 0 };

    hz_text_add(&given, "%.*s: %s", HZ_QUOTED, name, why);
    hz_complain(o, NULL, verb, given.s, allowed, NULL);
}

void hz_sound_file_save(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    const char *name = argv[0].a_w.w_symbol->s_name, *why = strerror(ENOMEM);
    text t = { .s = malloc(HZ_FILE_MOST_SOUND + 1) };
    hz_sound *sound = hz_sound_take(o, 0);

    (void)argc;
    if (t.s && sound) {
        write_sound(&t, o, sound);
        why = t.n < HZ_FILE_MOST_SOUND ? hz_file_write(o->bridge->canvas, name, t.s) : "more than 1 MiB";
    }
    if (why)
        complain(o, "save", name, why, "a place that can be written to");
    free(t.s);
    hz_sound_free(sound);
}

/* ---- reading ---- */

/* Counts the atoms before the next semicolon or comma. */
static int length(int argc, const t_atom *argv)
{
    int n = 0;

    while (n < argc && argv[n].a_type != A_SEMI && argv[n].a_type != A_COMMA)
        n++;
    return n;
}

/* Returns why the first line of a file is not that of a sound for this object; NULL: it is. */
static const char *refuse(const hz_object *o, int n, const t_atom *a)
{
    if (n != 4 || !hz_word_list_is(n, a, 0, "hertz") || !hz_word_list_is(n, a, 1, "sound") || a[2].a_type != A_FLOAT)
        return "it does not begin with hertz sound 1 and the name of a class";
    if (a[2].a_w.w_float > VERSION)
        return "a later version of hertz has written it";
    if (!hz_word_list_is(n, a, 3, o->cls->name))
        return "it holds the sound of another class";
    return NULL;
}

/* Says whether a message sets a parameter or the seed. What is finite is brought into the range of its row, as ranges
 * were wider once; then `outside` names the parameter. */
static int sets(const hz_object *o, int n, t_atom *a, hz_text *outside)
{
    int table, row, named, out = 0;

    if (hz_seed_is(n, a))
        return 1;
    if (a->a_type != A_SYMBOL || (named = 1 + hz_values_find(o, a->a_w.w_symbol, n - 1, a + 1, &table, &row)) == 0)
        return 0;
    const hz_param *p = hz_values_row(o, table, row);
    for (int i = named; i < n && i - named < hz_param_most(p); i++) {
        const hz_param *its = hz_param_element(p, i - named);
        double x = a[i].a_type == A_FLOAT ? (double)a[i].a_w.w_float : NAN;
        if (its->choices || its->flags & HZ_WORD || !isfinite(x) || hz_number_within(&x, its->min, its->max))
            continue;
        SETFLOAT(&a[i], (t_float)fmin(fmax(x, its->min), its->max));
        out = 1;
    }
    for (int i = 0; out && i < named; i++)
        hz_text_add_atom(outside, " ", &a[i]);
    return !(p->flags & HZ_CREATION) && hz_param_takes(p, n - named, a + named);
}

/* Returns the number of the line on which the next message begins behind so many atoms. */
static int line_behind(int atoms, const t_atom *a, const char *s, size_t size)
{
    int line = 1, messages = 0;

    for (int i = 0; i < atoms; i++)
        messages += a[i].a_type == A_SEMI || a[i].a_type == A_COMMA;
    for (size_t i = 0; i < size && (messages > 0 || strchr(BLANKS, s[i])); i++) {
        line += s[i] == '\n';
        messages -= s[i] == ';' || s[i] == ',';
        i += s[i] == '\\';
    }
    return line;
}

/* Lets a voice take the messages between two atoms. */
static void take(hz_object *o, int at, int to, const t_atom *argv)
{
    hz_sound_begin(o);
    for (int n; at < to; at += n + 1)
        if ((n = length(to - at, argv + at)) > 0 && hz_seed_is(n, argv + at))
            hz_seed_put(o, (int)argv[at + 1].a_w.w_float);
        else if (n > 0)
            hz_values_message(o, argv[at].a_w.w_symbol, n - 1, argv + at + 1);
}

/* Takes the sound in a text, all of it or nothing: what is cut off lacks its end. */
static void read_sound(hz_object *o, const char *name, const char *s, size_t size, int argc, t_atom *argv)
{
    hz_text subject = { 0 }, outside = { 0 };
    hz_object *const *voice;
    int first = length(argc, argv) + 1, at = first, n = 0;

    while (at < argc && ((n = length(argc - at, argv + at)) == 0 || sets(o, n, argv + at, &outside)))
        at += n + 1;
    if (at >= argc || n != 1 || !hz_word_list_is(n, argv + at, 0, END) || argc - at > 2) {
        n = at < argc ? n : 0;
        hz_text_add(&subject, "load %.*s: line %d", HZ_QUOTED, name, line_behind(at < argc ? at : argc, argv, s, size));
        hz_refuse(o, NULL, subject.s, n, argv + at, "messages that set parameters, and behind the last one end");
        return;
    }
    for (int i = 0, voices = hz_object_voices(o, &voice); i < voices; i++)
        take(voice[i], first, at, argv);
    if (outside.n)
        hz_error(o, "%s: load %.*s: brought into what it may be:%s", hz_instrument_name(o, &subject), HZ_QUOTED, name,
                 outside.s);
}

void hz_sound_file_load(void *object, int argc, const t_atom *argv)
{
    enum { LINE = 200 }; /* The first line is no longer. A file of something else is read no further. */
    hz_object *o = object;
    const char *name = argv[0].a_w.w_symbol->s_name, *why;
    size_t size;
    char *read = hz_file_read(o->bridge->canvas, name, HZ_FILE_MOST_SOUND, &size, &why);

    (void)argc;
    if (!read) {
        complain(o, "load", name, why, "a file that can be read");
        return;
    }
    t_binbuf *b = binbuf_new();
    binbuf_text(b, read, size < LINE ? size : LINE);
    why = refuse(o, length(binbuf_getnatom(b), binbuf_getvec(b)), binbuf_getvec(b));
    if (why)
        complain(o, "load", name, why, "a file that save has written");
    else {
        binbuf_text(b, read, size);
        read_sound(o, name, read, size, binbuf_getnatom(b), binbuf_getvec(b));
    }
    binbuf_free(b);
    free(read);
}
