/* tromba_class: the trumpet marine as a patch describes it. */
#include "tromba_class.h"

#include "core/base/units.h"
#include "core/shapes/materials.h"

#include <math.h>

enum { glide = 64 }; /* The stiffness of a string follows in so many samples. */

static const hz_param foot[] = {
    { "x", NULL, 0.8, 0, 1, .doc = "Position of the foot along the body." },
    { "y", NULL, 0.4, 0, 1, .doc = "Position of the foot across the body." },
};
static const hz_param size[] = {
    { "x", "m", 1.4, 0.01, 100, .doc = "Length of the plate." },
    { "y", "m", 0.3, 0.01, 100, .doc = "Width of the plate." },
};
static const hz_param friction[] = {
    { "stick", NULL, 0.8, 0.01, 10, .doc = "Friction coefficient while hair and string stick together." },
    { "slip", NULL, 0.3, 0.01, 10,
      .doc =
          "Friction coefficient while the hair slides over the string. A value above stick raises stick to the same." },
    { "stribeck", "m/s", 0.1, 1e-3, 10,
      .doc = "Sliding speed at which friction has roughly fallen from stick to slip." },
};
static const hz_param bristles[] = {
    { "stiffness", "N/m", 1e4, 10, 1e8,
      .doc = "Stiffness of the bristles that bend while hair and string stick together." },
    { "damping", "s/m", 0.1, 0, 100, .doc = "Damping of the bristles' bending, per newton of bow force." },
    { "viscosity", "s/m", 0, 0, 100, .doc = "Friction that grows with the sliding speed, per newton of bow force." },
};
static const hz_param finger[] = {
    { "position", NULL, 0, 0, 1,
      .doc = "Position of the finger along the string. Half of bridgeposition gives the octave. 0 or 1: no finger." },
    { "force", "N", 0.5, 0, 1e3, .doc = "Finger pressure on the string. 0: no finger." },
};
static const hz_param pickups[] = {
    { "string", NULL, 0.3, 0, 1, .doc = "Place along the string whose motion is picked up." },
    { "x", NULL, 0.8, 0, 1, .doc = "Place along the body whose motion is picked up." },
    { "y", NULL, 0.4, 0, 1, .doc = "Place across the body whose motion is picked up." },
};
static const hz_param mix[] = {
    { "string", NULL, 0.6, -1e3, 1e3, .doc = "Level of the string in the mix, as a factor." },
    { "bridge", NULL, 0, -1e3, 1e3, .doc = "Level of the bridge in the mix, as a factor." },
    { "body", NULL, 950, -1e3, 1e3, .doc = "Level of the body in the mix, as a factor." },
};

#define TUPLE(p) .most = (int)(sizeof(p) / sizeof *(p)), .parts = (p)

