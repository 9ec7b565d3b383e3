/* tromba: a bowed string over a bridge that rests on a plate and rattles against it, stepped together.
 *
 *     string   bowed, touched by a finger; at the bridge it is tied to it, by a spring or by a collision law
 *     bridge   a mass on a spring of its own, at rest `offset` over the body
 *     body     a thin plate; where the bridge comes down on it, they meet in a unilateral contact: the rattle
 *
 * Willemsen's sections 7 and 8, derived from the ports of the bodies (tromba:system). What is linear in a step is
 * solved first, so that the rattle stays one scalar equation, in closed form where its exponent is 1: trombastep.
 * Gestures of bow and hand are in trombahand; life, preparation and the block in tromba. */
#ifndef HZ_TROMBA_H
#define HZ_TROMBA_H

#include "core/contact/bow_friction.h"
#include "core/base/contact_report.h"
#include "core/contact/grid_contact.h"
#include "core/base/ledger.h"
#include "core/plate/plate.h"
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
    double k1, k3, loss; /* of the spring: N/m, N/m^3, kg/s */
    hz_law_params join;  /* of the collision, two-sided */
    hz_law_params rattle;
    hz_grid_method method; /* of both collisions */
    enum hz_friction friction;
    hz_bow_params bow;
    double bow_place;
    double finger, touch;        /* its place, and how hard it touches, N; 0: it does not */
    double heard, heard_body[2]; /* where string and body are heard */
} hz_tromba_params;

/* The last two samples of something. */
typedef struct hz_pair {
    double before, now;
} hz_pair;

/* A place where a force that is linear in the step, a + b r with r = u^(n+1) - u^(n-1), holds something back. */
typedef struct hz_tether {
    double a, b;
} hz_tether;

/* The springs between the parts. Each has a reach, the distance that it is in, and a slack, its length at rest: the
 * strain is the reach less the slack. */
enum hz_tromba_spring {
    HZ_SPRING_RATTLE, /* the foot's height over the bridge; its slack is `offset` */
    HZ_SPRING_TIE,    /* the string's height over the bridge */
    HZ_SPRING_BRIDGE, /* the bridge's height */
    HZ_SPRING_FINGER, /* the string's height under the finger */
    HZ_SPRINGS
};

/* Places where the string is held back, in the order in which they are eliminated: tromba:elimination */
enum hz_tromba_place { HZ_PLACE_FINGER, HZ_PLACE_BOW, HZ_PLACE_BRIDGE, HZ_PLACES };

/* Now and a sample ago. Parameters may jump; a slack takes up what that would do to the spring, and goes to its goal at
 * a bounded speed: tromba:slack */
typedef struct hz_slack {
    double now, before, goal;
    double pace; /* m in a sample, the most */
} hz_slack;

/* What moves the bow and the hand beside the parameters: a gesture, held in the model. */
typedef struct hz_stroke {
    double speed, force;  /* m/s, N */
    int left, rise, fall; /* samples: of the whole gesture (-1: until it is ended), of its two ends */
    int gone;
} hz_stroke;

typedef struct hz_knock {
    double force, place[2]; /* N, at the middle; on the body */
    int length, gone;
} hz_knock;

