/* exact_pair: two modal bodies and a linear spring and damper, in long doubles, as a truth for models of them.
 *
 * The whole of both bodies is one linear system z' = A z + load in contact and another one in flight. A step is the
 * matrix exponential applied to the state: its series in long doubles, over pieces in which no pole turns by more than
 * half a rad. The compression over a piece is a polynomial, whose zeros are bisected. It knows nothing of vectors,
 * shears, or of any way to be fast. */
#ifndef HZ_TEST_EXACT_PAIR_H
#define HZ_TEST_EXACT_PAIR_H

enum { EXACT_MODES = 256, EXACT_TERMS = 26, EXACT_SWITCHES = 400 };

/* A touch or a parting, s and m/s. */
typedef struct exact_switch {
    long double time, speed;
} exact_switch;

typedef struct exact_pair {
    int n, touching;
    long double square[EXACT_MODES], sigma[EXACT_MODES], port[EXACT_MODES], load[EXACT_MODES];
    long double q[EXACT_MODES], p[EXACT_MODES]; /* counted in sqrt(kg) */
    long double stiffness, damping;
    long double fastest[2]; /* rad/s: no pole turns faster, in flight and in contact */
    long double time;
    int switches;
    exact_switch at[EXACT_SWITCHES];
} exact_pair;

/* Adds a mode. The port is its weight at the contact over the root of its mass, negative for body b. */
void exact_mode(exact_pair *x, double omega, double sigma, double port, double load);
/* Derives what follows from the modes and the contact. */
void exact_prepare(exact_pair *x);
/* Goes on for a time through all touches and partings. */
void exact_go(exact_pair *x, long double time);
/* The same, but nothing switches. */
void exact_stay(exact_pair *x, long double time);
long double exact_energy(const exact_pair *x);

/* Where exact_stay leads, by the exponential of the whole matrix: scaled, summed and squared. It takes n^3
 * multiplications, and is there to test the other. At most EXACT_DENSE modes. */
enum { EXACT_DENSE = 16 };
void exact_dense(const exact_pair *x, long double time, long double *q, long double *p);

#endif
