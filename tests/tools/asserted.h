/* asserted: every test says how much it asserted, and one that asserted nothing has failed.
 *
 * The linker puts the functions of asserted.c in the place of cmocka's (tests/tests.mk), so that a test need do nothing
 * for it. Each test prints a line `# asserted 12 in 0.31 s: its_name`, with its processor time. */
#ifndef HZ_TEST_ASSERTED_H
#define HZ_TEST_ASSERTED_H

/* cmocka asks for these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A condition, with words that say what was found where it does not hold. */
#define assert_that(condition, ...)                                                                                    \
    do {                                                                                                               \
        asserted_add(1);                                                                                               \
        if (!(condition))                                                                                              \
            fail_msg(__VA_ARGS__);                                                                                     \
    } while (0)

/* So many assertions were made by other means. */
void asserted_add(long n);

/* A member of the list of tests that is left out under the sanitizers and valgrind, which change what it measures: how
 * loud something is in its whole length, what is allocated, how fast it is. It is not counted there. */
#define native_unit_test(test)                                                                                         \
    {                                                                                                                  \
#test, asserted_is_native() ? test : NULL, NULL, NULL, NULL                                                    \
    }
int asserted_is_native(void);

/* The same for a test of numbers that takes seconds, and reaches no code that others do not reach too: those
 * see it only where all trials are asked for (HZ_ALL). */
#define long_unit_test(test)                                                                                           \
    {                                                                                                                  \
#test, asserted_has_time() ? test : NULL, NULL, NULL, NULL                                                     \
    }
int asserted_has_time(void);

/* The same for a test whose truth is in long doubles, which valgrind computes as doubles. */
#define long_double_unit_test(test)                                                                                    \
    {                                                                                                                  \
#test, asserted_has_long_double() ? test : NULL, NULL, NULL, NULL                                              \
    }
int asserted_has_long_double(void);

#endif
