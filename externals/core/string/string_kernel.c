/* string_kernel: one step of every point of a string. */
#include "string_kernel.h"

/* string:step  The second difference is taken as a difference of differences, so that rounding is that of the slope and
 * not that of the place; then every sum is of numbers of one size. */
typedef struct weights {
    double s0, s1, s2; /* of the second difference here, one point off and two points off */
} weights;

static inline weights weights_of(const hz_string_kernel *w)
{
    return (weights){ w->c[0] + 2 * w->c[1] + 6 * w->c[2], -w->c[1] - 4 * w->c[2], w->c[2] };
}

static inline __attribute__((always_inline)) void move(const hz_string_kernel *w, weights k, int i)
{
    const double *u = w->u, *d = w->d, *s = w->s;
    double force = k.s0 * s[i] + k.s1 * (s[i - 1] + s[i + 1]) + k.s2 * (s[i - 2] + s[i + 2]);
    double bend = (d[i] - d[i - 1]) - (d[i + 1] - d[i]);
    double way = (w->keep * d[i] - w->loss * bend) - force;
    if (w->force)
        w->force[i] = force;
    w->d1[i] = way;
    w->u1[i] = u[i] + way;
}

/* Left to the compiler's vectors. `keeps`: the forces are wanted. */
static inline __attribute__((always_inline)) void sweep(const hz_string_kernel *w, int keeps)
{
    const double *restrict u = w->u, *restrict d = w->d;
    double *restrict s = w->s, *restrict u1 = w->u1, *restrict d1 = w->d1, *restrict forces = w->force;
    const weights k = weights_of(w);
    const double keep = w->keep, loss = w->loss;
    const int n = w->n;
#pragma GCC unroll 4
#pragma GCC ivdep
    for (int i = -2; i <= n + 2; i++)
        s[i] = (u[i] - u[i - 1]) - (u[i + 1] - u[i]);
#pragma GCC unroll 4
#pragma GCC ivdep
    for (int i = 1; i < n; i++) {
        double force = k.s0 * s[i] + k.s1 * (s[i - 1] + s[i + 1]) + k.s2 * (s[i - 2] + s[i + 2]);
        double bend = (d[i] - d[i - 1]) - (d[i + 1] - d[i]);
        double way = (keep * d[i] - loss * bend) - force;
        if (keeps)
            forces[i] = force;
        d1[i] = way;
        u1[i] = u[i] + way;
    }
}

static void sweep_plain(const hz_string_kernel *w)
{
    if (w->force)
        sweep(w, 1);
    else
        sweep(w, 0);
}

void hz_string_kernel_run_scalar(const hz_string_kernel *w)
{
    const weights k = weights_of(w);
    for (int i = -2; i <= w->n + 2; i++) {
        double before = w->u[i] - w->u[i - 1], after = w->u[i + 1] - w->u[i];
        *(volatile double *)&w->s[i] = before - after; /* volatile: one after the other */
    }
    for (volatile int i = 1; i < w->n; i = i + 1)
        move(w, k, i);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void sweep_avx2(const hz_string_kernel *w)
{
    if (w->force)
        sweep(w, 1);
    else
        sweep(w, 0);
}

typedef double lanes __attribute__((vector_size(64)));
#define AT(p) (*(const lanes *)(p))
#define SHIFT(a, b, k) __builtin_shufflevector(a, b, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7)

/* Eight points at once. Neighbours come out of registers, since loads across a cache line would take most of the time:
 * `next` minus itself is the difference of each point to the one after it. */
__attribute__((target("avx512f"))) static void sweep_avx512(const hz_string_kernel *w)
{
    const weights k = weights_of(w);
    const double *u = w->u, *d = w->d;
    lanes before = AT(u - 8), here = AT(u), after = AT(u + 8);
    lanes e_before = SHIFT(before, here, 1) - before, e = SHIFT(here, after, 1) - here;
    lanes s_before = SHIFT(e_before, e_before, 7) - e_before, s = SHIFT(e_before, e, 7) - e;
    lanes d_before = AT(d - 8), d_here = AT(d), f_before = SHIFT(d_before, d_here, 1) - d_before;
    for (int i = 0; i < w->n; i += 8) {
        lanes beyond = AT(u + i + 16), e_after = SHIFT(after, beyond, 1) - after,
              s_after = SHIFT(e, e_after, 7) - e_after;
        lanes d_after = AT(d + i + 8), f = SHIFT(d_here, d_after, 1) - d_here, bend = SHIFT(f_before, f, 7) - f;
        lanes force = k.s0 * s + k.s1 * (SHIFT(s_before, s, 7) + SHIFT(s, s_after, 1)) +
                      k.s2 * (SHIFT(s_before, s, 6) + SHIFT(s, s_after, 2));
        lanes way = (w->keep * d_here - w->loss * bend) - force;
        if (w->force)
            *(lanes *)(w->force + i) = force;
        *(lanes *)(w->d1 + i) = way;
        *(lanes *)(w->u1 + i) = here + way;
        here = after, after = beyond;
        e = e_after;
        s_before = s, s = s_after;
        d_here = d_after, f_before = f;
    }
}
#endif

void hz_string_kernel_run(const hz_string_kernel *w)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) {
        sweep_avx512(w);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        sweep_avx2(w);
        return;
    }
#endif
    sweep_plain(w);
}
