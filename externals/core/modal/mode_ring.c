/* mode_ring: the free ringing of a bank of modes over a block. */
#include "mode_ring.h"

#include <math.h>

static const double nothing = 1e-100;

#define HZ_SIMD_TEXT "core/modal/mode_ring_lanes.h"
#include "core/base/simd.h"

static void keep(double *row, const double *x)
{
    for (int k = 0; k < HZ_MODE_RING_GROUP; k++)
        row[k] = fabs(x[k]) < nothing ? 0 : x[k];
}

static void carry(const hz_mode_ring *r, int at)
{
    static void (*const carried[])(const hz_mode_ring *, int) = HZ_SIMD_ALL(carried);
    carried[r->lanes](r, at);
}

/* Some modes have gone n steps and come to q and v. Where a whole stretch is known, that is where they are after one,
 * whoever counted the steps. */
static void leave(const hz_mode_ring *r, int at, int n, const double *q, const double *v)
{
    if (n == HZ_MODE_RING_STRETCH && r->whole_qq) {
        carry(r, at);
        return;
    }
    keep(r->q + at, q);
    keep(r->v + at, v);
}

void hz_mode_ring_hear(const hz_mode_ring *r, int n, double *out, int displacement, int moves)
{
    static void (*const heard[])(const hz_mode_ring *, int, int, int, hz_slab *, int, double *, double *) =
        HZ_SIMD_ALL(heard);
    _Alignas(64) double q[HZ_MODE_RING_GROUP], v[HZ_MODE_RING_GROUP];
    hz_slab sum[HZ_MODE_RING_STRETCH];
    if (r->modes == 0)
        return;
    for (int at = 0; at < r->modes; at += HZ_MODE_RING_GROUP) {
        int slabs = (r->modes - at + HZ_SIMD_SLAB - 1) / HZ_SIMD_SLAB;
        heard[r->lanes](r, at, slabs < 4 ? slabs : 4, n, sum, displacement, q, v);
        if (moves)
            leave(r, at, n, q, v);
    }
    for (int i = 0; i < n; i++)
        out[i] += hz_simd_sum(&sum[i]);
}

void hz_mode_ring_hear_whole(const hz_mode_ring *r, double *out, int displacement)
{
    static void (*const whole[])(const hz_mode_ring *, int, int, hz_slab *, int) = HZ_SIMD_ALL(whole);
    hz_slab sum[HZ_MODE_RING_STRETCH];
    if (r->modes == 0)
        return;
    for (int at = 0; at < r->modes; at += HZ_MODE_RING_GROUP) {
        int slabs = (r->modes - at + HZ_SIMD_SLAB - 1) / HZ_SIMD_SLAB;
        whole[r->lanes](r, at, slabs < 4 ? slabs : 4, sum, displacement);
    }
    for (int i = 0; i < HZ_MODE_RING_STRETCH; i++)
        out[i] += hz_simd_sum(&sum[i]);
}

void hz_mode_ring_carry(const hz_mode_ring *r)
{
    for (int at = 0; at < r->modes; at += HZ_MODE_RING_GROUP)
        carry(r, at);
}

void hz_mode_ring_hear_stored(const hz_mode_ring *r, int n, double *out, int displacement, double *stored)
{
    static void (*const each[])(const hz_mode_ring *, int, int, hz_slab *, int, double *, double *) =
        HZ_SIMD_ALL(stored);
    _Alignas(64) double q[HZ_MODE_RING_GROUP], v[HZ_MODE_RING_GROUP];
    hz_slab sum[2 * HZ_MODE_RING_STRETCH];
    if (r->modes == 0)
        return;
    for (int at = 0; at < r->modes; at += HZ_MODE_RING_GROUP) {
        each[r->lanes](r, at, n, sum, displacement, q, v);
        leave(r, at, n, q, v);
    }
    for (int i = 0; i < n; i++) {
        out[i] += hz_simd_sum(&sum[i]);
        stored[i] += hz_simd_sum(&sum[HZ_MODE_RING_STRETCH + i]);
    }
}

void hz_mode_ring_book(const hz_mode_ring *r, int n, const hz_mode_ring_books *books)
{
    static void (*const booked[])(const hz_mode_ring *, int, int, hz_slab *, double *, double *) = HZ_SIMD_ALL(booked);
    _Alignas(64) double q[HZ_MODE_RING_GROUP], v[HZ_MODE_RING_GROUP];
    hz_slab sum[3 * HZ_MODE_RING_STRETCH];
    if (r->modes == 0)
        return;
    for (int at = 0; at < r->modes; at += HZ_MODE_RING_GROUP) {
        booked[r->lanes](r, at, n, sum, q, v);
        leave(r, at, n, q, v);
    }
    for (int i = 0; i < n; i++) {
        books->loss[i] += hz_simd_sum(&sum[3 * i]);
        books->kinetic[i] += hz_simd_sum(&sum[3 * i + 1]);
        books->potential[i] += hz_simd_sum(&sum[3 * i + 2]);
    }
}
