/* bounce~: a ball, gravity, and what it falls on.
 *
 * A mass under gravity meets a rigid wall or a body of modes with the contact force K eta^a (1 + mu eta') of Hunt and
 * Crossley: Papetti, Avanzini, Rocchesso, "Energy and accuracy issues in numerical simulations of a non-linear impact
 * model", section 4. The surface may stand on a table that moves. Every bounce is located and resolved, however fast
 * they follow each other, and so is lasting contact, until the ball lies still. On a body of modes this goes as far as
 * the bounded work per sample allows; beyond it steps are passive. The model is core/collide. */
#include "families/modal/striker.h"
#include "presets/bounce.h"

#include <math.h>
#include <stddef.h>

static double gravity(const hz_object *o)
{
    return hz_striker_own_of(o).p.gravity;
}

static void bounce_run(hz_object *o, const hz_io *io)
{
    hz_striker *x = (hz_striker *)o;
    hz_striker_follow(x, io);
    hz_collide_run(&x->model, &(hz_collide_io){
                                  .n = io->n,
                                  .force_a = io->in[0],
                                  .table = io->in[1],
                                  .audio = io->audio,
                                  .displacement = io->displacement,
                                  .force = io->force,
                                  .meter = io->meter,
                                  .ledger = io->ledger,
                              });
}

/* ---- excitation ---- */

static const hz_param drop_args[] = {
    { "height", "m", 0, 0, 20, .doc = "Starting height of the ball, above the present position of the surface." },
};
static const hz_param throw_args[] = {
    { "velocity", "m/s", 0, -100, 100, .doc = "Velocity of the ball. Positive: away from the surface." },
};

/* Lets the ball go at a height over the surface, with a velocity towards it, from a hand that moves so fast in space.
 */
static void let_go(hz_object *o, double height, double v, double hand)
{
    hz_striker *x = (hz_striker *)o;
    double factor = hz_striker_stroke(x, 1);
    v *= factor;
    height *= factor * factor;
    double square = v * v + 2 * gravity(o) * height;
    if (square > 0)
        x->speed = sqrt(square); /* It will land with this speed. */
    hz_striker_hand(x, 0);
    hz_collide_strike(&x->model, v + hand, height);
}

static void bounce_drop(void *part, const double *args)
{
    let_go(part, args[0], 0, 0);
}

/* Sets the ball off from the surface, where it has the velocity of the table already. */
static void set_off(hz_object *o, double v)
{
    let_go(o, 0, v, ((hz_striker *)o)->model.system.slide);
}

static void bounce_throw(void *part, const double *args)
{
    set_off(part, -args[0]);
}

/* Sets the ball off for a key, which is not to wait for a fall. */
static void bounce_play(hz_object *o, double v)
{
    set_off(o, v);
}

/* Drops the ball so that it lands with the speed `velocity`. Where it would not fall, it is set off from the
 * surface. */
static void bounce_bang(hz_object *o)
{
    double v = hz_striker_own_of(o).velocity, height = v * v / (2 * gravity(o));
    if (v > 0 && height > 0 && height <= drop_args[0].max)
        let_go(o, height, 0, 0);
    else
        set_off(o, v);
}

static const hz_verb own_verbs[] = {
    { "drop", drop_args, 1, 1, .act = bounce_drop, .excites = 1,
      .doc = "Drops the ball from this height. A contact in progress ends without a report." },
    { "throw", throw_args, 1, 1, .act = bounce_throw, .excites = 1,
      .doc = "Throws the ball off the surface with this velocity. The present velocity of a moving table is added." },
};

static const hz_verb_table verbs[] = {
    { .verbs = own_verbs, .n = sizeof own_verbs / sizeof *own_verbs },
    { .verbs = hz_striker_verbs, .n = HZ_STRIKER_VERBS },
    { .verbs = hz_body_verbs, .n = HZ_BODY_VERBS, .part = offsetof(hz_striker, body) },
};

/* ---- life ---- */

static int bounce_init(hz_object *o)
{
    ((hz_striker *)o)->play = bounce_play;
    return hz_striker_init(o);
}

static const hz_table tables[HZ_STRIKER_TABLES] = {
    [HZ_STRIKER_OWN] = { .rows = hz_striker_rows,
                         .n = HZ_STRIKER_ROWS,
                         .initial = "mass 0.005, stiffness 5e8, damping 0.15, gravity 9.81, velocity 1.4" },
    [HZ_STRIKER_BODY] = { .rows = hz_body_rows, .n = HZ_BODY_ROWS, .initial = "size 0.3, thickness 0.003" },
};

static const hz_param inlets[] = {
    { "force", "N",
      .doc = "Signal: a force that pushes the ball towards the surface. Notes and messages come in here too." },
    { "table", "m",
      .doc = "Signal: position of the table that carries the surface. Positive values lift it away from the ball. The "
             "table moves evenly between two samples." },
    { "position",
      .doc = "Signal: where on the surface the ball lands, like the parameter position. It glides within a block, and "
             "a ball that lies on the surface glides along. If unconnected, the parameter applies." },
};

static const hz_class bounce_class = {
    .name = "bounce~",
    .summary = "a ball, gravity, and what it falls on",
    .size = sizeof(hz_striker),
    .plain = -5.67,
    .tables = tables,
    .n_tables = HZ_STRIKER_TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = bounce_presets,
    .n_presets = sizeof bounce_presets / sizeof *bounce_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .gain = 5,
    .init = bounce_init,
    .run = bounce_run,
    .bang = bounce_bang,
    .model = &hz_striker_model,
};

HZ_CLASS(bounce)
