/* scenes_stringbarrier: what stringbarrier~ plays in the golden test. */
#include "scenes.h"

#define PLAY "5 pluck; 200 pluck 0.3 0.003 0.05; 350 strike 2; 500 bang; 650 note 50 100; 800 damp 0.1; 900 note 45 60"
#define FRETS "-obstacle frets -frets 0.1 0.2 0.3 0.4 0.5 -height -0.0008 -freq 82 -diameter 0.0008"

static const scene scenes[] = {
    OWN_SOUNDS(""),
    VOICES(""),
    STEREO("pluck"),
    { .name = "second_string_of_its_own",
      .flags = "-obstacle string -height -0.0005 -stiffness 1e7 -secondgain 0.5",
      .meters = 1,
      .script = "5 seconddensity 1300; 6 secondyoung 6e9; 7 secondhighloss 0.01; 10 secondpluck 0.3 0.002 0.1; 200 "
                "secondends supported; 205 pluck; 400 secondends clamped; 405 secondpluck; 600 secondends first; 605 "
                "bang; 700-800/30 secondgain {0.5:1.5}" },
    { .name = "second_string_struck",
      .flags = "-obstacle string -height -0.0005 -stiffness 1e7 -secondgain 1 -secondfreq 180",
      .meters = 1,
      .script = "5 secondstrike 1; 200 secondstrike 3; 205 strike 1; 400 finger 0.3 2; 405 secondstrike 2; 600 method "
                "newton; 605 secondstrike 1; 700 obstacle flat; 705 secondstrike 1" },
    { .name = "forces_at_the_ends",
      .flags = "-hear bridge -pickups 0.1 0.9 -edition 1",
      .audio = 2,
      .meters = 1,
      .script = "5 pluck; 200 hear point; 300 hear bridge; 305 bang; 400 freq 130; 500 obstacle string; 505 secondgain "
                "0.5; 510 height -0.001; 600 secondpluck; 700 unit displacement; 750 get hear; 800 note 50 100" },
    { .name = "soundbox",
      .flags = "-soundbox guitar -pickups 0.1 0.9 -obstacle none",
      .audio = 2,
      .meters = 1,
      .script = "5 pluck; 200 note 52 90; 300 soundbox harp; 305 bang; 330 soundbox violin; 340 soundbox contrabass; "
                "360 soundbox piano; 365 bang; 400 freq 130; 450 strike 2; 500 obstacle bridge; "
                "505 pluck; 600 soundbox none; 605 pluck; 650 soundbox gourd, damp 0.1; 700 pluck; 750 decay 0; 755 "
                "bang; 850 reset; 855 pluck" },
    { .name = "thrown_mass",
      .flags = "-obstacle mass -height -0.0005 -stiffness 1e7 -floor 0.001",
      .meters = 1,
      .script = "5 masslaw 1e8 1.5 0.1; 6 floorlaw 1e6 1 0.5; 10 throw 0.5; 200 throw 1; 300 pluck; 500 hammerdamping "
                "0.5; 510 "
                "strike 1; 700 throw 0.2" },
    { .name = "free", .flags = "-obstacle none", .meters = 1, .script = PLAY },
    { .name = "free_clamped",
      .flags = "-obstacle none -ends clamped -points 60 -pickups 0.12 0.4 0.9",
      .audio = 3,
      .script = PLAY "; 600 ends supported; 700 points 0; 750 get points" },
    { .name = "flat_closed", .flags = "-obstacle flat -height -0.001 -stiffness 1e9", .meters = 1, .script = PLAY },
    { .name = "flat_newton",
      .flags = "-obstacle flat -height -0.001 -stiffness 1e11 -exponent 1.7 -damping 0.5 -method newton",
      .meters = 1,
      .script = PLAY },
    { .name = "flat_quadratised",
      .flags = "-obstacle flat -height -0.001 -stiffness 1e8 -method quadratised",
      .meters = 1,
      .script = PLAY },
    { .name = "bridge_closed",
      .flags = "-obstacle bridge -ledger 1",
      .meters = 1,
      .script = PLAY "; 100-190/30 bridge 0 0.06 {0.3:1.2}; 390 reset; 400 bridge 0.1 0.2 -0.5; 405 pluck; 600 "
                     "damping 1; 950 get method" },
    { .name = "bridge_newton",
      .flags = "-obstacle bridge -exponent 2.3 -stiffness 1e13",
      .script = PLAY "; 400 method newton; 600 exponent 1.5; 700 method closed; 705 get method" },
    { .name = "bridge_quadratised", .flags = "-method quadratised -stiffness 1e8", .script = PLAY },
    { .name = "frets_closed",
      .flags = FRETS " -stiffness 1e6",
      .meters = 1,
      .script = PLAY "; 100 finger 0.25 5; 300-500/60 finger {0.25:0.45} 5; 700 finger 0 0; 720 fretheight 0.0003" },
    { .name = "frets_newton",
      .flags = FRETS " -stiffness 1e8 -exponent 1.5 -damping 0.2 -method newton",
      .meters = 1,
      .script = PLAY "; 100 finger 0.25 5; 300-500/60 finger {0.25:0.45} 5; 700 finger 0 0" },
    { .name = "frets_quadratised",
      .flags = FRETS " -stiffness 1e6 -method quadratised",
      .meters = 1,
      .script = PLAY "; 100 finger 0.25 5; 700 finger 0 0" },
    { .name = "array",
      .flags = "-obstacle array -array hz-bed",
      .array = "hz-bed 50; hz-seen 80",
      .meters = 1,
      .script = "3 !hz-bed const -0.0005; 5 pluck 0.3 0.003; 100 !hz-bed resize 67; 101 !hz-bed 9 0.0001 0.00025 "
                "0.0004 0.00045 0.0004 0.00025; 300 bang; 400 !hz-bed const -0.001; 500 bang;"
                "600 displace hz-bed 2; 700 shape hz-seen; 720 array hz-seen; 800 profile hz-bed -0.002; 820 array "
                "hz-bed; 900 array nobody; 950 shape nobody" },
    { .name = "mass_closed",
      .flags = "-obstacle mass -mass 0.0008 -massfreq 55 -massdecay 0.4 -massposition 0.37 -height -0.0004 -stiffness "
               "1e6 -floor 0.001",
      .meters = 1,
      .script = PLAY "; 300-400/30 massposition {0.37:0.6}; 600-700/30 massfreq {55:0}" },
    { .name = "mass_newton",
      .flags = "-obstacle mass -mass 0.002 -height -0.0002 -stiffness 1e8 -exponent 1.5 -damping 0.05 -method newton "
               "-floor 0.0005",
      .meters = 1,
      .script = PLAY },
    { .name = "mass_quadratised",
      .flags = "-obstacle mass -height -0.0002 -stiffness 1e5 -method quadratised",
      .script = PLAY },
    { .name = "string_closed",
      .flags = "-obstacle string -secondfreq 164.8 -seconddiameter 0.0007 -seconddecay 5 -height -0.001 -stiffness 1e8",
      .meters = 1,
      .script = PLAY "; 300-400/30 secondfreq {164.8:200}" },
    { .name = "string_newton",
      .flags = "-obstacle string -height -0.0005 -stiffness 1e10 -exponent 1.5 -method newton",
      .meters = 1,
      .script = PLAY },
    { .name = "string_quadratised",
      .flags = "-obstacle string -height -0.0005 -stiffness 1e7 -method quadratised",
      .script = PLAY },
    { .name = "obstacles_one_after_another",
      .flags = "-height -0.0003 -stiffness 1e7",
      .meters = 1,
      .ms = 1400,
      .script = "5 pluck; 150 obstacle flat; 300 bang; 350 obstacle frets; 500 bang; 550 obstacle mass; 700 bang; 750 "
                "obstacle string; 900 bang; 950 obstacle none;"
                "1000 bang; 1050 obstacle array; 1100 obstacle bridge; 1200 bang; 1250 method newton; 1300 method "
                "quadratised; 1350 method closed" },
    { .name = "height_signal",
      .flags = "-obstacle flat -stiffness 1e8",
      .meters = 1,
      .script = "5 pluck; 300 bang; 600 height -0.001; 700 bang",
      .in = { 0, 0, "20 900 triangle 5 -0.002 0.0005" } },
    { .name = "force_and_position_signals",
      .flags = "-obstacle bridge",
      .meters = 1,
      .script = "600 pluck; 700 force 2; 750 force 0",
      .in = { "20 600 noise 1 -0.5 0.5", "100 500 triangle 2 0.1 0.9" } },
    { .name = "hammers",
      .flags = "-obstacle none -hammermass 0.004 -hammerstiffness 1e9 -hammerexponent 2.5 -notes strike -velocity 3",
      .meters = 1,
      .script = "5 bang; 100 note 60 100; 200 strike -1; 300 hammermass 0.0005; 305 strike 2; 400 hammerstiffness 1e6; "
                "405 strike 1; 450 strike 4; 500 notes pluck;"
                "502 release 0.05, hold 1, autogain 1, seed 3; 505 note 57 80; 560 note 57 0; 600 hammerexponent 1; "
                "605 strike "
                "1; 700 obstacle "
                "flat; 705 strike 1" },
    { .name = "glides",
      .flags = "-obstacle frets -height -0.001 -pickups 0.12 0.3",
      .audio = 2,
      .script =
          "5 pluck; 50-150/40 freq {110:140}; 200-300/40 length {0.9:0.7}; 300 bang; 310-400/40 diameter "
          "{5e-4:8e-4}; 410-460/20 density {7850:5000};"
          "470-520/20 young {2e11:1e11}; 530-580/20 decay {8:1}; 590-640/20 highloss {1e-3:1e-2}; 650-700/20 "
          "tension {60:90}; 700 bang; 710-760/20 height {-0.001:-0.0005};"
          "770-800/20 pickups {0.12:0.5} 0.3; 810 gain 0.1; 820 unit displacement; 840 unit acceleration; 860 "
          "unit velocity; 870 position 0.4; 875 amplitude 0.004;"
          "880 width 0.2; 885 bang; 890 follow 0; 892 60 100; 900 level -9; 905 bang; 950 presets; 960 partials 5" },
    { .name = "presets",
      .ms = 2600,
      .rate = 44100,
      .script =
          "5 preset free; 10 bang; 200 preset sitar; 205 bang; 400 preset tanpura; 405 bang; 600 preset fretbuzz; 605 "
          "bang; 800 preset fingerboard; 805 bang;"
          "1000 preset slap; 1005 bang; 1200 preset rattle; 1205 bang; 1400 preset coin; 1405 bang; 1600 preset "
          "strings; 1605 bang; 1800 preset snare;"
          "1805 bang; 2000 preset hammered; 2005 bang; 2200 preset wrap; 2205 bang; 2400 preset lab-ideal; 2405 bang" },
    { .name = "presets_ledger_1",
      .meters = 1,
      .script = "5 preset sitar; 10 bang; 200 preset fretbuzz; 205 bang; 400 preset coin; 405 bang; 600 preset snare; "
                "605 bang; 800 preset wrap; 805 bang" },
    { .name = "reports",
      .flags = "-report 2000 -obstacle frets -height -0.0002",
      .script = "5 pluck; 300 report 5; 305 pluck; 600 hz-nonsense; 610 freq x; 615 set freq 120; 620 reset; 650 bang; "
                "700 ledger 1; 705 bang" },
    { .name = "block_1",
      .ruler = "block~ 1",
      .ms = 200,
      .meters = 1,
      .script = "5 pluck; 100 height -0.0005; 150 strike 1" },
    { .name = "block_1024",
      .ruler = "block~ 1024",
      .meters = 1,
      .script = "5 pluck; 300 height -0.0005; 500 strike 1; 600-800/30 freq {110:120}" },
    { .name = "block_upsampled", .ruler = "block~ 64 1 2", .ms = 300, .script = "5 pluck", .rate = 96000 },
    { .name = "storm", .storm = 7919, .meters = 1, .ms = 800 },
    { .name = "storm_ledger_0", .storm = 15838, .musical = 1, .ms = 800 },
};

const scene_list stringbarrier_scenes = { "stringbarrier~", scenes, sizeof scenes / sizeof *scenes };
