/* friction~: what rubs, squeaks and sings.
 *
 * Body a, or a hand that does not ring, is drawn over body b and sticks and slips on it. The friction is the
 * elasto-plastic bristle of Dupont, Hayward, Armstrong, Altpeter, "Single state elasto-plastic friction models", which
 * Avanzini, Serafin, Rocchesso, "Interactive simulation of rigid body interaction with friction-induced sound
 * generation", put between modal bodies. It is passive, and solved to rounding in each step. The model is
 * core/friction. */
#include "families/friction/friction_class.h"
#include "presets/friction.h"

#include <stddef.h>

static const hz_verb_table verbs[] = {
    { .verbs = hz_friction_verbs, .n = HZ_FRICTION_VERBS },
    { "a", hz_body_verbs, HZ_BODY_VERBS, offsetof(hz_friction_class, body[0]) },
    { "b", hz_body_verbs, HZ_BODY_VERBS, offsetof(hz_friction_class, body[1]) },
};

static const hz_table tables[HZ_FRICTION_TABLES] = {
    [HZ_FRICTION_OWN] = { .rows = hz_friction_rows, .n = HZ_FRICTION_ROWS },
    [HZ_FRICTION_A] = { .prefix = "a", .rows = hz_body_rows, .n = HZ_BODY_ROWS, .initial = "object wall" },
    [HZ_FRICTION_B] = { .prefix = "b",
                        .rows = hz_body_rows,
                        .n = HZ_BODY_ROWS,
                        .initial = "object freebar, material brass, size 0.2 0.02, thickness 0.003, modes 20" },
};

static const hz_param inlets[] = {
    { "force", "N",
      .doc = "Signal: normal force, which presses the bodies together. Negative values are taken as 0. If only the "
             "speed inlet is connected, press applies. Notes and messages come in here too." },
    { "speed", "m/s",
      .doc = "Signal: speed of the hand that draws a over b. If only the force inlet is connected, the parameter "
             "speed applies." },
    { "push", "N", .doc = "Signal: a force that pushes body b along, at the point of contact." },
    { "position", .doc = "Signal: where b is rubbed, like the parameter position of b. It glides within a block. If "
                         "unconnected, the parameter applies." },
    { "place", .doc = "Signal: where a rubs, like the parameter position of a. It glides within a block. If "
                      "unconnected, the parameter applies." },
};

static const hz_class friction_class = {
    .name = "friction~",
    .summary = "what rubs, squeaks and sings",
    .size = sizeof(hz_friction_class),
    .plain = -15.05,
    .tables = tables,
    .n_tables = HZ_FRICTION_TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = friction_presets,
    .n_presets = sizeof friction_presets / sizeof *friction_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .audio = "One pickup per outlet: those of body a, then those of body b.",
    .gain = 1.3,
    .release = 0.3,
    .steps = 1,
    .init = hz_friction_class_init,
    .run = hz_friction_class_run,
    .bang = hz_friction_class_bang,
    .model = &hz_friction_model,
};

HZ_CLASS(friction)
