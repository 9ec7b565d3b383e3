/* What shapes, mode_tables and bessel share, and nobody else. */
#ifndef HZ_SHAPES_INTERNAL_H
#define HZ_SHAPES_INTERNAL_H

#include "shapes.h"

/* ---- mode_tables: the modes of ideal bodies before they have a size ---- */

/* A mode of a table: its root, and its shape, which can be asked at any place. A weight is the displacement of the body
 * at a place when the mode's coordinate is 1. Its size is fixed by one convention for all: the mean of the squared
 * displacement over the body is 1 (shape:mass). */
typedef struct hz_table_mode {
    double root;    /* wave number times length, longer side or radius (shape:table) */
    double wave[2]; /* factors of cosine and sine, or of J, or of the bowl's figure */
    double edge[2]; /* factors of what decays from the two ends, or from the edge */
    short i, j;     /* half waves along the two sides; or nodal diameters, and 0 for the cosine, 1 for the sine */
    int name;       /* the same for the same mode, wherever the order puts it */
} hz_table_mode;

/* The n lowest modes, n <= HZ_SHAPE_MODES, by rising root, those of one root side by side; `work` has 2 n places. */
void hz_mode_table_make(hz_mode_table_kind k, int n, hz_table_mode *table, int *work);

/* Their weights at a place. Coordinates are 0 to 1, angles in turns. */
void hz_mode_table_weights(hz_shape_kind kind, const hz_table_mode *table, int n, double x, double y, double *w);

/* The sign of the volume that a mode moves, 0 if it moves as much up as down. */
int hz_mode_table_volume(hz_shape_kind kind, const hz_table_mode *m);

/* ---- bessel: the Bessel functions of round bodies ---- */

/* J_0(x) ... J_n(x), x >= 0, within a few 1e-16; `j` has n + 1 places. */
void hz_bessel_j(int n, double x, double *j);

/* e^-x I_n(x), x >= 0, with small relative error, since it serves as a divisor, also for n well above x. */
double hz_bessel_i(int n, double x);

/* I_(k+1)(x)/I_k(x) for k = 0 ... n: between 0 and 1; `ratio` has n + 1 places. */
void hz_bessel_i_ratios(int n, double x, double *ratio);

#endif
