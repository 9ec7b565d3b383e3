/* The named sounds of impact~, written as the messages that a user would send. With the gain of each, a strike at
 * 100/127 of its velocity has -18 LUFS within 3, or where it is over in a tenth of a second a peak of -3 dBFS.
 *
 * Where their numbers come from: [FR] Fletcher and Rossing, The Physics of Musical Instruments, 2nd edition; [P]
 * Perrin, Charnley and DePont, Normal modes of the modern English church bell, 1983, with the decays in Rossing and
 * Perrin, Vibrations of bells, 1987; [H] Hill, Exponential time decay constants of marimba bars, 2011; [F] French, In
 * vino veritas: a study of wineglass acoustics, 1983; [I] Inacio, Henrique and Antunes, The dynamics of Tibetan
 * singing bowls, 2006; [R] Rossing, The physics of kettledrums, 1982; [RR] Raman, The Indian musical drums, 1934; [V]
 * recordings of the VSCO 2 Community Edition, as `make likeness` measures them. Which of them were read stands in
 * help/manual/sounds.md. */
#ifndef HZ_PRESETS_IMPACT_H
#define HZ_PRESETS_IMPACT_H

#include "pd/class.h"

static const hz_preset impact_presets[] = {
    /* A wine glass: n nodal diameters go as 1 : 2.32 : 4.25 : 6.63 : 9.38 [F]. */
    { "glass", "object bowl, material glass, size 0.075, thickness 0.0011, modes 24, hear radiation, freq 740, "
               "tuning 1 2.32 4.25 6.63 9.38, split 4, decay 3, position 0.95 0.04, mass 0.003, stiffness 2e09, "
               "exponent 2, damping 0.3, velocity 0.6, keyscale 1 740, gain 7.4 + strikernoise 0" },
    /* A tumbler: a thick wall and a thick base, so that it is high and brief. */
    { "tumbler", "object bowl, material glass, size 0.075, thickness 0.003, modes 20, hear radiation, freq 2150, "
                 "tuning 1 2.1 3.6 5.4, split 12, decay 0.45, decaypower 0.7, position 0.95 0.05, mass 0.004, "
                 "stiffness 3.4e10, exponent 2, damping 0.4, velocity 0.6, keyscale 0.8 2150, gain 0.881 "
                 "+ strikernoise 0" },
    /* Its closed end holds the wall, so that the partials lie close. */
    { "bottle", "object bowl, material glass, size 0.09, thickness 0.004, modes 20, hear radiation, freq 1560, "
                "tuning 1 1.47 2.13 2.9 3.7 4.6 5.5, split 16, decay 0.38, decaypower 0.4, position 0.7 0.04, "
                "mass 0.012, stiffness 4.8e16, exponent 3.2, damping 0.4, velocity 0.8, keyscale 0.5 1560, gain 1.07" },
    /* The handle parts each pair by more than a semitone. */
    { "cup", "object bowl, material porcelain, size 0.085, thickness 0.0035, modes 20, hear radiation, freq 1650, "
             "tuning 1 2.6 4.7, split 120, decay 0.22, decaypower 0.5, position 0.95 0.06, mass 0.008, "
             "stiffness 3.5e10, exponent 2, damping 0.4, velocity 0.6, keyscale 1 1650, gain 0.708 + strikernoise 0" },
    /* A church bell in d'': hum, prime, tierce, quint, nominal, deciem, undeciem, duodeciem, double octave, ... [P] */
    { "bell", "object bowl, material bronze, size 0.7, thickness 0.03, modes 40, hear radiation, freq 587, "
              "tuning 0.5 1 1.2 1.5 2 2.51 2.61 3 4.18 5.43 6.79 8.21, split 1, decay 52, decaypower 0.001, "
              "decayfactors 1 0.31 0.31 0.115 0.058 0.027 0.07 0.096 0.08 0.058 0.038 0.019, position 0.97 0.03, "
              "mass 5, stiffness 1.8e12, exponent 1.8, damping 0.1, velocity 1, keyscale 0.5 587, gain 0.0172 "
              "+ strikernoise 0" },
    /* A singing bowl under a padded mallet; its partials and its long lowest mode [I]. */
    { "bowl", "object bowl, material bronze, size 0.18, thickness 0.003, modes 16, hear radiation, freq 219, "
              "tuning 1 2.78 5.18 8.16 11.6, split 6, decay 25, decaypower 0.8, position 0.97 0.05, mass 0.08, "
              "stiffness 6.4e10, exponent 2.5, damping 0.5, velocity 1, keyscale 1 219, gain 3.51" },
    /* Undercut to 1 : 4 : 10 [FR 19], decays as recorded [V], as one over frequency [H]; heard over the resonator, at
     * its middle. */
    { "marimba", "object freebar, material rosewood, size 0.38 0.06, thickness 0.02, modes 5, freq 196, tuning 1 4 10, "
                 "decay 1.9, decaypower 1, position 0.4, pickups 0.38, mass 0.03, stiffness 2.2e12, exponent 3, "
                 "damping 0.3, velocity 1.5, keyscale 0.8 196, gain 2.54 + crowd 0, strikernoise 0, decay 4.8, "
                 "decaypower 0.95, pickups 0.475, mass 0.04, stiffness 6.7e12, damping 0.65, keyscale 0.92 196, "
                 "gain 1.34" },
    /* Undercut to 1 : 3, with hard mallets [FR 19]; decays as recorded [V]. */
    { "xylophone",
      "object freebar, material rosewood, size 0.28 0.038, thickness 0.02, modes 6, freq 1047, "
      "tuning 1 3 6.1, decay 0.45, decaypower 0.8, position 0.44, pickups 0.4, mass 0.015, "
      "stiffness 1.4e11, exponent 2, damping 0.2, velocity 2, keyscale 0.8 1047, gain 1.55 + crowd 0, strikernoise 0, "
      "decay 1.16, decaypower 0.9, pickups 0.465, stiffness 1.6e11, damping 0.22, keyscale 1 1047, gain 1.38" },
    /* Aluminium, undercut to 1 : 4 [FR 19]. */
    { "vibraphone", "object freebar, material aluminium, size 0.32 0.05, thickness 0.0125, modes 6, freq 440, "
                    "tuning 1 4 10.3, decay 9, decaypower 0.9, position 0.48, pickups 0.48, mass 0.03, stiffness 3e12, "
                    "exponent 2.6, damping 0.3, velocity 1.2, keyscale 0.5 440, gain 1.74 + crowd 0, strikernoise 0" },
    /* Steel bars as they come, thick: 1 : 2.71 : 5.15 : 8.43 [FR 19]. */
    { "glockenspiel", "object freebar, material steel, size 0.12 0.025, thickness 0.008, modes 8, hear radiation, "
                      "freq 2093, tuning 1 2.71 5.15 8.43, decay 4, decaypower 1, position 0.45, mass 0.012, "
                      "stiffness 4.9e11, exponent 2, damping 0.1, velocity 1, keyscale 0.8 2093, gain 0.668 "
                      "+ crowd 0, strikernoise 0" },
    { "woodblock",
      "object freebar, material oak, size 0.18 0.07, thickness 0.022, modes 8, hear radiation, freq 780, "
      "tuning 1 1.42 2.37 3.4, decay 0.09, decaypower 0.3, position 0.42, mass 0.02, stiffness 1.2e11, "
      "exponent 2.2, damping 0.3, velocity 1.5, keyscale 0.9 780, gain 0.432 + crowd 0, strikernoise -8, decay 0.16, "
      "gain 0.39" },
    { "plank", "object freebar, material spruce, size 1.1 0.16, thickness 0.024, modes 40, hear radiation, decay 0.5, "
               "position 0.37, mass 0.15, stiffness 8.9e09, exponent 2, damping 0.4, velocity 2, gain 0.0881 "
               "+ crowd 0, strikernoise -10" },
    { "anvil", "object freedisc, material steel, size 0.36, thickness 0.045, modes 20, hear radiation, split 15, "
               "decay 2.5, position 0.75 0.04, pickups 0.9 0.03, mass 0.4, stiffness 4.7e12, exponent 2, damping 0.1, "
               "velocity 2, keyscale 0.5 1760, gain 0.0933 + crowd 0, strikernoise 0" },
    { "chime", "object tube, material brass, size 0.5 0.025, thickness 0.0015, modes 12, hear radiation, decay 7, "
               "position 0.4, mass 0.01, stiffness 3.4e10, exponent 2, damping 0.4, velocity 1.5, gain 0.902 "
               "+ crowd 0, strikernoise -15" },
    /* An orchestral chime: the partials 4, 5, 6 are nearly 2 : 3 : 4, and their missing 1 is the note [FR 19]. */
    { "tubularbell",
      "object tube, material brass, size 1.4 0.038, thickness 0.0015, modes 14, hear radiation, freq 66, "
      "tuning 1 2.757 5.36 8.93 13.3 17.9 23, decay 18, decaypower 0.45, position 0.03, mass 0.1, "
      "stiffness 1e9, exponent 2, damping 0.3, velocity 2, keyscale 0.8 66, gain 0.777 + crowd 0, strikernoise -15" },
    /* A skin is heard close by: far off, little but its lowest modes would be left. */
    { "drum", "object drum, material skin, size 0.33, thickness 0.00025, tension 2000, modes 1000, pickups 0.5 0.2, "
              "split 20, decay 0.6, decaypower 0.25, position 0.55 0.03, mass 0.004, stiffness 1.2e13, exponent 4, "
              "damping 0.4, velocity 3, gain 0.804 + modes 60, crowd 0, strikernoise 0" },
    /* Air loads the skin: (1,1), (2,1), (3,1), (4,1) and (5,1) go as 1 : 1.5 : 1.99 : 2.44 : 2.9, and (0,1), which
     * radiates best, is brief [R] [FR 18]. */
    { "kettledrum",
      "object drum, material skin, size 0.66, thickness 0.0002, tension 3500, modes 1000, pickups 0.7 0.2, "
      "freq 131, tuning 0.84 1 1.5 1.68 1.99 2.09 2.44 2.66 2.74 2.9, split 5, decay 2.4, "
      "decaypower 0.001, decayfactors 0.08 0.75 1.2 0.3 1.2 0.4 1 0.35 0.2 0.9 0.3, position 0.75 0.04, "
      "mass 0.02, stiffness 7.4e14, exponent 5, damping 0.4, velocity 3, keyscale 0.5 131, gain 0.926 "
      "+ modes 60, crowd 0, strikernoise 0" },
    /* The loaded skin has harmonics: 1 : 2 : 3 : 4 : 5, in pairs and threes [RR]. */
    { "tabla", "object drum, material skin, size 0.14, thickness 0.0008, tension 4000, modes 1000, pickups 0.6 0.2, "
               "freq 290, tuning 1 2 3 3.01 4 4.02 5 5.03 5.05, split 2, decay 1.6, decaypower 0.8, "
               "position 0.6 0.04, mass 0.003, stiffness 4e16, exponent 5, damping 0.6, velocity 3, "
               "keyscale 0.5 290, gain 0.586 + modes 60, crowd 0, strikernoise 0" },
    { "gong",
      "object freedisc, material bronze, size 0.6, thickness 0.004, modes 700, hear radiation, freq 68, "
      "split 6, decay 22, decaypower 0.6, position 0.3 0.07, mass 0.3, stiffness 1.9e12, exponent 3, damping 0.3, "
      "velocity 2, keyscale 0.5 68, gain 0.0902 + modes 150, crowd 0, strikernoise -10, cascade 1.5, gain 0.076" },
    /* So large that a thousand modes reach 20 kHz would be too many: the thickness puts them there. */
    { "cymbal",
      "object freedisc, material bronze, size 0.4, thickness 0.0012, modes 1000, hear radiation, split 8, "
      "decay 16.5, decaypower 0.38, position 0.85 0.05, mass 0.012, stiffness 9.3e09, exponent 1.8, damping 0.2, "
      "velocity 3, keyscale 0.5 26, gain 0.15 + modes 400, crowd 0, strikernoise 0, cascade 1, "
      "gain 0.17" },
    { "window",
      "object plate, material glass, size 0.9 0.6, thickness 0.004, modes 400, hear radiation, decay 0.6, "
      "decaypower 0.3, position 0.4 0.37, mass 0.02, stiffness 2.2e10, exponent 2.2, damping 0.6, velocity 1, "
      "gain 0.376 + modes 200, crowd 0, strikernoise -10" },
    { "guitar", "object string, material nylon, size 0.65, thickness 0.0007, tension 75, modes 60, "
                "position 0.15, pickups 0.1, mass 0.0003, stiffness 1e6, exponent 2, damping 1, velocity 2, "
                "keyscale 0.9 329.6, gain 0.591 + soundbox guitar, gain 5.4" },
    /* Struck at a sixteenth, with a hard felt; thin wire, whose partials are stretched as in the middle [V]. */
    { "piano",
      "object string, material steel, size 0.65, thickness 0.001, tension 680, modes 60, decay 6, "
      "position 0.12, pickups 0.05, mass 0.009, stiffness 4e9, exponent 2.5, damping 0.5, velocity 3, "
      "keyscale 0.5 255.5, gain 0.344 + crowd 0, strikernoise 0, thickness 0.00077, decay 5, decaypower 0.12, "
      "position 0.06, pickups 0.07, mass 0.0104, stiffness 8e9, exponent 3.3, damping 0.41, keyscale 0.8 255.5, "
      "gain 0.61" },
    /* A knuckle on a box of oak, and a felt mallet on a board of spruce. */
    { "knock", "object plate, material oak, size 0.5 0.35, thickness 0.012, modes 150, hear radiation, decay 0.15, "
               "decaypower 0.3, position 0.4 0.37, mass 0.03, stiffness 1e8, exponent 1.8, damping 0.4, velocity 1.5, "
               "gain 0.153 + modes 60, crowd 0, strikernoise 0" },
    { "felt", "object plate, material spruce, size 0.9 0.6, thickness 0.015, modes 200, hear radiation, decay 0.25, "
              "decaypower 0.3, position 0.4 0.37, mass 0.03, stiffness 1e10, exponent 2.8, damping 0.3, velocity 1.5, "
              "gain 0.25 + modes 60, crowd 0, strikernoise 0" },
    /* Two rods of rosewood: 1 : 2.41, as recorded [V]. */
    { "claves", "object freebar, material rosewood, size 0.2 0.025, thickness 0.025, modes 8, hear radiation, "
                "freq 2346, tuning 1 2.41 4.06, decay 0.3, decaypower 0.3, position 0.43, mass 0.077, "
                "stiffness 4.6e9, exponent 1.5, damping 0.14, velocity 2, keyscale 0.9 2346, crowd 0, "
                "strikernoise -8, gain 0.158" },
    /* Its tongues as partials of one board, as recorded [V]. */
    { "slitdrum", "object plate, material rosewood, size 0.4 0.15, thickness 0.012, modes 40, hear radiation, "
                  "freq 170, tuning 1 1.37 1.74 1.88 2 2.1 4.75 5.5 6.15 6.5 6.8 7.2 7.6 7.9 8.3 10.8 13.8 17, "
                  "decay 0.3, decaypower 0.001, position 0.18 0.46, mass 0.05, stiffness 6e7, exponent 1.6, "
                  "damping 0.3, velocity 2, keyscale 0.8 170, crowd 0, strikernoise 6, gain 0.252" },
    /* Folded sheet: partials as recorded [V]. */
    { "cowbell", "object plate, material steel, size 0.16 0.1, thickness 0.0015, modes 40, hear radiation, "
                 "freq 490, tuning 1 2.03 2.88 3.45 3.85 5.07 5.76 6.15 7.03 8.1, decay 0.29, decaypower 0.001, "
                 "position 0.43 0.22, mass 0.032, stiffness 6.1e7, exponent 1.5, damping 0.3, velocity 2, "
                 "keyscale 0.8 490, crowd 0, strikernoise 0, gain 0.194" },
    /* A cone of steel: partials as recorded [V]. */
    { "agogo", "object bowl, material steel, size 0.09, thickness 0.002, modes 60, hear radiation, freq 712, "
               "tuning 1 2.57 3.3 4 5.1 6.6 7, split 29, decay 1.2, decaypower 0.35, decayfactors 1 0.39 0.77, "
               "position 0.86 0.04, mass 0.037, stiffness 1e9, exponent 1.5, damping 0.2, velocity 2, "
               "keyscale 0.8 712, crowd 0, strikernoise 6, gain 1.38" },
    /* A drum of a car: partials as recorded [V]. */
    { "brakedrum", "object freedisc, material steel, size 0.26, thickness 0.012, modes 40, hear radiation, "
                   "freq 1051, tuning 1 1.37 2.04 2.48 2.84 3.39 4.46 5.06 5.75 6.03, split 10, decay 1.25, "
                   "decaypower 0.32, position 0.85 0.02, mass 0.037, stiffness 1.4e11, exponent 2, damping 0.2, "
                   "velocity 2, keyscale 0.5 1051, crowd 0, strikernoise 6, gain 0.152" },
    /* A rod of steel, 0.6 m of it, bent; the bend does not count. */
    { "triangle", "object freebar, material steel, size 0.59 0.009, thickness 0.009, modes 40, hear radiation, "
                  "decay 5.7, decaypower 0.3, position 0.3, mass 0.02, stiffness 1e11, exponent 1.8, damping 0.1, "
                  "velocity 1.5, keyscale 1 135, crowd 0, strikernoise 6, gain 0.386" },
    /* A small thick bell: partials as recorded [V]. */
    { "nepalesebell", "object bowl, material bronze, size 0.08, thickness 0.004, modes 60, hear radiation, "
                      "freq 931, tuning 1 2.78 4.08 4.33 5.24 6.19 7.42 8.36 9.4 12.1, split 30, decay 1.2, "
                      "decaypower 0.001, decayfactors 0.7 0.7 0.4 0.4 1.6 1, position 0.98 0.04, mass 0.04, "
                      "stiffness 5e10, exponent 2, damping 0.2, velocity 1.5, keyscale 0.9 931, crowd 0, "
                      "strikernoise 9, gain 1.62" },
    /* Four skins tuned as recorded [V]; the lowest of the conga is the air in its barrel. */
    { "bongo", "object drum, material skin, size 0.2, thickness 0.0008, modes 60, pickups 0.62 0.2, freq 137, "
               "tuning 1 1.83 2.15 2.42 2.9 3.25 3.6, split 20, decay 1.1, decaypower 0.53, position 0.7 0.03, "
               "mass 0.016, stiffness 6e6, exponent 2.5, damping 1.1, velocity 3, keyscale 0.8 137, crowd 0, "
               "strikernoise 0, gain 1.22" },
    { "conga", "object drum, material skin, size 0.3, thickness 0.001, modes 60, pickups 0.44 0.2, freq 73, "
               "tuning 1 1.76 2.04 2.4 2.78 3.07 3.95 4.6 4.87, split 20, decay 1.2, decaypower 0.37, "
               "decayfactors 1.08 1.97 0.61, position 0.72 0.03, mass 0.11, stiffness 5e5, exponent 2, damping 1, "
               "velocity 3, keyscale 0.7 73, crowd 0, strikernoise -4, gain 0.986" },
    { "tenordrum", "object drum, material skin, size 0.4, thickness 0.00025, modes 60, pickups 0.3 0.2, freq 86, "
                   "tuning 1 1.25 1.77 2.12 2.8 3.05 3.75 4.2 5.2, split 20, decay 1.35, decaypower 0.05, "
                   "decayfactors 1 0.6 1.2, position 0.38 0.03, mass 0.0174, stiffness 2e11, exponent 3.8, "
                   "damping 0.26, velocity 4, keyscale 0.6 86, crowd 0, strikernoise 0, gain 0.381" },
    { "bassdrum", "object drum, material skin, size 0.9, thickness 0.0003, modes 60, pickups 0.46 0.2, freq 36, "
                  "tuning 1 2.28 2.78 3.3 3.75 4.65 5.1 5.8 6.7 7.7 8.4, split 20, decay 9.4, decaypower 0.06, "
                  "decayfactors 0.42 0.4 0.22 0.34, position 0.44 0.03, mass 0.22, stiffness 9.4e9, exponent 3.2, "
                  "damping 0.13, velocity 3, keyscale 0.5 36, crowd 0, strikernoise -4, gain 0.399" },
    /* A string under a finger, of a harp, a violin and a contrabass; decays as recorded [V]. */
    { "harp", "object string, material nylon, size 1, thickness 0.0012, tension 150, modes 60, freq 131, "
              "position 0.24, soundbox harp, decay 9.5, decaypower 0.9, mass 0.0008, stiffness 1.15e5, exponent 2, "
              "damping 0.76, velocity 2, keyscale 0.8 131, gain 5.8" },
    { "pizzicato", "object string, material nylon, size 0.325, thickness 0.0007, tension 75, modes 60, freq 219, "
                   "position 0.29, soundbox violin, decay 2.2, decaypower 0.48, mass 0.00027, stiffness 5e5, "
                   "exponent 2, damping 0.42, velocity 2, keyscale 0.8 219, gain 2.15" },
    { "contrabass", "object string, material steel, size 1.05, thickness 0.002, tension 260, modes 60, freq 58, "
                    "position 0.29, soundbox contrabass, decay 4.4, decaypower 0.18, mass 0.0076, stiffness 5e4, "
                    "exponent 2, damping 1, velocity 2, keyscale 0.8 58, gain 3.4" },
    { "click", "object wall, velocity 0.5, mass 0.002, stiffness 1e9, unit acceleration, gain 4.12e-5" },
    { "rattle", "object wall, velocity 0.5, mass 0.005, stiffness 1e8, suspension 40, rest 3e-4, restitution 0.9 0.5, "
                "unit acceleration, gain 0.000141" },
    { "bounce", "object wall, mass 0.005, stiffness 1e8, gravity 9.81, velocity 1, restitution 0.7 1, unit "
                "acceleration, gain 6.5e-5" },
    /* Of the laboratory: the two contacts of Papetti, Avanzini and Rocchesso, table 1, heard as the hammer's own
     * motion. */
    { "lab-case1", "object wall, mass 0.01, stiffness 1e7, exponent 1.1, damping 0.1, velocity 0.3, hold 0" },
    { "lab-case2", "object wall, mass 0.01, stiffness 1e9, exponent 1.5, damping 0.5, velocity 1, gain 0.5, hold 0" },
    /* Their figure 4; figure 1 of Avanzini and Rocchesso, the fastest of its hammers; and the walls of Chatziioannou
     * and van Walstijn, figures 3 and 4, who begin by `strike 1 1e-4`, at 50 kHz. */
    { "lab-soft", "object wall, mass 0.01, stiffness 1e6, exponent 1.6, damping 0.5, velocity 0.3, hold 0" },
    { "lab-avanzini",
      "object wall, mass 0.01, stiffness 1.5e11, exponent 2.8, damping 0.6, velocity 4, gain 0.12, hold 0" },
    { "lab-softwall", "object wall, mass 1, stiffness 1e9, exponent 1, damping 0, velocity 1, gain 0.5, hold 0" },
    { "lab-hardwall", "object wall, mass 1, stiffness 1e10, exponent 1, damping 0, velocity 1, gain 0.5, hold 0" },
    { "lab-hardestwall", "object wall, mass 1, stiffness 1e11, exponent 1, damping 0, velocity 1, gain 0.5, hold 0" },
};

#endif
