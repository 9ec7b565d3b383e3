/* tromba: a bowed string over a bridge that rests on a plate and rattles against it, stepped together.
 *
 *     string   it is bowed, and touched by a finger; at the bridge it is tied to it, by a spring or by a collision law
 *     bridge   a mass on a spring of its own, at rest `offset` over the body
 *     body     a thin plate; where the bridge comes down on it, they meet in a one-sided contact: the rattle
 *
 * These are Willemsen's sections 7 and 8, derived from the ports of the bodies (tromba:system). What is linear in a
 * step is solved first. So the rattle stays one scalar equation, in closed form where its exponent is 1. */
#ifndef HZ_TROMBA_H
#define HZ_TROMBA_H

#include "core/base/ledger.h"
#include "core/base/ramp.h"
#include "core/base/stroke.h"
#include "core/grid/bow_friction.h"
#include "core/grid/grid_contact.h"
#include "core/grid/grid_track.h"
#include "core/plate/plate.h"
#include "core/string/mass_spring.h"
#include "core/string/string_grid.h"

enum hz_tie { HZ_TIE_SPRING, HZ_TIE_COLLISION };
enum hz_friction { HZ_FRICTION_CURVE, HZ_FRICTION_BRISTLE };

typedef struct hz_tromba_params {
    hz_string_params string;
    hz_plate_params body;
    double mass, freq, damping; /* of the bridge: kg, Hz, 1/s */
    double place, offset;       /* of the bridge: along the string from 0 to 1; over the body, m */
    double foot[2];             /* where it stands on the body, from 0 to 1 along each side */
    enum hz_tie tie;
    double k1, k3, loss; /* of the tie that is a spring: N/m, N/m^3, kg/s */
    hz_law_params join;  /* of the tie that is a collision, on both sides */
    double play;         /* of that tie: within this, m, it does nothing (W 74's epsilon) */
    hz_law_params rattle;
    hz_grid_method method; /* of both collisions */
    enum hz_friction friction;
    hz_bow_params bow;
    double bow_place;
    double finger, touch;        /* the finger's place, and how hard it touches, N; 0: it does not */
    double heard, heard_body[2]; /* where string and body are heard */
} hz_tromba_params;

/* The last two samples of something. */
typedef struct hz_pair {
    double before, now;
} hz_pair;

/* tromba:play  The stretch of the tie in two parts, whose sum it is: how far it is within the play, and how far beyond
 * the edge where it leaves that. A stiff tie goes so little beyond that the digits of their sum would not hold it. */
typedef struct hz_stretch {
    double within, beyond;
} hz_stretch;

/* The springs between the parts. Each has a reach, the distance that it is in, and a slack, its length at rest. Its
 * strain is the reach less the slack. */
enum hz_tromba_spring {
    HZ_SPRING_RATTLE, /* the foot's height over the bridge; its slack is `offset` */
    HZ_SPRING_TIE,    /* the string's height over the bridge */
    HZ_SPRING_BRIDGE, /* the bridge's height */
    HZ_SPRING_FINGER, /* the string's height under the finger */
    HZ_SPRINGS
};

/* Parameters may jump. A slack takes up what that would do to its spring, and goes to its goal at a bounded speed:
 * tromba:slack */
typedef struct hz_slack {
    hz_ramp ramp;
    double before; /* a sample ago */
} hz_slack;

/* Places where the string is held back, in the order in which they are eliminated: tromba:elimination */
enum hz_tromba_place { HZ_PLACE_FINGER, HZ_PLACE_BOW, HZ_PLACE_BRIDGE, HZ_PLACES };

typedef struct hz_knock {
    double force, place[2]; /* N, in the middle of the blow; on the body */
    int length, gone;       /* samples */
} hz_knock;

typedef struct hz_tromba {
    hz_tromba_params params;
    double h;
    /* bodies */
    hz_string string;
    hz_plate body;
    hz_mass_spring bridge;
    hz_slack slack[HZ_SPRINGS];
    int slips;             /* one of them is on its way */
    double foot, foot_way; /* the body's displacement where the bridge comes down, and its change in the last step */
    hz_stretch stretch[2]; /* of the tie, a sample ago and now; it is a state of its own: tromba:way */
    double psi_tie;        /* of a tie that is quadratised */
    hz_grid_contact touch; /* the rattle */
    hz_bow bow;
    /* coefficients */
    double hold, rub; /* of the finger, N/m and kg/s */
    hz_law join;
    hz_grid_law rattle;
    hz_string_port place[HZ_PLACES], heard_at;
    hz_plate_port foot_at, body_heard_at, knock_at;
    double compliances[HZ_PLACES][HZ_PLACES]; /* of the string at these places */
    int shares;                               /* two of them share points of the string */
    double bow_wanted;                        /* the place that the bow's port was made for */
    /* gestures */
    hz_stroke stroke; /* moves the bow beside the signals */
    hz_knock knock;
    /* accounts */
    hz_ledger ledger;
    hz_energy swinging;  /* what string and body store after the last step, if that had books */
    double force;        /* of the rattle in the last step, N */
    int still;           /* all is at rest */
    hz_grid_track track; /* of the rattle's touch */
    void (*ended)(void *owner, const hz_contact *c); /* told of each touch; NULL: nobody asks */
    void *owner;
} hz_tromba;

/* One block. An input that is NULL is 0; a place of the bow that is NULL is the parameter's. */
typedef struct hz_tromba_io {
    int n;
    const double *velocity, *pressure, *place; /* of the bow */
    double *audio[3];                          /* string, bridge, body */
    double *force;
    double *const *meter; /* HZ_METERS rows, of which those that are not NULL are filled; or NULL */
    int displacement, ledger;
} hz_tromba_io;

/* The most points that the grids may have. */
enum { HZ_TROMBA_STRING = 2048, HZ_TROMBA_BODY = 16384 };

int hz_tromba_init(hz_tromba *t);
void hz_tromba_free(hz_tromba *t);

/* Takes over parameters at the step h; motion goes on. The string's stencil glides over so many samples. What
 * hz_string_prepare says comes back, or -1: no grid carries the body, and nothing is changed. */
int hz_tromba_prepare(hz_tromba *t, const hz_tromba_params *p, double h, int glide);
void hz_tromba_reset(hz_tromba *t);

void hz_tromba_run(hz_tromba *t, const hz_tromba_io *io);

/* Draws the bow at this speed with this force for so many seconds, softly at both ends; 0 seconds: until the next. */
void hz_tromba_stroke(hz_tromba *t, double speed, double force, double seconds);
/* Lets the stroke under way go on at this speed with this force, which it reaches within some ten milliseconds. */
void hz_tromba_bend(hz_tromba *t, double speed, double force);
void hz_tromba_lift(hz_tromba *t);
/* Draws the string aside at a place, in a curve `width` wide, and lets go. */
void hz_tromba_pluck(hz_tromba *t, double place, double amplitude, double width);
/* A soft blow on the body: this impulse (N s) within a millisecond. */
void hz_tromba_knock(hz_tromba *t, double impulse, double x, double y);

/* String, bridge or body (0 to 2): what is heard of it, and its displacement at a place along it. The body is taken
 * along the line through the foot. */
double hz_tromba_heard(const hz_tromba *t, int part, int displacement);
double hz_tromba_shape(const hz_tromba *t, int part, double place);
void hz_tromba_accounts(const hz_tromba *t, hz_accounts *out);
int hz_tromba_finite(const hz_tromba *t);

#endif
