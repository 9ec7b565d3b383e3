/* sound: what a recording of a sound is like, in figures. */
#ifndef HZ_TEST_SOUND_H
#define HZ_TEST_SOUND_H

enum {
    SOUND_OCTAVES = 9,  /* around 63, 125 ... 16000 Hz */
    SOUND_PARTIALS = 8, /* the strongest */
    SOUND_TIMES = 3,    /* at which the centroid is taken */
    SOUND_BANDS = 30,   /* of a trajectory: a third of an octave each, from 25 Hz up */
    SOUND_FRAMES = 12,  /* of a trajectory: five in the first 50 ms, then wider ones up to 2.4 s */
};

extern const double sound_times[SOUND_TIMES]; /* s after the onset */

typedef struct sound {
    double peak, loudness;           /* dBFS; LUFS, the greatest momentary one */
    double attack;                   /* s from a tenth to nine tenths of the greatest level within 1 ms */
    double decay[SOUND_OCTAVES];     /* s to -60 dB, from the fall from -5 to -20 dB; NAN: hardly anything is there */
    double centroid[SOUND_TIMES];    /* Hz, mean of the power spectrum of 43 ms; NAN: it is silent by then */
    double partial[SOUND_PARTIALS];  /* Hz, in the order of their frequencies, within the first second; NAN: no more */
    double strength[SOUND_PARTIALS]; /* dB under the strongest */
    double high;                     /* dB, the power above 16 kHz over the whole */
    double mean, jump;               /* the mean of all samples; the greatest step from one to the next */
    double lasts;                    /* s from the onset until all but a thousandth of the energy is gone */
    double trajectory[SOUND_FRAMES][SOUND_BANDS]; /* dB under the greatest, no less than -60 */
} sound;

/* Measures n samples. */
sound sound_of(const float *x, int n, double rate);

/* Returns the attack alone. */
double sound_attack(const double *x, int n, double rate);

/* How different two sounds are, whatever their loudness: the root of the mean square (dB) of the difference of their
 * trajectories, over the fields in which at least one of them is above -60 dB. */
double sound_distance(const sound *a, const sound *b);

#endif
