/* barrier: a string and what is in its way: a barrier along it, frets, a mass on a spring, or a second string; and what
 * moves it: a hammer, a finger, forces.
 *
 * The string moves upward. Obstacles are below it and block displacement under their height. All of them are contacts
 * of grid_contact: along the grid where they are points of it, and in coupled_contacts where several contacts share
 * points of the string or a mass. */
#ifndef HZ_BARRIER_H
#define HZ_BARRIER_H

#include "core/base/contact_report.h"
#include "core/base/ramp.h"
#include "core/grid/coupled_contacts.h"
#include "core/grid/grid_report.h"
#include "core/soundbox/soundbox.h"
#include "core/string/mass_spring.h"
#include "core/string/string_grid.h"

typedef enum hz_obstacle_kind {
    HZ_OBSTACLE_NONE,
    HZ_OBSTACLE_FLAT,
    HZ_OBSTACLE_BRIDGE,
    HZ_OBSTACLE_FRETS,
    HZ_OBSTACLE_DRAWN,
    HZ_OBSTACLE_MASS,
    HZ_OBSTACLE_STRING
} hz_obstacle_kind;

enum { HZ_FRETS_MOST = 32, HZ_BARRIER_POINTS = 4096, HZ_BARRIER_PICKUPS = 16 };

/* A height under which there is nothing. */
#define HZ_BARRIER_NOTHING -1e3

/* What of the second string is its own, and not as the first string has it. */
enum { HZ_SECOND_DENSITY = 1, HZ_SECOND_YOUNG = 2, HZ_SECOND_LOSS = 4, HZ_SECOND_ENDS = 8 };

typedef struct hz_barrier_params {
    hz_string_params string;
    double hand; /* a hand laid on: the least decay rate of everything, 1/s; 0: there is none */
    hz_obstacle_kind obstacle;
    hz_law_params law; /* stiffness in N/m^(a+1) along the string, N/m^a at a place */
    hz_grid_method method;
    double height;    /* m; the signal is added to it */
    double bridge[3]; /* start (0 to 1), length (0 to 1), curvature (1/m) */
    int frets;
    double fret[HZ_FRETS_MOST], fretheight;
    double finger, fingerforce; /* its place, and N; 0 N: there is no finger */
    double mass, massfreq, masssigma, massplace;
    double floor;                      /* a rigid barrier so far (m) under the mass at rest; 0: there is none */
    hz_law_params mass_law, floor_law; /* of the string on the mass, of the mass on its floor; stiffness 0: `law` */
    double secondfreq, secondsigma, seconddiameter;
    double seconddensity, secondyoung, secondsigma1; /* as those of a string, where they are its own ... */
    int secondclamped, secondown;                    /* ... which these say: HZ_SECOND_...; else they are the first's */
    double secondgain;                               /* the second string is heard at the pickups, so loud */
    double hammermass, place;                        /* kg; where hammer and force meet the string, 0 to 1 */
    hz_law_params hammer;
    int spread; /* the soundbox is heard left and right */
    int pickups;
    double pickup[HZ_BARRIER_PICKUPS];
    enum hz_soundbox_kind box; /* the force at the end that is nearer to the first pickup is heard through it */
    double boxed; /* the force counts so many times there, for a note is that of a shorter string; 0 counts as 1 */
    int forces;   /* a pickup hears the force at the end that is nearer to it, and not the string at its place */
} hz_barrier_params;

/* What kinds of obstacle have, and have not. The table in obstacle.c is the only place that asks for the kind. */
typedef struct hz_obstacle_type {
    /* Height of the top at a place along the string, over that of the obstacle; NULL: the owner draws it. */
    double (*profile)(const hz_barrier_params *p, double place);
    int nothing, frets, mass, second, bridge;
} hz_obstacle_type;

/* What is below the string: its profile along the string, which glides to where it is to be, and its height. */
typedef struct hz_obstacle {
    const hz_obstacle_type *type;
    double *profile, *goal;       /* height of each point over the obstacle's, now and where it glides to ... */
    double *step, *last, *rises;  /* ... and how far it moves in this sample, in the last one, and in both */
    int gliding;                  /* samples that are left of the glide; -1: the profile has come to rest */
    double height, height_before; /* b^n and b^(n-1), without the profile */
    hz_ramp base, signal;         /* the parameter and the signal, led by hand; `height` is their sum */
    hz_mass_spring mass;
    hz_string second;
} hz_obstacle;

typedef struct hz_finger {
    hz_ramp place; /* along the string, 0 to 1 */
    double force;  /* N, now */
    double drag;   /* what it holds back for each metre of two steps, N/m, where it presses with 1 N or more */
} hz_finger;

/* A contact at one place, and whose motion goes into it. */
typedef struct hz_barrier_contact {
    int on;     /* it is there */
    int string; /* the string's sign: +1 where it is above, -1 below what presses it, 0 where it takes no part */
    int second; /* the same of the second string, under which a hammer may be; the port is on that, then */
    hz_string_port port;
    hz_mass_spring *mass; /* the hammer, the obstacle's mass, or NULL */
    int mass_sign;
    double below;        /* the height of what is below, where that is no mass ... */
    int rides;           /* ... to which the obstacle's height is added */
    int point;           /* the point of the row that is solved here, else -1 */
    hz_grid_track track; /* of the touch under way */
} hz_barrier_contact;

