/* The named sounds of bounce~, written as the messages that a user would send. They are as loud as those of impact~,
 * and the things that they share with them are described there. */
#ifndef HZ_PRESETS_BOUNCE_H
#define HZ_PRESETS_BOUNCE_H

#include "pd/class.h"

static const hz_preset bounce_presets[] = {
    { "pingpong",
      "object plate, material oak, size 1.5 0.75, thickness 0.018, modes 250, hear radiation, decay 0.15, "
      "decaypower 0.3, position 0.4 0.37, mass 0.0027, stiffness 3e7, velocity 2.2, restitution 0.9 2.2, gain 0.55 "
      "+ modes 60, crowd 0, strikernoise 0, gain 0.62" },
    { "marble",
      "object plate, material glass, size 0.5 0.35, thickness 0.006, modes 250, hear radiation, decay 0.5, "
      "decaypower 0.3, position 0.4 0.37, mass 0.005, stiffness 2e10, velocity 1.8, restitution 0.85 1.8, gain 0.097 "
      "+ modes 60, crowd 0, strikernoise 0, gain 0.105" },
    { "bearing", "object plate, material steel, size 0.3 0.2, thickness 0.006, modes 150, hear radiation, decay 2.2, "
                 "decaypower 0.2, position 0.37 0.41, mass 0.006, stiffness 3e10, velocity 1.4, restitution 0.92 1.4, "
                 "gain 0.219 + modes 60, crowd 0, strikernoise 0" },
    { "coin", "object freedisc, material brass, size 0.027, thickness 0.002, modes 12, hear radiation, split 20, "
              "decay 0.4, position 0.9 0.05, pickups 0.95 0.05, mass 0.004, stiffness 3e9, velocity 1, "
              "restitution 0.7 1, keyscale 1 9584, gain 0.442 + crowd 0, strikernoise -15" },
    { "lid", "object freedisc, material steel, size 0.2, thickness 0.0008, modes 400, hear radiation, split 15, "
             "decay 2.5, decaypower 0.4, position 0.8 0.05, mass 0.002, stiffness 9e7, velocity 1.2, "
             "restitution 0.75 1.2, keyscale 0.8 122.5, gain 1 + modes 100, crowd 0, strikernoise -15" },
    { "tray",
      "object plate, material aluminium, size 0.4 0.3, thickness 0.0015, modes 300, hear radiation, decay 1.6, "
      "decaypower 0.3, position 0.35 0.4, mass 0.0015, stiffness 8e9, velocity 1.6, restitution 0.8 1.6, gain 0.0943 "
      "+ crowd 0, strikernoise -10, gain 0.113" },
    { "bowl", "object bowl, material porcelain, size 0.15, thickness 0.004, modes 20, hear radiation, freq 980, "
              "tuning 1 2.5 4.6 7, split 15, decay 0.8, decaypower 0.5, position 0.9 0.04, mass 0.002, stiffness 2e10, "
              "velocity 1.2, restitution 0.8 1.2, keyscale 0.5 980, gain 0.427 + strikernoise 0" },
    { "glass", "object bowl, material glass, size 0.075, thickness 0.0011, modes 24, hear radiation, freq 740, "
               "tuning 1 2.32 4.25 6.63 9.38, split 4, decay 2.5, decaypower 0.8, position 0.93 0.04, mass 0.0003, "
               "stiffness 3e7, velocity 1, restitution 0.85 1, keyscale 1 740, gain 2.92 + strikernoise 0" },
    { "drum", "object drum, material skin, size 0.33, thickness 0.00025, tension 2000, modes 250, hear radiation, "
              "split 20, decay 0.4, decaypower 0.25, position 0.55 0.03, mass 0.01, stiffness 3e7, exponent 2, "
              "velocity 2.4, restitution 0.9 2.4, keyscale 0.5 174, gain 0.0759 + modes 60, crowd 0, strikernoise 0" },
    { "marimba", "object freebar, material rosewood, size 0.38 0.06, thickness 0.02, modes 5, freq 196, tuning 1 4 10, "
                 "decay 1.9, decaypower 1, position 0.4, pickups 0.38, mass 0.012, stiffness 3e8, velocity 2, "
                 "restitution 0.8 2, gain 3.27 + crowd 0, strikernoise 0, gain 2.9" },
    { "plank", "object freebar, material spruce, size 1.1 0.16, thickness 0.024, modes 40, hear radiation, decay 0.5, "
               "position 0.37, mass 0.05, stiffness 1e8, velocity 2, restitution 0.6 2, gain 0.182 + crowd 0, "
               "strikernoise -10" },
    { "gong",
      "object freedisc, material bronze, size 0.6, thickness 0.004, modes 400, hear radiation, freq 68, split 6, "
      "decay 22, decaypower 0.6, position 0.3 0.07, mass 0.05, stiffness 3e8, velocity 2, restitution 0.8 2, "
      "gain 0.0638 + modes 200, crowd 0, strikernoise 0" },
    { "superball", "object wall, mass 0.02, stiffness 2e6, velocity 2.4, restitution 0.95 2.4, "
                   "unit acceleration, gain 0.000172" },
    { "golf",
      "object wall, mass 0.046, stiffness 1e9, velocity 2.4, restitution 0.8 2.4, unit acceleration, gain 2.21e-5" },
    /* Of the laboratory: a ball on a rigid wall, heard as the ball's own motion, and a contact of Papetti, Avanzini and
     * Rocchesso, table 1. */
    { "lab-wall", "object wall, mass 0.01, stiffness 1e9, velocity 2.4, damping 0.1, gain 0.21, hold 0" },
    { "lab-case1", "object wall, mass 0.01, stiffness 1e7, exponent 1.1, damping 0.1, velocity 0.3, gain 1.7, hold 0" },
};

#endif
