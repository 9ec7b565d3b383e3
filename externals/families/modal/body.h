/* body: a modal object as a patch describes it: its rows, and the modes that they make. */
#ifndef HZ_FAMILY_BODY_H
#define HZ_FAMILY_BODY_H

#include "pd/class.h"

#include "core/bands/bands.h"
#include "core/collide/blow.h"
#include "core/modal/mode_bank.h"
#include "core/shapes/shapes.h"
#include "jitter.h"

enum {
    HZ_BODY_OBJECT,
    HZ_BODY_MATERIAL,
    HZ_BODY_SIZE,
    HZ_BODY_THICKNESS,
    HZ_BODY_TENSION,
    HZ_BODY_MODES,
    HZ_BODY_FREQ,
    HZ_BODY_DECAY,
    HZ_BODY_Q,
    HZ_BODY_POSITION,
    HZ_BODY_PICKUPS,
    HZ_BODY_FREQS,
    HZ_BODY_DECAYS,
    HZ_BODY_MASSES,
    HZ_BODY_WEIGHTS,
    HZ_BODY_OUTS,
    HZ_BODY_READ,
    HZ_BODY_HEAR,
    HZ_BODY_TUNING,
    HZ_BODY_SPLIT,
    HZ_BODY_DECAYPOWER,
    HZ_BODY_DECAYFACTORS,
    HZ_BODY_OUTWEIGHTS,
    HZ_BODY_ROWS
};
extern const hz_param hz_body_rows[HZ_BODY_ROWS];
extern const hz_param hz_body_any_object; /* the first row with more words, for modalcontact~ */
extern const hz_param hz_body_hammer;     /* the first row of a hammer, which has mass in place of wall */

enum { HZ_BODY_MOST_MODES = 1000, HZ_BODY_MOST_PICKUPS = 16, HZ_BODY_MOST_TUNED = 64 };
/* `hear` has these choices. */
enum { HZ_BODY_POINT, HZ_BODY_RADIATION };
/* `object` has these choices before the shapes, and these behind them. */
enum { HZ_BODY_WALL, HZ_BODY_LISTED, HZ_BODY_SHAPED };
enum { HZ_BODY_MASS = HZ_BODY_SHAPED + HZ_SHAPES, HZ_BODY_LUMPED, HZ_BODY_MATRICES };

/* What the modes of a shape depend on, beside the place of the strike. */
typedef struct hz_body_description {
    hz_shape_params shape; /* its lists are these: */
    double tuning[HZ_BODY_MOST_TUNED], factors[HZ_BODY_MOST_TUNED];
    double pickup[2 * 2 * HZ_BODY_MOST_PICKUPS]; /* two numbers a place; what is not a surface may have twice as many */
    int radiates, boxed;
    double limit; /* Hz */
} hz_body_description;

typedef struct hz_body {
    hz_object *o;
    int table;              /* The rows are in this table of the object. */
    const t_canvas *canvas; /* Files are beside this patch. */
    int pickups;
    int spread; /* There are two for -stereo, which hear the modes at their places between left and right. */
    int room;   /* There is memory for so many modes, and for broad ones of bands behind them. */
    const struct hz_coupled_damping *coupled; /* couples the first modes that `other` filled in, or NULL */
    int in_shape;                             /* So many modes are those of a shape. */
    int made_of;                              /* The shape was derived of this material last; -1: of none yet. */
    double place;     /* The position inlet has the first coordinate here; NaN: the parameter has it. */
    double turned;    /* turns that the place has gone round since it was set */
    hz_jitter jitter; /* the last one */
    double hand;      /* A hand imposes this decay, s; 0: there is no hand. */
    double key;       /* Decays are shorter by this factor; 0 counts as 1. */
    int boxed;        /* What is heard of a string is the force on its bridge, by its displacement, for a soundbox. */
    double smaller;   /* It radiates as if it were so many times smaller; 0 counts as 1. */
    double own;       /* freq as it was set by itself, while a note has put another one; Hz, 0: auto */
    double tuning[HZ_BODY_MOST_TUNED]; /* the last tuning that rose */
    int n_tuning;
    hz_shape shape;
    hz_mode_table awaited;         /* A job makes this table for the shape; n 0: none is awaited. */
    hz_mode_table found;           /* of the first voice: what the last job has made, for all voices */
    hz_body_description described; /* what the modes in the rows were made of, if there are any ... */
    int described_modes;           /* ... and so many there are; 0: the rows may hold something else */
    double *mass, *omega, *sigma, *weight, **heard;
    double *middle;                                /* with `spread` what the pickup between the two hears */
    double *damped;                                /* sigma under the hand */
    int *from;                                     /* where each mode stood before, for one who adds modes */
    int (*other)(struct hz_body *b, double limit); /* fills in the modes of what only some classes have */
    hz_modes made;                                 /* the modes that were asked for last */
    hz_blow_mode *blow;                            /* room for an estimate of how loud they are */
    void *memory, *shape_memory;
} hz_body;

/* Begins a body with the rows of a table, as the creation flags say, -read too. Returns 0 if there is no memory. */
int hz_body_begin(hz_body *b, hz_object *o, int table);

