/* loss_form: the energy that a bank of pole pairs loses over any time. */
#include "loss_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HZ_SIMD_TEXT "core/linear_contact/loss_form_lanes.h"
#include "core/base/simd.h"

int hz_loss_form_init(hz_loss_form *f, int room)
{
    size_t side = 2 * (size_t)room;
    *f = (hz_loss_form){ 0 };
    f->x = calloc(side * side + (3 + HZ_LOSS_FORM_ROWS) * side + 1, sizeof *f->x);
    if (!f->x)
        return 0;
    f->size = f->x + side * side;
    f->d = f->size + side;
    f->s = f->d + side;
    f->row = f->s + side;
    return 1;
}

void hz_loss_form_free(hz_loss_form *f)
{
    free(f->x);
    *f = (hz_loss_form){ 0 };
}

void hz_loss_form_copy(hz_loss_form *to, const hz_loss_form *from)
{
    size_t side = 2 * (size_t)from->n;
    to->n = from->n;
    memcpy(to->x, from->x, sizeof(double) * side * side);
    memcpy(to->size, from->size, sizeof(double) * (size_t)from->n);
}

void hz_loss_form_open(hz_loss_form *f, const hz_loss_form_pairs *b, int n)
{
    f->n = n;
    f->rows = 0;
    memset(f->x, 0, sizeof(double) * 4 * (size_t)n * (size_t)n);
    for (int j = 0; j < n; j++)
        f->size[j] = sqrt(b->x[j]);
}

/* Adds the squares of the rows that wait to the blocks up to the diagonal; the form is symmetric. */
static void add_rows(hz_loss_form *f)
{
    static void (*const add[])(double *, const double *const[4], const double[4], int) = HZ_SIMD_ALL(add_four);
    enum hz_simd lanes = hz_simd_best();
    size_t side = 2 * (size_t)f->n;
    const double *const row[HZ_LOSS_FORM_ROWS] = { f->row, f->row + side, f->row + 2 * side, f->row + 3 * side };
    double times[HZ_LOSS_FORM_ROWS];
    for (int k = f->rows; k < HZ_LOSS_FORM_ROWS; k++) {
        f->weight[k] = 0;
        memset(f->row + (size_t)k * side, 0, side * sizeof(double));
    }
    for (size_t i = 0; i < side; i++) {
        for (int k = 0; k < HZ_LOSS_FORM_ROWS; k++)
            times[k] = f->weight[k] * row[k][i];
        add[lanes](f->x + i * side, row, times, (int)(i | 1) + 1);
    }
    f->rows = 0;
}

void hz_loss_form_add(hz_loss_form *f, double weight, const double *row_q, const double *row_p)
{
    double *row = f->row + (size_t)f->rows * 2 * (size_t)f->n;
    f->weight[f->rows++] = weight;
    for (int j = 0; j < f->n; j++) {
        row[2 * j] = row_q[j] / f->size[j];
        row[2 * j + 1] = row_p[j];
    }
    if (f->rows == HZ_LOSS_FORM_ROWS)
        add_rows(f);
}

/* lossform:vibrations  The block of pairs i and j: a' X + X c = -D, where it holds D before and X after. Two that are
 * undamped and alike have no form, and lose nothing. */
static void solve_block(const hz_loss_form *f, const hz_loss_form_pairs *b, int i, int j, double *block[2])
{
    double apart = f->size[i] - f->size[j], sum = f->size[i] + f->size[j], ratio = apart / sum;
    double uneven = b->sigma[i] - b->sigma[j], damping = b->sigma[i] + b->sigma[j];
    double both = block[0][0] + block[1][1], cross = block[0][1] + block[1][0], twist = block[1][0] - block[0][1];
    double first = 2 * block[0][0] / sum, m = 0, p = 0, a_less_d = 0, twice_d = 0;
    double under = damping * damping * (1 + ratio * ratio) - 2 * damping * uneven * ratio + apart * apart;
    if (under > 0) {
        m = (apart * both + damping * (twist + ratio * (damping * first - cross) - uneven * first)) / under;
        p = first - ratio * m;
        a_less_d = (damping * p + uneven * m - cross) / sum;
        twice_d = fabs(apart) < damping ? (both - apart * m) / damping
                                        : (uneven * p + damping * m - twist) / apart - a_less_d;
    }
    block[0][0] = 0.5 * twice_d + a_less_d;
    block[0][1] = 0.5 * (p - m);
    block[1][0] = 0.5 * (p + m);
    block[1][1] = 0.5 * twice_d;
}

