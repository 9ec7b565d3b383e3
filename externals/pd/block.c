/* block: how a block goes from the signals of Pd to the model and back.
 *
 * Nothing in `perform` allocates, locks, prints or asks the system for anything. */
#include "block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "recording.h"

#include "core/base/units.h"

/* What would be a step fades in so many seconds. */
static const double fade_time = 0.003;

/* It begins with the slope that was heard, but not with a steeper one than this, in full scales a sample: a steeper one
 * would lead far off, and what was so steep hides a bend. */
static const double steepest = 0.01;

static int is_multichannel(const hz_object *o)
{
    return hz_common_number(o, HZ_MC) != 0;
}

/* Counts what is heard of one voice: with -stereo the pickups are added up to two. */
static int n_heard(const hz_object *o)
{
    int least = o->bridge->block.two ? 2 : 1;

    return hz_object_is_stereo(o) ? 2 : o->n_audio > least ? o->n_audio : least;
}

int hz_block_audio_outlets(const hz_object *o)
{
    return is_multichannel(o) ? 1 : n_heard(o);
}

/* Counts the channels that carry audio: with -mc those of every voice. */
static int n_channels(const hz_object *o)
{
    return n_heard(o) * (is_multichannel(o) ? (int)hz_common_number(o, HZ_VOICES) : 1);
}

/* Counts the signals that go out: audio, force, energy, meters. */
static int n_outputs(const hz_object *o)
{
    return n_channels(o) + 2 + o->bridge->block.n_shown;
}

int hz_block_make(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    int table = hz_common_index(o);

    s->n_in = o->cls->n_inlets;
    s->n_audio = o->n_audio;
    s->gain = hz_object_gain(o);
    s->pan[0] = s->pan[1] = hz_common_number(o, HZ_PANNED);
    s->unit = hz_object_unit(o);
    hz_hold_report_make(&s->held_report, o->cls->name, "; 'hold 0' lets it out as it is");
    s->n_shown = hz_object_count(o, table, HZ_WHICH_METERS);
    for (int k = 0; k < s->n_shown; k++)
        s->shown[k] = (int)hz_object_element(o, table, HZ_WHICH_METERS, k);

    s->heard = calloc((size_t)s->n_audio, sizeof *s->heard);
    s->audio = calloc((size_t)s->n_audio, sizeof *s->audio);
    if (!s->heard || !s->audio)
        return 0;
    hz_block_rest(o);
    hz_hold_reset(&s->hold);

    return 1;
}

/* Counts the outlets for signals. */
static int n_outlets(const hz_object *o)
{
    const hz_block *s = &o->bridge->block;

    return hz_block_audio_outlets(o) + 2 + s->n_shown;
}

void hz_block_outlets(hz_object *o)
{
    for (int i = 0; i < n_outlets(o); i++)
        outlet_new(&o->pd, gensym("signal"));
}

void hz_block_free(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    free(s->heard);
    free(s->audio);
    free(s->memory);
    free(s->row);
    free(s->held);
    hz_hold_report_free(&s->held_report);
}

void hz_block_rest(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    for (int c = 0; c < s->n_audio; c++) {
        s->heard[c].pickup = (hz_pickup){ .velocity = 0, .known = 1 };
        s->heard[c].motion = 0;
    }
}

/* A step takes so many samples to fade. */
static int fade_length(const hz_object *o)
{
    return (int)fmax(fade_time / o->bridge->h, 1);
}

void hz_block_let_go(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    if (o->bridge->h == 0)
        return;
    for (int c = 0; c < s->n_audio; c++) {
        s->heard[c].step = s->heard[c].last;
        s->heard[c].slope = fmin(fmax(s->heard[c].last - s->heard[c].before, -steepest), steepest);
    }
    s->fading = fade_length(o);
}

