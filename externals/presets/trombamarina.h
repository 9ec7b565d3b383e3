/* The named sounds of trombamarina~, as messages a user would send. A gain makes its `bang` peak near -6 dBFS. */
#ifndef HZ_PRESETS_TROMBAMARINA_H
#define HZ_PRESETS_TROMBAMARINA_H

#include "pd/class.h"

static const hz_preset trombamarina_presets[] = {
    { "plain", "offset 1" },
};

#endif
