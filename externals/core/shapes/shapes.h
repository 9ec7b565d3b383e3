/* shapes: geometry and material to modal data, with signed weights at any position.
 *
 *     q_i'' + 2 sigma_i q_i' + omega_i^2 q_i = W_i(x) F / m          F acts at x
 *     u(y) = sum W_i(y) q_i                                          displacement at y
 *
 * One convention settles the size of a weight: the mean of W_i^2 over the body is 1, and so the modal mass m of every
 * mode is the mass of the body (shape:mass). Only W^2/m has a meaning of its own: at the middle of a string it is 2/M,
 * whether one says weight sqrt 2 and mass M, or weight 1 and mass M/2.
 *
 * Modes are sorted by frequency; those of one frequency, such as the cosine and the sine of a round body, stand side by
 * side. Rigid motions of free bodies have no frequency and are left out: they do not sound.
 *
 *     shape       size (m)                 thickness (m)   position (0 to 1)        the body
 *     string      length                   diameter        along it                 stiff, ends pinned
 *     bar         length, width            of the bar      along it                 both ends clamped
 *     freebar     length, width            of the bar      along it                 both ends free
 *     cantilever  length, width            of the bar      from the clamped end     one end free
 *     membrane    two sides                of the skin     along the two sides      edge held, no stiffness
 *     drum        diameter                 of the skin     r/R, angle in turns      edge held, no stiffness
 *     plate       two sides                of the plate    along the two sides      edge simply supported
 *     disc        diameter                 of the plate    r/R, angle in turns      edge clamped
 *     freedisc    diameter                 of the plate    r/R, angle in turns      edge free
 *     tube        length, outer diameter   of the wall     along it                 struck from the side, ends free
 *     bowl        diameter of the rim      of the shell    bottom to rim, turns     half a sphere, its rim free
 *
 * Sizes are what a ruler laid across the thing shows, therefore diameters. Where the second size is 0, a bar is as wide
 * as it is thick, a membrane or plate is square, a tube is a thirtieth of its length across; a wall thicker than the
 * tube's radius makes a rod. Tension is N in a string, N/m in a membrane or drum, and nothing to the others.
 *
 * The theories are the thin ones of the textbooks (shape:*): a mode whose wavelength comes near the thickness is put
 * too high. The surrounding air takes energy (shape:loss) but loads no mode.
 *
 * Costs are kept apart; for each mode of a hundred (of a thousand), on an AMD EPYC with gcc -O3, in nanoseconds:
 *   tables    when kind, sides' ratio (membrane, plate) or Poisson's ratio (freedisc) change, or modes are added:
 *             string 16 (15), bars and tube 56 (67), membrane and plate 24 (36), bowl 870 (860), drum 560 (1100),
 *             disc and freedisc 1600 to 1900 (2500 to 3700): at worst 0.2 ms (4 ms)
 *   scaling   when anything else changes: 9 to 12
 *   weights   at a position: string 12 (10), bars and tube 22 (35), membrane and plate 30 (55), bowl 15 (16),
 *             drum 54 (115 to 180), disc and freedisc 90 (130 to 220)
 * Nothing here allocates, prints, or keeps anything outside the shape: all of it may run at a block's edge. */
#ifndef HZ_SHAPES_H
#define HZ_SHAPES_H

#include "materials.h"

#include <stddef.h>

/* The kinds of bodies, and their names in the same order in a list, as menus want them. */
#define HZ_SHAPE_NAMES "string bar freebar cantilever membrane drum plate disc freedisc tube bowl"
typedef enum hz_shape_kind {
    HZ_STRING,
    HZ_BAR,
    HZ_FREEBAR,
    HZ_CANTILEVER,
    HZ_MEMBRANE,
    HZ_DRUM,
    HZ_PLATE,
    HZ_DISC,
    HZ_FREEDISC,
    HZ_TUBE,
    HZ_BOWL,
    HZ_SHAPES
} hz_shape_kind;

enum { HZ_SHAPE_MODES = 4096 }; /* the most modes there can be */

/* What the table of modes depends on; the numbers that a kind does not look at stay 0. */
typedef struct hz_mode_table_kind {
    hz_shape_kind kind;
    double poisson; /* freedisc */
    double ratio;   /* membrane, plate: the first side over the second */
} hz_mode_table_kind;

/* The table itself, of the n lowest modes. One of more modes begins as one of fewer does. */
typedef struct hz_mode_table {
    hz_mode_table_kind kind;
    int n;
    struct hz_table_mode *mode;
} hz_mode_table;

