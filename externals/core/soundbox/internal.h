/* What the files of the soundbox share. */
#ifndef HZ_SOUNDBOX_INTERNAL_H
#define HZ_SOUNDBOX_INTERNAL_H

#include "soundbox.h"

typedef double hz_soundbox_row[HZ_SOUNDBOX_MODES];

/* soundbox:step  Everything of the resonances that vector code reads, and of each pickup how it weighs them. */
typedef struct hz_soundbox_rows {
    _Alignas(64) hz_soundbox_row q, v;         /* displacement and velocity */
    hz_soundbox_row qq, qv, vq, vv;            /* a step without force */
    hz_soundbox_row gives;                     /* m/N, under a steady force */
    hz_soundbox_row loss_vv, loss_vq, loss_qq; /* what a step loses */
    hz_soundbox_row mass, stiffness;           /* halves of them */
    hz_soundbox_row omega, sigma;
    hz_soundbox_row heard[]; /* a row for each pickup */
} hz_soundbox_rows;

/* What a stretch brings and takes, in the units of the resonances: its sums have a slab for each sample. */
typedef struct hz_soundbox_sums {
    hz_slab work[HZ_SOUNDBOX_STRETCH], loss[HZ_SOUNDBOX_STRETCH], kinetic[HZ_SOUNDBOX_STRETCH],
        potential[HZ_SOUNDBOX_STRETCH];
} hz_soundbox_sums;

/* The resonances of a kind: frequency, Hz, quality, and how loud each pickup hears them. */
void hz_soundbox_modes(enum hz_soundbox_kind kind, int pickups, double *freq, double *quality, hz_soundbox_row *heard);

#endif
