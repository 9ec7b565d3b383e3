/* ring: the free ringing of a bank of modes over a block, the one inner loop of a modal body that is vector code.
 *
 * A mode without force is a constant 2 x 2 matrix on (q, v) for each whole step. The loop keeps a group of modes in
 * registers over a stretch of samples and adds up their outputs lane by lane; which instructions it uses is chosen at
 * run time. The scalar form is the same sums in the same order. */
#ifndef HZ_RING_H
#define HZ_RING_H

enum {
    HZ_RING_GROUP = 32, /* rows are multiples of this, padded with zeros */
    HZ_RING_LANES = 8,
    HZ_RING_STRETCH = 64
};

typedef struct hz_ring {
    int modes; /* a multiple of HZ_RING_GROUP */
    double *q, *v;
    const double *qq, *qv, *vq, *vv; /* q1 = qq q + qv v, v1 = vq q + vv v */
    const double *weight;            /* of a pickup */
} hz_ring;

/* Rings for n samples, at most HZ_RING_STRETCH, and adds the pickup's velocity, or displacement, after each to out. With `moves` 0 the state stays
 * where it was: so several pickups hear the same samples. */
void hz_ring_run(const hz_ring *r, int n, double *out, int displacement, int moves);
/* The same without vector code, for comparison. */
void hz_ring_run_scalar(const hz_ring *r, int n, double *out, int displacement, int moves);

#endif