/* Returns what is still to be added for a step that fades. */
static double left_of(const hz_object *o, int c)
{
    const hz_block *s = &o->bridge->block;
    int length = fade_length(o);

    return s->fading > 0 ? s->heard[c].step * 0.5 * (1 - cos(HZ_PI * s->fading / (length + 1.0))) : 0;
}

/* The factor of a pickup at a place in the image: with -stereo of equal power, and 1 in the middle. */
static double panned(const hz_object *o, int c, double pan)
{
    if (pan == 0 || !hz_object_is_stereo(o))
        return 1;
    return sqrt(2) * sin(0.25 * HZ_PI * (1 + (c % 2 ? pan : -pan)));
}

/* Lets the step fade that new parameters made in what is heard. */
static void ease_parameters(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    if (!o->cls->steps || s->unit != HZ_VELOCITY || hz_object_unit(o) != HZ_VELOCITY)
        return;
    for (int c = 0; c < s->n_audio; c++) {
        s->heard[c].step =
            left_of(o, c) + panned(o, c, s->pan[0]) * s->gain * (s->heard[c].motion - o->cls->model->velocity(o, c));
        s->heard[c].slope = 0;
    }
    s->fading = fade_length(o);
}

static void update(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    if (o->bridge->dirty)
        o->cls->model->update(o, o->bridge->h);
    s->changed |= o->bridge->dirty;
    o->bridge->dirty = 0;
    s->derived = 1;
}

void hz_object_update(hz_object *o)
{
    hz_jobs_finish(o);
    update(o);
}

/* Forgets what a verb did to the motion, which is no acceleration of the model. */
static void forget_jumps(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    for (int c = 0; o->cls->model->velocity && c < s->n_audio; c++)
        s->heard[c].pickup = (hz_pickup){ .velocity = o->cls->model->velocity(o, c), .known = 1 };
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
    if (s->fades && struck) /* What was heard fades beside the new sound, which begins as it is. */
        hz_block_let_go(o);
}

/* Derives the coefficients, then runs the verbs that have waited. A verb may set a parameter in turn. */
static void prepare_now(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    int n = o->bridge->verbs.n; /* What a verb lets wait in turn waits for the next block. */
    update(o);
    int changed = s->changed;
    if (changed && !s->moved && !o->bridge->part.used) /* What was never played follows at rest, and costs nothing. */
        o->cls->model->reset(o);
    if (changed)
        hz_level_end(o);
    if (changed && !s->anew)
        ease_parameters(o);
    for (int i = 0; i < n && hz_verb_next(o); i++)
        update(o);
    s->changed = 0;
    if (n)
        forget_jumps(o);
    follow_unit(o, n > 0);
}

/* Where a voice stands: several stand a little apart. */
static double place_of(const hz_object *o)
{
    static const double apart = 0.3;
    const hz_part *p = &o->bridge->part;
    double pan = hz_common_number(o, HZ_PANNED);

    if (p->lead->bridge->voices.n < 2)
        return pan;
    return fmin(fmax(pan + apart * hz_stereo_place(p->number - 1), -1), 1);
}

/* A voice that waits for its turn sounds on as it was, with the gain and the unit that fit. */
static void prepare(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    if (s->waits)
        s->fades = s->struck = 0;
    else
        prepare_now(o);
    s->goal = s->waits ? s->gain : hz_object_gain(o);
    s->pan[1] = s->waits ? s->pan[0] : place_of(o);
}

static void silence(double *x, int n)
{
    memset(x, 0, (size_t)n * sizeof *x);
}

/* A state or an account that is not finite leaves a block of silence and a model at rest. */
static void start_anew(hz_object *o)
{
    hz_block *s = &o->bridge->block;

    o->cls->model->reset(o);
    hz_block_rest(o);
    for (int c = 0; c < s->n_audio; c++)
        silence(s->audio[c], s->n);
    silence(s->force, s->n);
    for (int m = 0; m < HZ_METERS; m++)
        silence(s->buffer[m], s->n);
    hz_object_remark(o, "the state was not finite and is reset");
}

