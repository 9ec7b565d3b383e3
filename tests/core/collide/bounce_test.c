/* A ball that falls: every bounce to the end, then lasting contact, then rest. The numbers of issue 5. */
#include "tests/tools/test.h"
#include "copy.h"
#include "ode.h"
#include "tests/core/law/orbit.h"
#include "rig.h"

static const double h44 = 1 / 44100.0, g = 9.81;

static hz_collide_params ball(double stiffness, double damping)
{
    hz_collide_params p = rig_params();
    p.law.stiffness = stiffness;
    p.law.damping = damping;
    p.gravity = g;
    return p;
}

static void drop(rig *r, const hz_collide_params *p, double h, double height)
{
    rig_start(r, p, h);
    hz_collide_strike(&r->c, 0, height);
}

/* ---- bounces ---- */

/* The ball has just parted within the last sample: how long ago. */
static double since_parting(const rig *r)
{
    return r->c.system.striker->eta < 0 ? -r->c.system.striker->eta / fabs(r->c.system.striker->v) : 0;
}

/* Speeds by the closed form, one from the other, and times by flights of 2 v/g and contacts that last tau. So hard that
 * gravity is nothing during a contact: at 1e10 N/m^1.5 it already makes 1e-3 after ten bounces. Softer ones:
 * loaded_bounces. */
LONG_TEST(ten_bounces)
{
    CLAIMS(c, CLAIM("bounce: first ten speeds off the closed form", 1e-4),
           CLAIM("bounce: times of the first ten off flights and contacts, of the time", 1e-4),
           CLAIM("bounce: residual over ten bounces", 1e-11));
    static const double rates[] = { 44100, 48000, 96000 }, dampings[] = { 0.1, 0.5, 0.01, 0 };
    rig r;
    rig_init(&r, 0);
    for (int i = 0; i < (getenv("HZ_SOAK") ? 12 : 6); i++) {
        hz_collide_params p = ball(1e13, dampings[i / 3]);
        double height = 0.3, v = sqrt(2 * g * height), time = v / g, h = 1 / rates[i % 3];
        int samples = 0;
        rig_watch("ten bounces, K %g mu %g", p.law.stiffness, p.law.damping);
        drop(&r, &p, h, height);
        for (int bounce = 0; bounce < 10; bounce++) {
            orbit o = { p.law, p.mass, v };
            int contacts = r.contacts;
            for (; r.contacts == contacts && samples < 1000000; samples++)
                rig_sample(&r, 0, 0);
            time += orbit_tau(&o);
            claim_near(&c[0], r.last.v_in, v, "K %g mu %g bounce %d", p.law.stiffness, p.law.damping, bounce);
            v = -orbit_v_out(p.law.damping, v);
            claim_near(&c[0], -r.last.v_out, v, "K %g mu %g bounce %d", p.law.stiffness, p.law.damping, bounce);
            claim_near(&c[1], samples * h - since_parting(&r), time, "K %g mu %g bounce %d", p.law.stiffness,
                       p.law.damping, bounce);
            time += 2 * v / g;
        }
        claim_see(&c[2], r.residual, "K %g mu %g", p.law.stiffness, p.law.damping);
    }
    rig_free(&r);
}

/* Where gravity weighs on the contact there is no closed form: against the differential equation, down to the bounces
 * that it nearly holds down. */
