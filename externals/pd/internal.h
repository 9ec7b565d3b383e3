/* internal: what the bridge keeps of an object, beside the struct of its class. */
#ifndef HZ_PD_INTERNAL_H
#define HZ_PD_INTERNAL_H

#include <stdint.h>

#include "common_parameters.h"
#include "inlet.h"
#include "multichannel.h"
#include "note.h"
#include "report.h"
#include "sound_slots.h"
#include "block.h"
#include "parameter_values.h"
#include "verb.h"

struct hz_bridge {
    hz_common_table common;
    hz_value **values;   /* of each table and row */
    hz_value **defaults; /* the same, as the class declares them */
    int dirty;           /* Coefficients are older than the parameters. */
    double h;            /* the time step of the signals, s */
    hz_verbs verbs;
    hz_inlets inlets;
    hz_notes notes;
    hz_sound_slots slots;
    uint64_t varied;  /* the state of the dice of `vary` */
    t_canvas *canvas; /* Files are looked for from here. */
    hz_reports reports;
    hz_block block;
    hz_multichannel multichannel;
};

/* Prints the error of hz_object_complain, with this prefix or NULL. */
void hz_complain(hz_object *o, const char *prefix, const char *subject, const char *given, const char *allowed,
                 const char *kept);

#endif
