/* phase_switching: how phases goes from flight to contact and back, and over a block. */
#ifndef HZ_PHASE_SWITCHING_H
#define HZ_PHASE_SWITCHING_H

#include "linear_contact.h"

/* The modes' state in flight, from both banks; and back. */
void hz_phase_switching_read(const hz_linear_contact *x, double *q, double *p);
void hz_phase_switching_write(hz_linear_contact *x, const double *q, const double *p);
/* The modes' state in contact; and into contact from it, with the present compression. */
void hz_phase_switching_modes(const hz_linear_contact *x, double *q, double *p);
void hz_phase_switching_enter(hz_linear_contact *x, const double *q, const double *p);
/* Compression and rate from the present phase's state. */
void hz_phase_switching_measure(hz_linear_contact *x);
/* Gravity and the outer forces, on whichever phase it is. */
void hz_phase_switching_load(hz_linear_contact *x, double force_a, double force_b);
/* After a change from outside: bodies that are inside each other touch, and those in contact that are apart part. */
void hz_phase_switching_settle(hz_linear_contact *x);
/* From rest: where gravity presses the bodies together they lean on each other. */
void hz_phase_switching_rest(hz_linear_contact *x);

#endif
