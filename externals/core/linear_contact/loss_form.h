/* loss_form: what a bank of pole pairs loses over any time, when each rate of loss is the square of a row.
 *
 *     loss from z0 to z1 = (z0 - z1)' X (z0 + z1),    A' X + X A = - sum weight row' row        lossform:lyapunov
 *
 * The form is found once, at a stretch or piece by piece; then a step of any length, however stiff the bank, costs one
 * product with it. What is lost before it is there is owed: the products of the states are summed, and the form says
 * later what they were worth. */
#ifndef HZ_LOSS_FORM_H
#define HZ_LOSS_FORM_H

typedef struct hz_loss_form {
    int room, n; /* pairs */
    int closed;  /* of which so many are solved */
    int owes;
    double *x;    /* 2 n by 2 n: the form in its lower triangle, what is owed above */
    double *owed; /* and of each pair with itself */
    double *size; /* sqrt(x) of each pair, by which its q is scaled */
    double *d, *s, *row;
} hz_loss_form;

/* Pairs as pairs.h has them; split may be NULL. */
typedef struct hz_loss_form_pairs {
    const int *split;
    const double *sigma, *x;
} hz_loss_form_pairs;

int hz_loss_form_init(hz_loss_form *f, int room);
void hz_loss_form_free(hz_loss_form *f);
void hz_loss_form_copy(hz_loss_form *to, const hz_loss_form *from);
/* Of the first n pairs, n <= room; then each row that loses; then the form, `pairs` of its rows in one call. */
void hz_loss_form_open(hz_loss_form *f, const hz_loss_form_pairs *b, int n);
void hz_loss_form_add(hz_loss_form *f, double weight, const double *row_q, const double *row_p);
void hz_loss_form_close(hz_loss_form *f, const hz_loss_form_pairs *b, int pairs);

/* A step between two states, as their difference (the earlier one less the later) and their sum: what it lost; or,
 * before the form is there, for later; and what all that was. */
double hz_loss_form_step(hz_loss_form *f, const double *diff_q, const double *diff_p, const double *sum_q,
                         const double *sum_p);
void hz_loss_form_owe(hz_loss_form *f, const double *diff_q, const double *diff_p, const double *sum_q,
                      const double *sum_p);
double hz_loss_form_pay(hz_loss_form *f);

#endif
