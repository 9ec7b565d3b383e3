/* word_list: words in one string with blanks between them. */
#include "word_list.h"

#include <ctype.h>
#include <string.h>

/* Returns the next word at or after s, and its length, which is 0 at the end. */
static const char *next(const char *s, size_t *length)
{
    s += strspn(s, " ");
    *length = strcspn(s, " ");
    return s;
}

int hz_word_list_count(const char *words)
{
    size_t length;
    int n = 0;

    for (const char *s = next(words, &length); length; s = next(s + length, &length))
        n++;
    return n;
}

int hz_word_list_find(const char *words, const char *word)
{
    size_t length;
    int i = 0;

    for (const char *s = next(words, &length); length; s = next(s + length, &length), i++)
        if (length == strlen(word) && memcmp(s, word, length) == 0)
            return i;
    return -1;
}

int hz_word_list_is(int argc, const t_atom *argv, int i, const char *word)
{
    return i < argc && argv[i].a_type == A_SYMBOL && !strcmp(argv[i].a_w.w_symbol->s_name, word);
}

int hz_word_list_begin(const t_symbol *selector, int argc, const t_atom *argv, const char *prefix, const char *name)
{
    if (strcmp(selector->s_name, prefix ? prefix : name))
        return -1;
    return !prefix ? 0 : hz_word_list_is(argc, argv, 0, name) ? 1 : -1;
}

/* Says whether one letter that is wrong, missing, too many, or in the other order makes a the other word, or none. */
static int is_near(const char *a, size_t m, const char *b, size_t n)
{
    for (; m && n && *a == *b; m--, n--)
        a++, b++;
    while (m && n && a[m - 1] == b[n - 1])
        m--, n--;
    return (m <= 1 && n <= 1) || (m == 2 && n == 2 && a[0] == b[1] && a[1] == b[0]);
}

void hz_word_list_guess(hz_text *question, const char *typed, const char *prefix, const char *words)
{
    enum { SHORT = 3 }; /* Any two words of fewer letters are near to each other. */
    size_t n, m = strlen(typed);

    for (const char *s = next(words, &n); n && !question->n; s = next(s + n, &n))
        if (m >= SHORT && n >= SHORT && isalpha((unsigned char)*typed) && is_near(typed, m, s, n))
            hz_text_add(question, "; did you mean %s%s%.*s?", prefix ? prefix : "", prefix ? " " : "", (int)n, s);
}

t_symbol *hz_word_list_symbol(const char *words, int index)
{
    size_t length;
    const char *s = next(words, &length);
    hz_text one = { 0 };

    while (index--)
        s = next(s + length, &length);
    hz_text_add(&one, "%.*s", (int)length, s);
    return gensym(one.s);
}
