/* schemes: the textbook methods, against the papers that describe them. */
#include "tests/tools/test.h"
#include "tests/tools/page.h"
#include "duration_table.h"
#include "method_table.h"
#include "core/textbook/internal.h"
#include "tests/core/collide/copy.h"
#include "tests/core/collide/ode.h"
#include "tests/core/law/orbit.h"
#include "tests/core/collide/rig.h"
#include "tests/core/collide/storm.h"

static const double h44 = 1 / 44100.0, pi = 3.14159265358979323846;
static const char *const names[HZ_METHODS] = { "exact", "am1",      "verlet",     "heun",
                                               "rk4",   "twopoint", "threepoint", "quadratised" };

static hz_collide_params params_of(enum hz_method method, hz_law_params law)
{
    hz_collide_params p = rig_params();
    p.method = method;
    p.law = law;
    return p;
}

/* Strikes and runs until the contact has ended. */
static void strike(rig *r, const hz_collide_params *p, double h, double v, double distance)
{
    rig_watch("%s: K %g a %g mu %g m %g v %g h %g distance %g", names[p->method], p->law.stiffness, p->law.exponent,
              p->law.damping, p->mass, v, h, distance);
    rig_start(r, p, h);
    hz_collide_strike(&r->c, v, distance);
    if (!rig_contact(r, 100000) || r->unresolved)
        fail_msg("%s: no contact that is reported: K %.9g a %.9g mu %.9g v %.9g distance %.9g", names[p->method],
                 p->law.stiffness, p->law.exponent, p->law.damping, v, distance);
}

/* ---- P ---- */

static const struct {
    hz_law_params law;
    double v;
} papetti[2] = { { { 1e7, 1.1, 0.1 }, 0.3 }, { { 1e9, 1.5, 0.5 }, 1 } };

/* P's Table 1, both cases, and the same against the exact root of P 6, which PHYSICS 3 computed: x_max (NAN: not
 * exceeded), v_out, H of am1, verlet, heun, rk4. Heun's energy of case 1 and what PHYSICS does not print follow from
 * v_out. The one entry of 24 that is not reproduced is am1's H of case 1: P print 2.603, 2.604 is right. */
TEST(published_table)
{
    static const double printed[2][4][3] = {
        { { NAN, 1.293, 2.604 }, { 1.122, 1.660, 3.348 }, { 1.254, 1.467, 2.955 }, { NAN, -0.125, -0.250 } },
        { { NAN, 2.551, 5.166 }, { NAN, 0.839, 1.685 }, { NAN, -4.692, -9.164 }, { NAN, -0.105, -0.211 } },
    };
    static const double to_root[2][4][3] = {
        { { NAN, 1.293, 2.604 }, { 1.122, 1.660, 3.348 }, { 1.254, 1.467, NAN }, { NAN, -0.125, -0.250 } },
        { { NAN, 2.563, 5.193 }, { NAN, 0.852, 1.711 }, { NAN, -4.680, NAN }, { NAN, -0.093, -0.186 } },
    };
    CLAIMS(c, CLAIM("schemes: P's table 1, off by (percent)", 0.00051),
           CLAIM("schemes: P's table 1 against the exact root, off by (percent)", 0.00051),
           CLAIM("schemes: 'not exceeded' that is", 0),
           CLAIM("schemes: twopoint's v_out of PHYSICS 3, off by (percent)", 0.00051));
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 2; k++) {
        double mu = papetti[k].law.damping, v = papetti[k].v, exact = orbit_v_out(mu, v), fit = orbit_v_out_fit(mu, v);
        orbit o = { papetti[k].law, 0.01, v };
        for (int m = 0; m < 4; m++) {
            hz_collide_params p = params_of((enum hz_method)(HZ_AM1 + m), papetti[k].law);
            strike(&r, &p, h44, v, 0);
            double x = 100 * (r.last.x_max / orbit_x_max(&o) - 1), at_fit = r.last.v_out / fit,
                   at_root = r.last.v_out / exact;
            const char *name = names[p.method];
            claim_see(&c[0], fabs(100 * (at_fit - 1) - printed[k][m][1]), "%s, case %d", name, k + 1);
            claim_see(&c[0], fabs(100 * (at_fit * at_fit - 1) - printed[k][m][2]), "%s's H, case %d", name, k + 1);
            claim_see(&c[1], fabs(100 * (at_root - 1) - to_root[k][m][1]), "%s, case %d", name, k + 1);
            if (!isnan(to_root[k][m][2]))
                claim_see(&c[1], fabs(100 * (at_root * at_root - 1) - to_root[k][m][2]), "%s's H, case %d", name,
                          k + 1);
            if (isnan(printed[k][m][0]))
                claim_see(&c[2], x > 0, "%s, case %d", name, k + 1);
            else
                claim_see(&c[0], fabs(x - printed[k][m][0]), "%s's x_max, case %d", name, k + 1);
        }
        hz_collide_params p = params_of(HZ_TWOPOINT, papetti[k].law);
        for (int i = 0; i < 20; i++) { /* at every phase of entry */
            strike(&r, &p, h44, v, i / 20.0 * v * h44);
            claim_see(&c[3], fabs(100 * (r.last.v_out / exact - 1) - (k ? 1.413 : 0.055)), "case %d, phase %d", k + 1,
                      i);
        }
    }
    rig_free(&r);
}

/* In a hard contact am1 makes energy or loses it, by where between two samples the hammer touches. */
TEST(am1_gains_and_loses)
{
    enum { PHASES = 400 };
    rig r;
    rig_init(&r, 0);
    double low = 0, high = 0;
    int gains = 0;
    for (int i = 0; i < PHASES; i++) {
        hz_collide_params p = params_of(HZ_AM1, (hz_law_params){ 1e9, 1.5, 0 });
        strike(&r, &p, h44, 1, (i + 0.5) / PHASES * h44);
        double more = r.last.v_out * r.last.v_out - 1;
        low = fmin(low, more);
        high = fmax(high, more);
        gains += more > 0;
    }
    rig_free(&r);
    print_message("# schemes: am1 at 1e9 N/m^1.5, %d phases: energy %+.2f to %+.2f %% off, %d gain\n", PHASES,
                  100 * low, 100 * high, gains);
    assert_true(low < -0.02 && high > 0.02 && gains > PHASES / 4 && gains < 3 * PHASES / 4);
}

/* What a lossless hammer loses at a hard wall by quadratised, wherever in the sample it touches, is shed: nothing is
 * dissipated, and the residual is rounding. */
