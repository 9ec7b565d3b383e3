/* barrier: a string and what is in its way: a barrier along it, frets, a mass on a spring, a second string; and
 * what moves it: a hammer, a finger, forces.
 *
 * The string moves upward; obstacles are below and block displacement under their height. All of them are contacts of
 * gridcontact: along the grid where they are points of it, and in one knot where several share points of the string or
 * a mass. */
#ifndef HZ_BARRIER_CLASS_H
#define HZ_BARRIER_CLASS_H

#include "core/string/mass_spring.h"
#include "core/base/contact_report.h"
#include "core/contact/coupled_contacts.h"
#include "core/base/ramp.h"
#include "core/string/string_grid.h"
#include "core/contact/grid_report.h"

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
enum {
    HZ_BARRIER_ROW = (HZ_BARRIER_POINTS + 2 * HZ_GRID_PAD + 8) & ~7
}; /* numbers of a row, with what is beyond its ends */

typedef struct hz_barrier_params {
    hz_string_params string;
    double hand; /* a hand laid on: a decay rate for all, 1/s; 0: none */
    hz_obstacle_kind obstacle;
    hz_law_params law; /* stiffness in N/m^(a+1) along the string, N/m^a at a place */
    hz_grid_method method;
    double height;    /* m, beside what the signal says */
    double bridge[3]; /* start (0 to 1), length (0 to 1), curvature (1/m) */
    int frets;
    double fret[HZ_FRETS_MOST], fretheight;
    double finger, fingerforce; /* place and N; 0 N: no finger */
    double mass, massfreq, masssigma, massplace;
    double floor; /* of a barrier under the mass, m under it at rest; 0: none */
    double secondfreq, secondsigma, seconddiameter;
    double hammermass, place; /* kg; of hammer and pluck, 0 to 1 */
    hz_law_params hammer;
    int pickups;
    double pickup[HZ_BARRIER_PICKUPS];
} hz_barrier_params;

/* Contacts of the knot, in this order; frets or claimed points of the barrier follow. */
enum { HZ_AT_HAMMER, HZ_AT_FINGER, HZ_AT_MASS, HZ_AT_FLOOR, HZ_AT_MORE };

/* Whose motion goes into a contact of the knot. */
typedef struct hz_barrier_contact {
    int on;     /* it takes part */
    int string; /* sign of the string: +1 above, -1 below what presses it, 0 not in it */
    hz_string_port port;
    int bob; /* 0: none, else 1 hammer or 2 mass ... */
    int bobsign;
    double rests; /* height of what is below, where it does not move ... */
    int rides;    /* ... but with the barrier's height */
    int point;    /* a claimed point of the row, else -1 */
    int samples;  /* of the contact under way */
    hz_contact contact;
} hz_barrier_contact;

typedef struct hz_barrier {
    hz_barrier_params params;
    double h;
    hz_string string, second;
    hz_mass_spring hammer, mass;
    int hammering;
    hz_grid_law law, hammerlaw;
    hz_grid_row row;
    double *memory;              /* of the row, and: */
    double *profile, *goal;      /* height of each point now, and where it glides to ... */
    double *step, *last, *rises; /* ... by how much in this sample, in the last one, in both */
    double *stiffness;
    double *shape;                 /* of a pluck */
    double *rest, *pull, *band[4]; /* of stringrest */
    int gliding;                   /* samples left of that glide */
    double height, height_before;  /* b^n and b^(n-1), without the profile: */
    hz_ramp base, signal;          /* the parameter and the signal, as a hand moves them */
    hz_barrier_params wanted;      /* what is to be, once ... */
    int waits;                     /* ... the present obstacle has been lowered */
    hz_ramp finger;                /* where it is along the string */
    double fingering, finger_drag; /* its force now; what it drags, per m of two steps */
    hz_barrier_contact joint[HZ_COUPLED_CONTACTS_MOST];
    hz_coupled_contacts knot;
    int knotted; /* some joint is on */
    hz_string_port heard[HZ_BARRIER_PICKUPS];
    int ready, says;
    int tuning;  /* a peg is still being turned */
    int running; /* a block has been run: the signal is known */
    hz_ledger ledger;
    int booked; /* flows are counted */
    hz_grid_report stretches;
    void (*ended)(void *owner, const hz_contact *c); /* NULL: nobody asks */
    void *owner;
} hz_barrier;

typedef struct hz_barrier_io {
    int n;
    const double *force, *place, *height; /* signals; NULL: none */
    double *const *audio;
    double *out_force;
    double *const *meter;
    int displacement, ledger;
} hz_barrier_io;

int hz_barrier_init(hz_barrier *x);
void hz_barrier_free(hz_barrier *x);
void hz_barrier_reset(hz_barrier *x);
/* Takes over parameters; what they change of the stored energy is booked. Tuning glides over so many samples; heights,
 * profiles and fingers take longer where a hand would (stringhand). The profile of HZ_OBSTACLE_DRAWN is what stands in
 * `goal`, from 0 to string.n; hz_barrier_redraw says that it changed. */
void hz_barrier_prepare(hz_barrier *x, const hz_barrier_params *p, double h, int glide);
void hz_barrier_redraw(hz_barrier *x, int glide);
hz_energy hz_barrier_stored(const hz_barrier *x);
double hz_barrier_total(const hz_barrier *x);
/* Under this height there is nothing. */
#define HZ_BARRIER_NOTHING -1e3

/* A mass hits the string, whatever that does. */
void hz_barrier_strike(hz_barrier *x, double place, double velocity);
/* These take hold of the string, and its motion ends: it is held where it would come to rest, drawn aside from there,
 * or put into a shape, given at the points 0 to string.n; then it is let go. */
void hz_barrier_hold(hz_barrier *x);
void hz_barrier_pluck(hz_barrier *x, double place, double amplitude, double width);
void hz_barrier_displace(hz_barrier *x, const double *shape);

void hz_barrier_run(hz_barrier *x, const hz_barrier_io *io);
void hz_barrier_accounts(const hz_barrier *x, hz_accounts *out);
int hz_barrier_finite(const hz_barrier *x);
double hz_barrier_heard(const hz_barrier *x, int pickup); /* velocity */

#endif
