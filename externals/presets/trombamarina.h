/* The named sounds of trombamarina~, written as the messages that a user would send. The gain of each makes its `bang`
 * peak near -6 dBFS. */
#ifndef HZ_PRESETS_TROMBAMARINA_H
#define HZ_PRESETS_TROMBAMARINA_H

#include "pd/class.h"

static const hz_preset trombamarina_presets[] = {
    { "plain", "offset 1, mix 0.44 2.2 1" },
    { "buzz", "bridgemass 0.0005, bridgefreq 400, mix 0.18 0.9 3" },
    { "bristle", "bow bristle, bowforce 1.5, gain 0.7, mix 0.11 0.57 1.9" },
    { "gut", "density 1300, young 5e9, diameter 0.0022, bowforce 0.5, highloss 0.03, gain 0.67, mix 0.14 0.68 2.3" },
    { "collision", "connection collision, connectionstiffness 1e7, connectionexponent 1.3" },
    { "box", "bodysize 0.4 0.25, bodythickness 0.004, bodydensity 400, bodyyoung 4e8, bodysigma0 12, bodysigma1 0.005, "
             "foot 0.6 0.4, pickups 0.3 0.45 0.3, offset 2e-6, mix 0.5 2.5 8.5" },
    { "cello",
      "freq 57, length 0.69, bridgeposition 0.95, bowposition 0.12, offset 1, bowforce 0.5, gain 0.58, mix 0.4 2 7" },
    { "paper", "bodydensity 20, bodysigma1 0.02, rattlestiffness 1e6, rattleexponent 1.3" },
};

#endif
