/* coupled_contacts: a few contacts that share bodies, solved together.
 *
 *     r_i = way_i - sum_j C_ij F_j,   F_i = F_i(r_i) growing with r_i        knot:system
 *
 * The matrix C of compliances is symmetric and not negative, so there is exactly one solution. A contact is one of
 * grid_contact, or it is linear: F = pull + drag r. */
#ifndef HZ_COUPLED_CONTACTS_H
#define HZ_COUPLED_CONTACTS_H

#include "grid_contact.h"

enum { HZ_COUPLED_CONTACTS_MOST = 48, HZ_COUPLED_CONTACTS_LOOKS = 200 };

typedef struct hz_coupled_contacts {
    int n;
    double compliance[HZ_COUPLED_CONTACTS_MOST][HZ_COUPLED_CONTACTS_MOST]; /* C */
    hz_grid_contact touch[HZ_COUPLED_CONTACTS_MOST];
    const hz_grid_law *law[HZ_COUPLED_CONTACTS_MOST]; /* NULL: the contact is linear */
    double pull[HZ_COUPLED_CONTACTS_MOST], drag[HZ_COUPLED_CONTACTS_MOST];
    int in[HZ_COUPLED_CONTACTS_MOST];         /* it takes part in steps; the owner leaves out what cannot touch */
    int group[HZ_COUPLED_CONTACTS_MOST];      /* the same number: they share something, directly or through others */
    int taking, at[HZ_COUPLED_CONTACTS_MOST]; /* those that take part, in their order */
    double way[HZ_COUPLED_CONTACTS_MOST];     /* in: r without any of these forces */
    double force[HZ_COUPLED_CONTACTS_MOST];   /* out */
    double moved[HZ_COUPLED_CONTACTS_MOST];   /* out: r */
    hz_grid_loss loss;                        /* out: what the contacts with a law took from the energy */
    int looks;                                /* at the laws of contacts; other work is counted in looks, too */
    double spent;                             /* so many looks in all */
    int gave_way;                             /* the budget was used up before the forces were found */
} hz_coupled_contacts;

/* After `in` was changed; and after compliances or `n` were. All of a group take part, or none of it does. */
void hz_coupled_contacts_list(hz_coupled_contacts *k);
void hz_coupled_contacts_group(hz_coupled_contacts *k);

/* Solves the step and moves every contact on that takes part. It never looks at laws more often than
 * HZ_COUPLED_CONTACTS_LOOKS times for each of them: knot:budget. */
void hz_coupled_contacts_step(hz_coupled_contacts *k);

#endif
