/* plate_kernel: one step of a thin plate on its grid. */
#include "plate_kernel.h"

#include <stddef.h>

enum { L = HZ_PLATE_KERNEL_LANES };

void hz_plate_kernel_ends(double *row, int stretch)
{
    double *first = row - L, *end = row + stretch * L;
    first[0] = end[L - 1] = 0;
    for (int i = 1; i < L; i++) {
        first[i] = end[i - 1 - L];
        end[i - 1] = row[i];
    }
}

/* Lanes may go on beyond the row's last point. The place right after it is an edge, and kept at zero; what lies farther
 * has then nothing that could move it. */
static inline void trim(double *row, int edge)
{
    if (edge >= 0)
        row[edge] = 0;
}

#define HZ_SIMD_TEXT "core/plate/plate_kernel_lanes.h"
#include "core/base/simd.h"

void hz_plate_kernel_step(hz_plate_kernel *s)
{
    static void (*const steps[])(hz_plate_kernel *) = HZ_SIMD_ALL(step);
    steps[s->lanes](s);
    if (s->after) {
        double *made = s->after;
        s->after = s->change;
        s->change = made;
    }
}
