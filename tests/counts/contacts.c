/* Scenes of the core of impact~ and bounce~. */
#include "tests/bench/bank.h"
#include "core/collide/collide.h"
#include "counted.h"

#include <math.h>
#include <stddef.h>

static hz_collide c;
static double heard[COUNTED_BLOCK], *audio[] = { heard }, force[COUNTED_BLOCK], outer[COUNTED_BLOCK];
static double stored[COUNTED_BLOCK], *meter[HZ_METERS];

static void run(int n, int ledger)
{
    meter[HZ_STORED] = ledger ? stored : 0; /* as in Pd, whose energy outlet shows it */
    hz_collide_run(
        &c,
        &(hz_collide_io){ .n = n, .force_a = outer, .audio = audio, .force = force, .meter = meter, .ledger = ledger });
}

static void lean(double newtons)
{
    for (int i = 0; i < COUNTED_BLOCK; i++)
        outer[i] = newtons;
}

/* One blow, from the same rest each time, and the rest of the block. */
static int bank(int modes)
{
    return bank_make(&c, modes);
}

static void blow(int modes, int i)
{
    (void)modes;
    (void)i;
    hz_collide_reset(&c);
    hz_collide_strike(&c, 1, 0);
    run(COUNTED_BLOCK, 0);
}

static int ringing(int ledger)
{
    (void)ledger;
    if (!bank_make(&c, 30))
        return 0;
    hz_collide_strike(&c, -1, 1); /* away */
    for (int i = 0; i < c.system.object.n; i++)
        c.system.object.v[i] = 1e-3;
    return 1;
}

static void ring(int ledger, int i)
{
    (void)i;
    run(COUNTED_BLOCK, ledger);
}

