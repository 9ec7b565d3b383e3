/* willemsen: W's systems written out, apart from the core: strings and masses as one vector of places with dense
 * matrices, contacts between any of them. Stepped by W's schemes, every contact of a step solved at once by nested root
 * finding in long double; or integrated as they stand by GSL's eighth-order method. */
#ifndef HZ_TEST_WILLEMSEN_H
#define HZ_TEST_WILLEMSEN_H

#include "core/law/law.h"
#include "core/string/string_grid.h"

enum { WILLEMSEN_PLACES = 80, WILLEMSEN_CONTACTS = 40 };

/* eta = rest + sum of j times the places */
typedef struct willemsen_contact {
    long double j[WILLEMSEN_PLACES], rest, stiffness, exponent, damping;
    long double psi, eta0, eta1, way, r, force;
} willemsen_contact;

typedef struct willemsen {
    int n, contacts, places;
    int quadratised; /* W 10 to 18; else W 32 */
    int impact;      /* as impact~ has it: damping is a factor of the force (C 7), not a term; schemes:quadratised */
    long double h;   /* 0: to be integrated */
    /* mass x'' = -mass (stiff x + 2 sigma x' + rough x') + forces */
    long double mass[WILLEMSEN_PLACES], sigma[WILLEMSEN_PLACES];
    long double stiff[WILLEMSEN_PLACES][WILLEMSEN_PLACES], rough[WILLEMSEN_PLACES][WILLEMSEN_PLACES];
    long double now[WILLEMSEN_PLACES], before[WILLEMSEN_PLACES];
    long double shared[WILLEMSEN_CONTACTS][WILLEMSEN_CONTACTS]; /* C */
    willemsen_contact contact[WILLEMSEN_CONTACTS];
} willemsen;

/* A string on its grid, with the core's stencil at the step h, or in the limit of small steps. Returns where it begins:
 * its moving points 1, 2, ... are there and after. */
int willemsen_string(willemsen *w, const hz_string *s, double h);
/* A mass, perhaps on a spring: at the step h with the recursion that has the poles of its motion; then as light as it
 * must be to yield as its spring does (schemes:centred), or as heavy as it is (bob:step). Its place is measured from
 * its rest. */
int willemsen_mass(willemsen *w, double mass, double omega, double sigma, double h, int lighter);
willemsen_contact *willemsen_touch(willemsen *w, const hz_law_params *law, double stiffness, double rest);
/* Places of a string at x (0 to 1) by Keys' cubic, times `sign`, into a contact. */
void willemsen_reach(willemsen_contact *c, int first, int spaces, double x, int sign);

/* After places were set. */
void willemsen_begin(willemsen *w);
void willemsen_step(willemsen *w);
/* The force that goes with r = eta^(n+1) - eta^(n-1) at a contact: W 32 or W 14, with damping; none pulls. */
long double willemsen_force(const willemsen *w, const willemsen_contact *c, long double r);
/* From rest, but for the velocities given: on by so many seconds; y is kept from call to call, places then velocities.
 */
void willemsen_integrate(willemsen *w, double *y, double seconds, double size);

#endif
