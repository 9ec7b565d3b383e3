/* cost: what an object takes of a block. It is compared, for a machine is as fast as it is. */

#include "impact.h"
#include "kinds.h"

enum { NOW, WORST, COST };

/* A body is silent under a ringing one, and sixteen voices ring beside one. */
NATIVE_TEST(more_takes_more)
{
    enum { SILENT, ONE, SIXTEEN, OBJECTS };
    static const char *const flags[] = { "-object bowl -modes 200", "-object bowl -modes 200",
                                         "-object bowl -modes 200 -voices 16" };
    double cost[OBJECTS][COST];
    int o[OBJECTS];
    pd_patch *p = pd_open();
    for (int k = 0; k < OBJECTS; k++) {
        o[k] = pd_obj(p, "hertz/impact~ %s", flags[k]);
        print_info(p, o[k], INFO);
        for (int i = 0; k != SILENT && i < (k == SIXTEEN ? 16 : 1); i++)
            pd_at(p, 10, o[k], "%d 100", 40 + i);
    }
    pd_at(p, 100, o[0], "cost");
    pd_at(p, 100, o[1], "cost");
    pd_at(p, 100, o[2], "cost");
    pd_until(p, 1000);
    pd_run(p);
    for (int k = 0; k < OBJECTS; k++) {
        answer(p, PD_ALL, o[k], "cost", 0, cost[k], COST);
        printf("# %s: %.3f %% now, %.3f %% at worst\n", flags[k], cost[k][NOW], cost[k][WORST]);
        assert_true(cost[k][NOW] > 0 && cost[k][WORST] >= cost[k][NOW]);
    }
    assert_true(cost[ONE][NOW] > 1.2 * cost[SILENT][NOW]);
    assert_true(cost[SIXTEEN][NOW] > 5 * cost[ONE][NOW]);
    pd_close(p);
}

/* The first one waits for its blocks; one that comes later answers at once of those since. */
static void answers_cost(void)
{
    double x[COST];
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-gain 1");
    int first = pd_at(p, 10, o, "cost"), before = pd_at(p, 190, o, "get gain"), after = pd_at(p, 250, o, "get gain");
    int second = pd_at(p, 500, o, "cost"), end = pd_at(p, 600, o, "get gain");
    pd_until(p, 700);
    pd_run(p);
    char line[40];
    snprintf(line, sizeof line, "o%d: cost ", o);
    assert_int_equal(pd_count(p, first, line), 0);
    assert_int_equal(pd_count(p, before, line), 1);
    assert_int_equal(pd_count(p, after, line), 0);
    answer(p, second, o, "cost", 0, x, COST);
    assert_true(x[NOW] > 0 && x[WORST] >= x[NOW]);
    assert_int_equal(pd_count(p, end, line), 0);
    pd_close(p);
}

TEST_OF_EVERY_CLASS(class_answers_cost)
{
    answers_cost();
}
