/* claim: the worst value measured of something, beside what is allowed of it.
 *
 * A test declares its claims with the tolerance of the specification and shows them every value it measures. Each
 * prints one line at the end, so that running a program prints what it proves. */
#ifndef HZ_TEST_CLAIM_H
#define HZ_TEST_CLAIM_H

#include <stdint.h>

typedef struct claim {
    const char *name; /* such as "wall: v_out" */
    double allowed, worst;
    int seen;
    char where[300]; /* the case that gave the worst value */
} claim;

#define CLAIM(what, most)                                                                                              \
    {                                                                                                                  \
        .name = what, .allowed = most                                                                                  \
    }

/* Keeps the value if it is the worst yet, and the case that it came from; a NaN is worse than anything. */
void claim_see(claim *c, double value, const char *where, ...) __attribute__((format(printf, 3, 4)));
/* The same for how far a value is from what it should be, as a part of that. */
void claim_near(claim *c, double value, double expected, const char *where, ...) __attribute__((format(printf, 4, 5)));

/* Declares claims: at the end of the block they are printed, and the test fails if one of them does not hold, or was
 * never measured. */
#define CLAIMS(c, ...) __attribute__((cleanup(claims_end))) claim c[] = { __VA_ARGS__, { 0 } }
void claims_end(void *claims);
/* The same of n claims at once. */
void claim_check(const claim *c, int n);
#define CLAIMS_CHECK(claims) claim_check(claims, (int)(sizeof(claims) / sizeof *(claims)))

/* So many trials in `make check-all`, and a hundred times as many in `make soak`. In `make check` a third of many, and
 * a sixteenth under the sanitizers and valgrind, which are slower and look for other things than numbers. */
int claim_trials(int n);
/* The same for samples or cases of one trial, which a soak does not multiply. */
int claim_length(int n);
/* Is there time for everything? There is in `make check-all` and `make soak`, and not in `make check`. */
int claim_whole(void);

/* The seed of a test's dice: the same each time, but in `make soak` moved by a number that is new in each run and that
 * the program prints. HZ_SEED=<it> has the same dice again; HZ_SEED=0 has those of `make check`. */
uint64_t claim_seed(uint64_t usual);

#endif
