/* lossform: what a bank of pole pairs loses over any time. */
#include "lossform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int hz_lossform_init(hz_lossform *f, int room)
{
    size_t side = 2 * (size_t)room;
    *f = (hz_lossform){ .room = room };
    f->x = calloc(side * side + 5 * side + 1, sizeof *f->x);
    if (!f->x)
        return 0;
    f->size = f->x + side * side;
    f->z = f->size + side;
    f->row = f->z + side;
    return 1;
}

void hz_lossform_free(hz_lossform *f)
{
    free(f->x);
    *f = (hz_lossform){ 0 };
}

void hz_lossform_open(hz_lossform *f, const hz_pairs *b, int n)
{
    f->n = n;
    memset(f->x, 0, sizeof(double) * 4 * (size_t)n * (size_t)n);
    for (int j = 0; j < n; j++)
        f->size[j] = b->split[j] || b->x[j] == 0 ? 1 : sqrt(b->x[j]);
}

void hz_lossform_add(hz_lossform *f, double weight, const double *row_q, const double *row_p)
{
    int side = 2 * f->n;
    for (int j = 0; j < f->n; j++) {
        f->row[2 * j] = row_q[j] / f->size[j];
        f->row[2 * j + 1] = row_p[j];
    }
    for (int i = 0; i < side; i++) {
        double *to = f->x + (size_t)i * (size_t)side, scale = weight * f->row[i];
        for (int j = 0; j <= (i | 1) && scale != 0; j++) /* blocks up to the diagonal; the form is symmetric */
            to[j] += scale * f->row[j];
    }
}

/* Solves four equations in place, with pivots; a system that is singular has no loss to speak of. */
static void solve(double a[4][5], double *out)
{
    for (int c = 0; c < 4; c++) {
        int pivot = c;
        for (int r = c + 1; r < 4; r++)
            if (fabs(a[r][c]) > fabs(a[pivot][c]))
                pivot = r;
        for (int k = 0; k < 5 && pivot != c; k++) {
            double other = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = other;
        }
        for (int r = 0; r < 4 && a[c][c] != 0; r++) {
            double part = r == c ? 0 : a[r][c] / a[c][c];
            for (int k = c; k < 5 && part != 0; k++)
                a[r][k] -= part * a[c][k];
        }
    }
    for (int r = 0; r < 4; r++)
        out[r] = a[r][r] != 0 ? a[r][4] / a[r][r] : 0;
}

/* A pair's motion in its scaled state. */
static void motion_of(const hz_lossform *f, const hz_pairs *b, int j, double m[2][2])
{
    double w = f->size[j];
    if (b->split[j]) {
        m[0][0] = -b->sigma[j], m[0][1] = 0, m[1][0] = 0, m[1][1] = -b->x[j];
    } else {
        m[0][0] = 0, m[0][1] = w, m[1][0] = b->x[j] == 0 ? 0 : -w, m[1][1] = -2 * b->sigma[j];
    }
}

void hz_lossform_close(hz_lossform *f, const hz_pairs *b)
{
    size_t side = 2 * (size_t)f->n;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j <= i; j++) {
            double *block[2] = { f->x + 2 * (size_t)i * side + 2 * j, f->x + (2 * (size_t)i + 1) * side + 2 * j };
            double a[2][2], c[2][2], system[4][5] = { 0 }, x[4];
            if (block[0][0] == 0 && block[0][1] == 0 && block[1][0] == 0 && block[1][1] == 0)
                continue;
            motion_of(f, b, i, a);
            motion_of(f, b, j, c);
            for (int r = 0; r < 2; r++) /* lossform:lyapunov  of this block: a' X + X c = - D */
                for (int s = 0; s < 2; s++) {
                    for (int k = 0; k < 2; k++) {
                        system[2 * r + s][2 * k + s] += a[k][r];
                        system[2 * r + s][2 * r + k] += c[k][s];
                    }
                    system[2 * r + s][4] = -block[r][s];
                }
            solve(system, x);
            for (int r = 0; r < 2; r++)
                for (int s = 0; s < 2; s++)
                    block[r][s] = x[2 * r + s];
        }
}

double hz_lossform_of(hz_lossform *f, const double *q, const double *p)
{
    int side = 2 * f->n;
    double sum = 0;
    for (int j = 0; j < f->n; j++) {
        f->z[2 * j] = q[j] * f->size[j];
        f->z[2 * j + 1] = p[j];
    }
    for (int i = 0; i < f->n; i++) { /* blocks under the diagonal count twice */
        const double *row0 = f->x + 2 * (size_t)i * (size_t)side, *row1 = row0 + side;
        double under0 = 0, under1 = 0, z0 = f->z[2 * i], z1 = f->z[2 * i + 1];
        for (int j = 0; j < 2 * i; j++) {
            under0 += row0[j] * f->z[j];
            under1 += row1[j] * f->z[j];
        }
        sum += 2 * (z0 * under0 + z1 * under1);
        sum += z0 * (row0[2 * i] * z0 + row0[2 * i + 1] * z1) + z1 * (row1[2 * i] * z0 + row1[2 * i + 1] * z1);
    }
    return sum;
}
