/* tilted_force: the force of a step of a contact that goes on, which runs straight over the step (collide:tilt). */
#ifndef HZ_TILTED_FORCE_H
#define HZ_TILTED_FORCE_H

#include "core/base/port.h"
#include "law.h"

/* Where something leads the compression: its way and its velocity at the end of the step, way and velocity half way,
 * and the first moment of its velocity about the middle of the step over the step's length. Where the force runs along
 * a curve, also the work of a unit of its arch, its sway and its hump. Sums of them are taken number by number. */
enum { HZ_LED_NUMBERS = 8 };
typedef union hz_led {
    struct {
        double run, v, half, v_half, moment, arch, sway, hump;
    };
    double of[HZ_LED_NUMBERS];
} hz_led;

/* What a unit of the force's mean and a unit of its tilt do. It depends on the bodies and on the step's length. */
typedef struct hz_tilted_columns {
    double length; /* of the step, s */
    hz_led by_force, by_tilt;
} hz_tilted_columns;

/* From what force and tilt do to the ports of both bodies together. */
hz_tilted_columns hz_tilted_columns_of(const hz_mobility *m, double length);

/* The same of a stride of so many samples, 2, 4 or 8, in which the force runs along a curve (collide:stride). Its arch
 * follows from mean, tilt and the force at the start, and is in their columns. */
typedef struct hz_curve_columns {
    hz_tilted_columns tied;
    hz_led by_start, by_sway, by_hump;
    int samples;
} hz_curve_columns;

/* From where a unit of each of the curve's shapes (hz_stride) leads the ports of both bodies together. */
hz_curve_columns hz_curve_columns_of(const hz_tilted_reach *by, double length, int samples);

/* A step of a contact: where it starts, and where it leads without the force that is sought. */
typedef struct hz_tilted_equation {
    const hz_law *law;
    const hz_tilted_columns *columns;
    const hz_curve_columns *curve;  /* of a stride, whose `tied` are the columns */
    double eta, v, spring, elastic; /* at the start: the compression, its velocity, elastic force and energy */
    double run, v_end, moment;      /* without the force */
    double arch, sway, hump;        /* of a stride */
} hz_tilted_equation;

/* The force of such a step by its mean and tilt, and what comes of it. */
typedef struct hz_tilted_push {
    double force, tilt;                  /* the force is not a number where the equations were not solved */
    double arch, sway, hump;             /* of a stride's force; the hump adds to its mean */
    double run, v;                       /* way of the compression, and its velocity at the end */
    double eta, spring, elastic, pushes; /* at the end: compression, elastic force and energy, force of the law */
    double loss;                         /* of the contact, J; never negative */
    double v_half, pushes_half;          /* velocity and force of the law half way */
    double stray;  /* of a stride of 8 samples: the velocity at both ends that its curve does not have */
    double bent;   /* by how much the energy bent the force, as a part of it and of the elastic one */
    double missed; /* what is left of the balance of energy, as a part of the energies in it */
} hz_tilted_push;

/* Solves it from a guess at mean and tilt. */
void hz_force_tilted(const hz_tilted_equation *s, double force, double tilt, hz_tilted_push *to);
/* The same of a stride. */
void hz_force_curved(const hz_tilted_equation *s, double force, double tilt, hz_tilted_push *to);

/* How mean and tilt of a force (the first letter) change with those of another (the second). */
typedef struct hz_tilted_answer {
    double ff, ft, tf, tt;
} hz_tilted_answer;

/* How the force of a step that was solved answers to another one, which moves the compression by these columns. */
hz_tilted_answer hz_force_tilted_answer(const hz_tilted_equation *s, const hz_tilted_push *x,
                                        const hz_tilted_columns *other);

#endif
