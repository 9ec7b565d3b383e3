/* mount~: holds any object, named by a message, as a slot of rack~ does.
 *
 *     [hertz/mount~ slot 1]    load mallets~ marimba
 *
 * The object stands in the canvas of mount~ and is wired by itself. Its sound passes level, pan, mute and send; keys
 * pass a range and are lifted where they were pressed; what it was told is told again for saving. What is silent is
 * switched off by the [switch~] beside it. */
#include "families/rack/mount.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "pd/class.h"

static t_class *mount_tilde_class, *ear_class;

static t_int *perform(t_int *w)
{
    hz_mount_run((hz_mount *)w[1]);
    return w + 2;
}

static void dsp(hz_mount *x, t_signal **sp)
{
    x->n = sp[0]->s_n;
    x->h = 1 / (double)sp[0]->s_sr;
    for (int i = 0; i < HZ_STRIP_INS; i++)
        x->in[i] = sp[i]->s_vec;
    for (int i = 0; i < HZ_STRIP_OUTS; i++)
        x->out[i] = sp[HZ_STRIP_INS + i]->s_vec;
    dsp_add(perform, 1, x);
}

static void hear(hz_mount_ear *e, t_symbol *selector, int argc, t_atom *argv)
{
    hz_mount_answer(e->mount, selector, argc, argv);
}

static void *make(const t_symbol *s, int argc, const t_atom *argv)
{
    hz_mount *x = (hz_mount *)pd_new(mount_tilde_class);
    hz_text called = { 0 };

    (void)s;
    hz_text_add_atoms(&called, argc, argv);
    hz_mount_open(x, gensym(argc ? called.s : "slot"));
    x->ear = (hz_mount_ear){ .pd = ear_class, .mount = x };
    for (int i = 0; i < HZ_STRIP_INS; i++)
        inlet_new(&x->pd, &x->pd.ob_pd, gensym("signal"), gensym("signal"));
    inlet_new(&x->pd, &x->ear.pd, NULL, NULL);
    for (int i = 0; i < HZ_STRIP_OUTS; i++)
        outlet_new(&x->pd, gensym("signal"));
    x->to_guest = outlet_new(&x->pd, gensym("anything"));
    x->sleep = outlet_new(&x->pd, gensym("float"));
    x->info = outlet_new(&x->pd, gensym("anything"));
    return x;
}

HZ_SETUP(mount)
{
    ear_class = class_new(gensym("mount~ ear"), NULL, NULL, sizeof(hz_mount_ear), CLASS_PD, A_NULL);
    class_addanything(ear_class, hear);
    mount_tilde_class = class_new(gensym("mount~"), (t_newmethod)(t_method)make, (t_method)hz_mount_close,
                                  sizeof(hz_mount), CLASS_DEFAULT, A_GIMME, A_NULL);
    class_addmethod(mount_tilde_class, (t_method)dsp, gensym("dsp"), A_CANT, A_NULL);
    class_addanything(mount_tilde_class, hz_mount_message);
#ifdef HZ_LIBRARY
    class_addcreator((t_newmethod)(t_method)make, gensym("hertz/mount~"), A_GIMME, A_NULL);
#endif
}
