/* barrier_class: a string and what is in its way as a patch describes them: the rows of stringbarrier~, and the model
 * that they make. */
#ifndef HZ_FAMILY_BARRIER_CLASS_H
#define HZ_FAMILY_BARRIER_CLASS_H

#include "pd/array.h"
#include "string_rows.h"

#include "core/barrier/barrier.h"

/* The values of the rows, those of the model first. */
typedef struct hz_barrier_own {
    hz_barrier_params p;
    double amplitude, width, velocity;
    const char *array;
    int secondends, notes, follow;
} hz_barrier_own;
enum {
    HZ_BARRIER_CLASS_PICKUPS = 36,
    HZ_BARRIER_CLASS_HEAR,
    HZ_BARRIER_CLASS_SOUNDBOX,
    HZ_BARRIER_CLASS_ROWS
}; /* the last ones */
extern const hz_param hz_barrier_class_rows[HZ_BARRIER_CLASS_ROWS];
hz_barrier_own hz_barrier_class_own(const hz_object *o);

/* The tables of the class, in this order. */
enum { HZ_BARRIER_CLASS_OWN = HZ_STRING_TABLE + 1, HZ_BARRIER_CLASS_TABLES };

typedef struct hz_barrier_class {
    hz_string_object string;
    hz_barrier model;
    hz_soundbox box;   /* for estimates of how loud it is */
    int spread;        /* One pickup is heard left and right. */
    double bend, loss; /* A note multiplies the curvature of the bridge and highloss by these. */
    double hand;       /* A hand imposes this decay, s; 0: there is no hand. */
    double *drawn;     /* `displace` has read this shape, which has any number of points. */
    int n_drawn;
    hz_array profile; /* 'obstacle array' has this profile. */
    int block;        /* The last block had so many samples. Changes glide over as many. */
} hz_barrier_class;

/* Takes the parameters to the model, at the time step h. */
void hz_barrier_class_update(hz_object *o, double h);
/* How many pickups the rows describe. */
int hz_barrier_class_places(const hz_object *o);
/* Makes left and right of what two pickups of a string hear at a time: x[0] in the middle, x[1] where the model has the
 * other one. */
typedef struct hz_barrier_sides {
    double apart, lowest; /* what is beside the middle: so much of the other pickup without so much of the first */
} hz_barrier_sides;
hz_barrier_sides hz_barrier_class_sides(const hz_object *o);
void hz_barrier_class_spread(hz_barrier_sides s, double *left, double *right);
/* Says whether the outlets carry forces. */
int hz_barrier_class_radiates(const hz_object *o);
int hz_barrier_class_most(const hz_object *o, int table, int row);
void hz_barrier_class_changed(hz_object *o, int table, int row);
void hz_barrier_class_defaults(hz_object *o);
int hz_barrier_class_runs(const hz_object *o, int table, int row);

/* Tunes the string to the pitch of a note, whose loudness is from 0 to 1: it is held and tuned at once, and `open`
 * keeps the pitch that was set by itself. With `follow` the bridge follows. */
void hz_barrier_class_tune(hz_barrier_class *x, double freq, double loud);

/* Takes back what a note has changed beside the pitch. */
void hz_barrier_class_unbend(hz_barrier_class *x);

/* Lays a hand on the string, which stays until the string is excited again; 0 s lifts it. */
void hz_barrier_class_hand(hz_barrier_class *x, double seconds);

/* How loud a pluck or strike with the present parameters is, at the pitch that was set by itself. */
hz_loudness hz_barrier_class_loudness(hz_object *o, int noted);

/* ---- arrays ---- */

enum { HZ_BARRIER_CLASS_DRAWN = 4096 };

/* Looks up the array of the obstacle, after a message and where DSP starts. */
void hz_barrier_class_look_up(hz_object *o);

/* Reads the array of the obstacle, in every block, for it may be redrawn, resized, or gone. */
void hz_barrier_class_follow(hz_barrier_class *x);
void hz_barrier_class_displace(void *part, int argc, const t_atom *argv);
void hz_barrier_class_let_go(void *part, const double *args); /* args[1] is a factor of what was drawn */
void hz_barrier_class_shape(void *part, int argc, const t_atom *argv);
void hz_barrier_class_profile(void *part, int argc, const t_atom *argv);

#endif
