/* Friction between bodies of modes: rhythm and strength against an integrator, break-away, steady sliding, presliding,
 * the balance of energy under anything, rest, and the profile of a rough surface. */
#include "core/friction/friction.h"
#include "friction_table.h"
#include "tests/tools/page.h"
#include "tests/tools/test.h"

enum { BLOCK = 64, MOST = 12 };

static const hz_bow_params usual = {
    .stiffness = 1e5, .damping = 0.2, .viscosity = 0.05, .stick = 0.6, .slip = 0.3, .stribeck = 0.1, .plastic = 0.6
};

/* ---- against the integrator ---- */

/* Draws that are regular: whatever they do, they do it again and again. */
static int is_regular(const rhythm *r)
{
    return r->slips >= 12 && r->uneven < 1e-4;
}

/* Nor is a motion compared that hangs on less than what is allowed: where a mode rings in tune with a high harmonic of
 * the slips, a millionth more force may change how strong it is by a twentieth. */
static int is_touchy(const rhythm *rough, const rhythm *exact)
{
    return !(fabs(rough->rms / exact->rms - 1) < 1e-4);
}

TEST(regular_motion_is_that_of_the_equations)
{
    CLAIMS(c, CLAIM("friction: slip rate off an integrator's at 1e-10, 44.1 kHz", 1e-3),
           CLAIM("friction: part of the time that it sticks, off the integrator's", 1e-3),
           CLAIM("friction: steady amplitude off the integrator's, 4 steps in a sample", 1e-3),
           CLAIM("friction: slip rate off the integrator's with 16 steps in a sample", 1e-5),
           CLAIM("friction: draws that another motion takes", 0),
           CLAIM("friction: part of the regular draws that a millionth changes too much", 0.1),
           CLAIM("friction: steady amplitude off the integrator's, as many steps as chosen", 0.01));
    dice d = { claim_seed(35) };
    int touchy = 0;
    for (int n = 0, draw = 0, want = claim_whole() ? 200 : 2; n < want; draw++) {
        rubbed r;
        rhythm rough, exact, ours, four, fine;
        rubbed_draw(&r, &d);
        if (!rubbed_integrate(&r, 1e-6, 0.8, 1.1, &rough) || !is_regular(&rough) ||
            !rubbed_integrate(&r, 1e-10, 0.8, 1.1, &exact) || !is_regular(&exact))
            continue;
        if (is_touchy(&rough, &exact)) {
            touchy++;
            continue;
        }
        rubbed_play(&r, 44100, 0, 0.8, 1.1, &ours);
        rubbed_play(&r, 44100, 4, 0.8, 1.1, &four);
        rubbed_play(&r, 44100, 16, 0.8, 1.1, &fine);
        claim_near(&c[0], ours.period, exact.period, "draw %d", draw);
        claim_see(&c[1], fabs(ours.stick - exact.stick), "draw %d", draw);
        claim_near(&c[2], four.rms, exact.rms, "draw %d", draw);
        claim_near(&c[6], ours.rms, exact.rms, "draw %d", draw);
        claim_near(&c[3], fine.period, exact.period, "draw %d", draw);
        claim_see(&c[4], ours.slips < exact.slips - 1 || ours.slips > exact.slips + 1, "draw %d", draw);
        claim_see(&c[5], touchy / (double)(want + touchy), "draw %d", draw);
        n++;
    }
}

/* A bowed string of 40 harmonics: Helmholtz's motion, in which the bow's place sticks for all of the period but the
 * part beta that lies between bow and bridge, above Schelleng's least force, which goes as 1/beta^2; and more slips in
 * a period below it. */
TEST(a_bowed_string_moves_as_helmholtz_says)
{
    static const struct {
        double beta, force;
        int enough;
    } bows[] = { { 0.08, 6, 1 }, { 0.12, 3, 1 }, { 0.2, 0.8, 1 }, { 0.08, 3, 0 }, { 0.12, 1.5, 0 }, { 0.2, 0.4, 0 } };
    CLAIMS(c, CLAIM("friction: part of the period that a bowed string sticks, off 1 - beta", 0.04),
           CLAIM("friction: speed of the string at the bow off Helmholtz's, root mean square", 0.08),
           CLAIM("friction: a bowed string off its pitch, cents", 5));
    for (size_t k = 0; k < sizeof bows / sizeof *bows; k++) {
        double beta = bows[k].beta, freq = 196;
        rhythm is;
        rubbed r = curve_string(beta, bows[k].force);
        rubbed_play(&r, 44100, 0, 0.8, 1.1, &is);
        if (!bows[k].enough) {
            assert_true(is.slips > 0.3 * freq * 1.5);
            continue;
        }
        double back = (1 - beta) / beta;
        claim_see(&c[0], fabs(is.stick - (1 - beta)), "beta %g", beta);
        claim_near(&c[1], is.rms / r.speed, sqrt(1 - beta + beta * back * back), "beta %g", beta);
        claim_see(&c[2], fabs(1200 * log2(1 / is.period / freq)), "beta %g", beta);
    }
}

