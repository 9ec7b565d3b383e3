/* tromba_play: how trombamarina~ is played: bow, finger, hand, shapes, and how loud that is. */
#include "pd/array.h"
#include "pd/text.h"
#include "tromba_class.h"

#include "core/base/units.h"

#include <math.h>
#include <string.h>

void hz_tromba_class_bow(hz_tromba_class *x, const hz_io *io, int at, int n, const double *bow[2])
{
    for (int k = 0; k < 2; k++) {
        bow[k] = io->in[k] ? io->in[k] + at : NULL;
        if (bow[k] || !io->in[1 - k])
            continue;
        hz_tromba_own own = hz_tromba_class_own(&x->string.o);
        for (int i = 0; i < n; i++)
            x->bow[i] = k ? own.force : own.speed;
        bow[k] = x->bow;
    }
}

/* ---- excitation ---- */

/* A note is bowed this power of its pitch slower, so that all are about as loud. */
static const double note_fall = 1.5;

static void lay_hand(hz_tromba_class *x, double seconds)
{
    if (x->hand == seconds && x->lightness == 1)
        return;
    x->hand = seconds;
    x->lightness = 1;
    hz_tromba_class_update(&x->string.o, x->h);
}

static void act_damp(void *part, const double *args)
{
    hz_tromba_class *x = part;
    hz_tromba_lift(&x->model);
    lay_hand(x, args[0]);
}

static void act_stroke(void *part, const double *args)
{
    hz_tromba_class *x = part;
    lay_hand(x, 0);
    hz_tromba_stroke(&x->model, args[1], args[2], args[0]);
    hz_tromba_own own = hz_tromba_class_own(&x->string.o);
    x->drawn[0] = args[1] == own.speed;
    x->drawn[1] = args[2] == own.force;
}

void hz_tromba_class_bend(hz_tromba_class *x)
{
    const hz_stroke *s = &x->model.stroke;
    hz_tromba_own own = hz_tromba_class_own(&x->string.o);
    double speed = own.speed * x->drawn[0], force = own.force * x->drawn[1];
    hz_tromba_bend(&x->model, x->drawn[0] != 0 ? speed : s->wanted_speed, x->drawn[1] != 0 ? force : s->wanted_force);
}

static void act_lift(void *part, const double *args)
{
    hz_tromba_class *x = part;
    (void)args;
    hz_tromba_lift(&x->model);
}

static void act_pluck(void *part, const double *args)
{
    hz_tromba_class *x = part;
    lay_hand(x, 0);
    hz_tromba_pluck(&x->model, args[0], args[1], args[2]);
}

static void act_knock(void *part, const double *args)
{
    hz_tromba_class *x = part;
    lay_hand(x, 0);
    hz_tromba_knock(&x->model, args[0], args[1], args[2]);
}

/* Returns by which factor the string must be tuned higher, for its bridge gives way: with a compliance c under the
 * tension T it is as if the string were longer by T c. */
static double against_bridge(const hz_tromba_class *x, double freq)
{
    static const double most = 0.03; /* A bridge that gives way more than that is none that holds a pitch. */
    hz_tromba_params p = hz_tromba_class_params(x);
    double swing = 2 * HZ_PI * p.freq, tie = p.tie == HZ_TIE_SPRING ? p.k1 : p.join.stiffness;
    double wave = 2 * p.string.length * freq, area = 0.25 * HZ_PI * p.string.diameter * p.string.diameter;
    double tension = p.string.density * area * wave * wave, compliance = 1 / (p.mass * swing * swing) + 1 / tie;
    return 1 + fmin(tension * compliance / (p.string.length * p.place), most);
}

/* Gives the string between its end and the bridge the pitch of the key, and bows it. A soft note has less speed, less
 * force and a friction that falls sooner, all in the same measure, so the string moves as it does in a loud one, only
 * less far. A string that is tuned higher resists more, and is pressed as much harder; and its pull on the bridge is
 * as much stronger, so it is bowed less fast. */
static void act_note(void *part, const double *args)
{
    hz_object *o = part;
    hz_tromba_class *x = part;
    if (args[1] == 0) {
        hz_tromba_lift(&x->model);
        return;
    }
    hz_tromba_own own = hz_tromba_class_own(o);
    double open = hz_number_pitch(args[0]) * own.p.place;
    double freq = open * against_bridge(x, open);
    if (x->string.open == 0)
        x->string.open = hz_object_number(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ);
    hz_object_put(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ, freq);
    x->string.by_tension = 0;
    x->hand = 0;
    x->lightness = args[1] / 127 * pow(fmin(x->string.open / freq, 1), note_fall);
    hz_tromba_class_update(o, x->h);
    x->drawn[0] = x->lightness;
    x->drawn[1] = x->lightness * freq / x->string.open;
    hz_tromba_stroke(&x->model, own.speed * x->drawn[0], own.force * x->drawn[1], 0);
}

/* ---- shapes into arrays ---- */

static void act_shape(void *part, int argc, const t_atom *argv)
{
    hz_tromba_class *x = part;
    const char *what = argc > 1 ? atom_getsymbol(argv + 1)->s_name : "string";
    int n, shown = !strcmp(what, "string") ? 0 : !strcmp(what, "bridge") ? 1 : !strcmp(what, "body") ? 2 : -1;
    if (shown < 0) {
        hz_object_complain(part, HZ_NO_TABLE, "shape", what, "string, bridge or body", NULL);
        return;
    }
    t_word *words = hz_array_find(part, "shape", atom_getsymbol(argv), &n);
    for (int i = 0; words && i < n && x->model.h > 0; i++)
        words[i].w_float = (t_float)hz_tromba_shape(&x->model, shown, n > 1 ? (double)i / (n - 1) : 0.5);
    if (words)
        hz_array_drawn(atom_getsymbol(argv));
}