TEST(quadratised_sheds)
{
    static const double stiffness[] = { 1e7, 1e9, 1e11, 1e13 };
    CLAIMS(c, CLAIM("schemes: shed, off what the hammer leaves without", 3e-14),
           CLAIM("schemes: shed, residual", 1e-12));
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 4; k++) {
        double most = 0, slowest = 1;
        for (int i = 0; i < 100; i++) {
            hz_collide_params p = params_of(HZ_QUADRATISED, (hz_law_params){ stiffness[k], 1.5, 0 });
            strike(&r, &p, h44, 1, i / 100.0 * h44);
            const double *now = r.now.value;
            claim_see(&c[0], fabs(now[HZ_SHED] - (1 - r.last.v_out * r.last.v_out) * 0.5 * p.mass) / (0.5 * p.mass),
                      "K %g, phase %d", stiffness[k], i);
            claim_see(&c[1], r.residual, "K %g, phase %d", stiffness[k], i);
            assert_true(now[HZ_DISSIPATED] == 0);
            most = fmax(most, now[HZ_SHED] / (0.5 * p.mass));
            slowest = fmin(slowest, -r.last.v_out);
        }
        print_message("# schemes: quadratised at %g N/m^1.5 sheds up to %.3f of the energy, leaves at %.3f at least\n",
                      stiffness[k], most, slowest);
        assert_true(k == 0 ? most < 0.01 : k == 1 ? most > 0.01 && most < 0.1 : k == 3 || most > 0.3);
    }
    rig_free(&r);
}

/* Quadratised depends on where in the sample contact begins: PHYSICS 3 says up to 19 % too deep, v_out off up to 14 %.
 */
TEST(quadratised_is_coarse)
{
    double deep = 0, off = 0;
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 50; i++) {
            orbit o = { papetti[k].law, 0.01, papetti[k].v };
            hz_collide_params p = params_of(HZ_QUADRATISED, papetti[k].law);
            strike(&r, &p, h44, o.v_in, i / 50.0 * o.v_in * h44);
            deep = fmax(deep, r.last.x_max / orbit_x_max(&o) - 1);
            off = fmax(off, fabs(r.last.v_out / orbit_v_out(o.law.damping, o.v_in) - 1));
        }
    rig_free(&r);
    print_message("# schemes: quadratised on P's cases: x_max %.3f too deep, v_out %.3f off\n", deep, off);
    assert_true(deep > 0.17 && deep < 0.20);
    assert_true(off > 0.10 && off < 0.15);
}

/* ---- C ---- */

/* Runs a contact and counts the samples at which the hammer is inside. */
static int inside(rig *r, const hz_collide_params *p, double h, double v, double distance)
{
    int count = 0;
    rig_watch("inside, %s", names[p->method]);
    rig_start(r, p, h);
    hz_collide_strike(&r->c, v, distance);
    while (r->contacts == 0 && r->c.system.striker->v > -2 * v) {
        rig_sample(r, 0, 0);
        count += r->c.system.striker->eta > 0;
    }
    return count;
}

/* On an ever harder wall a hammer is inside for one sample with two points, for two with three, wherever it begins,
 * with any exponent; and never for less. By the lines of flight before and after it, which is how contacts are
 * reported, these last 1 sample, and 3 - (s + sqrt(1 - s^2)) samples if the last step of flight ends the part s of a
 * step outside. */
TEST(shortest_contacts)
{
    CLAIMS(c, CLAIM("schemes: C, hardest contacts, samples inside off 1 and 2", 0),
           CLAIM("schemes: C, any contact, samples inside fewer than 1 and 2", 0),
           CLAIM("schemes: C, hardest contacts of twopoint, time off 1 sample", 1e-5),
           CLAIM("schemes: C, hardest contacts of threepoint, time off theirs (samples)", 1e-4));
    rig r;
    dice d = { claim_seed(1) };
    rig_init(&r, 0);
    for (int three = 0; three < 2; three++)
        for (int i = 0; i < claim_trials(200); i++) {
            hz_collide_params p =
                params_of(three ? HZ_THREEPOINT : HZ_TWOPOINT, (hz_law_params){ 1, dice_exponent(&d), 0 });
            double v = dice_log(&d, 0.1, 10), part = dice_even(&d, 0, 1);
            orbit o = { p.law, p.mass, v };
            int hard = dice_once(&d, 2), least = three ? 2 : 1;
            p.law.exponent = o.law.exponent = hard ? dice_even(&d, 1, 1.5) : p.law.exponent;
            p.law.stiffness = orbit_stiffness(&o, h44 * (hard ? 1e-6 : dice_log(&d, 0.01, 20)));
            int count = inside(&r, &p, h44, v, v * h44 * part);
            const char *name = names[p.method];
            claim_see(&c[1], least - count, "%s trial %d, a %g K %g", name, i, p.law.exponent, p.law.stiffness);
            if (!hard)
                continue;
            claim_see(&c[0], abs(count - least), "%s trial %d, a %g", name, i, p.law.exponent);
            double time = three ? 3 - (part + sqrt(1 - part * part)) : 1;
            claim_see(&c[2 + three], fabs(r.last.duration / h44 - time), "trial %d, a %g, part %g", i, p.law.exponent,
                      part);
        }
    rig_free(&r);
}

/* The angle that a free oscillation goes in a sample, from three places of it. */
static double angle_of(const double *x)
{
    return acos(0.5 * (x[0] + x[2]) / x[1]);
}

/* `duration 1`: the spring of the contact swings at its true frequency, so that contacts of whole samples last exactly
 * as long as they should wherever they begin, and others miss by a part of a sample that averages out over where they
 * begin. */
TEST(timed_contacts)
{
    CLAIMS(c, CLAIM("schemes: duration 1, angle of a sample in contact, off by (rad)", 3e-14),
           CLAIM("schemes: duration 1, v_out of a contact without loss", 3e-14),
           CLAIM("schemes: duration 1, twopoint, whole samples, off by (samples)", 1e-12),
           CLAIM("schemes: duration 1, twopoint, any length, off by (samples)", 0.15),
           CLAIM("schemes: duration 1, threepoint, whole samples, off by (samples)", 0.02),
           CLAIM("schemes: duration 1, threepoint, any length, off by (samples)", 0.15),
           CLAIM("schemes: duration 1, over 5 samples, mean of all beginnings, off by (samples)", 1e-3));
    rig r;
    dice d = { claim_seed(2) };
    rig_init(&r, 0);
    for (int i = 0; i < claim_trials(60); i++) {
        int three = i % 2, whole = i % 4 < 2;
        double least = three ? 2 : 1, samples = whole ? least + 1 + dice_of(&d, 20) : dice_even(&d, least + 0.1, 20);
        hz_collide_params p = params_of(three ? HZ_THREEPOINT : HZ_TWOPOINT, (hz_law_params){ 1, 1, 0 });
        double angle = pi / samples, sum = 0;
        enum { PHASES = 100 };
        p.law.stiffness = p.mass * angle * angle / (h44 * h44);
        p.duration = 1;
        for (int k = 0; k < PHASES; k++) {
            strike(&r, &p, h44, 1, (k + 0.5) / PHASES * h44);
            double off = r.last.duration / h44 - samples;
            sum += off;
            claim_see(&c[2 + 2 * three + !whole], fabs(off), "%s, %g samples, phase %d", names[p.method], samples, k);
            claim_see(&c[1], fabs(r.last.v_out + 1), "%s, %g samples, phase %d", names[p.method], samples, k);
        }
        if (samples > 5)
            claim_see(&c[6], fabs(sum / PHASES), "%s, %g samples", names[p.method], samples);
        double x[3] = { 0 };
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 1, 0);
        for (int k = 0; samples > 5 && k < 4; k++) {
            rig_sample(&r, 0, 0);
            memmove(x, x + 1, 2 * sizeof *x);
            x[2] = r.c.system.striker->eta;
        }
        if (samples > 5)
            claim_see(&c[0], fabs(angle_of(x) - angle), "%s, %g samples", names[p.method], samples);
    }
    rig_free(&r);
}

