/* lanes: arithmetic on HZ_LANES numbers at once, for the inner loops that are vector code.
 *
 * Included after HZ_LANES is set, by a file that includes it again with another: names end in the number. With one
 * lane it is the scalar form, the same sums to the last bit. On x86-64, 8 lanes are for AVX-512 and 4 for AVX2: what
 * includes this stands between HZ_TARGET_... and HZ_TARGET_END, which tell the compiler so. */
#include "power.h"

#include <math.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#ifndef HZ_TARGET_END
#ifdef __clang__
#define HZ_TARGET_AVX512 _Pragma("clang attribute push(__attribute__((target(\"avx512f,avx512dq\"))), apply_to = function)")
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
#undef LANES
#undef MASKS
#undef L_
#define LANES HZ_JOIN(hz_lanes, HZ_LANES)
#define MASKS HZ_JOIN(hz_masks, HZ_LANES)
#define L_(name) HZ_JOIN(HZ_JOIN(name, _), HZ_LANES)
#undef HZ_INLINE
#define HZ_INLINE static inline __attribute__((always_inline, unused))

typedef double LANES __attribute__((vector_size(8 * HZ_LANES), aligned(8), may_alias));
typedef long long MASKS __attribute__((vector_size(8 * HZ_LANES), aligned(8), may_alias));

HZ_INLINE LANES L_(all)(double x)
{
    LANES y;
    for (int k = 0; k < HZ_LANES; k++)
        y[k] = x;
    return y;
}

HZ_INLINE LANES L_(at)(const double *row)
{
    return *(const LANES *)row;
}

HZ_INLINE void L_(put)(double *row, LANES x)
{
    *(LANES *)row = x;
}

HZ_INLINE LANES L_(pick)(MASKS m, LANES yes, LANES no)
{
    return (LANES)(((MASKS)yes & m) | ((MASKS)no & ~m));
}

HZ_INLINE LANES L_(where)(MASKS m, LANES yes) /* 0 elsewhere */
{
    return (LANES)((MASKS)yes & m);
}

HZ_INLINE int L_(some)(MASKS m)
{
#if defined __x86_64__ && HZ_LANES == 8
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined __x86_64__ && HZ_LANES == 4
    return _mm256_movemask_pd((__m256d)m) != 0;
#elif defined __x86_64__ && HZ_LANES == 2
    return _mm_movemask_pd((__m128d)m) != 0;
#else
    long long any = 0;
    for (int k = 0; k < HZ_LANES; k++)
        any |= m[k];
    return any != 0;
#endif
}

HZ_INLINE LANES L_(positive)(LANES x)
{
    return L_(where)(x > 0, x);
}

HZ_INLINE LANES L_(size)(LANES x)
{
    return (LANES)((MASKS)x & 0x7fffffffffffffffLL);
}

HZ_INLINE LANES L_(root)(LANES x)
{
#if defined __x86_64__ && HZ_LANES == 8
    return (LANES)_mm512_sqrt_pd((__m512d)x);
#elif defined __x86_64__ && HZ_LANES == 4
    return (LANES)_mm256_sqrt_pd((__m256d)x);
#elif defined __x86_64__ && HZ_LANES == 2
    return (LANES)_mm_sqrt_pd((__m128d)x);
#else
    for (int k = 0; k < HZ_LANES; k++)
        x[k] = sqrt(x[k]);
    return x;
#endif
}

/* lanes:power  x^a for any exponent from 0 to 8 and x from 0 to 1e30, within HZ_POWER_ERROR; 0 where x is under 1e-300
 * or the power under 1e-300. */
HZ_INLINE LANES L_(power_any)(const hz_power *p, LANES x)
{
    MASKS bits = (MASKS)x;
    /* m from sqrt(1/2) to sqrt 2. A whole number becomes a double without a conversion, which not every machine has. */
    MASKS whole = ((bits + (0x3ff0000000000000LL - 0x3fe6a09e667f3bcdLL)) >> 52) & 0x7ff;
    LANES m = (LANES)(bits - ((whole - 1023) << 52)), e = (LANES)(whole | 0x4330000000000000LL) - (0x1p52 + 1023);
    LANES f = (m - 1) / (m + 1), z = f * f, a = z * (1.0 / 19) + 1.0 / 17;
    a = a * z + 1.0 / 15;
    a = a * z + 1.0 / 13;
    a = a * z + 1.0 / 11;
    a = a * z + 1.0 / 9;
    a = a * z + 1.0 / 7;
    a = a * z + 1.0 / 5;
    a = a * z + 1.0 / 3;
    LANES log2m = 2.8853900817779268 * (f + f * (z * a)), y = p->exponent * (e + log2m);
    MASKS seen = (x > 1e-300) & (y > -996.0);
    y = L_(where)(seen, y);
    LANES k = (y + 0x1.8p52) - 0x1.8p52;
    LANES t = 0.6931471805599453 * (((p->high * e - k) + p->exponent * log2m) + p->low * e), b = t * (1.0 / 6227020800) + 1.0 / 479001600;
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
    LANES scale = (LANES)(((MASKS)(k + 0x1.8p52) << 52) + 0x3ff0000000000000LL);
    return L_(where)(seen, (1 + (t + t * t * b)) * scale);
}

/* The same, by products and a root where the exponent is a whole or half number. */
HZ_INLINE LANES L_(power)(const hz_power *p, LANES x)
{
    if (p->halves < 0)
        return L_(power_any)(p, x);
    int n = p->halves >> 1;
    LANES x2 = x * x, y = n & 1 ? x : L_(all)(1);
    if (n & 2)
        y *= x2;
    if (n & 4)
        y *= x2 * x2;
    if (p->halves & 1)
        y *= L_(root)(x);
    return y;
}