TEST(loaded_bounces)
{
    CLAIMS(c, CLAIM("bounce: loaded by gravity, v_out", 1e-4), CLAIM("bounce: loaded by gravity, x_max", 3e-5),
           CLAIM("bounce: loaded by gravity, duration", 2e-3));
    dice d = { claim_seed(1) };
    rig r;
    rig_init(&r, 0);
    for (int i = 0; i < claim_trials(80); i++) {
        hz_collide_params p = ball(dice_log(&d, 1e3, 1e13), dice_once(&d, 4) ? 0 : dice_log(&d, 0.01, 1));
        double sag = pow(p.mass * g / p.law.stiffness, 1 / 1.5), v = dice_log(&d, 2, 3e3) * sqrt(g * sag);
        hz_contact exact;
        rig_watch("loaded bounce, K %.17g mu %.17g v %.17g", p.law.stiffness, p.law.damping, v);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, v, 0);
        if (!ode_contact(&r.c, 0, 0, 10, &exact))
            continue; /* it stays */
        rig_contact(&r, 441000);
        claim_near(&c[0], r.last.v_out, exact.v_out, "K %g mu %g v %g", p.law.stiffness, p.law.damping, v);
        claim_near(&c[1], r.last.x_max, exact.x_max, "K %g mu %g v %g", p.law.stiffness, p.law.damping, v);
        claim_near(&c[2], r.last.duration, exact.duration, "K %g mu %g v %g", p.law.stiffness, p.law.damping, v);
    }
    assert_true(c[0].seen > claim_trials(80) * 5 / 8);
    rig_free(&r);
}

/* Bounces of which each is compared with the one before. */
typedef struct fall {
    int bounces, unresolved, fast;
    double v, until, mu;        /* the last speed out; speeds that have a closed form; */
    double worst_in, worst_out; /* how far a speed in is off the one out before, and a speed out off the closed form */
} fall;

static void follow(void *owner, const hz_contact *k)
{
    fall *f = owner;
    f->bounces++;
    f->unresolved += !k;
    if (!k || k->v_in < f->until)
        return;
    f->fast++;
    f->worst_in = fmax(f->worst_in, f->v > 0 ? fabs(k->v_in / f->v - 1) : 0);
    f->v = -k->v_out;
    f->worst_out = fmax(f->worst_out, fabs(k->v_out / orbit_v_out(f->mu, k->v_in) - 1));
}

/* Blocks without books, as a patch runs them. Watched, all their samples are taken one by one, also those of rest. */
static void run_watched(rig *r, double seconds, int watched)
{
    double audio[64], force[64], compression[64],
        *meter[HZ_METERS] = { [HZ_COMPRESSION] = watched ? compression : NULL };
    for (double t = 0; t < seconds; t += 64 * r->c.system.h) {
        hz_collide_run(&r->c,
                       &(hz_collide_io){ .n = 64, .audio = (double *[]){ audio }, .force = force, .meter = meter });
        r->over += r->c.system.substeps > r->bound;
    }
}

static void run(rig *r, double seconds)
{
    run_watched(r, seconds, 0);
}

/* The law gives restitution 1 in the limit, so bounces go on, ever faster: each is one, until gravity holds the ball
 * down. 22,087 of 10 g, 36,000 of a fifth of a gram. */
LONG_TEST(bounces_to_the_last)
{
    CLAIMS(c, CLAIM("bounce: to the last, speed in off the speed out before", 3e-14),
           CLAIM("bounce: to the last, speed out off the closed form", 1e-4),
           CLAIM("bounce: to the last, how many to a hundredth m/s off the closed form's", 1),
           CLAIM("bounce: to the last, not resolved", 0),
           CLAIM("bounce: to the last, samples over the bound of sub-steps", 0),
           CLAIM("bounce: to the last, fewer than 20,000 in 6.5 s", 0));
    rig r;
    rig_init(&r, 0);
    fall f = { .mu = 0.5, .until = 1e-2 };
    hz_collide_params p = ball(1e13, f.mu);
    rig_watch("bounces to the last");
    drop(&r, &p, h44, 0.3);
    r.c.system.ended = follow;
    r.c.system.owner = &f;
    run(&r, 6.5);
    int expected = 0;
    for (double v = sqrt(2 * g * 0.3); v >= f.until; v = -orbit_v_out(f.mu, v))
        expected++;
    claim_see(&c[0], f.worst_in, "to %g m/s", f.until);
    claim_see(&c[1], f.worst_out, "to %g m/s", f.until);
    claim_see(&c[2], abs(f.fast - expected), "%d, expected %d", f.fast, expected);
    claim_see(&c[3], f.unresolved, "of %d", f.bounces);
    claim_see(&c[4], r.over, "most %d", r.bound);
    claim_see(&c[5], 20000 - f.bounces, "%d", f.bounces);
    print_message("# bounce: %d bounces in 6.5 s\n", f.bounces);
    rig_free(&r);
}

