/* The worst block at 30 modes: a random search over what can be done to a hammer and an object, block after block, for
 * the block that takes longest, beside a block of steady contact: the default hammer pressed with 10 N, swinging for
 * ever. A gesture is played again and again and each block counts with its quickest time, for others may be using the
 * machine. */
#include "core/collide/collide.h"

#include "peak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODES = 30, BLOCK = 64, BLOCKS = 24, GESTURES = 1500, BEST = 12, TRIES = 7 };

static double uniform(double low, double high)
{
    return low + (high - low) * drand48();
}

static double decades(double low, double high)
{
    return low * pow(high / low, drand48());
}

static int sometimes(double chance)
{
    return drand48() < chance;
}

/* What happens, in words; zero is: it does not. */
typedef struct gesture {
    hz_collide_params p;
    double decay, mass;     /* of the modes */
    double speed, distance; /* strikes */
    int strikes;            /* one every so many blocks */
    double push_a, noise_a; /* forces: constant, and noise */
    double push_b, noise_b;
    int moves; /* the strike position every block */
    int turns; /* a parameter every block */
    long seed;
} gesture;

static gesture draw(long seed)
{
    srand48(seed);
    gesture g = { .seed = seed };
    g.p = (hz_collide_params){ .law = { decades(1e2, 1e14), sometimes(0.5) ? 1.5 : uniform(1, 4),
                                        sometimes(0.3) ? 0 : decades(1e-3, 1e3) },
                               .mass = decades(1e-4, 1e2),
                               .resolution = 64,
                               .quiet = 1e-6 };
    g.p.suspension = sometimes(0.4) ? decades(1, 2e4) : 0;
    g.p.rest = sometimes(0.5) ? uniform(-1, 1) * decades(1e-7, 1e-2) : 0;
    g.p.gravity = sometimes(0.5) ? decades(0.1, 1e6) : 0;
    g.decay = sometimes(0.3) ? 0 : decades(0.1, 1e4);
    g.mass = decades(1e-4, 10);
    g.speed = sometimes(0.8) ? decades(1e-3, 1e3) : 0;
    g.distance = sometimes(0.5) ? decades(1e-8, 1e-2) : 0;
    g.strikes = 1 + (int)uniform(0, 4);
    g.push_a = sometimes(0.4) ? decades(1e-3, 1e5) : 0;
    g.noise_a = sometimes(0.5) ? decades(1e-3, 1e6) : 0;
    g.push_b = sometimes(0.2) ? uniform(-1, 1) * decades(1e-3, 1e4) : 0;
    g.noise_b = sometimes(0.4) ? decades(1e-3, 1e6) : 0;
    g.moves = sometimes(0.5);
    g.turns = sometimes(0.5);
    return g;
}

static const double h = 1 / 44100.0;

