/* internal: what the files of a linear contact have in common, and nobody else needs. */
#ifndef HZ_LINEAR_CONTACT_INTERNAL_H
#define HZ_LINEAR_CONTACT_INTERNAL_H

#include "linear_contact.h"

/* ---- phase_switching: the state, which is written nowhere else ---- */

/* The state of all modes at present, those of body a first. */
void hz_phase_switching_read(const hz_linear_contact *x, double *q, double *p);
/* Gives the modes another state, in flight or in contact. The compression becomes eta, which in contact is known better
 * than the modes can say; in flight it is what they say if eta is not a number. Bodies that are inside each other then
 * touch, and those in contact that are apart part. */
void hz_phase_switching_put(hz_linear_contact *x, int touching, const double *q, const double *p, double eta);
/* Everything at rest: in contact if gravity presses the bodies together, else in flight. */
void hz_phase_switching_rest(hz_linear_contact *x);
/* The forces from outside, N. */
void hz_phase_switching_load(hz_linear_contact *x, double force_a, double force_b);

/* Looks where a step leads: one of the kept lengths (HZ_STEP_...), or any length if `kept` is negative. The step that
 * was looked at last can then be taken. */
hz_pole_pairs_look hz_phase_switching_look(hz_linear_contact *x, double d, int kept);
void hz_phase_switching_take(hz_linear_contact *x, hz_pole_pairs_look to);
/* Takes n samples of flight in one step. */
void hz_phase_switching_skip(hz_linear_contact *x, int n);
/* From flight into contact: the compression is 0 there, and a rod may make up for the gap (phases:offset). */
void hz_phase_switching_touch(hz_linear_contact *x, double rod);
/* From contact into flight, and the contact is reported. The compression is 0 there, or less if a stretched spring is
 * cut. */
void hz_phase_switching_part(hz_linear_contact *x, double eta);

/* ---- step_search: what happens inside a step that was looked at ---- */

/* When in a step of d seconds the bodies touch or part, s; -1: they do not. */
double hz_step_search_switch(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d);
/* Notes how deep a step of the contact goes and how great its force becomes. */
void hz_step_search_record(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d,
                           hz_contact *record);

/* ---- contact_loss: what is lost in a step that was looked at, J (phases:loss) ---- */

double hz_contact_loss_in_flight(hz_linear_contact *x, double d);
/* The first call after the poles have changed derives the loss form. */
double hz_contact_loss_in_contact(hz_linear_contact *x);

/* ---- what several of them do ---- */

/* Books as adjusted what a change did to the stored energy. */
void hz_linear_contact_adjust(hz_linear_contact *x, const hz_energy *before);

static inline double hz_contact_force(const hz_linear_contact *x, double eta, double rate)
{
    return x->params.stiffness * eta + x->params.damping * rate;
}

#endif
