/* guest: an object of any name, wired to its host. */
#include "guest.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include <m_imp.h>
#include <g_canvas.h>

#include "pd/instrument.h"

enum { WORDS = 64, NAME = 200 };

static const char library[] = "hertz/";

static void tell_canvas(hz_guest *g, const char *selector, int argc, t_atom *argv)
{
    pd_typedmess(&g->canvas->gl_obj.te_g.g_pd, gensym(selector), argc, argv);
}

static void connect(hz_guest *g, t_object *from, int outlet, t_object *to, int inlet)
{
    t_atom a[4];

    SETFLOAT(&a[0], (t_float)canvas_getindex(g->canvas, &from->te_g));
    SETFLOAT(&a[1], (t_float)outlet);
    SETFLOAT(&a[2], (t_float)canvas_getindex(g->canvas, &to->te_g));
    SETFLOAT(&a[3], (t_float)inlet);
    tell_canvas(g, "connect", 4, a);
}

static t_gobj *last_of(const t_canvas *c)
{
    t_gobj *g = c->gl_list;

    while (g && g->g_next)
        g = g->g_next;
    return g;
}

/* Makes a box of this name and the words behind it. A name that Pd does not know becomes a text, which goes again. */
static t_object *make(hz_guest *g, const char *name, int argc, const t_atom *argv)
{
    t_atom a[3 + WORDS];
    t_gobj *before = last_of(g->canvas);

    SETFLOAT(&a[0], 20);
    SETFLOAT(&a[1], 300);
    SETSYMBOL(&a[2], gensym(name));
    for (int i = 0; i < argc; i++)
        a[3 + i] = argv[i];
    tell_canvas(g, "obj", 3 + argc, a);
    t_gobj *made = last_of(g->canvas);
    if (made == before)
        return NULL;
    t_object *box = pd_checkobject(&made->g_pd);
    if (box && strcmp(class_getname(made->g_pd), "text") != 0)
        return box;
    glist_delete(g->canvas, made);
    return NULL;
}

/* Pd sends [loadbang] to what a patch has when it opens, not to what comes later. */
static void open_instrument(const hz_guest *g)
{
    t_canvas *patch = (t_canvas *)hz_guest_patch(g);

    if (patch)
        pd_typedmess(&patch->gl_obj.te_g.g_pd, gensym("loadbang"), 0, NULL);
}

static int is_patch_in(const char *folder, const char *typed)
{
    char file[MAXPDSTRING];
    int fd = -1;

    if ((size_t)snprintf(file, sizeof file, "%s/%s.pd", folder, typed) < sizeof file)
        fd = sys_open(file, O_RDONLY);
    if (fd >= 0)
        sys_close(fd);
    return fd >= 0;
}

/* Makes a box of a patch that lies beside the performer's own, for Pd looks beside that of the slot only. */
static t_object *make_own(hz_guest *g, const char *typed, int argc, const t_atom *argv)
{
    char name[MAXPDSTRING];
    const char *folder = canvas_getdir((t_canvas *)hz_instrument_patch(g->canvas))->s_name;

    if (is_patch_in(canvas_getdir(g->canvas)->s_name, typed) || !is_patch_in(folder, typed))
        return NULL;
    snprintf(name, sizeof name, "%s/%s", folder, typed);
    return make(g, name, argc, argv);
}

int hz_guest_load(hz_guest *g, int argc, const t_atom *argv)
{
    char name[NAME];
    const char *typed = argc > 0 && argv->a_type == A_SYMBOL ? argv->a_w.w_symbol->s_name : "";
    int running = canvas_suspend_dsp(), words = argc - 1 < WORDS ? argc - 1 : WORDS;

    snprintf(name, sizeof name, "%s%s", strncmp(typed, library, strlen(library)) ? library : "", typed);
    t_object *box = *typed ? make_own(g, typed, words, argv + 1) : NULL;
    t_object *of_library = *typed && !box ? make(g, name, words, argv + 1) : NULL;
    if (of_library)
        box = of_library;
    else if (*typed && !box)
        box = make(g, typed, words, argv + 1);
    if (box) {
        int last = obj_noutlets(box) - 1; /* that is no signal: answers come there */
        while (last >= 0 && obj_issignaloutlet(box, last))
            last--;
        hz_guest_drop(g);
        g->box = box;
        g->of_library = of_library != NULL;
        if (obj_ninlets(box) > 0)
            connect(g, g->host, HZ_HOST_TO_GUEST, box, 0);
        if (last >= 0)
            connect(g, box, last, g->host, HZ_HOST_ANSWERS);
        open_instrument(g);
    }
    canvas_resume_dsp(running);
    return box != NULL;
}

void hz_guest_drop(hz_guest *g)
{
    int running = canvas_suspend_dsp();

    if (g->box)
        glist_delete(g->canvas, &g->box->te_g);
    g->box = NULL;
    g->of_library = 0;
    canvas_resume_dsp(running);
}

int hz_guest_wire(hz_guest *g, int audio, int is_stereo)
{
    int running = canvas_suspend_dsp(), n = obj_noutlets(g->box), right = 0;

    if (hz_guest_patch(g) && g->of_library) { /* An instrument has its right channel as its last signal. */
        for (int i = 1; is_stereo && i < n; i++)
            right = obj_issignaloutlet(g->box, i) ? i : right;
        audio = 1;
    } else if (is_stereo || !g->of_library) {
        right = n > 1 && obj_issignaloutlet(g->box, 1);
        audio = 1;
    }
    for (int i = 0; i < audio && i < n && obj_issignaloutlet(g->box, i); i++)
        connect(g, g->box, i, g->host, HZ_HOST_LEFT);
    if (right)
        connect(g, g->box, right, g->host, HZ_HOST_RIGHT);
    canvas_resume_dsp(running);
    return right > 0;
}

const t_canvas *hz_guest_patch(const hz_guest *g)
{
    return g->box && !strcmp(class_getname(g->box->te_g.g_pd), "canvas") ? (const t_canvas *)g->box : NULL;
}
