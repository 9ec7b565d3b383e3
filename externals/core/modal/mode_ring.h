/* mode_ring: the free ringing of a bank of modes over a block.
 *
 * A mode without force is a constant 2 x 2 matrix on (q, v) for each whole step. The loop keeps a group of modes in
 * registers over a stretch of samples and adds up their outputs lane by lane; it is vector code, whose width is chosen
 * at run time (core/base/simd.h) and changes no bit of what comes out. */
#ifndef HZ_MODE_RING_H
#define HZ_MODE_RING_H

#include "core/base/simd.h"

enum {
    HZ_MODE_RING_GROUP = 32, /* rows are multiples of this, padded with zeros */
    HZ_MODE_RING_STRETCH = 64
};

typedef struct hz_mode_ring {
    enum hz_simd lanes;
    int modes;
    double *q, *v;
    double *qq, *qv, *vq, *vv;                         /* q1 = qq q + qv v, v1 = vq q + vv v */
    double *whole_qq, *whole_qv, *whole_vq, *whole_vv; /* a whole stretch at once; NULL: nobody derived it */
    double *weight;                                    /* of a pickup */
    double *loss_vv, *loss_vq, *loss_qq;               /* what a step loses: loss_vv v^2 + loss_vq v q + loss_qq q^2 */
    double *mass, *stiffness;
} hz_mode_ring;

/* Each adds to what is there: the loss of the step to each sample, and twice the energies after it. */
typedef struct hz_mode_ring_books {
    double *loss, *kinetic, *potential;
} hz_mode_ring_books;

/* Adds to out the pickup's velocity, or displacement, after each of n whole steps, at most HZ_MODE_RING_STRETCH. With
 * `moves` 0 the state stays where it was: so several pickups hear the same samples. */
void hz_mode_ring_hear(const hz_mode_ring *r, int n, double *out, int displacement, int moves);
/* Adds to out what a pickup hears over a whole stretch of samples. The state stays where it was. It takes half as long,
 * and is right to some 1e-12 of the loudest sample (modal:stretch). */
void hz_mode_ring_hear_whole(const hz_mode_ring *r, double *out, int displacement);
/* Moves the state over a whole stretch. */
void hz_mode_ring_carry(const hz_mode_ring *r);
/* The same with `moves`, and adds to `stored` twice the energy after each step. */
void hz_mode_ring_hear_stored(const hz_mode_ring *r, int n, double *out, int displacement, double *stored);
/* Moves the state over n steps and keeps its books. */
void hz_mode_ring_book(const hz_mode_ring *r, int n, const hz_mode_ring_books *books);

#endif
