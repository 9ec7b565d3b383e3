/* contactbody: what a body of modalcontact~ can be besides a modal object: a free mass, masses on a string, matrices. */
#ifndef HZ_PD_CONTACTBODY_H
#define HZ_PD_CONTACTBODY_H

#include "../core/coupling.h"
#include "body.h"

enum { HZ_CONTACTBODY_MASS, HZ_CONTACTBODY_POINTS, HZ_CONTACTBODY_MATRICES, HZ_CONTACTBODY_ROWS };
extern const hz_param hz_contactbody_rows[HZ_CONTACTBODY_ROWS];

enum { HZ_CONTACTBODY_MOST_POINTS = 500, HZ_CONTACTBODY_MOST_MASSES = HZ_COUPLING_MOST };

/* A body of its own rows (`body.table`) and of the rows here. */
typedef struct hz_contactbody {
    hz_body body; /* first: body.other is called with it */
    int table;    /* the object's table that holds the rows of this file */
    int masses;   /* of the matrices that were taken last, 0: none yet */
    double *omega, *sigma, *shapes; /* their modes, each with its displacement at every mass */
    hz_coupling coupling;           /* of the first of them, whose damping is not each one's own */
} hz_contactbody;

int hz_contactbody_init(hz_contactbody *b, hz_object *o, int body_table, int table);
void hz_contactbody_free(hz_contactbody *b);

/* Takes matrices from three arrays or one file. One error says what is wrong with them, and the old ones stay. */
void hz_contactbody_take(hz_contactbody *b, int given, const char *const name[3]);
extern const hz_param hz_contactbody_matrices[1]; /* the arguments of its verb */

/* The verbs `pickupweights` and `matrices` of such a body. */
void hz_contactbody_pick(hz_contactbody *b, int argc, const t_atom *argv);
void hz_contactbody_set(hz_contactbody *b, int argc, const t_atom *argv);

/* Writes the present shape of a string of masses into an array, given its modes' displacements; else complains. */
int hz_contactbody_is_lumped(const hz_contactbody *b);
void hz_contactbody_draw(const hz_contactbody *b, const double *q, int modes, t_symbol *array);

#endif
