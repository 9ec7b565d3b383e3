/* impact~: a hammer, and what it hits.
 *
 * A mass with the contact force K eta^a (1 + mu eta') of Hunt and Crossley meets a rigid wall: the model of Papetti,
 * Avanzini, Rocchesso, "Energy and accuracy issues in numerical simulations of a non-linear impact model". The wall
 * gives the hammer's own motion as audio. The core's event-driven solver makes v_out and x_max exact at any sample
 * rate, stiffness and resolution; the contact time has an error of second order in the sub-step. */
#include "core/collide.h"
#include "pd/class.h"

#include <math.h>

enum {
    MASS, STIFFNESS, EXPONENT, DAMPING, RESTITUTION, SUSPENSION, REST, GRAVITY, VELOCITY, OBJECT, PICKUPS, METHOD,
    RESOLUTION, ROWS
};
enum { PART_E, PART_V, PARTS };
enum { MOST_PICKUPS = 32 };

static const hz_param restitution_parts[PARTS] = {
    [PART_E] = { .name = "e", .init = 1, .min = 1e-9, .max = 1, .doc = "speed out over speed in" },
    [PART_V] = { .name = "v", .unit = "m/s", .init = 0, .min = 0, .max = 1e3, .doc = "at this speed of impact; 0: the last strike's" },
};

static const hz_param rows[ROWS] = {
    [MASS] = { .name = "mass", .unit = "kg", .init = 0.01, .min = 1e-6, .max = 1e4, .doc = "of the hammer" },
    [STIFFNESS] = { .name = "stiffness", .unit = "N/m^a", .init = 1e7, .min = 1, .max = 1e18,
                    .doc = "K of the contact force K x^a (1 + mu v)" },
    [EXPONENT] = { .name = "exponent", .init = 1.5, .min = 1, .max = 6,
                   .doc = "a of the contact force: 1 flat, 1.5 spheres, 2 to 4 felt" },
    [DAMPING] = { .name = "damping", .unit = "s/m", .init = 0.1, .min = 0, .max = 1e4, .doc = "mu of the contact force" },
    [RESTITUTION] = { .name = "restitution", .init = 1, .min = 1e-9, .max = 1, .most = PARTS, .parts = restitution_parts,
                      .doc = "sets damping for speed out over speed in on a wall; 'get' computes it" },
    [SUSPENSION] = { .name = "suspension", .unit = "Hz", .init = 0, .min = 0, .max = 1e6,
                     .doc = "the frequency at which the hammer swings about its place of rest; 0: it is free" },
    [REST] = { .name = "rest", .unit = "m", .init = 0, .min = -1e3, .max = 1e3,
               .doc = "the suspended hammer's place of rest; negative: before the surface" },
    [GRAVITY] = { .name = "gravity", .unit = "m/s^2", .init = 0, .min = -1e6, .max = 1e6,
                  .doc = "accelerates the hammer towards the object" },
    [VELOCITY] = { .name = "velocity", .unit = "m/s", .init = 0.5, .min = -1e3, .max = 1e3,
                   .doc = "what bang strikes with at first, and note at full velocity" },
    [OBJECT] = { .name = "object", .choices = "wall", .doc = "what is struck" },
    [PICKUPS] = { .name = "pickups", .init = 0.5, .min = 0, .max = 1, .most = MOST_PICKUPS, .flags = HZ_CREATION,
                  .doc = "an audio outlet for each; a wall gives the hammer's motion at all of them" },
    [METHOD] = { .name = "method", .choices = "exact", .doc = "how the contact is solved" },
    [RESOLUTION] = { .name = "resolution", .init = 64, .min = 8, .max = 4096, .flags = HZ_WHOLE,
                     .doc = "sub-steps a contact is resolved by" },
};

typedef struct impact {
    hz_object o;
    hz_collide model, trial; /* the trial is struck to find how loud a strike is */
    double strike_v;         /* of the last strike: what restitution refers to */
    int ready;
} impact;

static double value(const hz_object *o, int row)
{
    return hz_object_number(o, 0, row);
}

/* Contact motion slower than this changes the output by less than 1e-6 of full scale. */
static double inaudible(const hz_object *o, double h)
{
    double level = 1e-6 / fmax(fabs(hz_object_gain(o)), 1e-9);
    return hz_object_unit(o) == HZ_ACCELERATION ? level * h : level;
}

