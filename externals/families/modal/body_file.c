/* body_file: `read` and `write` of a modal object. */
#include "body_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pd/file.h"

static const int rows[HZ_MODE_COLUMNS] = {
    [HZ_MODE_FREQ] = HZ_BODY_FREQS,
    [HZ_MODE_DECAY] = HZ_BODY_DECAYS,
    [HZ_MODE_MASS] = HZ_BODY_MASSES,
    [HZ_MODE_WEIGHT] = HZ_BODY_WEIGHTS,
};
static const char *const names[HZ_MODE_COLUMNS] = { "freq", "decay", "mass", "weight" };

/* A file may hold what the lists may hold. */
static hz_mode_file_bounds bounds(void)
{
    hz_mode_file_bounds b = { .modes = HZ_BODY_MOST_MODES, .pickups = HZ_BODY_MOST_PICKUPS };
    for (int i = 0; i < HZ_MODE_COLUMNS; i++) {
        const hz_param *p = &hz_body_rows[rows[i]];
        b.column[i].name = names[i];
        b.column[i].unit = p->unit;
        b.column[i].min = p->min;
        b.column[i].max = p->max;
    }
    return b;
}

/* Prints an error in the form that all have. `where` counts from 1; 0 means the file as a whole. */
static int complain(const hz_body *b, const char *verb, const char *name, const char *what, int where,
                    const char *given, const char *allowed)
{
    char subject[160];
    int n = snprintf(subject, sizeof subject, "%s %.120s", verb, name);
    if (where > 0)
        snprintf(subject + n, sizeof subject - n, ": %s %d", what, where);
    hz_object_complain(b->o, b->table, subject, given, allowed, NULL);
    return 0;
}

/* ---- reading ---- */

static int parse(const hz_body *b, const char *name, const char *text, size_t length, hz_mode_file *m)
{
    hz_mode_file_bounds may = bounds();
    hz_mode_file_fault fault;
    return hz_mode_file_parse(m, &may, text, length, &fault) ||
           complain(b, "read", name, "line", fault.line, fault.given, fault.allowed);
}

static int load(const hz_body *b, const char *name, hz_mode_file *m)
{
    size_t length;
    const char *why;
    char *text = hz_file_read(b->canvas, name, HZ_FILE_MOST, &length, &why);
    if (!text)
        return complain(b, "read", name, NULL, 0, why, "a file that can be read");
    int good = parse(b, name, text, length, m);
    free(text);
    return good;
}

/* Lets the pickups weigh the modes as the file says. Those of which it says nothing weigh them as the strike does. */
static void take_pickups(hz_body *b, const hz_mode_file *m)
{
    double list[HZ_BODY_MOST_MODES];
    hz_object_put_list(b->o, b->table, HZ_BODY_OUTWEIGHTS, NULL, 0);
    for (int c = HZ_MODE_COLUMNS; c < m->columns && c - HZ_MODE_COLUMNS < b->pickups; c++) {
        for (int i = 0; i < m->n; i++)
            list[i] = m->value[i * m->columns + c];
        hz_body_pick(b, c - HZ_MODE_COLUMNS, list, m->n);
    }
}

static void take(hz_body *b, const hz_mode_file *m)
{
    double list[HZ_BODY_MOST_MODES];
    for (int c = 0; c < HZ_MODE_COLUMNS; c++) {
        for (int i = 0; i < m->n; i++)
            list[i] = m->value[i * m->columns + c];
        hz_object_put_list(b->o, b->table, rows[c], list, m->n);
    }
    take_pickups(b, m);
    hz_object_put(b->o, b->table, HZ_BODY_OBJECT, HZ_BODY_LISTED);
    hz_object_put(b->o, b->table, HZ_BODY_FREQ, hz_body_rows[HZ_BODY_FREQ].init);
    hz_object_put(b->o, b->table, HZ_BODY_DECAY, hz_body_rows[HZ_BODY_DECAY].init);
    hz_object_put(b->o, b->table, HZ_BODY_Q, hz_body_rows[HZ_BODY_Q].init);
}

/* A file says how many pickups there are, so that it is loaded first, and taken when there is room. */
int hz_body_begin(hz_body *b, hz_object *o, int table)
{
    hz_mode_file file = { 0 };
    *b = (hz_body){ .o = o, .table = table, .canvas = canvas_getcurrent(), .place = NAN, .made_of = -1 };
    const char *name = hz_object_word(o, table, HZ_BODY_READ);
    int from_file = *name && load(b, name, &file);
    int good = hz_body_init(b, from_file ? file.columns - HZ_MODE_COLUMNS : -1);
    if (good && from_file) {
        take(b, &file);
        hz_body_grow(b);
    }
    hz_mode_file_free(&file);
    return good;
}

int hz_body_read(hz_body *b, const char *name)
{
    hz_mode_file m;
    hz_object *const *voice;
    if (!load(b, name, &m))
        return 0;
    for (int i = 0, n = hz_object_voices(b->o, &voice); i < n; i++) {
        take(hz_object_part_of(b->o, b, voice[i]), &m);
        voice[i]->cls->changed(voice[i], b->table, HZ_BODY_FREQS); /* There may be more modes. */
    }
    hz_mode_file_free(&m);
    return 1;
}

/* ---- writing ---- */

/* Writes the modes as numbers of a file. Returns 0 if there is no memory. */
static int gather(hz_body *b, hz_mode_file *m)
{
    hz_modes modes = hz_body_modes_under(b, hz_body_rows[HZ_BODY_FREQS].max);
    if (!hz_mode_file_make(m, modes.n, HZ_MODE_COLUMNS + b->pickups))
        return 0;
    for (int i = 0; i < modes.n; i++) {
        double *row = m->value + i * m->columns;
        row[HZ_MODE_FREQ] = hz_body_freq_of(modes.omega[i]);
        row[HZ_MODE_DECAY] = hz_body_decay_of(b->sigma[i]);
        row[HZ_MODE_MASS] = modes.mass[i];
        row[HZ_MODE_WEIGHT] = modes.weight[i];
        for (int p = 0; p < b->pickups; p++)
            row[HZ_MODE_COLUMNS + p] = modes.heard[p][i];
    }
    return 1;
}

static int write_modes(const hz_body *b, const char *name, const hz_mode_file *m)
{
    hz_mode_file_bounds may = bounds();
    hz_mode_file_fault fault;
    if (m->n == 0)
        return complain(b, "write", name, NULL, 0, "an object without modes", "one that rings");
    if (!hz_mode_file_check(m, &may, &fault))
        return complain(b, "write", name, "mode", fault.line, fault.given, fault.allowed);
    char *text = hz_mode_file_text(m);
    const char *why = text ? hz_file_write(b->canvas, name, text) : strerror(ENOMEM);
    free(text);
    return !why || complain(b, "write", name, NULL, 0, why, "a place that can be written to");
}

int hz_body_write(hz_body *b, const char *name)
{
    hz_mode_file m;
    /* What is marked must reach the model first, for a shape tells only once how its modes moved. */
    hz_object_update(b->o);
    if (!gather(b, &m))
        return complain(b, "write", name, NULL, 0, strerror(ENOMEM), "what fits");
    int good = write_modes(b, name, &m);
    hz_mode_file_free(&m);
    return good;
}
