/* script_send: a line of a script becomes a message. */
#include "script.h"
#include "standin.h"

#include <string.h>

void script_send(const char *line)
{
    t_atom a[SCRIPT_WORDS];
    script s = { .at = line, .end = line + strlen(line) };
    int n = script_next(&s);
    for (int i = 0; i < n; i++) {
        double x;
        if (script_number(s.word[i], &x))
            SETFLOAT(&a[i], (t_float)x);
        else
            SETSYMBOL(&a[i], gensym(s.word[i]));
    }
    if (n > 0 && a[0].a_type == A_SYMBOL)
        standin_send(a[0].a_w.w_symbol, n - 1, a + 1);
    else if (n > 0)
        standin_send(n == 1 ? &s_float : &s_list, n, a);
}
