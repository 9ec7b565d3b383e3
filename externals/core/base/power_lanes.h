/* power_lanes: arithmetic on HZ_WIDE numbers at once, for the inner loops that are vector code.
 *
 * Included after HZ_WIDE is set, by a file that includes it again with another: names end in the number. With one
 * lane it is the scalar form, the same sums to the last bit. On x86-64, 8 lanes are for AVX-512 and 4 for AVX2: what
 * includes this stands between HZ_TARGET_... and HZ_TARGET_END, which tell the compiler so. */
#include "power.h"

#include <math.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#ifndef HZ_TARGET_END
#ifdef __clang__
#define HZ_TARGET_AVX512                                                                                               \
    _Pragma("clang attribute push(__attribute__((target(\"avx512f,avx512dq\"))), apply_to = function)")
#define HZ_TARGET_AVX2 _Pragma("clang attribute push(__attribute__((target(\"avx2\"))), apply_to = function)")
#define HZ_TARGET_END _Pragma("clang attribute pop")
#else
#define HZ_TARGET_AVX512 _Pragma("GCC push_options") _Pragma("GCC target(\"avx512f,avx512dq\")")
#define HZ_TARGET_AVX2 _Pragma("GCC push_options") _Pragma("GCC target(\"avx2\")")
#define HZ_TARGET_END _Pragma("GCC pop_options")
#endif
#endif

#define HZ_JOIN2(a, b) a##b
#define HZ_JOIN(a, b) HZ_JOIN2(a, b)
#undef WIDE
#undef MASK
#undef BITS
#undef L_
#define WIDE HZ_JOIN(hz_wide, HZ_WIDE)
#define MASK HZ_JOIN(hz_mask, HZ_WIDE)
#define BITS HZ_JOIN(hz_bits, HZ_WIDE)
#define L_(name) HZ_JOIN(HZ_JOIN(name, _), HZ_WIDE)
#undef HZ_INLINE
#define HZ_INLINE static inline __attribute__((always_inline, unused))

typedef double WIDE __attribute__((vector_size(8 * HZ_WIDE), aligned(8), may_alias));
typedef long long MASK __attribute__((vector_size(8 * HZ_WIDE), aligned(8), may_alias));
/* Sums of these wrap around, which those of signed numbers must not. */
typedef unsigned long long BITS __attribute__((vector_size(8 * HZ_WIDE), aligned(8), may_alias));

HZ_INLINE WIDE L_(all)(double x)
{
    WIDE y;
    for (int k = 0; k < HZ_WIDE; k++)
        y[k] = x;
    return y;
}

HZ_INLINE WIDE L_(at)(const double *row)
{
    return *(const WIDE *)row;
}

HZ_INLINE void L_(put)(double *row, WIDE x)
{
    *(WIDE *)row = x;
}

HZ_INLINE WIDE L_(pick)(MASK m, WIDE yes, WIDE no)
{
    return (WIDE)(((MASK)yes & m) | ((MASK)no & ~m));
}

HZ_INLINE WIDE L_(where)(MASK m, WIDE yes) /* 0 elsewhere */
{
    return (WIDE)((MASK)yes & m);
}

HZ_INLINE int L_(some)(MASK m)
{
#if defined __x86_64__ && HZ_WIDE == 8
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined __x86_64__ && HZ_WIDE == 4
    return _mm256_movemask_pd((__m256d)m) != 0;
#elif defined __x86_64__ && HZ_WIDE == 2
    return _mm_movemask_pd((__m128d)m) != 0;
#else
    long long any = 0;
    for (int k = 0; k < HZ_WIDE; k++)
        any |= m[k];
    return any != 0;
#endif
}

HZ_INLINE WIDE L_(positive)(WIDE x)
{
    return L_(where)(x > 0, x);
}

HZ_INLINE WIDE L_(size)(WIDE x)
{
    return (WIDE)((MASK)x & 0x7fffffffffffffffLL);
}

HZ_INLINE WIDE L_(root)(WIDE x)
{
#if defined __x86_64__ && HZ_WIDE == 8
    return (WIDE)_mm512_sqrt_pd((__m512d)x);
#elif defined __x86_64__ && HZ_WIDE == 4
    return (WIDE)_mm256_sqrt_pd((__m256d)x);
#elif defined __x86_64__ && HZ_WIDE == 2
    return (WIDE)_mm_sqrt_pd((__m128d)x);
#else
    for (int k = 0; k < HZ_WIDE; k++)
        x[k] = sqrt(x[k]);
    return x;
#endif
}

/* wide:power  x^a for any exponent from 0 to 8 and x from 0 to 1e30, within HZ_POWER_ERROR; 0 where x is under 1e-300
 * or the power under 1e-300, and where x is not a number; infinite where the power is over 2^1024. */
HZ_INLINE WIDE L_(power_any)(const hz_power *p, WIDE x)
{
    BITS bits = (BITS)x;
    /* m from sqrt(1/2) to sqrt 2. A whole number becomes a double without a conversion, which not every machine has. */
    BITS whole = ((bits + (0x3ff0000000000000ULL - 0x3fe6a09e667f3bcdULL)) >> 52) & 0x7ff;
    WIDE m = (WIDE)(bits - ((whole - 1023) << 52)), e = (WIDE)(whole | 0x4330000000000000ULL) - (0x1p52 + 1023);
    WIDE f = (m - 1) / (m + 1), z = f * f, a = z * (1.0 / 19) + 1.0 / 17;
    a = a * z + 1.0 / 15;
    a = a * z + 1.0 / 13;
    a = a * z + 1.0 / 11;
    a = a * z + 1.0 / 9;
    a = a * z + 1.0 / 7;
    a = a * z + 1.0 / 5;
    a = a * z + 1.0 / 3;
    WIDE log2m = 2.8853900817779268 * (f + f * (z * a)), y = p->exponent * (e + log2m);
    MASK seen = (x > 1e-300) & (y > -996.0);
    y = L_(where)(seen, L_(pick)(y < 1024, y, L_(all)(1024)));
    WIDE k = (y + 0x1.8p52) - 0x1.8p52;
    WIDE t = 0.6931471805599453 * (((p->high * e - k) + p->exponent * log2m) + p->low * e),
         b = t * (1.0 / 6227020800) + 1.0 / 479001600;
    b = b * t + 1.0 / 39916800;
    b = b * t + 1.0 / 3628800;
    b = b * t + 1.0 / 362880;
    b = b * t + 1.0 / 40320;
    b = b * t + 1.0 / 5040;
    b = b * t + 1.0 / 720;
    b = b * t + 1.0 / 120;
    b = b * t + 1.0 / 24;
    b = b * t + 1.0 / 6;
    b = b * t + 0.5;
    WIDE scale = (WIDE)(((BITS)(k + 0x1.8p52) << 52) + 0x3ff0000000000000ULL);
    return L_(where)(seen, (1 + (t + t * t * b)) * scale);
}

/* The same, by products and a root where the exponent is a whole or half number. */
HZ_INLINE WIDE L_(power)(const hz_power *p, WIDE x)
{
    if (p->halves < 0)
        return L_(power_any)(p, x);
    int n = p->halves >> 1;
    WIDE x2 = x * x, y = n & 1 ? x : L_(all)(1);
    if (n & 2)
        y *= x2;
    if (n & 4)
        y *= x2 * x2;
    if (p->halves & 1)
        y *= L_(root)(x);
    return y;
}
