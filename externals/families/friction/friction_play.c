/* friction_play: how friction~ is played: the hand, notes, and how loud that is. */
#include "friction_class.h"
#include "pd/text.h"

#include <math.h>

static void lay_hand(hz_friction_class *x, double seconds, double lightness)
{
    int other = hz_body_damp(&x->body[0], seconds) | hz_body_damp(&x->body[1], seconds) | (x->lightness != lightness);
    x->lightness = lightness;
    if (other)
        hz_friction_class_update(&x->o, x->h);
}

static void act_damp(void *part, const double *args)
{
    hz_friction_class *x = part;
    hz_friction_lift(&x->model);
    lay_hand(x, args[0], x->lightness);
}

static void begin(hz_friction_class *x, double seconds, double force, double speed)
{
    hz_friction_own own = hz_friction_own_of(&x->o);
    hz_friction_rub(&x->model, force, speed, seconds, own.rise);
    x->drawn[0] = own.force > 0 ? force / own.force : 0;
    x->drawn[1] = own.speed != 0 ? speed / own.speed : 0;
}

static void act_rub(void *part, const double *args)
{
    hz_friction_class *x = part;
    hz_friction_own own = hz_friction_own_of(&x->o);
    lay_hand(x, 0, 1);
    begin(x, args[0], args[1], args[2]);
    x->drawn[0] = args[1] == own.force;
    x->drawn[1] = args[2] == own.speed;
}

void hz_friction_class_bend(hz_friction_class *x)
{
    const hz_stroke *r = &x->model.rub;
    hz_friction_own own = hz_friction_own_of(&x->o);
    hz_friction_bend(&x->model, x->drawn[0] != 0 ? own.force * x->drawn[0] : r->wanted_force,
                     x->drawn[1] != 0 ? own.speed * x->drawn[1] : r->wanted_speed);
}

static void act_lift(void *part, const double *args)
{
    (void)args;
    hz_friction_lift(&((hz_friction_class *)part)->model);
}

void hz_friction_class_bang(hz_object *o)
{
    hz_friction_own own = hz_friction_own_of(o);
    act_rub(o, (double[]){ own.seconds, own.force, own.speed });
}

static void tune(void *part, const double *args)
{
    if (args[1] > 0)
        hz_object_put(part, HZ_FRICTION_B, HZ_BODY_FREQ, hz_number_pitch(args[0]));
}

/* A soft note has less speed, less force and a friction that falls sooner, all in the same measure. */
static void act_note(void *part, const double *args)
{
    hz_friction_class *x = part;
    double light = args[1] / 127;
    if (args[1] == 0) {
        hz_friction_lift(&x->model);
        return;
    }
    hz_friction_own own = hz_friction_own_of(&x->o);
    lay_hand(x, 0, light);
    begin(x, 0, own.force * light, own.speed * light);
}

static const hz_param rub_args[] = {
    { "seconds", "s", 0, 0, 1e4, .left_out = "time", .doc = "Length of the rub. 0: until the message lift." },
    { "force", "N", 0, 0, 1e3, .left_out = "press", .doc = "Normal force." },
    { "speed", "m/s", 0, -10, 10, .left_out = "speed", .doc = "Speed of the hand." },
};

const hz_verb hz_friction_verbs[HZ_FRICTION_VERBS] = {
    { "rub", rub_args, 3, 0, .act = act_rub, .excites = 1,
      .doc = "Draws a over b with a soft start and end. Signals at the inlets are added." },
    { "lift", .act = act_lift, .doc = "Lifts the hand and ends the rub." },
    { "note", hz_note_args, 2, 2, .sets = tune, .act = act_note, .excites = 2,
      .doc = "Tunes freq of body b to the pitch and rubs until note-off. Velocity 127 rubs with press and speed, lower "
             "ones with less of both. Velocity 0 is a note-off." },
    { "damp", hz_damp_args, 1, 1, .act = act_damp,
      .doc = "Lifts the hand and damps both bodies with this T60 until the next note or rub." },
};

/* ---- how loud it is ---- */

static double drive_of(const hz_modes *m, int i)
{
    return m->weight[i] * m->weight[i] / (m->mass[i] * (m->sigma[i] + 1));
}

/* Where it sticks, the place of b goes along with the hand, and that sets how far b swings, in the mode that friction
 * drives most: the one that gives way most to it before it is damped. Of the others, each
 * is driven by a harmonic of a sawtooth at that rate. */
static double peak_of(const hz_modes *m, double speed, int order)
{
    double most = 0, rate = 0, peak = 0;
    for (int i = 0; i < m->n; i++)
        if (m->omega[i] > 0 && drive_of(m, i) > most) {
            most = drive_of(m, i);
            rate = m->omega[i];
        }
    for (int i = 0; i < m->n && most > 0; i++) {
        double sum = 0, w = fabs(m->weight[i]);
        for (int p = 0; p < m->pickups; p++)
            sum = fmax(sum, fabs(m->heard[p][i]));
        if (w > 0 && m->omega[i] > 0)
            peak = hypot(peak, drive_of(m, i) / most * fmin(rate / m->omega[i], 1) * sum / w * speed *
                                   pow(m->omega[i], order - 1));
    }
    return peak;
}

hz_loudness hz_friction_class_loudness(hz_object *o, int noted)
{
    hz_friction_class *x = (hz_friction_class *)o;
    double speed = fabs(hz_object_effort(o, HZ_FRICTION_OWN, hz_object_row(o, HZ_FRICTION_OWN, "speed"))), peak = 0;
    int order = hz_object_order(o);
    if (x->h > 0)
        hz_object_update(o);
    for (int k = 0; k < 2; k++) {
        if (x->h == 0)
            hz_body_modes(&x->body[k], hz_object_step(o));
        hz_modes m = hz_body_own_modes(&x->body[k]);
        double tuned = noted ? 1 : hz_body_own_pitch(&x->body[k]);
        peak = fmax(peak, peak_of(&m, speed, order) * pow(tuned, order - 1));
    }
    return (hz_loudness){ .peak = peak };
}
