/* The named sounds of bounce~, written as the messages that a user would send. The gain of each makes its `bang` peak
 * near -6 dBFS. */
#ifndef HZ_PRESETS_BOUNCE_H
#define HZ_PRESETS_BOUNCE_H

#include "pd/class.h"

static const hz_preset bounce_presets[] = {
    { "pingpong",
      "object plate, material oak, size 1.5 0.75, thickness 0.01, modes 150, decay 0.15, position 0.4 0.37, "
      "pickups 0.3 0.4, mass 0.0027, stiffness 4e6, velocity 2.2, restitution 0.9 2.2, gain 27" },
    { "marble",
      "object plate, material glass, size 0.5 0.35, thickness 0.006, modes 120, decay 0.5, position 0.4 0.37, "
      "pickups 0.3 0.2, mass 0.005, stiffness 5e9, velocity 1.8, restitution 0.85 1.8, gain 4.6" },
    { "bearing", "object plate, material steel, size 0.3 0.2, thickness 0.006, modes 100, position 0.37 0.41, "
                 "pickups 0.3 0.2, mass 0.006, stiffness 1e10, velocity 1.4, restitution 0.92 1.4, gain 4.6" },
    { "coin", "object freedisc, material brass, size 0.027, thickness 0.002, modes 12, decay 0.4, position 0.9 0.05, "
              "pickups 0.95 0.3, mass 0.004, stiffness 3e9, velocity 1, restitution 0.7 1, gain 0.74" },
    { "lid", "object freedisc, material steel, size 0.2, thickness 0.0015, modes 150, decay 1.2, position 0.8 0.05, "
             "pickups 0.9 0.3, mass 0.002, stiffness 2e9, velocity 1.2, restitution 0.75 1.2, gain 5.8" },
    { "tray",
      "object plate, material aluminium, size 0.4 0.3, thickness 0.0015, modes 150, decay 1, position 0.35 0.4, "
      "pickups 0.3 0.2, mass 0.0015, stiffness 5e8, velocity 1.6, restitution 0.8 1.6, gain 4.4" },
    { "bowl", "object bowl, material porcelain, size 0.15, thickness 0.004, modes 20, position 0.9 0, "
              "pickups 0.95 0.1, mass 0.002, stiffness 2e9, velocity 1.2, restitution 0.8 1.2, gain 3.3" },
    { "glass", "object bowl, material glass, size 0.08, thickness 0.0012, modes 24, position 0.93 0, "
               "pickups 0.95 0.1, mass 0.0003, stiffness 1e9, velocity 1, restitution 0.85 1, gain 2" },
    { "drum", "object drum, material skin, size 0.33, thickness 0.00025, tension 2000, modes 150, decay 0.6, "
              "position 0.55 0.03, pickups 0.6 0.3, mass 0.01, stiffness 3e6, exponent 2, velocity 2.4, "
              "restitution 0.9 2.4, gain 0.87" },
    { "marimba", "object freebar, material rosewood, size 0.38 0.06, thickness 0.02, modes 8, freq 196, position 0.5, "
                 "pickups 0.42, mass 0.012, stiffness 3e7, velocity 2, restitution 0.8 2, gain 2.4" },
    { "plank", "object freebar, material spruce, size 1.1 0.16, thickness 0.024, modes 40, position 0.37, "
               "pickups 0.31, mass 0.05, stiffness 2e7, velocity 2, restitution 0.6 2, gain 3.1" },
    { "gong", "object freedisc, material bronze, size 0.6, thickness 0.004, modes 200, position 0.12 0.07, "
              "pickups 0.8 0.3, mass 0.05, stiffness 1e8, velocity 2, restitution 0.8 2, gain 3.6" },
    { "superball", "object wall, mass 0.02, stiffness 2e6, velocity 2.4, restitution 0.95 2.4, "
                   "unit acceleration, gain 9.9e-5" },
    { "golf",
      "object wall, mass 0.046, stiffness 1e9, velocity 2.4, restitution 0.8 2.4, unit acceleration, gain 1.2e-5" },
    { "wall", "object wall, mass 0.01, stiffness 1e9, velocity 2.4, damping 0.1, gain 0.21" },
    { "case1", "object wall, mass 0.01, stiffness 1e7, exponent 1.1, damping 0.1, velocity 0.3, gain 1.7" },
};

#endif
