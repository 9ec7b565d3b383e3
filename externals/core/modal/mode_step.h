/* mode_step: steps of a whole bank. A room of modal; what it offers to others stands in modal.h. */
#ifndef HZ_MODE_STEP_H
#define HZ_MODE_STEP_H

#include "mode_bank.h"

/* Derives what a step of this length does, by closed forms: to rounding, and dear. */
void hz_stride_prepare(const hz_modal *m, hz_stride *st, double length);
/* The rest of it where s, b and less are known: after other weights, masses or loads. */
void hz_stride_weigh(const hz_modal *m, hz_stride *st);
/* Its integrals, which only the ledger asks for. */
void hz_stride_integrate(const hz_modal *m, hz_stride *st);

/* The sum of products of two rows of n numbers. */
double hz_stride_product(const hz_modal *m, const double *x, const double *y);
/* The port's displacement without its origin, its velocity, and the energies. */
hz_survey hz_stride_survey(const hz_modal *m);

#endif
