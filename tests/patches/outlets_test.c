/* What comes out: velocity, displacement or acceleration, force, energy, meters, and their balance. */

#include "impact.h"
#include "kinds.h"

enum { RATE = 48000 };

/* Makes a contact of some 20 samples that begins 2 ms after the strike. Everything about it is known. */
static const wall_case blow = { 0.02, 2e6, 1.5, 0.4, 1.5 };
#define BLOW "-mass 0.02 -stiffness 2e6 -exponent 1.5 -damping 0.4"
#define STRIKE "strike 1.5 0.003"

static double sum_of(const float *s, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += s[i];
    return sum;
}

static double peak_of(const float *s, int n)
{
    double peak = 0;
    for (int i = 0; i < n; i++)
        peak = fmax(peak, isfinite(s[i]) ? fabs(s[i]) : INFINITY);
    return peak;
}

/* From a block's start on: v_in for 2 ms, then v_out; the force between carries the whole impulse. */
TEST(audio_is_velocity_and_force_the_impulse)
{
    enum { N = 960 };
    pd_patch *p = pd_open();
    int o = hammer(p, BLOW " -gain 1");
    pd_at(p, 10, o, STRIKE);
    int audio = pd_record(p, o, AUDIO, 10, N), force = pd_record(p, o, FORCE, 10, N);
    pd_run(p);
    wall_answer want = wall_solve(&blow, 200);
    const float *v = pd_samples(p, audio), *f = pd_samples(p, force);
    for (int i = 0; i < 95; i++) {
        assert_near(v[i], blow.v_in, 1e-6);
        assert_true(f[i] == 0);
    }
    int end = 97 + (int)ceil(want.duration * RATE) + 1;
    for (int i = end; i < N; i++) {
        assert_near(v[i], want.v_out, 1e-6);
        assert_true(f[i] == 0);
    }
    for (int i = 97; i < end; i++)
        assert_true(f[i] >= 0 && v[i] <= blow.v_in * 1.000001 && v[i] >= want.v_out * 1.000001);
    assert_near(sum_of(f, 0, N) / RATE, blow.mass * (blow.v_in - want.v_out), 1e-6);
}

/* All three units of one blow: displacement's slope is velocity, acceleration's sum is its change. */
TEST(units_belong_together)
{
    enum { N = 480 };
    const char *unit[] = { "displacement", "velocity", "acceleration" };
    int out[3];
    pd_patch *p = pd_open();
    for (int i = 0; i < 3; i++) {
        int o = hammer(p, BLOW " -gain 1 -unit %s", unit[i]);
        pd_at(p, 10, o, STRIKE);
        out[i] = pd_record(p, o, AUDIO, 10, N);
    }
    pd_run(p);
    const float *x = pd_samples(p, out[0]), *v = pd_samples(p, out[1]), *a = pd_samples(p, out[2]);
    double v_out = wall_v_out(blow.damping, blow.v_in);
    assert_near((x[90] - x[10]) * RATE / 80., blow.v_in, 1e-4);
    assert_near((x[470] - x[200]) * RATE / 270., v_out, 1e-4);
    for (int i = 1; i < N; i++)
        assert_true(fabs(a[i] / (double)RATE - (v[i] - v[i - 1])) < 1e-6);
    assert_near(sum_of(a, 90, N) / RATE, v_out - blow.v_in, 1e-5);
}

/* A change of gain during free flight, where velocity is constant: what is heard is the gain itself. */
TEST(gain_glides_over_a_block)
{
    enum { N = 256 };
    pd_patch *p = pd_open();
    int o = hammer(p, "-gain 1");
    pd_at(p, 10, o, "strike 1 0.5");
    pd_at(p, 20, o, "gain 0.25");
    int audio = pd_record(p, o, AUDIO, 20, N);
    pd_run(p);
    const float *s = pd_samples(p, audio);
    double last = 1;
    for (int i = 0; i < 64; i++) {
        assert_true(last - s[i] > -1e-6 && last - s[i] < 1.5 * 0.75 / 64);
        last = s[i];
    }
    for (int i = 64; i < N; i++)
        assert_near(s[i], 0.25, 1e-6);
}

/* Another unit while it rings comes in over a block: no step is larger than those of the old tone, those of the new one
 * and the block's part of the way between them. What is struck in the same block is heard whole. */
