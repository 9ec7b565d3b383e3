/* storm: everything that may be thrown at a collision, at random: strikes, forces, changes of any parameter, of the
 * object, of the sample rate and of the method, whose books are watched by a rig. */
#ifndef HZ_TEST_STORM_H
#define HZ_TEST_STORM_H

#include "tests/tools/test.h"
#include "rig.h"

/* Everything that may be thrown at a collision, and how wide: ranges of the parameters. */
typedef struct storm_kind {
    double mass[2], stiffness[2], damping[2], suspension[2], rest, gravity, v[2], distance, force;
} storm_kind;

extern const storm_kind storm_musical, storm_hostile;

typedef struct storm {
    rig r;
    dice d;
    const storm_kind *w;
    const int *methods; /* to be chosen from, -1 behind the last; NULL: the exact one */
    int options;        /* correct and duration are on now and then */
    double h, force[2];
    int noise;               /* force that changes at every sample */
    int changes, in_contact; /* of parameters, and those of them in mid-contact */
    int i;                   /* the sample */
    char text[280];
} storm;

void storm_begin(storm *s, const storm_kind *w, uint64_t seed, int modes, const int *methods);
void storm_sample(storm *s);
void storm_text(const hz_collide_params *p, char text[280]);

/* Shows eight claims what a rig has seen, or a storm. */
void storm_audit(claim *c, const rig *r, const char *where);
void storm_see(claim *c, const storm *s, uint64_t seed);

/* Many short ones, in which no early energy hides a later error; odd seeds meet modes. The table under them goes `most`
 * metres at most, or stands. */
void storm_many(claim *c, const storm_kind *w, const int *methods, int options, int n, int length, double most);

/* What must hold of anything. Where forces act far from the origin of a coordinate, the last place of a position is
 * worth some energy: that is the rounding by which stored energy may seem to rise. A parting is located to 1e-9 of the
 * depth it began from. */
#define AUDIT_CLAIMS(what, rounding)                                                                                   \
    {                                                                                                                  \
        { .name = what ", residual", .allowed = 1e-10 },                                                               \
            { .name = what ", rise of stored energy without input", .allowed = rounding },                             \
            { .name = what ", a loss that is a gain", .allowed = 1e-15 },                                              \
            { .name = what ", adjusted where nothing was", .allowed = 1e-14 },                                         \
            { .name = what ", samples over the bound of sub-steps", .allowed = 0 },                                    \
            { .name = what ", states that are not finite", .allowed = 0 },                                             \
            { .name = what ", force by which the contact pulls", .allowed = 0 },                                       \
            { .name = what ", compression off the places of the bodies", .allowed = 1e-8 },                            \
    }

#endif
