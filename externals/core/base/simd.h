/* simd: inner loops as vector code, one text for every processor.
 *
 * A .c file names the text of its loops in HZ_SIMD_TEXT and includes this header, which compiles that text once for
 * each width of vector: one number at a time, two (any machine has them), four (AVX2), eight (AVX-512). In the text,
 *
 *     LANES          how many numbers a VEC holds, from 1 to 8
 *     VEC            so many doubles
 *     MASK, BITS     as many whole numbers: MASK is what a comparison of two VECs gives, sums of BITS wrap around
 *     AT(row, i)     those of a row from its element i on, where i is a multiple of LANES in an aligned row
 *     LOOSE(row, i)  the same for any i
 *     SHIFT(a, b, k) LANES numbers from the one at k on, of those of a followed by those of b
 *     EACH(name)     the function's name in this width; TARGET stands before each of them, INLINE before helpers
 *     UNROLLED       before a loop over the VECs of a slab
 *     SUM(name), LANES_OF(at), LEAVE(name, slab)
 *                    a sum of zeros, the VECs of a slab (number j, from element i on), and the sum written to a slab
 *
 * Rows are padded with zeros to whole slabs of HZ_SIMD_SLAB numbers. Each number has its own lane of a sum, the same
 * in every width, and hz_simd_sum adds the lanes: so every width gives the same bits.
 *
 * A compiler without vectors, or one that is given -DHZ_PLAIN, gets the width of one number alone, in plain C11. */
#ifndef HZ_SIMD_H
#define HZ_SIMD_H

#include <stdint.h>

#if !defined HZ_PLAIN && defined __GNUC__ && defined __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define HZ_SIMD_VECTORS
#endif
#endif

/* Vectors of four and eight. Many builds of gcc for Windows keep such vectors at places of the stack that are not
 * aligned for them, so there only clang has them. */
#if defined HZ_SIMD_VECTORS && defined __x86_64__ && (!defined _WIN32 || defined __clang__)
#define HZ_SIMD_WIDE
#endif

enum { HZ_SIMD_SLAB = 8 };

/* A slab of a sum, a number for each lane. */
typedef struct hz_slab {
    _Alignas(64) double lane[HZ_SIMD_SLAB];
} hz_slab;

/* The widths there are, and the best for the processor that runs this. */
enum hz_simd { HZ_SIMD_1, HZ_SIMD_2, HZ_SIMD_4, HZ_SIMD_8, HZ_SIMD_WIDTHS };
enum hz_simd hz_simd_best(void);
#ifdef HZ_SIMD_WIDE
/* The best for a processor that has this (ebx of cpuid's leaf 7), under a system that saves these registers when it
 * changes from one program to another (xcr0). */
enum hz_simd hz_simd_of(unsigned has, unsigned saved);
#endif