/* ---- one body ---- */

typedef struct scene {
    hz_friction x;
    double mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
    double force[BLOCK], speed[BLOCK], push[BLOCK], out[2][BLOCK], friction[BLOCK];
} scene;

/* A body b of n modes under a hand that does not ring. */
static void begin(scene *s, const hz_friction_params *p, int n)
{
    static const double one[MOST] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    static const double *const heard[] = { one };
    hz_modes none = { .n = 0, .pickups = 1, .heard = heard };
    hz_modes b = { n, s->mass, s->omega, s->sigma, s->weight, .pickups = 1, .heard = heard };
    assert_true(hz_friction_init(&s->x, 1, 1, MOST, 1));
    hz_friction_prepare(&s->x, p, &none, &b, 1 / 44100.0);
    hz_friction_reset(&s->x);
}

static void run(scene *s)
{
    double *audio[] = { s->out[0], s->out[1] }, *meter[HZ_METERS] = { 0 };
    hz_friction_run(&s->x, &(hz_friction_io){ .n = BLOCK,
                                              .force = s->force,
                                              .speed = s->speed,
                                              .push = s->push,
                                              .audio = audio,
                                              .friction = s->friction,
                                              .meter = meter,
                                              .ledger = 1 });
}

static void all(double *signal, double value)
{
    for (int i = 0; i < BLOCK; i++)
        signal[i] = value;
}

/* A mass on a table is pulled ever harder, and ever more slowly where it must break away. */
TEST(it_breaks_away_at_the_static_force)
{
    CLAIMS(c, CLAIM("friction: break-away force off its coefficient times the normal force", 1e-3));
    dice d = { 3 };
    for (int k = 0; k < claim_trials(20); k++) {
        static scene s;
        memset(&s, 0, sizeof s);
        hz_friction_params p = { .bristles = usual, .profile.grain = 1 };
        p.bristles.viscosity = 0; /* it slides away ever faster */
        p.bristles.stick = dice_log(&d, 0.3, 1.5);
        p.bristles.slip = p.bristles.stick * dice_even(&d, 0.2, 1);
        p.bristles.plastic = dice_even(&d, 0.1, 0.95);
        double force = dice_log(&d, 0.1, 100), pull = 0, most = 0;
        p.bristles.stiffness = p.bristles.stick * force / dice_log(&d, 1e-6, 3e-5); /* softer ones creep at this pull */
        s.mass[0] = dice_log(&d, 0.01, 1);
        s.weight[0] = 1;
        begin(&s, &p, 1);
        all(s.force, force);
        for (int i = 0; i < 3 * 44100 / BLOCK; i++) {
            for (int j = 0; j < BLOCK; j++)
                s.push[j] = pull +=
                    (pull < 0.9 * p.bristles.stick * force ? 0.9 : 0.07) * p.bristles.stick * force / 44100;
            run(&s);
            for (int j = 0; j < BLOCK; j++)
                most = fmax(most, -s.friction[j]);
        }
        claim_near(&c[0], most / force, p.bristles.stick, "trial %d", k);
        hz_friction_free(&s.x);
    }
}

/* Between a hand and a table that do not give way: the law itself. */
TEST(sliding_follows_the_curve_and_presliding_is_elastic)
{
    CLAIMS(c, CLAIM("friction: steady sliding off Stribeck's curve", 3e-12),
           CLAIM("friction: presliding off a spring", 1e-14));
    for (double v = 1e-3; v < 3; v *= 1.7) {
        static scene s;
        memset(&s, 0, sizeof s);
        hz_friction_params p = { .bristles = usual, .profile.grain = 1 };
        begin(&s, &p, 0);
        all(s.force, 2);
        all(s.speed, v);
        for (int i = 0; i < 700; i++)
            run(&s);
        double x = v / usual.stribeck, weak = usual.slip + (usual.stick - usual.slip) * exp(-x * x);
        claim_near(&c[0], s.friction[BLOCK - 1], 2 * (weak + usual.viscosity * v), "v %g", v);
        hz_friction_free(&s.x);
    }
    static scene s;
    memset(&s, 0, sizeof s);
    hz_friction_params p = { .bristles = usual, .profile.grain = 1 };
    begin(&s, &p, 0);
    all(s.force, 2);
    double far = 0.9 * usual.plastic * usual.slip * 2 / usual.stiffness, way = 0;
    for (int i = 0; i < 40; i++) { /* to and fro, and back to where it was */
        for (int j = 0; j < BLOCK; j++)
            s.speed[j] = far * 100 * cos(100 * (i * BLOCK + j) / 44100.0);
        for (int j = 0; j < BLOCK; j++)
            way += s.speed[j] / 44100;
        run(&s);
        claim_see(&c[1], fabs(s.x.bow.z - way) / far, "block %d", i);
    }
    hz_friction_free(&s.x);
}

