/* A thousand contacts or, with an argument, the same strikes with the hammer let go without touching: what callgrind
 * counts for instructions.sh is the difference. */
#include "../../externals/core/collide.h"

#include <stddef.h>

int main(int argc, char **argv)
{
    double motion[16], *audio[] = { motion }, force[16], *meter[HZ_METERS] = { 0 };
    hz_collide c;
    (void)argv;
    if (!hz_collide_init(&c, 0, 1))
        return 1;
    hz_collide_params p = { .law = { 1e9, 1.5, 0.5 }, .mass = 0.01, .resolution = 64, .quiet = 1e-6 };
    hz_collide_prepare(&c, &p, NULL, 1 / 44100.0);
    for (int i = 0; i < 1000; i++) {
        hz_collide_strike(&c, argc > 1 ? -1 : 1, 0);
        hz_collide_run(&c, &(hz_collide_io){ .n = 16, .audio = audio, .force = force, .meter = meter });
    }
    hz_collide_free(&c);
    return 0;
}