typedef struct hz_tromba {
    hz_tromba_params params;
    double h;
    /* bodies */
    hz_string string;
    hz_plate body;
    double w, dw; /* the bridge, and its last change */
    hz_slack slack[HZ_SPRINGS];
    int slips;           /* one of them is on its way */
    hz_pair foot, heard; /* the body's displacements where the bridge comes down, and where it is heard */
    hz_pair stretch; /* of the tie; it keeps its own place, for where it is stiff the difference of two places has too
                        few digits */
    double psi_tie;  /* of a tie that is quadratised */
    hz_grid_contact touch; /* the rattle */
    hz_bow bow;
    /* coefficients */
    double swing, drag, give; /* of the bridge: 4 sin^2(omega h/2), damping h/2, displacement a newton adds */
    double hold, rub;         /* of the finger, N/m and kg/s */
    hz_law join;
    hz_grid_law rattle;
    hz_string_port bridge_at, bow_at, finger_at, heard_at;
    hz_plate_port foot_at, body_heard_at, knock_at;
    double shared[HZ_PLACES][HZ_PLACES]; /* their gives */
    int shares;                          /* two of these ports overlap */
    double bow_wanted;                   /* the place that bow_at was made for */
    /* gestures */
    hz_stroke stroke;
    hz_knock knock;
    /* books */
    hz_ledger ledger;
    int booked;
    double force; /* of the rattle in the last step, N */
    int still;    /* all is at rest */
    /* the contact under way */
    int touching;
    hz_contact record;
    void (*ended)(void *owner, const hz_contact *c);
    void *owner;
} hz_tromba;

/* One block. An input that is NULL is 0; a place of the bow that is NULL is the parameter's. */
typedef struct hz_tromba_io {
    int n;
    const double *velocity, *pressure, *place; /* of the bow */
    double *audio[3];                          /* string, bridge, body */
    double *force;
    double *const *meter; /* HZ_METERS; those not NULL are filled */
    int displacement, ledger;
} hz_tromba_io;

/* The most the grids may have. */
enum { HZ_TROMBA_STRING = 2048, HZ_TROMBA_BODY = 16384 };

int hz_tromba_init(hz_tromba *t);
void hz_tromba_free(hz_tromba *t);

/* Takes over parameters at the step h; motion goes on. The string's stencil glides over so many samples. What
 * hz_string_prepare says comes back, or -1: no grid carries the body, and nothing is changed. */
int hz_tromba_prepare(hz_tromba *t, const hz_tromba_params *p, double h, int glide);
void hz_tromba_reset(hz_tromba *t);

void hz_tromba_run(hz_tromba *t, const hz_tromba_io *io);

/* The bow drawn at this speed with this force for so many seconds, softly at both ends; 0 seconds: until the next. */
void hz_tromba_stroke(hz_tromba *t, double speed, double force, double seconds);
void hz_tromba_lift(hz_tromba *t);
/* The string drawn aside at a place, in a curve `width` wide, and let go. */
void hz_tromba_pluck(hz_tromba *t, double place, double amplitude, double width);
/* A soft blow on the body: this impulse (N s) within a millisecond. */
void hz_tromba_knock(hz_tromba *t, double impulse, double x, double y);

/* ---- between the parts ---- */

hz_pair hz_tromba_strain(const hz_tromba *t, enum hz_tromba_spring j);
double hz_tromba_stored(const hz_tromba *t);
/* The slope of sqrt(2 phi) that `quadratised` works with: W 12 */
double hz_tromba_root_slope(const hz_law *l, double eta);
/* After the string was moved by hand: joints keep these strains, and their slacks take up what that leaves. */
void hz_tromba_refit(hz_tromba *t, const hz_pair strain[HZ_SPRINGS]);

/* The bow in one sample: its velocity and force, and what came of it. */
typedef struct hz_bowing {
    double velocity, pressure; /* m/s, N */
    hz_tether drag;            /* its resistance, or its viscosity, as a tether */
    double force;              /* on the string */
    double lost;               /* by bristles */
} hz_bowing;

void hz_tromba_step(hz_tromba *t, hz_bowing *bow, int books);
/* What gestures add to the bow now, and the force of the knock. */
hz_bowing hz_tromba_gesture(hz_tromba *t);
double hz_tromba_knocks(hz_tromba *t);

double hz_tromba_heard(const hz_tromba *t, int outlet, int displacement);
void hz_tromba_accounts(const hz_tromba *t, hz_accounts *out);
int hz_tromba_finite(const hz_tromba *t);
int hz_tromba_is_silent(const hz_tromba *t);

#endif
