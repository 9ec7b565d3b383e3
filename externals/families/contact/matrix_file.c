/* matrix_file: three matrices as a text. */
#include "matrix_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pd/decimal.h"

typedef struct reader {
    const char *at, *end;
    int words; /* So many were read. */
    hz_matrix_file_fault *fault;
} reader;

static int is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the next word and its length. Returns 0 if there is none. */
static size_t next_word(reader *r, const char **word)
{
    while (r->at < r->end && is_blank(*r->at))
        r->at++;
    *word = r->at;
    while (r->at < r->end && !is_blank(*r->at))
        r->at++;
    r->words += r->at > *word;
    return (size_t)(r->at - *word);
}

/* Quotes the word that was read last; `allowed` says what should stand there. */
static int refuse(reader *r, const char *word, size_t n, const char *allowed)
{
    hz_matrix_file_fault *f = r->fault;
    char quoted[40];
    hz_decimal_quote(quoted, sizeof quoted, word, n);
    if (n > 0)
        snprintf(f->given, sizeof f->given, "%s as number %d", quoted, r->words);
    else
        snprintf(f->given, sizeof f->given, "the end of the file after %d numbers", r->words);
    snprintf(f->allowed, sizeof f->allowed, "%s", allowed);
    return 0;
}

static int read_size(reader *r, int most)
{
    const char *word;
    char allowed[60];
    double x = 0;
    size_t n = next_word(r, &word);
    if (hz_decimal_read(word, n, &x) && x >= 1 && x <= most && x == floor(x))
        return (int)x;
    snprintf(allowed, sizeof allowed, "first a size from 1 to %d", most);
    return refuse(r, word, n, allowed);
}

/* Reads three matrices of n rows. */
static int read_numbers(reader *r, double *to, int n)
{
    const char *word;
    char allowed[80];
    int count = HZ_MATRICES * n * n;
    snprintf(allowed, sizeof allowed, "%d numbers: the size, then three matrices of %d rows", 1 + count, n);
    for (int i = 0; i < count; i++) {
        size_t length = next_word(r, &word);
        if (!hz_decimal_read(word, length, &to[i]))
            return refuse(r, word, length, length > 0 ? "a decimal number" : allowed);
    }
    size_t length = next_word(r, &word);
    return length == 0 || refuse(r, word, length, allowed);
}

int hz_matrix_file_size(const char *text, size_t length, int most)
{
    hz_matrix_file_fault fault;
    return read_size(&(reader){ .at = text, .end = text + length, .fault = &fault }, most);
}

int hz_matrix_file_parse(const char *text, size_t length, int most, double **values, hz_matrix_file_fault *fault)
{
    reader r = { .at = text, .end = text + length, .fault = fault };
    int n = read_size(&r, most);
    *values = n > 0 ? malloc(sizeof **values * (size_t)(HZ_MATRICES * n * n)) : NULL;
    if (n > 0 && !*values)
        *fault = (hz_matrix_file_fault){ "no memory", "what fits" };
    if (*values && !read_numbers(&r, *values, n)) {
        free(*values);
        *values = NULL;
    }
    return *values ? n : 0;
}
