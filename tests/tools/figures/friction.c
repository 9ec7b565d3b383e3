/* Friction over speed and over way, and a bowed string, against theory: friction1.txt to friction3.txt and the table
 * friction.md, into the folder it is given; friction.gp draws them. */
#include "tests/core/friction/friction_table.h"
#include "tests/tools/page.h"

#include <stdlib.h>

static const char *folder;

/* The last so many samples: over x, or over time where that is NULL. */
static void put(FILE *f, int n, const double *x, const double *is, const double *theory)
{
    for (int i = CURVE_LONG - n; i < CURVE_LONG; i++)
        fprintf(f, "%.9g %.9g %.9g\n", x ? x[i] : (i - CURVE_LONG + n) / (double)CURVE_RATE, is[i], theory[i]);
    fprintf(f, "\n\n");
}

int main(int argc, char **argv)
{
    static curve c;
    folder = argc > 1 ? argv[1] : ".";
    FILE *over_speed = page_make(folder, "friction1.txt"), *over_way = page_make(folder, "friction2.txt"),
         *string = page_make(folder, "friction3.txt");
    for (int k = 0; k < 3; k++) {
        static const double freqs[] = { 2, 20, 100 }, parts[] = { 0.9, 1.5, 3 };
        curve_over_speed(&c, freqs[k]);
        put(over_speed, (int)(CURVE_RATE / freqs[k]), c.speed, c.friction, c.law);
        curve_over_way(&c, parts[k]);
        put(over_way, CURVE_RATE / 20, c.way, c.friction, c.law);
    }
    curve_of_string(&c, 0.12, 3);
    put(string, 4 * CURVE_RATE / 196, NULL, c.string, c.theory);
    fclose(over_speed);
    fclose(over_way);
    fclose(string);
    return page_print(argc, argv, "friction.md", friction_table());
}
