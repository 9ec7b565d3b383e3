/* orbit: a mass on a rigid wall, apart from the core: long double, bisection and GSL's quadrature.
 *
 *     m G(v) + K x^(a+1)/(a+1) = m G(v_in),   G(v) = v/mu - log(1 + mu v)/mu^2      P 3 */
#ifndef HZ_TEST_ORBIT_H
#define HZ_TEST_ORBIT_H

#include "core/law/wall.h"

typedef struct orbit {
    hz_law_params law;
    double mass, v_in;
} orbit;

/* z - log(1 + z) = mu^2 G(z/mu) to the last digit, z > -1. */
long double orbit_rest(long double z);
/* The z of this sign with orbit_rest(z) = c, by bisection. */
long double orbit_root(long double c, int sign);

double orbit_v_out(double mu, double v_in);
double orbit_x_max(const orbit *o);
/* P 9 with the substitution of PHYSICS 1 for its singular ends. */
double orbit_tau(const orbit *o);
double orbit_tau_of(const hz_law *l, double mass, double v_in);
double orbit_f_max(const orbit *o);
/* The polynomial fitted to v_out in P 7 with the coefficients of P 8 for n = 4, to within 2 %: P's Table 1 is measured
 * against it. */
double orbit_v_out_fit(double mu, double v_in);
/* The stiffness with which the contact lasts so long: time goes as K^(-1/(a+1)). */
double orbit_stiffness(const orbit *o, double tau);

#endif
