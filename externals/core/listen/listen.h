/* listen: what a recorded hit says of the body that was hit: its modes, and what is not modes.
 *
 * The sound is cut into bands (listen:bands). In each, the subspace of a Hankel matrix gives the damped sinusoids
 * (listen:esprit), which are moved until what is left is least over the whole sound (listen:refine), looked at once
 * more where much is left (listen:cells), and kept if they are worth their numbers (listen:order). What is left of the
 * sound without its modes is described in the bands of core/bands (listen:rest). Several hits of one body share
 * frequencies and decays (listen:share). All of it takes memory of its own and long, so it belongs into a thread. */
#ifndef HZ_LISTEN_H
#define HZ_LISTEN_H

#include "core/bands/bands.h"

enum { HZ_LISTEN_MODES = 300, HZ_LISTEN_HITS = 16 };

/* One recorded hit. */
typedef struct hz_listen_sound {
    const float *x;
    int n;
    double rate; /* Hz, 4000 to 200000 */
} hz_listen_sound;

typedef struct hz_listen_mode {
    double freq, sigma; /* Hz, 1/s */
    double size, phase; /* amplitude in the sound when the strike is, and the phase of its cosine there */
    double over;        /* dB: its energy over that of the noise in as much of the spectrum */
} hz_listen_mode;

typedef struct hz_listen_hit {
    hz_listen_mode mode[HZ_LISTEN_MODES]; /* frequencies rise */
    int n;
    double onset, from, until;             /* s: the strike; the modes were found between these */
    double peak, floor;                    /* the largest sample; the noise before the strike, or at the end */
    double rest[HZ_BANDS], loss[HZ_BANDS]; /* mean square when the strike is, and decay (1/s), of what is no mode */
    double contact;                        /* s, by the fall of the spectrum; 0: shorter than can be told */
    double hum;                            /* Hz; 0: none */
    double room;                           /* s, T60 of what is left late; 0: none is heard */
    int onsets;                            /* so many hits there are in the sound */
    int clipped, cut;                      /* samples at full scale; the sound ends before it has decayed */
} hz_listen_hit;

/* How far it is, from 0 to 1; it is given up where the answer is 0. */
typedef int (*hz_listen_progress)(void *who, double part);

enum hz_listen_answer {
    HZ_LISTEN_GOOD,
    HZ_LISTEN_SILENT,  /* there is no onset in it */
    HZ_LISTEN_SHORT,   /* there is too little behind the onset */
    HZ_LISTEN_NOTHING, /* nothing in it decays as modes do */
    HZ_LISTEN_NO_MEMORY,
    HZ_LISTEN_CANCELLED
};

/* Analyses the hit that is the so-manieth in the sound, from 0, up to the next one. At most so many modes are kept, the
 * strongest. */
enum hz_listen_answer hz_listen(const hz_listen_sound *sound, int which, int most, hz_listen_progress told, void *who,
                                hz_listen_hit *out);

/* A body that was hit at several places. */
typedef struct hz_listen_body {
    int n, hits;
    double freq[HZ_LISTEN_MODES], sigma[HZ_LISTEN_MODES];
    double weight[HZ_LISTEN_HITS][HZ_LISTEN_MODES]; /* of the strike at each place, signed; the largest of all is 1 */
    double heard[HZ_LISTEN_MODES];                  /* of the pickup */
    double crowd[HZ_BANDS], loss[HZ_BANDS];         /* so many modes of weight 1 and pickup 1 stand in each band */
    double contact;                                 /* s; 0: shorter than can be told */
    double unit;                                    /* amplitude in the sound of a mode of weight 1 and pickup 1 */
} hz_listen_body;

/* Makes one body of hits. Returns 0 if there is no memory. listen:share, listen:weights */
int hz_listen_share(const hz_listen_hit *const *hit, int hits, int most, hz_listen_body *out);

/* The level of a hit, dB, at so many frequencies from 40 Hz to 20 kHz whose logarithms are evenly spaced, and that of
 * its modes there; -120: nothing. Returns 0 if there is no memory. */
int hz_listen_draw(const hz_listen_sound *sound, const hz_listen_hit *h, double *level, double *modes, int n);

#endif
