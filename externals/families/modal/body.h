/* body: a modal object as a patch describes it: the rows of INTERFACE's "Modal objects", and the modes they make. */
#ifndef HZ_FAMILY_BODY_H
#define HZ_FAMILY_BODY_H

#include "pd/class.h"

#include "core/modal/mode_bank.h"
#include "core/shapes/shapes.h"

enum {
    HZ_BODY_OBJECT,
    HZ_BODY_MATERIAL,
    HZ_BODY_SIZE,
    HZ_BODY_THICKNESS,
    HZ_BODY_TENSION,
    HZ_BODY_MODES,
    HZ_BODY_FREQ,
    HZ_BODY_DECAY,
    HZ_BODY_POSITION,
    HZ_BODY_PICKUPS,
    HZ_BODY_FREQS,
    HZ_BODY_DECAYS,
    HZ_BODY_MASSES,
    HZ_BODY_WEIGHTS,
    HZ_BODY_OUTS,
    HZ_BODY_READ,
    HZ_BODY_ROWS
};
extern const hz_param hz_body_rows[HZ_BODY_ROWS];
extern const hz_param hz_body_any_object; /* the first of them with more words, for modalcontact~ */

enum { HZ_BODY_MOST_MODES = 1000, HZ_BODY_MOST_PICKUPS = 16 };
/* The choices of `object` before the shapes, and those behind them. */
enum { HZ_BODY_WALL, HZ_BODY_LISTED, HZ_BODY_SHAPED };
enum { HZ_BODY_MASS = HZ_BODY_SHAPED + HZ_SHAPES, HZ_BODY_LUMPED, HZ_BODY_MATRICES };

typedef struct hz_body {
    hz_object *o;
    int table;              /* the object's table that holds the rows */
    const t_canvas *canvas; /* the patch it is in, beside which files are */
    int pickups;
    const struct hz_coupled_damping *coupled; /* what couples the first modes that `other` filled in, or NULL */
    double inlet;                             /* the position inlet's last value */
    double place; /* where the position inlet moved the first coordinate; NaN: nowhere yet */
    double hand;  /* the decay a hand imposes, s; 0: no hand */
    hz_shape shape;
    double *mass, *omega, *sigma, *weight, **heard;
    int (*other)(struct hz_body *b, double limit); /* fills in the modes of what only some classes have */
    double **picked;                               /* weights given for the pickups of `object modes`, and how many */
    int *n_picked;
    int *from;
    void *memory, *shape_memory;
} hz_body;

/* Room for the most modes, and as many pickups as the creation flags ask for, or the file that the flag -read names:
 * `listed` of them, -1 without a file. 0 if there is no memory. Called by hz_body_begin of body_file.h. */
int hz_body_init(hz_body *b, int listed);
void hz_body_free(hz_body *b);

/* The modes as the rows describe them, those above 0.45 of the sample rate left out; or above any limit in Hz. Valid
 * until asked again. */
hz_modes hz_body_modes(hz_body *b, double h);
hz_modes hz_body_modes_under(hz_body *b, double limit);

/* The position inlet counts from its first move on: unconnected it is 0, which is no place to strike. 1: the place
 * moved. */
int hz_body_follow(hz_body *b, double inlet);
/* A hand laid on it, so that all decays in so many seconds; 0 lifts it. 1: it lay otherwise. */
int hz_body_damp(hz_body *b, double seconds);

/* What lists would say of a mode: its frequency (Hz) and decay (s, 0: none). Lists that say so make the same mode. */
double hz_body_freq_of(double omega);
double hz_body_decay_of(double sigma);

/* Pickup i of `object modes` weighs the modes so; a shorter list repeats its last weight. */
void hz_body_pick(hz_body *b, int i, const double *weights, int n);
/* It hears what the strike point does again. */
void hz_body_unpick(hz_body *b, int i);

/* The most values a message may give one of its rows; 0: as the row says. A place takes two numbers on what may become
 * a surface. */
int hz_body_most(const hz_body *b, int row);

/* A row was set: says where places are more than there are pickups. */
void hz_body_changed(const hz_body *b, int row);

/* A preset begins: what is kept beside the rows is forgotten. */
void hz_body_defaults(hz_body *b);

#endif