/* ---- the other methods ---- */

/* Heights of the first flights after the ball was at the surface with this speed, one step of the method a sample. */
static void flights(rig *r, const hz_collide_params *p, double v, double distance, double *height, int n)
{
    int rising = 0;
    rig_start(r, p, h44);
    hz_collide_strike(&r->c, v, distance);
    for (int i = 0, k = 0; k < n && i < 441000; i++) {
        double x = hz_bank_displacement(&r->c.system.striker->body), up = -hz_bank_velocity(&r->c.system.striker->body);
        rig_sample(r, 0, 0);
        double now = -hz_bank_velocity(&r->c.system.striker->body);
        if (rising && up > 0 && now <= 0 && x < 0) /* the top lies within the sample: on the parabola it is */
            height[k++] = -x + 0.5 * up * up / g;
        rising = now > 0;
    }
}

/* P figure 8: errors of a contact add up from one rebound to the next, and rebounds come at the wrong time. A states it
 * of repeated impacts in general. Case 1 of P under gravity, against the differential equation. */
TEST(rebounds_drift_with_the_textbook_methods)
{
    enum { FLIGHTS = 10 };
    CLAIMS(c, CLAIM("bounce: ten rebounds of P case 1, exact, height off", 1e-5),
           CLAIM("bounce: ten rebounds of P case 1, exact, time of the tenth off, samples", 0.1),
           CLAIM("bounce: am1, how much less than 0.3 % the tenth height is off", 0),
           CLAIM("bounce: rk4, how much less than 0.3 % the tenth height is off", 0),
           CLAIM("bounce: am1, how much less than 20 samples the tenth flight is off", 0),
           CLAIM("bounce: rk4, how much less than 20 samples the tenth flight is off", 0));
    static const enum hz_method methods[] = { HZ_EXACT, HZ_AM1, HZ_RK4 };
    double want[FLIGHTS], late = 0;
    rig r;
    rig_init(&r, 0);
    hz_collide_params p = ball(1e7, 0.1);
    p.law.exponent = 1.1;
    double v = 0.3;
    for (int i = 0; i < FLIGHTS; i++) {
        hz_contact exact;
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, v, 0);
        assert_true(ode_contact(&r.c, 0, 0, 1, &exact));
        v = -exact.v_out;
        want[i] = 0.5 * v * v / g;
        late += exact.duration + 2 * v / g;
    }
    for (int m = 0; m < 3; m++) {
        double got[FLIGHTS] = { 0 }, time = 0;
        p.method = methods[m];
        flights(&r, &p, 0.3, 0, got, FLIGHTS);
        for (int i = 0; i < FLIGHTS; i++) {
            time += 2 * (sqrt(2 * got[i] / g) - sqrt(2 * want[i] / g)) / h44;
            if (m == 0)
                claim_near(&c[0], got[i], want[i], "flight %d", i);
        }
        print_message("# bounce: method %d: tenth height off %.2g, the time of ten flights off %.3g of %.0f samples\n",
                      m, got[FLIGHTS - 1] / want[FLIGHTS - 1] - 1, time, late / h44);
        if (m == 0)
            claim_see(&c[1], fabs(time), "%g samples", time);
        else {
            claim_see(&c[1 + m], 0.003 - fabs(got[FLIGHTS - 1] / want[FLIGHTS - 1] - 1), "%g", got[FLIGHTS - 1]);
            claim_see(&c[3 + m], 20 - fabs(time), "%g samples", time);
        }
    }
    rig_free(&r);
}

/* The same from many places within a sample off the surface, a hundred of them with all trials: by how much ten flights
 * are late is a spread, and one start is one draw of it. */
