/* string_kernel: one step of every point of a string, the one inner loop of the string that is vector code.
 *
 * Which instructions it uses is chosen at run time; every element is the same sums in every form, so they are equal to
 * the last bit. */
#ifndef HZ_STRING_KERNEL_H
#define HZ_STRING_KERNEL_H

#include "core/base/simd.h"

enum {
    HZ_STRING_KERNEL_GHOSTS = 3, /* points beyond each end of u that the step reads */
    HZ_STRING_KERNEL_BEFORE = 8, /* a row holds so many numbers before point 0, which is aligned to as many ... */
    HZ_STRING_KERNEL_AFTER = 16  /* ... and so many after point n */
};

typedef struct hz_string_kernel {
    enum hz_simd lanes;  /* how wide its loops are */
    int n;               /* spaces: the points 1 to n - 1 move */
    const double *u, *d; /* displacement, and its change in the step before */
    double *s;           /* room for the negative second difference of u */
    double *u1, *d1;     /* the same after the step */
    double *force;       /* NULL, or where to put the part of the step that c has */
    double c[3];         /* of S, S^2, S^3, over 1 + loss0 */
    double keep;         /* (1 - loss0)/(1 + loss0), as hz_loss_kept rounds it */
    double loss;         /* of S d, over 1 + loss0 */
} hz_string_kernel;

void hz_string_kernel_run(const hz_string_kernel *w);

#endif
