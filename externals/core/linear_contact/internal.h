/* internal: what the files of a linear contact have in common, and nobody else needs. */
#ifndef HZ_LINEAR_CONTACT_INTERNAL_H
#define HZ_LINEAR_CONTACT_INTERNAL_H

#include "linear_contact.h"

/* ---- bodies.c: what follows from the bodies, the contact and the step ---- */

/* How far a steady force of 1 N moves the bodies' contact points apart by bending both, m. */
double hz_bodies_compliance(const hz_linear_contact *x);
/* contact:yield  Moves their contact points apart by so much in the modes' displacements q: what drifts goes, or both
 * are bent as a force would bend them. */
void hz_bodies_move_apart(const hz_linear_contact *x, double way, double compliance, double *q);
/* Derives a time of flight. */
void hz_bodies_shears(const hz_pairs *r, hz_shears *step, double length);
/* What the loads do to the pairs, after one of them changed. */
void hz_bodies_load(hz_linear_contact *x);

/* ---- phases.c: the state, which is written nowhere else ---- */

/* The state of all modes at present, each at the place of its pair. */
void hz_phases_read(const hz_linear_contact *x, double *q, double *p);
/* Gives the modes another state, in flight or in contact. The compression becomes eta, which in contact is known better
 * than the modes can say; in flight it is what they say if eta is not a number. Bodies that are inside each other then
 * touch, and those in contact that are apart part. */
void hz_phases_put(hz_linear_contact *x, int touching, double *q, double *p, double eta);
/* Everything at rest: in contact if gravity presses the bodies together, else in flight. */
void hz_phases_rest(hz_linear_contact *x);
/* The forces from outside, N. */
void hz_phases_load(hz_linear_contact *x, double force_a, double force_b);
/* At the end of a block. */
void hz_phases_settle(hz_linear_contact *x);
/* contact:bulge  How far the compression can rise, in flight, above a straight line between the ends of a step of this
 * length. With `anew` the size of the motion is found anew; else it is what is known of it. */
double hz_phases_bulge(hz_linear_contact *x, double d, int anew);
/* contact:reach  Whether the bodies cannot touch within a time while nothing but gravity pushes: what drifts goes its
 * way, and what vibrates stays within its energy. */
int hz_phases_is_far(hz_linear_contact *x, double d);

/* Where a step leads, which hz_phases_take then takes. */
typedef struct hz_lead {
    double eta, rate;
} hz_lead;
/* A step in which the contact's force gives what drifts an impulse, whose integral over the step is `way`, N s^2. The
 * pairs' next state is there but for what drifts. Returns what drifts adds to the look. */
hz_lead hz_phases_drift(hz_linear_contact *x, double d, double impulse, double way);
/* A sample of flight: the step to look at. */
hz_lead hz_phases_fly(hz_linear_contact *x);
void hz_phases_take(hz_linear_contact *x, hz_lead to);
/* Takes n samples of flight in one step. */
void hz_phases_skip(hz_linear_contact *x, int n);

/* From flight into contact at a compression of 0, where a rod may make up for the gap (contact:offset), or as it is. */
void hz_phases_touch(hz_linear_contact *x, double eta, double rod);
/* The surface between the bodies becomes thicker by so much: the compression grows, and nothing else moves. */
void hz_phases_lift(hz_linear_contact *x, double way);
/* It begins so thick: what drifts goes along. */
void hz_phases_lay(hz_linear_contact *x, double surface);
/* A contact goes on without a force, as in flight, or with one again (contact:slack). */
void hz_phases_loosen(hz_linear_contact *x);
void hz_phases_tighten(hz_linear_contact *x);
/* From contact into flight, and the contact is reported. The compression is 0 there, or less if a stretched spring is
 * cut. */
void hz_phases_part(hz_linear_contact *x, double eta);

/* ---- series.c: a short step ---- */

/* Losses are summed over so many of Gauss's nodes in a step. */
enum { HZ_SERIES_NODES = 10 };

/* A polynomial at the beginning of a step and at the ends of its parts, 1 or 8 (contact:looks); 0: not evaluated. */
enum { HZ_LOOKS = 8 };
typedef struct hz_looks {
    int parts;
    double value[HZ_LOOKS + 1], slope[HZ_LOOKS + 1];
} hz_looks;