NATIVE_TEST(drift_is_a_spread)
{
    enum { FLIGHTS = 10 };
    const int starts = claim_whole() ? 100 : 24;
    static const enum hz_method methods[] = { HZ_AM1, HZ_RK4, HZ_VERLET, HZ_TWOPOINT, HZ_THREEPOINT };
    static const char *const names[] = { "am1", "rk4", "verlet", "twopoint", "threepoint" };
    enum { N = sizeof methods / sizeof *methods };
    double low[N] = { 0 }, high[N] = { 0 }, sum[N] = { 0 }, squares[N] = { 0 };
    int early[N] = { 0 };
    rig r;
    rig_init(&r, 0);
    hz_collide_params p = ball(1e7, 0.1);
    p.law.exponent = 1.1;
    for (int i = 0; i < starts; i++) {
        double want[FLIGHTS] = { 0 }, distance = (i + 0.5) / starts * 0.3 * h44;
        p.method = HZ_EXACT;
        flights(&r, &p, 0.3, distance, want, FLIGHTS);
        for (int m = 0; m < N; m++) {
            double got[FLIGHTS] = { 0 }, late = 0;
            p.method = methods[m];
            flights(&r, &p, 0.3, distance, got, FLIGHTS);
            for (int k = 0; k < FLIGHTS; k++)
                late += 2 * (sqrt(2 * got[k] / g) - sqrt(2 * want[k] / g)) / h44;
            low[m] = i ? fmin(low[m], late) : late;
            high[m] = i ? fmax(high[m], late) : late;
            sum[m] += late;
            squares[m] += late * late;
            early[m] += late < 0;
        }
    }
    for (int m = 0; m < N; m++) {
        double mean = sum[m] / starts;
        print_message("# bounce: %s, ten flights of case 1 from %d starts: %+.0f to %+.0f samples late, mean %+.1f, "
                      "standard deviation %.1f, %d early\n",
                      names[m], starts, low[m], high[m], mean, sqrt(squares[m] / starts - mean * mean), early[m]);
    }
    for (int m = 0; m < 2; m++) /* the sign of one start says nothing of another */
        assert_true(low[m] < -5 && high[m] > 5);
    rig_free(&r);
}

/* ---- coming to rest ---- */

LONG_TEST(it_comes_to_rest)
{
    CLAIMS(c, CLAIM("bounce: kinetic energy after 60 s, of the drop's", 1e-15),
           CLAIM("bounce: compression at rest off the static one", 3e-9),
           CLAIM("bounce: stored energy rises in a tenth of a second, of the drop's", 1e-12),
           CLAIM("bounce: samples over the bound of sub-steps", 0), CLAIM("bounce: bounces that were not resolved", 0));
    static const double stiffnesses[] = { 1e3, 1e5, 1e7, 1e9, 1e11, 1e13 }, dampings[] = { 0.1, 0.5, 3 };
    int soak = getenv("HZ_SOAK") != NULL;
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < 36; i += 36 / claim_length(36)) {
        int modes = i >= 18, k = i % 6;
        int brief = k < 5 && (i / 6 % 3 == 2 || (i / 6 % 3 == 1 && k % 2 == 0 && k < 4) || (i == 2 && !modes));
        if (!soak && !brief) /* stiff and hardly damped, it is a long way to rest */
            continue;
        hz_collide_params p = ball(stiffnesses[k], dampings[i / 6 % 3]);
        double height = 0.1, drops = p.mass * g * height, depth = pow(p.mass * g / p.law.stiffness, 1 / 1.5),
               before = HUGE_VAL;
        r.c.system.object.n = 0;
        if (modes)
            rig_modes(&r, 0.05, 3);
        drop(&r, &p, h44, height);
        for (int tenth = 0; tenth < 600; tenth++) {
            hz_accounts now;
            rig_watch("rest, K %g mu %g modes %d", p.law.stiffness, p.law.damping, modes);
            run_watched(&r, 0.1, k == 2); /* it comes to rest by itself, not only when it is put to sleep */
            hz_collide_accounts(&r.c, &now);
            claim_see(&c[2], (now.value[HZ_STORED] - before) / drops, "K %g mu %g modes %d at %g s", p.law.stiffness,
                      p.law.damping, modes, tenth * 0.1);
            before = now.value[HZ_STORED];
        }
        double v = hz_bank_velocity(&r.c.system.striker->body);
        claim_see(&c[0], 0.5 * p.mass * v * v / drops, "K %g mu %g modes %d", p.law.stiffness, p.law.damping, modes);
        claim_near(&c[1], r.c.system.striker->eta, depth, "K %g mu %g modes %d", p.law.stiffness, p.law.damping, modes);
        claim_see(&c[3], r.over, "K %g mu %g modes %d", p.law.stiffness, p.law.damping, modes);
        claim_see(&c[4], r.unresolved, "K %g mu %g modes %d: of %d", p.law.stiffness, p.law.damping, modes, r.contacts);
    }
    rig_free(&r);
}

