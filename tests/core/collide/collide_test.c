/* collide: the event-driven solver on everything but a bare wall. */
#include "tests/tools/test.h"
#include "tests/tools/held.h"
#include "copy.h"
#include "ode.h"
#include "tests/core/law/orbit.h"
#include "rig.h"
#include "storm.h"

static const double h44 = 1 / 44100.0;

/* ---- modal objects ---- */

typedef struct knock {
    hz_collide_params p;
    double mass, sigma, v; /* of each mode; of the strike */
    char text[240];
} knock;

static knock random_knock(dice *d)
{
    knock k = { .p = rig_params() };
    k.p.law = (hz_law_params){ dice_log(d, 1e6, 1e10), dice_even(d, 1, 3), dice_once(d, 3) ? 0 : dice_log(d, 0.01, 2) };
    k.p.mass = dice_log(d, 1e-3, 5e-2);
    k.mass = dice_once(d, 2) ? 0.01 : 0.05;
    k.sigma = dice_once(d, 2) ? 0 : dice_log(d, 1, 1e3);
    k.v = dice_log(d, 0.1, 5);
    snprintf(k.text, sizeof k.text, "K %.17g a %.17g mu %.17g m %.17g v %.17g modes %g kg sigma %.17g",
             k.p.law.stiffness, k.p.law.exponent, k.p.law.damping, k.p.mass, k.v, k.mass, k.sigma);
    return k;
}

static void knock_start(rig *r, const knock *k, int resolution)
{
    hz_collide_params p = k->p;
    p.resolution = resolution;
    rig_watch("%s", k->text);
    rig_modes(r, k->mass, k->sigma);
    rig_start(r, &p, h44);
    hz_collide_strike(&r->c, k->v, 0);
}

static void check_knock(claim *c, rig *r, const knock *k, const hz_contact *exact)
{
    rig_contact(r, 44100);
    claim_see(&c[0], fabs(r->last.v_out - exact->v_out) / fmax(fabs(exact->v_out), 0.1 * k->v), "%s", k->text);
    claim_near(&c[1], r->last.x_max, exact->x_max, "%s", k->text);
    claim_near(&c[2], r->last.duration, exact->duration, "%s", k->text);
    claim_see(&c[3], r->residual, "%s", k->text);
    claim_see(&c[4], r->gain, "%s", k->text);
    claim_see(&c[5], r->rise, "%s", k->text);
}

TEST(modal_object)
{
    claim c[2][6] = {
        {
            CLAIM("collide: modal object, v_out, resolution 64", 1e-2),
            CLAIM("collide: modal object, x_max, resolution 64", 1e-2),
            CLAIM("collide: modal object, duration, resolution 64", 0.003),
            CLAIM("collide: modal object, residual, resolution 64", 1e-12),
            CLAIM("collide: modal object, a loss that is a gain, resolution 64", 1e-15),
            CLAIM("collide: modal object, rise of stored energy, resolution 64", 1e-14),
        },
        {
            CLAIM("collide: modal object, v_out, resolution 1024", 5e-5),
            CLAIM("collide: modal object, x_max, resolution 1024", 5e-5),
            CLAIM("collide: modal object, duration, resolution 1024", 5e-5),
            CLAIM("collide: modal object, residual, resolution 1024", 3e-12),
            CLAIM("collide: modal object, a loss that is a gain, resolution 1024", 1e-15),
            CLAIM("collide: modal object, rise of stored energy, resolution 1024", 1e-14),
        },
    };
    dice d = { claim_seed(1) };
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < claim_trials(100); i++) {
        knock k = random_knock(&d);
        hz_contact exact;
        for (int fine = 0; fine < 2; fine++) {
            knock_start(&r, &k, fine ? 1024 : 64);
            if (!fine && !ode_contact(&r.c, 0, 0, 1, &exact))
                fail_msg("no contact: %s", k.text);
            check_knock(c[fine], &r, &k, &exact);
        }
    }
    rig_free(&r);
    claim_check(c[0], 6);
    claim_check(c[1], 6);
}

/* Nothing is lost and nothing is won: a suspended hammer rattles on a lossless object for ten seconds. */
LONG_TEST(conservative_energy)
{
    CLAIMS(c, CLAIM("collide: conservative, change of energy over 10 s, of the energy", 1e-11),
           CLAIM("collide: conservative, dissipated, of the energy", 1e-11),
           CLAIM("collide: conservative, residual", 1e-10),
           CLAIM("collide: conservative, fewer than 1000 contacts", 0));
    rig r;
    rig_init(&r, 3);
    rig_modes(&r, 0.05, 0);
    hz_collide_params p = rig_params();
    p.suspension = 60;
    p.rest = -1e-5;
    rig_start(&r, &p, h44);
    hz_collide_strike(&r.c, 0.5, 1e-3);
    rig_sample(&r, 0, 0);
    double start = r.now.value[HZ_STORED];
    for (int i = 0; i < 441000; i++) {
        rig_sample(&r, 0, 0);
        claim_see(&c[0], fabs(r.now.value[HZ_STORED] / start - 1), "sample %d", i);
    }
    claim_see(&c[1], fabs(r.now.value[HZ_DISSIPATED]) / start, "10 s");
    claim_see(&c[2], r.residual, "10 s");
    claim_see(&c[3], 1000 - r.contacts, "%d contacts", r.contacts);
    rig_free(&r);
}

/* ---- storms ---- */