static const hz_param rows[HZ_TROMBA_CLASS_ROWS] = {
    [HZ_TROMBA_CLASS_BRIDGEMASS] = { "bridgemass", "kg", 0.0002, 1e-6, 100, .doc = "Mass of the bridge." },
    [HZ_TROMBA_CLASS_BRIDGEFREQ] = { "bridgefreq", "Hz", 10000, 0, 20000,
                                     .doc = "Resonance frequency of the bridge on its own spring, limited to 0.45 of "
                                            "the sample rate." },
    [HZ_TROMBA_CLASS_BRIDGEDAMPING] = { "bridgedamping", "1/s", 10000, 0, 1e5,
                                        .doc = "Damping of the bridge's own motion." },
    [HZ_TROMBA_CLASS_BRIDGEPOSITION] = { "bridgeposition", NULL, 0.862, 0.01, 0.99,
                                         .doc = "Position of the bridge along the string. The string sounds between "
                                                "its end and the bridge." },
    [HZ_TROMBA_CLASS_OFFSET] = { "offset", "m", 0, -0.01, 1,
                                 .doc = "Gap between the foot of the bridge and the body at rest. A narrow gap makes "
                                        "the bridge rattle, which is the sound of the instrument. Negative: the bridge "
                                        "presses on the body. 1: the foot never touches, and nothing rattles." },
    [HZ_TROMBA_CLASS_FOOT] = { "foot", NULL, 0.8, 0, 1, TUPLE(foot),
                               .doc = "Where the foot of the bridge meets the body." },
    [HZ_TROMBA_CLASS_BODYSIZE] = { "bodysize", "m", 1.4, 0.01, 100, TUPLE(size),
                                   .doc = "Size of the plate that is the body. Larger: lower." },
    [HZ_TROMBA_CLASS_BODYTHICKNESS] = { "bodythickness", "m", 0.004, 1e-5, 1,
                                        .doc = "Thickness of the plate. Thicker: higher, and harder to move." },
    [HZ_TROMBA_CLASS_BODYMATERIAL] = { "bodymaterial", .choices = "own " HZ_MATERIAL_NAMES,
                                       .doc = "Material of the plate. Sets bodydensity and bodyyoung. own: leaves them "
                                              "as they are." },
    [HZ_TROMBA_CLASS_BODYDENSITY] = { "bodydensity", "kg/m^3", 400, 1, 1e5, .doc = "Density of the plate's material." },
    [HZ_TROMBA_CLASS_BODYYOUNG] = { "bodyyoung", "N/m^2", 1e10, 0, 1e13,
                                    .doc = "Young's modulus of the plate, the stiffness of its material. Stiffer: "
                                           "higher." },
    [HZ_TROMBA_CLASS_BODYSIGMA0] = { "bodysigma0", "1/s", 80, 0, 1e4,
                                     .doc = "Damping of the plate at all frequencies." },
    [HZ_TROMBA_CLASS_BODYSIGMA1] = { "bodysigma1", "m^2/s", 0.01, 0, 10,
                                     .doc = "How much faster high frequencies of the plate decay than low ones." },
    [HZ_TROMBA_CLASS_BODYPOINTS] = { "bodypoints", NULL, 300, 0, HZ_TROMBA_BODY, .flags = HZ_WHOLE, .word = "auto",
                                     .doc = "Grid points of the plate. More: more accurate, with higher frequencies, "
                                            "and more CPU. 0 or auto: as many as the method allows, which is also the "
                                            "maximum." },
    [HZ_TROMBA_CLASS_CONNECTION] = { "connection", .choices = "spring collision",
                                     .doc = "How the string is connected to the bridge. spring: by a spring with k1, "
                                            "k3 and kloss. collision: by a joint that may be loose, with "
                                            "connectionstiffness, connectionexponent and connectionplay." },
    [HZ_TROMBA_CLASS_K1] = { "k1", "N/m", 5e6, 0, 1e18, .doc = "Stiffness of the spring, with 'connection spring'." },
    [HZ_TROMBA_CLASS_K3] = { "k3", "N/m^3", 0, 0, 1e24,
                             .doc = "Cubic stiffness of the spring, with 'connection spring': it gets harder the "
                                    "further it is stretched." },
    [HZ_TROMBA_CLASS_KLOSS] = { "kloss", "kg/s", 0, 0, 1e6, .doc = "Damping of the spring, with 'connection spring'." },
    [HZ_TROMBA_CLASS_CONNECTIONSTIFFNESS] = { "connectionstiffness", "N/m^a", 5e6, 0, 1e18,
                                              .doc = "Stiffness K of the joint, with 'connection collision'." },
    [HZ_TROMBA_CLASS_CONNECTIONEXPONENT] = { "connectionexponent", NULL, 1, 1, 6,
                                             .doc = "Exponent a of the joint's force, with 'connection collision'." },
    [HZ_TROMBA_CLASS_CONNECTIONPLAY] = { "connectionplay", "m", 0, 0, 1,
                                         .doc = "Play of the joint, with 'connection collision': how far string and "
                                                "bridge move against each other before it holds them. A loose joint "
                                                "rattles by itself." },
    [HZ_TROMBA_CLASS_RATTLESTIFFNESS] = { "rattlestiffness", "N/m^a", 1e6, 1, 1e18,
                                          .doc = "Stiffness K of the contact between the foot of the bridge and the "
                                                 "body. Higher: a brighter rattle." },
    [HZ_TROMBA_CLASS_RATTLEEXPONENT] = { "rattleexponent", NULL, 1, 1, 6,
                                         .doc = "Exponent a of the contact between bridge and body. 1: computed by a "
                                                "formula, which is cheapest." },
    [HZ_TROMBA_CLASS_RATTLEDAMPING] = { "rattledamping", "s/m", 0, 0, 1e4,
                                        .doc = "Damping mu of the contact between bridge and body: sets the energy "
                                               "lost when they meet." },
    [HZ_TROMBA_CLASS_METHOD] = { "method", .choices = "closed newton quadratised",
                                 .doc = "How contacts are computed. closed: by a formula. newton: by iteration. "
                                        "quadratised: by an approximation that needs neither, for comparison. The "
                                        "formula is for rattleexponent 1 only: with any other, closed runs newton, and "
                                        "get answers with both words." },
    [HZ_TROMBA_CLASS_BOW] = { "bow", .choices = "curve bristle",
                              .doc = "Friction model of the bow. curve: a smooth function of the sliding speed. "
                                     "bristle: the hair bends, sticks and slips." },
    [HZ_TROMBA_CLASS_BOWPOSITION] = { "bowposition", NULL, 0.33, 0, 1, .flags = HZ_STEADY | HZ_SIGNAL,
                                      .doc = "Position of the bow along the string. The third inlet overrides it when "
                                             "connected." },
    [HZ_TROMBA_CLASS_BOWSPEED] = { "bowspeed", "m/s", 0.2, -10, 10, .flags = HZ_STEADY | HZ_SIGNAL,
                                   .doc = "Bow speed of bang, stroke and note. Changes are heard while they sound. "
                                          "Faster: louder." },
    [HZ_TROMBA_CLASS_BOWFORCE] = { "bowforce", "N", 0.09, 0, 1e3, .flags = HZ_STEADY | HZ_SIGNAL,
                                   .doc = "Bow force of bang, stroke and note. Changes are heard while they sound. Too "
                                          "little only whistles, too much scratches." },
    [HZ_TROMBA_CLASS_CURVE] = { "curve", "s^2/m^2", 150, 0.01, 1e6, .flags = HZ_STEADY,
                                .doc = "Friction peaks at a sliding speed of 1/sqrt(2 curve) m/s, with 'bow curve'. "
                                       "Higher: the hair slips sooner." },
    [HZ_TROMBA_CLASS_FRICTION] = { "friction", NULL, 0.8, 0, 10, TUPLE(friction), .flags = HZ_STEADY,
                                   .doc = "How the hair sticks and slips, with 'bow bristle'." },
    [HZ_TROMBA_CLASS_BRISTLES] = { "bristles", NULL, 1e4, 0, 1e8, TUPLE(bristles), .flags = HZ_STEADY,
                                   .doc = "How the hair bends, with 'bow bristle'." },
    [HZ_TROMBA_CLASS_FINGER] = { "finger", NULL, 0, 0, 1e3, TUPLE(finger), .flags = HZ_STEADY,
                                 .doc = "A light touch of a finger. At a half, a third or a quarter of the string it "
                                        "brings out a harmonic." },
    [HZ_TROMBA_CLASS_PICKUPS] = { "pickups", NULL, 0.3, 0, 1, TUPLE(pickups),
                                  .doc = "Places where the motion of the string and of the body is picked up." },
    [HZ_TROMBA_CLASS_MIX] = { "mix", NULL, 0.6, -1e3, 1e3, TUPLE(mix), .flags = HZ_STEADY,
                              .doc = "Levels of string, bridge and body in the single outlet of -mono." },
    [HZ_TROMBA_CLASS_MONO] = { "mono", .flags = HZ_SWITCH | HZ_CREATION,
                               .doc = "One audio outlet with the mix of string, bridge and body, instead of three." },
};

