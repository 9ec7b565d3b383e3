/* note: what keys play. */
#include "message.h"

#include <math.h>
#include <string.h>

#include "internal.h"

static const double USUAL_VELOCITY = 100; /* A float plays so loud until a note has said how loud. */
static const double HIGHEST = 127;        /* of pitch and of velocity */

const hz_param hz_sustain_args[1] = {
    { "down", NULL, 0, 0, 127, .doc = "0: up. Any other number: down." },
};

/* Sends a message of numbers to the verb of the class that has this name. */
static void send(hz_object *o, const char *verb, const double *x, int n)
{
    t_atom a[2];

    for (int i = 0; i < n; i++)
        SETFLOAT(&a[i], (t_float)x[i]);
    hz_verb_message(o, o->cls->verbs, o->cls->n_verbs, gensym(verb), n, a);
}

static double on_keyboard(hz_object *o, double x)
{
    if (x < 0 || x > HIGHEST)
        hz_object_remark(o, "note: pitch or velocity outside 0 to 127, clipped");
    return fmin(fmax(x, 0), HIGHEST);
}

/* Lays a hand on a voice whose key was let go. */
static void damp(hz_object *v)
{
    hz_part *p = &v->bridge->part;
    double seconds = hz_common_number(v, HZ_RELEASE);

    p->held = p->waits = 0;
    send(v, "note", (double[]){ p->pitch, 0 }, 2);
    if (seconds > 0) {
        seconds = fmax(seconds, hz_damp_args[0].min);
        send(v, "damp", &seconds, 1);
    }
}

static void release(hz_object *lead, double pitch)
{
    hz_object *const *voice;

    for (int i = 0, n = hz_object_voices(lead, &voice); i < n; i++) {
        hz_part *p = &voice[i]->bridge->part;
        if (p->pitch != pitch || !p->held) /* Another key has taken over. */
            continue;
        p->held = 0;
        p->waits = p->sustained;
        if (!p->sustained)
            damp(voice[i]);
    }
}

void hz_note_sustain(void *object, int argc, const t_atom *argv)
{
    hz_object *const *voice;

    (void)argc;
    for (int i = 0, n = hz_object_voices(object, &voice); i < n; i++) {
        hz_part *p = &voice[i]->bridge->part;
        p->sustained = argv[0].a_w.w_float != 0;
        if (!p->sustained && p->waits)
            damp(voice[i]);
    }
}

static void play(hz_object *lead, double pitch, double velocity)
{
    pitch = on_keyboard(lead, pitch);
    velocity = on_keyboard(lead, velocity);
    if (velocity == 0) {
        release(lead, pitch);
        return;
    }
    hz_object *v = hz_voices_deal(lead, pitch);
    hz_part *p = &v->bridge->part;
    p->pitch = pitch;
    p->velocity = lead->bridge->part.loudness = velocity;
    p->held = 1;
    p->waits = 0;
    send(v, "note", (double[]){ pitch, velocity }, 2);
}

static int are_numbers(int argc, const t_atom *argv)
{
    int n = 0;

    while (n < argc && argv[n].a_type == A_FLOAT && isfinite(argv[n].a_w.w_float))
        n++;
    return n == argc;
}

int hz_note_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv)
{
    int is_pitch = !strcmp(selector->s_name, "float"), is_list = !strcmp(selector->s_name, "list");
    int is_note = !strcmp(selector->s_name, "note");
    double usual = o->bridge->part.loudness > 0 ? o->bridge->part.loudness : USUAL_VELOCITY;

    if (!is_pitch && !is_list && !is_note)
        return 0;
    if (argc == (is_pitch ? 1 : 2) && are_numbers(argc, argv)) {
        play(o, argv[0].a_w.w_float, argc == 2 ? (double)argv[1].a_w.w_float : usual);
        return 1;
    }
    if (is_note) /* The verb of the class says what it takes. */
        return 0;
    hz_refuse(o, NULL, "note", argc, argv, "pitch (0 to 127 midi) velocity (0 to 127 midi)");
    return 1;
}
