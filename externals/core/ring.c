/* ring: the free ringing of a bank of modes over a block. */
#include "ring.h"

#include <math.h>

typedef double lanes __attribute__((vector_size(8 * HZ_RING_LANES)));

/* Under this a state is nothing: it is set to zero before it can become subnormal and slow. */
static const double nothing = 1e-100;

#define LANES_AT(row, k) (*(const lanes *)((row) + (k)))

static inline double lane_sum(const double *x)
{
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

static void keep(double *row, const double *x, int n)
{
    for (int k = 0; k < n; k++)
        row[k] = fabs(x[k]) < nothing ? 0 : x[k];
}

/* A group of 32 modes over a stretch of samples: four vectors of each, so that their chains of multiply-adds overlap. */
static inline __attribute__((always_inline)) void stretch(const hz_ring *r, int at, int n, lanes *sum, int displacement, double *q_end, double *v_end)
{
    enum { L = HZ_RING_LANES };
    lanes q0 = LANES_AT(r->q, at), q1 = LANES_AT(r->q, at + L), q2 = LANES_AT(r->q, at + 2 * L),
          q3 = LANES_AT(r->q, at + 3 * L);
    lanes v0 = LANES_AT(r->v, at), v1 = LANES_AT(r->v, at + L), v2 = LANES_AT(r->v, at + 2 * L),
          v3 = LANES_AT(r->v, at + 3 * L);
    const lanes qq0 = LANES_AT(r->qq, at), qq1 = LANES_AT(r->qq, at + L), qq2 = LANES_AT(r->qq, at + 2 * L),
                qq3 = LANES_AT(r->qq, at + 3 * L);
    const lanes qv0 = LANES_AT(r->qv, at), qv1 = LANES_AT(r->qv, at + L), qv2 = LANES_AT(r->qv, at + 2 * L),
                qv3 = LANES_AT(r->qv, at + 3 * L);
    const lanes vq0 = LANES_AT(r->vq, at), vq1 = LANES_AT(r->vq, at + L), vq2 = LANES_AT(r->vq, at + 2 * L),
                vq3 = LANES_AT(r->vq, at + 3 * L);
    const lanes vv0 = LANES_AT(r->vv, at), vv1 = LANES_AT(r->vv, at + L), vv2 = LANES_AT(r->vv, at + 2 * L),
                vv3 = LANES_AT(r->vv, at + 3 * L);
    const lanes w0 = LANES_AT(r->weight, at), w1 = LANES_AT(r->weight, at + L), w2 = LANES_AT(r->weight, at + 2 * L),
                w3 = LANES_AT(r->weight, at + 3 * L);
#define STEP(q, v, k)                    \
    lanes next##k = qq##k * q + qv##k * v; \
    v = vq##k * q + vv##k * v;           \
    q = next##k
#define HEAR(x) sum[i] += (w0 * x##0 + w1 * x##1) + (w2 * x##2 + w3 * x##3)
#define SAMPLES(x)                    \
    for (int i = 0; i < n; i++) {     \
        STEP(q0, v0, 0);              \
        STEP(q1, v1, 1);              \
        STEP(q2, v2, 2);              \
        STEP(q3, v3, 3);              \
        HEAR(x);                      \
    }
    if (displacement) {
        SAMPLES(q)
    } else {
        SAMPLES(v)
    }
    lanes *q = (lanes *)q_end, *v = (lanes *)v_end;
    q[0] = q0, q[1] = q1, q[2] = q2, q[3] = q3;
    v[0] = v0, v[1] = v1, v[2] = v2, v[3] = v3;
}

/* The same for one lane after the other. */
static void stretch_scalar(const hz_ring *r, int at, int n, lanes *sum, int displacement, double *q_end, double *v_end)
{
    for (int lane = 0; lane < HZ_RING_LANES; lane++) {
        double q[4], v[4];
        for (int j = 0; j < 4; j++) {
            q[j] = r->q[at + j * HZ_RING_LANES + lane];
            v[j] = r->v[at + j * HZ_RING_LANES + lane];
        }
        for (int i = 0; i < n; i++) {
            double heard[4];
            for (int j = 0; j < 4; j++) {
                int k = at + j * HZ_RING_LANES + lane;
                double next = r->qq[k] * q[j] + r->qv[k] * v[j];
                v[j] = r->vq[k] * q[j] + r->vv[k] * v[j];
                q[j] = next;
                heard[j] = r->weight[k] * (displacement ? q[j] : v[j]);
            }
            sum[i][lane] += (heard[0] + heard[1]) + (heard[2] + heard[3]);
        }
        for (int j = 0; j < 4; j++) {
            q_end[j * HZ_RING_LANES + lane] = q[j];
            v_end[j * HZ_RING_LANES + lane] = v[j];
        }
    }
}

typedef void (*stretcher)(const hz_ring *r, int at, int n, lanes *sum, int displacement, double *q_end, double *v_end);

static void run(const hz_ring *r, int n, double *out, int displacement, int moves, stretcher one)
{
    lanes sum[HZ_RING_STRETCH];
    _Alignas(64) double q[HZ_RING_GROUP], v[HZ_RING_GROUP];
    for (int i = 0; i < n; i++)
        sum[i] = (lanes){ 0 };
    for (int at = 0; at < r->modes; at += HZ_RING_GROUP) {
        one(r, at, n, sum, displacement, q, v);
        if (moves) {
            keep(r->q + at, q, HZ_RING_GROUP);
            keep(r->v + at, v, HZ_RING_GROUP);
        }
    }
    for (int i = 0; i < n; i++)
        out[i] += lane_sum((const double *)&sum[i]);
}

/* One binary for every machine: each of these is the same loop, compiled for what a processor may have. Other machines
 * than x86-64 have their vectors in the baseline. */
static void stretch_plain(const hz_ring *r, int at, int n, lanes *sum, int displacement, double *q_end, double *v_end)
{
    stretch(r, at, n, sum, displacement, q_end, v_end);
}

#ifdef __x86_64__
__attribute__((target("avx2,fma"))) static void stretch_avx2(const hz_ring *r, int at, int n, lanes *sum,
                                                             int displacement, double *q_end, double *v_end)
{
    stretch(r, at, n, sum, displacement, q_end, v_end);
}

__attribute__((target("avx512f,avx2,fma"))) static void stretch_avx512(const hz_ring *r, int at, int n, lanes *sum,
                                                                       int displacement, double *q_end, double *v_end)
{
    stretch(r, at, n, sum, displacement, q_end, v_end);
}
#endif

static stretcher best(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return stretch_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return stretch_avx2;
#endif
    return stretch_plain;
}

void hz_ring_run(const hz_ring *r, int n, double *out, int displacement, int moves)
{
    run(r, n, out, displacement, moves, best());
}

void hz_ring_run_scalar(const hz_ring *r, int n, double *out, int displacement, int moves)
{
    run(r, n, out, displacement, moves, stretch_scalar);
}
