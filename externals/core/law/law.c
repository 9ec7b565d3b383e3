/* law: the contact law and its two discrete forces. */
#include "law.h"

#include <math.h>

/* Where |eta1 - eta0| is under this part of their sum, law:gradient is taken by its series. */
static const double near_ends = 1.0 / 32;

hz_law hz_law_prepare(const hz_law_params *p)
{
    double a = p->exponent;
    return (hz_law){
        .stiffness = p->stiffness,
        .exponent = a,
        .damping = p->damping,
        .potential = p->stiffness / (a + 1),
        .near2 = a * (a - 1) / 6,
        .near4 = a * (a - 1) * (a - 2) * (a - 3) / 120,
        .near6 = a * (a - 1) * (a - 2) * (a - 3) * (a - 4) * (a - 5) / 5040,
        .series2 = a * (a - 1) / 2,
        .series3 = a * (a - 1) * (a - 2) / 6,
        .series4 = a * (a - 1) * (a - 2) * (a - 3) / 24,
        .power = hz_power_prepare(a),
    };
}

double hz_law_compression(const hz_law *l, double spring)
{
    return pow(spring / l->stiffness, 1 / l->exponent);
}

hz_slope hz_law_gradient(const hz_law *l, double eta0, double phi0, double eta1)
{
    double sum = eta0 + eta1, step = eta1 - eta0, r = step / sum, r2 = r * r;
    if (sum > 0 && fabs(r) < near_ends) {
        /* law:gradient-near  the quotient loses its digits here */
        double middle = 0.5 * sum;
        double f = hz_law_spring(l, middle);
        double value = f * (1 + r2 * (l->near2 + r2 * (l->near4 + r2 * l->near6)));
        double bend = r * (2 * l->near2 + 4 * l->near4 * r2) * (1 - r);
        return (hz_slope){ value, 0.5 * (l->exponent * value + f * bend) / middle };
    }
    double f1 = hz_law_spring(l, eta1);
    double phi1 = eta1 > 0 ? f1 * eta1 / (l->exponent + 1) : 0;
    if (step == 0)
        return (hz_slope){ f1, 0 };      /* both ends are at the same place out of contact */
    double value = (phi1 - phi0) / step; /* law:gradient  C 8b, W 34 */
    return (hz_slope){ value, (f1 - value) / step };
}
