/* tromba_class: the trumpet marine as a patch describes it: the rows of trombamarina~ beside its string, and the model
 * that they make. */
#ifndef HZ_FAMILY_TROMBA_CLASS_H
#define HZ_FAMILY_TROMBA_CLASS_H

#include "families/string/string_rows.h"

#include "core/tromba/tromba.h"

/* The values of the rows, those of the model first. */
typedef struct hz_tromba_own {
    hz_tromba_params p;
    double speed, force;     /* of the bow */
    double level[3], mix[3]; /* of string, bridge and body: at their outlets, and in the one of -mono */
    int material, mono;
} hz_tromba_own;
enum { HZ_TROMBA_CLASS_ROWS = 40 };
hz_tromba_own hz_tromba_class_own(const hz_object *o);

/* The tables of the class, in this order. */
enum { HZ_TROMBA_CLASS_OWN = HZ_STRING_TABLE + 1, HZ_TROMBA_CLASS_TABLES };
extern const hz_table hz_tromba_class_tables[HZ_TROMBA_CLASS_TABLES];

enum { HZ_TROMBA_CLASS_SOME = 64 }; /* So many samples are run at a time. */

typedef struct hz_tromba_class {
    hz_string_object string;
    hz_tromba model;
    double h;
    double bow[HZ_TROMBA_CLASS_SOME]; /* what bowspeed or bowforce says, where an inlet says nothing */
    double hand;                      /* A hand imposes this decay, s; 0: there is no hand. */
    double lightness;                 /* A note draws the bow with this part of its speed and force; else 1. */
    double drawn[2];                  /* The stroke has these parts of bowspeed and bowforce; 0: it does not follow. */
} hz_tromba_class;

hz_tromba_params hz_tromba_class_params(const hz_tromba_class *x);

void hz_tromba_class_defaults(hz_object *o);
int hz_tromba_class_runs(const hz_object *o, int table, int row);
void hz_tromba_class_changed(hz_object *o, int table, int row);
void hz_tromba_class_update(hz_object *o, double h);

/* ---- tromba_play ---- */

enum { HZ_TROMBA_CLASS_PARTS = 3 }; /* string, bridge, body */
extern const hz_verb_table hz_tromba_class_verbs;

void hz_tromba_class_bang(hz_object *o);
/* Lets a stroke that was drawn by bowspeed and bowforce follow them. */
void hz_tromba_class_bend(hz_tromba_class *x);
/* Says what moves the bow in so many samples from `at` on, its velocity and its pressure. Where only one of the two
 * inlets has something, the other one counts as bowspeed or bowforce; where neither has, both are NULL. */
void hz_tromba_class_bow(hz_tromba_class *x, const hz_io *io, int at, int n, const double *bow[2]);
/* String, bridge and body in the one outlet of -mono, or in one of -stereo. */
double hz_tromba_class_mix(const hz_object *o, const hz_tromba_own *own, int pickup, const double *now);
double hz_tromba_class_velocity(const hz_object *o, int pickup);
hz_loudness hz_tromba_class_loudness(hz_object *o, int noted);

#endif
