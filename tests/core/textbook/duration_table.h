/* duration_table: how long contacts last by the methods of two and of three points, and the manual's table of it. */
#ifndef HZ_TEST_DURATION_TABLE_H
#define HZ_TEST_DURATION_TABLE_H

#include "core/collide/collide.h"

/* Contacts of one law and one speed that begin at many places between two samples. */
typedef struct timing {
    double mean;    /* of their durations: how much longer than the law's, of that */
    double spread;  /* the one farthest from the mean */
    double stiffer; /* K* / K of `duration 1` */
} timing;

/* `c` has a wall for an object. Of a contact that does not end the mean is not a number. */
timing timing_of(hz_collide *c, const hz_collide_params *p, double h, double v);

/* A law by which contacts of params at this speed last so long; of its stiffness, which is overwritten, nothing is
 * asked. */
void timing_make(hz_collide_params *p, double v, double tau);

/* The table as Markdown, to be freed. */
char *duration_table(void);

#endif
