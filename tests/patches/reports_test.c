/* Contact reports: in order, at most so many a second, the rest counted; and objects that share nothing. */

#include "impact.h"

/* Returns the sum of all `contacts <n>` of a box. */
static int counted(const pd_patch *p, int obj)
{
    char prefix[32];
    int sum = 0;
    double n;
    snprintf(prefix, sizeof prefix, "o%d: contacts ", obj);
    for (int i = 0; pd_numbers(pd_line(p, PD_ALL, prefix, i), &n, 1); i++)
        sum += (int)n;
    return sum;
}

/* Blows of a tenth of a millisecond at equal distances, each a little faster than the one before. */
static void strike_often(pd_patch *p, int obj, int times, double distance)
{
    for (int i = 0; i < times; i++)
        pd_at(p, 1 + i * distance, obj, "strike %g", 1 + i / 10000.);
}

#define SHORT "-mass 0.001 -stiffness 1e9 -exponent 1.5 "

TEST(reports_are_limited_and_the_rest_counted)
{
    const struct {
        const char *flags;
        int most;
    } limit[] = {
        { SHORT, 200 }, { SHORT "-report 5", 5 }, { SHORT "-report 0", 0 }, { SHORT "-report 100000", 100000 }
    };
    enum { LIMITS = 4, TIMES = 1500, SECONDS = 3 };
    int o[LIMITS];
    pd_patch *p = pd_open();
    for (int i = 0; i < LIMITS; i++)
        strike_often(p, o[i] = hammer(p, "%s", limit[i].flags), TIMES, 2);
    pd_until(p, 5000);
    pd_run(p);
    for (int i = 0; i < LIMITS; i++) {
        int reported = contacts_of(p, o[i]);
        assert_int_equal(reported + counted(p, o[i]), TIMES);
        assert_true(reported <= limit[i].most * (SECONDS + 1));
        assert_true(reported >= (limit[i].most < 500 ? limit[i].most * SECONDS : TIMES));
    }
}

TEST(reports_come_in_order)
{
    enum { TIMES = 900 };
    pd_patch *p = pd_open();
    pd_subpatch(p, "block~ 4096");
    int o = hammer(p, SHORT "-report 100000");
    strike_often(p, o, 40, 100);
    pd_main(p);
    int fast = hammer(p, SHORT "-report 100000");
    strike_often(p, fast, TIMES, 1.5);
    pd_until(p, 4200);
    pd_run(p);
    assert_int_equal(contacts_of(p, o), 40);
    assert_int_equal(contacts_of(p, fast), TIMES);
    for (int i = 0; i < TIMES; i++)
        assert_near(contact_of(p, fast, i).v_in, wall_typed(1 + i / 10000.), 1e-6);
}

/* The same report whatever else the object is asked to do, and whoever stands beside it. */
TEST(instances_share_nothing)
{
    wall_case c[3] = { { 0.02, 1e7, 1.5, 0.3, 2 }, { 0.5, 1e5, 2.5, 0, 0.7 }, { 1e-4, 1e9, 1, 3, 8 } };
    const char *name[3] = { "hertz/impact~", "impact~", "hertz/impact~" };
    int o[3];
    pd_patch *p = pd_open();
    pd_obj(p, "declare -path hertz");
    for (int i = 0; i < 3; i++) {
        o[i] = pd_obj(p, "%s -object wall -mass %g -stiffness %g -exponent %g -damping %g", name[i], c[i].mass,
                      c[i].stiffness, c[i].exponent, c[i].damping);
        print_info(p, o[i], INFO);
        pd_at(p, 10, o[i], "strike %g", c[i].v_in);
    }
    pd_until(p, 200);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(contacts_of(p, o[i]), 1);
        assert_closed(p, o[i], 0, &c[i], 1e-3);
    }
}
