/* internal: what the files of this room show to one another. */
#ifndef HZ_BARRIER_INTERNAL_H
#define HZ_BARRIER_INTERNAL_H

#include "barrier.h"

/* Nothing is put at once where a message says, or the string would be thrown. A hand moves it, no faster than this
 * (hand:pace). */
#define HZ_SPEED_HAND 0.5    /* m/s; of an obstacle, and of the string that a finger lets up */
#define HZ_SPEED_SIGNAL 10.0 /* m/s; of an obstacle whose height signal moves within a block */
#define HZ_SPEED_PEG 20.0    /* octaves a second; of the tuning of a string that moves */
#define HZ_SPEED_SLIDE 10.0  /* lengths of the string a second; of a finger along it */

/* The first contacts at places. Frets follow, and points of the row that share the string with one of these. */
enum { HZ_AT_HAMMER, HZ_AT_FINGER, HZ_AT_MASS, HZ_AT_FLOOR, HZ_AT_MORE };

/* How many numbers a row has. A string needs some beyond its ends too. */
enum { HZ_BARRIER_ROW = (HZ_BARRIER_POINTS + 2 * HZ_GRID_PAD + 8) & ~7 };

/* ---- barrier ---- */

hz_energy hz_barrier_stored(const hz_barrier *x);
/* Adds what is stored beside the strings: by masses and contacts. */
void hz_barrier_add_beside(const hz_barrier *x, hz_energy *add);
/* What is stored, for a change that begins here; it is only known while the books are open. */
double hz_barrier_before(const hz_barrier *x);
/* Books the change as adjusted. */
void hz_barrier_changed(hz_barrier *x, double before);
/* Leads what is to what is wanted: all of it, once the obstacle no longer holds the string; or the tuning alone. */
int hz_barrier_adopt(hz_barrier *x, int rebuild, int glide);
void hz_barrier_tune(hz_barrier *x, int glide);

static inline double hz_barrier_boxed(const hz_barrier_params *p)
{
    return p->boxed > 0 ? p->boxed : 1;
}

/* What the string loses at least while the force that a soundbox is given changes. */
static inline double hz_barrier_least_loss(const hz_barrier *x)
{
    double boxed = hz_barrier_boxed(&x->params);
    return hz_string_least_loss(&x->string) / (boxed * boxed);
}

/* What a pickup hears of the string itself. */
double hz_barrier_string_heard(const hz_barrier *x, int pickup);
/* The end at which a soundbox is. */
static inline int hz_barrier_box_end(const hz_barrier_params *p)
{
    return p->pickup[0] > 0.5;
}

/* The displacement at a pickup, as it is heard, where pickups do not hear forces. */
double hz_barrier_seen(const hz_barrier *x, int pickup);

/* ---- obstacle ---- */

const hz_obstacle_type *hz_obstacle_type_of(hz_obstacle_kind kind);

static inline int hz_obstacle_is_there(double height)
{
    return height > 0.5 * HZ_BARRIER_NOTHING;
}

/* The height of what is below the string's point i, now or a sample ago. */
static inline double hz_obstacle_now(const hz_obstacle *o, int i)
{
    return (o->type->second ? o->second.u[i] : o->profile[i]) + o->height;
}

static inline double hz_obstacle_before(const hz_obstacle *o, int i)
{
    return (o->type->second ? o->second.u[i] - o->second.d[i] : o->profile[i] - o->last[i]) + o->height_before;
}

/* What a newton adds to the next place of a point. */
static inline double hz_obstacle_compliance(const hz_obstacle *o)
{
    return o->type->second ? o->second.compliance : 0;
}

/* It comes to be of the present type, in the place of another one. */
void hz_obstacle_appear(hz_obstacle *o, const hz_barrier_params *p, const hz_obstacle_type *was);
/* The spring of its mass, under losses of at least `hand`. */
void hz_obstacle_prepare_mass(hz_obstacle *o, const hz_barrier_params *p, double h, int first);
/* Where its profile is to be, unless the owner draws that. */
void hz_obstacle_shape(hz_obstacle *o, const hz_barrier_params *p, int n);
/* Begins the profile's way to its goal, which takes so many samples at least; 0: it is there. */
void hz_obstacle_lead(hz_obstacle *o, const hz_string *s, int glide);
/* Takes out what has been lowered for good. Returns whether anything was. */
int hz_obstacle_clear(hz_obstacle *o, const hz_string *s);
/* The height that parameters say; and the highest part of the obstacle over its height. */
double hz_obstacle_height(const hz_obstacle *o, const hz_barrier_params *p);
double hz_obstacle_top(const hz_obstacle *o, int n);
/* Whether it holds up a string of n spaces. */
int hz_obstacle_holds(const hz_obstacle *o, int n);
void hz_obstacle_lower(hz_obstacle *o, double way);

/* The step, with the profile's glide and without contacts; then it is taken, with the height that is to be. `commit`
 * returns the energy that the second string's stencil adds by its glide, where there are books. */
