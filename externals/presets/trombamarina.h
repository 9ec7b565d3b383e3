/* The named sounds of trombamarina~, written as the messages that a user would send. A note of velocity 100 is as loud
 * as in every other class. `lab-willemsen` is the instrument of the paper, with all its numbers. */
#ifndef HZ_PRESETS_TROMBAMARINA_H
#define HZ_PRESETS_TROMBAMARINA_H

#include "pd/class.h"

static const hz_preset trombamarina_presets[] = {
    { "plain", "offset 1, highloss 0.02, mix 1.2 220 0" },
    { "buzz", "rattlestiffness 1e9, bodythickness 0.003, bodysigma0 20, mix 0 0 500" },
    { "bristle", "bow bristle, bowposition 0.12, bowforce 0.5, mix 0.28 0 460" },
    { "gut",
      "density 1300, young 5e9, diameter 0.0022, highloss 0.05, bowforce 0.07, bowposition 0.4, bridgelevel 250, "
      "mix 1.6 0 960" },
    { "collision",
      "connection collision, connectionstiffness 2e6, connectionexponent 1.3, bowposition 0.2, mix 0.6 0 600" },
    { "box",
      "bodysize 0.4 0.25, bodythickness 0.003, bodysigma0 80, bodysigma1 0.003, bodypoints 0, foot 0.6 0.4, pickups "
      "0.3 0.45 0.3, rattlestiffness 3e5, mix 1 0 600" },
    { "cello", "freq 62, length 0.69, bridgeposition 0.95, bowposition 0.34, bowforce 0.1, highloss 0.01, offset 1, "
               "mix 0.9 140 0" },
    { "paper", "bodydensity 60, bodyyoung 1e8, bodythickness 0.002, bodysigma0 200, bodysigma1 0.02, bodypoints 300, "
               "mix 0.9 0 650" },
    { "lab-willemsen",
      "young 2e11, decay 69, highloss 0.05, points 226, bridgemass 0.001, bridgefreq 350, bridgedamping 0.05, "
      "bridgeposition 0.8684, offset 5e-6, bodysize 1.35 0.18, bodythickness 0.01, bodydensity 50, bodyyoung 2e5, "
      "bodysigma0 2, bodysigma1 0.05, bodypoints 1690, rattlestiffness 5e8, bowposition 0.12, bowspeed 0.1, bowforce "
      "0.4, "
      "curve 100, bridgelevel 1, bodylevel 1, mix 0.06 0.3 1, gain 0.8, hold 0" },
    { "loose",
      "connection collision, connectionstiffness 2e4, connectionplay 1e-4, offset 1, highloss 0.02, mix 1.2 42 "
      "0" },
    { "cubic", "k1 0, k3 1e12, offset 1, highloss 0.02, mix 1 167 0" },
};

#endif
