/* verb: messages that move the model.
 *
 * They wait in a queue of fixed size for the next block and run there after `update`. The last one that excites is kept
 * for `bang`. */
#ifndef HZ_PD_VERB_H
#define HZ_PD_VERB_H

#include "class.h"

enum { HZ_WAITING = 64 }; /* So many verbs can wait for one block. */

/* An act, the part of the object that it acts on, and its arguments. */
typedef struct hz_deed {
    const hz_verb *verb; /* NULL: the act belongs to no verb */
    hz_act act;
    void *part;
    double args[HZ_ARGS];
    int given; /* So many arguments were given. The others may be parameters, which are read when it happens. */
} hz_deed;

typedef struct hz_verbs {
    hz_deed waiting[HZ_WAITING];
    int first, n;
    hz_deed last;          /* the excitation that bang repeats; it has no verb if there was none yet */
    t_atom atoms[HZ_ARGS]; /* its atoms, where the verb reads them */
    int n_atoms;
    int answering; /* an answer of many messages is under way */
} hz_verbs;

/* Returns the verb of these tables whose name a message begins with, its table and how many of the atoms belong to the
 * name; or NULL. */
const hz_verb *hz_verb_find(const hz_verb_table *tables, int n, const t_symbol *selector, int argc, const t_atom *argv,
                            const hz_verb_table **table, int *named);

/* Does what a message says that begins with the name of a verb, or lets it wait for the next block. Arguments that the
 * verb does not take are an error. Returns 0 if no verb of these tables has this name. */
int hz_verb_message(hz_object *o, const hz_verb_table *tables, int n, const t_symbol *selector, int argc,
                    const t_atom *argv);

/* Repeats the last excitation, as `bang` does. */
void hz_verb_again(hz_object *o);

/* Runs the verb that has waited longest. Returns 0 if none waits. */
int hz_verb_next(hz_object *o);

/* Says whether one of those that wait lets something sound, and does not only lay on a hand or put to rest. */
int hz_verb_plays(const hz_object *o);

/* Forgets the verbs that wait. */
void hz_verb_clear(hz_object *o);

#endif
