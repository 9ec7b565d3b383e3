/* The string and what is in its way: energy with every obstacle and method, known motions, convergence. */
#include "core/stringbarrier.h"
#include "core/claim.h"
#include "core/dice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const obstacles[] = { "none", "flat", "bridge", "frets", "array", "mass", "string" };

static hz_stringbarrier_params usual(void)
{
    hz_stringbarrier_params p;
    memset(&p, 0, sizeof p);
    p.string = (hz_string_params){ .freq = 110, .length = 0.65, .diameter = 8e-4, .density = 7850, .young = 2e11, .sigma0 = 1, .sigma1 = 1e-3 };
    p.law = (hz_law_params){ 1e8, 1, 0 };
    p.height = -1e-3;
    p.bridge[0] = 0;
    p.bridge[1] = 0.08;
    p.bridge[2] = 2;
    p.frets = 4;
    for (int k = 0; k < 4; k++)
        p.fret[k] = 1 - exp2(-(k + 9) / 12.0); /* near each other */
    p.mass = 1e-3;
    p.massfreq = 50;
    p.masssigma = 5;
    p.massplace = 0.35;
    p.secondfreq = 150;
    p.secondsigma = 2;
    p.seconddiameter = 1e-3;
    p.hammermass = 5e-3;
    p.hammer = (hz_law_params){ 1e7, 2.3, 0.3 };
    p.place = 0.2;
    p.pickups = 1;
    p.pickup[0] = 0.13;
    return p;
}

typedef struct bench {
    hz_stringbarrier x;
    double audio[64], force[64], height[64], push[64], place[64], *audios[1], *meter[HZ_METERS];
} bench;

static void drawn(hz_stringbarrier *x, double phase)
{
    for (int i = 0; i <= x->string.n; i++)
        x->goal[i] = 3e-4 * sin(0.2 * i + phase) - 2e-4;
}

static void start(bench *b, const hz_stringbarrier_params *p, double rate)
{
    memset(b, 0, sizeof *b);
    assert_true(hz_stringbarrier_init(&b->x));
    b->audios[0] = b->audio;
    hz_stringbarrier_prepare(&b->x, p, 1 / rate, 0);
    if (p->obstacle == HZ_PROFILE) {
        drawn(&b->x, 0);
        hz_stringbarrier_redraw(&b->x, 0);
    }
}

static void run(bench *b, int n, int ledger)
{
    hz_stringbarrier_run(&b->x, &(hz_stringbarrier_io){ .n = n, .force = b->push, .place = b->place, .height = b->height, .audio = b->audios,
                                                        .out_force = b->force, .meter = b->meter, .displacement = 1, .ledger = ledger });
}

/* ---- energy ---- */

