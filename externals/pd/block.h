/* block: how a block goes from the signals of Pd to the model and back. */
#ifndef HZ_PD_BLOCK_H
#define HZ_PD_BLOCK_H

#include "hold.h"
#include "inlet.h"
#include "samples.h"

/* What a block keeps of an audio outlet for the next one. */
typedef struct hz_heard {
    hz_pickup pickup;
    double last, before; /* the last sample, and the one before it */
    double motion;       /* the last velocity, as the model gave it */
    double step, slope; /* A message would make a step so far down: this is added and fades away, from this slope on. */
} hz_heard;

typedef struct hz_block {
    int n; /* A block has so many samples. */
    int n_in, n_audio;
    int shown[HZ_METERS]; /* the meters that have outlets, in their order */
    int n_shown;
    double gain, goal;          /* The factor glides from the one to the other in this block, ... */
    enum hz_unit unit;          /* ... in this unit. */
    int moved;                  /* A signal or float has come to an inlet since it was made. */
    int derived;                /* The coefficients are those of this sample rate, ... */
    int waits;                  /* ... and new ones are derived in a later block. */
    int changed;                /* New ones were derived, of which this block makes no step. */
    int anew;                   /* A preset was taken, so that another sound begins. */
    int fades;                  /* This block begins another unit or preset ... */
    int struck;                 /* ... and verbs have acted in it. */
    int fading;                 /* It goes on for so many samples. */
    hz_hold hold;               /* of the lead, for all voices: it acts on ... */
    t_sample **held;            /* ... the memory of its audio outlets, ... */
    hz_hold_report held_report; /* ... and is reported. */
    t_sample *row;              /* A voice writes here what is added to the voices before it. */
    int channels[HZ_INLETS];    /* of each inlet's signal; the lead's count */
    double *memory;             /* every buffer below, one after the other */
    double *in[HZ_INLETS], **audio;
    hz_heard *heard;
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

/* Lets what is heard fade away within a few milliseconds, for a model that is put to rest at once. */
void hz_block_let_go(hz_object *o);

/* Builds the chain of Pd: it is the method of `dsp`. */
void hz_block_dsp(hz_object *o, t_signal **sp);

#endif
