/* number: how a number of Pd becomes one of ours. */
#include "number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double hz_number_from(t_float f)
{
    enum { FEWEST = 6, ENOUGH = 9 }; /* Any float keeps 6 digits, and 9 digits tell any two floats apart. */

    if (sizeof(t_float) > sizeof(float))
        return f;
    for (int digits = FEWEST; digits < ENOUGH; digits++) {
        char text[32];
        snprintf(text, sizeof text, "%.*g", digits, (double)f);
        double x = strtod(text, NULL);
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
