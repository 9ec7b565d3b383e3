/* simd: loops over modes as vector code, one text for every processor.
 *
 * A .c file names the text of its loops in HZ_SIMD_TEXT and includes this header, which compiles that text once for
 * each width of vector: one number at a time, two (any machine has them), four (AVX2), eight (AVX-512). In the text,
 *
 *     LANES        how many numbers a VEC holds
 *     VEC          so many doubles; AT(row, i) are those of a row from its element i on
 *     EACH(name)   the function's name in this width; TARGET stands before each of them
 *
 * Rows are padded with zeros to whole slabs of HZ_SIMD_SLAB numbers. Each number has its own lane of a sum, the same
 * in every width, and hz_simd_sum adds the lanes: so every width gives the same bits. */
#ifndef HZ_SIMD_H
#define HZ_SIMD_H

#include <stdint.h>

enum { HZ_SIMD_SLAB = 8 };

/* A slab of a sum, a number for each lane. */
typedef struct hz_slab {
    _Alignas(64) double lane[HZ_SIMD_SLAB];
} hz_slab;

/* The widths there are, and the best for the processor that runs this. */
enum hz_simd { HZ_SIMD_1, HZ_SIMD_2, HZ_SIMD_4, HZ_SIMD_8, HZ_SIMD_WIDTHS };

static inline enum hz_simd hz_simd_best(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return HZ_SIMD_8;
    if (__builtin_cpu_supports("avx2"))
        return HZ_SIMD_4;
#endif
    return HZ_SIMD_2;
}

/* A function in all its widths; a processor that lacks the wide ones is not asked to run them. */
#ifdef __x86_64__
#define HZ_SIMD_ALL(name)                                                                                              \
    {                                                                                                                  \
        name##_1, name##_2, name##_4, name##_8                                                                         \
    }
#else
#define HZ_SIMD_ALL(name)                                                                                              \
    {                                                                                                                  \
        name##_1, name##_2, name##_2, name##_2                                                                         \
    }
#endif

typedef uint64_t hz_simd_bits __attribute__((may_alias));
typedef double hz_simd_vec_1 __attribute__((may_alias));
typedef double hz_simd_vec_2 __attribute__((vector_size(16), may_alias));
typedef double hz_simd_vec_4 __attribute__((vector_size(32), may_alias));
typedef double hz_simd_vec_8 __attribute__((vector_size(64), may_alias));

static inline double hz_simd_sum(const hz_slab *s)
{
    const hz_simd_vec_2 *x = (const hz_simd_vec_2 *)s->lane;
    hz_simd_vec_2 sum = (x[0] + x[2]) + (x[1] + x[3]);
    return sum[0] + sum[1];
}

#endif

#ifdef HZ_SIMD_TEXT

#define HZ_SIMD_JOIN(name, width) name##width
#define HZ_SIMD_NAME(name, width) HZ_SIMD_JOIN(name, width)
#define EACH(name) HZ_SIMD_NAME(name##_, LANES)
#define VEC HZ_SIMD_NAME(hz_simd_vec_, LANES)
#define AT(row, i) (*(VEC *)(uintptr_t)((row) + (i)))

#define LANES 1
#define TARGET static
#include HZ_SIMD_TEXT
#undef LANES
#define LANES 2
#include HZ_SIMD_TEXT
#undef LANES
#undef TARGET
#ifdef __x86_64__
#define LANES 4
#define TARGET __attribute__((target("avx2"))) static
#include HZ_SIMD_TEXT
#undef LANES
#undef TARGET
#define LANES 8
#define TARGET __attribute__((target("avx512f"))) static
#include HZ_SIMD_TEXT
#undef LANES
#undef TARGET
#endif

#undef HZ_SIMD_TEXT
#endif