/* Makes room for as many pickups as the creation flags ask for, or as the file has that -read names: `listed` of them,
 * or -1 without a file. Returns 0 if there is no memory. hz_body_begin calls it. */
int hz_body_init(hz_body *b, int listed);

/* The verbs `pickupweights`, `read` and `write`, whose part is a body. With several bodies each has its prefix. */
enum { HZ_BODY_VERBS = 3 };
extern const hz_verb hz_body_verbs[HZ_BODY_VERBS];

/* Says how many modes the rows ask for. */
int hz_body_asked(const hz_body *b);

/* Makes room for as many modes as the rows ask for, or for n of them, where there is less. It prints an error if there
 * is no memory; then modes beyond the room are left out. Only messages may call it. */
void hz_body_grow(hz_body *b);
int hz_body_make_room(hz_body *b, int n);
void hz_body_free(hz_body *b);

/* Makes the modes that the rows describe, without those above 0.45 of the sample rate, or above any limit in Hz. They
 * are valid until somebody asks again. */
hz_modes hz_body_modes(hz_body *b, double h);
hz_modes hz_body_modes_under(hz_body *b, double limit);

/* Follows the position inlet over a block of n samples; NULL: the parameter has the place. The place is that at the end
 * of the block, but where the signal begins that at its beginning. */
enum hz_body_way { HZ_BODY_STAYS, HZ_BODY_SLIDES, HZ_BODY_JUMPS };
enum hz_body_way hz_body_follow(hz_body *b, const double *inlet, int n);
/* How many pickups the rows describe. */
int hz_body_places(const hz_body *b);
/* With `spread` sets n modes apart, of which the first pickup hears what one in the middle would. */
void hz_body_spread(hz_body *b, int n);
/* The same modes as the pickup in the middle hears them. */
hz_modes hz_body_middle(const hz_body *b, hz_modes m);
/* Lets decays and size follow freq by this amount, as where each note has a body of its own; at this freq they are as
 * given. */
void hz_body_take_key(hz_body *b, double amount, double at);
/* Lets the place go round a round body, by so many turns. Returns whether it does. */
int hz_body_turn(hz_body *b, double turns);
/* Finds the weights of the modes of a shape at the place that was followed; all else stays as hz_body_modes found it.
 * Returns for how many modes; 0: the body has no places. */
int hz_body_weigh(hz_body *b);
/* What the modes of the shape depend on at present, but for the limit. Returns 0 if the object is no shape. */
int hz_body_describe(const hz_body *b, hz_body_description *d);
/* Whether two descriptions make the same modes. */
int hz_body_is_described(const hz_body_description *a, const hz_body_description *b);
/* The modes that were made last, without a hand, and the factor that leads from their pitch to the one that was set by
 * itself. */
hz_modes hz_body_own_modes(const hz_body *b);
double hz_body_own_pitch(const hz_body *b);
/* Lays a hand on the object, so that all decays in so many seconds; 0 lifts it. Returns whether it lay otherwise. */
int hz_body_damp(hz_body *b, double seconds);

/* The decay rate of mode i of omega, 1/s, where q says it, and otherwise sigma. */
double hz_body_sigma(const hz_body *b, int i, double omega, double sigma);

/* What lists would say of a mode: its frequency (Hz) and its decay (s; 0: none). Lists that say so make the same
 * mode. */
double hz_body_freq_of(double omega);
double hz_body_decay_of(double sigma);

/* Writes a partial of a mode that moves so and is heard with this weight. Returns 0 where it does not swing. */
int hz_body_partial(double omega, double sigma, double q, double v, double heard, hz_partial *out);

/* Lets pickup i of `object modes` weigh the modes so. A shorter list repeats its last weight. Returns 0 if there is no
 * memory. */
int hz_body_pick(hz_body *b, int i, const double *weights, int n);

/* Says how many values a message may give one of the rows; 0: as many as the row says. A place takes two numbers, for
 * the object may become a surface. */
int hz_body_most(const hz_body *b, int row);

/* Is told that a row was set. It makes room for more modes, and remarks on more places than there are pickups. */
void hz_body_changed(hz_body *b, int row);
/* Says whether the body is a string. */
int hz_body_is_string(const hz_body *b);
/* Says whether the outlets carry what the body radiates, where `unit` does not apply. */
int hz_body_radiates(const hz_body *b);

/* Begins a job for the tables of modes that the next update of any voice lacks and that take long. */
void hz_body_ahead(hz_body *first);
/* Lends the shape a table that another voice or a job has made, if it lacks one. */
void hz_body_borrow(hz_body *b, const hz_shape_params *p);

/* Is told that a preset begins. It forgets what is kept beside the rows, and makes room for the default modes. */
void hz_body_defaults(hz_body *b);

/* What every hz_model of a class with bodies has, by the names of its functions: HZ_BODIED(hz_striker). */
#define HZ_BODIED(x)                                                                                                   \
    .free = x##_free, .most = x##_most, .changed = x##_changed, .defaults = x##_defaults, .update = x##_update,        \
    .cost = x##_cost, .ahead = x##_ahead, .reset = x##_reset, .velocity = x##_velocity, .partials = x##_partials,      \
    .loudness = x##_loudness, .radiates = x##_radiates, .calm = x##_calm

#endif
