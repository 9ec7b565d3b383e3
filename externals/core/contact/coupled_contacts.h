/* coupled_contacts: a few contacts that share bodies, solved together.
 *
 *     r_i = way_i - sum_j C_ij F_j,   F_i = F_i(r_i) growing with r_i        knot:system
 *
 * C is symmetric and not negative, so there is exactly one solution. A contact is one of gridcontact's, or linear:
 * F = pull + drag r, which is eliminated with the rest. */
#ifndef HZ_COUPLED_CONTACTS_H
#define HZ_COUPLED_CONTACTS_H

#include "grid_contact.h"

enum { HZ_COUPLED_CONTACTS_MOST = 48, HZ_COUPLED_CONTACTS_LOOKS = 200 };

typedef struct hz_coupled_contacts {
    int n;
    double give[HZ_COUPLED_CONTACTS_MOST][HZ_COUPLED_CONTACTS_MOST]; /* C */
    hz_grid_contact touch[HZ_COUPLED_CONTACTS_MOST];
    const hz_grid_law *law[HZ_COUPLED_CONTACTS_MOST]; /* NULL: linear */
    double pull[HZ_COUPLED_CONTACTS_MOST], drag[HZ_COUPLED_CONTACTS_MOST];
    double way[HZ_COUPLED_CONTACTS_MOST];   /* in: r without any of these forces */
    double force[HZ_COUPLED_CONTACTS_MOST]; /* out */
    double moved[HZ_COUPLED_CONTACTS_MOST]; /* out: r */
    double lost;                            /* out: what contacts dissipated in the step; not linear ones */
    int rounds;                             /* of Newton's method in the last step */
    int looks;                              /* at contacts' laws, with what else was done counted in them */
    int gave_way;                           /* that was not enough */
} hz_coupled_contacts;

/* Solves the step and moves every touch on. Returns whether there was any force. Never does it look at a contact's law
 * more often than HZ_COUPLED_CONTACTS_LOOKS times for each contact there is: knot:budget. */
int hz_coupled_contacts_step(hz_coupled_contacts *k);

#endif
