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
#include "pd/number.h"

/* Prints an error in the form that all have, under the name of the file if there is one. */
static int refuse(const hz_body *b, const char *file, const char *given, const char *allowed, int before)
{
    char subject[160], kept[40];
    snprintf(subject, sizeof subject, "matrices%s%.120s", *file ? " " : "", file);
    snprintf(kept, sizeof kept, before ? "the old ones of %d masses" : "no body", before);
    hz_object_complain(b->o, b->table, subject, given, allowed, kept);
    return before;
}

#ifndef HZ_WITH_GSL

int hz_matrices_take(const hz_body *b, const char *const name[3], int given, int before, int most, double *omega,
                     double *sigma, double *shapes, hz_coupled_damping *coupling)
{
    (void)given, (void)most, (void)omega, (void)sigma, (void)shapes, (void)coupling;
    return refuse(b, "", name[0], "none: this library was built without GSL, which decomposes them", before);
}

#else

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
    char *text = hz_file_read(b->canvas, name, &length, &why);
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

/* Says why n by n matrices are no body. NULL: they are one, and `row` holds its frequencies, decays and shapes. */
static const char *decompose(int n, const double *a, double *row, hz_coupled_damping *found, char *text, size_t room)
{
    for (int k = 0; k < HZ_MATRICES; k++) {
        const char *wrong = shape_of(a + k * n * n, n);
        snprintf(text, room, "%s that %s", parts[k], wrong ? wrong : "");
        if (wrong)
            return text;
    }
    if (!row || !hz_coupled_damping_init(found))
        return "no memory";
    return hz_decompose(n, a, a + n * n, a + 2 * n * n, row, row + n, row + 2 * n, found);
}

int hz_matrices_take(const hz_body *b, const char *const name[3], int given, int before, int most, double *omega,
                     double *sigma, double *shapes, hz_coupled_damping *coupling)
{
    double *a = NULL;
    hz_matrix_file_fault fault = { "two names", "three arrays or one file" };
    int n = given == HZ_MATRICES ? from_arrays(name, most, &a, &fault)
            : given == 1         ? from_file(b, name[0], most, &a, &fault)
                                 : 0;
    if (n == 0) {
        free(a);
        return refuse(b, given == 1 ? name[0] : "", fault.given, fault.allowed, before);
    }
    char text[120];
    double *row = malloc(sizeof *row * (size_t)(n * (n + 2)));
    hz_coupled_damping found = { 0 };
    const char *wrong = decompose(n, a, row, &found, text, sizeof text);
    if (wrong) {
        refuse(b, given == 1 ? name[0] : "", wrong,
               "symmetric matrices, mass positive, stiffness and damping not negative", before);
    } else {
        memcpy(omega, row, sizeof(double) * (size_t)n);
        memcpy(sigma, row + n, sizeof(double) * (size_t)n);
        memcpy(shapes, row + 2 * n, sizeof(double) * (size_t)(n * n));
        hz_coupled_damping_copy(coupling, &found);
    }
    hz_coupled_damping_free(&found);
    free(row);
    free(a);
    return wrong ? before : n;
}

#endif
