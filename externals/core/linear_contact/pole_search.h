/* pole_search: the poles of two modal bodies in contact, found. */
#ifndef HZ_POLE_SEARCH_H
#define HZ_POLE_SEARCH_H

#include "pole_kernel.h"

/* Finds the columns that feel the contact: their poles, as places beside modes. 0: a root did not converge. */
int hz_pole_search_all(hz_contact_poles *k);
/* Where a column's functions are evaluated: at both its poles, or, if it is split, at the first or the second. */
hz_pole_point hz_pole_search_point(const hz_contact_poles *k, int j, int second);

/* Of poles: the numerators of the modes' receptances. */
void hz_contact_poles_numerators(hz_contact_poles *k);

#endif
