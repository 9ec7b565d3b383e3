/* Gestures whose worst block counts: each does in every block what its class can be asked to do at once. */
#include "core/barrier/barrier.h"
#include "core/linear_contact/linear_contact.h"
#include "core/tromba/tromba.h"
#include "tests/bench/bank.h"
#include "counted.h"

#include <math.h>
#include <stddef.h>

static double heard[4][COUNTED_BLOCK], force[COUNTED_BLOCK], pushed[COUNTED_BLOCK], stored[COUNTED_BLOCK];
static double *const audio[] = { heard[0], heard[1], heard[2], heard[3] };

/* A number from -1 to 1 that looks random. */
static double noise(int i)
{
    double x = sin(i * 12.9898 + 1) * 43758.5453;
    return 2 * (x - floor(x)) - 1;
}

static void push(double newtons, int block)
{
    for (int i = 0; i < COUNTED_BLOCK; i++)
        pushed[i] = newtons * noise(block * COUNTED_BLOCK + i);
}

/* ---- impact~ ---- */

static hz_collide c;

static int hammer(int modes)
{
    return bank_make(&c, modes);
}

/* A hammer in noise is struck in every block, and its stiffness is another one. */
static void hammering(int modes, int i)
{
    (void)modes;
    double *meter[HZ_METERS] = { 0 };
    hz_collide_params p = c.params;
    p.law.stiffness = 1e8 * (1 + 0.5 * noise(i));
    hz_collide_prepare(&c, &p, NULL, c.system.h);
    if (i % 3 == 0)
        hz_collide_strike(&c, 1 + noise(i), 0);
    push(30, i);
    hz_collide_run(
        &c, &(hz_collide_io){ .n = COUNTED_BLOCK, .force_a = pushed, .audio = audio, .force = force, .meter = meter });
}

/* What strikes has a weight from now on. */
static int let_weigh(void)
{
    hz_collide_params p = c.params;
    p.gravity = 9.81;
    hz_collide_prepare(&c, &p, NULL, c.system.h);
    hz_collide_reset(&c);
    return 1;
}

/* Eight hammers on one object, which weigh on it and are struck anew, one after the other or all in one tick. */
static int eight_hammers(int modes)
{
    return hammer(modes) && hz_collide_add_strikers(&c, HZ_MOST_STRIKERS) && let_weigh();
}

static void hammering_by_turns(int modes, int i)
{
    (void)modes;
    hz_collide_strike(&c, 1 + noise(i), 0);
    push(30, i);
    double *meter[HZ_METERS] = { 0 };
    hz_collide_run(
        &c, &(hz_collide_io){ .n = COUNTED_BLOCK, .force_a = pushed, .audio = audio, .force = force, .meter = meter });
}

static void hammering_at_once(int modes, int i)
{
    for (int k = 1; k < HZ_MOST_STRIKERS && i % 10 == 0; k++)
        hz_collide_strike(&c, 1 + noise(9 * i + k), 0);
    hammering_by_turns(modes, i);
}

/* A hundred objects, of which each is struck by its hammer in the same tick. */
enum { OBJECTS = 100 };
static hz_collide many[OBJECTS];

static int hundred(int modes)
{
    for (int k = 0; k < OBJECTS; k++)
        if (!bank_make(&many[k], modes))
            return 0;
    return 1;
}

static void hundred_strikes(int modes, int i)
{
    (void)modes;
    double *meter[HZ_METERS] = { 0 };
    for (int k = 0; k < OBJECTS; k++) {
        if (i % 20 == 0)
            hz_collide_strike(&many[k], 1 + 0.5 * noise(i + k), 0);
        hz_collide_run(&many[k],
                       &(hz_collide_io){ .n = COUNTED_BLOCK, .audio = audio, .force = force, .meter = meter });
    }
}

/* ---- bounce~ ---- */

/* A ball under its weight, which is thrown anew as soon as it lies. */
static int ball(int modes)
{
    return bank_make(&c, modes) && let_weigh();
}

static void bouncing(int modes, int i)
{
    (void)modes;
    if (i % 40 == 0)
        hz_collide_strike(&c, 0.05 + 0.1 * (1 + noise(i)), 0);
    double *meter[HZ_METERS] = { 0 };
    hz_collide_run(&c, &(hz_collide_io){ .n = COUNTED_BLOCK, .audio = audio, .force = force, .meter = meter });
}

/* ---- modalcontact~ ---- */

enum { MOST = HZ_LINEAR_CONTACT_MOST };
static hz_linear_contact x;
static double mass[MOST], omega[2][MOST], sigma[MOST], weight[MOST];