typedef struct hz_shape_params {
    hz_shape_kind kind;
    int modes;            /* how many */
    hz_material material; /* a copy: any of its numbers may differ from the table's */
    double size[2], thickness, tension;
    double freq;  /* Hz, of the lowest mode, the rest in proportion; 0 is what geometry and material give */
    double decay; /* s to -60 dB, of the lowest mode, the rest in proportion; 0 is no loss, negative what they give */
    /* shape:tuned  What makers do to a body that its theory does not know. Lists count a round body's pair as one
     * mode. */
    const double *tuning; /* rising: the frequencies of the lowest modes over `freq`, the others go with the last */
    int n_tuning;
    double split;                /* cents between the two modes of a round body's pair; less than 0: nothing */
    double decay_power;          /* decays fall as frequency to this power; 0: as material and air give them */
    const double *decay_factors; /* the decays of the lowest modes are so much longer, the last goes for the others */
    int n_decay_factors;
    /* shape:alike  It radiates as if it were so many times smaller, as large beside its waves as if it were tuned so
     * many times lower. 0 counts as 1. */
    double smaller;
} hz_shape_params;

typedef struct hz_shape {
    int n;         /* how many modes: 0 if the parameters describe no body */
    double mass;   /* kg, of the body and of every mode */
    double *omega; /* rad/s, rising but for split pairs */
    double *sigma; /* 1/s */
    int *from;     /* where each mode stood before the last prepare, or -1: a sounding state can move along */
    /* The rest is the shape's own. */
    int room, tabled, known, slots;
    hz_mode_table_kind kind;
    struct hz_table_mode *table;
    int *work;
    hz_mode_table lent; /* It may be copied instead of made. */
} hz_shape;

/* Memory for so many modes (at most HZ_SHAPE_MODES), in bytes; and a shape without modes that lives in it. The memory
 * is aligned as for doubles and stays the caller's. */
size_t hz_shape_memory(int room);
void hz_shape_init(hz_shape *s, int room, void *memory);
/* Moves a shape to another memory, which has room for more modes, and all goes on as it was. */
void hz_shape_move(hz_shape *s, int room, void *memory);

/* Derives everything from the parameters, the table only where it must change, and returns the number of modes: as many
 * as were asked for, no more than there is room for, and none where the parameters describe no body. */
int hz_shape_prepare(hz_shape *s, const hz_shape_params *p);

/* A table may be made elsewhere, in another thread too, and lent to the shape: the next prepare copies it where it
 * would make the same. The first says which table a prepare with these parameters lacks (n 0: none). The second lends
 * one, which must stay until then. The others make one in memory of so many bytes, show that of a shape, and say
 * whether one serves for another. */
hz_mode_table hz_shape_lacks(const hz_shape *s, const hz_shape_params *p);
void hz_shape_lend(hz_shape *s, hz_mode_table table);
size_t hz_mode_table_memory(int n);
hz_mode_table hz_mode_table_in(void *memory, hz_mode_table_kind kind, int n);
hz_mode_table hz_shape_table(const hz_shape *s);
int hz_mode_table_serves(const hz_mode_table *table, const hz_mode_table *wanted);

/* How many modes lie under a frequency (Hz): the first so many. Where pairs are split, a few of the last may stand in
 * the wrong order, and these are the modes before the first one that lies above. */
int hz_shape_below(const hz_shape *s, double freq);

/* The weights of the first n modes at a position. Outside 0 to 1 lies the nearest edge; angles go round. */
void hz_shape_weights(const hz_shape *s, double x, double y, int n, double *w);

/* shape:heard  Turns the weights of a pickup into those by which the velocities of the modes make the sound pressure
 * (Pa) at one metre; of a string, the force on its bridge (N). It is an approximation: the parameters are those of
 * the last prepare. */
void hz_shape_radiate(const hz_shape *s, const hz_shape_params *p, int n, double *w);
/* The same of a body of one square metre of which nothing is known but its frequency (rad/s), and which is small. */
double hz_shape_monopole(double omega);

/* What the modes are like, about a frequency (Hz) above the first n, if they go on as the shape does. */
typedef struct hz_shape_crowd {
    double density;  /* modes per Hz */
    double sigma;    /* 1/s */
    double wave;     /* 1/m, their wave number */
    double radiated; /* the size of a weight that hz_shape_radiate makes of them; that of a place is 1 in the mean */
} hz_shape_crowd;
hz_shape_crowd hz_shape_beyond(const hz_shape *s, const hz_shape_params *p, int n, double freq);

#endif
