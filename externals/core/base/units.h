/* units: pi, and decays as patches give them: the seconds in which a vibration falls by 60 dB. */
#ifndef HZ_UNITS_H
#define HZ_UNITS_H

#define HZ_PI 3.14159265358979323846
#define HZ_SIXTY_DB 6.907755278982137 /* ln 1000: a decay times its sigma */

/* The sigma of an oscillator, 1/s, that decays in so many seconds; without a decay it has no loss. */
static inline double hz_sigma_of(double decay)
{
    return decay > 0 ? HZ_SIXTY_DB / decay : 0;
}

#endif
