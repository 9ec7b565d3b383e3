/* blow: the first contact of a rig that was just struck, by the solver and by GSL's integrator, and how errors fall. */
#ifndef HZ_TEST_BLOW_H
#define HZ_TEST_BLOW_H

#include "rig.h"

/* Runs the rig until its first contact has ended, for a second at most, and returns that contact. */
hz_contact blow_first(rig *r);

/* Returns the same contact as the integrator finds it; the rig stays as it is. */
hz_contact blow_exact(rig *r, const char *text);

/* Each doubling of the resolution, from 8 on, divides the median error of v_out, x_max and time by at least so much.
 * `errors` gives the three errors of a draw at each level, whose resolution is 8 << level. The median, because in a
 * single draw terms of both signs may cancel at one resolution and not at the next. */
enum { BLOW_LEVELS = 5, BLOW_ERRORS = 3 };
void blow_order(const char *whose, double least, int draws,
                void (*errors)(rig *r, int draw, double e[BLOW_LEVELS][BLOW_ERRORS]), rig *r);

#endif
