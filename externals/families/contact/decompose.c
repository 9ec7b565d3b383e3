/* decompose: modes and pole pairs of M x'' + C x' + K x = 0, by GSL, when matrices are set. */
#include "decompose.h"

#ifdef HZ_WITH_GSL

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>

static const char no_memory[] = "needs more memory than there is",
                  no_pairs[] = "damping for which no pole pairs were found",
                  too_fast[] = "masses that swing or come to rest within a tenth of a microsecond";
static const double fastest = 1e7; /* 1/s; a contact takes hundreds of steps in a sample of such a body */

static gsl_matrix *symmetric(int n, const double *a)
{
    gsl_matrix *m = gsl_matrix_alloc((size_t)n, (size_t)n);
    for (int i = 0; m && i < n; i++)
        for (int j = 0; j < n; j++)
            gsl_matrix_set(m, (size_t)i, (size_t)j, 0.5 * (a[i * n + j] + a[j * n + i]));
    return m;
}

static double at(const gsl_matrix *m, int i, int j)
{
    return gsl_matrix_get(m, (size_t)i, (size_t)j);
}

/* ---- modes ---- */

/* Finds the modes of M x'' + K x = 0 with shapes of mass 1, in the columns of v, and their damping v' C v in c. */
static const char *modes_of(int n, gsl_matrix *m, gsl_matrix *k, const gsl_matrix *damping, gsl_matrix *v,
                            gsl_matrix *c, double *omega)
{
    size_t side = (size_t)n;
    gsl_vector *values = gsl_vector_alloc(side);
    gsl_matrix *half = gsl_matrix_alloc(side, side), *own = gsl_matrix_alloc(side, side);
    gsl_eigen_gensymmv_workspace *w = gsl_eigen_gensymmv_alloc(side);
    const char *wrong = values && half && own && w ? NULL : no_memory;
    if (!wrong) {
        gsl_matrix_memcpy(own, m);
        wrong = gsl_eigen_gensymmv(k, m, values, v, w) ? "mass is singular or not positive" : NULL;
    }
    double top = 0;
    for (int j = 0; !wrong && j < n; j++) {
        gsl_vector_view shape = gsl_matrix_column(v, (size_t)j), product = gsl_matrix_column(half, 0);
        double norm = 0;
        top = fmax(top, fabs(gsl_vector_get(values, (size_t)j)));
        gsl_blas_dsymv(CblasUpper, 1, own, &shape.vector, 0, &product.vector);
        gsl_blas_ddot(&shape.vector, &product.vector, &norm);
        if (!(norm > 0) || !isfinite(norm))
            wrong = "mass is singular or not positive";
        else
            gsl_vector_scale(&shape.vector, 1 / sqrt(norm));
    }
    for (int j = 0; !wrong && j < n; j++) {
        double x = gsl_vector_get(values, (size_t)j);
        if (x < -1e-7 * top || !isfinite(x))
            wrong = "stiffness is not positive";
        omega[j] = x > 1e-12 * top ? sqrt(x) : 0;
    }
    if (!wrong) {
        gsl_blas_dsymm(CblasLeft, CblasUpper, 1, damping, v, 0, half);
        gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, v, half, 0, c);
    }
    gsl_vector_free(values);
    gsl_matrix_free(half);
    gsl_matrix_free(own);
    gsl_eigen_gensymmv_free(w);
    return wrong;
}

/* Puts the modes that damping couples first into `order`, and returns how many they are. A mode that drifts is free and
 * not among them. */
static int coupled_first(int n, const gsl_matrix *c, const double *omega, double top, int *order)
{
    int coupled = 0, others = n;
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int j = 0; j < n; j++) /* Damping that is as good as none does not couple. */
            if (j != i && omega[i] > 0 && omega[j] > 0 &&
                fabs(at(c, i, j)) > 1e-6 * (sqrt(fabs(at(c, i, i) * at(c, j, j))) + 1e-6 * top))
                most = 1;
        order[most > 0 ? coupled++ : --others] = i;
    }
    for (int i = coupled, j = n - 1; i < j; i++, j--) {
        int other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    return coupled;
}

/* ---- pairs ---- */

/* A pole with its vector. The type is the sign of the kinetic less the potential energy of the vector: of real poles
 * the fast ones have 1 and the slow ones -1. */
typedef struct pole {
    double re, im;
    double *a, *b; /* real and imaginary part, 2 n numbers each */
    int type, used;
} pole;

/* The form by which vectors are measured (coupling:decompose). */
static double form(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[n + i] * b[n + i] - a[i] * b[i];
    return sum;
}