typedef struct hz_barrier {
    hz_barrier_params params; /* what is */
    hz_barrier_params wanted; /* what is to be ... */
    int waits;                /* ... once the present obstacle has been lowered */
    int tuning;               /* ... once the pegs have been turned far enough */
    double h;
    hz_string string;
    hz_obstacle obstacle;
    hz_mass_spring hammer;
    int hammering; /* the hammer is there, ... */
    int below;     /* ... under the second string */
    hz_finger finger;
    hz_grid_law law, hammer_law, mass_law, floor_law;
    hz_ramp second_gain;       /* of the second string at the pickups */
    hz_grid_row row;           /* contacts along the string */
    double *stiffness, *yield; /* of each point; how much lower it is until it is left (start:yield) ... */
    int yields;                /* ... of any */
    int fresh;                 /* contacts are measured as if for the first time */
    hz_barrier_contact contact[HZ_COUPLED_CONTACTS_MOST]; /* contacts at places */
    hz_coupled_contacts coupled;                          /* the same, as they are solved */
    int couples;                                          /* one of them is there */
    double *shape;                                        /* work area for shapes of the string */
    double *rest, *pull, *band[4];                        /* of string_equilibrium */
    double *memory;                                       /* of all rows */
    hz_string_port heard[HZ_BARRIER_PICKUPS];
    double drawn[2], steady[2]; /* N, of the string at its ends, and what is steady of it (pull:heard) ... */
    int pulled;                 /* ... since it was last held still */
    double
        own[HZ_SOUNDBOX_STRETCH]; /* N, of the last samples: the string's own part of that at the first pickup's end */
    hz_soundbox box;
    int ready, running; /* it has been prepared; a block has been run, so that the signal is known */
    hz_ledger ledger;
    hz_grid_report stretches;
    void (*ended)(void *owner, const hz_contact *c); /* told of each contact; NULL: nobody asks */
    void *owner;
} hz_barrier;

typedef struct hz_barrier_io {
    int n;
    const double *force, *place, *height; /* signals; NULL: no force, the parameter's place, a height of 0 */
    double *const *audio;
    double *out_force;
    double *const *meter;
    int displacement, ledger; /* displacement: instead of velocities, where no forces are heard */
} hz_barrier_io;

int hz_barrier_init(hz_barrier *x);
void hz_barrier_free(hz_barrier *x);
/* All is at rest, and everything is where its parameters say. */
void hz_barrier_reset(hz_barrier *x);

/* Takes over parameters at the step h; what they change of the stored energy is booked. Tuning glides over so many
 * samples. Obstacles, fingers and pegs take longer where a hand would (hand:pace): run leads them on. What
 * hz_string_prepare says of the string comes back. */
int hz_barrier_prepare(hz_barrier *x, const hz_barrier_params *p, double h, int glide);
/* The profile of an obstacle that is drawn, at the points 0 to hz_barrier_spaces. */
void hz_barrier_draw(hz_barrier *x, const double *height, int glide);

/* A mass hits the string, wherever that is and however it moves. */
void hz_barrier_strike(hz_barrier *x, double place, double velocity);
/* The same from under the second string. */
void hz_barrier_strike_second(hz_barrier *x, double place, double velocity);
/* These take hold of the string and end its motion. It is held where it would come to rest, or drawn aside from there,
 * or put into a shape, which is given at the points 0 to hz_barrier_spaces; then it is let go. */
void hz_barrier_hold(hz_barrier *x);
/* The shape of a pluck at x, about 1 at its place, all from 0 to 1. */
double hz_pluck_shape(double x, double place, double width);
void hz_barrier_pluck(hz_barrier *x, double place, double amplitude, double width);
/* Draws the second string down, away from the first one, and lets it go. */
void hz_barrier_pluck_second(hz_barrier *x, double place, double amplitude, double width);
/* Throws the mass with this velocity, upward. */
void hz_barrier_throw(hz_barrier *x, double velocity);
void hz_barrier_displace(hz_barrier *x, const double *shape);

void hz_barrier_run(hz_barrier *x, const hz_barrier_io *io);

void hz_barrier_accounts(const hz_barrier *x, hz_accounts *out);
int hz_barrier_finite(const hz_barrier *x);
/* The velocity at a pickup, or the force (N, upward) of the string on what holds its end. */
double hz_barrier_heard(const hz_barrier *x, int pickup);
int hz_barrier_spaces(const hz_barrier *x);
int hz_barrier_is_drawn(const hz_barrier *x);
/* The string at a place; the top of what lies along it there, or `nothing`. */
double hz_barrier_shape(const hz_barrier *x, double place);
double hz_barrier_top(const hz_barrier *x, double place, double nothing);
/* What stands at single places: places and heights, up to HZ_FRETS_MOST of each. Returns how many there are. */
int hz_barrier_stands(const hz_barrier *x, double *place, double *height);

#endif