/* ---- energy ---- */

static hz_friction_params any_friction(dice *d)
{
    double stick = dice_log(d, 0.01, 10);
    return (hz_friction_params){ .bristles = { .stiffness = dice_log(d, 10, 1e8),
                                               .damping = dice_once(d, 3) ? 0 : dice_log(d, 1e-3, 100),
                                               .viscosity = dice_once(d, 2) ? 0 : dice_log(d, 1e-3, 100),
                                               .stick = stick,
                                               .slip = stick * dice_even(d, 0.01, 1),
                                               .stribeck = dice_log(d, 1e-3, 10),
                                               .plastic = dice_even(d, 0, 0.99) },
                                 .profile = { .kind = (enum hz_profile_kind)dice_of(d, 2),
                                              .depth = dice_once(d, 2) ? 0 : dice_even(d, 0, 2),
                                              .grain = dice_log(d, 1e-6, 1),
                                              .slope = dice_even(d, -12, 6),
                                              .stray = dice_even(d, 0, 1) },
                                 .steps = dice_once(d, 2) ? 0 : 1 << dice_of(d, 4) };
}

static hz_modes any_body(dice *d, double (*row)[MOST])
{
    static const double *heard[2];
    int n = dice_of(d, MOST + 1);
    for (int i = 0; i < n; i++) {
        row[0][i] = dice_log(d, 1e-6, 1e3);
        row[1][i] = dice_once(d, 6) ? 0 : 2 * M_PI * dice_log(d, 1, 2e4);
        row[2][i] = dice_once(d, 4) ? 0 : dice_log(d, 0.01, 1e4);
        row[3][i] = dice_even(d, -2, 2);
    }
    heard[row[0][0] > 1] = row[3];
    return (hz_modes){ n, row[0], row[1], row[2], row[3], .pickups = 1, .heard = &heard[row[0][0] > 1] };
}

/* What has passed: all that the hand gave or took, and all that was lost. */
typedef struct balance {
    double passed, dissipated;
} balance;

static void check(const hz_friction *x, balance *b, claim *c, int draw)
{
    hz_accounts now;
    hz_friction_accounts(x, &now);
    double supplied = fabs(now.value[HZ_SUPPLIED]) + fabs(now.value[HZ_ADJUSTED]);
    b->passed = fmax(b->passed, fmax(supplied, fmax(now.value[HZ_DISSIPATED], now.value[HZ_STORED])));
    claim_see(&c[0], b->passed > 0 ? fabs(now.value[HZ_RESIDUAL]) / b->passed : 0, "draw %d", draw);
    claim_see(&c[1], (b->dissipated - now.value[HZ_DISSIPATED]) / (b->passed + 1e-300), "draw %d", draw);
    claim_see(&c[2], !hz_friction_finite(x), "draw %d", draw);
    b->dissipated = now.value[HZ_DISSIPATED];
}

/* Any bodies, any friction, forces and speeds that come and go: 10^5 draws. */
TEST(energy_balances_and_never_comes_from_nowhere)
{
    CLAIMS(c, CLAIM("friction: residual of the energy balance, of what passed", 1e-10),
           CLAIM("friction: energy that friction or damping gives, of what passed", 1e-12),
           CLAIM("friction: state that is no number", 0));
    dice d = { claim_seed(7) };
    int draws = claim_whole() ? 100000 : claim_trials(2000);
    static scene s;
    for (int k = 0; k < draws; k++) {
        double row[2][4][MOST] = { { { 0 } } };
        hz_friction_params p = any_friction(&d);
        assert_true(hz_friction_init(&s.x, MOST, 1, MOST, 1));
        hz_modes a = any_body(&d, row[0]), b = any_body(&d, row[1]);
        hz_friction_prepare(&s.x, &p, &a, &b, 1 / 44100.0);
        hz_friction_reset(&s.x);
        balance sum = { 0 };
        for (int block = 0; block < 4; block++) {
            double force = dice_once(&d, 4) ? 0 : dice_log(&d, 1e-3, 1e4), speed = dice_even(&d, -1, 1) * 10,
                   push = dice_once(&d, 2) ? 0 : dice_even(&d, -10, 10);
            for (int i = 0; i < BLOCK; i++) {
                s.force[i] = dice_once(&d, 40) ? force *= 0.1 : force;
                s.speed[i] = speed = dice_once(&d, 40) ? -speed : speed * 0.99;
                s.push[i] = push;
            }
            run(&s);
            check(&s.x, &sum, c, k);
            if (dice_once(&d, 8)) {
                p = any_friction(&d);
                b = any_body(&d, row[1]);
                hz_friction_prepare(&s.x, &p, &a, &b, 1 / 44100.0);
            }
        }
        hz_friction_free(&s.x);
    }
}

