/* events: the event-driven solver. Flight takes whole samples; touch, turn and parting are located inside the sample,
 * and between them a contact is resolved by sub-steps whose force runs straight (collide:tilt, collide:pace). */
#ifndef HZ_EVENTS_H
#define HZ_EVENTS_H

#include "core/law/wall.h"
#include "core/pair/solver.h"

/* A stride of a contact that was solved and is taken sample by sample: collide:stride. */
typedef struct hz_stride_taken {
    int samples, taken;         /* so many of its samples are taken; 0: none is under way */
    hz_tilted_push push;        /* what comes of it */
    hz_curve_parts part;        /* its force in each sample */
    double eta, du;             /* the compression at its start; by how much the striker's port has moved since */
    double du_object, v_object; /* by how much the object's moves, and its velocity at the end */
} hz_stride_taken;

/* What the solver knows of the contact under way. */
typedef struct hz_contact_phase {
    double spring;        /* elastic force of the present compression */
    double next;          /* length of the next sub-step, at most */
    double soon;          /* it ends before it is so old, s, unless something holds it */
    double stretch, bent; /* how many shares the next step may take; how much bent the last one's force */
    int calm;             /* so many strides of four samples in turn would have done for eight; below 0: wait */
    double slope, bend;   /* of the force at the end of the last one: f + slope t + bend t^2 */
    hz_stride_taken stride;
    hz_wall_orbit orbit; /* of a mass that nothing else pushes, on a wall; without mass: something does */
} hz_contact_phase;

typedef struct hz_events {
    int resolution;          /* sub-steps a contact is resolved by; 0: as many as it needs (collide:pace) */
    hz_contact_phase *phase; /* of the present striker */
    hz_contact_phase phases[HZ_MOST_STRIKERS];
    int asleep;    /* the last block was one of rest, out of hearing: collide:rest */
    int unsettled; /* samples since what dies out was last made zero */
} hz_events;

extern const hz_solver hz_events_solver;

#endif
