/* scenes_impact: what impact~ plays in the golden test. */
#include "scenes.h"

#define BLOWS "5 strike 1; 120 strike 0.3 0.002; 260 strike 3; 300 strike 0.01; 480 strike 0.5; 486 strike 0.7"
#define SMALL "-object modes -freqs 220 563 1210 -decays 0.8 0.4 0.2 -masses 0.05 -weights 1 -0.7 0.4 -outs 2"

static const scene scenes[] = {
    OWN_SOUNDS(""),
    { .name = "human",
      .flags = "-preset marimba -human 1 -voices 3",
      .script = "1 seed 5; 5 note 55 100; 100 note 67 60, note 72 127; 300 human 0.5; 305 strike 1; 400 dump; "
                "500 object drum; 505 strike 1; 600 reset; 605 note 55 100; 800 human 0; 805 strike 1" },
    VOICES(""),
    STEREO("strike 1"),
    { .name = "quality",
      .flags = "-object modes -freqs 300 800 2100 -masses 0.05 -gain 0.1",
      .script = "5 q 100 200 50; 10 bang; 300 q 30; 305 bang; 600 q decay; 605 bang" },
    { .name = "wall",
      .flags = "-object wall -mass 0.02 -stiffness 2e6 -exponent 1.5 -damping 0.4",
      .meters = 1,
      .script = BLOWS
      "; 600 force -3; 700 exponent 1; 705 strike 1; 750 exponent 2.8; 755 strike 1; 800 damping 0; 805 strike 1;"
      "850 restitution 0.6 0.5; 855 strike 0.5; 900 get restitution; 910 correct 1; 915 bang; 950 reset" },
    { .name = "wall_at_once_changed",
      .flags = "-object wall -gravity 9.81 -stiffness 1e5 -damping 0.2 -report 20",
      .script =
          "5 strike 0.1 0.001; 30-900/300 stiffness {1e4:1e8}; 31-901/150 exponent {1:3.5}; 33-903/100 damping {0:3};"
          "35-905/90 mass {0.002:0.3}; 500-600/14 resolution {8:120}",
      .meters = 1 },
    { .name = "wall_suspended",
      .flags = "-object wall -suspension 60 -rest -3e-4 -mass 0.01 -stiffness 1e7 -unit displacement -gain 100",
      .script = "5 strike 1 0.001; 200-400/100 rest {-3e-4:2e-4}; 410-600/80 suspension {60:4000}; 650 suspension 0; "
                "700 bang;"
                "720 gravity 30; 800 unit acceleration; 805 bang; 900 unit velocity",
      .in = { "600 640 noise 1 -20 40" } },
    { .name = "ringing_hammer",
      .flags = "-hammer object bar -hammer freq 900 -hammer pickups 0.3 0.2 -object plate -modes 20 -mass 0.02",
      .audio = 3,
      .meters = 1,
      .script =
          BLOWS "; 350 force 5; 400 force 0; 520 hammer object modes; 522 hammer freqs 500 1300; 524 hammer masses "
                "0.02; 526 strike 1; 600 object wall; 605 strike 2; 640 method heun; 645 strike 1; 700 gravity 9.81; "
                "705 strike 0.5; 800 hammer object mass; 805 strike 1; 850 object plate; 855 hammer object string; "
                "860 strike 1; 900 reset; 905 strike 1" },
    { .name = "several_hammers",
      .flags = "-hammers 8 -object plate -modes 20 -mass 0.01 -stiffness 1e7",
      .meters = 1,
      .script = "5 strike 1, strike 2, strike 0.5; 60-200/8 strike {0.2:3} 0.0005; 300 gravity 9.81; "
                "305-360/6 strike 1 0.002; 500 force 5; 560 force 0; 600 suspension 200; 605 strike 1, strike 2; "
                "700 suspension 0; 705 gravity 0; 710-800/4 strike {0.1:1} 0.0003; 850 reset; 855 strike 1; "
                "860 object wall; 865 strike 1, strike 2 0.001; 900 preset glass; 905 strike 1, strike 1, strike 1" },
    { .name = "several_ringing_hammers",
      .flags = "-hammers 4 -hammer object modes -hammer freqs 700 1900 -hammer masses 0.02 -object plate -modes 10",
      .audio = 2,
      .script = "5 strike 1, strike 2, strike 0.5; 60-600/8 strike {0.2:3} 0.0005; 700 gravity 9.81; 705 strike 0.1, "
                "strike 0.2" },
    { .name = "shapes",
      .flags = "-object string -modes 40 -pickups 0.3 0.1 0.8",
      .audio = 3,
      .script =
          "5 bang; 100 object bar; 105 strike 1; 150 object freebar; 155 strike 1; 200 object cantilever; 205 strike 1;"
          "250 object tube; 255 strike 1; 300 object membrane; 305 strike 1; 350 object drum; 355 strike 1;"
          "400 object plate; 405 strike 1; 450 object disc; 455 strike 1; 500 object freedisc; 505 strike 1;"
          "550 object bowl; 555 strike 1; 600 object modes; 605 strike 1; 650 object wall; 655 strike 1;"
          "700 object plate; 702 modes 7; 705 strike 1; 750 modes 300; 755 strike 2" },
    { .name = "crowd",
      .flags =
          "-object drum -size 0.33 -thickness 2.5e-4 -tension 3000 -material skin -modes 20 -pickups 0.3 0.1 0.7 0.2 "
          "-mass 0.03 -damping 0.3 -crowd 0 -strikernoise 0",
      .audio = 2,
      .meters = 1,
      .script =
          "5 strike 2; 150 strikernoise none; 155 strike 1; 250 object plate, material steel, thickness 0.001; "
          "255 strike 1; 300 crowd none; 330 crowd 6; 335 strike 1; 400 damp 0.1; 450 object string, hear radiation,"
          "tension 200; 455 strike 1; 520 noiseseed 3; 525 strike 0.4; 600 object bar, strikernoise 6; 605 strike 1;"
          "680 unit displacement, hear point; 685 strike 1; 750 object modes; 755 strike 1; 800 object bowl; "
          "805 strike 1; 830-900/20 position {0.1:0.9}; 910 reset; 915 strike 1" },
    { .name = "crowdbands",
      .flags = "-freqs 300 800 2000 -masses 0.2 -crowd 0 -crowdbands 0 0 1 2 3 4 5 -crowddecays 0.5 0.3",
      .script = "5 strike 2; 300 crowdbands 3; 305 strike 1; 500 crowddecays 0.1; 505 strike 1; 700 crowd none; "
                "705 strike 1" },
    { .name = "cascade",
      .flags = "-object freedisc -material bronze -size 0.4 -thickness 0.001 -modes 60 -mass 0.03 -cascade 1",
      .meters = 1,
      .script = "5 strike 4; 300 cascade 4; 305 strike 1; 500 crowd 0, cascade 0.5; 505 strike 3; 700 cascade 0; "
                "705 strike 3; 800 object wall, cascade 2; 805 strike 1" },
    { .name = "soundbox",
      .flags = "-object string -material nylon -size 0.65 -thickness 7e-4 -tension 75 -mass 3e-4 -stiffness 1e6 "
               "-pickups 0.1 0.8 -soundbox guitar",
      .audio = 2,
      .meters = 1,
      .script = "5 strike 2; 150 soundbox violin; 155 note 57 100; 220 soundbox harp; 240 soundbox contrabass; 260 "
                "soundbox gourd; 300-400/20 freq {200:400}; 450 soundbox none; 455 "
                "strike 1; 500 soundbox piano, damp 0.2; 505 strike 2; 600 object drum; 605 strike 1; 650 object "
                "string, decay 0; 655 strike 1; 750 method heun; 755 strike 1; 850 reset, method exact; 855 strike 1" },
    { .name = "edition_1",
      .flags = "drum -edition 1",
      .script = "5 bang; 200 preset kettledrum; 205 bang; 500 preset gong; 505 bang" },
    { .name = "crowd_pressed",
      .flags = "-object plate -modes 30 -size 0.3 0.25 -crowd 0 -strikernoise 0 -hammers 3",
      .script = "5 strike 1; 30 force 5; 60-200/40 strike {0.3:2} 0.001; 300 gravity 9.81; 400 force 0; "
                "500 method heun; 505 strike 1; 600 object drum; 605 strike 1",
      .in = { 0, "200 700 triangle 37 -2 4" } },
    { .name = "materials",
      .flags = "-object plate -size 0.3 0.2 -modes 30 -mass 0.03 -damping 1",
      .meters = 1,
      .script =
          "3 material steel; 5 strike 1; 80 material aluminium; 85 strike 1; 160 material brass; 165 strike 1; 240 "
          "material bronze;"
          "245 strike 1; 320 material glass; 325 strike 1; 400 material oak; 405 strike 1; 480 material spruce; 485 "
          "strike 1;"
          "560 material rosewood; 565 strike 1; 640 material nylon; 645 strike 1; 720 material rubber; 725 strike 1;"
          "800 material porcelain; 805 strike 1; 880 material skin; 885 strike 1; 940 hz-nonsense; 945 mass x; 950 "
          "preset none" },
    { .name = "modes_ledger_1",
      .flags = SMALL " -mass 0.02 -stiffness 1e7",
      .audio = 2,
      .meters = 1,
      .script =
          BLOWS "; 300 outweights 1 strike 1 0.5; 400 pickupweights 2 1 0.5 -1; 500-600/40 freqs {220:260} 563 1210; "
                "610-700/40 masses {0.05:0.2};"
                "710-800/40 weights 1 {-0.7:0.7} 0.4; 810-880/30 decays {0.8:0.1} 0.4; 900 write modes.txt; 910 read "
                "modes.txt; 920 strike 1" },
    { .name = "modes_pressed",
      .flags = SMALL " -mass 0.01 -stiffness 5e6",
      .audio = 2,
      .script = "5 strike 0.3; 50 force 5; 200-300/60 stiffness {5e6:1e9}; 400 force 0; 410 force -0.2; 500 force 2; "
                "600-700/30 force {2:60}; 800 damp 0.1",
      .in = { 0, "100 700 triangle 37 -2 4" } },
    { .name = "modes_pressed_ledger_1",
      .flags = "-object freebar -modes 20 -freq 300 -damping 0 -decay 0",
      .meters = 1,
      .script = "5 strike 0.1; 30 force 10; 600 method twopoint; 700 method exact; 800 mass 0.1",
      .in = { 0, 0, "300 900 triangle 3 0.1 0.6" } },
    { .name = "forces",
      .flags = "-object plate -modes 60 -size 0.3 0.25 -thickness 0.002 -position 0.4 0.37",
      .meters = 1,
      .script = "5 strike 1",
      .in = { "50 900 triangle 11 -1 8", "100 800 noise 1 -3 3", "200 700 triangle 2 0.2 0.8" } },
    { .name = "method_am1",
      .flags = SMALL " -method am1 -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 correct 1; 855 strike 1" },
    { .name = "method_verlet",
      .flags = SMALL " -method verlet -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 correct 1; 855 strike 1" },
    { .name = "method_heun",
      .flags = SMALL " -method heun -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 correct 1; 855 strike 1" },
    { .name = "method_rk4",
      .flags = SMALL " -method rk4 -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 correct 1; 855 strike 1" },
    { .name = "method_twopoint",
      .flags = SMALL " -method twopoint -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS
      "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 exponent 1; 855 duration 1; 860 strike 1; "
      "900 correct 1; 905 strike 1" },
    { .name = "method_threepoint",
      .flags = SMALL " -method threepoint -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS
      "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 exponent 1; 855 duration 1; 860 strike 1; "
      "900 correct 1; 905 strike 1" },
    { .name = "method_quadratised",
      .flags = SMALL " -method quadratised -stiffness 1e6",
      .audio = 2,
      .meters = 1,
      .script = BLOWS "; 600 force 3; 700 force 0; 800 object wall; 810 strike 1; 850 correct 1; 855 strike 1" },
    { .name = "methods_in_mid_contact",
      .flags = "-object modes -freqs 180 420 -decays 1 -masses 0.1 -mass 0.05 -stiffness 3e4 -exponent 1.3 -gravity 40",
      .meters = 1,
      .script =
          "5 strike 0.4; 12.3 method verlet; 17 method twopoint; 21 method heun; 24 method exact; 100 force 3; 120 "
          "method threepoint; 160 method rk4;"
          "200 method quadratised; 240 method am1; 280 method exact; 300 object plate; 330 position 0.1 0.2; 350 "
          "method twopoint;"
          "400 object wall; 420 method exact; 440 stiffness 1e9; 500 force 0; 510 object drum; 520 strike 2; 521 "
          "method quadratised; 522 method exact" },
    { .name = "handles",
      .flags = "-object plate -modes 20",
      .meters = 1,
      .script = "5 strike 1; 100 contacttime 2; 105 strike 1; 200 brightness 0.7; 205 strike 1; 300 brightness -1; 305 "
                "strike 1; 400 brightness 0, "
                "bigger 2; 405 strike 1; 500 bigger 0.5, get contacttime, get bigger; 505 strike 1; 600 preset bell; "
                "605 bigger 1.5; "
                "610 strike 1" },
    { .name = "glides",
      .flags = "-object freebar -modes 12 -freq 200 -pickups 0.3 0.2",
      .audio = 2,
      .script = "5 strike 1; 20-180/120 position {0.4:0.05}; 100 strike 1; 200-300/60 pickups {0.3:0.9} 0.2; "
                "310-420/60 freq {200:420};"
                "400 strike 1; 430-500/60 gain {1:0.1}; 510-600/60 size 0.2 {0.01:0.1}; 600 strike 1; 610-700/60 "
                "thickness {0.001:0.004};"
                "710-800/60 decay {5:0.2}; 800 note 60 100; 850 note 67 40; 880 61 127; 890 release 0.3, hold 1, "
                "autogain 1, seed 3; 900 64 0; 905 "
                "61 0; 920 damp 0.05; 950 "
                "note 72 127; 980 velocity 2" },
    { .name = "tension",
      .flags = "-object string -material nylon -modes 50 -tension 75 -size 0.65 -thickness 0.0007 -mass 0.001 -unit "
               "acceleration -gain 0.001",
      .script = "5 strike 2; 50-400/100 tension {75:300}; 420 strike 2; 500 level -6; 520 bang; 700 strike 5 0.01; 900 "
                "presets; 950 partials 5",
      .rate = 44100 },
    { .name = "presets_of_ringing_things",
      .ms = 3000,
      .script = "5 preset glass; 10 bang; 150 preset bell; 155 bang; 300 preset bowl; 305 bang; 450 preset cup; 455 "
                "bang; 600 preset marimba;"
                "605 bang; 750 preset xylophone; 755 bang; 900 preset vibraphone; 905 bang; 1050 preset woodblock; "
                "1055 bang; 1200 preset plank;"
                "1205 bang; 1350 preset anvil; 1355 bang; 1500 preset chime; 1505 bang; 1650 preset drum; 1655 bang; "
                "1800 preset kettledrum;"
                "1805 bang; 1950 preset gong; 1955 bang; 2100 preset cymbal; 2105 bang; 2250 preset window; 2255 bang; "
                "2400 preset guitar;"
                "2405 bang; 2550 preset piano; 2555 bang; 2700 note 60 90; 2850 bang" },
    { .name = "presets_of_wood_and_metal",
      .ms = 1200,
      .script = "5 preset claves; 10 bang; 155 preset slitdrum; 160 bang; 305 preset cowbell; 310 bang; 455 preset "
                "agogo; 460 bang; 605 preset brakedrum; 610 bang; 755 preset triangle; 760 bang; 905 preset "
                "nepalesebell; 910 bang" },
    { .name = "presets_of_skins_and_strings",
      .ms = 1200,
      .script =
          "5 preset bongo; 10 bang; 155 preset conga; 160 bang; 305 preset tenordrum; 310 bang; 455 preset bassdrum; "
          "460 bang; 605 preset harp; 610 bang; 755 preset pizzicato; 760 bang; 905 preset contrabass; 910 bang" },
    { .name = "presets_of_tuned_things",
      .ms = 1200,
      .script = "5 preset tumbler; 10 bang; 200 preset bottle; 205 bang; 400 preset glockenspiel; 405 bang; 600 preset "
                "tubularbell; 605 bang; 800 preset tabla; 805 bang" },
    { .name = "tuned_and_radiating",
      .flags = "-object bowl -modes 20 -hear radiation",
      .meters = 1,
      .script = "5 strike 1; 200 tuning 1 2 3; 205 strike 1; 300 tuning 3 2; 350 split 20; 400 decaypower 0.5; 450 "
                "decayfactors 0.5 2 1; 500 strike 1; 550 hear point; 600 keyscale 1 300; 610 note 72 100; 800 hear "
                "radiation; 810 object drum; 815 strike 1; 900 object wall" },
    { .name = "presets_of_walls",
      .meters = 1,
      .ms = 1200,
      .script =
          "5 preset knock; 10 bang; 150 preset click; 155 bang; 300 preset felt; 305 bang; 450 preset rattle; 455 bang;"
          "700 preset bounce; 705 bang; 900 preset lab-case1; 905 bang; 1050 preset lab-case2; 1055 bang" },
    { .name = "presets_of_papers",
      .meters = 1,
      .ms = 1200,
      .script = "5 preset lab-soft; 10 bang; 200 preset lab-avanzini; 205 bang; 400 preset lab-softwall; 405 bang; 600 "
                "preset lab-hardwall; 605 bang; 800 preset lab-hardestwall; 805 bang" },
    { .name = "read_at_creation",
      .flags = "-read nowhere.txt -ledger 1 -modes 9",
      .script = "5 strike 1; 100 ledger 0; 200 strike 1; 300 ledger 1; 400 strike 1; 500 set mass 0.1; 510 get mass; "
                "600 read nowhere.txt" },
    { .name = "thousand_strikes",
      .flags = "-object plate -modes 30 -size 0.2 0.17",
      .ms = 500,
      .meters = 1,
      .script = "5-490/485 strike {0.1:3}" },
    { .name = "block_1",
      .flags = "-object plate -modes 30",
      .ruler = "block~ 1",
      .ms = 300,
      .meters = 1,
      .script = "5 strike 1; 50-150/60 position {0.4:0.6}; 200 strike 1 0.0001; 220 method threepoint; 240 strike 1" },
    { .name = "block_1024",
      .flags = "-object plate -modes 30",
      .ruler = "block~ 1024",
      .meters = 1,
      .script = "5 strike 1; 50-350/60 position {0.4:0.6}; 500 strike 1 0.0001; 600 method threepoint; 700 strike 1; "
                "800 damp 0.1" },
    { .name = "block_upsampled",
      .flags = "-object drum -modes 40 -stiffness 1e6",
      .ruler = "block~ 64 1 4",
      .ms = 400,
      .script = "5 strike 1; 60 strike 2",
      .rate = 96000 },
    { .name = "storm_on_a_wall", .flags = "-object wall", .storm = 7919, .meters = 1 },
    { .name = "storm_on_an_object", .flags = "-object plate", .storm = 15838, .musical = 1, .meters = 1 },
    { .name = "storm_ledger_0", .flags = "-object freedisc -modes 20", .storm = 4711, .musical = 1 },
};

const scene_list impact_scenes = { "impact~", scenes, sizeof scenes / sizeof *scenes };
