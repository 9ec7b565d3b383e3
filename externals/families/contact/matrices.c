/* matrices: a body given by its mass, stiffness and damping matrices, decomposed by GSL when they are set. */
#include "matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pd/array.h"
#include "decompose.h"
#include "pd/number.h"

static int refuse(const hz_body *b, const char *given, const char *allowed, int before)
{
    char kept[40];
    snprintf(kept, sizeof kept, before ? "the old ones of %d masses" : "no body", before);
    hz_object_complain(b->o, b->table, "matrices", given, allowed, kept);
    return before;
}

#ifndef HZ_WITH_GSL

int hz_matrices_take(const hz_body *b, const char *const name[3], int given, int before, int most, double *omega,
                     double *sigma, double *shapes, hz_coupled_damping *coupling)
{
    (void)given, (void)most, (void)omega, (void)sigma, (void)shapes, (void)coupling;
    return refuse(b, name[0], "none: this library was built without GSL, which decomposes them", before);
}

#else

enum { M, K, C, PARTS };
static const char *const parts[PARTS] = { "mass", "stiffness", "damping" };

/* ---- taking them in ---- */

/* The side of a square with so many elements; 0: not square. */
static int side(long elements)
{
    int n = (int)lrint(sqrt((double)elements));
    return (long)n * n == elements ? n : 0;
}

/* Three arrays; what is wrong goes to `given` and `allowed`. */
static int from_arrays(const char *const name[3], int most, double **values, char *given, char *allowed, size_t room)
{
    int n = 0;
    for (int k = 0; k < PARTS; k++) {
        int size;
        const t_word *words = hz_array_look(gensym(name[k]), &size);
        if (!words) {
            snprintf(given, room, "%s", name[k]);
            snprintf(allowed, room, "the name of an array");
            return 0;
        }
        int here = side(size);
        if (here == 0 || here > most || (k > 0 && here != n)) {
            snprintf(given, room, "%d elements of %s", size, name[k]);
            snprintf(allowed, room,
                     k > 0 && n <= most ? "%d, as many as the masses' own matrix has" : "the square of 1 to %d",
                     k > 0 ? n * n : most);
            return 0;
        }
        n = here;
        values[k] = malloc(sizeof(double) * (size_t)size);
        for (int i = 0; values[k] && i < size; i++)
            values[k][i] = hz_number_from(words[i].w_float);
        if (!values[k])
            return 0;
    }
    return n;
}

/* A file: n, then 3 n n numbers. */
static int from_file(const hz_body *b, const char *name, int most, double **values, char *given, char *allowed,
                     size_t room)
{
    char folder[MAXPDSTRING], *file;
    int fd = canvas_open(b->canvas, name, "", folder, &file, MAXPDSTRING, 0), n = 0;
    snprintf(given, room, "%s", name);
    snprintf(allowed, room, "a file that can be read, or three arrays");
    if (fd < 0)
        return 0;
    sys_close(fd);
    char path[2 * MAXPDSTRING];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "r");
    double x, rest;
    int good = f && fscanf(f, "%lf", &x) == 1 && x >= 1 && x <= most && x == floor(x);
    n = good ? (int)x : 0;
    snprintf(allowed, room, "a size from 1 to %d, then three matrices of that many rows", most);
    for (int k = 0; good && k < PARTS; k++) {
        values[k] = malloc(sizeof(double) * (size_t)(n * n));
        for (int i = 0; values[k] && i < n * n && good; i++)
            good = fscanf(f, "%lf", &values[k][i]) == 1;
        good = good && values[k];
    }
    good = good && fscanf(f, "%lf", &rest) != 1;
    if (f)
        fclose(f);
    return good ? n : 0;
}

/* ---- what they are ---- */

static double largest(const double *a, int n)
{
    double most = 0;
    for (int i = 0; i < n * n; i++)
        most = fabs(a[i]) > most ? fabs(a[i]) : most;
    return most;
}

/* Finite and symmetric, to what a float holds. NULL, or what is wrong. */
static const char *shape_of(const double *a, int n)
{
    for (int i = 0; i < n * n; i++)
        if (!isfinite(a[i]))
            return "has a value that is not finite";
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (fabs(a[i * n + j] - a[j * n + i]) > 1e-6 * largest(a, n))
                return "is not symmetric";
    return NULL;
}

int hz_matrices_take(const hz_body *b, const char *const name[3], int given, int before, int most, double *omega,
                     double *sigma, double *shapes, hz_coupled_damping *coupling)
{
    double *a[PARTS] = { 0 };
    char what[2 * MAXPDSTRING] = "", allowed[2 * MAXPDSTRING] = "", wrong_part[120] = "";
    int n = given == PARTS ? from_arrays(name, most, a, what, allowed, sizeof what)
            : given == 1   ? from_file(b, name[0], most, a, what, allowed, sizeof what)
                           : 0,
        result = before;
    if (n == 0 && given != PARTS && given != 1) {
        result = refuse(b, "two names", "three arrays or one file", before);
    } else if (n == 0) {
        result = refuse(b, what, allowed, before);
    } else {
        const char *wrong = NULL;
        for (int k = 0; k < PARTS && !wrong; k++) {
            wrong = shape_of(a[k], n);
            if (wrong)
                snprintf(wrong_part, sizeof wrong_part, "%s that %s", parts[k], wrong);
        }
        double *row = wrong ? NULL : malloc(sizeof(double) * (size_t)(n * (n + 2)));
        hz_coupled_damping found = { 0 };
        if (!wrong && row && hz_coupled_damping_init(&found)) {
            wrong = hz_decompose(n, a[M], a[K], a[C], row, row + n, row + 2 * n, &found);
            if (wrong)
                snprintf(wrong_part, sizeof wrong_part, "%s", wrong);
        }
        if (wrong || !found.sigma) {
            result = refuse(b, wrong ? wrong_part : "no memory",
                            "symmetric matrices, mass positive, stiffness and damping not negative", before);
        } else {
            memcpy(omega, row, sizeof(double) * (size_t)n);
            memcpy(sigma, row + n, sizeof(double) * (size_t)n);
            memcpy(shapes, row + 2 * n, sizeof(double) * (size_t)(n * n));
            hz_coupled_damping_copy(coupling, &found);
            result = n;
        }
        hz_coupled_damping_free(&found);
        free(row);
    }
    for (int k = 0; k < PARTS; k++)
        free(a[k]);
    return result;
}

#endif
