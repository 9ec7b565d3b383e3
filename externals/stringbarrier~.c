/* stringbarrier~: a string and what is in its way.
 *
 * A stiff lossy string on a grid meets a barrier along it, frets, a mass on a spring or a second string, and is
 * plucked, struck, or held by a finger: the systems of Willemsen, "Collisions: non-linearities without the use of
 * iterative solvers", sections 2 to 6 and appendix. Contacts are solved in closed form, by Newton's method, or
 * quadratised. The model is core/barrier. */
#include "families/string/barrier_class.h"
#include "pd/text.h"
#include "presets/stringbarrier.h"

#include <math.h>
#include <stdlib.h>

/* ---- the block ---- */

static void stringbarrier_run(hz_object *o, const hz_io *io)
{
    hz_barrier_class *x = (hz_barrier_class *)o;
    x->block = io->n;
    if (hz_barrier_is_drawn(&x->model))
        hz_barrier_class_follow(x);
    hz_barrier_run(&x->model, &(hz_barrier_io){
                                  .n = io->n,
                                  .force = io->in[0],
                                  .place = io->in[1],
                                  .height = io->in[2],
                                  .audio = io->audio,
                                  .out_force = io->force,
                                  .meter = io->meter,
                                  .displacement = io->displacement,
                                  .ledger = io->ledger,
                              });
    hz_barrier_sides sides = hz_barrier_class_sides(o);
    for (int i = 0; sides.apart > 0 && i < io->n; i++)
        hz_barrier_class_spread(sides, &io->audio[0][i], &io->audio[1][i]);
}

/* ---- excitation ---- */

static void stringbarrier_damp(void *part, const double *args)
{
    hz_barrier_class_hand(part, args[0]);
}

static void stringbarrier_pluck(void *part, const double *args)
{
    hz_barrier_class *x = part;
    hz_barrier_class_hand(x, 0);
    hz_barrier_pluck(&x->model, args[0], args[1], args[2]);
}

static void stringbarrier_strike(void *part, const double *args)
{
    hz_barrier_class *x = part;
    hz_barrier_class_hand(x, 0);
    hz_barrier_strike(&x->model, hz_barrier_class_own(&x->string.o).p.place, args[0]);
}

static void stringbarrier_pluck_second(void *part, const double *args)
{
    hz_barrier_class *x = part;
    hz_barrier_class_hand(x, 0);
    hz_barrier_pluck_second(&x->model, args[0], args[1], args[2]);
}

static void stringbarrier_strike_second(void *part, const double *args)
{
    hz_barrier_class *x = part;
    hz_barrier_class_hand(x, 0);
    hz_barrier_strike_second(&x->model, hz_barrier_class_own(&x->string.o).p.place, args[0]);
}

static void stringbarrier_throw(void *part, const double *args)
{
    hz_barrier_class *x = part;
    hz_barrier_class_hand(x, 0);
    hz_barrier_throw(&x->model, args[0]);
}

/* Plucks with this amplitude, as far as a pluck may go, or strikes with this velocity, as `notes` says. */
static void excite(hz_object *o, double amplitude, double width, double velocity)
{
    const double most = 1; /* m */
    hz_barrier_own own = hz_barrier_class_own(o);
    if (own.notes == 0)
        stringbarrier_pluck(o, (double[]){ own.p.place, fmax(-most, fmin(amplitude, most)), width });
    else
        stringbarrier_strike(o, &velocity);
}

/* A plucked note stores as much energy as a pluck at the pitch that was set by itself, so that all are about as loud. A
 * soft one has a rounder corner, and with `follow` a high one, too. */
static double pluck_width(const hz_barrier_class *x, double freq, double loud)
{
    static const double by_loudness = -0.35, by_pitch = 1;
    hz_barrier_own own = hz_barrier_class_own(&x->string.o);
    double width = own.width * pow(loud, by_loudness);
    if (own.follow)
        width *= pow(freq / x->string.open, by_pitch);
    return fmin(width, 1);
}

static void stringbarrier_note(void *part, const double *args)
{
    hz_barrier_class *x = part;
    double loud = args[1] / 127, freq = hz_number_pitch(args[0]);
    if (loud == 0)
        return;
    hz_barrier_class_tune(x, freq, loud);
    hz_barrier_own own = hz_barrier_class_own(&x->string.o);
    excite(&x->string.o, loud * own.amplitude * x->string.open / freq, pluck_width(x, freq, loud), loud * own.velocity);
}