TEST(units_fade)
{
    static const char *const unit[] = { "velocity", "displacement", "acceleration" }, *const gain[] = { "1", "1000",
                                                                                                        "1e-3" };
    enum { N = 4800, BLOCK = 64, RINGS = 9 };
    CLAIMS(c, CLAIM("outlets: step at another unit, of the tones' own and a block's part of both", 1),
           CLAIM("outlets: a strike in the block of another unit, off the same in silence", 1e-6));
    int out[RINGS], struck[2];
    pd_patch *p = pd_open();
    for (int k = 0; k < RINGS; k++) {
        int o =
            pd_obj(p, "hertz/impact~ -object modes -freqs 310 -decays 0 -unit %s -gain %s", unit[k / 3], gain[k / 3]);
        pd_at(p, 10, o, "strike 1");
        pd_at(p, 100, o, "unit %s", unit[k % 3]);
        pd_at(p, 100, o, "gain %s", gain[k % 3]);
        out[k] = pd_record(p, o, AUDIO, 60, N);
    }
    for (int k = 0; k < 2; k++) { /* at rest, in either unit */
        int o = hammer(p, BLOW " -gain 1 -unit %s", k ? "velocity" : "acceleration");
        pd_at(p, 100, o, "unit acceleration");
        pd_at(p, 100, o, "gain 1");
        pd_at(p, 100, o, STRIKE);
        struck[k] = pd_record(p, o, AUDIO, 60, N);
    }
    pd_run(p);
    for (int k = 0; k < RINGS; k++) {
        const float *x = pd_samples(p, out[k]);
        double step[3] = { 0 }, loud[3] = { 0 };
        for (int i = 1; i < N; i++) {
            int when = i < 1850 ? 0 : i < 2050 ? 1 : 2; /* 40 ms are 1920 samples */
            step[when] = fmax(step[when], fabs((double)x[i] - x[i - 1]));
            loud[when] = fmax(loud[when], fabs(x[i]));
        }
        assert_true(loud[0] > 0.01 && loud[2] > 0.01);
        claim_see(&c[0], step[1] / (fmax(step[0], step[2]) + (loud[0] + loud[2]) / BLOCK), "%s to %s: %g, of %g and %g",
                  unit[k / 3], unit[k % 3], step[1], loud[0], loud[2]);
    }
    for (int i = 0; i < N; i++)
        claim_see(&c[1],
                  fabs(pd_samples(p, struck[1])[i] - pd_samples(p, struck[0])[i]) /
                      peak_of(pd_samples(p, struck[0]), N),
                  "%d", i);
}

/* A body peaks within 4 dB of its level, and a level is a ratio of gains to rounding. */
TEST(level_sets_the_peak)
{
    const double level[] = { -6, -20, 0, -60 };
    const char *unit[] = { "velocity", "displacement", "acceleration" };
    int out[4][3];
    pd_patch *p = pd_open();
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            int o = pd_obj(p, "hertz/impact~ -unit %s", unit[j]);
            pd_at(p, 5, o, "level %g", level[i]);
            pd_at(p, 100, o, "bang");
            out[i][j] = pd_record(p, o, AUDIO, 100, 9600);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            double peak = 20 * log10(peak_of(pd_samples(p, out[i][j]), 9600)),
                   first = 20 * log10(peak_of(pd_samples(p, out[0][j]), 9600));
            assert_that(fabs(peak - level[i]) < 4, "%s: level %g peaks at %g dBFS", unit[j], level[i], peak);
            assert_near(peak - first, level[i] - level[0], 0.01);
        }
}

/* What rings becomes louder with a level, but not louder than full scale. A slider of levels lets notes pass. */
TEST(level_holds_what_rings)
{
    pd_patch *p = pd_open(.as_played = 1);
    int bell = pd_obj(p, "hertz/impact~ bell"), slid = pd_obj(p, "hertz/impact~ bell"), rings, strikes;
    pd_at(p, 10, bell, "strike 20");
    pd_at(p, 500, bell, "level 0");
    rings = pd_record(p, bell, AUDIO, 0, 48000);
    for (int i = 0; i < 60; i++)
        pd_at(p, 10 + 50 * i, slid, "level %g", -12 - 0.1 * i);
    pd_at(p, 1000, slid, "bang");
    strikes = pd_record(p, slid, AUDIO, 1000, 48000);
    pd_run(p);
    double held = peak_of(pd_samples(p, rings), 48000), struck = peak_of(pd_samples(p, strikes), 48000);
    assert_that(held > 0.9 && held <= 1, "what rings peaks at %g", held);
    assert_that(struck > 0.05 && struck < 1, "a blow while levels come peaks at %g", struck);
}

