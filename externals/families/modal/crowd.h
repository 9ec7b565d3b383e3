/* crowd: the modes of a shape that are not computed, as bands of energy (core/bands), and the noise of what strikes. */
#ifndef HZ_FAMILY_CROWD_H
#define HZ_FAMILY_CROWD_H

#include "body.h"

#include "core/bands/bands.h"

/* What the parameters ask for. */
typedef struct hz_crowd_wanted {
    double crowd;                 /* dB, on as many modes as the shape has; hz_crowd_none: no bands */
    double stroke;                /* dB, on the usual part of the striker's energy; hz_crowd_none: none */
    double cascade;               /* times the usual flow of energy from band to band; 0: none */
    double mass;                  /* kg, of what strikes */
    double limit;                 /* Hz: a band above it is left out */
    const double *bands, *decays; /* of a body of lists: so many modes stand in each band, and decay so, s */
    int n_bands, n_decays;        /* the last ones go for the bands behind them */
} hz_crowd_wanted;
extern const double hz_crowd_none;

typedef struct hz_crowd {
    hz_bands_params bands;
    double *heard, *stroke_heard; /* of each pickup: HZ_BANDS numbers, and one */
    const double **row;
    int listed;         /* So many modes stood before those of bands, or without them. */
    int mode[HZ_BANDS]; /* of each band: one more than the number of its broad mode in the modes made last, or 0 */
} hz_crowd;

/* Makes room for so many pickups. Returns 0 if there is no memory. */
int hz_crowd_init(hz_crowd *c, int pickups);
void hz_crowd_free(hz_crowd *c);
/* Makes the bands of the body's shape and adds their broad modes to its modes, which were made just before. Returns
 * what core/collide is to be told, or NULL: there are no bands. */
const hz_bands_params *hz_crowd_join(hz_crowd *c, hz_body *b, hz_modes *modes, const hz_crowd_wanted *w);

#endif
