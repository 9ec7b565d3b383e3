/* block: how a block goes from the signals of Pd to the model and back.
 *
 * Nothing in `perform` allocates, locks, prints or asks the system for anything. */
#include "block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int is_multichannel(const hz_object *o)
{
    return hz_common_number(o, HZ_MC) != 0;
}

int hz_block_audio_outlets(const hz_object *o)
{
    return is_multichannel(o) ? 1 : o->n_audio;
}

/* Counts the signals that go out: audio, force, energy, meters. */
static int n_outputs(const hz_block *s)
{
    return s->n_audio + 2 + s->n_shown;
}

int hz_block_make(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    int table = hz_common_index(o);

    s->n_in = o->cls->n_inlets;
    s->n_audio = o->n_audio;
    s->gain = hz_object_gain(o);
    s->unit = hz_object_unit(o);
    s->n_shown = hz_object_count(o, table, HZ_WHICH_METERS);
    for (int k = 0; k < s->n_shown; k++)
        s->shown[k] = (int)hz_object_element(o, table, HZ_WHICH_METERS, k);

    s->pickup = calloc((size_t)s->n_audio, sizeof *s->pickup);
    s->in = calloc((size_t)s->n_in, sizeof *s->in);
    s->audio = calloc((size_t)s->n_audio, sizeof *s->audio);
    s->last = calloc((size_t)s->n_audio, sizeof *s->last);
    if (!s->pickup || !s->in || !s->audio || !s->last)
        return 0;
    hz_block_rest(o);

    hz_inlets_make(o);
    int n_outlets = n_outputs(s) - s->n_audio + hz_block_audio_outlets(o);
    for (int i = 0; i < n_outlets; i++)
        outlet_new(&o->pd, &s_signal);
    return 1;
}

void hz_block_free(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    free(s->pickup);
    free(s->in);
    free(s->audio);
    free(s->last);
    free(s->memory);
}

void hz_block_rest(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    for (int c = 0; c < s->n_audio; c++)
        s->pickup[c] = (hz_pickup){ .velocity = 0, .known = 1 };
}

/* Reads the samples of Pd, of which one that is not a number counts as 0. All inputs are read before any output is
 * written, since Pd may give both the same memory. */
static void gather(hz_object *o, const t_int *w)
{
    hz_block *s = &o->bridge->block;
    int bad = 0;

    for (int c = 0; c < s->n_in; c++) {
        const t_sample *in = (const t_sample *)w[c];
        int absent = hz_inlets_is_absent(in, s->n);
        bad |= !absent && hz_samples_read(in, s->in[c], s->n);
        s->given[c] = absent ? NULL : s->in[c];
    }
    if (bad)
        hz_object_remark(o, "a signal inlet has a value that is not finite, which is taken as 0");
}

void hz_object_update(hz_object *o)
{
    if (o->bridge->dirty)
        o->cls->update(o, o->bridge->h);
    o->bridge->dirty = 0;
}

/* Forgets what a verb did to the motion, which is no acceleration of the model. */
static void forget_jumps(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    for (int c = 0; o->cls->velocity && c < s->n_audio; c++)
        s->pickup[c] = (hz_pickup){ .velocity = o->cls->velocity(o, c), .known = 1 };
}

/* Takes a new unit or preset. The gain of the new one must not be glided to over its first samples, for factors of the
 * sample rate lie between units, and any factor between presets. Instead what is heard fades from the one to the other.
 */
static void follow_unit(hz_object *o, int struck)
{
    hz_block *s = &o->bridge->block;

    s->fades = s->unit != hz_object_unit(o) || s->anew;
    s->anew = 0;
    s->struck = struck;
    if (struck || s->fades)
        s->gain = hz_object_gain(o);
    s->unit = hz_object_unit(o);
}

/* Derives the coefficients, then runs the verbs that have waited. A verb may set a parameter in turn. */
static void prepare(hz_object *o)
{
    int n = o->bridge->verbs.n; /* What a verb lets wait in turn waits for the next block. */

    hz_object_update(o);
    for (int i = 0; i < n && hz_verb_next(o); i++)
        hz_object_update(o);
    if (n)
        forget_jumps(o);
    follow_unit(o, n > 0);
}

static void silence(double *x, int n)
{
    memset(x, 0, (size_t)n * sizeof *x);
}

/* Runs a block of the model. A state that is not finite leaves a block of silence and a model at rest. */
static void run(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    int ledger = hz_object_ledger(o);
    hz_io io = { .n = s->n,
                 .in = s->given,
                 .audio = s->audio,
                 .force = s->force,
                 .meter = s->meter,
                 .displacement = hz_object_unit(o) == HZ_DISPLACEMENT,
                 .ledger = ledger };

    s->meter[HZ_STORED] = ledger ? s->buffer[HZ_STORED] : NULL;
    o->cls->run(o, &io);
    if (o->cls->finite(o))
        return;
    o->cls->reset(o);
    hz_block_rest(o);
    for (int c = 0; c < s->n_audio; c++)
        silence(s->audio[c], s->n);
    silence(s->force, s->n);
    for (int m = 0; m < HZ_METERS; m++)
        silence(s->buffer[m], s->n);
    hz_object_remark(o, "the state was not finite and is reset");
}

