/* matrix_file: three matrices as a text. */
#include "matrix_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Quotes what stands behind so many numbers, and says what may stand there. */
static int refuse(hz_fault *f, const char *word, size_t n, int before, const char *allowed, int most, int rows)
{
    enum { QUOTED = 36 };
    char quoted[QUOTED + 4];
    hz_fault_say(f, word, n, QUOTED, allowed, most, rows);
    snprintf(quoted, sizeof quoted, "%.*s", QUOTED + 3, f->given);
    if (n > 0)
        snprintf(f->given, sizeof f->given, "%s as number %d", quoted, before + 1);
    else
        snprintf(f->given, sizeof f->given, "the end of the file after %d numbers", before);
    return 0;
}

static int read_size(hz_words *w, int most, hz_fault *f)
{
    const char *word;
    double x = 0;
    size_t n = hz_words_next(w, &word);
    return hz_decimal_read(word, n, &x) && x >= 1 && x <= most && x == floor(x)
               ? (int)x
               : refuse(f, word, n, 0, "first a size from 1 to %d", most, 0);
}

/* Reads three matrices of n rows. */
static int read_numbers(hz_words *w, double *to, int n, hz_fault *f)
{
    const char *word;
    int count = HZ_MATRICES * n * n, i = 0;
    size_t length;
    for (; (length = hz_words_next(w, &word)) > 0 && i < count; i++)
        if (!hz_decimal_read(word, length, &to[i]))
            return refuse(f, word, length, 1 + i, "a decimal number", 0, 0);
    return (i == count && length == 0) ||
           refuse(f, word, length, 1 + i, "%d numbers: the size, then three matrices of %d rows", 1 + count, n);
}

int hz_matrix_file_size(const char *text, size_t length, int most)
{
    return read_size(&(hz_words){ text, text + length }, most, &(hz_fault){ 0 });
}

int hz_matrix_file_parse(const char *text, size_t length, int most, double **values, hz_fault *fault)
{
    hz_words w = { text, text + length };
    int n = read_size(&w, most, fault);
    *values = n > 0 ? malloc(sizeof **values * (size_t)(HZ_MATRICES * n * n)) : NULL;
    if (n > 0 && !*values)
        *fault = (hz_fault){ 0, "no memory", "what fits" };
    if (*values && !read_numbers(&w, *values, n, fault)) {
        free(*values);
        *values = NULL;
    }
    return *values ? n : 0;
}