static hz_collide_params impact_params(const hz_object *o, double h)
{
    return (hz_collide_params){
        .law = { value(o, STIFFNESS), value(o, EXPONENT), value(o, DAMPING) },
        .mass = value(o, MASS),
        .suspension = value(o, SUSPENSION),
        .rest = value(o, REST),
        .gravity = value(o, GRAVITY),
        .resolution = (int)value(o, RESOLUTION),
        .quiet = inaudible(o, h),
    };
}

static void impact_update(hz_object *o, double h)
{
    impact *x = (impact *)o;
    hz_collide_params p = impact_params(o, h);
    hz_collide_prepare(&x->model, &p, h);
    if (!x->ready)
        hz_collide_reset(&x->model);
    x->ready = 1;
}

static void impact_run(hz_object *o, const hz_io *io)
{
    impact *x = (impact *)o;
    hz_collide_run(&x->model, &(hz_collide_io){
                                  .n = io->n,
                                  .force_a = io->in[0],
                                  .force_b = io->in[1],
                                  .motion = io->audio[0],
                                  .displacement = io->displacement,
                                  .force = io->force,
                                  .meter = io->meter,
                                  .ledger = io->ledger,
                              });
    for (int k = 1; k < o->n_audio; k++)
        for (int i = 0; i < io->n; i++)
            io->audio[k][i] = io->audio[0][i];
}

/* ---- excitation ---- */

static const hz_param strike_args[] = {
    { .name = "velocity", .unit = "m/s", .min = -1e3, .max = 1e3, .doc = "towards the object" },
    { .name = "distance", .unit = "m", .min = 0, .max = 1e3, .doc = "how far off the surface the hammer starts" },
};
static const hz_param note_args[] = {
    { .name = "pitch", .unit = "midi", .min = 0, .max = 127, .doc = "tunes freq; a wall has none" },
    { .name = "velocity", .unit = "midi", .min = 0, .max = 127, .doc = "127 strikes with the parameter velocity, 0 not at all" },
};

static void impact_strike(hz_object *o, const double *args, int given)
{
    impact *x = (impact *)o;
    x->strike_v = fabs(args[0]);
    hz_collide_strike(&x->model, args[0], given > 1 ? args[1] : 0);
}

static void impact_note(hz_object *o, const double *args, int given)
{
    double v[] = { value(o, VELOCITY) * args[1] / 127 };
    (void)given;
    if (args[1] > 0)
        impact_strike(o, v, 1);
}

static void impact_bang(hz_object *o)
{
    impact_strike(o, (double[]){ value(o, VELOCITY) }, 1);
}

static const hz_verb verbs[] = {
    { .name = "strike", .args = strike_args, .n_args = 2, .n_needed = 1, .act = impact_strike, .excites = 1,
      .doc = "puts the hammer at the surface, or so far off it, moving with this velocity" },
    { .name = "note", .args = note_args, .n_args = 2, .n_needed = 2, .act = impact_note, .excites = 1,
      .doc = "strikes as loud as a keyboard says" },
};

static double impact_peak(hz_object *o, double h)
{
    impact *x = (impact *)o;
    double motion[64], force[64], last = 0, peak = 0, *meter[HZ_METERS] = { 0 };
    int acceleration = hz_object_unit(o) == HZ_ACCELERATION;
    hz_collide_params p = impact_params(o, h);
    hz_collide_io io = { .n = 64, .motion = motion, .force = force, .meter = meter,
                         .displacement = hz_object_unit(o) == HZ_DISPLACEMENT };
    const double *args;
    int given;
    const hz_verb *verb = hz_object_excitation(o, &args, &given);
    hz_collide now = x->model;
    x->model = x->trial; /* the verbs act on the model, so let the trial stand in for it */
    hz_collide_prepare(&x->model, &p, h);
    hz_collide_reset(&x->model);
    double speed = x->strike_v;
    if (verb)
        verb->act(o, args, given);
    else
        impact_bang(o);
    last = hz_modal_velocity(&x->model.a);
    for (double t = 0; t < 0.25; t += io.n * h) { /* longer than any attack */
        hz_collide_run(&x->model, &io);
        for (int i = 0; i < io.n; i++) {
            peak = fmax(peak, fabs(acceleration ? (motion[i] - last) / h : motion[i]));
            last = motion[i];
        }
    }
    x->strike_v = speed;
    x->trial = x->model;
    x->model = now;
    return peak;
}

