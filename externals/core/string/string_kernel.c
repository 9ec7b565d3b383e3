/* string_kernel: one step of every point of a string. */
#include "string_kernel.h"

/* Stands before a loop no turn of which reads what another writes. gcc must be told, or it makes no vector code where
 * there are forces to keep; clang does not know the word. */
#if defined __GNUC__ && !defined __clang__
#define APART _Pragma("GCC ivdep")
#else
#define APART
#endif

#define HZ_SIMD_TEXT "core/string/string_kernel_lanes.h"
#include "core/base/simd.h"

void hz_string_kernel_run(const hz_string_kernel *w)
{
    static void (*const steps[])(const hz_string_kernel *) = HZ_SIMD_ALL(step);
    steps[w->lanes](w);
}
