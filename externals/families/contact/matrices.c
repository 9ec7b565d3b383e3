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

/* ---- taking them in ---- */

static int refuse(hz_matrices *m, const char *given, const char *allowed)
{
    snprintf(m->fault.given, sizeof m->fault.given, "%.70s", given);
    snprintf(m->fault.allowed, sizeof m->fault.allowed, "%s", allowed);
    return 0;
}

/* Returns the side of a square with so many elements, or 0 if there is none. */
static int side(long elements)
{
    int n = (int)lrint(sqrt((double)elements));
    return (long)n * n == elements ? n : 0;
}

/* Takes three arrays. Returns their size, or 0 after an error. */
static int from_arrays(hz_matrices *m, const char *const name[HZ_MATRICES])
{
    int n = 0, most = HZ_MATRICES_MOST;
    char given[80], allowed[80];
    for (int k = 0; k < HZ_MATRICES; k++) {
        int size;
        const t_word *words = hz_array_look(gensym(name[k]), &size);
        if (!words)
            return refuse(m, name[k], "the name of an array");
        int here = side(size);
        if (here == 0 || here > most || (k > 0 && here != n)) {
            snprintf(given, sizeof given, "%d elements of %.50s", size, name[k]);
            snprintf(allowed, sizeof allowed,
                     k > 0 && n <= most ? "%d, as many as the masses' own matrix has" : "the square of 1 to %d",
                     k > 0 ? n * n : most);
            return refuse(m, given, allowed);
        }
        n = here;
        if (k == 0 && !(m->values = malloc(sizeof *m->values * (size_t)(HZ_MATRICES * size))))
            return refuse(m, "no memory", "what fits");
        for (int i = 0; i < size; i++)
            m->values[k * size + i] = hz_number_from(words[i].w_float);
    }
    return n;
}

/* Takes the text of a file. Returns the size that it names, or 0. */
static int from_file(hz_matrices *m, const hz_body *b, const char *name)
{
    const char *why;
    snprintf(m->file, sizeof m->file, "%.119s", name);
    m->text = hz_file_read(b->canvas, name, HZ_FILE_MOST, &m->length, &why);
    return m->text ? hz_matrix_file_size(m->text, m->length, HZ_MATRICES_MOST)
                   : refuse(m, why, "a file that can be read, or three arrays");
}

hz_matrices *hz_matrices_read(const hz_body *b, const char *const name[3], int given)
{
    hz_matrices *m = calloc(1, sizeof *m);
#ifdef HZ_WITH_GSL
    if (m && given == HZ_MATRICES)
        m->n = from_arrays(m, name);
    else if (m && given == 1)
        m->n = from_file(m, b, name[0]);
    else if (m)
        refuse(m, "two names", "three arrays or one file");
#else
    (void)b, (void)given, (void)from_arrays, (void)from_file;
    if (m)
        refuse(m, name[0], "none: this library was built without GSL, which decomposes them");
#endif
    return m;
}

/* ---- what they are ---- */

#ifdef HZ_WITH_GSL
#include <gsl/gsl_errno.h>

static const char *const parts[HZ_MATRICES] = { "mass", "stiffness", "damping" };

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
        snprintf(m->wrong, sizeof m->wrong, "%s that %s", parts[k], wrong ? wrong : "");
        if (wrong)
            return m->wrong;
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
#endif

void hz_matrices_solve(void *matrices)
{
    hz_matrices *m = matrices;
    const char *wrong = NULL;
    if (m->text)
        m->n = hz_matrix_file_parse(m->text, m->length, HZ_MATRICES_MOST, &m->values, &m->fault);
#ifdef HZ_WITH_GSL
    if (!*m->fault.given)
        wrong = decompose(m);
#endif
    if (wrong)
        refuse(m, wrong, "symmetric matrices, mass positive, stiffness and damping not negative");
}

void hz_matrices_refuse(const hz_body *b, const hz_matrices *m, int before)
{
    char subject[160], kept[40];
    snprintf(subject, sizeof subject, "matrices%s%.120s", *m->file ? " " : "", m->file);
    snprintf(kept, sizeof kept, before ? "the old ones of %d masses" : "no body", before);
    hz_object_complain(b->o, b->table, subject, m->fault.given, m->fault.allowed, kept);
}

void hz_matrices_free(void *matrices)
{
    hz_matrices *m = matrices;
    if (!m)
        return;
    hz_coupled_damping_free(&m->coupling);
    free(m->row);
    free(m->values);
    free(m->text);
    free(m);
}
