/* What the files of a bank share, and nobody else. */
#ifndef HZ_MODAL_INTERNAL_H
#define HZ_MODAL_INTERNAL_H

#include "mode_bank.h"

/* What a walk needs of each mode stands together, slab by slab, so that one place leads to all of it: numbers of the
 * bank and of a whole step, and of the step that is looked at. */
enum {
    HZ_WALK_DRIVE,
    HZ_WALK_LOAD,
    HZ_WALK_SPRING,
    HZ_WALK_S,
    HZ_WALK_B,
    HZ_WALK_LESS,
    HZ_WALK_E,
    HZ_WALK_E_V,
    HZ_WALK_M_Q,
    HZ_WALK_M_V,
    HZ_WALK_DU_V,
    HZ_WALK_DU_Q,
    HZ_WALK_V_V,
    HZ_WALK_V_Q,
    HZ_WALK_ROWS
};

/* Derives the numbers of a step of this length by closed forms. They are right to rounding, and take long. */
void hz_mode_step_prepare(const hz_bank *m, hz_mode_step *st, double length);
/* Derives those numbers that depend on weights, masses and loads, from s, b and one minus c. */
void hz_mode_step_weigh(const hz_bank *m, hz_mode_step *st);
/* Derives the integrals of the step, which only the ledger asks for. */
void hz_mode_step_integrate(const hz_bank *m, hz_mode_step *st);

/* The sum of products of two rows of n numbers. */
double hz_mode_step_product(const hz_bank *m, const double *x, const double *y);
/* Where the port is, without its origin, and the energies. */
hz_survey hz_mode_step_survey(const hz_bank *m);

#endif
