/* scenes_bounce: what bounce~ plays in the golden test. */
#include "scenes.h"

#define RAIN "5 drop 0.02; 200 throw 0.5; 350 drop 0.001; 420 throw 2; 600 throw -1; 650 drop 0"
#define SMALL "-object modes -freqs 310 720 1530 -decays 0.7 0.3 0.2 -masses 0.03 -weights 1 -0.6 0.3 -outs 2"

static const scene scenes[] = {
    OWN_SOUNDS(""),
    { .name = "human",
      .flags = "-human 1",
      .script = "1 seed 5; 5 drop 0.02; 300 throw 0.5; 500 note 72 100; 700 reset; 705 bang; 850 human 0; 855 bang" },
    VOICES(""),
    STEREO("drop 0.01"),
    { .name = "quality",
      .flags = "-object modes -freqs 300 800 2100 -masses 0.05 -gain 0.1",
      .script = "5 q 100 200 50; 10 bang; 300 q 30; 305 bang; 600 q decay; 605 bang" },
    { .name = "wall",
      .flags = "-object wall -mass 0.02 -stiffness 2e6 -restitution 0.9 1",
      .meters = 1,
      .script = RAIN },
    { .name = "wall_to_rest",
      .flags = "-object wall -stiffness 1e9 -damping 0.4 -report 5000",
      .script = "5 drop 0.05; 1500 get restitution",
      .ms = 2000 },
    { .name = "wall_changed",
      .flags = "-object wall -damping 0 -stiffness 1e5 -unit displacement -gain 10",
      .meters = 1,
      .script = "5 drop 0.001; 50-900/300 stiffness {1e4:1e9}; 52-902/100 exponent {1:3}; 54-904/90 damping {0:2}; "
                "56-906/90 mass {0.001:0.2};"
                "58-908/90 gravity {2:60}; 500 resolution 16; 600 unit acceleration; 700 unit velocity" },
    { .name = "table_shaken",
      .flags = "-object wall -restitution 0.8 1",
      .meters = 1,
      .script = "5 drop 0.005; 700 force 0.1; 800 reset; 820 drop 0.003",
      .in = { 0, "20 900 triangle 31 -0.0005 0.0005" } },
    { .name = "table_of_modes_shaken",
      .flags = SMALL,
      .meters = 1,
      .audio = 2,
      .script = "5 drop 0.005; 600 method twopoint; 800 method exact",
      .in = { 0, "20 900 triangle 47 -0.0003 0.0003" } },
    { .name = "force_and_position",
      .flags = "-object plate -modes 40 -size 0.3 0.2",
      .meters = 1,
      .script = "5 drop 0.01; 600 throw 1",
      .in = { "100 600 square 9 -0.02 0.3", 0, "50 900 triangle 3 0.1 0.9" } },
    { .name = "crowd",
      .flags = "-object plate -modes 20 -size 0.3 0.2 -crowd 0 -strikernoise 3 -noiseseed 2 -edition 2",
      .meters = 1,
      .script =
          "5 drop 0.01; 300 drop 0.001; 600 preset none, crowd -6; 605 throw 0.3; 800 crowd none; 805 throw 0.5" },
    { .name = "crowdbands",
      .flags = "-freqs 500 1800 4000 -masses 0.1 -crowd 0 -crowdbands 1 2 3 -crowddecays 0.2",
      .script = "5 throw 1; 300 crowdbands 10, crowddecays 1; 305 throw 1" },
    { .name = "cascade",
      .flags = "-object freedisc -material bronze -size 0.2 -thickness 3e-4 -modes 60 -mass 0.03 -cascade 2 -crowd 0",
      .script = "5 throw 3; 600 cascade 0; 605 throw 3" },
    { .name = "shapes",
      .flags = "-object string -modes 30 -pickups 0.3 0.2",
      .audio = 2,
      .ms = 1300,
      .script = "5 drop 0.01; 100 object bar; 105 throw 0.5; 200 object freebar; 205 throw 0.5; 300 object cantilever; "
                "305 throw 0.5;"
                "400 object tube; 405 throw 0.5; 500 object membrane; 505 throw 0.5; 600 object drum; 605 throw 0.5; "
                "700 object plate;"
                "705 throw 0.5; 800 object disc; 805 throw 0.5; 900 object freedisc; 905 throw 0.5; 1000 object bowl; "
                "1005 throw 0.5;"
                "1100 object modes; 1105 throw 0.5; 1200 object wall; 1205 throw 0.5" },
    { .name = "materials",
      .flags = "-object freedisc -size 0.2 -modes 20",
      .meters = 1,
      .ms = 1200,
      .script = "3 material steel; 5 drop 0.003; 100 material aluminium; 200 material brass; 300 material bronze; 400 "
                "material glass;"
                "500 material oak; 505 drop 0.003; 600 material spruce; 700 material rosewood; 800 material nylon; 805 "
                "throw 0.3;"
                "900 material rubber; 1000 material porcelain; 1100 material skin; 1105 throw 0.3" },
    { .name = "modes",
      .flags = SMALL " -stiffness 1e7",
      .meters = 1,
      .audio = 2,
      .script = RAIN "; 100-200/40 freqs {310:400} 720; 210-300/30 masses {0.03:0.2}; 310-400/30 weights {1:-1} 0.5; "
                     "410-480/20 decays {0.7:0.1} 0.3;"
                     "500 outweights strike 0.5 1 -1; 600 pickupweights 2 1 0.5 -1; 700 write m.txt; 750 read m.txt; "
                     "760 throw 1; 900 damp 0.05" },
    { .name = "modes_ledger_0",
      .flags = SMALL " -stiffness 1e9",
      .audio = 2,
      .script = RAIN "; 900 ledger 1; 950 ledger 0" },
    { .name = "method_am1",
      .flags = SMALL " -method am1 -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 900 correct 1" },
    { .name = "method_verlet",
      .flags = SMALL " -method verlet -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 900 correct 1" },
    { .name = "method_heun",
      .flags = SMALL " -method heun -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 900 correct 1" },
    { .name = "method_rk4",
      .flags = SMALL " -method rk4 -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 900 correct 1" },
    { .name = "method_twopoint",
      .flags = SMALL " -method twopoint -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 850 exponent 1; 855 duration 1; 900 correct 1" },
    { .name = "method_threepoint",
      .flags = SMALL " -method threepoint -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 850 exponent 1; 855 duration 1; 900 correct 1",
      .in = { 0, "500 700 triangle 20 0 0.0002" } },
    { .name = "method_quadratised",
      .flags = SMALL " -method quadratised -stiffness 1e5",
      .audio = 2,
      .meters = 1,
      .script = RAIN "; 800 object wall; 805 throw 0.3; 900 correct 1" },
    { .name = "methods_in_mid_contact",
      .flags = "-object wall -mass 0.05 -stiffness 2000 -exponent 1.2",
      .meters = 1,
      .script = "5 throw -0.2; 12 method twopoint; 20 method exact; 40 method heun; 100 method exact; 150 object "
                "plate; 200 method quadratised;"
                "250 method verlet; 300 method exact; 350 object wall; 400 method threepoint; 450 method rk4; 500 "
                "method am1; 550 method exact; 600 throw 1" },
    { .name = "handles",
      .flags = "-object plate -modes 20",
      .meters = 1,
      .script = "5 drop 0.003; 100 contacttime 2; 105 drop 0.003; 200 brightness 0.7; 205 drop 0.003; 300 brightness "
                "-1; 305 drop 0.003; 400 brightness 0, "
                "bigger 2; 405 drop 0.003; 500 bigger 0.5, get contacttime, get bigger; 505 drop 0.003; 600 preset "
                "coin; 605 bigger 1.5; "
                "610 drop 0.003" },
    { .name = "soundbox",
      .flags = "-object string -tension 80 -modes 30 -size 0.65 -thickness 0.001 -soundbox guitar",
      .script =
          "5 drop 0.01; 200 soundbox violin; 300 soundbox contrabass; 400 soundbox harp; 450 drop 0.01; 600 soundbox "
          "piano; 700 soundbox gourd; 750 drop 0.002; 850 soundbox none" },
    { .name = "glides",
      .flags =
          "-object drum -modes 25 -material skin -size 0.3 -thickness 0.0003 -tension 1500 -pickups 0.3 0.1 0.7 0.4",
      .audio = 2,
      .script = "5 drop 0.02; 50-200/60 position {0.1:0.9} 0.2; 210-300/50 tension {1500:2500}; 310-400/50 size "
                "{0.3:0.4}; 410-480/40 thickness {3e-4:6e-4};"
                "490-560/40 pickups {0.3:0.8} 0.1; 570-620/30 freq {100:180}; 630-680/30 decay {1:0.2}; 690-750/30 "
                "gain {5:1}; 755 release 0.1, hold 1, autogain 1, seed 3; 760 note 50 100; 900 note 50 0;"
                "800 57 80; 830 velocity 1; 840 bang; 900 level -12; 910 bang; 950 presets; 960 partials 5" },
    { .name = "presets",
      .ms = 3300,
      .script = "5 preset pingpong; 10 bang; 200 preset marble; 205 bang; 400 preset bearing; 405 bang; 600 preset "
                "coin; 605 bang; 800 preset lid;"
                "805 bang; 1000 preset tray; 1005 bang; 1200 preset bowl; 1205 bang; 1400 preset glass; 1405 bang; "
                "1600 preset drum; 1605 bang;"
                "1800 preset marimba; 1805 bang; 2000 preset plank; 2005 bang; 2200 preset gong; 2205 bang; 2400 "
                "preset superball; 2405 bang;"
                "2600 preset golf; 2605 bang; 2800 preset lab-wall; 2805 bang; 3000 preset lab-case1; 3005 bang" },
    { .name = "preset_ledger_1", .meters = 1, .script = "5 preset coin; 10 bang; 500 preset superball; 505 drop 0.1" },
    { .name = "read_at_creation",
      .flags = "-read nowhere.txt",
      .script = "5 drop 0.01; 400 hz-nonsense; 500 gain x; 510 set mass 0.01; 600 read nowhere.txt",
      .rate = 44100 },
    { .name = "rain",
      .flags = "-object plate -modes 60 -size 0.2 0.17",
      .meters = 1,
      .ms = 600,
      .script = "5-590/100 throw {-0.05:-1}" },
    { .name = "tuned_and_radiating",
      .flags = "-object freebar -modes 20 -hear radiation",
      .meters = 1,
      .script = "5 drop 0.01; 200 tuning 1 4 10; 300 split 20; 400 decaypower 0.5; 450 decayfactors 0.5 2 1; 500 hear "
                "point; 600 keyscale 1 300; 610 note 72 100; 800 hear radiation; 810 object freedisc; 815 drop 0.01" },
    { .name = "block_1",
      .flags = "-object plate -modes 20",
      .ruler = "block~ 1",
      .ms = 300,
      .meters = 1,
      .script = "5 drop 0.002; 150 throw 0.5; 200-280/30 position {0.4:0.6}" },
    { .name = "block_1024",
      .flags = "-object plate -modes 20",
      .ruler = "block~ 1024",
      .meters = 1,
      .script = "5 drop 0.01; 400 throw 0.5; 600-800/30 position {0.4:0.6}" },
    { .name = "block_downsampled",
      .flags = "-object wall -stiffness 1e6",
      .ruler = "block~ 64 1 2",
      .ms = 500,
      .script = "5 drop 0.01",
      .rate = 96000 },
    { .name = "storm_on_a_wall", .flags = "-object wall", .storm = 7919, .meters = 1 },
    { .name = "storm_on_an_object", .flags = "-object plate", .storm = 15838, .musical = 1, .meters = 1 },
    { .name = "storm_ledger_0", .flags = "-object bowl -modes 20", .storm = 4711, .musical = 1 },
};

const scene_list bounce_scenes = { "bounce~", scenes, sizeof scenes / sizeof *scenes };
