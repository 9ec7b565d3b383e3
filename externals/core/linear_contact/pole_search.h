/* pole_search: the poles of two modal bodies in contact, found. */
#ifndef HZ_POLE_SEARCH_H
#define HZ_POLE_SEARCH_H

#include "pole_kernel.h"

/* Finds the columns that feel the contact: their poles, as places beside modes. 0: a root did not converge. */
int hz_polefind_all(hz_poles *k);
/* Where a column's functions are evaluated: at both its poles, or, if it is split, at the first or the second. */
hz_polepoint hz_polefind_point(const hz_poles *k, int j, int second);

/* Of poles: the numerators of the modes' receptances. */
void hz_poles_numerators(hz_poles *k);

#endif
