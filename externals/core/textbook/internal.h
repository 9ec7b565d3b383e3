/* internal: what the textbook methods are made of, and what they share. */
#ifndef HZ_TEXTBOOK_INTERNAL_H
#define HZ_TEXTBOOK_INTERNAL_H

#include "core/pair/pair_step.h"
#include "methods.h"

/* What a step did, for the books: schemes:flows. */
typedef struct hz_done {
    double force;        /* of the contact, mean over the step, N */
    double lost;         /* by modes and contact, J */
    double way_a, way_b; /* of the ports, as the method's work goes */
    double slid;         /* of the table, likewise */
    double shed;         /* by the method, J: schemes:quadratised */
} hz_done;

/* What a contact takes beyond what its spring takes, by the elastic force and the way over a time, or their rates over
 * 1 s: the viscous part; or, where that would pull and the force is clamped, what the spring lets go. Never negative.
 */
static inline double hz_method_loss(const hz_law *l, double spring, double way, double time)
{
    double viscous = l->damping * way / time;
    return 1 + viscous > 0 ? spring * viscous * way : -spring * way;
}

/* What of a force is elastic, over a way that took this time. */
static inline double hz_method_elastic(const hz_law *l, double force, double way, double time)
{
    double mean = 1 + l->damping * way / time;
    return mean > 0 ? force / mean : 0;
}

/* schemes:deep  The compression at the end of a step that came from far outside, better than the places say it: the one
 * at which this elastic force is law:gradient. `way` is the one it would go without the contact, whose rounding the
 * place has. */
double hz_method_depth(const hz_law *l, double from, double to, double elastic_force, double way);

/* P 20 to 23: from places and velocities to those of the next sample. */
void hz_one_step_prepare(hz_bank *m, hz_textbook_body *s, double h);
void hz_one_step_begin(hz_textbook *x, hz_contact_system *s, int anew);
void hz_one_step_energy(const hz_bank *m, const hz_textbook_body *s, hz_energy *add);
hz_done hz_one_step_am1(hz_textbook *x, hz_contact_system *s);
hz_done hz_one_step_verlet(hz_textbook *x, hz_contact_system *s);
hz_done hz_one_step_heun(hz_textbook *x, hz_contact_system *s);
hz_done hz_one_step_rk4(hz_textbook *x, hz_contact_system *s);

/* C 8. */
hz_done hz_two_point_step(hz_textbook *x, hz_contact_system *s);

/* C 7 and W 10: from the places of two samples to the next one. */
void hz_centred_prepare(hz_bank *m, hz_textbook_body *s, double h);
void hz_centred_begin(hz_textbook *x, hz_contact_system *s, int anew);
void hz_centred_energy(const hz_bank *m, const hz_textbook_body *s, double h, hz_energy *add);
hz_done hz_centred_threepoint(hz_textbook *x, hz_contact_system *s);
hz_done hz_centred_quadratised(hz_textbook *x, hz_contact_system *s);

/* ---- what they share ---- */

/* What a mode's time must be stretched by for the method to be stable: schemes:slow. */
double hz_method_stable(enum hz_method m, double x, double y);
/* The stiffness with which contacts last as long as they should, where it is the same for all of them
 * (schemes:duration); else that of the one under way. */
double hz_method_stiffness(hz_textbook *x, const hz_contact_system *s);
/* Before a step in flight: the stiffness of the contact that it may begin, by its speed (schemes:rehearsal). */
void hz_method_time(hz_textbook *x, hz_contact_system *s);
void hz_method_remark(const hz_textbook *x, enum hz_textbook_remark what);

/* Where the energy is, as the method counts it. */
void hz_method_energy(const hz_textbook *x, const hz_contact_system *s, hz_energy *out);
int hz_method_is_centred(const hz_textbook *x);
/* Whether the contact holds or will push. */
int hz_method_is_held(const hz_textbook *x, const hz_contact_system *s);
/* Derives the method's memory anew from places and velocities. */
void hz_method_begin(hz_textbook *x, hz_contact_system *s);
/* Follows the contact through a step that began at this compression and velocity: schemes:report, schemes:correct. */
void hz_method_follow(hz_textbook *x, hz_contact_system *s, double eta, double v);

#endif