TEST(energy_outlet_with_and_without_ledger)
{
    enum { N = 2048 };
    pd_patch *p = pd_open();
    int out[2];
    for (int ledger = 0; ledger < 2; ledger++) {
        int o = hammer(p, BLOW " -ledger %d", ledger);
        pd_at(p, 10, o, STRIKE);
        out[ledger] = pd_record(p, o, ENERGY, 10, N);
    }
    pd_run(p);
    const float *block = pd_samples(p, out[0]), *sample = pd_samples(p, out[1]);
    double v_out = wall_v_out(blow.damping, blow.v_in);
    for (int i = 0; i < 90; i++)
        assert_near(sample[i], 0.01 * blow.v_in * blow.v_in, 1e-6);
    for (int i = 300; i < N; i++) {
        assert_near(sample[i], 0.01 * v_out * v_out, 1e-6);
        assert_near(block[i], sample[i], 1e-6);
    }
    for (int i = 1; i < N; i++) {
        assert_true(sample[i] <= sample[i - 1]);
        assert_true(i % 64 == 0 || block[i] == block[i - 1]);
    }
}

/* -- meters --------------------------------------------------------------- */

enum {
    KINETIC,
    POTENTIAL,
    CONTACT,
    DISSIPATED,
    SUPPLIED,
    ADJUSTED,
    RESIDUAL,
    SHED,
    POSITION,
    COMPRESSION,
    VELOCITY,
    ENDFORCE,
    METERS
};
#define ALL_METERS                                                                                                     \
    "-meters kinetic potential contact dissipated supplied adjusted residual shed position compression velocity "      \
    "endforce"

/* Makes a hammer with all meters that is busy in some way: by a spring, gravity, a push and a moving parameter. */
static int metered(pd_patch *p, const char *flags)
{
    int o = pd_obj(p, "hertz/impact~ -object wall -gain 1 %s " ALL_METERS, flags);
    print_info(p, o, INFO + METERS);
    return o;
}

TEST(the_books_balance_at_every_sample)
{
    enum { N = 24000 };
    pd_patch *p = pd_open();
    int o = metered(p, BLOW " -gravity 9.81 -suspension 30"), out[METERS];
    int push = pd_obj(p, "osc~ 70"), newton = pd_obj(p, "*~ 3");
    pd_chain(p, push, newton, o);
    pd_at(p, 10, o, "strike 1.5 0.003");
    pd_at(p, 60, o, "mass 0.05");
    pd_at(p, 110, o, "strike 3");
    pd_at(p, 110.5, o, "stiffness 1e8");
    pd_at(p, 200, o, "rest -0.01");
    pd_at(p, 250, o, "suspension 60");
    pd_at(p, 300, o, "gravity -2");
    int stored = pd_record(p, o, ENERGY, 0, N);
    for (int i = 0; i < METERS; i++)
        out[i] = pd_record(p, o, INFO + i, 0, N);
    int energy = pd_at(p, 499.9, o, "energy");
    pd_run(p);
    const float *e = pd_samples(p, stored), *m[METERS];
    for (int i = 0; i < METERS; i++)
        m[i] = pd_samples(p, out[i]);
    double most = peak_of(e, N), flows = 0, first = e[0];
    for (int i = 0; i < N; i++) {
        double stored_parts = (double)m[KINETIC][i] + m[POTENTIAL][i] + m[CONTACT][i];
        double balance = (double)m[SUPPLIED][i] + m[ADJUSTED][i] - m[DISSIPATED][i] - m[SHED][i] + m[RESIDUAL][i];
        flows = fmax(flows, fabs(m[SUPPLIED][i]) + fabs(m[ADJUSTED][i]) + fabs(m[DISSIPATED][i]));
        first -= i ? 0 : balance; /* the energy that was stored before the first sample */
        assert_true(fabs(e[i] - stored_parts) <= 1e-6 * most);
        assert_true(fabs(e[i] - first - balance) <= 3e-7 * (most + flows));
        assert_true(fabs(m[RESIDUAL][i]) <= 1e-10 * most);
        assert_true(i == 0 || m[DISSIPATED][i] >= m[DISSIPATED][i - 1]);
        assert_true(m[CONTACT][i] >= 0 && m[KINETIC][i] >= 0);
    }
    assert_true(m[DISSIPATED][N - 1] > 0.01 && m[SUPPLIED][N - 1] != 0 && m[ADJUSTED][N - 1] > 0.01);
    accounts a = accounts_of(p, energy, o);
    assert_near(a.dissipated, m[DISSIPATED][N - 1], 0.02);
    assert_near(a.stored, a.kinetic + a.potential + a.contact, 2e-5);
}

