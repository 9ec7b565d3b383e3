/* Scenes of the core of trombamarina~, and of its plate alone. */
#include "core/tromba/tromba.h"
#include "counted.h"

static hz_tromba t;
static double sound[3][COUNTED_BLOCK], rattle[COUNTED_BLOCK], speed[COUNTED_BLOCK], pressure[COUNTED_BLOCK];

static int make(enum hz_friction friction, double newtons)
{
    hz_tromba_params p = {
        .string = { .freq = 32,
                    .length = 1.9,
                    .diameter = 0.001,
                    .density = 7850,
                    .young = 2e11,
                    .sigma0 = 0.1,
                    .sigma1 = 0.05,
                    .points = 226 },
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
        .friction = friction,
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
    hz_tromba_prepare(&t, &p, 1 / 48000., 0);
    hz_tromba_reset(&t);
    hz_tromba_pluck(&t, 0.3, 1e-3, 0.3);
    for (int i = 0; i < COUNTED_BLOCK; i++) {
        speed[i] = 0.1;
        pressure[i] = newtons;
    }
    return 1;
}

static int free_ringing(int ledger)
{
    (void)ledger;
    return make(HZ_FRICTION_CURVE, 0);
}

static int curve(int ledger)
{
    (void)ledger;
    return make(HZ_FRICTION_CURVE, 0.4);
}

static int bristle(int ledger)
{
    (void)ledger;
    return make(HZ_FRICTION_BRISTLE, 0.4);
}

static void bow(int ledger, int i)
{
    (void)i;
    hz_tromba_run(&t, &(hz_tromba_io){ .n = COUNTED_BLOCK,
                                       .velocity = speed,
                                       .pressure = pressure,
                                       .audio = { sound[0], sound[1], sound[2] },
                                       .force = rattle,
                                       .ledger = ledger });
}

static void plate(int ledger, int i)
{
    (void)ledger;
    (void)i;
    for (int k = 0; k < COUNTED_BLOCK; k++)
        hz_plate_step(&t.body, 0);
}

const counted counted_tromba[] = {
    { "tromba_free", free_ringing, bow, 0, 20, 120 },
    { "tromba_bowed_curve", curve, bow, 0, 20, 120 },
    { "tromba_bowed_bristle", bristle, bow, 0, 20, 120 },
    { "tromba_bowed_curve_ledger", curve, bow, 1, 20, 60 },
    { "plate", curve, plate, 0, 2, 120 },
    { 0 },
};
