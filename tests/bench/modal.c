/* What a bank of modes costs: ringing free, silent, and struck, from 3 to 300 modes, with the ledger off and on, against
 * the machine's own multiply-add peak. Five multiply-adds a mode and sample are counted for free ringing. */
#include "../../externals/core/collide.h"
#include "../../externals/core/ring.h"

#include "peak.h"

#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 64, MOST = 300, TRIES = 9 };

static double heard[BLOCK], *audio[] = { heard }, force[BLOCK], *meter[HZ_METERS];
static const double h = 1 / 44100.0;

static int make(hz_collide *c, int n)
{
    static double mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
    const double *rows[] = { weight };
    for (int i = 0; i < n; i++) {
        mass[i] = 0.1;
        omega[i] = 6.283185307179586 * (100 + 18000.0 * (i + 0.5) / n);
        sigma[i] = 3;
        weight[i] = i & 1 ? -1 : 1;
    }
    if (!hz_collide_init(c, n, 1))
        return 0;
    hz_collide_params p = { .law = { 1e8, 1.5, 0.3 }, .mass = 0.01, .resolution = 64, .quiet = 1e-6 };
    hz_modes m = {
        .n = n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(c, &p, &m, h);
    hz_collide_reset(c);
    return 1;
}

static void block(hz_collide *c, int ledger)
{
    hz_collide_run(c, &(hz_collide_io){ .n = BLOCK, .audio = audio, .force = force, .meter = meter, .ledger = ledger });
}

/* Seconds a block. */
static double ringing(hz_collide *c, int ledger, int silent)
{
    double best = 1;
    for (int k = 0; k < TRIES; k++) {
        hz_collide_reset(c);
        hz_collide_strike(c, -1, 1); /* away */
        for (int i = 0; i < c->b.n && !silent; i++)
            c->b.v[i] = 1e-3;
        int blocks = 200000 / (c->b.n + 20) / (ledger ? 8 : 1);
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
                *steps += 0.1 * c->substeps;
            } while (c->touching);
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
        if (!make(&c, n))
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
