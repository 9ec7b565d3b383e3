/* simd: which vectors are right for a processor and its system. */
#include "core/base/simd.h"
#include "tests/tools/test.h"

/* A processor may have wide vectors that the system does not save, or not all that is needed of them. */
TEST(only_what_is_there_and_saved_is_used)
{
#ifdef HZ_SIMD_WIDE
    enum { AVX2 = 1 << 5, AVX512F = 1 << 16, AVX512DQ = 1 << 17, ALL = AVX2 | AVX512F | AVX512DQ };
    enum { SSE = 0x03, AVX = 0x07, AVX512 = 0xe7 };
    assert_int_equal(hz_simd_of(ALL, AVX512), HZ_SIMD_8);
    assert_int_equal(hz_simd_of(ALL, AVX), HZ_SIMD_4);
    assert_int_equal(hz_simd_of(ALL, SSE), HZ_SIMD_2);
    assert_int_equal(hz_simd_of(AVX2 | AVX512F, AVX512), HZ_SIMD_4);
    assert_int_equal(hz_simd_of(AVX2 | AVX512DQ, AVX512), HZ_SIMD_4);
    assert_int_equal(hz_simd_of(AVX512F | AVX512DQ, AVX512), HZ_SIMD_2);
    assert_int_equal(hz_simd_of(0, AVX), HZ_SIMD_2);
#endif
}

/* What this processor has is what the compiler's own runtime says of it, and without wide vectors what was built. */
TEST(this_processor_is_known)
{
    enum hz_simd best = HZ_SIMD_1;
#ifdef HZ_SIMD_VECTORS
    best = HZ_SIMD_2;
#endif
#ifdef HZ_SIMD_WIDE
    best = HZ_SIMD_2;
    if (__builtin_cpu_supports("avx2"))
        best = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? HZ_SIMD_8 : HZ_SIMD_4;
#endif
    assert_int_equal(hz_simd_best(), best);
    assert_int_equal(hz_simd_best(), best); /* as it remembers */
}