/* The open question of C: `duration 1` for exponents over 1, and with damping. A stiffness that follows from the speed
 * of touch makes contacts last right on average; the figures of a trial that was made apart from this code (exponents
 * 1.5 and 2.8, contacts of 3, 4 and 6 samples) come out; and long contacts have the closed form of
 * schemes:second-order. */
TEST(timed_curved_contacts)
{
    static const double tried[2][2][3] = { { { 1.347, 1.178, 1.074 }, { 1.857, 1.419, 1.170 } },
                                           { { 2.423, 1.562, 1.204 }, { 5.694, 2.500, 1.487 } } };
    static const double lengths[] = { 3, 4, 6 }, exponents[] = { 1.5, 2.8 };
    CLAIMS(c, CLAIM("schemes: duration 1, K*/K of contacts without loss off the trial's", 6e-4),
           CLAIM("schemes: duration 1, the same, how far one is from their mean, 3 samples", 6e-3),
           CLAIM("schemes: duration 1, the same, 6 samples", 3.5e-4),
           CLAIM("schemes: duration 1, exponents over 1, 3 to 60 samples, mean time off", 1e-4),
           CLAIM("schemes: duration 1, with damping up to mu v of 2, mean time off", 5e-4),
           CLAIM("schemes: duration 1, over 30 samples, the logarithm of K*/K off schemes:second-order", 0.03),
           CLAIM("schemes: duration 1, mean time with it against without, over 3 to 10 samples", 0.03));
    hz_collide body;
    dice d = { claim_seed(3) };
    assert_true(hz_collide_init(&body, 0, 1));
    for (int i = 0; i < 12; i++) {
        int three = i % 2, e = i / 2 % 2, n = i / 4;
        hz_collide_params p = params_of(three ? HZ_THREEPOINT : HZ_TWOPOINT, (hz_law_params){ 1, exponents[e], 0 });
        timing_make(&p, 1, lengths[n] * h44);
        p.duration = 1;
        timing t = timing_of(&body, &p, h44, 1);
        claim_near(&c[0], t.stiffer, tried[three][e][n], "%s, a %g, %g samples", names[p.method], exponents[e],
                   lengths[n]);
        if (n != 1)
            claim_see(&c[n == 0 ? 1 : 2], t.spread, "%s, a %g, %g samples", names[p.method], exponents[e], lengths[n]);
    }
    for (int i = 0; i < claim_trials(60); i++) {
        int three = i % 2, damped = i % 4 >= 2;
        double a = dice_even(&d, damped ? 1 : 1.01, 4), v = dice_log(&d, 0.05, 20), n = dice_log(&d, 3, 60);
        hz_collide_params p = params_of(three ? HZ_THREEPOINT : HZ_TWOPOINT,
                                        (hz_law_params){ 1, a, damped ? dice_log(&d, 0.01, 2) / v : 0 });
        timing_make(&p, v, n * h44);
        p.duration = 1;
        timing t = timing_of(&body, &p, h44, v);
        claim_see(&c[3 + damped], fabs(t.mean), "%s, a %g mu v %g, %g samples", names[p.method], a, p.law.damping * v,
                  n);
        double second = (three ? 2.5 : 1) * pi / 3 * a * (a + 1) / (a - 1) / tan(pi / (a + 1));
        if (!damped && n > 30) /* schemes:second-order */
            claim_near(&c[5], log(t.stiffer) * n * n, second, "%s, a %g, %g samples", names[p.method], a, n);
        p.duration = 0;
        if (!damped && n < 10)
            claim_see(&c[6], fabs(t.mean / timing_of(&body, &p, h44, v).mean), "%s, a %g, %g samples", names[p.method],
                      a, n);
    }
    hz_collide_free(&body);
}

static int said;

static void hear(void *owner, enum hz_textbook_remark what)
{
    (void)owner;
    said += what < HZ_TEXTBOOK_REMARKS;
}

/* C's figure 6, the hard collision of its figure 3 (1 kg, 1e10 N/m): what is too brief for a method lasts one sample
 * with two points, two with three, and it says so. */
TEST(figure_6)
{
    CLAIMS(c, CLAIM("schemes: C's figure 6, error of the duration, off by (of a sample)", 1e-5));
    rig r;
    rig_init(&r, 0);
    r.c.textbook.remark = hear;
    for (int three = 0; three < 2; three++)
        for (double rate = 8000; rate < 70000; rate *= 1.1) {
            hz_collide_params p = params_of(three ? HZ_THREEPOINT : HZ_TWOPOINT, (hz_law_params){ 1e10, 1, 0 });
            double tau = pi / 1e5, error = fmax((three ? 2 : 1) / rate - tau, 0);
            p.mass = 1;
            p.duration = 1;
            if (error == 0) /* it can be exact: the test above */
                continue;
            said = 0;
            rig_start(&r, &p, 1 / rate);
            assert_true(said > 0);
            claim_see(&c[0], fabs(inside(&r, &p, 1 / rate, 1, 1e-4) / rate - tau - error) * rate, "%s at %g Hz",
                      names[p.method], rate);
        }
    rig_free(&r);
}

/* ---- A ---- */

/* A's figure 4: contact times of am1 on a wall follow the closed form over all of the figure; and Newton's method,
 * whose steps it says are four at most. Ours stops when the next step would be rounding, so one more may only confirm.
 */
