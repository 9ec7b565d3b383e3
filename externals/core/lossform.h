/* lossform: what a bank of pole pairs loses over any time, when each rate of loss is the square of a row.
 *
 *     loss from z0 to z1 = z0' X z0 - z1' X z1,    A' X + X A = - sum weight row' row        lossform:lyapunov
 *
 * The form is found once; then a step of any length, however stiff the bank, costs two products with it. */
#ifndef HZ_LOSSFORM_H
#define HZ_LOSSFORM_H

#include "pairs.h"

typedef struct hz_lossform {
    int room, n;   /* pairs: the first n of the bank */
    double *x;     /* 2 n by 2 n */
    double *size;  /* sqrt(x) of each pair, by which its q is scaled */
    double *z, *row;
} hz_lossform;

int hz_lossform_init(hz_lossform *f, int room);
void hz_lossform_free(hz_lossform *f);
/* Of the first n pairs of the bank, n <= room; then each row that loses; then the form. */
void hz_lossform_open(hz_lossform *f, const hz_pairs *b, int n);
void hz_lossform_add(hz_lossform *f, double weight, const double *row_q, const double *row_p);
void hz_lossform_close(hz_lossform *f, const hz_pairs *b);
double hz_lossform_of(hz_lossform *f, const double *q, const double *p);

#endif