static int by_size(const void *a, const void *b)
{
    double x = hypot(((const pole *)a)->re, ((const pole *)a)->im),
           y = hypot(((const pole *)b)->re, ((const pole *)b)->im);
    return (x > y) - (x < y);
}

/* coupling:decompose  Makes the vectors of sqrt(x) q and of p from a complex pole. */
static void complex_pair(int n, const pole *s, double *eq, double *ep, double *sigma, double *x, double *delta)
{
    double re = form(n, s->a, s->a) - form(n, s->b, s->b), im = 2 * form(n, s->a, s->b), size = re * re + im * im;
    *sigma = -s->re;
    *delta = s->im * s->im;
    *x = s->re * s->re + *delta;
    double want_re = -2, want_im = -2 * *sigma / s->im;
    double r = (want_re * re + want_im * im) / size,
           i = (want_im * re - want_re * im) / size; /* This is the square of the factor. */
    double length = sqrt(hypot(r, i)), angle = 0.5 * atan2(i, r), f = length * cos(angle), g = length * sin(angle);
    for (int k = 0; k < 2 * n; k++) {
        double wr = f * s->a[k] - g * s->b[k], wi = f * s->b[k] + g * s->a[k];
        ep[k] = wi;
        eq[k] = (*sigma * wi + s->im * wr) / sqrt(*x);
    }
}

/* Makes the same from two real poles, a slow one and a fast one. Returns how large the vectors are. */
static double real_pair(int n, const pole *slow, const pole *fast, double *eq, double *ep)
{
    double s1 = slow->re, s2 = fast->re, root = sqrt(s1 * s2), largest = 0;
    double f1 = sqrt(s1 / (s2 - s1) / -form(n, slow->a, slow->a)),
           f2 = sqrt(s2 / (s2 - s1) / form(n, fast->a, fast->a)), dot = 0;
    for (int k = 0; k < 2 * n; k++)
        dot += slow->a[k] * fast->a[k];
    f2 = dot < 0 ? f2 : -f2; /* So p, which is a difference, has little displacement. */
    for (int k = 0; k < 2 * n; k++) {
        double p = f1 * slow->a[k] + f2 * fast->a[k], q = -(f1 * s2 * slow->a[k] + f2 * s1 * fast->a[k]) / root;
        largest += p * p + q * q;
        if (ep) {
            ep[k] = p;
            eq[k] = q;
        }
    }
    return largest;
}

/* Puts the vectors of the pairs into the columns of e, q first, then p. Returns 0 if the poles do not pair. */
static int pair_up(int n, pole *s, int poles, double *e, hz_coupled_damping *c, double *eq, double *ep)
{
    int pairs = 0;
    qsort(s, (size_t)poles, sizeof *s, by_size);
    for (int i = 0; i < poles; i++) {
        if (s[i].im == 0 && s[i].type < 0)
            continue;
        if (pairs == n)
            return 0;
        if (s[i].im > 0) {
            complex_pair(n, &s[i], eq, ep, &c->sigma[pairs], &c->x[pairs], &c->delta[pairs]);
        } else { /* A fast pole pairs with that slower one with which the vectors are smallest. */
            int best = -1;
            double least = HUGE_VAL;
            for (int j = 0; j < i; j++)
                if (s[j].im == 0 && s[j].type < 0 && !s[j].used) {
                    double size = real_pair(n, &s[j], &s[i], NULL, NULL);
                    if (size < least)
                        best = j, least = size;
                }
            if (best < 0)
                return 0;
            s[best].used = 1;
            real_pair(n, &s[best], &s[i], eq, ep);
            c->sigma[pairs] = -0.5 * (s[i].re + s[best].re);
            c->x[pairs] = s[i].re * s[best].re;
            c->delta[pairs] = -0.25 * (s[i].re - s[best].re) * (s[i].re - s[best].re);
        }
        for (int k = 0; k < 2 * n; k++) {
            e[k * 2 * n + pairs] = eq[k];
            e[k * 2 * n + n + pairs] = ep[k];
        }
        pairs++;
    }
    return pairs == n;
}

/* Finds the inverse of e. The form says what it is but for rounding, and a step of Newton's takes most of that away. */
static void invert(int n, const double *e, double *in, gsl_matrix *product)
{
    int side = 2 * n;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            in[i * side + j] = ((i < n) == (j < n) ? 1 : -1) * e[j * side + i];
    gsl_matrix_const_view forth = gsl_matrix_const_view_array(e, (size_t)side, (size_t)side);
    gsl_matrix_view back = gsl_matrix_view_array(in, (size_t)side, (size_t)side);
    gsl_matrix *was = gsl_matrix_alloc((size_t)side, (size_t)side);
    for (int i = 0; was && i < 3; i++) {
        gsl_matrix_memcpy(was, &back.matrix);
        gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, -1, &forth.matrix, was, 0, product);
        for (int j = 0; j < side; j++)
            gsl_matrix_set(product, (size_t)j, (size_t)j, 2 + at(product, j, j));
        gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, was, product, 0, &back.matrix);
    }
    gsl_matrix_free(was);
}