TEST(type_1_contacts)
{
    CLAIMS(c, CLAIM("schemes: A's figure 4, am1's contact time off the closed form", 5e-3),
           CLAIM("schemes: A, iterations of Newton's method", 5),
           CLAIM("schemes: A, iterations in the step in which they part", 1));
    rig r;
    rig_init(&r, 0);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
            for (double v = 1; v <= 4; v += 1.5) {
                rig_watch("contacts of type I, %d %d", i, k);
                hz_collide_params p =
                    params_of(HZ_AM1, (hz_law_params){ 0.01 / (6e-12 + i * 58.8e-12), 2.8, 0.01 * pow(100, k / 5.0) });
                orbit o = { p.law, p.mass, v };
                int most = 0;
                rig_start(&r, &p, h44);
                hz_collide_strike(&r.c, v, 0);
                while (r.contacts == 0) {
                    rig_sample(&r, 0, 0);
                    most = r.c.textbook.iterations > most ? r.c.textbook.iterations : most;
                }
                claim_near(&c[0], r.last.duration, orbit_tau(&o), "m/K %g mu %g v %g", p.mass / p.law.stiffness,
                           p.law.damping, v);
                claim_see(&c[1], most, "m/K %g mu %g v %g", p.mass / p.law.stiffness, p.law.damping, v);
                claim_see(&c[2], r.c.textbook.iterations, "m/K %g mu %g v %g", p.mass / p.law.stiffness, p.law.damping,
                          v);
            }
    rig_free(&r);
}

static void put_modes(rig *r, int n, const double *freqs, double mass)
{
    r->c.system.object.n = n;
    for (int i = 0; i < n; i++) {
        r->c.system.object.mass[i] = mass;
        r->c.system.object.omega[i] = 2 * pi * freqs[i];
        r->c.system.object.sigma[i] = 20;
        r->c.system.object.weight[i] = 1;
    }
}

/* A's figure 5 with the correction of PHYSICS 3: on an object contacts tend to those on a wall as its mass grows; they
 * are longer where they outlast the modes' periods, and shorter where they are brief and the reduced mass counts. */
TEST(type_2_contacts)
{
    CLAIMS(c, CLAIM("schemes: A's figure 5, object of 100 kg, contact time off the wall's", 1e-3),
           CLAIM("schemes: A's figure 5, contact time that does not come nearer with mass", 0),
           CLAIM("schemes: A's figure 5, object of 10 g, contact time off PHYSICS 3, of the wall's", 0.006),
           CLAIM("schemes: A's figure 5, am1 at four times the rate off the reference", 1e-2));
    static const double slow[] = { 220 }, fast[] = { 5000 }, three[] = { 220, 950, 3500 },
                        printed[] = { 0.76, 1.54, 0.61 };
    static const double *const freqs[] = { slow, fast, three };
    rig r;
    rig_init(&r, 3);
    hz_collide_params p = params_of(HZ_AM1, papetti[1].law);
    orbit o = { p.law, p.mass, 1 };
    double wall = orbit_tau(&o);
    for (int k = 0; k < 3; k++) {
        double last = HUGE_VAL;
        for (double mass = 0.01; mass < 200; mass *= 10) {
            put_modes(&r, k < 2 ? 1 : 3, freqs[k], mass);
            rig_start(&r, &p, h44 / 4);
            hz_collide_strike(&r.c, 1, 0);
            hz_contact exact;
            assert_true(ode_contact(&r.c, 0, 0, 1, &exact));
            rig_contact(&r, 100000);
            double ratio = exact.duration / wall, off = fabs(ratio - 1);
            if (mass < 0.02)
                claim_see(&c[2], fabs(ratio - printed[k]), "object %d: %g", k, ratio);
            claim_see(&c[1], off > last, "object %d, mass %g", k, mass);
            claim_near(&c[3], r.last.duration, exact.duration, "object %d, mass %g", k, mass);
            last = off;
        }
        claim_see(&c[0], last, "object %d", k);
    }
    rig_free(&r);
}

/* ---- orders ---- */

typedef struct place {
    double x, v;
} place;

/* The hammer a third of the way through a soft contact, by so many steps. */
static place third(rig *r, enum hz_method m, hz_law_params law, double time, int steps)
{
    hz_collide_params p = params_of(m, law);
    rig_watch("%s, %d steps", names[m], steps);
    rig_start(r, &p, time / steps);
    hz_collide_strike(&r->c, 1, 0);
    for (int i = 0; i < steps; i++)
        rig_sample(r, 0, 0);
    return (place){ r->c.system.striker->body.q[0], r->c.system.striker->body.v[0] };
}

/* By how much the errors fall when steps are halved, as a power of two. All methods are of second order, rk4 of fourth;
 * verlet of first where damping meets a velocity of half a step before; quadratised of order (a + 1)/2 where that is
 * less, because its psi begins as the compression to that power. */
TEST(orders)
{
    CLAIMS(c, CLAIM("schemes: order of accuracy, on a wall, off theory", 0.15),
           CLAIM("schemes: order of accuracy, on a modal object, off theory", 0.15));
    static const double freqs[] = { 220, 950, 3500 };
    for (int modal = 0; modal < 2; modal++)
        for (int damped = 0; damped < 2; damped++)
            for (int a = 2; a <= 3; a++)
                for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++) {
                    hz_law_params law = { a == 2 ? 1e8 : 1e12, a, damped ? 0.3 : 0 };
                    orbit o = { law, 0.01, 1 };
                    double time = 0.35 * orbit_tau(&o);
                    rig r;
                    rig_init(&r, 3);
                    if (modal)
                        put_modes(&r, 3, freqs, 0.05);
                    for (int i = 0; i < r.c.system.object.n; i++)
                        r.c.system.object.sigma[i] = damped ? 50 : 0;
                    int fine = m == HZ_RK4 ? 64 : 1024;
                    place exact = third(&r, HZ_RK4, law, time, 4096), two = third(&r, m, law, time, fine),
                          one = third(&r, m, law, time, fine / 2);
                    rig_free(&r);
                    double e1 = fabs(one.x - exact.x) / time + fabs(one.v - exact.v);
                    double e2 = fabs(two.x - exact.x) / time + fabs(two.v - exact.v), order = log2(e1 / e2);
                    double theory = m == HZ_RK4                     ? 4
                                    : m == HZ_VERLET && damped      ? 1
                                    : m == HZ_QUADRATISED && a == 2 ? 1.5
                                                                    : 2;
                    claim_see(&c[modal], fabs(order - theory), "%s, a %d%s: %.2f", names[m], a,
                              damped ? ", damped" : "", order);
                    if (a == 2)
                        print_message("# schemes: %s%s%s: order %.2f\n", names[m], modal ? " on modes" : "",
                                      damped ? ", damped" : "", order);
                }
}

