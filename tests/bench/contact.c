/* What the solver costs: a contact, a sample of flight, rest and pressing, each with the ledger off and on, against the
 * machine's own multiply-add peak measured in the same run. Times are processor time; the ratios are what counts, for
 * these machines are shared. */
#include "core/collide/collide.h"

#include "peak.h"

#include <stdio.h>

enum { BLOCK = 64 };

typedef struct scene {
    const char *name;
    hz_collide_params params;
    double strike, force; /* m/s each block, or 0: only once at the start with `settle` */
    double settle;        /* seconds before the measurement */
} scene;

static double motion[BLOCK], *audio[] = { motion }, force[BLOCK], outer[BLOCK], *meter[HZ_METERS];

static void run(hz_collide *c, int ledger)
{
    hz_collide_run(
        c, &(hz_collide_io){
               .n = BLOCK, .force_a = outer, .audio = audio, .force = force, .meter = meter, .ledger = ledger });
}

/* Seconds a block; the best of several tries. */
static double measure(const scene *s, int ledger)
{
    const double h = 1 / 44100.0;
    enum { TRIES = 7, BLOCKS = 400 };
    hz_collide c;
    double best = 1;
    if (!hz_collide_init(&c, 0, 1))
        return 0;
    hz_collide_prepare(&c, &s->params, NULL, h);
    hz_collide_reset(&c);
    hz_collide_strike(&c, s->settle > 0 ? 1 : s->strike, 0);
    for (int i = 0; i < BLOCK; i++)
        outer[i] = s->force;
    for (double t = 0; t < s->settle; t += BLOCK * h)
        run(&c, ledger);
    for (int k = 0; k < TRIES; k++) {
        double start = seconds();
        for (int i = 0; i < BLOCKS; i++) {
            if (s->strike > 0)
                hz_collide_strike(&c, s->strike, 0);
            run(&c, ledger);
        }
        double block = (seconds() - start) / BLOCKS;
        best = block < best ? block : best;
    }
    hz_collide_free(&c);
    return best;
}

static hz_collide_params wall(double stiffness, double exponent, double damping)
{
    return (
        hz_collide_params){ .law = { stiffness, exponent, damping }, .mass = 0.01, .resolution = 64, .quiet = 1e-6 };
}

int main(void)
{
    double rate = peak();
    printf("multiply-add peak of this machine: %.2f G a second\n\n", rate / 1e9);
    scene flight = { "free flight, a sample", wall(1e9, 1.5, 0.5), 0, -1e-3, 0.01 };
    scene contacts[] = {
        { "a contact, exponent 1.5, damping 0.5", wall(1e9, 1.5, 0.5), 1, 0, 0 },
        { "a contact, exponent 1.5, no damping", wall(1e9, 1.5, 0), 1, 0, 0 },
        { "a contact, exponent 1", wall(1e7, 1, 0.5), 1, 0, 0 },
        { "a contact, exponent 2.8 (pow)", wall(1e14, 2.8, 0.5), 1, 0, 0 },
    };
    scene lasting[] = {
        { "pressed and at rest, a sample", wall(1e7, 1.5, 0.5), 0, 1, 2 },
        { "pressed and swinging for ever, a sample", wall(1e9, 1.5, 0), 0, 50, 0.1 },
    };
    printf("%-44s %12s %12s %16s\n", "", "ledger 0", "ledger 1", "multiply-adds");
    double fly[2];
    for (int l = 0; l < 2; l++)
        fly[l] = measure(&flight, l);
    printf("%-44s %9.1f ns %9.1f ns %16.0f\n", flight.name, 1e9 * fly[0] / BLOCK, 1e9 * fly[1] / BLOCK,
           fly[0] / BLOCK * rate);
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; i++) {
        double t[2];
        for (int l = 0; l < 2; l++) /* the contact fills about 6 of the block's samples, the rest is flight */
            t[l] = measure(&contacts[i], l) - fly[l] * (BLOCK - 6) / BLOCK;
        printf("%-44s %9.2f us %9.2f us %16.0f\n", contacts[i].name, 1e6 * t[0], 1e6 * t[1], t[0] * rate);
    }
    for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++) {
        double t[2];
        for (int l = 0; l < 2; l++)
            t[l] = measure(&lasting[i], l) / BLOCK;
        printf("%-44s %9.1f ns %9.1f ns %16.0f\n", lasting[i].name, 1e9 * t[0], 1e9 * t[1], t[0] * rate);
    }
    printf("\nThe last column is the time with ledger 0 in multiply-adds of this machine at its peak.\n");
    return 0;
}
