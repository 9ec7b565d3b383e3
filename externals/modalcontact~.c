/* modalcontact~: two modal objects in exact contact.
 *
 * Body a meets body b through a linear spring and damper. Together they are one linear system while they touch and
 * two while they do not, and each goes on by its own exact solution: M. Rath, "Energy-stable modelling of contacting
 * modal objects with piece-wise linear interaction force". Switching is exact inside the sample, or by the
 * offsets of the paper. The model is core/linear_contact. */
#include "core/linear_contact/linear_contact.h"
#include "pd/audition.h"
#include "families/contact/contact_body.h"
#include "pd/number.h"
#include "families/modal/body_verbs.h"
#include "presets/modalcontact.h"

#include <math.h>
#include <stddef.h>

enum { STIFFNESS, DAMPING, GRAVITY, SWITCHING, HEIGHT, VELOCITY, ROWS };
enum { OWN, A_BODY, A_MORE, B_BODY, B_MORE, TABLES };

static const hz_param rows[ROWS] = {
    [STIFFNESS] = { "stiffness", "N/m", 1e6, 1, 1e18, .doc = "This is k of the contact." },
    [DAMPING] = { "damping", "N s/m", 1, 0, 1e4, .doc = "This is c of the contact." },
    [GRAVITY] = { "gravity", "m/s^2", 9.81, -1e6, 1e6, .doc = "It moves what can move freely, from a towards b." },
    [SWITCHING] = { "switching", .choices = "exact offset naive",
                    .doc =
                        "A contact begins and ends where the distance is 0, or at samples by the rods of the "
                        "paper. With naive it is at samples without rods, which makes energy: that is for teaching." },
    [HEIGHT] = { "height", "m", 0.05, 0, 1e3, .doc = "The first bang drops a from this height." },
    [VELOCITY] = { "velocity", "m/s", 1, -1e3, 1e3, .doc = "A note at full velocity strikes with this velocity." },
};

typedef struct modalcontact {
    hz_object o;
    hz_linear_contact model;
    hz_contact_body body[2];
    double q[HZ_LINEAR_CONTACT_MOST]; /* the displacements of the modes, for `shape` */
    int again;                        /* Parameters changed while the model was still deriving those before. */
} modalcontact;

static double value(const hz_object *o, int row)
{
    return hz_object_number(o, OWN, row);
}

static void say_if_not_found(modalcontact *x)
{
    if (x->model.not_found)
        hz_object_remark(&x->o, "the poles of a contact so damped were not found, so the old ones stay");
    x->model.not_found = 0;
}

static void modalcontact_update(hz_object *o, double h)
{
    modalcontact *x = (modalcontact *)o;
    x->again = hz_linear_contact_is_deriving(&x->model);
    if (x->again)
        return;
    hz_linear_contact_params p = { value(o, STIFFNESS), value(o, DAMPING), value(o, GRAVITY),
                                   (enum hz_switching)value(o, SWITCHING) };
    hz_modes a = hz_body_modes(&x->body[0].body, h), b = hz_body_modes(&x->body[1].body, h);
    if (a.n + b.n > HZ_LINEAR_CONTACT_MOST) {
        _Static_assert(HZ_LINEAR_CONTACT_MOST == 256, "the remark names the limit");
        hz_object_remark(o, "modes: both objects may have 256 modes together, and these have more, so the old ones "
                            "stay; at creation those beyond are left out");
        if (x->model.ready)
            return;
        a.n = (int)fmin(a.n, fmax(HZ_LINEAR_CONTACT_MOST / 2, HZ_LINEAR_CONTACT_MOST - b.n));
        b.n = (int)fmin(b.n, HZ_LINEAR_CONTACT_MOST - a.n);
    }
    hz_linear_contact_change(&x->model, &p, &a, &b, h);
    say_if_not_found(x);
}

static void run_model(hz_object *o, const hz_io *io, int met)
{
    modalcontact *x = (modalcontact *)o;
    (void)met;
    _Static_assert(HZ_LINEAR_CONTACT_MOST_BOOKED == 101, "the remark names the limit");
    if (!hz_linear_contact_run(&x->model, &(hz_linear_contact_io){ .n = io->n,
                                                                   .force_a = io->in[0],
                                                                   .force_b = io->in[1],
                                                                   .surface = io->in[3],
                                                                   .audio = io->audio,
                                                                   .displacement = io->displacement,
                                                                   .force = io->force,
                                                                   .meter = io->meter,
                                                                   .ledger = io->ledger }))
        hz_object_remark(o,
                         "ledger: the energy lost in contact is booked for at most 101 modes in both objects (those of "
                         "matrices count twice); here it is not booked and shows as residual");
    if (x->model.guarded)
        hz_object_remark(o, "switching: naive has made three times the energy that was put in, so rods stand in");
}