/* A function in all its widths; a processor that lacks the wide ones is not asked to run them. */
#ifndef HZ_SIMD_VECTORS
#define HZ_SIMD_OF(one, two, four, eight) one, one, one, one
#elif defined HZ_SIMD_WIDE
#define HZ_SIMD_OF(one, two, four, eight) one, two, four, eight
#else
#define HZ_SIMD_OF(one, two, four, eight) one, two, two, two
#endif
#define HZ_SIMD_ALL(name)                                                                                              \
    {                                                                                                                  \
        HZ_SIMD_OF(name##_1, name##_2, name##_4, name##_8)                                                             \
    }

typedef double hz_simd_vec_1, hz_simd_loose_1;
typedef long long hz_simd_mask_1;
typedef unsigned long long hz_simd_bits_1;
#ifdef HZ_SIMD_VECTORS
#define HZ_SIMD_TYPES(n)                                                                                               \
    typedef double hz_simd_vec_##n __attribute__((vector_size(8 * n), may_alias));                                     \
    typedef double hz_simd_loose_##n __attribute__((vector_size(8 * n), may_alias, aligned(8)));                       \
    typedef long long hz_simd_mask_##n __attribute__((vector_size(8 * n), may_alias));                                 \
    typedef unsigned long long hz_simd_bits_##n __attribute__((vector_size(8 * n), may_alias));
HZ_SIMD_TYPES(2)
HZ_SIMD_TYPES(4)
HZ_SIMD_TYPES(8)
#define HZ_SIMD_INLINE inline __attribute__((always_inline, unused))
#define HZ_SIMD_UNROLLED _Pragma("GCC unroll 8")
#define HZ_SIMD_APART __attribute__((noinline)) /* a function that seldom runs and is kept out of a loop's way */
#else
#define HZ_SIMD_INLINE inline
#define HZ_SIMD_UNROLLED
#define HZ_SIMD_APART
#endif

static inline double hz_simd_sum(const hz_slab *s)
{
#ifdef HZ_SIMD_VECTORS /* the same sums by two: the compiler would not find them */
    const hz_simd_vec_2 *x = (const hz_simd_vec_2 *)s->lane;
    hz_simd_vec_2 sum = (x[0] + x[2]) + (x[1] + x[3]);
    return sum[0] + sum[1];
#else
    const double *x = s->lane;
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
#endif
}

#define HZ_SIMD_JOIN(name, width) name##width
#define HZ_SIMD_NAME(name, width) HZ_SIMD_JOIN(name, width)

#endif

#ifdef HZ_SIMD_TEXT

#define EACH(name) HZ_SIMD_NAME(name##_, LANES)
#define VEC HZ_SIMD_NAME(hz_simd_vec_, LANES)
#define MASK HZ_SIMD_NAME(hz_simd_mask_, LANES)
#define BITS HZ_SIMD_NAME(hz_simd_bits_, LANES)
#define AT(row, i) (*(VEC *)(uintptr_t)((row) + (i)))
#define LOOSE(row, i) (*(HZ_SIMD_NAME(hz_simd_loose_, LANES) *)(uintptr_t)((row) + (i)))
#define INLINE TARGET HZ_SIMD_INLINE
#define UNROLLED HZ_SIMD_UNROLLED
#define SUM(name) VEC name[HZ_SIMD_SLAB / LANES] = { 0 }
#define LANES_OF(at) for (int j = 0, i = (at); j < HZ_SIMD_SLAB / LANES; j++, i += LANES)
#define LEAVE(name, slab) LANES_OF(0) AT((slab).lane, i) = (name)[j]

#define LANES 1
#define TARGET static
#define SHIFT(a, b, k) ((k) ? (b) : (a))
#include HZ_SIMD_TEXT
#undef LANES
#undef SHIFT
#ifdef HZ_SIMD_VECTORS
#define LANES 2
#define SHIFT(a, b, k) __builtin_shufflevector(a, b, k, k + 1)
#include HZ_SIMD_TEXT
#undef LANES
#undef SHIFT
#ifdef HZ_SIMD_WIDE
#undef TARGET
#define LANES 4
#define TARGET __attribute__((target("avx2"))) static
#define SHIFT(a, b, k) __builtin_shufflevector(a, b, k, k + 1, k + 2, k + 3)
#include HZ_SIMD_TEXT
#undef LANES
#undef SHIFT
#undef TARGET
#define LANES 8
#define TARGET __attribute__((target("avx512f,avx512dq"))) static
#define SHIFT(a, b, k) __builtin_shufflevector(a, b, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7)
#include HZ_SIMD_TEXT
#undef LANES
#undef SHIFT
#endif
#endif

#undef TARGET
#undef EACH
#undef VEC
#undef MASK
#undef BITS
#undef AT
#undef LOOSE
#undef INLINE
#undef UNROLLED
#undef SUM
#undef LANES_OF
#undef LEAVE
#undef HZ_SIMD_TEXT
#endif
