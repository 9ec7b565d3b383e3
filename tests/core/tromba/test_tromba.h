/* test_tromba: the trumpet marine of the tests: its default, its numbers at random, and a run with the books open. */
#ifndef HZ_TEST_TEST_TROMBA_H
#define HZ_TEST_TEST_TROMBA_H

#include "core/tromba/tromba.h"
#include "tests/tools/test.h"

/* The instrument of the class's defaults. */
hz_tromba_params test_tromba_default(void);

/* A made model, prepared; the test fails if it cannot be. Free with hz_tromba_free. */
void test_tromba_make(hz_tromba *t, const hz_tromba_params *p, double rate);

/* Another sample, with the bow at this velocity and force at its parameter's place; the accounts come back. */
typedef struct test_tromba_sample {
    double audio[3], force, compression;
    hz_accounts a;
} test_tromba_sample;

test_tromba_sample test_tromba_step(hz_tromba *t, double velocity, double force, int ledger);

/* n samples without books, with an evenly drawn bow; what outlet k gives is written to out. */
void test_tromba_play(hz_tromba *t, double velocity, double force, int outlet, double *out, int n);

#endif
