/* friction_table: curves of friction over speed and way, and a bowed string, against theory; the manual's table. */
#ifndef HZ_TEST_FRICTION_TABLE_H
#define HZ_TEST_FRICTION_TABLE_H

#include "rubbed.h"

enum { CURVE_RATE = 44100, CURVE_LONG = CURVE_RATE };

/* A second of it, sample by sample. */
typedef struct curve {
    double speed[CURVE_LONG], way[CURVE_LONG];     /* of the hand: m/s, m */
    double friction[CURVE_LONG], law[CURVE_LONG];  /* N, of the library and of the law, integrated */
    double string[CURVE_LONG], theory[CURVE_LONG]; /* m/s under the bow, of the library and of Helmholtz */
} curve;

/* A hand that does not ring, pressed by 2 N, on a table: its speed swings between 0 and 0.2 m/s, so often a second. */
void curve_over_speed(curve *c, double freq);
/* The hand goes to and fro by so much of the way over which the bristles are elastic, 20 times a second. */
void curve_over_way(curve *c, double part);
/* A string of 40 harmonics, 196 Hz, bowed at beta of its length with 0.2 m/s. */
rubbed curve_string(double beta, double force);
/* How fast it moves, with Helmholtz's two straight parts, from its slips on. */
void curve_of_string(curve *c, double beta, double force);

/* The table of `make figures` and of the help, as markdown; the caller frees it. */
char *friction_table(void);

#endif
