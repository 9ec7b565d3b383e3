/* loudness: messages that must know how loud the present excitation is.
 *
 * `level` gives it a peak; `unit` and `hear`, which set what is heard, leave it as loud as it was; `vary` draws a sound
 * that is as loud; what `morph` makes peaks under full scale. Each tries the excitation on a model of its
 * own (trial.h), in pieces between the blocks, so that no message takes long. What sounds stays as it is until the
 * trial is over. Then all that was asked for comes at once, and fades in. While DSP is off nothing sounds, and all is
 * done within the message.
 *
 * What is sent meanwhile: a parameter begins the trial anew; `gain`, and what sets it in its turn (a preset, a sound
 * that is recalled or loaded), has its way, and the trial ends. What excites waits for a level, so that
 * `level -9, bang` is no louder than that. */
#ifndef HZ_PD_LOUDNESS_H
#define HZ_PD_LOUDNESS_H

#include <stdint.h>

#include "sound.h"
#include "trial.h"

enum { HZ_ASKED = 8 };

/* A row that sets what is heard, and the value that it was asked to have. */
typedef struct hz_asked {
    int table, row;
    double value;
} hz_asked;

typedef struct hz_loudness {
    t_clock *clock;
    int n; /* So many rows wait for their values; ... */
    hz_asked asked[HZ_ASKED];
    uint64_t voices; /* ... of these voices, a bit each, which are akin. */
    uint64_t levels; /* A peak was asked for, for these voices, ... */
    double level;    /* ... dBFS. */
    double held;     /* What excites has waited for it so long; s. */
    int morphs;      /* A sound between two slots was asked for, ... */
    int first, second;
    double place;
    int glides;        /* ... which has come already and only gets less gain, if that is too much, ... */
    int again;         /* ... and another one since it was drawn; ... */
    uint64_t morphing; /* ... by these voices, a bit each. */
    uint64_t varies;   /* Another sound was asked for, for these voices, ... */
    double amount;     /* ... so different. */
    int tries;         /* So many have been drawn. */
    hz_sound *drawn;   /* the last one */
    int stage;
    hz_trial *former, *latter; /* what sounds, and what was asked for */
    hz_deed excitation;        /* of both */
    double worked;             /* Trials that were begun anew had cost so much; instructions. */
    int waits;                 /* So many ticks were left to the block, which derives what was told. */
} hz_loudness;

void hz_loudness_make(hz_object *o);
void hz_loudness_free(hz_object *o);

/* Takes a message that sets a parameter, as hz_values_message does. Where its row sets what is heard, it is asked for,
 * and gain goes along. */
int hz_loudness_message(hz_object *o, const t_symbol *name, int argc, const t_atom *argv);

/* Brings the present excitation to a peak, dBFS. */
void hz_loudness_level(hz_object *o, double level);

/* Says whether what excites a voice waits for a level, at the beginning of a block that lasts so many seconds. */
int hz_loudness_holds(hz_object *voice, double block);

/* Returns the gain of a voice when that of the first goes from one to another: it goes in the same ratio. */
double hz_loudness_beside(const hz_object *voice, double was, double now);

/* Draws another sound; 0 draws none. */
void hz_loudness_vary(hz_object *o, double amount);

/* Goes to a sound between two slots. With `glides` the object is there already: when no other message like this one has
 * come for a while, the sound is tried, and its gain becomes less if it peaks over full scale. */
void hz_loudness_morph(hz_object *o, int first, int second, double place, int glides);

/* Says whether a row waits for a value, and which. */
int hz_loudness_asks(const hz_object *o, int table, int row, double *value);

/* Nothing is asked for any more. */
void hz_loudness_drop(hz_object *o);

#endif
