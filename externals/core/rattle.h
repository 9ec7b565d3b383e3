/* rattle: one unilateral contact between two places of grid bodies, over one step.
 *
 * The compressions before and now, eta^(n-1) and eta^n, are known. The bodies answer a force F held over the step with
 *     r = eta^(n+1) - eta^(n-1) = free - give F
 * and three methods give F: `closed` for exponent 1 (grid:closed), `newton` for any (grid:newton), `quadratised` without
 * iteration (grid:quadratised). The force never pulls. */
#ifndef HZ_RATTLE_H
#define HZ_RATTLE_H

#include "law.h"

enum hz_rattle_method { HZ_RATTLE_CLOSED, HZ_RATTLE_NEWTON, HZ_RATTLE_QUADRATISED };

typedef struct hz_rattle {
    hz_law law;
    enum hz_rattle_method method;
    double h;
} hz_rattle;

typedef struct hz_rattle_step {
    double r, force; /* m, N */
    double lost;     /* J */
    double psi;      /* of `quadratised`, after the step */
} hz_rattle_step;

/* `closed` with an exponent other than 1 runs `newton`. */
hz_rattle hz_rattle_prepare(const hz_law_params *law, enum hz_rattle_method method, double h);

/* psi is the state of `quadratised`; without it the bodies are free of each other. */
hz_rattle_step hz_rattle_solve(const hz_rattle *t, double psi, double before, double now, double free, double give);

/* Stored between two samples whose compressions these are. */
double hz_rattle_energy(const hz_rattle *t, double psi, double eta0, double eta1);

/* The slope of sqrt(2 phi) that `quadratised` works with: W 12 */
double hz_rattle_root(const hz_law *l, double eta);

#endif
