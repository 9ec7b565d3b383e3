/* Plays one scene, for callgrind, which collects what happens inside `counted_part` only: what is set up before, and
 * what is derived at first contacts, does not count. Without a scene it prints their names.
 *
 *     counted [scene]
 *     counted --worst              names the gestures, each with its block that takes longest on this machine
 *     counted --worst <gesture> <block>    plays it, and collects that block alone */
#include "counted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const counted *const lists[] = { counted_contacts, counted_hammers, counted_linear_contact,
                                        counted_friction, counted_strings, counted_tromba };
enum { LISTS = sizeof lists / sizeof *lists, MOST_BLOCKS = 2000, TRIES = 3 };

/* callgrind knows it by its name. */
__attribute__((noinline)) void counted_part(const counted *c, int from, int to);
void counted_part(const counted *c, int from, int to)
{
    for (int i = from; i < to; i++)
        c->block(c->variant, i);
}

static int play(const counted *c, int from, int to)
{
    if (!c->start(c->variant))
        return 1;
    for (int i = 0; i < from; i++)
        c->block(c->variant, i);
    counted_part(c, from, to);
    return 0;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The block that takes longest. Others may be using the machine, so each counts with its quickest time. */
static int slowest(const counted *c)
{
    static double took[MOST_BLOCKS];
    int worst = c->before, end = c->before + c->blocks;
    for (int k = 0; k < TRIES; k++) {
        if (!c->start(c->variant))
            return -1;
        for (int i = 0; i < end; i++) {
            double start = seconds();
            c->block(c->variant, i);
            double time = seconds() - start;
            took[i] = k == 0 || time < took[i] ? time : took[i];
        }
    }
    for (int i = c->before; i < end; i++)
        worst = took[i] > took[worst] ? i : worst;
    return worst;
}

static int worst(int argc, char **argv)
{
    for (const counted *c = counted_gestures; c->name; c++)
        if (argc < 3)
            printf("%s %d\n", c->name, slowest(c));
        else if (argc == 4 && !strcmp(c->name, argv[2]))
            return play(c, atoi(argv[3]), atoi(argv[3]) + 1);
    return argc < 3 ? 0 : 2;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worst"))
        return worst(argc, argv);
    for (int k = 0; k < LISTS; k++)
        for (const counted *c = lists[k]; c->name; c++)
            if (argc < 2)
                printf("%s\n", c->name);
            else if (!strcmp(c->name, argv[1]))
                return play(c, c->before, c->before + c->blocks);
    return argc < 2 ? 0 : 2;
}
