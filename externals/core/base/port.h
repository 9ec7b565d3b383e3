/* port: what a step does to the point of a body where it meets another. */
#ifndef HZ_PORT_H
#define HZ_PORT_H

/* How a step changes the port's displacement, the velocity it has at the end, and what a unit force more would add. */
typedef struct hz_reach {
    double du, v;
    double g, g_v;
} hz_reach;

#endif
