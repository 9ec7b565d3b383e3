/* report_table: what reports of contacts on grids err by, against the closed forms of a rigid wall. */
#ifndef HZ_TEST_REPORT_TABLE_H
#define HZ_TEST_REPORT_TABLE_H

#include "core/grid/grid_contact.h"

/* The bodies: a hammer on a string that is so heavy that it does not move, and a bridge over such a body; these are the
 * grids. And a hammer and a wall. */
enum report_class { REPORT_STRING, REPORT_TROMBA, REPORT_GRIDS, REPORT_IMPACT = REPORT_GRIDS };

/* A contact that lasts so many samples by the closed form. */
typedef struct report_case {
    enum report_class kind;
    int method;                   /* of a grid, or of impact~ */
    double exponent, restitution; /* restitution at the speed of the touch; 1: there is no damping */
    double steps, rate;
    double phase; /* the part of a step from the last sample before the touch to the touch */
} report_case;

/* What was told, over what the closed forms say. */
typedef struct report_ratio {
    int told, counted;
    double v_in, v_out, duration, x_max, f_max;
} report_ratio;

report_ratio report_trial(const report_case *c);

/* The table of `make figures` and of the help, as markdown; the caller frees it. */
char *report_table(void);

#endif
