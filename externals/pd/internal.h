/* internal: what an object keeps behind its class's struct, one member for each file of the bridge. */
#ifndef HZ_PD_INTERNAL_H
#define HZ_PD_INTERNAL_H

#include "common_parameters.h"
#include "multichannel.h"
#include "report.h"
#include "block.h"
#include "parameter_values.h"
#include "verb.h"

struct hz_bridge {
    hz_common_table common;
    hz_value **values;   /* [table][row] */
    hz_value **defaults; /* the same, as the class declares them */
    int dirty;           /* coefficients are older than the parameters */
    double h;            /* s, the sample that signals last had */
    hz_verbs verbs;
    hz_reports reports;
    hz_block block;
    hz_multichannel multichannel;
};

/* The same error, with a prefix or NULL. */
void hz_complain(hz_object *o, const char *prefix, const char *subject, const char *given, const char *allowed,
                 const char *kept);

#endif
