/* common_parameters: the parameters that every class has, in a table of their own behind the class's. */
#ifndef HZ_PD_COMMON_PARAMETERS_H
#define HZ_PD_COMMON_PARAMETERS_H

#include "class.h"

/* The rows, in their order. */
enum hz_common {
    HZ_UNIT,
    HZ_GAIN,
    HZ_AUTOGAIN,
    HZ_HOLD,
    HZ_LEDGER,
    HZ_REPORT,
    HZ_RELEASE,
    HZ_WHICH_METERS,
    HZ_VOICES,
    HZ_MC,
    HZ_EDITION,
    HZ_SEED,
    HZ_STEREO,
    HZ_PANNED,
    HZ_COMMON
};

typedef struct hz_common_table {
    hz_table table;
    hz_param row[HZ_COMMON];
    char meters[160]; /* the choices of `meters`, joined from hz_meter_names */
} hz_common_table;

/* Fills in the table, which must stay where it is. */
void hz_common_make(hz_common_table *t, const hz_class *c);

/* Returns the number of the common table among the tables of an object. */
int hz_common_index(const hz_object *o);

double hz_common_number(const hz_object *o, enum hz_common row);

/* Says whether -meters asked for an account. Such an outlet would be silent without the ledger. */
int hz_common_needs_ledger(const hz_object *o);

/* Runs once, when all flags are read: -meters turns the ledger on, and -mc needs a Pd that has it. */
void hz_common_open(hz_object *o);

#endif
