/* stretches: what is reported of contacts along a row: each stretch of touching points, from its first touch to its
 * parting. Stretches that meet become one, and a part that breaks off belongs to it until the last of them has gone. */
#ifndef HZ_STRETCHES_H
#define HZ_STRETCHES_H

#include "contact.h"

enum { HZ_STRETCHES = 32 };

typedef struct hz_stretch {
    int from, to;   /* points, both included */
    int samples;
    int seen;       /* it touched in the last sample */
    double speed;   /* of compression, at the point that was deepest */
    hz_contact contact;
} hz_stretch;

typedef struct hz_stretches {
    int n;
    hz_stretch at[HZ_STRETCHES];
    int beyond; /* stretches that found no room, since it was last looked */
} hz_stretches;

/* One sample: points from `from` to `to` - 1 touch where there is a force or eta1 > 0. Ended ones are handed on; v_in and
 * v_out are the change of eta over the step. */
void hz_stretches_sample(hz_stretches *s, int from, int to, const double *eta0, const double *eta1, const double *force, double h,
                         void (*ended)(void *owner, const hz_contact *c), void *owner);

#endif