/* ---- rest ---- */

TEST(what_lies_still_stays_still)
{
    static scene s;
    hz_friction_params p = { .bristles = usual, .profile.grain = 1 };
    memset(&s, 0, sizeof s);
    for (int i = 0; i < MOST; i++) {
        s.mass[i] = 0.1;
        s.omega[i] = 2 * M_PI * 200 * (i + 1);
        s.sigma[i] = 20;
        s.weight[i] = 1;
    }
    begin(&s, &p, MOST);
    all(s.force, 3);
    all(s.speed, 0.2);
    for (int i = 0; i < 300; i++)
        run(&s);
    assert_false(s.x.still);
    all(s.speed, 0);
    int waited = 0;
    for (; waited < 20000 && !s.x.still; waited++)
        run(&s);
    assert_true(s.x.still);
    double force = s.friction[BLOCK - 1];
    run(&s);
    for (int i = 0; i < BLOCK; i++) {
        assert_true(s.out[1][i] == 0);
        assert_true(fabs(s.friction[i] - force) < 1e-12);
    }
    hz_accounts now;
    hz_friction_accounts(&s.x, &now);
    CLAIMS(c, CLAIM("friction: residual when all has come to rest, of what passed", 1e-14));
    claim_see(&c[0], fabs(now.value[HZ_RESIDUAL]) / now.value[HZ_SUPPLIED], "after %d blocks", waited);
    all(s.speed, 0.1); /* and it wakes up */
    run(&s);
    assert_false(s.x.still);
    assert_true(s.out[1][BLOCK - 1] != 0);
    hz_friction_free(&s.x);
}

/* ---- the profile ---- */

static double ramp_at(const void *of, int i)
{
    return ((const double *)of)[i];
}

TEST(a_profile_follows_the_way)
{
    static double drawn[100];
    hz_profile p;
    for (int i = 0; i < 100; i++)
        drawn[i] = sin(2 * M_PI * i / 100) + 0.1 * i / 100;
    hz_profile_drawn array = { ramp_at, drawn, 100 };
    hz_profile_prepare(&p, &(hz_profile_params){ HZ_PROFILE_ARRAY, 1, 0.01, 0, 0 });
    for (int i = 0; i < 300; i++) /* it is the array, and comes again */
        assert_true(fabs(hz_profile_at(&p, &array, 1e-4 * i, 0) - drawn[i % 100]) < 1e-9);
    assert_true(hz_profile_at(&p, NULL, 0.3, 0) == 0);
    CLAIMS(c, CLAIM("profile: jump of noise, ridges or an array over a millionth of a grain", 1e-4),
           CLAIM("profile: mean square of noise off 1", 0.1), CLAIM("profile: two grains that are alike, of 10^4", 0));
    for (int kind = 0; kind < 3; kind++)
        for (int stray = 0; stray < 2; stray++) {
            hz_profile_prepare(&p, &(hz_profile_params){ (enum hz_profile_kind)kind, 1, 1, -3, stray });
            for (int i = -20000; i < 20000; i++) {
                double x = 1e-3 * i + 5e-7;
                claim_see(&c[0], fabs(hz_profile_at(&p, &array, x, 0) - hz_profile_at(&p, &array, x - 1e-6, 0)),
                          "kind %d at %g", kind, x);
            }
        }
    hz_profile_prepare(&p, &(hz_profile_params){ HZ_PROFILE_NOISE, 1, 1, -3, 0 });
    double square = 0;
    for (int i = 0; i < 100000; i++)
        square += pow(hz_profile_at(&p, NULL, i, 0), 2) / 100000;
    claim_see(&c[1], fabs(square - 1), "at the grains");
    for (int i = 0; i < 10000; i++)
        claim_see(&c[2],
                  hz_profile_at(&p, NULL, i + 0.5, 0) == hz_profile_at(&p, NULL, i + 1.5, 0) &&
                      hz_profile_at(&p, NULL, i + 0.6, 0) == hz_profile_at(&p, NULL, i + 1.6, 0),
                  "grain %d", i);
}

TEST(manual_has_this_table)
{
    char *table = friction_table();
    assert_page_holds("help/manual/measurements/friction.md", table);
    free(table);
}