/* Contacts of an object by all methods at 64 times the rate, against GSL's eighth-order reference. */
LONG_TEST(modal_reference)
{
    CLAIMS(c, CLAIM("schemes: modal object at 64 times the rate, v_out", 2e-2),
           CLAIM("schemes: modal object at 64 times the rate, x_max", 0.001),
           CLAIM("schemes: modal object at 64 times the rate, contact time", 0.003));
    dice d = { claim_seed(3) };
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < claim_trials(6); i++) {
        hz_law_params law = { dice_log(&d, 1e7, 1e9), 2 + dice_once(&d, 2), dice_once(&d, 2) ? 0 : 0.3 };
        double v = dice_log(&d, 0.3, 3), mass = dice_log(&d, 0.02, 0.5);
        for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++) {
            hz_collide_params p = params_of(m, law);
            hz_contact exact;
            rig_watch("modal object, %s, trial %d", names[m], i);
            rig_modes(&r, mass, 20);
            rig_start(&r, &p, h44 / 64);
            hz_collide_strike(&r.c, v, 0);
            assert_true(ode_contact(&r.c, 0, 0, 1, &exact));
            assert_true(rig_contact(&r, 10000000));
            claim_see(&c[0], fabs(r.last.v_out - exact.v_out) / v, "%s, trial %d", names[m], i);
            claim_near(&c[1], r.last.x_max, exact.x_max, "%s, trial %d", names[m], i);
            claim_near(&c[2], r.last.duration, exact.duration, "%s, trial %d", names[m], i);
        }
    }
    rig_free(&r);
}

/* How a mode of an object rings by itself: by the two-point and the centred methods as it should, overdamped ones too;
 * by am1 at (2/h) atan(omega h/2), by verlet and heun at (2/h) asin(omega h/2). */
TEST(ringing_modes)
{
    CLAIMS(c, CLAIM("schemes: a mode's samples off its own recursion, twopoint and centred", 3e-13),
           CLAIM("schemes: am1's angle a sample off atan", 1e-12),
           CLAIM("schemes: verlet's and heun's angle a sample off asin", 1e-12),
           CLAIM("schemes: a mode's velocity off the exact one, twopoint and centred, of omega q", 1e-12));
    dice d = { claim_seed(5) };
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < claim_trials(200); i++)
        for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++) {
            double freq = dice_log(&d, 20, m == HZ_VERLET || m == HZ_HEUN ? 13000 : 19500), x[3] = { 0 };
            int whole = m >= HZ_TWOPOINT, lossy = whole && dice_once(&d, 2);
            hz_collide_params p = params_of(m, (hz_law_params){ 1e7, 1.5, 0 });
            rig_watch("ringing, %s, trial %d", names[m], i);
            put_modes(&r, 1, &freq, 0.05);
            r.c.system.object.sigma[0] = lossy ? dice_log(&d, 1, 5e4) : 0;
            rig_start(&r, &p, h44);
            hz_collide_strike(&r.c, 0, 1); /* the hammer waits a metre away */
            r.c.system.object.q[0] = 1e-4 * dice_even(&d, 0.5, 1);
            r.c.system.object.v[0] = r.c.system.object.omega[0] * 1e-4 * dice_even(&d, -1, 1);
            hz_collide_prepare(&r.c, &p, NULL, h44 / 2); /* so that the method begins anew from these */
            hz_collide_prepare(&r.c, &p, NULL, h44);
            double start[2] = { r.c.system.object.q[0], r.c.system.object.v[0] }, omega = r.c.system.object.omega[0],
                   sigma = r.c.system.object.sigma[0];
            for (int k = 0; k < 3; k++) {
                rig_sample(&r, 0, 0);
                x[k] = r.c.system.object.q[0];
            }
            double size = fabs(start[0]) + fabs(start[1]) / omega,
                   angle = acos(fmax(-1, fmin(1, 0.5 * (x[0] + x[2]) / x[1])));
            if (whole) {
                double fade = exp(-sigma * h44), w2 = (omega - sigma) * (omega + sigma) * h44 * h44;
                double turn = w2 >= 0 ? cos(sqrt(w2)) : cosh(sqrt(-w2));
                claim_see(&c[0], fabs(x[2] - 2 * fade * turn * x[1] + fade * fade * x[0]) / size, "%s, %g Hz, sigma %g",
                          names[m], freq, sigma);
                hz_oscillator k = hz_oscillator_step(omega, sigma, 3 * h44);
                double v = k.c * start[1] - k.s * omega * omega * start[0];
                claim_see(&c[3], fabs(r.c.system.object.v[0] - v) / (omega * size), "%s, %g Hz, sigma %g", names[m],
                          freq, sigma);
            } else if (m != HZ_RK4 && fabs(x[1]) > 0.3 * size) {
                double half = 0.5 * omega * h44;
                claim_see(&c[m == HZ_AM1 ? 1 : 2], fabs(angle - (m == HZ_AM1 ? 2 * atan(half) : 2 * asin(half))),
                          "%s, %g Hz", names[m], freq);
            }
        }
    rig_free(&r);
}

/* ---- energy ---- */

static const int keepers[] = { HZ_TWOPOINT, HZ_THREEPOINT, HZ_QUADRATISED, -1 };
static const int all[] = {
    HZ_EXACT, HZ_AM1, HZ_VERLET, HZ_HEUN, HZ_RK4, HZ_TWOPOINT, HZ_THREEPOINT, HZ_QUADRATISED, -1
};

/* The storms of the foundation, each method alone, and changing from one to the other in mid-contact. */
TEST(keeping_methods)
{
    for (int m = 0; keepers[m] >= 0; m++) {
        const int alone[] = { keepers[m], -1 };
        claim c[] = AUDIT_CLAIMS("schemes: storms", 1e-11); /* 5e-15; in make soak 2e-12 */
        claim d[] = AUDIT_CLAIMS("schemes: hostile storms", 1e-10);
        print_message("# %s\n", names[keepers[m]]);
        storm_many(c, &storm_musical, alone, 0, claim_trials(100), 1000, 0);
        storm_many(d, &storm_hostile, alone, 0, 40, 1000, 0);
        CLAIMS_CHECK(c);
        CLAIMS_CHECK(d);
    }
    static const int changing[] = { HZ_EXACT, HZ_TWOPOINT, HZ_THREEPOINT, HZ_QUADRATISED, -1 };
    claim c[] = AUDIT_CLAIMS("schemes: storms of changing methods", 1e-12);
    storm_many(c, &storm_musical, changing, 0, claim_trials(150), 1000, 0);
    CLAIMS_CHECK(c);
}

/* Light hammers that are pressed hard against the hardest walls, or thrown at them: a contact is far shorter than a
 * sample, and without it a step would lead metres away. Still the residual is rounding: in each sample of some hundred
 * times the last digit of the energy that there is, or that the force would give the hammer within a sample. */