/* The books of ten seconds, kept open throughout. */
TEST(long_storm)
{
    claim c[] = AUDIT_CLAIMS("collide: 10 s of storm", 1e-13);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        storm s;
        storm_begin(&s, &storm_musical, seed, seed == 2 ? 3 : 0, NULL);
        while (s.i < claim_length(441000))
            storm_sample(&s);
        storm_see(c, &s, seed);
        print_message("# collide: storm %d: %d contacts, %d changes, %d of them in mid-contact\n", (int)seed,
                      s.r.contacts, s.changes, s.in_contact);
        assert_true(s.r.contacts > claim_length(1000) && s.in_contact > claim_length(1000));
        rig_free(&s.r);
    }
    CLAIMS_CHECK(c);
}

TEST(musical_storms)
{
    claim c[] = AUDIT_CLAIMS("collide: musical storms", 1e-12);
    storm_many(c, &storm_musical, NULL, 0, claim_trials(250), 1000, 0);
    CLAIMS_CHECK(c);
}

TEST(hostile_storms)
{
    claim c[] = AUDIT_CLAIMS("collide: hostile storms", 1e-10);
    storm_many(c, &storm_hostile, NULL, 0, claim_trials(40), 1000, 0);
    CLAIMS_CHECK(c);
}

/* ---- hammers that stay ---- */

/* Pressed by a constant force for two minutes: it comes to rest where force and spring balance, and stays there. */
LONG_TEST(pressed_hammer)
{
    CLAIMS(c, CLAIM("collide: pressed hammer off its static compression", 3e-11),
           CLAIM("collide: pressed hammer, creep over the last tenth, of the compression", 3e-11),
           CLAIM("collide: pressed hammer, sub-steps a sample at rest", 1),
           CLAIM("collide: pressed hammer, the force off the pressing one", 1e-11),
           CLAIM("collide: pressed hammer, residual", 1e-10),
           CLAIM("collide: pressed hammer, samples over the bound of sub-steps", 0),
           CLAIM("collide: pressed hammer, contacts that were reported and not resolved", 0));
    static const hz_law_params laws[] = { { 1e7, 1.5, 0.5 }, { 1e5, 1, 5 }, { 1e12, 2.5, 10 }, { 1e15, 1.5, 1 } };
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 4; k++) {
        hz_collide_params p = rig_params();
        p.law = laws[k];
        double force = 20, depth = pow(force / p.law.stiffness, 1 / p.law.exponent), late = 0, most = 0;
        int samples = (k > 0 ? 10 : claim_whole() ? 120 : 15) * 44100;
        rig_watch("pressed hammer %d", k);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 0.1, 1e-3);
        for (int i = 0; i < samples; i++) {
            rig_sample(&r, force, 0);
            if (i == samples / 10 * 9)
                late = r.c.system.striker->eta;
            if (i > samples / 2)
                most = fmax(most, r.c.system.substeps);
        }
        claim_near(&c[0], r.c.system.striker->eta, depth, "law %d", k);
        claim_see(&c[1], fabs(r.c.system.striker->eta - late) / depth, "law %d", k);
        claim_see(&c[2], most, "law %d", k);
        claim_near(&c[3], r.force, force, "law %d", k);
        claim_see(&c[4], r.residual, "law %d", k);
        claim_see(&c[5], r.over, "law %d", k);
        if (k < 3) /* the stiffest settles in bounces of which a sample holds many */
            claim_see(&c[6], r.unresolved, "law %d: of %d", k, r.contacts);
    }
    rig_free(&r);
}

/* Without losses it never rests: it swings for ever, at a bounded cost and with all its energy. */
LONG_TEST(pressed_without_loss)
{
    CLAIMS(c, CLAIM("collide: lossless pressed hammer, residual", 3e-12),
           CLAIM("collide: lossless pressed hammer, change of energy under gravity", 1e-11),
           CLAIM("collide: lossless pressed hammer, dissipated", 1e-12),
           CLAIM("collide: lossless pressed hammer, samples over the bound of sub-steps", 0));
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 2; k++) {
        hz_collide_params p = rig_params();
        p.gravity = k ? 1000 : 9.81;
        p.law.exponent = k ? 1.5 : 2;
        rig_watch("lossless pressed hammer %d", k);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 0.2, 1e-4);
        rig_sample(&r, 0, 0);
        double start = r.now.value[HZ_STORED], size = 0.5 * p.mass * 0.04;
        for (int i = 0; i < 220500; i++)
            rig_sample(&r, 0, 0);
        claim_see(&c[0], r.residual, "gravity %g", p.gravity);
        claim_see(&c[1], fabs(r.now.value[HZ_STORED] - start) / size, "gravity %g", p.gravity);
        claim_see(&c[2], r.now.value[HZ_DISSIPATED] / size, "gravity %g", p.gravity);
        claim_see(&c[3], r.over, "gravity %g", p.gravity);
    }
    rig_free(&r);
}

/* Very stiff, driven hard, hardly any loss: many contacts in one sample. */
TEST(chatter)
{
    CLAIMS(c, CLAIM("collide: chatter, samples over the bound of sub-steps", 0),
           CLAIM("collide: chatter, residual", 1e-12), CLAIM("collide: chatter, a loss that is a gain", 1e-15),
           CLAIM("collide: chatter, fewer than three contacts in some sample", 0),
           CLAIM("collide: chatter, still moving after a second, of the first speed", 3e-5));
    rig r;
    rig_init(&r, 0);
    for (int k = 0; k < 4; k++) {
        hz_collide_params p = rig_params();
        p.law = (hz_law_params){ 1e17, 1.5, k & 1 ? 0.5 : 0.05 };
        p.suspension = 50;
        p.rest = 0;
        p.gravity = k & 2 ? 1e6 : 0;
        p.mass = 1e-3;
        p.resolution = 16; /* so that the bound leaves room for several contacts in a sample */
        rig_watch("chatter %d", k);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 1, 1e-4);
        int most = 0;
        for (int i = 0; i < 44100; i++) {
            int before = r.contacts;
            rig_sample(&r, 1e3, 0);
            most = r.contacts - before > most ? r.contacts - before : most;
        }
        claim_see(&c[0], r.over, "case %d", k);
        claim_see(&c[1], r.residual, "case %d", k);
        claim_see(&c[2], r.gain, "case %d", k);
        claim_see(&c[3], 3 - most, "case %d: at most %d", k, most);
        claim_see(&c[4], fabs(r.c.system.striker->v), "case %d", k);
    }
    rig_free(&r);
}

