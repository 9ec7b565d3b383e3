/* number: how a number of Pd becomes one of ours, and back. */
#ifndef HZ_PD_NUMBER_H
#define HZ_PD_NUMBER_H

#include "m_pd.h"

/* Two numbers of Pd that differ still differ when both are written with this many digits. */
enum { HZ_NUMBER_DIGITS = sizeof(t_float) > sizeof(float) ? 17 : 9 };

/* Returns the number that was meant. Pd in single precision turns a typed 0.01 into 0.00999999978. The shortest decimal
 * that reads back to the same float is what was typed, and with it a result agrees with its closed form in every digit.
 */
double hz_number_from(t_float f);

/* Says whether x lies in a range, both ends of which are allowed. The ends are compared as Pd can hold them, so that a
 * typed end is accepted; then x is held to the range exactly. */
int hz_number_within(double *x, double min, double max);

/* Returns a number as Pd can hold it: what is beyond its range becomes the greatest that Pd has. */
t_float hz_number_told(double x);

/* Returns the frequency of a midi pitch, Hz. */
double hz_number_pitch(double midi);

#endif
