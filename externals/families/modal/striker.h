/* striker: a mass with the contact law, and the object it meets: what impact~ and bounce~ have in common.
 *
 * The struct of such a class begins with an hz_striker. Its tables begin with the two below, and its tables of verbs
 * hold hz_striker_verbs and, for the body, hz_body_verbs. The rows of its next table, if there is one, may fill fields
 * of hz_striker_own too. Its way to strike goes through `play`. */
#ifndef HZ_FAMILY_STRIKER_H
#define HZ_FAMILY_STRIKER_H

#include "body.h"
#include "crowd.h"

#include "core/collide/collide.h"

/* The values of the rows, and of those of the class that are parameters of the model. */
typedef struct hz_striker_own {
    hz_collide_params p;
    double velocity, keyscale[2], restitution[2], crowd, strikernoise, cascade;
    double crowdbands[HZ_BANDS], crowddecays[HZ_BANDS];
    int n_crowdbands, n_crowddecays, soundbox;
    double human, contacttime, brightness, bigger;
} hz_striker_own;
enum { HZ_STRIKER_ROWS = 23 };
extern const hz_param hz_striker_rows[HZ_STRIKER_ROWS];

/* The first tables of the class, in this order. Its own ones come behind. */
enum { HZ_STRIKER_OWN, HZ_STRIKER_BODY, HZ_STRIKER_TABLES };

typedef struct hz_striker {
    hz_object o;
    hz_collide model;
    hz_body body;
    hz_crowd crowd;   /* of the body */
    hz_body hammer;   /* It says how what strikes rings. */
    int hammer_table; /* Its rows are in this table; 0: what strikes is a mass. */
    int hammer_outs;  /* It has so many outlets, behind those of the object. */
    int hammers;      /* There are so many; 0 counts as 1. */
    double speed;     /* Restitution refers to this speed of the last impact that was asked for, ... */
    double stated;    /* ... unless it was set with a speed of its own; 0: it was not. */
    double bigger;    /* So many times as large is it as its rows were. */
    int ready;
    void (*play)(hz_object *o, double v); /* makes the excitation of `note`, v towards the object */
} hz_striker;

/* What such a class does. It has an `init` of its own, which sets `play`, and where there is one the table of the
 * hammer and how many hammers there are, and calls this one. */
extern const hz_model hz_striker_model;
int hz_striker_init(hz_object *o);

hz_striker_own hz_striker_own_of(const hz_object *o);

/* Returns where the outlets of the hammer are among those of a block; NULL: there are none. */
double *const *hz_striker_ring(const hz_striker *x, const hz_io *io);

/* Follows the position inlet over a block: what is struck slides along. It jumps where the signal begins or ends, and
 * with textbook methods. Where the block is to be heard anew, nothing of a change fades. */
void hz_striker_follow(hz_striker *x, const hz_io *io);

/* Lets what is struck be struck as a hand does that is not quite even. Returns the speed that it has for v. */
double hz_striker_stroke(hz_striker *x, double v);

/* Lays a hand on the object, so that all decays in so many seconds; 0 lifts it. Excitations lift it. */
void hz_striker_hand(hz_striker *x, double seconds);

/* The verbs `damp`, `note` and `wall`. */
enum { HZ_STRIKER_VERBS = 3 };
extern const hz_verb hz_striker_verbs[HZ_STRIKER_VERBS];

#endif
