/* scenes_modalcontact: what modalcontact~ plays in the golden test. */
#include "scenes.h"

#define PLAY "5 drop 0.01; 200 strike 1; 350 strike 0.1; 450 drop 0.0005; 600 strike 2"
#define SMALL                                                                                                          \
    "-b object modes -b freqs 220 950 3500 -b decays 0.6 0.4 0.2 -b masses 0.1 -b weights 1 -0.7 0.5 -b outs 2"

static const scene scenes[] = {
    OWN_SOUNDS("b "),
    VOICES("b "),
    STEREO("bang"),
    { .name = "human",
      .flags = "-human 1",
      .script = "1 seed 5; 5 drop 0.01; 300 strike 0.5; 500 note 72 100; 700 reset; 705 bang; 850 human 0; 855 bang" },
    { .name = "quality_and_naive",
      .flags = "-gain 0.1 -a hear point -edition 1",
      .meters = 1,
      .script =
          "5 b q 100 200 50; 10 bang; 300 switching naive; 305 strike 0.3; 500 a q 30; 600 switching exact; 605 bang" },
    { .name = "mass_on_a_wall",
      .flags = "-b object wall -a mass 0.02",
      .meters = 1,
      .script = PLAY "; 700 force 5; 800 force 0; 900 gravity -3" },
    { .name = "wall_undamped",
      .flags = "-b object wall -damping 0 -stiffness 1e5",
      .meters = 1,
      .script = "5 drop 0.002; 50-900/100 stiffness {1e4:1e7}; 500-800/60 a mass {0.01:0.1}" },
    { .name = "bounces_ledger_0", .script = "5 drop 0.02", .ms = 1500 },
    { .name = "bounces_ledger_1", .script = "5 drop 0.02", .meters = 1, .ms = 1500 },
    { .name = "offset",
      .flags = "-switching offset",
      .meters = 1,
      .script = PLAY "; 700 switching exact; 705 strike 1; 800 switching offset; 805 strike 1" },
    { .name = "pull",
      .flags = "-damping 30 -pull 0 " SMALL,
      .audio = 3,
      .meters = 1,
      .script = PLAY "; 500-590/30 stiffness {1e5:1e7}; 650 switching offset; 655 strike 1; 700 pull 1; 705 strike 1; "
                     "710-790/10 pull {0:1}; 800 pull 0; 805 switching naive; 810 strike 0.5" },
    { .name = "modes",
      .flags = SMALL,
      .audio = 3,
      .meters = 1,
      .script = PLAY "; 250-340/30 b freqs {220:300} 950; 360-440/30 b masses {0.1:0.3}; 460-500/20 b weights {1:-1}; "
                     "510-560/20 b decays {0.6:0.1};"
                     "620 b pickupweights 2 1 0.5 0.2; 700 b write m.txt; 750 b read m.txt; 760 strike 1; 800 a read "
                     "m.txt; 810 strike 1" },
    { .name = "modes_pressed",
      .flags = SMALL " -damping 0",
      .audio = 3,
      .meters = 1,
      .script = "5 strike 0.3; 50 force 4; 400-600/40 stiffness {1e6:1e8}; 700-800/30 damping {0:50}; 900 force 0" },
    { .name = "two_sets_of_modes",
      .flags = "-a object modes -a freqs 300 800 -a decays 0.5 -a masses 0.05 -a weights 1 0.5 -a outs 1 " SMALL,
      .audio = 3,
      .meters = 1,
      .script = PLAY "; 700 a pickupweights 1 1 1; 720 b outweights 1 -1 1 -1; 750 a freq 250; 800 a outweights 1 -1" },
    { .name = "shapes_of_b",
      .flags = "-b modes 25 -b object string",
      .ms = 1500,
      .script = "5 strike 0.5; 100 b object bar; 105 strike 0.5; 200 b object freebar; 205 strike 0.5; 300 b object "
                "cantilever; 305 strike 0.5;"
                "400 b object tube; 405 strike 0.5; 500 b object membrane; 505 strike 0.5; 600 b object drum; 605 "
                "strike 0.5; 700 b object plate;"
                "705 strike 0.5; 800 b object disc; 805 strike 0.5; 900 b object freedisc; 905 strike 0.5; 1000 b "
                "object bowl; 1005 strike 0.5;"
                "1100 b object modes; 1105 strike 0.5; 1200 b object mass; 1205 strike 0.5; 1300 b object lumped; 1305 "
                "strike 0.5;"
                "1400 b object wall; 1405 strike 0.5" },
    { .name = "shapes_of_a",
      .flags = "-a modes 15 -b modes 15 -a object bar",
      .meters = 1,
      .script = "5 drop 0.001; 150 a object plate; 155 drop 0.001; 300 a object freedisc; 305 strike 0.3; 450 a object "
                "bowl; 455 strike 0.3; 600 a object freebar;"
                "605 strike 0.5; 750 a object lumped; 755 strike 0.5; 900 a object mass; 905 strike 1" },
    { .name = "materials",
      .flags = "-b modes 20",
      .ms = 1200,
      .script = "3 b material steel; 5 strike 0.5; 100 b material aluminium; 200 b material brass; 300 b material "
                "bronze; 400 b material glass; 405 strike 0.5;"
                "500 b material oak; 600 b material spruce; 700 b material rosewood; 705 strike 0.5; 800 b material "
                "nylon; 900 b material rubber;"
                "1000 b material porcelain; 1005 strike 0.5; 1100 b material skin" },
    { .name = "lumped_string",
      .flags = "-b object lumped -b points 50 -b mass 0.005 -b freq 100 -b decay 2 -b position 0.2 -a mass 0.001 "
               "-stiffness 2e4 -damping 0 -gravity 100",
      .meters = 1,
      .array = "hz-shape 50",
      .script = "5 drop 0.005; 300 shape hz-shape; 400 b points 80; 405 strike 1; 600 shape hz-nothing; 700-800/30 b "
                "position {0.2:0.8}" },
    { .name = "matrices",
      .flags = "-b object matrices -b matrices hz-m hz-k hz-c",
      .array = "hz-m 4; hz-k 4; hz-c 4",
      .meters = 1,
      .script =
          "3 !hz-m 0 0.1 0 0 0.1; 3 !hz-k 0 1973920 -986960 -986960 1973920; 3 !hz-c 0 1 -0.5 -0.5 1; 5 b matrices "
          "hz-m hz-k hz-c; 10 strike 0.5;"
          "300 strike 1; 500 !hz-c 0 0 0 0 0; 505 b matrices hz-m hz-k hz-c; 510 strike 1; 700 b matrices hz-m hz-k" },
    { .name = "forces_and_position",
      .flags = "-b modes 30",
      .meters = 1,
      .script = "5 drop 0.001",
      .in = { "50 800 triangle 7 -0.3 2", "100 700 noise 1 -1 1", "200 900 triangle 3 0.1 0.9" } },
    { .name = "glides",
      .flags = "-b object drum -b material skin -b size 0.3 -b thickness 0.0003 -b tension 1500 -b modes 15 -b pickups "
               "0.3 0.1 0.7 0.4",
      .audio = 3,
      .script =
          "5 drop 0.01; 60-120/20 b tension {1500:2500}; 130-190/20 b size {0.3:0.4}; 200-260/20 b thickness "
          "{3e-4:6e-4}; 270-330/20 b pickups {0.3:0.8} 0.1;"
          "340-400/20 b freq {100:180}; 410-470/20 b decay {1:0.2}; 480-540/20 gain {0.5:0.1}; 550 unit "
          "displacement; 600 unit velocity; 620 unit acceleration;"
          "640 unit velocity; 650 note 60 90; 700 62 70; 720 release ring, hold 1, autogain 1, seed 3; 725 62 0; 750 "
          "height 0.002; 760 "
          "velocity 2; 770 bang; 800 damp "
          "0.1; 850 level -10; 860 bang; 900 presets; 910 partials 5" },
    { .name = "presets",
      .ms = 1800,
      .script = "5 preset bounce; 10 bang; 250 preset string; 255 bang; 500 preset plates; 505 bang; 750 preset cups; "
                "755 bang; 1000 preset spoon; 1005 bang;"
                "1250 preset knock; 1255 bang; 1500 preset marble; 1505 bang" },
    { .name = "presets_ledger_1",
      .meters = 1,
      .script = "5 preset bounce; 10 bang; 350 preset spoon; 355 bang; 700 preset knock; 705 bang" },
    { .name = "read_at_creation",
      .flags = "-b read nowhere.txt -ledger 1 -report 3",
      .rate = 44100,
      .script = "5 strike 1; 200 ledger 0; 300 strike 1; 400 ledger 1; 500 strike 1; 600 hz-nonsense; 610 b mass x; "
                "620 c object wall; 630 set stiffness 2e6; 640 get b object; 700 reset; 720 bang" },
    { .name = "sixty_modes_stiff",
      .flags = "-b modes 60 -stiffness 1e9 -damping 100",
      .meters = 1,
      .script = "5 strike 1; 200-400/20 strike {0.1:1}" },
    { .name = "tuned_and_radiating",
      .flags = "-a hear point -b hear radiation -b modes 20",
      .meters = 1,
      .script = "5 strike 0.5; 200 a hear radiation; 250 b hear point; 300 b object bowl; 310 b tuning 1 2 3; 320 b "
                "split 30; 330 b decaypower 0.5; 340 b decayfactors 0.5 2; 400 strike 0.5; 500 a object freebar; 510 a "
                "tuning 1 3; 520 a split 10; 530 a decaypower 1; 540 a decayfactors 2; 600 b hear radiation; 700 "
                "strike 1" },
    { .name = "block_1",
      .flags = "-b modes 20",
      .ruler = "block~ 1",
      .ms = 300,
      .meters = 1,
      .script = "5 drop 0.0005; 150 strike 0.5; 200-260/15 b position {0.4:0.6}" },
    { .name = "block_1024",
      .flags = "-b modes 20",
      .ruler = "block~ 1024",
      .meters = 1,
      .script = "5 drop 0.01; 400 strike 0.5; 600-800/15 b position {0.4:0.6}" },
    { .name = "block_upsampled",
      .flags = "-b modes 20",
      .ruler = "block~ 64 1 2",
      .ms = 500,
      .script = "5 strike 0.5",
      .rate = 96000 },
    { .name = "storm_on_a_wall", .flags = "-b object wall", .storm = 7919, .meters = 1 },
    { .name = "storm_on_an_object", .flags = "-b modes 10", .storm = 15838, .musical = 1, .ms = 500, .meters = 1 },
};

const scene_list modalcontact_scenes = { "modalcontact~", scenes, sizeof scenes / sizeof *scenes };