/* Many contacts in every sample of an object with modes: the work of 64 samples is bounded, and the books stay right.
 */
LONG_TEST(chatter_on_modes)
{
    CLAIMS(c, CLAIM("collide: chatter on modes, sub-steps in 64 samples", 1000),
           CLAIM("collide: chatter on modes, fewer than 300 of them somewhere", 0),
           CLAIM("collide: chatter on modes, residual", 1e-11),
           CLAIM("collide: chatter on modes, a loss that is a gain", 1e-15));
    rig r;
    rig_init(&r, 3);
    for (int k = 0; k < 4; k++) {
        hz_collide_params p = rig_params();
        p.law = (hz_law_params){ k & 1 ? 1e13 : 1e11, 1.5, k & 2 ? 0.01 : 0 };
        p.gravity = 1e5;
        p.resolution = 32; /* with more, more work is allowed */
        rig_modes(&r, 0.05, 3);
        rig_watch("chatter on modes %d", k);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 1, 1e-4);
        int steps[64] = { 0 }, sum = 0, most = 0;
        for (int i = 0; i < 20000; i++) {
            rig_sample(&r, 0, 0);
            sum += r.c.system.substeps - steps[i % 64];
            steps[i % 64] = r.c.system.substeps;
            most = sum > most ? sum : most;
        }
        claim_see(&c[0], most, "case %d", k);
        claim_see(&c[1], 300 - most, "case %d", k);
        claim_see(&c[2], r.residual, "case %d", k);
        claim_see(&c[3], r.gain, "case %d", k);
    }
    rig_free(&r);
}

/* A soft contact goes by whole samples, of which each is one sub-step; the sample of the touch took two. */
TEST(soft_contacts_go_by_whole_samples)
{
    enum { N = 64 };
    rig r;
    rig_init(&r, 3);
    for (int k = 0; k < 5; k++) {
        int touched = 0;
        rig_modes(&r, 0.05, 3);
        hz_collide_params p = rig_params();
        p.law = (hz_law_params){ 2000, 1.5, 0.1 };
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, 1, 1e-3 * (k + 0.5));
        for (int b = 0; b < 40 && touched < 3; b++) {
            double motion[N], force[N], *audio[] = { motion }, *meter[HZ_METERS] = { 0 };
            hz_collide_run(&r.c, &(hz_collide_io){ .n = N, .audio = audio, .force = force, .meter = meter });
            touched += force[N - 8] > 0;
            assert_true(force[N - 8] == 0 || r.c.system.substeps == 1);
        }
        assert_int_equal(touched, 3);
    }
    rig_free(&r);
}

/* What is not a number leaves nothing behind, not even between the modes and the end of their rows. */
TEST(resets_forget_everything)
{
    rig fresh, r;
    rig_init(&fresh, 3);
    rig_init(&r, 3);
    rig_modes(&fresh, 0.05, 3);
    rig_modes(&r, 0.05, 3);
    hz_collide_params p = rig_params();
    rig_start(&fresh, &p, h44);
    rig_start(&r, &p, h44);
    static const double poison[] = { NAN, HUGE_VAL, 1e300 };
    double motion, *audio[] = { &motion }, force, *meter[HZ_METERS] = { 0 };
    for (int k = 0; k < 3; k++) {
        hz_collide_strike(&r.c, 1, 0);
        for (int i = 0; i < 5; i++)
            hz_collide_run(&r.c, &(hz_collide_io){ .n = 1,
                                                   .force_a = &poison[k],
                                                   .force_b = &poison[k],
                                                   .audio = audio,
                                                   .force = &force,
                                                   .meter = meter,
                                                   .ledger = 1 });
        rig *both[] = { &r, &fresh };
        for (int j = 0; j < 2; j++) {
            hz_collide_reset(&both[j]->c);
            hz_collide_strike(&both[j]->c, 1, 0);
        }
        for (int i = 0; i < 100; i++) {
            rig_sample(&fresh, 0, 0);
            rig_sample(&r, 0, 0);
            assert_true(r.motion == fresh.motion && r.force == fresh.force);
        }
    }
    rig_free(&fresh);
    rig_free(&r);
}

/* ---- gravity and forces ---- */

/* A hard bounce under gravity: each touch is as fast as the parting before, and each parting as the closed form says.
 */
TEST(gravity_bounce)
{
    CLAIMS(c, CLAIM("collide: bounce, speed of touch off the parting before", 3e-12),
           CLAIM("collide: bounce, v_out off the closed form", 1e-5),
           CLAIM("collide: bounce, time of flight off 2 v/g, in samples", 1e-3),
           CLAIM("collide: bounce, residual", 1e-11));
    rig r;
    rig_init(&r, 0);
    hz_collide_params p = rig_params();
    p.law = (hz_law_params){ 1e17, 1.5, 0.3 };
    p.gravity = 9.81;
    rig_start(&r, &p, h44);
    hz_collide_strike(&r.c, 0, 0.05);
    double parted = sqrt(2 * 9.81 * 0.05), before = 0;
    for (int bounce = 0; bounce < 20; bounce++) {
        int samples = 0, contacts = r.contacts;
        while (r.contacts == contacts && samples++ < 44100)
            rig_sample(&r, 0, 0);
        claim_near(&c[0], r.last.v_in, parted, "bounce %d", bounce);
        claim_near(&c[1], r.last.v_out, orbit_v_out(p.law.damping, r.last.v_in), "bounce %d", bounce);
        double left =
            -r.c.system.striker->eta / fabs(r.c.system.striker->v); /* since it parted: the rest of the sample */
        if (bounce > 0)
            claim_see(&c[2],
                      fabs((samples * h44 - left + before - r.last.duration) * 9.81 / (2 * parted) - 1) * 2 * parted /
                          9.81 / h44,
                      "bounce %d", bounce);
        before = left;
        parted = -r.last.v_out;
    }
    claim_see(&c[3], r.residual, "20 bounces");
    rig_free(&r);
}

