/* object: the life of an object, from its flags to its end. */
#include "class.h"

#include <stddef.h>
#include <stdlib.h>

#include "internal.h"
#include "seed.h"
#include "message.h"
#include "sound.h"
#include "recording.h"

/* This is CLASS_MULTICHANNEL of m_pd.h since Pd 0.54. The header that we build with may be older. */
enum { HZ_CLASS_MULTICHANNEL = 0x10 };

static const double USUAL_RATE = 44100; /* It holds until Pd has a rate, or a signal brings its own. */

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
    hz_common_make(&o->bridge->common, c);
    return hz_values_make(o) && hz_reports_make(o) && hz_creation_flags_read(o, argc, argv);
}

void hz_object_close(hz_object *o)
{
    if (!o->bridge)
        return;
    hz_voices_free(o);
    hz_recording_free(o);
    hz_cost_free(o);
    if (o->bridge->part.lead == o)
        hz_jobs_free(o);
    o->cls->model->free(o);
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
        if (hz_cost_make(o) && hz_voices_make(o, argc, argv))
            return o;
    }
    pd_error(NULL, "%s: there is no memory for this object", c->name);
    pd_free(&o->pd.ob_pd);
    return NULL;
}

t_class *hz_class_register(const hz_class *c, hz_make make)
{
    t_class *pd_class = class_new(gensym(c->name), (t_newmethod)(t_method)make, (t_method)hz_object_close, c->size,
                                  hz_multichannel() ? HZ_CLASS_MULTICHANNEL : 0, A_GIMME, A_NULL);

    /* This is CLASS_MAINSIGNALIN without its arithmetic on null pointers. */
    class_domainsignalin(pd_class, (int)offsetof(hz_object, in));
    class_addfloat(pd_class,
                   (t_method)hz_message_float); /* A float is a pitch; the signal of the inlet is another thing. */
    class_addmethod(pd_class, (t_method)hz_block_dsp, gensym("dsp"), A_CANT, A_NULL);
    class_addanything(pd_class, hz_message);
    return pd_class;
}
