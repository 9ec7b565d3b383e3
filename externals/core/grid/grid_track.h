/* grid_track: follows a contact on a grid through its steps, and finds where between the samples it begins and ends:
 * grid:track. */
#ifndef HZ_GRID_TRACK_H
#define HZ_GRID_TRACK_H

#include "core/base/contact_report.h"

/* A contact that lasts fewer steps than this is not resolved: it is counted, and not told. */
enum { HZ_GRID_RESOLVED = 4 };

/* One step of a contact, or of one point of it. */
typedef struct hz_grid_moment {
    double before, now, next; /* the compression at the samples n-1, n and n+1 */
    double force;             /* N, at the sample n */
    double compliance;        /* what a newton takes from `next` */
} hz_grid_moment;

/* The greatest of values that come one by one, and of the parabolas through three of them. */
typedef struct hz_grid_peak {
    double before, last, most;
    double bend; /* where it was greatest: how far the two values beside it fall short, both together */
} hz_grid_peak;

typedef struct hz_grid_track {
    int steps;          /* that it has gone so far; 0: there is no contact */
    double age;         /* the time from the touch to the end of the last step, in steps */
    double parted;      /* the time from the touch to the last parting of a point, in steps */
    double v_in, v_out; /* m per step */
    hz_grid_peak depth, force;
    int is_mean; /* the force is a mean */
} hz_grid_track;

/* A step begins. Then each point that takes part in the contact is seen, and the step is closed with the greatest
 * compression and the sum of the forces. */
void hz_grid_track_open(hz_grid_track *t);
void hz_grid_track_see(hz_grid_track *t, const hz_grid_moment *m);
void hz_grid_track_close(hz_grid_track *t, double deepest, double force);
/* The same for a contact of one point, whose force may be the mean of a spring's over two steps: grid:peak. */
void hz_grid_track_step(hz_grid_track *t, const hz_grid_moment *m, int is_mean);

/* Two contacts have become one: the older of them began it. */
void hz_grid_track_join(hz_grid_track *t, const hz_grid_track *other);

/* The contact is over: the track is empty again. Returns whether the contact was resolved; then `c` is its report. */
int hz_grid_track_tell(hz_grid_track *t, double h, hz_contact *c);

#endif
