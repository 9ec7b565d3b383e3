/* modalcontact~: two modal objects in exact contact.
 *
 * Body a meets body b through a linear spring and damper. Together they are one linear system while they touch and
 * two while they do not, and each goes on by its own exact solution: M. Rath, "Energy-stable modelling of contacting
 * modal objects with piece-wise linear interaction force". Switching is exact inside the sample, or by the
 * offsets of the paper. The model is core/linear_contact. */
#include "families/contact/contact_class.h"
#include "families/modal/body_verbs.h"
#include "pd/number.h"
#include "presets/modalcontact.h"

#include <stddef.h>

static const hz_param rows[HZ_CONTACT_CLASS_ROWS] = {
    [HZ_CONTACT_CLASS_STIFFNESS] = { "stiffness", "N/m", 1e6, 1, 1e18,
                                     .doc = "This is how hard the contact between the two bodies is: the stiffness k "
                                            "of the spring between them while they touch. A larger value makes a "
                                            "shorter contact and a brighter sound." },
    [HZ_CONTACT_CLASS_DAMPING] = { "damping", "N s/m", 1, 0, 1e4,
                                   .doc = "This is the damping c between the two bodies while they touch. It takes "
                                          "energy out of each contact. With 0 nothing is lost there." },
    [HZ_CONTACT_CLASS_GRAVITY] = { "gravity", "m/s^2", 9.81, -1e6, 1e6,
                                   .doc = "It accelerates a body that nothing holds, such as a free mass, from a "
                                          "towards b." },
    [HZ_CONTACT_CLASS_SWITCHING] = { "switching", .choices = "exact offset naive",
                                     .doc = "With exact a contact begins and ends at the moment when the distance is "
                                            "0, between the samples. With offset it begins and ends at a sample, and a "
                                            "small change of the distance at rest keeps the energy right, as in Rath's "
                                            "paper. With naive that change is left out: energy appears from "
                                            "nowhere where contacts begin, and is lost where they end. It is for "
                                            "teaching." },
    [HZ_CONTACT_CLASS_PULL] = { "pull", NULL, 1, 0, 1, .flags = HZ_WHOLE,
                                .doc = "With 1 the damper pulls on the bodies before they part, as in Rath's paper. "
                                       "With 0 the force ends where it would begin to pull, and the energy that the "
                                       "spring still holds is lost." },
    [HZ_CONTACT_CLASS_HEIGHT] = { "height", "m", 0.05, 0, 1e3, .flags = HZ_NEXT,
                                  .doc = "A bang before anything else was played drops body a from this height." },
    [HZ_CONTACT_CLASS_VELOCITY] = { "velocity", "m/s", 1, -1e3, 1e3, .flags = HZ_NEXT,
                                    .doc = "A note at full velocity strikes with this speed." },
};

/* ---- excitation ---- */

static void modalcontact_damp(void *part, const double *args)
{
    hz_contact_class_hand(part, args[0]);
}

static void modalcontact_strike(void *part, const double *args)
{
    hz_contact_class *x = part;
    hz_contact_class_hand(x, 0);
    x->model.waits_for_next = x->again;
    hz_linear_contact_strike(&x->model, args[0]);
}

static void modalcontact_drop(void *part, const double *args)
{
    hz_contact_class *x = part;
    hz_contact_class_hand(x, 0);
    x->model.waits_for_next = x->again;
    hz_linear_contact_drop(&x->model, args[0]);
}

static void modalcontact_bang(hz_object *o)
{
    modalcontact_drop(o, (double[]){ hz_contact_class_number(o, HZ_CONTACT_CLASS_HEIGHT) });
}

static void modalcontact_tune(void *part, const double *args)
{
    if (args[1] > 0)
        hz_object_put(part, HZ_CONTACT_CLASS_B_BODY, HZ_BODY_FREQ, hz_number_pitch(args[0]));
}

static void modalcontact_note(void *part, const double *args)
{
    if (args[1] > 0)
        modalcontact_strike(part,
                            (double[]){ hz_contact_class_number(part, HZ_CONTACT_CLASS_VELOCITY) * args[1] / 127 });
}

