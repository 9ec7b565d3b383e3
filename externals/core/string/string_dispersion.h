/* string_dispersion: the stencil of a string on a grid, fitted to the dispersion of the stiff string.
 *
 * A step of the string adds -A u to its change, where A = c0 S + c1 S^2 + c2 S^3 and S is the negative second
 * difference. A wave with theta radians a point then has 4 sin^2(W/2) = a(s) = c0 s + c1 s^2 + c2 s^3, where
 * s = 4 sin^2(theta/2) and W is in radians a sample. The three numbers are chosen so that the fundamental and two
 * places above it on the theory's curve W(theta) are met exactly: string:fit. The scheme stays explicit, and it is
 * passive because a + 2 loss s <= 4 is checked. */
#ifndef HZ_STRING_DISPERSION_H
#define HZ_STRING_DISPERSION_H

enum { HZ_STRING_FEWEST = 4 }; /* spaces between points */

/* The wave that is to be carried: omega^2 = speed2 b^2 + bending2 b^4 for the wave number b. */
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
    double end;  /* the springs that clamp the ends: A has this much more at the first and at the last moving point */
} hz_string_dispersion;

/* The lowest frequency (Hz) of the theory. */
double hz_string_wave_lowest(const hz_string_wave *w);
/* Sets speed2 so that this is the lowest frequency. Returns 0 if bending alone is higher: then speed2 is 0. */
int hz_string_wave_tune(hz_string_wave *w, double freq);

/* Fits a stencil to n spaces at the step h. Returns 0 if no passive one carries the wave. */
int hz_string_dispersion_make(hz_string_dispersion *f, const hz_string_wave *w, int n, double h);
/* A coarse grid of up to `most` spaces that carries the wave, or 0 if none does. Four spaces are enough for most
 * strings, but where there is little but bending the parabola of the fit needs more. */
int hz_string_dispersion_coarsest(const hz_string_wave *w, int most, double h);
/* The greatest number of spaces up to `most` that carry the wave, or 0. */
int hz_string_dispersion_spaces(const hz_string_wave *w, int most, double h);

#endif
