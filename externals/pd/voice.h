/* voice: several voices in one object, `-voices <n>`.
 *
 * Each voice is a whole object of the class, with its own parameters and its own model; the first is the one that Pd
 * knows, the lead. What sets something is sent to all, what excites is dealt to one, what asks is answered by the
 * first. All are run in one block and added up, or with -mc they have channels of their own.
 *
 * A note goes to the voice that plays its pitch already, else to one that was never used, else to the one that stores
 * the least energy, among those whose key is let go if there is one. */
#ifndef HZ_PD_VOICE_H
#define HZ_PD_VOICE_H

#include <stdint.h>

#include "class.h"

enum { HZ_VOICES_MOST = 64 };

typedef struct hz_voices {
    int n;
    hz_object *voice[HZ_VOICES_MOST]; /* the lead first */
    int latest;                       /* This one was dealt to last. */
    int turn;                         /* This one is the first that may derive its coefficients in the next block. */
    uint64_t awake;                   /* A bit each, the lead's the lowest: without it a voice is silent and skipped. */
    t_clock *ahead;                   /* Behind the messages of a moment it lets the class look ahead. */
    int looks;                        /* It is set. */
} hz_voices;

/* What one voice knows of itself. */
typedef struct hz_part {
    hz_object *lead;        /* the object that Pd knows */
    int number;             /* 1 is the lead's */
    int quiet;              /* What it says of errors is not told, for enough was. */
    int alone;              /* of the lead: the message under way goes to the voice of this number only; 0: to all */
    int complaints;         /* So many errors and remarks were made. */
    double pitch, velocity; /* of its last key; velocity 0: it had none */
    double loudness;        /* of the lead: the velocity of the last note */
    int used, held, waits;  /* It was excited; its key is down; its key was let go under the pedal. */
    int sustained;          /* A pedal holds what is let go. */
} hz_part;

static inline int hz_voices_is_awake(const hz_voices *s, int k)
{
    return (int)(s->awake >> k & 1);
}

/* Something came for a voice, so that its next block is not skipped. */
void hz_voices_wake(const hz_object *v);

/* Makes the other voices, as the flags of the lead say. Returns 0 if there is no memory. */
int hz_voices_make(hz_object *lead, int argc, const t_atom *argv);
void hz_voices_free(hz_object *lead);

/* Whether the message under way goes to this voice and to no other. */
int hz_voices_is_alone(const hz_object *o);

/* Deals: returns the voice that a pitch goes to, or with NAN anything else that excites. What is told to one voice
 * alone goes to that. */
hz_object *hz_voices_deal(hz_object *lead, double pitch);

/* Lets the class begin jobs for the next update, when the messages of this moment are over. */
void hz_voices_look_ahead(hz_object *o);

/* Shares out a block among the voices that are marked. One that is about to be played never waits. */
void hz_voices_share(hz_object *lead);

/* The voices that the message under way goes to, a bit each, the first one's the lowest. */
uint64_t hz_voices_told(hz_object *o);

/* Writes the accounts of all voices together that the message under way goes to. */
void hz_voices_accounts(hz_object *o, hz_accounts *out);

#endif