/* Ten seconds under random plucks, strikes, moving barriers, fingers and retuning. */
static void energy_of(hz_obstacle obstacle, hz_gridmethod method, int trial, claim *c, int seconds)
{
    static bench b;
    dice d = { (uint64_t)(100 * obstacle + 10 * method + trial) };
    hz_stringbarrier_params p = usual();
    p.obstacle = obstacle;
    p.method = method;
    p.law.stiffness = dice_log(&d, 1e6, 1e12);
    p.law.exponent = method == HZ_CLOSED ? 1 : dice_once(&d, 3) ? 1 : dice_even(&d, 1, 3);
    p.law.damping = dice_once(&d, 2) ? 0 : dice_log(&d, 1e-3, 1);
    p.floor = dice_once(&d, 2) ? 1e-3 : 0;
    p.string.clamped = dice_once(&d, 3);
    start(&b, &p, 44100);
    hz_accounts a;
    double passed = 1e-12, wave = 0, phase = 0, residual = 0, last = 1, dissipated = 0;
    run(&b, 1, 1);
    for (int block = 0; block < seconds * 689; block++) {
        int moved = 1;
        switch (dice_of(&d, 40)) {
        case 0: hz_stringbarrier_pluck(&b.x, dice_even(&d, 0, 1), dice_even(&d, -3e-3, 3e-3), dice_log(&d, 1e-3, 0.1)); break;
        case 1: hz_stringbarrier_strike(&b.x, dice_even(&d, 0.02, 0.98), dice_log(&d, 0.05, 3)); break;
        case 2: p.string.freq = 110 * exp2(dice_even(&d, -1, 1) / (dice_once(&d, 5) ? 1 : 12)); break;
        case 3: p.height = dice_even(&d, -2e-3, 5e-4); break;
        case 4: p.finger = dice_even(&d, 0.05, 0.95), p.fingerforce = dice_once(&d, 2) ? 0 : dice_log(&d, 0.01, 3); break;
        case 5: p.hand = dice_once(&d, 2) ? 0 : dice_log(&d, 1, 300); break;
        case 6: phase += 1; break;
        case 7: wave = dice_once(&d, 2) ? 0 : dice_log(&d, 1e-6, 3e-4); break;
        default: moved = 0;
        }
        if (moved)
            hz_stringbarrier_prepare(&b.x, &p, 1 / 44100.0, 64);
        if (obstacle == HZ_PROFILE) {
            double before = b.x.goal[b.x.string.n / 2];
            drawn(&b.x, phase);
            if (before != b.x.goal[b.x.string.n / 2])
                hz_stringbarrier_redraw(&b.x, 64);
        }
        moved |= wave != 0 || b.x.gliding >= 0 || b.x.string.gliding > 0 || b.x.base_left > 0 || b.x.fingering > 0;
        for (int i = 0; i < 64; i++) {
            b.height[i] = wave * sin(0.01 * (64 * block + i));
            b.push[i] = wave > 0 ? 0.3 * sin(0.003 * (64 * block + i)) : 0;
            b.place[i] = 0.5 + 0.45 * sin(0.0007 * (64 * block + i));
        }
        hz_stringbarrier_accounts(&b.x, &a);
        double before = a.value[HZ_STORED], hammered = b.x.hammering;
        run(&b, 64, 1);
        hz_stringbarrier_accounts(&b.x, &a);
        passed = fmax(passed, a.value[HZ_STORED]);
        passed = fmax(passed, fmax(fabs(a.value[HZ_SUPPLIED]), fmax(fabs(a.value[HZ_ADJUSTED]), a.value[HZ_DISSIPATED])));
        residual = fmax(residual, fabs(a.value[HZ_RESIDUAL]));
        if (!moved && !hammered && last == 0)
            claim_see(&c[1], (a.value[HZ_STORED] - before) / passed, "%s method %d trial %d block %d", obstacles[obstacle], method, trial, block);
        claim_see(&c[2], (dissipated - a.value[HZ_DISSIPATED]) / passed, "%s method %d trial %d block %d", obstacles[obstacle], method, trial, block);
        dissipated = a.value[HZ_DISSIPATED];
        last = moved;
    }
    if(getenv("DBG"))printf("%s method %d: %.2g n %d passed %g K %g a %g mu %g\n",obstacles[obstacle],method,residual/passed,b.x.string.n,passed,p.law.stiffness,p.law.exponent,p.law.damping);
    claim_see(&c[0], residual / passed, "%s method %d trial %d, K %g a %g mu %g", obstacles[obstacle], method, trial, p.law.stiffness,
              p.law.exponent, p.law.damping);
    assert_true(hz_stringbarrier_finite(&b.x));
    hz_stringbarrier_free(&b.x);
}

static void energy_is_kept(void **state)
{
    (void)state;
    claim c[] = { { "stringbarrier: ledger residual, of the energy that passed", 1e-10, 0, 0, "" },
                  { "stringbarrier: rise of stored energy without input, likewise", 1e-12, 0, 0, "" },
                  { "stringbarrier: losses that shrink, likewise", 0, 0, 0, "" } };
    for (int obstacle = 0; obstacle <= HZ_SECOND; obstacle++)
        for (int method = 0; method < 3; method++)
            energy_of((hz_obstacle)obstacle, (hz_gridmethod)method, 0, c, getenv("HZ_SOAK") ? 100 : 1);
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
