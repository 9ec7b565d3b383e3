/* body_file: what a modal object can be told to do: `read` and `write`, its modes in a file as mode_file.h describes
 * it, and `pickupweights`.
 *
 * A file is read in the message: it is taken into memory once and checked, and only then are its modes used. One error
 * says what was wrong, and the body stays as it was. */
#include "body.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mode_file.h"
#include "pd/file.h"
#include "pd/text.h"

/* A file may hold what the lists may hold. */
static const hz_mode_file_bounds bounds = {
    .column = { [HZ_MODE_FREQ] = &hz_body_rows[HZ_BODY_FREQS],
                [HZ_MODE_DECAY] = &hz_body_rows[HZ_BODY_DECAYS],
                [HZ_MODE_MASS] = &hz_body_rows[HZ_BODY_MASSES],
                [HZ_MODE_WEIGHT] = &hz_body_rows[HZ_BODY_WEIGHTS] },
    .modes = HZ_BODY_MOST_MODES,
    .pickups = HZ_BODY_MOST_PICKUPS,
};

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

static int load(const hz_body *b, const char *name, hz_mode_file *m)
{
    size_t length;
    const char *why;
    hz_fault fault;
    char *text = hz_file_read(b->canvas, name, HZ_FILE_MOST, &length, &why);
    if (!text)
        return complain(b, "read", name, NULL, 0, why, "a file that can be read");
    int good = hz_mode_file_parse(m, &bounds, text, length, &fault) ||
               complain(b, "read", name, "line", fault.line, fault.given, fault.allowed);
    free(text);
    return good;
}

/* Pickups of which the file says nothing weigh the modes as the strike does. */
static void take(hz_body *b, const hz_mode_file *m)
{
    static const int own[] = { HZ_BODY_FREQ, HZ_BODY_DECAY, HZ_BODY_Q };
    double list[HZ_BODY_MOST_MODES];
    hz_object_put_list(b->o, b->table, HZ_BODY_OUTWEIGHTS, NULL, 0);
    for (int c = 0; c < m->columns && c - HZ_MODE_COLUMNS < hz_body_places(b); c++) {
        for (int i = 0; i < m->n; i++)
            list[i] = m->value[i * m->columns + c];
        if (c < HZ_MODE_COLUMNS)
            hz_object_put_list(b->o, b->table, (int)(bounds.column[c] - hz_body_rows), list, m->n);
        else
            hz_body_pick(b, c - HZ_MODE_COLUMNS, list, m->n);
    }
    hz_object_put(b->o, b->table, HZ_BODY_OBJECT, HZ_BODY_LISTED);
    for (int i = 0; i < 3; i++)
        hz_object_put(b->o, b->table, own[i], hz_body_rows[own[i]].init);
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
    free(file.value);
    return good;
}

/* All voices that the message goes to take it. */
static void read_file(void *part, int argc, const t_atom *argv)
{
    hz_body *b = part;
    hz_mode_file m;
    hz_object *const *voice;
    (void)argc;
    if (!load(b, argv[0].a_w.w_symbol->s_name, &m))
        return;
    for (int i = 0, n = hz_object_voices(b->o, &voice); i < n; i++) {
        take(hz_object_part_of(b->o, b, voice[i]), &m);
        voice[i]->cls->model->changed(voice[i], b->table, HZ_BODY_FREQS); /* There may be more modes. */
    }
    free(m.value);
}

/* ---- writing ---- */

