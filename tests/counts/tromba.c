/* Scenes of the core of trombamarina~, and of its plate alone. */
#include "counted.h"
#include "tests/core/tromba/test_tromba.h"

static hz_tromba t;
static double sound[3][COUNTED_BLOCK], rattle[COUNTED_BLOCK], speed[COUNTED_BLOCK], pressure[COUNTED_BLOCK];

static int make(enum hz_friction friction, double newtons)
{
    hz_tromba_params p = test_tromba_default();
    p.friction = friction;
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
