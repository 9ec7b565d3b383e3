/* linear: the little linear algebra of complex numbers that the analysis needs. */
#include "linear.h"

#include <float.h>

#include "core/base/units.h"

/* ---- Hermitian matrices ---- */

/* listen:jacobi  Turns columns p and q of a matrix with so many rows. */
static void turn_columns(hz_complex *a, int rows, int n, int p, int q, double c, hz_complex s)
{
    for (int i = 0; i < rows; i++) {
        hz_complex x = a[i * n + p], y = a[i * n + q];
        a[i * n + p] = hz_c_sub(hz_c_scale(x, c), hz_c_dot(s, y));
        a[i * n + q] = hz_c_add(hz_c_mul(s, x), hz_c_scale(y, c));
    }
}

static void turn_rows(hz_complex *a, int n, int p, int q, double c, hz_complex s)
{
    for (int i = 0; i < n; i++) {
        hz_complex x = a[p * n + i], y = a[q * n + i];
        a[p * n + i] = hz_c_sub(hz_c_scale(x, c), hz_c_mul(s, y));
        a[q * n + i] = hz_c_add(hz_c_dot(s, x), hz_c_scale(y, c));
    }
}

static void sort(double *value, hz_complex *v, int n)
{
    for (int i = 0; i < n - 1; i++) {
        int best = i;
        for (int k = i + 1; k < n; k++)
            best = value[k] > value[best] ? k : best;
        double x = value[i];
        value[i] = value[best], value[best] = x;
        for (int k = 0; k < n && best != i; k++) {
            hz_complex y = v[k * n + i];
            v[k * n + i] = v[k * n + best], v[k * n + best] = y;
        }
    }
}

void hz_linear_hermitian(hz_complex *a, int n, double *value, hz_complex *v)
{
    enum { SWEEPS = 12 };
    for (int i = 0; i < n * n; i++)
        v[i] = hz_c(i % (n + 1) == 0, 0);
    double trace = 0, left = 1;
    for (int i = 0; i < n; i++)
        trace += fabs(a[i * n + i].re);
    for (int sweep = 0; sweep < SWEEPS && left > 0; sweep++) {
        left = 0;
        for (int p = 0; p < n - 1; p++)
            for (int q = p + 1; q < n; q++) {
                hz_complex off = a[p * n + q];
                double size = hz_c_abs(off);
                if (size <= 1e-14 * trace)
                    continue;
                double turn = (a[q * n + q].re - a[p * n + p].re) / (2 * size);
                double t = (turn < 0 ? -1 : 1) / (fabs(turn) + sqrt(turn * turn + 1)), c = 1 / sqrt(t * t + 1);
                hz_complex s = hz_c_scale(off, c * t / size);
                turn_columns(a, n, n, p, q, c, s);
                turn_rows(a, n, p, q, c, s);
                turn_columns(v, n, n, p, q, c, s);
                left++;
            }
    }
    for (int i = 0; i < n; i++)
        value[i] = a[i * n + i].re;
    sort(value, v, n);
}

int hz_linear_factor(hz_complex *a, int n)
{
    for (int k = 0; k < n; k++) {
        double d = a[k * n + k].re;
        for (int j = 0; j < k; j++)
            d -= hz_c_square(a[k * n + j]);
        if (!(d > 0))
            return 0;
        d = sqrt(d);
        a[k * n + k] = hz_c(d, 0);
        for (int i = k + 1; i < n; i++) {
            hz_complex x = a[i * n + k];
            for (int j = 0; j < k; j++)
                x = hz_c_sub(x, hz_c_dot(a[k * n + j], a[i * n + j]));
            a[i * n + k] = hz_c_scale(x, 1 / d);
        }
    }
    return 1;
}

void hz_linear_back(const hz_complex *factor, int n, hz_complex *b)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            b[i] = hz_c_sub(b[i], hz_c_mul(factor[i * n + j], b[j]));
        b[i] = hz_c_scale(b[i], 1 / factor[i * n + i].re);
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] = hz_c_sub(b[i], hz_c_dot(factor[j * n + i], b[j]));
        b[i] = hz_c_scale(b[i], 1 / factor[i * n + i].re);
    }
}

/* ---- any matrix ---- */

static void swap_rows(hz_complex *a, int n, int i, int k)
{
    for (int j = 0; j < n && i != k; j++) {
        hz_complex x = a[i * n + j];
        a[i * n + j] = a[k * n + j], a[k * n + j] = x;
    }
}

static int largest_below(const hz_complex *a, int n, int row, int column)
{
    int best = row;
    for (int i = row + 1; i < n; i++)
        best = hz_c_square(a[i * n + column]) > hz_c_square(a[best * n + column]) ? i : best;
    return best;
}

int hz_linear_solve(hz_complex *a, int n, hz_complex *b, int sides)
{
    for (int k = 0; k < n; k++) {
        int pivot = largest_below(a, n, k, k);
        if (!(hz_c_square(a[pivot * n + k]) > 0))
            return 0;
        swap_rows(a, n, k, pivot);
        swap_rows(b, sides, k, pivot);
        for (int i = k + 1; i < n; i++) {
            hz_complex f = hz_c_over(a[i * n + k], a[k * n + k]);
            for (int j = k; j < n; j++)
                a[i * n + j] = hz_c_sub(a[i * n + j], hz_c_mul(f, a[k * n + j]));
            for (int j = 0; j < sides; j++)
                b[i * sides + j] = hz_c_sub(b[i * sides + j], hz_c_mul(f, b[k * sides + j]));
        }
    }
    for (int i = n - 1; i >= 0; i--)
        for (int s = 0; s < sides; s++) {
            for (int j = i + 1; j < n; j++)
                b[i * sides + s] = hz_c_sub(b[i * sides + s], hz_c_mul(a[i * n + j], b[j * sides + s]));
            b[i * sides + s] = hz_c_over(b[i * sides + s], a[i * n + i]);
        }
    return 1;
}