/* The same of every class, as it comes: excited twice, its meters add up at every sample. */
TEST(the_meters_of_every_class_add_up)
{
    enum { N = 24000 };
    int n;
    const kind *all = kinds(&n);
    for (const kind *k = all; k < all + n; k++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/%s %s " ALL_METERS, k->name, k->busy), out[METERS], info = k->t.info;
        pd_at(p, 10, o, "%s", k->excite);
        pd_at(p, 230, o, "bang");
        int stored = pd_record(p, o, info - 1, 0, N);
        for (int i = 0; i < METERS; i++)
            out[i] = pd_record(p, o, info + i, 0, N);
        pd_run(p);
        const float *e = pd_samples(p, stored), *m[METERS];
        for (int i = 0; i < METERS; i++)
            m[i] = pd_samples(p, out[i]);
        double most = peak_of(e, N), flows = 0, first = 0;
        assert_true(most > 0 && isfinite(most));
        for (int i = 0; i < N; i++) {
            double parts = (double)m[KINETIC][i] + m[POTENTIAL][i] + m[CONTACT][i];
            double balance = (double)m[SUPPLIED][i] + m[ADJUSTED][i] - m[DISSIPATED][i] - m[SHED][i] + m[RESIDUAL][i];
            flows = fmax(flows, fabs(m[SUPPLIED][i]) + fabs(m[ADJUSTED][i]) + fabs(m[DISSIPATED][i]));
            first = i ? first : e[0] - balance;
            assert_that(fabs(e[i] - parts) <= 1e-6 * (most + fabs(m[POTENTIAL][i])) &&
                            fabs(e[i] - first - balance) <= 1e-6 * (most + flows) &&
                            fabs(m[RESIDUAL][i]) <= 1e-10 * (most + flows) &&
                            (!i || m[DISSIPATED][i] >= m[DISSIPATED][i - 1]) && m[KINETIC][i] >= 0,
                        "%s: sample %d: stored %g of parts %g, balance %g since %g, residual %g", k->name, i, e[i],
                        parts, balance, first, m[RESIDUAL][i]);
        }
        assert_true(m[DISSIPATED][N - 1] > 0);
        pd_close(p);
    }
}

TEST(position_and_compression_are_the_hammers)
{
    enum { N = 480 };
    pd_patch *p = pd_open();
    int o = metered(p, BLOW);
    pd_at(p, 10, o, STRIKE);
    int audio = pd_record(p, o, AUDIO, 10, N);
    int place = pd_record(p, o, INFO + POSITION, 10, N), deep = pd_record(p, o, INFO + COMPRESSION, 10, N);
    pd_run(p);
    const float *x = pd_samples(p, place), *eta = pd_samples(p, deep), *v = pd_samples(p, audio);
    double deepest = 0;
    for (int i = 0; i < 90; i++) {
        assert_true(fabs(x[i + 1] - x[i] - v[i] / RATE) < 1e-8);
        assert_true(eta[i] <= 0);
    }
    for (int i = 0; i < N; i++) {
        deepest = fmax(deepest, eta[i]);
        assert_true(eta[i] <= 0 ? x[i] <= 1e-9 : fabs(x[i] - eta[i]) < 1e-8);
    }
    wall_answer want = wall_solve(&blow, 200);
    assert_true(deepest <= want.x_max * 1.000001 && deepest > 0.98 * want.x_max);
}

/* The velocity is the derivative of the position, whatever the audio outlet carries and is multiplied by; the force at
 * the end of a sample is the law's at that compression and velocity, where the mean over the sample is not: in a
 * lossless linear spring it makes a hook of a line. */