/* Reads the energy accounts. Returns whether they and the state are finite: squares leave the range of numbers before
 * the state does. */
static int is_finite(hz_object *o, hz_accounts *a)
{
    o->cls->model->accounts(o, a);
    return o->cls->model->finite(o) && isfinite(a->value[HZ_STORED]) && isfinite(a->value[HZ_RESIDUAL]);
}

/* Runs a block of the model. If there is no ledger, the energy outlet holds what is stored at the end of the block. */
static void run(hz_object *o)
{
    hz_accounts accounts;
    hz_block *s = &o->bridge->block;
    int records = hz_recording_is_on(o), ledger = hz_object_ledger(o) || records;
    hz_io io = { .n = s->n,
                 .in = s->given,
                 .audio = s->audio,
                 .force = s->force,
                 .meter = records ? s->buffer : s->meter,
                 .displacement = s->unit == HZ_DISPLACEMENT,
                 .ledger = ledger,
                 .anew = s->fades };

    s->meter[HZ_STORED] = ledger ? s->buffer[HZ_STORED] : NULL;
    o->cls->run(o, &io);
    if (!is_finite(o, &accounts)) {
        start_anew(o);
        o->cls->model->accounts(o, &accounts);
    }
    for (int i = 0; i < s->n && !ledger; i++)
        s->buffer[HZ_STORED][i] = accounts.value[HZ_STORED];
    if (records)
        hz_recording_take(o);
}

/* Writes a row of a voice to an output, or adds it to what the voices before have left there. */
static void put_row(hz_block *s, const double *x, t_sample *out, double from, double to, int adds)
{
    t_sample *row = adds ? s->row : out;

    hz_samples_write(x, row, s->n, from, to);
    if (adds)
        hz_samples_add(row, out, s->n);
}

/* Turns the motion of each pickup into what is heard of it. */
static void convert(hz_object *v)
{
    hz_block *s = &v->bridge->block;

    for (int c = 0; c < s->n_audio; c++) {
        s->heard[c].motion = s->audio[c][s->n - 1];
        hz_samples_convert(s->unit, &s->heard[c].pickup, s->audio[c], s->n, v->bridge->h);
    }
}

/* Writes the audio of a voice, which may fade in. */
static void put_audio(hz_object *v, t_sample *out, int c, int adds)
{
    hz_block *s = &v->bridge->block;
    t_sample *row = adds ? s->row : out;

    hz_samples_write(s->audio[c], row, s->n, s->gain * panned(v, c, s->pan[0]), s->goal * panned(v, c, s->pan[1]));
    if (s->fades && !s->struck)
        hz_samples_fade(row, s->n, s->heard[c].last);
    hz_samples_ease(row, s->n, s->heard[c].step, s->heard[c].slope, s->fading, fade_length(v));
    s->heard[c].before = s->n > 1 ? row[s->n - 2] : s->heard[c].last;
    s->heard[c].last = row[s->n - 1];
    if (adds)
        hz_samples_add(row, out, s->n);
}

/* Writes the audio of all voices: to outlets of their own, or as a sum. */
static void put_all_audio(hz_object *o)
{
    const hz_voices *all = &o->bridge->voices;
    t_sample *const *out = o->bridge->block.held;
    int here = n_heard(o);

    for (int k = 0; k < all->n; k++)
        for (int c = 0; c < o->n_audio && hz_voices_is_awake(all, k); c++)
            put_audio(all->voice[k], out[(is_multichannel(o) ? k * here : 0) + c % here], c,
                      c >= here || (k > 0 && !is_multichannel(o)));
    for (int c = 0; here > o->n_audio && c < n_channels(o); c++)
        if (c % here >= o->n_audio)
            memset(out[c], 0, (size_t)o->bridge->block.n * sizeof **out);
}

