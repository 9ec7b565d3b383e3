/* asserted: every test says how much it asserted, and one that asserted nothing has failed.
 *
 * The linker puts the functions of asserted.c in the place of cmocka's (tests/tests.mk), so that a test need do nothing
 * for it. */
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

/* Does this run natively, and not under the sanitizers or valgrind? */
int asserted_is_native(void);
/* Does it, or are all trials asked for (HZ_ALL)? */
int asserted_has_time(void);
/* Are long doubles longer than doubles? Valgrind computes them as doubles. */
int asserted_has_long_double(void);

#endif
