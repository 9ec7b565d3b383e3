/* body_verbs: what a modal object can be told to do: `pickupweights`, `read` and `write`. A class lists these verbs
 * with the place of its hz_body as their part, and with a prefix for each of several bodies. */
#ifndef HZ_FAMILY_BODY_VERBS_H
#define HZ_FAMILY_BODY_VERBS_H

#include "pd/class.h"

enum { HZ_BODY_VERBS = 3 };
extern const hz_verb hz_body_verbs[HZ_BODY_VERBS];

#endif
