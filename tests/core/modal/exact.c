/* exact: linear systems y' = A y in long double, by the matrix exponential: the oracle for steps of a mode. */
#include "exact.h"

#include <math.h>
#include <string.h>

typedef long double square[EXACT_SIZE][EXACT_SIZE];

/* c = a b */
static void multiply(int n, square a, square b, square c)
{
    square product = { { 0 } };
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                product[i][j] += a[i][k] * b[k][j];
    memcpy(c, product, sizeof(square));
}

static long double largest(int n, square a)
{
    long double most = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            most = fmaxl(most, fabsl(a[i][j]));
    return most;
}

/* Taylor's series of a matrix scaled down, squared up again. What is squared is exp(A) - 1, which for a small step
 * keeps the digits that the 1 would swallow. */
void exact_advance(int n, square a, long double y[EXACT_SIZE])
{
    int halvings = (int)fmaxl(0, ceill(log2l(largest(n, a) * n + 1e-30L)) + 4);
    square term = { { 0 } }, rest = { { 0 } }, twice;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rest[i][j] = term[i][j] = a[i][j] = ldexpl(a[i][j], -halvings);
    for (int k = 2; k < 20; k++) {
        multiply(n, term, a, term);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                rest[i][j] += term[i][j] /= k;
    }
    for (; halvings > 0; halvings--) { /* (1 + R)^2 - 1 = 2 R + R^2 */
        multiply(n, rest, rest, twice);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                rest[i][j] = 2 * rest[i][j] + twice[i][j];
    }
    long double sum[EXACT_SIZE] = { 0 };
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum[i] += rest[i][j] * y[j];
    for (int i = 0; i < n; i++)
        y[i] += sum[i];
}
