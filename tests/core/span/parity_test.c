/* The loop of steps beside the core whose place it is to take, on random objects: the old core at a high resolution is
 * the oracle. Bounds are on percentiles of the draws, since a few are near a graze. */
#include "tests/core/law/orbit.h"
#include "tests/tools/asserted.h"
#include "tests/tools/claim.h"
#include "tests/tools/dice.h"
#include "core/law/wall.h"
#include "twin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 300, HEARD = 256, ORACLE = 1024, MOST_DRAWS = 20000 };
static const double h48 = 1 / 48000.0, two_pi = 6.283185307179586;

/* ---- draws ---- */

/* A hammer, what it hits, and how fast. */
typedef struct draw {
    hz_collide_params p;
    hz_modes modes;
    double v, mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
    const double *heard[1];
    char text[200];
} draw;

static void draw_modes(draw *k, dice *d, int modes, double highest)
{
    double all = k->p.mass * dice_log(d, 0.3, 30);
    for (int i = 0; i < modes; i++) {
        k->mass[i] = all / modes * dice_log(d, 0.5, 2);
        k->omega[i] = two_pi * dice_log(d, 100, highest);
        k->sigma[i] = dice_log(d, 1, 100);
        k->weight[i] = dice_even(d, 0.1, 1) * (dice_once(d, 2) ? -1 : 1) / sqrt(modes);
    }
    k->heard[0] = k->weight;
    k->modes = (hz_modes){ .n = modes,
                           .mass = k->mass,
                           .omega = k->omega,
                           .sigma = k->sigma,
                           .weight = k->weight,
                           .pickups = 1,
                           .heard = k->heard };
}

/* As price_test and random_objects_test draw them. */
static void draw_of(draw *k, uint64_t number, int modes, double hardest)
{
    dice d = { claim_seed(700001 * number + 13) };
    k->p = (hz_collide_params){ .quiet = 1e-6 };
    k->p.mass = dice_log(&d, 1e-3, 5e-2);
    k->p.law = (hz_law_params){ dice_log(&d, 1e6, hardest), dice_even(&d, 1, 3),
                                dice_once(&d, 3) ? 0 : dice_log(&d, 0.01, 1) };
    k->v = dice_log(&d, 0.1, 3);
    draw_modes(k, &d, modes, 18e3);
    snprintf(k->text, sizeof k->text, "draw %d: %d modes, m %g K %g a %g mu %g v %g", (int)number, modes, k->p.mass,
             k->p.law.stiffness, k->p.law.exponent, k->p.law.damping, k->v);
}

static void start(twin *m, draw *k, int resolution)
{
    k->p.resolution = resolution;
    twin_start(m, &k->p, &k->modes, NULL, h48);
}

/* Runs until so many contacts have ended, but no longer than that. */
static int run_until(twin *m, int contacts, double most)
{
    while (m->contacts < contacts && m->time < most)
        twin_run(m, TWIN_BLOCK, NULL, NULL);
    return m->contacts >= contacts;
}

/* ---- errors of many draws ---- */

typedef struct errors {
    int n;
    double of[MOST_DRAWS];
} errors;

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void see(errors *e, double value)
{
    if (e->n < MOST_DRAWS)
        e->of[e->n++] = value == value ? value : HUGE_VAL;
}

/* What so large a part of the draws does not exceed. */
static double part_of(errors *e, double part)
{
    qsort(e->of, (size_t)e->n, sizeof e->of[0], rising);
    return e->n > 0 ? e->of[(int)(part * (e->n - 1))] : HUGE_VAL;
}

static double off_by(const double *a, const double *b, int n)
{
    double worst = 0, loudest = 0;
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(a[i] - b[i]));
        loudest = fmax(loudest, fabs(b[i]));
    }
    return loudest > 0 ? worst / loudest : worst;
}

static double residual_of(twin *m)
{
    hz_accounts a;
    double most = a.start = 0;
    twin_accounts(m, &a);
    for (int i = 0; i < HZ_ACCOUNTS; i++)
        most = i == HZ_RESIDUAL ? most : fmax(most, fabs(a.value[i]));
    return most > 0 ? fabs(a.value[HZ_RESIDUAL]) / most : 0;
}

/* ---- one hammer ---- */

