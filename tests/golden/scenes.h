/* scenes: what the golden test plays. Each class has a list of scenes; each scene is one object in a Pd of its own.
 *
 * A script is a list of messages with their times in milliseconds, with semicolons between them:
 *
 *     10 strike 1; 100-400/60 position {0.1:0.9}; 500 !hz-bed const 0.001
 *
 * The second entry sends 61 messages, one after the other from 100 to 400 ms, and the number in them goes from 0.1 to
 * 0.9. An exclamation mark stands before a message that goes to the receiver that it names and not to the object.
 *
 * A signal at an inlet is `<from ms> <to ms> <wave> <Hz> <low> <high>`. The waves are triangle, ramp, square and
 * noise. */
#ifndef HZ_GOLDEN_SCENES_H
#define HZ_GOLDEN_SCENES_H

typedef struct scene {
    const char *name;
    const char *flags;
    const char *script;
    double ms;      /* how long it is; 0: 1000 */
    double rate;    /* of Pd, Hz; 0: 48000 */
    int audio;      /* audio outlets; 0: as many as the class has without flags */
    int meters;     /* 1: with all meters, and so with ledger 1 */
    unsigned storm; /* the seed of a storm of random messages, which are sent besides the script; 0: none */
    int musical;    /* 1: the storm changes the object, and numbers stay in a musical range; 0: it changes the method */
    const char
        *ruler; /* a box such as `block~ 1`: the object is in a subpatch with it; NULL: it is in the main patch */
    const char *array; /* `<name> <size>` of arrays that are there, with semicolons between them; NULL: none */
    const char *in[3]; /* signals; NULL: nothing is connected */
} scene;

typedef struct scene_list {
    const char *class_name;
    const scene *scenes;
    int n;
} scene_list;

extern const scene_list impact_scenes, bounce_scenes, modalcontact_scenes, friction_scenes, stringbarrier_scenes,
    trombamarina_scenes;

/* A scene in which an object keeps, mixes, varies and files its sounds; `prefix` stands before freq. */
#define OWN_SOUNDS(prefix)                                                                                             \
    {                                                                                                                  \
        .name = "own_sounds",                                                                                          \
        .script = "5 store 1; 10 " prefix "freq 300; 15 gain 0.3; 20 store 2; 25 bang; 200 vary 0.3 5; 205 bang; "     \
                  "400 recall 1 50; 420 bang; 500 morph 1 2 0.4; 505 bang; 650 save own.txt; 660 " prefix "freq 200; " \
                  "700 load own.txt; 710 bang; 720 record 0; 900 panic"                                                \
    }

/* A scene in which one object plays a chord with three voices, and a fourth key takes one of them. */
#define VOICES(prefix)                                                                                                 \
    {                                                                                                                  \
        .name = "voices", .flags = "-voices 3",                                                                        \
        .script = "5 60 100; 50 67 80; 90 48 60; 150 57 120; 250 release 0.1; 300 sustain 1; 310 67 0; 400 sustain 0;" \
                  "450 voice 2 " prefix "freq 300; 460 bang; 500 60; 700 voice 9 bang; 710 energy; 800 panic"          \
    }

/* A scene in stereo, in which what sounds goes from the left to the right. */
#define STEREO(play)                                                                                                   \
    {                                                                                                                  \
        .name = "stereo", .flags = "-stereo", .audio = 2,                                                              \
        .script = "5 " play "; 200-400/20 pan {-1:1}; 450 " play "; 700 pan 0; 705 " play                              \
    }

#endif
