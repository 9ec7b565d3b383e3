/* force_solver: the one equation of a step, whose unknown is the contact's force.
 *
 * A trial force leads both bodies somewhere, and there the contact law answers with a force of its own. The answer
 * falls as the trial rises, so there is exactly one force that is its own answer, at any step and stiffness
 * (collide:scalar). */
#ifndef HZ_FORCE_SOLVER_H
#define HZ_FORCE_SOLVER_H

#include "core/base/port.h"
#include "law.h"

/* A step as the contact sees it: where it begins, and where it leads without the force that is sought. */
typedef struct hz_force_equation {
    const hz_law *law;
    double eta, elastic, v; /* compression, its elastic energy and its velocity at the start */
    hz_reach r;             /* way and end velocity without the force, and what a unit of it takes from them */
    double length;          /* of the step, s */
} hz_force_equation;

/* The force of a step, and where it leads. */
typedef struct hz_push {
    double force, eta, v; /* compression and its velocity at the end of the step */
    double loss;          /* of the contact, J */
    int iterations;       /* of Newton's method */
} hz_push;

/* Solves the equation with law:gradient, clamped so that it never pulls. That is passive, whatever the length of the
 * step and whatever happens in it. */
hz_push hz_force_gradient(const hz_force_equation *s, double guess);
/* Solves it with law:force at the end of the step, as the K-method does. `loss` has no meaning then. */
hz_push hz_force_end(const hz_force_equation *s, double guess);

#endif
