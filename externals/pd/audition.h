/* audition: what a class says so that an excitation can be tried on a model that nobody hears (trial.h). */
#ifndef HZ_PD_AUDITION_H
#define HZ_PD_AUDITION_H

#include "class.h"

enum { HZ_AUDITION_MOST = 64, HZ_AUDITION_KEPT = 6 }; /* so many pickups at most, and so many numbers */

/* What a trial needs of a class. */
struct hz_audition {
    void *model; /* the model of the object */
    size_t size;
    /* Makes another model in its place, as at creation. Returns 0 if there is no memory. */
    int (*make)(hz_object *o);
    /* Readies it further, after the first update. May be NULL. */
    void (*begin)(hz_object *o);
    /* Lets what excites lie on what it excites, so that the excitation sets that free. May be NULL. */
    void (*lie)(hz_object *o);
    /* Ends an excitation that goes on, such as the stroke of a bow, which lets go what it held. May be NULL. */
    void (*end)(hz_object *o);
    void (*unmake)(hz_object *o);
    /* Runs a block with inputs of 0. `met` says whether something has met already. */
    void (*run)(hz_object *o, const hz_io *io, int met);
    /* Says how much the model has computed so far, beside what each sample takes, and what a sample takes: about, in
     * instructions. */
    double (*work)(const hz_object *o, double *each);
    /* So many seconds are heard. With 0, hearing ends when the first contact is as old as an attack is long, or after
     * that time if nothing meets. */
    double lasts;
    /* What verbs change beside the model is put back. Each has at most the size of a double. */
    struct {
        void *what;
        size_t size;
    } kept[HZ_AUDITION_KEPT];
    int freq_table, freq_row; /* A note tunes this number, which is put back too. */
};

#endif
