/* grid_report: what is reported of contacts along a row: each stretch of touching points, from its first touch to its
 * parting. Stretches that meet become one, and a part that breaks off belongs to it until the last of them has gone. */
#ifndef HZ_GRID_REPORT_H
#define HZ_GRID_REPORT_H

#include "grid_track.h"

enum { HZ_GRID_STRETCHES = 32 };

typedef struct hz_grid_stretch {
    int from, to;         /* points, both included */
    int was_from, was_to; /* a sample before */
    int seen;             /* it is there in the last sample */
    int gone;             /* it has become part of another */
    double force;         /* the sum of its points */
    double deepest;       /* the greatest compression of its points */
    hz_grid_track track;
} hz_grid_stretch;

typedef struct hz_grid_report {
    int n;
    hz_grid_stretch at[HZ_GRID_STRETCHES];
    int beyond; /* stretches that found no room, since it was last looked */
} hz_grid_report;

/* A row after a step of h. */
typedef struct hz_grid_stretch_row {
    int from, to;                      /* points, without `to` */
    const double *eta0, *eta1, *force; /* before and after the step, and in it */
    double compliance;                 /* what a unit of force takes from eta over two steps */
    double rise;                       /* of all that is below, in the step before ... */
    const double *below, *up;          /* ... of each point of it, and of the string */
    double h;
} hz_grid_stretch_row;

/* One sample: points touch where there is a force or eta1 > 0, and it is not over where eta0 > 0, for a force may
 * follow. A contact that has ended is handed on as grid_track tells it, or as NULL where the grid did not resolve
 * it. */
void hz_grid_report_sample(hz_grid_report *s, const hz_grid_stretch_row *r,
                           void (*ended)(void *owner, const hz_contact *c), void *owner);

#endif
