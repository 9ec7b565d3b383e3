/* What each method costs a sample: a hammer on a wall and on ringing objects, flying and leaning on it, beside the
 * exact one. The textbook methods take one step a sample whatever happens, and have no vector code. */
#include "core/collide/collide.h"

#include "peak.h"

#include <stdio.h>

enum { BLOCK = 64, MOST = 100 };

static double motion[BLOCK], *audio[] = { motion }, force[BLOCK], outer[BLOCK], *meter[HZ_METERS];
static const char *const names[HZ_METHODS] = { "exact", "am1",      "verlet",     "heun",
                                               "rk4",   "twopoint", "threepoint", "quadratised" };

/* Nanoseconds a sample; the best of several tries. */
static double measure(enum hz_method m, int modes, int leans)
{
    enum { TRIES = 7, BLOCKS = 300 };
    hz_collide c;
    double best = 1e9;
    if (!hz_collide_init(&c, MOST, 1))
        return 0;
    c.system.object.n = modes;
    for (int i = 0; i < modes; i++) {
        c.system.object.mass[i] = 0.05;
        c.system.object.omega[i] = 2 * 3.141592653589793 * (200 + 120 * i);
        c.system.object.sigma[i] = 1;
        c.system.object.weight[i] = c.system.object.heard[0][i] = i % 3 ? 1 : -0.7;
    }
    hz_collide_prepare(
        &c,
        &(hz_collide_params){ .law = { 1e7, 1.5, 0.3 }, .mass = 0.01, .resolution = 64, .quiet = 1e-6, .method = m },
        NULL, 1 / 44100.0);
    hz_collide_reset(&c);
    hz_collide_strike(&c, 1, 0);
    for (int i = 0; i < BLOCK; i++)
        outer[i] = leans ? 5 : 0;
    for (int k = -1; k < TRIES; k++) {
        double start = seconds();
        for (int i = 0; i < BLOCKS; i++)
            hz_collide_run(
                &c, &(hz_collide_io){ .n = BLOCK, .force_a = outer, .audio = audio, .force = force, .meter = meter });
        double time = 1e9 * (seconds() - start) / BLOCKS / BLOCK;
        best = k >= 0 && time < best ? time : best;
    }
    hz_collide_free(&c);
    return best;
}

int main(void)
{
    static const struct {
        const char *name;
        int modes, leans;
    } scenes[] = { { "wall, flying", 0, 0 },
                   { "wall, leaning", 0, 1 },
                   { "30 modes ringing", 30, 0 },
                   { "30 modes, leaning", 30, 1 },
                   { "100 modes ringing", 100, 0 } };
    enum { SCENES = sizeof scenes / sizeof *scenes };
    double exact[SCENES];
    printf("%-12s", "ns a sample");
    for (int s = 0; s < SCENES; s++)
        printf(" %24s", scenes[s].name);
    for (enum hz_method m = HZ_EXACT; m < HZ_METHODS; m++) {
        printf("\n%-12s", names[m]);
        for (int s = 0; s < SCENES; s++) {
            double time = measure(m, scenes[s].modes, scenes[s].leans);
            exact[s] = m == HZ_EXACT ? time : exact[s];
            printf("      %9.1f (%6.2f x)", time, time / exact[s]);
        }
    }
    printf("\n");
    return 0;
}
