/* So many strikes on a bank of so many modes (0: a wall) at rest, each up to the end of the sample in which the bodies
 * part, in calls of so many samples at most; or as many samples with the hammer let go away from the bank: what
 * callgrind counts for instructions.sh is the difference. Prints how many samples a contact lasts, and its sub-steps
 * where each sample is a call.
 *
 *     one_contact <strikes> <modes> <samples a call> hit|miss */
#include "core/collide/collide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank.h"

enum { CALL = 64 };

static int ended;

static void note(void *owner, const hz_contact *contact)
{
    (void)owner;
    (void)contact;
    ended = 1;
}

static void run(hz_collide *c, int n)
{
    static double motion[CALL], force[CALL];
    double *audio[] = { motion }, *meter[HZ_METERS] = { 0 };
    hz_collide_run(c, &(hz_collide_io){ .n = n, .audio = audio, .force = force, .meter = meter });
}

int main(int argc, char **argv)
{
    int strikes = argc > 1 ? atoi(argv[1]) : 1000, modes = argc > 2 ? atoi(argv[2]) : 0,
        call = argc > 3 ? atoi(argv[3]) : CALL, miss = argc > 4 && !strcmp(argv[4], "miss");
    hz_collide c;
    int lasts = 0, steps = 0;
    if (call < 1 || call > CALL || !bank_make(&c, modes))
        return 1;
    c.system.ended = note;
    for (hz_collide_strike(&c, 1, 0); !ended; lasts++) {
        run(&c, 1);
        steps += c.system.substeps;
    }
    for (int i = 0; i < strikes; i++) {
        hz_collide_reset(&c);
        hz_collide_strike(&c, miss ? -1 : 1, 0);
        for (int at = 0; at < lasts; at += call)
            run(&c, lasts - at < call ? lasts - at : call);
    }
    hz_collide_free(&c);
    printf("%d %d\n", lasts, steps);
    return 0;
}
