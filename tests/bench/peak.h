/* peak: what this machine can do at most, measured in the run that is compared with it. */
#ifndef HZ_BENCH_PEAK_H
#define HZ_BENCH_PEAK_H

#include <time.h>

/* Processor time, not the clock's: these machines are shared. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Eight independent chains of eight numbers keep every multiplier and adder busy. */
#define MULTIPLY_ADDS(name, one)                                                                                       \
    static double name(double *x, int n)                                                                               \
    {                                                                                                                  \
        for (int i = 0; i < n; i++)                                                                                    \
            for (int k = 0; k < 64; k++)                                                                               \
                x[k] = one;                                                                                            \
        return x[0];                                                                                                   \
    }
#define FUSED __builtin_fma(x[k], 0.999999, 1e-6)

#ifdef __FP_FAST_FMA
MULTIPLY_ADDS(multiply_adds_anywhere, FUSED)
#else
MULTIPLY_ADDS(multiply_adds_anywhere, x[k] * 0.999999 + 1e-6)
#endif
#ifdef __x86_64__
__attribute__((target("avx2,fma"))) MULTIPLY_ADDS(multiply_adds_avx2, FUSED) __attribute__((target("avx512f")))
MULTIPLY_ADDS(multiply_adds_avx512, FUSED)
#endif

    /* With whatever vectors the machine has. */
    static double multiply_adds(double *x, int n)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return multiply_adds_avx512(x, n);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return multiply_adds_avx2(x, n);
#endif
    return multiply_adds_anywhere(x, n);
}

/* Multiply-adds a second; the best of several tries, since others may be using the machine. */
static inline double peak(void)
{
    double x[64] = { 0 }, best = 0;
    enum { N = 1000000 };
    for (int i = 0; i < 7; i++) {
        double start = seconds();
        volatile double keep = multiply_adds(x, N);
        (void)keep;
        double rate = 64.0 * N / (seconds() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

#endif
