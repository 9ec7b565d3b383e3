/* esprit: damped sinusoids, by the subspace that they span in a Hankel matrix. */
#include "internal.h"

#include <string.h>

#include "linear.h"

enum { ROWS = HZ_LISTEN_ROWS, ORDER = HZ_LISTEN_ORDER };

/* listen:esprit  An eigenvalue of the noise is the number of columns times its power; a signal has more. */
static const double over_noise = 2;

static void covariance(const hz_complex *y, int rows, int columns, hz_complex *r)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= i; j++) {
            hz_complex sum = { 0 };
            for (int m = 0; m < columns; m++)
                sum = hz_c_add(sum, hz_c_dot(y[m + j], y[m + i]));
            r[i * rows + j] = sum;
            r[j * rows + i] = hz_c_conj(sum);
        }
}

/* Total least squares: the matrix that leads from the subspace's upper rows to its lower ones. */
static int rotation(const hz_complex *u, int rows, int n, hz_complex *psi)
{
    static const int most = 2 * ORDER;
    hz_complex c[4 * ORDER * ORDER], v[4 * ORDER * ORDER], right[ORDER * ORDER];
    double value[2 * ORDER];
    int two = 2 * n;
    if (two > most)
        return 0;
    for (int i = 0; i < two; i++)
        for (int j = 0; j < two; j++) {
            hz_complex sum = { 0 };
            for (int m = 0; m < rows - 1; m++)
                sum = hz_c_add(sum, hz_c_dot(u[(m + i / n) * rows + i % n], u[(m + j / n) * rows + j % n]));
            c[i * two + j] = sum;
        }
    hz_linear_hermitian(c, two, value, v);
    /* psi = -v12 v22^-1 as the solution of v22' psi' = -v12', of which the eigenvalues are the same. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] = v[(n + j) * two + n + i];
            right[i * n + j] = hz_c_scale(v[j * two + n + i], -1);
        }
    if (!hz_linear_solve(c, n, right, n))
        return 0;
    memcpy(psi, right, sizeof *psi * (size_t)(n * n));
    return 1;
}

int hz_listen_esprit(const hz_complex *y, int n, double noise, int most, hz_listen_pole *out)
{
    hz_complex r[ROWS * ROWS], u[ROWS * ROWS], psi[ORDER * ORDER], z[ORDER];
    double value[ROWS];
    int length = n < HZ_LISTEN_WINDOW ? n : HZ_LISTEN_WINDOW, rows = length / 3 < ROWS ? length / 3 : ROWS;
    int columns = length - rows + 1, order = 0, kept = 0;
    if (rows < 4)
        return 0;
    covariance(y, rows, columns, r);
    hz_linear_hermitian(r, rows, value, u);
    most = most < rows - 2 ? most : rows - 2;
    while (order < most && order < ORDER && value[order] > over_noise * columns * noise &&
           value[order] > 1e-12 * value[0])
        order++;
    if (order == 0 || !rotation(u, rows, order, psi) || !hz_linear_eigenvalues(psi, order, z))
        return 0;
    for (int i = 0; i < order; i++) {
        double size = hz_c_abs(z[i]);
        if (size > 0.7 && size < 1.05)
            out[kept++] = (hz_listen_pole){ .s = { fmin(log(size), -1e-6), hz_c_arg(z[i]) } };
    }
    return kept;
}