/* Makes what stands more than one below the diagonal zero, by elimination, which keeps the eigenvalues. */
static void to_hessenberg(hz_complex *a, int n)
{
    for (int m = 1; m < n - 1; m++) {
        int pivot = largest_below(a, n, m, m - 1);
        if (!(hz_c_square(a[pivot * n + m - 1]) > 0))
            continue;
        swap_rows(a, n, m, pivot);
        for (int i = 0; i < n && pivot != m; i++) {
            hz_complex x = a[i * n + m];
            a[i * n + m] = a[i * n + pivot], a[i * n + pivot] = x;
        }
        for (int i = m + 1; i < n; i++) {
            hz_complex f = hz_c_over(a[i * n + m - 1], a[m * n + m - 1]);
            for (int j = m - 1; j < n; j++)
                a[i * n + j] = hz_c_sub(a[i * n + j], hz_c_mul(f, a[m * n + j]));
            for (int j = 0; j < n; j++)
                a[j * n + m] = hz_c_add(a[j * n + m], hz_c_mul(f, a[j * n + i]));
        }
    }
}

/* The eigenvalue of the last two rows that is nearer to the last element. */
static hz_complex shift_of(const hz_complex *a, int n, int last)
{
    hz_complex p = a[(last - 1) * n + last - 1], q = a[last * n + last];
    hz_complex half = hz_c_scale(hz_c_sub(p, q), 0.5), off = hz_c_mul(a[(last - 1) * n + last], a[last * n + last - 1]);
    hz_complex root = hz_c_root(hz_c_add(hz_c_mul(half, half), off));
    hz_complex x = hz_c_add(half, root), y = hz_c_sub(half, root);
    hz_complex sum = hz_c_square(x) > hz_c_square(y) ? x : y;
    return hz_c_square(sum) > 0 ? hz_c_sub(q, hz_c_over(off, sum)) : q;
}

/* One step of the iteration on rows first to last. `turn` has room for two numbers a row. */
static void step(hz_complex *a, int n, int first, int last, hz_complex shift, hz_complex *turn)
{
    for (int k = first; k <= last; k++)
        a[k * n + k] = hz_c_sub(a[k * n + k], shift);
    for (int k = first; k < last; k++) {
        hz_complex x = a[k * n + k], y = a[(k + 1) * n + k];
        double r = sqrt(hz_c_square(x) + hz_c_square(y));
        hz_complex c = r > 0 ? hz_c_scale(x, 1 / r) : hz_c(1, 0), s = r > 0 ? hz_c_scale(y, 1 / r) : hz_c(0, 0);
        for (int j = k; j <= last; j++) {
            x = a[k * n + j], y = a[(k + 1) * n + j];
            a[k * n + j] = hz_c_add(hz_c_dot(c, x), hz_c_dot(s, y));
            a[(k + 1) * n + j] = hz_c_sub(hz_c_mul(c, y), hz_c_mul(s, x));
        }
        turn[2 * k] = c, turn[2 * k + 1] = s;
    }
    for (int k = first; k < last; k++) {
        hz_complex c = turn[2 * k], s = turn[2 * k + 1];
        for (int i = first; i <= (k + 1 < last ? k + 1 : last); i++) {
            hz_complex x = a[i * n + k], y = a[i * n + k + 1];
            a[i * n + k] = hz_c_add(hz_c_mul(x, c), hz_c_mul(y, s));
            a[i * n + k + 1] = hz_c_sub(hz_c_dot(c, y), hz_c_dot(s, x));
        }
    }
    for (int k = first; k <= last; k++)
        a[k * n + k] = hz_c_add(a[k * n + k], shift);
}

int hz_linear_eigenvalues(hz_complex *a, int n, hz_complex *value)
{
    enum { MOST = 128, TRIES = 60 };
    hz_complex turn[2 * MOST];
    if (n > MOST)
        return 0;
    to_hessenberg(a, n);
    for (int last = n - 1, tries = 0; last >= 0;) {
        int first = last;
        for (; first > 0; first--) {
            double off = hz_c_abs(a[first * n + first - 1]),
                   on = hz_c_abs(a[first * n + first]) + hz_c_abs(a[(first - 1) * n + first - 1]);
            if (off <= DBL_EPSILON * on || off < 1e-300)
                break;
        }
        if (first == last) {
            value[last] = a[last * n + last];
            last--;
            tries = 0;
            continue;
        }
        if (++tries > TRIES)
            return 0;
        hz_complex shift = shift_of(a, n, last);
        if (tries % 10 == 0)
            shift = hz_c_add(shift, hz_c(hz_c_abs(a[last * n + last - 1]), 0));
        step(a, n, first, last, shift, turn);
    }
    return 1;
}

/* ---- spectrum ---- */

void hz_linear_transform(hz_complex *x, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            hz_complex y = x[i];
            x[i] = x[j], x[j] = y;
        }
    }
    for (int length = 2; length <= n; length *= 2)
        for (int k = 0; k < length / 2; k++) {
            hz_complex turn = hz_c_exp(hz_c(0, -2 * HZ_PI * k / length));
            for (int i = k; i < n; i += length) {
                hz_complex y = hz_c_mul(turn, x[i + length / 2]);
                x[i + length / 2] = hz_c_sub(x[i], y);
                x[i] = hz_c_add(x[i], y);
            }
        }
}