/* With every account at every sample: nothing rises, nothing is gained, and the books balance. */
TEST(energy_never_rises)
{
    CLAIMS(c, CLAIM("bounce: every sample, rise of stored energy in a sample", 1e-14),
           CLAIM("bounce: every sample, a loss that is a gain", 1e-15), CLAIM("bounce: every sample, residual", 1e-11),
           CLAIM("bounce: every sample, force by which the contact pulls", 0),
           CLAIM("bounce: every sample, samples over the bound of sub-steps", 0));
    int seconds = getenv("HZ_SOAK") ? 60 : 2;
    rig r;
    rig_init(&r, 3);
    for (int k = 0; k < 2; k++) {
        r.c.system.object.n = 0;
        if (k)
            rig_modes(&r, 0.05, 3);
        hz_collide_params p = ball(k ? 1e8 : 1e10, 0.4);
        rig_watch("energy of a fall %d", k);
        drop(&r, &p, h44, 0.2);
        for (int i = 0; i < seconds * 44100; i++)
            rig_sample(&r, 0, 0);
        claim_see(&c[0], r.rise, "case %d", k);
        claim_see(&c[1], r.gain, "case %d", k);
        claim_see(&c[2], r.residual, "case %d", k);
        claim_see(&c[3], r.pull, "case %d", k);
        claim_see(&c[4], r.over, "case %d", k);
    }
    rig_free(&r);
}

/* Without damping a ball on a wall keeps its height for ever. */
TEST(without_damping_it_never_rests)
{
    CLAIMS(c, CLAIM("bounce: lossless, change of energy in 60 s", 3e-12),
           CLAIM("bounce: lossless, speed of the last bounce off the first", 3e-12));
    static const double stiffnesses[] = { 1e3, 1e7, 1e13 };
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 3; k++) {
        hz_collide_params p = ball(stiffnesses[k], 0);
        drop(&r, &p, h44, 0.02);
        hz_accounts start, end;
        hz_collide_accounts(&r.c, &start);
        run(&r, 60);
        hz_collide_accounts(&r.c, &end);
        claim_near(&c[0], end.value[HZ_STORED], start.value[HZ_STORED], "K %g", p.law.stiffness);
        claim_near(&c[1], r.last.v_in, sqrt(2 * g * 0.02), "K %g", p.law.stiffness);
        assert_true(r.contacts > 300);
    }
    rig_free(&r);
}

/* ---- rest as a block ---- */

/* Whether a ball that lies there falls asleep within a third of a second, pushed to this speed, its object at this one.
 */