static void change(int modes, double stiffness)
{
    static const double *const row[] = { weight };
    hz_modes body[2];
    for (int k = 0; k < 2; k++)
        body[k] = (hz_modes){
            .n = modes, .mass = mass, .omega = omega[k], .sigma = sigma, .weight = weight, .pickups = 1, .heard = row
        };
    hz_linear_contact_params p = { stiffness, 1, 0, 0, 0 };
    hz_linear_contact_prepare(&x, &p, &body[0], &body[1], 1 / 44100.);
}

/* Two bodies of so many modes each. */
static int two_bodies(int modes)
{
    for (int i = 0; i < modes; i++) {
        mass[i] = 0.1;
        omega[0][i] = 6.283185307179586 * (100 + 18000. / modes * (i + 0.3 * (i % 3)));
        omega[1][i] = 6.283185307179586 * (130 + 18000. / modes * (i + 0.4 * (i % 2)));
        sigma[i] = 1 + 0.1 * i;
        weight[i] = sin(1.3 * (i + 1));
    }
    if (!hz_linear_contact_init(&x, MOST, 1, MOST, 1))
        return 0;
    change(modes, 3e5);
    return 1;
}

static void run_bodies(double newtons, int i, int ledger)
{
    double *meter[HZ_METERS] = { [HZ_STORED] = ledger ? stored : NULL };
    push(newtons, i);
    hz_linear_contact_run(&x, &(hz_linear_contact_io){ .n = COUNTED_BLOCK,
                                                       .force_a = newtons != 0 ? pushed : NULL,
                                                       .audio = audio,
                                                       .force = force,
                                                       .meter = meter,
                                                       .ledger = ledger });
}

static void struck(int modes, int i)
{
    (void)modes;
    if (i % 20 == 0)
        hz_linear_contact_strike(&x, 1);
    run_bodies(0, i, 0);
}

static void struck_with_books(int modes, int i)
{
    (void)modes;
    if (i % 20 == 0)
        hz_linear_contact_strike(&x, 1);
    run_bodies(0, i, 1);
}

static void rattling(int modes, int i)
{
    (void)modes;
    run_bodies(1000, i, 0);
}

/* A body on a surface that moves at every sample. */
static void on_a_moving_surface(int modes, int i)
{
    static double surface[COUNTED_BLOCK];
    (void)modes;
    double *meter[HZ_METERS] = { 0 };
    for (int k = 0; k < COUNTED_BLOCK; k++)
        surface[k] = 1e-5 * sin(0.01 * (i * COUNTED_BLOCK + k)) + 1e-6 * noise(i * COUNTED_BLOCK + k);
    if (i % 20 == 0)
        hz_linear_contact_strike(&x, 1);
    push(100, i);
    hz_linear_contact_run(&x, &(hz_linear_contact_io){ .n = COUNTED_BLOCK,
                                                       .force_a = pushed,
                                                       .surface = surface,
                                                       .audio = audio,
                                                       .force = force,
                                                       .meter = meter });
}

/* Another stiffness in every block. */
static void stiffened(int modes, int i)
{
    change(modes, 3e5 * (1 + 0.5 * noise(i)));
    struck(modes, i);
}

static void stiffened_with_books(int modes, int i)
{
    change(modes, 3e5 * (1 + 0.5 * noise(i)));
    struck_with_books(modes, i);
}

/* ---- stringbarrier~ ---- */

static hz_barrier s;

static int string_on_frets(int method)
{
    hz_barrier_params p = {
        .string = { .freq = 110,
                    .length = 0.9,
                    .diameter = 5e-4,
                    .density = 7850,
                    .young = 2e11,
                    .sigma0 = 0.86,
                    .sigma1 = 1e-3 },
        .obstacle = HZ_OBSTACLE_FRETS,
        .method = (hz_grid_method)method,
        .height = -5e-4,
        .law = { 1e7, method == HZ_GRID_NEWTON ? 1.5 : 1, 0 },
        .frets = 5,
        .fret = { 0.1, 0.2, 0.3, 0.4, 0.5 },
        .hammermass = 1e-3,
        .hammer = { 1e7, 2, 0 },
        .pickups = 1,
        .pickup = { 0.12 },
    };
    if (!hz_barrier_init(&s))
        return 0;
    hz_barrier_prepare(&s, &p, 1 / 48000., 0);
    return 1;
}

/* It is struck and tuned in every block, and at times plucked. */
static void playing(int method, int i)
{
    (void)method;
    double *meter[HZ_METERS] = { 0 };
    hz_barrier_params p = s.params;
    p.string.freq = 110 * (1 + 0.1 * noise(i));
    hz_barrier_prepare(&s, &p, 1 / 48000., COUNTED_BLOCK);
    if (i % 7 == 0)
        hz_barrier_pluck(&s, 0.22, 0.003, 0.02);
    else
        hz_barrier_strike(&s, 0.3, 1);
    hz_barrier_run(&s, &(hz_barrier_io){ .n = COUNTED_BLOCK, .audio = audio, .out_force = force, .meter = meter });
}

