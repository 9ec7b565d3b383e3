/* matrices: a body given by its mass, stiffness and damping matrices, decomposed by GSL when they are set. */
#include "matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pd/array.h"
#include "pd/file.h"
#include "decompose.h"
#include "matrix_file.h"
#include "pd/text.h"
#include "pd/thread.h"

/* Prints an error in the form that all have, under the name of the file if there is one. */
static void refuse(const hz_body *b, const char *file, const char *given, const char *allowed, int before)
{
    char subject[160], kept[40];
    snprintf(subject, sizeof subject, "matrices%s%.120s", *file ? " " : "", file);
    snprintf(kept, sizeof kept, before ? "the old ones of %d masses" : "no body", before);
    hz_object_complain(b->o, b->table, subject, given, allowed, kept);
}

#ifndef HZ_WITH_GSL

hz_matrices *hz_matrices_read(const hz_body *b, const char *const name[3], int given, int before, int most)
{
    (void)given, (void)most;
    refuse(b, "", name[0], "none: this library was built without GSL, which decomposes them", before);
    return NULL;
}

void hz_matrices_solve(void *matrices)
{
    (void)matrices;
}

void hz_matrices_refuse(const hz_body *b, const hz_matrices *m, int before)
{
    (void)b, (void)m, (void)before;
}

void hz_matrices_free(void *matrices)
{
    (void)matrices;
}

#else

#include <gsl/gsl_errno.h>

static const char *const parts[HZ_MATRICES] = { "mass", "stiffness", "damping" };

/* ---- taking them in ---- */

/* Returns the side of a square with so many elements, or 0 if there is none. */
static int side(long elements)
{
    int n = (int)lrint(sqrt((double)elements));
    return (long)n * n == elements ? n : 0;
}

/* Takes three arrays. Returns their size, or 0 after an error. */
static int from_arrays(const char *const name[HZ_MATRICES], int most, double **values, hz_matrix_file_fault *fault)
{
    int n = 0;
    for (int k = 0; k < HZ_MATRICES; k++) {
        int size;
        const t_word *words = hz_array_look(gensym(name[k]), &size);
        if (!words) {
            snprintf(fault->given, sizeof fault->given, "%.70s", name[k]);
            snprintf(fault->allowed, sizeof fault->allowed, "the name of an array");
            return 0;
        }
        int here = side(size);
        if (here == 0 || here > most || (k > 0 && here != n)) {
            snprintf(fault->given, sizeof fault->given, "%d elements of %.50s", size, name[k]);
            snprintf(fault->allowed, sizeof fault->allowed,
                     k > 0 && n <= most ? "%d, as many as the masses' own matrix has" : "the square of 1 to %d",
                     k > 0 ? n * n : most);
            return 0;
        }
        n = here;
        if (k == 0)
            *values = malloc(sizeof **values * (size_t)(HZ_MATRICES * size));
        for (int i = 0; *values && i < size; i++)
            (*values)[k * size + i] = hz_number_from(words[i].w_float);
    }
    if (!*values)
        *fault = (hz_matrix_file_fault){ "no memory", "what fits" };
    return *values ? n : 0;
}

/* Takes a file. Returns the size, or 0 after an error. */
static int from_file(const hz_body *b, const char *name, int most, double **values, hz_matrix_file_fault *fault)
{
    size_t length;
    const char *why;
    char *text = hz_file_read(b->canvas, name, HZ_FILE_MOST, &length, &why);
    if (!text) {
        snprintf(fault->given, sizeof fault->given, "%s", why);
        snprintf(fault->allowed, sizeof fault->allowed, "a file that can be read, or three arrays");
        return 0;
    }
    int n = hz_matrix_file_parse(text, length, most, values, fault);
    free(text);
    return n;
}

/* ---- what they are ---- */

static double largest(const double *a, int n)
{
    double most = 0;
    for (int i = 0; i < n * n; i++)
        most = fabs(a[i]) > most ? fabs(a[i]) : most;
    return most;
}

/* Returns NULL if a matrix is finite, and symmetric to what a float holds; else what is wrong. */
static const char *shape_of(const double *a, int n)
{
    for (int i = 0; i < n * n; i++)
        if (!isfinite(a[i]))
            return "has a value that is not finite";
    double most = largest(a, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (fabs(a[i * n + j] - a[j * n + i]) > 1e-6 * most)
                return "is not symmetric";
    return NULL;
}

/* GSL would stop the program at an error, unless it is told not to, which is so while anybody decomposes. */
static void let_gsl_return(int begins)
{
    static hz_lock lock = HZ_LOCK_OPEN;
    static int under_way;
    static gsl_error_handler_t *before;
    hz_lock_take(&lock);
    if (begins && under_way++ == 0)
        before = gsl_set_error_handler_off();
    if (!begins && --under_way == 0)
        gsl_set_error_handler(before);
    hz_lock_leave(&lock);
}

/* Says why matrices are no body. NULL: they are one. */
static const char *decompose(hz_matrices *m)
{
    int n = m->n, square = n * n;
    for (int k = 0; k < HZ_MATRICES; k++) {
        const char *wrong = shape_of(m->values + k * square, n);
        snprintf(m->text, sizeof m->text, "%s that %s", parts[k], wrong ? wrong : "");
        if (wrong)
            return m->text;
    }
    m->row = malloc(sizeof *m->row * (size_t)(n * (n + 2)));
    if (!m->row || !hz_coupled_damping_init(&m->coupling))
        return "no memory";
    let_gsl_return(1);
    const char *wrong = hz_decompose(n, m->values, m->values + square, m->values + 2 * square, m->row, m->row + n,
                                     m->row + 2 * n, &m->coupling);
    let_gsl_return(0);
    return wrong;
}

void hz_matrices_solve(void *matrices)
{
    hz_matrices *m = matrices;
    m->wrong = decompose(m);
}

hz_matrices *hz_matrices_read(const hz_body *b, const char *const name[3], int given, int before, int most)
{
    hz_matrix_file_fault fault = { "two names", "three arrays or one file" };
    hz_matrices *m = calloc(1, sizeof *m);
    if (!m)
        fault = (hz_matrix_file_fault){ "no memory", "what fits" };
    else if (given == HZ_MATRICES)
        m->n = from_arrays(name, most, &m->values, &fault);
    else if (given == 1)
        m->n = from_file(b, name[0], most, &m->values, &fault);
    if (m && given == 1)
        snprintf(m->file, sizeof m->file, "%.119s", name[0]);
    if (m && m->n > 0)
        return m;
    hz_matrices_free(m);
    refuse(b, given == 1 ? name[0] : "", fault.given, fault.allowed, before);
    return NULL;
}

void hz_matrices_refuse(const hz_body *b, const hz_matrices *m, int before)
{
    refuse(b, m->file, m->wrong, "symmetric matrices, mass positive, stiffness and damping not negative", before);
}

void hz_matrices_free(void *matrices)
{
    hz_matrices *m = matrices;
    if (!m)
        return;
    hz_coupled_damping_free(&m->coupling);
    free(m->row);
    free(m->values);
    free(m);
}

#endif
