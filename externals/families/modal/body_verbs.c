/* body_verbs: what a modal object can be told to do. */
#include "body_verbs.h"

#include <stdio.h>

#include "body_file.h"
#include "pd/text.h"

static void weigh(void *part, int argc, const t_atom *argv)
{
    hz_body *b = part;
    double weights[HZ_BODY_MOST_MODES];
    int pickup = (int)atom_getfloat(argv);
    if (pickup > b->pickups) {
        char given[20], allowed[20];
        snprintf(given, sizeof given, "%d", pickup);
        snprintf(allowed, sizeof allowed, "1 to %d", b->pickups);
        hz_object_complain(b->o, b->table, "pickupweights: pickup", given, allowed, NULL);
        return;
    }
    for (int i = 1; i < argc; i++)
        weights[i - 1] = hz_number_from(atom_getfloat(argv + i));
    if (!hz_body_pick(b, pickup - 1, weights, argc - 1))
        hz_object_complain(b->o, b->table, "pickupweights", "more than fits into memory", "fewer weights", NULL);
}

static void read_file(void *part, int argc, const t_atom *argv)
{
    (void)argc;
    hz_body_read(part, argv[0].a_w.w_symbol->s_name);
}

static void write_file(void *part, int argc, const t_atom *argv)
{
    (void)argc;
    hz_body_write(part, argv[0].a_w.w_symbol->s_name);
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
