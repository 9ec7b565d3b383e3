/* bessel: the Bessel functions of round bodies, in C11 and nothing else.
 *
 * The mathematical library has J_n only under POSIX and I_n not at all. Here both come from one idea, Miller's: their
 * recurrences are stable when run downward, so start with anything far above the order that matters, and settle the
 * scale by a sum that is known. A pass gives every order below on its way.
 *
 * Cost of a pass: 2 to 3 ns for each of its steps, which are about x + 11.5 x^(1/3) + 4 for J. */
#ifndef HZ_BESSEL_H
#define HZ_BESSEL_H

/* J_0(x) ... J_n(x), x >= 0, within a few 1e-16; `j` has n + 1 places. */
void hz_bessel_j(int n, double x, double *j);

/* e^-x I_n(x), x >= 0, with small relative error, since it serves as a divisor, also for n well above x. */
double hz_bessel_i(int n, double x);

/* I_(k+1)(x)/I_k(x) for k = 0 ... n: between 0 and 1; `ratio` has n + 1 places. */
void hz_bessel_i_ratios(int n, double x, double *ratio);

#endif
