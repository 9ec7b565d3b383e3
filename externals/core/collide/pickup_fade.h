/* pickup_fade: what is heard of an object that was changed goes over a block from what it was to what it is.
 *
 * Only the ear is served: the motion itself goes on at once as the new description says. Of each mode that stays, a
 * pickup's weight glides from the old to the new; what has no mode any more, and whatever else would jump, is an offset
 * that fades (collide:glide). A block without a change costs nothing. */
#ifndef HZ_PICKUP_FADE_H
#define HZ_PICKUP_FADE_H

#include "core/modal/mode_bank.h"

typedef struct hz_collide hz_collide;
typedef struct hz_collide_io hz_collide_io;

typedef struct hz_pickup_fade {
    int pending; /* something was changed since the last block */
    int pickups;
    double *offset[2]; /* of each pickup, its velocity and its displacement: what would jump */
    double *row;       /* one weight a mode, for sorting */
    double **audio;    /* the rows of a gliding block: what is heard, then what was */
    double *was;       /* the memory of the latter */
    double *memory;
} hz_pickup_fade;

/* Body b must have room for twice the pickups: the second half holds the weights that were. 0: no memory. */
int hz_pickup_fade_init(hz_pickup_fade *g, int room, int pickups);
void hz_pickup_fade_free(hz_pickup_fade *g);

/* Describes body b anew and keeps what its pickups heard. */
void hz_pickup_fade_describe(hz_collide *c, const hz_modes *object);

/* What a row of the pickups hears of the motion, whether of those that are or of those that were; of a wall, the
 * striker's. */
double hz_pickup_fade_motion(const hz_collide *c, int row, int displacement);

/* What a pickup hears at present, a glide that is to come included. */
double hz_pickup_fade_heard(const hz_collide *c, int pickup, int displacement);

/* Runs a block with `run`, and glides over it if there is anything to glide. */
void hz_pickup_fade_block(hz_collide *c, const hz_collide_io *io, void (*run)(hz_collide *c, const hz_collide_io *io));

#endif
