/* voice: several voices in one object. */
#include "voice.h"

#include <math.h>
#include <stdlib.h>

#include "internal.h"

/* ---- looking ahead ---- */

/* A voice that never ran has no sound that could go on, and derives all at its first block. */
static void look_ahead(hz_object *lead)
{
    hz_voices *s = &lead->bridge->voices;
    int marked = 0;

    s->looks = 0;
    for (int i = 0; i < s->n; i++)
        marked |= s->voice[i]->bridge->dirty && s->voice[i]->bridge->block.derived;
    if (marked)
        lead->cls->model->ahead(lead);
}

void hz_voices_look_ahead(hz_object *o)
{
    hz_voices *s = &o->bridge->part.lead->bridge->voices;

    if (!s->ahead || s->looks)
        return;
    clock_delay(s->ahead, 0);
    s->looks = 1;
}

/* ---- silence ---- */

void hz_voices_wake(const hz_object *v)
{
    v->bridge->part.lead->bridge->voices.awake |= (uint64_t)1 << (v->bridge->part.number - 1);
}

/* ---- life ---- */

/* Makes a voice that Pd does not know. */
static hz_object *make_voice(hz_object *lead, int number, int argc, const t_atom *argv)
{
    hz_object *v = calloc(1, lead->cls->size);

    if (!v)
        return NULL;
    v->pd.ob_pd = lead->pd.ob_pd;
    if (hz_object_open(v, lead->cls, lead, number, argc, argv) && hz_block_make(v)) {
        v->bridge->reports.info = lead->bridge->reports.info;
        return v;
    }
    hz_object_close(v);
    free(v);
    return NULL;
}

int hz_voices_make(hz_object *lead, int argc, const t_atom *argv)
{
    hz_voices *s = &lead->bridge->voices;
    int n = (int)hz_common_number(lead, HZ_VOICES);

    if (lead->cls->model->ahead)
        s->ahead = clock_new(lead, (t_method)look_ahead);

    while (s->n < n) {
        if (!(s->voice[s->n] = make_voice(lead, s->n + 1, argc, argv)))
            return 0;
        s->n++;
    }
    return 1;
}

void hz_voices_free(hz_object *lead)
{
    hz_voices *s = &lead->bridge->voices;

    for (int i = 1; i < s->n; i++) {
        hz_object_close(s->voice[i]);
        free(s->voice[i]);
    }
    s->n = 1;
    if (s->ahead)
        clock_free(s->ahead);
    s->ahead = NULL;
}

/* ---- dealing ---- */

static double stored(const hz_object *v)
{
    hz_accounts a = { .start = 0 };

    v->cls->model->accounts((hz_object *)v, &a);
    return fabs(a.value[HZ_STORED]);
}

/* How dear it is to take a voice away. */
static double worth(const hz_object *v)
{
    const hz_part *p = &v->bridge->part;
    double energy = p->used ? stored(v) : -1;

    return p->held || p->waits ? energy * 1e6 + 1e6 : energy;
}

hz_object *hz_voices_deal(hz_object *lead, double pitch)
{
    hz_object *const *voice;
    int n = hz_object_voices(lead, &voice), best = -1;

    for (int i = 0; i < n && best < 0; i++)
        if (voice[i]->bridge->part.velocity > 0 && voice[i]->bridge->part.pitch == pitch)
            best = i;
    /* A voice that is taken had another pitch: what rings in it does not ring into this one. A single object is such a
     * voice for notes, while its blows add up. */
    int anew = best < 0 && (n > 1 || !isnan(pitch));
    for (int i = best < 0 ? 0 : n; i < n; i++)
        if (best < 0 || worth(voice[i]) < worth(voice[best]))
            best = i;
    hz_object *v = voice[best];
    if (anew && v->bridge->part.used && v->cls->model->calm) {
        hz_object_later(v, v->cls->model->calm, NULL, 0);
        v->bridge->block.anew = 1;
    }
    return v;
}

/* ---- taking turns ---- */

/* In one block the updates of voices take no more thousands of instructions; one voice alone may take more. */
enum { MOST = 4000 };

/* What the next block derives of a voice takes. A hand that is laid on changes coefficients too. */
static int cost_of(const hz_object *v)
{
    return v->bridge->dirty || v->bridge->verbs.n > 0 ? v->cls->model->cost(v) : 0;
}

void hz_voices_share(hz_object *lead)
{
    hz_voices *s = &lead->bridge->voices;
    int left = MOST, turn = -1;

    for (int k = 0; s->n > 1 && k < s->n; k++) /* Those that are about to play come first. */
        left -= hz_voices_is_awake(s, k) && hz_verb_plays(s->voice[k]) ? cost_of(s->voice[k]) : 0;
    for (int i = 0; i < s->n; i++) {
        int k = s->turn + i < s->n ? s->turn + i : s->turn + i - s->n;
        hz_object *v = s->voice[k];
        if (!hz_voices_is_awake(s, k))
            continue;
        hz_block *b = &v->bridge->block;
        int cost = hz_verb_plays(v) ? 0 : cost_of(v);
        b->waits = b->derived && (hz_jobs_hold(v) || (cost > 0 && cost > left && left < MOST));
        if (b->waits)
            turn = turn < 0 ? k : turn;
        else
            left -= cost;
    }
    s->turn = turn < 0 ? s->turn : turn;
}

/* ---- all together ---- */

int hz_object_all_voices(hz_object *o, hz_object *const **voice)
{
    const hz_voices *s = &o->bridge->part.lead->bridge->voices;

    *voice = s->voice;
    return s->n;
}

int hz_voices_is_alone(const hz_object *o)
{
    return o->bridge->part.lead->bridge->part.alone == o->bridge->part.number;
}

int hz_object_voices(hz_object *o, hz_object *const **voice)
{
    if (!hz_voices_is_alone(o))
        return hz_object_all_voices(o, voice);
    *voice = &o->bridge->voices.voice[0];
    return 1;
}

void *hz_object_part_of(const hz_object *o, const void *part, hz_object *voice)
{
    return (char *)voice + ((const char *)part - (const char *)o);
}

uint64_t hz_voices_told(hz_object *o)
{
    const hz_part *part = &o->bridge->part;

    return hz_voices_is_alone(o) ? 1ull << (part->number - 1)
                                 : ~0ull >> (HZ_VOICES_MOST - part->lead->bridge->voices.n);
}

void hz_voices_accounts(hz_object *o, hz_accounts *out)
{
    hz_object *const *voice;
    int n = hz_object_voices(o, &voice);

    *out = (hz_accounts){ .start = 0 };
    for (int i = 0; i < n; i++) {
        hz_accounts a = { .start = 0 };
        o->cls->model->accounts(voice[i], &a);
        for (int k = 0; k < HZ_ACCOUNTS; k++)
            out->value[k] += a.value[k];
        out->start += a.start;
    }
}
