/* Plays one scene, for callgrind, which collects what happens inside `counted_part` only: what is set up before, and
 * what is derived at first contacts, does not count. Without a scene it prints their names.
 *
 *     counted [scene] */
#include "counted.h"

#include <stdio.h>
#include <string.h>

static const counted *const lists[] = { counted_contacts, counted_linear_contact, counted_strings, counted_tromba };
enum { LISTS = sizeof lists / sizeof *lists };

/* callgrind knows it by its name. */
__attribute__((noinline)) void counted_part(const counted *c);
void counted_part(const counted *c)
{
    for (int i = c->before; i < c->before + c->blocks; i++)
        c->block(c->variant, i);
}

static int play(const counted *c)
{
    if (!c->start(c->variant))
        return 1;
    for (int i = 0; i < c->before; i++)
        c->block(c->variant, i);
    counted_part(c);
    return 0;
}

int main(int argc, char **argv)
{
    for (int k = 0; k < LISTS; k++)
        for (const counted *c = lists[k]; c->name; c++)
            if (argc < 2)
                printf("%s\n", c->name);
            else if (!strcmp(c->name, argv[1]))
                return play(c);
    return argc < 2 ? 0 : 2;
}
