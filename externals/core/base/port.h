/* port: what a step does to the point of a body where it meets another. */
#ifndef HZ_PORT_H
#define HZ_PORT_H

/* Where a step leads the port. */
typedef struct hz_reach {
    double du, v;  /* by how much it is displaced, and its velocity at the end */
    double g, g_v; /* how much a newton more would add to each of the two */
} hz_reach;

/* The same without a newton more, of a step whose force is to be tilted, and the first moment of its velocity about the
 * middle of the step, over the length of the step: the work of a unit of tilt. Of a stride also the work of a unit of
 * arch, of sway and of hump (modal:stride). */
typedef struct hz_tilted_reach {
    double du, v, moment, arch, sway, hump;
} hz_tilted_reach;

/* What a unit of force and a unit of tilt do to the port in a step. A newton that does not change adds g to the
 * displacement and g_v to the velocity, and takes e from the moment. A force that has no mean, and grows by a newton
 * from the beginning of the step to its end, adds e, e_v and k to the three. */
typedef struct hz_mobility {
    double g, g_v, e, e_v, k;
} hz_mobility;

#endif