void hz_obstacle_predict(hz_obstacle *o, int n, int books);
double hz_obstacle_commit(hz_obstacle *o, double height, int books);
/* Of the step that was predicted with books: what is lost, with what a second string will store added to `strings`; and
 * the work of what holds it if its height will be `height`. */
double hz_obstacle_book(hz_obstacle *o, hz_energy *strings);
double hz_obstacle_work(const hz_obstacle *o, double height);
int hz_obstacle_is_still(const hz_obstacle *o);

/* ---- contacts ---- */

/* The law of the contact i at a place. */
static inline const hz_law_params *hz_barrier_law_at(const hz_barrier_params *p, int i)
{
    if (i == HZ_AT_HAMMER)
        return &p->hammer;
    if (i == HZ_AT_MASS && p->mass_law.stiffness > 0)
        return &p->mass_law;
    return i == HZ_AT_FLOOR && p->floor_law.stiffness > 0 ? &p->floor_law : &p->law;
}

/* Puts all contacts together anew, for the bodies as they stand. Contacts under way go on. */
void hz_barrier_contacts_arrange(hz_barrier *x);
/* The same, and what it changes is booked. */
void hz_barrier_contacts_rearrange(hz_barrier *x);
/* Contact i holds another place of the string now: finds what it shares with the others. */
void hz_barrier_contacts_couple(hz_barrier *x, int i);
/* The string's mass or losses are others now. */
void hz_barrier_contacts_comply(hz_barrier *x);
/* The contact after this one that is there and has a law, from -1 on; -1: there is none. Contacts at places come first,
 * then the points of the row; point i is HZ_COUPLED_CONTACTS_MOST + i. */
int hz_barrier_next(const hz_barrier *x, int i);
/* Finds compressions from where the bodies are. A contact that would start deeper inside than it was, or than a touch,
 * yields until it is left (start:yield); quadratised contacts hold no more than they did. Where `fresh` is set, all
 * but those of hammer and mass start as deep as they are. */
void hz_barrier_contacts_measure(hz_barrier *x);
/* What contacts hold; or would if all of them were lower by so much. */
double hz_barrier_contacts_held(const hz_barrier *x, double lower);
/* All contacts yield alike, as far as they must to hold no more than this (J). */
void hz_barrier_contacts_bound(hz_barrier *x, double most);
/* How much deeper than it was anything would start, if measured now. */
double hz_barrier_contacts_over(const hz_barrier *x);
/* What has come to be there is lowered until nothing touches it. A hand raises it from there. */
void hz_barrier_contacts_lower(hz_barrier *x);
/* A fret takes no part in steps while the string does not reach it, nor do those that share the string with it. Before
 * a step, when the string and what is below will be at this height: finds frets that it reaches. After a step: leaves
 * those out that it has left. */
void hz_barrier_contacts_rouse(hz_barrier *x, double height);
void hz_barrier_contacts_leave(hz_barrier *x);
/* A touch is over: it is reported if the bodies have parted and the grid has resolved it, and counted otherwise. */
void hz_barrier_contacts_end(hz_barrier *x, hz_barrier_contact *c, int parted);
/* The force of the obstacle, or of the hammer where there is none, at the end of the last step: by the law and the
 * velocity of the step. */
double hz_barrier_contacts_end_force(const hz_barrier *x);
/* The greatest compression. */
double hz_barrier_contacts_deepest(const hz_barrier *x);

/* ---- motion ---- */

/* Tunes the strings towards the parameters, as fast as pegs are turned. Returns what hz_string_prepare says. */
int hz_barrier_motion_tune(hz_barrier *x, int glide);
/* The square of the speed of the string's slowest wave: tension, and bending as if it were some. */
double hz_barrier_motion_stiffness(const hz_barrier *x);
/* The finger is to press where the parameters say. */
void hz_barrier_motion_point(hz_barrier *x);
/* Before a block: speeds are chosen, and an obstacle that has been lowered makes way for the one that is wanted. */
void hz_barrier_motion_aim(hz_barrier *x, const hz_barrier_io *io);
/* In each sample: all that hands hold moves on. Returns the height that is to be. */
double hz_barrier_motion_move(hz_barrier *x, const hz_barrier_io *io, int i);
/* Whether there is nothing to move in this block. */
int hz_barrier_motion_rests(const hz_barrier *x, const hz_barrier_io *io);

/* ---- equilibrium ---- */

/* What draws the string aside, with the force that would draw it so far if nothing were in its way. */
typedef struct hz_pick {
    hz_string_port port;
    double amplitude;
} hz_pick;

/* Finds where the string comes to rest on what is in its way, pressed by its finger, and leaves that shape in x->rest,
 * from 0 to string.n. With a pick, which may be NULL, it is the shape in which that holds it. It takes HZ_REST_ROUNDS
 * solutions of a banded system at most, and where these were too few, four times as many again from obstacles that are
 * soft at first. Obstacles stay where they are, but a mass gives way as its spring and its floor do. */
enum { HZ_REST_ROUNDS = 40 };
void hz_string_equilibrium_find(hz_barrier *x, const hz_pick *pick);

#endif
