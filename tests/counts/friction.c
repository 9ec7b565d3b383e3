/* Scenes of the core of friction~. */
#include "core/friction/friction.h"
#include "counted.h"

#include <math.h>

enum { MODES = 30 };
static const double step = 1 / 44100.;
static hz_friction x;
static double mass[2][MODES], omega[2][MODES], sigma[2][MODES], weight[2][MODES];
static double out[2][COUNTED_BLOCK], force[COUNTED_BLOCK], hand[COUNTED_BLOCK], friction[COUNTED_BLOCK],
    stored[COUNTED_BLOCK];

/* A finger of 30 modes on a plate of 30, which sticks and slips some 300 times a second. */
static int start(int ledger)
{
    static const double *row[2][1] = { { weight[0] }, { weight[1] } };
    static const hz_friction_params p = {
        .bristles = { .stiffness = 1e5, .damping = 0.2, .stick = 0.8, .slip = 0.3, .stribeck = 0.1, .plastic = 0.7 },
        .profile.grain = 1
    };
    hz_modes m[2];
    (void)ledger;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < MODES; i++) {
            mass[k][i] = 0.3;
            omega[k][i] = 6.283185307179586 * (100 + (k ? 320 : 290) * (i + 0.3 * (i % 3)));
            sigma[k][i] = 1 + 0.1 * i;
            weight[k][i] = sin(1.3 * (i + 1));
        }
        m[k] = (hz_modes){ MODES, mass[k], omega[k], sigma[k], weight[k], .pickups = 1, .heard = row[k] };
    }
    for (int i = 0; i < COUNTED_BLOCK; i++) {
        force[i] = 5;
        hand[i] = 0.1;
    }
    if (!hz_friction_init(&x, MODES, 1, MODES, 1))
        return 0;
    hz_friction_prepare(&x, &p, &m[0], &m[1], step);
    return 1;
}

static void block(int ledger, const double *presses)
{
    double *audio[] = { out[0], out[1] }, *meter[HZ_METERS] = { 0 };
    meter[HZ_STORED] = ledger ? stored : 0;
    hz_friction_run(&x, &(hz_friction_io){ .n = COUNTED_BLOCK,
                                           .force = presses,
                                           .speed = presses ? hand : 0,
                                           .audio = audio,
                                           .friction = friction,
                                           .meter = meter,
                                           .ledger = ledger });
}

static void rubs(int ledger, int i)
{
    (void)i;
    block(ledger, force);
}

static void lifted(int ledger, int i)
{
    block(ledger, i < 50 ? force : 0);
}

static void rests(int ledger, int i)
{
    if (i == 1)
        hz_friction_calm(&x);
    block(ledger, 0);
}

const counted counted_friction[] = {
    { "friction_rubbing_30_and_30_modes", start, rubs, 0, 700, 700 },
    { "friction_rubbing_30_and_30_modes_ledger", start, rubs, 1, 700, 300 },
    { "friction_ringing_30_and_30_modes", start, lifted, 0, 60, 700 },
    { "friction_at_rest_30_and_30_modes", start, rests, 0, 2, 700 },
    { 0 },
};