/* Lets gains jump where they would glide, and the hold with them, so that the louder sound of a larger gain is held
 * down from its first sample on. Returns whether any would have glided. */
static int jump_gains(hz_object *o)
{
    const hz_voices *all = &o->bridge->voices;
    double from = 0, to = 0;

    for (int k = 0; k < all->n; k++) {
        hz_block *s = &all->voice[k]->bridge->block;
        if (s->fades) /* What it fades from has been overwritten. */
            return 0;
        from += s->gain;
        to += s->goal;
    }
    if (!(from / to > 0 && from / to < 1)) /* From 0 or through it they glide. */
        return 0;
    for (int k = 0; k < all->n; k++)
        all->voice[k]->bridge->block.gain = all->voice[k]->bridge->block.goal;
    o->bridge->block.hold.factor *= from / to;
    return 1;
}

/* Brings what is over full scale down to it, of all voices and outlets alike. */
static void hold(hz_object *o)
{
    hz_block *s = &o->bridge->block;
    int n = n_channels(o);

    if (hz_common_number(o, HZ_HOLD) == 0) {
        hz_hold_reset(&s->hold);
        return;
    }
    if (hz_hold_is_over(s->held, n, s->n) && jump_gains(o))
        put_all_audio(o);
    if (hz_hold_run(&s->hold, s->held, n, s->n, o->bridge->h))
        hz_hold_report_take(&s->held_report, &s->hold);
}

/* Writes or adds what a voice gives beside its audio. Places along the way are those of the voice that was played
 * last. */
static void scatter(hz_object *o, hz_object *v, int k, const t_int *w)
{
    hz_block *s = &v->bridge->block;
    int latest = k == o->bridge->voices.latest;

    w += n_channels(o);
    put_row(s, s->force, (t_sample *)*w++, 1, 1, k > 0);
    put_row(s, s->buffer[HZ_STORED], (t_sample *)*w++, 1, 1, k > 0);
    for (int m = 0; m < s->n_shown; m++) {
        int sums = s->shown[m] < HZ_ACCOUNTS;
        if (sums || latest || k == 0)
            put_row(s, s->buffer[s->shown[m]], (t_sample *)w[m], 1, 1, sums && k > 0);
    }
}

static int is_zero(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != 0)
            return 0;
    return 1;
}

/* True for a voice behind the first that was never played, and whose next block would be silence as this one was: it
 * adds nothing to what the others give. */
static int sleeps(const hz_object *o, const hz_object *v, int k)
{
    const hz_block *s = &v->bridge->block;
    int silent = k > 0 && k != o->bridge->voices.latest && !is_multichannel(o) && !v->bridge->part.used &&
                 !v->bridge->dirty && !s->changed && !s->waits && !s->anew && v->bridge->verbs.n == 0 &&
                 s->fading == 0 && !v->bridge->recording && is_zero(s->force, s->n) &&
                 is_zero(s->buffer[HZ_STORED], s->n);

    for (int c = 0; c < s->n_in; c++)
        silent &= !s->given[c];
    for (int c = 0; c < s->n_audio && silent; c++)
        silent = is_zero(s->audio[c], s->n);
    return silent;
}

/* What glided has come to its end. */
static void settle(hz_object *o, hz_object *v, int k)
{
    hz_block *s = &v->bridge->block;

    s->gain = s->goal;
    s->pan[0] = s->pan[1];
    s->fading = s->fading > s->n ? s->fading - s->n : 0;
    if (sleeps(o, v, k))
        o->bridge->voices.awake &= ~((uint64_t)1 << k);
}

/* Runs a block. The chain of Pd carries this function, the object, the inputs and the outputs. All inputs are read
 * before any output is written, since Pd may give both the same memory. */