/* Thrown against a strong pull, it turns at the surface within one sample: it touches if it gets there and only then.
 */
TEST(grazing)
{
    CLAIMS(c, CLAIM("collide: grazing, contacts missed", 0), CLAIM("collide: grazing, contacts that were none", 0),
           CLAIM("collide: grazing, speed of touch", 1e-10));
    dice d = { claim_seed(8) };
    rig r;
    rig_init(&r, 0);
    hz_collide_params p = rig_params();
    p.law = (hz_law_params){ 1e12, 1.5, 0.3 };
    p.gravity = -1e4;
    double most = 0.125 * 1e4 * h44 * h44; /* how far it may get past the surface and be back within a sample */
    for (int i = 0; i < claim_trials(1000); i++) {
        double distance = dice_log(&d, 1e-6, 1e-4), over = most * dice_even(&d, 1e-3, 1) * (i % 2 ? 1 : -1);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, sqrt(2e4 * fmax(distance + over, 0)), distance);
        for (int k = 0; k < 20; k++)
            rig_sample(&r, 0, 0);
        if (over > 0) {
            claim_see(&c[0], r.contacts == 0, "distance %g over %g", distance, over);
            claim_near(&c[2], r.last.v_in, sqrt(2e4 * over), "distance %g over %g", distance, over);
        } else {
            claim_see(&c[1], r.contacts, "distance %g over %g", distance, over);
        }
    }
    rig_free(&r);
}

/* A strike adds no more than its kinetic energy and what the suspension holds while the surface is at rest
 * (pair:launch), however the object rings and however often it is struck; with any method, for the strike is the same.
 */
TEST(strikes_in_a_row)
{
    CLAIMS(c, CLAIM("collide: strikes in a row, energy over what all strikes may add", 1 + 1e-9),
           CLAIM("collide: strikes in a row, energy that one of them added, likewise", 1 + 1e-9));
    dice d = { claim_seed(93) };
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < claim_trials(200); i++) {
        hz_collide_params p = rig_params();
        rig_modes(&r, dice_log(&d, 1e-3, 1), 0);
        for (int k = 0; k < 3; k++)
            r.c.system.object.omega[k] *= dice_log(&d, 0.05, 1);
        p.mass = dice_log(&d, 1e-3, 10);
        p.suspension = dice_log(&d, 1, 5e3);
        p.rest = dice_once(&d, 2) ? 0 : dice_even(&d, -1e-3, 1e-3);
        p.method = dice_once(&d, 4) ? HZ_TWOPOINT : HZ_EXACT;
        rig_watch("strikes in a row, trial %d", i);
        rig_start(&r, &p, h44);
        double v = dice_log(&d, 0.01, 10), way = 2 * 3.141592653589793 * p.suspension * p.rest;
        double one = 0.5 * p.mass * (v * v + way * way), all = r.now.value[HZ_STORED];
        int between = 1 + dice_of(&d, 400);
        for (int n = 0; n < 50; n++) {
            hz_accounts before, after;
            hz_collide_accounts(&r.c, &before);
            hz_collide_strike(&r.c, v, 0);
            hz_collide_accounts(&r.c, &after);
            all += one;
            claim_see(&c[1], (after.value[HZ_STORED] - before.value[HZ_STORED]) / (one + 1e-9 * all),
                      "trial %d strike %d, m %g suspension %g rest %g v %g", i, n, p.mass, p.suspension, p.rest, v);
            for (int k = 0; k < between; k++)
                rig_sample(&r, 0, 0);
            claim_see(&c[0], r.now.value[HZ_STORED] / all, "trial %d, m %g suspension %g rest %g v %g", i, p.mass,
                      p.suspension, p.rest, v);
        }
    }
    rig_free(&r);
}

/* A hammer that flew away and gets a suspension is not thrown back by it: it had no spring, and holds nothing then, but
 * for what it takes to stay under a surface that is down. */
TEST(a_new_suspension_throws_nothing)
{
    CLAIMS(c, CLAIM("collide: energy that a new suspension adds, of what was stored and its surface takes", 1.001));
    dice d = { claim_seed(94) };
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < claim_trials(100); i++) {
        hz_collide_params p = rig_params();
        hz_accounts before, after;
        rig_modes(&r, dice_log(&d, 1e-2, 1), 0);
        p.mass = dice_log(&d, 1e-3, 1);
        p.method = dice_once(&d, 4) ? HZ_TWOPOINT : HZ_EXACT;
        rig_watch("a new suspension, trial %d", i);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, dice_log(&d, 0.1, 10), 0);
        for (int k = dice_of(&d, 4000) + 2000; k > 0; k--)
            rig_sample(&r, 0, 0);
        if (r.c.system.strikers[0].touching)
            continue;
        hz_collide_accounts(&r.c, &before);
        p.suspension = dice_log(&d, 1, 5e3);
        p.rest = i % 2 ? -0.2 : 0; /* Under the surface: a hammer may be above its place of rest. */
        hz_collide_prepare(&r.c, &p, NULL, h44);
        hz_collide_accounts(&r.c, &after);
        double way = 2 * 3.141592653589793 * p.suspension * hz_bank_displacement(&r.c.system.object),
               surface = 0.5 * p.mass * way * way;
        claim_see(&c[0],
                  (after.value[HZ_STORED] - before.value[HZ_STORED]) / (surface + 1e-12 * before.value[HZ_STORED]),
                  "trial %d, m %g suspension %g", i, p.mass, p.suspension);
    }
    rig_free(&r);
}