static void modalcontact_run(hz_object *o, const hz_io *io)
{
    modalcontact *x = (modalcontact *)o;
    if (hz_body_follow(&x->body[1].body, io->in[2]))
        modalcontact_update(o, x->model.h);
    run_model(o, io, 0);
    say_if_not_found(x);
    if (x->again && !hz_linear_contact_is_deriving(&x->model))
        modalcontact_update(o, x->model.h);
}

/* ---- excitation ---- */

/* Lays a hand on what rings, which stays until the next excitation. */
static void lay_hand(modalcontact *x, double seconds)
{
    if (hz_body_damp(&x->body[0].body, seconds) | hz_body_damp(&x->body[1].body, seconds))
        modalcontact_update(&x->o, x->model.h);
}

static void modalcontact_damp(void *part, const double *args)
{
    lay_hand(part, args[0]);
}

static void modalcontact_strike(void *part, const double *args)
{
    modalcontact *x = part;
    lay_hand(x, 0);
    hz_linear_contact_strike(&x->model, args[0]);
}

static void modalcontact_drop(void *part, const double *args)
{
    modalcontact *x = part;
    lay_hand(x, 0);
    hz_linear_contact_drop(&x->model, args[0]);
}

static void modalcontact_bang(hz_object *o)
{
    modalcontact_drop(o, (double[]){ value(o, HEIGHT) });
}

static void modalcontact_tune(void *part, const double *args)
{
    if (args[1] > 0)
        hz_object_put(part, B_BODY, HZ_BODY_FREQ, hz_number_pitch(args[0]));
}

static void modalcontact_note(void *part, const double *args)
{
    if (args[1] > 0)
        modalcontact_strike(part, (double[]){ value(part, VELOCITY) * args[1] / 127 });
}

/* ---- shapes ---- */

static void modalcontact_shape(void *part, int argc, const t_atom *argv)
{
    modalcontact *x = part;
    (void)argc;
    for (int body = 1; body >= 0; body--) /* the shape of b, else that of a */
        if (hz_contact_body_is_lumped(&x->body[body]) || body == 0) {
            hz_linear_contact_modes(&x->model, body, x->q);
            hz_contact_body_draw(&x->body[body], x->q, (body ? x->model.b : x->model.a).n, argv[0].a_w.w_symbol);
            return;
        }
}

static const hz_param strike_args[] = { { "velocity", "m/s", 0, -1e3, 1e3,
                                          .doc = "Body a has it at the surface of b, and it is positive towards b." } };
static const hz_param drop_args[] = { { "height", "m", 0, 0, 1e3,
                                        .doc = "Body a starts so high over the present place of b." } };
static const hz_param shape_args[] = {
    { "array", .flags = HZ_WORD, .doc = "The array of this name is filled. Its points beyond the masses are 0." }
};

static const hz_verb own_verbs[] = {
    { "drop", drop_args, 1, 1, .act = modalcontact_drop, .excites = 1,
      .doc = "It lets a fall from this height. What cannot fall is bent that far and let go." },
    { "strike", strike_args, 1, 1, .act = modalcontact_strike, .excites = 1,
      .doc = "It puts a at the surface of b, moving with this velocity. What cannot move freely is struck there." },
    { "note", hz_note_args, 2, 2, .sets = modalcontact_tune, .act = modalcontact_note, .excites = 2,
      .doc = "It tunes freq of b and strikes. Velocity 127 strikes with the parameter velocity." },
    { "damp", hz_damp_args, 1, 1, .act = modalcontact_damp,
      .doc = "A hand is laid on both bodies: everything decays that fast until the next excitation." },
    { "shape", shape_args, 1, 1, .now = modalcontact_shape, .answers = 1,
      .doc = "It writes the present shape of b into an array, or that of a where only a is 'object lumped'." },
};

static const hz_verb_table verbs[] = {
    { .verbs = own_verbs, .n = sizeof own_verbs / sizeof *own_verbs },
    { "a", hz_body_verbs, HZ_BODY_VERBS, offsetof(modalcontact, body[0].body) },
    { "a", hz_contact_body_verbs, HZ_CONTACT_BODY_VERBS, offsetof(modalcontact, body[0]) },
    { "b", hz_body_verbs, HZ_BODY_VERBS, offsetof(modalcontact, body[1].body) },
    { "b", hz_contact_body_verbs, HZ_CONTACT_BODY_VERBS, offsetof(modalcontact, body[1]) },
};

/* ---- life ---- */

static int make(hz_object *o)
{
    modalcontact *x = (modalcontact *)o;
    return hz_linear_contact_init(&x->model, HZ_LINEAR_CONTACT_MOST, x->body[0].body.pickups, HZ_LINEAR_CONTACT_MOST,
                                  x->body[1].body.pickups);
}

static void unmake(hz_object *o)
{
    hz_linear_contact_free(&((modalcontact *)o)->model);
}

static int modalcontact_init(hz_object *o)
{
    modalcontact *x = (modalcontact *)o;
    if (!hz_contact_body_init(&x->body[0], o, A_BODY, A_MORE) || !hz_contact_body_init(&x->body[1], o, B_BODY, B_MORE))
        return 0;
    o->n_audio = x->body[0].body.pickups + x->body[1].body.pickups;
    if (!make(o))
        return 0;
    x->model.ended = hz_object_report;
    x->model.owner = x;
    return 1;
}

