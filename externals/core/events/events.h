/* events: the event-driven solver. Flight takes whole samples; touch, turn and parting are located inside the sample,
 * and between them a contact is resolved by sub-steps whose force runs straight (collide:tilt, collide:pace). */
#ifndef HZ_EVENTS_H
#define HZ_EVENTS_H

#include "core/pair/solver.h"

/* How far a contact that is treated as one thrust has come. */
enum hz_impulse_contact { HZ_NOT_IMPULSE, HZ_BEFORE_THRUST, HZ_AFTER_THRUST };

/* A step of a contact that lasts two samples and was solved: collide:two. */
typedef struct hz_two_samples {
    int second;                 /* the first of them is taken, and the second is to come */
    hz_tilted_push push;        /* what comes of the step */
    double eta, du;             /* the compression at its start; by how much the striker's port has moved since */
    double du_object, v_object; /* by how much the object's moves, and its velocity at the end */
} hz_two_samples;

/* What the solver knows of the contact under way. */
typedef struct hz_contact_phase {
    double spring;        /* elastic force of the present compression */
    double next;          /* length of the next sub-step, at most */
    double stretch, bent; /* how many shares the next step may take; how much bent the last one's force */
    double slope, bend;   /* of the force at the end of the last one: f + slope t + bend t^2 */
    double speed, speed_out, falls, depth; /* on a wall: how far velocity and compression will run: collide:progress */
    double progress;                       /* on a wall: from 0 at touch to about 1 at parting */
    int steps;                             /* taken in it */
    hz_two_samples two;
    enum hz_impulse_contact impulse; /* collide:brief; such a contact holds no force and no energy */
    double due, rebound;             /* s until the thrust; how much of the velocity that turns back, at most 1 */
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
