/* sheet: one step of a thin plate on its grid. */
#include "sheet.h"

#include <stdint.h>

enum { L = HZ_SHEET_LANES };
typedef double lanes __attribute__((vector_size(8 * L)));
typedef int64_t marks __attribute__((vector_size(8 * L)));

#define AT(row, k) (*(const lanes *)((row) + (k)*L))
#define PUT(row, k) (*(lanes *)((row) + (k)*L))
/* The vector before a row's first and the one after its last: the last and the first, moved on by a lane. */
#define BEFORE_FIRST(last) __builtin_shufflevector(last, (lanes){ 0 }, 8, 0, 1, 2, 3, 4, 5, 6)
#define AFTER_LAST(first) __builtin_shufflevector(first, (lanes){ 0 }, 1, 2, 3, 4, 5, 6, 7, 8)

void hz_sheet_ends(double *row, int stretch)
{
    PUT(row, -1) = BEFORE_FIRST(AT(row, stretch - 1));
    PUT(row, stretch) = AFTER_LAST(AT(row, 0));
}

/* Lanes may go on beyond the row's last point. The place right after it is an edge, and kept at zero; what lies farther
 * has then nothing that could move it. */
static inline __attribute__((always_inline)) void trim(double *row, int columns, int stretch)
{
    if (columns == stretch * L)
        return;
    int k = columns % stretch, lane = columns / stretch;
    const marks count = { 0, 1, 2, 3, 4, 5, 6, 7 };
    PUT(row, k) = (lanes)((marks)AT(row, k) & (count != lane));
}

static void trim_scalar(double *row, int columns, int stretch)
{
    if (columns < stretch * L)
        row[columns % stretch * L + columns / stretch] = 0;
}

/* z of a row, from the displacements. */
static inline __attribute__((always_inline)) void bend_row(const hz_sheet *s, const double *now, const double *before, double *z)
{
    const hz_sheet_steps w = s->steps;
    int pitch = hz_sheet_pitch(s), last = s->stretch - 1;
    const double *above = now - pitch, *below = now + pitch;
    lanes left = BEFORE_FIRST(AT(now, last)), c = AT(now, 0), right;
#define BEND(k)                                                                            \
    PUT(z, k) = w.bend * ((left + right) + w.skew * (AT(above, k) + AT(below, k))) +      \
                (w.now * c + w.before * AT(before, k))
    for (int k = 0; k < last; k++) {
        right = AT(now, k + 1);
        BEND(k);
        left = c;
        c = right;
    }
    right = AFTER_LAST(AT(now, 0));
    BEND(last);
    trim(z, s->columns, s->stretch);
}

/* The new displacements of a row, over those of before. */
static inline __attribute__((always_inline)) void move_row(const hz_sheet *s, const double *now, double *before, const double *z,
                                                           const double *above, const double *below)
{
    const hz_sheet_steps w = s->steps;
    int last = s->stretch - 1;
    lanes left = BEFORE_FIRST(AT(z, last)), c = AT(z, 0), right;
#define MOVE(k)                                                           \
    PUT(before, k) = (w.keep * AT(now, k) + w.back * AT(before, k)) +    \
                     ((left + right) + (w.skew * (AT(above, k) + AT(below, k)) + w.own * c))
    for (int k = 0; k < last; k++) {
        right = AT(z, k + 1);
        MOVE(k);
        left = c;
        c = right;
    }
    right = AFTER_LAST(AT(z, 0));
    MOVE(last);
    trim(before, s->columns, s->stretch);
}

/* The same for one number after the other. */
static double along(const double *row, int i, int stretch)
{
    int k = i / L, lane = i % L;
    double left = k > 0 ? row[i - L] : lane > 0 ? row[(stretch - 1) * L + lane - 1] : 0;
    double right = k < stretch - 1 ? row[i + L] : lane < L - 1 ? row[lane + 1] : 0;
    return left + right;
}

static void bend_row_scalar(const hz_sheet *s, const double *now, const double *before, double *z)
{
    const hz_sheet_steps w = s->steps;
    int pitch = hz_sheet_pitch(s);
    for (int i = 0; i < s->stretch * L; i++)
        z[i] = w.bend * (along(now, i, s->stretch) + w.skew * (now[i - pitch] + now[i + pitch])) +
               (w.now * now[i] + w.before * before[i]);
    trim_scalar(z, s->columns, s->stretch);
}

static void move_row_scalar(const hz_sheet *s, const double *now, double *before, const double *z, const double *above,
                            const double *below)
{
    const hz_sheet_steps w = s->steps;
    for (int i = 0; i < s->stretch * L; i++)
        before[i] = (w.keep * now[i] + w.back * before[i]) +
                    (along(z, i, s->stretch) + (w.skew * (above[i] + below[i]) + w.own * z[i]));
    trim_scalar(before, s->columns, s->stretch);
}

/* z is wanted of three rows at a time, so three are kept: the fourth row of `work` is the zero one beyond the edges. A
 * row's z is found before the row above it moves, since both read what was before. */
#define STEP(bend, move)                                                                  \
    int pitch = hz_sheet_pitch(s), n = s->rows;                                           \
    double *now = s->now + pitch + L, *before = s->before + pitch + L;                    \
    double *zero = s->work + L, *above = zero, *z = zero + pitch, *next = zero + 2 * pitch, *spare = zero + 3 * pitch; \
    bend(s, now, before, z);                                                              \
    for (int j = 0; j < n; j++) {                                                         \
        double *below = j + 1 < n ? next : zero;                                          \
        if (j + 1 < n)                                                                    \
            bend(s, now + pitch, before + pitch, below);                                  \
        move(s, now, before, z, above, below);                                            \
        double *free_row = j ? above : spare;                                             \
        above = z;                                                                        \
        z = below;                                                                        \
        next = free_row;                                                                  \
        now += pitch;                                                                     \
        before += pitch;                                                                  \
    }

static inline __attribute__((always_inline)) void step(hz_sheet *s)
{
    STEP(bend_row, move_row)
}

static void step_scalar(hz_sheet *s)
{
    STEP(bend_row_scalar, move_row_scalar)
}

/* One binary for every machine: each of these is the same loop, compiled for what a processor may have. */
static void step_plain(hz_sheet *s)
{
    step(s);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void step_avx2(hz_sheet *s)
{
    step(s);
}

__attribute__((target("avx512f,avx512dq,avx2"))) static void step_avx512(hz_sheet *s)
{
    step(s);
}
#endif

static void exchange(hz_sheet *s)
{
    double *was = s->now;
    s->now = s->before;
    s->before = was;
}

void hz_sheet_step(hz_sheet *s)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        step_avx512(s);
    else if (__builtin_cpu_supports("avx2"))
        step_avx2(s);
    else
#endif
        step_plain(s);
    exchange(s);
}

void hz_sheet_step_scalar(hz_sheet *s)
{
    step_scalar(s);
    exchange(s);
}
