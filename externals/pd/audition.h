/* audition: how loud an excitation is, tried on a model that nobody hears. */
#ifndef HZ_PD_AUDITION_H
#define HZ_PD_AUDITION_H

#include "class.h"

enum { HZ_AUDITION_MOST = 32, HZ_AUDITION_KEPT = 4 }; /* pickups; numbers */

/* What a trial needs of a class. Its verbs act on the model, so that one stands aside while another is tried in its
 * place. */
typedef struct hz_audition {
    void *model; /* the object's */
    size_t size;
    int (*make)(hz_object *o);   /* another in its place, as at creation; 0: there is no memory */
    void (*begin)(hz_object *o); /* readies it further, after the first update; may be NULL */
    void (*unmake)(hz_object *o);
    void (*run)(hz_object *o, const hz_io *io, int met); /* a block, inputs being 0; whether something has met yet */
    double lasts; /* so many seconds are heard; 0: until the first contact is an attack old, and without one an attack's
                     time */
    struct {
        void *what;
        size_t size;          /* at most a double's */
    } kept[HZ_AUDITION_KEPT]; /* what verbs change beside the model, and is put back */
    int freq_table, freq_row; /* a number that a note tunes, likewise */
} hz_audition;

/* The largest sample of any pickup that the present excitation makes, in the object's unit. From messages only. */
double hz_audition_peak(hz_object *o, double h, const hz_audition *a);

#endif