/* A block in which an object rings freely, with nothing metered but the stored energy, is the same as its samples one
 * by one, whatever stood in the rows before: each stretch of it begins where it belongs. */
TEST(metered_blocks_are_samples)
{
    enum { N = 256 };
    static rig r[2];
    double audio[2][N], force[2][N], stored[2][N], most = 0, energy = 0, worst[2] = { 0 };
    for (int k = 0; k < 2; k++) {
        rig_init(&r[k], 3);
        rig_modes(&r[k], 0.1, 5);
        for (int i = 0; i < 3; i++)
            r[k].c.system.object.heard[0][i] = 1;
        hz_collide_params p = rig_params();
        rig_start(&r[k], &p, h44);
        hz_collide_strike(&r[k].c, 1, 0);
        for (int i = 0; i < 400; i++)
            rig_sample(&r[k], 0, 0);
        assert_true(r[k].contacts > 0);
        for (int i = 0; i < N; i++)
            audio[k][i] = force[k][i] = stored[k][i] = 7;
        int length = k ? 1 : N;
        for (int at = 0; at < N; at += length) {
            double *heard = audio[k] + at, *meter[HZ_METERS] = { [HZ_STORED] = stored[k] + at };
            hz_collide_run(
                &r[k].c,
                &(hz_collide_io){ .n = length, .audio = &heard, .force = force[k] + at, .meter = meter, .ledger = 1 });
        }
    }
    for (int i = 0; i < N; i++) {
        assert_true(force[0][i] == 0 && force[1][i] == 0);
        most = fmax(most, fabs(audio[1][i]));
        energy = fmax(energy, stored[1][i]);
        worst[0] = fmax(worst[0], fabs(audio[0][i] - audio[1][i]));
        worst[1] = fmax(worst[1], fabs(stored[0][i] - stored[1][i]));
    }
    print_message("# a block against its samples: audio %.2g of %.2g, energy %.2g of %.2g J\n", worst[0], most,
                  worst[1], energy);
    assert_true(most > 0 && worst[0] <= 1e-12 * most);
    assert_true(energy > 0 && worst[1] <= 1e-12 * energy);
    rig_free(&r[0]);
    rig_free(&r[1]);
}

/* Soft contacts in which gravity, a suspension and constant forces act all the while, against the ODE. */
TEST(soft_contacts_under_forces)
{
    CLAIMS(c, CLAIM("collide: under forces, v_in", 3e-13),
           CLAIM("collide: under forces, v_out on a wall, resolution 1024", 5e-5),
           CLAIM("collide: under forces, v_out on an object that swings the while, resolution 1024", 0.0003),
           CLAIM("collide: under forces, x_max, resolution 1024", 3e-6),
           CLAIM("collide: under forces, duration, resolution 1024", 5e-5),
           CLAIM("collide: under forces, residual", 1e-12));
    dice d = { claim_seed(5) };
    rig r;
    rig_init(&r, 3);
    for (int i = 0; i < claim_trials(100); i++) {
        hz_collide_params p = rig_params();
        p.law = (hz_law_params){ dice_log(&d, 1e4, 1e8), dice_even(&d, 1, 3),
                                 dice_once(&d, 3) ? 0 : dice_log(&d, 0.01, 2) };
        p.mass = dice_log(&d, 1e-2, 1e-1);
        p.gravity = dice_even(&d, -20, 20);
        p.suspension = dice_once(&d, 2) ? 0 : dice_log(&d, 1, 200);
        p.rest = p.suspension > 0 ? dice_even(&d, -1e-3, 1e-3) : 0;
        p.resolution = 1024;
        double v = dice_log(&d, 0.5, 5), distance = dice_even(&d, 0, 1e-4), fa = dice_even(&d, -1, 1),
               fb = dice_even(&d, -1, 1);
        char text[280];
        storm_text(&p, text);
        rig_watch("%s v %.17g distance %.17g forces %.17g %.17g", text, v, distance, fa, fb);
        if (i % 2)
            rig_modes(&r, 0.05, 5);
        else
            r.c.system.object.n = 0;
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, v, distance);
        hz_contact exact;
        if (!ode_contact(&r.c, fa, fb, 0.1, &exact))
            continue; /* it does not reach the surface, or stays there */
        for (int k = 0; k < 4410 && r.contacts == 0; k++)
            rig_sample(&r, fa, fb);
        claim_near(&c[0], r.last.v_in, exact.v_in, "%s", text);
        claim_see(&c[1 + i % 2], fabs(r.last.v_out - exact.v_out) / fmax(fabs(exact.v_out), 0.1 * v), "%s", text);
        claim_near(&c[3], r.last.x_max, exact.x_max, "%s", text);
        claim_near(&c[4], r.last.duration, exact.duration, "%s", text);
        claim_see(&c[5], r.residual, "%s", text);
    }
    assert_true(c[0].seen > claim_trials(100) / 2);
    rig_free(&r);
}

