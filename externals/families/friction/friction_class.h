/* friction_class: the object of friction~: two bodies, their friction, and what the bridge asks of them. */
#ifndef HZ_FAMILY_FRICTION_CLASS_H
#define HZ_FAMILY_FRICTION_CLASS_H

#include "families/modal/body.h"
#include "pd/array.h"

#include "core/friction/friction.h"

/* The values of the rows of the class itself, those of the model first. */
typedef struct hz_friction_own {
    hz_friction_params p;
    double force, speed, seconds, rise, round, keyscale[2];
    const char *array;
} hz_friction_own;

enum { HZ_FRICTION_ROWS = 18 };
extern const hz_param hz_friction_rows[HZ_FRICTION_ROWS];
enum { HZ_FRICTION_OWN, HZ_FRICTION_A, HZ_FRICTION_B, HZ_FRICTION_TABLES };

enum { HZ_FRICTION_SOME = 64 }; /* So many samples are run at a time. */

typedef struct hz_friction_class {
    hz_object o;
    hz_friction model;
    hz_body body[2];
    hz_array profile;
    double h;
    double lightness;              /* A note rubs with this part of the speed and the force; else 1. */
    double drawn[2];               /* The rub has these parts of force and speed; 0: it does not follow. */
    double hand[HZ_FRICTION_SOME]; /* what force or speed says, where an inlet says nothing */
} hz_friction_class;

hz_friction_own hz_friction_own_of(const hz_object *o);

/* ---- friction_play ---- */

enum { HZ_FRICTION_VERBS = 4 };
extern const hz_verb hz_friction_verbs[HZ_FRICTION_VERBS];
void hz_friction_class_bang(hz_object *o);
/* Lets a rub that was begun with force and speed follow them. */
void hz_friction_class_bend(hz_friction_class *x);
hz_loudness hz_friction_class_loudness(hz_object *o, int noted);

/* ---- friction_class ---- */

int hz_friction_class_init(hz_object *o);
void hz_friction_class_update(hz_object *o, double h);
void hz_friction_class_run(hz_object *o, const hz_io *io);

extern const hz_model hz_friction_model;

#endif
