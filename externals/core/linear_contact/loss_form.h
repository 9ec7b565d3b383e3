/* loss_form: the energy that a bank of pole pairs loses over any time, if the power lost is a sum of squares of rows.
 *
 *     loss from z0 to z1 = (z0 - z1)' X (z0 + z1),    A' X + X A = - sum weight row' row        lossform:lyapunov
 *
 * The form is derived once, which takes about n^3 multiplications; then a step of any length, however stiff the bank,
 * costs one product with it. */
#ifndef HZ_LOSS_FORM_H
#define HZ_LOSS_FORM_H

enum { HZ_LOSS_FORM_ROWS = 4 }; /* so many are added at a time */

typedef struct hz_loss_form {
    int n;         /* pairs */
    double *x;     /* the lower triangle of 2 n by 2 n: first the sum of squares, then the form */
    double *size;  /* sqrt(x) of each pair: its q is scaled by that */
    double *d, *s; /* room for a difference and a sum of two states */
    int rows;      /* that wait to be added, with their weights */
    double weight[HZ_LOSS_FORM_ROWS], *row;
} hz_loss_form;

/* q' = p, p' = -x q - 2 sigma p; none of them drifts. */
typedef struct hz_loss_form_pairs {
    const double *sigma, *x;
} hz_loss_form_pairs;

int hz_loss_form_init(hz_loss_form *f, int room);
void hz_loss_form_free(hz_loss_form *f);
void hz_loss_form_copy(hz_loss_form *to, const hz_loss_form *from);
/* Derives the form of the first n pairs (n <= room): open, then add each row by whose square they lose, then close. */
void hz_loss_form_open(hz_loss_form *f, const hz_loss_form_pairs *b, int n);
void hz_loss_form_add(hz_loss_form *f, double weight, const double *row_q, const double *row_p);
void hz_loss_form_close(hz_loss_form *f, const hz_loss_form_pairs *b);

/* What was lost between two states: `diff` is the earlier one less the later, `sum` is both together. */
double hz_loss_form_step(hz_loss_form *f, const double *diff_q, const double *diff_p, const double *sum_q,
                         const double *sum_p);
/* What 2 z' X drive is as a row over the pairs, for a motion under a force: row_q q + row_p p is half of it. */
void hz_loss_form_row(hz_loss_form *f, const double *drive_q, const double *drive_p, double *row_q, double *row_p);

#endif