/* ---- restitution ---- */

/* The speed of impact that restitution refers to. */
static double reference_speed(const impact *x)
{
    const hz_object *o = &x->o;
    double v = hz_object_element(o, 0, RESTITUTION, PART_V);
    if (hz_object_count(o, 0, RESTITUTION) > PART_V && v > 0)
        return v;
    return x->strike_v > 0 ? x->strike_v : fmax(fabs(value(o, VELOCITY)), 1e-3);
}

static void impact_changed(hz_object *o, int table, int row)
{
    impact *x = (impact *)o;
    if (table != 0 || row != RESTITUTION)
        return;
    double e = value(o, RESTITUTION), mu = hz_wall_damping(e, reference_speed(x));
    if (mu <= rows[DAMPING].max)
        hz_object_put(o, 0, DAMPING, mu);
    else
        hz_object_complain(o, "restitution", "a value that needs more damping than there is", "damping to 1e4 s/m", "damping");
}

static void impact_derive(hz_object *o)
{
    double v = reference_speed((impact *)o);
    hz_object_put(o, 0, RESTITUTION, -hz_wall_vout(value(o, DAMPING), v) / v);
}

/* ---- life ---- */

static void impact_ended(void *owner, const hz_contact *c)
{
    hz_object_report(owner, c);
}

static int impact_init(hz_object *o)
{
    impact *x = (impact *)o;
    o->n_audio = hz_object_count(o, 0, PICKUPS);
    if (!hz_collide_init(&x->model, 0) || !hz_collide_init(&x->trial, 0))
        return 0;
    x->model.ended = impact_ended;
    x->model.owner = x;
    return 1;
}

static void impact_free(hz_object *o)
{
    impact *x = (impact *)o;
    hz_collide_free(&x->model);
    hz_collide_free(&x->trial);
}

static void impact_reset(hz_object *o)
{
    hz_collide_reset(&((impact *)o)->model);
}

static void impact_accounts(hz_object *o, hz_accounts *out)
{
    hz_collide_accounts(&((impact *)o)->model, out);
}

static double impact_velocity(const hz_object *o, int pickup)
{
    (void)pickup;
    return hz_modal_velocity(&((const impact *)o)->model.a);
}

static int impact_finite(const hz_object *o)
{
    return hz_collide_finite(&((const impact *)o)->model);
}

static const hz_table tables[] = { { .rows = rows, .n = ROWS } };

static const hz_param inlets[] = {
    { .name = "force", .unit = "N", .doc = "on the hammer, towards the object; messages" },
    { .name = "push", .unit = "N", .doc = "on the object at the contact point, away from the hammer; a wall does not move" },
    { .name = "position", .doc = "of the strike; a wall is the same everywhere" },
};

static const hz_preset presets[] = {
    { "knock", "mass 0.02, stiffness 1e7, restitution 0.6 0.5, unit acceleration, gain 3.7e-4" },
    { "click", "mass 0.002, stiffness 1e9, unit acceleration, gain 2.4e-5" },
    { "felt", "mass 0.01, stiffness 1e10, exponent 2.8, damping 0.3, unit acceleration, gain 7e-4" },
    { "rattle", "mass 0.005, stiffness 1e8, suspension 40, rest 3e-4, restitution 0.9 0.5, unit acceleration, gain 8e-5" },
    { "bounce", "mass 0.005, stiffness 1e8, gravity 9.81, velocity 1, restitution 0.7 1, unit acceleration, gain 3.7e-5" },
    { "case1", "mass 0.01, stiffness 1e7, exponent 1.1, damping 0.1, velocity 0.3" },
    { "case2", "mass 0.01, stiffness 1e9, exponent 1.5, damping 0.5, velocity 1, gain 0.5" },
};

static const hz_class impact_class = {
    .name = "impact~",
    .summary = "a hammer, and what it hits",
    .size = sizeof(impact),
    .tables = tables,
    .n_tables = 1,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = presets,
    .n_presets = sizeof presets / sizeof *presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .audio = "velocity of the hammer",
    .init = impact_init,
    .free = impact_free,
    .changed = impact_changed,
    .derive = impact_derive,
    .update = impact_update,
    .run = impact_run,
    .bang = impact_bang,
    .reset = impact_reset,
    .accounts = impact_accounts,
    .finite = impact_finite,
    .velocity = impact_velocity,
    .peak = impact_peak,
};

HZ_CLASS(impact)
