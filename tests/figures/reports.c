/* The manual's table of what reports of contacts err by: prints it, and writes reports.md into the folder it is
 * given. */
#include "tests/core/barrier/report_table.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char path[1000], *table = report_table();
    snprintf(path, sizeof path, "%s/reports.md", argc > 1 ? argv[1] : ".");
    FILE *out = fopen(path, "w");
    if (!out || !table)
        return 1;
    fputs(table, out);
    fclose(out);
    fputs(table, stdout);
    free(table);
    return 0;
}
