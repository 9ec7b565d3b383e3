/* plate: a thin plate on simply supported edges, by finite differences.
 *
 *     rho H v'' = -D laplace^2 v - 2 rho H sigma0 v' + 2 rho H sigma1 laplace v' + f       plate:equation
 *
 * The scheme is explicit (plate:step); its energy and its losses are known exactly (plate:energy). The grid has as many
 * points as are asked for, or as the step's stability allows. A port drives and reads any place with the same weights.
 */
#ifndef HZ_PLATE_H
#define HZ_PLATE_H

#include "core/base/ledger.h"
#include "plate_kernel.h"

typedef struct hz_plate_params {
    double size[2];        /* m */
    double thickness;      /* m */
    double density, young; /* kg/m^3, N/m^2 */
    double poisson;
    double sigma0, sigma1; /* losses, 1/s and m^2/s */
    int points;            /* wanted; 0: as many as are stable */
} hz_plate_params;

/* A grid: points along the longer side and across it, the edges not counted. */
typedef struct hz_plate_grid {
    int columns, rows;
} hz_plate_grid;

typedef struct hz_plate {
    hz_plate_params params;
    double h;              /* the step, s */
    int room;              /* points there is memory for */
    int turned;            /* rows run along the second side */
    double dx, dy;         /* grid spacing along and across rows */
    double mass;           /* of one point, kg */
    double push;           /* what a newton on one point adds to its displacement in a step */
    double rigidity;       /* D, N m */
    double loss;           /* sigma0 h (hz_loss_kept) */
    hz_plate_kernel sheet; /* state: the displacements, and what they changed by in the last step */
    double *older;         /* of a step with books: what they changed by in the step before */
    double rough[2];       /* of plate:books, of the last changes and of `older`; NAN: not known */
    double *memory, *spare;
} hz_plate;

/* A place on the plate: the points around it and their weights, which sum to 1 inside the plate. */
enum { HZ_PLATE_AROUND = 16 };
typedef struct hz_plate_port {
    int n, at[HZ_PLATE_AROUND];
    double weight[HZ_PLATE_AROUND];
    double compliance; /* what a newton on the port adds to its displacement in a step */
} hz_plate_port;

/* Room for so many points; 0 if there is no memory. */
int hz_plate_init(hz_plate *p, int room);
void hz_plate_free(hz_plate *p);

/* The grid that these parameters get: as many points as wanted, at most `room`, if the step h carries them; as many as
 * it carries otherwise. No points at all where it carries none. */
hz_plate_grid hz_plate_choose(const hz_plate_params *params, double h, int room);

/* Derives the step. Where the present grid does not fit any more, its motion is carried over to a new one by
 * interpolation. 0: no grid fits, and nothing is changed. */
int hz_plate_prepare(hz_plate *p, const hz_plate_params *params, double h);
void hz_plate_rest(hz_plate *p);

/* The port at a place from 0 to 1 along each side. */
hz_plate_port hz_plate_at(const hz_plate *p, double x, double y);
double hz_plate_now(const hz_plate *p, const hz_plate_port *port);
/* What it changed by in the last step. A difference of two places would have fewer digits. */
double hz_plate_change(const hz_plate *p, const hz_plate_port *port);
/* Adds what a force (N) on the port does in the step just taken. */
void hz_plate_push(hz_plate *p, const hz_plate_port *port, double force);

/* Displacements as they stand, and what they changed by in the last sample, times these numbers. */
void hz_plate_scale(hz_plate *p, double still, double moving);

/* One step without force. With `books` the changes of the step before are kept for hz_plate_book. */
void hz_plate_step(hz_plate *p, int books);
/* What the plate lost in the step just taken, forces included, and what is stored after it. */
typedef struct hz_plate_books {
    double loss, kinetic, potential;
} hz_plate_books;
hz_plate_books hz_plate_book(hz_plate *p);
void hz_plate_energy(const hz_plate *p, hz_energy *add);
/* The greatest sum of a point's displacement and its change. */
double hz_plate_largest(const hz_plate *p);
int hz_plate_finite(const hz_plate *p);

int hz_plate_points(const hz_plate *p);

#endif
