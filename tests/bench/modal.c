/* What a bank of modes costs: ringing free, silent, and struck, from 3 to 300 modes, with the ledger off and on,
 * against the machine's own multiply-add peak. Five multiply-adds a mode and sample are counted for free ringing. */
#include "core/collide/collide.h"
#include "core/modal/mode_ring.h"

#include "bank.h"
#include "peak.h"

#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 64, TRIES = 9 };

static double heard[BLOCK], *audio[] = { heard }, force[BLOCK], stored[BLOCK], *meter[HZ_METERS];

static void block(hz_collide *c, int ledger)
{
    meter[HZ_STORED] = ledger ? stored : 0; /* as in Pd, whose energy outlet shows it */
    hz_collide_run(c, &(hz_collide_io){ .n = BLOCK, .audio = audio, .force = force, .meter = meter, .ledger = ledger });
}

/* Seconds a block. */
static double ringing(hz_collide *c, int ledger, int silent)
{
    double best = 1;
    for (int k = 0; k < TRIES; k++) {
        hz_collide_reset(c);
        hz_collide_strike(c, -1, 1); /* away */
        for (int i = 0; i < c->system.object.n && !silent; i++)
            c->system.object.v[i] = 1e-3;
        int blocks = 200000 / (c->system.object.n + 20) / (ledger ? 8 : 1);
        double start = seconds();
        for (int i = 0; i < blocks; i++)
            block(c, ledger);
        double each = (seconds() - start) / blocks;
        best = each < best ? each : best;
    }
    return best;
}

/* Seconds a strike, and its sub-steps. */
static double striking(hz_collide *c, int ledger, double *steps)
{
    double best = 1;
    for (int k = 0; k < TRIES; k++) {
        double sum = 0;
        *steps = 0;
        for (int i = 0; i < 10; i++) {
            hz_collide_reset(c);
            hz_collide_strike(c, 1, 0);
            double start = seconds();
            hz_collide_io one = { .n = 1, .audio = audio, .force = force, .meter = meter, .ledger = ledger };
            do {
                hz_collide_run(c, &one);
                *steps += 0.1 * c->system.substeps;
            } while (c->system.striker->touching);
            sum += seconds() - start;
        }
        best = sum / 10 < best ? sum / 10 : best;
    }
    return best;
}

int main(void)
{
    static const int sizes[] = { 3, 10, 30, 100, 300 };
    double rate = peak();
    printf("multiply-add peak of this machine: %.2f G a second\n\n", rate / 1e9);
    printf("%6s %34s %14s %16s %30s\n", "", "ringing, ns a mode and sample", "of the peak", "silent, ns a",
           "struck, us a contact");
    printf("%6s %17s %16s %14s %16s %14s %15s\n", "modes", "ledger 0", "ledger 1", "", "sample", "ledger 0",
           "ledger 1");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        hz_collide c;
        int n = sizes[i];
        if (!bank_make(&c, n))
            return 1;
        double free0 = ringing(&c, 0, 0) / BLOCK, free1 = ringing(&c, 1, 0) / BLOCK, silent = ringing(&c, 0, 1) / BLOCK,
               steps;
        double hit0 = striking(&c, 0, &steps), hit1 = striking(&c, 1, &steps);
        printf("%6d %17.3f %16.2f %13.0f%% %16.1f %14.1f %15.1f   (%.0f sub-steps)\n", n, 1e9 * free0 / n,
               1e9 * free1 / n, 100 * 5 * n / free0 / rate, 1e9 * silent, 1e6 * hit0, 1e6 * hit1, steps);
        hz_collide_free(&c);
    }
    return 0;
}