/* PhonoBump: a sound as the force on a suspended hammer, which rattles against the object in its rhythm. */
TEST(force_signal)
{
    CLAIMS(c, CLAIM("collide: force signal, residual", 1e-12),
           CLAIM("collide: force signal, a loss that is a gain", 1e-15),
           CLAIM("collide: force signal, supplied off the sum of force times way", 3e-12),
           CLAIM("collide: force signal, samples over the bound of sub-steps", 0));
    rig r;
    rig_init(&r, 3);
    for (int k = 0; k < 2; k++) {
        if (k)
            rig_modes(&r, 0.05, 10);
        hz_collide_params p = rig_params();
        p.law.damping = 0.2;
        p.suspension = 80;
        p.rest = -2e-4;
        rig_start(&r, &p, h44);
        double work = 0;
        for (int i = 0; i < 220500; i++) {
            double f = 3 * sin(2 * M_PI * 110 * i * h44), g = 0.5 * sin(2 * M_PI * 523 * i * h44);
            double a = hz_bank_displacement(&r.c.system.striker->body), b = hz_bank_displacement(&r.c.system.object);
            rig_sample(&r, f, g);
            work += f * (hz_bank_displacement(&r.c.system.striker->body) - a) +
                    g * (hz_bank_displacement(&r.c.system.object) - b);
        }
        assert_true(r.contacts > 100);
        claim_see(&c[0], r.residual, "object %d", k);
        claim_see(&c[1], r.gain, "object %d", k);
        claim_near(&c[2], r.now.value[HZ_SUPPLIED], work, "object %d", k);
        claim_see(&c[3], r.over, "object %d", k);
    }
    rig_free(&r);
}

/* ---- changes in mid-contact ---- */

/* Another sample rate, and nothing else: the motion, the books and the closed forms are as before. */
TEST(rate_changes_in_contact)
{
    CLAIMS(c, CLAIM("collide: change of rate, jump of compression", 1e-12),
           CLAIM("collide: change of rate, jump of velocity", 0),
           CLAIM("collide: change of rate, adjusted, of the energy", 1e-12),
           CLAIM("collide: change of rate, v_out off the closed form", 1e-13),
           CLAIM("collide: change of rate, x_max off the closed form", 3e-14),
           CLAIM("collide: change of rate, duration off the closed form", 1e-3));
    static const double rates[] = { 44100, 48000, 96000, 8000 };
    dice d = { claim_seed(6) };
    rig r;
    rig_init(&r, 0);
    for (int i = 0; i < claim_trials(300); i++) {
        orbit o = { { dice_log(&d, 1e5, 1e8), 1.5, dice_log(&d, 0.01, 2) }, 0.02, dice_log(&d, 0.1, 3) };
        hz_collide_params p = rig_params();
        p.law = o.law;
        p.mass = o.mass;
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, o.v_in, 0);
        while (r.contacts == 0) {
            rig_sample(&r, 0, 0);
            double eta = r.c.system.striker->eta, v = r.c.system.striker->v, adjusted = r.now.value[HZ_ADJUSTED];
            hz_collide_prepare(&r.c, &p, NULL, 1 / rates[dice_of(&d, 4)]);
            hz_accounts now;
            hz_collide_accounts(&r.c, &now);
            if (r.contacts == 0)
                claim_near(&c[0], r.c.system.striker->eta, eta, "trial %d", i);
            claim_near(&c[1], r.c.system.striker->v, v, "trial %d", i);
            claim_see(&c[2], fabs(now.value[HZ_ADJUSTED] - adjusted) / r.seen, "trial %d", i);
        }
        claim_near(&c[3], r.last.v_out, orbit_v_out(o.law.damping, o.v_in), "trial %d", i);
        claim_near(&c[4], r.last.x_max, orbit_x_max(&o), "trial %d", i);
        claim_near(&c[5], r.last.duration, orbit_tau(&o), "trial %d", i);
    }
    rig_free(&r);
}

/* law:change  Another stiffness or exponent in mid-contact throws nothing: what it adds is the weight times the way by
 * which the ball moves out, and where the exponent falls, the contact's energy by the quotient of a + 1. */
TEST(law_changes_in_contact)
{
    CLAIMS(c, CLAIM("collide: change of law, what it adds beyond the weight's way, of the energy", 1e-14),
           CLAIM("collide: change of law, depth beyond that of the old force, of the place", 1e-14),
           CLAIM("collide: change of law, residual", 3e-12));
    dice d = { claim_seed(8) };
    rig r;
    rig_init(&r, 0);
    int hardened = 0;
    for (int i = 0; i < claim_trials(100); i++) {
        hz_collide_params p = rig_params();
        p.gravity = 9.81;
        p.mass = dice_log(&d, 1e-3, 1);
        rig_start(&r, &p, h44);
        hz_collide_strike(&r.c, dice_log(&d, 1e-3, 1), 0);
        for (int k = 0; k < 400; k++) {
            const hz_contact_striker *its = r.c.system.striker;
            rig_sample(&r, 0, 0);
            double eta = its->eta, force = hz_law_spring(&r.c.system.law, eta), u = hz_bank_displacement(&its->body),
                   adjusted = r.now.value[HZ_ADJUSTED], contact = r.now.value[HZ_CONTACT], was = p.law.exponent;
            p.law.stiffness = dice_log(&d, 1e3, 1e13);
            p.law.exponent = dice_even(&d, 1, 4);
            hz_collide_prepare(&r.c, &p, NULL, h44);
            hz_accounts now;
            hz_collide_accounts(&r.c, &now);
            double way = u - hz_bank_displacement(&its->body), quotient = (was + 1) / (p.law.exponent + 1);
            double most = p.mass * p.gravity * way + contact * fmax(quotient - 1, 0);
            claim_see(&c[0], (now.value[HZ_ADJUSTED] - adjusted - most) / r.seen, "trial %d", i);
            if (its->touching && force > 0)
                claim_see(&c[1], (its->eta - hz_law_compression(&r.c.system.law, force)) / (fabs(u) + eta), "trial %d",
                          i);
            hardened += way > 0;
        }
        claim_see(&c[2], r.residual, "trial %d", i);
    }
    assert_true(hardened > 100);
    rig_free(&r);
}

