/* The named sounds of stringbarrier~, as messages a user would send. A gain makes its `bang` peak near -6 dBFS. */
#ifndef HZ_PRESETS_STRINGBARRIER_H
#define HZ_PRESETS_STRINGBARRIER_H

#include "pd/class.h"

static const hz_preset stringbarrier_presets[] = {
    { "free", "obstacle none" },
};

#endif