const hz_table hz_tromba_class_tables[HZ_TROMBA_CLASS_TABLES] = {
    [HZ_TROMBA_CLASS_STRING] = { .rows = hz_string_rows,
                                 .n = HZ_STRING_ROWS,
                                 .initial = "freq 32, length 1.9, young 5e9, decay 5, highloss 0.003, points 450" },
    [HZ_TROMBA_CLASS_OWN] = { .rows = rows, .n = HZ_TROMBA_CLASS_ROWS },
};

static double number(const hz_tromba_class *x, int row)
{
    return hz_object_number(&x->o, HZ_TROMBA_CLASS_OWN, row);
}

hz_tromba_params hz_tromba_class_params(const hz_tromba_class *x)
{
#define OWN(row) number(x, HZ_TROMBA_CLASS_##row)
#define PART(row, i) hz_object_element(&x->o, HZ_TROMBA_CLASS_OWN, HZ_TROMBA_CLASS_##row, i)
    double hand = hz_sigma_of(x->hand);
    hz_tromba_params p = {
        .string = hz_string_set_params(&x->string, &x->o),
        .body = { .size = { PART(BODYSIZE, 0), PART(BODYSIZE, 1) },
                  .thickness = OWN(BODYTHICKNESS),
                  .density = OWN(BODYDENSITY),
                  .young = OWN(BODYYOUNG),
                  .poisson = 0.3,
                  .sigma0 = fmax(OWN(BODYSIGMA0), hand),
                  .sigma1 = OWN(BODYSIGMA1),
                  .points = (int)OWN(BODYPOINTS) },
        .mass = OWN(BRIDGEMASS),
        .freq = OWN(BRIDGEFREQ),
        .damping = fmax(OWN(BRIDGEDAMPING), 2 * hand),
        .place = OWN(BRIDGEPOSITION),
        .offset = OWN(OFFSET),
        .foot = { PART(FOOT, 0), PART(FOOT, 1) },
        .tie = (enum hz_tie)OWN(CONNECTION),
        .k1 = OWN(K1),
        .k3 = OWN(K3),
        .loss = OWN(KLOSS),
        .join = { .stiffness = OWN(CONNECTIONSTIFFNESS), .exponent = OWN(CONNECTIONEXPONENT) },
        .play = OWN(CONNECTIONPLAY),
        .rattle = { OWN(RATTLESTIFFNESS), OWN(RATTLEEXPONENT), OWN(RATTLEDAMPING) },
        .method = (hz_grid_method)number(x, HZ_TROMBA_CLASS_METHOD),
        .friction = (enum hz_friction)OWN(BOW),
        .bow = { .curve = OWN(CURVE) / (x->lightness * x->lightness),
                 .stiffness = PART(BRISTLES, 0),
                 .damping = PART(BRISTLES, 1),
                 .viscosity = PART(BRISTLES, 2),
                 .stick = fmax(PART(FRICTION, 0), PART(FRICTION, 1)),
                 .slip = PART(FRICTION, 1),
                 .stribeck = PART(FRICTION, 2) * x->lightness,
                 .plastic = 0.7 },
        .bow_place = OWN(BOWPOSITION),
        .finger = PART(FINGER, 0),
        .touch = PART(FINGER, 0) > 0 && PART(FINGER, 0) < 1 ? PART(FINGER, 1) : 0,
        .heard = PART(PICKUPS, 0),
        .heard_body = { PART(PICKUPS, 1), PART(PICKUPS, 2) },
    };
    p.string.sigma0 = fmax(p.string.sigma0, hand);
    return p;
}

