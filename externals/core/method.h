/* method: what the methods of schemes are made of. A room of schemes. */
#ifndef HZ_METHOD_H
#define HZ_METHOD_H

#include "step.h"

/* What a step did, for the books: schemes:flows. */
typedef struct hz_done {
    double force;        /* of the contact, mean over the step, N */
    double lost;         /* by modes and contact, J */
    double way_a, way_b; /* of the ports, as the method's work goes */
    double slid;         /* of the table, likewise */
} hz_done;

/* The power that a contact takes beyond what its spring takes. */
static inline double hz_method_power(double force, double spring, double v)
{
    return (force - spring) * v;
}

/* P 20 to 23: from places and velocities to those of the next sample. */
void hz_onestep_prepare(hz_modal *m, hz_scheme_body *s, double h);
void hz_onestep_begin(hz_collide *c);
void hz_onestep_energy(const hz_modal *m, const hz_scheme_body *s, hz_energy *add);
hz_done hz_onestep_am1(hz_collide *c, const hz_outer *o);
hz_done hz_onestep_verlet(hz_collide *c, const hz_outer *o);
hz_done hz_onestep_heun(hz_collide *c, const hz_outer *o);
hz_done hz_onestep_rk4(hz_collide *c, const hz_outer *o);

/* C 8. */
hz_done hz_twopoint_step(hz_collide *c, const hz_outer *o);

/* C 7 and W 10: from the places of two samples to the next one. */
void hz_centred_prepare(hz_modal *m, hz_scheme_body *s, double h);
void hz_centred_begin(hz_collide *c);
void hz_centred_energy(const hz_modal *m, const hz_scheme_body *s, double h, hz_energy *add);
hz_done hz_centred_threepoint(hz_collide *c, const hz_outer *o);
hz_done hz_centred_quadratised(hz_collide *c, const hz_outer *o);

#endif
