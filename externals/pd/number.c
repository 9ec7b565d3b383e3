/* number: how a number of Pd becomes one of ours. */
#include "number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Rounds a number to so many digits where that takes one multiplication and one division by a power of ten that is
 * exact. Then the quotient is the number that these digits name. Returns 0 where it does not. */
static int round_to(double f, int digits, double *x)
{
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    double size = fabs(f);

    if (size == 0 || !(size > 1e-12 && size < 1e12))
        return 0;
    int power = digits - 1 - (int)floor(log10(size));
    *x = power >= 0 ? rint(f * tens[power]) / tens[power] : rint(f / tens[-power]) * tens[-power];
    return 1;
}

double hz_number_from(t_float f)
{
    enum { FEWEST = 6, ENOUGH = 9 }; /* Any float keeps 6 digits, and 9 digits tell any two floats apart. */

    if (sizeof(t_float) > sizeof(float) || f == 0)
        return f + 0.0; /* Negative zero becomes zero: a frequency of -0 gave no number in a textbook method. */
    for (int digits = FEWEST; digits < ENOUGH; digits++) {
        double x;
        if (!round_to(f, digits, &x)) {
            char text[32];
            snprintf(text, sizeof text, "%.*g", digits, (double)f);
            x = strtod(text, NULL);
        }
        if ((t_float)x == f)
            return x;
    }
    return f;
}

int hz_number_within(double *x, double min, double max)
{
    t_float f = (t_float)*x;

    if (!(f >= (t_float)min && f <= (t_float)max))
        return 0;
    if (*x < min)
        *x = min;
    if (*x > max)
        *x = max;
    return 1;
}

t_float hz_number_told(double x)
{
    const double most = sizeof(t_float) > sizeof(float) ? DBL_MAX : FLT_MAX;

    return (t_float)(x > most ? most : x < -most ? -most : x);
}

double hz_number_pitch(double midi)
{
    return 440 * exp2((midi - 69) / 12);
}
