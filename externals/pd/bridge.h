/* bridge: what an object keeps behind its class's struct, one member for each room of the bridge. */
#ifndef HZ_PD_BRIDGE_H
#define HZ_PD_BRIDGE_H

#include "common.h"
#include "multichannel.h"
#include "report.h"
#include "signals.h"
#include "values.h"
#include "verb.h"

struct hz_bridge {
    hz_common_table common;
    hz_value **values;   /* [table][row] */
    hz_value **defaults; /* the same, as the class declares them */
    int dirty;           /* coefficients are older than the parameters */
    double h;            /* s, the sample that signals last had */
    hz_verbs verbs;
    hz_reports reports;
    hz_signals signals;
    hz_multichannel multichannel;
};

/* The same error, with a prefix or NULL. */
void hz_complain(hz_object *o, const char *prefix, const char *subject, const char *given, const char *allowed,
                 const char *kept);

#endif