TEST(hardest_walls)
{
    CLAIMS(c, CLAIM("schemes: hardest walls, residual", 200 * 2e-14)); /* 1e-12 */
    dice d = { claim_seed(9) };
    rig r;
    rig_init(&r, 0);
    r.rough = 1;
    for (int i = 0; i < claim_trials(300); i++) {
        hz_law_params law = { dice_log(&d, 1e11, 1e18), dice_exponent(&d),
                              dice_once(&d, 2) ? 0 : dice_log(&d, 1e-8, 1e4) };
        hz_collide_params p = params_of((enum hz_method)keepers[i % 3], law);
        p.mass = dice_log(&d, 1e-6, 1);
        p.duration = dice_once(&d, 2);
        double force = dice_log(&d, 1, 5e3), v = dice_log(&d, 1e-2, 1e3), distance = dice_log(&d, 1e-9, 1e-2);
        char text[280];
        storm_text(&p, text);
        rig_watch("hardest walls: %s", text);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, v, distance);
        for (int k = 0; k < 200; k++)
            rig_sample(&r, force, 0);
        claim_see(&c[0], r.residual, "trial %d: force %g v %g distance %g: %s", i, force, v, distance, text);
    }
    rig_free(&r);
}

/* Ten seconds of a hammer that rattles on an object without loss. */
LONG_TEST(long_rattle)
{
    CLAIMS(c, CLAIM("schemes: rattle, residual", 1e-10), CLAIM("schemes: rattle, change of energy", 1e-10));
    for (int m = 0; keepers[m] >= 0; m++) {
        rig r;
        rig_init(&r, 3);
        rig_modes(&r, 0.05, 0);
        hz_collide_params p = params_of((enum hz_method)keepers[m], rig_params().law);
        p.suspension = 60;
        p.rest = -1e-5;
        rig_watch("rattle, %s", names[p.method]);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 0.5, 1e-3);
        rig_sample(&r, 0, 0);
        double start = r.now.value[HZ_STORED];
        for (int i = 0; i < 441000; i++)
            rig_sample(&r, 0, 0);
        claim_see(&c[0], r.residual, "%s", names[p.method]);
        /* quadratised sheds what psi holds at each parting */
        claim_see(&c[1], fabs(r.now.value[HZ_STORED] + r.now.value[HZ_SHED] - start) / start, "%s", names[p.method]);
        assert_true(r.now.value[HZ_DISSIPATED] == 0);
        assert_true(r.contacts > 1000);
        rig_free(&r);
    }
}

/* On a table of constant velocity each method does what it does on one at rest (Galilei); and on one that shakes, under
 * a ball that falls, those that keep energy account for the table's work. */
LONG_TEST(moving_table)
{
    CLAIMS(c, CLAIM("schemes: table of constant velocity, v_out off that of one at rest", 3e-14),
           CLAIM("schemes: table of constant velocity, x_max off that of one at rest", 1e-14),
           CLAIM("schemes: table of constant velocity, duration off that of one at rest", 1e-14),
           CLAIM("schemes: shaking table, residual", 1e-11), CLAIM("schemes: shaking table, fewer than 5 contacts", 0));
    rig r;
    rig_init(&r, 3);
    for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++)
        for (int k = 0; k < 2; k++) {
            hz_collide_params p = params_of(m, papetti[k].law);
            rig_watch("table, %s", names[m]);
            double v = papetti[k].v, speed = k ? 0.7 : -0.4;
            r.c.system.object.n = 0;
            r.shaken = 0;
            strike(&r, &p, h44, v, 0.3 * v * h44);
            hz_contact rest = r.last;
            rig_start(&r, &p, h44);
            r.shaken = 1;
            r.place = 0;
            for (int i = 0; i < 3; i++, r.place += speed * h44)
                rig_sample(&r, 0, 0); /* the table takes its place, and is on its way */
            r.place -= speed * h44;
            hz_collide_strike(&r.c, v + speed, 0.3 * v * h44);
            while (r.contacts == 0) {
                r.place += speed * h44;
                rig_sample(&r, 0, 0);
            }
            claim_near(&c[0], r.last.v_out, rest.v_out, "%s", names[m]);
            claim_near(&c[1], r.last.x_max, rest.x_max, "%s", names[m]);
            claim_near(&c[2], r.last.duration, rest.duration, "%s", names[m]);
        }
    for (int m = 0; keepers[m] >= 0; m++)
        for (int k = 0; k < 2; k++) {
            hz_collide_params p = params_of((enum hz_method)keepers[m], (hz_law_params){ 1e7, 1.5, 0.2 });
            p.gravity = 9.81;
            rig_modes(&r, 0.5, 20);
            if (k == 0)
                r.c.system.object.n = 0;
            rig_start(&r, &p, h44);
            r.shaken = 1;
            r.place = 0;
            rig_sample(&r, 0, 0);
            hz_collide_strike(&r.c, 0, 0.01);
            for (int i = 0; i < 88200; i++) {
                r.place = 1e-3 * sin(2 * pi * 35 * i * h44);
                rig_sample(&r, 0, 0);
            }
            claim_see(&c[3], r.residual, "%s, object %d", names[p.method], k);
            claim_see(&c[4], 5 - r.contacts, "%s, object %d: %d contacts", names[p.method], k, r.contacts);
        }
    rig_free(&r);
}

/* Whatever is asked of them, all methods stay finite and never pull, and no loss is a gain. */
TEST(any_method_stands)
{
    claim c[2][8] = { AUDIT_CLAIMS("schemes: all methods", 0), AUDIT_CLAIMS("schemes: all methods, hostile", 0) };
    static const int counts[] = { 2, 4, 5, 6,
                                  7 }; /* gain, sub-steps, finite, pull, drift: residual and rise are the show */
    storm_many(c[0], &storm_musical, all, 1, claim_trials(150), 1000, 0);
    storm_many(c[1], &storm_hostile, all, 1, claim_trials(150), 1000, 0);
    for (int w = 0; w < 2; w++)
        for (int k = 0; k < 5; k++)
            claim_check(&c[w][counts[k]], 1);
}

/* A step that makes far too much energy is not taken: the hardest wall throws a hammer back at twice its speed at
 * most, and it is said. */
TEST(runaways)
{
    CLAIMS(c, CLAIM("schemes: runaways, speed out over speed in", 2));
    rig r;
    rig_init(&r, 0);
    r.c.textbook.remark = hear;
    for (enum hz_method m = HZ_AM1; m <= HZ_RK4; m++) {
        said = 0;
        for (double stiffness = 1e6; stiffness <= 1e18; stiffness *= 3) {
            hz_collide_params p = params_of(m, (hz_law_params){ stiffness, 1.5, 0 });
            strike(&r, &p, h44, 1, 1e-5);
            claim_see(&c[0], fabs(r.last.v_out), "%s, K %g", names[m], stiffness);
        }
        assert_int_equal(said > 0, m != HZ_AM1); /* which stays under it */
    }
    rig_free(&r);
}

/* Energy that was lost long ago buys no runaway: twenty seconds after a blow of 100 m/s a hard wall throws a hammer of
 * 1 m/s back at twice its speed at most. */
