/* binbuf: Pd's texts of atoms: what binbuf_text makes of a file, by the rules of m_binbuf.c. */
#include "parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct _binbuf {
    int n, room;
    t_atom *vec;
};

t_binbuf *binbuf_new(void)
{
    return standin_alloc(sizeof(t_binbuf));
}

void binbuf_free(t_binbuf *b)
{
    free(b->vec);
    free(b);
}

int binbuf_getnatom(const t_binbuf *b)
{
    return b->n;
}

/* Pd, too, has memory there when there is no atom. */
t_atom *binbuf_getvec(const t_binbuf *b)
{
    static t_atom none;
    return b->vec ? b->vec : &none;
}

static void append(t_binbuf *b, t_atom a)
{
    if (b->n == b->room) {
        t_atom *more = standin_alloc(sizeof *more * (size_t)(2 * b->room + 8));
        if (b->n > 0)
            memcpy(more, b->vec, sizeof *more * (size_t)b->n);
        free(b->vec);
        b->vec = more;
        b->room = 2 * b->room + 8;
    }
    b->vec[b->n++] = a;
}

/* A decimal number as Pd takes it: no sign +, no nan, no hexadecimal digits. */
static int is_number(const char *s)
{
    int digits = 0;
    s += *s == '-';
    for (; isdigit((unsigned char)*s); s++)
        digits++;
    for (s += *s == '.'; isdigit((unsigned char)*s); s++)
        digits++;
    if (digits && (*s == 'e' || *s == 'E')) {
        s += 1 + (s[1] == '-' || s[1] == '+');
        digits = isdigit((unsigned char)*s);
        s += strspn(s, "0123456789");
    }
    return digits && *s == 0;
}

static t_atom atom_of(const char *word, int escaped)
{
    t_atom a;
    if (is_number(word) && !escaped)
        SETFLOAT(&a, (t_float)strtod(word, NULL));
    else if (word[0] == '$' && isdigit((unsigned char)word[1]) && !escaped) {
        if (word[1 + strspn(word + 1, "0123456789")])
            SETDOLLSYM(&a, gensym(word));
        else
            SETDOLLAR(&a, atoi(word + 1));
    } else
        SETSYMBOL(&a, gensym(word));
    return a;
}

void binbuf_text(t_binbuf *b, const char *text, size_t size)
{
    char word[MAXPDSTRING];
    b->n = 0;
    for (const char *end = text + size; text < end;) {
        size_t n = 0;
        int escaped = 0;
        t_atom a;
        if (strchr(" \n\r\t", *text)) { /* and a 0, which ends nothing in Pd either */
            text++;
            continue;
        }
        if (*text == ';' || *text == ',') {
            if (*text++ == ';')
                SETSEMI(&a);
            else
                SETCOMMA(&a);
            append(b, a);
            continue;
        }
        for (; text < end && !strchr(" \n\r\t,;", *text); text++) {
            if (*text == '\\' && text + 1 < end)
                escaped = 1, text++;
            if (n < sizeof word - 1)
                word[n++] = *text;
        }
        word[n] = 0;
        append(b, atom_of(word, escaped));
    }
}