/* Writes the modes as numbers of a file. Returns 0 if there is no memory. */
static int gather(hz_body *b, hz_mode_file *m)
{
    hz_modes modes = hz_body_middle(b, hz_body_modes_under(b, hz_body_rows[HZ_BODY_FREQS].max));
    if (!hz_mode_file_make(m, modes.n, HZ_MODE_COLUMNS + modes.pickups))
        return 0;
    for (int i = 0; i < modes.n; i++) {
        double *row = m->value + i * m->columns;
        row[HZ_MODE_FREQ] = hz_body_freq_of(modes.omega[i]);
        row[HZ_MODE_DECAY] = hz_body_decay_of(b->sigma[i]);
        row[HZ_MODE_MASS] = modes.mass[i];
        row[HZ_MODE_WEIGHT] = modes.weight[i];
        for (int p = 0; p < modes.pickups; p++)
            row[HZ_MODE_COLUMNS + p] = modes.heard[p][i];
    }
    return 1;
}

static int write_modes(const hz_body *b, const char *name, const hz_mode_file *m)
{
    hz_fault fault;
    if (m->n == 0)
        return complain(b, "write", name, NULL, 0, "an object without modes", "one that rings");
    if (!hz_mode_file_check(m, &bounds, &fault))
        return complain(b, "write", name, "mode", fault.line, fault.given, fault.allowed);
    char *text = hz_mode_file_text(m);
    const char *why = text ? hz_file_write(b->canvas, name, text) : strerror(ENOMEM);
    free(text);
    return !why || complain(b, "write", name, NULL, 0, why, "a place that can be written to");
}

/* Writes all modes below the highest frequency of a file with the pickups that there are, in the present tuning and
 * with the present decays, but without a hand. What is marked must reach the model first, for a shape tells only once
 * how its modes moved. */
static void write_file(void *part, int argc, const t_atom *argv)
{
    hz_body *b = part;
    hz_mode_file m;
    const char *name = argv[0].a_w.w_symbol->s_name;
    (void)argc;
    hz_object_update(b->o);
    if (gather(b, &m))
        write_modes(b, name, &m);
    else
        complain(b, "write", name, NULL, 0, strerror(ENOMEM), "what fits");
    free(m.value);
}

/* ---- verbs ---- */

static void weigh(void *part, int argc, const t_atom *argv)
{
    hz_body *b = part;
    double weights[HZ_BODY_MOST_MODES];
    int pickup = (int)atom_getfloat(argv);
    if (pickup > hz_body_places(b)) {
        char given[20], allowed[20];
        snprintf(given, sizeof given, "%d", pickup);
        snprintf(allowed, sizeof allowed, "1 to %d", hz_body_places(b));
        hz_object_complain(b->o, b->table, "pickupweights: pickup", given, allowed, NULL);
        return;
    }
    for (int i = 1; i < argc; i++)
        weights[i - 1] = hz_number_from(atom_getfloat(argv + i));
    if (!hz_body_pick(b, pickup - 1, weights, argc - 1))
        hz_object_complain(b->o, b->table, "pickupweights", "more than fits into memory", "fewer weights", NULL);
}

static const hz_param weigh_args[] = {
    { "pickup", NULL, 1, 1, HZ_BODY_MOST_PICKUPS, .flags = HZ_WHOLE, .doc = "Number of the pickup, from 1." },
    { "weights", NULL, 0, -1e3, 1e3, .most = HZ_BODY_MOST_MODES,
      .doc = "Weights of the modes at this pickup, from the first mode on." },
};

static const hz_param file_args[] = {
    { "file", .flags = HZ_WORD,
      .doc = "A relative name is looked up in the folder of the patch, then in Pd's search path." },
};

const hz_verb hz_body_verbs[HZ_BODY_VERBS] = {
    { "pickupweights", weigh_args, 2, 2, .now = weigh, .changes = 1,
      .doc = "Sets how strongly one pickup picks up each mode, with 'object modes'. By default as strongly as the "
             "strike excites it." },
    { "read", file_args, 1, 1, .now = read_file, .changes = 1, .answers = 1,
      .doc = "Reads a text file with modes and turns the body into 'object modes'. The format is described in "
             "manual/files.md." },
    { "write", file_args, 1, 1, .now = write_file, .answers = 1,
      .doc = "Writes the present modes of the body, whatever its object, to a text file for the message read." },
};