LONG_TEST(old_energy_is_forgotten)
{
    CLAIMS(c, CLAIM("schemes: runaways after a great loss, speed out over speed in", 2));
    const double h = 1e-3;
    rig r;
    rig_init(&r, 0);
    r.c.textbook.remark = hear;
    for (enum hz_method m = HZ_VERLET; m <= HZ_RK4; m++) {
        said = 0;
        for (double stiffness = 1e3; stiffness <= 1e15; stiffness *= 20) {
            hz_collide_params soft = params_of(m, (hz_law_params){ 10, 1.5, 0.1 });
            hz_collide_params hard = params_of(m, (hz_law_params){ stiffness, 1.5, 0 });
            strike(&r, &soft, h, 100, 0);
            hz_collide_prepare(&r.c, &hard, NULL, h);
            hz_collide_strike(&r.c, 1, 20);
            rig_clear(&r);
            assert_true(rig_contact(&r, 30000));
            claim_see(&c[0], fabs(r.last.v_out), "%s, K %g", names[m], stiffness);
        }
        assert_true(said > 0);
    }
    rig_free(&r);
}

/* ---- corrections ---- */

/* P 4.2: with `correct 1` no method goes too deep, and all leave as fast as they should. */
TEST(corrected_contacts)
{
    CLAIMS(c, CLAIM("schemes: correct 1, v_out", 3e-14), CLAIM("schemes: correct 1, depth beyond x_max, of it", 1e-13));
    rig r;
    dice d = { claim_seed(4) };
    rig_init(&r, 0);
    for (int i = 0; i < claim_trials(300); i++)
        for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++) {
            orbit o = { { 1, dice_exponent(&d), dice_once(&d, 2) ? 0 : dice_log(&d, 0.01, 2) },
                        0.01,
                        dice_log(&d, 0.1, 5) };
            o.law.stiffness = orbit_stiffness(&o, h44 * dice_log(&d, 0.2, 40));
            hz_collide_params p = params_of(m, o.law);
            p.correct = 1;
            strike(&r, &p, h44, o.v_in, o.v_in * h44 * dice_even(&d, 0, 1));
            claim_near(&c[0], r.last.v_out, orbit_v_out(o.law.damping, o.v_in), "%s trial %d", names[m], i);
            claim_near(&c[0], r.c.system.striker->body.v[0], orbit_v_out(o.law.damping, o.v_in), "%s trial %d",
                       names[m], i);
            claim_see(&c[1], r.last.x_max / orbit_x_max(&o) - 1, "%s trial %d", names[m], i);
        }
    rig_free(&r);
}

/* What leans on a wall, or is pressed to it, is no bounce: it stays where load and spring balance. */
LONG_TEST(corrected_rest)
{
    CLAIMS(c, CLAIM("schemes: correct 1, compression under a load off the static one", 1e-3));
    rig r;
    rig_init(&r, 0);
    for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++) {
        hz_collide_params p = params_of(m, (hz_law_params){ 1e6, 1.5, 5 });
        p.correct = 1;
        rig_watch("corrected rest, %s", names[m]);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 0.1, 1e-4);
        for (int i = 0; i < 200000; i++)
            rig_sample(&r, 2, 0);
        claim_near(&c[0], r.c.system.striker->eta, pow(2 / 1e6, 1 / 1.5), "%s", names[m]);
    }
    rig_free(&r);
}

/* The closed forms know no load: a blow under one that presses the hammer in by a third of the depth is left as it is,
 * to the bit; one under a hundredth of that is corrected. */
TEST(corrected_under_load)
{
    rig r;
    rig_init(&r, 0);
    for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++)
        for (int light = 0; light < 2; light++) {
            orbit o = { { 1e7, 1.5, 0.3 }, 0.01, 0.5 };
            double load = o.law.stiffness / 2.5 * pow((light ? 0.003 : 0.3) * orbit_x_max(&o), 1.5), v_out[2], x_max[2];
            for (int k = 0; k < 2; k++) {
                hz_collide_params p = params_of(m, o.law);
                p.correct = k;
                rig_watch("corrected under load, %s", names[m]);
                rig_start(&r, &p, h44);
                hz_collide_strike(&r.c, o.v_in, 0);
                for (int i = 0; i < 1000 && r.contacts == 0; i++)
                    rig_sample(&r, load, 0);
                v_out[k] = r.last.v_out;
                x_max[k] = r.last.x_max;
            }
            assert_true(r.contacts == 1);
            assert_int_equal(v_out[0] == v_out[1] && x_max[0] == x_max[1], !light);
        }
    rig_free(&r);
}

/* What a method cannot do it says: corrections on an object, times of other exponents, modes too fast for its step. */
TEST(remarks)
{
    rig r;
    rig_init(&r, 3);
    r.c.textbook.remark = hear;
    static const double fast[] = { 1000, 19000 };
    for (enum hz_method m = HZ_EXACT; m < HZ_METHODS; m++) {
        hz_collide_params p = params_of(m, (hz_law_params){ 1e7, 1.5, 0 });
        r.c.system.object.n = 0;
        said = 0;
        rig_start(&r, &p, h44);
        assert_int_equal(said, 0);
        p.duration = 1;
        rig_start(&r, &p, h44);
        int untimed = m != HZ_EXACT && m != HZ_TWOPOINT && m != HZ_THREEPOINT;
        assert_int_equal(said, untimed);
        for (int brief = 0; brief < 2 && m != HZ_EXACT && !untimed; brief++) { /* too short for the method */
            orbit o = { p.law, p.mass, 1 };
            p.law.stiffness = orbit_stiffness(&o, (brief ? 0.9 : 2.5) * h44);
            strike(&r, &p, h44, 1, 0.5 * h44);
            assert_int_equal(said, brief);
        }
        said = 0;
        p.law.stiffness = 1e7;
        p.duration = 0;
        p.correct = 1;
        rig_start(&r, &p, h44);
        assert_int_equal(said, 0);
        put_modes(&r, 2, fast, 0.05);
        rig_start(&r, &p, h44);
        int slowed = m == HZ_VERLET || m == HZ_HEUN;
        assert_int_equal(said, m == HZ_EXACT ? 0 : 1 + slowed);
    }
    rig_free(&r);
}

/* schemes:slow  A mode by itself dies out or rings on by any method, however fast or damped it is: what is left of it
 * after 250 samples never grows so that the method says that energy ran away. */
