/* What the files of the bands share. */
#ifndef HZ_BANDS_INTERNAL_H
#define HZ_BANDS_INTERNAL_H

#include "bands.h"

enum {
    HZ_BAND_STRETCH = 16, /* Energies move, and levels are found, so many samples apart. */
    HZ_BAND_STRIDE = 64   /* The same of a cascade that is slow. */
};

typedef double hz_band_row[HZ_BAND_ROW], hz_band_list[HZ_BANDS];

/* Everything of the bands that vector code reads. */
typedef struct hz_band_rows {
    _Alignas(64) hz_band_row a1, a2; /* of the two equal sections of a band: bands:filter */
    hz_band_row force_scale, noise_scale;
    hz_band_row force[4], noise[4]; /* states of the sections */
    uint64_t dice[HZ_BAND_ROW];
    hz_band_row power;     /* energy that the square of the force of one sample brings */
    hz_band_row due, paid; /* J: what the force brings, and what the broad modes have lost */
    /* and what it does not */
    hz_band_list held, less;     /* J in the tail's reservoir; the part of it that decays in a stretch */
    hz_band_list stroke, struck; /* the same of the striker's: its part of the whole, and J in it */
    hz_band_list cascade;        /* 1/J: the part of a band's energy that moves up in a sample, over that energy */
    hz_band_list lapse;          /* the part of due and paid that lapses in a stretch */
    hz_band_list tone[2];        /* squares: velocity per root of energy is 1, displacement less */
    hz_band_list q, v, energy;   /* of the broad modes when they were looked at last */
} hz_band_rows;

/* Of one pickup: squares of its weights, and the factor of the noise, which goes straight over a stretch. */
typedef struct hz_band_pickup {
    _Alignas(64) hz_band_row gain, slope;
    hz_band_list tail, stroke;
} hz_band_pickup;

static inline hz_band_pickup *hz_band_pickups(const hz_bands *b)
{
    return (hz_band_pickup *)(b->rows + 1);
}

/* Nothing comes in any more. Returns what was on its way, J. */
double hz_bands_stop(hz_bands *b);

/* So much has become heat. */
static inline void hz_bands_book(hz_bands *b, hz_ledger *l, double heat)
{
    hz_sum_add(&l->dissipated, heat);
    b->booked = hz_sum_value(&l->dissipated);
}

#endif
