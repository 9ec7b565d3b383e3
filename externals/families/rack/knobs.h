/* knobs: the parameters of an object of the library as a controller turns them, from 0 to 1.
 *
 * What there is, and between which ends, the object says itself in its answers to `reference`. A quantity with a unit
 * that is never 0 goes by equal ratios, any other by equal steps, as where two sounds morph. */
#ifndef HZ_RACK_KNOBS_H
#define HZ_RACK_KNOBS_H

#include "m_pd.h"

typedef struct hz_knob {
    t_symbol *prefix, *name; /* Without a prefix it is NULL. */
    t_symbol *choices;       /* words with bars between them, or NULL */
    int has_unit, is_whole;
    double init, min, max;
} hz_knob;

typedef struct hz_knobs {
    hz_knob *knob;
    int n, room;
    int audio; /* The object has so many audio outlets. */
} hz_knobs;

void hz_knobs_clear(hz_knobs *k);

/* Reads one answer to `reference`. */
void hz_knobs_hear(hz_knobs *k, int argc, const t_atom *argv);

/* Returns the knob that the atoms name, or NULL, and how many of them do. */
const hz_knob *hz_knobs_find(const hz_knobs *k, int argc, const t_atom *argv, int *named);

/* Other ends; of a choice they are left as they are. */
void hz_knob_between(hz_knob *k, double min, double max);
int hz_knob_is_log(const hz_knob *k);

/* The value at a place from 0 to 1, and the place of a value. */
void hz_knob_value(const hz_knob *k, double place, t_atom *value);
double hz_knob_place(const hz_knob *k, const t_atom *value);

#endif
