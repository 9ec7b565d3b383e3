/* plate_kernel: one step of a thin plate on its grid. */
#include "plate_kernel.h"

#include <stddef.h>

enum { L = HZ_PLATE_KERNEL_LANES };
typedef double eight __attribute__((vector_size(64)));
typedef double four __attribute__((vector_size(32)));

void hz_plate_kernel_ends(double *row, int stretch)
{
    double *first = row - L, *end = row + stretch * L;
    first[0] = end[L - 1] = 0;
    for (int i = 1; i < L; i++) {
        first[i] = end[i - 1 - L];
        end[i - 1] = row[i];
    }
}

/* Lanes may go on beyond the row's last point. The place right after it is an edge, and kept at zero; what lies farther
 * has then nothing that could move it. */
static inline __attribute__((always_inline)) void trim(double *row, int edge)
{
    if (edge >= 0)
        row[edge] = 0;
}

/* Eight lanes are one vector, or two of four that are taken one after the other, each along the whole row. */
#define lanes eight
#define WIDTH 8
#define FIRST(row, last, part)                                                                                         \
    __builtin_shufflevector((eight){ 0 }, *(const eight *)((row) + (last)), 7, 8, 9, 10, 11, 12, 13, 14)
#define FINAL(row, part) __builtin_shufflevector(*(const eight *)(row), (eight){ 0 }, 1, 2, 3, 4, 5, 6, 7, 8)
#define PUT_ENDS ends_eight
#define BEND_ROWS bend_eight
#define MOVE_ROWS move_eight
#include "plate_kernel_lanes.h"
#undef lanes
#undef WIDTH
#undef FIRST
#undef FINAL
#undef PUT_ENDS
#undef BEND_ROWS
#undef MOVE_ROWS

#define lanes four
#define WIDTH 4
#define FIRST(row, last, part)                                                                                         \
    __builtin_shufflevector((part) ? *(const four *)((row) + (last)) : (four){ 0 },                                    \
                            *(const four *)((row) + (last) + 4 * (part)), 3, 4, 5, 6)
#define FINAL(row, part)                                                                                               \
    __builtin_shufflevector(*(const four *)((row) + 4 * (part)), (part) ? (four){ 0 } : *(const four *)((row) + 4), 1, \
                            2, 3, 4)
#define PUT_ENDS ends_four
#define BEND_ROWS bend_four
#define MOVE_ROWS move_four
#include "plate_kernel_lanes.h"

/* The same for one number after the other. */
static double along(const double *row, int i, int stretch)
{
    int k = i / L, lane = i % L;
    double left = k > 0 ? row[i - L] : lane > 0 ? row[(stretch - 1) * L + lane - 1] : 0;
    double right = k < stretch - 1 ? row[i + L] : lane < L - 1 ? row[lane + 1] : 0;
    return left + right;
}

static void bend_scalar(const hz_plate_kernel *s, int two, double *now, const double *before, double *za, double *zb)
{
    const hz_plate_kernel_steps w = s->steps;
    int pitch = hz_plate_kernel_pitch(s);
    for (int i = 0; i < s->stretch * L; i++)
        za[i] = w.bend * (along(now, i, s->stretch) + w.skew * (now[i - pitch] + now[i + pitch])) +
                (w.now * now[i] + w.before * before[i]);
    trim(za, s->edge);
    if (two)
        bend_scalar(s, 0, now + pitch, before + pitch, zb, NULL);
}

static void move_scalar(const hz_plate_kernel *s, int two, const double *now, const double *before, const double *up,
                        const double *za, const double *zb, const double *down)
{
    const hz_plate_kernel_steps w = s->steps;
    int pitch = hz_plate_kernel_pitch(s);
    double *after = (s->after ? s->after : s->before) + (before - s->before);
    for (int i = 0; i < s->stretch * L; i++)
        after[i] = (w.keep * now[i] + w.back * before[i]) +
                   (along(za, i, s->stretch) + (w.skew * (up[i] + zb[i]) + w.own * za[i]));
    trim(after, s->edge);
    if (two)
        move_scalar(s, 0, now + pitch, before + pitch, za, zb, down, NULL);
}

/* Two rows at a time. z is wanted of the rows on both sides of them, so six are kept, in turns; beyond the edges it is
 * zero, as the seventh is. z of rows is found before the rows above them move, since both read what was before. */
#define STEP(bend, move)                                                                                               \
    int pitch = hz_plate_kernel_pitch(s), n = s->rows;                                                                 \
    double *now = s->now + pitch + L, *before = s->before + pitch + L, *zero = s->work + L;                            \
    double *up = zero, *z[4] = { zero + pitch, zero + 2 * pitch, zero + 3 * pitch, zero + 4 * pitch };                 \
    if (n > 1)                                                                                                         \
        bend(s, 1, now, before, z[0], z[1]);                                                                           \
    else                                                                                                               \
        bend(s, 0, now, before, z[0], zero);                                                                           \
    for (int j = 0; j < n; j += 2) {                                                                                   \
        if (j + 3 < n)                                                                                                 \
            bend(s, 1, now + 2 * pitch, before + 2 * pitch, z[2], z[3]);                                               \
        else if (j + 2 < n)                                                                                            \
            bend(s, 0, now + 2 * pitch, before + 2 * pitch, z[2], zero);                                               \
        if (j + 1 < n)                                                                                                 \
            move(s, 1, now, before, up, z[0], z[1], j + 2 < n ? z[2] : zero);                                          \
        else                                                                                                           \
            move(s, 0, now, before, up, z[0], zero, zero);                                                             \
        double *free_row = j ? up : zero + 5 * pitch, *other = z[0];                                                   \
        up = z[1];                                                                                                     \
        z[0] = z[2];                                                                                                   \
        z[1] = z[3];                                                                                                   \
        z[2] = free_row;                                                                                               \
        z[3] = other;                                                                                                  \
        now += 2 * pitch;                                                                                              \
        before += 2 * pitch;                                                                                           \
    }

static void step_scalar(hz_plate_kernel *s)
{
    STEP(bend_scalar, move_scalar)
}

/* One binary for every machine: the same loops, compiled for what a processor may have. */
static void step_plain(hz_plate_kernel *s)
{
    STEP(bend_four, move_four)
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void step_avx2(hz_plate_kernel *s)
{
    STEP(bend_four, move_four)
}

__attribute__((target("avx512f,avx2"))) static void step_avx512(hz_plate_kernel *s)
{
    STEP(bend_eight, move_eight)
}
#endif

static void exchange(hz_plate_kernel *s)
{
    double *made = s->after ? s->after : s->before;
    if (s->after)
        s->after = s->before;
    s->before = s->now;
    s->now = made;
}

void hz_plate_kernel_step(hz_plate_kernel *s)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        step_avx512(s);
    else if (__builtin_cpu_supports("avx2"))
        step_avx2(s);
    else
#endif
        step_plain(s);
    exchange(s);
}

void hz_plate_kernel_step_scalar(hz_plate_kernel *s)
{
    step_scalar(s);
    exchange(s);
}
