/* The named sounds of stringbarrier~, written as the messages that a user would send. With its gain a note of velocity
 * 100 is about -18 LUFS, or as loud as a bang allows that peaks under -3 dBFS. `lab-ideal` is a string without loss and
 * stiffness over a hard floor, to be measured. */
#ifndef HZ_PRESETS_STRINGBARRIER_H
#define HZ_PRESETS_STRINGBARRIER_H

#include "pd/class.h"

static const hz_preset stringbarrier_presets[] = {
    { "free", "obstacle none, gain 0.29" },
    { "sitar",
      "freq 138.6, length 0.88, diameter 0.0003, decay 8, highloss 4e-3, bridge 0 0.12 0.16, stiffness 1e6, "
      "position 0.2, amplitude 0.003, width 0.15, pickups 0.1, follow 1, gain 0.15 + soundbox gourd, gain 1.35" },
    { "tanpura",
      "freq 138.6, length 1, diameter 0.0003, decay 14, highloss 4e-3, bridge 0 0.15 0.14, stiffness 1.8e5, "
      "position 0.4, amplitude 0.003, width 0.25, pickups 0.1, follow 1, gain 0.21 + soundbox gourd, gain 1.15" },
    { "fretbuzz",
      "freq 82.4, length 0.65, diameter 0.0011, young 5e10, decay 5, highloss 2e-3, obstacle frets, frets 0.056 0.109 "
      "0.159 0.206 0.251 0.293 0.333 0.37 0.405 0.439 0.47 0.5 0.528 0.555 0.58, height -0.0009, stiffness 3e6, "
      "damping 0.02, position 0.8, amplitude 0.0045, width 0.1, pickups 0.6, gain 0.2 "
      "+ soundbox guitar, gain 0.219" },
    { "fingerboard", "freq 55, length 0.86, diameter 0.0016, young 3e10, decay 4, highloss 4e-3, obstacle flat, height "
                     "-0.0012, stiffness 1e9, position 0.75, amplitude 0.005, width 0.02, pickups 0.7, gain 0.25 + "
                     "soundbox contrabass, gain 0.126" },
    { "slap", "freq 41.2, length 0.86, diameter 0.002, young 2e10, decay 6, highloss 4e-3, obstacle frets, frets 0.056 "
              "0.109 0.159 0.206 0.251 0.293 0.333 0.37 0.405 0.439 0.47 0.5 0.528 0.555 0.58 0.603 0.625, height "
              "-0.0014, stiffness 1e7, damping 0.02, notes strike, velocity 4, hammermass 0.02, hammerstiffness 1e7, "
              "position 0.8, pickups 0.6, gain 0.105 + soundbox contrabass, gain 0.0303" },
    { "rattle",
      "freq 196, length 0.65, diameter 0.0007, decay 5, obstacle mass, mass 0.0008, massfreq 55, massdecay 0.4, "
      "massposition 0.37, height -0.0004, stiffness 1e6, exponent 1.5, damping 0.05, amplitude 0.003, gain 0.105" },
    { "coin", "freq 146.8, length 0.8, diameter 0.0008, decay 7, obstacle mass, mass 0.004, massfreq 18, massdecay "
              "0.6, massposition 0.12, height -0.0002, stiffness 1e8, exponent 1.5, floor 0.001, amplitude 0.003, "
              "position 0.4, gain 0.19" },
    { "strings", "freq 110, diameter 0.0006, obstacle string, secondfreq 164.8, seconddiameter 0.0007, seconddecay 5, "
                 "height -0.001, stiffness 1e8, amplitude 0.004, gain 0.175 + soundbox guitar, gain 0.357" },
    { "snare", "freq 180, length 0.35, diameter 0.0008, decay 0.5, highloss 0.02, obstacle string, secondfreq 90, "
               "seconddiameter 0.0012, seconddecay 0.12, height -0.0001, stiffness 1e9, notes strike, velocity 3, "
               "hammermass 0.004, hammerstiffness 1e6, hammerexponent 1.5, position 0.4, pickups 0.3, gain 0.2" },
    { "hammered", "freq 220, length 0.7, diameter 0.0009, decay 8, highloss 1e-3, obstacle none, notes strike, "
                  "velocity 2.5, hammermass 0.008, hammerstiffness 3e9, hammerexponent 2.5, position 0.12, gain 0.2 + "
                  "soundbox piano, gain 0.222" },
    { "wrap", "freq 65.4, length 1.1, diameter 0.0009, decay 10, highloss 5e-4, bridge 0 0.25 0.06, stiffness 1e9, "
              "position 0.5, amplitude 0.008, width 0.3, pickups 0.3, gain 0.11" },
    { "lab-ideal", "freq 100, length 1, diameter 0.001, young 0, decay 0, highloss 0, obstacle flat, height -0.001, "
                   "stiffness 1e10, position 0.5, amplitude 0.003, gain 0.14, hold 0" },
};

#endif