static void strikes(void **state)
{
    (void)state;
    static errors v_out, time, audio;
    static draw k;
    static const int modes[] = { 1, 2, 3, 5, 7, 10, 30, 4, 6, 8 };
    twin m[2];
    claim c[] = {
        { .name = "parity: v_out off the oracle's at 99 %, of the speed of impact", .allowed = 2e-4 },
        { .name = "parity: v_out off the oracle's at worst", .allowed = 3e-3 },
        { .name = "parity: contact time off the oracle's at 99 %", .allowed = 2e-4 },
        { .name = "parity: sound off the oracle's at 99 %, of the loudest sample", .allowed = 2e-3 },
        { .name = "parity: contacts that ended and were not told", .allowed = 0 },
        { .name = "parity: residual", .allowed = 1e-10 },
    };
    for (int i = 0; i < 2; i++)
        twin_init(&m[i], i, MOST, 1);
    m[1].ledger = 1;
    v_out.n = time.n = audio.n = 0;
    for (int i = 0; i < claim_trials(300); i++) {
        static double heard[2][HEARD];
        int once[2];
        draw_of(&k, (uint64_t)i, i % 50 == 49 ? MOST : modes[i % 10], 1e10);
        for (int j = 0; j < 2; j++) {
            start(&m[j], &k, j ? 0 : ORACLE);
            twin_strike(&m[j], k.v, 0);
            twin_run(&m[j], HEARD, heard[j], NULL);
            once[j] = m[j].contacts + m[j].untold < 2;
            run_until(&m[j], 1, 0.2);
        }
        if (m[0].contacts == 0)
            continue; /* pressed by what rings: it stays */
        claim_see(&c[4], m[1].contacts == 0, "%s", k.text);
        const hz_contact *got = &m[1].contact[0], *exact = &m[0].contact[0];
        see(&v_out, fabs(got->v_out - exact->v_out) / k.v);
        see(&time, fabs(got->duration / exact->duration - 1));
        if (once[0] && once[1]) /* further contacts amplify any error */
            see(&audio, off_by(heard[1], heard[0], HEARD));
        claim_see(&c[1], fabs(got->v_out - exact->v_out) / k.v, "%s", k.text);
        claim_see(&c[5], residual_of(&m[1]), "%s", k.text);
    }
    claim_see(&c[0], part_of(&v_out, 0.99), "%d draws", v_out.n);
    claim_see(&c[2], part_of(&time, 0.99), "%d draws", time.n);
    claim_see(&c[3], part_of(&audio, 0.99), "%d draws", audio.n);
    for (int i = 0; i < 2; i++)
        twin_free(&m[i]);
    CLAIMS_CHECK(c);
}

/* On a wall speeds and depth are those of the closed forms. */
static void walls(void **state)
{
    (void)state;
    static draw k;
    twin m;
    claim c[] = {
        { .name = "parity: a wall, v_out off the closed form", .allowed = 1e-12 },
        { .name = "parity: a wall, x_max off the closed form", .allowed = 1e-12 },
        { .name = "parity: a wall, contact time off wall:tau", .allowed = 1e-3 },
        { .name = "parity: a wall, residual", .allowed = 1e-10 },
    };
    twin_init(&m, 1, 0, 1);
    m.ledger = 1;
    for (int i = 0; i < claim_trials(500); i++) {
        dice d = { claim_seed(31 + (uint64_t)i) };
        draw_of(&k, (uint64_t)i, 0, 1e14);
        k.p.law.damping = dice_once(&d, 4) ? 0 : dice_log(&d, 1e-3, 30);
        start(&m, &k, 0);
        twin_strike(&m, k.v, 0);
        assert_true(run_until(&m, 1, 1));
        orbit o = { k.p.law, k.p.mass, k.v };
        claim_near(&c[0], m.contact[0].v_out, orbit_v_out(k.p.law.damping, k.v), "%s", k.text);
        claim_near(&c[1], m.contact[0].x_max, orbit_x_max(&o), "%s", k.text);
        claim_near(&c[2], m.contact[0].duration, orbit_tau(&o), "%s", k.text);
        claim_see(&c[3], residual_of(&m), "%s", k.text);
    }
    twin_free(&m);
    CLAIMS_CHECK(c);
}

/* ---- several hammers, ringing hammers, weights ---- */

/* The first contact of each striker; NULL if it had none. */
static const hz_contact *first_of(const twin *m, int striker)
{
    for (int i = 0; i < m->contacts; i++)
        if (m->contact[i].striker == striker)
            return &m->contact[i];
    return NULL;
}

