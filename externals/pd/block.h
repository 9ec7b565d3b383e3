/* block: how a block goes from the signals of Pd to the model and back. */
#ifndef HZ_PD_BLOCK_H
#define HZ_PD_BLOCK_H

#include "hold.h"
#include "samples.h"

/* ---- inlets: what comes in beside the messages ---- */

/* One rule holds for every signal inlet. Where a signal is connected, the signal counts, zero included. A float that
 * was sent to the inlet counts until `reset` or `panic`. Where there is neither, the inlet is absent: a force is 0, and
 * a parameter of the same meaning holds.
 *
 * Pd fills an inlet that is not connected with one number. That number is kept at a NaN with bits of its own, by which
 * an absent inlet is known; any other NaN counts as 0. The first inlet takes floats and lists as notes; its number is
 * set by a message of its name, `force 2`. */
enum { HZ_INLETS = 8 }; /* No class has more. */

typedef struct hz_inlets {
    t_inlet *right[HZ_INLETS]; /* all but the first, which belongs to the object itself */
} hz_inlets;

/* Makes the inlets of the class, all of them absent. */
void hz_inlets_make(hz_object *o);

/* Takes back the floats that were sent. */
void hz_inlets_clear(hz_object *o);

/* Puts a number to the first inlet if a message has its name. Returns 0 if it has not. */
int hz_inlets_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv);

/* Reads the signals of all voices, whose addresses Pd has in its chain, into `given` of their blocks. */
void hz_inlets_gather(hz_object *o, const t_int *in);

/* ---- signals of several channels, where the running Pd has them (0.54 and newer) ---- */

/* One binary serves old and new Pd: what newer Pd adds is looked up, and without it nothing of its longer t_signal is
 * read. Returns the function that gives an outlet its channels and with them its memory. NULL: this Pd has plain
 * signals only, and has done so already. */
typedef void (*hz_setmultiout)(t_signal **signal, int channels);
hz_setmultiout hz_multichannel(void);

/* Counts the channels of a signal that comes in. */
int hz_multichannel_count(const t_signal *signal);

/* ---- a block ---- */

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
    int two;              /* There are two audio outlets, though one alone may be heard. */
    int shown[HZ_METERS]; /* the meters that have outlets, in their order */
    int n_shown;
    double gain, goal;          /* The factor glides from the one to the other in this block, ... */
    double pan[2];              /* ... as the place in the image does, ... */
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