static t_int *perform(t_int *w)
{
    hz_object *o = (hz_object *)w[1];
    const hz_voices *all = &o->bridge->voices;
    t_int *in = w + 2, *out = in + o->bridge->block.n_in;

    hz_cost_begin(o);
    hz_inlets_gather(o, in);
    hz_voices_share(o);
    for (int k = 0; k < all->n; k++) {
        hz_object *v = all->voice[k];
        if (!hz_voices_is_awake(all, k))
            continue;
        prepare(v);
        run(v);
        convert(v);
        scatter(o, v, k, out);
    }
    put_all_audio(o);
    hold(o);
    for (int k = 0; k < all->n; k++)
        if (hz_voices_is_awake(all, k))
            settle(o, all->voice[k], k);
    hz_cost_end(o);
    return out + n_outputs(o);
}

static double *carve(double **memory, int n)
{
    double *piece = *memory;

    *memory += n;
    return piece;
}

/* Makes buffers of one voice for blocks of n samples. Returns 0 if there is no memory. */
static int make_buffers(hz_block *s, int n)
{
    size_t count = (size_t)(s->n_in + s->n_audio + 1 + HZ_METERS);
    double *memory = n == s->n ? s->memory : calloc(count * (size_t)n, sizeof *memory);

    if (!memory)
        return 0;
    if (n == s->n)
        return 1;
    t_sample *row = calloc((size_t)n, sizeof *row);
    if (!row) {
        free(memory);
        return 0;
    }
    free(s->memory);
    free(s->row);
    s->row = row;
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
    for (int i = 0; i < n_outlets(o); i++) {
        int here = i == 0 && is_multichannel(o) ? n_channels(o) : 1;
        if (hz_multichannel())
            hz_multichannel()(&outlet[i], here);
        for (int c = 0; c < here; c++)
            *memory++ = outlet[i]->s_vec + c * outlet[i]->s_n;
    }
}

/* Readies every voice for blocks of n samples with this step. Returns 0 if there is no memory. */
static int ready_voices(hz_object *o, int n, double h)
{
    const hz_voices *all = &o->bridge->voices;

    for (int k = 0; k < all->n; k++) {
        hz_object *v = all->voice[k];
        if (v->cls->model->dsp)
            v->cls->model->dsp(v);
        if (!make_buffers(&v->bridge->block, n))
            return 0;
        if (h != v->bridge->h) {
            hz_jobs_finish(v);
            hz_recording_end(v);
            v->bridge->dirty = 1;
            v->bridge->block.derived = 0;
            hz_voices_wake(v);
        }
        v->bridge->h = h;
    }
    return 1;
}

void hz_block_dsp(hz_object *o, t_signal **sp)
{
    hz_block *s = &o->bridge->block;
    int n = sp[0]->s_n, n_out = n_outputs(o), n_chain = 1 + s->n_in + n_out;
    t_sample **output = calloc((size_t)n_out, sizeof *output);
    t_int *chain = calloc((size_t)n_chain, sizeof *chain);

    for (int i = 0; i < s->n_in; i++)
        s->channels[i] = hz_multichannel_count(sp[i]);
    t_sample **held = calloc((size_t)n_channels(o), sizeof *held);
    if (output)
        open_outputs(o, sp + s->n_in, output);
    free(s->held);
    s->held = held;
    for (int i = 0; held && output && i < n_channels(o); i++)
        held[i] = output[i];
    if (output && chain && held && ready_voices(o, n, 1 / (double)sp[0]->s_sr)) {
        chain[0] = (t_int)o;
        for (int i = 0; i < s->n_in; i++)
            chain[1 + i] = (t_int)sp[i]->s_vec;
        for (int i = 0; i < n_out; i++)
            chain[1 + s->n_in + i] = (t_int)output[i];
        dsp_addv(perform, n_chain, chain);
    } else {
        for (int i = 0; output && i < n_out; i++)
            dsp_add_zero(output[i], n);
        pd_error(o, "%s: there is no memory for a block of %d samples, so it is silent", o->cls->name, n);
    }
    free(output);
    free(chain);
}