static const hz_param stroke_args[] = {
    { "seconds", "s", 1.5, 0, 1e4, .doc = "Length of the stroke. 0: until the message lift." },
    { "speed", "m/s", 0, -10, 10, .left_out = "bowspeed", .doc = "Velocity of the bow." },
    { "force", "N", 0, 0, 1e3, .left_out = "bowforce", .doc = "Force of the bow on the string." },
};

void hz_tromba_class_bang(hz_object *o)
{
    hz_tromba_own own = hz_tromba_class_own(o);
    act_stroke(o, (double[]){ stroke_args[0].init, own.speed, own.force });
}

static const hz_param pluck_args[] = {
    { "position", NULL, 0.3, 0.001, 0.999, .doc = "Position of the pluck along the string." },
    { "amplitude", "m", 0.002, -0.1, 0.1, .doc = "How far the string is displaced before it is released." },
    { "width", NULL, 0.2, 0.001, 2,
      .doc = "Width of the part of the string that the pluck bends, in string lengths. Narrower: brighter." },
};
static const hz_param knock_args[] = {
    { "impulse", "N s", 0.001, -10, 10,
      .doc = "Strength of the knock: its force times its duration of one millisecond." },
    { "x", NULL, 0.7, 0, 1, .doc = "Position of the knock along the body." },
    { "y", NULL, 0.5, 0, 1, .doc = "Position of the knock across the body." },
};
static const hz_param shape_args[] = {
    { "array", .flags = HZ_WORD, .doc = "Pd array to fill, from one end of the shape to the other." },
    { "what", .flags = HZ_WORD,
      .doc = "What to draw: string, bridge or body, the latter along its length through the foot of the bridge. "
             "Default: string." },
};

static const hz_verb verbs[] = {
    { "stroke", stroke_args, 3, 0, .act = act_stroke, .excites = 1,
      .doc = "Draws the bow over the string with a soft start and end. Signals at the inlets are added." },
    { "lift", .act = act_lift, .doc = "Lifts the bow off the string and ends the stroke." },
    { "pluck", pluck_args, 3, 0, .act = act_pluck, .excites = 1, .doc = "Plucks the string." },
    { "knock", knock_args, 3, 0, .act = act_knock, .excites = 1,
      .doc = "Knocks softly on the body, as with a knuckle." },
    { "note", hz_note_args, 2, 2, .act = act_note, .excites = 2,
      .doc = "Tunes the string so that it sounds the pitch over its bridge, and bows it until note-off. Pitches too "
             "high for the sample rate are lowered. Velocity 127 bows with bowspeed and bowforce, lower ones with less "
             "of both. Velocity 0 is a note-off." },
    { "damp", hz_damp_args, 1, 1, .act = act_damp,
      .doc = "Lifts the bow and damps everything with this T60 until the next note, stroke or pluck." },
    { "shape", shape_args, 2, 1, .now = act_shape, .answers = 1,
      .doc = "Draws the present shape of the string, the bridge or the body into an array, in metres." },
};

const hz_verb_table hz_tromba_class_verbs = { .verbs = verbs, .n = sizeof verbs / sizeof *verbs };

/* ---- sound and life ---- */

double hz_tromba_class_mix(const hz_object *o, const hz_tromba_own *own, int pickup, const double *now)
{
    static const double place[HZ_TROMBA_CLASS_PARTS] = { -0.5, 0.8, 0.6 };
    double side = !hz_object_is_stereo(o) ? 0 : pickup ? 1 : -1;
    return own->mix[0] * (1 + side * place[0]) * now[0] + own->mix[1] * (1 + side * place[1]) * now[1] +
           own->mix[2] * (1 + side * place[2]) * now[2];
}

static double heard(const hz_object *o, int pickup, int displacement)
{
    const hz_tromba *t = &((const hz_tromba_class *)o)->model;
    if (t->h == 0)
        return 0;
    hz_tromba_own own = hz_tromba_class_own(o);
    if (!own.mono && !hz_object_is_stereo(o))
        return own.level[pickup] * hz_tromba_heard(t, pickup, displacement);
    const double now[] = { hz_tromba_heard(t, 0, displacement), hz_tromba_heard(t, 1, displacement),
                           hz_tromba_heard(t, 2, displacement) };
    return hz_tromba_class_mix(o, &own, pickup, now);
}

double hz_tromba_class_velocity(const hz_object *o, int pickup)
{
    return heard(o, pickup, 0);
}

/* How loud a bowed string in Helmholtz motion is: numbers that were measured. Bridge and body are not estimated: they
 * are as loud beside it as their levels or `mix` say. */
hz_loudness hz_tromba_class_loudness(hz_object *o, int noted)
{
    static const double crest = 2.1, edge = 280;
    hz_tromba_class *x = (hz_tromba_class *)o;
    hz_string_derive(o);
    double freq =
        x->string.open > 0 && !noted ? x->string.open : hz_object_number(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ);
    double speed = hz_object_effort(o, HZ_TROMBA_CLASS_OWN, hz_object_row(o, HZ_TROMBA_CLASS_OWN, "bowspeed"));
    const double peak[] = { crest * speed / (2 * HZ_PI * freq), crest * speed, edge * speed * freq };
    return (hz_loudness){ .peak = peak[hz_object_order(o)] };
}
