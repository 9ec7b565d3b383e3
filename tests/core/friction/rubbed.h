/* rubbed: two bodies of modes that rub on each other, by an integrator that has nothing of the library's, and by the
 * library. */
#ifndef HZ_TEST_RUBBED_H
#define HZ_TEST_RUBBED_H

#include "core/friction/friction.h"
#include "tests/tools/test.h"

enum { RUBBED_MOST = 40 }; /* modes of each body */

/* Pressed together by a steady force, and drawn with a steady speed from rest. The modes of a come first. */
typedef struct rubbed {
    int a, b;
    double mass[2 * RUBBED_MOST], omega[2 * RUBBED_MOST], sigma[2 * RUBBED_MOST], weight[2 * RUBBED_MOST];
    hz_bow_params bristles;
    double force, speed;
} rubbed;

/* What goes on in a stretch of time: how regular, and how strong. */
typedef struct rhythm {
    int slips;                                               /* so many began */
    double period;                                           /* s, from slip to slip */
    double uneven;                                           /* the longest less the shortest, of the period */
    double stick;                                            /* the part of the time that it sticks */
    double rms;                                              /* m/s, of the contact point of b */
    double strongest;                                        /* N, of friction since the beginning */
    double sum, square, longest, shortest, stuck, last, end; /* on the way */
} rhythm;

/* Ranges in which things stick and slip. */
void rubbed_draw(rubbed *r, dice *d);

/* friction:equation, written anew. Returns z'. */
double rubbed_bristles(const rubbed *r, double z, double v, double *force);

/* Dormand and Prince's method of order 5 at this tolerance; 0: it took too many steps. */
int rubbed_integrate(const rubbed *r, double tolerance, double from, double to, rhythm *out);
/* The library at this rate, with so many steps in each sample; 0: as many as it chooses. */
void rubbed_play(const rubbed *r, double rate, int steps, double from, double to, rhythm *out);
/* The library under a hand of this speed in each sample: friction, and the speed of the contact point of b. */
void rubbed_trace(const rubbed *r, double rate, const double *speed, int n, double *friction, double *v);

#endif
