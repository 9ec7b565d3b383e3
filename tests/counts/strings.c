/* Scenes of the core of stringbarrier~. */
#include "core/barrier/barrier.h"
#include "counted.h"

#include <math.h>

static hz_barrier x;
static double audio[COUNTED_BLOCK], force[COUNTED_BLOCK], stored[COUNTED_BLOCK];

static int make(hz_obstacle_kind obstacle, hz_grid_method method, double exponent, double height)
{
    hz_barrier_params p = {
        .string = { .freq = 110,
                    .length = 0.9,
                    .diameter = 5e-4,
                    .density = 7850,
                    .young = 2e11,
                    .sigma0 = 0.86,
                    .sigma1 = 1e-3 },
        .obstacle = obstacle,
        .method = method,
        .height = height,
        .law = { obstacle == HZ_OBSTACLE_FRETS ? 1e7 : 1e9, exponent, 0 },
        .bridge = { 0, 0.06, 0.6 },
        .frets = 5,
        .fret = { 0.1, 0.2, 0.3, 0.4, 0.5 },
        .hammermass = 1e-3,
        .mass = 1e-3,
        .hammer = { 1e7, 2, 0 },
        .seconddiameter = 5e-4,
        .secondfreq = 165,
        .secondsigma = 1,
        .pickups = 1,
        .pickup = { 0.12 },
    };
    if (!hz_barrier_init(&x))
        return 0;
    hz_barrier_prepare(&x, &p, 1 / 48000., 0);
    return 1;
}

static int without(int ledger)
{
    (void)ledger;
    return make(HZ_OBSTACLE_NONE, HZ_GRID_CLOSED, 1, 0);
}

static int bridge(int ledger)
{
    (void)ledger;
    return make(HZ_OBSTACLE_BRIDGE, HZ_GRID_CLOSED, 1, 0);
}

static int flat_newton(int ledger)
{
    (void)ledger;
    return make(HZ_OBSTACLE_FLAT, HZ_GRID_NEWTON, 1.5, -5e-4);
}

static int frets_closed(int ledger)
{
    (void)ledger;
    return make(HZ_OBSTACLE_FRETS, HZ_GRID_CLOSED, 1, -5e-4);
}

static int frets_newton(int ledger)
{
    (void)ledger;
    return make(HZ_OBSTACLE_FRETS, HZ_GRID_NEWTON, 1.5, -5e-4);
}

/* So many frets, as on a neck, that each shares points of the string with its neighbours. */
static int many_frets(int frets)
{
    hz_barrier_params p;
    if (!frets_closed(0))
        return 0;
    p = x.params;
    p.string.points = 40;
    p.height = -1e-4;
    p.frets = frets;
    for (int f = 0; f < frets; f++)
        p.fret[f] = 1 - exp2(-(f + 1) / 12.);
    hz_barrier_prepare(&x, &p, 1 / 48000., 0);
    return 1;
}

static int fingered(int ledger)
{
    hz_barrier_params p;
    if (!frets_closed(0))
        return 0;
    (void)ledger;
    p = x.params;
    p.finger = 0.28;
    p.fingerforce = 2;
    hz_barrier_prepare(&x, &p, 1 / 48000., 0);
    return 1;
}

static int two(int ledger)
{
    (void)ledger;
    return make(HZ_OBSTACLE_STRING, HZ_GRID_CLOSED, 1, -5e-4);
}

static void plucks(int ledger, int i)
{
    double *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
    if (i % 150 == 0)
        hz_barrier_pluck(&x, 0.22, 0.002 + 0.001 * (i / 150 % 2), 0.02);
    meter[HZ_STORED] = ledger ? stored : 0;
    hz_barrier_run(&x, &(hz_barrier_io){
                           .n = COUNTED_BLOCK, .audio = audios, .out_force = force, .meter = meter, .ledger = ledger });
}

static void plucks_many(int frets, int i)
{
    (void)frets;
    plucks(0, i);
}

const counted counted_strings[] = {
    { "string_free", without, plucks, 0, 10, 900 },
    { "string_free_ledger", without, plucks, 1, 10, 900 },
    { "string_bridge_closed", bridge, plucks, 0, 10, 900 },
    { "string_flat_newton", flat_newton, plucks, 0, 10, 450 },
    { "string_frets_closed", frets_closed, plucks, 0, 10, 900 },
    { "string_frets_newton", frets_newton, plucks, 0, 10, 900 },
    { "string_20_frets_40_points", many_frets, plucks_many, 20, 10, 450 },
    { "string_32_frets_40_points", many_frets, plucks_many, 32, 10, 450 },
    { "string_fingered", fingered, plucks, 0, 10, 900 },
    { "string_on_string", two, plucks, 0, 10, 450 },
    { 0 },
};
