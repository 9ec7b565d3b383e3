/* collide: a hammer or a ball and the object that it meets, in one loop of steps.
 *
 * A step is a span of time, a part of a sample or several of them, and the contacts in it: none in flight, several
 * where several hammers press. Each is proposed, looked at, solved, judged and taken (collide.c).
 */
#ifndef HZ_COLLIDE_H
#define HZ_COLLIDE_H

#include "core/bands/bands.h"
#include "core/modal/pickup_fade.h"
#include "core/soundbox/soundbox.h"
#include "core/textbook/methods.h"

typedef struct hz_collide_params {
    hz_law_params law;
    double mass, suspension, rest, gravity; /* the striker: kg, Hz (0: free), m, m/s^2 */
    int resolution;                         /* sub-steps a contact is resolved by; of HZ_EXACT */
    double quiet;                           /* contact motion slower than this (m/s) cannot be heard */
    enum hz_method method;                  /* HZ_EXACT is the loop of steps */
    int correct, duration;                  /* schemes:correct, schemes:duration; of the textbook methods */
    hz_soundbox_params box;       /* it is heard if it is some; then the first pickup weighs displacement by N/m */
    const hz_bands_params *bands; /* read where an object is described: its last modes are theirs; NULL: none */
} hz_collide_params;

/* What the loop remembers of a striker's contact. */
typedef struct hz_collide_touch {
    double spring;      /* elastic force of the present compression */
    double next;        /* s: the next step lasts no longer */
    double slope, bend; /* the force goes on as f + slope t + bend t^2 */
    double rate;        /* of what happens in it now (collide:pace), 1/s; below 0: to be found */
    double stretch;     /* so many times its share of that the next step may take */
    double bent;        /* how much the energy bent the last force */
    int calm;           /* so many strides with a smooth curve; below 0: so many before one counts */
    double push;        /* the constant force with which it rests */
    double level;       /* of a free mass on a wall, that has the energy to leave it: free_wall.h; 0: it is none */
    double load;        /* m/s^2, under which that level is */
    double depth;       /* to which it goes */
} hz_collide_touch;

typedef struct hz_collide {
    hz_collide_params params;
    hz_contact_system system;
    hz_collide_touch touch[HZ_MOST_STRIKERS];
    hz_bank_walk walk; /* of the object: where the next step leads that is a whole sample or a stride, */
    int ahead;         /* of so many samples; 0: that is not known */
    int asleep;        /* all that touch rest, each with its push, ... */
    double rests[2];   /* ... under these outer forces on the last striker and on the object */
    int unsettled;     /* samples since what dies out was last made zero */
    hz_textbook textbook;
    hz_pickup_fade fade;
    hz_bands bands;
    hz_soundbox box;      /* the object, a string, is heard through it */
    double *ringing_jump; /* what the strikers' pickups heard before a change, less what they hear since: two rows */
    int ringing_fades;
    double *slide_to; /* the weights of the object's port at the end of a slide, */
    int sliding;      /* which is so many samples away */
    int placed;       /* the table has been put where its signal begins */
} hz_collide;

int hz_collide_init(hz_collide *c, int room, int pickups);
/* Makes room for an object of more modes, and all goes on as it was. Returns 0 if there is no memory; then the object
 * has the modes that it had room for. */
int hz_collide_grow(hz_collide *c, int room);
/* Makes room for so many strikers, or for so many modes in which strikers ring and which so many pickups hear; the
 * number of pickups is the same each time. The textbook methods know neither. Both return 0 if there is no memory. */
int hz_collide_add_strikers(hz_collide *c, int strikers);
int hz_collide_let_ring(hz_collide *c, int room, int pickups);
void hz_collide_free(hz_collide *c);
/* Who is told of contacts that end, and of what a textbook method cannot do; either may be NULL. */
void hz_collide_listen(hz_collide *c, void *owner, void (*ended)(void *owner, const hz_contact *contact),
                       void (*remark)(void *owner, enum hz_textbook_remark what));

/* Derives everything anew for the time step h; `object` says what the object is, or NULL that it stays what it was.
 * What that does to the stored energy is booked as adjusted; the motion goes on from where it is, and what is heard of
 * it fades over the next block. Where the surface is another one, a striker that touches goes along with it, and none
 * is inside it. */
void hz_collide_prepare(hz_collide *c, const hz_collide_params *p, const hz_modes *object, double h);
/* The same where `ringing` says in which modes the strikers ring, or NULL that they stay what they were. */
void hz_collide_prepare_both(hz_collide *c, const hz_collide_params *p, const hz_modes *object, const hz_modes *ringing,
                             double h);
/* Motion and books to zero, the striker at its place of rest. */
void hz_collide_reset(hz_collide *c);
/* Motion to zero where table and place of rest are, booked; the striker touches. */
void hz_collide_calm(hz_collide *c);
/* Puts a striker so far off the surface's present place, moving with velocity v; of several one that is free. */
void hz_collide_strike(hz_collide *c, double v, double distance);

/* A pickup's velocity, or displacement, at present, as it is heard; of a wall, the striker's. */
double hz_collide_heard(const hz_collide *c, int pickup, int displacement);
/* What is heard begins as it is now: nothing of what was heard before a change fades. */
void hz_collide_hear_anew(hz_collide *c);
/* The same of the pickups of the strikers. */
double hz_collide_striker_heard(const hz_collide *c, int pickup, int displacement);
/* Whether the loop of steps runs, whatever method was asked for. */
int hz_collide_is_exact(const hz_collide *c);
/* Over the next n samples the object's port slides to another place: the weights of its first modes go straight to
 * these, a step a sample. Strikers that touch go along with the surface, and the work that moves them is supplied. Only
 * the loop of steps can. */
void hz_collide_slide(hz_collide *c, const double *weight, int modes, int n);
void hz_collide_run(hz_collide *c, const hz_collide_io *io);

void hz_collide_energy(const hz_collide *c, hz_energy *out);
void hz_collide_accounts(const hz_collide *c, hz_accounts *out);
int hz_collide_finite(const hz_collide *c);

#endif
