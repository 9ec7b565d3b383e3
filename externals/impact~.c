/* impact~: a hammer, and what it hits.
 *
 * A mass with the contact force K eta^a (1 + mu eta') of Hunt and Crossley meets a rigid wall or a body of modes: the
 * models of Papetti, Avanzini, Rocchesso, "Energy and accuracy issues in numerical simulations of a non-linear impact
 * model", and of Avanzini, Rocchesso, "Modeling collision sounds". A wall gives the hammer's own motion as audio. The core's event-driven solver makes v_out and x_max exact at any sample
 * rate, stiffness and resolution; the contact time has an error of second order in the sub-step. */
#include "core/collide.h"
#include "pd/body.h"
#include "pd/class.h"
#include "presets.h"

#include <math.h>
#include <stdio.h>

enum {
    MASS, STIFFNESS, EXPONENT, DAMPING, RESTITUTION, SUSPENSION, REST, GRAVITY, VELOCITY, METHOD, RESOLUTION, ROWS
};
enum { OWN, BODY, TABLES };
enum { PART_E, PART_V, PARTS };

static const hz_param restitution_parts[PARTS] = {
    [PART_E] = { .name = "e", .init = 1, .min = 1e-9, .max = 1, .doc = "speed out over speed in" },
    [PART_V] = { .name = "v", .unit = "m/s", .init = 0, .min = 0, .max = 1e3, .doc = "at this speed of impact; 0: the last strike's" },
};