TEST(modes_of_any_speed_are_stable)
{
    dice d = { claim_seed(12) };
    rig r;
    rig_init(&r, 3);
    r.c.textbook.remark = hear;
    for (int i = 0; i < claim_trials(100); i++)
        for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++) {
            double freq = dice_log(&d, 1e-3, 10) / h44, sigma = dice_once(&d, 4) ? 0 : dice_log(&d, 1e-3, 30) / h44;
            hz_collide_params p = params_of(m, (hz_law_params){ 1e7, 1.5, 0 });
            put_modes(&r, 1, &freq, 0.05);
            r.c.system.object.sigma[0] = sigma;
            rig_start(&r, &p, h44);
            hz_collide_strike(&r.c, 0, 1); /* the hammer waits a metre away */
            for (int k = 0; k < 500; k++) {
                said = k < 250 ? 0 : said;
                rig_sample(&r, 0, k == 0 ? 10 : 0);
            }
            assert_that(said == 0, "%s, %g Hz, sigma %g: energy ran away", names[m], freq, sigma);
        }
    rig_free(&r);
}

/* schemes:slow  A mode that is more than critically damped is given the largest step that Runge and Kutta's method
 * stands: there its fast root dies out, and one per cent beyond it grows. */
TEST(a_damped_mode_is_slowed_no_more_than_it_must)
{
    dice d = { claim_seed(16) };
    for (int i = 0; i < claim_trials(100); i++) {
        double y = dice_log(&d, 1e-3, 100), x = y * dice_log(&d, 1.01, 100), fast = x + sqrt(x * x - y * y),
               most = hz_method_stable(HZ_RK4, x, y);
        for (int beyond = 0; beyond < 2; beyond++) {
            double z = -most * (beyond ? 1.01 : 1) * fast;
            double grows = fabs(1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4))));
            assert_that(beyond ? grows > 1 : grows < 1, "x %g y %g: step %g, growth %g", x, y, most, grows);
        }
    }
}

/* schemes:flows  What a steady force on the object has supplied is the force times the way of the port. */
TEST(a_force_supplies_force_times_way)
{
    static const double freqs[] = { 220, 950, 3500 };
    CLAIMS(c, CLAIM("schemes: supplied by a steady force, off force times way", 1e-14));
    rig r;
    rig_init(&r, 3);
    for (enum hz_method m = HZ_AM1; m <= HZ_RK4; m++) {
        hz_collide_params p = params_of(m, (hz_law_params){ 1e7, 1.5, 0 });
        put_modes(&r, 3, freqs, 0.05);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 0, 1);
        for (int k = 0; k < 50; k++)
            rig_sample(&r, 0, 3);
        claim_near(&c[0], r.now.value[HZ_SUPPLIED], 3 * hz_bank_displacement(&r.c.system.object), "%s", names[m]);
    }
    rig_free(&r);
}

/* Without contact a steady force moves the modes and the hammer as their closed forms say. */
TEST(a_force_moves_bodies_as_it_should)
{
    CLAIMS(c, CLAIM("schemes: a mode under a steady force, off its way, of the largest", 1e-2),
           CLAIM("schemes: a hammer under a steady force, off its way", 2e-2));
    const double freq = 220, w = 2 * pi * freq, sigma = 20, damped = sqrt(w * w - sigma * sigma),
                 bent = 3 / (0.05 * w * w);
    rig r;
    rig_init(&r, 3);
    for (enum hz_method m = HZ_EXACT; m < HZ_METHODS; m++) {
        hz_collide_params p = params_of(m, (hz_law_params){ 1e7, 1.5, 0 });
        put_modes(&r, 1, &freq, 0.05);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 0, 1);
        double from = r.c.system.striker->body.q[0];
        for (int k = 1; k <= 300; k++) {
            double t = k * h44;
            double way = bent * (1 - exp(-sigma * t) * (cos(damped * t) + sigma / damped * sin(damped * t)));
            rig_sample(&r, 2, 3);
            claim_see(&c[0], fabs(hz_bank_displacement(&r.c.system.object) - way) / (2 * bent), "%s, sample %d",
                      names[m], k);
        }
        double t = 300 * h44;
        claim_near(&c[1], r.c.system.striker->body.q[0] - from, 0.5 * 2 / p.mass * t * t, "%s", names[m]);
    }
    rig_free(&r);
}

/* A law that becomes stiffer while a contact lasts keeps the force, and one that becomes softer the compression. What
 * that changes in the energy is adjusted, by every method, whatever it keeps instead of the compression. */
TEST(a_new_law_changes_the_energy_as_it_should)
{
    CLAIMS(c, CLAIM("schemes: energy that a new law brings, of what it should, off", 1e-2));
    rig r;
    rig_init(&r, 0);
    for (enum hz_method m = HZ_EXACT; m < HZ_METHODS; m++)
        for (int stiffer = 0; stiffer < 2; stiffer++) {
            hz_collide_params p = params_of(m, (hz_law_params){ 1e6, 1.5, 0 });
            rig_start(&r, &p, h44);
            hz_collide_strike(&r.c, 1, 0);
            double held = 0.5 * p.mass; /* all that the hammer had, once it turns */
            while (r.c.system.striker->v > 0)
                rig_sample(&r, 0, 0);
            assert_int_equal(r.contacts, 0);
            p.law.stiffness *= stiffer ? 4 : 0.25;
            hz_collide_prepare(&r.c, &p, NULL, h44);
            hz_accounts now;
            hz_collide_accounts(&r.c, &now);
            double more = (stiffer ? pow(4, -1 / 1.5) : 0.25) - 1;
            claim_near(&c[0], now.value[HZ_ADJUSTED] - r.now.value[HZ_ADJUSTED], more * held, "%s", names[m]);
            claim_near(&c[0], now.value[HZ_STORED] - r.now.value[HZ_STORED], more * held, "%s", names[m]);
        }
    rig_free(&r);
}

/* A copy goes on as its original does. */
TEST(copies)
{
    for (enum hz_method m = HZ_AM1; m < HZ_METHODS; m++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            const int alone[] = { m, -1 };
            storm s;
            rig twin;
            rig_watch("copies, %s", names[m]);
            storm_begin(&s, &storm_musical, seed, 3, alone);
            rig_init(&twin, 3);
            for (int i = 0; i < 300; i++)
                storm_sample(&s);
            copy_collide(&twin.c, &s.r.c);
            twin.c.system.owner = &twin;
            for (int i = 0; i < 100; i++) {
                rig_sample(&s.r, 1, 0);
                rig_sample(&twin, 1, 0);
                if (!(fabs(s.r.motion - twin.motion) <= 1e-9 * (fabs(twin.motion) + 1e-9)))
                    fail_msg("%s, seed %d, sample %d: %.17g and %.17g", names[m], (int)seed, i, s.r.motion,
                             twin.motion);
            }
            rig_free(&twin);
            rig_free(&s.r);
        }
}

/* The manual's table is what comes out: `make figures` prints it. */
LONG_TEST(manual_has_this_table)
{
    char *table = method_table();
    assert_page_holds("help/manual/measurements/methods.md", table);
    free(table);
    table = duration_table();
    assert_page_holds("help/manual/measurements/durations.md", table);
    free(table);
}
