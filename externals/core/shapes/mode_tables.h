/* mode_tables: the modes of ideal bodies before they have a size: roots, and shapes that can be asked at any place.
 *
 * A weight is the displacement of the body at a place when the mode's coordinate is 1. Its size is fixed by one
 * convention for all: the mean of the squared displacement over the body is 1 (shape:mass). */
#ifndef HZ_MODE_TABLES_H
#define HZ_MODE_TABLES_H

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

typedef struct hz_mode_table {
    double root;    /* wave number times length, longer side or radius (shape:table) */
    double wave[2]; /* factors of cosine and sine, or of J, or of the bowl's figure */
    double edge[2]; /* factors of what decays from the two ends, or from the edge */
    short i, j;     /* half waves along the two sides; or nodal diameters, and 0 for the cosine, 1 for the sine */
    int name;       /* the same for the same mode, wherever the order puts it */
} hz_mode_table;

/* What a table depends on; the numbers that a kind does not look at stay 0. */
typedef struct hz_mode_table_kind {
    hz_shape_kind kind;
    double poisson; /* freedisc */
    double ratio;   /* membrane, plate: the first side over the second */
} hz_mode_table_kind;

/* The n lowest modes, n <= HZ_SHAPE_MODES, by rising root, those of one root side by side; `work` has 2 n places. */
void hz_mode_table_make(hz_mode_table_kind k, int n, hz_mode_table *table, int *work);

/* Their weights at a place. Coordinates are 0 to 1, angles in turns. */
void hz_mode_table_weights(hz_shape_kind kind, const hz_mode_table *table, int n, double x, double y, double *w);

#endif