static const hz_param rows[ROWS] = {
    [MASS] = { .name = "mass", .unit = "kg", .init = 0.01, .min = 1e-6, .max = 1e4, .doc = "of the hammer" },
    [STIFFNESS] = { .name = "stiffness", .unit = "N/m^a", .init = 5e7, .min = 1, .max = 1e18,
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
    [VELOCITY] = { .name = "velocity", .unit = "m/s", .init = 0.7, .min = -1e3, .max = 1e3,
                   .doc = "what bang strikes with at first, and note at full velocity" },
    [METHOD] = { .name = "method", .choices = "exact", .doc = "how the contact is solved" },
    [RESOLUTION] = { .name = "resolution", .init = 64, .min = 8, .max = 4096, .flags = HZ_WHOLE,
                     .doc = "sub-steps a contact is resolved by" },
};

typedef struct impact {
    hz_object o;
    hz_collide model;
    hz_body body;
    double strike_v; /* of the last strike: what restitution refers to ... */
    double stated_v; /* ... unless its own setting stated a speed */
    double inlet;    /* the position inlet's last value */
    int ready;
} impact;

static double value(const hz_object *o, int row)
{
    return hz_object_number(o, OWN, row);
}

/* Contact motion slower than this changes the output by less than 1e-6 of full scale. */
static double inaudible(const hz_object *o, double h)
{
    double level = 1e-6 / fmax(fabs(hz_object_gain(o)), 1); /* the force outlet listens at any gain */
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
    hz_modes modes = hz_body_modes(&x->body, h);
    hz_collide_prepare(&x->model, &p, &modes, h);
    if (!x->ready)
        hz_collide_reset(&x->model);
    x->ready = 1;
}

/* The position inlet counts from its first move on: unconnected it is 0, which is no place to strike. */
static void follow_inlet(impact *x, double place)
{
    if (place == x->inlet)
        return;
    x->inlet = place;
    x->body.place = fmin(fmax(place, 0), 1);
    impact_update(&x->o, x->model.h);
}

static void impact_run(hz_object *o, const hz_io *io)
{
    impact *x = (impact *)o;
    follow_inlet(x, io->in[2][0]);
    hz_collide_run(&x->model, &(hz_collide_io){
                                  .n = io->n,
                                  .force_a = io->in[0],
                                  .force_b = io->in[1],
                                  .audio = io->audio,
                                  .displacement = io->displacement,
                                  .force = io->force,
                                  .meter = io->meter,
                                  .ledger = io->ledger,
                              });
}

/* ---- excitation ---- */

static const hz_param strike_args[] = {
    { .name = "velocity", .unit = "m/s", .min = -1e3, .max = 1e3, .doc = "towards the object" },
    { .name = "distance", .unit = "m", .min = 0, .max = 1e3, .doc = "how far off the surface the hammer starts" },
};
static const hz_param note_args[] = {
    { .name = "pitch", .unit = "midi", .min = 0, .max = 127, .doc = "tunes freq" },
    { .name = "velocity", .unit = "midi", .min = 0, .max = 127, .doc = "127 strikes with the parameter velocity, 0 not at all" },
};

/* A hand laid on the object stays until it is struck again. */
static void lay_hand(impact *x, double seconds)
{
    if (x->body.hand == seconds)
        return;
    x->body.hand = seconds;
    impact_update(&x->o, x->model.h);
}

static void impact_damp(hz_object *o, const double *args, int given)
{
    (void)given;
    lay_hand((impact *)o, args[0]);
}

static void impact_strike(hz_object *o, const double *args, int given)
{
    impact *x = (impact *)o;
    x->strike_v = fabs(args[0]);
    lay_hand(x, 0);
    hz_collide_strike(&x->model, args[0], given > 1 ? args[1] : 0);
}

static void impact_note(hz_object *o, const double *args, int given)
{
    (void)given;
    if (args[1] == 0)
        return;
    hz_object_put(o, BODY, HZ_BODY_FREQ, 440 * exp2((args[0] - 69) / 12));
    impact_update(o, ((impact *)o)->model.h);
    impact_strike(o, (double[]){ value(o, VELOCITY) * args[1] / 127 }, 1);
}

static void impact_bang(hz_object *o)
{
    impact_strike(o, (double[]){ value(o, VELOCITY) }, 1);
}

static const hz_param damp_args[] = {
    { .name = "seconds", .unit = "s", .min = 1e-4, .max = 1e4, .doc = "to -60 dB" },
};
static const hz_param pick_args[] = {
    { .name = "pickup", .init = 1, .min = 1, .max = HZ_BODY_MOST_PICKUPS, .flags = HZ_WHOLE, .doc = "counted from 1" },
    { .name = "weights", .min = -1e3, .max = 1e3, .most = HZ_BODY_MOST_MODES, .doc = "of the modes at this pickup" },
};

static void impact_pick(hz_object *o, int argc, const t_atom *argv)
{
    impact *x = (impact *)o;
    double weights[HZ_BODY_MOST_MODES];
    int pickup = (int)atom_getfloat(argv);
    if (pickup > o->n_audio) {
        char given[20], allowed[20];
        snprintf(given, sizeof given, "%d", pickup);
        snprintf(allowed, sizeof allowed, "1 to %d", o->n_audio);
        hz_object_complain(o, "pickupweights: pickup", given, allowed, NULL);
        return;
    }
    for (int i = 1; i < argc; i++)
        weights[i - 1] = atom_getfloat(argv + i);
    hz_body_pick(&x->body, pickup - 1, weights, argc - 1);
    hz_object_put(o, BODY, HZ_BODY_FREQ, hz_object_number(o, BODY, HZ_BODY_FREQ)); /* marks the object */
}

static const hz_verb verbs[] = {
    { .name = "damp", .args = damp_args, .n_args = 1, .n_needed = 1, .act = impact_damp,
      .doc = "a hand laid on: everything decays that fast until the next excitation" },
    { .name = "pickupweights", .args = pick_args, .n_args = 2, .n_needed = 2, .now = impact_pick,
      .doc = "what a pickup of 'object modes' hears; at first the weights of the strike point" },
    { .name = "strike", .args = strike_args, .n_args = 2, .n_needed = 1, .act = impact_strike, .excites = 1,
      .doc = "puts the hammer at the surface, or so far off it, moving with this velocity; a contact under way is not reported" },
    { .name = "note", .args = note_args, .n_args = 2, .n_needed = 2, .act = impact_note, .excites = 2,
      .doc = "strikes as loud as a keyboard says" },
};

static double impact_velocity(const hz_object *o, int pickup)
{
    return hz_collide_heard(&((const impact *)o)->model, pickup, 0);
}

static double impact_peak(hz_object *o, double h)
{
    impact *x = (impact *)o;
    enum { SOME = 64 };
    int acceleration = hz_object_unit(o) == HZ_ACCELERATION;
    double motion[HZ_BODY_MOST_PICKUPS][SOME], *audio[HZ_BODY_MOST_PICKUPS], force[SOME], *meter[HZ_METERS] = { 0 };
    double speed = x->strike_v, freq = hz_object_number(o, BODY, HZ_BODY_FREQ), last[HZ_BODY_MOST_PICKUPS], peak = 0;
    hz_collide_io io = { .n = SOME, .audio = audio, .force = force, .meter = meter,
                         .displacement = hz_object_unit(o) == HZ_DISPLACEMENT };
    const double *args;
    int given;
    const hz_verb *verb = hz_object_excitation(o, &args, &given);
    impact_update(o, h); /* what is marked must reach this model first: a shape tells only once how its modes moved */
    hz_collide now = x->model;
    if (!hz_collide_init(&x->model, HZ_BODY_MOST_MODES, o->n_audio)) {
        x->model = now;
        return 0;
    }
    impact_update(o, h); /* the verbs act on the model, so another stands in for it */
    x->model.params.resolution = (int)fmin(x->model.params.resolution, 64); /* no message may take seconds */
    hz_collide_reset(&x->model);
    if (verb)
        verb->act(o, args, given);
    else
        impact_bang(o);
    for (int p = 0; p < o->n_audio; p++) {
        audio[p] = motion[p];
        last[p] = impact_velocity(o, p);
    }
    for (double t = 0; t < 0.25; t += SOME * h) { /* longer than any attack */
        hz_collide_run(&x->model, &io);
        for (int p = 0; p < o->n_audio; p++)
            for (int i = 0; i < SOME; i++) {
                peak = fmax(peak, fabs(acceleration ? (motion[p][i] - last[p]) / h : motion[p][i]));
                last[p] = motion[p][i];
            }
    }
    hz_collide_free(&x->model);
    x->model = now;
    x->strike_v = speed;
    hz_object_put(o, BODY, HZ_BODY_FREQ, freq); /* as it was, if a note tuned it */
    return peak;
}

/* ---- restitution ---- */

/* The speed of impact that restitution refers to. */
static double reference_speed(const impact *x)
{
    const hz_object *o = &x->o;
    if (x->stated_v > 0)
        return x->stated_v;
    return x->strike_v > 0 ? x->strike_v : fmax(fabs(value(o, VELOCITY)), 1e-3);
}

static void impact_derive(hz_object *o)
{
    double v = reference_speed((impact *)o);
    hz_object_put(o, OWN, RESTITUTION, -hz_wall_vout(value(o, DAMPING), v) / v);
}

static void impact_defaults(hz_object *o)
{
    ((impact *)o)->stated_v = 0;
}

static void impact_changed(hz_object *o, int table, int row)
{
    impact *x = (impact *)o;
    if (table != OWN || row != RESTITUTION)
        return;
    x->stated_v = hz_object_count(o, OWN, RESTITUTION) > PART_V ? hz_object_element(o, OWN, RESTITUTION, PART_V) : 0;
    double e = value(o, RESTITUTION), mu = hz_wall_damping(e, reference_speed(x)), v = reference_speed(x);
    if (mu <= rows[DAMPING].max) {
        hz_object_put(o, OWN, DAMPING, mu);
        return;
    }
    char given[40], allowed[80], kept[40];
    snprintf(given, sizeof given, "%g", e);
    snprintf(allowed, sizeof allowed, "%.3g to 1 at %g m/s, where damping ends", -hz_wall_vout(rows[DAMPING].max, v) / v, v);
    impact_derive(o);
    snprintf(kept, sizeof kept, "%g", value(o, RESTITUTION));
    hz_object_complain(o, "restitution", given, allowed, kept);
}

/* ---- life ---- */

static void impact_ended(void *owner, const hz_contact *c)
{
    hz_object_report(owner, c);
}

static int impact_init(hz_object *o)
{
    impact *x = (impact *)o;
    if (!hz_body_init(&x->body, o, BODY))
        return 0;
    o->n_audio = x->body.pickups;
    if (!hz_collide_init(&x->model, HZ_BODY_MOST_MODES, o->n_audio))
        return 0;
    x->model.ended = impact_ended;
    x->model.owner = x;
    return 1;
}

static void impact_free(hz_object *o)
{
    impact *x = (impact *)o;
    hz_collide_free(&x->model);
    hz_body_free(&x->body);
}

static void impact_reset(hz_object *o)
{
    hz_collide_reset(&((impact *)o)->model);
}

static void impact_accounts(hz_object *o, hz_accounts *out)
{
    hz_collide_accounts(&((impact *)o)->model, out);
}

static int impact_finite(const hz_object *o)
{
    return hz_collide_finite(&((const impact *)o)->model);
}

static const hz_table tables[TABLES] = {
    [OWN] = { .rows = rows, .n = ROWS },
    [BODY] = { .rows = hz_body_rows, .n = HZ_BODY_ROWS },
};

static const hz_param inlets[] = {
    { .name = "force", .unit = "N", .doc = "on the hammer, towards the object; messages" },
    { .name = "push", .unit = "N", .doc = "on the object at the contact point, away from the hammer" },
    { .name = "position", .doc = "of the strike, read once a block; counts from its first move on" },
};

static const hz_class impact_class = {
    .name = "impact~",
    .summary = "a hammer, and what it hits",
    .size = sizeof(impact),
    .tables = tables,
    .n_tables = TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = impact_presets,
    .n_presets = sizeof impact_presets / sizeof *impact_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .init = impact_init,
    .free = impact_free,
    .changed = impact_changed,
    .defaults = impact_defaults,
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
