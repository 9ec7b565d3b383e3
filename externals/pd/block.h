/* block: the block, from Pd's signals to the model and back. */
#ifndef HZ_PD_BLOCK_H
#define HZ_PD_BLOCK_H

#include "samples.h"

typedef struct hz_block {
    int n; /* samples in a block */
    int n_in, n_audio;
    int shown[HZ_METERS]; /* the meters of the outlets, in their order ... */
    int n_shown;          /* ... and how many */
    double gain;          /* where the glide has come to ... */
    enum hz_unit unit;    /* ... in this unit */
    int anew;             /* a preset was taken: another sound begins */
    int fades;            /* this block begins another unit or preset ... */
    int struck;           /* ... and verbs have acted in it */
    double *last;         /* the last sample of each audio outlet */
    hz_pickup *pickup;    /* of each audio outlet */
    double *memory;       /* every buffer below, one after the other */
    double **in, **audio;
    double *force;
    double *buffer[HZ_METERS]; /* of each meter */
    double *meter[HZ_METERS];  /* the buffers that this block asks for */
} hz_block;

/* Inlets and outlets but for info, once the flags are read; 0 when there is no memory. */
int hz_block_make(hz_object *o);
void hz_block_free(hz_object *o);

/* How many outlets carry audio: one for each pickup, or one for all with -mc. */
int hz_block_audio_outlets(const hz_object *o);

/* Pickups are at rest again. */
void hz_block_rest(hz_object *o);

/* The method Pd calls to build its chain. */
void hz_block_dsp(hz_object *o, t_signal **sp);

#endif