/* A copy goes on as its original does, and a reset is a new beginning. */
TEST(copies_and_resets)
{
    storm s;
    storm_begin(&s, &storm_musical, 7, 3, NULL);
    rig twin;
    rig_init(&twin, 3);
    for (int i = 0; i < 300; i++)
        storm_sample(&s);
    copy_collide(&twin.c, &s.r.c);
    twin.c.system.owner = &twin;
    for (int i = 0; i < 100; i++) {
        rig_sample(&s.r, 1, 0);
        rig_sample(&twin, 1, 0);
        assert_true(s.r.motion == twin.motion && s.r.force == twin.force);
    }
    hz_collide_reset(&twin.c);
    hz_collide_reset(&s.r.c);
    hz_accounts a;
    hz_collide_accounts(&s.r.c, &a);
    assert_true(a.value[HZ_SUPPLIED] == 0 && a.value[HZ_DISSIPATED] == 0 && a.value[HZ_RESIDUAL] == 0);
    assert_true(a.value[HZ_KINETIC] == 0 && hz_bank_velocity(&s.r.c.system.striker->body) == 0);
    assert_true(hz_bank_displacement(&s.r.c.system.object) == 0);
    rig_free(&twin);
    rig_free(&s.r);
}

/* Two hammers over the same ringing object, one of them watched sample by sample. */
static void run_pair(rig *r, int k, double *audio, double *force, int watched, int ledger)
{
    double compression[64], *meter[HZ_METERS] = { 0 };
    if (watched) /* then no block may be rung at once */
        meter[HZ_COMPRESSION] = compression;
    hz_collide_run(
        &r[k].c,
        &(hz_collide_io){ .n = 64, .audio = (double *[]){ audio }, .force = force, .meter = meter, .ledger = ledger });
}

static void start_pair(rig *r)
{
    for (int k = 0; k < 2; k++) {
        rig_init(&r[k], 3);
        rig_modes(&r[k], 0.05, 10);
        for (int i = 0; i < 3; i++)
            r[k].c.system.object.heard[0][i] = i - 0.5;
        hz_collide_params p = rig_params();
        p.gravity = 500;
        rig_start(&r[k], &p, h44);
        hz_collide_strike(&r[k].c, 1, 1e-4);
    }
}

/* The books are only watched: the motion is the same without them, bit by bit. */
TEST(books_do_not_touch_the_motion)
{
    rig r[2];
    double motion[2][64], force[2][64];
    start_pair(r);
    for (int block = 0; block < 20; block++) {
        for (int k = 0; k < 2; k++)
            run_pair(r, k, motion[k], force[k], 1, k);
        assert_memory_equal(motion[0], motion[1], sizeof motion[0]);
        assert_memory_equal(force[0], force[1], sizeof force[0]);
    }
    assert_true(r[0].contacts > 3);
    rig_free(&r[0]);
    rig_free(&r[1]);
}

/* Blocks that are booked at once have the books of their samples one by one. */
TEST(books_of_a_block_are_those_of_its_samples)
{
    CLAIMS(c, CLAIM("books: stored energy of blocks at once, off that of samples", 1e-12),
           CLAIM("books: dissipated by blocks at once, off that by samples", 1e-10),
           CLAIM("books: residual of blocks at once, of what is stored", 1e-12),
           CLAIM("books: residual of samples one by one, likewise", 1e-12));
    rig r[2];
    double motion[2][64], force[64], stored[2][64], lost[64];
    start_pair(r);
    for (int block = 0; block < 200; block++) {
        hz_accounts now[2];
        for (int k = 0; k < 2 && block == 3; k++) /* so far: a bounce in either would tell rounding apart */
            hz_collide_strike(&r[k].c, -50, 1);
        for (int k = 0; k < 2; k++) {
            double *meter[HZ_METERS] = { [HZ_STORED] = stored[k], [HZ_DISSIPATED] = k || block < 3 ? lost : NULL };
            hz_collide_run(
                &r[k].c,
                &(hz_collide_io){
                    .n = 64, .audio = (double *[]){ motion[k] }, .force = force, .meter = meter, .ledger = 1 });
            hz_collide_accounts(&r[k].c, &now[k]);
        }
        for (int i = 0; i < 64; i++)
            claim_near(&c[0], stored[0][i], stored[1][i], "block %d sample %d", block, i);
        claim_near(&c[1], now[0].value[HZ_DISSIPATED], now[1].value[HZ_DISSIPATED], "block %d", block);
        for (int k = 0; k < 2 && block > 3; k++)
            claim_see(&c[2 + k], fabs(now[k].value[HZ_RESIDUAL]) / now[k].value[HZ_STORED], "block %d", block);
    }
    rig_free(&r[0]);
    rig_free(&r[1]);
}

/* A block rung at once is the same as its samples one by one; the last is out of reach, so it was rung at once. */
TEST(a_block_of_flight_is_its_samples)
{
    rig r[2];
    double motion[2][64], force[2][64];
    claim c = CLAIM("collide: a block of flight off its samples, of the loudest", 3e-12);
    double loudest = 0;
    start_pair(r);
    for (int block = 0; block < 200; block++) {
        for (int k = 0; k < 2; k++) {
            if (block == 1) /* away, and for good: further contacts would blow up the rounding */
                hz_collide_strike(&r[k].c, -2000, 0.1);
            run_pair(r, k, motion[k], force[k], k, 0);
        }
        for (int i = 0; i < 64; i++)
            loudest = fmax(loudest, fabs(motion[1][i]));
        for (int i = 0; i < 64; i++)
            claim_see(&c, fabs(motion[0][i] - motion[1][i]) / loudest, "block %d", block);
    }
    assert_true(loudest > 0);
    CLAIMS_CHECK(((claim[]){ c }));
    rig_free(&r[0]);
    rig_free(&r[1]);
}

