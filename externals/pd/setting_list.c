/* setting_list: settings as a declaration writes them. */
#include "setting_list.h"

#include <string.h>

#include "decimal.h"

/* Reads the next word of a setting as an atom. Returns 0 if the setting is over. */
static int read_word(const char **at, t_atom *a)
{
    char word[HZ_SETTING];
    double x;
    size_t n;

    *at += strspn(*at, " ");
    n = strcspn(*at, " ,");
    if (n == 0 || n >= sizeof word)
        return 0;
    memcpy(word, *at, n);
    word[n] = 0;
    *at += n;
    if (!hz_decimal_read(word, n, &x))
        SETSYMBOL(a, gensym(word));
    else
        SETFLOAT(a, (t_float)x);
    return 1;
}

void hz_setting_list_read(const char *settings, hz_setting each, void *to)
{
    for (const char *at = settings; *at; at += *at == ',') {
        t_atom name, values[HZ_SETTING];
        int n = 0;
        if (!read_word(&at, &name) || name.a_type != A_SYMBOL)
            return;
        while (n < HZ_SETTING && read_word(&at, &values[n]))
            n++;
        each(to, name.a_w.w_symbol, n, values);
    }
}
