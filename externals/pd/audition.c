/* audition: how loud an excitation is, tried on a model that nobody hears. */
#include "audition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { SOME = 64 }; /* So many samples are tried at a time. */

/* An attack is never longer, and neither is the fall from a kilometre at 9.81 m/s^2; s. */
static const double attack = 0.25, fall = 15;

static double loudest(hz_object *o, double h, const hz_audition *a)
{
    const double *const in[HZ_INLETS] = { 0 };
    int acceleration = hz_object_unit(o) == HZ_ACCELERATION;
    double motion[HZ_AUDITION_MOST][SOME], *audio[HZ_AUDITION_MOST], force[SOME], *meter[HZ_METERS] = { 0 };
    double last[HZ_AUDITION_MOST], peak = 0, early = 0, end = a->lasts > 0 ? a->lasts : fall;
    hz_io io = { .n = SOME,
                 .in = in,
                 .audio = audio,
                 .force = force,
                 .meter = meter,
                 .displacement = hz_object_unit(o) == HZ_DISPLACEMENT };
    for (int p = 0; p < o->n_audio; p++) {
        audio[p] = motion[p];
        last[p] = o->cls->velocity(o, p);
    }
    for (double t = 0; t < end; t += SOME * h) {
        a->run(o, &io, end < fall);
        for (int i = 0; end == fall && i < SOME; i++)
            if (force[i] > 0)
                end = t + attack;
        for (int p = 0; p < o->n_audio; p++)
            for (int i = 0; i < SOME; i++) {
                peak = fmax(peak, fabs(acceleration ? (motion[p][i] - last[p]) / h : motion[p][i]));
                last[p] = motion[p][i];
            }
        early = t < attack ? peak : early;
    }
    return end < fall ? peak : early;
}

double hz_audition_peak(hz_object *o, double h, const hz_audition *a)
{
    double kept[HZ_AUDITION_KEPT], peak = 0, freq = hz_object_number(o, a->freq_table, a->freq_row);
    void *now = malloc(a->size);
    if (!now)
        return 0;
    /* What is marked must reach this model first, for a shape tells only once how its modes moved. */
    o->cls->update(o, h);
    memcpy(now, a->model, a->size);
    for (int i = 0; i < HZ_AUDITION_KEPT && a->kept[i].what; i++)
        memcpy(&kept[i], a->kept[i].what, a->kept[i].size);
    if (a->make(o)) {
        o->cls->update(o, h);
        if (a->begin)
            a->begin(o);
        hz_verb_try(o);
        peak = loudest(o, h, a);
        a->unmake(o);
    }
    memcpy(a->model, now, a->size);
    for (int i = 0; i < HZ_AUDITION_KEPT && a->kept[i].what; i++)
        memcpy(a->kept[i].what, &kept[i], a->kept[i].size);
    hz_object_put(o, a->freq_table, a->freq_row, freq); /* A note may have tuned it. */
    free(now);
    return peak;
}