/* ---- extremes ---- */

/* One of the corners of all ranges, counted through. */
static int pick(int *code, int n)
{
    int i = *code % n;
    *code /= n;
    return i;
}

enum { CORNERS = 2 * 2 * 2 * 2 * 3 * 2 * 3 * 3 * 2 };

static void corner(int code, hz_collide_params *p, double *v, double *force, double *distance)
{
    static const double masses[] = { 1e-6, 1e4 }, stiffnesses[] = { 1, 1e18 }, exponents[] = { 1, 6 },
                        dampings[] = { 0, 1e4 };
    static const double speeds[] = { 1e-6, 1, 1e3 }, suspensions[] = { 0, 1e6 }, both[] = { -1e6, 0, 1e6 };
    p->mass = masses[pick(&code, 2)];
    p->law.stiffness = stiffnesses[pick(&code, 2)];
    p->law.exponent = exponents[pick(&code, 2)];
    p->law.damping = dampings[pick(&code, 2)];
    *v = speeds[pick(&code, 3)];
    p->suspension = suspensions[pick(&code, 2)];
    p->gravity = both[pick(&code, 3)];
    *force = both[pick(&code, 3)];
    *distance = pick(&code, 2) ? 1e-3 : 0;
}

TEST(corners_of_all_ranges)
{
    claim c[] = AUDIT_CLAIMS("collide: corners", 1e-13);
    int samples = claim_trials(12);
    for (int modes = 0; modes <= 3; modes += 3) {
        rig r;
        rig_init(&r, modes);
        r.rough = 1;
        if (modes)
            rig_modes(&r, 0.05, 10);
        int step = modes && claim_trials(1) == 1 ? 5 : 1; /* the modes take long: here a fifth of the corners */
        for (int code = 0; code < CORNERS; code += step) {
            hz_collide_params p = rig_params();
            double v, force, distance;
            char text[280];
            corner(code, &p, &v, &force, &distance);
            storm_text(&p, text);
            rig_watch("corner %d, %d modes, v %g force %g distance %g: %s", code, modes, v, force, distance, text);
            rig_start(&r, &p, h44);
            hz_collide_strike(&r.c, v, distance);
            for (int i = 0; i < samples && hz_collide_finite(&r.c); i++) {
                rig_sample(&r, force, 0);
                if (!(isfinite(r.motion) && isfinite(r.force)) && hz_collide_finite(&r.c))
                    fail_msg("not finite, and not said: corner %d: %s", code, text);
            }
            char where[400];
            snprintf(where, sizeof where, "corner %d, %d modes, v %g force %g distance %g: %s", code, modes, v, force,
                     distance, text);
            storm_audit(c, &r, where);
        }
        rig_free(&r);
    }
    CLAIMS_CHECK(c);
}

/* A block in which what is heard goes over to another object fills its rows and nothing behind them, however long it
 * is; and it begins with what the object was and ends with what it is. */
TEST(a_fading_block_keeps_to_its_rows)
{
    enum { MOST = 200, GUARD = 64, ROWS = 4 };
    const double mass[] = { 0.05, 0.05 }, omega[] = { 2e3, 9e3 }, sigma[] = { 3, 5 }, weight[] = { 1, 0.5 };
    const double *was[] = { (const double[]){ 1, 1 } }, *is[] = { (const double[]){ -2, 3 } };
    for (int n = 1; n <= MOST; n += n < 60 ? 21 : 1) {
        static double rows[ROWS][MOST + GUARD];
        double *audio[] = { rows[0] }, *meter[HZ_METERS] = { [HZ_POSITION] = rows[2], [HZ_STORED] = rows[3] };
        hz_modes object = { .n = 2, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1 };
        hz_collide_params p = rig_params();
        rig r;
        rig_init(&r, 3);
        for (int fades = 0; fades < 2; fades++) {
            double loudest = 0, heard = 0;
            object.heard = fades ? is : was;
            if (fades)
                heard = hz_collide_heard(&r.c, 0, 0);
            hz_collide_prepare(&r.c, &p, &object, h44);
            if (!fades) {
                hz_collide_reset(&r.c);
                hz_collide_strike(&r.c, 1, 0);
            }
            for (int k = 0; k < ROWS; k++)
                for (int i = 0; i < MOST + GUARD; i++)
                    rows[k][i] = NAN;
            hz_collide_run(&r.c,
                           &(hz_collide_io){ .n = n, .audio = audio, .force = rows[1], .meter = meter, .ledger = 1 });
            for (int k = 0; k < ROWS; k++)
                for (int i = 0; i < MOST + GUARD; i++)
                    assert_that(isnan(rows[k][i]) == (i >= n), "row %d, sample %d of %d", k, i, n);
            for (int i = 0; i < n; i++)
                loudest = fmax(loudest, fabs(rows[0][i]));
            if (fades && n > 60)
                assert_that(fabs(rows[0][0] - heard) < 0.3 * loudest, "%d samples: %g after %g", n, rows[0][0], heard);
            if (fades)
                assert_float_equal(rows[0][n - 1], hz_bank_heard(&r.c.system.object, 0, 0), 1e-12);
        }
        rig_free(&r);
    }
}

/* With strikers that ring, and more modes than at first. */
static void life(void)
{
    hz_collide c;
    assert_true(hz_collide_init(&c, 10, 2) && hz_collide_add_strikers(&c, 3) && hz_collide_let_ring(&c, 8, 2) &&
                hz_collide_grow(&c, 100));
    hz_collide_free(&c);
}

NATIVE_TEST(all_memory_is_given_back)
{
    held_no_more(life);
}