static void modalcontact_calm(void *part, const double *args)
{
    hz_contact_class *x = part;
    (void)args;
    hz_linear_contact_calm(&x->model);
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

static const hz_param strike_args[] = {
    { "velocity", "m/s", 0, -1e3, 1e3,
      .doc = "Body a has this velocity at the surface of b. A positive velocity goes towards b." }
};
static const hz_param drop_args[] = { { "height", "m", 0, 0, 1e3,
                                        .doc = "Body a starts at this height over the place where b is now." } };
static const hz_param shape_args[] = {
    { "array", .flags = HZ_WORD,
      .doc = "The Pd array of this name is filled, a point for each mass. Points beyond the last mass are 0." }
};

static const hz_verb own_verbs[] = {
    { "drop", drop_args, 1, 1, .act = modalcontact_drop, .excites = 1,
      .doc = "Body a is let go from this height and falls on b. A body that is held, such as a string or plate, is "
             "bent that far and let go." },
    { "strike", strike_args, 1, 1, .act = modalcontact_strike, .excites = 1,
      .doc = "Body a is put at the surface of b and moves with this velocity. A body that is held is set in motion "
             "where it touches." },
    { "note", hz_note_args, 2, 2, .sets = modalcontact_tune, .act = modalcontact_note, .excites = 2,
      .doc = "It tunes freq of body b to the pitch and strikes. Velocity 127 strikes with the speed that the parameter "
             "velocity says, lower ones in proportion." },
    { "damp", hz_damp_args, 1, 1, .act = modalcontact_damp,
      .doc = "A hand is laid on both bodies: all that rings dies away in this time, until the next note, drop or "
             "strike lifts the hand." },
    { "shape", shape_args, 1, 1, .now = modalcontact_shape, .answers = 1,
      .doc = "It draws the masses of body b, if b is 'object lumped', into an array: how far each is displaced now. If "
             "only a is 'object lumped', it draws those of a." },
};

static const hz_verb_table verbs[] = {
    { .verbs = own_verbs, .n = sizeof own_verbs / sizeof *own_verbs },
    { "a", hz_body_verbs, HZ_BODY_VERBS, offsetof(hz_contact_class, body[0].body) },
    { "a", hz_contact_body_verbs, HZ_CONTACT_BODY_VERBS, offsetof(hz_contact_class, body[0]) },
    { "b", hz_body_verbs, HZ_BODY_VERBS, offsetof(hz_contact_class, body[1].body) },
    { "b", hz_contact_body_verbs, HZ_CONTACT_BODY_VERBS, offsetof(hz_contact_class, body[1]) },
};

static const hz_table tables[HZ_CONTACT_CLASS_TABLES] = {
    [HZ_CONTACT_CLASS_OWN] = { .rows = rows, .n = HZ_CONTACT_CLASS_ROWS },
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
    { "force", "N",
      .doc = "A signal is a force that pushes body a towards b. This inlet takes notes and messages too." },
    { "push", "N", .doc = "A signal is a force that pushes body b away from a, at the point of contact." },
    { "position", .doc = "A signal says where on b the contact is, as the parameter position of b does. It is read "
                         "once a block; with many modes less often, as soon as what the last place asked for is "
                         "derived. Without a connection the parameter counts." },
    { "surface", "m",
      .doc = "A signal is the thickness of something between the two bodies, such as the profile of a rough surface. "
             "More thickness presses them apart. A body that nothing holds is lifted when the signal begins. From then "
             "on the work of the surface counts as energy supplied." },
};

static const hz_class modalcontact_class = {
    .name = "modalcontact~",
    .summary = "two modal objects in exact contact",
    .size = sizeof(hz_contact_class),
    .tables = tables,
    .n_tables = HZ_CONTACT_CLASS_TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = modalcontact_presets,
    .n_presets = sizeof modalcontact_presets / sizeof *modalcontact_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .audio = "Each outlet carries a pickup: first those of body a, then those of body b.",
    .gain = 3,
    .init = hz_contact_class_init,
    .bang = modalcontact_bang,
    .calm = modalcontact_calm,
    HZ_CONTACT_CLASS,
};

HZ_CLASS(modalcontact)
