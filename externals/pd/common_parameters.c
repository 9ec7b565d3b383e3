/* common_parameters: the parameters that every class has. */
#include "common_parameters.h"

#include <stdio.h>
#include <string.h>

#include "internal.h"
#include "seed.h"

static const hz_param rows[HZ_COMMON] = {
    [HZ_UNIT] = { "unit", .choices = "velocity displacement acceleration", .init = HZ_VELOCITY, .flags = HZ_MEASURE,
                  .doc = "Quantity carried by the audio outlets. Acceleration sounds brighter than velocity, "
                         "displacement darker. Acceleration is the change of velocity from one sample to the next. "
                         "While autogain is 1, the loudness stays the same." },
    [HZ_GAIN] = { "gain", "", 1, /* It has no unit, but goes in ratios as numbers with one do. */ -1e9, 1e9,
                  .flags = HZ_GLIDES,
                  .doc = "Factor for the audio outlets. A message or flag that sets it turns autogain off. The message "
                         "`level` sets it too." },
    [HZ_AUTOGAIN] = { "autogain", NULL, 1, 0, 1, .flags = HZ_WHOLE,
                      .doc =
                          "1: gain follows the object, its material and size, the unit and hear, which keeps the "
                          "loudness. "
                          "Playing and pickups (velocity, position, mass, pitch) leave it alone. 0: gain stays as it "
                          "was set." },
    [HZ_HOLD] = { "hold", NULL, 1, 0, 1, .flags = HZ_WHOLE,
                  .doc =
                      "1: limits the audio outlets to full scale, and the info outlet reports the reduction as held "
                      "<dB>. Sound below full scale is untouched. 0: raw numbers, however large, for measurements." },
    [HZ_LEDGER] = { "ledger", NULL, 0, 0, 1, .flags = HZ_WHOLE | HZ_KEPT,
                    .doc = "1: keeps the energy balance at every sample. 0: computes the stored energy once per block, "
                           "which is cheaper. -meters turns it on, and it cannot be turned off while a meter shows an "
                           "energy." },
    [HZ_REPORT] = { "report", "1/s", 200, 0, 100000, .flags = HZ_WHOLE | HZ_KEPT,
                    .doc = "Most contacts that the info outlet reports per second. 0: none. Once a second `contacts` "
                           "tells how many were not reported." },
    [HZ_RELEASE] = { "release", "s", 0, 0, 1e4, .word = "ring", .flags = HZ_NEXT,
                     .doc = "T60 after a note-off (a note with velocity 0). 0 or ring: keeps ringing." },
    [HZ_WHICH_METERS] = { "meters", .most = HZ_METERS, .flags = HZ_CREATION | HZ_WORDS,
                          .doc = "Each name adds a signal outlet with this quantity, between the energy outlet and the "
                                 "info outlet. Turns the ledger on." },
    [HZ_VOICES] = { "voices", NULL, 1, 1, HZ_VOICES_MOST, .flags = HZ_CREATION | HZ_WHOLE,
                    .doc = "Maximum number of notes at once. Each voice costs as much as an object of its own. With "
                           "-mc the audio outlet carries the voices in separate channels, otherwise their sum." },
    [HZ_MC] = { "mc", NULL, 0, 0, 1, .flags = HZ_CREATION | HZ_SWITCH,
                .doc = "One multichannel audio outlet instead of all audio outlets. Needs Pd 0.54 or later." },
    [HZ_EDITION] = { "edition", NULL, 2, 1, 2, .flags = HZ_WHOLE | HZ_KEPT | HZ_STEADY | HZ_NEXT,
                     .doc = "1: presets that are loaded from now on sound as in the first edition of the library, "
                            "without crowd and strikernoise, and with the numbers of modes that they had." },
    [HZ_SEED] = { "seed", NULL, -1, 0, HZ_MOST_SEED, .flags = HZ_CREATION | HZ_WHOLE, .word = "any", .means = -1,
                  .doc = "Where random numbers begin: those of noise, of human and of vary. any: elsewhere each time a "
                         "patch opens. The message seed sets it later." },
    [HZ_STEREO] = { "stereo", NULL, 0, 0, 1, .flags = HZ_CREATION | HZ_SWITCH,
                    .doc =
                        "Two audio outlets, left and right, instead of those of all pickups: two pickups of the "
                        "same body. Half their sum is what the object plays without the flag. -stereo asked, within an "
                        "abstraction: if that was created with -stereo; otherwise the right outlet is silent." },
    [HZ_PANNED] = { "pan", NULL, 0, -1, 1, .flags = HZ_GLIDES | HZ_KEPT | HZ_STEADY,
                    .doc = "Place between the two outlets of -stereo, with equal power: -1 left, 1 right." },
};