static void modalcontact_free(hz_object *o)
{
    modalcontact *x = (modalcontact *)o;
    hz_contact_body_free(&x->body[0]);
    hz_contact_body_free(&x->body[1]);
    hz_linear_contact_free(&x->model);
}

static int modalcontact_most(const hz_object *o, int table, int row)
{
    const modalcontact *x = (const modalcontact *)o;
    return table == A_BODY || table == B_BODY ? hz_body_most(&x->body[table == B_BODY].body, row) : 0;
}

static void modalcontact_changed(hz_object *o, int table, int row)
{
    modalcontact *x = (modalcontact *)o;
    if (table == A_BODY || table == B_BODY)
        hz_body_changed(&x->body[table == B_BODY].body, row);
}

static void modalcontact_calm(void *part, const double *args)
{
    modalcontact *x = part;
    (void)args;
    hz_linear_contact_calm(&x->model);
}

static void modalcontact_defaults(hz_object *o)
{
    modalcontact *x = (modalcontact *)o;
    hz_body_defaults(&x->body[0].body);
    hz_body_defaults(&x->body[1].body);
}

static void modalcontact_reset(hz_object *o)
{
    modalcontact *x = (modalcontact *)o;
    if (hz_body_damp(&x->body[0].body, 0) | hz_body_damp(&x->body[1].body, 0))
        hz_object_mark(o);
    hz_linear_contact_reset(&x->model);
}

static void modalcontact_accounts(hz_object *o, hz_accounts *out)
{
    hz_linear_contact_accounts(&((modalcontact *)o)->model, out);
}

static int modalcontact_finite(const hz_object *o)
{
    return hz_linear_contact_finite(&((const modalcontact *)o)->model);
}

static double modalcontact_velocity(const hz_object *o, int pickup)
{
    return hz_linear_contact_heard(&((const modalcontact *)o)->model, pickup, 0);
}

static double modalcontact_peak(hz_object *o, double h)
{
    modalcontact *x = (modalcontact *)o;
    double *hand[2] = { &x->body[0].body.hand, &x->body[1].body.hand };
    hz_audition a = { .model = &x->model,
                      .size = sizeof x->model,
                      .make = make,
                      .begin = modalcontact_reset,
                      .unmake = unmake,
                      .run = run_model,
                      .kept = { { hand[0], sizeof *hand[0] }, { hand[1], sizeof *hand[1] } },
                      .freq_table = B_BODY,
                      .freq_row = HZ_BODY_FREQ };
    return hz_audition_peak(o, h, &a);
}

static const hz_table tables[TABLES] = {
    [OWN] = { .rows = rows, .n = ROWS },
    [A_BODY] = { .prefix = "a",
                 .rows = hz_body_rows,
                 .n = HZ_BODY_ROWS,
                 .first = &hz_body_any_object,
                 .initial = "object mass" },
    [A_MORE] = { .prefix = "a", .rows = hz_contact_body_rows, .n = HZ_CONTACT_BODY_ROWS },
    [B_BODY] = { .prefix = "b",
                 .rows = hz_body_rows,
                 .n = HZ_BODY_ROWS,
                 .first = &hz_body_any_object,
                 .initial = "size 0.3, thickness 0.002" },
    [B_MORE] = { .prefix = "b", .rows = hz_contact_body_rows, .n = HZ_CONTACT_BODY_ROWS },
};

static const hz_param inlets[] = {
    { "force", "N", .doc = "It pushes a towards b. This inlet takes notes and messages too." },
    { "push", "N", .doc = "It pushes b at the contact point, away from a." },
    { "position", .doc = "It is the position of the contact on b, which is read once a block. Without a connection the "
                         "parameter position of b counts." },
    { "surface", "m",
      .doc = "It lies between the bodies and is so thick. A positive one presses them apart. Where its signal begins, "
             "what "
             "can move freely goes along; after that its work is supplied." },
};

static const hz_class modalcontact_class = {
    .name = "modalcontact~",
    .summary = "two modal objects in exact contact",
    .size = sizeof(modalcontact),
    .tables = tables,
    .n_tables = TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = modalcontact_presets,
    .n_presets = sizeof modalcontact_presets / sizeof *modalcontact_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .audio = "The outlets carry the pickups of a, then those of b.",
    .gain = 0.5,
    .init = modalcontact_init,
    .free = modalcontact_free,
    .most = modalcontact_most,
    .changed = modalcontact_changed,
    .defaults = modalcontact_defaults,
    .update = modalcontact_update,
    .run = modalcontact_run,
    .bang = modalcontact_bang,
    .reset = modalcontact_reset,
    .accounts = modalcontact_accounts,
    .finite = modalcontact_finite,
    .velocity = modalcontact_velocity,
    .peak = modalcontact_peak,
    .calm = modalcontact_calm,
};

HZ_CLASS(modalcontact)
