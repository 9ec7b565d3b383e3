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

/* Eight independent chains of eight numbers keep every multiplier and adder busy, with whatever vectors the
 * machine has. */
__attribute__((target_clones("default", "avx2,fma", "avx512f"), optimize("fp-contract=fast"))) static double
multiply_adds(double *x, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 64; k++)
            x[k] = x[k] * 0.999999 + 1e-6;
    return x[0];
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
