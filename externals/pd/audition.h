/* audition: how loud an excitation is, tried on a model that nobody hears. */
#ifndef HZ_PD_AUDITION_H
#define HZ_PD_AUDITION_H

#include "class.h"

enum { HZ_AUDITION_MOST = 64, HZ_AUDITION_KEPT = 6 }; /* so many pickups at most, and so many numbers */

/* What a trial needs of a class. The verbs of a class act on its model, so that the model stands aside while another is
 * tried in its place. */
typedef struct hz_audition {
    void *model; /* the model of the object */
    size_t size;
    /* Makes another model in its place, as at creation. Returns 0 if there is no memory. */
    int (*make)(hz_object *o);
    /* Readies it further, after the first update. May be NULL. */
    void (*begin)(hz_object *o);
    void (*unmake)(hz_object *o);
    /* Runs a block with inputs of 0. `met` says whether something has met already. */
    void (*run)(hz_object *o, const hz_io *io, int met);
    /* So many seconds are heard. With 0, hearing ends when the first contact is as old as an attack is long, or after
     * that time if nothing meets. */
    double lasts;
    /* What verbs change beside the model is put back. Each has at most the size of a double. */
    struct {
        void *what;
        size_t size;
    } kept[HZ_AUDITION_KEPT];
    int freq_table, freq_row; /* A note tunes this number, which is put back too. */
} hz_audition;

/* Returns how loud the present excitation is in all pickups, in the unit of the object: the largest sample, and the sum
 * of the squares. Only messages may call it. */
hz_heard hz_audition_try(hz_object *o, double h, const hz_audition *a);

#endif
