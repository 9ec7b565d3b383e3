/* The named sounds of impact~, as messages a user would send. A gain makes its `bang` peak near -6 dBFS. */
#ifndef HZ_PRESETS_IMPACT_H
#define HZ_PRESETS_IMPACT_H

#include "pd/class.h"

static const hz_preset impact_presets[] = {
    { "glass", "object bowl, material glass, size 0.08, thickness 0.0012, modes 24, position 0.95 0, "
               "pickups 0.93 0.1, mass 0.004, stiffness 2e8, damping 0.3, velocity 0.6, gain 1.9" },
    { "bell", "object bowl, material bronze, size 0.16, thickness 0.007, modes 24, position 0.97 0, "
              "pickups 0.95 0.1, mass 0.08, stiffness 1e9, damping 0.3, velocity 1, gain 2.6" },
    { "bowl", "object bowl, material bronze, size 0.2, thickness 0.0025, modes 16, position 0.97 0, "
              "pickups 0.95 0.06, mass 0.1, stiffness 4e7, exponent 2, damping 1, velocity 0.8, gain 3.2" },
    { "cup", "object bowl, material porcelain, size 0.085, thickness 0.0035, modes 20, position 0.95 0, "
             "pickups 0.93 0.1, mass 0.01, stiffness 3e8, damping 0.4, velocity 0.6, gain 5" },
    { "marimba", "object freebar, material rosewood, size 0.38 0.06, thickness 0.02, modes 8, freq 196, "
                 "position 0.5, pickups 0.42, mass 0.03, stiffness 3e7, exponent 2, damping 0.6, velocity 1, "
                 "gain 4.6" },
    { "xylophone", "object freebar, material rosewood, size 0.23 0.038, thickness 0.02, modes 10, position 0.45, "
                   "pickups 0.4, mass 0.02, stiffness 6e8, exponent 1.8, damping 0.4, velocity 1.5, gain 2.8" },
    { "vibraphone", "object freebar, material aluminium, size 0.32 0.05, thickness 0.0125, modes 8, "
                    "position 0.48, pickups 0.42, decay 6, mass 0.03, stiffness 5e7, exponent 2, damping 0.6, "
                    "velocity 1, gain 21" },
    { "woodblock", "object freebar, material oak, size 0.21 0.07, thickness 0.022, modes 20, position 0.4, "
                   "pickups 0.36, mass 0.015, stiffness 5e8, exponent 1.6, damping 0.4, velocity 1.5, gain 3.5" },
    { "plank", "object freebar, material spruce, size 1.1 0.16, thickness 0.024, modes 40, position 0.37, "
               "pickups 0.31, mass 0.15, stiffness 2e7, exponent 1.6, damping 0.6, velocity 2, gain 1.3" },
    { "anvil", "object freebar, material steel, size 0.33 0.1, thickness 0.045, modes 20, position 0.33, "
               "pickups 0.29, mass 0.8, stiffness 1e10, damping 0.15, velocity 2, gain 4.8" },
    { "chime", "object tube, material brass, size 1.3 0.038, thickness 0.0015, modes 30, position 0.04, "
               "pickups 0.1, decay 5, mass 0.06, stiffness 3e7, exponent 1.7, damping 0.6, velocity 1.5, gain 3.2" },
    { "drum", "object drum, material skin, size 0.33, thickness 0.00025, tension 2000, modes 150, decay 0.7, "
              "position 0.55 0.03, pickups 0.6 0.3, mass 0.03, stiffness 3e6, exponent 2, damping 0.8, "
              "velocity 3, gain 0.67" },
    { "kettledrum", "object drum, material skin, size 0.66, thickness 0.0002, tension 3500, modes 150, "
                    "position 0.75 0.03, pickups 0.7 0.3, mass 0.03, stiffness 1e6, exponent 2, damping 0.8, "
                    "velocity 3, gain 1.1" },
    { "gong", "object freedisc, material bronze, size 0.6, thickness 0.004, modes 200, position 0.12 0.07, "
              "pickups 0.8 0.3, mass 0.4, stiffness 1e7, exponent 2, damping 0.8, velocity 2, gain 4.7" },
    { "cymbal", "object freedisc, material bronze, size 0.4, thickness 0.001, modes 400, position 0.93 0.05, "
                "pickups 0.9 0.4, mass 0.01, stiffness 3e8, exponent 1.6, damping 0.3, velocity 3, gain 0.64" },
    { "window", "object plate, material glass, size 0.9 0.6, thickness 0.004, modes 200, decay 2, "
                "position 0.4 0.37, pickups 0.3 0.2, mass 0.02, stiffness 5e7, exponent 1.8, damping 1, "
                "velocity 1, gain 11" },
    { "guitar", "object string, material nylon, size 0.65, thickness 0.0007, tension 75, modes 60, position 0.2, "
                "pickups 0.1, mass 0.0003, stiffness 1e5, exponent 2, damping 1, velocity 2, gain 1.1" },
    { "piano", "object string, material steel, size 0.65, thickness 0.001, tension 680, modes 60, decay 6, "
               "position 0.12, pickups 0.05, mass 0.009, stiffness 4e9, exponent 2.5, damping 0.5, velocity 3, "
               "gain 0.2" },
    { "knock", "object wall, velocity 0.5, mass 0.02, stiffness 1e7, restitution 0.6 0.5, unit acceleration, gain 3.7e-4" },
    { "click", "object wall, velocity 0.5, mass 0.002, stiffness 1e9, unit acceleration, gain 2.4e-5" },
    { "felt", "object wall, velocity 0.5, mass 0.01, stiffness 1e10, exponent 2.8, damping 0.3, unit acceleration, gain 7e-4" },
    { "rattle", "object wall, velocity 0.5, mass 0.005, stiffness 1e8, suspension 40, rest 3e-4, restitution 0.9 0.5, unit acceleration, gain 8e-5" },
    { "bounce", "object wall, mass 0.005, stiffness 1e8, gravity 9.81, velocity 1, restitution 0.7 1, unit acceleration, gain 3.7e-5" },
    { "case1", "object wall, mass 0.01, stiffness 1e7, exponent 1.1, damping 0.1, velocity 0.3" },
    { "case2", "object wall, mass 0.01, stiffness 1e9, exponent 1.5, damping 0.5, velocity 1, gain 0.5" },
};

#endif
