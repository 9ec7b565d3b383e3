/* scenes_friction: what friction~ plays in the golden test. */
#include "scenes.h"

#define SMALL                                                                                                          \
    "-b object modes -b freqs 310 720 1530 -b decays 0.7 0.3 0.2 -b masses 0.03 -b weights 1 -0.6 0.3 -b outs 2 "      \
    "-stribeck 0.2 -report 0"
#define TWO "-a freqs 440 1130 -a decays 0.2 0.1 -a masses 0.02 -b object modes -b freqs 230 610 -b masses 0.05"

static const scene scenes[] = {
    OWN_SOUNDS("b "),
    VOICES("b "),
    STEREO("bang"),
    { .name = "rubbed",
      .flags = SMALL,
      .meters = 1,
      .audio = 3,
      .script = "5 rub 0.3 5 0.2; 400 rub 0.2 20 -0.1; 650 rub 0; 800 lift; 850 get press" },
    { .name = "two_bodies",
      .flags = TWO,
      .meters = 1,
      .audio = 2,
      .script = "5 rub 0.5 3 0.15; 600 rub 0.3 10 0.5",
      .in = { 0, 0, "100 400 square 40 -1 1" } },
    { .name = "changed_while_rubbed",
      .flags = TWO " -report 0",
      .audio = 2,
      .script =
          "5 rub 0; 50-900/100 press {1:20}; 52-902/90 speed {0.05:0.5}; 54-904/130 bristles {1e4:1e7}; 100 static "
          "0.9; 200 dynamic 0.2; 300 dynamic 2; 350 dynamic 0.3; 400 breakaway 0.2; 500 steps 8; 600 steps auto; 700 b "
          "object bowl; 800 a object plate; 850 a object wall" },
    { .name = "hand_by_signals",
      .flags = SMALL,
      .meters = 1,
      .audio = 3,
      .script = "300-700/10 b weights {1:0.2} -0.6 0.3",
      .in = { "20 900 triangle 3 0 8", "20 900 triangle 5 -0.3 0.3" } },
    { .name = "place_moves",
      .flags = "-b object plate -b modes 20 -report 0",
      .audio = 2,
      .script = "5 rub 0.8; 200-600/10 b position {0.1:0.6} 0.3" },
    { .name = "block_1024",
      .flags = SMALL,
      .ruler = "block~ 1024",
      .meters = 1,
      .audio = 3,
      .script = "5 rub 0.3 5 0.2; 400-600/15 press {2:20}" },
    { .name = "storm_on_a_hand", .flags = "-b modes 10 -report 0", .audio = 2, .storm = 7919, .meters = 1 },
    { .name = "rough",
      .flags = "-b object plate -b modes 30 -roughness 1 -report 0",
      .audio = 2,
      .script = "5 rub 0 3 0.3; 200 profile ridges; 300 stray 0; 400 grain 0.01; 500 profile array; 600 profile noise; "
                "700 slope 3; 800 roughness 4; 900 lift" },
    { .name = "comes_to_rest",
      .flags = "-b freqs 200 500 -b object modes -b decays 0.05 -report 0",
      .meters = 1,
      .audio = 2,
      .ms = 2000,
      .script = "5 rub 0 5 0.2; 200 speed 0; 1500 speed 0.2; 1700 reset; 1750 bang; 1900 damp 0.01" },
    { .name = "shapes",
      .flags = "-b modes 15 -b size 0.2 -report 0",
      .audio = 2,
      .script = "5 rub 0 5 0.2; 50 b object string; 140 b object bar; 230 b object freebar; 320 b object cantilever; "
                "410 b object membrane; 500 b object drum; 590 b object disc; 680 b object freedisc; 770 b object "
                "tube; 900 a object string; 950 b object wall" },
    { .name = "materials",
      .flags = "-b object freedisc -b size 0.2 -b modes 15 -report 0",
      .audio = 2,
      .script = "5 rub 0; 50 b material steel; 120 b material aluminium; 190 b material brass; 260 b material bronze;"
                " 330 b material glass; 400 b material oak; 470 b material spruce; 540 b material rosewood; 610 b "
                "material nylon; 680 b material rubber; 750 b material porcelain; 820 b material skin; 920 a material"
                " glass" },
    { .name = "round",
      .flags = "-preset wineglass -report 0 -round 0",
      .audio = 2,
      .script =
          "5 rub 0; 100 keyscale 1 500; 200 round 2; 500 round -1; 700 b object freedisc; 800 b object bar; 900 lift" },
    { .name = "body",
      .flags = "-b object plate -b modes 15 -a object bar -a modes 10 -report 0",
      .audio = 2,
      .script =
          "5 time 0.4; 6 rise 0.1; 10 bang; 50 b size 0.2 0.1; 100 b thickness 0.004; 150 b tension 500; 200 b "
          "decay 0.5; 250 b q 50; 300 b q decay; 320 b pickups 0.2 0.4; 350 b hear radiation; 400 b hear point;"
          " 420 bang; 450 b tuning 1 2 4; 500 b split 20; 550 b decaypower 1; 600 b decayfactors 0.5 2; 650 a "
          "hear radiation; 700 a hear point; 750 unit displacement; 800 unit acceleration; 820 unit velocity; "
          "850 autogain 0; 860 hold 0; 870 ledger 1; 880 set press 3; 890 seed 4; 900 level -10; 950 partials 4" },
    { .name = "files",
      .flags = SMALL,
      .audio = 3,
      .script = "5 rub 0 3 0.2; 100 b pickupweights 1 0.2 1; 150 b outweights 1 -1 1; 200 b write f.txt; 250 b read "
                "f.txt; 300 a read f.txt; 350 a pickupweights 1 1 1; 400 a write g.txt; 500 a outweights 1 -1; 600 "
                "lift" },
    { .name = "presets",
      .audio = 2,
      .ms = 1300,
      .flags = "-report 0 -edition 2",
      .script =
          "5 preset wineglass; 6 bang; 100 preset bowedbar; 101 bang; 200 preset bowedcymbal; 201 bang; 300 preset "
          "door; 301 bang; 400 preset brake; 401 bang; 500 preset chalk; 501 bang; 600 preset window; 601 bang; "
          "700 preset cork; 701 bang; 800 preset violin; 801 note 60 90; 900 preset balloon; 901 bang; 1000 "
          "preset cuica; 1001 bang; 1100 preset guiro; 1101 bang" },
};

const scene_list friction_scenes = { "friction~", scenes, sizeof scenes / sizeof *scenes };
