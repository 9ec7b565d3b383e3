/* contact_class: the object of modalcontact~: two bodies, the model of their contact, and what the bridge asks of them.
 */
#ifndef HZ_FAMILY_CONTACT_CLASS_H
#define HZ_FAMILY_CONTACT_CLASS_H

#include "contact_body.h"

#include "core/linear_contact/linear_contact.h"

/* The values of the rows of the class itself, those of the model first. */
typedef struct hz_contact_own {
    hz_linear_contact_params p;
    double height, velocity, human;
    int pull;
} hz_contact_own;
hz_contact_own hz_contact_class_own(const hz_object *o);

enum {
    HZ_CONTACT_CLASS_OWN,
    HZ_CONTACT_CLASS_A_BODY,
    HZ_CONTACT_CLASS_A_MORE,
    HZ_CONTACT_CLASS_B_BODY,
    HZ_CONTACT_CLASS_B_MORE,
    HZ_CONTACT_CLASS_TABLES
};

typedef struct hz_contact_class {
    hz_object o;
    hz_linear_contact model;
    hz_contact_body body[2];
    double q[HZ_LINEAR_CONTACT_MOST], v[HZ_LINEAR_CONTACT_MOST]; /* the motion of modes, for `shape` and `partials` */
} hz_contact_class;

/* Lets b be struck as a hand does that is not quite even. Returns the factor for its speed. */
double hz_contact_class_stroke(hz_contact_class *x);
/* Whether nothing holds body a, so that its speed goes as the root of its height. */
int hz_contact_class_falls(const hz_contact_class *x);

/* Lays a hand on what rings, which stays until the next excitation. */
void hz_contact_class_hand(hz_contact_class *x, double seconds);

/* HZ_CONTACT_CLASS puts these into the declaration. */
int hz_contact_class_init(hz_object *o);
void hz_contact_class_free(hz_object *o);
int hz_contact_class_most(const hz_object *o, int table, int row);
void hz_contact_class_changed(hz_object *o, int table, int row);
void hz_contact_class_defaults(hz_object *o);
void hz_contact_class_update(hz_object *o, double h);
int hz_contact_class_cost(const hz_object *o);
void hz_contact_class_ahead(hz_object *o);
void hz_contact_class_run(hz_object *o, const hz_io *io);
void hz_contact_class_reset(hz_object *o);
double hz_contact_class_velocity(const hz_object *o, int pickup);
hz_loudness hz_contact_class_loudness(hz_object *o, int noted);
int hz_contact_class_radiates(const hz_object *o);
int hz_contact_class_partials(const hz_object *o, hz_partial *out, int most);

#define HZ_CONTACT_CLASS                                                                                               \
    .free = hz_contact_class_free, .most = hz_contact_class_most, .changed = hz_contact_class_changed,                 \
    .defaults = hz_contact_class_defaults, .update = hz_contact_class_update, .cost = hz_contact_class_cost,           \
    .ahead = hz_contact_class_ahead, .run = hz_contact_class_run, .reset = hz_contact_class_reset,                     \
    .velocity = hz_contact_class_velocity, .loudness = hz_contact_class_loudness,                                      \
    .radiates = hz_contact_class_radiates, .partials = hz_contact_class_partials

#endif
