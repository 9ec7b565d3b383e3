/* The named sounds of modalcontact~, written as the messages that a user would send. They are as loud as those of
 * impact~. The contact is linear, so that a harder blow is louder and not brighter. */
#ifndef HZ_PRESETS_MODALCONTACT_H
#define HZ_PRESETS_MODALCONTACT_H

#include "pd/class.h"

static const hz_preset modalcontact_presets[] = {
    { "bounce", "b object modes, b freqs 220 950 3500, b decays 0.6 0.4 0.2, b masses 0.1, a mass 0.01, stiffness 1e6, "
                "damping 2, height 0.02, gain 4.2" },
    { "string", "b object lumped, b points 50, b mass 0.005, b decay 2, b position 0.2, b pickups 0.35, a mass 0.001, "
                "stiffness 2e4, damping 0, height 0.3, gain 0.386" },
    { "plates",
      "a object plate, a material aluminium, a size 0.25 0.2, a thickness 0.001, a modes 40, a hear radiation, "
      "a position 0.4 0.37, b material glass, b size 0.4 0.3, b thickness 0.004, b modes 60, b hear radiation, "
      "b position 0.35 0.41, stiffness 3e6, height 0.0005, gain 0.407" },
    { "cups",
      "a object bowl, a material porcelain, a size 0.08, a thickness 0.003, a modes 16, a hear radiation, a freq 1750, "
      "a tuning 1 2.6 4.7, a split 110, a decay 0.22, a decaypower 0.5, a position 0.95 0.06, "
      "b object bowl, b material porcelain, b size 0.09, b thickness 0.0025, b modes 16, b hear radiation, b freq "
      "1480, "
      "b tuning 1 2.6 4.7, b split 130, b decay 0.25, b decaypower 0.5, b position 0.95 0.06, "
      "stiffness 1e7, damping 2, height 0.0001, gain 0.104" },
    { "spoon", "a object freebar, a material steel, a size 0.18 0.02, a thickness 0.003, a modes 20, a hear radiation, "
               "a position 0.05, a decay 0.6, a decaypower 1, "
               "b object bowl, b material glass, b size 0.075, b thickness 0.0011, b modes 20, b hear radiation, "
               "b freq 740, b tuning 1 2.32 4.25 6.63 9.38, b split 4, b decay 2.5, b decaypower 1.7, "
               "b position 0.95 0.04, stiffness 1e5, damping 0.3, height 0.0005, gain 1.88" },
    { "knock",
      "a mass 0.1, b object plate, b material spruce, b size 0.8 0.5, b thickness 0.015, b modes 120, "
      "b hear radiation, b decay 0.25, b decaypower 0.3, stiffness 3e6, damping 20, height 0.03, gain 0.0617" },
    { "marble", "a mass 0.005, b object plate, b material glass, b size 0.5 0.35, b thickness 0.006, b modes 120, "
                "b hear radiation, b decay 0.5, b decaypower 0.3, stiffness 5e7, damping 10, height 0.1, gain 0.176" },
};

#endif
