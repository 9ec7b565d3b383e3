/* internal: what the files of this room show to one another. */
#ifndef HZ_TROMBA_INTERNAL_H
#define HZ_TROMBA_INTERNAL_H

#include "tromba.h"

#include <math.h>

hz_pair hz_tromba_strain(const hz_tromba *t, enum hz_tromba_spring j);
/* What is stored, for a change that begins here; it is only known while the books are open. */
double hz_tromba_before(const hz_tromba *t);
/* Books the change as adjusted. */
void hz_tromba_changed(hz_tromba *t, double before);
/* The string was moved by hand: springs keep these strains, and their slacks take up what that leaves. */
void hz_tromba_refit(hz_tromba *t, const hz_pair strain[HZ_SPRINGS]);
/* Whether the tie is a collision whose energy is in psi. One with play is not. */
static inline int hz_tromba_is_odd(const hz_tromba_params *p)
{
    return p->tie == HZ_TIE_COLLISION && p->method == HZ_GRID_QUADRATISED && p->play == 0;
}

/* How far the play goes to each side. A tie that is a spring has none. */
static inline double hz_tromba_half_play(const hz_tromba_params *p)
{
    return p->tie == HZ_TIE_COLLISION ? 0.5 * p->play : 0;
}

static inline double hz_tromba_stretch(hz_stretch s)
{
    return s.within + s.beyond;
}

/* Both parts of a stretch. */
static inline hz_stretch hz_tromba_split(const hz_tromba_params *p, double eta)
{
    double half = hz_tromba_half_play(p), within = fmax(fmin(eta, half), -half);
    return (hz_stretch){ within, eta - within };
}

/* The slope of sqrt(2 phi) that a quadratised tie works with: W 12 */
double hz_tromba_root_slope(const hz_law *l, double eta);

/* The bow in one sample: its velocity and force, and what came of it. */
typedef struct hz_bowing {
    double velocity, pressure; /* m/s, N */
    double drag;               /* N for each metre of two steps, of the curve or of viscosity */
    double force;              /* on the string */
    double lost;               /* by bristles */
} hz_bowing;

/* One step; the bow's answers are filled in. */
void hz_tromba_step(hz_tromba *t, hz_bowing *bow);
/* What the stroke adds to the bow now, and the force of the knock. */
hz_bowing hz_tromba_gesture(hz_tromba *t);
double hz_tromba_knocks(hz_tromba *t);

#endif
