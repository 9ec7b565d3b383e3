/* What a falling ball costs, from the drop until it lies still, on a wall and on modes, at stiffness 1e3 to 1e13: the
 * whole fall, its worst tenth of a second, its worst block, the most sub-steps in a sample; and out of hearing, against
 * the ringing of the same modes. Processor time, in microseconds a sample; real time is 22.7 at 44.1 kHz. */
#include "core/collide/collide.h"

#include "peak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, MODES = 60 };
static const double h = 1 / 44100.0;
static double heard[BLOCK], *audio[] = { heard }, force[BLOCK], *meter[HZ_METERS];

static int make(hz_collide *c, int n, double stiffness)
{
    static double mass[MODES], omega[MODES], sigma[MODES], weight[MODES];
    const double *rows[] = { weight };
    for (int i = 0; i < n; i++) { /* about a steel plate of a kilogram */
        mass[i] = 1;
        omega[i] = 6.283185307179586 * 150 * (1 + i);
        sigma[i] = 2 + 0.3 * i;
        weight[i] = 2 * sin(1.3 * (i + 1));
    }
    if (!hz_collide_init(c, n, 1))
        return 0;
    hz_collide_params p = {
        .law = { stiffness, 1.5, 0.5 }, .mass = 0.01, .gravity = 9.81, .resolution = 64, .quiet = 1e-6
    };
    hz_modes m = {
        .n = n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(c, &p, &m, h);
    hz_collide_reset(c);
    return 1;
}

static void block(hz_collide *c)
{
    hz_collide_run(c, &(hz_collide_io){ .n = BLOCK, .audio = audio, .force = force, .meter = meter });
}

static int bounces, unresolved;

static void ended(void *owner, const hz_contact *k)
{
    (void)owner;
    bounces++;
    unresolved += !k;
}

typedef struct cost {
    double all, tenth, block, rest; /* microseconds a sample */
    double until;                   /* s to rest */
    int substeps, bounces, unresolved;
} cost;

/* One fall; the least of several for each figure is asked by the caller. */
static cost fall(int n, double stiffness)
{
    enum { TENTH = 69 }; /* blocks */
    cost k = { 0 };
    hz_collide c;
    if (!make(&c, n, stiffness))
        exit(1);
    double each = 1e6 / BLOCK, tenth = 0, least = 1;
    long blocks = 0;
    c.system.ended = ended;
    bounces = unresolved = 0;
    hz_collide_strike(&c, 0, 0.3);
    for (; !c.asleep && blocks < 40000; blocks++) {
        double start = seconds();
        block(&c);
        double took = seconds() - start;
        k.all += took;
        k.block = fmax(k.block, took * each);
        k.substeps = c.system.substeps > k.substeps ? c.system.substeps : k.substeps;
        tenth = blocks % TENTH ? tenth + took : took;
        k.tenth = fmax(k.tenth, tenth * each / TENTH);
    }
    k.until = (double)blocks * BLOCK * h;
    k.all *= each / (double)blocks;
    k.bounces = bounces;
    k.unresolved = unresolved;
    for (int i = 0; i < 20; i++) {
        double start = seconds();
        for (int b = 0; b < 100; b++)
            block(&c);
        least = fmin(least, (seconds() - start) / 100);
    }
    k.rest = least * each;
    hz_collide_free(&c);
    return k;
}

/* The same modes ringing alone, the striker out of reach. */
static double ringing(int n)
{
    double least = 1;
    hz_collide c;
    if (!make(&c, n, 1e7))
        exit(1);
    for (int i = 0; i < 20; i++) {
        hz_collide_strike(&c, -10, 10);
        for (int m = 0; m < c.system.object.n; m++)
            c.system.object.v[m] = 1e-3;
        double start = seconds();
        for (int b = 0; b < 100; b++)
            block(&c);
        least = fmin(least, (seconds() - start) / 100);
    }
    hz_collide_free(&c);
    return least * 1e6 / BLOCK;
}

int main(void)
{
    static const double stiffnesses[] = { 1e3, 1e5, 1e7, 1e9, 1e11, 1e13 };
    for (int n = 0; n <= MODES; n += MODES) {
        double ring = n ? ringing(n) : 0;
        if (n)
            printf("on %d modes, which ring for %.4f us a sample\n", n, ring);
        else
            printf("on a wall\n");
        printf(
            "   stiffness bounces unresolved  at rest   whole fall  worst tenth  worst block  sub-steps  at rest%s\n",
            n ? ", over ringing" : "");
        for (int k = 0; k < 6; k++) {
            cost best = fall(n, stiffnesses[k]);
            for (int i = 0; i < 2; i++) {
                cost again = fall(n, stiffnesses[k]);
                best.all = fmin(best.all, again.all);
                best.tenth = fmin(best.tenth, again.tenth);
                best.block = fmin(best.block, again.block);
                best.rest = fmin(best.rest, again.rest);
            }
            printf("%12.0e %7d %10d %6.1f s %9.3f us %9.3f us %9.2f us %10d %6.4f us", stiffnesses[k], best.bounces,
                   best.unresolved, best.until, best.all, best.tenth, best.block, best.substeps, best.rest);
            if (n)
                printf(" %10.2f", best.rest / ring);
            printf("\n");
        }
    }
    return 0;
}
