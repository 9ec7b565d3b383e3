/* plate_kernel: one step of a thin plate on its grid. */
#include "plate_kernel.h"

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
