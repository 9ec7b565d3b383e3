/* trombamarina~: a bowed string, a rattling bridge, a body.
 *
 * This is the tromba marina of Willemsen, "Collisions: non-linearities without the use of iterative solvers", sections
 * 7 and 8: a stiff string over a bridge that rests on a plate and rattles against it. It is bowed, touched and plucked.
 * String, bridge and body are solved together in every sample. The model is core/tromba. */
#include "families/tromba/tromba_class.h"
#include "presets/trombamarina.h"

/* ---- the block ---- */

/* Runs a few samples of the model, into three outlets or one. */
static void some(hz_tromba_class *x, const hz_io *io, int at, int n)
{
    double part[HZ_TROMBA_CLASS_PARTS][HZ_TROMBA_CLASS_SOME], *meter[HZ_METERS];
    const double *bow[2];
    hz_tromba_own own = hz_tromba_class_own(&x->string.o);
    int mixes = own.mono || hz_object_is_stereo(&x->string.o);
    hz_tromba_class_bow(x, io, at, n, bow);
    hz_tromba_io some = { .n = n,
                          .velocity = bow[0],
                          .pressure = bow[1],
                          .place = io->in[2] ? io->in[2] + at : NULL,
                          .force = io->force + at,
                          .meter = meter,
                          .displacement = io->displacement,
                          .ledger = io->ledger };
    for (int m = 0; m < HZ_METERS; m++)
        meter[m] = io->meter[m] ? io->meter[m] + at : NULL;
    for (int k = 0; k < HZ_TROMBA_CLASS_PARTS; k++)
        some.audio[k] = mixes ? part[k] : io->audio[k] + at;
    hz_tromba_run(&x->model, &some);
    for (int p = 0; mixes && p < x->string.o.n_audio; p++)
        for (int i = 0; i < n; i++) {
            const double now[] = { part[0][i], part[1][i], part[2][i] };
            io->audio[p][at + i] = hz_tromba_class_mix(&x->string.o, &own, p, now);
        }
    for (int k = 0; !mixes && k < HZ_TROMBA_CLASS_PARTS; k++)
        for (int i = at; i < at + n; i++)
            io->audio[k][i] *= own.level[k];
}

static void tromba_run(hz_object *o, const hz_io *io)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    for (int at = 0; at < io->n; at += HZ_TROMBA_CLASS_SOME)
        some(x, io, at, io->n - at < HZ_TROMBA_CLASS_SOME ? io->n - at : HZ_TROMBA_CLASS_SOME);
}

/* ---- life ---- */

static int tromba_init(hz_object *o)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    o->n_audio = hz_object_is_stereo(o) ? 2 : hz_tromba_class_own(o).mono ? 1 : HZ_TROMBA_CLASS_PARTS;
    if (!hz_tromba_init(&x->model))
        return 0;
    x->model.ended = hz_object_report;
    x->model.owner = x;
    hz_tromba_class_defaults(o);
    return 1;
}

static void tromba_free(hz_object *o)
{
    hz_tromba_free(&((hz_tromba_class *)o)->model);
}

static void tromba_reset(hz_object *o)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    if (x->hand != 0)
        hz_object_mark(o);
    x->hand = 0;
    hz_tromba_reset(&x->model);
}

/* The string is held by the bridge. */
static int tromba_partials(const hz_object *o, hz_partial *out, int most)
{
    hz_tromba_params p = hz_tromba_class_own(o).p;
    return hz_string_set_partials(&((const hz_tromba_class *)o)->model.string, p.place, p.heard, out, most);
}

/* A plate that finds another grid. */
static int tromba_cost(const hz_object *o)
{
    (void)o;
    return 3500;
}

static const hz_param inlets[] = {
    { "velocity", "m/s",
      .doc = "Signal: speed of the bow. If only the force inlet is connected, bowspeed applies. Notes and messages "
             "come in here too." },
    { "force", "N",
      .doc = "Signal: force of the bow on the string. Negative values are taken as 0. If only the speed inlet is "
             "connected, bowforce applies." },
    { "position", .doc = "Signal: position of the bow along the string. If unconnected, bowposition applies." },
};

HZ_MODEL(hz_tromba_class, hz_tromba)

static const hz_model model = {
    HZ_BY_MODEL,
    .free = tromba_free,
    .changed = hz_tromba_class_changed,
    .defaults = hz_tromba_class_defaults,
    .derive = hz_string_derive,
    .derived = hz_string_derived,
    .runs = hz_tromba_class_runs,
    .update = hz_tromba_class_update,
    .cost = tromba_cost,
    .reset = tromba_reset,
    .partials = tromba_partials,
    .velocity = hz_tromba_class_velocity,
    .loudness = hz_tromba_class_loudness,
};

static const hz_class trombamarina_class = {
    .name = "trombamarina~",
    .summary = "a bowed string, a rattling bridge, a body",
    .size = sizeof(hz_tromba_class),
    .tables = hz_tromba_class_tables,
    .n_tables = HZ_TROMBA_CLASS_TABLES,
    .verbs = &hz_tromba_class_verbs,
    .n_verbs = 1,
    .presets = trombamarina_presets,
    .n_presets = sizeof trombamarina_presets / sizeof *trombamarina_presets,
    .inlets = inlets,
    .n_inlets = sizeof inlets / sizeof *inlets,
    .gain = 0.9,
    .release = 0.3,
    .audio =
        "String, bridge and body at their levels, or their mix with -mono. With -stereo the mix, the string to the "
        "left, bridge and body to the right.",
    .init = tromba_init,
    .run = tromba_run,
    .bang = hz_tromba_class_bang,
    .steps = 1,
    .plain = -7.25,
    .model = &model,
};

HZ_CLASS(trombamarina)
