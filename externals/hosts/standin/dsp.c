/* dsp: Pd's signals. */
#include "parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, CHAIN = 4096 }; /* signals; numbers in the chain */

static struct {
    t_float rate;
    int n, inlets, outlets, rows, on;
    t_signal signal[MOST], *all[MOST];
    t_sample *row[CHAIN]; /* outlets, a channel each */
    t_int chain[CHAIN];
    int length;
} dsp = { .rate = 44100, .n = 64 };

t_float sys_getsr(void)
{
    return dsp.rate;
}

static t_int *chain_ends(t_int *w)
{
    (void)w;
    return NULL;
}

static t_int *zero(t_int *w)
{
    memset((t_sample *)w[1], 0, (size_t)w[2] * sizeof(t_sample));
    return w + 3;
}

void dsp_addv(t_perfroutine f, int n, t_int *vec)
{
    if (dsp.length + n + 2 > CHAIN)
        standin_finding("a chain of more than %d numbers", CHAIN);
    dsp.chain[dsp.length++] = (t_int)f;
    for (int i = 0; i < n; i++)
        dsp.chain[dsp.length++] = vec[i];
}

void dsp_add(t_perfroutine f, int n, ...)
{
    t_int vec[16];
    va_list args;
    if (n > (int)(sizeof vec / sizeof *vec))
        standin_finding("a routine of %d numbers", n);
    va_start(args, n);
    for (int i = 0; i < n; i++)
        vec[i] = va_arg(args, t_int);
    va_end(args);
    dsp_addv(f, n, vec);
}

void dsp_add_zero(t_sample *out, int n)
{
    dsp_addv(zero, 2, (t_int[]){ (t_int)out, n });
}

/* Memory of its own for each signal, as long as the signal and no longer. */
static void give_memory(t_signal *s, int channels)
{
    s->s_vec = standin_alloc((size_t)channels * (size_t)dsp.n * sizeof(t_sample));
}

/* Pd 0.54 and newer; hz_multichannel_find looks it up by name. */
__attribute__((visibility("default"))) void signal_setmultiout(t_signal **signal, int channels);
void signal_setmultiout(t_signal **signal, int channels)
{
    if ((*signal)->s_vec)
        standin_finding("an outlet is given channels twice");
    give_memory(*signal, channels);
    for (int c = 0; c < channels; c++)
        dsp.row[dsp.rows++] = (*signal)->s_vec + c * dsp.n;
}

static void count_signals(void)
{
    const t_object *o = (const t_object *)standin.object;
    dsp.inlets = 1;
    dsp.outlets = 0;
    for (const t_inlet *i = o->ob_inlet; i; i = i->next)
        dsp.inlets++;
    for (const t_outlet *out = o->ob_outlet; out; out = out->next)
        dsp.outlets += out->is_signal;
    if (dsp.inlets + dsp.outlets > MOST)
        standin_finding("%d signals", dsp.inlets + dsp.outlets);
}

void standin_dsp(t_float rate, int n)
{
    standin_off();
    dsp.rate = rate;
    if (!standin.object)
        return;
    dsp.n = n;
    dsp.rows = dsp.length = 0;
    count_signals();
    for (int i = 0; i < dsp.inlets + dsp.outlets; i++) {
        /* Newer Pd tells there how many channels a signal has. */
        dsp.signal[i] = (t_signal){ .s_n = n, .s_sr = rate, .s_refcount = 1 };
        dsp.all[i] = &dsp.signal[i];
        if (i < dsp.inlets || !(*standin.object)->multichannel)
            give_memory(&dsp.signal[i], 1);
        if (i >= dsp.inlets && dsp.signal[i].s_vec)
            dsp.row[dsp.rows++] = dsp.signal[i].s_vec;
    }
    (*standin.object)->dsp(standin.object, dsp.all);
    dsp_addv(chain_ends, 0, NULL);
    for (int i = 0; i < dsp.inlets + dsp.outlets; i++)
        if (!dsp.signal[i].s_vec)
            standin_finding("signal %d has no memory", i);
    dsp.on = 1;
}

void standin_off(void)
{
    for (int i = 0; dsp.on && i < dsp.inlets + dsp.outlets; i++)
        free(dsp.signal[i].s_vec);
    dsp.on = 0;
}

int pd_getdspstate(void)
{
    return dsp.on;
}

void standin_block(void)
{
    standin_clocks_run(standin.now + 1000.0 * dsp.n / (double)dsp.rate);
    standin_in_block = 1;
    for (t_int *w = dsp.chain; w;)
        w = ((t_perfroutine)*w)(w);
    standin_in_block = 0;
}

int standin_inlets(void)
{
    return dsp.inlets;
}

int standin_outlets(void)
{
    return dsp.rows;
}

int standin_n(void)
{
    return dsp.n;
}

/* What an inlet has while no signal is connected: the float that was sent there last. */
static t_float held(int inlet)
{
    const t_object *o = (const t_object *)standin.object;
    const t_inlet *in = o->ob_inlet;
    if (inlet == 0)
        return *(const t_float *)((const char *)o + (*standin.object)->signal_in);
    for (int i = 1; i < inlet; i++)
        in = in->next;
    return in->f;
}

t_sample *standin_inlet(int i)
{
    t_sample *x = dsp.signal[i].s_vec;
    t_float f = held(i);
    for (int k = 0; k < dsp.n; k++)
        x[k] = f;
    return x;
}

const t_sample *standin_outlet(int i)
{
    return dsp.row[i];
}
