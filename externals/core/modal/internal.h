/* What the files of a bank share, and nobody else. */
#ifndef HZ_MODAL_INTERNAL_H
#define HZ_MODAL_INTERNAL_H

#include "mode_bank.h"

/* What a walk needs of each mode stands together, slab by slab, so that one place leads to all of it: numbers of the
 * bank and of a whole step; and for each number that a look at the next step tells, what a mode's v adds to it and what
 * its q takes from it. A line is looked at for the first three of hz_tilted_reach, a stride for all. */
enum {
    HZ_WALK_DRIVE,
    HZ_WALK_SPRING,
    HZ_WALK_S,
    HZ_WALK_B,
    HZ_WALK_LESS,
    HZ_WALK_E,
    HZ_WALK_E_V,
    HZ_WALK_LOOKS,
    HZ_LINE_LOOKS = 3,
    HZ_STRIDE_LOOKS = 6,
    HZ_WALK_LINE_ROWS = HZ_WALK_LOOKS + 2 * HZ_LINE_LOOKS,
    HZ_WALK_STRIDE_ROWS = HZ_WALK_LOOKS + 2 * HZ_STRIDE_LOOKS
};

/* Derives the numbers of a step of this length by closed forms. They are right to rounding, and take long. */
void hz_mode_step_prepare(const hz_bank *m, hz_mode_step *st, double length);
/* Derives those numbers that depend on weights and masses, from s, b and one minus c. */
void hz_mode_step_weigh(const hz_bank *m, hz_mode_step *st);
/* Derives the integrals of the step, which only the ledger asks for. */
void hz_mode_step_integrate(const hz_bank *m, hz_mode_step *st);

/* The sum of products of two rows of n numbers. */
double hz_mode_step_product(const hz_bank *m, const double *x, const double *y);
/* Where the port is, without its origin, and the energies. */
hz_survey hz_mode_step_survey(const hz_bank *m);

#endif
