/* tromba_grid: what grids can carry of the string and the body that a patch describes. Other values are refused. */
#include "tromba_class.h"

#include "core/shapes/materials.h"

#include <math.h>
#include <stdio.h>

/* Returns the time step, or before DSP has run a usual one. */
static double step_of(const hz_tromba_class *x)
{
    return x->h > 0 ? x->h : 1 / 44100.0;
}

static void complain(hz_tromba_class *x, int table, const char *name, const char *given, const char *such,
                     const char *kept)
{
    char allowed[160];
    snprintf(allowed, sizeof allowed, "what a grid can carry at %g Hz, such as %s", 1 / step_of(x), such);
    hz_object_complain(&x->o, table, name, given, allowed, kept);
}

/* Says whether a grid can carry what the rows of a table describe. */
static int carries(hz_tromba_class *x, int table)
{
    hz_tromba_params p = hz_tromba_class_params(x);
    double h = step_of(x);
    if (table == HZ_TROMBA_CLASS_OWN)
        return hz_plate_choose(&p.body, h, HZ_TROMBA_BODY).columns > 0;
    p.string.points = 0;
    return !(hz_string_prepare(&x->probe, &p.string, h, 0) & (HZ_STRING_HIGH | HZ_STRING_LOW));
}

double hz_tromba_class_highest(hz_tromba_class *x, double freq)
{
    hz_string_params p = hz_tromba_class_params(x).string;
    p.freq = freq;
    p.points = 0;
    int lowered = hz_string_prepare(&x->probe, &p, x->h, 0) & HZ_STRING_HIGH;
    return lowered ? 0.99 * hz_string_wave_lowest(&x->probe.wave) : freq;
}

static int rows_of(int table)
{
    return table == HZ_TROMBA_CLASS_STRING ? (int)HZ_STRING_ROWS
           : table == HZ_TROMBA_CLASS_OWN  ? (int)HZ_TROMBA_CLASS_ROWS
                                           : 0;
}

static void keep(hz_tromba_class *x, int table, int row)
{
    for (int i = 0; i < HZ_TROMBA_CLASS_LONGEST; i++)
        x->good[table][row][i] = hz_object_element(&x->o, table, row, i);
}

static int is_kept(const hz_tromba_class *x, int table, int row)
{
    int same = 1;
    for (int i = 0; i < HZ_TROMBA_CLASS_LONGEST; i++)
        same &= x->good[table][row][i] == hz_object_element(&x->o, table, row, i);
    return same;
}

void hz_tromba_class_keep_defaults(hz_tromba_class *x)
{
    for (int table = 0; table < HZ_TROMBA_CLASS_TABLES; table++)
        for (int row = 0; row < rows_of(table); row++) {
            for (int i = 0; i < HZ_TROMBA_CLASS_LONGEST; i++)
                x->good[table][row][i] = hz_object_default(&x->o, table, row, i);
        }
}

/* Puts a value between one that works and one that does not, the same part of the way for each number of a list. */
static void put_between(hz_tromba_class *x, int table, int row, const double *bad, double part_of_way, double *to)
{
    int n = hz_object_count(&x->o, table, row);
    for (int i = 0; i < n; i++) {
        double good = x->good[table][row][i];
        to[i] = good > 0 && bad[i] > 0 ? good * pow(bad[i] / good, part_of_way) : good + part_of_way * (bad[i] - good);
    }
    hz_object_put_list(&x->o, table, row, to, n);
}