void hz_common_make(hz_common_table *t, const hz_class *c)
{
    memcpy(t->row, rows, sizeof rows);
    if (c->gain != 0)
        t->row[HZ_GAIN].init = c->gain;
    t->row[HZ_RELEASE].init = c->release;
    size_t n = 0;
    for (int i = 0; i < HZ_METERS && n < sizeof t->meters; i++)
        n += (size_t)snprintf(t->meters + n, sizeof t->meters - n, "%s%s", i ? " " : "", hz_meter_names[i]);
    t->row[HZ_WHICH_METERS].choices = t->meters;
    t->table = (hz_table){ .rows = t->row, .n = HZ_COMMON };
}

int hz_common_index(const hz_object *o)
{
    return o->cls->n_tables;
}

double hz_common_number(const hz_object *o, enum hz_common row)
{
    return hz_object_number(o, hz_common_index(o), row);
}

int hz_common_needs_ledger(const hz_object *o)
{
    int table = hz_common_index(o);

    for (int i = 0; i < hz_object_count(o, table, HZ_WHICH_METERS); i++)
        if (hz_object_element(o, table, HZ_WHICH_METERS, i) < HZ_ACCOUNTS)
            return 1;
    return 0;
}

/* Turns the ledger on where meters need it. Position and compression can be metered without it, if a flag says so. */
static void open_ledger(hz_object *o)
{
    int table = hz_common_index(o);
    hz_value *ledger = hz_values_at(o, table, HZ_LEDGER);

    if (hz_object_count(o, table, HZ_WHICH_METERS) == 0 || ledger->number[0] == 1)
        return;
    if (ledger->given && !hz_common_needs_ledger(o))
        return;
    hz_value_put(ledger, &rows[HZ_LEDGER], 1);
    if (ledger->given)
        hz_values_refuse_ledger(o);
}

int hz_object_is_stereo(const hz_object *o)
{
    return hz_common_number(o, HZ_STEREO) != 0;
}

/* Leaves the plain outlets where -mc asks for others that this Pd does not have. */
static void open_multichannel(hz_object *o)
{
    hz_value *mc = hz_values_at(o, hz_common_index(o), HZ_MC);

    if (mc->number[0] == 0 || hz_multichannel())
        return;
    hz_complain(o, NULL, "mc", "-mc", "in Pd 0.54 and newer", "0");
    hz_value_put(mc, &rows[HZ_MC], 0);
}

void hz_common_open(hz_object *o)
{
    open_ledger(o);
    open_multichannel(o);
    int seed = (int)hz_common_number(o, HZ_SEED);
    if (seed >= 0)
        hz_object_sow(o, seed);
}

enum hz_unit hz_object_unit(const hz_object *o)
{
    return o->cls->model->radiates && o->cls->model->radiates(o) ? HZ_VELOCITY
                                                                 : (enum hz_unit)hz_common_number(o, HZ_UNIT);
}

double hz_object_gain(const hz_object *o)
{
    return hz_common_number(o, HZ_GAIN);
}

int hz_object_ledger(const hz_object *o)
{
    return hz_common_number(o, HZ_LEDGER) != 0;
}

double hz_object_step(const hz_object *o)
{
    return o->bridge->h;
}

int hz_object_order(const hz_object *o)
{
    enum hz_unit unit = hz_object_unit(o);
    return unit == HZ_DISPLACEMENT ? 0 : unit == HZ_VELOCITY ? 1 : 2;
}
