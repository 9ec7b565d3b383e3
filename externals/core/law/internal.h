/* What law and wall share, and nobody else. */
#ifndef HZ_CONTACT_INTERNAL_H
#define HZ_CONTACT_INTERNAL_H

#include <math.h>

/* (atanh(w)/w - 1)/w^2, the part of a logarithm that differences must not lose; ratio is (1 + w)/(1 - w). */
static inline double hz_atanh_rest(double w, double ratio)
{
    double z = w * w;
    if (z < 0.004)
        return 1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13)))));
    if (z < 0.0625) {
        double s = 0;
        for (int k = 27; k >= 3; k -= 2)
            s = s * z + 1.0 / k;
        return s;
    }
    return (0.5 * log(ratio) / w - 1) / z;
}

#endif
