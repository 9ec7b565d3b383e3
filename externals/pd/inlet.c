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

int hz_inlets_is_absent(const t_sample *in, int n)
{
    int others = 0;

    if (n > 0 && !is_mark(in))
        return 0;
    for (int i = 0; i < n; i++) /* to the end, since compilers make vector code of that */
        others += !is_mark(in + i);
    return others == 0;
}
