/* mode_step: steps of a whole bank. A room of modal; what it offers to others stands in modal.h. */
#ifndef HZ_MODE_STEP_H
#define HZ_MODE_STEP_H

#include "mode_bank.h"

/* Derives what a step of this length does, by closed forms: to rounding, and dear. */
void hz_mode_step_prepare(const hz_bank *m, hz_mode_step *st, double length);
/* The rest of it where s, b and less are known: after other weights, masses or loads. */
void hz_mode_step_weigh(const hz_bank *m, hz_mode_step *st);
/* Its integrals, which only the ledger asks for. */
void hz_mode_step_integrate(const hz_bank *m, hz_mode_step *st);

/* The sum of products of two rows of n numbers. */
double hz_mode_step_product(const hz_bank *m, const double *x, const double *y);
/* The port's displacement without its origin, its velocity, and the energies. */
hz_survey hz_mode_step_survey(const hz_bank *m);

#endif
