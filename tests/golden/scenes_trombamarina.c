/* scenes_trombamarina: what trombamarina~ plays in the golden test. Most bodies are small, to be quick. */
#include "scenes.h"

#define SMALL "-points 80 -bodypoints 200 "
#define PLAY                                                                                                           \
    "5 pluck 0.3 0.002 0.2; 200 stroke 0.3 0.1 0.4; 450 knock 0.002; 600 note 40 100; 740 release 0.4, hold 1, "       \
    "autogain 1, seed 3; 750 note 40 "                                                                                 \
    "0; 850 damp 0.2"

static const scene scenes[] = {
    OWN_SOUNDS(""),
    VOICES(""),
    STEREO("bang"),
    { .name = "play_in_the_joint",
      .meters = 1,
      .ms = 1200,
      .script =
          "5 connection collision; 10 connectionplay 1e-5; 15 bang; 400 connectionplay 0; 500 preset loose; 505 bang; "
          "900 preset cubic; 905 bang" },
    { .name = "as_it_comes", .ms = 500, .script = "5 bang; 300 lift; 350 knock" },
    { .name = "bowed_curve", .flags = SMALL "-bow curve -edition 1", .meters = 1, .script = PLAY },
    { .name = "bowed_bristle",
      .flags = SMALL "-bow bristle -bowforce 1.5",
      .meters = 1,
      .script = PLAY "; 300 friction 0.9 0.2 0.05; 350 bristles 2e4 0.2 0.1; 400 bow curve; 420 bow bristle" },
    { .name = "connection_spring",
      .flags = SMALL "-connection spring -k1 2e6 -k3 1e12 -kloss 0.5",
      .meters = 1,
      .script = PLAY "; 300-400/20 k1 {2e6:8e6}; 500-600/20 k3 {1e12:0}; 700 kloss 0" },
    { .name = "connection_collision",
      .flags = SMALL "-connection collision -connectionstiffness 1e7 -connectionexponent 1.3",
      .meters = 1,
      .script = PLAY
      "; 400 connectionexponent 1; 500 connectionstiffness 3e6; 700 connection spring; 800 connection collision" },
    { .name = "rattle_closed", .flags = SMALL "-method closed -offset 1e-6", .meters = 1, .script = PLAY },
    { .name = "rattle_newton",
      .flags = SMALL "-method newton -rattleexponent 1.5 -rattlestiffness 1e10 -rattledamping 0.3",
      .meters = 1,
      .script = PLAY },
    { .name = "rattle_quadratised",
      .flags = SMALL "-method quadratised -rattlestiffness 1e7",
      .meters = 1,
      .script = PLAY },
    { .name = "collision_newton",
      .flags = SMALL "-method newton -connection collision -connectionexponent 2 -connectionstiffness 1e9 "
                     "-rattleexponent 2.3 -rattlestiffness 1e12",
      .script = PLAY },
    { .name = "collision_quadratised",
      .flags = SMALL "-method quadratised -connection collision -connectionexponent 1.5",
      .script = PLAY },
    { .name = "methods_change",
      .flags = SMALL,
      .meters = 1,
      .script = "5 stroke 0; 200 method newton; 400 method quadratised; 500 method closed; 550 get method; 600 "
                "rattleexponent 1.3; 650 get method; 800 lift" },
    { .name = "offsets",
      .flags = SMALL,
      .meters = 1,
      .script = "5 stroke 0; 100-500/60 offset {5e-6:-2e-5}; 550 offset 1; 650 offset 5e-6; 800 offset -1e-4; 900 "
                "reset; 910 bang" },
    { .name = "bowing_signals",
      .flags = SMALL,
      .meters = 1,
      .script = "800 velocity 0.2; 900 velocity 0",
      .in = { "20 800 triangle 3 -0.2 0.2", "20 800 triangle 5 0 1", "200 600 triangle 2 0.05 0.3" } },
    { .name = "bowing_signals_bristle",
      .flags = SMALL "-bow bristle",
      .meters = 1,
      .in = { "20 800 square 4 -0.1 0.1", "20 800 noise 1 0 1" } },
    { .name = "finger",
      .flags = SMALL,
      .script = "5 finger 0.4342 0.5; 10 stroke 0; 200-500/60 finger {0.4342:0.2} 1; 700 finger 0; 850 lift" },
    { .name = "mono",
      .flags = SMALL "-mono -mix 0.5 2 -3",
      .audio = 1,
      .script = PLAY "; 500 mix 1 0 0; 550 mix 0 0 1; 560 pickups 0.3 0.6 0.5" },
    { .name = "glides_of_the_string",
      .flags = SMALL,
      .meters = 1,
      .script = "5 stroke 0; 50-150/30 freq {32:40}; 160-200/15 length {1.9:1.7}; 210-250/15 diameter {1e-3:1.2e-3}; "
                "260-300/15 density {7850:6000};"
                "310-350/15 young {2e11:1e11}; 360-400/15 decay {69:5}; 410-450/15 highloss {0.05:0.01}; 460-500/15 "
                "tension {60:90}; 510 ends clamped; 560 ends supported;"
                "600 points 60; 650 points 0; 700-750/20 bowposition {0.12:0.2}; 760 bowspeed 0.2; 770 bowforce 0.8; "
                "780 stroke; 800 curve 50; 850 pickups 0.1 0.5 0.5; 900 level -6; 950 presets; 960 partials 5" },
    { .name = "glides_of_bridge_and_body",
      .flags = SMALL,
      .meters = 1,
      .script = "5 stroke 0; 50-100/20 bridgemass {1e-3:2e-3}; 110-150/20 bridgefreq {350:600}; 160-200/20 "
                "bridgedamping {0.05:5}; 210-250/20 bridgeposition {0.8684:0.8};"
                "260-300/20 foot 0.8 {0.4:0.6}; 310 bodysize 1.2 0.2; 350 bodythickness 0.012; 400 bodydensity 80; 450 "
                "bodyyoung 4e5; 500 bodysigma0 5; 525 bodypoisson 0.2; 550 bodysigma1 0.01; 560 stringlevel 0.5; 570 "
                "bridgelevel 40; "
                "580 bodylevel 900;"
                "600 bodypoints 150; 650-700/20 rattlestiffness {5e8:1e7}; 710 rattledamping 1; 750 unit displacement; "
                "770 unit acceleration; 790 unit velocity; 800 gain 0.5" },
    { .name = "bodies",
      .flags = "-points 60 -bodypoints 120 -bodysize 0.3 0.2 -bodythickness 0.003",
      .ms = 1300,
      .script = "3 bodymaterial steel; 5 knock 0.01; 100 bodymaterial aluminium; 105 knock 0.01; 200 bodymaterial "
                "brass; 205 knock 0.01; 300 bodymaterial bronze; 305 knock 0.01;"
                "400 bodymaterial glass; 405 knock 0.01; 500 bodymaterial oak; 505 knock 0.01; 600 bodymaterial "
                "spruce; 605 knock 0.01; 700 bodymaterial rosewood; 705 knock 0.01;"
                "800 bodymaterial nylon; 805 knock 0.01; 900 bodymaterial rubber; 905 knock 0.01; 1000 bodymaterial "
                "porcelain; 1005 knock 0.01 0.2 0.3; 1100 bodymaterial skin;"
                "1105 knock 0.01; 1200 bodymaterial own; 1205 pluck" },
    { .name = "shapes",
      .flags = SMALL,
      .array = "hz-shape 50",
      .script = "5 pluck; 100 shape hz-shape; 200 shape hz-shape body; 300 shape nobody; 400 hz-nonsense; 410 freq x; "
                "420 set freq 33; 500 bang",
      .rate = 44100 },
    { .name = "presets",
      .ms = 1800,
      .script = "5 preset plain; 10 bang; 200 preset buzz; 205 bang; 400 preset bristle; 405 bang; 600 preset gut; 605 "
                "bang; 800 preset collision; 805 bang;"
                "1000 preset box; 1005 bang; 1200 preset cello; 1205 bang; 1400 preset paper; 1405 bang; 1600 preset "
                "lab-willemsen; 1605 bang" },
    { .name = "presets_ledger_1",
      .meters = 1,
      .ms = 600,
      .script = "5 preset box; 10 bang; 150 preset collision; 155 bang; 300 preset paper; 305 bang; 450 preset cello; "
                "455 bang" },
    { .name = "reports",
      .flags = SMALL "-report 2000 -ledger 1",
      .ms = 500,
      .script = "5 pluck 0.3 0.003; 250 report 5; 300 ledger 0; 350 stroke" },
    { .name = "block_1",
      .flags = SMALL,
      .ruler = "block~ 1",
      .ms = 200,
      .meters = 1,
      .script = "5 stroke; 100 offset 1e-6; 150 knock" },
    { .name = "block_1024",
      .flags = SMALL,
      .ruler = "block~ 1024",
      .ms = 700,
      .meters = 1,
      .script = "5 stroke; 300 offset 1e-6; 500 knock; 600-650/30 freq {32:35}" },
    { .name = "block_upsampled",
      .flags = SMALL,
      .ruler = "block~ 64 1 2",
      .ms = 200,
      .script = "5 stroke",
      .rate = 96000 },
    { .name = "storm", .flags = SMALL, .storm = 7919, .meters = 1, .ms = 600 },
    { .name = "storm_ledger_0", .flags = SMALL, .storm = 15838, .musical = 1, .ms = 600 },
};

const scene_list trombamarina_scenes = { "trombamarina~", scenes, sizeof scenes / sizeof *scenes };
