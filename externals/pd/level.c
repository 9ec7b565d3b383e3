/* level: the gain follows the body, the unit and what is heard, but nothing that a player plays. */
#include "level.h"

#include <math.h>

#include "internal.h"
#include "text.h"

/* What rings is as loud as the presets are with this, and peaks no higher than this. */
static const double usual_rms = -15.3, highest = -1.2; /* dB */
/* What is so many times as loud is another sound, and what is closer the same one that grows. */
static const double apart = 1.12;

static double ratio(double decibels)
{
    return pow(10, decibels / 20);
}

static double loudness_of(hz_loudness its)
{
    double loud = fmax(its.peak / ratio(highest), its.rms / ratio(usual_rms));
    return loud > 0 && isfinite(loud) ? loud : 0;
}

double hz_level_now(hz_object *o, int noted)
{
    return loudness_of(o->cls->model->loudness(o, noted));
}

static int follows(const hz_object *o)
{
    return hz_common_number(o, HZ_AUTOGAIN) != 0;
}

/* Sets what `level` has asked for. */
static void set_awaited(hz_object *o)
{
    if (o->bridge->level.awaited)
        hz_level_set(o, o->bridge->level.wanted);
    o->bridge->level.awaited = 0;
}

void hz_level_begin(hz_object *o)
{
    set_awaited(o);
    if (follows(o) && o->bridge->level.before == 0)
        o->bridge->level.before = hz_level_now(o, 0);
}

/* Multiplies gain, within its range. */
static void scale(hz_object *o, double factor)
{
    const hz_param *p = hz_values_row(o, hz_common_index(o), HZ_GAIN);
    hz_object_put(o, hz_common_index(o), HZ_GAIN, fmin(fmax(hz_object_gain(o) * factor, p->min), p->max));
}

void hz_level_end(hz_object *o)
{
    hz_level *l = &o->bridge->level;
    int dirty = o->bridge->dirty;
    set_awaited(o);
    double now = l->before > 0 ? hz_level_now(o, 0) : 0;
    if (now > 0) { /* What is silent now tells nothing: the next change is compared with what was heard last. */
        if (l->before > apart * now || now > apart * l->before) /* The sounds fade into each other. */
            o->bridge->block.anew = 1;
        scale(o, l->before / now);
        l->before = 0;
    }
    o->bridge->dirty &= dirty; /* The model does not know of gain. */
}

void hz_level_drop(hz_object *o)
{
    o->bridge->level = (hz_level){ .before = 0 };
}

void hz_level_plain(hz_object *o)
{
    hz_loudness its = o->cls->model->loudness(o, 0);
    double now = loudness_of(its);
    if (now > 0 && !its.given && follows(o))
        scale(o, ratio(o->cls->plain) / (hz_object_gain(o) * now));
}

void hz_level_fix(hz_object *o, int fixed)
{
    hz_level_drop(o);
    hz_object_put(o, hz_common_index(o), HZ_AUTOGAIN, !fixed);
}

int hz_level_set(hz_object *o, double level)
{
    const hz_param *p = hz_values_row(o, hz_common_index(o), HZ_GAIN);
    double gain = ratio(level) / o->cls->model->loudness(o, 0).peak;
    if (!(gain > 0) || !hz_number_within(&gain, p->min, p->max))
        return 0;
    hz_level_fix(o, 0);
    hz_object_put(o, hz_common_index(o), HZ_GAIN, gain);
    return 1;
}

void hz_level_await(hz_object *o, double level)
{
    hz_level_fix(o, 0);
    o->bridge->level = (hz_level){ .awaited = 1, .wanted = level };
}
