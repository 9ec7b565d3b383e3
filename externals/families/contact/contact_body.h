/* contact_body: what a body of modalcontact~ can be besides a modal object: a free mass, masses on a string, matrices.
 */
#ifndef HZ_FAMILY_CONTACT_BODY_H
#define HZ_FAMILY_CONTACT_BODY_H

#include "core/linear_contact/coupled_damping.h"
#include "families/modal/body.h"
#include "families/modal/body_file.h"

enum { HZ_CONTACT_BODY_MASS, HZ_CONTACT_BODY_POINTS, HZ_CONTACT_BODY_MATRICES, HZ_CONTACT_BODY_ROWS };
extern const hz_param hz_contact_body_rows[HZ_CONTACT_BODY_ROWS];

enum { HZ_CONTACT_BODY_MOST_POINTS = 500, HZ_CONTACT_BODY_MOST_MASSES = HZ_COUPLED_DAMPING_MOST };

/* A body of its own rows (`body.table`) and of the rows here. */
typedef struct hz_contact_body {
    hz_body body;                   /* first: body.other is called with it */
    int table;                      /* the object's table that holds the rows of this file */
    int masses;                     /* of the matrices that were taken last, 0: none yet */
    double *omega, *sigma, *shapes; /* their modes, each with its displacement at every mass */
    hz_coupled_damping coupling;    /* of the first of them, whose damping is not each one's own */
} hz_contact_body;

int hz_contact_body_init(hz_contact_body *b, hz_object *o, int body_table, int table);
void hz_contact_body_free(hz_contact_body *b);

/* Takes matrices from three arrays or one file. One error says what is wrong with them, and the old ones stay. */
void hz_contact_body_take(hz_contact_body *b, int given, const char *const name[3]);

/* The verb `matrices`, which acts on such a body; those of its modal object are hz_body_verbs. */
enum { HZ_CONTACT_BODY_VERBS = 1 };
extern const hz_verb hz_contact_body_verbs[HZ_CONTACT_BODY_VERBS];

/* Writes the present shape of a string of masses into an array, given its modes' displacements; else complains. */
int hz_contact_body_is_lumped(const hz_contact_body *b);
void hz_contact_body_draw(const hz_contact_body *b, const double *q, int modes, t_symbol *array);

#endif