static void stringbarrier_bang(hz_object *o)
{
    hz_barrier_class_unbend((hz_barrier_class *)o);
    hz_barrier_own own = hz_barrier_class_own(o);
    excite(o, own.amplitude, own.width, own.velocity);
}

static const hz_param pluck_args[] = {
    { "position", NULL, 0, 0, 1, .left_out = "position", .doc = "Position of the pluck along the string." },
    { "amplitude", "m", 0, -1, 1, .left_out = "amplitude",
      .doc = "How far the string is displaced before it is released. Positive: up." },
    { "width", NULL, 0, 0, 1, .left_out = "width",
      .doc = "Width of the part of the string that the pluck rounds off. Narrower: brighter." },
};
static const hz_param strike_args[] = {
    { "velocity", "m/s", 0, -100, 100,
      .doc = "Speed of the hammer, which hits the string at the parameter position. Positive: upward." },
};
static const hz_param throw_args[] = {
    { "velocity", "m/s", 0, -100, 100, .doc = "Speed of the mass. Positive: upward, towards the string." },
};
static const hz_param displace_args[] = {
    { "array", .flags = HZ_WORD, .doc = "Pd array with the shape of the string from one end to the other, in metres." },
    { "amplitude", NULL, 1, -1e3, 1e3, .doc = "Factor for the numbers in the array." },
};
static const hz_param shape_args[] = { { "array", .flags = HZ_WORD, .doc = "Pd array to draw the string into." } };
static const hz_param profile_args[] = {
    { "array", .flags = HZ_WORD, .doc = "Pd array to draw the obstacle into." },
    { "nothing", "m", -1, -1, 1, .doc = "Value for places without an obstacle below the string." },
};

static const hz_verb own_verbs[] = {
    { "pluck", pluck_args, 3, 0, .act = stringbarrier_pluck, .excites = 1,
      .doc = "Displaces the string at rest and releases it. It stops at the obstacle." },
    { "strike", strike_args, 1, 1, .act = stringbarrier_strike, .excites = 1,
      .doc = "Hits the string with a hammer from below." },
    { "secondpluck", pluck_args, 3, 0, .act = stringbarrier_pluck_second, .excites = 1,
      .doc = "Displaces the second string downward and releases it, with 'obstacle string' only." },
    { "secondstrike", strike_args, 1, 1, .act = stringbarrier_strike_second, .excites = 1,
      .doc = "Hits the second string with the hammer from below, with 'obstacle string' only." },
    { "throw", throw_args, 1, 1, .act = stringbarrier_throw, .excites = 1,
      .doc = "Throws the mass at the string, with 'obstacle mass' only." },
    { "note", hz_note_args, 2, 2, .act = stringbarrier_note, .excites = 2,
      .doc = "Tunes the string to the pitch and plucks or strikes it, as the parameter `notes` says. Velocity 127 "
             "plucks with amplitude or strikes with velocity, lower ones less. High notes are displaced less and low "
             "ones more, so that all are about as loud. Soft plucks are rounder than width." },
    { "damp", hz_damp_args, 1, 1, .act = stringbarrier_damp,
      .doc = "Damps the string with this T60 until the next note, pluck or strike." },
    { "displace", displace_args, 2, 1, .now = hz_barrier_class_displace, .act = hz_barrier_class_let_go, .excites = 1,
      .doc = "Releases the string from rest in the shape that an array draws." },
    { "shape", shape_args, 1, 1, .now = hz_barrier_class_shape, .answers = 1,
      .doc = "Draws the present shape of the string into an array, in metres." },
    { "profile", profile_args, 2, 1, .now = hz_barrier_class_profile, .answers = 1,
      .doc = "Draws the obstacle below the string, at its present height, into an array, in metres." },
};

static const hz_verb_table verbs[] = { { .verbs = own_verbs, .n = sizeof own_verbs / sizeof *own_verbs } };

/* ---- life ---- */

