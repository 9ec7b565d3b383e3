/* inlet: what comes in beside the messages. */
#include "block.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "internal.h"

/* The mark of an absent inlet: a number that is none, and whose bits no arithmetic makes. */
#if PD_FLOATSIZE == 64
typedef uint64_t bits;
static const bits MARK = 0x7ff8000000006872;
#else
typedef uint32_t bits;
static const bits MARK = 0x7fc06872;
#endif

static t_float mark(void)
{
    t_float x;

    memcpy(&x, &MARK, sizeof x);
    return x;
}

static int is_mark(const t_sample *x)
{
    bits b;

    memcpy(&b, x, sizeof b);
    return b == MARK;
}

void hz_inlets_make(hz_object *o)
{
    o->in = mark();
    for (int i = 1; i < o->cls->n_inlets; i++)
        o->bridge->inlets.right[i] = signalinlet_new(&o->pd, mark());
}

/* Puts a number to an inlet. */
static void put(hz_object *o, int inlet, t_float x)
{
    if (inlet == 0)
        o->in = x;
    else
        pd_float((t_pd *)o->bridge->inlets.right[inlet], x);
}

void hz_inlets_clear(hz_object *o)
{
    for (int i = 0; o->bridge->part.lead == o && i < o->cls->n_inlets; i++)
        put(o, i, mark());
}

int hz_inlets_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv)
{
    const char *name = o->cls->inlets[0].name;

    if (strcmp(selector->s_name, name))
        return 0;
    if (argc == 1 && argv[0].a_type == A_FLOAT && isfinite(argv[0].a_w.w_float)) {
        put(o->bridge->part.lead, 0, argv[0].a_w.w_float);
        return 1;
    }
    hz_refuse(o, NULL, name, argc, argv, "one number");
    return 1;
}

static int is_absent(const t_sample *in, int n)
{
    int others = 0;

    if (n > 0 && !is_mark(in))
        return 0;
    for (int i = 0; i < n; i++) /* to the end, since compilers make vector code of that */
        others += !is_mark(in + i);
    return others == 0;
}

/* ---- in every block ---- */

/* What comes in is what can be: a hand pushes with no more, moves nothing further and no faster. */
static void limit(const hz_param *inlet, double *x, int n)
{
    static const struct {
        const char *unit;
        double most;
    } limits[] = { { "N", 1e4 }, { "m", 1 }, { "m/s", 100 } };

    for (size_t k = 0; k < sizeof limits / sizeof *limits && inlet->unit; k++) {
        double most = limits[k].most;
        if (!strcmp(inlet->unit, limits[k].unit))
            for (int i = 0; i < n; i++)
                x[i] = x[i] > most ? most : x[i] < -most ? -most : x[i];
    }
}

/* Reads the samples of Pd, of which one that is not a number counts as 0. A signal of several channels gives each voice
 * its own; one of a single channel goes to all. */
static void gather(hz_object *v, const t_int *w, int voice)
{
    hz_block *s = &v->bridge->block;
    const hz_block *lead = &v->bridge->part.lead->bridge->block;
    int bad = 0;

    for (int c = 0; c < s->n_in; c++) {
        int channels = lead->channels[c], own = channels > 1 ? voice : 0;
        if (voice > 0 && channels == 1) {
            s->given[c] = lead->given[c];
            if (s->given[c])
                hz_voices_wake(v);
            continue;
        }
        const t_sample *in = (const t_sample *)w[c] + (own < channels ? own : 0) * s->n;
        int absent = own >= channels || is_absent(in, s->n);
        s->moved |= !absent;
        bad |= !absent && hz_samples_read(in, s->in[c], s->n);
        s->given[c] = absent ? NULL : s->in[c];
        if (absent)
            continue;
        hz_voices_wake(v);
        limit(&v->cls->inlets[c], s->in[c], s->n);
    }
    if (bad)
        hz_object_remark(v, "a signal inlet has a value that is not finite, which is taken as 0");
}

/* A voice that sleeps has none of its own where signals have one channel. */
void hz_inlets_gather(hz_object *o, const t_int *in)
{
    const hz_block *s = &o->bridge->block;
    int own = 0;

    gather(o, in, 0);
    for (int c = 0; c < s->n_in; c++)
        own |= s->channels[c] > 1 || s->given[c];
    for (int k = 1; k < o->bridge->voices.n; k++)
        if (own || hz_voices_is_awake(&o->bridge->voices, k))
            gather(o->bridge->voices.voice[k], in, k);
}
