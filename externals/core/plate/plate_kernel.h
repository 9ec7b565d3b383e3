/* plate_kernel: one step of a thin plate on its grid, the one inner loop of a plate that is vector code.
 *
 * Rows of points stand one after the other, with eight zeros between them and a row of zeros beyond both ends: beyond
 * the edges all is zero, which is what a simply supported edge needs. */
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
    double *now, *change; /* rows from -1 to `rows`, those at both ends zero */
    double *after;        /* the same, for the changes that a step makes; NULL: they go over the old ones */
    double *work;         /* four rows: one of zeros, and z */
    hz_plate_kernel_steps steps;
    enum hz_simd lanes; /* how wide its loops are */
} hz_plate_kernel;

/* The distance from one row to the next, in numbers. Behind the last point there is room for a whole vector, and for
 * one of zeros. */
static inline int hz_plate_kernel_pitch(const hz_plate_kernel *s)
{
    return ((s->columns - 1) / HZ_PLATE_KERNEL_LANES + 2) * HZ_PLATE_KERNEL_LANES;
}

/* Where a point stands in now and change. */
static inline int hz_plate_kernel_at(const hz_plate_kernel *s, int column, int row)
{
    return (row + 1) * hz_plate_kernel_pitch(s) + HZ_PLATE_KERNEL_LANES + column;
}

/* One step without force. If `after` is not NULL, the changes of the step before are there afterwards. */
void hz_plate_kernel_step(hz_plate_kernel *s);

#endif
