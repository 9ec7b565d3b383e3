/* exact: linear systems y' = A y in long double, by the matrix exponential: the oracle for steps of a mode. */
#ifndef HZ_TEST_EXACT_H
#define HZ_TEST_EXACT_H

enum { EXACT_SIZE = 5 };

/* y becomes exp(A) y; rows and columns beyond n are not looked at. */
void exact_advance(int n, long double a[EXACT_SIZE][EXACT_SIZE], long double y[EXACT_SIZE]);

#endif
