/* test: what every test begins with: assertions, claims, dice, and the headers that all of them want.
 *
 *     TEST(a_hammer_bounces)
 *     {
 *         assert_true(...);
 *     }
 *
 * The tests of a program run in the order of its file, and test_main.c has its main, unless it has one of its own,
 * which ends with tests_run(). Each prints `# asserted 12 in 0.31 s: its_name`, with its processor time. */
#ifndef HZ_TEST_TEST_H
#define HZ_TEST_TEST_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asserted.h"
#include "claim.h"
#include "dice.h"

#define TEST(name) TEST_IF(name, 1)
/* Left out under the sanitizers and valgrind, which change what it measures: how loud something is in its whole length,
 * what is allocated, how fast it is. */
#define NATIVE_TEST(name) TEST_IF(name, asserted_is_native())
/* The same for a test of numbers that takes seconds, and reaches no code that others do not reach too: those see it
 * only where all trials are asked for (HZ_ALL). */
#define LONG_TEST(name) TEST_IF(name, asserted_has_time())
/* The same for a test whose truth is in long doubles, which valgrind computes as doubles. */
#define LONG_DOUBLE_TEST(name) TEST_IF(name, asserted_has_long_double())
/* What takes seconds, and asks of every note or preset what other tests ask of a few: check-all has it. */
#define WHOLE_TEST(name) TEST_IF(name, claim_whole())

#define TEST_IF(name, wanted)                                                                                          \
    static void name(void);                                                                                            \
    __attribute__((constructor)) static void name##_is_listed(void)                                                    \
    {                                                                                                                  \
        if (wanted)                                                                                                    \
            tests_add(__LINE__, #name, name);                                                                          \
    }                                                                                                                  \
    static void name(void)

/* Adds a test: those of a smaller line run before it. The other kind is told of what it is one. */
void tests_add(int line, const char *name, void (*test)(void));
void tests_add_of(int line, const char *name, void (*test)(const void *of), const void *of);
/* What is done after each test that holds. */
void tests_end_with(void (*act)(void));
/* Runs them, or those that HZ_ONLY names, in which * stands for anything. Returns how many failed. */
int tests_run(void);

#endif