/* Eight hammers within a few contact times of each other. What the first ones do decides when the next ones meet what,
 * so that errors are amplified. */
static void eight_hammers(void **state)
{
    (void)state;
    enum { HAMMERS = 8 };
    static errors v_out;
    static draw k;
    twin m[3]; /* the oracle, the loop, and the old core as the loop is asked */
    claim c[] = {
        { .name = "parity: eight hammers, v_out of first contacts off the oracle's in the median", .allowed = 1e-4 },
        { .name = "parity: eight hammers, at 90 %", .allowed = 1e-3 },
        { .name = "parity: eight hammers, first contacts not told, more than by the old core", .allowed = 0 },
        { .name = "parity: eight hammers, residual", .allowed = 1e-10 },
    };
    int untold[3] = { 0 };
    for (int i = 0; i < 3; i++)
        twin_init(&m[i], i == 1, MOST, HAMMERS);
    m[1].ledger = 1;
    v_out.n = 0;
    for (int i = 0; i < claim_trials(20); i++) {
        dice d = { claim_seed(17 + (uint64_t)i) };
        double v[HAMMERS], gap[HAMMERS];
        draw_of(&k, 5000000 + (uint64_t)i, 1 + i % 10, 1e9);
        for (int j = 0; j < HAMMERS; j++) {
            v[j] = dice_log(&d, 0.1, 3);
            gap[j] = v[j] * dice_even(&d, 0, 2e-4);
        }
        for (int j = 0; j < 3; j++) {
            start(&m[j], &k, j ? 0 : ORACLE);
            for (int n = 0; n < HAMMERS; n++)
                twin_strike(&m[j], v[n], gap[n]);
            twin_run(&m[j], 512, NULL, NULL);
        }
        for (int n = 1; n <= HAMMERS; n++) {
            const hz_contact *got = first_of(&m[1], n), *exact = first_of(&m[0], n);
            for (int j = 1; j < 3; j++)
                untold[j] += exact && !first_of(&m[j], n);
            if (got && exact)
                see(&v_out, fabs(got->v_out - exact->v_out) / v[n - 1]);
        }
        claim_see(&c[3], residual_of(&m[1]), "%s", k.text);
    }
    claim_see(&c[0], part_of(&v_out, 0.5), "%d contacts", v_out.n);
    claim_see(&c[1], part_of(&v_out, 0.9), "%d contacts", v_out.n);
    claim_see(&c[2], fmax(untold[1] - untold[2], 0), "%d, where the old one has %d", untold[1], untold[2]);
    for (int i = 0; i < 3; i++)
        twin_free(&m[i]);
    CLAIMS_CHECK(c);
}

/* Both bodies ring. */
static void ringing_hammers(void **state)
{
    (void)state;
    static errors v_out, time;
    static draw k, own;
    twin m[2];
    claim c[] = {
        { .name = "parity: a ringing hammer, v_out off the oracle's at 99 %", .allowed = 3e-4 },
        { .name = "parity: a ringing hammer, contact time at 99 %", .allowed = 3e-4 },
        { .name = "parity: a ringing hammer, contacts not told", .allowed = 0 },
        { .name = "parity: a ringing hammer, residual", .allowed = 1e-10 },
    };
    for (int i = 0; i < 2; i++)
        twin_init(&m[i], i, 10, 1);
    m[1].ledger = 1;
    v_out.n = time.n = 0;
    for (int i = 0; i < claim_trials(60); i++) {
        draw_of(&k, 6000000 + (uint64_t)i, 1 + i % 10, 1e10);
        draw_of(&own, 7000000 + (uint64_t)i, 10, 1e10);
        own.modes.n = 10;
        for (int j = 0; j < 2; j++) {
            k.p.resolution = j ? 0 : ORACLE;
            twin_start(&m[j], &k.p, &k.modes, &own.modes, h48);
            twin_strike(&m[j], k.v, 0);
            run_until(&m[j], 1, 0.2);
        }
        if (m[0].contacts == 0)
            continue;
        claim_see(&c[2], m[1].contacts == 0, "%s", k.text);
        see(&v_out, fabs(m[1].contact[0].v_out - m[0].contact[0].v_out) / k.v);
        see(&time, fabs(m[1].contact[0].duration / m[0].contact[0].duration - 1));
        claim_see(&c[3], residual_of(&m[1]), "%s", k.text);
    }
    claim_see(&c[0], part_of(&v_out, 0.99), "%d draws", v_out.n);
    claim_see(&c[1], part_of(&time, 0.99), "%d draws", time.n);
    for (int i = 0; i < 2; i++)
        twin_free(&m[i]);
    CLAIMS_CHECK(c);
}

