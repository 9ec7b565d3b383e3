/* string_dispersion: the stencil of a string on a grid, fitted to the dispersion of the stiff string.
 *
 * A step of the string adds -A u to its velocity, A = c0 S + c1 S^2 + c2 S^3 with S the negative second difference, so
 * a wave with theta radians a point has 4 sin^2(W/2) = a(s) = c0 s + c1 s^2 + c2 s^3, s = 4 sin^2(theta/2), W radians
 * a sample. The three numbers are chosen so that the fundamental and two higher places of the theory's
 * W(theta) are met exactly: string:fit. The scheme stays explicit and passive, for a + 2 loss s <= 4 is checked. */
#ifndef HZ_STRING_DISPERSION_H
#define HZ_STRING_DISPERSION_H

enum { HZ_STRING_FEWEST = 4 }; /* spaces between points */

/* What is to be met, per second and per metre: omega^2 = speed2 b^2 + bending2 b^4 for the wave number b. */
typedef struct hz_string_wave {
    double length;
    double speed2;   /* T/(rho A) */
    double bending2; /* E I/(rho A) */
    double loss1;    /* sigma_1, m^2/s */
    int clamped;
} hz_string_wave;

typedef struct hz_string_dispersion {
    double c[3];
    double loss; /* 2 sigma_1 h/spacing^2 */
    double end;  /* of the springs that clamp: A has this much more at the first and at the last moving point */
} hz_string_dispersion;

/* The lowest frequency (Hz) of the theory. */
double hz_string_wave_lowest(const hz_string_wave *w);
/* Sets speed2 so that this is the lowest; 0 if bending alone is higher: then speed2 is 0. */
int hz_string_wave_tune(hz_string_wave *w, double freq);
/* The theory's partial m, Hz; of supported ends. */
double hz_string_wave_partial(const hz_string_wave *w, int m);

/* Fits n spaces at the step h; 0 if no passive stencil carries the wave. */
int hz_string_dispersion_make(hz_string_dispersion *f, const hz_string_wave *w, int n, double h);
/* A coarse grid of up to `most` spaces that carries the wave; 0: none does. Four spaces do for most strings, but where
 * there is little but bending the parabola needs more. */
int hz_string_dispersion_coarsest(const hz_string_wave *w, int most, double h);
/* The most spaces up to `most` that carry the wave; 0: none do. */
int hz_string_dispersion_spaces(const hz_string_wave *w, int most, double h);

#endif
