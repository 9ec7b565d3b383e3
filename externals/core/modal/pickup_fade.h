/* pickup_fade: what is heard of an object that was changed goes over a block from what it was to what it is.
 *
 * Only the ear is served: the motion itself goes on at once as the new description says. Of each mode that stays, a
 * pickup's weight glides from the old to the new; what has no mode any more, and whatever else would jump, is an offset
 * that fades (collide:glide). A block without a change costs nothing.
 *
 * The bank has room for twice the pickups: the second half holds the weights that were. */
#ifndef HZ_PICKUP_FADE_H
#define HZ_PICKUP_FADE_H

#include "mode_bank.h"

enum { HZ_FADE_CHUNK = 64 }; /* samples at a time */

typedef struct hz_pickup_fade {
    int pending; /* something was changed since the last block */
    int pickups;
    double *offset[2]; /* of each pickup, its velocity and its displacement: what would jump */
    double *row;       /* one weight a mode, for sorting */
    double **audio;    /* the rows of a fading block: what is heard, then what was */
    double *was;       /* the memory of the latter */
    double *memory;
} hz_pickup_fade;

/* What a row of the pickups hears of the owner's motion: the rows that are, then those that were. */
typedef double (*hz_motion)(const void *owner, int row, int displacement);

/* Room for so many modes; 0: no memory. */
int hz_pickup_fade_init(hz_pickup_fade *g, int room, int pickups);
/* Makes room for more modes. Returns 0 if there is no memory. */
int hz_pickup_fade_grow(hz_pickup_fade *g, int room);
void hz_pickup_fade_free(hz_pickup_fade *g);

/* Describes the bank anew and keeps what its pickups heard. */
void hz_pickup_fade_describe(hz_pickup_fade *g, hz_bank *b, const hz_modes *object, hz_motion motion,
                             const void *owner);

/* What a pickup hears at present, a fade that is to come included. */
double hz_pickup_fade_heard(const hz_pickup_fade *g, hz_motion motion, const void *owner, int pickup, int displacement);

/* Points the rows of a fading block at the samples from `at` on of what is heard. */
void hz_pickup_fade_rows(hz_pickup_fade *g, double *const *audio, int at);
/* Mixes both in n samples, which begin at sample `at` of `all`. */
void hz_pickup_fade_mix(hz_pickup_fade *g, int at, int n, int all, int displacement);

#endif
