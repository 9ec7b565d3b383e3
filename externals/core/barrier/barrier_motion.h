/* barrier_motion: how what is in a string's way comes, moves and goes, and how a finger presses.
 *
 * Messages say where things are to be; nothing is put there at once, or the string would be thrown. A hand moves an
 * obstacle, at no more than HZ_HAND, and it comes from below and leaves downwards (hand:pace). A height signal that
 * moves within its block is followed as it is, up to HZ_HASTE. */
#ifndef HZ_BARRIER_CLASS_MOTION_H
#define HZ_BARRIER_CLASS_MOTION_H

#include "barrier.h"

#define HZ_HAND 0.5   /* m/s */
#define HZ_HASTE 10.0 /* m/s */
#define HZ_PEG 20.0   /* octaves a second */
#define HZ_SLIDE 10.0 /* lengths of the string a second: a finger on it */

/* Where the obstacle's height is to be, without the signal. */
double hz_barrier_motion_height(const hz_barrier *x);
/* Where the profile is to be, for the obstacle that is there; a drawn one is the owner's, who fills in a new one. */
void hz_barrier_motion_shape(hz_barrier *x, int keep);
/* Starts the profile's way to its goal, in so many samples at least; 0: it is there. */
void hz_barrier_motion_lead(hz_barrier *x, int glide);
/* Whether the obstacle holds the string up; and whether it would let it fall if what was `old` became what it is to be.
 */
int hz_barrier_motion_holds(const hz_barrier *x);
int hz_barrier_motion_lets_fall(const hz_barrier *x, const hz_barrier_params *old);
/* The square of the speed of its slowest wave: tension, and bending as if it were some. */
double hz_barrier_motion_stiffness(const hz_barrier *x);
/* Where the finger is to press. */
void hz_barrier_motion_point(hz_barrier *x);

/* Before a block: speeds are chosen; an obstacle that has been lowered gives way to the next. */
void hz_barrier_motion_aim(hz_barrier *x, const hz_barrier_io *io);
/* In each sample: everything moves on. Returns the height that is to be. */
double hz_barrier_motion_move(hz_barrier *x, const hz_barrier_io *io, int i);
/* After a block: what has been lowered for good is taken out. */
void hz_barrier_motion_clear(hz_barrier *x);
/* Whether there is nothing to move. */
int hz_barrier_motion_rests(const hz_barrier *x, const hz_barrier_io *io);

#endif
