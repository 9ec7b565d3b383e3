/* bow_friction: friction between a bow and the string under it, in two models.
 *
 * The first is a smooth curve over the velocity v of the bow relative to the string. It is taken as a resistance that
 * is known before the step, so that no equation has to be solved (bow:curve). The second is the elasto-plastic model of
 * Dupont et al.: bristles with a deflection z stick first and slide then (bow:bristle). Its equation is solved to
 * rounding. Both models are passive for any force, speed and step. */
#ifndef HZ_BOW_FRICTION_H
#define HZ_BOW_FRICTION_H

typedef struct hz_bow_params {
    double curve;              /* a, s^2/m^2: the curve is steepest within 1/sqrt(2 a) m/s */
    double stiffness;          /* of the bristles, N/m */
    double damping, viscosity; /* of the bristles and of sliding, s/m: times the bow's force */
    double stick, slip;        /* friction at rest and in motion, over the bow's force */
    double stribeck;           /* m/s: how fast one falls to the other */
    double plastic;            /* so much of the slipping deflection is elastic, 0 to 1 */
} hz_bow_params;

typedef struct hz_bow {
    hz_bow_params params;
    double h;
    double root;                     /* sqrt(2 a e) */
    double z;                        /* deflection of the bristles, m */
    double compliance, per_stribeck; /* 1/stiffness, 1/stribeck */
    double rate, grew;               /* of the deflection in the last step, m/s, and beside the one before */
} hz_bow;

/* How the relative velocity answers to friction in one step: v = free - mobility F + more(of, F). It never rises with
 * F. `more` may be NULL. */
typedef struct hz_bow_load {
    double free, mobility;
    double (*more)(void *of, double force);
    void *of;
} hz_bow_load;

/* One step of the bristles. */
typedef struct hz_bow_step {
    double force;    /* N, on the string, in the direction of the bow; viscosity is not in it */
    double velocity; /* m/s, of the bow over the string */
    double lost;     /* J */
    int steps;       /* how many times the friction was evaluated */
} hz_bow_step;

void hz_bow_prepare(hz_bow *b, const hz_bow_params *p, double h);
/* Lets the bristles go: they are as they were at first. */
void hz_bow_rest(hz_bow *b);

/* The curve's resistance, N s/m, under the bow's force at the relative velocity v. */
double hz_bow_resistance(const hz_bow *b, double force, double v);

/* Takes the bristles through one step. A deflection that they cannot hold under this force is let go first, and its
 * energy counts as lost. */
hz_bow_step hz_bow_bristle(hz_bow *b, double force, const hz_bow_load *load);
/* The elastic energy of the bristles, J. */
double hz_bow_energy(const hz_bow *b);

#endif
