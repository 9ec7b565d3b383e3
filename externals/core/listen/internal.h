/* internal: what the files of this room share. */
#ifndef HZ_LISTEN_INTERNAL_H
#define HZ_LISTEN_INTERNAL_H

#include "complex.h"
#include "listen.h"

enum {
    HZ_LISTEN_ROWS = 48,    /* of the Hankel matrix */
    HZ_LISTEN_WINDOW = 192, /* samples of a band that it is made of */
    HZ_LISTEN_BRIEF = 40,   /* samples for what decays fast */
    HZ_LISTEN_ORDER = 32,   /* modes in one band, at most */
    HZ_LISTEN_CELLS = 4     /* narrow parts of a band that are looked at once more, at most */
};

/* Finds where hits begin, at most so many, the largest sample, and the quiet level. Returns how many there are, -1
 * without memory. listen:onset */
int hz_listen_onsets(const hz_listen_sound *s, int *at, int most, double *peak, double *floor);

/* Describes what is left of the sound in which the modes of a hit begin at the first sample. Returns 0 if there is no
 * memory. listen:rest */
int hz_listen_rest(const hz_listen_sound *sound, hz_listen_hit *h);
void hz_listen_unhum(hz_listen_hit *h);
/* What a contact of so many seconds leaves of a mode, and how long the contact was. listen:striker */
double hz_listen_pulse(double freq, double contact);
double hz_listen_contact(const hz_listen_hit *h);
double hz_listen_room(const hz_listen_hit *h);

/* ---- bands: listen:bands ---- */

/* A part of the spectrum about `centre`, moved to 0 Hz and sampled at a rate of its own. */
typedef struct hz_listen_band {
    double centre, rate, wide; /* Hz; modes up to wide/2 from the centre are its own */
    int n, taps, every;        /* samples; of the filter; one for so many samples of the sound */
    double gain;               /* power of white noise of one unit behind the filter */
    double *filter;
    hz_complex *turned;  /* the filter, turned to the centre */
    hz_complex *y, *own; /* the samples, which stand in memory of its own at first */
} hz_listen_band;

/* Room for bands of a sound of n samples, of which every so many one is kept. Returns 0 if there is no memory. */
int hz_listen_band_make(hz_listen_band *b, double rate, int every, int n);
void hz_listen_band_free(hz_listen_band *b);
void hz_listen_band_aim(hz_listen_band *b, double centre);
/* Fills y from real samples, or from complex ones. */
void hz_listen_band_take(hz_listen_band *b, double centre, const float *x, int n);
void hz_listen_band_take_complex(hz_listen_band *b, double centre, const hz_complex *x, int n);
/* What becomes of exp(s t) in the band, at its first sample; s in 1/s and rad/s. */
hz_complex hz_listen_band_gain(const hz_listen_band *b, hz_complex s);
/* The power of noise in the last part of n samples, by the median of their spectrum. listen:noise */
double hz_listen_floor(const hz_complex *y, int n);

/* ---- damped sinusoids ---- */

/* A mode in a band: a exp(s n), n counts samples of the band. */
typedef struct hz_listen_pole {
    hz_complex s, a;
} hz_listen_pole;

/* Finds up to `most` poles in the first samples, whose noise has this power. Returns how many. listen:esprit */
int hz_listen_esprit(const hz_complex *y, int n, double noise, int most, hz_listen_pole *out);

typedef struct hz_listen_fit {
    hz_listen_pole pole[HZ_LISTEN_ORDER];
    double worth[HZ_LISTEN_ORDER]; /* the energy that would be left if it were not there, over the noise */
    int n;
    double left; /* the energy of what is left */
} hz_listen_fit;

/* Room for fits of up to n samples. */
typedef struct hz_listen_fitter {
    hz_complex *rest; /* y without the modes, after a fit */
    hz_complex *memory;
    hz_complex *gram, *normal, *right;
} hz_listen_fitter;
int hz_listen_fitter_make(hz_listen_fitter *w, int n);
void hz_listen_fitter_free(hz_listen_fitter *w);

/* Finds the amplitudes of the poles alone. Returns 0 if they cannot be told apart. */
int hz_listen_amplitudes(hz_listen_fitter *w, const hz_complex *y, int n, hz_listen_fit *f);
/* Moves all of them until the energy of what is left is least. listen:refine */
void hz_listen_refine(hz_listen_fitter *w, const hz_complex *y, int n, hz_listen_fit *f);
/* What is left, and what the modes cost: the less, the better the fit. listen:order */
double hz_listen_cost(const hz_listen_fit *f, int n, double noise);
/* Leaves out what is not worth its numbers. listen:order */
void hz_listen_prune(hz_listen_fitter *w, const hz_complex *y, int n, double noise, hz_listen_fit *f);

#endif
