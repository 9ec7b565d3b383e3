/* modalcontact~: two modal objects in exact contact.
 *
 * Body a meets body b through a linear spring and damper. Together they are one linear system while they touch and
 * two while they do not: M. Rath, "Energy-stable modelling of contacting
 * modal objects with piece-wise linear interaction force". Switching is exact inside the sample, or by the
 * offsets of the paper. The model is core/linear_contact. */
#include "families/contact/contact_class.h"
#include "pd/text.h"
#include "presets/modalcontact.h"

#include <stddef.h>

#define AT(member) HZ_FIELD(hz_contact_own, member)

static const hz_param rows[] = {
    { "stiffness", "N/m", 1e6, 1, 1e17, AT(p.stiffness),
      .doc =
          "Stiffness k of the spring between the two bodies while they touch. Higher: harder, with a shorter contact "
          "and a brighter sound." },
    { "damping", "N s/m", 1, 0, 1e4, AT(p.damping),
      .doc = "Damping c between the two bodies while they touch. 0: no loss." },
    { "gravity", "m/s^2", 9.81, -1e4, 1e4, AT(p.gravity),
      .doc = "Acceleration, from a towards b, of a body that nothing holds, such as a free mass." },
    { "switching", .choices = "exact offset naive", AT(p.switching),
      .doc =
          "How a contact begins and ends. exact: when the distance is 0, between samples. offset: at a sample, with a "
          "small change of the rest distance that keeps the energy balance, as in Rath's paper. naive: without that "
          "change, so that energy appears from nowhere where contacts begin and is lost where they end, for "
          "teaching." },
    { "pull", NULL, 1, 0, 1, .flags = HZ_WHOLE, AT(pull),
      .doc = "1: the damper pulls on the bodies before they part, as in Rath's paper. 0: the force ends when it would "
             "begin to pull, and the energy left in the spring is lost." },
    { "height", "m", 0.05, 0, 20, .flags = HZ_NEXT, AT(height),
      .doc = "Drop height of body a for a bang, if nothing was played yet." },
    { "velocity", "m/s", 1, -100, 100, .flags = HZ_NEXT, AT(velocity), .doc = "Strike speed at velocity 127." },
    { "human", NULL, 0, 0, 1, HZ_JITTER_ROW, AT(human) },
};

/* ---- excitation ---- */

static void modalcontact_damp(void *part, const double *args)
{
    hz_contact_class_hand(part, args[0]);
}

static void modalcontact_strike(void *part, const double *args)
{
    hz_contact_class *x = part;
    double factor = hz_contact_class_stroke(x);
    hz_contact_class_hand(x, 0);
    hz_linear_contact_strike(&x->model, args[0] * factor);
}

static void modalcontact_drop(void *part, const double *args)
{
    hz_contact_class *x = part;
    double factor = hz_contact_class_stroke(x);
    hz_contact_class_hand(x, 0);
    hz_linear_contact_drop(&x->model, args[0] * (hz_contact_class_falls(x) ? factor * factor : factor));
}

static void modalcontact_bang(hz_object *o)
{
    modalcontact_drop(o, (double[]){ hz_contact_class_own(o).height });
}

static void modalcontact_tune(void *part, const double *args)
{
    if (args[1] > 0)
        hz_object_put(part, HZ_CONTACT_CLASS_B_BODY, HZ_BODY_FREQ, hz_number_pitch(args[0]));
}

static void modalcontact_note(void *part, const double *args)
{
    if (args[1] > 0)
        modalcontact_strike(part, (double[]){ hz_contact_class_own(part).velocity * args[1] / 127 });
}

/* ---- shapes ---- */

static void modalcontact_shape(void *part, int argc, const t_atom *argv)
{
    hz_contact_class *x = part;
    (void)argc;
    for (int body = 1; body >= 0; body--) /* the shape of b, else that of a */
        if (hz_contact_body_is_lumped(&x->body[body]) || body == 0) {
            hz_linear_contact_modes(&x->model, body, x->q, NULL);
            hz_contact_body_draw(&x->body[body], x->q, (body ? x->model.b : x->model.a).n, argv[0].a_w.w_symbol);
            return;
        }
}

static const hz_param strike_args[] = { { "velocity", "m/s", 0, -100, 100,
                                          .doc = "Velocity of body a at the surface of b. Positive: towards b." } };
static const hz_param drop_args[] = { { "height", "m", 0, 0, 20,
                                        .doc = "Starting height of body a above the present position of b." } };
