/* Scenes of the core of modalcontact~. */
#include "core/linear_contact/linear_contact.h"
#include "counted.h"

#include <math.h>

enum { MODES = 60 };
static const double step = 1 / 44100.;
static hz_linear_contact x;
static double mass[MODES], omega[MODES], sigma[MODES], weight[MODES];
static double out[2][COUNTED_BLOCK], force[COUNTED_BLOCK], stored[COUNTED_BLOCK];

static void derive(void)
{
    static const double m = 0.01, zero = 0, one = 1;
    static const double *const ball_row[] = { &one }, *const plate_row[] = { weight };
    hz_modes a = {
        .n = 1, .mass = &m, .omega = &zero, .sigma = &zero, .weight = &one, .pickups = 1, .heard = ball_row
    };
    hz_modes b = {
        .n = MODES, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = plate_row
    };
    hz_linear_contact_prepare(&x, &(hz_linear_contact_params){ 1e6, 1, 9.81, 0, 0 }, &a, &b, step);
}

static int start(int ledger)
{
    (void)ledger;
    for (int i = 0; i < MODES; i++) {
        mass[i] = 0.3;
        omega[i] = 6.283185307179586 * (100 + 320 * (i + 0.3 * (i % 3)));
        sigma[i] = 1 + 0.1 * i;
        weight[i] = sin(1.3 * (i + 1));
    }
    if (!hz_linear_contact_init(&x, 1, 1, MODES, 1))
        return 0;
    derive();
    return 1;
}

static void bounces(int ledger, int i)
{
    double *audio[] = { out[0], out[1] }, *meter[HZ_METERS] = { 0 };
    if (i % 100 == 0)
        hz_linear_contact_drop(&x, 2e-4 * (1 + i / 100 % 3));
    meter[HZ_STORED] = ledger ? stored : 0;
    hz_linear_contact_run(&x,
                          &(hz_linear_contact_io){
                              .n = COUNTED_BLOCK, .audio = audio, .force = force, .meter = meter, .ledger = ledger });
}

static void prepares(int ledger, int i)
{
    (void)ledger;
    weight[0] = 0.5 + 0.01 * (i % 10);
    derive();
}

const counted counted_linear_contact[] = {
    { "modalcontact_bouncing_60_modes", start, bounces, 0, 100, 900 },
    { "modalcontact_bouncing_60_modes_ledger", start, bounces, 1, 100, 200 },
    { "modalcontact_prepare_60_modes", start, prepares, 0, 2, 40 },
    { 0 },
};
