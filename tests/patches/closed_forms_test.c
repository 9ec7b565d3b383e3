/* One strike on a rigid wall has closed forms; what is reported equals them at any rate, in any subpatch. */

#include "impact.h"

/* The corners of the cases: exponents, hardness of the loss (mu v_in), length of the contact in samples. */
static const double exponents[] = { 1, 1.5, 2.3, 6 }, losses[] = { 0, 0.01, 0.5, 3, 30 },
                    lengths[] = { 0.001, 0.1, 1.3, 20, 300 };
enum { CORNERS = 4 * 5 * 5 };

/* The i-th corner; masses and speeds run along with it so that no number is special. Where the range of
 * stiffness ends (1e17 is soft with the exponent 6) the contact is longer. */
static wall_case corner(int i, double rate)
{
    wall_case c = { .mass = wall_typed(pow(10, i % 7 - 4.3)),
                    .exponent = exponents[i / 25],
                    .v_in = wall_typed(pow(10, (i % 9 - 4) / 3.)) };
    c.damping = wall_typed(losses[i / 5 % 5] / c.v_in);
    c.stiffness = wall_stiffness_for(&c, lengths[i % 5] / rate);
    return c;
}

/* Makes a hammer that strikes the wall as the case says. */
static int struck(pd_patch *p, double ms, const wall_case *c, const char *flags)
{
    int o = hammer(p, "-mass %.6g -stiffness %.6g -exponent %.6g -damping %.6g %s", c->mass, c->stiffness, c->exponent,
                   c->damping, flags);
    pd_at(p, ms, o, "strike %.6g", c->v_in);
    return o;
}

static void strike_corners(double rate, int every, const char *flags, double time_error)
{
    wall_case c[CORNERS];
    int o[CORNERS];
    pd_patch *p = pd_open(.rate = rate);
    for (int i = 0; i < CORNERS; i += every) {
        c[i] = corner(i, rate);
        o[i] = struck(p, 1 + 0.37 * (i % 10), &c[i], flags);
        pd_until(p, 10 + 1000 * wall_solve(&c[i], 50).duration);
    }
    pd_run(p);
    for (int i = 0; i < CORNERS; i += every) {
        assert_closed(p, o[i], 0, &c[i], time_error);
        assert_int_equal(contacts_of(p, o[i]), 1);
    }
    pd_close(p);
}

/* `wall <v>` answers the closed forms, without a blow and before there is a block. */
TEST(wall_is_answered_without_a_blow)
{
    wall_case c[CORNERS];
    int o[CORNERS], reply[CORNERS];
    double worst = 0;
    pd_patch *p = pd_open();
    for (int i = 0; i < CORNERS; i++) {
        c[i] = corner(i, 48000);
        o[i] = hammer(p, "-mass %.6g -stiffness %.6g -exponent %.6g -damping %.6g", c[i].mass, c[i].stiffness,
                      c[i].exponent, c[i].damping);
        reply[i] = pd_at(p, 1 + 0.1 * i, o[i], "wall %.6g", c[i].v_in);
    }
    int fast = hammer(p, "-mass 0.01 -velocity 2"), asked = pd_at(p, 20, fast, "wall"),
        told = pd_at(p, 21, fast, "wall 2"), none = pd_at(p, 22, fast, "wall 0"), wrong = pd_at(p, 23, fast, "wall -1");
    pd_run(p);
    for (int i = 0; i < CORNERS; i++) {
        double x[4];
        wall_answer want = wall_solve(&c[i], 1000);
        answer(p, reply[i], o[i], "wall", 0, x, 4);
        assert_near(x[0], want.v_out, 6e-6);
        assert_near(x[1], want.x_max, 6e-6);
        assert_near(x[3], want.f_max, 2e-5);
        worst = fmax(worst, c[i].damping * c[i].v_in <= 10 ? fabs(x[2] / want.duration - 1) : 0);
        assert_int_equal(contacts_of(p, o[i]), 0);
    }
    print_message("# wall: the time is off by %.2g at most, for mu v up to 10\n", worst);
    assert_true(worst < 1e-5);
    double one[4], two[4];
    answer(p, asked, fast, "wall", 0, one, 4);
    answer(p, told, fast, "wall", 0, two, 4);
    for (int k = 0; k < 4; k++)
        assert_true(one[k] == two[k] && one[k] != 0);
    answer(p, none, fast, "wall", 0, one, 4);
    assert_true(one[0] == 0 && one[3] == 0);
    assert_int_equal(pd_count(p, wrong, "error: impact~: wall"), 1);
}

