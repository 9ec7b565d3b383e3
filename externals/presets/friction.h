/* The named sounds of friction~, written as the messages that a user would send. Where their numbers come from stands
 * in help/manual/sounds.md. */
#ifndef HZ_PRESETS_FRICTION_H
#define HZ_PRESETS_FRICTION_H

#include "pd/class.h"

static const hz_preset friction_presets[] = {
    { "wineglass", "b object bowl, b material glass, b size 0.075, b thickness 0.0011, b modes 10, b hear radiation, b "
                   "freq 660, b tuning 1 2.32 4.25 6.63 9.38, b split 2, b decay 2.5, b decaypower 1.7, b position "
                   "0.98 0.06, b pickups 0.98 0.06, press 0.095, speed 0.15, stribeck 0.15, static 0.6, dynamic 0.25, "
                   "bristles 1e5, rise 0.1, round 0.6, keyscale 0.5 660, time 3, gain 13.9" },
    { "bowedbar", "b object freebar, b material aluminium, b size 0.25 0.05, b thickness 0.01, b freq 440, b tuning 1 "
                  "4 10, b modes 10, b decay 5, b decaypower 1, b position 0, b pickups 0.02, press 6, speed 0.2, "
                  "stribeck 0.2, static 0.8, dynamic 0.3, time 2, gain 0.873" },
    { "bowedcymbal", "b object freedisc, b material bronze, b size 0.4, b thickness 0.001, b modes 80, b decay 6, b "
                     "decaypower 0.3, b position 1 0.1, b hear radiation, press 10, speed 0.3, stribeck 0.4, static "
                     "0.9, dynamic 0.3, time 2.5, gain 0.542" },
    { "door", "a object modes, a freqs 130 410, a decays 0.05 0.03, a masses 0.05 0.1, b object plate, b position 0.4 "
              "0.37, b pickups 0.3, b material spruce, b size 0.8 0.5, b thickness 0.02, b modes 60, b hear radiation, "
              "b decay 0.2, b decaypower 0.3, press 30, speed 0.01, static 0.7, dynamic 0.35, stribeck 0.01, bristles "
              "1e7, roughness 0.3, grain 0.004, rise 1.5, time 2.5, gain 1.44" },
    { "brake", "a object modes, a freqs 2600 4100, a decays 0.1 0.05, a masses 0.05 0.1, b object freedisc, b material "
               "steel, b size 0.28, b thickness 0.009, b modes 20, b decay 0.3, b position 0.8 0.1, b hear radiation, "
               "press 600, speed 1, static 0.5, dynamic 0.25, stribeck 1.8, bristles 1e7 0.001, time 2, gain 0.112" },
    { "chalk", "a object modes, a freqs 1900 4300, a decays 0.03 0.02, a masses 0.004 0.004, b object plate, b "
               "position 0.4 0.37, b pickups 0.3, b material glass, b size 1.2 0.8, b thickness 0.01, b modes 60, b "
               "hear radiation, b decay 0.3, b decaypower 0.3, press 3, speed 0.15, static 0.7, dynamic 0.35, stribeck "
               "0.2, bristles 2e5 0.05, roughness 0.4, grain 0.001, time 0.7, gain 1.13" },
    { "window", "a object modes, a freqs 450 1300, a decays 0.05 0.03, a masses 0.008 0.01, b object plate, b position "
                "0.4 0.37, b pickups 0.3, b material glass, b size 0.8 0.6, b thickness 0.004, b modes 60, b hear "
                "radiation, b decay 0.4, b decaypower 0.3, press 4, speed 0.15, static 1, dynamic 0.4, stribeck 0.15, "
                "bristles 5e4 0.1 0.02, time 1, gain 1.24" },
    { "cork", "a object modes, a freqs 1100 2700, a decays 0.03 0.02, a masses 0.003 0.006, b object bowl, b material "
              "glass, b size 0.08, b thickness 0.003, b modes 12, b hear radiation, b freq 1800, b decay 0.1, b "
              "position 0.95 0.06, press 8, speed 0.1, static 0.9, dynamic 0.45, stribeck 0.12, bristles 1e5, "
              "roughness 0.3, grain 0.002, time 0.6, gain 1.8" },
    { "violin", "b object string, b material steel, b size 0.33, b thickness 0.0005, b modes 40, b freq 440, b decay "
                "2, b decaypower 0.7, b position 0.12, b hear radiation, press 1.5, speed 0.3, static 0.8, dynamic "
                "0.3, stribeck 0.1, bristles 2e4, time 2, gain 0.0344" },
    { "balloon", "a object modes, a freqs 340 720, a decays 0.06 0.03, a masses 0.002 0.004, b object membrane, b "
                 "position 0.4 0.37, b pickups 0.3, b material skin, b size 0.25, b thickness 0.0003, b tension 4000, "
                 "b modes 40, b decay 0.15, b hear radiation, press 0.5, speed 0.12, static 1.3, dynamic 0.6, stribeck "
                 "0.12, bristles 1e5, roughness 0.4, grain 0.01, time 0.8, gain 0.658" },
    { "cuica",
      "a object modes, a freqs 300 820, a decays 0.06 0.03, a masses 0.01 0.02, b object drum, b material skin, b size "
      "0.2, b thickness 0.0004, b tension 800, b modes 40, b decay 0.4, b hear radiation, b position 0.05, press 3, "
      "speed 0.3, static 1, dynamic 0.45, stribeck 0.35, bristles 2e4, time 0.5, gain 0.149" },
    { "guiro", "a object modes, a freqs 2300 5100, a decays 0.01 0.008, a masses 0.002 0.002, b object plate, b "
               "material oak, b size 0.3 0.1, b thickness 0.003, b position 0.4 0.37, b pickups 0.3, b modes 40, b "
               "decay 0.06, b hear radiation, press 3, speed 0.35, static 0.4, dynamic 0.3, roughness 3, profile "
               "ridges, grain 0.005, stray 0.3, time 0.4, gain 17.8" },
};

#endif