static void describe(hz_collide *c, const gesture *g, double place, const hz_collide_params *p)
{
    static double mass[MODES], omega[MODES], sigma[MODES], weight[MODES], out[MODES];
    const double *rows[] = { out };
    for (int i = 0; i < MODES; i++) { /* a bar's */
        mass[i] = g->mass;
        omega[i] = 6.283185307179586 * (60 + 19000.0 * i * i / MODES / MODES);
        sigma[i] = g->decay;
        weight[i] = sin(3.14159 * (i + 1) * place);
        out[i] = sin(3.14159 * (i + 1) * 0.3);
    }
    hz_modes m = {
        .n = MODES, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(c, p, &m, h);
}

/* Plays a gesture; the time of each block goes to `took` where it is shorter than what stands there. Returns the
 * sub-steps of the busiest sample. */
static void play(hz_collide *c, const gesture *g, double *took)
{
    static double motion[BLOCK], *audio[] = { motion }, force[BLOCK], a[BLOCK], b[BLOCK], *meter[HZ_METERS];
    hz_collide_params p = g->p;
    srand48(g->seed + 1);
    describe(c, g, 0.4, &p);
    hz_collide_reset(c);
    for (int k = 0; k < BLOCKS; k++) {
        for (int i = 0; i < BLOCK; i++) {
            a[i] = g->push_a + g->noise_a * uniform(-1, 1);
            b[i] = g->push_b + g->noise_b * uniform(-1, 1);
        }
        double place = uniform(0, 1), turn = uniform(0.5, 2);
        double start = seconds();
        if (g->turns)
            p.law.stiffness = g->p.law.stiffness * turn;
        if (g->moves || g->turns)
            describe(c, g, g->moves ? place : 0.4, &p);
        if (g->speed > 0 && k % g->strikes == 0)
            hz_collide_strike(c, g->speed, g->distance);
        hz_collide_run(c, &(hz_collide_io){
                              .n = BLOCK, .force_a = a, .force_b = b, .audio = audio, .force = force, .meter = meter });
        double time = seconds() - start;
        took[k] = time < took[k] ? time : took[k];
        if (!hz_collide_finite(c))
            hz_collide_reset(c);
    }
}

static double longest(hz_collide *c, const gesture *g, int tries)
{
    double took[BLOCKS], most = 0;
    for (int k = 0; k < BLOCKS; k++)
        took[k] = 1;
    for (int i = 0; i < tries; i++)
        play(c, g, took);
    for (int k = 0; k < BLOCKS; k++)
        most = took[k] > most ? took[k] : most;
    return most;
}

static gesture steady(void)
{
    gesture g = { .p = { .law = { 5e7, 1.5, 0 }, .mass = 0.01, .resolution = 64, .quiet = 1e-6 },
                  .mass = 0.1,
                  .strikes = BLOCKS,
                  .speed = 0.1,
                  .push_a = 10,
                  .decay = 3 };
    return g;
}

/* The usual time of a block, rather than the longest. */
static double usual(hz_collide *c, const gesture *g)
{
    double took[BLOCKS], sum = 0;
    for (int k = 0; k < BLOCKS; k++)
        took[k] = 1;
    for (int i = 0; i < TRIES; i++)
        play(c, g, took);
    for (int k = BLOCKS / 2; k < BLOCKS; k++)
        sum += took[k];
    return sum / (BLOCKS - BLOCKS / 2);
}

static void tell(const gesture *g)
{
    const hz_collide_params *p = &g->p;
    printf("  hammer %.3g kg, K %.3g, exponent %.3g, damping %.3g, suspension %.3g Hz at %.3g m, gravity %.3g; modes "
           "of %.3g kg\n",
           p->mass, p->law.stiffness, p->law.exponent, p->law.damping, p->suspension, p->rest, p->gravity, g->mass);
    printf("  struck every %d blocks at %.3g m/s from %.3g m; force on it %.3g and noise %.3g N, on the object %.3g "
           "and %.3g N%s%s\n",
           g->strikes, g->speed, g->distance, g->push_a, g->noise_a, g->push_b, g->noise_b,
           g->moves ? "; the position moves every block" : "", g->turns ? "; stiffness changes every block" : "");
}

int main(int argc, char **argv)
{
    hz_collide c;
    struct {
        double time;
        long seed;
    } best[BEST] = { { 0, 0 } };
    int gestures = argc > 1 ? atoi(argv[1]) : GESTURES;
    if (!hz_collide_init(&c, MODES, 1))
        return 1;
    if (argc > 2) { /* one gesture alone, for a profiler */
        gesture g = draw(atol(argv[2]));
        printf("%.1f us\n", 1e6 * longest(&c, &g, 1));
        tell(&g);
        return 0;
    }
    gesture s = steady();
    double calm = usual(&c, &s);
    for (long seed = 1; seed <= gestures; seed++) {
        gesture g = draw(seed);
        double time = longest(&c, &g, 2);
        int at = BEST - 1;
        if (time <= best[at].time)
            continue;
        for (; at > 0 && best[at - 1].time < time; at--)
            best[at] = best[at - 1];
        best[at].time = time;
        best[at].seed = seed;
    }
    int worst = 0;
    for (int i = 0; i < BEST; i++) {
        gesture g = draw(best[i].seed);
        best[i].time = longest(&c, &g, TRIES);
        worst = best[i].time > best[worst].time ? i : worst;
    }
    gesture g = draw(best[worst].seed);
    printf("a block of steady contact on %d modes: %.1f us\n", MODES, 1e6 * calm);
    printf(
        "the worst block of %d gestures: %.1f us, %.1f times as much, %.0f %% of the block's %.2f ms (gesture %ld)\n",
        gestures, 1e6 * best[worst].time, best[worst].time / calm, 100 * best[worst].time / (BLOCK * h),
        1e3 * BLOCK * h, best[worst].seed);
    tell(&g);
    hz_collide_free(&c);
    return 0;
}