TEST(velocity_and_endforce_are_those_of_the_samples_end)
{
    enum { N = 480 };
    const double stiffness = 1e5;
    pd_patch *p = pd_open();
    int o = pd_obj(p,
                   "hertz/impact~ -object wall -gain 7 -unit displacement -mass 0.01 -stiffness %g -exponent 1 "
                   "-damping 0 " ALL_METERS,
                   stiffness);
    pd_at(p, 10, o, STRIKE);
    int mean = pd_record(p, o, 1, 10, N), place = pd_record(p, o, INFO + POSITION, 10, N),
        deep = pd_record(p, o, INFO + COMPRESSION, 10, N), fast = pd_record(p, o, INFO + VELOCITY, 10, N),
        push = pd_record(p, o, INFO + ENDFORCE, 10, N);
    pd_run(p);
    const float *x = pd_samples(p, place), *eta = pd_samples(p, deep), *v = pd_samples(p, fast),
                *f = pd_samples(p, push), *f_mean = pd_samples(p, mean);
    double hook = 0, most = 0;
    for (int i = 1; i < N; i++) {
        assert_true(fabs(x[i] - x[i - 1] - 0.5 * (v[i] + v[i - 1]) / RATE) < 1e-7);
        assert_true(fabs(f[i] - stiffness * fmax(eta[i], 0)) <= 1e-5 * stiffness * fabs(eta[i]));
        hook = fmax(hook, fabs(f_mean[i] - stiffness * fmax(eta[i], 0)));
        most = fmax(most, f[i]);
    }
    assert_true(most > 0 && hook > 0.01 * most);
}

/* A string that lies against a flat obstacle touches it at many points. The impulse by what these forces are at the
 * samples' ends is that of the means over the steps. */
TEST(endforce_is_that_of_all_points)
{
    enum { N = 9600 };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/stringbarrier~ -obstacle flat -height 0 -exponent 1 -stiffness 1e4 -meters endforce");
    pd_at(p, 10, o, "pluck");
    int mean = pd_record(p, o, 1, 0, N), push = pd_record(p, o, 3, 0, N);
    pd_run(p);
    double by_means = 0, by_ends = 0;
    for (int i = 0; i < N; i++) {
        by_means += fabs(pd_samples(p, mean)[i]);
        by_ends += pd_samples(p, push)[i];
    }
    print_message("# endforce of a row: the impulse is off by %g of itself\n", by_ends / by_means - 1);
    assert_true(by_means > 0 && fabs(by_ends / by_means - 1) < 0.01);
}

/* Every class has them, and they belong to what position shows. */
TEST(velocity_goes_with_position)
{
    enum { N = 4800 };
    int n;
    const kind *all = kinds(&n);
    for (const kind *k = all; k < all + n; k++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/%s %s -meters position velocity endforce", k->name, k->busy), info = k->t.info;
        pd_at(p, 10, o, "%s", k->excite);
        int place = pd_record(p, o, info, 0, N), fast = pd_record(p, o, info + 1, 0, N),
            push = pd_record(p, o, info + 2, 0, N);
        pd_run(p);
        const float *x = pd_samples(p, place), *v = pd_samples(p, fast), *f = pd_samples(p, push);
        double most = 0, sum = 0, off = 0, force = 0;
        for (int i = 1000; i < N; i++) { /* from the excitation on */
            sum += v[i] / RATE;
            off = fmax(off, fabs(x[i] - x[999] - sum));
            most = fmax(most, fabs(x[i] - x[999]));
            force = fmax(force, f[i]);
        }
        assert_that(most > 0 && off < 0.1 * most, "%s: position goes %g m, off velocity by %g m", k->name, most, off);
        assert_that(force >= 0 && isfinite(force), "%s: endforce is %g N", k->name, force);
        pd_close(p);
    }
}

/* A cord to an outlet that is not there is an error of Pd's, one to the last outlet is not. */
TEST(outlets_are_as_many_as_documented)
{
    const struct {
        const char *flags;
        int outlets;
    } made[] = { { "", 4 },          { "-meters kinetic", 5 },
                 { ALL_METERS, 16 }, { "-meters residual residual", 6 },
                 { "-ledger 1", 4 }, { "-pickups 0.1 0.5 0.9", 6 } };
    enum { MADE = sizeof made / sizeof *made };
    pd_patch *p = pd_open();
    for (int i = 0; i < MADE; i++)
        pd_print(p, pd_obj(p, "hertz/impact~ -object wall %s", made[i].flags), made[i].outlets - 1, "last");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, "patch.pd "), 0);
    pd_close(p);
    for (int i = 0; i < MADE; i++) {
        p = pd_open();
        pd_print(p, pd_obj(p, "hertz/impact~ -object wall %s", made[i].flags), made[i].outlets, "beyond");
        pd_run(p);
        assert_int_equal(pd_count(p, PD_LOADED, "patch.pd "), 1);
        pd_close(p);
    }
}