TEST(at_44100)
{
    strike_corners(44100, 1, "", 1e-3);
}

TEST(at_48000)
{
    strike_corners(48000, 1, "", 1e-3);
}

TEST(at_96000)
{
    strike_corners(96000, 1, "", 1e-3);
}

/* Two numbers agree to 1e-5 and half a unit of the sixth digit. */
TEST(finer_resolution_tells_time_better)
{
    strike_corners(48000, 3, "-resolution 1024", 1.3e-5);
}

TEST(in_every_subpatch)
{
    const char *ruler[] = { "block~ 1",      "block~ 16",    "block~ 1024",     "block~ 64 1 4",
                            "block~ 64 4 1", "block~ 1 1 8", "block~ 64 1 0.5", "block~ 512 2 0.25" };
    enum { RULERS = sizeof ruler / sizeof *ruler, EVERY = 7 };
    wall_case c[CORNERS];
    int o[RULERS][CORNERS];
    pd_patch *p = pd_open();
    for (int i = 0; i < CORNERS; i += EVERY)
        c[i] = corner(i, 48000);
    for (int r = 0; r < RULERS; r++) {
        pd_subpatch(p, ruler[r]);
        for (int i = 0; i < CORNERS; i += EVERY) {
            o[r][i] = struck(p, 1, &c[i], "");
            pd_until(p, 100 + 1000 * wall_solve(&c[i], 50).duration);
        }
    }
    pd_run(p);
    for (int r = 0; r < RULERS; r++)
        for (int i = 0; i < CORNERS; i += EVERY)
            assert_closed(p, o[r][i], 0, &c[i], 1e-3);
}

/* What is heard keeps the canvas's own time: two milliseconds of flight, and a force whose sum over its samples is
 * the impulse. (A report alone would look right in a time of its own.) */
TEST(sound_keeps_the_time_of_its_subpatch)
{
    const struct {
        const char *ruler;
        double rate;
    } canvas[] = { { "block~ 1", 48000 },
                   { "block~ 1024", 48000 },
                   { "block~ 64 1 4", 192000 },
                   { "block~ 1 1 8", 384000 },
                   { "block~ 64 1 0.5", 24000 } };
    enum { CANVASES = sizeof canvas / sizeof *canvas };
    const wall_case c = { .mass = 0.02, .stiffness = 2e6, .exponent = 1.5, .damping = 0.4, .v_in = 1.5 };
    const double seconds = 0.1, impulse = c.mass * (c.v_in - wall_v_out(c.damping, c.v_in));
    int audio[CANVASES], force[CANVASES];
    pd_patch *p = pd_open();
    for (int i = 0; i < CANVASES; i++) {
        pd_subpatch(p, canvas[i].ruler);
        int o = hammer(p, "-mass 0.02 -stiffness 2e6 -exponent 1.5 -damping 0.4 -gain 1");
        pd_at(p, 1, o, "strike 1.5 0.003");
        audio[i] = pd_record(p, o, AUDIO, 0, (int)(seconds * canvas[i].rate));
        force[i] = pd_record(p, o, FORCE, 0, (int)(seconds * canvas[i].rate));
    }
    pd_until(p, 200 + 1000 * seconds);
    pd_run(p);
    for (int i = 0; i < CANVASES; i++) {
        double flight = 0, sum = 0;
        for (int k = 0; k < (int)(seconds * canvas[i].rate); k++) {
            flight += fabs(pd_samples(p, audio[i])[k] - c.v_in) < 1e-6;
            sum += pd_samples(p, force[i])[k];
        }
        assert_true(fabs(flight / canvas[i].rate - 0.002) < 1.01 / canvas[i].rate);
        assert_near(sum / canvas[i].rate, impulse, 1e-6);
    }
}

