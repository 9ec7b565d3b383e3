/* So many strikes on a bank of so many modes (0: a wall), or as many with the hammer let go away from it: what
 * callgrind counts for instructions.sh is the difference. Prints the sub-steps of all contacts.
 *
 *     one_contact <strikes> <modes> hit|miss */
#include "core/collide/collide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank.h"

static int ended;

static void note(void *owner, const hz_contact *contact)
{
    (void)owner;
    (void)contact;
    ended = 1;
}

int main(int argc, char **argv)
{
    int strikes = argc > 1 ? atoi(argv[1]) : 1000, modes = argc > 2 ? atoi(argv[2]) : 0,
        miss = argc > 3 && !strcmp(argv[3], "miss");
    double motion, *audio[] = { &motion }, force, *meter[HZ_METERS] = { 0 };
    hz_collide c;
    long steps = 0;
    if (!bank_make(&c, modes))
        return 1;
    c.system.ended = note;
    for (int i = 0; i < strikes; i++) {
        hz_collide_reset(&c);
        hz_collide_strike(&c, miss ? -1 : 1, 0);
        for (ended = miss; !ended;) {
            hz_collide_run(&c, &(hz_collide_io){ .n = 1, .audio = audio, .force = &force, .meter = meter });
            steps += c.system.substeps;
        }
    }
    hz_collide_free(&c);
    printf("%ld\n", steps);
    return 0;
}
