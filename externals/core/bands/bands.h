/* bands: what a body does above the modes that are computed, as energy in ten bands.
 *
 * The modes that are left out stand in bands of a third of a decade and less: bands:edges. The contact feels them as
 * one broad mode a band, which its owner adds to the modes of the body (bands:load). What these broad modes lose is in
 * truth the motion of the modes that they stand for: a reservoir of energy for each band takes of it what the force has
 * in the band (bands:tail), and another one a small part of what the contact loses (bands:stroke). What is in them is
 * heard as noise in the band, and decays as the material says (bands:sound). In a loud thin body energy moves up from
 * band to band (bands:cascade). Nothing is taken that was not lost, so the whole stays passive, and the books include
 * it. While all is quiet nothing is computed. */
#ifndef HZ_BANDS_H
#define HZ_BANDS_H

#include "core/modal/mode_bank.h"

#include <stdint.h>

enum { HZ_BANDS = 10, HZ_BAND_ROW = 16 }; /* Rows are padded with zeros to two slabs. */

/* The edges of band b are those of b and b + 1; its middle; and how wide it is, Hz. */
double hz_band_edge(int b);
double hz_band_middle(int b);
double hz_band_width(int b);

/* What the bands are of a body. All numbers may be 0. */
typedef struct hz_bands_params {
    double mobility[HZ_BANDS]; /* m/s per N, of the modes that are left out: its broad mode has the mass 1/(Y B) */
    double sigma[HZ_BANDS];    /* 1/s, of the decay of their amplitude */
    double stroke[HZ_BANDS];   /* this part of the striker's energy goes into the band, if the contact loses it */
    double cascade[HZ_BANDS];  /* 1/(J s): so fast a part of a band's energy moves up, over that energy */
    int below[HZ_BANDS + 1];   /* so many modes of the body, which rise, lie below each edge of the bands */
    int first; /* so many modes of the body stand before the broad ones, one for each band that has a mobility */
    const double *const *heard; /* of each pickup, m/s per root of the tail's energy, a number for each band */
    const double *stroke_heard; /* the same of the striker's energy, one number for all bands */
} hz_bands_params;

/* What the bands are told of some samples, and where they add their sound. */
typedef struct hz_bands_chunk {
    const hz_bank *body;
    int at, n;
    const double *force, *push; /* N, rows: of the contacts, and from outside; `push` may be NULL */
    double elastic;             /* what the contact law holds afterwards, J */
    double damping;             /* of the contact law, s/m */
    double v_in, v_out;         /* the speed with which the contact began; and the least that a compression has now */
    double *const *audio;
    int rows, displacement; /* rows beyond those of the bands' pickups hear the same ones again */
    hz_ledger *ledger;      /* NULL: no books are kept */
    double *const *meter;   /* HZ_METERS rows, with what the bodies alone make of them; each may be NULL */
} hz_bands_chunk;

struct hz_band_rows;
typedef struct hz_bands {
    int pickups;
    int first, n, band[HZ_BANDS]; /* the broad modes of the body: where they begin, and of which bands they are */
    int feeds;                    /* something can come in */
    int still;                    /* nothing comes in now */
    int sounds;                   /* there is something to hear, or to fade */
    int heard, rings;             /* in which slabs of bands; and in which there is energy: a bit for each */
    int fresh;                    /* the modes have not been looked at yet */
    int displaced, anew;          /* displacement is heard; what is heard begins as it is now */
    int phase;                    /* so many samples of the present stretch are over */
    int calm, lasts; /* the force has been even for so many samples; after so many nothing comes in any more */
    enum hz_simd lanes;
    double h, steady, offset; /* of the force, N */
    double strokes;           /* the parts of the striker's energy that go into all bands */
    double elastic;           /* what contacts held when they were looked at last, J */
    double booked;            /* what the ledger counts as dissipated so far, J */
    double due, paid;         /* what the striker's noise should have, and what of it the contacts have lost, J */
    double struck_less;       /* the part of what strikers brought that decays in a stretch */
    double peak;              /* the most that the reservoirs held since they were empty */
    int cascades, awake;      /* energy can move up; it may now */
    int waits, strides;       /* so many samples since it did; it does after so many */
    int below[HZ_BANDS + 1];
    struct hz_band_rows *rows;
} hz_bands;

/* Room for so many pickups. Returns 0 if there is no memory. */
int hz_bands_init(hz_bands *b, int pickups);
void hz_bands_free(hz_bands *b);
/* Takes over a description, for samples of length h; NULL: there are no bands. Energy stays where it is, but what is in
 * bands that are no more is gone: hz_bands_held tells before and after. */
void hz_bands_prepare(hz_bands *b, const hz_bands_params *p, double h);
/* The broad mode of a band: its mass, frequency and decay rate. The port moves it with weight 1. */
void hz_band_mode(int band, double mobility, double *mass, double *omega, double *sigma);
/* Empties the reservoirs. */
void hz_bands_rest(hz_bands *b);
/* Other random numbers from now on, those of this seed: where nothing sounds, the noise is the same each time. */
void hz_bands_seed(hz_bands *b, double seed);
/* A block begins: messages may have moved the body. */
void hz_bands_begin(hz_bands *b, const hz_bank *body, double elastic, const hz_ledger *ledger);
/* Some samples are over. */
void hz_bands_run(hz_bands *b, const hz_bands_chunk *c);
/* Some samples without contact are over: lets energy move up, out of the body's modes too, at most once. The port comes
 * no nearer than `room` (m, not above 0) to what is before it; rather nothing is done. Returns whether modes moved. */
int hz_bands_cascade(hz_bands *b, hz_bank *body, int n, double room, hz_ledger *ledger);
/* So many samples may pass before hz_bands_cascade is to be asked again. */
int hz_bands_span(const hz_bands *b);
/* The energy in the reservoirs and on its way to them, J. */
double hz_bands_held(const hz_bands *b);

#endif
