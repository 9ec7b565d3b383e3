/* Scenes of several hammers, of hard ones and of those that have come to rest: of 10 g each, on modes of 200 Hz to
 * 18 kHz, of 100 g in all, that weigh alike. */
#include "core/collide/collide.h"
#include "counted.h"

#include <math.h>
#include <stddef.h>

enum { MOST = 30 };

static hz_collide c;
static double heard[COUNTED_BLOCK], *audio[] = { heard }, force[COUNTED_BLOCK], outer[COUNTED_BLOCK], *meter[HZ_METERS];

static void run(int n)
{
    hz_collide_run(&c, &(hz_collide_io){ .n = n, .force_a = outer, .audio = audio, .force = force, .meter = meter });
}

static int even_bank(int modes, int strikers, double gravity)
{
    static double mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
    const double *rows[] = { weight };
    for (int i = 0; i < modes; i++) {
        mass[i] = 0.1 / modes;
        weight[i] = 1.0 / modes;
        omega[i] = 6.283185307179586 * 200 * pow(90, i / (modes - 1.0));
        sigma[i] = 6.907755278982137; /* 60 dB in a second */
    }
    if (!hz_collide_init(&c, modes, 1) || (strikers > 1 && !hz_collide_add_strikers(&c, strikers)))
        return 0;
    hz_collide_params p = { .law = { 1e7, 1.5, 1 }, .mass = 0.01, .gravity = gravity, .quiet = 1e-6 };
    hz_modes m = {
        .n = modes, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(&c, &p, &m, 1 / 48000.0);
    hz_collide_reset(&c);
    for (int i = 0; i < COUNTED_BLOCK; i++)
        outer[i] = 0;
    return 1;
}

static void block(int variant, int i)
{
    (void)variant;
    (void)i;
    run(COUNTED_BLOCK);
}

/* A thousand strikes a second. */
static void strike(int modes, int i)
{
    (void)modes;
    hz_collide_strike(&c, 0.5 + 0.4 * (i % 3), 0);
    run(48);
}

/* Hammers that fall back, and take turns. */
static int in_turn(int strikers)
{
    return even_bank(30, strikers, 9.81);
}

static int pressed(int modes)
{
    if (!even_bank(modes, 1, 0))
        return 0;
    hz_collide_strike(&c, 0.1, 0);
    for (int i = 0; i < COUNTED_BLOCK; i++)
        outer[i] = 5;
    return 1;
}

/* A thousand hard strikes a second: contacts of six samples. */
static int hard(int modes)
{
    if (!even_bank(modes, 1, 0))
        return 0;
    hz_collide_params p = c.params;
    p.law.stiffness = 1e9;
    hz_collide_prepare(&c, &p, NULL, c.system.h);
    return 1;
}

/* The press has come to rest. */
static int pressed_for_long(int modes)
{
    if (!pressed(modes))
        return 0;
    for (int i = 0; i < 4000; i++)
        run(COUNTED_BLOCK);
    return c.asleep;
}

/* So many hammers lie on the object. */
static int lying(int strikers)
{
    if (!even_bank(30, strikers, 9.81))
        return 0;
    for (int k = 0; k < strikers; k++)
        hz_collide_strike(&c, 0, 0);
    for (int i = 0; i < 4000; i++)
        run(COUNTED_BLOCK);
    return c.asleep;
}

const counted counted_hammers[] = {
    { "impact_hard_strikes_30_even_modes", hard, strike, 30, 50, 600 },
    { "impact_strikes_of_2_hammers", in_turn, strike, 2, 50, 300 },
    { "impact_strikes_of_8_hammers", in_turn, strike, 8, 50, 300 },
    { "impact_pressed_at_rest", pressed_for_long, block, 30, 0, 600 },
    { "impact_8_hammers_at_rest", lying, block, 8, 0, 600 },
    { 0 },
};