/* A ball falls and bounces, on modes and on a wall. */
static void falls(void **state)
{
    (void)state;
    static errors v_out;
    static draw k;
    twin m[2];
    claim c[] = {
        { .name = "parity: a fall, v_in of the first bounce off the oracle's", .allowed = 1e-9 },
        { .name = "parity: a fall, v_out of the first bounce at 99 %", .allowed = 2e-4 },
        { .name = "parity: a fall, bounces on a wall off the oracle's, 20 of them", .allowed = 1e-6 },
        { .name = "parity: a fall, residual", .allowed = 1e-10 },
    };
    for (int i = 0; i < 2; i++)
        twin_init(&m[i], i, MOST, 1);
    m[1].ledger = 1;
    v_out.n = 0;
    for (int i = 0; i < claim_trials(60); i++) {
        int wall = i % 4 == 0, bounces = wall ? 20 : 1;
        draw_of(&k, 8000000 + (uint64_t)i, wall ? 0 : 1 + i % 10, 1e10);
        k.p.gravity = 9.81;
        k.p.law.damping = fmin(k.p.law.damping, 0.3);
        for (int j = 0; j < 2; j++) {
            start(&m[j], &k, j ? 0 : ORACLE);
            twin_strike(&m[j], 0, 0.01);
            run_until(&m[j], bounces, 5);
        }
        if (m[0].contacts < bounces)
            continue;
        double v = m[0].contact[0].v_in;
        claim_near(&c[0], m[1].contact[0].v_in, v, "%s", k.text);
        for (int n = 0; wall && n < bounces; n++)
            claim_see(&c[2], fabs(m[1].contact[n].v_out - m[0].contact[n].v_out) / v, "bounce %d, %s", n, k.text);
        if (!wall)
            see(&v_out, fabs(m[1].contact[0].v_out - m[0].contact[0].v_out) / v);
        claim_see(&c[3], residual_of(&m[1]), "%s", k.text);
    }
    claim_see(&c[1], part_of(&v_out, 0.99), "%d draws", v_out.n);
    for (int i = 0; i < 2; i++)
        twin_free(&m[i]);
    CLAIMS_CHECK(c);
}

/* What lies still is one block of rest, whoever presses it: hammers of a weight, and one that is pressed. */
static void rest(void **state)
{
    (void)state;
    static draw k;
    claim c[] = {
        { .name = "parity: at rest, force off the weights", .allowed = 1e-12 },
        { .name = "parity: at rest, what is heard", .allowed = 1e-6 },
        { .name = "parity: at rest, hammers that stay awake", .allowed = 0 },
    };
    for (int i = 0; i < 6; i++) {
        int hammers = i < 3 ? 1 << i : 1, pressed = i > 3, hung = i == 5;
        double heard[TWIN_BLOCK], force[TWIN_BLOCK];
        twin m;
        twin_init(&m, 1, 30, hammers);
        draw_of(&k, 9000000 + (uint64_t)i, 1 + 5 * i, 1e8);
        k.p.gravity = pressed ? 0 : 9.81;
        k.p.law.damping = 100; /* or they swing on the contact's spring for long */
        k.p.suspension = hung ? 20 : 0;
        for (int j = 0; j < k.modes.n; j++)
            k.sigma[j] = 50;
        start(&m, &k, 0);
        for (int j = 0; j < hammers; j++)
            twin_strike(&m, 0, 0);
        m.force_a = pressed ? 5 : 0;
        twin_run(&m, hung ? 144000 : 48000, NULL, NULL);
        twin_run(&m, TWIN_BLOCK, heard, force);
        double weights = pressed ? 5 : hammers * k.p.mass * 9.81;
        claim_see(&c[2], !m.now.asleep, "case %d", i);
        for (int j = 0; j < TWIN_BLOCK; j++) {
            claim_see(&c[1], fabs(heard[j]), "case %d", i);
            if (!hung)
                claim_near(&c[0], force[j], weights, "case %d", i);
        }
        twin_free(&m);
    }
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strikes),         cmocka_unit_test(walls), cmocka_unit_test(eight_hammers),
        cmocka_unit_test(ringing_hammers), cmocka_unit_test(falls), cmocka_unit_test(rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