static int falls_asleep(int modes, double speed, double speed_b, double heard)
{
    rig r;
    rig_init(&r, 3);
    if (modes)
        rig_modes(&r, 0.05, 0);
    for (int i = 0; i < 3; i++)
        r.c.system.object.heard[0][i] = heard * r.c.system.object.weight[i];
    hz_collide_params p = ball(1e7, 0);
    rig_start(&r, &p, h44);
    double audio[64], force[64], push[64] = { p.mass * speed / h44 }, *meter[HZ_METERS] = { 0 };
    r.c.system.object.v[2] = speed_b; /* which the ball hardly takes up */
    hz_collide_io io = { .n = 64, .force_a = push, .audio = (double *[]){ audio }, .force = force, .meter = meter };
    int asleep = 0;
    for (int block = 0; block < 230; block++) {
        hz_collide_run(&r.c, &io);
        io.force_a = NULL;
        asleep |= r.c.asleep;
    }
    rig_free(&r);
    return asleep;
}

/* A block of rest is not for what can be heard: of the ball on a wall, or of the object, however still the contact. */
TEST(no_rest_while_it_sounds)
{
    double quiet = rig_params().quiet;
    assert_true(quiet > 0);
    assert_true(falls_asleep(0, 0.7 * quiet, 0, 1));
    assert_false(falls_asleep(0, 2 * quiet, 0, 1));
    assert_true(falls_asleep(1, 0, 0.1 * quiet, 1));
    assert_false(falls_asleep(1, 0, 0.1 * quiet, 100));
}

/* On a wall the ball itself is heard: at rest it is as deep in the wall as its weight presses it, and does not move. */
TEST(a_ball_at_rest_is_heard_where_it_lies)
{
    rig r;
    rig_init(&r, 0);
    hz_collide_params p = ball(1e7, 0);
    rig_start(&r, &p, h44);
    for (int displacement = 0; displacement < 2; displacement++) {
        double audio[64] = { 1 }, force[64], *meter[HZ_METERS] = { 0 };
        hz_collide_io io = { .n = 64, .audio = (double *[]){ audio }, .force = force, .meter = meter };
        io.displacement = displacement;
        for (int block = 0; block < 230; block++)
            hz_collide_run(&r.c, &io);
        assert_true(r.c.asleep);
        double deep = pow(p.mass * p.gravity / p.law.stiffness, 1 / p.law.exponent);
        for (int i = 0; i < 64; i++)
            assert_float_equal(audio[i], displacement ? deep : 0, 1e-9 * deep);
    }
    rig_free(&r);
}

/* What is heard of the shape that the weight gives, as a displacement. */
static double heard_of_weight(const hz_bank *object)
{
    double heard = 0;
    for (int i = 0; i < 3; i++)
        heard += object->heard[0][i] * object->weight[i] * 0.01 * g /
                 (object->mass[i] * object->omega[i] * object->omega[i]);
    return heard;
}

/* Out of hearing a block is one of rest: it sounds like its samples, to what cannot be heard, and wakes when touched.
 */
