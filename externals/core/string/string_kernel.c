/* string_kernel: one step of every point of a string. */
#include "string_kernel.h"

#define HZ_SIMD_TEXT "core/string/string_kernel_lanes.h"
#include "core/base/simd.h"

void hz_string_kernel_run(const hz_string_kernel *w)
{
    static void (*const steps[])(const hz_string_kernel *) = HZ_SIMD_ALL(step);
    steps[w->lanes](w);
}
