/* number: between Pd's numbers and ours. */
#ifndef HZ_PD_NUMBER_H
#define HZ_PD_NUMBER_H

#include "m_pd.h"

/* The number that was meant. Pd in single precision turns a typed 0.01 into 0.00999999978; the
 * shortest decimal that reads back to the same float is what was typed, and with it a result
 * agrees with its closed form in every digit. */
double hz_number_from(t_float f);

/* Whether x lies in a range, both ends allowed. The ends are compared as Pd can hold them, so that
 * a typed end is accepted, and x is then held to the range exactly. */
int hz_number_within(double *x, double min, double max);

/* The frequency of a midi pitch, Hz. */
double hz_number_pitch(double midi);

#endif
