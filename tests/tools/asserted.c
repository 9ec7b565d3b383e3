/* asserted: every test says how much it asserted, and one that asserted nothing has failed. */
#include "test.h"

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

typedef struct test {
    const char *name;
    int line;
    void (*plain)(void);
    void (*about)(const void *of);
    const void *of;
} test;

static test tests[MOST_TESTS];
static int listed;

static void add(const test *t)
{
    int at = listed++;
    if (listed > MOST_TESTS)
        abort();
    for (; at > 0 && tests[at - 1].line > t->line; at--)
        tests[at] = tests[at - 1];
    tests[at] = *t;
}

void tests_add(int line, const char *name, void (*plain)(void))
{
    add(&(test){ .name = name, .line = line, .plain = plain });
}

void tests_add_of(int line, const char *name, void (*about)(const void *of), const void *of)
{
    add(&(test){ name, line, NULL, about, of });
}

static void (*at_end)(void);

void tests_end_with(void (*act)(void))
{
    at_end = act;
}

/* Runs a test, which its state points to, and asks what it asserted. */
static void judge(void **state)
{
    const test *t = *state;
    double before = spent();
    asserted = 0;
    if (t->plain)
        t->plain();
    else
        t->about(t->of);
    if (at_end)
        at_end();
    print_message("# asserted %ld in %.2f s: %s\n", asserted, spent() - before, t->name);
    if (asserted == 0)
        fail_msg("%s asserted nothing", t->name);
}

int tests_run(void)
{
    static struct CMUnitTest judged[MOST_TESTS];
    for (int i = 0; i < listed; i++)
        judged[i] = (struct CMUnitTest){ .name = tests[i].name, .test_func = judge, .initial_state = &tests[i] };
    if (getenv("HZ_ONLY"))
        cmocka_set_test_filter(getenv("HZ_ONLY"));
    return _cmocka_run_group_tests("tests", judged, (size_t)listed, NULL, NULL);
}