void hz_tromba_class_defaults(hz_object *o)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    x->lightness = 1;
    x->open = 0;
    x->string.by_tension = 0;
    hz_tromba_class_keep_defaults(x);
    double flag = hz_object_number(o, HZ_TROMBA_CLASS_STRING, HZ_STRINGROW_TENSION);
    hz_tromba_class_follow(x);
    hz_object_put(o, HZ_TROMBA_CLASS_STRING, HZ_STRINGROW_TENSION,
                  flag); /* If it was given, its turn comes in `changed`. */
}

int hz_tromba_class_derived(const hz_object *o, int table, int row)
{
    return hz_string_set_derived(&((const hz_tromba_class *)o)->string, table, row);
}

void hz_tromba_class_derive(hz_object *o)
{
    hz_string_set_derive(&((hz_tromba_class *)o)->string, o);
}

int hz_tromba_class_runs(const hz_object *o, int table, int row)
{
    const hz_tromba_class *x = (const hz_tromba_class *)o;
    int is_method = table == HZ_TROMBA_CLASS_OWN && row == HZ_TROMBA_CLASS_METHOD;
    return is_method && number(x, row) == HZ_GRID_CLOSED && number(x, HZ_TROMBA_CLASS_RATTLEEXPONENT) != 1
               ? HZ_GRID_NEWTON
               : -1;
}

void hz_tromba_class_update(hz_object *o, double h)
{
    hz_tromba_class *x = (hz_tromba_class *)o;
    hz_tromba_params p = hz_tromba_class_params(x);
    int moved = x->h > 0 && h != x->h; /* Otherwise a value that is too high was refused, or a key made it. */
    x->h = h;
    hz_tromba_class_follow(x);
    hz_tromba_class_bend(x);
    int says = hz_tromba_prepare(&x->model, &p, h, glide);
    if (says < 0)
        hz_object_remark(
            o, "no grid carries this body at this sample rate, so the body stays what it was, or there is no sound");
    else if (moved && (says & HZ_STRING_HIGH))
        hz_object_remark(o, "no grid carries so high a string at this sample rate, so it is lower");
}