/* ---- trombamarina~ ---- */

static hz_tromba t;
static hz_tromba_params body;

static int trumpet(int ledger)
{
    (void)ledger;
    body = (hz_tromba_params){
        .string = { .tension = 14.88,
                    .length = 1.9,
                    .diameter = 0.0005,
                    .density = 7850,
                    .young = 2e11,
                    .sigma0 = 0.1,
                    .sigma1 = 0.05 },
        .body = { .size = { 1.35, 0.18 },
                  .thickness = 0.01,
                  .density = 50,
                  .young = 2e5,
                  .poisson = 0.3,
                  .sigma0 = 2,
                  .sigma1 = 0.05,
                  .points = 1690 },
        .mass = 0.001,
        .freq = 350,
        .damping = 0.05,
        .place = 1.65 / 1.9,
        .offset = 5e-6,
        .foot = { 0.8, 0.4 },
        .k1 = 5e6,
        .join = { .stiffness = 5e6, .exponent = 1 },
        .rattle = { .stiffness = 5e8, .exponent = 1 },
        .bow = { .curve = 100,
                 .stiffness = 1e4,
                 .damping = 0.1,
                 .stick = 0.8,
                 .slip = 0.3,
                 .stribeck = 0.1,
                 .plastic = 0.7 },
        .bow_place = 0.12,
        .heard = 0.3,
        .heard_body = { 0.8, 0.4 },
    };
    if (!hz_tromba_init(&t))
        return 0;
    hz_tromba_prepare(&t, &body, 1 / 48000., 0);
    hz_tromba_reset(&t);
    return 1;
}

/* It is bowed while its body changes its size in every block. */
static void bowing(int ledger, int i)
{
    double *meter[HZ_METERS] = { [HZ_STORED] = ledger ? stored : NULL };
    body.body.size[0] = 1.35 * (1 + 0.3 * noise(i));
    hz_tromba_prepare(&t, &body, 1 / 48000., COUNTED_BLOCK);
    if (i % 10 == 0)
        hz_tromba_stroke(&t, 0.1, 0.4, 0.1);
    if (i % 10 == 5)
        hz_tromba_pluck(&t, 0.3, 1e-3, 0.3);
    hz_tromba_run(&t, &(hz_tromba_io){ .n = COUNTED_BLOCK,
                                       .audio = { heard[0], heard[1], heard[2] },
                                       .force = force,
                                       .meter = meter,
                                       .ledger = ledger });
}

const counted counted_gestures[] = {
    { "impact_wall", hammer, hammering, 0, 0, 300 },
    { "impact_30_modes", hammer, hammering, 30, 0, 300 },
    { "impact_8_hammers_30_modes", eight_hammers, hammering_by_turns, 30, 0, 100 },
    { "impact_8_hammers_at_once_30_modes", eight_hammers, hammering_at_once, 30, 0, 100 },
    { "impact_100_objects_30_modes", hundred, hundred_strikes, 30, 20, 40 },
    { "bounce_wall", ball, bouncing, 0, 0, 300 },
    { "bounce_60_modes", ball, bouncing, 60, 0, 300 },
    { "modalcontact_30_and_30_modes_struck", two_bodies, struck, 30, 0, 200 },
    { "modalcontact_30_and_30_modes_struck_ledger", two_bodies, struck_with_books, 30, 1, 100 },
    { "modalcontact_30_and_30_modes_rattling", two_bodies, rattling, 30, 0, 100 },
    { "modalcontact_30_and_30_modes_surface", two_bodies, on_a_moving_surface, 30, 0, 60 },
    { "modalcontact_128_and_128_modes_surface", two_bodies, on_a_moving_surface, 128, 0, 40 },
    { "modalcontact_30_and_30_modes_stiffened", two_bodies, stiffened, 30, 1, 100 },
    { "modalcontact_30_and_30_modes_stiffened_ledger", two_bodies, stiffened_with_books, 30, 1, 100 },
    { "modalcontact_128_and_128_modes_struck", two_bodies, struck, 128, 0, 100 },
    { "modalcontact_128_and_128_modes_rattling", two_bodies, rattling, 128, 0, 40 },
    { "modalcontact_128_and_128_modes_stiffened", two_bodies, stiffened, 128, 1, 100 },
    { "stringbarrier_closed", string_on_frets, playing, HZ_GRID_CLOSED, 0, 200 },
    { "stringbarrier_newton", string_on_frets, playing, HZ_GRID_NEWTON, 0, 200 },
    { "trombamarina", trumpet, bowing, 0, 0, 100 },
    { "trombamarina_ledger", trumpet, bowing, 1, 0, 60 },
    { 0 },
};
