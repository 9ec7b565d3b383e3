/* port: what a step does to the point of a body where it meets another. */
#ifndef HZ_PORT_H
#define HZ_PORT_H

/* Where a step leads the port. */
typedef struct hz_reach {
    double du, v;  /* by how much it is displaced, and its velocity at the end */
    double g, g_v; /* how much a newton more would add to each of the two */
} hz_reach;

#endif