/* Says how far A e is from e times the motion of the pairs, over the largest number of A. */
static double off_by(int n, const double *a, const double *e, const hz_coupled_damping *c)
{
    int side = 2 * n;
    double most = 0, off = 0;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < n; j++) {
            double to_q = 0, to_p = 0, root = sqrt(c->x[j]), q = e[i * side + j], p = e[i * side + n + j];
            for (int k = 0; k < side; k++) {
                to_q += a[i * side + k] * e[k * side + j];
                to_p += a[i * side + k] * e[k * side + n + j];
                most = fmax(most, fabs(a[i * side + k]));
            }
            off = fmax(off, fmax(fabs(to_q + root * p), fabs(to_p - root * q + 2 * c->sigma[j] * p)));
        }
    return isfinite(off) ? off / most : HUGE_VAL;
}

/* Writes the system u' = omega y, y' = -omega u - c y as one matrix into a, which is zero. */
static void write_system(int n, const double *omega, const double *damping, double *a)
{
    for (int i = 0; i < n; i++) {
        a[i * 2 * n + n + i] = omega[i];
        a[(n + i) * 2 * n + i] = -omega[i];
        for (int j = 0; j < n; j++)
            a[(n + i) * 2 * n + n + j] = -damping[i * n + j];
    }
}

/* Reads the poles among the eigenvalues, with their vectors in `parts`. Of a pole and its conjugate it takes the upper
 * one. Returns how many they are, or 0 if one of them grows, or if they do not add up to the whole. */
static int read_poles(int n, const gsl_vector_complex *values, const gsl_matrix_complex *v, double *parts, pole *s)
{
    int poles = 0, used = 0;
    for (int j = 0; j < 2 * n; j++) {
        gsl_complex z = gsl_vector_complex_get(values, (size_t)j);
        if (GSL_IMAG(z) < 0)
            continue;
        pole *to = &s[poles++];
        if (used + (GSL_IMAG(z) > 0 ? 2 : 1) > 2 * n || !(GSL_REAL(z) <= 1e-9 * hypot(GSL_REAL(z), GSL_IMAG(z))))
            return 0;
        *to = (pole){ .re = fmin(GSL_REAL(z), 0), .im = GSL_IMAG(z) };
        to->a = parts + used++ * 2 * n;
        to->b = GSL_IMAG(z) > 0 ? parts + used++ * 2 * n : NULL;
        for (int i = 0; i < 2 * n; i++) {
            gsl_complex value = gsl_matrix_complex_get(v, (size_t)i, (size_t)j);
            to->a[i] = GSL_REAL(value);
            if (to->b)
                to->b[i] = GSL_IMAG(value);
        }
        to->type = to->b ? 0 : form(n, to->a, to->a) > 0 ? 1 : -1;
    }
    return poles;
}

/* Makes the ways between pairs and modes from the vectors e, and from their inverse in c->in. */
static void write_ways(int n, const double *omega, const double *e, hz_coupled_damping *c)
{
    for (int i = 0; i < 2 * n; i++)
        for (int j = 0; j < 2 * n; j++) {
            double mode = i < n ? omega[i] : 1, pair = j < n ? sqrt(c->x[j]) : 1;
            c->out[i * 2 * n + j] = e[i * 2 * n + j] * pair / mode;
            c->in[j * 2 * n + i] *= mode / pair;
        }
}

/* coupling:decompose  Finds the pole pairs of u' = omega y, y' = -omega u - c y. */
static const char *pairs_of(int n, const double *omega, const double *damping, hz_coupled_damping *c)
{
    size_t side = 2 * (size_t)n, square = side * side;
    double *a = calloc(square * 3 + 2 * side, sizeof *a), *e = a ? a + square : NULL, *parts = a ? e + square : NULL,
           *work = a ? parts + square : NULL;
    pole *s = calloc(side, sizeof *s);
    gsl_matrix *m = gsl_matrix_alloc(side, side);
    gsl_matrix_complex *v = gsl_matrix_complex_alloc(side, side);
    gsl_vector_complex *values = gsl_vector_complex_alloc(side);
    gsl_eigen_nonsymmv_workspace *w = gsl_eigen_nonsymmv_alloc(side);
    const char *wrong = a && s && m && v && values && w ? NULL : no_memory;
    c->n = n;
    if (!wrong) {
        write_system(n, omega, damping, a);
        for (size_t i = 0; i < square; i++)
            m->data[i] = a[i];
        int poles = gsl_eigen_nonsymmv(m, values, v, w) ? 0 : read_poles(n, values, v, parts, s);
        if (poles == 0 || !pair_up(n, s, poles, e, c, work, work + side) || off_by(n, a, e, c) > 1e-11)
            wrong = no_pairs;
        for (int i = 0; !wrong && i < n; i++)
            wrong = c->sigma[i] > fastest || c->x[i] > fastest * fastest ? too_fast : NULL;
    }
    if (!wrong) {
        invert(n, e, c->in, m);
        write_ways(n, omega, e, c);
    }
    free(a);
    free(s);
    gsl_matrix_free(m);
    gsl_matrix_complex_free(v);
    gsl_vector_complex_free(values);
    gsl_eigen_nonsymmv_free(w);
    return wrong;
}

