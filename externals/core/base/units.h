/* units: pi, decays as patches give them (the seconds in which a vibration falls by 60 dB), and the loss of a step. */
#ifndef HZ_UNITS_H
#define HZ_UNITS_H

#define HZ_PI 3.14159265358979323846
#define HZ_SIXTY_DB 6.907755278982137 /* ln 1000: a decay times its sigma */

/* The sigma of an oscillator, 1/s, that decays in so many seconds; without a decay it has no loss. */
static inline double hz_sigma_of(double decay)
{
    return decay > 0 ? HZ_SIXTY_DB / decay : 0;
}

/* The place of mode i between two pickups for left and right, -1 to 1: those of any few neighbours lie far apart. */
static inline double hz_stereo_place(int i)
{
    double turns = (i + 1) * 0.6180339887498949; /* of the golden section */
    return 2 * (turns - (int)turns) - 1;
}

/* What a step keeps of a change, (1 - loss)/(1 + loss), is rounded, by the same error in each step. So the loss becomes
 * the one that belongs to the rounded number, and is returned: books that count with it are right for ever. */
static inline double hz_loss_kept(double loss, double *keep)
{
    *keep = (1 - loss) / (1 + loss);
    return (1 - *keep) / (1 + *keep);
}

#endif
