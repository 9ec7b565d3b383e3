/* internal: a step, and the five stages that it goes through. */
#ifndef HZ_COLLIDE_INTERNAL_H
#define HZ_COLLIDE_INTERNAL_H

#include "core/law/force_solver.h"
#include "collide.h"

/* A block that is being run. */
typedef struct hz_collide_block {
    const hz_collide_io *io;
    int at;        /* the present sample */
    double left;   /* of it, from 1 to 0; exact as long as no touch or parting cuts it */
    int same;      /* the first sample in which other forces act, or the table moves otherwise */
    int watched;   /* somebody asks for the motion in each sample */
    int from, to;  /* These strikers take its steps now: all, or on a wall, where none feels the others, one by one. */
    double origin; /* where the table was when the sample began */
} hz_collide_block;

/* Mean and tilt of a force. */
typedef struct hz_collide_force {
    double mean, tilt;
} hz_collide_force;

/* A striker in a step. */
typedef struct hz_step_striker {
    hz_contact_striker *its;
    hz_collide_touch *touch;
    double outer;                  /* N, on its mass */
    hz_tilted_equation q;          /* of its force, where the others' are none; of the way alone if it does not touch */
    hz_tilted_equation solved;     /* the same beside the others' */
    hz_tilted_push x;              /* the force, and what comes of it */
    hz_curve_parts parts;          /* of the force, in each sample of a stride */
    hz_tilted_reach ringing;       /* where the modes in which it rings go without force */
    double starts;                 /* the contact's force now */
    double rate;                   /* of what happens in it at the end */
    double load, level, level_end; /* on a wall: free_wall.h */
} hz_step_striker;

/* A step: a part of a sample, one, or several. Flight far from the object and rest know their forces, none or constant
 * ones: nothing of them is looked at. A passive step is solved by law:gradient, which is passive at any length and
 * whatever happens in it; a quiet one is passive because nothing of it can be heard. */
typedef struct hz_step {
    enum hz_step_kind { HZ_STEP_SOLVED, HZ_STEP_PASSIVE, HZ_STEP_QUIET, HZ_STEP_REST, HZ_STEP_FLIGHT } kind;
    double part, length;           /* samples, and seconds */
    int samples;                   /* a stride lasts so many; else 1 for a whole sample and 0 for a part of it */
    int n, touches;                /* strikers, and so many of them in contact: the others fly */
    int again;                     /* it is the one before once more: what follows from its length is known */
    int found;                     /* the forces were found */
    double otherwise;              /* how long it is to be if it cannot be a quiet one */
    double share;                  /* a step may last so much of the time of what happens in a contact */
    int to_the_end;                /* it lasts to the end of the sample, and could last longer */
    hz_mode_step *step;            /* what it does to the object's modes, ... */
    hz_stride *stride;             /* ... or in a stride */
    const hz_tilted_reach *object; /* where the object goes without force, */
    hz_tilted_reach looked;
    hz_tilted_reach end; /* and under all forces */
    hz_mobility mobility;
    hz_collide_force all; /* of all contacts */
    hz_step_striker of[HZ_MOST_STRIKERS];
    hz_step_striker *touching[HZ_MOST_STRIKERS + 1]; /* those of them in contact */
} hz_step;

/* A stride of eight samples is tried once this many of four had curves as smooth as it asks for. If it fails, the count
 * of these begins again at the second. */
enum { HZ_COLLIDE_CALM = 2, HZ_COLLIDE_FAILED = -16 };

/* The strikers that touch in a step. */
#define EACH_TOUCH(p, g)                                                                                               \
    for (hz_step_striker **p##_at = (g)->touching, *p = *p##_at; p##_at < (g)->touching + (g)->touches; p = *++p##_at)

/* ---- the stages ---- */

/* What could come next, and for how long. */
void hz_collide_propose(hz_collide *c, hz_collide_block *b, hz_step *g);
/* Where the bodies would go in it without the contacts' forces. These are the only sums over modes. */
void hz_collide_look(hz_collide *c, hz_step *g);
/* The forces of all contacts. */
void hz_collide_solve(hz_collide *c, hz_step *g);
/* Whether the step may be taken. If not, *part is how long it may be, in samples. */
int hz_collide_judge(const hz_collide *c, hz_step *g, double *part);
/* Makes it so long; with `last` it becomes passive, and is good at any length. */
void hz_collide_cut(hz_collide *c, hz_step *g, double part, int last);
/* Takes it: moves the bodies, writes the block's rows, and keeps the books. */
void hz_collide_take(hz_collide *c, hz_step *g, hz_collide_block *b);

/* ---- what they share ---- */

/* Whether a striker is a mass without suspension: its steps are parabolas. */
static inline int hz_collide_is_free(const hz_contact_striker *k)
{
    return k->body.omega[0] == 0;
}

static inline double hz_collide_lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double hz_collide_greater(double a, double b)
{
    return a > b ? a : b;
}

/* The longest of the lengths that come again, of this one or less, in samples: 1 and 3/4 times powers of 2. */
double hz_collide_ladder(double part);
/* How many steps resolve a contact, and the most there may be in a sample. */
int hz_collide_steps(const hz_collide *c);
int hz_collide_bound(const hz_collide *c);
/* Notes who touches in a step. */
void hz_collide_gather(hz_step *g);
/* The depth of a contact that begins with this velocity, about. */
double hz_collide_depth(const hz_collide *c, const hz_contact_striker *k, double v);
/* How near to the surface a striker is at it, when it comes with this velocity. */
double hz_collide_near(const hz_collide *c, const hz_contact_striker *k, double v);

/* Derives what a contact under way holds at the present compression; and how it goes on from there. */
void hz_collide_compress(hz_collide *c, int k);
void hz_collide_resume(hz_collide *c, int k);
/* A contact begins, or there was none. */
void hz_collide_touch_down(hz_collide *c, int k);
void hz_collide_forget(hz_collide *c, int k);

/* Parameters or weights have changed: what is derived from them is derived anew. */
void hz_collide_derive(hz_collide *c);
/* A sample begins: what acts in it; and is over: its rows are written. */
void hz_collide_open_sample(hz_collide *c, hz_collide_block *b);
void hz_collide_close_sample(hz_collide *c, hz_collide_block *b);
/* Runs some samples; and a block in which what is heard fades from what it was to what it is, in pieces. */
void hz_collide_run_part(hz_collide *c, const hz_collide_io *io);
void hz_collide_run_fading(hz_collide *c, const hz_collide_io *io);
/* What the pickups of the strikers jumped by fades over the block. */
void hz_collide_fade_ringing(hz_collide *c, const hz_collide_io *io);

/* The bands take their part of a block that begins, and of its samples from one to another, which are over. */
void hz_collide_begin_crowd(hz_collide *c);
void hz_collide_feed_crowd(hz_collide *c, const hz_collide_io *io, int from, int to);
/* The energy of the bodies and contacts, without the bands. */
void hz_collide_bodies_energy(const hz_collide *c, hz_energy *out);

/* Where the object comes to under all forces of a step. */
void hz_collide_find_end(const hz_collide *c, hz_step *g);
/* What a row of the pickups hears now; of a wall, the motion of the striker that was struck last. */
double hz_collide_motion(const void *c, int row, int displacement);

/* Whether all that touch lie still to the ear, and so does the object; then the forces that carry them are found. */
int hz_collide_is_at_rest(hz_collide *c, const hz_collide_block *b);
/* Takes a block of it. */
void hz_collide_rest(hz_collide *c, hz_collide_block *b);

#endif
