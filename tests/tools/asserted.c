/* asserted: every test says how much it asserted, and one that asserted nothing has failed. */
#include "asserted.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { MOST_TESTS = 200 };

static long asserted;

void asserted_add(long n)
{
    asserted += n;
}

int asserted_is_native(void)
{
    return getenv("HZ_PRELOAD") == NULL && getenv("HZ_WRAP") == NULL;
}

int asserted_has_time(void)
{
    return asserted_is_native() || getenv("HZ_ALL") || getenv("HZ_SOAK");
}

int asserted_has_long_double(void)
{
    volatile long double one = 1, little = 0x1p-60L;
    return one + little != one;
}

/* ---- counting: the linker calls __wrap_x where a test calls x, and x where we call __real_x ---- */

#define COUNTED(name, parameters, arguments)                                                                           \
    void __wrap_##name parameters;                                                                                     \
    void __real_##name parameters;                                                                                     \
    void __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        asserted++;                                                                                                    \
        __real_##name arguments;                                                                                       \
    }

typedef LargestIntegralType integer;
COUNTED(_assert_true, (integer x, const char *text, const char *file, int line), (x, text, file, line))
COUNTED(_assert_int_equal, (integer a, integer b, const char *file, int line), (a, b, file, line))
COUNTED(_assert_float_equal, (float a, float b, float epsilon, const char *file, int line), (a, b, epsilon, file, line))
COUNTED(_assert_string_equal, (const char *a, const char *b, const char *file, int line), (a, b, file, line))
COUNTED(_assert_memory_equal, (const void *a, const void *b, size_t n, const char *file, int line),
        (a, b, n, file, line))
COUNTED(_assert_memory_not_equal, (const void *a, const void *b, size_t n, const char *file, int line),
        (a, b, n, file, line))
COUNTED(_assert_in_range, (integer x, integer least, integer most, const char *file, int line),
        (x, least, most, file, line))

/* ---- judging ---- */

/* Returns the seconds of processor time that this program and what it started have taken. */
static double spent(void)
{
    struct rusage own, started;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &started);
    return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + started.ru_utime.tv_sec + started.ru_stime.tv_sec) +
           1e-6 * (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec + started.ru_utime.tv_usec +
                           started.ru_stime.tv_usec);
}

/* Runs a test, which its state points to, and asks what it asserted. */
static void judge(void **state)
{
    const struct CMUnitTest *test = *state;
    void *own = test->initial_state;
    double before = spent();
    asserted = 0;
    test->test_func(&own);
    print_message("# asserted %ld in %.2f s: %s\n", asserted, spent() - before, test->name);
    if (asserted == 0)
        fail_msg("%s asserted nothing", test->name);
}

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n, CMFixtureFunction setup,
                                   CMFixtureFunction teardown);
int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n, CMFixtureFunction setup,
                                   CMFixtureFunction teardown);

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n, CMFixtureFunction setup,
                                   CMFixtureFunction teardown)
{
    static struct CMUnitTest judged[MOST_TESTS];
    size_t kept = 0;
    for (size_t i = 0; i < n && kept < MOST_TESTS; i++)
        if (tests[i].test_func)
            judged[kept++] = (struct CMUnitTest){ tests[i].name, judge, tests[i].setup_func, tests[i].teardown_func,
                                                  (void *)(uintptr_t)&tests[i] };
    if (getenv("HZ_ONLY")) /* a test's name, in which * stands for anything */
        cmocka_set_test_filter(getenv("HZ_ONLY"));
    return __real__cmocka_run_group_tests(name, judged, kept, setup, teardown);
}
