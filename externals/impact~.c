/* impact~: a hammer, and what it hits.
 *
 * A mass with the contact force K eta^a (1 + mu eta') of Hunt and Crossley meets a rigid wall or a body of modes: the
 * models of Papetti, Avanzini, Rocchesso, "Energy and accuracy issues in numerical simulations of a non-linear impact
 * model", and of Avanzini, Rocchesso, "Modeling collision sounds". With a wall the audio is the hammer's own motion.
 * The hammer may ring too, and there may be several of them on one object.
 * The loop of steps of the core makes v_out and x_max exact at any sample rate, stiffness and resolution. The
 * contact time has an error of second order in the sub-step. The model is core/collide. */
#include "families/modal/striker.h"
#include "presets/impact.h"

#include <math.h>
#include <stddef.h>

enum { HAMMERS = 2, ROWS };
enum { OWN = HZ_STRIKER_TABLES, HAMMER, TABLES };

#define AT(member) HZ_FIELD(hz_striker_own, member)

static const hz_param rows[ROWS] = {
    { "suspension", "Hz", 0, 0, 1e5, AT(p.suspension),
      .doc = "Resonance frequency of the hammer on a spring, about its rest position (parameter rest). "
             "0: no spring, the hammer flies freely." },
    { "rest", "m", 0, -1, 1, AT(p.rest),
      .doc = "Rest position of a hammer on a spring, measured from the surface. Negative: in front of it. "
             "Positive: pressed against it." },
    [HAMMERS] = { "hammers", NULL, 1, 1, HZ_MOST_STRIKERS, .flags = HZ_CREATION | HZ_WHOLE,
                  .doc = "Number of hammers on the same object. Each strike takes a free one. The sixth number of a "
                         "contact report is the hammer's." },
};

typedef struct impact {
    hz_striker striker;
} impact;

static void impact_run(hz_object *o, const hz_io *io)
{
    hz_striker *x = &((impact *)o)->striker;
    hz_striker_follow(x, io);
    hz_collide_run(&x->model, &(hz_collide_io){
                                  .n = io->n,
                                  .force_a = io->in[0],
                                  .force_b = io->in[1],
                                  .audio = io->audio,
                                  .ring = hz_striker_ring(x, io),
                                  .displacement = io->displacement,
                                  .force = io->force,
                                  .meter = io->meter,
                                  .ledger = io->ledger,
                              });
}

/* ---- excitation ---- */

static const hz_param strike_args[] = {
    { "velocity", "m/s", 0, -100, 100, .doc = "Speed of the hammer. Positive: towards the object." },
    { "distance", "m", 0, 0, 20, .doc = "Starting distance of the hammer from the surface." },
};

static void impact_strike(void *part, const double *args)
{
    hz_striker *x = part;
    double v = hz_striker_stroke(x, args[0]);
    x->speed = fabs(v);
    hz_striker_hand(x, 0);
    hz_collide_strike(&x->model, v, args[1]);
}

static void impact_play(hz_object *o, double v)
{
    impact_strike(o, (double[]){ v, 0 });
}

static void impact_bang(hz_object *o)
{
    impact_play(o, hz_striker_own_of(o).velocity);
}

static const hz_verb own_verbs[] = {
    { "strike", strike_args, 2, 1, .act = impact_strike, .excites = 1,
      .doc = "Strikes with a free hammer at this speed, from the surface or from a distance. A contact in progress of "
             "the same hammer ends without a report. A strike on a ringing surface that pushes a hammer on a spring "
             "back is slower." },
};

static const hz_verb_table verbs[] = {
    { .verbs = own_verbs, .n = sizeof own_verbs / sizeof *own_verbs },
    { .verbs = hz_striker_verbs, .n = HZ_STRIKER_VERBS },
    { .verbs = hz_body_verbs, .n = HZ_BODY_VERBS, .part = offsetof(impact, striker.body) },
    { "hammer", hz_body_verbs, HZ_BODY_VERBS, offsetof(impact, striker.hammer) },
};

/* ---- life ---- */

static int impact_init(hz_object *o)
{
    hz_striker *x = &((impact *)o)->striker;
    x->play = impact_play;
    x->hammer_table = HAMMER;
    x->hammers = (int)hz_object_number(o, OWN, HAMMERS);
    return hz_striker_init(o);
}

static const hz_table tables[TABLES] = {
    [HZ_STRIKER_OWN] = { .rows = hz_striker_rows, .n = HZ_STRIKER_ROWS },
    [HZ_STRIKER_BODY] = { .rows = hz_body_rows, .n = HZ_BODY_ROWS },
    [OWN] = { .rows = rows, .n = ROWS },
    [HAMMER] = { .prefix = "hammer",
                 .rows = hz_body_rows,
                 .n = HZ_BODY_ROWS,
                 .first = &hz_body_hammer,
                 .initial = "size 0.1, thickness 0.01, modes 12" },
};

static const hz_param inlets[] = {
    { "force", "N",
      .doc = "Signal: a force that pushes the hammer towards the object. Of several hammers it pushes the one that "
             "struck last. Notes and messages come in here too." },
    { "push", "N", .doc = "Signal: a force that pushes the object away from the hammer, at the point of the strike." },
    { "position",
      .doc =
          "Signal: where the object is struck, like the parameter position. It glides within a block, and a hammer in "
          "contact glides along. The textbook methods read it once per block. If unconnected, the parameter applies." },
};

static const hz_class impact_class = {
    .name = "impact~",
    .summary = "a hammer, and what it hits",
    .size = sizeof(impact),
    .plain = -5.21,
    .tables = tables,
    .n_tables = TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = impact_presets,
    .n_presets = sizeof impact_presets / sizeof *impact_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .audio = "One pickup of the object per outlet, followed by those of a hammer that rings, if the creation flags "
             "describe one.",
    .init = impact_init,
    .run = impact_run,
    .bang = impact_bang,
    .model = &hz_striker_model,
};

HZ_CLASS(impact)
