/* internal: what the files of this room share. */
#ifndef HZ_FRICTION_INTERNAL_H
#define HZ_FRICTION_INTERNAL_H

#include "friction.h"

/* Takes the hand's own gesture on by a sample. */
void hz_rub_next(hz_friction *x);

/* So many steps a sample resolve what the bristles do of themselves. */
int hz_friction_fewest(const hz_friction *x);
/* One sample of friction. */
void hz_friction_sample(hz_friction *x, const hz_friction_load *l);

#endif
