/* coupled_contacts: a few contacts that share bodies, solved together.
 *
 *     r_i = way_i - sum_j C_ij F_j,   F_i = F_i(r_i) growing with r_i        knot:system
 *
 * C is symmetric and not negative, so there is exactly one solution. A contact is one of gridcontact's, or linear:
 * F = pull + drag r, which is eliminated with the rest. */
#ifndef HZ_COUPLED_CONTACTS_H
#define HZ_COUPLED_CONTACTS_H

#include "grid_contact.h"

enum { HZ_KNOT_MOST = 48, HZ_KNOT_LOOKS = 200 };

typedef struct hz_knot {
    int n;
    double give[HZ_KNOT_MOST][HZ_KNOT_MOST]; /* C */
    hz_gridtouch touch[HZ_KNOT_MOST];
    const hz_gridlaw *law[HZ_KNOT_MOST]; /* NULL: linear */
    double pull[HZ_KNOT_MOST], drag[HZ_KNOT_MOST];
    double way[HZ_KNOT_MOST];   /* in: r without any of these forces */
    double force[HZ_KNOT_MOST]; /* out */
    double moved[HZ_KNOT_MOST]; /* out: r */
    double lost;                /* out: what contacts dissipated in the step; not linear ones */
    int rounds;                 /* of Newton's method in the last step */
    int looks;                  /* at contacts' laws, with what else was done counted in them */
    int gave_way;               /* that was not enough */
} hz_knot;

/* Solves the step and moves every touch on. Returns whether there was any force. Never does it look at a contact's law
 * more often than HZ_KNOT_LOOKS times for each contact there is: knot:budget. */
int hz_knot_step(hz_knot *k);

#endif
