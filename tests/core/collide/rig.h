/* rig: a collision under observation, one sample at a time, with its books open. */
#ifndef HZ_TEST_RIG_H
#define HZ_TEST_RIG_H

#include "core/collide/collide.h"

typedef struct rig {
    hz_collide c;
    double motion, force; /* of the last sample */
    hz_accounts now, before;
    /* of the contacts that ended */
    hz_contact last;
    int contacts, unresolved;
    /* of the last sample: whether there was contact in it */
    int touched;
    int fresh; /* no sample has run since the start: a reset may leave the bodies in contact */
    /* Set where forces are so strong that what they bring within a sample is more than what is seen at its ends:
     * the energy that a sample of them would give the hammer then counts as seen. */
    int rough;
    /* A table carries the object: its place at the end of the next sample, m. */
    int shaken;
    double place;
    /* since it was cleared */
    double seen;     /* the largest energy in any account */
    double residual; /* the largest, of what had been seen by then */
    double rise;     /* the largest of stored energy in a sample without input, of what had been seen by then */
    double hidden;   /* the largest adjustment within a sample, where nothing was adjusted, likewise */
    double gain;     /* the largest that losses shrank by in a sample, likewise */
    double pull;     /* the largest force by which the contact pulled, N */
    double drift;    /* the largest difference of compression and places, of the way gone and the distances */
    double far;
    int substeps;    /* of the samples with contact */
    int samples;     /* with contact */
    int most, bound; /* sub-steps in one sample, and what is allowed */
    int over;        /* samples with more sub-steps than allowed */
} rig;

void rig_init(rig *r, int room_b);
void rig_free(rig *r);
/* The defaults of impact~: 10 g, 1e7 N/m^1.5, a free mass. */
hz_collide_params rig_params(void);
/* Prepares, resets and clears what was observed. */
void rig_start(rig *r, const hz_collide_params *p, double h);
/* The most sub-steps that a sample may have. */
int rig_bound(int resolution);
void rig_clear(rig *r);
/* Runs a sample with these forces. */
void rig_sample(rig *r, double force_a, double force_b);
/* Runs without force until a contact ends, but at most so many samples; whether one did. */
int rig_contact(rig *r, int samples);
/* A struck object: modes of 220, 950 and 3500 Hz, with weights of both signs. */
void rig_modes(rig *r, double mass, double sigma);

/* What the program is doing, so that if it hangs it can say so. */
void rig_watch(const char *what, ...) __attribute__((format(printf, 1, 2)));

#endif
