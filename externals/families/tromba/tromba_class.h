/* tromba_class: the trumpet marine as a patch describes it: the rows of trombamarina~ beside its string, and the model
 * they make. */
#ifndef HZ_FAMILY_TROMBA_CLASS_H
#define HZ_FAMILY_TROMBA_CLASS_H

#include "families/string/string_rows.h"

#include "core/tromba/tromba.h"

enum {
    HZ_MARINA_BRIDGEMASS,
    HZ_MARINA_BRIDGEFREQ,
    HZ_MARINA_BRIDGEDAMPING,
    HZ_MARINA_BRIDGEPOSITION,
    HZ_MARINA_OFFSET,
    HZ_MARINA_FOOT,
    HZ_MARINA_BODYSIZE,
    HZ_MARINA_BODYTHICKNESS,
    HZ_MARINA_BODYMATERIAL,
    HZ_MARINA_BODYDENSITY,
    HZ_MARINA_BODYYOUNG,
    HZ_MARINA_BODYSIGMA0,
    HZ_MARINA_BODYSIGMA1,
    HZ_MARINA_BODYPOINTS,
    HZ_MARINA_CONNECTION,
    HZ_MARINA_K1,
    HZ_MARINA_K3,
    HZ_MARINA_KLOSS,
    HZ_MARINA_CONNECTIONSTIFFNESS,
    HZ_MARINA_CONNECTIONEXPONENT,
    HZ_MARINA_RATTLESTIFFNESS,
    HZ_MARINA_RATTLEEXPONENT,
    HZ_MARINA_RATTLEDAMPING,
    HZ_MARINA_METHOD,
    HZ_MARINA_BOW,
    HZ_MARINA_BOWPOSITION,
    HZ_MARINA_BOWSPEED,
    HZ_MARINA_BOWFORCE,
    HZ_MARINA_CURVE,
    HZ_MARINA_FRICTION,
    HZ_MARINA_BRISTLES,
    HZ_MARINA_FINGER,
    HZ_MARINA_PICKUPS,
    HZ_MARINA_MIX,
    HZ_MARINA_MONO,
    HZ_MARINA_ROWS
};
extern const hz_param hz_marina_rows[HZ_MARINA_ROWS];

/* The tables of the class, in this order. */
enum { HZ_MARINA_STRING, HZ_MARINA_OWN, HZ_MARINA_TABLES };
extern const hz_table hz_marina_tables[HZ_MARINA_TABLES];

typedef struct hz_marina {
    hz_object o;
    hz_tromba model;
    hz_stringset string;
    hz_string probe;                                  /* on which a string is tried */
    double good[HZ_MARINA_TABLES][HZ_MARINA_ROWS][2]; /* the last values that grids could carry */
    double h;
    double hand;          /* the decay a hand imposes, s; 0: no hand */
    hz_gridmethod method; /* as it was asked for; the row says what runs */
} hz_marina;

hz_tromba_params hz_marina_params(const hz_marina *x);

void hz_marina_defaults(hz_object *o);
void hz_marina_derive(hz_object *o);
void hz_marina_update(hz_object *o, double h);

/* ---- marinagrid ---- */

/* Refuses a value with which no grid could carry string or body: puts the last good one back, with one error that names
 * the nearest that works. Also sees to bodymaterial. */
void hz_marina_changed(hz_object *o, int table, int row);
void hz_marina_keep_defaults(hz_marina *x);          /* flags were put already: the defaults are what is surely good */
void hz_marina_follow(hz_marina *x);                 /* freq or tension, the one that the other makes */
double hz_marina_highest(hz_marina *x, double freq); /* this one, or the highest that a grid can carry */

/* ---- marinaplay ---- */

enum { HZ_MARINA_PARTS = 3, HZ_MARINA_VERBS = 7 }; /* string, bridge, body */
extern const hz_verb hz_marina_verbs[HZ_MARINA_VERBS];

void hz_marina_bang(hz_object *o);
int hz_marina_is_mono(const hz_object *o);
double hz_marina_share(const hz_object *o, int i); /* of a part in the mix */
double hz_marina_velocity(const hz_object *o, int pickup);
double hz_marina_peak(hz_object *o, double h);

#endif