/* A blow on modes up to 2 kHz, with bands above them, and what rings afterwards. */
static int crowded(int modes)
{
    static double mass[200], omega[200], sigma[200], weight[200], silent[200], heard_bands[HZ_BANDS];
    static const double *const rows[] = { silent }, *const bands[] = { heard_bands }, stroke[] = { 1 };
    hz_bands_params p = { .first = modes, .heard = bands, .stroke_heard = stroke };
    int n = modes;
    for (int i = 0; i < modes; i++) {
        mass[i] = 0.1;
        omega[i] = 6.283185307179586 * (100 + 1900.0 * (i + 0.5) / modes);
        sigma[i] = 3;
        weight[i] = silent[i] = i & 1 ? -1 : 1;
    }
    for (int k = 0; k < HZ_BANDS; k++) {
        p.mobility[k] = k < 6 ? 0 : 0.02;
        p.sigma[k] = 3;
        p.stroke[k] = 1e-4;
        heard_bands[k] = 1;
        if (k < 6)
            continue;
        hz_band_mode(k, 0.02, &mass[n], &omega[n], &sigma[n]);
        weight[n] = 1;
        silent[n++] = 0;
    }
    if (!bank_make(&c, 1) || !hz_collide_grow(&c, n))
        return 0;
    hz_collide_params own = { .law = { 1e8, 1.5, 0.3 }, .mass = 0.01, .quiet = 1e-6, .bands = &p };
    hz_modes m = {
        .n = n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(&c, &own, &m, 1 / 44100.0);
    hz_collide_reset(&c);
    hz_collide_strike(&c, 1, 0);
    return 1;
}

static void ring_on(int modes, int i)
{
    (void)modes;
    (void)i;
    run(COUNTED_BLOCK, 0);
}

/* A thousand strikes a second on modes that ring. */
static int thirty(int ledger)
{
    (void)ledger;
    return bank_make(&c, 30);
}

static void strikes(int ledger, int i)
{
    hz_collide_strike(&c, 0.5 + 0.1 * (i % 7), 0);
    run(44, ledger);
}

static int pressed(int ledger)
{
    (void)ledger;
    if (!bank_make(&c, 30))
        return 0;
    hz_collide_strike(&c, 0.1, 0);
    lean(5);
    return 1;
}

/* A hammer of 10 g on modes of 200 Hz to 18 kHz, of 100 g in all, that weigh alike: issue 15's table. */
static int even_bank(int modes)
{
    static double mass[BANK_MOST], omega[BANK_MOST], sigma[BANK_MOST], weight[BANK_MOST];
    const double *rows[] = { weight };
    for (int i = 0; i < modes; i++) {
        mass[i] = 0.1 / modes;
        weight[i] = 1.0 / modes;
        omega[i] = 6.283185307179586 * 200 * pow(90, i / (modes - 1.0));
        sigma[i] = 6.907755278982137; /* 60 dB in a second */
    }
    if (!hz_collide_init(&c, modes, 1))
        return 0;
    hz_collide_params p = { .law = { 1e7, 1.5, 1 }, .mass = 0.01, .quiet = 1e-6 };
    hz_modes m = {
        .n = modes, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(&c, &p, &m, 1 / 44100.0);
    hz_collide_reset(&c);
    return 1;
}

/* The same where the hammer rings in as many modes. */
static int even_ringing(int modes)
{
    if (!even_bank(modes) || !hz_collide_let_ring(&c, modes, 1))
        return 0;
    const hz_bank *b = &c.system.object;
    hz_modes m = { .n = modes,
                   .mass = b->mass,
                   .omega = b->omega,
                   .sigma = b->sigma,
                   .weight = b->weight,
                   .pickups = 1,
                   .heard = (const double *const *)b->heard };
    hz_collide_params p = c.params;
    hz_collide_prepare_both(&c, &p, NULL, &m, c.system.h);
    hz_collide_reset(&c);
    return 1;
}

static int even_pressed(int modes)
{
    if (!even_bank(modes))
        return 0;
    hz_collide_strike(&c, 0.1, 0);
    lean(5);
    return 1;
}

/* The same with a noise of 5 N besides, after a beginning that is light or hard: item 3 of issue 15. What the contact
 * costs must not depend on how it began. */
static unsigned noise;

static int restless(double v)
{
    if (!even_bank(30))
        return 0;
    noise = 1;
    hz_collide_strike(&c, v, 0);
    return 1;
}

static int restless_after_light(int unused)
{
    (void)unused;
    return restless(1e-5);
}

static int restless_after_hard(int unused)
{
    (void)unused;
    return restless(1);
}

static void even_noise(int unused, int i)
{
    (void)unused;
    (void)i;
    for (int k = 0; k < COUNTED_BLOCK; k++) {
        noise = noise * 1664525u + 1013904223u;
        outer[k] = 5 + 5 * (noise / 2147483648.0 - 1);
    }
    run(COUNTED_BLOCK, 0);
}

static void even_strikes(int modes, int i)
{
    (void)modes;
    hz_collide_strike(&c, 1, 0);
    run(i % 10 ? 44 : 45, 0);
}

static void even_press(int modes, int i)
{
    (void)modes;
    (void)i;
    run(COUNTED_BLOCK, 0);
}

/* A textbook method on 30 modes: blows and flight. */
static int textbook(int method)
{
    if (!bank_make(&c, 30))
        return 0;
    hz_collide_params p = c.params;
    p.method = (enum hz_method)method;
    hz_collide_prepare(&c, &p, NULL, c.system.h);
    return 1;
}

static void now_and_then(int method, int i)
{
    (void)method;
    if (i % 8 == 0)
        hz_collide_strike(&c, 1, 0);
    run(COUNTED_BLOCK, 0);
}

/* A ball that falls on modes, or on a wall, again before it lies still. */
static int ball(int modes)
{
    if (!bank_make(&c, modes))
        return 0;
    hz_collide_params p = c.params;
    p.law = (hz_law_params){ 5e8, 1.5, 0.15 };
    p.mass = 0.005;
    p.gravity = 9.81;
    hz_collide_prepare(&c, &p, NULL, c.system.h);
    return 1;
}

static void rain(int modes, int i)
{
    (void)modes;
    if (i % 100 == 0)
        hz_collide_strike(&c, 0, 1e-4 * (1 + i / 100 % 3));
    run(COUNTED_BLOCK, 0);
}

const counted counted_contacts[] = {
    { "impact_wall", bank, blow, 0, 50, 1200 },
    { "impact_30_modes", bank, blow, 30, 20, 300 },
    { "impact_300_modes", bank, blow, 300, 10, 90 },
    { "impact_ringing_30_modes", ringing, ring, 0, 20, 6000 },
    { "impact_ringing_30_modes_ledger", ringing, ring, 1, 20, 1500 },
    { "impact_ringing_30_modes_crowd", crowded, ring_on, 30, 200, 1500 },
    { "impact_ringing_100_modes_crowd", crowded, ring_on, 100, 200, 1500 },
    { "impact_thousand_strikes_30_modes", thirty, strikes, 0, 50, 900 },
    { "impact_thousand_strikes_30_modes_ledger", thirty, strikes, 1, 50, 900 },
    { "impact_pressed_30_modes", pressed, ring, 0, 50, 600 },
    { "impact_strikes_3_even_modes", even_bank, even_strikes, 3, 50, 900 },
    { "impact_strikes_30_and_30_modes", even_ringing, even_strikes, 30, 50, 600 },
    { "impact_strikes_30_even_modes", even_bank, even_strikes, 30, 50, 900 },
    { "impact_strikes_300_even_modes", even_bank, even_strikes, 300, 20, 200 },
    { "impact_pressed_3_even_modes", even_pressed, even_press, 3, 50, 600 },
    { "impact_pressed_30_even_modes", even_pressed, even_press, 30, 50, 600 },
    { "impact_pressed_noise_after_light_touch", restless_after_light, even_noise, 0, 50, 600 },
    { "impact_pressed_noise_after_hard_touch", restless_after_hard, even_noise, 0, 50, 600 },
    { "impact_verlet_30_modes", textbook, now_and_then, HZ_VERLET, 16, 480 },
    { "impact_threepoint_30_modes", textbook, now_and_then, HZ_THREEPOINT, 16, 480 },
    { "bounce_rain_wall", ball, rain, 0, 100, 1800 },
    { "bounce_rain_60_modes", ball, rain, 60, 100, 900 },
    { 0 },
};
