/* bounce~ is played in a patch: falls, throws, gravity that changes, a table that moves, reports, and rest. */

#include "impact.h"

enum { RATE = 48000 };
static const double g = 9.81;

/* Makes a ball over a wall, with more flags. */
static int ball(pd_patch *p, const char *flags)
{
    int o = pd_obj(p, "hertz/bounce~ -object wall -gain 1 -report 1000 %s", flags);
    print_info(p, o, INFO);
    return o;
}

static double peak_of(const float *s, int from, int to)
{
    double peak = 0;
    for (int i = from; i < to; i++)
        peak = fmax(peak, isfinite(s[i]) ? fabs(s[i]) : INFINITY);
    return peak;
}

/* The ball lands with the speed that its height gives, leaves by the closed form, and comes back after the time of its
 * flight. */
TEST(drops_and_throws)
{
    pd_patch *p = pd_open();
    int dropped = ball(p, "-stiffness 1e12 -damping 0.3 -meters position"),
        thrown = ball(p, "-stiffness 1e12 -damping 0");
    int down = ball(p, "-stiffness 1e12 -damping 0");
    pd_at(p, 10, dropped, "drop 0.2");
    pd_at(p, 10, thrown, "throw 1.5");
    pd_at(p, 10, down, "throw -2");
    int place = pd_record(p, dropped, INFO, 10, RATE / 4), force = pd_record(p, thrown, FORCE, 10, RATE);
    pd_until(p, 1500);
    print_info(p, dropped, INFO + 1);
    pd_run(p);
    double v = sqrt(2 * g * 0.2);
    for (int i = 0; i < 3; i++, v = -wall_v_out(0.3, v)) {
        assert_near(contact_of(p, dropped, i).v_in, v, 1e-4);
        assert_near(contact_of(p, dropped, i).v_out, wall_v_out(0.3, v), 1e-4);
    }
    const float *x = pd_samples(p, place);
    for (int i = 100; i < 9000; i++) { /* it falls for 9692 samples; the first block of them begins with the drop */
        double t = (double)(i + 1) / RATE;
        assert_true(fabs(x[i] - (-0.2 + 0.5 * g * t * t)) < 0.2 * g * 64 / RATE);
    }
    assert_near(contact_of(p, thrown, 0).v_in, 1.5, 1e-5);
    assert_near(contact_of(p, down, 0).v_in, 2, 1e-5);
    const float *f = pd_samples(p, force);
    int first = 0, second;
    while (f[first] == 0)
        first++;
    for (second = first + 100; f[second] == 0;)
        second++;
    assert_true(fabs(second - first - RATE * 2 * 1.5 / g) < 2);
}

/* A drop in the middle of the bounces of another is as if it were the first. */
TEST(drops_while_it_bounces)
{
    pd_patch *p = pd_open();
    int o = ball(p, "-stiffness 1e12 -damping 0.5");
    const double heights[] = { 0.1, 0.3, 0.05, 0.2 };
    int reply[4];
    for (int i = 0; i < 4; i++)
        reply[i] = pd_at(p, 10 + 413.7 * i, o, "drop %g", heights[i]);
    pd_until(p, 2000);
    pd_run(p);
    for (int i = 0; i < 4; i++) {
        double x[5];
        answer(p, reply[i], o, "contact", 0, x, 5);
        assert_near(x[0], sqrt(2 * g * heights[i]), 1e-5);
    }
}

/* Gravity may change in flight: without it the ball goes on, against it, it falls up; it comes back by drop or reset.
 */
TEST(gravity_changes_in_flight)
{
    enum { N = RATE };
    pd_patch *p = pd_open();
    int out[2], o[2];
    for (int k = 0; k < 2; k++) {
        o[k] = ball(p, "-stiffness 1e10");
        pd_at(p, 10, o[k], "throw 2");
        pd_at(p, 60, o[k], "gravity 0");
        pd_at(p, 200, o[k], "gravity %g", k ? -1e6 : -3);
        out[k] = pd_record(p, o[k], AUDIO, 0, N);
    }
    pd_at(p, 500, o[0], "gravity 9.81");
    pd_at(p, 501, o[0], "drop 0.02");
    pd_at(p, 500, o[1], "reset");
    pd_at(p, 501, o[1], "gravity 9.81");
    pd_at(p, 502, o[1], "drop 0.02");
    pd_run(p);
    const float *v = pd_samples(p, out[0]);
    double coast = v[RATE / 10];
    for (int i = RATE * 64 / 1000; i < RATE * 198 / 1000; i++)
        assert_near(v[i], coast, 1e-6);
    assert_near(v[RATE * 400 / 1000], coast - 3 * 0.2, 2e-2);
    for (int k = 0; k < 2; k++) /* the first: before, it was thrown off and did not come back */
        assert_near(contact_of(p, o[k], 0).v_in, sqrt(2 * g * 0.02), 1e-5);
}

