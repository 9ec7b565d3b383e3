/* body_rows: the parameters of a modal object. */
#include "body.h"

enum { SHAPED = HZ_BODY_SHAPED };

/* The words of `object` that every class has. */
#define RINGS LISTED_OR_SHAPED("wall")
#define LISTED_OR_SHAPED(first) first " modes " HZ_SHAPE_NAMES

const hz_param hz_body_rows[HZ_BODY_ROWS] = {
    [HZ_BODY_OBJECT] = { "object", .init = SHAPED + HZ_PLATE, .choices = RINGS, .flags = HZ_MEASURE,
                         .doc = "The struck body. wall: does not ring. modes: described by the lists freqs, decays, "
                                "masses and weights. Any other word is a shape, which sounds as its material and size "
                                "make it sound." },
    [HZ_BODY_MATERIAL] = { "material", .choices = HZ_MATERIAL_NAMES, .flags = HZ_MEASURE,
                           .doc = "Material of the shape: sets its density and stiffness, and so its pitch, and how "
                                  "fast it decays. No effect on walls and 'object modes'." },
    [HZ_BODY_SIZE] = { "size", "m", 0.2, 1e-3, 20, .most = 2, .flags = HZ_MEASURE,
                       .doc = "Length of the shape, or diameter if it is round, then width. With one number, a plate "
                              "or membrane is square. Larger: lower pitch." },
    [HZ_BODY_THICKNESS] = { "thickness", "m", 0.001, 1e-6, 1, .flags = HZ_MEASURE,
                            .doc = "Thickness of the plate, skin, bar or wall, or diameter of a string. Thicker plates "
                                   "and bars sound higher." },
    [HZ_BODY_TENSION] = { "tension", NULL, 1000, 0, 1e7,
                          .doc = "Tension of a string in N, of a membrane or drum in N/m. Higher: higher pitch. Other "
                                 "shapes have none." },
    [HZ_BODY_MODES] = { "modes", NULL, 60, 1, HZ_BODY_MOST_MODES, .flags = HZ_MEASURE | HZ_WHOLE,
                        .doc = "Number of modes computed, from the lowest up. A mode is one of the vibrations, each "
                               "with its own pitch, that add up to the sound. More: brighter, and more CPU. Modes "
                               "above 0.45 of the sample rate are left out." },
    [HZ_BODY_FREQ] = { "freq", "Hz", 0, 0, 1e5, .word = "auto",
                       .doc = "Frequency of the lowest mode. The other modes are transposed by the same interval. 0 or "
                              "auto: the pitch that follows from size and material, or from the lists." },
    [HZ_BODY_DECAY] = { "decay", "s", -1, -1, 1e4, .word = "material", .means = -1,
                        .doc = "T60 (time to -60 dB) of the lowest mode. The other decays scale with it. 0: never "
                               "decays. -1 or material: decays as its material or its lists define." },
    [HZ_BODY_Q] = { "q", NULL, 0, 0, 1e9, .most = HZ_BODY_MOST_MODES, .word = "decay",
                    .doc = "Quality factors of the modes, from the lowest up: T60 = 2.2 q / frequency. The last number "
                           "applies to all modes after the list. 0 or decay: the parameters decay and decays apply "
                           "instead." },
    [HZ_BODY_POSITION] = { "position", NULL, 0.4, 0, 1, .most = 2,
                           .doc = "Where the body is struck, which sets how strongly each mode is excited. Strings, "
                                  "bars and tubes: one number from 0 to 1 along the length. Plates and membranes: x "
                                  "and y. Round bodies: distance from the centre, and angle in turns." },
    [HZ_BODY_PICKUPS] = { "pickups", NULL, 0.3, 0, 1, .most = 2 * HZ_BODY_MOST_PICKUPS, .flags = HZ_GLIDES,
                          .doc =
                              "Places where the audio outlets pick up the motion of the body. One number per place for "
                              "strings, bars and tubes, two for plates, membranes and round bodies, as for position. "
                              "Each place given at creation makes an audio outlet. Messages move the places later." },
    [HZ_BODY_FREQS] = { "freqs", "Hz", 440, 0, 1e5, .most = HZ_BODY_MOST_MODES, .flags = HZ_MEASURE,
                        .doc = "Frequencies of the modes with 'object modes', one mode per number. The flag -freqs "
                               "without -object implies 'object modes'." },
    [HZ_BODY_DECAYS] = { "decays", "s", 1, 0, 1e6, .most = HZ_BODY_MOST_MODES, .flags = HZ_MEASURE,
                         .doc = "T60 of each mode with 'object modes'. 0: never decays." },
    [HZ_BODY_MASSES] = { "masses", "kg", 0.1, 1e-6, 1e3, .most = HZ_BODY_MOST_MODES, .flags = HZ_MEASURE,
                         .doc = "Modal masses with 'object modes', as felt at the point of contact. A heavier mode "
                                "moves less, sounds softer and feels harder." },
    [HZ_BODY_WEIGHTS] = { "weights", NULL, 1, -1e3, 1e3, .most = HZ_BODY_MOST_MODES, .flags = HZ_MEASURE,
                          .doc = "Amplitude of each mode at the point of the strike with 'object modes'. 0: not "
                                 "excited. The sign matters where modes add up." },
    [HZ_BODY_OUTS] = { "outs", NULL, 1, 1, HZ_BODY_MOST_PICKUPS, .flags = HZ_CREATION | HZ_WHOLE,
                       .doc = "Number of pickups with 'object modes'. Each has an audio outlet. The list outweights "
                              "sets how strongly each one picks up each mode." },
    [HZ_BODY_READ] = { "read", .flags = HZ_CREATION | HZ_WORD,
                       .doc = "Text file with modes to start with, as 'object modes'. Each pickup in the file makes an "
                              "audio outlet. The message read loads other modes later." },
    [HZ_BODY_HEAR] = { "hear", .choices = "point radiation", .flags = HZ_MEASURE,
                       .doc = "point: motion of the body at the pickups. radiation: approximate sound radiated by the "
                              "whole body, as the pressure in Pa at a distance of 1 m, or for a string the force in N "
                              "on its bridge. unit has no effect on radiation. Walls and free masses radiate nothing. "
                              "While autogain is 1, the loudness stays the same." },
    [HZ_BODY_TUNING] = { "tuning", NULL, 0, 0, 1000, .most = HZ_BODY_MOST_TUNED, .flags = HZ_STEADY,
                         .doc = "Tunes the lowest modes of a shape, as instrument makers do. Each number is the "
                                "frequency of a mode divided by the lowest, as in 1 4 10, in rising order. Modes above "
                                "the list are transposed as the last one in it. The two modes of a round body at one "
                                "pitch count as one. 0: not tuned." },
    [HZ_BODY_SPLIT] = { "split", "cents", 0, 0, 1200,
                        .doc = "Detunes the two modes of each pair of a round body, so that they beat, as in a bell." },
    [HZ_BODY_DECAYPOWER] = { "decaypower", NULL, 0, 0, 4,
                             .doc = "How much faster high modes of a shape decay: a mode at twice the frequency decays "
                                    "2 to this power times faster. 0: as material and air define." },
    [HZ_BODY_DECAYFACTORS] = { "decayfactors", NULL, 1, 1e-3, 1000, .most = HZ_BODY_MOST_TUNED,
                               .doc = "Factors for the decays of the lowest modes of a shape, from the lowest up. The "
                                      "last number applies to all higher modes. The two modes of a round body at one "
                                      "pitch count as one." },
    [HZ_BODY_OUTWEIGHTS] = { "outweights", NULL, 0, -1e3, 1e3, .most = HZ_BODY_MOST_PICKUPS * HZ_BODY_MOST_MODES,
                             .flags = HZ_MEASURE | HZ_EMPTY, .word = "strike", .means = -1e4,
                             .doc = "How strongly each pickup picks up each mode, with 'object modes': one number per "
                                    "mode for the first pickup, then the same for the second. strike, or no number: as "
                                    "strongly as the strike excites it. The message pickupweights sets one pickup "
                                    "alone." },
};

const hz_param hz_body_any_object = {
    "object", .init = SHAPED + HZ_PLATE, .choices = RINGS " mass lumped matrices", .flags = HZ_MEASURE,
    .doc = "The body. wall: does not move. modes: described by the lists freqs, decays, masses and weights. mass: a "
           "free mass. lumped: a row of masses on a string. matrices: masses and springs given by the message "
           "matrices. Any other word is a shape, which sounds as its material and size make it sound."
};

const hz_param hz_body_hammer = { "object", .choices = LISTED_OR_SHAPED("mass"), .flags = HZ_MEASURE,
                                  .doc = "Body of the hammer. mass: does not ring. modes: rings with the lists `hammer "
                                         "freqs` and `hammer decays`. Any other word: rings as a body of that shape." };