/* Lets the energy outlet hold what is stored at the end of the block, if there is no ledger. */
static void hold_stored(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    hz_accounts a;

    if (s->meter[HZ_STORED])
        return;
    o->cls->accounts(o, &a);
    for (int i = 0; i < s->n; i++)
        s->buffer[HZ_STORED][i] = a.value[HZ_STORED];
}

static void scatter(hz_object *o, const t_int *w)
{
    hz_block *s = &o->bridge->block;
    double gain = hz_object_gain(o);

    for (int c = 0; c < s->n_audio; c++) {
        hz_samples_convert(hz_object_unit(o), &s->pickup[c], s->audio[c], s->n, o->bridge->h);
        t_sample *out = (t_sample *)*w++;
        hz_samples_write(s->audio[c], out, s->n, s->gain, gain);
        if (s->fades)
            hz_samples_fade(out, s->n, s->last[c], s->struck);
        s->last[c] = out[s->n - 1];
    }
    s->gain = gain;
    hz_samples_write(s->force, (t_sample *)*w++, s->n, 1, 1);
    hz_samples_write(s->buffer[HZ_STORED], (t_sample *)*w++, s->n, 1, 1);
    for (int k = 0; k < s->n_shown; k++)
        hz_samples_write(s->buffer[s->shown[k]], (t_sample *)*w++, s->n, 1, 1);
}

/* Runs a block. The chain of Pd carries this function, the object, the inputs and the outputs. */
static t_int *perform(t_int *w)
{
    hz_object *o = (hz_object *)w[1];
    const hz_block *s = &o->bridge->block;
    t_int *in = w + 2, *out = in + s->n_in;

    gather(o, in);
    prepare(o);
    run(o);
    hold_stored(o);
    scatter(o, out);
    return out + n_outputs(s);
}

static double *carve(double **memory, int n)
{
    double *piece = *memory;

    *memory += n;
    return piece;
}

/* Makes buffers for blocks of n samples. Returns 0 if there is no memory. */
static int make_buffers(hz_block *s, int n)
{
    size_t count = (size_t)(s->n_in + s->n_audio + 1 + HZ_METERS);
    double *memory = n == s->n ? s->memory : calloc(count * (size_t)n, sizeof *memory);

    if (!memory)
        return 0;
    if (n == s->n)
        return 1;
    free(s->memory);
    s->memory = memory;
    s->n = n;
    for (int c = 0; c < s->n_in; c++)
        s->in[c] = carve(&memory, n);
    for (int c = 0; c < s->n_audio; c++)
        s->audio[c] = carve(&memory, n);
    s->force = carve(&memory, n);
    for (int m = 0; m < HZ_METERS; m++)
        s->buffer[m] = carve(&memory, n);
    for (int k = 0; k < s->n_shown; k++)
        s->meter[s->shown[k]] = s->buffer[s->shown[k]];
    return 1;
}

/* Gives the outlets their channels, then lists the memory of every output, the audio of each pickup first. */
static void open_outputs(hz_object *o, t_signal **outlet, t_sample **memory)
{
    hz_block *s = &o->bridge->block;
    int channels = is_multichannel(o) ? s->n_audio : 1;
    int n_outlets = n_outputs(s) - s->n_audio + hz_block_audio_outlets(o);

    for (int i = 0; i < n_outlets; i++) {
        int here = i == 0 ? channels : 1;
        hz_multichannel_open(&o->bridge->multichannel, &outlet[i], here);
        for (int c = 0; c < here; c++)
            *memory++ = outlet[i]->s_vec + c * outlet[i]->s_n;
    }
}

void hz_block_dsp(hz_object *o, t_signal **sp)
{
    hz_block *s = &o->bridge->block;
    int n = sp[0]->s_n, n_out = n_outputs(s), n_chain = 1 + s->n_in + n_out;
    double h = 1 / (double)sp[0]->s_sr;
    t_sample **output = calloc((size_t)n_out, sizeof *output);
    t_int *chain = calloc((size_t)n_chain, sizeof *chain);

    if (o->cls->dsp)
        o->cls->dsp(o);
    if (output)
        open_outputs(o, sp + s->n_in, output);
    if (output && chain && make_buffers(s, n)) {
        chain[0] = (t_int)o;
        for (int i = 0; i < s->n_in; i++)
            chain[1 + i] = (t_int)sp[i]->s_vec;
        for (int i = 0; i < n_out; i++)
            chain[1 + s->n_in + i] = (t_int)output[i];
        dsp_addv(perform, n_chain, chain);
        o->bridge->dirty |= h != o->bridge->h;
        o->bridge->h = h;
    } else {
        for (int i = 0; output && i < n_out; i++)
            dsp_add_zero(output[i], n);
        pd_error(o, "%s: there is no memory for a block of %d samples, so it is silent", o->cls->name, n);
    }
    free(output);
    free(chain);
}
