/* block: how a block goes from the signals of Pd to the model and back. */
#ifndef HZ_PD_BLOCK_H
#define HZ_PD_BLOCK_H

#include "inlet.h"
#include "samples.h"

typedef struct hz_block {
    int n; /* A block has so many samples. */
    int n_in, n_audio;
    int shown[HZ_METERS]; /* the meters that have outlets, in their order */
    int n_shown;
    double gain;             /* The glide has come to this factor ... */
    enum hz_unit unit;       /* ... in this unit. */
    int derived;             /* The coefficients are those of this sample rate, ... */
    int waits;               /* ... and new ones are derived in a later block. */
    int anew;                /* A preset was taken, so that another sound begins. */
    int fades;               /* This block begins another unit or preset ... */
    int struck;              /* ... and verbs have acted in it. */
    double *last, *before;   /* the last sample of each audio outlet, and the one before it */
    double *motion;          /* the last velocity of each, as the model gave it */
    double *step;            /* A message would make each outlet step so far down: this is added and fades away, ... */
    double *slope;           /* ... from this slope on. */
    int fading;              /* It goes on for so many samples. */
    int muted;               /* What was told with an excitation that waits for a level is not heard before it. */
    double watched;          /* Overs are held down for so long, s, ... */
    double held;             /* ... or as long as this factor is under 1. */
    double held_before;      /* what the factor was in the block before */
    double loudest[2];       /* the largest sample that went out, without gain, of the present second and of the last */
    double driven;           /* A signal has driven the model this long ago, s. */
    double second;           /* The present second is so old, s. */
    hz_pickup *pickup;       /* of each audio outlet */
    t_sample *row;           /* A voice writes here what is added to the voices before it. */
    int channels[HZ_INLETS]; /* of each inlet's signal; the lead's count */
    double *memory;          /* every buffer below, one after the other */
    double **in, **audio;
    const double *given[HZ_INLETS]; /* the inputs of this block; NULL: there is nothing at this inlet */
    double *force;
    double *buffer[HZ_METERS]; /* of each meter */
    double *meter[HZ_METERS];  /* the buffers that this block asks for */
} hz_block;

/* Makes what a block needs, once the flags are read. Returns 0 if there is no memory. */
int hz_block_make(hz_object *o);

/* Makes the outlets but for info. */
void hz_block_outlets(hz_object *o);
void hz_block_free(hz_object *o);

/* Says how many outlets carry audio: one for each pickup, or one for all of them and all voices with -mc. */
int hz_block_audio_outlets(const hz_object *o);

/* Puts the pickups to rest. */
void hz_block_rest(hz_object *o);

/* Returns the largest sample of the last one or two seconds, without gain, where a signal has driven the model within
 * the last one; else 0. */
double hz_block_loudest(const hz_object *o);

/* For a while from now on, what is over full scale is held down: what rings on in another sound, or in one between two,
 * may be far louder there than anything that was tried. */
void hz_block_watch(hz_object *o);
/* The same, if what it has just played would be about as loud as that with this gain. */
void hz_block_watch_ringing(hz_object *o, double gain);

/* Lets what is heard fade away within a few milliseconds, for a model that is put to rest at once. */
void hz_block_let_go(hz_object *o);

/* Builds the chain of Pd: it is the method of `dsp`. */
void hz_block_dsp(hz_object *o, t_signal **sp);

#endif
