/* The manual's table of accuracy: prints it, and writes accuracy.md into the folder it is given. */
#include "tests/core/collide/accuracy_table.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char path[1000], *table = accuracy_table();
    snprintf(path, sizeof path, "%s/accuracy.md", argc > 1 ? argv[1] : ".");
    FILE *out = fopen(path, "w");
    if (!out || !table)
        return 1;
    fputs(table, out);
    fclose(out);
    fputs(table, stdout);
    free(table);
    return 0;
}