/* Writes v' C v as a sum of squares. */
static const char *losses_of(int n, const double *damping, hz_coupled_damping *c)
{
    size_t side = (size_t)n;
    gsl_matrix *m = symmetric(n, damping), *v = gsl_matrix_alloc(side, side);
    gsl_vector *values = gsl_vector_alloc(side);
    gsl_eigen_symmv_workspace *w = gsl_eigen_symmv_alloc(side);
    const char *wrong = m && v && values && w ? NULL : no_memory;
    if (!wrong && gsl_eigen_symmv(m, values, v, w))
        wrong = no_pairs;
    double top = 0;
    for (int k = 0; !wrong && k < n; k++)
        top = fmax(top, gsl_vector_get(values, (size_t)k));
    for (int k = 0; !wrong && k < n; k++) {
        double loss = gsl_vector_get(values, (size_t)k);
        if (loss < -1e-6 * top)
            wrong = "damping is not positive";
        c->loss[k] = fmax(loss, 0);
        for (int i = 0; i < n; i++)
            c->row[k * n + i] = at(v, i, k);
    }
    gsl_matrix_free(m);
    gsl_matrix_free(v);
    gsl_vector_free(values);
    gsl_eigen_symmv_free(w);
    return wrong;
}

/* Writes the damping matrix that loses exactly these squares. */
static void write_damping(int n, const hz_coupled_damping *c, double *damping)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            damping[i * n + j] = 0;
            for (int l = 0; l < n; l++)
                damping[i * n + j] += c->loss[l] * c->row[l * n + i] * c->row[l * n + j];
        }
}

/* ---- all of it ---- */

const char *hz_decompose(int n, const double *mass, const double *stiffness, const double *damping, double *omega,
                         double *sigma, double *shapes, hz_coupled_damping *coupling)
{
    size_t side = (size_t)n;
    gsl_matrix *m = symmetric(n, mass), *k = symmetric(n, stiffness), *d = symmetric(n, damping);
    gsl_matrix *v = gsl_matrix_alloc(side, side), *c = gsl_matrix_alloc(side, side);
    int *order = calloc(side, sizeof *order), coupled = 0;
    double *block = calloc(side * side + side, sizeof *block), *found = block ? block + side * side : NULL, top = 0;
    const char *wrong = m && k && d && v && c && order && block ? modes_of(n, m, k, d, v, c, found) : no_memory;
    coupling->n = 0;
    for (int i = 0; !wrong && i < n; i++)
        top = fmax(top, found[i]);
    if (!wrong)
        coupled = coupled_first(n, c, found, top, order);
    for (int i = 0; !wrong && i < n; i++) {
        double own = at(c, order[i], order[i]);
        omega[i] = found[order[i]];
        sigma[i] = fmax(0.5 * own, 0);
        if (own < -1e-9 * top)
            wrong = "damping is not positive";
        for (int r = 0; r < n; r++)
            shapes[i * n + r] = at(v, r, order[i]);
        for (int j = 0; j < coupled && i < coupled; j++)
            block[i * coupled + j] = 0.5 * (at(c, order[i], order[j]) + at(c, order[j], order[i]));
    }
    if (!wrong && coupled > 0)
        wrong = losses_of(coupled, block, coupling);
    if (!wrong && coupled > 0) {
        write_damping(coupled, coupling, block);
        wrong = pairs_of(coupled, omega, block, coupling);
    }
    coupling->n = wrong ? 0 : coupled;
    if (coupling->n > 0)
        hz_coupled_damping_close(coupling);
    gsl_matrix_free(m);
    gsl_matrix_free(k);
    gsl_matrix_free(d);
    gsl_matrix_free(v);
    gsl_matrix_free(c);
    free(order);
    free(block);
    return wrong;
}

#endif