/* Puts back what grids can carry, with one error that names the nearest value that works. Returns whether it did so. */
static int refuse(hz_tromba_class *x, int table, int row)
{
    const hz_param *p = &hz_tromba_class_tables[table].rows[row];
    double bad[HZ_TROMBA_CLASS_LONGEST], at[HZ_TROMBA_CLASS_LONGEST], low = 0, high = 1;
    int n = hz_object_count(&x->o, table, row);
    char given[60], such[60], kept[60];
    for (int i = 0; i < n; i++)
        bad[i] = hz_object_element(&x->o, table, row, i);
    hz_object_write(&x->o, table, row, 6, given, sizeof given);
    put_between(x, table, row, bad, 0, at);
    if (!carries(x, table)) { /* The reason is not this value, but another sample rate or the pitch of a key. */
        hz_object_put_list(&x->o, table, row, bad, n);
        return 0;
    }
    hz_object_write(&x->o, table, row, 6, kept, sizeof kept);
    for (int i = 0; i < 20 && !p->choices && !hz_object_is_quiet(&x->o); i++) {
        double middle = 0.5 * (low + high);
        put_between(x, table, row, bad, middle, at);
        *(carries(x, table) ? &low : &high) = middle;
    }
    put_between(x, table, row, bad, 0.995 * low, at); /* So it works in three digits, too. */
    hz_object_write(&x->o, table, row, 4, such, sizeof such);
    put_between(x, table, row, bad, 0, at);
    complain(x, table, p->name, given, such, kept);
    return 1;
}

void hz_tromba_class_follow(hz_tromba_class *x)
{
    hz_string_set_derive(&x->string, &x->o);
    keep(x, HZ_TROMBA_CLASS_STRING, x->string.by_tension ? HZ_STRINGROW_FREQ : HZ_STRINGROW_TENSION);
}

static int row_of(const hz_tromba_class *x, const char *name)
{
    return hz_object_row(&x->o, HZ_TROMBA_CLASS_OWN, name);
}

/* What a material consists of. */
static const char *const made_of[] = { "bodydensity", "bodyyoung", "bodypoisson" };
enum { MADE_OF = sizeof made_of / sizeof *made_of };

/* Takes a material. Where no grid can carry it, the body has its own again. */
static void take_material(hz_tromba_class *x, const hz_material *m)
{
    const double numbers[MADE_OF] = { m->density, m->young, m->poisson };
    for (int i = 0; i < MADE_OF; i++)
        hz_object_put(&x->o, HZ_TROMBA_CLASS_OWN, row_of(x, made_of[i]), numbers[i]);
    int carried = carries(x, HZ_TROMBA_CLASS_OWN);
    for (int i = 0; i < MADE_OF; i++) {
        int row = row_of(x, made_of[i]);
        if (carried)
            keep(x, HZ_TROMBA_CLASS_OWN, row);
        else
            hz_object_put(&x->o, HZ_TROMBA_CLASS_OWN, row, x->good[HZ_TROMBA_CLASS_OWN][row][0]);
    }
    if (carried)
        return;
    hz_object_put(&x->o, HZ_TROMBA_CLASS_OWN, row_of(x, "bodymaterial"), 0);
    complain(x, HZ_TROMBA_CLASS_OWN, "bodymaterial", m->name, "own", "own");
}

/* Sets what a row sets besides itself. */
static void take_own(hz_tromba_class *x, int row)
{
    int material = row_of(x, "bodymaterial"), value = hz_tromba_class_own(&x->o).material;
    if (row == material && value > 0)
        take_material(x, &hz_materials[value - 1]);
    for (int i = 0; i < MADE_OF; i++)
        if (row == row_of(x, made_of[i])) {
            hz_object_put(&x->o, HZ_TROMBA_CLASS_OWN, material, 0);
            keep(x, HZ_TROMBA_CLASS_OWN, material);
        }
}

void hz_tromba_class_changed(hz_object *o, int table, int row)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    int by_tension = x->string.by_tension;
    hz_string_set_changed(&x->string, table, row);
    if (table == HZ_TROMBA_CLASS_STRING && (row == HZ_STRINGROW_FREQ || row == HZ_STRINGROW_TENSION))
        x->open = 0;
    if (table == HZ_TROMBA_CLASS_OWN)
        take_own(x, row);
    if (is_kept(x, table, row) || carries(x, table))
        keep(x, table, row);
    else if (refuse(x, table, row))
        x->string.by_tension = by_tension;
    if (x->h > 0) /* While flags are told one by one, the later ones stand in their rows already. */
        hz_tromba_class_follow(x);
}