static const hz_param shape_args[] = {
    { "array", .flags = HZ_WORD, .doc = "Pd array to fill, one point per mass. Points beyond the last mass are 0." }
};

static const hz_verb own_verbs[] = {
    { "drop", drop_args, 1, 1, .act = modalcontact_drop, .excites = 1,
      .doc = "Drops body a on b from this height. A body that is held, such as a string or plate, is displaced that "
             "far and released." },
    { "strike", strike_args, 1, 1, .act = modalcontact_strike, .excites = 1,
      .doc = "Puts body a at the surface of b, moving with this velocity. A body that is held is set in motion at the "
             "point of contact." },
    { "note", hz_note_args, 2, 2, .sets = modalcontact_tune, .act = modalcontact_note, .excites = 2,
      .doc = "Tunes freq of body b to the pitch and strikes. Velocity 127 strikes with the speed of the parameter "
             "velocity, lower ones in proportion." },
    { "damp", hz_damp_args, 1, 1, .act = modalcontact_damp,
      .doc = "Damps both bodies with this T60 until the next note, drop or strike." },
    { "shape", shape_args, 1, 1, .now = modalcontact_shape, .answers = 1,
      .doc = "Draws the present displacement of each mass of body b, if it is 'object lumped', into an array. If only "
             "a is 'object lumped', draws those of a." },
};

static const hz_verb_table verbs[] = {
    { .verbs = own_verbs, .n = sizeof own_verbs / sizeof *own_verbs },
    { "a", hz_body_verbs, HZ_BODY_VERBS, offsetof(hz_contact_class, body[0].body) },
    { "a", hz_contact_body_verbs, HZ_CONTACT_BODY_VERBS, offsetof(hz_contact_class, body[0]) },
    { "b", hz_body_verbs, HZ_BODY_VERBS, offsetof(hz_contact_class, body[1].body) },
    { "b", hz_contact_body_verbs, HZ_CONTACT_BODY_VERBS, offsetof(hz_contact_class, body[1]) },
};

static const hz_table tables[HZ_CONTACT_CLASS_TABLES] = {
    [HZ_CONTACT_CLASS_OWN] = { .rows = rows, .n = sizeof rows / sizeof *rows },
    [HZ_CONTACT_CLASS_A_BODY] = { .prefix = "a",
                                  .rows = hz_body_rows,
                                  .n = HZ_BODY_ROWS,
                                  .first = &hz_body_any_object,
                                  .initial = "object mass, hear radiation" },
    [HZ_CONTACT_CLASS_A_MORE] = { .prefix = "a", .rows = hz_contact_body_rows, .n = HZ_CONTACT_BODY_ROWS },
    [HZ_CONTACT_CLASS_B_BODY] = { .prefix = "b",
                                  .rows = hz_body_rows,
                                  .n = HZ_BODY_ROWS,
                                  .first = &hz_body_any_object,
                                  .initial = "size 0.3, thickness 0.002" },
    [HZ_CONTACT_CLASS_B_MORE] = { .prefix = "b", .rows = hz_contact_body_rows, .n = HZ_CONTACT_BODY_ROWS },
};

static const hz_param inlets[] = {
    { "force", "N", .doc = "Signal: a force that pushes body a towards b. Notes and messages come in here too." },
    { "push", "N", .doc = "Signal: a force that pushes body b away from a, at the point of contact." },
    { "position", .doc = "Signal: where on b the contact is, like the parameter position of b. It is read once per "
                         "block. If unconnected, the parameter applies." },
    { "surface", "m",
      .doc = "Signal: thickness of something between the two bodies, such as the profile of a rough surface. Thicker "
             "presses them apart. A body that nothing holds is lifted when the signal begins, and from then on the "
             "work of the surface is supplied energy." },
};

static const hz_class modalcontact_class = {
    .name = "modalcontact~",
    .summary = "two modal objects in exact contact",
    .size = sizeof(hz_contact_class),
    .plain = -4.36,
    .tables = tables,
    .n_tables = HZ_CONTACT_CLASS_TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = modalcontact_presets,
    .n_presets = sizeof modalcontact_presets / sizeof *modalcontact_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .audio = "One pickup per outlet: those of body a, then those of body b.",
    .gain = 3,
    .init = hz_contact_class_init,
    .bang = modalcontact_bang,
    .run = hz_contact_class_run,
    .model = &hz_contact_model,
};

HZ_CLASS(modalcontact)