LONG_TEST(blocks_of_rest)
{
    CLAIMS(c, CLAIM("bounce: a block of rest off its samples, of full scale", 1e-6),
           CLAIM("bounce: force of a block of rest off the weight", 1e-12),
           CLAIM("bounce: displacement heard at rest off the static one", 3e-10));
    rig r[2];
    double audio[2][64], force[2][64], compression[64];
    for (int k = 0; k < 2; k++) {
        rig_init(&r[k], 3);
        rig_modes(&r[k], 0.05, 3);
        for (int i = 0; i < 3; i++)
            r[k].c.system.object.heard[0][i] = 1 - 0.3 * i;
        hz_collide_params p = ball(5e7, 1);
        drop(&r[k], &p, h44, 1e-3);
    }
    int slept = 0;
    for (int block = 0; block < 6900; block++) {
        if (!r[0].c.asleep)
            copy_collide(&r[1].c, &r[0].c);
        for (int k = 0; k < 2; k++) { /* the second is watched, so that it takes samples */
            double *meter[HZ_METERS] = { [HZ_COMPRESSION] = k ? compression : NULL };
            hz_collide_run(
                &r[k].c,
                &(hz_collide_io){ .n = 64, .audio = (double *[]){ audio[k] }, .force = force[k], .meter = meter });
        }
        slept += r[0].c.asleep;
        assert_false(r[1].c.asleep);
        for (int i = 0; r[0].c.asleep && i < 64; i++) {
            claim_see(&c[0], fabs(audio[0][i] - audio[1][i]), "block %d", block);
            claim_near(&c[1], force[0][i], 0.01 * g, "block %d", block);
        }
    }
    assert_true(slept > 100);
    double *meter[HZ_METERS] = { 0 };
    hz_collide_io io = { .n = 64, .audio = (double *[]){ audio[0] }, .force = force[0], .meter = meter };
    io.displacement = 1;
    hz_collide_run(&r[0].c, &io);
    claim_near(&c[2], audio[0][63], heard_of_weight(&r[0].c.system.object), "asleep %d", r[0].c.asleep);
    /* a push wakes it */
    double push[64], most = 0;
    for (int i = 0; i < 64; i++)
        push[i] = i < 32 ? -1 : 0;
    io.displacement = 0;
    io.force_a = push;
    hz_collide_run(&r[0].c, &io);
    assert_false(r[0].c.asleep);
    io.force_a = NULL;
    for (int block = 0; block < 100; block++) {
        hz_collide_run(&r[0].c, &io);
        for (int i = 0; i < 64; i++)
            most = fmax(most, force[0][i]);
    }
    assert_true(most > 1); /* it was thrown, and fell back */
    for (int k = 0; k < 2; k++)
        rig_free(&r[k]);
}

/* What a ball lies on becomes a wall, and another ball lies on it, as a preset or `recall` makes it; then it becomes a
 * body again. It takes a step a sample, or 64 in a period of its swing on the wall, and not as many as there may be. */
TEST(what_lies_on_another_thing_is_cheap)
{
    enum { N = 64, BLOCKS = 700, LAST = 100 };
    CLAIMS(c, CLAIM("lying: steps on what has become a wall, of one a sample and 64 a period", 1.2),
           CLAIM("lying: on what has become a body", 1.2));
    static const double mass[] = { 0.1, 0.02, 0.05 }, omega[] = { 1400, 6000, 22000 }, sigma[] = { 3, 5, 9 },
                        weight[] = { 1, -0.7, 0.4 }, *const heard[] = { weight };
    const hz_modes body = { 3, mass, omega, sigma, weight, .pickups = 1, .heard = heard }, wall = { 0 };
    dice d = { claim_seed(29) };
    for (int t = 0; t < claim_trials(12); t++) {
        rig r;
        double audio[N], force[N], *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
        rig_init(&r, 3);
        for (int k = 0; k < 3; k++) { /* it lies on the body, on the wall, on the body again */
            hz_collide_params p = ball(dice_log(&d, 1e6, 1e10), dice_log(&d, 0.01, 1));
            p.mass = dice_log(&d, 3e-4, 0.05);
            p.resolution = 0;
            hz_collide_prepare(&r.c, &p, k == 1 ? &wall : &body, h44);
            if (k == 0)
                hz_collide_reset(&r.c);
            double before = 0;
            for (int block = 0; block < BLOCKS; block++) {
                before = block == BLOCKS - LAST ? r.c.system.work.spent : before;
                hz_collide_run(&r.c, &(hz_collide_io){ .n = N, .audio = audios, .force = force, .meter = meter });
            }
            double sag = pow(p.mass * g / p.law.stiffness, 2.0 / 3),
                   swing = sqrt(1.5 * p.law.stiffness * sqrt(sag) / p.mass) / (2 * M_PI),
                   steps = (r.c.system.work.spent - before) / (3 * N * LAST);
            if (k > 0)
                claim_see(&c[k - 1], steps / (1 + 64 * swing * h44), "trial %d: K %g, %g kg: %g steps a sample", t,
                          p.law.stiffness, p.mass, steps);
            assert_true(hz_collide_finite(&r.c));
        }
        rig_free(&r);
    }
}