/* `restitution` refers to the speed with which the last drop landed. */
TEST(restitution_is_for_the_last_drop)
{
    pd_patch *p = pd_open();
    int o = ball(p, "-stiffness 1e12");
    const double heights[] = { 0.2, 0.02 };
    int reply[2], get[2];
    for (int i = 0; i < 2; i++) {
        pd_at(p, 10 + 500 * i, o, "drop %g", heights[i]);
        pd_at(p, 20 + 500 * i, o, "restitution 0.7"); /* while it falls for the first time */
        reply[i] = pd_at(p, 30 + 500 * i, o, "get mass");
        get[i] = pd_at(p, 490 + 500 * i, o, "get restitution");
    }
    pd_run(p);
    for (int i = 0; i < 2; i++) {
        double x[5];
        answer(p, reply[i], o, "contact", 0, x, 5);
        assert_near(-x[1] / x[0], 0.7, 1e-4);
        assert_near(answer1(p, get[i], o, "restitution"), 0.7, 1e-5);
    }
}

/* -- the table ------------------------------------------------------------- */

/* The second inlet carries the surface: heights are over it, speeds relative to it, and its work is supplied. */
TEST(the_table_carries_the_surface)
{
    enum { N = RATE };
    static float way[N];
    for (int i = 0; i < N; i++) /* half a metre off, at rest, then towards the ball with 0.4 m/s, then at rest again */
        way[i] = (float)(0.5 - 0.4 * fmin(fmax(i / (double)RATE - 0.2, 0), 0.3));
    const char *flags[] = { "-object wall -stiffness 1e11", "-decay 0.05" };
    for (int k = 0; k < 2; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/bounce~ -ledger 1 -report 1000 -damping 0.5 %s", flags[k]);
        print_info(p, o, INFO);
        pd_feed(p, o, 1, 0, way, N);
        pd_at(p, 150, o, "drop 0.1"); /* it would land after 143 ms */
        int late = pd_at(p, 700, o, "drop 0.05");
        int energy = pd_at(p, 990, o, "energy");
        pd_run(p);
        /* from 50 ms on the table comes up with 0.4 m/s: height is gone when 0.1 - g t^2/2 = 0.4 (t - 0.05) */
        double t = (-0.4 + sqrt(0.16 + 2 * g * (0.1 + 0.4 * 0.05))) / g, x[5];
        assert_near(contact_of(p, o, 0).v_in, g * t + 0.4, 5e-3); /* the drop waits for a block */
        answer(p, late, o, "contact", 0, x, 5);
        assert_near(x[0], sqrt(2 * g * 0.05),
                    k ? 0.02 : 1e-4); /* the plate still rings a little, from bounces just before */
        accounts a = accounts_of(p, energy, o);
        assert_true(a.supplied > 1e-4 && fabs(a.residual) < 1e-10 * (a.supplied + a.dissipated + fabs(a.stored)));
        pd_close(p);
    }
}

/* What is thrown has the table's own velocity too: on a table that moves evenly it comes back with the speed of the
 * throw after the time of its flight, and thrown at the surface it hits with that speed. */
TEST(throws_off_a_table_that_moves)
{
    enum { N = RATE };
    static float way[N];
    static const double speeds[] = { 3, -3 };
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < N; i++)
            way[i] = (float)(speeds[k] * i / RATE);
        pd_patch *p = pd_open(.rate = RATE);
        int o = ball(p, "-stiffness 1e12 -damping 0");
        pd_feed(p, o, 1, 0, way, N);
        int off = pd_at(p, 10, o, "throw 1.5"), at = pd_at(p, 500, o, "throw -2");
        pd_run(p);
        double x[5];
        answer(p, off, o, "contact", 0, x, 5);
        assert_near(x[0], 1.5, 2e-3); /* the floats of the table's way are a tenth of a micrometre apart */
        answer(p, at, o, "contact", 0, x, 5);
        assert_near(x[0], 2, 1e-2);
        pd_close(p);
    }
}

/* A metre within a sample throws it far, and all is finite and booked; it comes back with drop. */
TEST(a_jump_of_the_table)
{
    enum { N = RATE / 2 };
    static float way[N];
    for (int i = 0; i < N; i++)
        way[i] = i < N / 4 ? 0 : i < N / 2 ? -1 : 1;
    const char *flags[] = { "-object wall -stiffness 1e4", "-object wall -stiffness 1e12", "",
                            "-stiffness 1e12 -damping 0" };
    for (int k = 0; k < 4; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/bounce~ -ledger 1 %s", flags[k]);
        print_info(p, o, INFO);
        pd_feed(p, o, 1, 0, way, N);
        int out = pd_record(p, o, AUDIO, 0, N);
        int energy = pd_at(p, 490, o, "energy"), back = pd_at(p, 520, o, "drop 0.01");
        pd_until(p, 700);
        pd_run(p);
        assert_true(isfinite(peak_of(pd_samples(p, out), 0, N)));
        accounts a = accounts_of(p, energy, o);
        double passed = fabs(a.stored) + fabs(a.supplied) + fabs(a.adjusted) + a.dissipated, x[5];
        assert_true(passed > 1 && fabs(a.residual) <= 1e-10 * passed);
        answer(p, back, o, "contact", 0, x, 5); /* what it hits may ring wildly: it comes back, that is all */
        assert_true(x[0] > 0);
        pd_close(p);
    }
}

