/* simd: which vectors the processor has. */
#include "simd.h"

#ifdef HZ_SIMD_WIDE

#include <cpuid.h>

enum hz_simd hz_simd_of(unsigned has, unsigned saved)
{
    enum { AVX2 = 1 << 5, AVX512F = 1 << 16, AVX512DQ = 1 << 17, WIDE_OF_4 = 0x06, WIDE_OF_8 = 0xe6 };
    if ((saved & WIDE_OF_8) == WIDE_OF_8 && (has & AVX512F) && (has & AVX512DQ) && (has & AVX2))
        return HZ_SIMD_8;
    return (saved & WIDE_OF_4) == WIDE_OF_4 && (has & AVX2) ? HZ_SIMD_4 : HZ_SIMD_2;
}

/* The compiler's own question would need its runtime library. */
static enum hz_simd ask(void)
{
    enum { SYSTEM_TELLS = 1 << 27 };
    unsigned a, b, c, d, saved, rest;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & SYSTEM_TELLS) || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return HZ_SIMD_2;
    __asm__("xgetbv" : "=a"(saved), "=d"(rest) : "c"(0));
    return hz_simd_of(b, saved);
}

/* The question is asked once, since a virtual machine takes long to answer it. Threads that ask at the same time get
 * the same answer. */
enum hz_simd hz_simd_best(void)
{
    static _Atomic int known; /* 0 until it is asked: no answer is HZ_SIMD_1 */
    if (!known)
        known = (int)ask();
    return (enum hz_simd)known;
}

#else

enum hz_simd hz_simd_best(void)
{
#ifdef HZ_SIMD_VECTORS
    return HZ_SIMD_2;
#else
    return HZ_SIMD_1;
#endif
}

#endif
