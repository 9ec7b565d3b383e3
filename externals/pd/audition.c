/* audition: how loud an excitation is, tried on a model that nobody hears. */
#include "audition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#include "core/base/units.h"

enum { SOME = 64 }; /* So many samples are tried at a time. */

/* An attack is never longer, and neither is the fall from a kilometre at 9.81 m/s^2; s. */
static const double attack = 0.4, fall = 15;

/* What is heard of a pickup, as the ear weighs it: about as BS.1770, by a high pass of the second order and a shelf. */
typedef struct ear {
    double last, low[2], shelf, power;
} ear;

static const double high_pass = 40, shelf_freq = 1500, shelf_gain = 1.58;

/* Hears so many samples of a pickup, which are velocities if the unit is acceleration. Returns the largest. */
static double hear(ear *e, const double *motion, double h, int acceleration)
{
    double peak = 0, a = -expm1(-2 * HZ_PI * high_pass * h), b = -expm1(-2 * HZ_PI * shelf_freq * h);
    for (int i = 0; i < SOME; i++) {
        double x = acceleration ? (motion[i] - e->last) / h : motion[i];
        e->last = motion[i];
        peak = fmax(peak, fabs(x));
        for (int k = 0; k < 2; k++) {
            e->low[k] += a * (x - e->low[k]);
            x -= e->low[k];
        }
        e->shelf += b * (x - e->shelf);
        x = e->shelf + shelf_gain * (x - e->shelf);
        e->power += x * x;
    }
    return peak;
}

static hz_heard listen(hz_object *o, double h, const hz_audition *a)
{
    const double *const in[HZ_INLETS] = { 0 };
    int acceleration = hz_object_unit(o) == HZ_ACCELERATION;
    double motion[HZ_AUDITION_MOST][SOME], *audio[HZ_AUDITION_MOST], force[SOME], *meter[HZ_METERS] = { 0 };
    ear ears[HZ_AUDITION_MOST] = { { 0 } };
    double peak = 0, early = 0, power = 0, end = a->lasts > 0 ? a->lasts : fall;
    hz_io io = { .n = SOME,
                 .in = in,
                 .audio = audio,
                 .force = force,
                 .meter = meter,
                 .displacement = hz_object_unit(o) == HZ_DISPLACEMENT };
    for (int p = 0; p < o->n_audio; p++) {
        audio[p] = motion[p];
        ears[p].last = o->cls->velocity(o, p);
    }
    for (double t = 0; t < end; t += SOME * h) {
        a->run(o, &io, end < fall);
        for (int i = 0; end == fall && i < SOME; i++)
            if (force[i] > 0)
                end = t + attack;
        for (int p = 0; p < o->n_audio; p++)
            peak = fmax(peak, hear(&ears[p], motion[p], h, acceleration));
        early = t < attack ? peak : early;
    }
    for (int p = 0; p < o->n_audio; p++)
        power += ears[p].power;
    return (hz_heard){ end < fall ? peak : early, power };
}

hz_heard hz_audition_try(hz_object *o, double h, const hz_audition *a)
{
    hz_heard heard = { 0, 0 };
    double kept[HZ_AUDITION_KEPT], freq = hz_object_number(o, a->freq_table, a->freq_row);
    void *now = malloc(a->size);
    if (!now)
        return heard;
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
        heard = listen(o, h, a);
        a->unmake(o);
    }
    memcpy(a->model, now, a->size);
    for (int i = 0; i < HZ_AUDITION_KEPT && a->kept[i].what; i++)
        memcpy(a->kept[i].what, &kept[i], a->kept[i].size);
    hz_object_put(o, a->freq_table, a->freq_row, freq); /* A note may have tuned it. */
    free(now);
    return heard;
}
