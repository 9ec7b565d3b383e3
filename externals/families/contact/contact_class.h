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

extern const hz_model hz_contact_model;
int hz_contact_class_init(hz_object *o);
void hz_contact_class_run(hz_object *o, const hz_io *io);

#endif