/* -- to the end ------------------------------------------------------------- */

/* After the last bounce it lies still: silence, its weight at the force outlet; then a drop wakes it. */
TEST(it_lies_still_and_wakes)
{
    const char *flags[] = { "-object wall -gain 1 -damping 3", "-object plate -gain 1 -damping 3 -decay 0.3" };
    int o[2], audio[2], force[2], energy[2];
    pd_patch *p = pd_open(.rate = RATE);
    for (int k = 0; k < 2; k++) {
        o[k] = pd_obj(p, "hertz/bounce~ %s -mass 0.004 -report 0", flags[k]);
        pd_at(p, 10, o[k], "drop 0.05");
        audio[k] = pd_record(p, o[k], AUDIO, 5500, RATE);
        force[k] = pd_record(p, o[k], FORCE, 5500, RATE);
        energy[k] = pd_record(p, o[k], ENERGY, 5500, RATE);
        pd_at(p, 6000, o[k], "drop 0.05");
    }
    pd_run(p);
    for (int k = 0; k < 2; k++) {
        const float *f = pd_samples(p, force[k]), *e = pd_samples(p, energy[k]), *a = pd_samples(p, audio[k]);
        for (int i = 0; i < RATE / 2 - 64; i++) {
            assert_near(f[i], 0.004 * g, 1e-6);
            assert_true(e[i] <= e[0] + 1e-16);
        }
        assert_true(peak_of(a, 0, RATE / 2 - 64) < 2e-6);
        assert_true(peak_of(a, RATE / 2, RATE) > 1e-3 && peak_of(f, RATE / 2 + 100, RATE) > 1);
    }
}

/* Each bounce is reported, or counted when there are more than report says. */
TEST(every_bounce_is_reported)
{
    pd_patch *p = pd_open();
    int all = ball(p, "-stiffness 1e11 -damping 1 -report 100000"),
        few = ball(p, "-stiffness 1e11 -damping 1 -report 20");
    int force = pd_record(p, all, FORCE, 0, RATE);
    pd_at(p, 10, all, "drop 0.02");
    pd_at(p, 10, few, "drop 0.02");
    pd_until(p, 6000);
    pd_run(p);
    int touches = 0, n = contacts_of(p, all), counted = contacts_of(p, few);
    for (int i = 1; i < RATE; i++)
        touches += pd_samples(p, force)[i] > 0 && pd_samples(p, force)[i - 1] == 0;
    assert_true(n > 300 && touches > 10 && counted <= 6 * 20 + 5);
    char prefix[32];
    snprintf(prefix, sizeof prefix, "o%d: contacts ", few);
    for (int i = 0; i < pd_count(p, PD_ALL, prefix); i++) {
        double x;
        pd_numbers(pd_line(p, PD_ALL, prefix, i), &x, 1);
        counted += (int)x;
    }
    assert_true(abs(counted - n) <= 2);
}

/* After level a bang peaks there, about, by whatever method; a higher drop is louder. note does not fall. */
TEST(level_and_note)
{
    pd_patch *p = pd_open();
    enum { METHODS = 4 };
    static const char *const methods[METHODS] = { "exact", "rk4", "quadratised", "twopoint" };
    int out[METHODS], high, key;
    for (int k = 0; k < METHODS; k++) {
        int o = pd_obj(p, "hertz/bounce~ -method %s", methods[k]);
        pd_at(p, 20, o, "level -9");
        pd_at(p, 30, o, "bang");
        out[k] = pd_record(p, o, AUDIO, 30, RATE / 2);
    }
    int o = pd_obj(p, "hertz/bounce~"), n = pd_obj(p, "hertz/bounce~");
    pd_at(p, 20, o, "level -9, drop 1.5");
    high = pd_record(p, o, AUDIO, 30, RATE);
    pd_at(p, 30, n, "note 60 127");
    key = pd_record(p, n, AUDIO, 30, RATE);
    pd_run(p);
    for (int k = 0; k < METHODS; k++) {
        double peak = 20 * log10(peak_of(pd_samples(p, out[k]), 0, RATE / 2));
        assert_that(fabs(peak + 9) < 4, "%s: level -9 peaks at %g dBFS", methods[k], peak);
    }
    assert_true(peak_of(pd_samples(p, high), 0, RATE) > 2 * peak_of(pd_samples(p, out[0]), 0, RATE / 2));
    assert_true(peak_of(pd_samples(p, key), 0, 480) > 1e-2);
}