/* The compression and the contact's force over a step of length d, in powers of the part of the step. */
typedef struct hz_path {
    double d;
    int terms;
    double eta[HZ_SERIES_TERMS], force[HZ_SERIES_TERMS];
    hz_looks of_eta, of_force;
} hz_path;

/* So long is the next of the steps into which a time is divided, so that no pole turns too far in one. */
double hz_series_length(const hz_linear_contact *x, double time);
/* Numbers that every series uses; and what an impulse does to the rate. */
void hz_series_tables(hz_series_numbers *s);
void hz_series_prepare(hz_linear_contact *x);
void hz_series_look(const hz_linear_contact *x, double d, hz_path *path);
/* The step to a part u of the path, to look at, and the impulse of the force in it. With `booked` what is lost in it is
 * booked at once. */
hz_lead hz_series_step(hz_linear_contact *x, const hz_path *path, double u, int booked, double *impulse);

/* Takes the modes along under a force that is known, in powers of the part of a step of length d, and books what they
 * lose. It is no step of the whole: the state before it has to be put back. */
void hz_series_walk(hz_linear_contact *x, const double *force, double d);

/* What happens first on a path, and after which part of it. */
enum hz_switch_kind { HZ_SWITCH_NOTHING, HZ_SWITCH_TOUCH, HZ_SWITCH_PART, HZ_SWITCH_LOOSEN, HZ_SWITCH_TIGHTEN };
typedef struct hz_switch {
    enum hz_switch_kind kind;
    double at;
} hz_switch;
hz_switch hz_path_switch(const hz_linear_contact *x, hz_path *path);
/* Notes how deep a contact goes until a part u of the path, and how great its force becomes. */
void hz_path_note(hz_linear_contact *x, hz_path *path, double u);

/* ---- curve.c: a stretch of contact from end to end ---- */

/* rad: bodies of which something turns farther in a stretch have no curve. */
#define HZ_CURVE_TURN 6.6
/* When a stretch is passed: if it is sure that the bodies do not part in it and that the contact goes no deeper than it
 * was; only the last of these; where the contact is stiff, if they do not part at many places; in any case. */
enum hz_curve_looks { HZ_CURVE_SURE, HZ_CURVE_KNOWN, HZ_CURVE_STIFF, HZ_CURVE_ANY };
/* A stretch of this length, to look at, and the impulse of the force in it; the curve is derived if it is of another
 * length. With `booked` what is lost in it is booked at once. Returns 0 if there is no such curve, or where that is
 * left to series. */
int hz_curve_step(hz_linear_contact *x, hz_force_curve *g, double length, enum hz_curve_looks looks, int booked,
                  hz_lead *to, double *impulse);

/* ---- losses.c: what is lost, J (contact:loss) ---- */

/* A step of this length is about to be taken: what flight loses, and what coupled damping loses, is owed from its
 * beginning on, and booked before the bodies touch or part, before a load changes, and at the end of a run. */
void hz_losses_owe(hz_linear_contact *x, double d);
void hz_losses_book(hz_linear_contact *x);
/* The work of the forces on the loss forms of coupled bodies, over a step of length d in contact, from the derivatives
 * of the force, counted in d. */
double hz_losses_of_work(const hz_linear_contact *x, const double *force, double d, int terms);

/* ---- linear_contact.c: what several of them do ---- */

/* What is stored, for a change that begins here; it is only found while the books are open. Then what the change did to
 * it is booked as adjusted. */
hz_energy hz_linear_contact_before(const hz_linear_contact *x);
void hz_linear_contact_adjust(hz_linear_contact *x, const hz_energy *before);

static inline double hz_contact_force(const hz_linear_contact *x, double eta, double rate)
{
    return x->params.stiffness * eta + x->params.damping * rate;
}

/* Whether a contact goes on without a force where the damper would pull. */
static inline int hz_contact_slackens(const hz_linear_contact *x)
{
    return x->params.slackens && x->params.damping > 0;
}

#endif
