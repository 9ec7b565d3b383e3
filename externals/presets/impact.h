/* The named sounds of impact~, written as the messages that a user would send. The gain of each makes its `bang` peak
 * near -6 dBFS. */
#ifndef HZ_PRESETS_IMPACT_H
#define HZ_PRESETS_IMPACT_H

#include "pd/class.h"

static const hz_preset impact_presets[] = {
    { "glass", "object bowl, material glass, size 0.08, thickness 0.0012, modes 24, decay 2, position 0.95 0, "
               "pickups 0.93 0.1, mass 0.004, stiffness 2e8, damping 0.3, velocity 0.6, gain 1.8" },
    { "bell", "object bowl, material bronze, size 0.16, thickness 0.007, modes 24, decay 6, position 0.97 0, "
              "pickups 0.95 0.1, mass 0.08, stiffness 1e9, damping 0.3, velocity 1, gain 2.4" },
    { "bowl", "object bowl, material bronze, size 0.2, thickness 0.0025, modes 16, decay 12, position 0.97 0, "
              "pickups 0.95 0.06, mass 0.04, stiffness 3e8, exponent 2, damping 1, velocity 0.8, "
              "unit acceleration, gain 0.0016" },
    { "cup", "object bowl, material porcelain, size 0.085, thickness 0.0035, modes 20, decay 0.4, "
             "position 0.95 0, pickups 0.93 0.1, mass 0.01, stiffness 3e8, damping 0.4, velocity 0.6, gain 4.8" },
    { "marimba", "object freebar, material rosewood, size 0.38 0.06, thickness 0.02, modes 8, freq 196, "
                 "position 0.46, pickups 0.42, mass 0.03, stiffness 3e8, exponent 2, damping 0.6, velocity 1, "
                 "gain 3.2" },
    { "xylophone", "object freebar, material rosewood, size 0.28 0.038, thickness 0.02, modes 10, freq 1047, "
                   "decay 0.5, position 0.46, pickups 0.4, mass 0.015, stiffness 4e9, exponent 1.8, damping 0.4, "
                   "velocity 1.5, gain 2" },
    { "vibraphone", "object freebar, material aluminium, size 0.32 0.05, thickness 0.0125, modes 8, freq 440, "
                    "decay 6, position 0.46, pickups 0.42, mass 0.03, stiffness 1e9, exponent 2, damping 0.6, "
                    "velocity 1, gain 4.3" },
    { "woodblock", "object freebar, material oak, size 0.21 0.07, thickness 0.022, modes 20, freq 1100, "
                   "decay 0.12, position 0.4, pickups 0.36, mass 0.015, stiffness 5e8, exponent 1.6, "
                   "damping 0.4, velocity 1.5, gain 2.2" },
    { "plank", "object freebar, material spruce, size 1.1 0.16, thickness 0.024, modes 40, decay 0.5, "
               "position 0.37, pickups 0.31, mass 0.15, stiffness 8e7, exponent 1.6, damping 0.6, velocity 2, "
               "unit acceleration, gain 0.00049" },
    { "anvil", "object freedisc, material steel, size 0.36, thickness 0.045, modes 20, decay 2.5, "
               "position 0.35 0.04, pickups 0.9 0.02, mass 0.4, stiffness 5e10, damping 0.1, velocity 2, gain 3.3" },
    { "chime", "object tube, material brass, size 0.5 0.025, thickness 0.0015, modes 20, decay 6, position 0.4, "
               "pickups 0.3, mass 0.01, stiffness 5e8, exponent 1.7, damping 0.6, velocity 1.5, gain 4.9" },
    { "drum", "object drum, material skin, size 0.33, thickness 0.00025, tension 2000, modes 300, decay 0.8, "
              "position 0.45 0.03, pickups 0.5 0.3, mass 0.03, stiffness 8e6, exponent 2, damping 0.8, "
              "velocity 3, gain 0.45" },
    { "kettledrum", "object drum, material skin, size 0.66, thickness 0.0002, tension 3500, modes 250, "
                    "decay 1.5, position 0.75 0.03, pickups 0.6 0.03, mass 0.03, stiffness 1e6, exponent 2, "
                    "damping 0.8, velocity 3, gain 0.54" },
    { "gong", "object freedisc, material bronze, size 0.6, thickness 0.004, modes 300, decay 14, "
              "position 0.3 0.07, pickups 0.8 0.3, mass 0.3, stiffness 1e8, exponent 2, damping 0.8, velocity 2, "
              "unit acceleration, gain 0.0028" },
    { "cymbal", "object freedisc, material bronze, size 0.4, thickness 0.001, modes 700, decay 8, "
                "position 0.93 0.05, pickups 0.9 0.4, mass 0.01, stiffness 1e9, exponent 1.6, damping 0.3, "
                "velocity 3, unit acceleration, gain 5.8e-5" },
    { "window", "object plate, material glass, size 0.9 0.6, thickness 0.004, modes 200, decay 1, "
                "position 0.4 0.37, pickups 0.3 0.2, mass 0.02, stiffness 5e7, exponent 1.8, damping 1, "
                "velocity 1, unit acceleration, gain 0.0039" },
    { "guitar", "object string, material nylon, size 0.65, thickness 0.0007, tension 75, modes 60, "
                "position 0.15, pickups 0.1, mass 0.0003, stiffness 1e6, exponent 2, damping 1, velocity 2, "
                "gain 0.48" },
    { "piano", "object string, material steel, size 0.65, thickness 0.001, tension 680, modes 60, decay 6, "
               "position 0.12, pickups 0.05, mass 0.009, stiffness 4e9, exponent 2.5, damping 0.5, velocity 3, "
               "gain 0.2" },
    { "knock",
      "object wall, velocity 0.5, mass 0.02, stiffness 1e7, restitution 0.6 0.5, unit acceleration, gain 3.7e-4" },
    { "click", "object wall, velocity 0.5, mass 0.002, stiffness 1e9, unit acceleration, gain 2.4e-5" },
    { "felt",
      "object wall, velocity 0.5, mass 0.01, stiffness 1e10, exponent 2.8, damping 0.3, unit acceleration, gain 7e-4" },
    { "rattle", "object wall, velocity 0.5, mass 0.005, stiffness 1e8, suspension 40, rest 3e-4, restitution 0.9 0.5, "
                "unit acceleration, gain 8e-5" },
    { "bounce", "object wall, mass 0.005, stiffness 1e8, gravity 9.81, velocity 1, restitution 0.7 1, unit "
                "acceleration, gain 3.7e-5" },
    { "case1", "object wall, mass 0.01, stiffness 1e7, exponent 1.1, damping 0.1, velocity 0.3" },
    { "case2", "object wall, mass 0.01, stiffness 1e9, exponent 1.5, damping 0.5, velocity 1, gain 0.5" },
};

#endif
