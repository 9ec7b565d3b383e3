/* impact: what the tests of impact~ share. */
#include "impact.h"

void print_info(pd_patch *p, int obj, int outlet)
{
    char name[16];
    snprintf(name, sizeof name, "o%d", obj);
    pd_print(p, obj, outlet, name);
}

int hammer(pd_patch *p, const char *flags, ...)
{
    char all[1024];
    va_list args;
    va_start(args, flags);
    vsnprintf(all, sizeof all, flags, args);
    va_end(args);
    int o = pd_obj(p, "hertz/impact~ -object wall %s", all);
    print_info(p, o, INFO);
    return o;
}

void answer(const pd_patch *p, int reply, int obj, const char *word, int i, double *x, int n)
{
    char prefix[64];
    snprintf(prefix, sizeof prefix, "o%d: %s ", obj, word);
    const char *line = pd_line(p, reply, prefix, i);
    assert_that(pd_numbers(line, x, n) == n, "%d of `%s` should have %d numbers: %s", i, prefix, n,
                line ? line : "no such line");
}

double answer1(const pd_patch *p, int reply, int obj, const char *word)
{
    double x;
    answer(p, reply, obj, word, 0, &x, 1);
    return x;
}

contact contact_of(const pd_patch *p, int obj, int i)
{
    double x[5];
    answer(p, PD_ALL, obj, "contact", i, x, 5);
    return (contact){ x[0], x[1], x[2], x[3], x[4] };
}

int contacts_of(const pd_patch *p, int obj)
{
    char prefix[64];
    snprintf(prefix, sizeof prefix, "o%d: contact ", obj);
    return pd_count(p, PD_ALL, prefix);
}

accounts accounts_of(const pd_patch *p, int reply, int obj)
{
    /* Each of six digits is rounded; Pd flushes what is under its least number. */
    double x[10], rounding = 1e-37;
    answer(p, reply, obj, "energy", 0, x, 10);
    accounts a = { x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9] };
    for (int i = 0; i < 10; i++)
        rounding += 5.1e-6 * fabs(x[i]);
    double sum = a.start + a.supplied + a.adjusted - a.dissipated - a.shed + a.residual;
    assert_that(fabs(a.stored - sum) <= rounding, "o%d stores %g, and its accounts add up to %g", obj, a.stored, sum);
    return a;
}

void assert_near(double a, double b, double relative)
{
    assert_that(fabs(a - b) <= relative * fabs(b), "%.9g is not %.9g to %g", a, b, relative);
}

/* Six printed digits are within half a unit of the sixth, and a little more for the float that was printed. */
static int says(double printed, double expected)
{
    return fabs(printed - expected) <= 0.57 * pow(10, floor(log10(fabs(expected))) - 5);
}

void assert_closed(const pd_patch *p, int obj, int i, const wall_case *c, double time_error)
{
    contact got = contact_of(p, obj, i);
    wall_answer want = wall_solve(c, time_error < 1e-4 ? 1600 : 200);
    assert_that(says(got.v_in, c->v_in) && says(got.v_out, want.v_out) && says(got.x_max, want.x_max) &&
                    fabs(got.duration / want.duration - 1) <= time_error && fabs(got.f_max / want.f_max - 1) <= 5e-3,
                "o%d: m %g K %g a %g mu %g v_in %g: v_in %g v_out %g (%.7g) t %g (%.7g) x %g (%.7g) f %g (%.7g)", obj,
                c->mass, c->stiffness, c->exponent, c->damping, c->v_in, got.v_in, got.v_out, want.v_out, got.duration,
                want.duration, got.x_max, want.x_max, got.f_max, want.f_max);
}
