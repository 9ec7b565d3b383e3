/* solver: what a way to solve contacts consists of that stands beside the loop of steps (collide): the textbook methods
 * fill this table. `own` is the solver's own memory. */
#ifndef HZ_SOLVER_H
#define HZ_SOLVER_H

#include "contact_system.h"

/* The loop of steps, and the textbook methods. */
enum hz_method { HZ_EXACT, HZ_AM1, HZ_VERLET, HZ_HEUN, HZ_RK4, HZ_TWOPOINT, HZ_THREEPOINT, HZ_QUADRATISED, HZ_METHODS };

typedef struct hz_solver {
    /* Derives coefficients after the system was described and prepared anew; a contact under way goes on. */
    void (*prepare)(void *own, hz_contact_system *s);
    /* The state was set from outside, or another solver ran until now: derives its memory from places and velocities. A
     * contact that is under way goes on where the bodies still press each other. */
    void (*begin)(void *own, hz_contact_system *s);
    /* Another solver runs from now on. */
    void (*leave)(void *own);
    /* One sample, whatever happens in it. */
    void (*sample)(void *own, hz_contact_system *s);
    /* As many samples from `at` on as can be taken at once, with their rows; 0: none. */
    int (*skip)(void *own, hz_contact_system *s, const hz_collide_io *io, int at);
    /* A block is over: motion too small for anything to come of it becomes none. */
    void (*settle)(void *own, hz_contact_system *s);
    /* Where the energy is, as the solver counts it. */
    void (*energy)(const void *own, const hz_contact_system *s, hz_energy *out);
} hz_solver;

#endif
