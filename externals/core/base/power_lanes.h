/* power_lanes: arithmetic on LANES numbers at once, for texts that core/base/simd.h compiles for each width. It may be
 * such a text itself. With one lane it is the scalar form, the same sums to the last bit. */
#include "power.h"

#include <math.h>
#include <string.h>

#if defined HZ_SIMD_VECTORS && defined __x86_64__
#include <immintrin.h>
#endif

/* One number in all lanes; a zero keeps its sign. */
INLINE VEC EACH(all)(double x)
{
    return x - (VEC){ 0 };
}

#if LANES == 1

/* The bits of numbers as whole numbers, and back. */
INLINE BITS EACH(bits)(VEC x)
{
    BITS y;
    memcpy(&y, &x, sizeof y);
    return y;
}

INLINE VEC EACH(number)(BITS bits)
{
    VEC y;
    memcpy(&y, &bits, sizeof y);
    return y;
}

INLINE VEC EACH(pick)(MASK m, VEC yes, VEC no)
{
    return m & 1 ? yes : no;
}

INLINE VEC EACH(where)(MASK m, VEC yes)
{
    return m & 1 ? yes : 0;
}

INLINE int EACH(some)(MASK m)
{
    return m & 1;
}

INLINE VEC EACH(root)(VEC x)
{
    return sqrt(x);
}

#else

INLINE BITS EACH(bits)(VEC x)
{
    return (BITS)x;
}

INLINE VEC EACH(number)(BITS bits)
{
    return (VEC)bits;
}

INLINE VEC EACH(pick)(MASK m, VEC yes, VEC no)
{
    return (VEC)(((MASK)yes & m) | ((MASK)no & ~m));
}

/* 0 elsewhere. */
INLINE VEC EACH(where)(MASK m, VEC yes)
{
    return (VEC)((MASK)yes & m);
}

INLINE int EACH(some)(MASK m)
{
#if defined __x86_64__ && LANES == 8
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined __x86_64__ && LANES == 4
    return _mm256_movemask_pd((__m256d)m) != 0;
#elif defined __x86_64__
    return _mm_movemask_pd((__m128d)m) != 0;
#else
    long long any = 0;
    for (int k = 0; k < LANES; k++)
        any |= m[k];
    return any != 0;
#endif
}

INLINE VEC EACH(root)(VEC x)
{
#if defined __x86_64__ && LANES == 8
    return (VEC)_mm512_sqrt_pd((__m512d)x);
#elif defined __x86_64__ && LANES == 4
    return (VEC)_mm256_sqrt_pd((__m256d)x);
#elif defined __x86_64__
    return (VEC)_mm_sqrt_pd((__m128d)x);
#else
    for (int k = 0; k < LANES; k++)
        x[k] = sqrt(x[k]);
    return x;
#endif
}

#endif

INLINE VEC EACH(positive)(VEC x)
{
    return EACH(where)(x > 0, x);
}

INLINE VEC EACH(size)(VEC x)
{
    return EACH(number)(EACH(bits)(x) & 0x7fffffffffffffffULL);
}

/* wide:power  x^a for any exponent from 0 to 8 and x from 0 to 1e30, within HZ_POWER_ERROR; 0 where x is under 1e-300
 * or the power under 1e-300, and where x is not a number; infinite where the power is over 2^1024. */
INLINE VEC EACH(power_any)(const hz_power *p, VEC x)
{
    BITS bits = EACH(bits)(x);
    /* m from sqrt(1/2) to sqrt 2. A whole number becomes a double without a conversion, which not every machine has. */
    BITS whole = ((bits + (0x3ff0000000000000ULL - 0x3fe6a09e667f3bcdULL)) >> 52) & 0x7ff;
    VEC m = EACH(number)(bits - ((whole - 1023) << 52)),
        e = EACH(number)(whole | 0x4330000000000000ULL) - (0x1p52 + 1023);
    VEC f = (m - 1) / (m + 1), z = f * f, a = z * (1.0 / 19) + 1.0 / 17;
    a = a * z + 1.0 / 15;
    a = a * z + 1.0 / 13;
    a = a * z + 1.0 / 11;
    a = a * z + 1.0 / 9;
    a = a * z + 1.0 / 7;
    a = a * z + 1.0 / 5;
    a = a * z + 1.0 / 3;
    VEC log2m = 2.8853900817779268 * (f + f * (z * a)), y = p->exponent * (e + log2m);
    MASK seen = (x > 1e-300) & (y > -996.0);
    y = EACH(where)(seen, EACH(pick)(y < 1024, y, EACH(all)(1024)));
    VEC k = (y + 0x1.8p52) - 0x1.8p52;
    VEC t = 0.6931471805599453 * (((p->high * e - k) + p->exponent * log2m) + p->low * e),
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
    VEC scale = EACH(number)((EACH(bits)(k + 0x1.8p52) << 52) + 0x3ff0000000000000ULL);
    return EACH(where)(seen, (1 + (t + t * t * b)) * scale);
}

/* The same, by products and a root where the exponent is a whole or half number. */
INLINE VEC EACH(power)(const hz_power *p, VEC x)
{
    if (p->halves < 0)
        return EACH(power_any)(p, x);
    int n = p->halves >> 1;
    VEC x2 = x * x, y = n & 1 ? x : EACH(all)(1);
    if (n & 2)
        y *= x2;
    if (n & 4)
        y *= x2 * x2;
    if (p->halves & 1)
        y *= EACH(root)(x);
    return y;
}
