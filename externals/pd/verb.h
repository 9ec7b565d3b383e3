/* verb: messages that move the model.
 *
 * They wait in a queue of fixed size for the next block and run there after
 * `update`; the last one that excites is kept for `bang`. */
#ifndef HZ_PD_VERB_H
#define HZ_PD_VERB_H

#include "class.h"

enum { HZ_WAITING = 64 }; /* the most verbs that wait for one block */

typedef struct hz_waiting {
    hz_act act;
    double args[HZ_ARGS];
    int given;
} hz_waiting;

typedef struct hz_verbs {
    hz_waiting waiting[HZ_WAITING];
    int first, n;
    const hz_verb *last; /* the excitation that bang repeats */
    double args[HZ_ARGS];
    int given;
    t_atom *atoms; /* its atoms, for a verb that reads them */
    int n_atoms;
} hz_verbs;

/* Finds the verb that atoms begin with. Returns how many atoms name it; 0: none. */
int hz_verb_find(const hz_verb *verbs, int n, int argc, const t_atom *argv, const hz_verb **found);

/* Does a verb, or lets it wait for the next block; with arguments it does not take it is an error. */
void hz_verb_do(hz_object *o, const hz_verb *verb, int argc, const t_atom *argv);

/* What `bang` does. */
void hz_verb_again(hz_object *o);

/* Takes the next waiting verb out of the queue; 0: none. */
int hz_verb_next(hz_object *o, hz_waiting *next);

/* Forgets what waits. */
void hz_verb_clear(hz_object *o);

void hz_verb_free(hz_object *o);

#endif