void hz_loss_form_close(hz_loss_form *f, const hz_loss_form_pairs *b)
{
    size_t side = 2 * (size_t)f->n;
    if (f->rows > 0)
        add_rows(f);
    for (size_t i = 0; i < (size_t)f->n; i++)
        for (size_t j = 0; j <= i; j++) {
            double *block[2] = { f->x + 2 * i * side + 2 * j, f->x + (2 * i + 1) * side + 2 * j };
            if (block[0][0] != 0 || block[0][1] != 0 || block[1][0] != 0 || block[1][1] != 0)
                solve_block(f, b, (int)i, (int)j, block);
        }
}

/* The difference and the sum of two states, scaled, one pair after the other. */
static void scale(hz_loss_form *f, const double *diff_q, const double *diff_p, const double *sum_q, const double *sum_p)
{
    for (int j = 0; j < f->n; j++) {
        f->d[2 * j] = diff_q[j] * f->size[j];
        f->d[2 * j + 1] = diff_p[j];
        f->s[2 * j] = sum_q[j] * f->size[j];
        f->s[2 * j + 1] = sum_p[j];
    }
}

double hz_loss_form_step(hz_loss_form *f, const double *diff_q, const double *diff_p, const double *sum_q,
                         const double *sum_p)
{
    static void (*const along[])(const double *, const double *, const double *, const double *, int, hz_slab *) =
        HZ_SIMD_ALL(along);
    enum hz_simd lanes = hz_simd_best();
    int side = 2 * f->n;
    double loss = 0;
    scale(f, diff_q, diff_p, sum_q, sum_p);
    for (int i = 0; i < side; i += 2) { /* symmetric: each two rows are summed up to the diagonal */
        const double *row0 = f->x + (size_t)i * (size_t)side, *row1 = row0 + side;
        double d0 = f->d[i], d1 = f->d[i + 1], s0 = f->s[i], s1 = f->s[i + 1], rest = 0;
        hz_slab sum[4];
        along[lanes](row0, row1, f->s, f->d, i, sum);
        for (int j = i / HZ_SIMD_SLAB * HZ_SIMD_SLAB; j < i; j++)
            rest += row0[j] * (d0 * f->s[j] + s0 * f->d[j]) + row1[j] * (d1 * f->s[j] + s1 * f->d[j]);
        loss += d0 * hz_simd_sum(&sum[0]) + s0 * hz_simd_sum(&sum[1]) + d1 * hz_simd_sum(&sum[2]) +
                s1 * hz_simd_sum(&sum[3]) + rest;
        loss += row0[i] * d0 * s0 + row1[i] * (d0 * s1 + d1 * s0) + row1[i + 1] * d1 * s1;
    }
    return loss;
}

void hz_loss_form_row(hz_loss_form *f, const double *drive_q, const double *drive_p, double *row_q, double *row_p)
{
    size_t side = 2 * (size_t)f->n;
    double *drive = f->d, *row = f->s;
    for (size_t i = 0; i < side; i++) {
        drive[i] = i % 2 ? drive_p[i / 2] : drive_q[i / 2] * f->size[i / 2];
        row[i] = 0;
    }
    for (size_t i = 0; i < side; i++)
        for (size_t j = 0; j <= i; j++) {
            row[i] += f->x[i * side + j] * drive[j];
            row[j] += j < i ? f->x[i * side + j] * drive[i] : 0;
        }
    for (int j = 0; j < f->n; j++) {
        row_q[j] = row[2 * j] * f->size[j];
        row_p[j] = row[2 * j + 1];
    }
}
