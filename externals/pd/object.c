/* object: the life of an object, from its flags to its end. */
#include "class.h"

#include <stddef.h>
#include <stdlib.h>

#include "internal.h"
#include "seed.h"
#include "creation_flags.h"
#include "message.h"
#include "sound.h"
#include "recording.h"

static const double USUAL_RATE = 44100; /* It holds until Pd has a rate, or a signal brings its own. */

/* Flags beside a preset change it as messages would, so gain follows: as the preset alone would sound, it is to sound
 * with the flags. */
static void follow_preset(hz_object *o, const hz_preset *preset)
{
    hz_sound *wanted = hz_sound_take(o, 1);

    if (!wanted)
        return;
    hz_preset_apply(o, preset);
    double loud = hz_level_now(o, 0);
    hz_sound_put(o, wanted);
    hz_sound_free(wanted);
    hz_verb_clear(o);
    if (hz_common_number(o, HZ_AUTOGAIN) != 0)
        o->bridge->level.before = loud;
    hz_level_end(o);
    o->bridge->block.anew = 0;
    o->bridge->dirty = 1;
}

/* Reads the flags, lets the class take what it needs, then tells it what was set. Returns 0 if there is no memory. */
static int read_flags(hz_object *o, int argc, const t_atom *argv)
{
    hz_creation_flags flags = { 0 };

    hz_creation_flags_read(o, argc, argv, &flags);
    hz_common_open(o);
    int good = o->cls->init(o);
    for (int i = 0; good && i < flags.n; i++)
        hz_values_changed(o, flags.set[i].table, flags.set[i].row);
    if (good && flags.changes && !flags.gain) {
        if (flags.preset)
            follow_preset(o, flags.preset);
        else if (hz_common_number(o, HZ_EDITION) > 1) /* Flags alone left gain at its default in edition 1. */
            hz_level_plain(o);
    }
    free(flags.set);
    return good;
}

int hz_object_open(hz_object *o, const hz_class *c, hz_object *lead, int number, int argc, const t_atom *argv)
{
    o->cls = c;
    o->n_audio = 1;
    o->bridge = calloc(1, sizeof *o->bridge);
    if (!o->bridge)
        return 0;
    o->bridge->part = (hz_part){ .lead = lead, .number = number };
    o->bridge->voices = (hz_voices){ .n = 1, .voice = { o }, .awake = ~0ull };
    o->bridge->dirty = 1;
    o->bridge->h = 1 / (sys_getsr() > 0 ? (double)sys_getsr() : USUAL_RATE);
    o->bridge->canvas = canvas_getcurrent();
    hz_sound_slots_make(o);
    hz_seed_begin(o);
    o->bridge->multichannel = hz_multichannel_find();
    hz_common_make(&o->bridge->common, c);
    return hz_values_make(o) && hz_reports_make(o) && read_flags(o, argc, argv);
}

void hz_object_close(hz_object *o)
{
    if (!o->bridge)
        return;
    hz_voices_free(o);
    hz_recording_free(o);
    if (o->bridge->part.lead == o)
        hz_jobs_free(o);
    o->cls->free(o);
    hz_block_free(o);
    hz_reports_free(o);
    hz_sound_slots_free(o);
    hz_values_free(o);
    free(o->bridge);
}

void *hz_object_new(t_class *pd_class, const hz_class *c, int argc, t_atom *argv)
{
    hz_object *o = (hz_object *)pd_new(pd_class);

    if (hz_object_open(o, c, o, 1, argc, argv) && hz_block_make(o)) {
        hz_inlets_make(o);
        hz_block_outlets(o);
        o->bridge->reports.info = outlet_new(&o->pd, gensym("anything"));
        o->bridge->block.held_report.info = o->bridge->reports.info;
        if (hz_voices_make(o, argc, argv))
            return o;
    }
    pd_error(NULL, "%s: there is no memory for this object", c->name);
    pd_free(&o->pd.ob_pd);
    return NULL;
}

t_class *hz_class_register(const hz_class *c, hz_make make)
{
    t_class *pd_class = class_new(gensym(c->name), (t_newmethod)(t_method)make, (t_method)hz_object_close, c->size,
                                  hz_multichannel_class_flag(), A_GIMME, A_NULL);

    /* This is CLASS_MAINSIGNALIN without its arithmetic on null pointers. */
    class_domainsignalin(pd_class, (int)offsetof(hz_object, in));
    class_addfloat(pd_class,
                   (t_method)hz_message_float); /* A float is a pitch; the signal of the inlet is another thing. */
    class_addmethod(pd_class, (t_method)hz_block_dsp, gensym("dsp"), A_CANT, A_NULL);
    class_addanything(pd_class, hz_message);
    return pd_class;
}
