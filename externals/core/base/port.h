/* port: what a step does to the point of a body where it meets another. */
#ifndef HZ_PORT_H
#define HZ_PORT_H

/* Where a step leads the port. */
typedef struct hz_reach {
    double du, v;  /* by how much it is displaced, and its velocity at the end */
    double g, g_v; /* how much a newton more would add to each of the two */
} hz_reach;

/* What a step whose force is tilted needs besides. */
typedef struct hz_tilted_reach {
    double moment; /* the first moment of its velocity about the middle of the step, over the length of the step */
    /* What a force adds that has no mean and grows by a newton from the beginning of the step to its end: to
     * displacement and velocity, and to the moment. A newton that does not change takes e from the moment. */
    double e, e_v, k;
} hz_tilted_reach;

#endif
