/* internal: what the bridge keeps of an object, beside the struct of its class. */
#ifndef HZ_PD_INTERNAL_H
#define HZ_PD_INTERNAL_H

#include <stdint.h>

#include "common_parameters.h"
#include "cost.h"
#include "job.h"
#include "level.h"
#include "report.h"
#include "sound.h"
#include "block.h"
#include "parameter.h"
#include "verb.h"
#include "voice.h"

struct hz_bridge {
    hz_common_table common;
    int first[HZ_TABLES_MOST + 1]; /* Of each table the first row is the so-manieth of all, ... */
    hz_value *values;              /* ... which have these values, ... */
    hz_value *defaults;            /* ... and these where the class declares them. */
    int told;                      /* A message sets a parameter. */
    int dirty;                     /* Coefficients are older than the parameters. */
    double h;                      /* the time step of the signals, s */
    hz_verbs verbs;
    hz_inlets inlets;
    hz_voices voices; /* of the lead */
    hz_part part;
    hz_sound_slots slots;
    hz_level level;
    hz_cost cost;     /* of the lead */
    uint64_t varied;  /* the state of the dice of `vary` */
    int seed, sown;   /* of the lead: the running seed of excitations, and where it was set */
    t_canvas *canvas; /* Files are looked for from here. */
    hz_reports reports;
    hz_block block;
    struct hz_recording *recording; /* NULL: none is under way */
    hz_job *jobs;                   /* of the lead: those that are under way */
};

/* Opens and closes an object or one of its voices: all but inlets, outlets and the other voices. */
int hz_object_open(hz_object *o, const hz_class *c, hz_object *lead, int number, int argc, const t_atom *argv);
void hz_object_close(hz_object *o);

/* Reads all arguments of an object at its creation, -name value..., lets the class take what it needs, then tells it
 * what was set. Each wrong argument makes an error and changes nothing. Returns 0 if there is no memory. */
int hz_creation_flags_read(hz_object *o, int argc, const t_atom *argv);

/* Prints an error, unless it is that of a voice whose lead has made the same. */
__attribute__((format(printf, 2, 3))) void hz_error(hz_object *o, const char *format, ...);

/* Prints the error of hz_object_complain, with this prefix or NULL. */
void hz_complain(hz_object *o, const char *prefix, const char *subject, const char *given, const char *allowed,
                 const char *kept);

/* The same where atoms were given, and nothing is done. */
void hz_refuse(hz_object *o, const char *prefix, const char *subject, int argc, const t_atom *argv,
               const char *allowed);

#endif
