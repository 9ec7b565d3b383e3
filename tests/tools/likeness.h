/* likeness: how far a sound is from a recording. */
#ifndef HZ_TEST_LIKENESS_H
#define HZ_TEST_LIKENESS_H

enum {
    LIKENESS_TIMES = 3,   /* 0 to 50 ms, 0.15 to 0.25 s, 0.9 to 1.1 s after the onset */
    LIKENESS_THIRDS = 27, /* of an octave, around 40 Hz to 16 kHz */
};

typedef struct likeness {
    double level[LIKENESS_TIMES][LIKENESS_THIRDS]; /* dB at a loudness of -18 LUFS; NAN: it ended before */
    double loudness;                               /* LUFS, the greatest momentary one */
    double attack;                                 /* s from a tenth to nine tenths of the greatest level within 1 ms */
    double outside;                                /* dB, what is not in the 14 strongest partials in the first 50 ms */
} likeness;

likeness likeness_of(const double *x, int n, double rate);

/* D (dB) at each time: the rms difference of the levels of all thirds. What is more than 60 dB under the recording's
 * loudest third in the first 50 ms counts as that floor; where both are there, a third is left out. NAN: one of them
 * ended before, or nothing is left. */
void likeness_distance(const likeness *ours, const likeness *recording, double d[LIKENESS_TIMES]);

#endif
