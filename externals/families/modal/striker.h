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
    int soundbox;
    double human;
} hz_striker_own;
enum { HZ_STRIKER_ROWS = 18 };
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
    int ready;
    void (*play)(hz_object *o, double v); /* makes the excitation of `note`, v towards the object */
} hz_striker;

/* HZ_STRIKER_CLASS puts these into the declaration. The class has an `init` of its own, which sets `play`,
 * and where there is one the table of the hammer and how many hammers there are, and calls this one. */
int hz_striker_init(hz_object *o);
void hz_striker_free(hz_object *o);
void hz_striker_update(hz_object *o, double h);
int hz_striker_cost(const hz_object *o);
void hz_striker_ahead(hz_object *o);
void hz_striker_reset(hz_object *o);
double hz_striker_velocity(const hz_object *o, int pickup);
int hz_striker_partials(const hz_object *o, hz_partial *out, int most);
hz_loudness hz_striker_loudness(hz_object *o, int noted);
int hz_striker_radiates(const hz_object *o);

/* Returns for how many modes the model is to have room: where there are most, always for broad ones too. */
int hz_striker_room(const hz_striker *x);

/* Is told that a row of the hammer was set, or all of them. */
void hz_striker_hammer_changed(hz_striker *x);

/* restitution sets damping when it is sent, and it is computed from damping when it is asked for. */
extern const hz_param hz_striker_restitution[2];
int hz_striker_most(const hz_object *o, int table, int row);
void hz_striker_changed(hz_object *o, int table, int row);
void hz_striker_defaults(hz_object *o);
void hz_striker_derive(hz_object *o);
void hz_striker_calm(void *part, const double *args);
int hz_striker_derived(const hz_object *o, int table, int row);

hz_striker_own hz_striker_own_of(const hz_object *o);

/* Says which method runs where it is not the one that was asked for. */
int hz_striker_runs(const hz_object *o, int table, int row);

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

/* The members of an hz_class that need nothing of the class itself. */
#define HZ_STRIKER_CLASS                                                                                               \
    .free = hz_striker_free, .most = hz_striker_most, .changed = hz_striker_changed, .defaults = hz_striker_defaults,  \
    .derive = hz_striker_derive, .derived = hz_striker_derived, .update = hz_striker_update, .cost = hz_striker_cost,  \
    .ahead = hz_striker_ahead, .reset = hz_striker_reset, .velocity = hz_striker_velocity,                             \
    .partials = hz_striker_partials, .loudness = hz_striker_loudness, .radiates = hz_striker_radiates,                 \
    .calm = hz_striker_calm

#endif
