/* complex: numbers with two parts, without the checks for infinities that C11's own multiplication has. */
#ifndef HZ_LISTEN_COMPLEX_H
#define HZ_LISTEN_COMPLEX_H

#include <math.h>

typedef struct hz_complex {
    double re, im;
} hz_complex;

static inline hz_complex hz_c(double re, double im)
{
    return (hz_complex){ re, im };
}

static inline hz_complex hz_c_add(hz_complex a, hz_complex b)
{
    return hz_c(a.re + b.re, a.im + b.im);
}

static inline hz_complex hz_c_sub(hz_complex a, hz_complex b)
{
    return hz_c(a.re - b.re, a.im - b.im);
}

static inline hz_complex hz_c_mul(hz_complex a, hz_complex b)
{
    return hz_c(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

/* The conjugate of a times b. */
static inline hz_complex hz_c_dot(hz_complex a, hz_complex b)
{
    return hz_c(a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re);
}

static inline hz_complex hz_c_scale(hz_complex a, double x)
{
    return hz_c(a.re * x, a.im * x);
}

static inline hz_complex hz_c_conj(hz_complex a)
{
    return hz_c(a.re, -a.im);
}

static inline double hz_c_square(hz_complex a)
{
    return a.re * a.re + a.im * a.im;
}

static inline double hz_c_abs(hz_complex a)
{
    return hypot(a.re, a.im);
}

static inline double hz_c_arg(hz_complex a)
{
    return atan2(a.im, a.re);
}

static inline hz_complex hz_c_over(hz_complex a, hz_complex b)
{
    return hz_c_scale(hz_c_dot(b, a), 1 / hz_c_square(b));
}

static inline hz_complex hz_c_exp(hz_complex a)
{
    double size = exp(a.re);
    return hz_c(size * cos(a.im), size * sin(a.im));
}

static inline hz_complex hz_c_root(hz_complex a)
{
    double size = hz_c_abs(a), re = sqrt(fmax(0.5 * (size + a.re), 0)), im = sqrt(fmax(0.5 * (size - a.re), 0));
    return hz_c(re, a.im < 0 ? -im : im);
}

#endif