/* A contact of 300 samples, interrupted where it is deep: time stands still for it meanwhile. */
static wall_case long_contact(void)
{
    wall_case c = { .mass = 0.5, .exponent = 1.5, .damping = 0.25, .v_in = 2 };
    c.stiffness = wall_stiffness_for(&c, 300 / 48000.);
    return c;
}

TEST(switched_off_in_contact)
{
    wall_case c = long_contact();
    pd_patch *p = pd_open();
    int ruler = pd_subpatch(p, "switch~ 64");
    int o = struck(p, 1, &c, "");
    pd_at(p, 0, ruler, "1");
    pd_at(p, 4, ruler, "0");
    int asleep = pd_at(p, 10, o, "get mass");
    pd_at(p, 20, ruler, "1");
    pd_until(p, 40);
    pd_run(p);
    assert_near(answer1(p, asleep, o, "mass"), 0.5, 0);
    assert_closed(p, o, 0, &c, 1e-3);
}

TEST(dsp_off_in_contact)
{
    wall_case c = long_contact();
    pd_patch *p = pd_open();
    int o = struck(p, 1, &c, "");
    pd_at(p, 4, PD_SEND, "pd dsp 0");
    pd_at(p, 20, PD_SEND, "pd dsp 1");
    pd_until(p, 40);
    pd_run(p);
    assert_closed(p, o, 0, &c, 1e-3);
}

TEST(rate_changed_in_contact)
{
    wall_case c = long_contact();
    pd_patch *p = pd_open(.by_clock = 1);
    int o = struck(p, 1, &c, "");
    int ruler = pd_subpatch(p, "block~ 64 1 1");
    int inner = struck(p, 1, &c, "");
    pd_at(p, 3, ruler, "set 64 1 4");
    pd_at(p, 5, PD_SEND, "pd audio-dialog 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 88200 25 0 64");
    pd_until(p, 40);
    pd_run(p);
    assert_closed(p, o, 0, &c, 1e-3);
    assert_closed(p, inner, 0, &c, 1e-3);
}

/* restitution e v sets the damping with which the closed form gives e at the speed v, once. */
TEST(restitution_is_kept)
{
    const double e[] = { 1, 0.999, 0.9, 0.5, 0.1, 0.04 }, v[] = { 0.1, 1, 20 };
    int o[6][3], get[6][3], damping[6][3];
    pd_patch *p = pd_open();
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++) {
            o[i][j] = hammer(p, "-stiffness 1e7");
            pd_at(p, 1, o[i][j], "restitution %g %g", e[i], v[j]);
            pd_at(p, 5, o[i][j], "strike %g", v[j]);
            damping[i][j] = pd_at(p, 400, o[i][j], "get damping");
            get[i][j] = pd_at(p, 401, o[i][j], "get restitution");
        }
    pd_run(p);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++) {
            contact got = contact_of(p, o[i][j], 0);
            assert_near(-got.v_out / got.v_in, e[i], 3e-6);
            assert_near(answer1(p, get[i][j], o[i][j], "restitution"), e[i], 3e-6);
            double mu = answer1(p, damping[i][j], o[i][j], "damping");
            assert_near(-wall_v_out(mu, v[j]) / v[j], e[i], 1e-5);
        }
}

TEST(restitution_follows_damping_and_the_last_strike)
{
    pd_patch *p = pd_open();
    int o = hammer(p, "-stiffness 1e7 -damping 0.5");
    pd_at(p, 1, o, "strike 3");
    int first = pd_at(p, 100, o, "get restitution");
    pd_at(p, 101, o, "damping 2");
    int second = pd_at(p, 102, o, "get restitution");
    pd_at(p, 103, o, "restitution 0.5");
    int third = pd_at(p, 104, o, "get damping");
    pd_at(p, 105, o, "strike 3");
    pd_until(p, 200);
    pd_run(p);
    assert_near(answer1(p, first, o, "restitution"), -wall_v_out(0.5, 3) / 3, 3e-6);
    assert_near(answer1(p, second, o, "restitution"), -wall_v_out(2, 3) / 3, 3e-6);
    assert_near(-wall_v_out(answer1(p, third, o, "damping"), 3) / 3, 0.5, 1e-5);
    assert_near(contact_of(p, o, 1).v_out, -1.5, 3e-6);
}
