/* plate_kernel: one step of a thin plate on its grid, the one inner loop of a plate that is vector code.
 *
 * A row of the grid is cut into eight stretches, and stretch i lies in lane i: point x stands at lane x / stretch of
 * vector x % stretch. The neighbours along the row are then the vectors before and after, and across it those of the
 * rows before and after; none has to be shifted. The vectors at both ends of a row hold what the next stretch begins
 * with. Beyond the edges all is zero, which is what a simply supported edge needs. */
#ifndef HZ_PLATE_KERNEL_H
#define HZ_PLATE_KERNEL_H

#include "core/base/simd.h"

enum { HZ_PLATE_KERNEL_LANES = 8 };

/* What a step does to each point (plate:step), with the displacements u, their changes w in the step before, and the
 * sums of neighbours along the row and across it:
 *     z  = bend (along + skew across) + now u + change w          of the displacements u
 *     w1 = keep w + along + skew across + own z                   of these z
 *     u1 = u + w1 */
typedef struct hz_plate_kernel_steps {
    double bend, now, change, keep, skew, own;
} hz_plate_kernel_steps;

typedef struct hz_plate_kernel {
    int columns, rows;    /* points along a row, and rows */
    int stretch;          /* vectors of a row, its two ends not counted */
    int edge;             /* where the place right after a row's last point is in the row, -1: beyond its lanes */
    double *now, *change; /* rows from -1 to `rows`, those at both ends zero */
    double *after;        /* the same, for the changes that a step makes; NULL: they go over the old ones */
    double *work;         /* six rows: one of zeros, and z */
    hz_plate_kernel_steps steps;
    enum hz_simd lanes; /* how wide its loops are */
} hz_plate_kernel;

/* Derives how so many columns and rows are laid out. */
static inline void hz_plate_kernel_shape(hz_plate_kernel *s, int columns, int rows)
{
    s->columns = columns;
    s->rows = rows;
    s->lanes = hz_simd_best();
    s->stretch = (columns + HZ_PLATE_KERNEL_LANES - 1) / HZ_PLATE_KERNEL_LANES;
    s->edge = columns < s->stretch * HZ_PLATE_KERNEL_LANES
                  ? columns % s->stretch * HZ_PLATE_KERNEL_LANES + columns / s->stretch
                  : -1;
}

/* Numbers from one row to the next. */
static inline int hz_plate_kernel_pitch(const hz_plate_kernel *s)
{
    return (s->stretch + 2) * HZ_PLATE_KERNEL_LANES;
}

/* Where a point stands in now and change. */
static inline int hz_plate_kernel_at(const hz_plate_kernel *s, int column, int row)
{
    return (row + 1) * hz_plate_kernel_pitch(s) + (column % s->stretch + 1) * HZ_PLATE_KERNEL_LANES +
           column / s->stretch;
}

/* One step without force. If `after` is not NULL, the changes of the step before are there afterwards. */
void hz_plate_kernel_step(hz_plate_kernel *s);

/* Fills the two ends of a row of numbers laid out like `now`; `row` points at its first point's vector. */
void hz_plate_kernel_ends(double *row, int stretch);

#endif
