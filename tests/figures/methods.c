/* The manual's table of methods: prints it, and writes methods.md into the folder it is given. */
#include "tests/core/textbook/method_table.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char path[1000], *table = method_table();
    snprintf(path, sizeof path, "%s/methods.md", argc > 1 ? argv[1] : ".");
    FILE *out = fopen(path, "w");
    if (!out || !table)
        return 1;
    fputs(table, out);
    fclose(out);
    fputs(table, stdout);
    free(table);
    return 0;
}
