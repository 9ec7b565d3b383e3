/* unit_change: a message that sets what is heard, `unit` or `hear`, leaves the present excitation as loud as it was.
 *
 * Factors of thousands lie between displacement, velocity and acceleration, and they depend on how high it sounds. So
 * the present excitation is tried with both, as `level` tries it. Flags and presets set their gain themselves. */
#include "unit_change.h"

#include <math.h>

#include "internal.h"

/* Where the old sound was under full scale, the new one peaks no higher than this. */
static const double highest = 0.85;
/* An excitation that peaks under this tells nothing. */
static const double audible = 1e-4;

/* Brings what is heard now to the power that was heard before. */
static void keep_loudness(hz_object *o, hz_heard was, hz_heard is)
{
    const hz_param *p = hz_values_row(o, hz_common_index(o), HZ_GAIN);
    double gain = hz_object_gain(o), ceiling = fmax(highest / fabs(gain), was.peak) / is.peak;
    double factor = fmin(sqrt(was.power / is.power), ceiling);

    if (was.peak * fabs(gain) > audible && factor > 0 && isfinite(factor) && fabs(gain * factor) <= p->max)
        hz_object_put(o, hz_common_index(o), HZ_GAIN, gain * factor);
}

/* The row was another one before. Voices that are told the same one after the other have the gain of the first. */
static void follow(hz_object *o, int table, int row, double before)
{
    hz_object *lead = o->bridge->part.lead;
    double now = hz_object_number(o, table, row);

    if (o != lead && hz_object_number(lead, table, row) == now) {
        hz_object_put(o, hz_common_index(o), HZ_GAIN, hz_object_gain(lead));
        return;
    }
    hz_object_put(o, table, row, before);
    hz_heard was = o->cls->audition(o, o->bridge->h);
    hz_object_put(o, table, row, now);
    keep_loudness(o, was, o->cls->audition(o, o->bridge->h));
    o->bridge->block.anew = 1; /* The one fades into the other. */
}

int hz_unit_change_message(hz_object *o, const t_symbol *name, int argc, const t_atom *argv)
{
    int table, row, named = hz_values_find(o, name, argc, argv, &table, &row);
    int measure = named >= 0 && hz_values_row(o, table, row)->flags & HZ_MEASURE && o->cls->audition;
    double before = measure ? hz_object_number(o, table, row) : 0;
    int taken = hz_values_message(o, name, argc, argv);

    if (measure && hz_object_number(o, table, row) != before)
        follow(o, table, row, before);
    return taken;
}