static int stringbarrier_init(hz_object *o)
{
    hz_barrier_class *x = (hz_barrier_class *)o;
    o->n_audio = hz_object_count(o, HZ_BARRIER_CLASS_OWN, HZ_BARRIER_CLASS_PICKUPS);
    x->spread = hz_object_is_stereo(o) && o->n_audio == 1;
    o->n_audio = hz_object_is_stereo(o) ? 2 : o->n_audio;
    x->bend = x->loss = 1;
    x->drawn = calloc(HZ_BARRIER_CLASS_DRAWN, sizeof *x->drawn);
    if (!x->drawn || !hz_array_make(&x->profile) || !hz_barrier_init(&x->model) ||
        !hz_soundbox_init(&x->box, o->n_audio))
        return 0;
    x->model.ended = hz_object_report;
    x->model.owner = x;
    return 1;
}

static void stringbarrier_free(hz_object *o)
{
    hz_barrier_class *x = (hz_barrier_class *)o;
    free(x->drawn);
    hz_array_free(&x->profile);
    hz_soundbox_free(&x->box);
    hz_barrier_free(&x->model);
}

static void stringbarrier_reset(hz_object *o)
{
    hz_barrier_class *x = (hz_barrier_class *)o;
    if (x->hand != 0)
        hz_object_mark(o);
    x->hand = 0;
    hz_barrier_reset(&x->model);
}

static double stringbarrier_velocity(const hz_object *o, int pickup)
{
    const hz_barrier *model = &((const hz_barrier_class *)o)->model;
    hz_barrier_sides sides = hz_barrier_class_sides(o);
    if (sides.apart == 0)
        return hz_barrier_heard(model, pickup);
    double side[2] = { hz_barrier_heard(model, 0), hz_barrier_heard(model, 1) };
    hz_barrier_class_spread(sides, &side[0], &side[1]);
    return side[pickup];
}

static int stringbarrier_partials(const hz_object *o, hz_partial *out, int most)
{
    double place = hz_barrier_class_own(o).p.pickup[0];
    return hz_string_set_partials(&((const hz_barrier_class *)o)->model.string, 1,
                                  hz_barrier_class_radiates(o) ? HZ_STRING_AT_ITS_END : place, out, most);
}

/* A string that finds another grid. */
static int stringbarrier_cost(const hz_object *o)
{
    (void)o;
    return 1500;
}

static const hz_table tables[HZ_BARRIER_CLASS_TABLES] = {
    [HZ_STRING_TABLE] = { .rows = hz_string_rows,
                          .n = HZ_STRING_ROWS,
                          .initial = "length 0.9, diameter 0.0005, decay 8, highloss 0.001" },
    [HZ_BARRIER_CLASS_OWN] = { .rows = hz_barrier_class_rows, .n = HZ_BARRIER_CLASS_ROWS },
};

static const hz_param inlets[] = {
    { "force", "N", .doc = "Signal: a force that pushes the string upward. Notes and messages come in here too." },
    { "position",
      .doc = "Signal: where the force acts along the string. If unconnected, the parameter position applies." },
    { "height", "m",
      .doc = "Signal, added to the parameter height: moves the obstacle, a signal at 10 m/s at most, a float at 0.5 "
             "m/s at most." },
};

HZ_MODEL(hz_barrier_class, hz_barrier)

static const hz_model model = {
    HZ_BY_MODEL,
    .free = stringbarrier_free,
    .most = hz_barrier_class_most,
    .changed = hz_barrier_class_changed,
    .defaults = hz_barrier_class_defaults,
    .derive = hz_string_derive,
    .derived = hz_string_derived,
    .runs = hz_barrier_class_runs,
    .update = hz_barrier_class_update,
    .cost = stringbarrier_cost,
    .dsp = hz_barrier_class_look_up,
    .reset = stringbarrier_reset,
    .partials = stringbarrier_partials,
    .velocity = stringbarrier_velocity,
    .radiates = hz_barrier_class_radiates,
    .loudness = hz_barrier_class_loudness,
};

static const hz_class stringbarrier_class = {
    .name = "stringbarrier~",
    .summary = "a string against an obstacle",
    .size = sizeof(hz_barrier_class),
    .tables = tables,
    .n_tables = HZ_BARRIER_CLASS_TABLES,
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .presets = stringbarrier_presets,
    .n_presets = sizeof stringbarrier_presets / sizeof *stringbarrier_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .gain = 0.23,
    .release = 0.2,
    .init = stringbarrier_init,
    .run = stringbarrier_run,
    .bang = stringbarrier_bang,
    .steps = 1,
    .plain = -6.24,
    .model = &model,
};

HZ_CLASS(stringbarrier)
