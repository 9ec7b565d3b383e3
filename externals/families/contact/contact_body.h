/* contact_body: what a body of modalcontact~ can be besides a modal object: a free mass, masses on a string, matrices.
 */
#ifndef HZ_FAMILY_CONTACT_BODY_H
#define HZ_FAMILY_CONTACT_BODY_H

#include "core/linear_contact/coupled_damping.h"
#include "families/modal/body.h"

enum { HZ_CONTACT_BODY_ROWS = 3 };
extern const hz_param hz_contact_body_rows[HZ_CONTACT_BODY_ROWS];

enum { HZ_CONTACT_BODY_MOST_POINTS = 500, HZ_CONTACT_BODY_MOST_MASSES = HZ_COUPLED_DAMPING_MOST };

/* A body with the rows of a modal object (`body.table`) and with the rows of this file (`table`). */
typedef struct hz_contact_body {
    hz_body body; /* It is the first member, for body.other is called with it. */
    int table;
    int masses;                     /* The matrices that were taken last have so many; 0: none were taken yet. */
    double *omega, *sigma, *shapes; /* their modes, each with its displacement at every mass */
    hz_coupled_damping coupling;    /* It couples the first of them, whose damping is not each one's own. */
} hz_contact_body;

int hz_contact_body_init(hz_contact_body *b, hz_object *o, int body_table, int table);
void hz_contact_body_free(hz_contact_body *b);

/* The verb `matrices`, which acts on such a body. The verbs of its modal object are hz_body_verbs. */
enum { HZ_CONTACT_BODY_VERBS = 1 };
extern const hz_verb hz_contact_body_verbs[HZ_CONTACT_BODY_VERBS];

/* Says whether the body is a string of masses. The second writes its present shape, which the displacements of the
 * modes say, into an array; where it is none, it complains. */
int hz_contact_body_is_lumped(const hz_contact_body *b);
void hz_contact_body_draw(const hz_contact_body *b, const double *q, int modes, t_symbol *array);

#endif
