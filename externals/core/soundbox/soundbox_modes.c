/* soundbox_modes: the resonances of each kind of body. */
#include "internal.h"

#include <math.h>
#include <stdint.h>

/* A resonance that is known. */
typedef struct known {
    double freq, quality, loud;
} known;

/* soundbox:modes  A body: its known resonances, where the others begin and end, Hz, and how they are. */
typedef struct body {
    known low[8];
    double from, to, quality;
    double slope;     /* dB an octave */
    double hill, top; /* so many dB more about this frequency, over half an octave to each side */
    uint64_t seed;    /* of what is drawn: of 400 draws the one with the most even response */
} body;

static const body bodies[HZ_SOUNDBOX_KINDS] = {
    [HZ_SOUNDBOX_GUITAR] = { { { 102, 25, 0.5 },
                               { 195, 30, 0.3 },
                               { 210, 30, 0.15 },
                               { 290, 35, 0.5 },
                               { 390, 40, 0.6 } },
                             450,
                             9000,
                             30,
                             1,
                             0,
                             1000,
                             250 },
    [HZ_SOUNDBOX_VIOLIN] = { { { 275, 15, 1.3 }, { 400, 35, 0.8 }, { 460, 40, 1.3 }, { 540, 40, 0.8 } },
                             650,
                             9000,
                             26,
                             2,
                             3,
                             2500,
                             350 },
    [HZ_SOUNDBOX_CONTRABASS] = { { { 62, 12, 0.4 }, { 108, 25, 1.4 }, { 140, 25, 1.4 }, { 190, 25, 1 } },
                                 225,
                                 7000,
                                 18,
                                 4,
                                 0,
                                 1000,
                                 174 },
    [HZ_SOUNDBOX_HARP] = { { { 150, 15, 0.1 }, { 180, 25, 0.25 }, { 240, 30, 0.25 }, { 310, 30, 0.5 } },
                           360,
                           9000,
                           28,
                           4,
                           0,
                           1000,
                           220 },
    [HZ_SOUNDBOX_PIANO] = { { { 49, 25, 0.03 },
                              { 67, 25, 0.05 },
                              { 89, 25, 0.05 },
                              { 102, 30, 0.15 },
                              { 113, 30, 0.15 } },
                            135,
                            9000,
                            20,
                            4.5,
                            0,
                            1000,
                            281 },
    [HZ_SOUNDBOX_GOURD] = { { { 120, 6, 1.5 }, { 210, 10, 1.2 }, { 330, 15, 1 } }, 420, 10000, 20, 1, 4, 3000, 323 },
};

/* Numbers from -1/2 to 1/2, the same for each kind at all times: splitmix64 (Steele, Lea and Flood 2014). */
static double draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0 - 0.5;
}

/* About normal, with the deviation 1. */
static double normal(uint64_t *state)
{
    return 2 * (draw(state) + draw(state) + draw(state));
}

static double level(const body *b, double freq)
{
    double octaves = log2(freq / 1000), off = 2 * log2(freq / b->top);
    return pow(10, (b->slope * octaves + b->hill * exp(-off * off)) / 20);
}

/* A resonance stands for as many as there are up to the next one, which far up overlap: half of that gap is filled, and
 * all of it far up. */
static double quality_at(const body *b, double freq, double filled)
{
    double way = fmin(fmax(log2(freq / 700) / 1.5, 0), 1);
    return fmin(b->quality, filled * exp2(1 - way));
}

void hz_soundbox_modes(enum hz_soundbox_kind kind, int pickups, double *freq, double *quality, hz_soundbox_row *heard)
{
    const body *b = &bodies[kind];
    uint64_t state = b->seed;
    int n = 0;
    for (; n < 8 && b->low[n].freq > 0; n++) {
        freq[n] = b->low[n].freq;
        quality[n] = b->low[n].quality;
    }
    double apart = log(b->to / b->from) / (HZ_SOUNDBOX_MODES - 1 - n);
    for (int k = 0; n + k < HZ_SOUNDBOX_MODES; k++) {
        freq[n + k] = b->from * exp(apart * (k + 0.15 * normal(&state)));
        quality[n + k] = quality_at(b, freq[n + k], 1 / apart) * exp(0.15 * normal(&state));
    }
    for (int p = 0; p < pickups; p++)
        for (int k = 0; k < HZ_SOUNDBOX_MODES; k++) {
            double even = p == 0 ? (k % 2 ? 1 : -1) : draw(&state);
            heard[p][k] = k < n ? copysign(b->low[k].loud * level(b, b->from), even)
                                : copysign(level(b, freq[k]) * exp(0.25 * normal(&state)), even);
        }
}
